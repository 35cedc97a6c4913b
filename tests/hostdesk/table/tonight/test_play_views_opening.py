"""*Play tonight*: the night, its bank and its players in one form."""

import json

import pytest
from django.utils.timezone import localdate, now

from hostdesk.invitations.nights.commands import plan_night
from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.rules.houses.presets import load_preset
from ledger.bank.queries import bank_of
from ledger.models import Bank
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house
from reservations.models import Act, House, Night, Player
from reservations.players.commands import record_player
from reservations.players.queries import player_named

pytestmark = pytest.mark.django_db

PLAY = "/nights/play/"


def knows(*names):
    """Put regulars on the list of players."""
    for name in names:
        record_player(stamp=Stamp(f"key-of-{name}", now()), name=name, regular=True)


@pytest.fixture
def ours(db):
    """Ann, who is the host, and Bo are on the list; the house has blinds of 0.25 and 0.50."""
    knows("Ann", "Bo")
    return make_house(document=own_document(OwnGame("Ours", 25, 50))).house


def plays(desk, **said):
    return desk.sends(desk.opens(PLAY).form(PLAY), **said)


def at_the_table():
    history = bank_of(Night.objects.get()).history
    return sorted(Player.objects.get(pk=number).name for number in history.arrivals)


def test_one_tap_opens_the_bank_with_everybody_at_the_table(desk, ours):
    page = plays(desk, names="Cy, Di\nEve")

    night = Night.objects.get()
    assert page.url == f"/nights/{night.pk}/tonight/?receipt=3"
    assert (night.date, night.house, Bank.objects.get().banker.name) == (localdate(), ours, "Ann")
    assert at_the_table() == ["Ann", "Cy", "Di", "Eve"]
    assert list(Act.objects.order_by("number").values_list("kind", flat=True))[2:] == [
        *("open", "arrive"),
        *("player", "arrive") * 3,
    ]


def test_who_is_ticked_and_typed_comes_once(desk, ours):
    plays(desk, players=[player_named("Ann").number, player_named("Bo").number], names="bo, Cy")

    assert at_the_table() == ["Ann", "Bo", "Cy"]


def test_the_same_form_twice_opens_one_bank(desk, ours):
    form = desk.opens(PLAY).form(PLAY)

    first, second = desk.sends(form, names="Cy"), desk.sends(form, names="Cy")

    assert (first.url, Night.objects.count(), Bank.objects.count()) == (second.url, 1, 1)
    assert at_the_table() == ["Ann", "Cy"]


def test_the_night_that_is_planned_for_today_is_the_one(desk, ours):
    planned = plan_night(date=localdate(), house=ours.key)

    page = plays(desk)

    assert (page.url, Night.objects.count()) == (f"/nights/{planned.pk}/tonight/?receipt=3", 1)


def test_a_name_that_is_none_records_nothing_and_loses_nothing(desk, ours):
    before = Act.objects.count()

    page = plays(desk, names="Cy\nD\u202eee")

    assert (page.status, Night.objects.count(), Act.objects.count()) == (422, 0, before)
    assert "Line 2" in page.text
    assert "Cy" in page.text


def test_too_many_names_are_told(desk, ours):
    answer = desk.client.post(PLAY, {"names": ",".join(f"P{each}" for each in range(201)), "house": ours.key})

    assert answer.context["form"].errors["names"] == ["201 names are too many: at most 200 at once."]


def test_a_refused_opening_puts_nobody_on_the_list(desk, ours):
    answer = desk.client.post(
        PLAY,
        {"key": "key-play", "house": ours.key, "banker": player_named("Ann").number, "names": "Cy", "small_blind": "1"},
    )

    assert (answer.status_code, Bank.objects.count()) == (422, 0)
    assert not Player.objects.filter(name="Cy").exists()


def test_a_house_that_asks_each_night_is_asked_here(desk):
    knows("Ann")
    make_house(document=load_preset("ericn"))
    stakes = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5", "buy_in_max": "20"}

    refused, opened = plays(desk), plays(desk, **stakes)

    assert (refused.status, opened.status, Bank.objects.count()) == (422, 200, 1)
    assert json.loads(Act.objects.get(kind="open").content)["buy_in_max"] == 2000


def test_the_house_that_was_played_in_last_is_proposed_and_another_can_be(desk, ours):
    make_house(document=load_preset("mike"))
    plays(desk, house="mike")

    proposed, other = (desk.client.get(PLAY + query).context["form"].initial["house"] for query in ("", "?house=ours"))

    assert (proposed, other) == ("mike", "ours")


def test_without_a_house_one_is_made_first(desk):
    assert desk.client.get(PLAY).url == "/houses/new/"
    assert House.objects.count() == 0


def test_the_first_bank_of_a_desk_says_what_to_do_there_and_no_later_one_does(desk, ours):
    theirs, told = make_house(document=own_document(OwnGame("Theirs", 50, 100))).house, []

    for house in (ours, theirs):
        address = f"{PLAY}?house={house.key}"
        form = desk.opens(address).form(address)
        told.append(desk.client.post(PLAY, form.fields, follow=True).context["remark"])

    assert told == ["Tap a player to sell chips.", ""]
