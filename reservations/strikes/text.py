"""What follows from strikes, in words: one phrase for each step, and the sentences that are built on it. Pure."""

from reservations.houses.attendance_terms import Then

_REMINDER, _BEHIND, _REMOVED = (
    "a friendly reminder",
    "behind the others on every waiting list",
    "removed from the group",
)

PHRASES = {
    Then.REMINDER: _REMINDER,
    Then.BEHIND: _BEHIND,
    Then.DELETED: "all reservations to come are deleted",
    Then.REMOVED: f"{_REMOVED}, with no reservations until the host takes them back",
}
"""What follows, as the rules of a house state it of anybody."""

_WARNINGS = {
    Then.REMINDER: f"{_REMINDER.capitalize()} follows.",
    Then.BEHIND: f"From then on you wait {_BEHIND}.",
    Then.DELETED: "Your other reservations are deleted then.",
    Then.REMOVED: f"You are {_REMOVED} then: no more reservations until the host takes you back.",
}
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
_NEWS = {
    Then.BEHIND: f"It counts as a strike. From now on you wait {_BEHIND}.",
    Then.DELETED: "It counts as a strike, and your reservations for the nights to come were deleted.",
    Then.REMOVED: (
        "It counts as a strike, and by the rules of the house it means that you can reserve no more seats there until "
        "the host takes you back. Nothing else changes, and your page stays open to you."
    ),
    None: "It counts as a strike. For now nothing follows from it.",
}


def warning(then: Then) -> str:
    """Tell a player what would follow."""
    return _WARNINGS[then]


def means(name: str, then: Then | None) -> str:
    """Tell the host what would follow for somebody of that name."""
    if then is None:
        return "Nothing else follows by itself in this house: it is kept, and the next time is up to you."
    return _MEANS[then].format(name=name)


def news(then: Then | None) -> str:
    """Tell a player what followed; a reminder is a letter of its own and none of these."""
    return _NEWS[then]
