"""The filter of the season above every page of results: season, house and player, kept in the address.

An unknown value filters nothing.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from ledger.seasons.queries import own_spans, span_in_address, years_played
from ledger.seasons.spans import Span, current_span, offered_spans
from reservations.houses.queries import all_versions
from reservations.models import Desk
from reservations.parsing.names import whole_number

_NO_HOUSE = 0


class SeasonForm(forms.Form):
    """Season, house and player to choose from."""

    season = forms.ChoiceField(required=False)
    house = forms.ChoiceField(required=False)
    player = forms.ChoiceField(required=False)


@dataclass(frozen=True)
class SeasonChoice:
    """The choice in an address: the ``span`` of a season, of one house where one is chosen, and a player by number.

    ``parts`` are those that differ from the default, ``current`` the default span. The ``house`` is a key, "" for
    all of them. ``own`` are the host's own seasons. ``houses`` are those to choose from, one of them unless there is a
    season ``of_all``.
    """

    span: Span
    current: Span
    house: str
    player: int | None
    parts: Mapping[str, str]
    own: tuple[Span, ...]
    today: date
    houses: Mapping[str, str]
    of_all: bool = True

    @property
    def query(self) -> str:
        """The choice in the form of an address, "" for none: "?season=2026&player=3"."""
        return f"?{urlencode(self.parts)}" if self.parts else ""

    @property
    def without_player(self) -> "SeasonChoice":
        """The same choice for everybody."""
        return replace(self, player=None, parts={key: value for key, value in self.parts.items() if key != "player"})

    def with_player(self, player: int) -> "SeasonChoice":
        """Return the same choice for one player."""
        return replace(self, player=player, parts={**self.parts, "player": str(player)})

    def form(self, players: Mapping[int, str]) -> SeasonForm:
        """Return the fields for another choice, with these players by number; a house only if there are several."""
        form = SeasonForm(QueryDict(urlencode(self.parts)))
        offered = offered_spans(self.own, years_played(), self.today)
        others = [(span.key, span.name) for span in offered if span.key != self.current.key]
        choices = {
            "season": [("", f"{self.current.name}, now"), *others],
            "house": [*([("", "All houses")] if self.of_all else []), *self.houses.items()],
            "player": [("", "Everybody"), *((str(number), name) for number, name in players.items())],
        }
        for name, listed in choices.items():
            form.fields[name].choices = listed  # type: ignore[attr-defined]  # all are fields of choices
        if len(self.houses) == 1:
            del form.fields["house"]
        if not players:
            del form.fields["player"]
        return form


def season_choice(
    data: Mapping[str, str], desk: Desk, today: date, among: Collection[int] | None = None
) -> SeasonChoice:
    """Return the choice in an address. A host of the houses ``among`` (ids) sees one of them, by default the first."""
    every = {rules.house.key: rules.house for rules in all_versions()}
    houses = {key: house for key, house in every.items() if among is None or house.pk in among}
    chosen, first = houses.get(data.get("house", "")), next(iter(houses.values()), None)
    only = chosen or (first if len(houses) == 1 or among is not None else None)
    shown = chosen if among is None else only
    own = [span for span in own_spans() if among is None or span.house is None or span.house in among]
    current = current_span(own, only.pk if only else None, today, desk.least_nights)
    span = span_in_address(data.get("season", ""), own, desk.least_nights) or current
    player, house = whole_number(data.get("player", "")), data["house"] if chosen else ""
    texts = {"season": "" if span == current else span.key, "house": house, "player": str(player or "")}
    span = span.in_house(shown.pk if shown else None if among is None else _NO_HOUSE)
    parts = {name: value for name, value in texts.items() if value}
    names = {key: house.name for key, house in houses.items()}
    return SeasonChoice(span, current, house, player or None, parts, tuple(own), today, names, of_all=among is None)
