"""Setting up the desk: the first host, the place and the first house, all of it or nothing."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from hostdesk.base.sign_in.commands import is_set_up
from hostdesk.base.sign_in.link_commands import spend
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.nights.commands import rules_called
from hostdesk.models import Host, Link
from reservations.acts.commands import atomic_batch, command, seal_rows
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.houses.commands import new_house
from reservations.models import Desk
from reservations.players.commands import record_player


class AlreadySetUp(Impossible):
    """The desk was set up meanwhile, or the link was used or replaced."""

    def __init__(self) -> None:
        super().__init__("This desk is already set up, or there is a newer link.")


def set_up_desk(link: Link, *, name: str, password: str, house: str | Mapping[str, Any], **place: str) -> Host:
    """Set the desk up, spend the link, and return the new host, who is a player too and can run the bank.

    ``house`` is a preset's key or the document of a house, ``place`` as in `move_desk`. Raises ``AlreadySetUp``,
    ``BadName``, and ``Unknown`` for an unknown preset.
    """
    with atomic_batch():
        if is_set_up() or not spend(link):
            raise AlreadySetUp
        host = Host.objects.make(name=name, password=password)
        move_desk(**place)
        record_player(stamp=Stamp(new_key(), timezone.now(), by=host.name), name=host.name, regular=True)
        if isinstance(house, str):
            rules_called(house)
        else:
            new_house(house)
    return host


@command
def move_desk(*, time_zone: str, currency: str, locale: str, paper: str = "", payment_text: str = "") -> None:
    """Move the desk: pages and papers have times and amounts of that place from now on, on its size of paper.

    ``payment_text`` goes before the number of every payment to come. Records do not change, and no amount is converted.
    """
    place = {"time_zone": time_zone, "currency": currency, "locale": locale, "paper": paper}
    Desk.objects.filter(pk=Desk.ONE).update(**place, payment_text=payment_text)
    seal_rows(Desk.objects.filter(pk=Desk.ONE))


@command
def hide_first_night() -> None:
    """Hide the list of steps for the first night on the home page, for good."""
    Desk.objects.filter(pk=Desk.ONE).update(first_night_hidden=True)
