"""The terms of a house for its tables in sentences, for its page and for whoever sits down. Pure."""

from collections.abc import Iterator

from reservations.houses.attendance_statement import duration
from reservations.houses.seating_terms import Entering, MissedBlinds, SeatingTerms

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


def seating_statement(terms: SeatingTerms, *, blinds: bool = True) -> tuple[str, ...]:
    """State what holds at the tables: how many sit there, who moves, the draws, coming in, being away, conduct.

    ``blinds``: whether the house plays with any; else nothing is said of them.
    """
    next_in_turn = "the next one round from the button"
    if blinds:
        next_in_turn = "whoever has the big blind next, to a seat that it reaches as late or later"
    movers = "volunteers move, then whoever is drawn"
    ranked = "those who drew the same rank draw again"
    if terms.suits_rank:
        ranked = "of one rank spades come first, then hearts, diamonds, clubs"
    button = "The button is dead: no blind is skipped, and the button may come to an empty seat."
    return (
        f"At most {terms.most} sit at one table. First come, first served.",
        f"With {terms.split_at} the game goes on at two tables: {movers}. The banker stays.",
        "Whoever comes then goes to the table with fewer players.",
        f"When one table has two more than the other, somebody moves: a volunteer, or else {next_in_turn}.",
        "Anybody may ask for the other table, and moves once no such difference would come of it.",
        f"With {terms.merge_at} or fewer left, two tables become one, and the button is drawn anew.",
        f"Where cards are drawn the highest wins; {ranked}.",
        *((button, ENTERING[terms.entering], MISSED[terms.missed]) if blinds else ()),
        *_conduct(terms),
    )


def seconds_in_words(seconds: int) -> str:
    """Write so many seconds as people say them: 45 seconds, 1 minute, 90 seconds."""
    return duration(seconds // 60) if seconds % 60 == 0 else f"{seconds} seconds"


def _conduct(terms: SeatingTerms) -> Iterator[str]:
    """Say what holds for players who are away, think too long or jump a bet."""
    dealt = "is not dealt in"
    if terms.away_dealt_in:
        dealt = "is dealt in"
    elif terms.asks_ahead:
        dealt = "is dealt in only where they asked for it before"
    elif terms.missed is MissedBlinds.POSTED:
        dealt = "is dealt in until they miss a blind"
    yield f"Whoever is away {dealt}. Whoever is not there on their turn has a dead hand."
    if terms.call_seconds is not None:
        limit = seconds_in_words(terms.call_seconds)
        yield f"Anybody may call the clock: whoever has to act then does so within {limit}, or the hand is dead."
    if terms.jumping_costs and terms.jump_warnings == 1:
        yield "The first jumped bet of a night, whoever jumps it, is only warned of."
    elif terms.jumping_costs and terms.jump_warnings:
        yield f"The first {terms.jump_warnings} jumped bets of a night, whoever jumps them, are only warned of."
