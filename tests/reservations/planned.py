"""Nights of a Friday game in Berlin with their answers, for the tests of planning and changing nights."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, time
from itertools import count
from typing import Any

from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.rules.houses.own_game import OwnGame, own_document
from ledger.terms.bank_terms import Limit
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind, Reply
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house
from reservations.models import Fact, House, Night, Player
from reservations.nights.plans import WEEKS, Plan, Repeats
from reservations.players.commands import record_player
from reservations.rsvps.commands import answer

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
FRIDAY = date(2026, 11, 20)
PLAN = Plan(FRIDAY, time(19), zone="Europe/Berlin", seats=10, place="Elm Street 7")
_keys = count(1)


def stamp(key: str = "", at: datetime = NOON) -> Stamp:
    """Return a stamp at noon of the Friday, with a new key unless one is given."""
    return Stamp(key or f"planned-{next(_keys):04}", at, "Ann")


def friday_game() -> House:
    """Return the house; make it if it does not exist yet."""
    found = House.objects.filter(key="friday").first()
    return found or make_house(document=friday_document()).house


def friday_document() -> dict[str, Any]:
    """Return the rules of the Friday game, which are those of a custom house."""
    return {**own_document(OwnGame("Friday game", 25, 50, minimum=Limit(1000), maximum=Limit(5000))), "key": "friday"}


def plans(*, key: str = "", at: datetime = NOON, repeats: Repeats | None = None, **said: Any) -> Noted:
    """Plan a night of the Friday game; ``said`` are changes to the usual plan."""
    house = friday_game()
    return plan_nights(stamp=stamp(key, at), house=house.key, plan=replace(PLAN, **said), repeats=repeats)


def a_night(**said: Any) -> Night:
    """Plan a night and return it."""
    return Night.objects.get(pk=json.loads(plans(**said).fact.outcome)["night"])


def weekly(until: date | None = date(2026, 12, 11), **said: Any) -> list[Night]:
    """Plan a night for every Friday up to a day, four by default, and return the nights in order."""
    plans(repeats=Repeats(WEEKS, 1, FRIDAY, until), **said)
    return list(Night.objects.exclude(series=None).order_by("series_day"))


def comes(night: Night, *names: str) -> None:
    """Let players say yes."""
    for name in names:
        found = Player.objects.filter(name=name).first()
        player = found or Player.objects.get(pk=record_player(stamp=stamp(), name=name, regular=True).act.number)
        answer(stamp=stamp(), night=night, player=player, reply=Reply.YES)


def again(night: Night) -> Night:
    """Return the night in its present state."""
    return Night.objects.select_related("series").get(pk=night.pk)


def said_of(night: Night) -> list[tuple[str, str, str]]:
    """Return the facts about the night itself, which its calendar entry counts: kind, author and content."""
    facts = Fact.objects.filter(night=night, kind__in=[FactKind.CHANGE, FactKind.CANCEL, FactKind.RESTORE])
    return [(fact.kind, fact.by, fact.content) for fact in facts]
