"""What so many strikes mean by the terms of a house: how far they have come, and what the next one brings. Pure."""

from collections.abc import Iterator

from reservations.houses.attendance_terms import AttendanceTerms, Step, Then
from reservations.rsvps.cutoffs import steps_reached
from reservations.strikes.text import PHRASES
from reservations.waiting_list.rules import ordinal

_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def followed(then: Then | None) -> str:
    """Say what followed from a strike when it was marked; empty where nothing did."""
    return PHRASES[then] if then else ""


def ladder(strikes: int, terms: AttendanceTerms) -> tuple[str, ...]:
    """Say where so many strikes stand: "1 of 2: at the second strike removed from the group", and what ends them."""
    return tuple(_sentences(strikes, terms)) if strikes else ("No strike counts.",)


def _sentences(strikes: int, terms: AttendanceTerms) -> Iterator[str]:
    reached = steps_reached(strikes, terms)
    ahead = next((step for step in terms.steps if step.strikes > strikes), None)
    if reached:
        yield f"{_counted(strikes)}: {PHRASES[reached[-1].then]}."
    if ahead is not None:
        yield f"{strikes} of {ahead.strikes}: at the {_ordinal(ahead)} strike {PHRASES[ahead.then]}."
    elif not reached:
        yield f"{_counted(strikes)}. What follows is for the host to decide."
    if terms.expires_after_nights is not None:
        later = "1 later night of the house has"
        if terms.expires_after_nights > 1:
            later = f"{terms.expires_after_nights} later nights of the house have"
        yield f"A strike counts until {later} been held."


def _counted(strikes: int) -> str:
    return "1 strike" if strikes == 1 else f"{strikes} strikes"


def _ordinal(step: Step) -> str:
    return _ORDINALS[step.strikes] if step.strikes < len(_ORDINALS) else ordinal(step.strikes)
