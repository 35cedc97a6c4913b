"""The form of shared expenses: the file, its imported part, and the players."""

from typing import Any

from django import forms

from hostdesk.imports.results.bundle import packed
from hostdesk.imports.results.forms import FilesForm
from hostdesk.imports.shared_expenses.entries import SharedExpenses
from hostdesk.imports.shared_expenses.reading import BIGGEST_FILE, read_shared_expenses, text_of
from reservations.acts.forms import MOST_WORDS, ActForm, LineField
from reservations.acts.problems import Faulty

BOOK, NIGHTS = "book", "nights"


class SharedExpensesForm(FilesForm, ActForm):
    """An export of a program for shared expenses; once valid, ``expenses`` or ``faults`` by line."""

    file = forms.FileField(label="The file", required=False, allow_empty_file=True)
    currency = forms.CharField(required=False, max_length=8)
    reason = LineField(label="Name of the book", most=MOST_WORDS)
    into = forms.ChoiceField(choices=[("", ""), (BOOK, BOOK), (NIGHTS, NIGHTS)], required=False)
    house = forms.CharField(required=False, max_length=80)

    expenses: SharedExpenses | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.faults: list[tuple[int, str]] = []

    def clean(self) -> dict[str, Any]:
        """Read the file, or the one that the preview hands on."""
        said = self.cleaned_data
        files = self.sent([said.get("file")], BIGGEST_FILE)
        try:
            if files and files[0].data.strip():
                self.expenses, self.handed_on = read_shared_expenses(text_of(files[0].data)), packed(files)
            else:
                self.add_error("file", "Choose the file that the program has exported.")
        except Faulty as faulty:
            self.faults = list(faulty.faults)
            self.add_error(None, "Nothing was brought in. Fix these lines first.")
        return said

    @property
    def currency_chosen(self) -> str | None:
        """The imported currency: the chosen one, or the only one; None if it must be chosen."""
        currencies = self.expenses.currencies if self.expenses else []
        said = self.cleaned_data.get("currency", "")
        if said in currencies and (said or len(currencies) == 1):
            return str(said)
        return currencies[0] if len(currencies) == 1 else None
