"""The demo as it stands in its books after the first start of a day."""

import json
from collections import Counter
from dataclasses import replace

from django.db.models import F
from django.utils import timezone

from hostdesk.demo.posting import post
from hostdesk.demo.season import OPEN_FOR, plan_season
from ledger.models import Account, Bank
from ledger.queries import bank_of
from reservations.kinds import Kind
from reservations.models import Act, Night, Player
from tests.running import Ran, run


def standing(kind):
    """Return what the acts of that kind say that stand on the night that is open."""
    acts = Act.objects.filter(night__bank__closed=None, kind=kind, reversed_by=None).order_by("number")
    return [json.loads(content) for content in acts.values_list("content", flat=True)]


def test_the_ledger_checks(demo):
    assert run("ledger_check") == Ran(0)


def test_fourteen_people(demo):
    assert Player.objects.filter(regular=True).count() == 11
    assert Player.objects.filter(regular=False, invited_by__regular=True).count() == 3
    assert Player.objects.count() == 14


def test_the_nights(demo):
    assert Night.objects.count() == 24
    assert Night.objects.filter(bank__closed__isnull=False).count() == 22
    assert Night.objects.filter(bank__closed=None).exclude(rules=None).count() == 1
    assert Night.objects.planned().count() == 1


def test_what_is_closed_is_even(demo):
    nights = Night.objects.filter(bank__closed__isnull=False)

    balances = [bank_of(night).balances for night in nights]

    assert {
        (each.drawer_cents, each.chips_cents, each.final_pot_cents, each.float_cents, each.over_short_cents)
        for each in balances
    } == {(0, 0, 0, 0, 0)}
    assert Account.objects.filter(night__in=nights).count() == 22 * 5


def test_the_night_that_is_open(demo):
    buyers = Counter(buy_in["player"] for buy_in in standing(Kind.BUY_IN))
    left = [cash_out["player"] for cash_out in standing(Kind.CASH_OUT)]
    notices = [notice["player"] for notice in standing(Kind.LEAVE_NOTICE)]

    assert len(buyers) == 9
    assert buyers.total() - len(buyers) >= 4
    assert len(left) == 1
    assert [player for player in notices if player not in left] == notices[1:]
    assert Act.objects.filter(night__bank__closed=None, kind=Kind.REVERSE).count() == 1


def test_the_bank_that_is_open_adds_up(demo):
    now = bank_of(Bank.objects.get(closed=None).night)

    sold = sum(buy_in["amount"] for buy_in in standing(Kind.BUY_IN))
    back = sum(cash_out["banker_count"] for cash_out in standing(Kind.CASH_OUT))

    assert now.balances.chips_cents == sold - back
    assert now.balances.drawer_cents == now.balances.float_cents + sold - back


def test_every_ruling_set_something_aside(demo):
    ruled = Act.objects.exclude(ruling="", count_ruling="").order_by("number")

    assert [(act.kind, act.ruling or act.count_ruling, len(json.loads(act.overruled))) for act in ruled] == [
        (Kind.CASH_OUT, "Counted again, together: the banker has it right.", 1),
        (Kind.CASH_OUT, "The babysitter called.", 1),
        (Kind.BUY_IN, "It is their birthday, and the table agrees.", 1),
    ]


def test_nothing_happens_in_the_future(demo):
    assert not Act.objects.filter(at__gt=F("recorded_at")).exists()


def test_the_first_start_says_how_far_it_is(first_start):
    lines = first_start[1].splitlines()

    assert lines == [
        "Making up a season of home poker (once a day).",
        *(f"{number} of 23 nights" for number in range(1, 24)),
    ]


def test_the_same_now_gives_the_same_acts_keys_and_heads(demo, request):
    now = Bank.objects.get(closed=None).opened.at + OPEN_FOR
    acts = list(Act.objects.order_by("number").values_list("number", "key", "head"))
    season = plan_season(timezone.localtime(now))

    request.getfixturevalue("empty")
    post(replace(season, nights=season.nights[:4]))

    again = list(Act.objects.order_by("number").values_list("number", "key", "head"))
    assert len(again) > 100
    assert again == acts[: len(again)]
    assert [line.stamp.key for night in (season.people, *season.nights) for line in night] == [
        key for _, key, _ in acts
    ]
