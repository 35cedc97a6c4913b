"""A poll's link for a group chat: it lists the invited players, and later leads to the night that the poll made."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import (
    GroupLinkOver,
    behind,
    give_group_link,
    group_link_to,
    make_group_link,
)
from hostdesk.base.sign_in.link_commands import end_link, secret_of
from hostdesk.invitations.group_link.claim_commands import (
    Tap,
    claim_as_newcomer,
    claim_name,
    has_spoken,
    names_behind,
    open_claims,
)
from hostdesk.models import Link, LinkKind
from reservations.acts.problems import Impossible
from reservations.models import Fact, Player
from tests.played_once import played_once
from tests.reservations.friday import a_house, cast, one
from tests.reservations.polls.dates import Dates

pytestmark = pytest.mark.django_db

NOW = timezone.now().replace(microsecond=0)


@pytest.fixture
@played_once
def dates():
    """Bo, Cy and Di are asked about four dates, the first in a month, and there is a link for the group."""
    cast()
    ahead = [NOW + timedelta(days=30, weeks=week) for week in range(4)]
    dates = Dates(a_house(), "Bo", "Cy", "Di", dates=ahead, last_day=None)
    give_group_link(Fact.objects.get(pk=dates.number))
    return dates


def link_of(dates):
    link = group_link_to(Fact.objects.get(pk=dates.number))
    assert link is not None
    return link


def takes(dates, name, key="a-tap-on-a-name"):
    tap = Tap(key, "192.168.1.7", "Safari on iPhone", NOW)
    return claim_name(group_link=link_of(dates), number=one(name).number, tap=tap)


def names(dates):
    return [each.name for each in names_behind(behind(link_of(dates), NOW))]


def over(dates):
    with pytest.raises(GroupLinkOver) as why:
        behind(Link.objects.filter(kind=LinkKind.GROUP).latest("pk"), NOW)
    return str(why.value)


def test_a_poll_has_one_link_and_those_asked_are_behind_it(dates):
    give_group_link(Fact.objects.get(pk=dates.number))
    Player.objects.filter(name="Di").update(removed=True)

    links = Link.objects.filter(kind=LinkKind.GROUP)
    assert (links.count(), bool(secret_of(link_of(dates))), names(dates)) == (1, True, ["Bo", "Cy"])


def test_a_phone_is_in_at_once_unless_the_player_has_answered(dates):
    dates.says("Cy", "yyyy")

    assert [takes(dates, name, f"{name}-taps-it").link is not None for name in ("Bo", "Cy")] == [True, False]
    poll = Fact.objects.get(pk=dates.number)
    assert [(each.claim.person.name, each.waits, each.night) for each in open_claims(NOW, poll)] == [
        ("Cy", True, None),
        ("Bo", False, None),
    ]


def test_what_a_phone_says_in_the_poll_is_known_to_the_host(dates):
    claim = takes(dates, "Bo")
    assert not has_spoken(claim)

    dates.says("Bo", "yyyy")

    assert has_spoken(claim)


def test_nobody_new_comes_to_a_poll(dates):
    tap = Tap("somebody-new", "192.168.1.7", "Safari on iPhone", NOW)

    with pytest.raises(GroupLinkOver):
        claim_as_newcomer(group_link=link_of(dates), name="Zoe", brought_by=one("Bo").number, tap=tap)


def test_who_was_not_asked_is_not_behind_it(dates):
    with pytest.raises(Impossible):
        takes(dates, "Eve")


def test_once_the_date_is_set_it_leads_to_the_night(dates):
    dates.decides()

    assert (behind(link_of(dates), NOW), names(dates)) == (dates.night, ["Bo", "Cy", "Di"])


def test_a_poll_that_was_closed_leads_nowhere(dates):
    dates.closes()

    assert over(dates) == "The poll is closed."


def test_a_link_that_was_ended_leads_nowhere_and_another_takes_its_place(dates):
    end_link(link_of(dates))
    assert over(dates) == "The host has ended this link."

    make_group_link(Fact.objects.get(pk=dates.number), made_by="Ann")
    assert names(dates) == ["Bo", "Cy", "Di"]
