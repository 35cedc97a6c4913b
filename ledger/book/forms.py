"""The forms of THE BOOK: payments, corrections, an old book taken over, and what the lists are narrowed by."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from ledger.book.balances_file import BIGGEST_FILE, Balance, check_balance, read_balances, twice
from ledger.buy_in.forms import CentsField
from ledger.money.cents import parse_typed_cents
from reservations.acts.forms import MOST_WORDS, ActForm, DayField
from reservations.acts.kinds import Kind
from reservations.acts.problems import Faulty, Malformed
from reservations.models import Player
from reservations.parsing.days import day_of
from reservations.parsing.names import parse_line, parse_name

MOST_ROWS = 200
ROWS_AT_ONCE = 8
IS_OWED, OWES = "is owed", "owes"
_NOBODY = ("", "Choose…")


class PlayerField(forms.TypedChoiceField):
    """One of the players, by number."""

    def __init__(self, **options: Any) -> None:
        super().__init__(coerce=int, **options)


class ReasonField(forms.CharField):
    """Why something is done, in one line."""

    def __init__(self, **options: Any) -> None:
        shown = forms.TextInput(attrs={"autocomplete": "off", "maxlength": str(MOST_WORDS)})
        super().__init__(**{"label": "Why", "max_length": MOST_WORDS, "widget": shown, **options})

    def clean(self, value: Any) -> str:
        """Return the line as it is kept. Raises ``ValidationError`` with the reason."""
        try:
            return parse_line(super().clean(value))
        except Malformed as problem:
            raise ValidationError(str(problem)) from problem


class BookForm(ActForm):
    """An act of THE BOOK, which is looked at before it is recorded."""

    confirm = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)


class _BetweenTwo(BookForm):
    """Something between two of the players."""

    two: tuple[str, str]
    same_twice = ""

    def __init__(self, *arguments: Any, players: Sequence[Player], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.players = {each.number: each for each in players}
        names = [(str(each.number), each.name) for each in players]
        for role in self.two:
            self.fields[role].choices = [_NOBODY, *names]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuse one and the same player twice."""
        first, second = (self.cleaned_data.get(role) for role in self.two)
        if first is not None and first == second:
            self.add_error(self.two[1], self.same_twice)
        return self.cleaned_data

    def arguments(self) -> dict[str, Any]:
        """Return the two players and the amount in cents, with what else the command takes."""
        two = {role: self.players[self.cleaned_data[role]] for role in self.two}
        return {**super().arguments(), **two, "amount_cents": self.cleaned_data["amount"]}


class PaymentForm(_BetweenTwo):
    """A debt that somebody paid to somebody."""

    two = ("payer", "payee")
    same_twice = "Nobody pays themselves: choose somebody else."
    payer = PlayerField(label="Who paid", error_messages={"required": "Say who paid."})
    payee = PlayerField(label="To whom", error_messages={"required": "Say who got it."})
    amount = CentsField(label="Amount", error_messages={"required": "Say how much was paid."})

    def content(self) -> dict[str, Any]:
        """Return the fields of the act that this form, which is valid, asks for."""
        return {name: self.cleaned_data[name] for name in ("payer", "payee", "amount")}


class CorrectionForm(_BetweenTwo):
    """Something that stands wrongly in THE BOOK."""

    takes = ("reason", "about")
    two = ("debtor", "creditor")
    same_twice = "Nobody owes themselves: choose somebody else."
    debtor = PlayerField(label="Who owes more", error_messages={"required": "Say who owes it."})
    creditor = PlayerField(label="Who is owed more", error_messages={"required": "Say to whose good it is."})
    amount = CentsField(label="Amount", error_messages={"required": "Say by how much."})
    reason = ReasonField(error_messages={"required": "Say why: it stands in THE BOOK."})
    about = forms.TypedChoiceField(
        label="About a night", coerce=date.fromisoformat, required=False, empty_value=None, help_text=""
    )

    def __init__(self, *arguments: Any, nights: Sequence[date], **options: Any) -> None:
        super().__init__(*arguments, **options)
        days = [(day.isoformat(), day_of(day)) for day in nights]
        self.fields["about"].choices = [("", "None in particular"), *days]  # type: ignore[attr-defined]

    def content(self) -> dict[str, Any]:
        """Return the fields of the act that this form, which is valid, asks for."""
        said = self.cleaned_data
        fields = {name: said[name] for name in ("debtor", "creditor", "amount", "reason")}
        return fields if said["about"] is None else {**fields, "about": said["about"].isoformat()}


