"""The links for group chats: made, rewritten, found and ended, and their uses in an hour.

A link leads to one night, to the next night of a series, or to a poll for the date, given by its fact. Its secret is
derived as a player's is, and only its digest is kept. Its end is computed: a restored night has its link again.
"""

import ipaddress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from hostdesk.base.sign_in.link_commands import end_links, find_link, is_closed, links_end, seeded_link, subject_of
from hostdesk.models import GroupLinkUse, Link, LinkKind
from reservations.acts.commands import command
from reservations.acts.problems import Impossible
from reservations.models import Desk, Fact, Night, Series
from reservations.nights.queries import is_over
from reservations.parsing.days import day_of
from reservations.polls.queries import read_polls
from reservations.polls.rules import Poll

LOOK, TRY = "look", "try"
MOST_IN_AN_HOUR = {LOOK: (120, 2_000), TRY: (30, 300)}
"""How often a link may be used in an hour, from one address and from all together."""

_A_DAY = timedelta(days=1)
_GROUP_LINKS = Link.objects.filter(kind=LinkKind.GROUP)


class GroupLinkOver(Impossible):
    """A link leads nowhere; the sentence gives the reason."""


@command
def make_group_link(of: Night | Series | Fact, *, made_by: str) -> Link:
    """Make a new link to a night, to the nights of a series, or to a poll; the one before it ends at once."""
    end_links(_GROUP_LINKS.filter(**subject_of(of)))
    link = seeded_link(LinkKind.GROUP, made_by=made_by, **subject_of(of))
    link.save(force_insert=True)
    return link


def give_group_link(of: Night | Fact, *, made_by: str = "") -> None:
    """Make the link of a night or a poll that never had one, unless its series has one; two at once make one."""
    has_one = Q(**subject_of(of))
    if isinstance(of, Night):
        has_one |= Q(series__isnull=False, series=of.series_id, ended_at=None)
    if not _GROUP_LINKS.filter(has_one).exists():
        link = seeded_link(LinkKind.GROUP, made_by=made_by, **subject_of(of))
        Link.objects.bulk_create([link], ignore_conflicts=True)


def group_link_to(of: Night | Fact) -> Link | None:
    """Return the link to a poll, or to a night: its series' own, else the night's; None if all have ended."""
    leads = Q(**subject_of(of))
    if isinstance(of, Night):
        leads |= Q(series__isnull=False, series=of.series_id)
    return _GROUP_LINKS.filter(leads, ended_at=None).order_by(F("series").asc(nulls_last=True)).first()


def find_group_link(secret: str) -> Link | None:
    """Return the link of a secret, over or not; None without one, or if another secret of the desk made it."""
    return find_link(secret, (LinkKind.GROUP,))


def behind(link: Link, now: datetime) -> Night | Poll:
    """Return the present goal of a link: a poll that can be answered, else a night, as in `night_behind`.

    Raises ``GroupLinkOver`` as that does, and for a poll that ended without a night, or is over for players.
    """
    poll = None if link.poll is None or link.ended_at else read_polls([link.poll])[0]
    if poll is None or poll.night is not None:
        return night_behind(link, now)
    if why := poll.why_no_answers(now):
        raise GroupLinkOver(why)
    return poll


def night_behind(link: Link, now: datetime) -> Night:
    """Return the present night of a link, with its house and rules: for a series the first night that is not over.

    Raises ``GroupLinkOver`` if it was ended, or its night is over, cancelled, or does not exist yet, as for a poll.
    """
    if link.ended_at is not None:
        raise GroupLinkOver("The host has ended this link.")
    nights = Night.objects.select_related("house", "rules", "bank")
    number = link.night_id if link.poll is None else read_polls([link.poll])[0].night
    if link.poll is not None and number is None:
        raise GroupLinkOver("The date is not set yet.")
    if number is not None:
        night = nights.get(pk=number)
        if night.cancelled_at is not None:
            raise GroupLinkOver(f"The night of {day_of(night.date)} is cancelled.")
        if is_closed(night) or now >= links_end(night):
            raise GroupLinkOver(f"The night of {day_of(night.date)} is over.")
        return night
    ahead = nights.filter(series=link.series_id, cancelled_at=None, date__gte=now.date() - _A_DAY)
    for night in ahead.order_by("date", "pk"):
        if not is_closed(night) and not is_over(night, now):
            return night
    raise GroupLinkOver("No night of this series is planned now. Look again later, or ask the host.")


def may_use(link: Link, what: str, address: str, now: datetime) -> bool:
    """Count one use of a link, and tell whether it is within its bounds: first of that address, then of all.

    The counts are in the database, so all processes agree; one UPDATE decides. A use beyond a bound is not counted.
    """
    hour, (of_one, of_all) = now.replace(minute=0, second=0, microsecond=0), MOST_IN_AN_HOUR[what]
    with transaction.atomic():
        for counted, most in ((network_of(address), of_one), ("", of_all)):
            row: dict[str, Any] = {"group_link": link, "what": what, "address": counted, "hour": hour}
            _, is_new = GroupLinkUse.objects.get_or_create(**row)
            if not GroupLinkUse.objects.filter(**row, times__lt=most).update(times=F("times") + 1):
                return False
            if is_new and not counted:
                GroupLinkUse.objects.filter(hour__lt=hour - _A_DAY).delete()
    return True


def network_of(address: str) -> str:
    """Return the counted part of an address: all of it, or of an IPv6 address the first half, which one home shares."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    whole = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(whole) if isinstance(whole, ipaddress.IPv4Address) else f"{ipaddress.ip_network(f'{whole}/64', False)}"


@command
def set_group_links(*, waits: bool, shares_rules: bool) -> None:
    """Set for later phones whether they wait after taking a name, and whether the rules are open without a name."""
    Desk.objects.filter(pk=Desk.ONE).update(claims_wait=waits, rules_shared=shares_rules)
