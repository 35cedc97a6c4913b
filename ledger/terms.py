"""The bank terms of a house: what a night may do with money, as plain values.

Pure. ``bank_terms`` reads them out of a document of rules. Amounts are cents, times are minutes.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ledger.money import format_cents, parse_cents, show_cents
from reservations.documents import BadTerms as BadTerms
from reservations.documents import Faults, Section, always, choice, flag, many, name_of, whole
from reservations.names import name_key
from reservations.problems import Malformed

BANK_SECTIONS = ("stakes", "levels", "buy_in", "rebuy", "cash_out", "bank", "chips")
"""The tables of a document that are read here; all others belong to somebody else."""

_MINUTES = whole(1, 1_440)


class Means(StrEnum):
    """What chips are paid with."""

    CASH = "cash"
    NOTE = "note"
    BOOK = "book"
    TRANSFER = "transfer"


class RebuyWhen(StrEnum):
    """When a player who has bought in tonight may buy again."""

    ANY_TIME = "any time"
    BUSTED = "busted"
    BELOW_MAXIMUM = "below the maximum"
    UP_TO_MAXIMUM = "up to the maximum"


class CashOutWhen(StrEnum):
    """When chips turn into cash."""

    ON_LEAVING = "on leaving"
    LEVELS = "when the blinds go up"
    END = "at the end"


@dataclass(frozen=True)
class Limit:
    """A limit of a buy-in in exactly one of its forms: an amount, big blinds, multiples, asked at each opening, or
    (the usual buy-in only) whatever the maximum is. ``or_big_stack`` lifts it to the biggest stack in the game."""

    cents: int | None = None
    big_blinds: int | None = None
    or_big_stack: bool = False
    multiples: int | None = None
    asked: bool = False
    maximum: bool = False


@dataclass(frozen=True)
class Blinds:
    """The small and the big blind, in cents; as text for people, as their place writes amounts."""

    small_cents: int
    big_cents: int

    def __str__(self) -> str:
        return f"{show_cents(self.small_cents)}/{show_cents(self.big_cents)}"


@dataclass(frozen=True)
class Colour:
    """The chips of one colour; they may wait in reserve, and the rack holds ``stock`` of them (None: plenty)."""

    name: str
    cents: int
    reserve: bool = False
    stock: int | None = None


@dataclass(frozen=True)
class BankTerms:
    """All bank terms of one version of a house's rules."""

    blinds: Blinds | None
    blinds_asked: bool
    levels: tuple[Blinds, ...]
    level_minutes: int | None
    minimum: Limit | None
    maximum: Limit | None
    usual: Limit | None
    multiple_cents: int | None
    pays_with: tuple[Means, ...]
    chip_sales: bool
    play_behind: bool
    rebuy_when: RebuyWhen
    rebuy_stack_asked: bool
    rebuy_minimum_binds: bool
    rebuy_maximum_percent: int
    cash_out_when: CashOutWhen
    window_minutes: int | None
    notice_minutes: int | None
    equal_deals: bool
    early_leave_is_bad_manners: bool
    payout_unit_cents: int
    one_banker: bool
    guests_answered_for: bool
    chips: tuple[Colour, ...]

    @property
    def has_book(self) -> bool:
        """Whether the house keeps THE BOOK."""
        return Means.BOOK in self.pays_with


def bank_terms(document: Mapping[str, object]) -> BankTerms:
    """Read the bank terms out of a document of rules; a house with levels has the blinds of the first one.

    Raises ``BadTerms`` with all faults at once: wrong values, unknown keys, and terms that contradict each other.
    """
    faults = Faults()
    terms = _read(Section(document, faults))
    for wrong, sentence, *places in (*_of_limits(terms), *_of_usual(terms), *_of_play(terms)):
        # A term that could not be read contradicts nothing: its own fault is enough.
        if wrong and not faults.touch(places):
            faults.add(places[0], sentence)
    if sentences := faults.sentences():
        raise BadTerms(sentences)
    return terms


