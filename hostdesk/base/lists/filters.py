"""The filters above the lists. An unknown value filters nothing."""

from collections.abc import Collection
from typing import Any

import django_filters
from django import forms

from hostdesk.base.lists.queries import NightState
from reservations.houses.queries import houses_among
from reservations.models import House, Night
from reservations.parsing.names import name_key


class NightFilter(django_filters.FilterSet):
    """Nights by house, year and state."""

    house = django_filters.ModelChoiceFilter(
        queryset=House.objects.all(), to_field_name="key", empty_label="All houses"
    )
    year = django_filters.ChoiceFilter(
        field_name="date__year",
        label="Year",
        empty_label="All years",
        choices=lambda: [(str(year), str(year)) for year in Night.objects.years()],
    )
    state = django_filters.ChoiceFilter(
        label="State", empty_label="All", choices=[(night_state, night_state) for night_state in map(str, NightState)]
    )

    def __init__(self, *args: Any, houses: Collection[int] | None = None, **options: Any) -> None:
        """Offer the houses with these ids; None: all."""
        super().__init__(*args, **options)
        self.filters["house"].queryset = houses_among(houses).order_by("name_key")


class PlayerFilter(django_filters.FilterSet):
    """Players by part of their name, and as regulars or guests."""

    name = django_filters.CharFilter(
        label="Name",
        widget=forms.TextInput(attrs={"maxlength": "40"}),
        method=lambda players, field, value: players.filter(name_key__contains=name_key(value)),
    )
    kind = django_filters.ChoiceFilter(
        label="Plays as",
        empty_label="All",
        choices=[("regular", "regular"), ("guest", "guest")],
        method=lambda players, field, value: players.filter(regular=value == "regular"),
    )
