"""Polls for the date of a night, by their facts; read with the merges of players in effect now."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kept_queries import KeptRows
from reservations.acts.moments import kept_with_books
from reservations.models import Fact, Night, Player
from reservations.players.queries import people_at
from reservations.polls.rules import Poll, fold_poll
from reservations.rsvps.queries import rsvp_state_of

_ENDS = (FactKind.PLAN, FactKind.CLOSE_POLL)


def polls(**only: Any) -> QuerySet[Fact]:
    """Return the facts of polls, the newest first, with their houses."""
    return Fact.objects.filter(kind=FactKind.POLL, **only).select_related("house").order_by("-pk")


_OPEN = KeptRows(
    lambda: polls().exclude(pk__in=Fact.objects.filter(kind__in=_ENDS, about__isnull=False).values("about")),
    related=("house",),
)


def open_polls(houses: Collection[int] | None = None) -> list[Fact]:
    """Return the facts of open polls, without a night and not closed, the newest first.

    ``houses`` limits them to these houses, by id; None: all.
    """
    return [fact for fact in _OPEN.objects() if houses is None or fact.house_id in houses]


def read_polls(facts: Iterable[Fact]) -> list[Poll]:
    """Return the polls of these facts, in a fixed number of queries."""
    listed = list(facts)
    if not listed:
        return []
    people = people_at()
    answers: dict[int, list[FactValue]] = defaultdict(list)
    about = Fact.objects.filter(about__in=listed, kind__in=(FactKind.POLL_ANSWER, *_ENDS)).order_by("id")
    for fact in about:
        answers[fact.about_id or 0].append(people.in_fact(fact_value(fact)))
    found = []
    for poll in map(fact_value, listed):
        players = list(dict.fromkeys(people[number] for number in poll.content["players"]))
        found.append(fold_poll(replace(poll, content={**poll.content, "players": players}), answers[poll.id]))
    return found


def polled_until(poll: Fact) -> datetime:
    """Return the last date of a poll, by its fact: after this date the poll takes no answers and no decision."""
    return max(map(datetime.fromisoformat, json.loads(poll.content)["dates"]))


@kept_with_books
def open_now() -> list[Poll]:
    """Return the open polls, the newest first, in two queries."""
    return read_polls(open_polls())


def polls_asking(player: Player, now: datetime) -> list[Poll]:
    """Return the polls that a person (not a duplicate) can answer now; the newest first."""
    return [poll for poll in open_now() if player.number in poll.polled and not poll.why_no_answers(now)]


def usual_group(houses: Collection[int] | None = None) -> set[int]:
    """Return the numbers of the players of the last night, invited or with an answer; of these houses, or of all."""
    nights = Night.objects.in_houses(houses).filter(facts__kind__in=(FactKind.INVITE, FactKind.ANSWER)).distinct()
    latest = nights.order_by("date", "pk").last()
    if latest is None:
        return set()
    rsvp_state = rsvp_state_of(latest)
    return {*rsvp_state.invited, *rsvp_state.rsvps}
