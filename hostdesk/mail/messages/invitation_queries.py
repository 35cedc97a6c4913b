"""The messages for mail programs and calendars: an event for one reader, and the mail that it follows."""

from datetime import UTC, datetime, time, timedelta
from email.utils import parseaddr

from hostdesk.mail.messages.queries import message_id, messages_to
from hostdesk.models import Message
from reservations.acts.facts import Place
from reservations.messages.rules import ASKS, IN_CALENDARS, MessageKind, Method
from reservations.models import Night
from reservations.nights.calendar_queries import event_for
from reservations.nights.ical import Invitation, Party
from reservations.rsvps.queries import rsvp_state_of, terms_of_night

_A_DAY = timedelta(days=1)
_MORNING_BEFORE = timedelta(hours=15)
"""From nine in the morning until the day begins of a night of which only the day is known."""


def invitation_to(
    message: Message, address: str, words: str, now: datetime, *, organizer: str, answers: bool
) -> Invitation | None:
    """Return a message for its reader's calendar, as of now; None without one.

    ``words`` is the message in full, with the link in it, ``organizer`` the sender of the mail; ``answers``: the desk
    reads replies. Only players with a seat get the place of the game.
    """
    night, method = message.fact.night, IN_CALENDARS.get(MessageKind(message.kind))
    if night is None or method is None:
        return None
    rsvp = rsvp_state_of(night).of(message.person.number)
    comes, may_answer = method == Method.REQUEST, message.kind in ASKS
    name, sender = parseaddr(organizer)
    waits = comes and rsvp.place == Place.WAITING
    place = night.place if comes and rsvp.has_seat else ""
    return Invitation(
        method=method,
        event=event_for(message.person, night, place=place, note=words, now=now),
        organizer=Party(name or night.house.name, sender),
        attendee=Party(message.person.name, address),
        reply=None if may_answer else rsvp.reply,
        answers=answers,
        waits=waits,
        remind=_remind(night, now) if comes and not waits else None,
    )


def _remind(night: Night, now: datetime) -> timedelta | None:
    """Return the time of calendars' reminders before a night: the house's, or a day; None if that has passed."""
    if night.starts_at is None:
        starts, before = datetime.combine(night.date, time(), UTC), _MORNING_BEFORE
    else:
        minutes = terms_of_night(night).remind_minutes
        starts, before = night.starts_at, timedelta(minutes=minutes) if minutes else _A_DAY
    return before if now < starts - before else None


def first_mail(message: Message) -> str:
    """Return the id of the first mail about its night to the same person before a message; "" without one."""
    if message.fact.night is None:
        return ""
    sent = messages_to(message.person).filter(fact__night=message.fact.night).exclude(sent_at=None)
    first = sent.exclude(pk=message.pk).order_by("sent_at", "pk").first()
    return message_id(first) if first else ""
