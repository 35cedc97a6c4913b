"""The figures of a night's report: sums over what its acts moved."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from django.db.models import Sum

from ledger.models import AccountKind, Transfer
from ledger.night.history import NightHistory
from ledger.reports.night_report import DrawerLine, PlayerLine
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Night
from reservations.players.queries import people_at

Sums = Mapping[tuple[str, str, str, int | None], int]
"""Cents moved, by kind of act, kind of the account debited, kind of the account credited, and player."""


def moved_by(night: Night, until: int) -> Sums:
    """Return what the acts of a night moved that stood after the act of that number; players as merged by then."""
    acts = in_effect(Act.objects.filter(night=night), until=until)
    moved = Transfer.objects.filter(act__in=acts).order_by()
    rows = moved.values_list("act__kind", "debit__kind", "credit__kind", "player").annotate(Sum("cents"))
    people, sums = people_at(until), Counter[tuple[str, str, str, int | None]]()
    for kind, debit, credit, player, cents in rows:
        sums[kind, debit, credit, None if player is None else people[player]] += cents
    return sums


def _into(sums: Sums, account: AccountKind, *kinds: Kind) -> int:
    """Return the cents that acts of those kinds put into the account, less what they took out."""
    return sum(
        cents * ((debit == account) - (credit == account))
        for (kind, debit, credit, _), cents in sums.items()
        if kind in kinds
    )


def player_lines(history: NightHistory, sums: Sums, names: Mapping[int, str]) -> list[PlayerLine]:
    """Return a line for everybody who bought or received, by name."""
    buy_ins: dict[int, list[int]] = defaultdict(list)
    for each in history.acts:
        if each.kind == Kind.BUY_IN:
            buy_ins[each.content["player"]].append(each.content["amount"])
    moved: dict[int, Counter[tuple[str, str]]] = defaultdict(Counter)
    for (kind, debit, credit, player), cents in sums.items():
        if player and debit == AccountKind.FINAL_POT:
            moved[player][kind, "won"] += cents
        elif player and credit == AccountKind.CHIPS:
            moved[player][kind, "bought"] += cents
        elif player and debit == AccountKind.CHIPS:
            # Odd chips of a cash-out go to the final pot: nobody receives them.
            moved[player][kind, "returned"] += cents if credit != AccountKind.FINAL_POT else 0
    lines = []
    for player, theirs in moved.items():
        first, rebuys = buy_ins[player][:1], buy_ins[player][1:]
        from_players, sold = theirs[Kind.CHIP_SALE, "bought"], theirs[Kind.CHIP_SALE, "returned"]
        cashed, pot = theirs[Kind.CASH_OUT, "returned"], theirs[Kind.FINAL_POT, "won"]
        bought, received = sum(buy_ins[player]) + from_players, sold + cashed + pot
        lines.append(
            PlayerLine(
                name=names[player],
                buy_in_count=len(first),
                buy_in_cents=sum(first),
                rebuy_count=len(rebuys),
                rebuy_cents=sum(rebuys),
                bought_from_players_cents=from_players,
                sold_cents=sold,
                cash_out_cents=cashed,
                final_pot_cents=pot,
                bought_cents=bought,
                received_cents=received,
                result_cents=received - bought,
            )
        )
    return sorted(lines, key=lambda line: (line.name.casefold(), line.name))


def totals(lines: Sequence[PlayerLine]) -> PlayerLine:
    """Return the line that sums the lines of the players."""
    sums = {each.name: sum(getattr(line, each.name) for line in lines) for each in fields(PlayerLine)[1:]}
    return PlayerLine(name="All", **sums)


def drawer_lines(sums: Sums, *, counted: bool) -> Iterator[DrawerLine]:
    """Yield what cash went into and out of the drawer, what should be there, and what was."""
    labels = {
        "Float put in": (Kind.OPEN, Kind.FLOAT),
        "Buy-ins in cash": (Kind.BUY_IN,),
        "Paid otherwise": (Kind.CHANGE_PAY,),
        "Notes paid in cash": (Kind.REDEEM_NOTE,),
        "Cash-outs": (Kind.CASH_OUT,),
        "Final pot": (Kind.FINAL_POT,),
    }
    moved = {label: _into(sums, AccountKind.DRAWER, *kinds) for label, kinds in labels.items()}
    should_be = sum(moved.values())
    yield from (DrawerLine(label, cents, total=False) for label, cents in moved.items() if cents)
    yield DrawerLine("Should be there", should_be, total=True)
    if counted:
        over = _into(sums, AccountKind.DRAWER, Kind.COUNT_DRAWER)
        yield DrawerLine("Counted", should_be + over, total=True)
        if over:
            yield DrawerLine("Over" if over > 0 else "Short", abs(over), total=False)


def chip_lines(sums: Sums) -> Iterator[DrawerLine]:
    """Yield where chips came from and went, ending with those in play."""
    chips = {kind: -_into(sums, AccountKind.CHIPS, kind) for kind in Kind}
    into_pot = {key: cents for key, cents in sums.items() if key[2] == AccountKind.FINAL_POT}
    odd = -_into(into_pot, AccountKind.CHIPS, Kind.CASH_OUT)
    moved = {
        "Sold by the bank": chips[Kind.BUY_IN],
        "Declared extra": declared(sums, AccountKind.CHIPS),
        "Cashed out": chips[Kind.CASH_OUT] - odd,
        "Odd chips, to the final pot": odd,
        "Left in the middle": chips[Kind.FINAL_POT],
        "Declared missing": -declared(sums, AccountKind.OVER_SHORT),
    }
    yield from (DrawerLine(label, cents, total=False) for label, cents in moved.items() if cents)
    yield DrawerLine("In play", sum(moved.values()), total=True)


def declared(sums: Sums, credited: AccountKind) -> int:
    """Return the chips declared, in cents: extra where they credit the chips, missing where they credit over/short."""
    return sum(
        cents for (kind, _, credit, _), cents in sums.items() if (kind, credit) == (Kind.DECLARE_CHIPS, credited)
    )


def over_short(sums: Sums) -> int:
    """Return the over/short that the banker bears: more than zero was missing, lapsed notes that the bank held too."""
    return _into(sums, AccountKind.OVER_SHORT, Kind.COUNT_DRAWER, Kind.DECLARE_CHIPS, Kind.LAPSE_NOTES)


def final_pot(sums: Sums) -> int:
    """Return the final pot: what was won, else what waits in it."""
    won = sum(cents for (_, debit, _, _), cents in sums.items() if debit == AccountKind.FINAL_POT)
    return won or -_into(sums, AccountKind.FINAL_POT, *Kind)
