"""Read the mailbox, record a mail's answer as a tap on the phone is, and keep other mails for the host.

A mail is recorded, kept and counted as read in one transaction with the desk locked: read twice, by two processes or
after a crash, it counts once, and a tap at the same moment comes before it or after it.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from hostdesk.mail.mailbox.imap_server import Folder, MailboxConnection, Received
from hostdesk.mail.mailbox.queries import Assigned, assigned, unread_mails
from hostdesk.mail.mailbox.reading import MOST_TEXT
from hostdesk.mail.messages.commands import answer_back, note_came_back
from hostdesk.models import MailboxPlace, ReceivedMail
from hostdesk.standings.book.standing_queries import arrears_now
from reservations.acts.commands import OF_THE_MACHINE, atomic_batch
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem
from reservations.models import Fact
from reservations.rsvps import commands as rsvps_commands

AT_A_TIME = 100
"""How many mails one round reads."""

MOST_KEPT = 500
"""So many mails wait for the host; further ones are only counted."""

KEPT_FOR = timedelta(days=90)
"""How long a mail stays that was dealt with."""

_A_DAY = timedelta(days=1)
_MOST_REASON, _MOST_VERDICTS = 400, 160  # characters

log = logging.getLogger(__name__)


def read_new(connection: MailboxConnection, now: datetime, goes_on: Callable[[], bool] = lambda: True) -> bool:
    """Read the new mails, at most so many at a time; return whether more may be waiting.

    Before every mail ``goes_on`` is called. The present mails of a new mailbox are left alone. Raises the errors of
    `MailboxConnection`.
    """
    folder = connection.open()
    place = place_in(connection, folder, now)
    uids, upto = connection.new(place.last_uid, folder)
    for uid in uids[:AT_A_TIME]:
        if not goes_on():
            return False
        received = connection.fetch(uid)
        if received is not None:
            receive(received, place, timezone.now())
    read = uids[AT_A_TIME - 1] if len(uids) > AT_A_TIME else upto
    _move_on(place, read, now)
    # The server may have announced mails that arrived meanwhile.
    return bool(uids) or upto < folder.next_uid - 1


def place_in(connection: MailboxConnection, folder: Folder, now: datetime) -> MailboxPlace:
    """Return the progress in a folder; its end, if the desk has never seen it.

    If the server has numbered its mails anew, those that arrived since the last read one are looked at again.
    """
    box = connection.mailbox
    digest = hashlib.sha256("\n".join([box.host, str(box.port), box.user, box.folder]).encode()).hexdigest()
    end = {"uid_validity": folder.uid_validity, "last_uid": folder.next_uid - 1}
    place, _ = MailboxPlace.objects.get_or_create(digest=digest, defaults={**end, "read_at": now})
    if place.uid_validity != folder.uid_validity:
        before = connection.before((place.read_at - _A_DAY).date())
        end["last_uid"] = end["last_uid"] if before is None else before
        MailboxPlace.objects.filter(pk=place.pk, uid_validity=place.uid_validity).update(**end)
        place.refresh_from_db()
    return place


def _move_on(place: MailboxPlace, uid: int, now: datetime) -> None:
    same = MailboxPlace.objects.filter(pk=place.pk, uid_validity=place.uid_validity)
    same.filter(last_uid__lt=uid).update(last_uid=uid, read_at=now)


def receive(received: Received, place: MailboxPlace, now: datetime) -> None:
    """Record a mail's answer, or keep it for the host; automatic mails are left alone.

    A second time nothing changes. No mail blocks the mails behind it: the host reads mails that the desk cannot
    understand.
    """
    try:
        _receive(received, place, now)
    except OF_THE_MACHINE:
        raise
    except Exception:
        log.exception("Mail %d of the mailbox could not be worked out.", received.uid)
        unknown = Assigned(received.arrived_at, "The desk could not work it out: the reason is in its terminal.")
        with atomic_batch():
            _keep(received, place, now, unknown)


def _receive(received: Received, place: MailboxPlace, now: datetime) -> None:
    mail, key = received.mail, key_of(received, place)
    with atomic_batch():
        _move_on(place, received.uid, now)
        is_known = ReceivedMail.objects.filter(key=key).exists() or Fact.objects.filter(key=key).exists()
        if is_known or (mail.is_automatic and not mail.reports):
            return
        found = assigned(mail, received.arrived_at, now)
        answer, fact, reason = found.answer, None, found.reason
        if found.came_back is not None:
            note_came_back(found.came_back, mail.bounced)
        if answer is not None and not answer.is_noted:
            try:
                stamp = Stamp(key, now, str(answer.player))
                fields = {name: getattr(answer, name) for name in ("night", "player", "reply", "guests", "expected_at")}
                fact = rsvps_commands.answer(stamp=stamp, warned=False, arrears=arrears_now(), **fields).fact
                answer_back(fact)
            except Problem as problem:
                reason = str(problem)
        if answer is not None and not reason and answer.says_more:
            reason = f"Noted: {answer.player} says {answer.reply}. It says more than that."
        elif answer is not None and not reason and answer.gives_up:
            reason = f"Noted: {answer.player} says {answer.reply}, and gives up the seat."
        _keep(received, place, now, replace(found, reason=reason), fact)


def key_of(received: Received, place: MailboxPlace) -> str:
    """Return the key of a mail: by its Message-ID, else by its number in the folder."""
    mail, number = received.mail, f"{place.digest} {place.uid_validity} {received.uid}"
    identity = f"{mail.message_id} {mail.sender}" if mail.message_id else number
    return f"mail-{hashlib.sha256(identity.encode()).hexdigest()[:48]}"


def _keep(received: Received, place: MailboxPlace, now: datetime, found: Assigned, fact: Fact | None = None) -> None:
    """Keep the outcome of a mail; beyond so many that wait for the host, another one is only counted."""
    mail, is_left = received.mail, bool(found.reason)
    if is_left and unread_mails().count() >= MOST_KEPT:
        MailboxPlace.objects.filter(pk=place.pk).update(not_kept=F("not_kept") + 1)
        is_left = False
        if fact is None:
            return
    text = mail.reply.comment if mail.reply and mail.reply.comment else mail.text
    ReceivedMail.objects.filter(dealt_at__lt=now - KEPT_FOR).delete()
    ReceivedMail.objects.create(
        key=key_of(received, place),
        **{name: getattr(received, name) for name in ("uid", "arrived_at")},
        **{name: getattr(mail, name) for name in ("sender", "subject")},
        **{name: getattr(found, name) for name in ("written_at", "player", "night", "is_urgent")},
        # A mail that was understood need not be read again.
        text=text[:MOST_TEXT] if is_left else "",
        verdicts=str(mail.verdicts)[:_MOST_VERDICTS],
        reason=found.reason[:_MOST_REASON],
        fact=fact,
        dealt_at=None if is_left else now,
    )


def deal_with(mails: Q, *, by: str, now: datetime) -> int:
    """Record that a host has read these mails, and return their number; a second time changes nothing."""
    return unread_mails().filter(mails).update(dealt_at=now, dealt_by=by)
