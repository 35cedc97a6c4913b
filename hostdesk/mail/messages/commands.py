"""Write the messages of facts, record the steps of the host and the player about them, and stop e-mail.

The link in the foot of a mail needs no sign-in and does nothing but stop e-mail. It is made of the desk's secret for
one player and one address, and nothing is kept of it. It has no end, because people look for it in old mails; once the
player has another address, it is nobody's.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from hostdesk.base.sign_in.group_link_commands import give_group_link
from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_answer_links
from hostdesk.base.site.server import address_for_others, opens_in
from hostdesk.mail.messages.queries import email_of
from hostdesk.models import FactSetAside, Message, PlayerEmail
from ledger.night.stakes_queries import occasion_of
from reservations.acts.commands import OF_THE_MACHINE, command, one_by_one
from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind
from reservations.acts.problems import Impossible
from reservations.messages import rules
from reservations.messages.text import with_link
from reservations.models import Fact, Night, Player
from reservations.nights.queries import occasion_in
from reservations.parsing.names import name_key, whole_number
from reservations.players.queries import player_names
from reservations.rsvps.queries import facts_of, terms_of_night
from reservations.rsvps.rsvp_reducers import fold

AT_A_TIME = 200
"""How many facts are read at once."""

_MOST_FAILED = 200  # characters


def draft_messages() -> None:
    """Write the messages of the facts that have none yet. Two processes at once make no message twice.

    All facts after the newest one with a message are read: many facts without any message do not hide later ones. A
    fact with a fault is set aside and tried again the next time, the others get their messages all the same, and
    ``SetAside`` is raised at the end.
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
    # An answer to a mail comes at once, maybe before the messages to others.
    newest = Message.objects.filter(fact__kind__in=rules.MAKES_MESSAGES).order_by("-fact").values("fact")[:1]
    unread = Q(pk__gt=Coalesce(Subquery(newest), 0)) | Q(set_aside__isnull=False)
    return Fact.objects.filter(unread, kind__in=rules.MAKES_MESSAGES).order_by("pk")


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


def answer_back(fact: Fact) -> None:
    """Write the result to a player who answered by mail: a seat, a place in line, or a seat given up."""
    _draft(fact, by_mail=True)


def _draft(fact: Fact, *, by_mail: bool = False) -> None:
    if not rules.makes_messages(fact_value(fact)) and not by_mail:
        return
    written = rules.messages_for(fact_value(fact), replace(_context(fact), by_mail=by_mail))
    people = Player.objects.persons(message.player for message in written)
    # A host who plays gets no invitation from themselves: they answer on the page of the invitations.
    host = Player.objects.people().filter(name_key=name_key(fact.by)).first()
    made = {
        (person, message.kind): message
        for message in written
        if (person := people[message.player]) != host or message.kind not in rules.NOT_TO_ONESELF
    }
    rows = [
        Message(fact=fact, player=player, kind=kind, subject=new.subject, text=new.text, made_at=fact.recorded_at)
        for (player, kind), new in made.items()
    ]
    players = [row.player_id for row in rows if row.kind in rules.WITH_LINK]
    # Before the messages: a written message is never without its link.
    if players:
        _give_links(fact, players, made_by=fact.by)
        give_group_link(fact.night or fact, made_by=fact.by)
    Message.objects.bulk_create(rows, ignore_conflicts=True)


def _context(fact: Fact) -> rules.MessageContext:
    """Return the sources of a fact's messages: its night as it was before it, and the names of the players."""
    if fact.night is not None:
        night = fact.night
        # A player invited after a poll gets the result of their answers to it, which follow.
        of_poll = fact.kind == FactKind.INVITE and fact.about_id is not None
        before = [earlier for earlier in facts_of(night) if earlier.id < fact.pk or of_poll]
        rsvp_state = fold(before, seats=night.seats, starts_at=night.starts_at)
        occasion = occasion_of(night, terms_of_night(night), place=night.place)
    elif fact.house is not None or fact.kind in rules.OF_A_PAYMENT:
        rsvp_state = fold((), seats=None, starts_at=None)
        occasion = occasion_in(fact.house, fact.at)
    else:
        raise Impossible(f"Fact {fact.pk} is about no night and no house.")
    about = fact_value(fact)
    # Players who have been merged since are included.
    players = {*about.content.get("players", ()), *filter(None, [about.player, about.content.get("other")])}
    players |= {*about.outcome.get("players", ()), *about.outcome.get("told", ())}
    players |= rsvp_state.rsvps.keys() | rsvp_state.invited
    return rules.MessageContext(occasion, rsvp_state, player_names(players))


