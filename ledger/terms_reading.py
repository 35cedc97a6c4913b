"""Reads the bank terms of a house out of a document of rules. Pure."""

from collections.abc import Mapping

from ledger.money import format_cents, parse_cents
from ledger.terms import BankTerms, Blinds, CashOutWhen, Colour, Limit, Means, RebuyWhen
from ledger.terms_check import contradictions
from reservations.documents import Faults, Section, always, choice, flag, many, name_of, text, whole
from reservations.names import name_key, parse_mark
from reservations.problems import Malformed

BANK_SECTIONS = ("stakes", "levels", "buy_in", "rebuy", "cash_out", "bank", "credit", "conduct", "chips")
"""The tables of a document that are read here; all others belong to somebody else."""

BANK_CONDUCT = ("jumped_bet",)
"""What of [conduct] is read here, of which somebody else reads the rest: see ``SEATING_CONDUCT``."""

_MINUTES = whole(1, 1_440)


def bank_terms(document: Mapping[str, object]) -> BankTerms:
    """Read the bank terms out of a document of rules; a house with levels has the blinds of the first one.

    Raises ``BadTerms`` with all faults at once: wrong values, unknown keys, and terms that contradict each other.
    """
    faults = Faults()
    terms = _read(Section(document, faults))
    faults.check(contradictions(terms))
    return terms


def _read(document: Section) -> BankTerms:
    stakes, levels, buy_in, rebuy, cash_out, bank, credit, conduct = (document.table(key) for key in BANK_SECTIONS[:-1])
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
        credit_limit_cents=credit.read("limit", parse_cents, None),
        credit_is_hard=credit.read("hard", flag, False),
        overdue_days=credit.read("overdue_days", whole(1, 3_660), None),
        host_mark=credit.read("host_mark", _mark, None),
        jumped_bet_cents=conduct.read("jumped_bet", parse_cents, None),
        chips=_colours(document.tables("chips")),
    )
    for section in (stakes, levels, buy_in, rebuy, cash_out, bank, credit):
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


def _mark(value: object) -> str:
    return parse_mark(text(value))


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
