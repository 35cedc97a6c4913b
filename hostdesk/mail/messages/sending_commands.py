"""The sending of messages: once, by e-mail, to players who want it, while it is relevant.

A message is claimed by one UPDATE before it is sent, so that only one of two workers sends it. A claim never ends by
itself: a desk that dies in between leaves a message that may or may not have gone out.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from email.charset import QP, Charset
from email.utils import parseaddr
from smtplib import SMTPException, SMTPResponseException, SMTPServerDisconnected
from time import monotonic

from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import QuerySet

from hostdesk.base.site.addresses import without_secrets
from hostdesk.mail.mail_account.account import CONSOLE, MailServer
from hostdesk.mail.mail_account.queries import incoming, outgoing
from hostdesk.mail.messages import queries
from hostdesk.mail.messages.commands import in_full, secrets_for, way_out
from hostdesk.mail.messages.mail_server import connection_to
from hostdesk.models import Message
from reservations.acts.problems import Impossible, Problem
from reservations.messages.rules import WITH_LINK
from reservations.messages.text import BY_MAIL, NOT_BY_MAIL
from reservations.nights.ical import as_invitation

ONE_ROUND = 200
"""How many messages one round sends."""

LONGEST = 30.0
"""After so many seconds a round begins no other message: it knows the receivers' state as of its beginning."""

_AWAY = "The mail server could not be reached. The desk tries again."
_NOT_WANTED = "The player wants no e-mail."
_UNWRITTEN = "The desk could not write this message: the reason is in its terminal."
_BROKEN = "The mail server broke off: nobody knows whether it took the message."

log = logging.getLogger(__name__)


class MailServerAway(Problem):
    """Nothing could be handed to the mail server: everything waits, and goes out once it is back."""


class _BrokeOff(Exception):
    """The connection to the mail server is gone in the middle of a message."""


def unsent() -> QuerySet[Message]:
    """Return the messages that nobody has tried to send, passed on, seen or kept back, the oldest first.

    Also those that wait for a mail server that is away: they failed before anybody claimed them.
    """
    return Message.objects.filter(claimed_at=None, given_at=None, seen_at=None, withdrawn_at=None)


def send_due(now: datetime, goes_on: Callable[[], bool] = lambda: True) -> int:
    """Send the waiting messages to players who want e-mail, and keep back outdated ones.

    Automatic reminders wait for the morning if it is night there, also after a fault of the mail server. Returns the
    number of sent ones. A refusal of the mail server is recorded in words, and waits for the host. Before every message
    ``goes_on`` is called; a mail server may take its time over every one.

    Raises ``MailServerAway``; the waiting messages are sent the next time.
    """
    server = outgoing()
    if not server.sender:
        return 0
    due = unsent().filter(player__in=queries.addresses(wanted=True)).exclude(kind__in=queries.READ_FIRST)
    waiting = [message.pk for message in due if not queries.waits_for_morning(message, now)][:ONE_ROUND]
    return _send_all(server, waiting, now, goes_on) if waiting else 0


def _send_all(server: MailServer, waiting: list[int], now: datetime, goes_on: Callable[[], bool] = lambda: True) -> int:
    """Send these messages over one connection; if it breaks off, the rest of them waits for the next round."""
    end, sent, connection = monotonic() + LONGEST, 0, connection_to(server)
    if away := _opened(connection, server):
        unsent().filter(pk__in=waiting).update(failed=away)
        raise MailServerAway(away)
    try:
        for pk in waiting:
            if not goes_on() or monotonic() > end:
                break
            try:
                sent += _send(pk, now, server, connection)
            except (_BrokeOff, DatabaseError):
                raise
            except Exception:
                # A message that cannot be written does not hold up the others.
                log.exception("Message %d could not be written.", pk)
                Message.objects.filter(pk=pk, sent_at=None).update(failed=_UNWRITTEN)
    except _BrokeOff:
        log.warning(_BROKEN)
    finally:
        try:
            connection.close()
        except (SMTPException, OSError):
            log.info("The mail server hung up first.")
    return sent


