"""The forms that plan, change or cancel a night, set its stakes and limits, open its bank, and end a series."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import date, time
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils import timezone

from hostdesk.base.site.locale_queries import zones
from hostdesk.invitations.coming.forms import ExpectedField
from hostdesk.invitations.guests.forms import HostReasonField, ReasonForm
from ledger.bank.history import FIGURES
from ledger.bank.queries import BankNow, first_blinds
from ledger.entries.forms import CentsField
from ledger.money.cents import field_cents
from ledger.night.stakes_queries import limits_before, stakes_faults
from ledger.terms.bank_terms import BankTerms
from reservations.acts.forms import ActForm, CountField, DayField, LineField
from reservations.models import Every, Player
from reservations.nights.plans import MOST_NOTE, MOST_PLACE, Plan, Repeats, skipped_fault

ONE, FOLLOWING = "one", "following"
_SCOPES = [(ONE, "This night only"), (FOLLOWING, "This and all following")]
_REPEATS = [("", "Just once"), (Every.WEEKLY.value, "Weekly"), (Every.MONTHLY.value, "Monthly")]
_MOST_SHOWN = 4_000
_SHOWN = "hostdesk.nights.forms.shown"  # signs forms that are open already: no module, and never renamed
_DAYS, _CLOCKS = ("day", "maybe_on"), ("starts", "ends")
_BLINDS = ("small_blind", "big_blind")


class FiguresForm(ActForm):
    """A night's own figures; an empty field is the house's."""

    small_blind = CentsField(label="Small blind", required=False)
    big_blind = CentsField(label="Big blind", required=False)
    buy_in_min = CentsField(label="Minimum buy-in", required=False, zero=True)
    buy_in_max = CentsField(label="Maximum buy-in", required=False)
    or_big_stack = forms.BooleanField(label="Or the big stack, where that is more", required=False)

    @property
    def stakes_shown(self) -> bool:
        """Whether one of them is filled in."""
        return any(self[name].value() for name in FIGURES if name in self.fields)

    def figures(self) -> dict[str, int]:
        """Return the typed and readable figures, in cents, by the names of the commands' arguments.

        The big stack belongs to a maximum of the night's own: the house's term decides for its own.
        """
        cleaned = getattr(self, "cleaned_data", {})
        names = FIGURES if cleaned.get("buy_in_max") is not None and cleaned.get("or_big_stack") else FIGURES[:-1]
        return {name: cleaned[name] for name in names if cleaned.get(name) is not None}


class StakesForm(FiguresForm):
    """These figures for a house with known terms: it shows the house's values and requires those it asks for."""

    big_blinds = CountField(label="Maximum in big blinds", required=False)

    def __init__(self, *args: Any, terms: BankTerms, **options: Any) -> None:
        super().__init__(*args, **options)
        self.terms, limits = terms, limits_before(terms)
        by_name = {"buy_in_min": terms.minimum, "buy_in_max": terms.maximum}
        required = [name for name, limit in by_name.items() if limit and limit.at_opening]
        for name in (*(_BLINDS if terms.blinds_at_opening else ()), *required):
            self.fields[name].required = True
            called = str(self.fields[name].label).lower()
            self.fields[name].error_messages["required"] = f"This house asks for it every night: the {called}."
        usual = {"buy_in_min": limits.minimum_cents, "buy_in_max": limits.maximum_cents}
        if terms.blinds:
            usual |= {"small_blind": terms.blinds.small_cents, "big_blind": terms.blinds.big_cents}
        self.fields["or_big_stack"].initial = terms.maximum is not None and terms.maximum.or_big_stack
        for name, cents in usual.items():
            if cents is not None:
                self.fields[name].widget.attrs["placeholder"] = field_cents(cents)

    def clean_big_blinds(self) -> int | None:
        """Convert a maximum in big blinds to its amount. Raises ``ValidationError`` for both, or without blinds."""
        cleaned = self.cleaned_data
        many: int | None = cleaned["big_blinds"]
        if many and cleaned.get("buy_in_max") is not None:
            raise ValidationError("Enter the maximum as an amount or in big blinds, not both.")
        blinds = first_blinds(self.terms, {name: cents for name, cents in cleaned.items() if cents is not None})
        if many and blinds is None:
            raise ValidationError("This night has no blinds: enter the maximum as an amount.")
        if many and blinds:
            cleaned["buy_in_max"] = many * blinds.big_cents
        return many


