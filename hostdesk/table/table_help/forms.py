"""The questions at the table, read from the address: every field may be missing, and nothing is recorded."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from ledger.entries.forms import CentsField

MOST_LETTERS = 11
_MOST_PLAYERS = 23
_MOST_RAISES = 20


@dataclass(frozen=True)
class Sitter:
    """A player at the table: their key in the address, and their name."""

    key: str
    name: str


class PlayersField(forms.MultipleChoiceField):
    """Some of the players at the table, by their keys."""

    def __init__(self, players: Sequence[Sitter]) -> None:
        super().__init__(
            required=False,
            choices=[(player.key, player.name) for player in players],
            error_messages={"invalid_choice": "Choose among the players at the table."},
        )


class RaisesField(forms.Field):
    """Amounts in order, in an input of their own; empty ones are left out."""

    widget = forms.SelectMultiple

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return their cents. Raises ``ValidationError`` for one that cannot be read, or too many."""
        typed = [text for text in value or () if text.strip()]
        if len(typed) > _MOST_RAISES:
            raise forms.ValidationError(f"At most {_MOST_RAISES} raises are counted here.")
        return tuple(CentsField().clean(text) for text in typed)


class TableForm(forms.Form):
    """A question at a table, and its possible players; the fields that it ``picks`` take some of them.

    ``chooses`` is the field that a tap answers, ``folds`` are rare ones. ``needs`` is a field without which the others
    mean nothing: its name, theirs, and the question then.
    """

    picks: tuple[str, ...] = ()
    chooses: str = ""
    folds: tuple[str, ...] = ()
    needs: tuple[str, tuple[str, ...], str] | None = None

    def __init__(self, *args: Any, players: Sequence[Sitter], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = players
        self.fields |= {name: PlayersField(players) for name in self.picks}

    @property
    def typed(self) -> list[forms.BoundField]:
        """The typed fields, without those of single players."""
        left_out = (self.chooses, *self.folds, *self.picks, *(f"in-{player.key}" for player in self.players), "raised")
        return [self[name] for name in self.fields if name not in left_out]

    @property
    def folded_in(self) -> list[forms.BoundField]:
        """The rare fields."""
        return [self[name] for name in self.folds]

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The choices of a tap: the value, its words, and whether it is chosen."""
        if not self.chooses:
            return []
        value, field = self[self.chooses].value() or (), self.fields[self.chooses]
        chosen = [value] if isinstance(value, str) else value
        return [(str(key), str(words), key in chosen) for key, words in field.choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Require the field that the others need."""
        cleaned = self.cleaned_data
        if self.needs:
            name, others, sentence = self.needs
            if not cleaned.get(name) and name not in self.errors and any(map(cleaned.get, others)):
                self.add_error(name, sentence)
        return cleaned

    def given(self, name: str) -> Any:
        """Return the cleaned value of a field; None if it is empty or cannot be read."""
        self.full_clean()
        return self.cleaned_data.get(name)


class SplitForm(TableForm):
    """A pot and its winners: so many ``ways``, or the players with the high and with the low hands."""

    pot = CentsField(label="Pot", required=False)
    chip = CentsField(label="Smallest chip", required=False)
    ways = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=[(f"{many}", f"{many}") for many in range(2, 6)]
    )

    picks, chooses = ("high", "low"), "ways"
    needs = ("pot", ("ways", "high"), "Enter the pot.")


class SidePotsForm(TableForm):
    """The stakes of the players, whether they folded, and the chips in the middle before."""

    before = CentsField(label="Pot before", required=False, zero=True)
    chip = CentsField(label="Smallest chip", required=False)

    picks = ("folded",)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for player in self.players:
            self.fields[f"in-{player.key}"] = CentsField(label=player.name, required=False, zero=True)

    @property
    def rows(self) -> list[tuple[Sitter, Any, bool]]:
        """The players with the fields of their stakes, and whether they folded."""
        folded = self.given("folded") or ()
        return [(player, self[f"in-{player.key}"], player.key in folded) for player in self.players]


class RaiseForm(TableForm):
    """The blinds of a hand, or the bets of a betting round in order: totals, as in "raise to"."""

    big = CentsField(label="Big blind", required=False)
    many = forms.IntegerField(label="Players", required=False, min_value=2, max_value=_MOST_PLAYERS)
    bet = CentsField(label="Bet", required=False)
    raised = RaisesField(label="Raised to", required=False)
    all_in = CentsField(label="All-in for", required=False)

    folds = ("big", "many")
    needs = ("bet", ("raised",), "Enter what was bet first, or the big blind.")

    @property
    def raises(self) -> list[str]:
        """The typed raises, and an empty one for the next."""
        return [*filter(str.strip, self["raised"].value() or ()), ""][-_MOST_RAISES:]


class SilentChipsForm(TableForm):
    """Chips that were put in without a word, and the bet they face."""

    big = CentsField(label="Big blind", required=False)
    bet = CentsField(label="Bet to call", required=False, help_text="Blank: nobody has bet.")
    before = CentsField(label="Raised from", required=False, help_text="Blank: it is the first bet.")
    put = CentsField(label="Put in", required=False)
    chips = forms.ChoiceField(required=False, choices=[("one", "One chip"), ("several", "Several chips")])

    chooses, folds = "chips", ("big",)
    needs = ("put", ("chips",), "Enter what was put in.")


class ReturnForm(TableForm):
    """A player who comes back, or is new: their missed blinds, and whether they sit between button and blinds."""

    small = CentsField(label="Small blind", required=False)
    big = CentsField(label="Big blind", required=False)
    owes = forms.ChoiceField(
        required=False,
        choices=[
            ("both", "Missed both blinds"),
            ("big", "Missed the big blind"),
            ("small", "Missed the small blind"),
            ("nothing", "New, or missed none"),
            ("between", "At the next hand between button and small blind, or on one"),
        ],
    )

    chooses = "owes"


class LeavingForm(TableForm):
    """The players who have left since the last hand."""

    picks, chooses = ("left",), "left"
