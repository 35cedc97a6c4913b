"""The form of ledgers from online tables: the files, their house, and the players."""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from django import forms

from hostdesk.imports.pokernow.aliases import BIGGEST_FILE, Given, read_aliases
from hostdesk.imports.pokernow.reading import UNITS, Sitting, read_good
from hostdesk.imports.pokernow.rules import ImportWishes
from hostdesk.imports.ways_in.files import MOST_BYTES, FaultyFiles, SentFile, unpacked
from hostdesk.imports.ways_in.forms import FilesForm, ManyFilesField
from hostdesk.rules.houses.queries import with_presets
from reservations.acts.forms import MOST_WORDS, DayField, LineField
from reservations.acts.problems import Faulty
from reservations.models import House
from reservations.players.queries import regulars

_MOST_HANDED_ON = 2_400_000


class LedgersForm(FilesForm):
    """Ledgers and their wishes; once valid, ``ledgers`` and ``wishes``.

    Faults of unreadable files are set ``aside``, if others can be read. ``aliases`` hands on the players by a file.
    """

    upload, missing = "chosen", "Choose the ledgers, or a zip of them."
    most_bytes, confirmed = MOST_BYTES, ("do", "post")
    ledgers: Sequence[Sequence[Sitting]] = ()
    aside: Sequence[tuple[str, int, str]] = ()
    given = Given()

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
        made = list(House.objects.order_by("name_key"))
        people = cache(lambda: [(regular.name, regular.name) for regular in regulars()])
        initial = {"house": house or (made[0].key if len(made) == 1 else "")}
        super().__init__(*args, **options | {"initial": initial})
        choices = {
            "house": [("", "Choose"), *with_presets(made)],
            "banker": lambda: [("", "The first player of each night"), *people()],
            "bearer": lambda: [("", "Nobody: over or short"), *people()],
        }
        for field, those in choices.items():
            self.fields[field].choices = those  # type: ignore[attr-defined]

    def opened(self, files: Sequence[SentFile]) -> Sequence[SentFile]:
        """Return the files, in place of a zip those in it. Raises ``FaultyFiles``."""
        return unpacked(files)

    def read(self, files: Sequence[SentFile]) -> None:
        """Read the players and the ledgers."""
        cleaned = self.cleaned_data
        file, text = cleaned.get("who"), cleaned.get("aliases", "")
        try:
            if file or text:
                self.given = read_aliases(file.read(BIGGEST_FILE + 1) if file else text.encode())
        except Faulty as faulty:
            raise FaultyFiles.of("Who is who", faulty) from faulty
        if len(self.handed_on) > _MOST_HANDED_ON:
            self.add_error("chosen", "These are too many files at once: bring them in by parts.")
        elif "unit" in cleaned:
            self.ledgers, self.aside = read_good(files, unit_cents=UNITS[cleaned["unit"]], day=cleaned.get("day"))
            if not self.ledgers:
                raise FaultyFiles(self.aside)

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
    def wishes(self) -> ImportWishes:
        """The wishes for posting."""
        fields = {name: self.cleaned_data[name] for name in ("house", "day", "banker", "reason", "bearer")}
        return ImportWishes(given=self.given, settled=self.cleaned_data["settled"] == "paid", **fields)
