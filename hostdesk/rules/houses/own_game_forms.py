"""The forms that make a house: eight questions about one's own game, and a copy of a house under a new name."""

import itertools
from collections.abc import Collection, Mapping
from typing import Any

from django import forms

from hostdesk.rules.houses.own_game import OwnGame, faults_by_question, own_document
from ledger.entries.forms import CentsField
from ledger.money.cents import show_cents
from ledger.money.words import Means
from ledger.terms.bank_terms import Limit
from reservations.acts.forms import NameField, ParsedField
from reservations.acts.problems import Malformed
from reservations.parsing.documents import BadTerms
from reservations.parsing.names import NAME_CHARACTERS, name_key, whole_number

OWN = "own"
"""The answer that is typed instead of chosen; in the set-up also the choice of a game of one's own."""
_STAKES = {f"{small}-{big}": (small, big) for small, big in ((5, 10), (10, 20), (25, 50), (50, 100), (100, 200))}
_LIMITS = {
    "20-100": ("20 to 100 big blinds", (Limit(big_blinds=20), Limit(big_blinds=100))),
    "40-200": ("40 to 200 big blinds", (Limit(big_blinds=40), Limit(big_blinds=200))),
    "none": ("No limits", (None, None)),
    "asked": ("Set each night", (Limit(at_opening=True), Limit(at_opening=True))),
}
_USUAL = {
    "40": ("40 big blinds", Limit(big_blinds=40)),
    "100": ("100 big blinds", Limit(big_blinds=100)),
    "maximum": ("The maximum", Limit(maximum=True)),
    "none": ("None", None),
}
_CREDIT = {
    "cash": ("Cash only", (Means.CASH,)),
    "transfer": ("Cash or transfer", (Means.CASH, Means.TRANSFER)),
    "book": ("Cash or THE BOOK", (Means.CASH, Means.BOOK)),
    "notes": ("Cash, bank notes or THE BOOK", (Means.CASH, Means.NOTE, Means.BOOK)),
}
_SEATS = {"8": ("8", 8), "9": ("9", 9), "10": ("10", 10), "none": ("No limit", None)}
_TYPED = {
    "stakes": ("small_blind", "big_blind"),
    "limits": ("minimum", "maximum"),
    "usual": ("usual_amount",),
    "seats": ("seat_count",),
}
"""The fields of the answer that is typed."""
_REMARKS = {
    "credit": "THE BOOK keeps debts between nights. A bank note is an IOU for one night.",
    "seats": "Whoever comes after that waits for a seat.",
    "strikes": "If strikes count, the first one is a reminder, and with two a player waits behind the others.",
    "chips": "White, red, green and black, in values that fit the stakes.",
}
_MOST_SEATS, _FEWEST_SEATS = 60, 2


def _question(label: str, answers: list[tuple[str, str]], proposed: str, *, typed: bool = False) -> Any:
    """Return a question with a choice of answers, or one that is ``typed``; a missing answer is the desk's proposal."""
    return forms.TypedChoiceField(
        label=label,
        choices=[*answers, *([(OWN, "Other…")] if typed else [])],
        initial=proposed,
        empty_value=proposed,
        required=False,
        widget=forms.RadioSelect,
    )


def _answers(choices: Mapping[str, tuple[str, Any]]) -> list[tuple[str, str]]:
    return [(answer, words) for answer, (words, _) in choices.items()]


