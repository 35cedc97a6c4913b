"""The answers to what is asked at the table: what the pages show of each, by the table and what its form says."""

from dataclasses import dataclass
from typing import Any

from hostdesk.table_help.forms import ChipsForm, LeavingForm, RaiseForm, ReturnForm, SidePotsForm, Sitter, SplitForm
from hostdesk.table_help.page import TableNow, hand_of
from ledger.money.cents import show_money
from ledger.table_help.betting import Wager, next_raise, silent_chips
from ledger.table_help.blinds import ladder, ways_back
from ledger.table_help.pots import Pot, Shares, Stake, pay_pots, side_pots, split, split_high_low
from ledger.terms.bank_terms import Blinds
from reservations.acts.problems import Impossible
from reservations.tables.positions import HandAhead, hands_ahead
from reservations.tables.seats import Missed

_HANDS = 3
_MOST_STRADDLES = 4


@dataclass(frozen=True)
class NamedPot:
    """A pot with its place among the pots, and how it is split once it has winners.

    ``players`` are those who can win it, with whether they win its high half, and its low one.
    """

    place: int
    pot: Pot
    players: list[tuple[Sitter, bool, bool]]
    shares: Shares

    @property
    def goes_back(self) -> bool:
        """Whether nobody else could call it."""
        return len(self.players) == 1

    @property
    def has_low(self) -> bool:
        """Whether somebody was said to win its low half."""
        return any(low for _, _, low in self.players)


def split_answer(table: TableNow, form: SplitForm) -> dict[str, Any]:
    """Return who gets how much of a pot: an even split among so many, or by the high hands and the low ones."""
    cents, unit = form.said("pot"), form.said("chip") or table.smallest_chip_cents
    high, low, ways = form.said("high") or [], form.said("low") or [], form.said("ways")
    odd = table.seating.odd_chips
    if not cents or not form.is_valid() or not (ways or high or low):
        return {}
    if ways:
        shares = split(cents, [f"{place}" for place in range(1, ways + 1)], unit, odd)
        names = {f"{place}": "" for place in range(1, ways + 1)}
    else:
        shares, names = split_high_low(cents, list(table.names), high, low, unit, odd), table.names
    rows = [(names[key], each, more) for key, each, more in shares.rows]
    return {"rows": rows, "shares": shares, "cents": cents, "even": min(shares.cents.values()), "by_place": bool(ways)}


def side_pots_answer(table: TableNow, form: SidePotsForm) -> dict[str, Any]:
    """Return the pots, who can win each of them, and what everybody gets of those whose winners are known."""
    stakes = [
        Stake(each.key, cents or 0, folded=folded)
        for each, field, folded in form.rows
        if (cents := form.said(field.name)) is not None
    ]
    if not form.is_valid() or not any(not each.folded and each.cents for each in stakes):
        return {}
    pots = side_pots(stakes, form.said("before") or 0)
    places = range(1, len(pots) + 1)
    won, low = ([form.data.getlist(f"{half}-{at}") for at in places] for half in ("wins", "low"))  # type: ignore[attr-defined]
    unit = form.said("chip") or table.smallest_chip_cents
    paid, totals = pay_pots(pots, won, unit, table.seating.odd_chips, low)
    sitters = {each.key: each for each in table.players}
    named = [
        NamedPot(place, pot, [(sitters[key], key in high, key in lows) for key in pot.players], shares)
        for place, pot, high, lows, shares in zip(places, pots, won, low, paid, strict=True)
    ]
    rows = [(table.names[key], cents) for key, cents in totals.items()]
    return {
        "pots": named,
        "rows": rows,
        "left": sum(each.left_cents for each in paid if each.cents),
        "asks": any(not each.shares.cents for each in named),
        "sum": sum(pot.cents for pot in pots),
    }


def raise_answer(table: TableNow, form: RaiseForm) -> dict[str, Any]:
    """Return the straddles over the big blind, and the least raise over the bets that were said."""
    big = form.said("big") or (table.blinds.big_cents if table.blinds else None)
    many = form.said("many") or len(table.players)
    bet, all_in = form.said("bet"), form.said("all_in")
    wagers = [Wager(f"who bet {show_money(bet)}", bet)] if bet else []
    wagers += [Wager(f"who raised to {show_money(cents)}", cents) for cents in form.said("raised") or ()]
    wagers += [Wager("who is all-in", all_in, all_in=True)] if all_in else []
    answer: dict[str, Any] = {"rungs": ladder(big, many, table.seating.straddles)[: _MOST_STRADDLES + 1] if big else []}
    if form.is_valid() and wagers:
        try:
            answer["next"] = next_raise(wagers, table.bets(big))
        except Impossible as problem:
            form.add_error(None, str(problem))
    return answer


def chips_answer(table: TableNow, form: ChipsForm) -> dict[str, Any]:
    """Return what chips mean that somebody put in without a word."""
    put, bet, before = form.said("put"), form.said("bet"), form.said("before")
    if not form.is_valid() or not put or not form.said("chips"):
        return {}
    # However they came about: what is faced is not for this page to refuse.
    wagers = [Wager("who bet", each, all_in=True) for each in (before, bet) if each]
    facing = next_raise(wagers, table.bets(form.said("big")))
    one = form.said("chips") == "one"
    return {"means": silent_chips(put, facing, one_chip=one, short=table.seating.short_raise), "facing": facing}


def return_answer(table: TableNow, form: ReturnForm) -> dict[str, Any]:
    """Return how a player comes in who missed those blinds, and what those pay who are noted as owing."""
    small = form.said("small") or (table.blinds.small_cents if table.blinds else None)
    big = form.said("big") or (table.blinds.big_cents if table.blinds else None)
    if not small or not big:
        return {}
    stakes, owes = Blinds(small, big), form.said("owes")
    noted = [
        (table.names[key], ways_back(table.seating, stakes, missed, is_between=False)[0])
        for key, missed in table.missed.items()
    ]
    missed = Missed(small=owes in ("small", "both"), big=owes in ("big", "both"))
    ways = ways_back(table.seating, stakes, missed, is_between=owes == "between") if owes else []
    return {"ways": ways, "noted": noted, "owes": owes}


@dataclass(frozen=True)
class NamedHand:
    """A hand to come: who has the button and the blinds, and which of them is dead at whose empty seat."""

    button: str
    small: str
    big: str
    hand: HandAhead


def leaving_answer(table: TableNow, form: LeavingForm) -> dict[str, Any]:
    """Return who posts in the next hands, with those gone who left since the last one; players without names sit in
    their order from the button on. {} as long as nobody knows the button.
    """
    left, last = form.said("left") or [], table.last
    if not table.is_named:
        last = hand_of(table.players)
    if last is None:
        return {}
    staying = [seat for key, seat in last.seat_of.items() if key not in left]
    hands = [
        NamedHand(last.names[each.button], last.names[each.small], last.names[each.big], each)
        for each in hands_ahead(last.blinds, staying, last.seats, _HANDS)
    ]
    was = (last.names[last.button], last.names[last.blinds.small], last.names[last.blinds.big])
    has_left = bool(left) or not {last.blinds.small, last.blinds.big} <= {*staying}
    return {"hands": hands, "was": was, "left": left, "has_left": has_left}
