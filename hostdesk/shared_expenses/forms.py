"""The form of shared expenses: the file, what of it is brought in, and who everybody is."""

from typing import Any

from django import forms

from hostdesk.shared_expenses.entries import SharedExpenses
from hostdesk.shared_expenses.reading import BIGGEST_FILE, read_shared_expenses, text_of
from reservations.acts.forms import MOST_WORDS, ActForm, LineField
from reservations.acts.problems import Faulty

BOOK, NIGHTS = "book", "nights"
_WHO = "who-"


class SharedExpensesForm(ActForm):
    """An export of a program for shared expenses; once valid its ``text``, and ``expenses`` or ``faults`` by line."""

    file = forms.FileField(label="The file", required=False, allow_empty_file=True)
    text = forms.CharField(required=False, max_length=BIGGEST_FILE, strip=False)
    currency = forms.CharField(required=False, max_length=8)
    reason = LineField(label="Name of the book", most=MOST_WORDS)
    into = forms.ChoiceField(choices=[("", ""), (BOOK, BOOK), (NIGHTS, NIGHTS)], required=False)
    house = forms.CharField(required=False, max_length=80)

    expenses: SharedExpenses | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.faults: list[tuple[int, str]] = []
        self.content = ""

    def clean(self) -> dict[str, Any]:
        """Read the file, or its text that the preview hands on."""
        said = self.cleaned_data
        try:
            self.content = text_of(said["file"].read(BIGGEST_FILE + 1)) if said.get("file") else said.get("text", "")
            if self.content.strip():
                self.expenses = read_shared_expenses(self.content)
            else:
                self.add_error("file", "Choose the file that the program has exported.")
        except Faulty as faulty:
            self.faults = list(faulty.faults)
            self.add_error(None, "Nothing was brought in. Fix these lines first.")
        return said

    @property
    def currency_chosen(self) -> str | None:
        """The currency that is brought in: the one that was chosen, or the only one; None if it has to be chosen."""
        currencies = self.expenses.currencies if self.expenses else []
        said = self.cleaned_data.get("currency", "")
        if said in currencies and (said or len(currencies) == 1):
            return str(said)
        return currencies[0] if len(currencies) == 1 else None

    @property
    def chosen(self) -> dict[int, str]:
        """Who was chosen for the names, by their places."""
        places = {name.removeprefix(_WHO): str(self.data[name]) for name in self.data if name.startswith(_WHO)}
        return {int(place): said for place, said in places.items() if place.isdigit() and len(place) < len(_WHO)}
