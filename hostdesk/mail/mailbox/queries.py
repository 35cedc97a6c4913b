"""The author and the night of a mail, and the mails that the host must read."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from hostdesk.mail.mailbox.reading import Mail
from hostdesk.mail.mailbox.rules import KnownSender, changes_nothing, credible_time, is_vouched, why_not
from hostdesk.mail.mailbox.words import AnswerInWords, answer_in
from hostdesk.mail.messages.queries import message_of
from hostdesk.models import Message, PlayerEmail, ReceivedMail
from reservations.acts.facts import Reply
from reservations.models import Fact, Night, Player
from reservations.nights.calendar_queries import uids_of, version_at
from reservations.nights.ical import night_in
from reservations.players.queries import same_person
from reservations.rsvps.door_queries import arrived
from reservations.rsvps.queries import has_started, rsvp_state_of, rsvp_states_of, upcoming


@dataclass(frozen=True)
class MailedAnswer:
    """A mail's answer, as a tap would give it; it ``says_more``, ``is_noted`` already, or ``gives_up`` a seat."""

    player: Player
    night: Night
    reply: Reply
    guests: tuple[str, ...]
    expected_at: datetime | None
    says_more: bool
    is_noted: bool
    gives_up: bool


@dataclass(frozen=True)
class Assigned:
    """A mail with its likely person and night; None if unknown.

    It has an ``answer``, or a ``reason`` why the host must read it, soon if that ``is_urgent``. ``written_at`` is
    aware. ``came_back`` is the message that did not arrive, as a mail server reports.
    """

    written_at: datetime
    reason: str = ""
    player: Player | None = None
    night: Night | None = None
    answer: MailedAnswer | None = None
    is_urgent: bool = False
    came_back: Message | None = None


def assigned(mail: Mail, arrived_at: datetime, now: datetime) -> Assigned:
    """Return the author of a mail, and its night; with the desk locked, if it is to be recorded."""
    people, written_at = people_at_address(mail.sender), credible_time(mail, arrived_at)
    known = KnownSender(people=tuple(map(str, people)))
    answered = next((found for message_id in mail.answers if (found := message_of(message_id)) is not None), None)
    if mail.reports and answered is not None:
        came_back, reason = answered if mail.bounced else None, why_not(mail, None, written_at, known)
        return Assigned(written_at, reason, answered.person, answered.fact.night, came_back=came_back)
    if len(people) != 1:
        return Assigned(written_at, why_not(mail, None, written_at, known))
    person, night, words = people[0], None, None
    known = replace(known, removed=person.removed)
    if mail.reply is not None:
        night = _night_with(mail.reply.uid)
        knows = answered is not None and (answered.person, answered.fact.night) == (person, night)
        known = replace(known, knows_secret=night is not None and (knows or _is_own(mail.reply.uid, person, night)))
        words = AnswerInWords(mail.reply.answer, says_more=bool(mail.reply.comment)) if mail.reply.answer else None
    else:
        words = answer_in(mail.lines, str(person))
        if answered is not None:
            night, known = answered.fact.night, replace(known, receiver=str(answered.person), fact_at=answered.fact.at)
        elif not mail.answers and is_vouched(mail):
            # An answer to somebody else's mail is none to the desk, whatever its words.
            ahead = nights_ahead_of(person, now)
            night, known = ahead[0] if len(ahead) == 1 else None, replace(known, ahead=len(ahead))
    if night is None:
        return Assigned(written_at, why_not(mail, words, written_at, known), person)
    state = rsvp_state_of(night)
    rsvp, changed_at = state.of(person.number), state.called_at
    is_noted = words is not None and changes_nothing(words, rsvp, must_confirm=state.request_at is not None)
    known = replace(
        known,
        night=str(night),
        invited=person.number in state.invited or person.number in state.rsvps,
        cancelled=night.cancelled_at is not None,
        begun=has_started(night, now) or person.number in arrived(night),
        # An answer that is noted already may come again.
        answered_at=None if is_noted else _last_record_at(person, night),
        changed_at=changed_at,
        version=version_at(person, night, changed_at) if changed_at else 0,
    )
    reason = why_not(mail, words, written_at, known)
    if reason or words is None:
        return Assigned(written_at, reason, person, night, is_urgent=words is not None and words.taken_back)
    # A yes without guests and without a time leaves both unchanged.
    stays = words.reply == rsvp.reply == Reply.YES
    guests = words.guests or (rsvp.guests if stays else ())
    expected_at = rsvp.expected_at if stays else None
    gives_up = rsvp.has_seat and words.reply != Reply.YES
    answer = MailedAnswer(person, night, words.reply, guests, expected_at, words.says_more, is_noted, gives_up)
    return Assigned(written_at, "", person, night, answer)


def people_at_address(address: str) -> list[Player]:
    """Return the people with an e-mail address, in any spelling of case, without repetition."""
    rows = PlayerEmail.objects.filter(address__iexact=address).values_list("player_id", flat=True) if address else ()
    return list(dict.fromkeys(Player.objects.persons(rows).values()))


def nights_ahead_of(person: Player, now: datetime) -> list[Night]:
    """Return the nights ahead that a person is invited to or has answered, the nearest first."""
    ahead = [night for night in upcoming(now) if not has_started(night, now)]
    states = rsvp_states_of(ahead)
    return [night for night in ahead if person.number in {*states[night.pk].invited, *states[night.pk].rsvps}]


def _night_with(uid: str) -> Night | None:
    """Return the night of the event with that UID, of any reader's calendar."""
    known = night_in(uid)
    return Night.objects.select_related("house", "rules").filter(uid=known).first() if known else None


def _is_own(uid: str, person: Player, night: Night) -> bool:
    """Tell whether a UID is the one of this reader's calendars alone."""
    return not night.uid_is_shared and constant_time_compare(uid, uids_of(person, [night])[night.pk])


def _last_record_at(person: Player, night: Night) -> datetime | None:
    """Return the time of the last record about a person and a night: for a mail, the time of its writing."""
    facts = Fact.objects.filter(night=night, player__in=same_person(person)).exclude(by="").order_by("-pk")
    fact = facts.select_related("mail").first()
    return None if fact is None else fact.mail.written_at if hasattr(fact, "mail") else fact.at


def unread_mails() -> QuerySet[ReceivedMail]:
    """Return the mails that no host has dealt with, the urgent ones first, then the newest."""
    return ReceivedMail.objects.filter(dealt_at=None).order_by("-is_urgent", "-pk")
