"""The fields of a house's rules: every key that a document may have, with its label, unit and meaning. Pure.

The keys, their kinds and their defaults are those of the documents themselves; only the words are written here. The
form asks for them in this order, and any page may lead to one: ``/houses/KEY/change/#term-buy_in-maximum``.
"""

import functools
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from hostdesk.houses.presets import HouseDocument
from ledger.money.cents import parse_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import BankDocument, Blinds, Limit
from reservations.houses.attendance_terms import AttendanceDocument, Step
from reservations.houses.seating_terms import SeatingDocument
from reservations.parsing.documents import KeyPath, keys_of

_FIXED = ("key", "name")
"""What a house is found by: no version of its rules changes it."""


class Kind(StrEnum):
    """How a term is asked for."""

    AMOUNT = "amount"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    CHOICE = "choice"
    LIMIT = "limit"
    MEANS = "means"
    LINES = "lines"
    STEPS = "steps"
    LEVELS = "levels"


@dataclass(frozen=True)
class Term:
    """One key of a document: ``table`` is "" for a key of the document itself, and ``key`` its name in the file.

    ``default`` holds where nothing is written (None: there is no such limit), ``choices`` are what may be written.
    ``in_rows``: the table is a list, and every row of it has the key.
    """

    table: str
    key: str
    kind: Kind
    default: object
    choices: tuple[str, ...]
    in_rows: bool
    label: str
    unit: str
    meaning: str

    @property
    def name(self) -> str:
        """The key with its table, as the form sends it: "buy_in.maximum"."""
        return f"{self.table}.{self.key}" if self.table else self.key

    def anchor(self, row: int | None = None) -> str:
        """Return the id of its input, in a row of a list that of the row."""
        return "-".join(str(part) for part in ("term", self.table, row, self.key) if part not in ("", None))


@dataclass(frozen=True)
class Section:
    """A part of the form: its id, its heading, what it is about, and its terms in order."""

    key: str
    title: str
    about: str
    terms: tuple[Term, ...]


_SECTIONS = {
    "house": ("The house", "What it is called, and where its rules come from."),
    "money": ("Money", "How chips are paid for, and who sells them."),
    "buying-in": ("Buying in", "The limits of the first buy-in and of every one after it."),
    "leaving": ("Leaving", "When chips turn into cash, and what is due before."),
    "notes": ("Notes and THE BOOK", "Who may owe, how much, and for how long."),
    "reservations": ("Reservations and strikes", "Seats, giving them up, and what staying away means."),
    "waiting": ("Waiting list", "Who goes first when a seat is free, and how it moves on."),
    "tables": ("Tables", "How many sit at one, and when there are two."),
    "blinds": ("Blinds and levels", "What a night begins with, how the blinds rise, and who owes them."),
    "chips": ("Chips", "The colours in the case, what they are worth, and how many there are."),
    "bets": ("Bets and split pots", "What the desk counts with at the table."),
    "conduct": ("Conduct", "Jumping the bet, and thinking for too long."),
    "articles": ("Articles", "The rules that people read, one rule each."),
}

