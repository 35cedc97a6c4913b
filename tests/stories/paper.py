"""The words in which the stories read notes and THE BOOK: amounts as text, people by name."""

from ledger.book.standing_queries import standings
from ledger.money.cents import format_cents
from ledger.notes.register_queries import notes_of
from reservations.players.queries import player_names
from tests.stories.evening import Evening


def notes(evening: Evening) -> dict[str, str]:
    """Return the notes of the night by name: what is out of each and who holds it, else how it ended."""
    found = notes_of(evening.night)
    names = player_names(note.holder for note in found if note.holder is not None)
    return {
        note.name: f"{format_cents(note.out_cents)} with {names.get(note.holder or 0, 'the bank')}"
        if note.is_out
        else note.state
        for note in found
    }


def book() -> dict[str, str]:
    """Return where everybody stands in THE BOOK: + it owes them, - they owe it."""
    found = standings()
    names = player_names(found)
    return {names[player]: format_cents(cents) for player, cents in found.items()}