class NewStakesForm(StakesForm):
    """The figures of an open night, set anew; once a level is played it has no fields for blinds."""

    def __init__(self, *args: Any, now: BankNow, **options: Any) -> None:
        super().__init__(*args, terms=now.terms, initial=figures_shown(now.history.figures), **options)
        self.stand: dict[str, int] = {}
        if now.history.level is not None:
            self.stand = {name: cents for name, cents in now.history.figures.items() if name in _BLINDS}
            for name in (*_BLINDS, "big_blinds"):
                del self.fields[name]

    def arguments(self) -> dict[str, Any]:
        """Return the night's own figures from here on."""
        return {"figures": self.stand | self.figures()}


def figures_shown(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return a night's own figures for a form; the big stack counts with a maximum of its own alone."""
    shown: dict[str, Any] = {name: field_cents(figures[name]) for name in FIGURES[:-1] if name in figures}
    return shown | ({"or_big_stack": figures.get("or_big_stack", False)} if "buy_in_max" in figures else {})


class HouseSelect(forms.Select):
    """A choice of houses with their seats: the page uses them if nobody typed a number."""

    seats: Mapping[str, int | None] = {}

    def create_option(self, name: str, value: Any, *more: Any, **options: Any) -> dict[str, Any]:
        """Return an option with the seats of its house."""
        option: dict[str, Any] = super().create_option(name, value, *more, **options)
        option["attrs"]["data-seats"] = self.seats.get(str(value)) or ""
        return option


class _EveningForm(FiguresForm):
    """The fields of a night, planned or changed."""

    date = DayField(label="Date", error_messages={"required": "Say when."})
    starts = ExpectedField(label="Starts", error_messages={"required": "Say when it starts."})
    ends = ExpectedField(label="Ends about", required=False)
    seats = CountField(label="Seats", required=False)
    seats.widget.attrs["placeholder"] = "no limit"
    tables = forms.TypedChoiceField(
        label="Tables", choices=[(1, "One table"), (2, "Two tables")], coerce=int, initial=1
    )
    place = LineField(label="Place", most=MOST_PLACE)
    note = LineField(label="Note to guests", most=MOST_NOTE)
    maybe_hours = CountField(label="Hours before", required=False)
    maybe_on = DayField(label="Or until the end of", required=False)

    @property
    def when(self) -> list[forms.BoundField]:
        """The fields of its time."""
        return [self["date"], *(self[name] for name in _CLOCKS)]

    def check_start(self, zone: str) -> None:
        """Add an error if the clocks of the zone skip the start."""
        day, starts = self.cleaned_data.get("date"), self.cleaned_data.get("starts")
        if day and starts and (fault := skipped_fault(day, starts, zone)):
            self.add_error("starts", fault)

    def _plan_fields(self) -> dict[str, Any]:
        """Return the fields of the plan in this valid form."""
        values = {"day" if name == "date" else name: value for name, value in self.cleaned_data.items()}
        values |= {"stakes": self.figures()} if "small_blind" in self.fields else {}
        return {field.name: values[field.name] for field in fields(Plan) if field.name in values}


class PlanForm(_EveningForm):
    """The time and house of a night, and its repetition."""

    house = forms.ChoiceField(label="House", widget=HouseSelect, error_messages={"required": "Say in which house."})
    zone = forms.ChoiceField(
        label="Time zone", required=False, choices=lambda: zones(str(timezone.get_current_timezone()))
    )
    repeat = forms.ChoiceField(label="Repeat", required=False, choices=_REPEATS, widget=forms.RadioSelect)
    interval = CountField(label="Every … weeks or months", required=False)
    until = DayField(label="Last night on or before", required=False)

    def __init__(self, *args: Any, houses: list[tuple[str, str]], seats: Mapping[str, int | None], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["house"].choices = houses  # type: ignore[attr-defined]
        self.fields["house"].widget.seats = seats

    def clean(self) -> dict[str, Any]:
        """Refuse a start that no clock shows."""
        self.check_start(self.cleaned_data.get("zone") or str(timezone.get_current_timezone()))
        return self.cleaned_data

    def arguments(self) -> dict[str, Any]:
        """Return the house, the night, and its repetition: None for a single night."""
        cleaned = self.cleaned_data
        repeats = None
        if cleaned["repeat"]:
            interval = 1 if cleaned["interval"] is None else cleaned["interval"]
            repeats = Repeats(cleaned["repeat"], interval, cleaned["date"], cleaned["until"])
        plan = Plan(**self._plan_fields() | {"zone": cleaned["zone"] or str(timezone.get_current_timezone())})
        return {"house": cleaned["house"], "plan": plan, "repeats": repeats}


class ChangeForm(_EveningForm):
    """The changes of a night; ``shown`` is the plan at the time of the page.

    A night that has started has no fields for its times.
    """

    shown = forms.CharField(widget=forms.HiddenInput, max_length=_MOST_SHOWN)
    scope = forms.ChoiceField(choices=_SCOPES, required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, started: bool, terms: BankTerms, **more: Any) -> None:
        super().__init__(*args, **more)
        self.terms = terms
        if started:
            for name in ("date", *_CLOCKS, "maybe_hours", "maybe_on", "scope", *FIGURES):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Refuse a start that no clock shows, and stakes that fit neither one another nor the house."""
        if shown := self.cleaned_data.get("shown"):
            self.check_start(shown.zone)
        for fault in stakes_faults(self.terms, self.figures()):
            self.add_error(None, fault)
        return self.cleaned_data

    def clean_shown(self) -> Plan:
        """Return the shown plan. Raises ``ValidationError`` for a value that no page of ours has."""
        try:
            values = signing.loads(self.cleaned_data["shown"], salt=_SHOWN)
        except signing.BadSignature as wrong:
            raise ValidationError("This form is damaged: load the page again.") from wrong
        values |= {name: values[name] and date.fromisoformat(values[name]) for name in _DAYS}
        values |= {name: values[name] and time.fromisoformat(values[name]) for name in _CLOCKS}
        return Plan(**values)

    def wanted(self) -> Plan:
        """Return the wanted plan of this valid form."""
        shown: Plan = self.cleaned_data["shown"]
        return replace(shown, **self._plan_fields())

    def arguments(self) -> dict[str, Any]:
        """Return the shown and the wanted plan, and whether later nights change too."""
        following = self.cleaned_data.get("scope") == FOLLOWING
        return {"shown": self.cleaned_data["shown"], "wanted": self.wanted(), "all_following": following}


class TakeBackForm(ReasonForm):
    """The reason why a whole night is taken back; the ledger keeps it with every act of it."""

    reason = HostReasonField("Say why: the ledger keeps it.")


class OpenForm(StakesForm):
    """The banker, the starting cash, and the night's own figures."""

    banker = forms.TypedChoiceField(label="Banker", coerce=int, error_messages={"required": "Say who runs the bank."})
    float_cents = CentsField(label="Float", zero=True, required=False)

    def __init__(self, *args: Any, bankers: list[Player], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["banker"].choices = [(banker.number, banker.name) for banker in bankers]  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the banker, the float in cents (0 for an empty field), and the figures."""
        cleaned = self.cleaned_data
        banker = Player.objects.get(pk=cleaned["banker"])
        return {"banker": banker, "float_cents": cleaned["float_cents"] or 0, "figures": self.figures()}


class EndForm(ActForm):
    """The last day of a series, with the reason."""

    after = DayField(label="Last night on or before", error_messages={"required": "Say after which day."})
    reason = LineField(label="Reason", most=300)

    takes = ("after", "reason")


def opened_like(last: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of an opening act for a form: the float, and that night's own figures."""
    shown = {"float_cents": field_cents(last["float"])} if "float" in last else {}
    return shown | figures_shown(last) | ({"banker": last["banker"]} if "banker" in last else {})


def initial_of(plan: Plan) -> dict[str, Any]:
    """Return a plan for a form."""
    values = asdict(plan)
    clocks = {name: f"{values[name]:%H:%M}" if values[name] else "" for name in _CLOCKS}
    return values | clocks | figures_shown(plan.stakes) | {"date": values.pop("day")}


def text_of(plan: Plan) -> str:
    """Write a plan for a page: signed, so that the returned text is the desk's own."""
    values = asdict(plan).items()
    written = {name: value.isoformat() if isinstance(value, date | time) else value for name, value in values}
    return signing.dumps(written, salt=_SHOWN)
