"""The answers to questions at the table: the content of a page, by the table and its form.

An answer has its ``lines`` first, with whether they are large, then its ``rows`` (a name, a number, and a
mark), the lines ``after`` them, and ``tables``: a title, the headings and the rows.
"""

from dataclasses import dataclass
from typing import Any

from hostdesk.table.table_help import forms
from hostdesk.table.table_help.page import TableNow, hand_of
from ledger.money.cents import show_money
from ledger.table_help import betting
from ledger.table_help.pots import Pot, Stake, pay_pots, side_pots, split, split_high_low
from ledger.terms.bank_terms import Blinds
from reservations.acts.problems import Impossible
from reservations.parsing.names import ordinal
from reservations.tables.positions import hands_ahead
from reservations.tables.seats import HandEntryKind, Missed

_HANDS = 3
_MOST_STRADDLES = 4


@dataclass(frozen=True)
class NamedPot:
    """A pot with its place among the pots.

    ``players`` are the players who can win it, and for every one: do they win the high half, and the low half.
    """

    place: int
    pot: Pot
    players: list[tuple[forms.Sitter, bool, bool]]

    @property
    def name(self) -> str:
        """The name of the pot."""
        if self.goes_back:
            return "Goes back"
        return f"Side pot {self.place - 1}" if self.place > 1 else "Main pot"

    @property
    def goes_back(self) -> bool:
        """Whether nobody else could call it."""
        return len(self.players) == 1

    @property
    def has_low(self) -> bool:
        """Whether a winner of its low half is given."""
        return any(low for _, _, low in self.players)


def split_answer(table: TableNow, form: forms.SplitForm) -> dict[str, Any]:
    """Return the shares of a pot: an even split among so many, or by the high hands and the low ones."""
    cents, unit = form.given("pot"), form.given("chip") or table.smallest_chip_cents
    high, low, ways = form.given("high") or [], form.given("low") or [], form.given("ways")
    odd = table.seating.odd_chips
    if not cents or not form.is_valid() or not (ways or high or low):
        return {}
    lines = []
    if ways:
        shares = split(cents, [f"{place}" for place in range(1, ways + 1)], unit, odd)
        names = {f"{place}": f"{ordinal(place)} winner after the button" for place in range(1, ways + 1)}
        least = show_money(min(shares.cents.values()))
        lines.append((f"{least} each{', and the odd chips:' * bool(shares.odd)}", True))
    else:
        shares, names = split_high_low(cents, list(table.names), high, low, unit, odd), table.names
    rows = [(names[key], show_money(cents), more and f"odd {show_money(more)}") for key, cents, more in shares.rows]
    return {"lines": lines, "rows": rows if shares.odd or not ways else [], "after": _left(shares.left_cents)}


def _left(cents: int) -> list[str]:
    return [f"{show_money(cents)} stays in the pot for the next game."] if cents else []


def side_pots_answer(table: TableNow, form: forms.SidePotsForm) -> dict[str, Any]:
    """Return the pots, the players who can win them, and everybody's total from pots with known winners."""
    put = [(player.key, form.given(field.name), folded) for player, field, folded in form.rows]
    stakes = [Stake(key, cents, folded=folded) for key, cents, folded in put if cents is not None]
    if not form.is_valid() or not any(not stake.folded and stake.cents for stake in stakes):
        return {}
    pots = side_pots(stakes, form.given("before") or 0)
    places = range(1, len(pots) + 1)
    won, low = ([form.data.getlist(f"{half}-{at}") for at in places] for half in ("wins", "low"))  # type: ignore[attr-defined]
    unit = form.given("chip") or table.smallest_chip_cents
    paid, totals = pay_pots(pots, won, unit, table.seating.odd_chips, low)
    sitters = {player.key: player for player in table.players}
    named = [
        NamedPot(place, pot, [(sitters[key], key in high, key in lows) for key in pot.players])
        for place, pot, high, lows in zip(places, pots, won, low, strict=True)
    ]
    rows = [(table.names[key], show_money(cents), "") for key, cents in totals.items()]
    after = _left(sum(part.left_cents for part in paid if part.cents))
    asks = ["Say who wins the other pots below."] if any(not part.cents for part in paid) else []
    return {"pots": named, "rows": rows, "after": [*after, *asks] if rows else []}


def raise_answer(table: TableNow, form: forms.RaiseForm) -> dict[str, Any]:
    """Return the straddles over the big blind, and the least raise over the given bets."""
    big = form.given("big") or (table.blinds.big_cents if table.blinds else None)
    many = form.given("many") or len(table.players)
    bet, all_in = form.given("bet"), form.given("all_in")
    wagers = [betting.Wager(f"who bet {show_money(bet)}", bet)] if bet else []
    wagers += [betting.Wager(f"who raised to {show_money(cents)}", cents) for cents in form.given("raised") or ()]
    wagers += [betting.Wager("who is all-in", all_in, all_in=True)] if all_in else []
    rungs = betting.ladder(big, many, table.seating.straddles)[: _MOST_STRADDLES + 1] if big else []
    names = [f"{ordinal(rung.number)} straddle" if rung.number else "Big blind" for rung in rungs]
    rows = [(names[place], show_money(rung.cents), show_money(rung.least_cents)) for place, rung in enumerate(rungs)]
    heads = ("Last blind", "To call", "Least raise to")
    answer: dict[str, Any] = {"tables": [("Before the flop", heads, rows)] if rows else []}
    if form.is_valid() and wagers:
        try:
            answer |= _least_raise(betting.next_raise(wagers, table.bets(big)))
        except Impossible as problem:
            form.add_error(None, str(problem))
    return answer


