"""The links by which players open their own pages: given, listed and ended; and their devices."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from hostdesk.base.sign_in import commands, device_commands, link_commands
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


class PlayerLink(NamedTuple):
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
    secret = link_commands.derived(seed)
    if known := link_commands.find_link(secret):
        if not link_commands.is_unspent(known):
            raise Impossible("The link of this form was used or has ended. Load the page again for a new one.")
        return secret
    link_commands.end_links(_links(player).filter(night=None, poll=None, spent_at=None))
    return link_commands.make_link(
        LinkKind.PLAYER, valid_for=A_WEEK, secret=secret, seed=seed, player=player, made_by=made_by
    )


def give_answer_links(of: Night | Fact, players: Iterable[int], *, made_by: str = "") -> None:
    """Make a link to a night, or to a poll by its fact, for all of these people without one that can be written again.

    Two calls at once make one link for every person, and links in sent messages stay valid. A link that the desk can no
    longer write, as its secret is another one, ends here.
    """
    unspent = _unspent(of)
    stale = [link.pk for link in unspent if not link_commands.is_of_this_desk(link)]
    link_commands.end_links(unspent.filter(pk__in=stale))
    have = {link.person.number for link in unspent.all() if link.person}
    # Also if the night is moved.
    until = polled_until(of) if isinstance(of, Fact) else max(timezone.now(), link_commands.links_end(of)) + A_YEAR
    facts = {"made_by": made_by, "expires_at": until, **link_commands.subject_of(of)}
    links = [link_commands.seeded_link(LinkKind.PLAYER, player_id=number, **facts) for number in {*players} - have]
    Link.objects.bulk_create(links, ignore_conflicts=True)


def answer_secrets(of: Night | Fact) -> dict[int, str]:
    """Return the secrets of the usable links to a night, or to a poll by its fact, by the number of the person."""
    links = ((link.person, link_commands.secret_of(link)) for link in _unspent(of).order_by("pk"))
    return {person.number: secret for person, secret in links if person and secret}


def _unspent(of: Night | Fact) -> QuerySet[Link]:
    subject = link_commands.subject_of(of)
    return Link.objects.filter(kind=LinkKind.PLAYER, spent_at=None, ended_at=None, **subject)


def given_links(player: Player, now: datetime) -> list[PlayerLink]:
    """Return a player's links, with those of merged players, newest first; of ended links only the latest few."""
    by_link = {device.link_id: device for device in devices_of(player, now)}
    given = []
    for link in _links(player):
        device = by_link.get(link.pk)
        may_end = link_commands.lasts(link, now) and (link.spent_at is None or device is not None)
        given.append(PlayerLink(link, device, may_end))
    over = [link for link in given if not link.may_end]
    return [link for link in given if link.may_end or link in over[:SHOWN_OF_OLD]]


def _links(player: Player) -> QuerySet[Link]:
    return Link.objects.filter(kind=LinkKind.PLAYER, player__in=same_person(player)).order_by("-pk")


def end_link_of(player: Player, number: int) -> bool:
    """End one of a player's links and its device's sign-in; False if it is not theirs."""
    link = _links(player).filter(pk=number).first()
    if link is not None:
        link_commands.end_link(link)
    return link is not None


def devices_of(player: Player, now: datetime) -> list[SignIn]:
    """Return the devices on which a player's own pages are open, the last seen first."""
    numbers, devices = same_person(player), [(device, device.link) for device in commands.open_devices(now)]
    return [device for device, by in devices if by and by.kind == LinkKind.PLAYER and by.player_id in numbers]


def end_device_of(player: Player, number: int) -> None:
    """End one of a player's devices, with its link; nothing happens if it has ended or is not theirs."""
    if number in [device.pk for device in devices_of(player, timezone.now())]:
        device_commands.end(number)
