"""The base of all forms that record an act, and the forms about people.

Plain forms that clean to a command's arguments: names by ``parse_name``, keys from the server.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404

from reservations.acts.fact_queries import FactTaken
from reservations.acts.kinds import Stamp, parse_key
from reservations.acts.problems import Changed, Malformed, Problem, Refused, Unannounced
from reservations.acts.queries import KeyTaken, desk_time
from reservations.models import Player
from reservations.parsing.days import parse_day
from reservations.parsing.names import parse_line, parse_name, whole_number

TABLE_AGREED = "the table agreed: "
MOST_WORDS = 300
MOST_NUMBER = 2**62
"""The largest number that a page takes for one of the desk's: its rows are counted in 63 bits."""


@contextmanager
def form_errors() -> Iterator[None]:
    """Turn ``Malformed`` into a ``ValidationError`` with the same reason."""
    try:
        yield
    except Malformed as problem:
        raise ValidationError(str(problem)) from problem


class ParsedField(forms.CharField):
    """A text that ``parse`` reads; ``left_empty`` is the value of an empty field."""

    parse: Callable[[str], Any]
    left_empty: Any = None

    def clean(self, value: Any) -> Any:
        """Return the parsed value. Raises ``ValidationError`` with the parser's reason."""
        text = super().clean(value)
        with form_errors():
            return self.parse(text) if text else self.left_empty


class KeyField(ParsedField):
    """The key of an act, put into the form by the server."""

    widget = forms.HiddenInput
    parse = staticmethod(parse_key)


class NameField(ParsedField):
    """A player's name in its kept form, "" for an empty field."""

    parse = staticmethod(parse_name)
    left_empty = ""


class LineField(ParsedField):
    """One line of text, which may be empty."""

    left_empty = ""

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.most = most
        self.widget.attrs |= {"maxlength": str(most), "autocomplete": "off"}

    def parse(self, text: str) -> str:
        """Return the line. Raises ``Malformed`` for text that cannot be kept."""
        return parse_line(text, self.most, empty=True)


class DayField(ParsedField):
    """A day as in 2026-10-31, the format of a browser's own field; None for an empty field."""

    widget = forms.DateInput(attrs={"type": "date"})
    parse = staticmethod(parse_day)


class OneOfField(forms.TypedChoiceField):
    """One member of an enumeration; ``missing`` is the error for an empty or unknown value."""

    def __init__(self, kind: type[StrEnum], missing: str = "", **options: Any) -> None:
        super().__init__(choices=[(choice.value, choice.value) for choice in kind], coerce=kind, **options)
        if missing:
            self.error_messages |= {"required": missing, "invalid_choice": missing}


class YesField(forms.TypedChoiceField):
    """Yes or no, as True or False; ``missing`` is the error for neither."""

    def __init__(self, missing: str = "Choose yes or no.") -> None:
        super().__init__(choices=[("yes", "Yes"), ("no", "No")], coerce=lambda value: value == "yes")
        self.error_messages |= {"required": missing, "invalid_choice": missing}


class NumberField(forms.IntegerField):
    """The number of one of the page's choices; ``missing`` is the error without a choice."""

    def __init__(self, missing: str = "", **options: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_NUMBER, **options)
        if missing:
            self.error_messages |= {"required": missing, "invalid": missing}


class PersonField(forms.IntegerField):
    """The person of a number among the page's choices; None for an empty optional field."""

    def clean(self, value: Any) -> Player | None:
        """Return the person. Raises ``Http404`` for an unknown number, which no page offers."""
        number = super().clean(value)
        try:
            return None if number is None else Player.objects.person(number)
        except Player.DoesNotExist as missing:
            raise Http404 from missing