def _least_raise(least: betting.NextRaise) -> dict[str, Any]:
    rows = [("No further raise, unless only two play.", True)]
    if not least.is_capped:
        most = f"; at most to {show_money(least.most_cents)}" if least.most_cents else ""
        parts = f"{show_money(least.call_cents)} to call and {show_money(least.raise_cents)} more"
        rows = [(f"A raise goes to at least {show_money(least.least_cents)}", True), (f"That is {parts}{most}.", False)]
    who = ", ".join(least.may_not)
    why = "The all-in is less than a full raise. Who has acted may call or fold and not raise again"
    return {"lines": rows, "after": [f"{why}: {who}, and who called them."] if who else []}


def chips_answer(table: TableNow, form: forms.SilentChipsForm) -> dict[str, Any]:
    """Return the meaning of chips put in without a word."""
    put, bet, before = form.given("put"), form.given("bet"), form.given("before")
    if not form.is_valid() or not put or not form.given("chips"):
        return {}
    # Whatever their history: this page does not refuse the bet they face.
    wagers = [betting.Wager("who bet", cents, all_in=True) for cents in (before, bet) if cents]
    facing = betting.next_raise(wagers, table.bets(form.given("big")))
    one = form.given("chips") == "one"
    it = betting.silent_chips(put, facing, one_chip=one, short=table.seating.short_raise)
    large, small = _in_words(it, facing)
    return {"lines": [(large, True)], "after": [small] if small else []}


def _in_words(it: betting.Silent, facing: betting.NextRaise) -> tuple[str, str]:
    """Return the meaning of the chips, and the consequence; "" if there is none."""
    cents, more, back = map(show_money, (it.cents, it.more_cents, it.back_cents))
    match it.means:
        case betting.SilentMeaning.CALL:
            return "It is a call.", f"{back} back." if it.back_cents else ""
        case betting.SilentMeaning.BET:
            return f"It is a bet of {cents}.", ""
        case betting.SilentMeaning.RAISE:
            return f"It is a raise to {cents}.", f"{more} more has to go in." if it.more_cents else ""
        case betting.SilentMeaning.CHOICE:
            least = show_money(facing.least_cents)
            return "Their choice.", f"A call, with {back} back, or a raise to {least}, with {more} more."
        case _:
            what = "A call" if it.means == betting.SilentMeaning.SHORT_CALL else "The least bet"
            return "Too little.", f"{what} is {cents}: {more} more, unless it is all they have."


def return_answer(table: TableNow, form: forms.ReturnForm) -> dict[str, Any]:
    """Return the ways in of a player who missed those blinds, and the payments of those with noted debts."""
    small = form.given("small") or (table.blinds.small_cents if table.blinds else None)
    big = form.given("big") or (table.blinds.big_cents if table.blinds else None)
    if not small or not big:
        return {}
    stakes, owes = Blinds(small, big), form.given("owes")
    noted = []
    for key, missed in table.missed.items():
        cents = betting.ways_back(table.seating, stakes, missed, is_between=False)[0].total_cents
        noted.append((table.names[key], f"posts {show_money(cents)}" if cents else "owes nothing"))
    missed = Missed(small=owes in ("small", "both"), big=owes in ("big", "both"))
    ways = betting.ways_back(table.seating, stakes, missed, is_between=owes == "between") if owes else []
    rows = [line for way in ways for line in _way(way, is_between=owes == "between", is_first=way is ways[0])]
    return {"lines": rows, "tables": [("Noted tonight", (), noted)] if noted else []}


def _way(way: betting.WayBack, *, is_between: bool, is_first: bool) -> list[tuple[str, bool]]:
    """Write a way back in lines, the first of which is large."""
    total, live, dead = map(show_money, (way.total_cents, way.live_cents, way.dead_cents))
    if way.how == HandEntryKind.NOTHING:
        return [("Nothing to post: dealt in.", True)]
    if way.how == HandEntryKind.WAITS:
        until = "the big blind or a straddle, and pay that"
        until = "the first hand with the button past your seat" if is_between else until
        return [(f"{'Wait' if is_first else 'Or wait'} for {until}.", is_first)]
    if way.how == HandEntryKind.BUYS:
        after = "They rest at the next hand; the hand after it has the button here."
        return [
            (f"Buy the button: {total}", True),
            (f"{live} live and {dead} dead into the pot, for the two players after you. {after}", False),
        ]
    parts = [f"{live} as a bet"] * bool(way.live_cents) + [f"{dead} dead into the pot"] * bool(way.dead_cents)
    return [(f"Post {total}", True), (f"{' and '.join(parts)}.", False)]


def leaving_answer(table: TableNow, form: forms.LeavingForm) -> dict[str, Any]:
    """Return the button and the blinds of the next hands, without the players who left since the last one.

    Players without names sit in their order from the button on. {} while the button is unknown.
    """
    left, last = form.given("left") or [], table.last
    if not table.is_named:
        last = hand_of(table.players)
    if last is None:
        return {}
    was = (last.names[last.button], last.names[last.blinds.small], last.names[last.blinds.big])
    answer = {"was": was, "left": left}
    if not left and {last.blinds.small, last.blinds.big} <= {*last.seat_of.values()}:
        return answer
    staying = [seat for key, seat in last.seat_of.items() if key not in left]
    rows = []
    for number, hand in enumerate(hands_ahead(last.blinds, staying, last.seats, _HANDS), 1):
        button = f"{'dead, at ' * hand.is_button_dead}{last.names[hand.button]}"
        small = "dead" if hand.is_small_dead else last.names[hand.small]
        rows.append((ordinal(number) if number > 1 else "Next", button, small, last.names[hand.big]))
    if not rows:
        return answer | {"lines": [("Too few are left to play.", True)]}
    return answer | {"hands": ("", ("Hand", "Button", "Small blind", "Big blind"), rows)}
