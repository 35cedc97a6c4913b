"""The form of a results sheet: its file, and the host's answers."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from django import forms
from django.utils import timezone

from hostdesk.imports.results.columns import Heading, column_name
from hostdesk.imports.results.queries import Brings
from hostdesk.imports.results.reading import BIGGEST_FILE, other_sheets, read_grid
from hostdesk.imports.results.sheets import AmountUnit, Order, Sheet, read_sheet
from hostdesk.imports.ways_in.files import SentFile
from hostdesk.imports.ways_in.forms import FilesForm
from reservations.acts.forms import DayField, LineField


class DoubtField(forms.TypedChoiceField):
    """The host's answer to a doubt about the sheet; None without one."""

    widget = forms.RadioSelect

    def __init__(self, kind: type[StrEnum], words: Mapping[Any, str]) -> None:
        super().__init__(required=False, coerce=kind, empty_value=None, choices=[*words.items()])


class SheetForm(FilesForm):
    """A sheet, with the host's answers to its preview; once valid, ``sheet``, and the ``others`` of the workbook.

    The roles of columns are read from the fields ``column-N``.
    """

    missing = "Choose a file: CSV or Excel."
    most_bytes, confirmed = BIGGEST_FILE, ("then", "bring")
    sheet: Sheet
    others: list[str]

    file = forms.FileField(
        label="Your sheet",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    house = forms.ChoiceField(label="Played at", required=False)
    order = DoubtField(Order, {Order.DAY: "The day comes first", Order.MONTH: "The month comes first"})
    unit = DoubtField(
        AmountUnit, {AmountUnit.CENTS: "Cents: 2000 is 20.00", AmountUnit.WHOLE: "Whole units: 20 is 20.00"}
    )
    beside = forms.BooleanField(label="They are other games: bring these in as well", required=False)
    until = DayField(label="They hold up to", required=False)
    reason = LineField(label="Why they don’t sum to zero", most=300)

    def __init__(self, *args: Any, houses: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["house"].choices = houses  # type: ignore[attr-defined]
        self.fields["until"].widget.attrs["max"] = timezone.localdate().isoformat()

    def read(self, files: Sequence[SentFile]) -> None:
        """Read the sheet by the answers of the host."""
        # Answers about an earlier sheet do not apply to one that is chosen now.
        choices, roles = ({}, None) if self.cleaned_data.get("file") else (self.cleaned_data, self.roles())
        self.sheet = read_sheet(read_grid(files[0].data), roles, choices.get("order"), choices.get("unit"))
        self.others = other_sheets(files[0].data)

    @property
    def brings(self) -> Brings:
        """The sheet with the host's answers."""
        data = self.cleaned_data
        return Brings(self.sheet, data["house"], self.answers, data["reason"], data["until"], data["beside"])

    def roles(self) -> tuple[Heading, ...] | None:
        """Return the chosen role of every column; None without any."""
        roles = [self.data[name] for place in range(10_000) if (name := f"column-{place}") in self.data]
        every = {heading.value for heading in Heading}
        if not roles or not every.issuperset(roles):
            return None
        return tuple(map(Heading, roles))


def column_choices(sheet: Sheet) -> list[tuple[str, str, str, Heading]]:
    """Return the columns for the form: letter, heading, name of the field, and role."""
    rows = zip(sheet.header, sheet.roles, strict=True)
    return [(column_name(place), heading, f"column-{place}", role) for place, (heading, role) in enumerate(rows)]
