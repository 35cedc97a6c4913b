"""The first run, from the link in the terminal to the first page of the desk."""

import json
from urllib.parse import urlencode

import pytest
from django.test import Client

from hostdesk.base.sign_in.link_commands import make_link, new_set_up_link
from hostdesk.models import Host, Link, LinkKind
from hostdesk.rules.houses.presets import preset_keys
from reservations.models import Act, Desk, House, Player
from tests.hostdesk.browsing import Page
from tests.signed_in import PASSWORD, a_host

pytestmark = pytest.mark.django_db

SAID = {
    "name": "Hanna",
    "password": PASSWORD,
    "time_zone": "Europe/Berlin",
    "currency": "EUR",
    "locale": "de_DE",
    "house": "dave-2018",
}
OWN = {
    "house": "own",
    "house_name": "Friday's game",
    "stakes": "own",
    "small_blind": "0,25",
    "big_blind": "0,50",
    "limits": "own",
    "minimum": "10",
    "maximum": "50,00 €",
    "usual": "own",
    "usual_amount": "20",
    "credit": "book",
    "seats": "own",
    "seat_count": "16",
}
ADVICE = "write 1000,00 for a thousand and 1,00 for one"


@pytest.fixture
def place():
    return f"/set-up/{new_set_up_link()}/"


def sets_up(client, place, **said):
    return client.post(f"{place}house/", {**SAID, **said})


@pytest.mark.pg
def test_looking_spends_nothing(client, place):
    looked = [client.get(place), client.head(place), client.get(f"{place}house/"), client.get(place)]

    assert [answer.status_code for answer in looked] == [200, 200, 200, 200]
    assert Link.objects.get().spent_at is None


@pytest.mark.pg
def test_a_house_is_set_up_with_a_preset(client, place):
    answer = sets_up(client, place)

    assert (answer.status_code, answer.url) == (303, "/")
    assert Desk.objects.values("time_zone", "currency", "locale").get() == {
        "time_zone": "Europe/Berlin",
        "currency": "EUR",
        "locale": "de_DE",
    }
    assert Host.objects.get().check_password(PASSWORD)
    assert House.objects.get().key == "dave-2018"
    assert client.get("/desk/?open=password").context["who"].name == "Hanna"


def test_play_tonight_sets_the_desk_up_and_leads_on_to_the_bank(client, place):
    answer = sets_up(client, place, then="play")

    assert (answer.status_code, answer.url) == (303, "/nights/play/")
    assert Host.objects.get().name == "Hanna"


@pytest.mark.further
def test_the_place_stands_in_one_line_before_a_browser_says_better(client, place, settings):
    settings.TIME_ZONE = "America/New_York"

    first = client.get(place).context["form"].place_line()
    typed = sets_up(client, place, name="").context["form"].place_line()

    assert (first, typed) == ("New York · USD · 1,234.50", "Berlin · EUR · 1.234,50")


@pytest.mark.further
@pytest.mark.parametrize(("is_set", "asked"), [(False, "time_zone currency locale"), (True, "currency locale")])
def test_the_browser_is_asked_for_the_place_but_not_for_a_zone_of_the_environment(
    client, place, settings, is_set, asked
):
    settings.TIME_ZONE_IS_SET = is_set

    pages = client.get(place).text, sets_up(client, place, name="").text

    assert [f'data-browsers="{asked}"' in pages[0], "data-browsers" in pages[1]] == [True, False]


@pytest.mark.pg
def test_the_host_is_a_player_who_can_bank(client, place):
    sets_up(client, place)

    assert Player.objects.values("name", "regular").get() == {"name": "Hanna", "regular": True}
    assert Act.objects.values_list("kind", "by").get() == ("player", "Hanna")


@pytest.mark.sweep
@pytest.mark.parametrize("key", preset_keys())
def test_every_preset_can_be_chosen(client, place, key):
    sets_up(client, place, house=key)

    assert House.objects.get().key == key


@pytest.mark.pg
def test_ones_own_game_is_kept_with_its_figures(client, place):
    answer = sets_up(client, place, **OWN)

    assert answer.status_code == 303
    house = House.objects.get()
    document = json.loads(house.newest().document)
    assert (house.key, house.name) == ("fridays-game", "Friday's game")
    assert document["stakes"] == {"small_blind": "0.25", "big_blind": "0.50"}
    assert document["buy_in"] == {
        "minimum": {"amount": "10.00"},
        "maximum": {"amount": "50.00"},
        "usual": {"amount": "20.00"},
        "pays_with": ["cash", "book"],
        "chip_sales": True,
    }
    assert document["attendance"] == {"seats": 16}


