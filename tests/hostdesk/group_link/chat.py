"""A Friday whose link was posted in the group chat: Bo, Cy, Di and Gil are invited, and phones that open it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from hostdesk.group_link.claim_commands import Tap, claim_as_newcomer, claim_name
from hostdesk.group_link.commands import group_link_to, group_secret, make_group_link
from hostdesk.models import GroupLink, NameClaim
from hostdesk.site.idempotency_keys import new_key
from reservations.models import Night
from reservations.waiting_list.commands import invite
from tests.reservations.friday import Friday, a_house, cast, one

PLACE = "12 Elm Street"
INVITED = ("Bo", "Cy", "Di", "Gil")


@dataclass
class Chat:
    """The night, its link, and the moment at which everything happens."""

    friday: Friday
    link: GroupLink
    now: datetime

    @property
    def night(self) -> Night:
        """The night of the link."""
        return self.friday.night

    @property
    def path(self) -> str:
        """The address of the link on the desk."""
        return f"/group/{group_secret(self.link)}/"

    def tap(self, key: str = "", address: str = "192.168.1.7") -> Tap:
        """Return a tap on one of the phones."""
        return Tap(key or new_key(), address, "Safari on iPhone", self.now)

    def takes(self, name: str, key: str = "") -> NameClaim:
        """Let a phone take a name."""
        return claim_name(group_link=self.link, number=one(name).number, tap=self.tap(key))

    def asks(self, name: str, brought_by: str = "Bo", key: str = "") -> NameClaim:
        """Let somebody new ask to come."""
        number = one(brought_by).number
        return claim_as_newcomer(group_link=self.link, name=name, brought_by=number, tap=self.tap(key))


def a_chat(seats: int | None = 2) -> Chat:
    """Make the night, a month ahead at Elm Street, invite four, and make the link."""
    cast()
    now = timezone.now().replace(microsecond=0)
    friday = Friday(a_house(), seats, now + timedelta(days=30), place=PLACE, note="Code 4711.")
    players = [one(name) for name in INVITED]
    invite(stamp=friday.at(40_000), night=friday.night, players=players)
    make_group_link(friday.night, made_by="Ann")
    link = group_link_to(friday.night)
    assert link is not None
    return Chat(friday, link, now)
