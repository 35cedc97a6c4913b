"""Write the messages that facts make, send each once, and keep what the host and the player say of them.

E-mail goes to those who want it and whom a message still concerns. A message is claimed by one UPDATE before it is
sent, so that of two workers one sends it. The claim is never given back by itself: a desk that dies in between leaves
a message of which nobody knows whether it went out.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from smtplib import SMTPException, SMTPResponseException, SMTPServerDisconnected
from time import monotonic

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import DatabaseError
from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from hostdesk.messages.mail_server import CONSOLE
from hostdesk.messages.queries import READ_FIRST, Concerned, addresses, is_set_up, occasion_in, occasion_of
from hostdesk.models import FactSetAside, Message, PlayerEmail
from hostdesk.sign_in.player_link_commands import give_night_links, night_secrets
from hostdesk.site.addresses import is_at_home, without_secrets
from hostdesk.site.server import address_for_others
from reservations.acts.commands import OF_THE_MACHINE, one_by_one
from reservations.acts.fact_queries import said
from reservations.acts.problems import Impossible, Problem
from reservations.messages.rules import (
    MAKES_MESSAGES,
    WITH_LINK,
    MessageContext,
    MessageKind,
    makes_messages,
    messages_for,
)
from reservations.messages.text import with_link
from reservations.models import Fact, Player
from reservations.parsing.names import name_key
from reservations.players.queries import player_names
from reservations.rsvps.queries import facts_of, terms_of_night
from reservations.rsvps.rsvp_reducers import fold

AT_A_TIME = 200
"""How many facts are read at once."""


def draft_messages() -> None:
    """Write the messages of the facts that have none yet. Two that write at once make each of them once.

    All facts after the newest one with a message are looked at: however many of them tell nobody anything, those that
    come after them are reached. If something goes wrong with one fact, it is set aside and looked at again the next
    time, the others get their messages all the same, and ``SetAside`` is raised at the end.
    """
    numbers = list(unread_facts().values_list("pk", flat=True))
    facts = Fact.objects.select_related("night__house", "house", "player", "set_aside").order_by("pk")
    one_by_one(
        (f"the messages of {fact}", partial(_draft_or_set_aside, fact))
        for start in range(0, len(numbers), AT_A_TIME)
        for fact in facts.filter(pk__in=numbers[start : start + AT_A_TIME])
    )


def unread_facts() -> QuerySet[Fact]:
    """Return the facts that may still make messages: those set aside, and all after the newest with one."""
    newest = Message.objects.order_by("-fact").values("fact")[:1]
    unread = Q(pk__gt=Coalesce(Subquery(newest), 0)) | Q(set_aside__isnull=False)
    return Fact.objects.filter(unread, kind__in=MAKES_MESSAGES).order_by("pk")


def _draft_or_set_aside(fact: Fact) -> None:
    try:
        _draft(fact)
    except OF_THE_MACHINE:
        raise
    except Exception as fault:
        FactSetAside.objects.get_or_create(fact=fact, defaults={"since": timezone.now(), "why": repr(fault)[:200]})
        raise
    if hasattr(fact, "set_aside"):
        fact.set_aside.delete()


def _draft(fact: Fact) -> None:
    if not makes_messages(said(fact)):
        return
    written = messages_for(said(fact), _context(fact))
    people = Player.objects.persons(each.player for each in written)
    # The host who invites is asked beside the invitations, where they play themselves.
    host = Player.objects.people().filter(name_key=name_key(fact.by)).first()
    invites_self = (host, MessageKind.INVITATION)
    made = {told: each for each in written if (told := (people[each.player], each.kind)) != invites_self}
    rows = [
        Message(fact=fact, player=player, kind=kind, subject=each.subject, text=each.text, made_at=fact.recorded_at)
        for (player, kind), each in made.items()
    ]
    asked = [each.player_id for each in rows if each.kind in WITH_LINK]
    if fact.night is not None and asked:
        # Before the messages: what is written is never without its link.
        give_night_links(fact.night, asked, made_by=fact.by)
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


def in_full(message: Message, secrets: Mapping[int, str], request: HttpRequest | None = None) -> str:
    """Return a message as it goes out: with its reader's own link, where there is something to answer.

    ``secrets`` are those of `night_secrets` of its night. Where the link was used, it is the address of the night on
    the phone that is signed in. What comes back is shown or sent, and neither kept nor logged.
    """
    night, number = message.fact.night, message.person.number
    if night is None or message.kind not in WITH_LINK:
        return message.text
    secret = secrets.get(number)
    path = reverse("link", args=[secret]) if secret else reverse("own_night", args=[number, night.pk])
    address = address_for_others(path, request)
    return with_link(message.text, address, at_home=is_at_home(address))


def pass_on(message: Message, now: datetime) -> None:
    """Note that the host passed a message on by other means; a second time changes nothing."""
    Message.objects.filter(pk=message.pk, given_at=None).update(given_at=now)


def renew_link(message: Message, now: datetime) -> None:
    """Make the reader of a message another link to its night, if the last one was used or has ended."""
    if message.fact.night is not None:
        give_night_links(message.fact.night, [message.person.number])


def note_seen(messages: Iterable[Message], now: datetime) -> None:
    """Note that a player has seen messages on their own page."""
    Message.objects.filter(pk__in=[each.pk for each in messages], seen_at=None).update(seen_at=now)


def set_email(player: Player, address: str, *, wanted: bool) -> None:
    """Keep where a player is reached and whether they want e-mail; with "" forget it."""
    if address:
        PlayerEmail.objects.update_or_create(player=player, defaults={"address": address, "wanted": wanted})
    else:
        PlayerEmail.objects.filter(player=player).delete()


ONE_ROUND = 200
"""How many messages one round sends."""

LONGEST = 30.0
"""After so many seconds a round begins no other message: whom it concerns is asked as of the round's beginning."""

