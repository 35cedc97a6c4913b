"""The relevance of messages, players' e-mail addresses, and the events of messages for calendars."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import InitVar, dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from email.utils import parseaddr
from functools import cached_property

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from hostdesk.mail.mail_account.queries import outgoing
from hostdesk.models import Message, PlayerEmail
from ledger.months.plan_queries import waits_for
from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind, FactValue, Place
from reservations.messages import rules
from reservations.models import Night, Player
from reservations.nights.calendar_queries import event_for
from reservations.nights.ical import Invitation, Party
from reservations.nights.queries import is_over
from reservations.players.queries import people_at, same_person
from reservations.polls.queries import open_now
from reservations.rsvps import queries
from reservations.rsvps.due import is_quiet
from reservations.rsvps.rsvp_reducers import folded
from reservations.rsvps.rsvp_state import RsvpState

READ_FIRST = (rules.MessageKind.STRIKE,)
"""The messages that are never sent by themselves: the host reads them first."""

_MESSAGE_ID = re.compile(r"\s*<([1-9][0-9]{0,17})\.([0-9a-f]{16})@[^\s<>]+>\s*")

_NO_NIGHT = RsvpState(None, None)


@dataclass
class Concerned:
    """The relevance of messages at one moment: their nights and houses are read once, for all ``messages`` together.

    News that was outdated for a while is not news again: a seat that was taken back and given again has a message of
    its own.
    """

    messages: InitVar[Iterable[Message]]
    at: datetime = field(default_factory=timezone.now)
    _houses: queries.HouseLookups = field(default_factory=queries.HouseLookups)
    _states: dict[int, list[tuple[FactValue, RsvpState]]] = field(default_factory=dict)

    def __post_init__(self, messages: Iterable[Message]) -> None:
        nights = {message.fact.night for message in messages if message.fact.night}
        facts = queries.facts_of_nights(nights) if nights else {}
        for night in nights:
            after = folded(facts[night.pk], seats=night.seats, starts_at=night.starts_at)[1:]
            self._states[night.pk] = list(zip(facts[night.pk], after, strict=True))

    @cached_property
    def _new_strikes(self) -> Collection[int]:
        # A player who has contested a strike knows of it: the message about it is no longer news.
        return {strike.fact for strike in self._houses.strikes if strike.counts and not strike.contested}

    @cached_property
    def _silent(self) -> Mapping[int, Collection[int]]:
        """The players without an answer to the polls that take answers, by poll."""
        return {poll.number: poll.silent for poll in open_now() if not poll.why_no_answers(self.at)}

    def about(self, message: Message) -> bool:
        """Tell whether one of the messages is still relevant for its player; payments have no night and no house."""
        fact, night = message.fact, message.fact.night
        house, number = fact.house or (night and night.house), message.person.number
        states = self._states[night.pk] if night else []
        # A message about a change describes the night of its time: the newest is enough.
        changes = ((news, state) for news, state in states if news.kind == FactKind.CHANGE and news.id > fact.pk)
        recipient = rules.Recipient(
            at=self.at,
            number=number,
            rsvp_state=states[-1][1] if states else _NO_NIGHT,
            begun=night is not None and queries.has_started(night, self.at),
            over=night is not None and is_over(night, self.at),
            out=message.person.removed
            or bool(house and self._houses.person(message.person, house, self._houses.newest[house.pk]).barred),
            strike_counts=fact.kind == FactKind.STRIKE and fact.pk in self._new_strikes,
            changed_since=any(number in rules.to_notify(news.content, state) for news, state in changes),
            is_silent=fact.kind == FactKind.POLL and number in self._silent.get(fact.pk, ()),
            is_open=message.kind in rules.OF_A_PAYMENT and waits_for(number, fact_value(fact)),
        )
        # An earlier answer that was recorded later, for example to a poll, is not newer.
        later = ((change, state) for change, state in states if change.id > fact.pk and change.at >= fact.at)
        since = [replace(recipient, at=change.at, rsvp_state=state) for change, state in later]
        kind = rules.MessageKind(message.kind)
        return all(rules.concerns(kind, fact_value(fact), reader) for reader in (recipient, *since))


def waits_for_morning(message: Message, at: datetime) -> bool:
    """Tell whether a message goes by itself, a reminder or a question about a payment, and it is night there."""
    if message.fact.by or message.kind not in (*rules.REMINDERS, rules.MessageKind.PAID):
        return False
    if message.fact.night is None:
        return message.kind == rules.MessageKind.PAID and is_quiet(at, timezone.get_current_timezone_name())
    return is_quiet(at, queries.zone_of(message.fact.night))


def reminders_to_pass_on(nights: Collection[Night], at: datetime) -> Mapping[int, int]:
    """Return the numbers of reminders that wait for the host, by the id of the night: those without an e-mail."""
    reached = addresses(wanted=True) if is_set_up() else {}
    by_hand = ~Q(player__in=reached) | (Q(claimed_at__isnull=False) & ~Q(failed=""))
    unsettled = Message.objects.filter(by_hand, sent_at=None, given_at=None, seen_at=None, withdrawn_at=None)
    found = unsettled.filter(kind__in=rules.REMINDERS, fact__night__in=nights)
    concerned = Concerned(found, at)
    return Counter(message.fact.night_id or 0 for message in found if concerned.about(message))


def messages_to(player: Player) -> QuerySet[Message]:
    """Return the messages to a person, under all their numbers."""
    return Message.objects.filter(player__in=same_person(player))


def tried_by_mail() -> QuerySet[Message]:
    """Return the messages that went out by e-mail or were to, the newest first by ``tried_at``.

    Not those that were kept back because they were outdated.
    """
    tried = Q(sent_at__isnull=False) | Q(claimed_at__isnull=False) | ~Q(failed="")
    found = Message.objects.filter(tried).exclude(sent_at=None, withdrawn_at__isnull=False)
    return found.annotate(tried_at=Coalesce("sent_at", "claimed_at", "made_at")).order_by("-tried_at", "-pk")


def message_id(message: Message) -> str:
    """Return the Message-ID of the mail of a message, always the same: nobody else can make one up."""
    domain = parseaddr(outgoing().sender)[1].rpartition("@")[2]
    return f"<{message.pk}.{_tag(str(message.pk))}@{domain}>"


def message_of(message_id: str) -> Message | None:
    """Return the message of a mail with that Message-ID; None if it is none of ours.

    The domain may be another one: answers also come to mails of an earlier sender.
    """
    found = _MESSAGE_ID.fullmatch(message_id)
    if found is None or not constant_time_compare(found[2], _tag(found[1])):
        return None
    return Message.objects.filter(pk=int(found[1])).first()


def _tag(number: str) -> str:
    return salted_hmac("hostdesk.message_id", number).hexdigest()[:16]


def is_set_up() -> bool:
    """Tell whether this desk sends e-mail at all."""
    return bool(outgoing().sender)


def email_of(player: Player) -> PlayerEmail | None:
    """Return a person's address, and whether they want e-mail; None if both are unknown."""
    return PlayerEmail.objects.filter(player=player).first()


