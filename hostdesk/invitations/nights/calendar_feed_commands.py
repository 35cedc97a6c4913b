"""The private addresses of calendars: made and shown once, made anew, ended, and read.

Anyone with an address can read that calendar, and only that. The database holds its SHA-256.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from hostdesk.base.sign_in.device_commands import houses_of
from hostdesk.base.sign_in.link_commands import end_links, find_link, lasts, make_link_of_form
from hostdesk.models import Host, Link, LinkKind
from ledger.night.stakes_queries import planned_stakes
from reservations.acts.commands import command
from reservations.models import Player
from reservations.nights.calendar_queries import calendar_of_host, calendar_of_player
from reservations.nights.ical import Calendar
from reservations.players.queries import same_person

_NOTED_AGAIN_AFTER = timedelta(hours=1)


@command
def give_feed(owner: Host | Player, key: str = "") -> str:
    """Return the secret of a new address of a calendar; the one before it ends at once, but for that of the same form.

    The desk is locked, so of two at once the later one counts.
    """
    whose = "host" if isinstance(owner, Host) else "player"
    facts: dict[str, Any] = {"valid_for": None, whose: owner}
    form = key and f"{whose} {owner.pk} calendarfeed {key}"
    return make_link_of_form(LinkKind.CALENDAR, form, instead_of=_feeds(owner), **facts)


def end_feed(owner: Host | Player) -> None:
    """End the address of a calendar, if there is one."""
    end_links(_feeds(owner))


def feed_of(owner: Host | Player) -> Link | None:
    """Return the present address of a calendar, the latest if a duplicate had one as well."""
    return _feeds(owner).order_by("-pk").first()


def _feeds(owner: Host | Player) -> QuerySet[Link]:
    whose = Q(host=owner) if isinstance(owner, Host) else Q(player__in=same_person(owner))
    return Link.objects.filter(whose, kind=LinkKind.CALENDAR, ended_at=None)


def calendar_at(secret: str, now: datetime) -> Calendar | None:
    """Return the calendar of an address, and record the visit; None if it has ended.

    A player who was removed from the group has none until they are taken back.
    """
    feed = find_link(secret, (LinkKind.CALENDAR,))
    if feed is None or not lasts(feed, now):
        return None
    # To the hour: a calendar that looks every minute leaves the books alone.
    if feed.read_at is None or feed.read_at <= now - _NOTED_AGAIN_AFTER:
        Link.objects.filter(pk=feed.pk).update(read_at=now)
    today, zone = timezone.localdate(now), str(timezone.get_current_timezone())
    if feed.person is None:
        houses = houses_of(feed.host) if feed.host else None
        return calendar_of_host(today=today, zone=zone, stakes=planned_stakes, houses=houses)
    return calendar_of_player(feed.person, today=today, zone=zone, stakes=planned_stakes)
