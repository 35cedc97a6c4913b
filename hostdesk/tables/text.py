"""What panels of tables say: when tables split and merge, how players come into a hand. Pure."""

from collections.abc import Sequence

from reservations.houses.seating_terms import Entering, MissedBlinds
from reservations.tables.seats import Missed

SPLIT_ALREADY = "There are {} tables already."
ONE_TABLE = "There is one table already."
ASK_BUTTON = {
    Entering.PASSED: "No new player enters on the small blind or the button. Where is the button?",
    Entering.BUYING: "Need not post; between the button and the small blind a new player buys the button. Where is it?",
}
FREELY = "New players need not post and may enter anywhere."
NEXT_HAND = "Need not post: dealt in at the next hand."
BETWEEN = (
    "Between the button and the small blind: must buy the button to come in now. The big blind is live, the small "
    "blind dead; the two players to the left skip a hand, and the next hand has the button here. Or waits until the "
    "button has passed."
)


def counts_in_words(counts: Sequence[int]) -> str:
    """Say how many sit at each table, by the tables' order, where nobody has to move."""
    if len(counts) == 1:
        return "There is only one table tonight."
    if len(set(counts)) == 1:
        return f"{counts[0]} at each table."
    return " and ".join(f"{count} at table {table}" for table, count in enumerate(counts, 1)) + "."


def too_few_to_split(here: int, split_at: int | None) -> str:
    """Say why the house does not ask for a second table yet."""
    return f"{f'{_are(here)} here, at one table' if here else 'No players yet'}. The house splits at {split_at}."


def split_into(here: int, stay: int, move: int) -> str:
    """Call for a split, with the sizes of the two tables."""
    sizes = f"two tables of {stay}" if stay == move else f"tables of {stay} and {move}"
    return f"{_are(here)} here: split into {sizes}"


def left(here: int) -> str:
    """Say how many players are left."""
    return f"{_are(here)} left"


def too_many_to_merge(here: int, merge_at: int) -> str:
    """Say why the house does not ask for one table yet."""
    return f"{left(here)}: two tables become one at {merge_at} or fewer."


def waits(hands: int) -> str:
    """Say for how many hands a new player has to wait."""
    return (
        f"Waits {'1 hand' if hands == 1 else f'{hands} hands'}: no new player enters on the small blind or the button."
    )


def coming_back(missed: Missed, terms: MissedBlinds) -> str:
    """Say what a player who was away owes before they are dealt in again, by the terms of the house."""
    if terms == MissedBlinds.PUT_IN:
        return "The blinds of absent players are posted for them: they owe none."
    if terms == MissedBlinds.NOTHING or not missed:
        return "Owes no blinds to come back."
    dead = " The small one is dead." if missed.small else ""
    return f"To come back: post {blinds_in_words(missed)}, or wait for the big blind.{dead}"


def blinds_in_words(missed: Missed) -> str:
    """Say which blinds these are: "both blinds", "the big blind"; "" for none."""
    if missed.small and missed.big:
        return "both blinds"
    if missed:
        return "the big blind" if missed.big else "the small blind"
    return ""


def _are(count: int) -> str:
    return f"{count} is" if count == 1 else f"{count} are"
