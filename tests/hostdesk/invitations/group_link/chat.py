"""A Friday whose link is in the group chat: Bo, Cy, Di and Gil are invited, and phones open the link."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import make_group_link
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.group_link.claim_commands import Tap, claim_as_newcomer, claim_name
from hostdesk.models import Link, NameClaim
from reservations.models import Night
from reservations.waiting_list.commands import invite
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, Friday, a_house, cast, one

PLACE = "12 Elm Street"
INVITED = ("Bo", "Cy", "Di", "Gil")
AHEAD = datetime(2099, 1, 2, 19, 0, tzinfo=NEW_YORK)


@dataclass
class Chat:
    """The night, its link, and the time of every tap."""

    friday: Friday
    link: Link
    now: datetime

    @property
    def night(self) -> Night:
        """The night of the link."""
        return self.friday.night

    @property
    def path(self) -> str:
        """The address of the link on the desk."""
        return f"/group/{secret_of(self.link)}/"

    def tap(self, key: str = "", address: str = "192.168.1.7") -> Tap:
        """Return a tap on a phone."""
        return Tap(key or new_key(), address, "Safari on iPhone", self.now)

    def takes(self, name: str, key: str = "") -> NameClaim:
        """Let a phone take a name."""
        return claim_name(group_link=self.link, number=one(name).number, tap=self.tap(key))

    def asks(self, name: str, brought_by: str = "Bo", key: str = "") -> NameClaim:
        """Let a newcomer ask to come."""
        number = one(brought_by).number
        return claim_as_newcomer(group_link=self.link, name=name, brought_by=number, tap=self.tap(key))


@played_once
def _invited(seats: int | None) -> Friday:
    """Plan the night so far ahead that the scene is the same on any day, and invite four players."""
    cast()
    friday = Friday(a_house(), seats, AHEAD, place=PLACE, note="Code 4711.")
    invite(stamp=friday.at(40_000), night=friday.night, players=[one(name) for name in INVITED])
    return friday


def a_chat(seats: int | None = 2) -> Chat:
    """Make the night at Elm Street with four invited players, and its link."""
    friday = _invited(seats)
    return Chat(friday, make_group_link(friday.night, made_by="Ann"), timezone.now().replace(microsecond=0))
