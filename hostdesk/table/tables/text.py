"""The words of the panels of tables: splits and merges, and ways into a hand. Pure."""

from collections.abc import Sequence

from ledger.money.cents import show_money
from ledger.terms.bank_terms import Blinds
from reservations.houses.seating_terms import Entering, MissedBlinds
from reservations.parsing.names import counted
from reservations.tables.seats import Missed

SPLIT_ALREADY = "There are {} tables already."
ONE_TABLE = "There is one table already."
ASK_BUTTON = {
    Entering.PASSED: "No new player enters on the small blind or the button. Where is the button?",
    Entering.BUYING: "Between the button and the small blind: only by buying the button. Where is it?",
}
FREELY = "New players need not post and may enter anywhere."
NEXT_HAND = "Need not post: dealt in at the next hand."
_BETWEEN = (
    "At the next hand this seat is between the button and the small blind: in only by buying the button, {}. The two "
    "players to the left then post no blind, and the hand after the next has the button here. Or waits"
)


def counts_in_words(counts: Sequence[int]) -> str:
    """State the players by table, in the tables' order, if nobody has to move."""
    if len(counts) == 1:
        return "There is only one table tonight."
    if len(set(counts)) == 1:
        return f"{counts[0]} at each table."
    return " and ".join(f"{count} at table {table}" for table, count in enumerate(counts, 1)) + "."


def too_few_to_split(here: int, split_at: int | None) -> str:
    """State why the house does not ask for a second table yet."""
    return f"{f'{_are(here)} here, at one table' if here else 'No players yet'}. The house splits at {split_at}."


def split_into(here: int, stay: int, move: int) -> str:
    """Call for a split, with the sizes of the two tables."""
    sizes = f"two tables of {stay}" if stay == move else f"tables of {stay} and {move}"
    return f"{_are(here)} here: split into {sizes}"


def left(here: int) -> str:
    """State the number of players left."""
    return f"{_are(here)} left"


def too_many_to_merge(here: int, merge_at: int) -> str:
    """State why the house does not ask for one table yet."""
    return f"{left(here)}: two tables become one at {merge_at} or fewer."


def waits(hands: int) -> str:
    """State the hands that a new player has to wait, and the first hand they are in."""
    first = "the hand after the next" if hands == 1 else f"the hand after the next {hands}"
    return f"Waits {counted(hands, 'hand')}: in from {first}. No new player enters on the small blind or the button."


def between(blinds: Blinds | None, *, returns: bool) -> str:
    """State how a player between the button and the small blind comes in; one who ``returns`` owes blinds."""
    waits = (
        f" and pays {_later(blinds)}." if returns else " until the button has passed: in from the hand after the next."
    )
    return _BETWEEN.format(posted(Missed(small=True, big=True), blinds)) + waits


def posted(missed: Missed, blinds: Blinds | None) -> str:
    """State the posted blinds: "1.00 live and 0.50 dead"; without amounts if the night has none."""
    big, small = (blinds.big_cents, blinds.small_cents) if blinds else (None, None)
    live = [f"{'the big blind' if big is None else show_money(big)} live"] if missed.big else []
    dead = [f"{'the small blind' if small is None else show_money(small)} dead"] if missed.small else []
    return " and ".join([*live, *dead])


def _later(blinds: Blinds | None) -> str:
    """State the payment of a player who owes blinds and waits instead: the big blind, or the first straddle."""
    big, straddle = (f" ({show_money(blinds.big_cents * times)})" if blinds else "" for times in (1, 2))
    return f"the big blind{big} or a straddle{straddle}"


def coming_back(missed: Missed, terms: MissedBlinds, blinds: Blinds | None) -> str:
    """State the debt of a player who was away before they are dealt in again, by the terms of the house."""
    if terms == MissedBlinds.PUT_IN:
        return "The blinds of absent players are posted for them: they owe none."
    if terms == MissedBlinds.NOTHING or not missed:
        return "Owes no blinds to come back."
    return f"To come back: post {posted(missed, blinds)}, or wait and pay {_later(blinds)}."


def _are(count: int) -> str:
    return f"{count} is" if count == 1 else f"{count} are"
