"""The page of the chip planner: it begins with the house's own figures and saves nothing."""

from urllib.parse import urlencode

import pytest

from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from reservations.models import Fact, House, Rules
from tests.hostdesk.invitations.nights.test_views_stakes_planned import HIGHER
from tests.reservations.planned import a_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def house():
    """Mike's game, with a count of a hundred for every chip."""
    document = load_preset("mike")
    return make_house(document={**document, "chips": [{**row, "stock": 100} for row in document["chips"]]}).house


def asking(page):
    return next(form for form in page.forms if "players" in form.fields)


def test_it_begins_with_the_figures_of_the_house(desk, house):
    page = desk.opens("/chips/mike/")

    fields = asking(page).fields
    assert [fields[name] for name in ("players", "buy_in", "value-0", "stock-0")] == [
        ["9"],
        ["10.00"],
        ["0.05"],
        ["100"],
    ]
    assert "Each of 9 begins with white 0.05 × 10 red 0.10 × 10 blue 0.25 × 10 yellow 0.50 × 10 black" in page.text


def test_what_is_in_the_case_is_typed_over_and_nothing_is_kept(desk, house):
    before = (Rules.objects.count(), Fact.objects.count())
    form = asking(desk.opens("/chips/mike/"))
    typed = {"players": "4", "stock-0": "40", "colour-6": "pink", "value-6": "1", "stock-6": "7"}

    page = desk.opens(f"/chips/mike/?{sent(form, typed)}")

    assert "Each of 4 begins with white 0.05 × 10" in page.text
    assert asking(page).fields["colour-6"] == ["pink"]
    assert (Rules.objects.count(), Fact.objects.count()) == before
    assert "stock" in House.objects.get().newest().document


def test_a_night_brings_its_own_stakes(desk):
    night = a_night(stakes=HIGHER, seats=7)

    fields = asking(desk.opens(f"/chips/friday/?night={night.pk}")).fields

    assert [fields[name] for name in ("players", "buy_in", "small_blind", "big_blind")] == [
        ["7"],
        ["80.00"],
        ["0.50"],
        ["1.00"],
    ]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"players": "0"}, "Plan for 1 to 100 players."),
        ({"players": "101"}, "Plan for 1 to 100 players."),
        ({"players": "x"}, "is no whole number"),
        ({"buy_in": "10001"}, "Plan for buy-ins of 10,000.00 at most."),
        ({"value-0": ""}, "What is a white chip worth?"),
        ({"colour-0": ""}, "Which colour is it?"),
        ({"colour-1": "White"}, "There are White chips already."),
        ({"stock-0": "-1"}, "is no whole number"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(desk, house, typed, told):
    form = asking(desk.opens("/chips/mike/"))

    page = desk.opens(f"/chips/mike/?{sent(form, typed)}")

    assert (page.status, told in page.text) == (422, True)
    assert {name: asking(page).fields[name] for name in typed} == {name: [text] for name, text in typed.items()}


def test_chips_that_do_not_do_say_why(desk, house):
    form = asking(desk.opens("/chips/mike/"))

    page = desk.opens(f"/chips/mike/?{sent(form, {'players': '99', 'buy_in': '100'})}")

    assert "and 99 stacks take 9,900.00" in page.text


def test_a_house_without_chips_is_asked_for_them(desk):
    make_house(document=load_preset("dave-2018"))

    page = desk.opens("/chips/dave-2018/")

    assert (page.status, len([name for name in asking(page).fields if name.startswith("colour-")])) == (200, 5)


def sent(form, typed):
    return urlencode({name: values[0] for name, values in form.fields.items()} | typed)
