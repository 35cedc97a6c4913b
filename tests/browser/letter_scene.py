"""Messages of a night as the pages show them: some waiting, one passed on, one seen, one that failed."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from hostdesk.messages.commands import draft_messages, note_seen, pass_on, set_email
from hostdesk.messages.queries import Concerned
from hostdesk.models import Message
from reservations.messages.rules import MessageKind
from reservations.models import Night
from reservations.players.queries import player_named


def written(night: Night, names: Sequence[str]) -> dict[str, Any]:
    """Write the messages of all that has happened so far, and settle some of this night's in different ways.

    Returns the night of a strike, whose message the host is to read first.
    """
    for place, name in enumerate(names[:4]):
        set_email(player_named(name), f"player.{place}@{'long.' * 8}example.org", wanted=place != 1)
    draft_messages()
    messages = list(Message.objects.filter(fact__night=night))
    for settle, message in zip((pass_on, lambda each, at: note_seen([each], at)), messages, strict=False):
        settle(message, timezone.now())
    for message in messages[2:4]:
        Message.objects.filter(pk=message.pk).update(failed="The mail server could not be reached.")
    strikes = Message.objects.filter(kind=MessageKind.STRIKE).select_related("fact__night__house")
    return {"missed": next(each.fact.night_id for each in strikes if Concerned().about(each))}
