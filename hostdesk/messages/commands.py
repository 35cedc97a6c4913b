"""Write the messages that facts make, and keep what the host and the player say of them."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from hostdesk.messages.queries import occasion_in, occasion_of
from hostdesk.models import Message, PlayerEmail
from reservations.acts.fact_queries import said
from reservations.acts.problems import Impossible
from reservations.messages.rules import MAKES_MESSAGES, MessageContext, makes_messages, messages_for
from reservations.models import Fact, Player
from reservations.players.queries import people_at, player_names
from reservations.rsvps.queries import facts_of, terms_of_night
from reservations.rsvps.rsvp_reducers import fold

AT_A_TIME = 200
"""How many facts are read at once."""


def draft_messages() -> None:
    """Write the messages of the facts that have none yet. Two that write at once make each of them once.

    All facts after the newest one with a message are looked at: however many of them tell nobody anything, those that
    come after them are reached.
    """
    read_to = Message.objects.aggregate(newest=Max("fact"))["newest"] or 0
    makers = Fact.objects.filter(kind__in=MAKES_MESSAGES).select_related("night__house", "house", "player")
    while facts := list(makers.filter(pk__gt=read_to).order_by("pk")[:AT_A_TIME]):
        for fact in facts:
            if makes_messages(said(fact)):
                _draft(fact)
        read_to = facts[-1].pk


def _draft(fact: Fact) -> None:
    people = people_at()
    made = {(people[each.player], each.kind): each for each in messages_for(said(fact), _context(fact))}
    at = timezone.now()
    rows = [
        Message(fact=fact, player_id=player, kind=kind, subject=each.subject, text=each.text, made_at=at)
        for (player, kind), each in made.items()
    ]
    Message.objects.bulk_create(rows, ignore_conflicts=True)


def _context(fact: Fact) -> MessageContext:
    """Return what the messages of a fact are made of: its night as it was before it, and the names of the players."""
    if fact.night is not None:
        night = fact.night
        before = [each for each in facts_of(night) if each.id < fact.pk]
        rsvp_state = fold(before, seats=night.seats, starts_at=night.starts_at)
        occasion = occasion_of(night, terms_of_night(night), place=night.place)
    elif fact.house is not None:
        rsvp_state = fold((), seats=None, starts_at=None)
        occasion = occasion_in(fact.house, fact.at)
    else:
        raise Impossible(f"Fact {fact.pk} is about no night and no house.")
    about = said(fact)
    # Also of those who were merged into somebody since.
    told = {*about.content.get("players", ()), *about.outcome.get("players", ()), *filter(None, [about.player])}
    return MessageContext(occasion, rsvp_state, player_names(told | rsvp_state.rsvps.keys()))


def pass_on(message: Message, now: datetime) -> None:
    """Note that the host passed a message on by other means; a second time changes nothing."""
    Message.objects.filter(pk=message.pk, given_at=None).update(given_at=now)


def note_seen(messages: Iterable[Message], now: datetime) -> None:
    """Note that a player has seen messages on their own page."""
    Message.objects.filter(pk__in=[each.pk for each in messages], seen_at=None).update(seen_at=now)


def set_email(player: Player, address: str, *, wanted: bool) -> None:
    """Keep where a player is reached and whether they want e-mail; with "" forget it."""
    if address:
        PlayerEmail.objects.update_or_create(player=player, defaults={"address": address, "wanted": wanted})
    else:
        PlayerEmail.objects.filter(player=player).delete()
