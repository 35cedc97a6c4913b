"""The list of houses, and making one: from questions, as a copy, or from written rules."""

import json

import pytest

from hostdesk.rules.houses.own_game_forms import called_after
from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from reservations.models import House

pytestmark = pytest.mark.django_db

NEW = "/houses/new/"


def form_with(desk, name):
    """Return the form with a field of that name, on the page of a new house."""
    return next(form for form in desk.opens(NEW).forms if name in form.fields)


def makes(desk, **said):
    """Send the form on the page of a new house, with these answers."""
    return desk.sends(form_with(desk, "house_name"), **said)


def newest(key):
    return json.loads(House.objects.get(key=key).newest().document)


def test_the_list_leads_to_each_house_and_to_a_new_one(desk):
    make_house(document=load_preset("mike"))

    page = desk.opens("/houses/")

    assert page.links["New house"] == NEW
    assert "/houses/mike/" in page.links.values()
    assert "no blinds; bets up to 0.50" in page.text


def test_two_houses_stand_side_by_side_and_one_stands_alone(desk):
    make_house(document=load_preset("mike"))
    alone = desk.opens("/houses/")
    make_house(document=load_preset("hybrid"))

    both = desk.opens("/houses/")

    assert ("Compare side by side" in alone.text, "Compare side by side" in both.text) == (False, True)
    assert both.leads_to.count("/houses/hybrid/") == 2


def test_eight_questions_make_a_house_that_can_be_read_at_once(desk):
    page = makes(desk, house_name="Tuesday game", stakes="100-200", credit="notes", levels="yes", chips="yes")

    assert page.url == "/houses/tuesday-game/"
    assert "The usual buy-in is 80.00." in desk.opens(page.links["Rules"]).text
    assert desk.opens(page.links["Change the rules"]).status == 200
    assert newest("tuesday-game")["levels"]["blinds"][:2] == [["1.00", "2.00"], ["2.00", "4.00"]]


def test_without_a_name_it_is_called_after_its_host(desk):
    urls = [makes(desk).url for _ in range(2)]

    assert urls == ["/houses/anns-game/", "/houses/anns-game-2/"]
    assert [house.name for house in House.objects.order_by("pk")] == ["Ann's game", "Ann's game 2"]


@pytest.mark.parametrize(("name", "called"), [("", "Our game"), ("A" * 34, "Our game"), ("Al", "Al's game")])
def test_a_name_that_leaves_no_room_is_no_name_of_a_house(name, called):
    assert called_after(name) == called


def test_a_contradiction_is_told_at_its_question_and_nothing_is_lost(desk):
    page = makes(desk, house_name="Draw game", stakes="none", seats="8")

    assert (page.status, House.objects.count()) == (422, 0)
    assert page.links["Buy-in"] == "#id_limits"
    assert 'value="Draw game"' in page.html
    assert '<input type="radio" name="seats" value="8" id="id_seats_0" checked>' in page.html


@pytest.mark.parametrize(
    ("said", "errors"),
    [
        ({"stakes": "own", "big_blind": "1"}, {"small_blind": ["Enter it, or choose another answer."]}),
        ({"seats": "own", "seat_count": "61"}, {"seat_count": ["Enter a number from 2 to 60."]}),
        ({"usual": "own"}, {"usual_amount": ["Enter it, or choose another answer."]}),
        ({"limits": "none", "usual": "maximum"}, {"usual": ["There is no maximum for it to be; write an amount."]}),
    ],
)
def test_an_answer_that_is_missing_is_asked_for(desk, said, errors):
    answer = desk.client.post(NEW, said)

    assert (answer.status_code, answer.context["form"].errors) == (422, errors)


@pytest.mark.parametrize(
    ("typed", "limits"),
    [
        ({"minimum": "0", "maximum": "50"}, {"maximum": {"amount": "50.00"}}),
        ({"minimum": "10"}, {"minimum": {"amount": "10.00"}}),
        ({}, {}),
    ],
)
def test_a_buy_in_may_be_limited_on_one_side_only(desk, typed, limits):
    desk.client.post(NEW, {"limits": "own", "usual": "none", **typed})

    buy_in = newest("anns-game")["buy_in"]
    assert {name: buy_in[name] for name in ("minimum", "maximum") if name in buy_in} == limits


def test_what_was_typed_beside_another_answer_does_not_count(desk):
    desk.client.post(NEW, {"stakes": "5-10", "small_blind": "3", "big_blind": "6"})

    assert newest("anns-game")["stakes"] == {"small_blind": "0.05", "big_blind": "0.10"}


def test_a_copy_of_ones_own_has_a_new_name_and_key(desk):
    make_house(document=load_preset("mike"))

    page = desk.sends(form_with(desk, "copy_name"), copy="mike", copy_name="Mike's summer game")

    assert page.url == "/houses/mikes-summer-game/"
    assert newest("mikes-summer-game")["articles"] == load_preset("mike")["articles"]


@pytest.mark.parametrize(
    ("said", "errors"),
    [
        ({"copy": "mike", "copy_name": ""}, {"copy_name": ["Give the copy a name."]}),
        ({"copy": "nope", "copy_name": "Ours"}, {"copy": ["Choose a house."]}),
    ],
)
def test_a_copy_needs_a_house_and_a_name(desk, said, errors):
    make_house(document=load_preset("mike"))

    answer = desk.client.post(NEW, said)

    assert (answer.status_code, answer.context["copy"].errors, House.objects.count()) == (422, errors, 1)


def test_a_name_that_is_taken_is_told(desk):
    make_house(document=load_preset("mike"))

    page = desk.sends(form_with(desk, "copy_name"), copy="mike", copy_name="MIKE'S GAME")

    assert (page.status, House.objects.count()) == (422, 1)
    assert "There is a house Mike's game (mike) already" in page.text


def test_a_preset_is_taken_once(desk):
    form = next(form for form in desk.opens(NEW).forms if ("preset", "hybrid", "submit") in form.buttons)

    page, again = desk.sends(form, preset="hybrid"), desk.sends(form, preset="hybrid")

    assert (page.url, again.status, House.objects.count()) == ("/houses/hybrid/", 422, 1)
    assert "There is a house Hybrid game (hybrid) already" in again.text
    assert ("preset", "hybrid", "submit") not in [button for form in again.forms for button in form.buttons]


@pytest.mark.parametrize("preset", ["", "nope", "../mike"])
def test_a_preset_that_is_none_is_told(desk, preset):
    answer = desk.client.post(NEW, {"preset": preset})

    assert (answer.status_code, House.objects.count()) == (422, 0)
    assert "There is no house" in answer.content.decode()


def test_the_last_version_left_still_says_what_is_new_in_it(desk):
    make_house(document=load_preset("dave-2018"))

    assert "New since 2018" in desk.opens(NEW).text
