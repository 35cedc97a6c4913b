"""The waiting list in words: to players the reason for their place, to the host the players passed over. Pure."""

from collections.abc import Iterable

from reservations.parsing.names import ordinal
from reservations.rsvps.rsvp_state import Held, Rsvp

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def stuck(held: Held, barred: str) -> str:
    """Return the reason why only the host can seat a waiting player; "" for everybody else."""
    if barred:
        return barred
    return {
        Held.BUMPED: "The host moved you to the waiting list; only the host gives you a seat again.",
        Held.PASSED: "You let an offered seat pass. Answer yes again to get back in line.",
        Held.NOT: "",
    }[held]


def passed_over(rsvp: Rsvp, barred: str) -> str:
    """Tell the host why a free seat did not go to the next player: barred, held back, or too many together."""
    if barred:
        return "may have no seat now"
    return {
        Held.BUMPED: "was moved to the waiting list by the host",
        Held.PASSED: "let a seat pass that was kept for them",
        Held.NOT: f"needs {in_words(rsvp.party)} seats at once",
    }[rsvp.held]


def place_in_words(position: int, rsvp: Rsvp, reasons: Iterable[str]) -> str:
    """Say which place somebody has in line, and why it is that one."""
    parts = [f"{ordinal(position)} in line.", *reasons]
    if rsvp.pinned is not None:
        parts.append("The host gave you this place.")
    if rsvp.party > 1:
        parts.append(f"You need {in_words(rsvp.party)} seats together.")
    return " ".join(parts)


def before_you(part: int, many: int, *, in_arrears: bool) -> str:
    """Say that so many are before somebody because of that part of the rank: -1 and 0 are the host's doing."""
    count, verb = in_words(many).capitalize(), "is" if many == 1 else "are"
    owes_or_missed = "owe for too long" if in_arrears else "missed a night"
    return {
        1: f"{count} {verb} before you by the host's favour.",
        2: f"{count} {verb} before you because you {owes_or_missed}.",
        3: f"{count} regular{'' if many == 1 else 's'} {verb} before you.",
        4: f"{count} with fewer strikes {verb} before you.",
        5: f"{count} asked before you.",
    }.get(part, f"The host put {in_words(many)} before you.")


def in_words(many: int) -> str:
    """Write a number of people or seats, up to twelve in letters."""
    return _NUMBERS[many] if many < len(_NUMBERS) else str(many)