def test_ones_own_house_needs_no_answer_at_all(client, place):
    """The page proposes a game, and the house gets the host's name."""
    form = Page(client.get(place), place).form(f"{place}house/")

    client.post(f"{place}house/", form.fields | {name: SAID[name] for name in ("name", "password")})

    house = House.objects.get()
    document = json.loads(house.newest().document)
    assert (house.key, house.name) == ("hannas-game", "Hanna's game")
    assert document["stakes"] == {"small_blind": "0.25", "big_blind": "0.50"}
    assert document["buy_in"] == {
        "minimum": {"big_blinds": 20},
        "maximum": {"big_blinds": 100},
        "usual": {"big_blinds": 40},
        "pays_with": ["cash"],
        "chip_sales": True,
    }


@pytest.mark.further
@pytest.mark.parametrize("minimum", ["0", ""])
def test_ones_own_game_may_have_no_minimum(client, place, minimum):
    sets_up(client, place, **{**OWN, "minimum": minimum})

    assert "minimum" not in json.loads(House.objects.get().newest().document)["buy_in"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("said", "errors"),
    [
        ({"name": ""}, {"name": ["Enter your name."]}),
        ({"name": "a\u202eb"}, {"name": ['"a�b" is not a name: it holds an invisible formatting character, U+202E.']}),
        (
            {"password": "short"},
            {"password": ["Too short: use at least 8 characters. A few words in a row are easy to remember."]},
        ),
        ({"house": ""}, {"house": ["Choose the rules of your house."]}),
        ({**OWN, "small_blind": ""}, {"small_blind": ["Enter it, or choose another answer."]}),
        ({**OWN, "small_blind": "1"}, {"stakes": ["The small blind is more than the big blind."]}),
        ({**OWN, "minimum": "60"}, {"limits": ["The minimum is more than the maximum, so no buy-in would do."]}),
        ({**OWN, "usual_amount": "60"}, {"usual": ["The usual buy-in is more than the maximum."]}),
        ({**OWN, "seat_count": "1"}, {"seat_count": ["Enter a number from 2 to 60."]}),
        (
            {**OWN, "usual_amount": "20.00"},
            {"usual_amount": [f'"20.00" is not an amount: a point can mean thousands or cents; {ADVICE}.']},
        ),
    ],
)
def test_every_error_is_marked_at_its_field(client, place, said, errors):
    answer = sets_up(client, place, **said)

    assert answer.status_code == 422
    assert answer.context["form"].errors == errors
    assert (Host.objects.count(), Act.objects.count(), House.objects.count()) == (0, 0, 0)


@pytest.mark.further
def test_what_is_to_be_mended_stands_at_the_top_and_leads_there(client, place):
    page = Page(sets_up(client, place, name="", house=""), "")

    assert (page.links["Your name"], page.links["House"]) == ("#id_name", "#id_house")


def test_nothing_that_was_typed_is_lost_but_the_password(client, place):
    page = sets_up(client, place, **OWN | {"name": "", "house_name": "<b>Ours</b>"}).content.decode()

    assert 'value="&lt;b&gt;Ours&lt;/b&gt;"' in page
    assert 'value="50,00 €"' in page
    assert '<option value="Europe/Berlin" selected>' in page
    assert PASSWORD not in page


def test_the_second_one_sees_that_it_is_done(client, place):
    sets_up(client, place)

    second = sets_up(Client(), place, name="Otto")

    assert (second.status_code, second.templates[0].name) == (410, "front/set_up/set_up_gone.html")
    assert second.context["is_set_up"] is True
    assert [host.name for host in Host.objects.all()] == ["Hanna"]


@pytest.mark.parametrize("part", ["", "house/", "demo/"])
def test_a_desk_with_a_host_is_not_set_up_again(client, part):
    a_host()

    answer = client.get(f"/set-up/{make_link(LinkKind.SET_UP)}/{part}")

    assert (answer.status_code, answer.context["is_set_up"]) == (410, True)


def test_only_the_newest_link_is_good(client, place):
    newer = new_set_up_link()

    assert [client.get(place).status_code, client.get(f"/set-up/{newer}/").status_code] == [410, 200]


def test_a_hosts_link_sets_nothing_up(client):
    secret = make_link(LinkKind.HOST, host=a_host())

    assert client.get(f"/set-up/{secret}/").status_code == 410


@pytest.mark.further
def test_forged_choices_are_refused(client, place):
    answer = sets_up(client, place, time_zone="Mars/Base", currency="XXX", locale="x", house="../../etc/passwd")

    assert sorted(answer.context["form"].errors) == ["currency", "house", "locale", "time_zone"]


def test_repeated_fields_are_one(client, place):
    twice = urlencode({**SAID}) + "&name=Otto"

    client.post(f"{place}house/", twice, content_type="application/x-www-form-urlencoded")

    assert [host.name for host in Host.objects.all()] == ["Otto"]


def test_the_demo_page_waits_for_nobody_who_did_not_ask(client, place):
    answer = client.get(f"{place}demo/")

    assert (answer.status_code, answer.url) == (302, place)


@pytest.mark.further
def test_a_desk_behind_a_proxy_offers_no_demo(client, place, settings):
    settings.TLS = True

    assert client.get(f"{place}demo/").status_code == 410
    assert client.get(place).context["has_demo"] is False