def _opened(connection: BaseEmailBackend, server: MailServer) -> str:
    """Open the connection to the mail server; return why it is away, or "" if it is there."""
    if server.fault:
        return server.fault
    try:
        connection.open()
    except (SMTPException, OSError) as away:
        with suppress(SMTPException, OSError):
            connection.close()  # after a refused sign-in it is still open
        if isinstance(away, SMTPResponseException):
            return f"The mail server would not let the desk in (it says {away.smtp_code}). The desk tries again."
        return _AWAY
    return ""


def send_by_hand(message: Message, now: datetime) -> bool:
    """Send one message at the host's word, also again after a failure. Returns whether it went out.

    Raises ``Impossible`` if nobody can be reached, or if it was sent already, or may have been.
    """
    server = outgoing()
    if not server.sender:
        raise Impossible("This desk sends no e-mail: its mail server is not set up.")
    if message.player_id not in queries.addresses(wanted=True):
        raise Impossible(f"{message.person} has no e-mail address here, or wants no e-mail. Copy the text.")
    Message.objects.filter(pk=message.pk, sent_at=None).exclude(failed="").update(claimed_at=None, failed="")
    try:
        if _send_all(server, [message.pk], now):
            return True
    except MailServerAway as away:
        log.warning("%s", away)
    message.refresh_from_db()
    if message.failed or message.withdrawn_at:
        return False
    raise Impossible("Nothing to send: it was sent, passed on or seen already.")


def claim(pk: int, now: datetime) -> bool:
    """Claim a message for sending: if several processes try at once, only one gets True."""
    return unsent().filter(pk=pk).update(claimed_at=now, failed="") == 1


def mail_of(message: Message, address: str, now: datetime, server: MailServer) -> EmailMultiAlternatives:
    """Return the mail of a message: its text, and if it concerns a calendar, a part for that.

    It is written so that every server passes it on unchanged, and follows the first mail about its night.
    """
    words = in_full(message, secrets_for(message.fact))
    if server.backend == CONSOLE:
        # A terminal keeps its output.
        words = without_secrets(words)
    is_read = incoming() is not None
    invitation = queries.invitation_to(message, address, words, now, organizer=server.sender, answers=is_read)
    stop = way_out(message.person, address)
    paragraphs = [words]
    if invitation and message.kind in WITH_LINK:
        paragraphs.append(f"{BY_MAIL if is_read else NOT_BY_MAIL}\n")
    paragraphs.append(without_secrets(stop.words) if server.backend == CONSOLE else stop.words)
    headers = {"Message-ID": queries.message_id(message), "Auto-Submitted": "auto-generated", **stop.headers}
    if before := queries.first_mail(message):
        headers |= {"In-Reply-To": before, "References": before}
    mail = EmailMultiAlternatives(
        subject=" ".join(message.subject.split()),
        body="\n".join(paragraphs),
        from_email=server.sender,
        to=[address],
        reply_to=[parseaddr(server.sender)[1]] if is_read else None,
        headers=headers,
    )
    mail.encoding = Charset("utf-8")
    mail.encoding.body_encoding = QP
    if invitation:
        mail.attach_alternative(as_invitation(invitation), f"text/calendar; method={invitation.method}")
    return mail


def _send(pk: int, now: datetime, server: MailServer, connection: BaseEmailBackend) -> bool:
    """Send one message, if the claim is ours and it is still relevant; return whether it went out."""
    if not claim(pk, now):
        return False
    mine = Message.objects.filter(pk=pk)
    message = mine.get()
    # Checked again after the claim: a player who has just given up their seat must not learn the place of the game.
    if not queries.Concerned([message], now).about(message):
        mine.update(withdrawn_at=now)
        return False
    email = queries.email_of(message.person)
    if email is None or not email.wanted:
        mine.update(failed=_NOT_WANTED)
        return False
    mail = mail_of(message, email.address, now, server)
    mail.connection = connection
    try:
        mail.send()
    except SMTPServerDisconnected as gone:
        mine.update(failed=_BROKEN)
        raise _BrokeOff from gone
    except SMTPResponseException as refused:
        mine.update(failed=f"The mail server refused it (code {refused.smtp_code}).")
    except SMTPException:
        mine.update(failed="The mail server refused it: is the address right?")
    except OSError as gone:
        mine.update(failed=_BROKEN)
        raise _BrokeOff from gone
    else:
        mine.update(sent_at=now)
        return True
    return False
