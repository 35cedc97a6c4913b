"""A wrong count of the drawer or the chips: the mistakes that would explain the discrepancy, the likeliest first.

Pure. All amounts are cents. The sign, once and for both places: *discrepancy = counted − expected by the books*.
The books get corrected, so a mistake explains a discrepancy if its correction changes the expected sum by exactly the
discrepancy, sign and all:

* in the drawer the books expect the float, the buy-ins and the notes paid in cash, less the cash paid out;
* of chips they expect all buy-ins, less all cash-outs. Chips that never came back are −, too many that came back +.

So a buy-in recorded twice leaves both places short, a cash-out recorded twice leaves them over, and so does a buy-in
that was never recorded. A sale from player to player changes neither.

Typing mistakes are searched at both places, since a banker may pay out the right count and type another. Chips of one
colour taken for another are searched among the chips only: they are miscounted before anything is typed, and the payout
then agrees with the books.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import permutations

from ledger.cash_out.payout import odd_of
from ledger.money.cents import show_cents, swapped_digits
from ledger.money.words import PAID, Means
from ledger.terms.bank_terms import Colour
from reservations.acts.kinds import Kind


class CountedPlace(StrEnum):
    """The counted place: the cash in the drawer, or the chips."""

    DRAWER = "drawer"
    CHIPS = "chips"


ADDS: dict[CountedPlace, dict[str, int]] = {
    CountedPlace.DRAWER: {
        **dict.fromkeys((Kind.OPEN, Kind.FLOAT, Kind.BUY_IN, Kind.REDEEM_NOTE), 1),
        **dict.fromkeys((Kind.CASH_OUT, Kind.FINAL_POT), -1),
    },
    CountedPlace.CHIPS: {Kind.BUY_IN: 1, Kind.CASH_OUT: -1, Kind.DECLARE_CHIPS: 1},
}
"""Whether the books expect more at a place after an act of a kind, or less."""

MOST_HINTS = 6
MOST_OF_A_KIND = 3
"""A long row of the same guess helps nobody and would crowd out the others."""

TWICE_WITHIN = timedelta(minutes=2)
MOST_CHIPS_MIXED_UP = 100
"""A full rack of one colour; nobody takes more for another colour at once."""

# The weights order the guesses: the fewer amounts fit by chance, the higher the weight.
_TWICE = 900  # The same player, kind and amount within minutes hardly happens at a table.
_COUNTED_OTHERWISE = 800  # A player or the banker counted this sum.
_CHIPS_FOR_MONEY = 750  # An amount and a colour must fit together to the cent.
_DIGITS_SWAPPED = 700  # As exact, but a long amount has several swaps to try.
_NOTE_PAID = 650  # A note is one piece of paper with one amount, but any other bill fits as well.
_USUAL_FORGOTTEN = 600  # The commonest sum at the table, but no act suggests it.
_LAST_FORGOTTEN = 500  # An amount that was bought before, but not the usual one.
_PAID_OTHERWISE = 450  # Fits every buy-in of that amount.
_COLOURS_MIXED_UP = 400  # Fits many cash-outs; one less for every chip, since few are mixed up more easily.

_SUBJECTS: dict[str, str] = {
    Kind.OPEN: "The opening float",
    Kind.FLOAT: "The addition to the float",
    Kind.BUY_IN: "{}'s buy-in",
    Kind.REDEEM_NOTE: "{}'s payment of a note",
    Kind.CASH_OUT: "{}'s cash-out",
    Kind.FINAL_POT: "{}'s final pot",
    Kind.DECLARE_CHIPS: "The declaration of chips",
}


@dataclass(frozen=True)
class SearchedAct:
    """An act of the night that is in effect, ``at`` in the time zone of its display.

    ``cents`` is the typed amount: of a cash-out the banker's count; chips declared missing are negative. ``player`` is
    a name. ``not_cash_cents`` of it went by transfer, on notes, or in THE BOOK instead of the drawer. ``other_counts``
    are other counts of the same chips: by the player, or by either before they agreed.
    """

    number: int
    kind: str
    at: datetime
    cents: int
    player: str = ""
    not_cash_cents: int = 0
    other_counts: Sequence[int] = ()


@dataclass(frozen=True)
class UnpaidNote:
    """A note of the bank not paid in cash, its rest, and the act that ended it otherwise, else None."""

    name: str
    debtor: str
    cents: int
    ended_by: int | None


@dataclass(frozen=True)
class Discrepancy:
    """The discrepancy of a count (+ more than the books expect, − less), and the data to search.

    Acts confirmed by an earlier count that agreed may be left out of ``acts``. The rest is the house's: its usual
    buy-in, its colours, its unit of payouts, and its means beside cash; and the notes not paid in cash.
    """

    place: CountedPlace
    cents: int
    acts: Sequence[SearchedAct]
    usual_cents: int | None = None
    colours: Sequence[Colour] = ()
    payout_unit_cents: int = 1
    not_in_cash: Sequence[Means] = ()
    unpaid_notes: Sequence[UnpaidNote] = ()

    def of_kind(self, *kinds: Kind) -> list[SearchedAct]:
        """Return the acts of those kinds in the order of their numbers."""
        return sorted((act for act in self.acts if act.kind in kinds), key=lambda act: act.number)

    def is_explained(self, act: SearchedAct, true_cents: int = 0) -> bool:
        """Tell whether everything would agree if the act were about ``true_cents``; 0 is for undoing it."""
        change = self.moved_cents(act, true_cents) - self.moved_cents(act, act.cents)
        return ADDS[self.place].get(act.kind, 0) * change == self.cents

    def moved_cents(self, act: SearchedAct, cents: int) -> int:
        """Return the cents moved at this place if the act were about ``cents``."""
        if self.place == CountedPlace.CHIPS:
            return cents
        # Odd cents of a cash-out stay in chips until the final pot.
        unit = self.payout_unit_cents if act.kind == Kind.CASH_OUT else 1
        nothing_in_cash = 0 < act.cents - odd_of(act.cents, unit) <= act.not_cash_cents
        return 0 if nothing_in_cash else max(cents - odd_of(cents, unit) - act.not_cash_cents, 0)

    def name_of(self, act: SearchedAct) -> str:
        """Name an act as people remember it: "Bo's rebuy of 20.00 at 21:04"."""
        subject = _SUBJECTS[act.kind]
        bought = (bought.player for bought in self.of_kind(Kind.BUY_IN) if bought.number < act.number)
        if act.kind == Kind.BUY_IN and act.player in bought:
            subject = "{}'s rebuy"
        return f"{subject.format(act.player)} of {show_cents(abs(act.cents))} at {act.at:%H:%M}"


@dataclass(frozen=True)
class Hint:
    """A mistake that would explain a discrepancy: the number of its act, if any, and its player."""

    act: int | None
    player: str
    sentence: str
    weight: int


def discrepancy_hints(found: Discrepancy) -> tuple[Hint, ...]:
    """Return the mistakes that would explain it, the likeliest first, at most ``MOST_HINTS``; () for 0 cents."""
    if not found.cents:
        return ()
    hints = [hint for search in _SEARCHES for hint in sorted(search(found), key=_rank)[:MOST_OF_A_KIND]]
    return tuple(sorted(hints, key=_rank)[:MOST_HINTS])


def _rank(hint: Hint) -> tuple[int, int, str]:
    return -hint.weight, -(hint.act or 0), hint.sentence


def _hint(found: Discrepancy, act: SearchedAct, guess: str, weight: int) -> Hint:
    """Return the hint at one act, which is named in front of the guess."""
    sentence = f"{found.name_of(act)} (act {act.number}) {guess}: that would explain it."
    return Hint(act.number, act.player, sentence, weight)


def _recorded_twice(found: Discrepancy) -> Iterator[Hint]:
    """The same amount twice within two minutes, by the clock, for the same player."""
    acts = sorted(found.acts, key=lambda act: act.number)
    for place, later in enumerate(acts):
        alike = [
            act for act in acts[:place] if (act.kind, act.player, act.cents) == (later.kind, later.player, later.cents)
        ]
        earlier = [act for act in alike if abs(later.at - act.at) <= TWICE_WITHIN][-1:]
        # If their payments differ, perhaps only one of the two explains it.
        undone = next((act for act in (later, *earlier) if found.is_explained(act)), None)
        if earlier and undone:
            sentence = (
                f"{found.name_of(earlier[0])} and the one at {later.at:%H:%M} look like one recorded twice: "
                f"undoing act {undone.number} would explain it."
            )
            yield Hint(undone.number, undone.player, sentence, _TWICE)


def _buy_in_forgotten(found: Discrepancy) -> Iterator[Hint]:
    """A buy-in that was not recorded, of the usual amount or of a player's last one."""
    last, won = dict[str, int](), Counter[str]()
    for act in found.of_kind(Kind.BUY_IN, Kind.CASH_OUT):
        won[act.player] += act.cents if act.kind == Kind.CASH_OUT else -act.cents
        if act.kind == Kind.BUY_IN:
            last[act.player] = act.cents
    # Players with a buy-in missing on paper seem to have won more than they did.
    players = sorted((who for who, cents in last.items() if cents == found.cents), key=lambda who: -won[who])
    is_usual = found.cents == found.usual_cents
    if players or is_usual:
        what = f"{'the usual ' if is_usual else ''}{show_cents(found.cents)}"
        who = f" Bought as much the last time: {', '.join(players[:3])}." if players else ""
        weight = _USUAL_FORGOTTEN if is_usual else _LAST_FORGOTTEN
        yield Hint(None, "".join(players[:1]), f"A buy-in of {what} may not have been recorded.{who}", weight)


