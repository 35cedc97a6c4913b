"""The post of a Friday for two: the people that the desk writes to, and the mails in Django's outbox."""

from datetime import datetime, timedelta
from typing import Any

from django.core import mail

from hostdesk.mail.mail_account.account import MailServer
from hostdesk.mail.messages.commands import draft_messages, set_email
from hostdesk.mail.messages.sending_commands import send_due
from hostdesk.models import Message
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one

SERVER = MailServer(backend="django.core.mail.backends.locmem.EmailBackend", sender="The desk <desk@example.org>")
DAY = 1_440


@played_once
def friday(**columns: Any) -> Friday:
    """Return a Friday with two seats; Ann, Bo, Cy, Di, Eve and Fay are regulars, Gil is a guest of Ann."""
    cast()
    return Friday(a_house(), place="12 Elm Street", **columns)


def reach(*names: str) -> None:
    """Record e-mail addresses: ann@example.org for Ann."""
    for name in names:
        set_email(one(name), f"{name.lower()}@example.org", wanted=True)


def before(minutes: float) -> datetime:
    """Return the moment that many minutes before the start."""
    return START - timedelta(minutes=minutes)


def post(minutes: float = 5_000) -> int:
    """Draft all messages that are due, and send the mails that are due at that many minutes before the start."""
    draft_messages()
    return send_due(before(minutes))


def outbox() -> list[str]:
    """Return the sent mails: recipients and subject."""
    return [f"{', '.join(each.to)}: {each.subject}" for each in mail.outbox]


def drafted() -> list[str]:
    """Return the drafted messages: kind and recipient."""
    return [f"{each.kind} {each.player}" for each in Message.objects.select_related("player")]


def message(kind: str, name: str) -> Message:
    """Return the latest message of a kind for a player."""
    return Message.objects.filter(kind=kind, player=one(name)).latest("pk")