_WORDS: dict[str, dict[str, tuple[str, str, str]]] = {
    "house": {
        "summary": ("In one sentence", "", "What kind of game it is, for whoever sees the house for the first time."),
        "source.title": ("Based on", "", "The rules that this house was written from, if there are any."),
        "source.version": ("Their version", "", "As those rules call it."),
        "source.date": ("Their date", "", "When those rules were written."),
        "source.base": ("Where it is silent", "", "The rule book that decides what this house says nothing of."),
    },
    "money": {
        "buy_in.pays_with": ("Chips are paid for", "", "What the bank takes for chips."),
        "buy_in.chip_sales": ("Players may sell chips to each other", "", "Otherwise all chips come from the bank."),
        "buy_in.play_behind": ("Cash may play behind", "", "Cash beside the chips counts once its owner has said so."),
        "bank.one_banker": ("One banker for the whole night", "", "Handing the bank over then takes a ruling."),
    },
    "buying-in": {
        "buy_in.minimum": ("Minimum", "", "The least that a player buys in for."),
        "buy_in.maximum": ("Maximum", "", "The most that a player buys in for."),
        "buy_in.usual": ("Usual buy-in", "", "What the bank suggests."),
        "buy_in.multiple": ("Multiple", "", "The bank sells chips in multiples of this."),
        "rebuy.when": ("Buying again", "", "When a player who has bought in tonight may buy more."),
        "rebuy.minimum_binds": ("The minimum holds for rebuys too", "", "Otherwise any amount may be added."),
        "rebuy.maximum_percent": ("Stack and rebuy together", "% of the maximum", "How far they may go."),
        "rebuy.stack_asked": ("The stack is asked for", "", "The banker is asked what the player has in front."),
    },
    "leaving": {
        "cash_out.when": ("Chips turn into cash", "", "When a player can cash out."),
        "cash_out.window_minutes": ("Window", "minutes", "How long after the blinds went up chips turn into cash."),
        "cash_out.notice_minutes": ("Notice", "minutes", "How long before leaving a player says so; a round does too."),
        "cash_out.equal_deals": (
            "Everybody deals equally often",
            "",
            "Nobody leaves before the last has dealt as often as the first.",
        ),
        "cash_out.leaving_early_is_bad_manners": (
            "Leaving early is bad manners",
            "",
            "It is said at the cash-out, and costs nothing.",
        ),
        "cash_out.whole_dollars": (
            "Only whole amounts are paid out",
            "",
            "The cents beyond them go into the final pot.",
        ),
    },
    "notes": {
        "credit.limit": ("Most that one player owes", "", "THE BOOK and tonight's notes together."),
        "credit.hard": ("Nobody overrules that limit", "", "Otherwise the host may."),
        "credit.overdue_days": ("Overdue after", "days", "Who owes for longer is in arrears."),
        "credit.host_mark": ("The host's mark", "", "Only the host signs notes with it."),
        "bank.guests_answered_for": (
            "Inviters answer for their guests",
            "",
            "What a guest cannot pay is owed by whoever invited them.",
        ),
    },
    "reservations": {
        "attendance.seats": ("Seats", "seats", "For a night that says nothing else. Blank: as many as come."),
        "attendance.late_change_minutes": (
            "Too late to give up a seat",
            "minutes before the start",
            "From then on it counts like staying away. Blank: never.",
        ),
        "attendance.taken_up_clears": (
            "No strike if the seat is taken in time",
            "",
            "Somebody from the waiting list took it before the start.",
        ),
        "attendance.no_show_weight": ("Staying away counts as", "strikes", "How many strikes one no-show is."),
        "attendance.late_change_weight": (
            "Giving up too late counts as",
            "strikes",
            "How many strikes one late change is.",
        ),
        "attendance.steps": ("What follows from strikes", "", "From so many strikes on."),
        "attendance.expires_after_nights": (
            "A strike expires after",
            "nights",
            "Later nights of this house. Blank: never.",
        ),
        "attendance.grace_minutes": (
            "A seat is kept for",
            "minutes",
            "After the start, or after the time its player said.",
        ),
        "confirmation.asked_minutes": (
            "Asked to confirm",
            "minutes before the start",
            "Everybody with a seat. Blank: nobody.",
        ),
        "confirmation.released_minutes": (
            "Unconfirmed seats move on",
            "minutes before the start",
            "To the next in line. Blank: never.",
        ),
        "confirmation.remind_minutes": ("Reminded of their seat", "minutes before the start", "0: nobody is."),
        "confirmation.unanswered_minutes": (
            "Reminded to answer",
            "minutes before the start",
            "Who was invited and has not answered. 0: nobody.",
        ),
        "door.minimum_age": ("Minimum age", "years", "The desk asks for an ID at the door."),
        "invitation.says": ("An invitation says", "", "One sentence a line, beside place and time."),
    },
    "waiting": {
        "waiting.host_favour": ("Whom the host favours goes first", "", "The host marks them on the waiting list."),
        "waiting.regulars_first": ("Regulars go before guests", "", "Within the line."),
        "waiting.fewer_strikes_first": ("Fewer strikes go first", "", "Within the line."),
        "waiting.arrears": ("Overdue debts", "", "What they mean for a seat."),
        "waiting.moves_up": ("A free seat moves on", "", "To the next in line, as long as there is time."),
        "waiting.cutoff_minutes": (
            "Offered instead from",
            "minutes before the start",
            "Nobody gets a seat so late without being asked.",
        ),
        "waiting.offer_minutes": ("An offer lasts", "minutes", "0: the host gives the seat."),
    },
    "tables": {
        "seating.most": ("At one table", "players at most", "More wait, or play at a second table."),
        "seating.split_at": ("Two tables with", "players", "Blank: one more than sit at one table."),
        "seating.merge_at": (
            "One table again with",
            "players",
            "With so many left, or fewer. Blank: one fewer than sit at one table.",
        ),
        "seating.suits_rank": (
            "Suits break ties of drawn cards",
            "",
            "Clubs lowest, then diamonds, hearts, spades. Otherwise they draw again.",
        ),
    },
    "blinds": {
        "stakes.small_blind": ("Small blind", "", "Where a night sets no blinds of its own."),
        "stakes.big_blind": ("Big blind", "", "Where a night sets no blinds of its own."),
        "stakes.asked": ("Blinds are asked at each opening", "", "The house has none of its own."),
        "levels.minutes": ("A level lasts", "minutes", "Then the blinds go up."),
        "levels.blinds": ("Levels", "", "The blinds of each, in order; after the last they stay."),
        "blinds.entering": ("A new player comes in", "", "Where they are dealt in without waiting."),
        "blinds.missed": ("A blind missed while away", "", "What it takes to be dealt in again."),
        "blinds.away_dealt_in": (
            "Players who are away are dealt in",
            "",
            "They are folded when they are not back in time.",
        ),
        "blinds.asks_ahead": ("They may ask for it before they go", "", "Where they are not dealt in otherwise."),
    },
    "chips": {
        "chips.colour": ("Colour", "", "As the players call it."),
        "chips.value": ("Value", "", "What one chip is worth."),
        "chips.stock": ("Rack", "chips", "How many there are. Blank: plenty."),
        "chips.starred": ("Starred", "", "They come out when the lower ones have run out."),
    },
    "bets": {
        "betting.odd_chips": ("The odd chip", "", "Who gets it when a pot does not split evenly."),
        "betting.straddles": ("Straddles", "", "Whether players straddle, and what the last one is for raises."),
        "betting.short_raise": ("A silent stack short of a raise", "", "What becomes of it."),
        "betting.most_raises": ("Raises a round", "raises", "While more than two play. Blank: any number."),
        "betting.greatest_bet": ("Greatest bet", "", "For games that do not say otherwise."),
        "betting.least_raise": ("Least raise", "", "Blank: as much as the bet or raise before it."),
        "betting.greatest_raise": ("Greatest raise", "", "For games that do not say otherwise."),
    },
    "conduct": {
        "conduct.jumped_bet": ("A jumped bet costs", "", "Put straight into the pot."),
        "conduct.jump_warnings": ("Warned first", "times a night", "Whoever it is that jumps the bet."),
        "conduct.call_seconds": ("When the clock is called", "seconds", "How long somebody may still think."),
    },
    "articles": {
        "articles.number": ("Number", "", "A number of its own, like 3, 3.1 or 3a."),
        "articles.title": ("Title", "", "A few words."),
        "articles.text": ("Text", "", "One rule."),
        "articles.section": ("Heading", "", "The heading it stands under."),
        "articles.also": ("Also found by", "", "Other words that people look for it by, one a line."),
        "articles.new": ("New", "", "Changed lately."),
        "articles.unusual": ("Unusual", "", "Most card rooms have it otherwise."),
        "articles.off_table": ("Off the table", "", "It does not touch the game: food, shoes, where to park."),
    },
}