class ActForm(forms.Form):
    """A form that records one act: its key, and a ruling where the host overrules a refusal.

    ``refuse`` keeps the problem that the command raised, and the page shows it beside the typed values; ``conflict``
    marks a key that belongs to another act, or a page whose facts have ``changed`` by now; ``asks_first`` an act that
    needs a confirmation.
    """

    key = KeyField(error_messages={"required": "This form has no key: load the page again."})
    ruling = forms.CharField(required=False, max_length=MOST_WORDS, label="Reason")
    count_ruling = forms.CharField(required=False, max_length=MOST_WORDS, label="Reason for the count")
    agreed = forms.BooleanField(required=False, label="The table agreed")

    takes: tuple[str, ...] = ()
    """The fields that the command takes."""
    called: Mapping[str, str] = {}
    """The command's names for fields with other names."""
    shows: tuple[str, ...] = ()
    """The fields with figures of the page, which the command compares with the present ones; not the empty ones."""

    refusal: Refused | None = None
    taken: KeyTaken | None = None
    changed: Changed | None = None
    conflict: bool = False
    asks_first: bool = False
    problem: str = ""

    def stamp(self, at: datetime, by: str, *, may_overrule: bool = True) -> Stamp:
        """Return the stamp of the act of this valid form; its time is by the desk's clock."""
        cleaned = self.cleaned_data
        ruling, count_ruling = self._ruling(cleaned["ruling"]), self._ruling(cleaned["count_ruling"])
        shown = {name: cleaned[name] for name in self.shows if cleaned[name] not in (None, "")}
        return Stamp(cleaned["key"], desk_time(at), by, ruling, count_ruling, may_overrule, shown=shown)

    def arguments(self) -> dict[str, Any]:
        """Return the command's arguments from this valid form.

        These are the fields in ``takes``; a form that looks up further values overrides this.
        """
        return {self.called.get(name, name): self.cleaned_data[name] for name in self.takes}

    def _ruling(self, reason: str) -> str:
        agreed = reason and self.cleaned_data["agreed"]
        return f"{TABLE_AGREED}{reason}"[:MOST_WORDS] if agreed else reason

    def refuse(self, problem: Problem) -> None:
        self.problem = str(problem)
        if isinstance(problem, Refused):
            self.refusal = problem
        elif isinstance(problem, KeyTaken):
            self.taken = problem
        elif isinstance(problem, Changed):
            self.changed = problem
        self.conflict = self.conflict or isinstance(problem, (KeyTaken, FactTaken, Changed))
        self.asks_first = isinstance(problem, Unannounced)

    def overrules(self) -> bool:
        """Tell whether the person overrules a term, or a difference between two counts."""
        return bool(self.cleaned_data["ruling"] or self.cleaned_data["count_ruling"])

    def repeated_fields(self) -> list[tuple[str, str]]:
        """Return the posted fields, without key and rulings, as hidden fields that repeat them."""
        mine = ("key", "ruling", "count_ruling", "agreed", "csrfmiddlewaretoken")
        data = self.data
        lists = data.lists() if hasattr(data, "lists") else [(name, [value]) for name, value in data.items()]
        return [(name, value) for name, values in lists if name not in mine for value in values]


class WalkInForm(ActForm):
    """A player who has come: a known name, or a new one, regular or guest with an inviter."""

    name = NameField(error_messages={"required": "Write their name."})
    guest = forms.BooleanField(required=False)
    invited_by = NumberField(required=False)

    takes = ("name", "guest", "invited_by")

    def clean(self) -> dict[str, Any]:
        """Treat a new player with an inviter as a guest."""
        cleaned = self.cleaned_data
        return {**cleaned, "guest": bool(cleaned.get("guest") or cleaned.get("invited_by"))}


class _WordsField(ParsedField):
    """A text of any number of lines, as one."""

    @staticmethod
    def parse(text: str) -> str:
        return parse_line(" ".join(text.split()))


class ObjectForm(ActForm):
    """A player's objection to a line or a strike, or the banker's reply."""

    words = _WordsField(max_length=MOST_WORDS, error_messages={"required": "Say why, in a few words."})

    takes = ("words",)


class SwitchForm(ActForm):
    """A switch: on or off."""

    on = YesField()

    takes: tuple[str, ...] = ("on",)


class CountField(ParsedField):
    """A whole number in plain digits; None for an empty field."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"})

    @staticmethod
    def parse(text: str) -> int:
        """Return the number. Raises ``Malformed`` for any other text."""
        if whole_number(text, most_digits=4) is None:
            raise Malformed(f"{text!r:.12} is no whole number.")
        return int(text)
