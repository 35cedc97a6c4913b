"""The consequences of strikes in words: one phrase for every step, and the sentences built on it. Pure."""

from reservations.houses.attendance_terms import AttendanceTerms, Then
from reservations.houses.text import PHRASES
from reservations.parsing.names import counted, ordinal
from reservations.strikes.rules import steps_reached

_REMINDER, _BEHIND, _REMOVED = PHRASES[Then.REMINDER], PHRASES[Then.BEHIND], "removed from the group"

WARNINGS = {
    Then.REMINDER: f"{_REMINDER.capitalize()} follows.",
    Then.BEHIND: f"From then on you wait {_BEHIND}.",
    Then.DELETED: "Your other reservations are deleted then.",
    Then.REMOVED: f"You are {_REMOVED} then: no more reservations until the host takes you back.",
}
"""The warnings of consequences, in a player's messages."""
_MEANS = {
    Then.REMINDER: (
        f"{_REMINDER.capitalize()} follows: {{name}} sees it at the next sign-in, and it is drafted for you to send."
    ),
    Then.BEHIND: f"From then on {{name}} waits {_BEHIND}.",
    Then.DELETED: "The reservations that {name} has for later nights here are deleted.",
    Then.REMOVED: (
        f"{{name}} is {_REMOVED} here: reservations for later nights are deleted, "
        "and there are no new ones until you take {name} back."
    ),
}
NEWS = {
    Then.BEHIND: f"It counts as a strike. From now on you wait {_BEHIND}.",
    Then.DELETED: "It counts as a strike, and your reservations for the nights to come were deleted.",
    Then.REMOVED: (
        "It counts as a strike, and by the rules of the house it means that you can reserve no more seats there until "
        "the host takes you back. Nothing else changes, and your page stays open to you."
    ),
    None: "It counts as a strike, without consequences for now.",
}
"""The news of consequences, in a player's messages; a reminder is a message of its own."""


def means(name: str, then: Then | None) -> str:
    """Name the consequence for the player of that name, for the host."""
    if then is None:
        return "No consequences in this house: it is recorded, and the rest is up to you."
    return _MEANS[then].format(name=name)


def strike_ahead(strikes: int, weight: int) -> str:
    """Announce a strike of that weight to a player with that number of strikes: "strike 2", "2 strikes, 3 in all"."""
    return f"strike {strikes + 1}" if weight == 1 else f"{weight} strikes, {strikes + weight} in all"


_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def steps_in_words(strikes: int, terms: AttendanceTerms) -> tuple[str, ...]:
    """State the meaning of these strikes: "1 of 2: at the second strike removed from the group", and their expiry."""
    if not strikes:
        return ("No strike counts.",)
    reached, total = steps_reached(strikes, terms), counted(strikes, "strike")
    ahead = next((step for step in terms.steps if step.strikes > strikes), None)
    sentences = [f"{total}: {PHRASES[reached[-1].then]}."] if reached else []
    if ahead is not None:
        at = _ORDINALS[ahead.strikes] if ahead.strikes < len(_ORDINALS) else ordinal(ahead.strikes)
        sentences.append(f"{strikes} of {ahead.strikes}: at the {at} strike {PHRASES[ahead.then]}.")
    elif not reached:
        sentences.append(f"{total}. The host decides what follows.")
    if terms.expires_after_nights is not None:
        later, has = counted(terms.expires_after_nights, "later night"), "have"
        if terms.expires_after_nights == 1:
            has = "has"
        sentences.append(f"A strike counts until {later} of the house {has} been held.")
    return tuple(sentences)
