"""The filter of the register of notes."""

from collections.abc import Iterable
from typing import Any

from django import forms

from hostdesk.table.notes.queries import NoteSummary
from ledger.bank.notes import NoteState
from ledger.book.forms import RowFilter
from reservations.parsing.days import day_of


class RegisterFilter(RowFilter):
    """The notes of the register by state, debtor and night."""

    state = forms.ChoiceField(required=False, choices=[("", "All"), *((str(state), str(state)) for state in NoteState)])
    debtor = forms.ChoiceField(required=False)
    night = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, notes: Iterable[NoteSummary], **options: Any) -> None:
        super().__init__(*args, **options)
        latest = sorted(notes, key=lambda note: (note.night.date, note.night.pk), reverse=True)
        nights = {str(note.night.pk): f"{day_of(note.night.date)}, {note.night.house}" for note in latest}
        by_name = sorted(latest, key=lambda note: note.debtor.name_key)
        debtors = {str(note.debtor.number): note.debtor.name for note in by_name}
        self.fields["debtor"].choices = [("", "Everybody"), *debtors.items()]  # type: ignore[attr-defined]
        self.fields["night"].choices = [("", "All nights"), *nights.items()]  # type: ignore[attr-defined]

    def among(self, notes: Iterable[NoteSummary]) -> list[NoteSummary]:
        """Return the notes that match the filter."""
        values, found = self.values.items(), []
        for note in notes:
            its = {"state": str(note.note.state), "debtor": str(note.debtor.number), "night": str(note.night.pk)}
            found += [note] if values <= its.items() else []
        return found
