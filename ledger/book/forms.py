"""The forms of THE BOOK: payments, corrections, the import of an old book, and the filters of the lists."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms

from ledger.book.balances_file import BIGGEST_FILE, Balance, check_balance, read_balances, twice
from ledger.entries.forms import CentsField
from ledger.money.cents import parse_typed_cents
from reservations.acts.forms import MOST_WORDS, ActForm, DayField, ParsedField
from reservations.acts.problems import Faults, Faulty, Malformed
from reservations.models import Player
from reservations.parsing.days import day_of
from reservations.parsing.names import parse_line, parse_name

MOST_ROWS = 200
ROWS_AT_ONCE = 8
IS_OWED, OWES = "is owed", "owes"
_NOBODY = ("", "Choose…")


class ReasonField(ParsedField):
    parse = staticmethod(parse_line)

    def __init__(self, **options: Any) -> None:
        shown = forms.TextInput(attrs={"autocomplete": "off", "maxlength": str(MOST_WORDS)})
        super().__init__(**{"label": "Why", "max_length": MOST_WORDS, "widget": shown, **options})


class BookForm(ActForm):
    """An act of THE BOOK, with a preview before its record."""

    confirm = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)


class BetweenTwoForm(BookForm):
    """An act between ``two`` players; ``signs`` are those of the amount in their standings.

    ``says`` is its sentence about the two, with the amount at the end, and ``does`` its button.
    """

    heading = says = says_more = does = ""
    two: tuple[str, str]
    signs: tuple[int, int] = (-1, 1)
    takes: tuple[str, ...] = ("amount", "reason")
    called = {"amount": "amount_cents"}

    def __init__(self, *arguments: Any, players: Sequence[Player], nights: Sequence[date] = (), **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.players = {player.number: player for player in players}
        names = [(str(player.number), player.name) for player in players]
        for role in self.two:
            self.fields[role].choices = [_NOBODY, *names]  # type: ignore[attr-defined]
        if "about" in self.fields:
            days = [(day.isoformat(), day_of(day)) for day in nights]
            self.fields["about"].choices = [("", "None in particular"), *days]  # type: ignore[attr-defined]

    @property
    def asks(self) -> list[forms.BoundField]:
        """The fields on the page."""
        return [self[name] for name in (*self.two, *self.takes)]

    def clean(self) -> dict[str, Any]:
        first, second = (self.cleaned_data.get(role) for role in self.two)
        if first is not None and first == second:
            self.add_error(self.two[1], "Choose two different players.")
        return self.cleaned_data

    def content(self) -> dict[str, Any]:
        """Return the fields of the act of this valid form."""
        values = {name: self.cleaned_data[name] for name in (*self.two, *self.takes)}
        return {name: str(value) if name == "about" else value for name, value in values.items() if value is not None}

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), **{role: self.players[self.cleaned_data[role]] for role in self.two}}


class _PlayerField(forms.TypedChoiceField):
    def __init__(self, label: str, required: str) -> None:
        super().__init__(coerce=int, label=label, error_messages={"required": required})


class _AmountField(CentsField):
    def __init__(self, help_text: str = "") -> None:
        super().__init__(label="Amount", error_messages={"required": "Enter the amount."}, help_text=help_text)


class PaymentForm(BetweenTwoForm):
    heading, says, does = "Record a payment", "pays", "Record the payment"
    takes = ("amount",)
    two = ("payer", "payee")
    signs = (1, -1)
    payer = _PlayerField("Who paid", "Choose who paid.")
    payee = _PlayerField("To whom", "Choose who was paid.")
    amount = _AmountField()


class ForgivingForm(BetweenTwoForm):
    heading, says, does = "Let a debt go", "forgives", "Let it go"
    two = ("creditor", "debtor")
    creditor = _PlayerField("Who lets it go", "Choose who lets it go.")
    debtor = _PlayerField("Whose debt", "Choose whose debt.")
    amount = _AmountField("A part or all. It counts as forgiven, not as paid.")
    reason = ReasonField(error_messages={"required": "Give a reason; both players see it."})


class CorrectionForm(BetweenTwoForm):
    heading, says, says_more, does = "Correct THE BOOK", "owes", "more", "Record the correction"
    takes = ("amount", "reason", "about")
    two = ("debtor", "creditor")
    debtor = _PlayerField("Who owes more", "Choose who owes more.")
    creditor = _PlayerField("Who is owed more", "Choose who is owed more.")
    amount = _AmountField()
    reason = ReasonField(error_messages={"required": "Give a reason; THE BOOK shows it."})
    about = forms.TypedChoiceField(
        label="About a night",
        coerce=date.fromisoformat,
        required=False,
        empty_value=None,
        help_text="The night’s results stay; its report lists the correction.",
    )


class BalancesForm(BookForm):
    """An old book, typed in rows or as a CSV file or its text; once valid, ``balances``, else ``faults`` by line."""

    reason = ReasonField(label="Name of the book", error_messages={"required": "Name the book; THE BOOK shows it."})
    text = forms.CharField(
        label="The lines",
        required=False,
        max_length=BIGGEST_FILE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "code"}),
    )
    file = forms.FileField(label="CSV file", required=False, allow_empty_file=True)
    add = forms.BooleanField(required=False)

    takes = ("reason",)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.balances: list[Balance] = []
        self.faults: list[tuple[int, str]] = []

    def clean(self) -> dict[str, Any]:
        """Read the lines from the file, else from the text, else from the rows."""
        cleaned = self.cleaned_data
        try:
            if cleaned.get("file"):
                self.balances = read_balances(cleaned["file"].read(BIGGEST_FILE + 1))
            elif cleaned.get("text"):
                self.balances = read_balances(cleaned["text"].encode())
            else:
                self.balances = self._typed()
        except Faulty as faulty:
            self.faults = list(faulty.faults)
            self.add_error(None, "Not imported. Fix these lines first.")
        return cleaned

    def rows(self, more: int = 0) -> list[tuple[str, str, str]]:
        """Return the typed rows, name, amount and side, with ``more`` empty ones after them."""
        data = self.data
        columns = [data.getlist(name) if hasattr(data, "getlist") else [] for name in ("who", "amount", "side")]
        rows = list(zip(*columns, strict=False))[:MOST_ROWS]
        return [*rows, *[("", "", IS_OWED)] * max(more, ROWS_AT_ONCE - len(rows))]

    def _typed(self) -> list[Balance]:
        found, faults = list[Balance](), Faults()
        for line, (name, amount, side) in enumerate(self.rows(), start=1):
            if not name.strip() and not amount.strip():
                continue
            with faults.at(line):
                if side not in (IS_OWED, OWES):
                    raise Malformed("say whether they owe it or are owed it.")
                cents = check_balance(parse_typed_cents(amount, zero=True))
                found.append(Balance(line, parse_name(name), -cents if side == OWES else cents))
        faults += twice(found)
        if not found and not faults:
            faults.add(1, "", "it is empty.")
        Faults(sorted(faults)).end()
        return [balance for balance in found if balance.cents]


class RowFilter(forms.Form):
    """The filter of a list that is not a queryset. An invalid value filters nothing.

    The fields beside the ``first`` ones are folded; without any, none are.
    """

    first: tuple[str, ...] = ()

    @property
    def form(self) -> "RowFilter":
        """The form above the list."""
        return self

    @property
    def values(self) -> Mapping[str, Any]:
        """The valid chosen values."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields that are always visible."""
        return [self[name] for name in self.first]

    @property
    def folded(self) -> list[forms.BoundField]:
        """The other fields."""
        return [field for field in self if self.first and field.name not in self.first]

    @property
    def is_unfolded(self) -> bool:
        """Whether one of the other fields is in use."""
        return any(name not in self.first for name in self.values)


_TEXT = forms.TextInput(attrs={"maxlength": "60", "autocomplete": "off"})


class StandingFilter(RowFilter):
    first = ("show",)

    on = DayField(label="On", required=False)
    name = forms.CharField(label="Name", required=False, widget=_TEXT)
    show = forms.ChoiceField(
        label="Who",
        required=False,
        choices=[("", "Everybody"), ("owes", "owes"), ("owed", "is owed"), ("overdue", "overdue")],
    )


class OnFilter(RowFilter):
    on = DayField(label="On", required=False)


class PeriodForm(forms.Form):
    """From one day to another, both included; either may be left open."""

    first = DayField(label="From", required=False)
    last = DayField(label="To", required=False)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field in an address."""
        return {"first": "from", "last": "to"}.get(field_name, field_name)

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins."""
        first, last = (self.cleaned_data.get(name) for name in ("first", "last"))
        if first and last and last < first:
            raise forms.ValidationError("The period ends before it begins: choose a later last day.")
        return self.cleaned_data
