"""Reads the terms of a house for its tables out of a document of rules. Pure."""

from collections.abc import Iterator, Mapping

from reservations.documents import Contradiction, Faults, Section, choice, flag, whole
from reservations.seating_terms import Entering, MissedBlinds, SeatingTerms

SEATING_SECTIONS = ("seating", "blinds", "conduct")
"""The tables of a document that are read here; all others belong to somebody else."""

SEATING_CONDUCT = ("call_seconds", "jump_warnings")
"""What of [conduct] is read here. Somebody else reads the rest of it, so nothing in it is unknown to this module alone;
whoever knows all its readers looks for what none of them asked for."""

_USUAL = SeatingTerms()
_TABLE = whole(2, 30)
_MOST, _SPLIT, _MERGE = "[seating] most", "[seating] split_at", "[seating] merge_at"
_MISSED, _AWAY = "[blinds] missed", "[blinds] away_dealt_in"


def seating_terms(document: Mapping[str, object]) -> SeatingTerms:
    """Read the terms for the tables out of a document of rules; what a house leaves out is as ``SeatingTerms`` has it.

    A house that says how many sit at one table, and no more, splits with one more and merges with one fewer. Raises
    ``BadTerms`` with all faults at once: wrong values, unknown keys, and terms that contradict each other.
    """
    faults = Faults()
    terms = _read(Section(document, faults))
    faults.check(_contradictions(terms))
    return terms


def _read(document: Section) -> SeatingTerms:
    seating, blinds, conduct = (document.table(key) for key in SEATING_SECTIONS)
    most = seating.read("most", _TABLE, _USUAL.most)
    terms = SeatingTerms(
        most=most,
        split_at=seating.read("split_at", whole(3, 60), most + 1),
        merge_at=seating.read("merge_at", _TABLE, max(most - 1, 2)),
        suits_rank=seating.read("suits_rank", flag, _USUAL.suits_rank),
        entering=blinds.read("entering", choice(Entering), _USUAL.entering),
        missed=blinds.read("missed", choice(MissedBlinds), _USUAL.missed),
        away_dealt_in=blinds.read("away_dealt_in", flag, _USUAL.away_dealt_in),
        asks_ahead=blinds.read("asks_ahead", flag, _USUAL.asks_ahead),
        call_seconds=conduct.read("call_seconds", whole(10, 3_600), None),
        jumping_costs="jumped_bet" in conduct,
        jump_warnings=conduct.read("jump_warnings", whole(0, 100), _USUAL.jump_warnings),
    )
    if "jump_warnings" in conduct and not terms.jumping_costs:
        conduct.fault("jump_warnings", "Jumping the bet costs nothing here; write jumped_bet too, or leave this out.")
    seating.finish()
    blinds.finish()
    return terms


def _contradictions(terms: SeatingTerms) -> Iterator[Contradiction]:
    """Yield what could contradict each other in those terms, whether it does or not, with the places of both."""
    early = terms.split_at <= terms.most
    yield early, f"So many still fit at one table of {terms.most}; write more, or a smaller most.", _SPLIT, _MOST
    late = terms.split_at > 2 * terms.most
    yield late, f"Two tables of {terms.most} hold {2 * terms.most} at most; write fewer.", _SPLIT, _MOST
    tight = terms.merge_at > terms.most
    yield tight, f"So many do not fit at one table of {terms.most}; write fewer.", _MERGE, _MOST
    kept = terms.missed is MissedBlinds.POSTED and terms.away_dealt_in
    yield kept, "Whoever is away is dealt in here, so no blind is missed; leave one of the two out.", _MISSED, _AWAY
    bought = terms.missed is MissedBlinds.PUT_IN and not terms.away_dealt_in
    yield bought, "A blind that is put in is for a hand; write away_dealt_in = true too.", _MISSED, _AWAY
    asked = terms.asks_ahead and terms.away_dealt_in
    yield asked, "Whoever is away is dealt in here without asking; leave this out.", "[blinds] asks_ahead", _AWAY
