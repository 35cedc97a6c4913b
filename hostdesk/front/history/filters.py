"""The filter of the history: the matter, the night and the player, and the folded fields below them."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.http import QueryDict

from hostdesk.front.history.queries import DISPUTES, MATTERS, RULINGS, Scope
from hostdesk.table.conduct.rule_fields import BUILT_IN, FIELDS
from ledger.book.forms import RowFilter
from ledger.entries.forms import CentsField
from reservations.acts.forms import MOST_NUMBER, DayField
from reservations.acts.kinds import Kind
from reservations.conduct.rules import Decider
from reservations.models import Night, Player
from reservations.parsing.days import day_of

_WORDS = forms.TextInput(attrs={"maxlength": "60", "autocomplete": "off"})
_DECIDERS = [("", "Anybody"), *((decider, decider) for decider in map(str, Decider))]


class HistoryFilter(RowFilter):
    """The filter's choices; ``nights`` have the ids, days and houses of the nights on offer, the newest first."""

    first = ("kind", "night", "player")

    kind = forms.ChoiceField(label="What", required=False)
    night = forms.TypedChoiceField(label="Night", required=False, coerce=int, empty_value=None)
    player = forms.TypedChoiceField(label="Player", required=False, coerce=int, empty_value=None)
    house = forms.ChoiceField(label="House", required=False)
    rule = forms.ChoiceField(label="Rule", required=False)
    decider = forms.ChoiceField(label="Decided by", required=False, choices=_DECIDERS)
    since = DayField(label="From", required=False)
    until = DayField(label="To", required=False)
    number = forms.IntegerField(label="No.", required=False, min_value=1, max_value=MOST_NUMBER)
    amount = CentsField(label="Amount", required=False)
    words = forms.CharField(label="Words", required=False, widget=_WORDS)
    state = forms.ChoiceField(label="State", required=False)

    def __init__(self, data: QueryDict, *, scope: Scope, in_book: bool) -> None:
        """Offer the choices within the scope, THE BOOK only if it is in use (``in_book``) or chosen.

        An old address may have a matter and a kind of it.
        """
        given = data.copy()
        given["kind"] = next(filter(None, reversed(data.getlist("kind"))), "")
        super().__init__(given)
        nights = scope.of(Night.objects.all(), "").order_by("-date", "-pk")
        self.nights = list(nights.values_list("pk", "date", "house__key", "house__name"))
        houses = {(key, name) for _, _, key, name in self.nights}
        for name, choices in self._offered(scope, houses, in_book=in_book or given["kind"] == "book").items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        no_use = {"house": len(houses) < 2, "rule": given["kind"] != RULINGS, "decider": given["kind"] != RULINGS}
        for name in filter(no_use.get, no_use):
            del self.fields[name]

    def _offered(self, scope: Scope, houses: Collection[tuple[str, str]], *, in_book: bool) -> dict[str, list[Any]]:
        kinds = [(kind.value, kind.value.replace("_", " ")) for kind in Kind]
        matters = [(key, matter.label) for key, matter in MATTERS.items() if in_book or key != "book"]
        states = [("stands", "not undone"), ("undone", "undone"), ("sent", "sent"), ("failed", "not sent")]
        nights = [(number, f"{day_of(date)}, {name}") for number, date, _, name in self.nights]
        people = Player.objects.people().order_by("name_key")
        if not scope.is_all:
            matters, states = matters[:-1], states[:2]
            people = people.filter(transfers__act__night__in=[number for number, *_ in nights]).distinct()
        return {
            "kind": [("", "Everything"), *matters, ("One kind", kinds)],
            "night": [("", "All nights"), *nights],
            "player": [("", "Everybody"), *((person.number, person.name) for person in people)],
            "house": [("", "All houses"), *sorted(houses)],
            "rule": [("", "All rules"), *((kind, kind) for kind in sorted({DISPUTES, *FIELDS, *BUILT_IN}))],
            "state": [("", "All"), *states],
        }

    @property
    def night_chosen(self) -> Night | None:
        """The chosen night."""
        number = self.values.get("night")
        return Night.objects.select_related("house").get(pk=number) if number else None
