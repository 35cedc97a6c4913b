"""Links: who gets in by one, for how long, and that of many at once it is one."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError, transaction
from django.utils import timezone

from hostdesk.base.sign_in.commands import (
    banker_links,
    came_by_link,
    digest_of,
    end_link,
    enter_by,
    farewell,
    find_link,
    host_of,
    lasts,
    make_link,
    new_link,
    new_set_up_link,
    spend,
)
from hostdesk.base.sign_in.player_link_commands import A_WEEK
from hostdesk.models import Host, Link, LinkKind
from reservations.models import Night
from reservations.parsing.names import BadName
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.signed_in import PASSWORD, a_host
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


def a_link(kind=LinkKind.SET_UP, **said):
    return find_link(make_link(kind, **said))


def bankers(evening):
    return a_link(LinkKind.BANKER, night=evening.night, player=player_named("Bo"), made_by="Hanna")


def read(link):
    """Return the link read anew with its night."""
    return Link.objects.select_related("night__bank").get(pk=link.pk)


def test_only_a_digest_is_kept():
    secret = make_link(LinkKind.SET_UP)

    assert Link.objects.get().digest == digest_of(secret)
    assert (len(secret), len(digest_of(secret))) == (43, 64)


def test_no_two_secrets_are_the_same():
    assert len({make_link(LinkKind.SET_UP) for _ in range(50)}) == 50


def test_a_link_is_spent_once():
    link = a_link()

    assert [spend(link), spend(link), spend(read(link))] == [True, False, False]


def test_a_link_that_was_taken_back_is_not_spent():
    link = a_link()
    end_link(link)

    assert spend(link) is False
    assert spend(read(link)) is False


def test_a_link_lasts_until_its_minute():
    link = a_link(valid_for=timedelta(minutes=5))

    assert lasts(link, link.expires_at - timedelta(microseconds=1)) is True
    assert lasts(link, link.expires_at) is False


def test_an_expired_link_is_not_spent():
    link = a_link(valid_for=timedelta(seconds=-1))

    assert spend(link) is False


def players(name="Bo"):
    return a_link(LinkKind.PLAYER, player=player_named(name), valid_for=A_WEEK)


def test_a_players_link_is_spent_within_a_week(evening):
    link = players()

    assert link.expires_at - link.made_at == timedelta(days=7)
    assert [lasts(link, link.expires_at - timedelta(seconds=1)), lasts(link, link.expires_at)] == [True, False]


def test_what_a_players_link_gave_lasts_longer_than_the_link(evening):
    link = players()
    spend(link)

    assert lasts(read(link), link.expires_at + timedelta(days=365)) is True


@pytest.mark.parametrize("is_spent", [False, True])
def test_a_players_link_ends_with_their_place_in_the_group(evening, is_spent):
    link = players()
    before = spend(link) if is_spent else True
    record_player(stamp=evening.stamp(), name="Bo", removed=True)

    assert (before, lasts(read(link), timezone.now()), spend(read(link))) == (True, False, False)


def test_a_duplicates_link_lets_in_whom_they_were_merged_into(evening):
    link = players("Gil")
    evening.merges("Gil", into="Bo")

    assert [read(link).bearer, players("Cy").bearer, bankers(evening).bearer] == [
        player_named("Bo"),
        player_named("Cy"),
        player_named("Bo"),
    ]


def test_a_duplicates_link_ends_when_whom_they_were_merged_into_is_removed(evening):
    link = players("Gil")
    evening.merges("Gil", into="Bo")

    record_player(stamp=evening.stamp(), name="Bo", removed=True)

    assert lasts(read(link), timezone.now()) is False


def test_a_bankers_link_ends_with_the_night(evening):
    link = bankers(evening)
    evening.counts_drawer("200.00")
    evening.closes()

    assert spend(read(link)) is False


def test_a_banker_who_has_closed_the_night_can_read_its_report_for_half_a_day(evening):
    link = bankers(evening)
    evening.counts_drawer("200.00")
    closed = evening.closes().act.recorded_at

    assert lasts(read(link), closed + timedelta(hours=12) - timedelta(seconds=1)) is True
    assert lasts(read(link), closed + timedelta(hours=12)) is False


def test_a_bankers_link_ends_a_day_after_its_night():
    evening = Evening("dave-2018")
    later = Night.objects.create(date=date(2099, 1, 31), house=evening.night.house)

    link = a_link(LinkKind.BANKER, night=later, player=player_named("Bo"))

    assert link.expires_at == datetime(2099, 2, 2, 5, tzinfo=UTC)  # midnight in New York


def test_a_bankers_link_of_a_night_long_ago_lasts_a_day():
    evening = Evening("dave-2018")
    past = Night.objects.create(date=date(2020, 1, 31), house=evening.night.house)

    link = a_link(LinkKind.BANKER, night=past, player=player_named("Bo"))

    assert link.expires_at - link.made_at == timedelta(hours=24)


def test_the_links_of_a_night_are_listed_newest_first(evening):
    first, second = bankers(evening), bankers(evening)
    a_link()

    assert list(banker_links(evening.night)) == [second, first]


def test_a_link_ends_once():
    link = a_link()
    end_link(link)
    ended = read(link).ended_at

    end_link(link)

    assert read(link).ended_at == ended


def test_two_taps_of_one_form_make_one_link_of_a_host_and_a_spent_one_is_not_made_again():
    host = a_host()
    first, second = (new_link(host, made_by="Ann", key="k" * 20) for _ in range(2))
    spend(Link.objects.get(digest=digest_of(first)))

    assert (first == second, new_link(host, made_by="Ann", key="k" * 20) == first) == (True, False)


def test_a_new_set_up_link_ends_the_one_before():
    first = new_set_up_link()
    second = new_set_up_link()

    assert find_link(first) is None
    assert find_link(second) == Link.objects.get()


@pytest.mark.parametrize("party", [{"kind": "host"}, {"kind": "banker"}, {"kind": "player"}, {"kind": "other"}])
def test_a_link_without_its_party_is_refused_by_the_database(party):
    now = timezone.now()

    with pytest.raises(IntegrityError), transaction.atomic():
        Link.objects.create(digest="0", made_at=now, expires_at=now, **party)


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


def test_links_name_themselves_without_their_secret():
    secret = make_link(LinkKind.SET_UP)

    assert secret not in str(Link.objects.get())
    assert str(Link.objects.get()) == f"Set Up link {Link.objects.get().pk}"


def in_browser(rf, session=None):
    """Return a request of a browser, a new one unless its session is given."""
    request = rf.get("/")
    request.user, request.session = AnonymousUser(), session or SessionStore()
    return request


def test_a_host_who_comes_by_a_link_may_set_a_password_for_ten_minutes(rf):
    host, request = a_host(), in_browser(rf)

    enter_by(request, a_link(LinkKind.HOST, host=host))

    assert (host_of(request), came_by_link(request)) == (host, True)
    assert host_of(in_browser(rf)) is None


def test_a_banker_of_a_closed_night_is_thanked_once(rf, evening):
    link, request = bankers(evening), in_browser(rf)
    enter_by(request, link)
    evening.counts_drawer("200.00")
    evening.closes()
    end_link(link)

    later = in_browser(rf, request.session)

    assert "night is closed" in farewell(later)
    assert farewell(later) == ""