def _digits_swapped(found: Discrepancy) -> Iterator[Hint]:
    """Two neighbouring digits of an amount the wrong way round."""
    for act in found.of_kind(Kind.OPEN, Kind.FLOAT, Kind.BUY_IN, Kind.REDEEM_NOTE, Kind.CASH_OUT):
        for cents in swapped_digits(act.cents):
            if found.is_explained(act, cents):
                yield _hint(found, act, f"may have been {show_cents(cents)}, with two digits swapped", _DIGITS_SWAPPED)


def _counted_otherwise(found: Discrepancy) -> Iterator[Hint]:
    """A cash-out for which the other of two counts was right."""
    for act in found.of_kind(Kind.CASH_OUT):
        for cents in dict.fromkeys(act.other_counts):
            if found.is_explained(act, cents):
                yield _hint(found, act, f"was also counted as {show_cents(cents)}", _COUNTED_OTHERWISE)


def _chips_for_money(found: Discrepancy) -> Iterator[Hint]:
    """A cash-out of one colour, typed as its number of chips instead of their worth, or the reverse."""
    for act in found.of_kind(Kind.CASH_OUT):
        readings = []
        for colour in found.colours:
            # 40.00 and 0.40 are 40 chips, and 4.00 is the worth of 4 chips.
            if act.cents % 100 == 0 or act.cents < 100:
                number = act.cents if act.cents % 100 else act.cents // 100
                cents = number * colour.cents
                readings.append((cents, f"{_chips(number, colour)}, worth {show_cents(cents)}, typed as money"))
            if act.cents % colour.cents == 0:
                number = act.cents // colour.cents
                readings.append((number * 100, f"{show_cents(number * 100)}, typed as {_chips(number, colour)}"))
        # Several readings can make the same amount; one is enough to make the banker look.
        fitting = next((reading for cents, reading in readings if found.is_explained(act, cents)), None)
        if fitting:
            yield _hint(found, act, f"may be {fitting}", _CHIPS_FOR_MONEY)


