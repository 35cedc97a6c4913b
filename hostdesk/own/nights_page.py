"""The nights ahead of a player, asked for in a number of queries that does not grow with them. Nobody else is named."""

import json
from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta

from django.db.models import Q

from hostdesk.guests.queries import arrived_on
from hostdesk.messages.queries import occasion_of
from hostdesk.own.night_page import Coming
from hostdesk.own.text import CANCELLED, HERE, in_words, told
from reservations.acts.facts import FactKind
from reservations.models import Fact, Night, Player
from reservations.players.queries import people_at
from reservations.rsvps.queries import HouseLookups, rsvp_states_of
from reservations.waiting_list.rules import place_of

_STILL_ON = timedelta(hours=12)


def _ahead(now: datetime, today: date) -> Q:
    planned = Q(rules=None) & (Q(date__gte=today) | Q(starts_at__gte=now - _STILL_ON))
    played = Q(bank__isnull=False, bank__closed=None)
    return planned | played


def is_shown(coming: Coming, today: date) -> bool:
    """Tell whether a night has a page for a player: one they answered to, else one that is ahead or being played."""
    ahead = Night.objects.filter(_ahead(coming.now, today), pk=coming.night.pk)
    return coming.rsvp.answered_at is not None or ahead.exists()


def said_before(key: str, coming: Coming) -> str:
    """Return in words what a player said of a night by the form of that key; empty if the key is not theirs."""
    fact = Fact.objects.filter(key=key, night=coming.night).first()
    if fact is None or fact.player_id is None or people_at()[fact.player_id] != coming.person.number:
        return ""
    return in_words(FactKind(fact.kind), json.loads(fact.content), coming.occasion)


def nights_ahead(player: Player, now: datetime, today: date, arrears: Collection[int]) -> list[Coming]:
    """Return the nights ahead for a player, who is no duplicate, by their start: those planned, and those being played.

    A cancelled one is among them for whoever had said yes to it.
    """
    nights = Night.objects.filter(_ahead(now, today)).select_related("house", "rules")
    found = comings(player, nights.order_by("date", "starts_at", "id"), now, arrears)
    return [each for each in found if each.says_yes or not each.is_cancelled]


def comings(player: Player, nights: Iterable[Night], now: datetime, arrears: Collection[int]) -> list[Coming]:
    """Return how nights are for a player, in a number of queries that grows with their houses alone."""
    asked = list(nights)
    rsvp_states, houses = rsvp_states_of(asked), HouseLookups(arrears)
    here = arrived_on(night for night in asked if night.rules_id is not None)
    found = []
    for night in asked:
        rsvp_state, terms = rsvp_states[night.pk], houses.terms(night)
        occasion, people = occasion_of(night, terms), houses.who(night.house, terms)
        place = place_of(player.number, rsvp_state, people, terms)
        came = player.number in here.get(night.pk, ()) or rsvp_state.of(player.number).came_at is not None
        if came:
            said = HERE
        elif night.cancelled_at:
            said = CANCELLED
        else:
            said = told(rsvp_state, player.number, place.words if place else "", occasion, now)
        found.append(Coming(night, occasion, rsvp_state, terms, people[player.number], said, came, now))
    return found
