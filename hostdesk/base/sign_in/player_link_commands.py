"""The links by which players open their own pages: given, listed and ended; and their devices."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from hostdesk.base.sign_in import commands, device_commands
from hostdesk.models import Link, LinkKind, SignIn
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.models import Fact, Night, Player
from reservations.players.queries import same_person
from reservations.polls.queries import polled_until

A_WEEK = timedelta(days=7)
A_YEAR = timedelta(days=366)

SHOWN_OF_OLD = 5
"""How many ended links are listed."""


class OutOfTheGroup(Impossible):
    """A player who was removed from the group gets no link."""


@dataclass(frozen=True)
class PlayerLink:
    """A player's link, and the device that is signed in by it, if any."""

    link: Link
    device: SignIn | None
    may_end: bool

    @property
    def state(self) -> str:
        """Its state in words."""
        if self.may_end:
            return "in use" if self.device else "not used yet"
        return "ended" if self.link.ended_at else "signed out" if self.link.spent_at else "expired"


@command
def give_link(player: Player, *, made_by: str, key: str) -> str:
    """Return the secret of a link to a player's own pages, valid for a week; earlier unused ones end.

    It is made from the key of the form: a double tap makes one link, and shows it twice. Raises ``OutOfTheGroup``, and
    ``Impossible`` for a form whose link was used or has ended.
    """
    player = Player.objects.person(player.number)
    if player.removed:
        raise OutOfTheGroup(f"{player} was removed from the group. Take them back first, then make the link.")
    seed = f"{player.number} {key}"
    if known := commands.find_link(commands.derived(seed)):
        if not commands.is_unspent(known):
            raise Impossible("The link of this form was used or has ended. Load the page again for a new one.")
        return commands.derived(seed)
    for link in _links(player).filter(night=None, poll=None, spent_at=None, ended_at=None):
        commands.end_link(link)
    return commands.make_link(LinkKind.PLAYER, player=player, made_by=made_by, valid_for=A_WEEK, seed=seed)


def give_night_links(night: Night, players: Iterable[int], *, made_by: str = "") -> None:
    """Make a link to a night for each of these people without one that can be written again.

    Two at once make one for each of them, and links in sent messages stay good. A link that the desk can no longer
    write, as its secret is another one, ends here.
    """
    # Also if the night is moved.
    until = max(timezone.now(), commands.links_end(night)) + A_YEAR
    _give(players, until=until, made_by=made_by, night=night)


def give_poll_links(poll: Fact, players: Iterable[int], *, made_by: str = "") -> None:
    """Make a link to a poll, given by its fact, for each of these people, as `give_night_links` does to a night."""
    _give(players, until=polled_until(poll), made_by=made_by, poll=poll)


def _give(players: Iterable[int], *, until: datetime, made_by: str, **to: Night | Fact) -> None:
    unspent = Link.objects.filter(kind=LinkKind.PLAYER, spent_at=None, ended_at=None, **to)
    stale = [each.pk for each in unspent if commands.digest_of(commands.derived(each.seed)) != each.digest]
    unspent.filter(pk__in=stale).update(ended_at=timezone.now())
    have, now = {each.person.number for each in unspent.all() if each.person}, timezone.now()
    seeds = {number: secrets.token_urlsafe(32) for number in {*players} - have}
    links = [
        Link(
            kind=LinkKind.PLAYER,
            digest=commands.digest_of(commands.derived(seed)),
            seed=seed,
            player_id=number,
            made_by=made_by,
            made_at=now,
            expires_at=until,
            **to,
        )
        for number, seed in seeds.items()
    ]
    Link.objects.bulk_create(links, ignore_conflicts=True)


def night_secrets(night: Night) -> dict[int, str]:
    """Return the secrets of the usable links to a night, by the number of the person."""
    return _secrets(night=night)


def poll_secrets(poll: Fact) -> dict[int, str]:
    """Return the secrets of the links to a poll, given by its fact, as `night_secrets` does of those to a night."""
    return _secrets(poll=poll)


def _secrets(**to: Night | Fact) -> dict[int, str]:
    unspent = Link.objects.filter(kind=LinkKind.PLAYER, spent_at=None, ended_at=None, **to).order_by("pk")
    return {each.person.number: secret for each in unspent if each.person and (secret := commands.secret_of(each))}


def given_links(player: Player, now: datetime) -> list[PlayerLink]:
    """Return a player's links, with those of merged players, newest first; of the ended ones only the latest few."""
    by_link = {each.link_id: each for each in devices_of(player, now)}
    given = []
    for link in _links(player):
        device = by_link.get(link.pk)
        may_end = commands.lasts(link, now) and (link.spent_at is None or device is not None)
        given.append(PlayerLink(link, device, may_end))
    over = [each for each in given if not each.may_end]
    return [each for each in given if each.may_end or each in over[:SHOWN_OF_OLD]]


def _links(player: Player) -> QuerySet[Link]:
    return Link.objects.filter(kind=LinkKind.PLAYER, player__in=same_person(player)).order_by("-pk")


def end_link_of(player: Player, number: int) -> bool:
    """End one of a player's links and its device's sign-in; False if it is not theirs."""
    link = _links(player).filter(pk=number).first()
    if link is not None:
        commands.end_link(link)
    return link is not None


def devices_of(player: Player, now: datetime) -> list[SignIn]:
    """Return the devices on which a player's own pages are open, the last seen first."""
    numbers = same_person(player)
    return [
        each
        for each in commands.open_devices(now)
        if each.link and each.link.kind == LinkKind.PLAYER and each.link.player_id in numbers
    ]


def end_device_of(player: Player, number: int) -> None:
    """End one of a player's devices, with its link; nothing happens if it has ended or is not theirs."""
    if number in [each.pk for each in devices_of(player, timezone.now())]:
        device_commands.end(number)