_UNLIKE_ITS_TYPE = {"cash_out.whole_dollars": Kind.FLAG}
"""What is yes or no in a document, and a number of cents once it is read."""
_COUNTED = ("seating.split_at", "seating.merge_at")
"""What follows from another term where nothing is written."""
_BY_TYPE: tuple[tuple[type, Kind], ...] = (
    (Limit, Kind.LIMIT),
    (Means, Kind.MEANS),
    (Step, Kind.STEPS),
    (Blinds, Kind.LEVELS),
    (StrEnum, Kind.CHOICE),
    (bool, Kind.FLAG),
    (int, Kind.NUMBER),
    (tuple, Kind.LINES),
    (str, Kind.TEXT),
)
"""The kind of the first type that is found in that of a key."""


@functools.cache
def keys_of_documents() -> dict[str, tuple[str, str, FieldInfo, object]]:
    """Return every key that a document may have, but for its own key and name, with its table, type and default."""
    found: dict[str, tuple[str, str, FieldInfo, object]] = {}
    for document in (HouseDocument, BankDocument, AttendanceDocument, SeatingDocument):
        for table, hint in keys_of(document).items():
            rows: Any = next((each for each in _types(hint.annotation) if is_dataclass(each)), None)
            if rows is None and table not in _FIXED:
                found[table] = ("", table, hint, None)
            for (key, inner), default in zip(keys_of(rows).items(), fields(rows), strict=True) if rows else ():
                # A key that is an object here is read by another part of the desk.
                if inner.annotation is not object:
                    found[f"{table}.{key}"] = (table, key, inner, default.default)
    return found


