"""An independent table of a season: every figure from plain rows, without any code of the desk.

A row is a night and a player: (night, player, bought, first, buy-ins, received, minutes). Cents; None: unknown.
"""

from decimal import ROUND_HALF_EVEN, Decimal, getcontext

getcontext().prec = 60
WHOLE, TENTH = Decimal(1), Decimal("0.1")


def table(rows):
    """Return the figures of each player, by the name of the figure."""
    return {player: figures([row for row in rows if row[1] == player]) for player in dict.fromkeys(r[1] for r in rows)}


def figures(rows):
    """Return the figures of one player from their rows, which are in order."""
    nets = [received - (bought or 0) for _, _, bought, _, _, received, _ in rows]
    bought = [row[2] for row in rows if row[2] is not None]
    on_bought = [net for net, row in zip(nets, rows, strict=True) if row[2] is not None]
    timed = [(net, row[6]) for net, row in zip(nets, rows, strict=True) if row[6] is not None]
    minutes = sum(each for _, each in timed)
    again = [max(0, row[4] - 1) for row in rows if row[4] is not None]
    mean = Decimal(sum(nets)) / len(nets)
    spread = sum((net - mean) ** 2 for net in nets)
    curve = []
    for net in nets:
        curve.append(net + (curve[-1] if curve else 0))
    return {
        "nights": len(nets),
        "net_cents": sum(nets),
        "average_cents": rounded(mean),
        "best_cents": max(nets),
        "worst_cents": min(nets),
        "up": len([net for net in nets if net > 0]),
        "down": len([net for net in nets if net < 0]),
        "streak": ending(nets),
        "hot": longest("+", nets),
        "cold": longest("-", nets),
        "minutes": minutes if timed else None,
        "hourly_cents": rounded(Decimal(sum(net for net, _ in timed)) * 60 / minutes) if minutes else None,
        "bought_cents": sum(bought) if bought else None,
        "return_percent": rounded(Decimal(100 * sum(on_bought)) / sum(bought)) if sum(bought) else None,
        "rebuys": (Decimal(sum(again)) / len(again)).quantize(TENTH, ROUND_HALF_EVEN) if again else None,
        "deviation_cents": rounded((spread / (len(nets) - 1)).sqrt()) if len(nets) > 1 else None,
        "curve": tuple(curve),
    }


def rounded(number):
    """Return the nearest whole number, of two equally near the even one."""
    return int(number.quantize(WHOLE, ROUND_HALF_EVEN))


def signs(nets):
    """Write each night as a sign."""
    return "".join("+" if net > 0 else "-" if net < 0 else "0" for net in nets)


def longest(sign, nets):
    """Return the length of the longest run of that sign."""
    return max(n for n in range(len(nets) + 1) if sign * n in signs(nets))


def ending(nets):
    """Return the length of the last run, with its sign."""
    told = signs(nets)
    if told[-1] == "0":
        return 0
    run = len(told) - len(told.rstrip(told[-1]))
    return run if told[-1] == "+" else -run


def ranks(figures_by_player, by, out=()):
    """Return the rank of each player who has the figure and is not out: 1 plus the number of players with more."""
    told = {player: each[by] for player, each in figures_by_player.items() if each[by] is not None}
    told = {player: figure for player, figure in told.items() if player not in out}
    return {player: 1 + sum(other > mine for other in told.values()) for player, mine in told.items()}