def _chips(number: int, colour: Colour) -> str:
    return f"{number} {colour.name} {'chip' if number == 1 else 'chips'}"


def _note_paid(found: Discrepancy) -> Iterator[Hint]:
    """A note that was paid in cash without a record."""
    for note in found.unpaid_notes if found.place == CountedPlace.DRAWER else ():
        if note.cents == found.cents:
            ended = f" (ended by act {note.ended_by})" if note.ended_by else ""
            sentence = (
                f"The note {note.name} of {note.debtor}{ended} may have been paid in cash, {show_cents(note.cents)}, "
                "and not recorded: that would explain it."
            )
            yield Hint(note.ended_by, note.debtor, sentence, _NOTE_PAID)


def _paid_otherwise(found: Discrepancy) -> Iterator[Hint]:
    """A buy-in or a cash-out by transfer, on a note or in THE BOOK that is recorded as cash, or the reverse."""
    if found.place != CountedPlace.DRAWER or not found.not_in_cash:
        return
    otherwise = " or ".join(PAID[means] for means in found.not_in_cash)
    not_cash = otherwise if len(found.not_in_cash) == 1 else "otherwise than in cash"
    for act in found.of_kind(Kind.BUY_IN, Kind.CASH_OUT):
        cash, sign = found.moved_cents(act, act.cents), ADDS[CountedPlace.DRAWER][act.kind]
        for cents, change, recorded, paid in (
            (cash, -cash, "in cash", otherwise),
            (act.not_cash_cents, act.not_cash_cents, not_cash, "in cash"),
        ):
            if sign * change == found.cents:
                guess = f"is recorded with {show_cents(cents)} {recorded}, but may have been paid {paid}"
                yield _hint(found, act, guess, _PAID_OTHERWISE)


def _colours_mixed_up(found: Discrepancy) -> Iterator[Hint]:
    """Chips of one colour counted as another; of every cash-out the reading with the fewest chips.

    Readings with so few chips that everybody's odd cents, left in the middle for the final pot, explain them are left
    out.
    """
    cash_outs = found.of_kind(Kind.CASH_OUT) if found.place == CountedPlace.CHIPS else []
    most_odd_cents = (found.payout_unit_cents - 1) * len(cash_outs)
    for act in cash_outs if not -most_odd_cents <= found.cents < 0 else ():
        readings = []
        for true, counted in permutations(found.colours, 2):
            gain = counted.cents - true.cents
            number, rest = divmod(found.cents, gain) if gain else (0, 0)
            if not rest and 0 < number <= MOST_CHIPS_MIXED_UP and number * counted.cents <= act.cents:
                readings.append((number, f"may hold {_chips(number, true)} counted as {counted.name}"))
        if readings:
            number, reading = min(readings, key=lambda pair: pair[0])
            yield _hint(found, act, reading, _COLOURS_MIXED_UP - number)


_SEARCHES: tuple[Callable[[Discrepancy], Iterator[Hint]], ...] = (
    _recorded_twice,
    _counted_otherwise,
    _chips_for_money,
    _digits_swapped,
    _note_paid,
    _buy_in_forgotten,
    _paid_otherwise,
    _colours_mixed_up,
)