def _read(document: Section) -> BankTerms:
    stakes, levels, buy_in, rebuy, cash_out, bank = (document.table(key) for key in BANK_SECTIONS[:-1])
    steps = _levels(levels, stakes)
    terms = BankTerms(
        blinds=_stakes(stakes) or next(iter(steps), None),
        blinds_asked=stakes.read("asked", always, False),
        levels=steps,
        level_minutes=levels.read("minutes", _MINUTES, None),
        minimum=_limit(buy_in, "minimum", "amount", "big_blinds", "multiples", "asked"),
        maximum=_limit(buy_in, "maximum", "amount", "big_blinds", "multiples", "asked"),
        usual=_limit(buy_in, "usual", "amount", "big_blinds", "multiples", "maximum"),
        multiple_cents=buy_in.read("multiple", parse_cents, None),
        pays_with=buy_in.need("pays_with", many(choice(Means), len(Means)), 'write ["cash"], for instance', ()),
        chip_sales=buy_in.read("chip_sales", flag, False),
        play_behind=buy_in.read("play_behind", flag, False),
        rebuy_when=rebuy.need("when", choice(RebuyWhen), 'write "any time", for instance', RebuyWhen.ANY_TIME),
        rebuy_stack_asked=rebuy.read("stack_asked", flag, False),
        rebuy_minimum_binds=rebuy.read("minimum_binds", flag, False),
        rebuy_maximum_percent=rebuy.read("maximum_percent", whole(100, 200), 100),
        cash_out_when=cash_out.need("when", choice(CashOutWhen), 'write "on leaving", for instance', CashOutWhen.END),
        window_minutes=cash_out.read("window_minutes", _MINUTES, None),
        notice_minutes=cash_out.read("notice_minutes", _MINUTES, None),
        equal_deals=cash_out.read("equal_deals", flag, False),
        early_leave_is_bad_manners=cash_out.read("leaving_early_is_bad_manners", flag, False),
        payout_unit_cents=100 if cash_out.read("whole_dollars", flag, False) else 1,
        one_banker=bank.read("one_banker", flag, False),
        guests_answered_for=bank.read("guests_answered_for", flag, False),
        chips=_colours(document.tables("chips")),
    )
    for section in (stakes, levels, buy_in, rebuy, cash_out, bank):
        section.finish()
    return terms


def _stakes(stakes: Section) -> Blinds | None:
    small = stakes.read("small_blind", parse_cents, None)
    big = stakes.read("big_blind", parse_cents, None)
    given = [key for key in ("small_blind", "big_blind") if key in stakes]
    if len(given) == 1:
        stakes.fault(given[0], "The small and the big blind belong together; write both.")
    if given and "asked" in stakes:
        stakes.fault("asked", "Blinds are either written here or asked at each opening; leave one of them out.")
    if small is None or big is None:
        return None
    if small > big:
        stakes.fault("small_blind", "The small blind is more than the big blind.")
    return Blinds(small, big)


def _levels(levels: Section, stakes: Section) -> tuple[Blinds, ...]:
    if ("blinds" in levels) != ("minutes" in levels):
        levels.fault("blinds", "Levels need both their blinds and the minutes that each of them lasts.")
    if "blinds" in levels and any(key in stakes for key in ("small_blind", "big_blind", "asked")):
        levels.fault("blinds", "A night with levels begins at the first of them; leave the blinds of [stakes] out.")
    return levels.read("blinds", many(_level, 100), ())


def _level(value: object) -> Blinds:
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed('Write each level as its two blinds, like ["0.25", "0.50"].')
    level = Blinds(parse_cents(value[0]), parse_cents(value[1]))
    if level.small_cents > level.big_cents:
        # As it stands in the file, whatever the place.
        written = f"{format_cents(level.small_cents)}/{format_cents(level.big_cents)}"
        raise Malformed(f"In {written} the small blind is more than the big blind.")
    return level


def _limit(buy_in: Section, key: str, *forms: str) -> Limit | None:
    inside = buy_in.inline(key)
    if inside is None:
        return None
    if sum(form in inside for form in forms) != 1:
        buy_in.fault(key, f"Write exactly one of {', '.join(forms)} in the braces.")
    limit = Limit(
        cents=inside.read("amount", parse_cents, None),
        big_blinds=inside.read("big_blinds", whole(1, 10_000), None),
        or_big_stack=key == "maximum" and inside.read("or_big_stack", flag, False),
        multiples=inside.read("multiples", whole(1, 10_000), None),
        asked="asked" in forms and inside.read("asked", always, False),
        maximum="maximum" in forms and inside.read("maximum", always, False),
    )
    inside.finish()
    return limit


def _colours(rows: tuple[Section, ...]) -> tuple[Colour, ...]:
    colours: dict[str, Colour] = {}
    for row in rows:
        name = row.need("colour", name_of, 'write its name, like "white"', "")
        if name and name_key(name) in colours:
            row.fault("colour", f"There are {name} chips already.")
        cents = row.need("value", parse_cents, 'write what one chip is worth, like "0.05"', 1)
        starred = row.read("starred", flag, False)
        colours[name_key(name)] = Colour(name, cents, starred, row.read("stock", whole(0, 1_000_000), None))
        row.finish()
    return tuple(sorted(colours.values(), key=lambda colour: colour.cents))


_Contradiction = tuple[bool, str, *tuple[str, ...]]
"""Whether two terms contradict each other, what to say then, and the places of both, the one to put right first."""

