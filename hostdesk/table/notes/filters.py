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

    state = forms.ChoiceField(required=False, choices=[("", "All"), *((str(each), str(each)) for each in NoteState)])
    debtor = forms.ChoiceField(required=False)
    night = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, notes: Iterable[NoteSummary], **options: Any) -> None:
        super().__init__(*args, **options)
        latest = sorted(notes, key=lambda each: (each.night.date, each.night.pk), reverse=True)
        nights = {str(each.night.pk): f"{day_of(each.night.date)}, {each.night.house}" for each in latest}
        by_name = sorted(latest, key=lambda each: each.debtor.name_key)
        debtors = {str(each.debtor.number): each.debtor.name for each in by_name}
        self.fields["debtor"].choices = [("", "Everybody"), *debtors.items()]  # type: ignore[attr-defined]
        self.fields["night"].choices = [("", "All nights"), *nights.items()]  # type: ignore[attr-defined]

    def among(self, notes: Iterable[NoteSummary]) -> list[NoteSummary]:
        """Return the notes that match the filter."""
        asked = self.said
        told = [
            (note, {"state": str(note.note.state), "debtor": str(note.debtor.number), "night": str(note.night.pk)})
            for note in notes
        ]
        return [note for note, its in told if asked.items() <= its.items()]
