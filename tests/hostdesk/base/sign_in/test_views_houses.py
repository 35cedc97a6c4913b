"""A league on one desk: two hosts with a house each, who run their own nights and see nothing of the other house."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import localdate

from hostdesk.base.sign_in.commands import add_host, give_houses
from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.models import Host
from ledger.bank.queries import bank_of
from reservations.models import Act, Fact, House, Night
from reservations.nights.plans import Plan
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.played_once import played_once
from tests.signed_in import a_host, host_client
from tests.stories.evening import NIGHT, Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def the_day_after_an_evening(monkeypatch):
    """Let it be the day after the nights, one of which is still being played."""
    now, ahead = timezone.now, NIGHT + timedelta(days=1) - localdate()
    monkeypatch.setattr(timezone, "now", lambda: now() + ahead)


@pytest.fixture
@played_once
def league():
    """An open night in each of two houses, and a planned one in the first."""
    evening = Evening("dave-2018")
    plan_nights(stamp=evening.stamp(), house="dave-2018", plan=Plan(NIGHT + timedelta(days=7)))
    east = evening.night
    evening.opens("mike")
    evening.buy_in("Cy", "20.00", note="n1")
    return east, evening.night


@pytest.fixture
def hosts(league):
    """Zoë has the house of the first night, Otto that of the second, and Hanna has all houses."""
    a_host("Hanna")
    for name, night in zip(("Zoë", "Otto"), league, strict=True):
        add_host(name, [night.house])
    return [Browser(host_client(name)) for name in ("Zoë", "Otto")]


def buy_in(night, amount, **said):
    bo = player_named("Bo").number
    said = {"key": f"bo-{amount}-at-{night.pk}", "amount": amount, "pay": "cash", **said}
    return f"/nights/{night.pk}/tonight/players/{bo}/buy-in/", said


def recorded():
    return Act.objects.count(), Fact.objects.count(), Night.objects.count()


@pytest.mark.pg
def test_a_host_of_a_house_records_and_overrules_there_and_nowhere_else(league, hosts):
    (east, west), (zoe, otto) = league, [each.client for each in hosts]

    assert zoe.post(*buy_in(east, "20")).status_code == 303
    refused = zoe.post(*buy_in(east, "500"))
    assert (refused.status_code, 'name="ruling"' in refused.content.decode()) == (422, True)
    assert zoe.post(*buy_in(east, "500", ruling="his birthday")).status_code == 303
    before = recorded()
    forged = [(otto, buy_in(east, "30")), (otto, buy_in(east, "30", ruling="mine")), (zoe, buy_in(west, "30"))]
    answers = [host.post(*sent) for host, sent in forged]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert recorded() == before
    assert [bank_of(night).balances.chips_cents for night in league] == [52000, 2000]
    last = Act.objects.get(number=before[0])
    assert (last.by, last.ruling) == ("Zoë", "his birthday")
    assert ["his birthday" in host.opens("/history/?kind=rulings").text for host in hosts] == [True, False]
    assert [host.opens("/notes/1/").status for host in hosts] == [404, 200]


def test_what_is_of_another_house_is_in_no_list(league, hosts):
    for address in ("/?stay=yes", "/nights/", "/nights/?month=2026-11", "/houses/"):
        pages = [host.opens(address) for host in hosts]
        seen = [[str(night.house) in page.text for night in league] for page in pages]
        assert seen == [[True, False], [False, True]], address
    assert [host.opens("/").url for host in hosts] == [f"/nights/{night.pk}/tonight/" for night in league]


def test_what_is_sent_for_another_house_records_nothing(league, hosts):
    west, zoe = league[1], hosts[0]
    ann, before = player_named("Ann").number, recorded()
    day = {"date": "2026-12-04", "starts": "19:00", "zone": "UTC", "tables": "1", "key": "k" * 8}
    sent = [
        ("/nights/plan/", {**day, "house": "mike"}),
        ("/nights/play/", {**day, "house": "mike", "names": "Ann"}),
        ("/polls/new/", {**day, "house": "mike", "players": [ann], "date_1": "2026-12-04", "starts_1": "19:00"}),
        (
            f"/players/{ann}/attendance/strike/",
            {**day, "night": west.pk, "cause": "no-show", "reason": "x", "confirm": "on"},
        ),
        (f"/players/{ann}/attendance/reinstate/", {**day, "house": west.house_id, "reason": "x"}),
        ("/houses/mike/save/", {"document": "x", "version": "1"}),
    ]

    answers = [zoe.client.post(address, said).status_code for address, said in sent]

    assert answers == [422, 422, 422, 422, 404, 404]
    assert recorded() == before


def test_houses_that_are_taken_back_are_gone_at_the_next_tap(league, hosts):
    (east, west), (zoe, _) = league, hosts
    page = f"/nights/{east.pk}/tonight/"
    before = zoe.client.get(page).status_code

    give_houses(Host.objects.get(name="Zoë").pk, [west.house], by="Hanna")

    assert (before, zoe.client.get(page).status_code) == (200, 404)
    assert zoe.client.get(f"/nights/{west.pk}/tonight/").status_code == 200


def test_a_host_of_two_houses_sees_the_season_of_one_at_a_time(league, hosts):
    (east, west), (zoe, _) = league, hosts
    give_houses(Host.objects.get(name="Zoë").pk, House.objects.all(), by="Hanna")

    spans = [zoe.client.get(f"/seasons/{asked}").context["page"].choice.span.house for asked in ("", "?house=mike")]
    hanna = host_client("Hanna").get("/seasons/").context["page"].choice.span.house

    assert (spans, hanna) == ([east.house_id, west.house_id], None)


def test_a_calendar_follows_the_houses_of_its_host(league, hosts):
    west, zoe = league[1], hosts[0]
    Night.objects.filter(pk__in=[night.pk for night in league]).update(date=localdate())
    made = zoe.client.post("/desk/calendar/").context["address"]
    feed = made[made.index("/calendar/") :]

    told = [str(night.uid) in zoe.client.get(feed).content.decode() for night in league]
    give_houses(Host.objects.get(name="Zoë").pk, [west.house], by="Hanna")
    later = [str(night.uid) in zoe.client.get(feed).content.decode() for night in league]

    assert (told, later) == ([True, False], [False, True])
