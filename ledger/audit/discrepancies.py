"""When a count is off: which act of the night may be the mistake, the likeliest first.

Pure. All amounts are cents; ``ledger.audit.differences`` reads the sign. Mistakes in typing are looked for at both
places, since a banker may well pay out what they counted and type something else. Chips of one colour taken for
another are looked for among the chips only: they are counted wrong before anything is typed, and what is paid out
then agrees with the books.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise, permutations

from ledger.audit.differences import ADDS, Difference, Entry, Place
from ledger.money.cents import format_cents, show_cents
from ledger.terms.bank_terms import Colour
from ledger.terms.violations import PAID
from reservations.acts.kinds import Kind

MOST_SUSPECTS = 6
MOST_OF_A_KIND = 3
"""A long row of the same guess helps nobody and would crowd out the others."""

TWICE_WITHIN = timedelta(minutes=2)
MOST_CHIPS_MIXED_UP = 100
"""A full rack of one colour; nobody takes more for another colour at once."""

# The weights order the guesses: the fewer amounts would fit by chance, the higher.
_TWICE = 900  # The same player, kind and amount within minutes hardly happens at a table.
_CHIPS_FOR_MONEY = 750  # One amount and one colour have to fit together to the cent.
_DIGITS_SWAPPED = 700  # As exact, but a long amount has several swaps to try.
_NOTE_PAID = 650  # A note is one piece of paper with one amount, but any other bill fits as well.
_USUAL_FORGOTTEN = 600  # The sum that goes over the table most often; no act points at it.
_LAST_FORGOTTEN = 500  # An amount that was bought before, but not the one everybody buys.
_PAID_OTHERWISE = 450  # Fits every buy-in of that amount.
_COLOURS_MIXED_UP = 400  # Fits many cash-outs; one less for each chip, since few are mixed up sooner than many.


@dataclass(frozen=True)
class Suspect:
    """A mistake that would explain the difference: the number of the act, where there is one, and whose it is."""

    act: int | None
    player: str
    sentence: str
    weight: int


def suspects(difference: Difference) -> tuple[Suspect, ...]:
    """Return what may be the mistake, the likeliest first and later acts before earlier ones; () where nothing is off.

    At most ``MOST_SUSPECTS``, and no more than ``MOST_OF_A_KIND`` of the same kind.
    """
    if not difference.cents:
        return ()
    found = [suspect for kind in _KINDS for suspect in sorted(kind(difference), key=_rank)[:MOST_OF_A_KIND]]
    return tuple(sorted(found, key=_rank)[:MOST_SUSPECTS])


def _rank(suspect: Suspect) -> tuple[int, int, str]:
    return -suspect.weight, -(suspect.act or 0), suspect.sentence


def _recorded_twice(difference: Difference) -> Iterator[Suspect]:
    """The same amount twice within two minutes, by the clock, for the same player."""
    for later in difference.entries:
        earlier = _just_before(later, difference.entries)
        # Where they were paid differently, only one of the two may explain it.
        undone = next((each for each in (later, earlier) if each and difference.is_explained(each)), None)
        if earlier and undone:
            sentence = (
                f"{_named(earlier, difference)} and the one at {later.at:%H:%M} look like one recorded twice: "
                f"undoing act {undone.number} would explain it."
            )
            yield Suspect(undone.number, undone.player, sentence, _TWICE)


def _just_before(later: Entry, entries: Sequence[Entry]) -> Entry | None:
    same = (
        each
        for each in entries
        if (each.kind, each.player, each.cents) == (later.kind, later.player, later.cents)
        and each.number < later.number
        and abs(later.at - each.at) <= TWICE_WITHIN
    )
    return max(same, key=lambda each: each.number, default=None)


def _buy_in_forgotten(difference: Difference) -> Iterator[Suspect]:
    """A buy-in that nobody wrote down, of the usual amount or of one that somebody bought the last time."""
    last = {each.player: each.cents for each in difference.of_kind(Kind.BUY_IN)}
    players = [player for player, cents in last.items() if cents == difference.cents]
    # Whoever has a buy-in missing on paper seems to have won more than they did.
    players.sort(key=lambda player: -_won(player, difference))
    is_usual = difference.cents == difference.usual_cents
    if players or is_usual:
        what = f"{show_cents(difference.cents)}{', the usual one here,' if is_usual else ''}"
        who = f" Bought as much the last time: {', '.join(players[:3])}." if players else ""
        weight = _USUAL_FORGOTTEN if is_usual else _LAST_FORGOTTEN
        yield Suspect(None, "".join(players[:1]), f"A buy-in of {what} was not written down?{who}", weight)


def _won(player: str, difference: Difference) -> int:
    own = [each for each in difference.of_kind(Kind.BUY_IN, Kind.CASH_OUT) if each.player == player]
    return sum(each.cents if each.kind == Kind.CASH_OUT else -each.cents for each in own)


def _digits_swapped(difference: Difference) -> Iterator[Suspect]:
    """Two neighbouring digits of an amount the wrong way round."""
    for entry in difference.of_kind(Kind.OPEN, Kind.FLOAT, Kind.BUY_IN, Kind.REDEEM_NOTE, Kind.CASH_OUT):
        for cents in _swaps(entry.cents):
            if difference.is_explained(entry, cents):
                sentence = (
                    f"{_numbered(entry, difference)} may have been {show_cents(cents)}, with two digits swapped: "
                    "that would explain it."
                )
                yield Suspect(entry.number, entry.player, sentence, _DIGITS_SWAPPED)


def _swaps(cents: int) -> Iterator[int]:
    """Yield the amounts whose written form differs in two neighbouring digits; nobody writes 05.00."""
    written = format_cents(cents)
    places = [place for place, character in enumerate(written) if character != "."]
    for one, other in pairwise(places):
        swapped = list(written)
        swapped[one], swapped[other] = written[other], written[one]
        amount = int("".join(swapped).replace(".", ""))
        if format_cents(amount) == "".join(swapped):
            yield amount


def _chips_for_money(difference: Difference) -> Iterator[Suspect]:
    """A cash-out of one colour, typed as how many chips it is instead of what they are worth, or as the reverse."""
    for entry in difference.of_kind(Kind.CASH_OUT):
        readings = (reading for colour in difference.colours for reading in _readings(entry.cents, colour))
        # Several readings can come to the same amount; one of them is enough to make somebody look.
        fitting = next((reading for cents, reading in readings if difference.is_explained(entry, cents)), None)
        if fitting:
            sentence = f"{_numbered(entry, difference)} may be {fitting}: that would explain it."
            yield Suspect(entry.number, entry.player, sentence, _CHIPS_FOR_MONEY)


def _readings(typed_cents: int, colour: Colour) -> Iterator[tuple[int, str]]:
    """Yield what else an amount can mean: 40.00 and 0.40 are 40 chips, and what 4 chips come to is 4.00."""
    if typed_cents % 100 == 0 or typed_cents < 100:
        number = typed_cents if typed_cents % 100 else typed_cents // 100
        cents = number * colour.cents
        yield cents, f"{_chips(number, colour)}, worth {show_cents(cents)}, typed as money"
    if typed_cents % colour.cents == 0:
        number = typed_cents // colour.cents
        yield number * 100, f"{show_cents(number * 100)}, typed as {_chips(number, colour)}"


def _note_paid(difference: Difference) -> Iterator[Suspect]:
    """A note that was paid in cash, which nobody wrote down."""
    if difference.place != Place.DRAWER:
        return
    for note in difference.unpaid_notes:
        if note.cents == difference.cents:
            ended = f" (ended by act {note.ended_by})" if note.ended_by else ""
            sentence = (
                f"{note.debtor} may have paid the note {note.name}{ended} in cash, {show_cents(note.cents)}, "
                "and nobody wrote it down: that would explain it."
            )
            yield Suspect(note.ended_by, note.debtor, sentence, _NOTE_PAID)


def _paid_otherwise(difference: Difference) -> Iterator[Suspect]:
    """A buy-in or a cash-out by transfer, on a note or in THE BOOK that is recorded as cash, or the reverse."""
    if difference.place != Place.DRAWER or not difference.not_in_cash:
        return
    otherwise = " or ".join(PAID[means] for means in difference.not_in_cash)
    not_cash = otherwise if len(difference.not_in_cash) == 1 else "otherwise than in cash"
    for entry in difference.of_kind(Kind.BUY_IN, Kind.CASH_OUT):
        cash, sign = difference.cash_of(entry), ADDS[Place.DRAWER][entry.kind]
        for cents, change, recorded, paid in (
            (cash, -cash, "in cash", otherwise),
            (entry.not_cash_cents, entry.not_cash_cents, not_cash, "in cash"),
        ):
            if sign * change == difference.cents:
                sentence = (
                    f"{_numbered(entry, difference)} is recorded with {show_cents(cents)} {recorded}: "
                    f"had that been paid {paid}, it would explain it."
                )
                yield Suspect(entry.number, entry.player, sentence, _PAID_OTHERWISE)


def _colours_mixed_up(difference: Difference) -> Iterator[Suspect]:
    """Chips of one colour counted as another; of each cash-out the reading with the fewest chips."""
    if difference.place != Place.CHIPS:
        return
    for entry in difference.of_kind(Kind.CASH_OUT):
        mixed_up = list(_mixed_up(difference, entry.cents))
        if mixed_up:
            number, true, counted = min(mixed_up, key=lambda each: each[0])
            sentence = (
                f"{_numbered(entry, difference)}: {_chips(number, true)} counted as {counted.name} would explain it."
            )
            yield Suspect(entry.number, entry.player, sentence, _COLOURS_MIXED_UP - number)


def _mixed_up(difference: Difference, most_cents: int) -> Iterator[tuple[int, Colour, Colour]]:
    """Yield how many chips, of which colour, counted as which, make the difference within a cash-out."""
    for true, counted in permutations(difference.colours, 2):
        gain = counted.cents - true.cents
        if gain and difference.cents % gain == 0:
            number = difference.cents // gain
            if 0 < number <= MOST_CHIPS_MIXED_UP and number * counted.cents <= most_cents:
                yield number, true, counted


_KINDS: tuple[Callable[[Difference], Iterator[Suspect]], ...] = (
    _recorded_twice,
    _chips_for_money,
    _digits_swapped,
    _note_paid,
    _buy_in_forgotten,
    _paid_otherwise,
    _colours_mixed_up,
)


def _named(entry: Entry, difference: Difference) -> str:
    """Name an act as people remember it: "Bo's rebuy of 20.00 at 21:04"."""
    return f"{_subject(entry, difference)} of {show_cents(abs(entry.cents))} at {entry.at:%H:%M}"


def _numbered(entry: Entry, difference: Difference) -> str:
    return f"{_named(entry, difference)} (act {entry.number})"


def _subject(entry: Entry, difference: Difference) -> str:
    if entry.kind == Kind.BUY_IN:
        before = (each.player for each in difference.of_kind(Kind.BUY_IN) if each.number < entry.number)
        return f"{entry.player}'s {'rebuy' if entry.player in before else 'buy-in'}"
    return _SUBJECTS[entry.kind].format(entry.player)


_SUBJECTS: dict[str, str] = {
    Kind.OPEN: "The opening float",
    Kind.FLOAT: "The addition to the float",
    Kind.REDEEM_NOTE: "{}'s payment of a note",
    Kind.CASH_OUT: "{}'s cash-out",
    Kind.FINAL_POT: "{}'s final pot",
    Kind.DECLARE_CHIPS: "The declaration of chips",
}


def _chips(number: int, colour: Colour) -> str:
    return f"{number} {colour.name} {'chip' if number == 1 else 'chips'}"
