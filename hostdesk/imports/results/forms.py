"""The form of a way in: its files and the names in them; and that of a results sheet, with the host's answers."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from hostdesk.imports.results.bundle import SentFile, handed_on, packed, shown_name
from hostdesk.imports.results.columns import Role, column_name
from hostdesk.imports.results.queries import NEW, NameIn
from hostdesk.imports.results.reading import BIGGEST_FILE
from hostdesk.imports.results.sheets import Order, Sheet, Unit
from reservations.acts.forms import DayField, LineField
from reservations.acts.problems import Malformed
from reservations.models import Player


class FilesForm(forms.Form):
    """Files of a way in, and their players: chosen now, or handed on in ``parcel`` by the preview."""

    parcel = forms.CharField(required=False, widget=forms.HiddenInput)

    handed_on = ""
    """The files that were read, for the preview to hand on."""

    def clean_parcel(self) -> list[SentFile]:
        """Return the files that the preview handed on; [] for none."""
        text = self.cleaned_data["parcel"]
        try:
            return handed_on(text) if text else []
        except Malformed as wrong:
            raise ValidationError(str(wrong)) from wrong

    def sent(self, uploads: Iterable[Any], most_bytes: int) -> list[SentFile]:
        """Return the chosen files, each with at most a byte too many; else those handed on."""
        chosen = [SentFile(shown_name(each.name), each.read(most_bytes + 1)) for each in uploads if each]
        files: list[SentFile] = chosen or self.cleaned_data.get("parcel") or []
        return files

    @property
    def answers(self) -> dict[str, str]:
        """The answers for names, by their fields."""
        return {name: str(self.data[name]).strip() for name in self.data if name.startswith("who-")}


class SheetForm(FilesForm):
    """A sheet, with the host's answers to its preview.

    The roles of columns are read from the fields ``column-N``.
    """

    file = forms.FileField(
        label="Your sheet",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
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
        files = self.sent([cleaned.get("file")], BIGGEST_FILE)
        if not files:
            raise ValidationError("Choose a file: CSV or Excel.")
        cleaned["bytes"], self.handed_on = files[0].data, packed(files)
        return cleaned

    @property
    def is_new(self) -> bool:
        """Whether a file was chosen, so that there are no answers yet."""
        return bool(self.cleaned_data.get("file"))

    def roles(self) -> tuple[Role, ...] | None:
        """Return the chosen role of every column; None without any."""
        said = [self.data[name] for place in range(10_000) if (name := f"column-{place}") in self.data]
        every = {each.value for each in Role}
        if self.is_new or not said or not every.issuperset(said):
            return None
        return tuple(map(Role, said))

    def chosen_order(self) -> Order | None:
        """Return the chosen order in a date of numbers; None without one."""
        said = self.cleaned_data.get("order")
        return Order(said) if said and not self.is_new else None

    def chosen_unit(self) -> Unit | None:
        """Return the chosen unit of the amounts; None without one."""
        said = self.cleaned_data.get("unit")
        return Unit(said) if said and not self.is_new else None


def column_choices(sheet: Sheet) -> list[tuple[str, str, str, Role]]:
    """Return each column for the form: its letter, its heading, the name of its field, and its role."""
    rows = zip(sheet.header, sheet.roles, strict=True)
    return [(column_name(place), heading, f"column-{place}", role) for place, (heading, role) in enumerate(rows)]


def who_choices(name: NameIn, everybody: list[Player]) -> list[tuple[str, str, bool]]:
    """Return the choices for a name: value, words, and whether chosen; similar names come first."""
    near = [each.number for each in name.alike]
    players = sorted(everybody, key=lambda each: each.number not in near)
    found = [(NEW, f"{name.text}, a new player", name.choice == NEW)]
    if name.alike:
        found.insert(0, ("", "Choose…", name.choice == ""))
    return found + [(str(each.number), each.name, name.choice == str(each.number)) for each in players]
