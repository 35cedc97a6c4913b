"""Phones that take a name behind a group link: in at once, or waiting for the host's decision.

A phone is in at once only if it cannot push another aside: the player has no other phone and no place on the night yet,
no other phone has taken that name behind this link, and the host has refused no phone there. Until the host confirms
it, it may answer for its player, unless they have a way in of their own, and sees neither money nor the place of the
game.
"""

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, TypeVar

from django.db.models import Q, QuerySet

from hostdesk.base.sign_in.group_link_commands import GroupLinkOver, behind, night_behind
from hostdesk.base.sign_in.link_commands import digest_of, end_link, lasts
from hostdesk.base.sign_in.player_link_commands import devices_of
from hostdesk.models import ClaimAnswer, Link, LinkKind, NameClaim
from reservations.acts.commands import atomic_batch, command
from reservations.acts.facts import Place, Reply
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Desk, Fact, Night, Player
from reservations.parsing.names import counted, parse_name
from reservations.players.commands import record_player
from reservations.players.queries import person_named, player_called, player_named, same_person
from reservations.polls.rules import Poll
from reservations.rsvps.queries import rsvp_state_of
from reservations.waiting_list.commands import invite

MOST_WAITING, MOST_NEWCOMERS = 3, 10
"""How many phones may wait for the host as one player, and how many newcomers behind one link."""

THE_GROUP_CHAT = "the group chat"
Answered = TypeVar("Answered")
_SECOND_TAP = timedelta(minutes=1)


@dataclass(frozen=True)
class Tap:
    """A tap behind a link: the key of its form, its address and browser, and its time (aware)."""

    key: str
    address: str
    browser: str
    at: datetime


def names_behind(leads_to: Night | Poll) -> list[Player]:
    """Return the names behind a link: the players of a poll; of a night, the invited and answering ones."""
    if isinstance(leads_to, Poll):
        return list(Player.objects.people().filter(pk__in=leads_to.polled, removed=False).order_by("name_key"))
    state = rsvp_state_of(leads_to)
    comes = {rsvp.player for rsvp in state.rsvps.values() if rsvp.reply == Reply.YES or rsvp.place != Place.NONE}
    return list(Player.objects.people().filter(pk__in=state.invited | comes, removed=False).order_by("name_key"))


@command
def claim_name(*, group_link: Link, number: int, tap: Tap) -> NameClaim:
    """Let a phone claim to be that of the player of that number: it is in at once, or waits for the host.

    The desk is locked, so of two phones at once one is in.

    Raises ``GroupLinkOver``, and ``Impossible`` for a name that is not behind the link, if too many phones wait for it,
    and for a form that was used for another purpose.
    """
    group_link = Link.objects.get(pk=group_link.pk)
    leads_to = behind(group_link, tap.at)
    player = next((person for person in names_behind(leads_to) if person.number == number), None)
    if player is None:
        raise Impossible("That name is not on the list any more. Choose again.")
    if known := NameClaim.objects.filter(key=tap.key).first():
        if known.group_link != group_link or known.person != player:
            raise Impossible("This form has been used already. Choose again.")
        return known
    claims = NameClaim.objects.filter(group_link=group_link)
    before = claims.filter(player__in=same_person(player)).exclude(answer=ClaimAnswer.GIVEN_BACK)
    if before.filter(answer=ClaimAnswer.NONE, link=None).count() >= MOST_WAITING:
        raise Impossible(f"{MOST_WAITING} phones that say they are {player} wait for the host already. Ask the host.")
    is_abused = claims.filter(answer=ClaimAnswer.NO, name="").exists()
    if isinstance(leads_to, Poll):
        has_answered = number in leads_to.answered
    else:
        has_answered = rsvp_state_of(leads_to).of(number).place != Place.NONE
    waits = is_abused or has_answered or Desk.objects.get(pk=Desk.ONE).claims_wait
    claim = _claim(group_link, tap, player=player)
    if not (waits or before.exists() or devices_of(player, tap.at)):
        claim.link = _link(player, tap.at)
    claim.save(force_insert=True)
    return claim


def _claim(group_link: Link, tap: Tap, **who: object) -> NameClaim:
    facts = {"key": tap.key, "made_at": tap.at, "address": tap.address, "browser": tap.browser}
    return NameClaim(group_link=group_link, **facts, **who)


def _link(player: Player, now: datetime) -> Link:
    """Return a spent link of a player: it signs their phone in, and nobody knows its secret."""
    digest, times = digest_of(secrets.token_urlsafe(32)), dict.fromkeys(("made_at", "expires_at", "spent_at"), now)
    return Link.objects.create(kind=LinkKind.PLAYER, digest=digest, player=player, made_by=THE_GROUP_CHAT, **times)