class SeatsField(ParsedField):
    """A number of seats; None for an empty field."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "2"})

    @staticmethod
    def parse(text: str) -> int:
        """Return the number. Raises ``Malformed`` for anything that is no number of seats."""
        seats = whole_number(text, most_digits=2)
        if seats is None or not _FEWEST_SEATS <= seats <= _MOST_SEATS:
            raise Malformed(f"Enter a number from {_FEWEST_SEATS} to {_MOST_SEATS}.")
        return seats


class OwnGameForm(forms.Form):
    """Eight questions about a game, with the answers of most home games filled in; ``document`` is the result.

    ``taken``: keys of other houses. ``called``: the name of the house if none is given.
    """

    house_name = NameField(label="Name of the house", required=False, max_length=NAME_CHARACTERS)
    stakes = _question("Stakes", [], "25-50")
    small_blind = CentsField(label="Small blind", required=False)
    big_blind = CentsField(label="Big blind", required=False)
    limits = _question("Buy-in", _answers(_LIMITS), "20-100", typed=True)
    minimum = CentsField(label="Buy-in from", required=False, zero=True)
    maximum = CentsField(label="Buy-in up to", required=False)
    usual = _question("Usual buy-in", _answers(_USUAL), "40", typed=True)
    usual_amount = CentsField(label="Usual amount", required=False)
    credit = _question("Cash or credit", _answers(_CREDIT), "cash")
    seats = _question("Seats", _answers(_SEATS), "9", typed=True)
    seat_count = SeatsField(label="How many seats", required=False)
    strikes = _question("No-shows", [("no", "You decide"), ("yes", "Strikes count")], "no")
    levels = _question("Levels", [("no", "Blinds stay"), ("yes", "Blinds rise every 20 minutes")], "no")
    chips = _question("Chips", [("no", "Amounts only"), ("yes", "By colour")], "no")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, taken: Collection[str] = (), called: str = "", **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.taken, self.called = taken, called
        self.fields["house_name"].widget.attrs |= {"placeholder": called, "autocomplete": "off"}
        blinds = [(answer, f"{show_cents(small)} / {show_cents(big)}") for answer, (small, big) in _STAKES.items()]
        others = [("asked", "Set each night"), ("none", "No blinds"), (OWN, "Other…")]
        self.fields["stakes"].choices = [*blinds, *others]  # type: ignore[attr-defined]
        self.document: dict[str, Any] | None = None

    def questions(self) -> list[tuple[forms.BoundField, list[forms.BoundField], str]]:
        """Return the questions with the fields of the typed answers, and remarks on them."""
        names = ("stakes", "limits", "usual", "credit", "seats", "strikes", "levels", "chips")
        return [(self[name], [self[field] for field in _TYPED.get(name, ())], _REMARKS.get(name, "")) for name in names]

    def is_own(self) -> bool:
        """Tell whether the questions count: a form with other ways may leave them out."""
        return True

    def clean(self) -> dict[str, Any]:
        """Make the document of the house from the answers, and add every contradiction to its question."""
        answers = self.cleaned_data
        if not self.is_own():
            return answers
        for question, names in _TYPED.items():
            # A buy-in may be limited on one side, or on none.
            for name in names if answers.get(question) == OWN and question != "limits" else ():
                if name not in self.errors and answers.get(name) is None:
                    self.add_error(name, "Enter it, or choose another answer.")
        if not self.errors:
            try:
                self.document = own_document(self._game(), taken=self.taken)
            except BadTerms as problem:
                for question, sentence in faults_by_question(problem):
                    self.add_error(question or None, sentence)
        return answers

    def _game(self) -> OwnGame:
        """Return the game of the answers; a typed value beside another answer does not count."""
        answers = self.cleaned_data
        small, big = _STAKES.get(answers["stakes"], (None, None))
        if answers["stakes"] == OWN:
            small, big = answers["small_blind"], answers["big_blind"]
        typed = tuple(Limit(answers[name]) if answers[name] else None for name in ("minimum", "maximum"))
        _, (minimum, maximum) = _LIMITS.get(answers["limits"], ("", typed))
        _, usual = _USUAL.get(answers["usual"], ("", Limit(answers["usual_amount"])))
        _, seats = _SEATS.get(answers["seats"], ("", answers["seat_count"]))
        return OwnGame(
            name=answers["house_name"] or self.called,
            small_blind=small,
            big_blind=big,
            blinds_at_opening=answers["stakes"] == "asked",
            minimum=minimum,
            maximum=maximum,
            usual=usual,
            pays_with=_CREDIT[answers["credit"]][1],
            seats=seats,
            **{name: answers[name] == "yes" for name in ("strikes", "levels", "chips")},
        )


def called_after(name: str, *, taken: Collection[str] = ()) -> str:
    """Return the name of a house without one: after its host, if that fits and is not ``taken``."""
    keys, called = {name_key(name) for name in taken}, f"{name}'s game"
    if not name or len(called) > NAME_CHARACTERS - len(" 99"):
        called = "Our game"
    free = (f"{called} {number}" if number > 1 else called for number in itertools.count(1))
    return next(name for name in free if name_key(name) not in keys)


class CopyForm(forms.Form):
    """A house to copy, and the name of the copy."""

    copy = forms.ChoiceField(
        label="Copy of", error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose a house.")
    )
    copy_name = NameField(
        label="New name", max_length=NAME_CHARACTERS, error_messages={"required": "Give the copy a name."}
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, houses: list[tuple[str, str]]) -> None:
        super().__init__(data)
        self.fields["copy"].choices = houses  # type: ignore[attr-defined]
