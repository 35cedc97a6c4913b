"""Links: the person that each one lets in, how long it lasts, and that of many simultaneous uses only one succeeds."""

import base64
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import chain, combinations

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from hostdesk.base.sign_in.group_link_commands import make_group_link
from hostdesk.base.sign_in.link_commands import (
    banker_links,
    digest_of,
    end_link,
    find_link,
    lasts,
    make_link,
    new_banker_link,
    new_link,
    new_set_up_link,
    secret_of,
    spend,
)
from hostdesk.base.sign_in.player_link_commands import A_WEEK, give_link
from hostdesk.invitations.nights.calendar_feed_commands import give_feed
from hostdesk.models import PARTIES, Link, LinkKind
from hostdesk.table.tv.commands import _in_letters, give_screen, screen_at
from reservations.models import Night, Series
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.reservations.polls.dates import Dates
from tests.signed_in import a_host
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


def a_link(kind=LinkKind.SET_UP, **said):
    return find_link(make_link(kind, **said), LinkKind)


def bankers(evening):
    return a_link(LinkKind.BANKER, night=evening.night, player=player_named("Bo"), made_by="Hanna")


def read(link):
    """Return the link, read again together with its night."""
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

    assert find_link(first, LinkKind) is None
    assert find_link(second, LinkKind) == Link.objects.get()


@pytest.fixture
def subjects(evening):
    """Return one of every kind of subject that a link can have."""
    series = Series.objects.create(house=evening.night.house, every="weekly", first=date(2026, 3, 6), starts=time(19))
    poll = Dates(evening.night.house, "Ann", "Bo").noted.fact
    return {"host": a_host(), "night": evening.night, "series": series, "poll": poll, "player": player_named("Bo")}


@pytest.mark.parametrize("kind", [*LinkKind, "other"])
def test_the_database_keeps_a_link_with_the_subjects_of_its_kind_alone(subjects, kind):
    now, kept = timezone.now(), set()

    for party in chain.from_iterable(combinations(subjects, size) for size in range(len(subjects) + 1)):
        said = {name: subjects[name] for name in party}
        with suppress(IntegrityError), transaction.atomic():
            Link.objects.create(kind=kind, digest="-".join(party), made_at=now, expires_at=now, ended_at=now, **said)
            kept.add(party)

    assert kept == {*PARTIES.get(kind, ())}


def test_links_name_themselves_without_their_secret():
    secret = make_link(LinkKind.SET_UP)

    assert secret not in str(Link.objects.get())
    assert str(Link.objects.get()) == f"Set Up link {Link.objects.get().pk}"


def test_a_secret_is_found_among_its_own_kind_alone(evening):
    """Otherwise the code of a calendar, which many phones know, could sign a visitor in."""
    night, bo, host = evening.night, player_named("Bo"), a_host()
    given = {
        LinkKind.SET_UP: new_set_up_link(),
        LinkKind.HOST: new_link(host, made_by="Ann"),
        LinkKind.BANKER: new_banker_link(night, bo, made_by="Ann"),
        LinkKind.PLAYER: give_link(bo, made_by="Ann", key="k"),
        LinkKind.GROUP: secret_of(make_group_link(night, made_by="Ann")),
        LinkKind.CALENDAR: give_feed(bo),
        LinkKind.SCREEN: give_screen(night, made_by="Ann").replace("-", ""),
    }

    found = {kind: [each for each in LinkKind if find_link(secret, (each,))] for kind, secret in given.items()}

    assert found == {kind: [kind] for kind in LinkKind}


def as_version_one_derived(seed):
    """Return the secret of a form, derived from the words that have been in it since version 1.0.0."""
    made = salted_hmac("hostdesk.form_secret", seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def test_the_words_in_the_secrets_of_forms_stay(evening):
    """A form that was open during an update of the desk still makes nothing more with its second tap."""
    night, bo, host = evening.night, player_named("Bo"), a_host()

    given = [
        new_link(host, made_by="Ann", key="k"),
        new_banker_link(night, bo, made_by="Ann", key="k"),
        give_feed(host, "k"),
        give_feed(bo, "k"),
    ]
    give_screen(night, made_by="Ann", key="k")

    assert given == [
        as_version_one_derived(f"host {host.pk} link k"),
        as_version_one_derived(f"player {bo.pk} link {night.pk} k"),
        as_version_one_derived(f"host {host.pk} calendarfeed k"),
        as_version_one_derived(f"player {bo.pk} calendarfeed k"),
    ]
    typed = _in_letters(as_version_one_derived(f"night {night.pk} tablescreen k"))
    shown = screen_at(typed, timezone.now())

    assert shown is not None
    assert shown[1] == night