@command
def claim_as_newcomer(*, group_link: Link, name: str, brought_by: int, tap: Tap) -> NameClaim:
    """Let a phone ask for a newcomer, brought by a regular behind the link; they wait for the host.

    Only the host sees whether the desk knows somebody of that name. Raises ``BadName``, ``GroupLinkOver``, and
    ``Impossible`` if too many wait or the inviter is not behind the link.
    """
    group_link = Link.objects.get(pk=group_link.pk)
    regulars = {person.number: person for person in names_behind(night_behind(group_link, tap.at)) if person.regular}
    if brought_by not in regulars:
        raise Impossible("Choose who brings you: one of the names on the list.")
    if known := NameClaim.objects.filter(key=tap.key).first():
        if known.group_link != group_link or known.name != parse_name(name):
            raise Impossible("This form has been used already. Write your name again.")
        return known
    waiting = NameClaim.objects.filter(group_link=group_link, answer=ClaimAnswer.NONE).exclude(name="")
    if waiting.count() >= MOST_NEWCOMERS:
        raise Impossible(f"{counted(MOST_NEWCOMERS, 'newcomer')} wait for the host already. Ask the host.")
    claim = _claim(group_link, tap, name=parse_name(name), brought_by=regulars[brought_by])
    claim.save(force_insert=True)
    return claim


@command
def confirm_claim(number: int, *, by: str, now: datetime) -> NameClaim:
    """Confirm that the phone of a claim is its player's, with all rights; a second time changes nothing.

    Raises ``Impossible`` for a newcomer, for a claim that was refused or given back, and for a removed player.
    """
    claim = NameClaim.objects.get(pk=number)
    if claim.answer == ClaimAnswer.YES:
        return claim
    if claim.person is None:
        raise Impossible(f"{claim.name} is new: take them in first.")
    _check_open(claim)
    if claim.person.removed:
        raise Impossible(f"{claim.person} was removed from the group. Take them back first.")
    return _answered(claim, ClaimAnswer.YES, by, now)


def _check_open(claim: NameClaim) -> None:
    if claim.answer == ClaimAnswer.NO:
        raise Impossible(f"{claim.answered_by} has said no to this phone. It can take a name again.")
    if claim.answer == ClaimAnswer.GIVEN_BACK:
        raise Impossible("This phone has given the name back meanwhile.")


def _answered(claim: NameClaim, answer: ClaimAnswer, by: str, now: datetime) -> NameClaim:
    claim.answer, claim.answered_by, claim.answered_at = answer, by, now
    claim.save(update_fields=["answer", "answered_by", "answered_at", "player"])
    return claim


@command
def refuse_claim(number: int, *, by: str, now: datetime) -> NameClaim:
    """Refuse a phone's claim: it is signed out at its next step, and waits no longer.

    From then on every phone behind that link waits for the host. Its answers stay. A second time changes nothing.
    """
    claim = NameClaim.objects.get(pk=number)
    if claim.answer in (ClaimAnswer.NO, ClaimAnswer.GIVEN_BACK):
        return claim
    if claim.link is not None:
        end_link(claim.link)
    return _answered(claim, ClaimAnswer.NO, by, now)


def take_in(number: int, *, name: str, by: str, now: datetime) -> NameClaim:
    """Add a newcomer under that name, as a guest of their inviter, and invite them.

    A second time changes nothing. Raises ``Impossible`` for one that was refused and for a taken name; the errors of
    adding and inviting a player; and ``GroupLinkOver``.
    """
    with atomic_batch():
        claim = NameClaim.objects.get(pk=number)
        if claim.answer == ClaimAnswer.YES:
            return claim
        if known := player_called(parse_name(name)):
            raise Impossible(f"There is a player called {known} already: take another name, or say that it is them.")
        stamp = Stamp(f"{claim.key[:48]}-new", now, by)
        record_player(stamp=stamp, name=name, regular=False, invited_by=claim.inviter)
        return _invited(claim, player_named(name), by, now)


def recognise(number: int, *, by: str, now: datetime) -> NameClaim:
    """Accept a newcomer as the player with their name, and invite them if they are not.

    A second time changes nothing. Raises ``Impossible`` for a refused claim, for a name that nobody has, and for a
    player who was removed from the group; and ``GroupLinkOver``.
    """
    with atomic_batch():
        claim = NameClaim.objects.get(pk=number)
        if claim.answer == ClaimAnswer.YES:
            return claim
        return _invited(claim, person_named(claim.name), by, now)


def _invited(claim: NameClaim, player: Player, by: str, now: datetime) -> NameClaim:
    _check_open(claim)
    night = night_behind(claim.group_link, now)
    if player.removed:
        raise Impossible(f"{player} was removed from the group. Take them back first.")
    if player.number not in rsvp_state_of(night).invited:
        invite(stamp=Stamp(f"{claim.key[:48]}-invited", now, by), night=night, players=[player])
    claim.player = player
    return _answered(claim, ClaimAnswer.YES, by, now)


