"""The form of shared expenses: the file, its imported part, and the players."""

from collections.abc import Sequence

from django import forms

from hostdesk.imports.shared_expenses.entries import SharedExpenses
from hostdesk.imports.shared_expenses.reading import BIGGEST_FILE, read_shared_expenses, text_of
from hostdesk.imports.ways_in.files import SentFile
from hostdesk.imports.ways_in.forms import FilesForm
from reservations.acts.forms import MOST_WORDS, ActForm, LineField

BOOK, NIGHTS = "book", "nights"


class SharedExpensesForm(FilesForm, ActForm):
    """An export of a program for shared expenses; once valid, its ``expenses``."""

    file = forms.FileField(label="The file", required=False, allow_empty_file=True)
    currency = forms.CharField(required=False, max_length=8)
    reason = LineField(label="Name of the book", most=MOST_WORDS)
    into = forms.ChoiceField(choices=[("", ""), (BOOK, BOOK), (NIGHTS, NIGHTS)], required=False)
    house = forms.CharField(required=False, max_length=80)

    missing = "Choose the file that the program has exported."
    most_bytes, confirmed = BIGGEST_FILE, ("into", NIGHTS)
    expenses: SharedExpenses | None = None

    def read(self, files: Sequence[SentFile]) -> None:
        """Read the export."""
        if files[0].data.strip():
            self.expenses = read_shared_expenses(text_of(files[0].data))
        else:
            self.add_error("file", self.missing)

    @property
    def currency_chosen(self) -> str | None:
        """The imported currency: the chosen one, or the only one; None if it must be chosen."""
        currencies = self.expenses.currencies if self.expenses else []
        cleaned = self.cleaned_data.get("currency", "")
        if cleaned in currencies and (cleaned or len(currencies) == 1):
            return str(cleaned)
        return currencies[0] if len(currencies) == 1 else None
