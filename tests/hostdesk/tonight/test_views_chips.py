"""Which chips the page says to hand out: no more than the rack holds, and what to change once a colour has run out."""

import pytest

from hostdesk.houses.presets import load_preset
from ledger.night.queries import bank_of
from reservations.houses.commands import make_house
from reservations.models import Night
from reservations.players.queries import player_named
from tests.ledger.kept import holds
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Mike's game with forty white, red and blue chips and a hundred yellow ones, for four players."""
    chips = [("white", "0.05", 40), ("red", "0.10", 40), ("blue", "0.25", 40), ("yellow", "0.50", 100)]
    rows = [{"colour": name, "value": value, "stock": stock} for name, value, stock in chips]
    make_house(document={**load_preset("mike"), "chips": rows})
    evening = Evening("mike")
    Night.objects.update(seats=4)
    evening.night.refresh_from_db()
    return evening


def receipt(desk, evening, bought):
    """What the page says of a buy-in, without the spaces before a comma that its markup leaves."""
    text = desk.opens(f"/nights/{evening.night.pk}/tonight/?receipt={bought.act.number}").text
    return text.replace(" ,", ",").replace(" .", ".")


def racks(evening):
    return bank_of(evening.night).chips.rack


def test_each_buy_in_takes_a_share_of_the_rack(desk, evening):
    first = evening.buy_in("Bo", "10.00")
    second = evening.buy_in("Cy", "10.00")

    told = [receipt(desk, evening, each).partition("Hand out")[2] for each in (first, second)]

    same = " 10 × white 0.05 10 × red 0.10 10 × blue 0.25 12 × yellow 0.50 "
    assert [each[: len(same)] for each in told] == [same, same]
    assert racks(evening) == {"white": 20, "red": 20, "blue": 20, "yellow": 76}
    assert holds(evening.night)


def test_once_a_colour_has_run_out_others_go_out_and_it_says_what_to_change(desk, evening):
    *_, last, later = [evening.buy_in(name, "10.00") for name in ("Ann", "Bo", "Cy", "Gil", "Bo")]

    told = receipt(desk, evening, later)

    assert "Run out: white, red, blue." in receipt(desk, evening, last)
    assert "give players with many: 1 yellow for 10 white 1 yellow for 5 red 1 yellow for 2 blue" in told
    assert "20 × yellow 0.50" in told
    assert racks(evening) == {"white": 0, "red": 0, "blue": 0, "yellow": 32}


def test_everyone_at_once_is_told_together(desk, evening):
    for name in ("Bo", "Cy"):
        evening.arrives(name)
    form = desk.opens(f"/nights/{evening.night.pk}/tonight/everyone/").form("/everyone/")

    page = desk.sends(form, players=[str(player_named(name).number) for name in ("Bo", "Cy")], amount="10")

    assert "Hand out to each of Bo, Cy 10 × white 0.05 10 × red" in page.text.replace(" ,", ",")


def test_a_rack_that_was_not_counted_is_plentiful_and_says_how_to_count_it(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/")

    assert bank_of(evening.night).chips.out == dict.fromkeys(("white", "red", "blue"), 25) | dict.fromkeys(
        ("yellow", "black", "green"), 0
    )
    assert "how many chips there are" in page.text