@functools.cache
def sections() -> tuple[Section, ...]:
    """Return the sections of the form, in order, each with its terms."""
    keys, found = keys_of_documents(), []
    for section, (title, about) in _SECTIONS.items():
        terms = []
        for name, (label, unit, meaning) in _WORDS[section].items():
            table, key, hint, default = keys[name]
            types = list(_types(hint.annotation))
            read = [getattr(getattr(each, "func", None), "__wrapped__", None) for each in hint.metadata]
            by_type = next(kind for kind_type, kind in _BY_TYPE if any(issubclass(each, kind_type) for each in types))
            kind = Kind.AMOUNT if parse_cents in read else _UNLIKE_ITS_TYPE.get(name, by_type)
            enum = next((each for each in types if issubclass(each, StrEnum)), ())
            default = None if default is MISSING or name in _COUNTED else default
            choices, in_rows = tuple(each.value for each in enum), table in ("chips", "articles")
            terms.append(Term(table, key, kind, default, choices, in_rows, label, unit, meaning))
        found.append(Section(section, title, about, tuple(terms)))
    return tuple(found)


@functools.cache
def terms_by_name() -> Mapping[str, Term]:
    """Return every term by its name, in the order of the form."""
    return {term.name: term for section in sections() for term in section.terms}


def anchor_of(place: KeyPath) -> str:
    """Return the id on the form of a place in a document: of its term, or of the first term of a whole table."""
    table, *inside = place or ("rules",)
    row = inside.pop(0) if inside and isinstance(inside[0], int) else None
    known = terms_by_name()
    named = known.get(f"{table}.{inside[0]}" if inside else str(table))
    term = named or next((each for each in known.values() if each.table == table), None)
    return "rules" if term is None else term.anchor(None if row is None else int(row))


def uses(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the terms that a document makes something of: what it writes beside yes where no is usual."""
    used = set()
    for term in terms_by_name().values():
        table: Any = document.get(term.table, ()) if term.table else document
        written = [row[term.key] for row in (table if term.in_rows else [table]) if term.key in row]
        if any(value != (term.default is True if term.kind is Kind.FLAG else term.default) for value in written):
            used.add(term.name)
    return frozenset(used)


def _types(hint: object) -> Iterator[type]:
    """Yield the types in a hint: what it is, and what it holds."""
    if isinstance(hint, type) and get_origin(hint) is None:
        yield hint
    for each in (get_origin(hint), *get_args(hint)):
        if each is not None:
            yield from _types(each)
