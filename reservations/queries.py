"""Look up players, houses and nights."""

import json
from collections.abc import Iterable
from datetime import date

from reservations.days import parse_day
from reservations.kinds import Kind
from reservations.models import Act, House, Night, Player, Rules
from reservations.names import name_key, parse_name
from reservations.problems import Impossible, Malformed


class Unknown(Impossible):
    """Nobody and nothing goes by that name."""


def player_named(name: str) -> Player:
    """Return the player of that name, however it is written. Raises ``Unknown``."""
    player = Player.objects.filter(name_key=name_key(parse_name(name))).first()
    if player is None:
        raise Unknown(f"No player is called {parse_name(name)}: add them first.")
    return player


def player_names(numbers: Iterable[int]) -> dict[int, str]:
    """Return the names of the players of those numbers."""
    return dict(Player.objects.filter(pk__in=set(numbers)).values_list("number", "name"))


def names_as_of(number: int) -> dict[int, str]:
    """Return the names of all players by number, as they were written up to the act of that number."""
    first: dict[str, int] = {}
    names: dict[int, str] = {}
    acts = Act.objects.filter(kind=Kind.PLAYER, number__lte=number).order_by("number")
    for act, content in acts.values_list("number", "content"):
        name = json.loads(content)["name"]
        names[first.setdefault(name_key(name), act)] = name
    return names


def as_they_are_now(player: Player) -> Player:
    """Return the player read anew: under the lock, what was read before it may be out of date."""
    return Player.objects.select_related("invited_by").get(pk=player.pk)


def house_called(text: str) -> House | None:
    """Return the house of that key, else of that name, however it is written; nothing where there is none."""
    return House.objects.filter(key=text).first() or House.objects.filter(name_key=name_key(text)).first()


def rules_of(house: House, version: int | None) -> Rules:
    """Return that version of the house's rules, the newest for ``None``. Raises ``Unknown``."""
    if version is None:
        return house.newest()
    rules = house.versions.filter(version=version).first()
    if rules is None:
        raise Unknown(f"{house} has no version {version} of its rules; its newest is {house.newest().version}.")
    return rules


def night_called(text: str) -> Night:
    """Return the opened night of that date (2026-11-20), or of that id where two share a date. Raises ``Unknown``."""
    nights = list(Night.objects.exclude(rules=None).filter(**_day_or_id(text)).select_related("house", "rules"))
    if not nights:
        raise Unknown(f"No night goes by {text}: give its date, as in 2026-11-20, or its id.")
    if len(nights) > 1:
        ids = " or ".join(str(night.pk) for night in nights)
        raise Unknown(f"{len(nights)} nights share the date {text}: give an id, {ids}.")
    return nights[0]


def _day_or_id(text: str) -> dict[str, date | int]:
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return {"pk": int(text)}
    try:
        return {"date": parse_day(text)}
    except Malformed as wrong:
        raise Unknown(f"{text!r:.40} is neither a date, as in 2026-11-20, nor the id of a night.") from wrong