def give_back(claim: NameClaim, now: datetime) -> None:
    """Let a phone give its name back; the host learns of it only if the phone has recorded something.

    A confirmed phone stays confirmed: it is only signed out.
    """
    if claim.answer != ClaimAnswer.NONE:
        return
    if claim.link is not None:
        end_link(claim.link)
    if not has_spoken(claim):
        mine = NameClaim.objects.filter(pk=claim.pk, answer=ClaimAnswer.NONE)
        mine.update(answer=ClaimAnswer.GIVEN_BACK, answered_at=now)


def by_phone(claim: int | None, command: Callable[..., Answered]) -> Callable[..., Answered]:
    """Return a command for the phone of a claim, if that phone is confirmed or its player has no other way in.

    It raises ``Impossible`` otherwise, and the errors of the command; the desk is locked, so if both act at once, one
    is first.
    """

    if claim is None:
        return command

    def checked(**facts: Any) -> Answered:
        with atomic_batch():
            if NameClaim.objects.filter(pk=claim).exclude(answer=ClaimAnswer.YES).exists():
                _check_no_other_way(facts["player"], facts.get("night"), facts["stamp"].at)
            return command(**facts)

    return checked


def _check_no_other_way(player: Player, night: Night | None, now: datetime) -> None:
    mailed = Fact.objects.filter(player__in=same_person(player), night=night, mail__isnull=False)
    own = any(device.link is not None and device.link.is_confirmed for device in devices_of(player, now))
    if own or (night is not None and mailed.exists()):
        raise Impossible(f"{player} answers in another way already. {player} or the host confirms this phone first.")


def unconfirmed_phones(player: Player) -> QuerySet[NameClaim]:
    """Return the unanswered phones that claim to be this person's, in or waiting."""
    mine = NameClaim.objects.filter(answer=ClaimAnswer.NONE, player__in=same_person(player))
    return mine.filter(link__ended_at=None).order_by("pk")


def has_spoken(claim: NameClaim) -> bool:
    """Tell whether a player's phone has recorded something in their name since it came in."""
    if claim.person is None or claim.link is None:
        return False
    since = Fact.objects.filter(recorded_at__gte=claim.made_at, by=claim.person.name)
    return since.filter(player__in=same_person(claim.person)).exists()


@command
def way_in(number: int, now: datetime, *, key: str = "") -> Link | None:
    """Return the link by which the phone of a claim is signed in; None if it may not be.

    A claim that was confirmed while the phone waited gets its link here, once. A phone with a link gets in again only
    by the same form, for a moment: the browser shows the answer to the second of two taps.
    """
    claim = NameClaim.objects.get(pk=number)
    if claim.link is not None:
        is_same_tap = key == claim.key and now - claim.made_at < _SECOND_TAP
        return claim.link if is_same_tap and lasts(claim.link, now) else None
    if claim.answer != ClaimAnswer.YES or claim.person is None or claim.person.removed:
        return None
    claim.link = _link(claim.person, now)
    claim.save(update_fields=["link"])
    return claim.link


@dataclass(frozen=True)
class OpenClaim:
    """A phone that the host has neither confirmed nor refused.

    ``known`` is the player who already has the name of the newcomer; ``spoke``: the phone has answered for its player.
    """

    claim: NameClaim
    night: Night | None
    known: Player | None
    spoke: bool

    @property
    def waits(self) -> bool:
        """Whether it waits for the host, and can do nothing meanwhile."""
        return self.claim.link is None

    @property
    def is_out(self) -> bool:
        """Whether the phone was signed out again."""
        return self.claim.link is not None and self.claim.link.ended_at is not None


def open_claims(
    now: datetime, of: Night | Fact | None = None, houses: Collection[int] | None = None
) -> list[OpenClaim]:
    """Return the phones that the host has neither confirmed nor refused, the newest first.

    ``of`` limits them to the links of a night, or of a poll, given by its fact; ``houses`` to those of the houses with
    these ids.
    """
    unanswered: QuerySet[NameClaim] = NameClaim.objects.filter(answer=ClaimAnswer.NONE).order_by("-pk")
    if houses is not None:
        ways = (f"group_link__{way}__house__in" for way in ("night", "series", "poll"))
        unanswered = unanswered.filter(reduce(or_, (Q(**{way: houses}) for way in ways)))
    if isinstance(of, Fact):
        unanswered = unanswered.filter(group_link__poll=of)
    elif of is not None:
        links = Q(group_link__night=of) | Q(group_link__series__isnull=False, group_link__series=of.series_id)
        unanswered = unanswered.filter(links)
    leads: dict[int, Night | Poll] = {}
    for link in {claim.group_link for claim in unanswered}:
        with suppress(GroupLinkOver):
            leads[link.pk] = behind(link, now)
    found = []
    for claim in unanswered:
        leads_to = leads.get(claim.group_link_id)
        if leads_to is None and (claim.link is None or not lasts(claim.link, now)):
            continue  # nobody can come in by it any more
        known = player_called(claim.name) if claim.name else None
        night = leads_to if isinstance(leads_to, Night) else None
        found.append(OpenClaim(claim, night, known, has_spoken(claim)))
    return found
