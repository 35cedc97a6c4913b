"""The attendance and seating terms of a house in sentences: for its page and for its players. Pure.

They state the applied rules: every minute counts to the second, so exactly two hours before the start is two hours.
The sentences are in the rows of the terms; this module has those that need more than one term.
"""

from itertools import compress

from reservations.houses import attendance_terms, seating_terms
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp, Then
from reservations.houses.seating_terms import MissedBlinds, SeatingTerms
from reservations.parsing.names import counted
from reservations.parsing.terms import stated

_A_DAY = 1_440  # minutes
PHRASES = {
    Then.REMINDER: "a friendly reminder",
    Then.BEHIND: "behind the others on every waiting list",
    Then.DELETED: "all reservations to come are deleted",
    Then.REMOVED: "removed from the group, with no reservations until the host takes them back",
}
"""The consequences, as the rules of a house state them of anybody."""


def attendance_statement(terms: AttendanceTerms) -> dict[str, str]:
    """State the terms for reservations, by term: giving up a seat, strikes, late arrivals, waiting."""
    is_timed = terms.late_change_minutes is not None
    in_turn = ("players the host favours", "regulars", "those with fewer strikes")
    first = ", then ".join(compress(in_turn, (terms.host_favour, terms.regulars_first, terms.fewer_strikes_first)))
    steps = " ".join(f"{counted(step.strikes, 'strike')}: {PHRASES[step.then]}." for step in terms.steps)
    return stated(
        attendance_terms.TERMS,
        terms,
        {
            "number": str,
            "duration": duration,
            "lines": " ".join,
            "steps": lambda _: steps,
            "order": lambda _: f": {first}, then by when they asked" if first else ", in the order in which they asked",
            "moves": lambda _: _moves(terms),
        },
        {
            "attendance-late_change_minutes": is_timed
            or "If you can't come, give up your seat at once; before the start that is no strike.",
            "attendance-taken_up_clears": is_timed,
            "attendance-no_show_weight": terms.no_show_weight != 1,
            "attendance-late_change_weight": is_timed and terms.late_change_weight != 1,
            "attendance-steps": bool(steps) or "A no-show is noted as a strike; the host decides what follows.",
            "attendance-grace_minutes": bool(terms.grace_minutes)
            or "A seat is kept until the start, or until the time its player said.",
            "waiting-regulars_first": True,
            "confirmation-at_night": {terms.unanswered_minutes, terms.remind_minutes} != {None},
        },
    )


def _moves(terms: AttendanceTerms) -> str:
    """State the next step for a free seat: it goes to the next in line at once, as an offer, or by the host."""
    offer = f"offered to %s for {duration(terms.offer_minutes or 0)}"
    if terms.moves_up is MovesUp.HOST:
        return "is the host's to give"
    if terms.moves_up is MovesUp.OFFERED:
        return f"is {offer % 'the next in line'}"
    if not terms.cutoff_minutes:
        return "goes to the next in line"
    then = "the host's to give" if terms.offer_minutes is None else offer % "them"
    return f"goes to the next in line; from {duration(terms.cutoff_minutes)} before the start on, it is {then}"


def seating_statement(terms: SeatingTerms, *, blinds: bool = True) -> dict[str, str]:
    """State the terms for the tables: seats, moves, draws, coming in, being away, conduct, betting.

    Without ``blinds`` the house plays without blinds, and no sentence is about them.
    """
    in_turn = "the next one round from the button"
    if blinds:
        in_turn = "the player with the big blind next, to a seat that it reaches as late or later"
    dealt = "not dealt in"
    if terms.away_dealt_in:
        dealt = "dealt in"
    elif terms.asks_ahead:
        dealt = "dealt in only if they asked for it before"
    elif terms.missed is MissedBlinds.POSTED:
        dealt = "dealt in until they miss a blind"
    warned: str | bool = terms.jumping_costs and terms.jump_warnings > 0
    if warned and terms.jump_warnings == 1:
        warned = "The first jumped bet of a night, no matter who makes it, gets only a warning."
    return stated(
        seating_terms.TERMS,
        terms,
        {
            "number": str,
            "seconds": lambda seconds: f"{seconds} seconds" if seconds % 60 else duration(seconds // 60),
            "turn": lambda _: in_turn,
            "dealt": lambda _: dealt,
        },
        {
            **dict.fromkeys(("blinds-button", "blinds-entering", "blinds-missed", "betting-straddles"), blinds),
            "blinds-away_dealt_in": True,
            "conduct-jump_warnings": warned,
        },
    )


def duration(minutes: int) -> str:
    """Write a number of minutes in words: 45 minutes, 1 hour, 24 hours, 3 days."""
    if minutes > _A_DAY and minutes % _A_DAY == 0:
        return counted(minutes // _A_DAY, "day")
    return counted(minutes // 60, "hour") if minutes and minutes % 60 == 0 else counted(minutes, "minute")
