"""A night's own stakes and limits, set when it is planned: on its pages, in messages, calendars and the opening."""

import json
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from hostdesk.base.sign_in.group_link_commands import make_group_link
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.invitations.nights.calendar_feed_commands import calendar_at, give_feed
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import Message
from ledger.bank.queries import bank_of
from ledger.night.stakes_queries import planned_stakes, stakes_of
from reservations.models import Fact, Night, Series
from reservations.nights.commands import change_night
from reservations.nights.queries import plan_of
from reservations.players.queries import player_named
from reservations.waiting_list.commands import invite
from tests.hostdesk.browsing import Browser
from tests.reservations.planned import NOON, a_night, comes, stamp
from tests.reservations.regulars import add
from tests.signed_in import player_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HIGHER = {"small_blind": 50, "big_blind": 100, "buy_in_min": 2000, "buy_in_max": 8000}
SAID = "blinds $0.50/$1.00, buy-ins from $20.00 to $80.00"
SHOWN = SAID.replace("$", "")


def planning(desk):
    return next(form for form in desk.opens("/nights/plan/").forms if "house" in form.fields)


def changing(desk, night):
    return desk.opens(f"/nights/{night.pk}/change/").form("/change/")


def test_a_night_is_planned_with_stakes_of_its_own(desk):
    typed = {"small_blind": "0.50", "big_blind": "1", "buy_in_min": "20", "buy_in_max": "80", "or_big_stack": "on"}

    page = desk.sends(planning(desk), date="2099-11-20", house="dave-2018", **typed)

    night = Night.objects.get()
    add("Ann", regular=True)
    assert night.stakes == HIGHER | {"or_big_stack": True}
    assert f"{SHOWN}, or the big stack" in page.text
    assert "The minimum buy-in is 20.00 (set for this night)." in desk.opens(f"/nights/{night.pk}/open/").text


@pytest.mark.parametrize(
    ("typed", "because"),
    [
        ({"small_blind": "2"}, "The small blind of 2.00 is above the big blind of 0.50."),
        ({"buy_in_max": "5"}, "The minimum buy-in of 10.00 is above the maximum of 5.00."),
        ({"buy_in_min": "x"}, "is not an amount"),
    ],
)
def test_stakes_that_cannot_be_are_told_and_nothing_is_lost(desk, typed, because):
    page = desk.sends(planning(desk), date="2099-11-20", house="dave-2018", note="Snacks", **typed)

    form = next(form for form in page.forms if "house" in form.fields)
    assert (page.status, Night.objects.count(), form.fields["note"]) == (422, 0, ["Snacks"])
    assert because in page.text
    assert {name: form.fields[name] for name in typed} == {name: [text] for name, text in typed.items()}


def test_a_series_hands_them_to_its_nights(series):
    night = series.nights.order_by("date").first()

    change_night(
        stamp=stamp(),
        night=night,
        shown=plan_of(night),
        wanted=replace(plan_of(night), stakes=HIGHER),
        all_following=True,
    )

    assert [each.stakes for each in Night.objects.all()] == [HIGHER] * 4
    assert Series.objects.get().stakes == HIGHER


def test_they_are_changed_and_taken_back_on_the_nights_page(desk, night):
    set_to = desk.sends(changing(desk, night), buy_in_max="80")
    form = changing(desk, night)

    desk.sends(form, buy_in_max="")

    assert (form.fields["buy_in_max"], "buy-ins up to 80.00" in set_to.text) == (["80.00"], True)
    assert Night.objects.get().stakes == {}
    assert [
        json.loads(each)["stakes"] for each in Fact.objects.filter(kind="change").values_list("content", flat=True)
    ] == [[{}, {"buy_in_max": 8000}], [{"buy_in_max": 8000}, {}]]


def test_a_change_that_contradicts_the_house_is_told(desk, night):
    page = desk.sends(changing(desk, night), buy_in_max="5")

    assert (page.status, Night.objects.get().stakes) == (422, {})


def test_an_invitation_states_them_and_a_change_is_told(night):
    night = a_night(day=date(2099, 11, 21), stakes=HIGHER)
    comes(night, "Bo")
    invite(stamp=stamp(), night=night, players=[player_named("Bo")])
    change_night(
        stamp=stamp(), night=night, shown=plan_of(night), wanted=replace(plan_of(night), stakes={"buy_in_max": 6000})
    )

    draft_messages()

    texts = {each.kind: each.text for each in Message.objects.order_by("pk")}
    assert "Stakes that night: buy-ins up to $60.00." in texts["change"]


def test_calendars_and_the_players_own_page_state_them(night):
    night = a_night(day=date(2099, 11, 21), stakes=HIGHER)
    comes(night, "Bo")
    bo = player_named("Bo")

    calendar = calendar_at(give_feed(bo), NOON)
    page = Browser(player_client(bo)).opens(f"/own/{bo.number}/nights/{night.pk}/")

    assert [each.note for each in calendar.events] == [SAID]
    assert "Blinds 0.50/1.00 Buy-in 20.00 to 80.00" in page.text


def test_who_opens_the_link_of_the_group_reads_them():
    night = a_night(day=date(2099, 11, 21), stakes=HIGHER)
    secret = secret_of(make_group_link(night, made_by="Ann"))

    page = Browser(Client()).opens(f"/group/{secret}/")

    assert f"Stakes that night: {SHOWN}" in page.text


def test_the_bank_opens_with_them_unless_others_are_typed(desk, night):
    comes(night, "Bo")
    Night.objects.filter(pk=night.pk).update(stakes=HIGHER)
    form = desk.opens(f"/nights/{night.pk}/open/").form("/open/")

    desk.sends(form, buy_in_max="90")

    night.refresh_from_db()
    assert [form.fields[name] for name in HIGHER] == [["0.50"], ["1.00"], ["20.00"], ["80.00"]]
    assert bank_of(night).history.figures == HIGHER | {"buy_in_max": 9000}
    assert (stakes_of(night).own, planned_stakes(night)) == (HIGHER | {"buy_in_max": 9000}, "")