def addresses(*, wanted: bool) -> dict[int, str]:
    """Return the addresses by player number, also of duplicates; with ``wanted`` only of players who want e-mail."""
    kept = PlayerEmail.objects.filter(wanted=True) if wanted else PlayerEmail.objects.all()
    own = dict(kept.values_list("player_id", "address"))
    return own | {duplicate: own[person] for duplicate, person in people_at().items() if person in own}


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
    night, method = message.fact.night, rules.IN_CALENDARS.get(rules.MessageKind(message.kind))
    if night is None or method is None:
        return None
    rsvp = queries.rsvp_state_of(night).of(message.person.number)
    comes, may_answer = method == rules.Method.REQUEST, message.kind in rules.ASKS
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
        minutes = queries.terms_of_night(night).remind_minutes
        starts, before = night.starts_at, timedelta(minutes=minutes) if minutes else _A_DAY
    return before if now < starts - before else None


def first_mail(message: Message) -> str:
    """Return the id of the first mail about its night to the same person before a message; "" without one."""
    if message.fact.night is None:
        return ""
    sent = messages_to(message.person).filter(fact__night=message.fact.night).exclude(sent_at=None)
    first = sent.exclude(pk=message.pk).order_by("sent_at", "pk").first()
    return message_id(first) if first else ""
