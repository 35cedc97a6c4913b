"""The forms of ways to be paid: choose a kind, and type its details."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst

from hostdesk.standings.paying.kinds import KINDS, MOST_CHARACTERS, PaymentKind, parse_detail, postcode_fault
from ledger.entries.forms import CentsField
from reservations.acts.forms import ParsedField, form_errors


class KindForm(forms.Form):
    """One of the kinds: those that carry the desk's currency first."""

    kind = forms.ChoiceField(label="Another way")

    def __init__(self, data: Mapping[str, Any] | None = None, *, currency: str) -> None:
        super().__init__(data)
        fits: list[tuple[str, str]] = []
        others: list[tuple[str, str]] = []
        for kind in KINDS.values():
            (fits if kind.carries(currency) else others).append((kind.key, capfirst(kind.offer or kind.name)))
        groups = [(f"In {currency}", fits), ("In other currencies", others)]
        self.fields["kind"].choices = groups  # type: ignore[attr-defined]


class _DetailField(ParsedField):
    """A detail of a kind, checked as it is kept."""

    def __init__(self, kind: PaymentKind, key: str) -> None:
        ask = kind.asks[key]
        label = f"{ask.label}, if you like" if ask.optional else ask.label
        super().__init__(required=False, label=label, help_text=f"{capfirst(ask.hint)}.")
        self.kind, self.key = kind, key
        self.widget.attrs |= {"maxlength": str(MOST_CHARACTERS), "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        """Return the detail. Raises ``ValidationError`` with the rule that it breaks."""
        text = forms.CharField.clean(self, value)
        with form_errors():
            return parse_detail(self.kind, self.key, text)


class WayForm(forms.Form):
    """The details of a kind."""

    def __init__(self, kind: PaymentKind, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.kind = kind
        for key in kind.asks:
            self.fields[key] = _DetailField(kind, key)
        self.usual = [self[key] for key, ask in kind.asks.items() if not ask.address]
        self.address = [self[key] for key, ask in kind.asks.items() if ask.address]

    def clean(self) -> None:
        """Check a postcode by the rule of its country."""
        if fault := postcode_fault(self.cleaned_data):
            self.add_error("postcode", fault)


class PartForm(forms.Form):
    """The part of a debt that is paid now, in cents; blank for all of it."""

    amount = CentsField(label="Pay a part", required=False)
