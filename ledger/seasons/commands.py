"""Make, change and end a season, and set its visible parts. No money moves, so none of this is an act."""

from datetime import date
from enum import StrEnum
from typing import Any

from ledger.models import PrivateResults, Season
from reservations.acts.commands import command
from reservations.acts.kinds import parse_key
from reservations.acts.problems import Changed, Impossible
from reservations.models import Desk, House, Player
from reservations.parsing.names import name_key, parse_name
from reservations.players.queries import same_person

MOST_LEAST_NIGHTS = 100


class Shared(StrEnum):
    """The part of a season's table that players see."""

    WHOLE = "whole"
    FIRST_NAMES = "first"
    RANKS = "ranks"
    OWN = "own"


@command
def make_season(
    *, key: str, name: str, first: date, last: date | None = None, house: House | None = None, least_nights: int = 1
) -> Season:
    """Make a season; the same key again returns the same season.

    Raises ``Impossible`` for a taken name, for a last day before the first, and for a number of nights that nobody can
    reach.
    """
    if made := Season.objects.filter(key=parse_key(key)).first():
        return made
    fields = _checked(name, first, last, house, least_nights)
    return Season.objects.create(key=key, **fields)


@command
def change_season(
    *,
    season: int,
    shown: int,
    name: str,
    first: date,
    last: date | None = None,
    house: House | None = None,
    least_nights: int = 1,
) -> Season:
    """Change or end the season of that id; ``shown`` is the number of its changes on the page.

    Raises ``Changed`` if it has other values since, and the errors of :func:`make_season`.
    """
    kept = Season.objects.get(pk=season)
    fields = _checked(name, first, last, house, least_nights, but=season)
    if all(getattr(kept, field) == value for field, value in fields.items()):
        return kept
    if kept.changes != shown:
        raise Changed(f"{kept} was changed meanwhile: look at it as it is now, and change it again.")
    Season.objects.filter(pk=season).update(**fields, changes=shown + 1)
    return Season.objects.get(pk=season)


def _checked(
    name: str, first: date, last: date | None, house: House | None, least_nights: int, *, but: int = 0
) -> dict[str, Any]:
    name = parse_name(name)
    if taken := Season.objects.filter(name_key=name_key(name)).exclude(pk=but).first():
        raise Impossible(f"There is a season called {taken} already: take another name.")
    if last is not None and last < first:
        raise Impossible("A season does not end before it begins.")
    _check_least(least_nights)
    names = {"name": name, "name_key": name_key(name)}
    return {**names, "first": first, "last": last, "house": house, "least_nights": least_nights}


def _check_least(nights: int) -> None:
    if not 1 <= nights <= MOST_LEAST_NIGHTS:
        raise Impossible(f"Nobody is ranked by {nights} nights: say a number from 1 to {MOST_LEAST_NIGHTS}.")


@command
def share_seasons(*, shared: Shared, records_shown: bool, least_nights: int) -> None:
    """Set the part of a season that players see, its records on or off, and the least nights for a calendar rank."""
    _check_least(least_nights)
    Desk.objects.filter(pk=Desk.ONE).update(
        season_shared=shared, records_shown=records_shown, least_nights=least_nights
    )


@command
def keep_results_private(*, player: Player, on: bool) -> None:
    """Let a player (not a duplicate) keep their results to themselves, or show them again."""
    if on:
        PrivateResults.objects.get_or_create(player=player)
    else:
        PrivateResults.objects.filter(player__in=same_person(player)).delete()
