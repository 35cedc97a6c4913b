"""The form of every way in: its files, chosen now or handed on by the preview, read, with their faults by place."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from hostdesk.imports.ways_in.files import FaultyFiles, SentFile, handed_on, packed, shown_name
from hostdesk.imports.ways_in.queries import NEW, NameIn
from reservations.acts.problems import Faulty, Malformed
from reservations.models import Player


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
        return [super(ManyFilesField, self).clean(upload, initial) for upload in data]


class FilesForm(forms.Form):
    """Files of a way in, and their players: chosen now, or handed on in ``parcel`` by the preview.

    ``upload`` names the field of the files, ``missing`` is the error without any, ``most_bytes`` are read of a file,
    and ``confirmed`` is the field of the preview that posts them. Once they are read, ``handed_on`` is their parcel, or
    ``faults`` are theirs by place.
    """

    parcel = forms.CharField(required=False, widget=forms.HiddenInput)

    upload, missing = "file", "Choose a file."
    most_bytes: int
    confirmed: tuple[str, str]
    handed_on = ""
    faults: Sequence[tuple[Any, str]] = ()

    def clean_parcel(self) -> list[SentFile]:
        """Return the files that the preview handed on; [] for none."""
        text = self.cleaned_data["parcel"]
        try:
            return handed_on(text) if text else []
        except Malformed as wrong:
            raise ValidationError(str(wrong)) from wrong

    def clean(self) -> dict[str, Any]:
        """Read the chosen files, at most a byte too many of a file; else those handed on."""
        chosen = self.cleaned_data.get(self.upload) or []
        uploads = chosen if isinstance(chosen, list) else [chosen]
        sent = [SentFile(shown_name(upload.name), upload.read(self.most_bytes + 1)) for upload in uploads]
        try:
            files = self.opened(sent or self.cleaned_data.get("parcel") or [])
            self.handed_on = packed(files)
            if files:
                self.read(files)
            else:
                self.add_error(self.upload, self.missing)
        except (Faulty, FaultyFiles) as faulty:
            self.faults = faulty.placed
            self.add_error(None, "Nothing was recorded.")
        return self.cleaned_data

    def opened(self, files: Sequence[SentFile]) -> Sequence[SentFile]:
        """Return the files to read, of those sent. Raises ``FaultyFiles``."""
        return files

    def read(self, files: Sequence[SentFile]) -> None:
        """Read the files. Raises ``Faulty`` or ``FaultyFiles`` with their faults."""
        raise NotImplementedError

    @property
    def is_confirmed(self) -> bool:
        """Whether the host has looked at the preview and wants it posted; a file that is chosen now is shown first."""
        return self.confirmed in self.data.items() and not self.cleaned_data.get(self.upload)

    @property
    def answers(self) -> dict[str, str]:
        """The answers for names, by their fields."""
        return {name: str(self.data[name]).strip() for name in self.data if name.startswith("who-")}


def who_choices(name: NameIn, everybody: Sequence[Player]) -> list[tuple[str, str, bool]]:
    """Return the choices for a name: value, words, and whether chosen; similar names come first."""
    near = [player.number for player in name.near]
    players = sorted(everybody, key=lambda player: player.number not in near)
    found = [(NEW, f"{name.text}, a new player", name.choice == NEW)]
    if name.near:
        found.insert(0, ("", "Choose…", name.choice == ""))
    return found + [(str(player.number), player.name, name.choice == str(player.number)) for player in players]