_AWAY = "The mail server could not be reached. The desk tries again."
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
    """Send what waits to be sent, to those who want it by e-mail, and keep back what no longer concerns them.

    Returns how many went out. What the mail server did not take is noted in words, and waits for the host. Before each
    message ``goes_on`` is asked whether it is still to be begun; a mail server may take its time over every one.

    Raises ``MailServerAway``; what waits then is sent the next time.
    """
    if not is_set_up():
        return 0
    reached = addresses(wanted=True)
    due = unsent().filter(player__in=reached).exclude(kind__in=READ_FIRST)
    waiting = list(due.values_list("pk", flat=True)[:ONE_ROUND])
    return _send_all(waiting, now, reached, goes_on) if waiting else 0


def _send_all(
    waiting: list[int], now: datetime, reached: Mapping[int, str], goes_on: Callable[[], bool] = lambda: True
) -> int:
    """Send these messages over one connection; if it breaks off, the rest of them waits for the next round."""
    end, sent = monotonic() + LONGEST, 0
    connection: BaseEmailBackend = get_connection()
    try:
        connection.open()
    except (SMTPException, OSError) as away:
        words = _AWAY
        if isinstance(away, SMTPResponseException):
            words = f"The mail server would not let the desk in (it says {away.smtp_code}). The desk tries again."
        unsent().filter(pk__in=waiting).update(failed=words)
        raise MailServerAway(words) from away
    try:
        for pk in waiting:
            if not goes_on() or monotonic() > end:
                break
            try:
                sent += _send(pk, now, reached, connection)
            except (_BrokeOff, DatabaseError):
                raise
            except Exception:
                # One message that cannot be written holds up no other.
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


def send_by_hand(message: Message, now: datetime) -> bool:
    """Send one message because the host says so, once more after it failed. Returns whether it went out.

    Raises ``Impossible`` where nobody can be reached, or where it was sent already, or may have been.
    """
    reached = addresses(wanted=True)
    if not is_set_up():
        raise Impossible("This desk sends no e-mail: its mail server is not set up.")
    if message.player_id not in reached:
        raise Impossible(f"{message.person} has no e-mail address here, or wants no e-mail.")
    Message.objects.filter(pk=message.pk, sent_at=None).exclude(failed="").update(claimed_at=None, failed="")
    try:
        if _send_all([message.pk], now, reached):
            return True
    except MailServerAway as away:
        log.warning("%s", away)
    message.refresh_from_db()
    if message.failed or message.withdrawn_at:
        return False
    raise Impossible("Nothing to send: it was sent, passed on or seen already.")


def claim(pk: int, now: datetime) -> bool:
    """Take a message to send it: of all who try at once, one is told that it is theirs."""
    return unsent().filter(pk=pk).update(claimed_at=now, failed="") == 1


def _send(pk: int, now: datetime, reached: Mapping[int, str], connection: BaseEmailBackend) -> bool:
    """Send one message, if it is ours to send and still concerns its player; return whether it went out."""
    if not claim(pk, now):
        return False
    mine = Message.objects.filter(pk=pk)
    message = mine.get()
    # Looked at again after the claim: who gave up their seat a moment ago is not told where the game is.
    if not Concerned(now).about(message):
        mine.update(withdrawn_at=now)
        return False
    body = in_full(message, night_secrets(message.fact.night) if message.fact.night else {})
    try:
        EmailMessage(
            subject=" ".join(message.subject.split()),
            # A terminal keeps what it shows.
            body=without_secrets(body) if settings.EMAIL_BACKEND == CONSOLE else body,
            to=[reached[message.player_id]],
            connection=connection,
            headers={"Auto-Submitted": "auto-generated"},
        ).send()
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
