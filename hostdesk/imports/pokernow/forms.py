"""The form of ledgers from online tables: the files, their house, and the players."""

import json
from functools import cache
from typing import Any

from django import forms

from hostdesk.imports.pokernow.aliases import BIGGEST_FILE, Given, read_aliases
from hostdesk.imports.pokernow.reading import UNITS, Sitting, read_good
from hostdesk.imports.pokernow.rules import Wishes
from hostdesk.imports.results.bundle import MOST_BYTES, FaultyFiles, packed, unpacked
from hostdesk.imports.results.forms import FilesForm
from hostdesk.rules.houses.queries import houses_made, with_presets
from reservations.acts.forms import MOST_WORDS, DayField, LineField
from reservations.acts.problems import Faulty
from reservations.players.queries import regulars

_MOST_HANDED_ON = 2_400_000


class ManyFilesInput(forms.FileInput):
    """A field for several files."""

    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[Any]:
        """Return all chosen files."""
        return list(files.getlist(name)) if hasattr(files, "getlist") else []


class ManyFilesField(forms.FileField):
    """Several files, or none."""

    widget = ManyFilesInput(attrs={"accept": ".csv,.tsv,.txt,.zip"})

    def clean(self, data: Any, initial: Any = None) -> Any:
        """Return the files."""
        return [super(ManyFilesField, self).clean(each, initial) for each in data]


class LedgersForm(FilesForm):
    """Ledgers and their wishes; once valid, ``ledgers`` and ``wishes``, or ``faults`` by file and line.

    Faults of unreadable files are set ``aside``, if others can be read. ``aliases`` hands on the players by a file.
    """

    chosen = ManyFilesField(label="Ledgers", required=False, allow_empty_file=True)
    unit = forms.ChoiceField(
        label="The amounts are in",
        choices=[("cents", "Cents: 2000 is 20.00"), ("whole", "Whole units: 20 is 20.00")],
        widget=forms.RadioSelect,
        error_messages={"required": "Say what the amounts are in: the files do not tell."},
    )
    house = forms.ChoiceField(label="House", error_messages={"required": "Choose the house."})
    who = forms.FileField(label="Who is who", required=False, widget=forms.FileInput(attrs={"accept": ".json,.csv"}))
    aliases = forms.CharField(required=False, widget=forms.HiddenInput)
    day = DayField(label="Date of the night", required=False)
    banker = forms.ChoiceField(label="Who ran the bank", required=False)
    reason = LineField(label="Why it does not sum to zero", most=MOST_WORDS)
    bearer = forms.ChoiceField(label="Borne by", required=False)
    settled = forms.ChoiceField(
        label="What was won and lost then",
        required=False,
        choices=[
            ("paid", "Settled long ago: results only, nobody owes anything"),
            ("book", "Into THE BOOK: whoever lost owes it from now on"),
        ],
        widget=forms.RadioSelect,
    )
    asked = forms.CharField(required=False)
    do = forms.CharField(required=False)

    def __init__(self, *args: Any, house: str, **options: Any) -> None:
        made, people = houses_made(), cache(lambda: [(each.name, each.name) for each in regulars()])
        super().__init__(*args, initial={"house": house or (made[0].key if len(made) == 1 else "")}, **options)
        choices = {
            "house": [("", "Choose"), *with_presets(made)],
            "banker": lambda: [("", "The first player of each night"), *people()],
            "bearer": lambda: [("", "Nobody: over or short"), *people()],
        }
        for field, those in choices.items():
            self.fields[field].choices = those  # type: ignore[attr-defined]
        self.faults: list[tuple[str, int, str]] = []
        self.ledgers: list[list[Sitting]] = []
        self.aside: list[tuple[str, int, str]] = []
        self.given = Given()

    def clean(self) -> dict[str, Any]:
        """Read the files, or those that the preview hands on, and the players."""
        said = self.cleaned_data
        try:
            if said.get("who") or said.get("aliases"):
                self.given = read_aliases(self._aliases())
            files = unpacked(self.sent(said.get("chosen") or [], MOST_BYTES))
            self.handed_on = packed(files)
            if not files:
                self.add_error("chosen", "Choose the ledgers, or a zip of them.")
            elif len(self.handed_on) > _MOST_HANDED_ON:
                self.add_error("chosen", "These are too many files at once: bring them in by parts.")
            elif "unit" in said:
                self.ledgers, self.aside = read_good(files, unit_cents=UNITS[said["unit"]], day=said.get("day"))
                if not self.ledgers:
                    raise FaultyFiles(self.aside)
        except FaultyFiles as faulty:
            self.faults = list(faulty.faults)
        except Faulty as faulty:
            self.faults = [("Who is who", line, sentence) for line, sentence in faulty.faults]
        if self.faults:
            self.add_error(None, "Nothing was posted.")
        return said

    def _aliases(self) -> bytes:
        """Return the players from a file, or from the preview."""
        file, text = self.cleaned_data.get("who"), self.cleaned_data["aliases"]
        return bytes(file.read(BIGGEST_FILE + 1)) if file else str(text).encode()

    @property
    def aliases_handed_on(self) -> str:
        """The players for the preview to hand on; "" for nothing."""
        return json.dumps(dict(self.given.ids)) if self.given.ids else ""

    @property
    def wishes_cents(self) -> bool:
        """Whether the amounts are read as cents."""
        return bool(self.cleaned_data["unit"] == "cents")

    @property
    def carried(self) -> list[tuple[str, str]]:
        """The fields that the preview hands on beside the files."""
        return [(name, self.data.get(name, "")) for name in ("unit", "house", "day", "banker")]

    @property
    def wishes(self) -> Wishes:
        """The wishes for posting."""
        said = self.cleaned_data
        return Wishes(
            house=said["house"],
            given=self.given,
            day=said["day"],
            banker=said["banker"],
            reason=said["reason"],
            bearer=said["bearer"],
            settled=said["settled"] == "paid",
        )