class BalancesForm(BookForm):
    """An old book: typed in rows of name, amount and side, or as a CSV file or its text.

    ``balances`` has its lines once the form is valid, ``faults`` what is wrong with them, by line. ``more`` asks for
    more rows and for nothing else.
    """

    reason = ReasonField(label="Which book is it", error_messages={"required": "Say which book it is: it is kept."})
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
        try:
            self.balances = self._read()
        except Faulty as faulty:
            self.faults = list(faulty.faults)
            self.add_error(None, "Nothing was read: mend these lines first.")
        return self.cleaned_data

    @property
    def is_a_file(self) -> bool:
        """Whether the lines come from a file or its text; else they were typed in rows."""
        return bool(self.cleaned_data.get("file") or self.cleaned_data.get("text"))

    def _read(self) -> list[Balance]:
        if file := self.cleaned_data.get("file"):
            return read_balances(file.read(BIGGEST_FILE + 1))
        if text := self.cleaned_data.get("text"):
            return read_balances(text.encode())
        return _typed_rows(self.rows())

    def rows(self, more: int = 0) -> list[tuple[str, str, str]]:
        """Return the rows as they were typed, name, amount and side, with ``more`` empty ones after them."""
        data = self.data
        columns = [data.getlist(name) if hasattr(data, "getlist") else [] for name in ("who", "amount", "side")]
        rows = list(zip(*columns, strict=False))[:MOST_ROWS]
        return [*rows, *[("", "", IS_OWED)] * max(more, ROWS_AT_ONCE - len(rows))]


def _typed_rows(rows: Sequence[tuple[str, str, str]]) -> list[Balance]:
    found, faults = [], []
    for line, (name, amount, side) in enumerate(rows, start=1):
        if not name.strip() and not amount.strip():
            continue
        try:
            found.append(_typed(line, name, amount, side))
        except Malformed as wrong:
            faults.append((line, str(wrong)))
    if faults := sorted([*faults, *twice(found)]):
        raise Faulty(faults)
    if not found:
        raise Faulty([(1, "nothing is written there.")])
    return [each for each in found if each.cents]


def _typed(line: int, name: str, amount: str, side: str) -> Balance:
    if side not in (IS_OWED, OWES):
        raise Malformed("say whether they owe it or are owed it.")
    cents = check_balance(parse_typed_cents(amount, zero=True))
    return Balance(line, parse_name(name), -cents if side == OWES else cents)


class RowFilter(forms.Form):
    """What a list that is no queryset is narrowed by. A value that nobody offered narrows nothing."""

    @property
    def form(self) -> "RowFilter":
        """What stands above the list."""
        return self

    @property
    def said(self) -> Mapping[str, Any]:
        """What was chosen, of what can be read."""
        self.full_clean()
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


_TEXT = forms.TextInput(attrs={"maxlength": "60", "autocomplete": "off"})


class StandingFilter(RowFilter):
    """Standings on a day, by name and side."""

    on = DayField(label="On", required=False)
    name = forms.CharField(label="Name", required=False, widget=_TEXT)
    show = forms.ChoiceField(
        label="Who",
        required=False,
        choices=[("", "Everybody"), ("owes", "owes"), ("owed", "is owed"), ("overdue", "overdue")],
    )


class OnFilter(RowFilter):
    """The lines of somebody on a day."""

    on = DayField(label="On", required=False)


class BookActFilter(RowFilter):
    """Payments, corrections and old books: by what, who, when, how much and why."""

    kind = forms.ChoiceField(
        label="What",
        required=False,
        choices=[
            ("", "Everything"),
            *(
                (kind.value, name)
                for kind, name in (
                    (Kind.PAYMENT, "payments"),
                    (Kind.CORRECT, "corrections"),
                    (Kind.BALANCES, "old books"),
                )
            ),
        ],
    )
    player = forms.TypedChoiceField(label="Player", required=False, coerce=int, empty_value=None)
    since = DayField(label="From", required=False)
    until = DayField(label="To", required=False)
    amount = CentsField(label="Amount", required=False)
    words = forms.CharField(label="Words", required=False, widget=_TEXT)
    state = forms.ChoiceField(
        label="State", required=False, choices=[("", "All"), ("stands", "stands"), ("undone", "undone")]
    )

    def __init__(self, *arguments: Any, players: Sequence[Player], **options: Any) -> None:
        super().__init__(*arguments, **options)
        names = [(str(each.number), each.name) for each in players]
        self.fields["player"].choices = [("", "Everybody"), *names]  # type: ignore[attr-defined]
