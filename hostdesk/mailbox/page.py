"""The mails that the host has to read: from whom, why, and for which night their sender can be answered for."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from hostdesk.mail_account.queries import incoming
from hostdesk.mailbox.commands import MOST_KEPT
from hostdesk.mailbox.queries import unread_mails
from hostdesk.models import MailboxPlace, ReceivedMail
from hostdesk.site.rounds import MAILBOX, rounds
from reservations.models import Night
from reservations.nights.queries import has_started
from reservations.rsvps.queries import rsvp_states_of, upcoming

SHOWN = 50
"""How many mails the page shows; the next ones follow as these are dealt with."""

_MOST_NIGHTS = 3


@dataclass(frozen=True)
class MailRow:
    """A mail for the host, with the nights of its sender: the one it answers, else those ahead."""

    mail: ReceivedMail
    nights: tuple[Night, ...]


@dataclass(frozen=True)
class MailPage:
    """What waits for the host, the newest first; ``count`` in all, and how many more were ``not_kept``.

    ``fault`` says why the mailbox was not read the last time; ``is_read``: there is one.
    ``vouches``: it is known which server says who wrote a mail.
    """

    rows: tuple[MailRow, ...]
    count: int
    not_kept: int
    fault: str
    is_read: bool
    vouches: bool
    most_kept: int = MOST_KEPT


def mail_page(now: datetime) -> MailPage:
    """Return the mails that no host has dealt with."""
    mails = list(unread_mails()[:SHOWN])
    ahead = [night for night in upcoming(now) if not has_started(night, now)] if mails else []
    states = rsvp_states_of(ahead)
    rows = []
    for mail in mails:
        nights: list[Night] = []
        if mail.person is not None and not mail.person.removed:
            number = mail.person.number
            invited = [night for night in ahead if number in {*states[night.pk].invited, *states[night.pk].rsvps}]
            nights = [mail.night] if mail.night and mail.night.cancelled_at is None else invited[:_MOST_NIGHTS]
        rows.append(MailRow(mail, tuple(nights)))
    state, mailbox = rounds().get(MAILBOX, {}), incoming()
    return MailPage(
        rows=tuple(rows),
        count=unread_mails().count(),
        not_kept=MailboxPlace.objects.aggregate(sum=Sum("not_kept"))["sum"] or 0,
        fault=state.get("fault", "") if state.get("failed") else "",
        is_read=mailbox is not None,
        vouches=mailbox is not None and bool(mailbox.vouches),
    )
