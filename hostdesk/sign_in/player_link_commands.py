"""The links by which players open their own pages, the devices signed in by them, and ending either."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from hostdesk.models import Link, LinkKind, SignIn
from hostdesk.sign_in import device_commands
from hostdesk.sign_in.commands import A_WEEK, end_link, lasts, make_link, open_devices
from reservations.acts.problems import Impossible
from reservations.models import Player
from reservations.players.queries import same_person

SHOWN_OF_OLD = 5
"""How many ended links are listed."""


class OutOfTheGroup(Impossible):
    """A player who was removed from the group gets no link."""

    def __init__(self, player: Player) -> None:
        super().__init__(f"{player} was removed from the group. Take them back first, then make the link.")


@dataclass(frozen=True)
class PlayerLink:
    """A player's link, and the device that is signed in by it, if any."""

    link: Link
    device: SignIn | None
    may_end: bool

    @property
    def state(self) -> str:
        """What became of it, in words."""
        if self.may_end:
            return "in use" if self.device else "not used yet"
        return "ended" if self.link.ended_at else "signed out" if self.link.spent_at else "expired"


def give_link(player: Player, *, made_by: str) -> str:
    """Return the secret of a link to a player's own pages, valid for a week; earlier unused ones end.

    Raises ``OutOfTheGroup``.
    """
    player = Player.objects.person(player.number)
    if player.removed:
        raise OutOfTheGroup(player)
    with transaction.atomic():
        for link in _links(player).filter(spent_at=None, ended_at=None):
            end_link(link)
        return make_link(LinkKind.PLAYER, player=player, made_by=made_by, valid_for=A_WEEK)


def given_links(player: Player, now: datetime) -> list[PlayerLink]:
    """Return a player's links, with those of merged players, newest first; of the ended ones only the latest few."""
    by_link = {each.link_id: each for each in devices_of(player, now)}
    given = []
    for link in _links(player):
        device = by_link.get(link.pk)
        may_end = lasts(link, now) and (link.spent_at is None or device is not None)
        given.append(PlayerLink(link, device, may_end))
    over = [each for each in given if not each.may_end]
    return [each for each in given if each.may_end or each in over[:SHOWN_OF_OLD]]


def _links(player: Player) -> QuerySet[Link]:
    links = Link.objects.filter(kind=LinkKind.PLAYER, player__in=same_person(player))
    return links.with_people().order_by("-pk")


def end_link_of(player: Player, number: int) -> bool:
    """End one of a player's links and its device's sign-in; False if it is not theirs."""
    link = _links(player).filter(pk=number).first()
    if link is not None:
        end_link(link)
    return link is not None


def devices_of(player: Player, now: datetime) -> list[SignIn]:
    """Return the devices on which a player's own pages are open, the last seen first."""
    numbers = same_person(player)
    return [
        each
        for each in open_devices(now)
        if each.link and each.link.kind == LinkKind.PLAYER and each.link.player_id in numbers
    ]


def end_device_of(player: Player, number: int) -> None:
    """End one of a player's devices, with its link; nothing happens if it has ended or is not theirs."""
    if number in [each.pk for each in devices_of(player, timezone.now())]:
        device_commands.end(number)
