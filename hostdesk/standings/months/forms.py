"""The forms of the months: choose a period, consolidate it, and record steps of a payment."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.text import capfirst

from hostdesk.standings.months.commands import PaymentStep
from ledger.entries.forms import CentsField
from ledger.money.cents import MOST_CENTS
from ledger.months.queries import title_of
from ledger.settle.fewest_payments import Wishes
from reservations.acts.forms import MOST_WORDS, ActForm, DayField, LineField, NumberField, OneOfField

MOST_MONTHS = 4


class ConsolidationForm(forms.Form):
    """A period: its last day, one or two hubs of all payments, and the least payment.

    It records nothing. A typed ``day`` counts in place of ``until``.
    """

    until = DayField(label="Up to the end of", widget=forms.Select)
    day = DayField(label="Another day", required=False)
    hub = forms.TypedChoiceField(label="Who pays whom", coerce=int, required=False, empty_value=None)
    second_hub = forms.TypedChoiceField(label="And also through", coerce=int, required=False, empty_value=None)
    least = CentsField(label="No payment under", required=False)

    def __init__(self, *args: Any, today: date, since: date | None, people: Sequence[tuple[int, str]], **more: Any):
        super().__init__(*args, **more)
        ends = {end.isoformat(): capfirst(title_of(since, end)) for end in ended(today, since)}
        ends[today.isoformat()] = "Today"
        if day := self.data.get("until"):
            ends.setdefault(day, day)
        self.fields["until"].widget.choices = [*ends.items()]
        hubs = [(str(number), f"All through {name}") for number, name in people]
        self.fields["hub"].choices = [("", "The fewest payments"), *hubs]  # type: ignore[attr-defined]
        others = [(str(number), name) for number, name in people]
        self.fields["second_hub"].choices = [("", "Nobody else"), *others]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Check for two different people if there are to be two."""
        cleaned = self.cleaned_data
        if cleaned.get("second_hub") and cleaned.get("hub") in (None, cleaned["second_hub"]):
            self.add_error("second_hub", "Choose two players, or leave this empty.")
        return cleaned

    @property
    def last_day(self) -> date:
        """The last day of the chosen period, if the form is valid."""
        cleaned = self.cleaned_data
        last: date = cleaned["day"] or cleaned["until"]
        return last

    @property
    def wishes(self) -> Wishes[int]:
        """The wishes for the plan, if the form is valid."""
        cleaned = self.cleaned_data
        return Wishes(cleaned["hub"], cleaned["second_hub"], cleaned["least"] or 0)


def ended(today: date, since: date | None) -> list[date]:
    """Return the last days of the months that have ended and are not consolidated yet, the latest first."""
    ends = [today.replace(day=1) - timedelta(days=1)]
    while len(ends) < MOST_MONTHS:
        ends.append(ends[-1].replace(day=1) - timedelta(days=1))
    return [end for end in ends if since is None or end > since]


class ConsolidateForm(ActForm):
    """A consolidation: its last day, its hubs, the least payment in cents, and the digest of the preview."""

    until = DayField()
    hub = NumberField(required=False)
    second_hub = NumberField(required=False)
    least = forms.IntegerField(required=False, min_value=1, max_value=MOST_CENTS)
    shown = forms.CharField(max_length=64)

    takes = ("until", "wishes")
    shows = ("shown",)

    def clean(self) -> dict[str, Any]:
        """Take the three as one wish."""
        cleaned = self.cleaned_data
        return {**cleaned, "wishes": Wishes(cleaned.get("hub"), cleaned.get("second_hub"), cleaned.get("least") or 0)}


class PlanPaymentForm(ActForm):
    """A step of a proposed payment; ``claim`` is the key of a claim, ``act`` the number of the act to undo.

    ``shown`` is the rest on the page; ``sure`` answers its question, which ``question`` keeps.
    """

    step = OneOfField(PaymentStep)
    amount = CentsField(label="Amount", required=False)
    claim = forms.CharField(required=False, max_length=64)
    act = NumberField(required=False)
    reason = LineField(most=MOST_WORDS)
    shown = CentsField(required=False)
    sure = forms.BooleanField(required=False)

    takes = ("step", "amount", "claim", "act", "reason", "sure")
    shows = ("shown",)
    question: dict[str, Any] | None = None

    def clean(self) -> dict[str, Any]:
        """Check for the fields that the step needs."""
        cleaned = self.cleaned_data
        step = cleaned.get("step")
        if step in (PaymentStep.CLAIM, PaymentStep.PAY, PaymentStep.FORGIVE) and cleaned.get("amount", 0) is None:
            self.add_error("amount", "Enter the amount.")
        if step in (PaymentStep.DISPUTE, PaymentStep.FORGIVE) and not cleaned.get("reason"):
            self.add_error("reason", "Give a reason.")
        return cleaned