_MINIMUM, _MAXIMUM, _USUAL = "[buy_in] minimum", "[buy_in] maximum", "[buy_in] usual"
_REBUY, _CASH_OUT, _LEVELS, _STAKES = "[rebuy] when", "[cash_out] when", "[levels]", "[stakes]"


def _of_limits(terms: BankTerms) -> Iterator[_Contradiction]:
    falls = any(
        after.small_cents < before.small_cents or after.big_cents < before.big_cents
        for before, after in itertools.pairwise(terms.levels)
    )
    yield falls, "The blinds may not fall from one level to the next.", "[levels] blinds"
    for place, limit in ((_MINIMUM, terms.minimum), (_MAXIMUM, terms.maximum), (_USUAL, terms.usual)):
        countless = limit is not None and limit.big_blinds is not None and not (terms.blinds or terms.blinds_asked)
        yield countless, "There are no blinds to count in; write an amount, or the blinds.", place, _STAKES, _LEVELS
        unmultiplied = limit is not None and limit.multiples is not None and terms.multiple_cents is None
        yield unmultiplied, "Multiples of what? Write multiple under [buy_in].", place, "[buy_in] multiple"
    above = _exceeds(terms.minimum, terms.maximum, terms)
    yield above, "The minimum is more than the maximum, so no buy-in would do.", _MINIMUM, _MAXIMUM, _STAKES, _LEVELS


def _of_usual(terms: BankTerms) -> Iterator[_Contradiction]:
    usual = terms.usual
    above = _exceeds(usual, terms.maximum, terms)
    yield above, "The usual buy-in is more than the maximum.", _USUAL, _MAXIMUM, _STAKES, _LEVELS
    below = _exceeds(terms.minimum, usual, terms)
    yield below, "The usual buy-in is less than the minimum.", _USUAL, _MINIMUM, _STAKES, _LEVELS
    boundless = usual is not None and usual.maximum and terms.maximum is None
    yield boundless, "There is no maximum for it to be; write an amount.", _USUAL, _MAXIMUM
    uneven = terms.multiple_cents is not None and (_cents(usual, terms) or 0) % terms.multiple_cents != 0
    yield uneven, "The usual buy-in is not made of whole multiples.", _USUAL, "[buy_in] multiple", _STAKES, _LEVELS


def _of_play(terms: BankTerms) -> Iterator[_Contradiction]:
    bounded = terms.rebuy_when in (RebuyWhen.BELOW_MAXIMUM, RebuyWhen.UP_TO_MAXIMUM)
    by_level = terms.cash_out_when == CashOutWhen.LEVELS
    loose_note = Means.NOTE in terms.pays_with and not terms.has_book
    yield loose_note, 'Notes end in THE BOOK; add "book" to the means, or leave "note" out.', "[buy_in] pays_with"
    blind = terms.rebuy_when != RebuyWhen.ANY_TIME and not terms.rebuy_stack_asked
    yield blind, "That depends on the stack; write stack_asked = true too.", _REBUY, "[rebuy] stack_asked"
    endless = bounded and terms.maximum is None
    yield endless, "There is no maximum to measure by; write one under [buy_in].", _REBUY, _MAXIMUM
    idle = terms.rebuy_maximum_percent != 100 and not bounded
    yield idle, "The rebuys have no maximum to take a percentage of.", "[rebuy] maximum_percent", _REBUY
    unbound = terms.rebuy_minimum_binds and terms.minimum is None
    yield unbound, "There is no minimum that could bind; write one.", "[rebuy] minimum_binds", _MINIMUM
    yield by_level and not terms.levels, "The blinds never go up here; write [levels] too.", _CASH_OUT, _LEVELS
    ajar = by_level != (terms.window_minutes is not None)
    yield ajar, f'Write it together with when = "{CashOutWhen.LEVELS}".', "[cash_out] window_minutes", _CASH_OUT
    early = terms.cash_out_when == CashOutWhen.END and terms.notice_minutes is not None
    yield early, "Nobody leaves before the end, so there is no notice.", "[cash_out] notice_minutes", _CASH_OUT


def _exceeds(limit: Limit | None, other: Limit | None, terms: BankTerms) -> bool:
    if limit and other and limit.big_blinds and other.big_blinds:
        return limit.big_blinds > other.big_blinds
    cents, others = _cents(limit, terms), _cents(other, terms)
    return cents is not None and others is not None and cents > others


def _cents(limit: Limit | None, terms: BankTerms) -> int | None:
    """Give what a limit comes to on every night of the house, None where that differs from night to night."""
    if limit is None:
        return None
    if limit.multiples is not None:
        return limit.multiples * (terms.multiple_cents or 0)
    if limit.big_blinds is not None and terms.blinds is not None and not terms.levels:
        return limit.big_blinds * terms.blinds.big_cents
    return limit.cents