def in_full(message: Message, secrets: Mapping[int, str], request: HttpRequest | None = None) -> str:
    """Return a message as it goes out: with its reader's own link, if it can be answered.

    ``secrets`` are those of `secrets_for` its fact. If the link was used, it is the address of the night, or of the
    poll, on the signed-in phone. The result is shown or sent, and neither kept nor logged.
    """
    night, number = message.fact.night, message.person.number
    if message.kind == rules.MessageKind.RULES and message.fact.house is not None:
        path = reverse("own_rules", args=[number, message.fact.house.key])
        return f"{message.text}\n{address_for_others(path, request)}\n"
    if message.kind in rules.OF_A_PAYMENT:
        return f"{message.text}\n{address_for_others(reverse('own', args=[number]), request)}\n"
    if message.kind == rules.MessageKind.STRIKE:
        path = f"{reverse('own_me', args=[number])}#strike-{message.fact_id}"
        return f"{message.text}\n{address_for_others(path, request)}\n"
    if message.kind not in rules.WITH_LINK:
        return message.text
    secret = secrets.get(number)
    if secret:
        path = reverse("link", args=[secret])
    elif night is not None:
        path = reverse("own_night", args=[number, night.pk])
    else:
        path = reverse("own_poll", args=[number, message.fact_id])
    address = address_for_others(path, request)
    return with_link(message.text, address, opens_in=opens_in(address))


def secrets_for(fact: Fact) -> Mapping[int, str]:
    """Return the secrets of the links for the messages of a fact, as `answer_secrets` does."""
    poll = _question_in(fact)
    return answer_secrets(poll) if poll else {}


def _question_in(fact: Fact) -> Night | Fact | None:
    return fact.night or (fact if fact.kind == FactKind.POLL else None)


def pass_on(message: Message, now: datetime) -> None:
    """Record that the host passed a message on by other means; a second time changes nothing."""
    Message.objects.filter(pk=message.pk, given_at=None).update(given_at=now)


def note_came_back(message: Message, why: str) -> None:
    """Record that the mail of a message did not arrive: the host may send it again, or pass it on otherwise."""
    Message.objects.filter(pk=message.pk).update(sent_at=None, failed=f"It came back: {why}"[:_MOST_FAILED])


def renew_link(message: Message, now: datetime) -> None:
    """Make the reader of a message another link to its night or poll, if the last one was used or has ended."""
    _give_links(message.fact, [message.person.number])


def _give_links(fact: Fact, players: Collection[int], *, made_by: str = "") -> None:
    if poll := _question_in(fact):
        give_answer_links(poll, players, made_by=made_by)


def note_seen(messages: Iterable[Message], now: datetime) -> None:
    """Record that a player has seen messages on their own page."""
    Message.objects.filter(pk__in=[message.pk for message in messages], seen_at=None).update(seen_at=now)


@command
def set_email(player: Player, address: str, *, wanted: bool, by: str = "") -> None:
    """Keep a player's address and whether they want e-mail; with "" forget it, but not that they want none.

    ``by`` is the acting host, "" the player. A host never turns on mail that the player turned off.
    """
    kept = PlayerEmail.objects.filter(player=player).first()
    if by and kept and not kept.wanted and not kept.stopped_by:
        wanted, by = False, ""
    if address or not wanted:
        fields = {"address": address, "wanted": wanted, "stopped_by": "" if wanted else by}
        PlayerEmail.objects.update_or_create(player=player, defaults=fields)
    else:
        PlayerEmail.objects.filter(player=player).delete()


_SALT = "hostdesk.do_not_write"
_DIGITS = 32
_FROM_ELSEWHERE = " (it opens in our {network} only; from anywhere else, write back and say so)"


@dataclass(frozen=True)
class WayOut:
    """A player's way out of the desk's e-mail: the words in the foot of a mail, and the headers for mail programs."""

    words: str
    headers: dict[str, str]


def way_out(player: Player, address: str) -> WayOut:
    """Return the way out for a mail to a player's address.

    Mail programs get it only if they can reach the desk from anywhere, by https (RFC 8058).
    """
    link = address_for_others(reverse("do_not_write", args=[f"{player.number}-{_tag(player.number, address)}"]))
    network = opens_in(link)
    words = f"Do not write to me: {link}{_FROM_ELSEWHERE.format(network=network) if network else ''}\n"
    if network or not link.startswith("https://"):
        return WayOut(words, {})
    one_click = {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return WayOut(words, one_click)


def who_asks_not_to(secret: str) -> PlayerEmail | None:
    """Return the player of this way out, with their address; None for nobody's, and for a changed address."""
    number, _, tag = secret.partition("-")
    player = Player.objects.filter(pk=whole_number(number) or 0).first()
    email = email_of(Player.objects.person(player.pk)) if player else None
    if player is None or email is None or not constant_time_compare(tag, _tag(player.pk, email.address)):
        return None
    return email


def _tag(number: int, address: str) -> str:
    return salted_hmac(_SALT, f"{number} {address}").hexdigest()[:_DIGITS]
