"""Write the letters that facts make, and keep what the host and the player say of them."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from hostdesk.messages.queries import occasion_in, occasion_of
from hostdesk.models import Message
from reservations.acts.fact_queries import said
from reservations.acts.problems import Impossible
from reservations.messages.letters import SPEAKING, Setting, letters, speaks
from reservations.models import Fact, Night
from reservations.players.queries import people_at, player_names
from reservations.rsvps.queries import facts_of, terms_of_night
from reservations.rsvps.rsvp_reducers import fold

AT_A_TIME = 200
"""How many facts are read at once."""


def draft_messages() -> None:
    """Write the letters of the facts that have none yet. Two that write at once make each of them once.

    All facts after the newest one with a letter are looked at: however many of them tell nobody anything, those that
    come after them are reached.
    """
    looked_at = Message.objects.aggregate(newest=Max("fact"))["newest"] or 0
    while facts := _that_may_speak(looked_at):
        for fact in facts:
            if speaks(said(fact)):
                _draft(fact)
        looked_at = facts[-1].pk


def _that_may_speak(after: int) -> list[Fact]:
    facts = Fact.objects.filter(pk__gt=after, kind__in=[*SPEAKING]).select_related("night__house", "house", "player")
    return list(facts.order_by("pk")[:AT_A_TIME])


def _draft(fact: Fact) -> None:
    people = people_at()
    made = {(people[each.player], each.kind): each for each in letters(said(fact), _setting(fact))}
    at = timezone.now()
    rows = [
        Message(fact=fact, player_id=player, kind=kind, subject=each.subject, text=each.text, made_at=at)
        for (player, kind), each in made.items()
    ]
    Message.objects.bulk_create(rows, ignore_conflicts=True)


def _setting(fact: Fact) -> Setting:
    """Return what the letters of a fact are made of: its night as it was before it, and how people are called."""
    if fact.night is None:
        house = fact.house
        if house is None:
            raise Impossible(f"Fact {fact.pk} is about no night and no house.")
        return Setting(occasion_in(house, fact.at), fold((), seats=None, starts_at=None), _names(fact, ()))
    night: Night = fact.night
    before = [each for each in facts_of(night) if each.id < fact.pk]
    rsvp_state = fold(before, seats=night.seats, starts_at=night.starts_at)
    return Setting(
        occasion_of(night, terms_of_night(night), place=night.place), rsvp_state, _names(fact, rsvp_state.rsvps)
    )


def _names(fact: Fact, numbers: Iterable[int]) -> dict[int, str]:
    one = said(fact)
    # Also of those who were merged into somebody since.
    told = (*one.content.get("players", ()), *one.outcome.get("players", ()))
    return player_names({*numbers, *told, *([fact.player_id] if fact.player_id else [])})


def pass_on(message: Message, now: datetime) -> None:
    """Note that the host passed a message on by other means; a second time changes nothing."""
    Message.objects.filter(pk=message.pk, given_at=None).update(given_at=now)


def note_seen(messages: Iterable[Message], now: datetime) -> None:
    """Note that a player has seen messages on their own page."""
    Message.objects.filter(pk__in=[each.pk for each in messages], seen_at=None).update(seen_at=now)
