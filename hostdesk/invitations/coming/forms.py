"""The forms of a player about a night: their answer, their arrival, their guests, and an offered seat."""

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Any

from django import forms

from reservations.acts.facts import FactKind, Reply
from reservations.acts.forms import ActForm, OneOfField, ParsedField, YesField
from reservations.acts.problems import Malformed
from reservations.nights.plans import ending
from reservations.parsing.names import name_key, parse_name
from reservations.rsvps.commands import MOST_GUESTS

_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_MOST_LATE = timedelta(hours=12)


class Back(StrEnum):
    """The page after an answer: the night's, the player's own with all nights, or the host's of the messages."""

    NIGHT = ""
    OWN = "own"
    MESSAGES = "messages"


class GuestsField(ParsedField):
    """The names of a player's guests in their order, one in a line; () for none."""

    widget = forms.Textarea(attrs={"rows": 2, "autocapitalize": "words", "autocomplete": "off", "spellcheck": "false"})

    left_empty = ()

    @staticmethod
    def parse(text: str) -> tuple[str, ...]:
        """Return the names. Raises ``Malformed`` for a bad name, a double or too many."""
        names = [parse_name(line) for line in text.splitlines() if line.strip()]
        if len({name_key(name) for name in names}) < len(names):
            raise Malformed("One of your guests is named twice.")
        if len(names) > MOST_GUESTS:
            raise Malformed(f"{len(names)} guests are too many: at most {MOST_GUESTS}, or ask the host.")
        return tuple(names)


class ExpectedField(ParsedField):
    """A time of the night's own clock, after its start: 20:30; None for an empty field."""

    widget = forms.TimeInput(attrs={"type": "time"})

    @staticmethod
    def parse(text: str) -> time:
        """Return the time. Raises ``Malformed`` for any other text."""
        if not _CLOCK.fullmatch(text):
            raise Malformed(f"{text!r:.12} is not a time like 20:30.")
        return time.fromisoformat(text)


class NightForm(ActForm):
    """A player's word on a night that starts at ``starts_at`` by the clock of ``zone``."""

    kind = FactKind.CONFIRM
    back = forms.ChoiceField(choices=[(back.value, back.name) for back in Back], required=False)

    def __init__(self, *args: Any, starts_at: datetime | None = None, zone: tzinfo = UTC, **more: Any) -> None:
        super().__init__(*args, **more)
        self.starts_at, self.zone = starts_at, zone

    @property
    def wants(self) -> tuple[FactKind, dict[str, Any]]:
        """The fact of this valid form: its kind and its content."""
        values = {name: self.cleaned_data[name] for name in self.takes if name in ("answer", "guests", "expected")}
        return self.kind, values | ({"expected": values["expected"].isoformat()} if values.get("expected") else {})

    def with_moment(self, values: dict[str, Any]) -> dict[str, Any]:
        """Replace the time by the night's clock with its moment, which must be late; else add an error."""
        clock: time | None = values.get("expected")
        if clock is None:
            return values | {"expected": None}
        if self.starts_at is None:
            self.add_error("expected", "The host has not set a start yet, so you cannot be late.")
            return values
        start = self.starts_at.astimezone(self.zone)
        comes = ending(start.date(), start.time(), clock, str(self.zone))
        if comes - self.starts_at > _MOST_LATE:
            self.add_error("expected", f"The night starts at {start:%H:%M}. Enter a later time.")
            return values
        return values | {"expected": comes}


class AnswerForm(NightForm):
    """Whether a player comes, with guests, only ``together``, ``sure`` to give up a seat for a strike."""

    kind = FactKind.ANSWER
    answer = OneOfField(Reply, "Answer yes or no.")
    expected = ExpectedField(label="You come late, at", required=False)
    guests = GuestsField(label="Your guests", required=False, max_length=1_000)
    together = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)

    takes = ("answer", "guests", "expected", "together", "sure")
    called = {"answer": "reply", "expected": "expected_at", "together": "wait_together", "sure": "warned"}

    def clean(self) -> dict[str, Any]:
        """Find the moment of the arrival; without a yes there is neither a time nor guests."""
        cleaned = self.cleaned_data
        if cleaned.get("answer") != Reply.YES:
            return cleaned | {"expected": None, "guests": (), "together": False}
        return self.with_moment(cleaned)


class ExpectForm(NightForm):
    """A player's arrival: late, at a time, or on time after all."""

    kind = FactKind.EXPECT
    expected = ExpectedField(label="You come at", required=False)
    in_time = forms.BooleanField(required=False)

    takes = ("expected",)
    called = {"expected": "expected_at"}

    def clean(self) -> dict[str, Any]:
        """Find the meaning: a moment after the start, or in time."""
        cleaned = self.cleaned_data
        if cleaned.get("in_time"):
            return cleaned | {"expected": None}
        if not cleaned.get("expected") and "expected" not in self.errors:
            self.add_error("expected", "Enter the time you come.")
        return self.with_moment(cleaned)


class OfferForm(NightForm):
    """Whether a player takes the seat that is kept for them."""

    take = YesField("Choose whether you take it.")

    takes = ("take",)

    @property
    def wants(self) -> tuple[FactKind, dict[str, Any]]:
        """The fact of the form."""
        return (FactKind.SEAT if self.cleaned_data["take"] else FactKind.LAPSE), {}
