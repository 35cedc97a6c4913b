"""The terms of a house for its tables: seats, entering, and the price of a missed blind. Pure.

Their rows are in ``seating_terms.toml``.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from reservations.parsing.documents import Contradiction, KeyPath, read, together
from reservations.parsing.terms import document_type, terms_beside


class Entering(StrEnum):
    """The places where a new player may come into the hand."""

    FREELY = "anywhere"
    BUYING = "between button and small blind by buying the button"
    PASSED = "once the button has passed"


class MissedBlinds(StrEnum):
    """The duty of a player who missed a blind while away, before being dealt in again."""

    NOTHING = "nothing"
    POSTED = "posted"
    PUT_IN = "put in for them"


class OddChips(StrEnum):
    """The receiver of the chips that are left when a pot does not split evenly."""

    UNSAID = "not said"
    BUTTON = "after the button"
    HIGH_HAND = "to the high hand"
    LEFT = "left in the pot"


class Straddles(StrEnum):
    """The straddles, every one twice the one before up to the button, and the meaning of the last one for raises."""

    UNSAID = "not said"
    NONE = "none"
    BLINDS = "as blinds"
    RAISES = "as raises"


class ShortRaise(StrEnum):
    """The meaning of several chips put in without a word: more than a call and less than a raise."""

    UNSAID = "not said"
    HALF = "completed from half"
    CHOICE = "the player's choice"


@dataclass(frozen=True)
class SeatingTerms:
    """All terms of one version of a house's rules for its tables; the defaults hold for missing terms.

    ``most``: the most players at one table. ``split_at``: the number of players at which one table becomes two.
    ``merge_at``: the number, or fewer, at which two become one. ``suits_rank``: drawn cards of one rank follow their
    suits (clubs lowest, then diamonds, hearts, spades); elsewhere their players draw again. ``away_dealt_in``: absent
    players are dealt in. ``asks_ahead``: else they may ask for it before they go. ``most_raises``: the most raises in a
    betting round, without the bet, while more than two play (None: any). ``call_seconds``: the time to think after the
    clock was called (None: nobody calls it). ``jump_warnings``: the number of jumped bets in a night, by any players,
    that only bring a warning. ``jumping_costs``: a player who jumps the bet pays for it (the price is money, and a bank
    term).
    """

    most: int = 11
    split_at: int = 12
    merge_at: int = 10
    suits_rank: bool = False
    entering: Entering = Entering.FREELY
    missed: MissedBlinds = MissedBlinds.NOTHING
    away_dealt_in: bool = False
    asks_ahead: bool = False
    odd_chips: OddChips = OddChips.UNSAID
    straddles: Straddles = Straddles.UNSAID
    short_raise: ShortRaise = ShortRaise.UNSAID
    most_raises: int | None = None
    call_seconds: int | None = None
    jump_warnings: int = 1
    jumping_costs: bool = False


TERMS = terms_beside(__file__, "seating_terms.toml", SeatingTerms)
SHARED = ("betting", "conduct")
"""The tables that have terms of money too: unknown keys in them are the ledger's to report."""
SeatingDocument = document_type("SeatingDocument", TERMS, {}, SHARED)


def seating_terms(document: Mapping[str, object]) -> SeatingTerms:
    """Read the terms for the tables of a document of rules.

    A house that sets only ``most`` splits with one player more and merges with one fewer. Raises ``BadTerms`` with all
    faults at once: wrong values, unknown keys, and contradictory terms.
    """
    reading = read(SeatingDocument, document)
    terms = SeatingTerms(**together(SeatingTerms, reading.content), jumping_costs=_JUMPED in reading.given)
    terms = replace(
        terms,
        split_at=terms.split_at if _SPLIT in reading.given else terms.most + 1,
        merge_at=terms.merge_at if _MERGE in reading.given else max(terms.most - 1, 2),
    )
    reading.check(_contradictions(terms, reading.given))
    return terms


_MOST, _SPLIT, _MERGE = ("seating", "most"), ("seating", "split_at"), ("seating", "merge_at")
_MISSED, _AWAY, _AHEAD = ("blinds", "missed"), ("blinds", "away_dealt_in"), ("blinds", "asks_ahead")
_JUMPED, _WARNINGS = ("conduct", "jumped_bet"), ("conduct", "jump_warnings")


def _contradictions(terms: SeatingTerms, given: Container[KeyPath]) -> Iterator[Contradiction]:
    """Yield possible contradictions of the terms, whether they apply, and the places of both."""
    idle = _WARNINGS in given and not terms.jumping_costs
    yield idle, "Jumping the bet costs nothing here; write what it costs (jumped_bet), or leave this out.", _WARNINGS
    early = terms.split_at <= terms.most
    yield early, f"So many still fit at one table of {terms.most}; write more, or a smaller most.", _SPLIT, _MOST
    late = terms.split_at > 2 * terms.most
    yield late, f"Two tables of {terms.most} hold {2 * terms.most} at most; write fewer.", _SPLIT, _MOST
    tight = terms.merge_at > terms.most
    yield tight, f"So many do not fit at one table of {terms.most}; write fewer.", _MERGE, _MOST
    kept = terms.missed is MissedBlinds.POSTED and terms.away_dealt_in
    yield (kept, "Players who are away are dealt in here and miss no blind; leave one of the two out.", _MISSED, _AWAY)
    bought = terms.missed is MissedBlinds.PUT_IN and not terms.away_dealt_in
    yield bought, "A blind that is put in is for a hand; deal absent players in too (away_dealt_in).", _MISSED, _AWAY
    asks = terms.asks_ahead and terms.away_dealt_in
    yield asks, "Players who are away are dealt in here without asking; leave this out.", _AHEAD, _AWAY
