"""The terms of a house for its tables in sentences, for its page and for whoever sits down. Pure."""

from collections.abc import Iterator

from reservations.attendance_statement import duration
from reservations.seating_terms import Entering, MissedBlinds, SeatingTerms

ENTERING = {
    Entering.FREELY: "Somebody new is dealt in at once, wherever they sit, and need not post.",
    Entering.BUYING: (
        "Somebody new need not post. Between the button and the small blind they come in only by buying the button: "
        "they pay both blinds, the small one dead, for the two players after them, and have the button next hand."
    ),
    Entering.PASSED: (
        "Somebody new need not post. On the small blind or on the button they wait until the button has passed."
    ),
}
MISSED = {
    MissedBlinds.NOTHING: "Whoever missed a blind while away owes nothing for it.",
    MissedBlinds.POSTED: (
        "Whoever missed a blind while away is dealt in again once they have posted one of each kind they missed, the "
        "small one dead, or when the big blind reaches them."
    ),
    MissedBlinds.PUT_IN: "The blinds of whoever is away are put in for them, so none is missed.",
}

_NEXT_BLIND = "whoever has the big blind next, to a seat that it reaches as late or later"
_NEXT_DEALER = "the next one round from the button"


def seating_statement(terms: SeatingTerms, *, blinds: bool = True) -> tuple[str, ...]:
    """State what holds at the tables: how many sit there, who moves, the draws, coming in, being away, conduct.

    ``blinds``: whether the house plays with any; else nothing is said of them.
    """
    return (
        *_tables(terms, _NEXT_BLIND if blinds else _NEXT_DEALER),
        *_draws(terms),
        *(_blinds(terms) if blinds else ()),
        *_away(terms),
        *_conduct(terms),
    )


def seconds_in_words(seconds: int) -> str:
    """Write so many seconds as people say them: 45 seconds, 1 minute, 90 seconds."""
    return duration(seconds // 60) if seconds % 60 == 0 else f"{seconds} seconds"


def _tables(terms: SeatingTerms, next_in_turn: str) -> Iterator[str]:
    yield f"At most {terms.most} sit at one table. First come, first served."
    yield (
        f"With {terms.split_at} the game goes on at two tables: volunteers move, then whoever is drawn. "
        "The banker stays."
    )
    yield "Whoever comes then goes to the table with fewer players."
    yield f"When one table has two more than the other, somebody moves: a volunteer, or else {next_in_turn}."
    yield "Anybody may ask for the other table, and moves once no such difference would come of it."
    yield f"With {terms.merge_at} or fewer left, two tables become one, and the button is drawn anew."


def _draws(terms: SeatingTerms) -> Iterator[str]:
    if terms.suits_rank:
        yield "Where cards are drawn the highest wins; of one rank spades come first, then hearts, diamonds, clubs."
    else:
        yield "Where cards are drawn the highest wins; those who drew the same rank draw again."


def _blinds(terms: SeatingTerms) -> Iterator[str]:
    yield "The button is dead: no blind is skipped, and the button may come to an empty seat."
    yield ENTERING[terms.entering]
    yield MISSED[terms.missed]


def _away(terms: SeatingTerms) -> Iterator[str]:
    late = "Whoever is not there on their turn has a dead hand."
    if terms.away_dealt_in:
        yield f"Whoever is away is dealt in. {late}"
    elif terms.asks_ahead:
        yield f"Whoever is away is dealt in only where they asked for it before. {late}"
    elif terms.missed is MissedBlinds.POSTED:
        yield f"Whoever is away is dealt in until they miss a blind. {late}"
    else:
        yield f"Whoever is away is not dealt in. {late}"


def _conduct(terms: SeatingTerms) -> Iterator[str]:
    if terms.call_seconds is not None:
        limit = seconds_in_words(terms.call_seconds)
        yield f"Anybody may call the clock: whoever has to act then does so within {limit}, or the hand is dead."
    if terms.jumping_costs and terms.jump_warnings == 1:
        yield "The first jumped bet of a night, whoever jumps it, is only warned of."
    elif terms.jumping_costs and terms.jump_warnings:
        yield f"The first {terms.jump_warnings} jumped bets of a night, whoever jumps them, are only warned of."
