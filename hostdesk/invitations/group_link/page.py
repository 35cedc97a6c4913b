"""The pages behind a group link, the state of a phone that took a name there, and the link itself for its host."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import group_link_to
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.site.server import address_for_others, opens_in, qr_picture
from hostdesk.models import ClaimAnswer, Link, NameClaim
from ledger.night.stakes_queries import occasion_of
from reservations.messages.text import Occasion, with_group_link
from reservations.models import Fact, Night
from reservations.rsvps.queries import has_started, rsvp_state_of, terms_of_night


@dataclass(frozen=True)
class NightForAll:
    """A night for everybody with its group link: without its place, and without the host's note."""

    night: Night
    occasion: Occasion
    seats: str

    @property
    def other_zone(self) -> str:
        """The name of its time zone; "" if it is the desk's."""
        return "" if self.occasion.zone == str(timezone.get_current_timezone()) else self.occasion.zone


def night_for_all(night: Night, now: datetime) -> NightForAll:
    """Return the public part of a night: its house, its time, and its free seats."""
    state = rsvp_state_of(night)
    if has_started(night, now):
        seats = "The night has begun: only the host gives seats now."
    elif state.free is None:
        seats = "There is a seat for everybody who comes."
    elif state.free == 0:
        seats = "All seats are taken. There is a waiting list."
    else:
        seats = f"{state.free} of {state.seats} seats {'is' if state.free == 1 else 'are'} free."
    return NightForAll(night, occasion_of(night, terms_of_night(night)), seats)


@dataclass(frozen=True)
class Standing:
    """The state of a phone that took a name: it waits, is confirmed and has not come in, or was refused."""

    claim: NameClaim

    @property
    def is_let_in(self) -> bool:
        """Whether the host has confirmed it, and its next tap signs it in."""
        person, is_confirmed = self.claim.person, self.claim.answer == ClaimAnswer.YES
        return is_confirmed and self.claim.link is None and person is not None and not person.removed

    @property
    def waits(self) -> bool:
        """Whether it waits for the host."""
        return self.claim.answer == ClaimAnswer.NONE and self.claim.link is None

    @property
    def is_refused(self) -> bool:
        """Whether the host has refused it."""
        return self.claim.answer == ClaimAnswer.NO

    @property
    def name(self) -> str:
        """The name of the player that it claims to belong to."""
        return str(self.claim.person or self.claim.name)


@dataclass(frozen=True)
class GroupLinkShown:
    """The link of a night for its host: its address, "" if it cannot be written any more, and a QR code on request.

    ``text`` is the text for the group; it ends with the address.
    """

    link: Link
    address: str
    picture: str
    text: str


def group_link_shown(of: Night | Fact, text: str, request: HttpRequest) -> GroupLinkShown | None:
    """Return the link that leads to a night or a poll, with a text for its group; None without one.

    ``?qr=group`` draws it.
    """
    link = group_link_to(of)
    if link is None:
        return None
    secret = secret_of(link)
    address = address_for_others(reverse("group", args=[secret]), request) if secret else ""
    picture = qr_picture(address) if address and request.GET.get("qr") == "group" else ""
    asks = "Say when you can come" if isinstance(of, Fact) else "Say whether you come"
    whole = with_group_link(text, address, asks=asks, opens_in=opens_in(address)) if address else text
    return GroupLinkShown(link, address, picture, whole)
