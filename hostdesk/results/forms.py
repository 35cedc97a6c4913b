"""The form of a results sheet: the file, and what the host says of it once it was shown."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from hostdesk.results.columns import Role, column_name
from hostdesk.results.queries import NEW, NameIn
from hostdesk.results.reading import BIGGEST_FILE, as_text, from_text
from hostdesk.results.sheets import Order, Sheet, Unit
from reservations.acts.forms import DayField, LineField
from reservations.acts.problems import Malformed
from reservations.models import Player


class SheetForm(forms.Form):
    """A file, or the one that was shown before and came along in the form, with what was said of it.

    What becomes of columns and names is read from the fields ``column-N`` and those of the names.
    """

    file = forms.FileField(
        label="Your sheet",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    sent = forms.CharField(required=False, widget=forms.HiddenInput)
    digest = forms.CharField(required=False, widget=forms.HiddenInput)
    house = forms.ChoiceField(label="Played at", required=False)
    order = forms.ChoiceField(
        required=False,
        choices=[(Order.DAY, "The day comes first"), (Order.MONTH, "The month comes first")],
        widget=forms.RadioSelect,
    )
    unit = forms.ChoiceField(
        required=False,
        choices=[(Unit.CENTS, "Cents: 2000 is 20.00"), (Unit.WHOLE, "Whole units: 20 is 20.00")],
        widget=forms.RadioSelect,
    )
    beside = forms.BooleanField(label="They are other games: bring these in as well", required=False)
    until = DayField(label="They hold up to", required=False)
    reason = LineField(label="Why they don’t sum to zero", most=300)

    def __init__(self, *args: Any, houses: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["house"].choices = houses  # type: ignore[attr-defined]
        self.fields["until"].widget.attrs["max"] = timezone.localdate().isoformat()

    def clean(self) -> dict[str, Any]:
        """Read the file, or take the one that came along. Refuses a form with neither."""
        cleaned: dict[str, Any] = {**self.cleaned_data}
        try:
            if cleaned.get("file"):
                cleaned["bytes"] = cleaned["file"].read(BIGGEST_FILE + 1)
            elif cleaned.get("sent"):
                cleaned["bytes"] = from_text(cleaned["sent"], cleaned.get("digest", ""))
            else:
                raise ValidationError("Choose a file: CSV or Excel.")
        except Malformed as wrong:
            raise ValidationError(str(wrong)) from wrong
        return cleaned

    @property
    def is_new(self) -> bool:
        """Whether a file was chosen, of which nothing can have been said yet."""
        return bool(self.cleaned_data.get("file"))

    @property
    def carried(self) -> tuple[str, str]:
        """The file as text, and its digest, for the form that follows."""
        return as_text(self.cleaned_data["bytes"])

    def roles(self) -> tuple[Role, ...] | None:
        """Return what every column was said to be; None where nothing was said."""
        said = [self.data[name] for place in range(10_000) if (name := f"column-{place}") in self.data]
        every = {each.value for each in Role}
        if self.is_new or not said or not every.issuperset(said):
            return None
        return tuple(map(Role, said))

    def chosen_order(self) -> Order | None:
        """Return which comes first in a date of numbers; None if nothing was said."""
        said = self.cleaned_data.get("order")
        return Order(said) if said and not self.is_new else None

    def chosen_unit(self) -> Unit | None:
        """Return what the amounts count; None if nothing was said."""
        said = self.cleaned_data.get("unit")
        return Unit(said) if said and not self.is_new else None

    def choices(self) -> dict[str, str]:
        """Return what was chosen for names, by their fields."""
        return {} if self.is_new else {name: said for name, said in self.data.items() if name.startswith("who-")}


def column_choices(sheet: Sheet) -> list[tuple[str, str, str, Role]]:
    """Return each column for the form: its letter, its heading, the name of its field, and what it is."""
    rows = zip(sheet.header, sheet.roles, strict=True)
    return [(column_name(place), heading, f"column-{place}", role) for place, (heading, role) in enumerate(rows)]


def who_choices(name: NameIn, everybody: list[Player]) -> list[tuple[str, str, bool]]:
    """Return whom a name may be: value, words, and whether that was chosen; those who are alike come first."""
    near = [each.number for each in name.alike]
    players = sorted(everybody, key=lambda each: each.number not in near)
    found = [(NEW, f"{name.text}, a new player", name.choice == NEW)]
    if name.alike:
        found.insert(0, ("", "Choose…", name.choice == ""))
    return found + [(str(each.number), each.name, name.choice == str(each.number)) for each in players]
