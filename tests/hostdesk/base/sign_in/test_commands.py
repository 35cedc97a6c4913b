"""Browsers that sign in by a link, and hosts by name."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, transaction

from hostdesk.base.sign_in.commands import came_by_link, enter_by, farewell
from hostdesk.base.sign_in.device_commands import host_of
from hostdesk.base.sign_in.link_commands import digest_of, end_link, make_link
from hostdesk.models import Host, Link, LinkKind
from reservations.parsing.names import BadName
from reservations.players.queries import player_named
from tests.signed_in import PASSWORD, a_host
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_a_host_is_found_by_whichever_way_the_name_is_written():
    host = a_host("Zoë")

    assert Host.objects.get_by_natural_key("ZOE\u0308") == host
    assert (str(host), host.get_username()) == ("Zoë", "zoë")


def test_two_hosts_of_one_name_are_refused():
    a_host("Hanna")

    with pytest.raises(IntegrityError), transaction.atomic():
        Host.objects.make(name="HANNA", password=PASSWORD)


def test_a_host_has_a_name_that_can_be_read():
    with pytest.raises(BadName):
        Host.objects.make(name="a\u202eb", password=PASSWORD)


def in_browser(rf, session=None):
    """Return a request of a browser, a new browser unless its session is given."""
    request = rf.get("/")
    request.user, request.session = AnonymousUser(), session or SessionStore()
    return request


def a_link(kind: LinkKind, **said: Any) -> Link:
    """Return a new link."""
    return Link.objects.get(digest=digest_of(make_link(kind, **said)))


def test_a_host_who_comes_by_a_link_may_set_a_password_for_ten_minutes(rf):
    host, request = a_host(), in_browser(rf)

    enter_by(request, a_link(LinkKind.HOST, host=host))

    assert (host_of(request), came_by_link(request)) == (host, True)
    assert host_of(in_browser(rf)) is None


def test_a_banker_of_a_closed_night_is_thanked_once(rf):
    evening, request = Evening("dave-2018"), in_browser(rf)
    link = a_link(LinkKind.BANKER, night=evening.night, player=player_named("Bo"))
    enter_by(request, link)
    evening.counts_drawer("200.00")
    evening.closes()
    end_link(link)

    later = in_browser(rf, request.session)

    assert "night is closed" in farewell(later)
    assert farewell(later) == ""
