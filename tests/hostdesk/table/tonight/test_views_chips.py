"""The chips that the page says to hand out: no more than the rack holds, with advice once a colour has run out."""

from urllib.parse import urlencode

import pytest

from hostdesk.rules.houses.presets import load_preset
from ledger.bank.queries import bank_of
from reservations.acts.queries import Answer
from reservations.houses.commands import make_house
from reservations.models import Night
from reservations.players.queries import player_named
from tests.ledger.kept import holds
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

REGULARS = ("Dee", "Eve", "Fay", "Hal", "Ivy", "Jo", "Lou")


def mike_with(*stocks):
    """Open an evening at mike's with these stocks of the colours, from the lowest; None: the colour was not counted."""
    document = load_preset("mike")
    rows = zip(document["chips"], stocks, strict=True)
    chips = [row if stock is None else {**row, "stock": stock} for row, stock in rows]
    make_house(document={**document, "chips": chips})
    return Evening("mike")


@pytest.fixture
@played_once
def evening():
    """Mike's game for four players, with forty white, forty red, forty blue and a hundred yellow chips."""
    chips = [("white", "0.05", 40), ("red", "0.10", 40), ("blue", "0.25", 40), ("yellow", "0.50", 100)]
    rows = [{"colour": name, "value": value, "stock": stock} for name, value, stock in chips]
    make_house(document={**load_preset("mike"), "chips": rows})
    evening = Evening("mike")
    Night.objects.update(seats=4)
    evening.night.refresh_from_db()
    return evening


def receipt(desk, evening, bought):
    """Return the text of a buy-in's receipt, without the spaces before punctuation that come from the markup."""
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


def everyone_in(desk, evening, amount, names):
    """Sell to all of these players with one press; return the text of the receipt."""
    for name in names:
        evening.arrives(name)
    form = desk.opens(f"/nights/{evening.night.pk}/tonight/everyone/").form("/everyone/")
    page = desk.sends(form, players=[str(player_named(name).number) for name in names], amount=amount)
    return page.text.replace(" ,", ",").replace(" .", ".")


@pytest.mark.parametrize(
    ("stocks", "each", "left"),
    [
        (
            (100, 100, 100, 100, 100, 50),
            "9 × white 0.05 8 × red 0.10 9 × blue 0.25 9 × yellow 0.50 2 × black 1.00",
            {"white": 1, "red": 12, "blue": 1, "yellow": 1, "black": 78, "green": 50},
        ),
        ((None,) * 6, "25 × white 0.05 25 × red 0.10 25 × blue 0.25", {}),
        (
            (48, 48, 48, None, None, None),
            "4 × white 0.05 3 × red 0.10 4 × blue 0.25 17 × yellow 0.50",
            {"white": 4, "red": 15, "blue": 4},
        ),
    ],
)
def test_eleven_who_buy_at_once_all_get_the_same_chips(desk, stocks, each, left):
    """Eleven buy 10.00 each in a house that plans for nine: nobody gets all the low chips, and nobody gets none."""
    evening = mike_with(*stocks)
    for name in REGULARS:
        evening.knows(name)
    names = ["Ann", "Bo", "Cy", "Gil", *REGULARS]

    told = everyone_in(desk, evening, "10", names)

    assert f"Hand out to each of {', '.join(names)} {each}" in told
    assert told.count("Hand out") == 1
    assert racks(evening) == left
    assert holds(evening.night)


def test_the_first_buyer_gets_low_chips_and_not_the_one_of_the_reserve(desk):
    """The rack holds forty-eight low chips and ten green ones of 5.00."""
    evening = mike_with(16, 16, 16, 20, 20, 10)

    told = receipt(desk, evening, evening.buy_in("Bo", "5.00")).partition("Hand out")[2]

    assert told.startswith(" 1 × white 0.05 2 × red 0.10 1 × blue 0.25 3 × yellow 0.50 3 × black 1.00 ")
    assert racks(evening) == {"white": 15, "red": 14, "blue": 15, "yellow": 17, "black": 17, "green": 10}


def test_a_receipt_of_one_of_many_says_what_the_rack_has_lost(desk, evening):
    """Bo and Cy buy 10.00 together, Ann before and Gil after them; the receipt does not change."""
    evening.buy_in("Ann", "10.00")
    told = everyone_in(desk, evening, "10", ["Bo", "Cy"]).partition("Hand out")[2]
    of_cy = evening.night.acts.latest("number")

    evening.buy_in("Gil", "5.00")

    each = " to each of Bo, Cy 10 × white 0.05 10 × red 0.10 10 × blue 0.25 12 × yellow 0.50 "
    again = receipt(desk, evening, Answer(of_cy)).partition("Hand out")[2]
    assert [text[: len(each)] for text in (told, again)] == [each, each]
    assert holds(evening.night)


def test_a_buy_in_of_many_that_was_undone_gets_no_chips(desk, evening):
    told = everyone_in(desk, evening, "10", ["Bo", "Cy"])
    of_bo, of_cy = evening.night.acts.filter(kind="buy_in").order_by("number")

    evening.undo(Answer(of_bo))

    assert told.partition("Hand out")[2].startswith(" to each of Bo, Cy 10 × white")
    assert receipt(desk, evening, Answer(of_cy)).partition("Hand out")[2].startswith(" 10 × white")
    assert holds(evening.night)


def test_a_rack_that_was_not_counted_is_plentiful_and_says_how_to_count_it(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "10.00")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/?more=yes")

    assert bank_of(evening.night).chips.out == dict.fromkeys(("white", "red", "blue"), 25) | dict.fromkeys(
        ("yellow", "black", "green"), 0
    )
    assert "how many chips there are" in page.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, "For each: 10 white, 10 red, 10 blue, 12 yellow."),
        ({"amount": "10", "players": ["Bo"]}, "For each: 10 white, 10 red, 10 blue, 12 yellow."),
        (
            {"amount": "20", "players": ["Bo", "Cy", "Dee", "Eve"]},
            "For 3: 13 white, 11 red, 13 blue, 30 yellow. For 1: more than the rack makes.",
        ),
        ({"amount": "ten", "players": ["Bo"]}, ""),
        ({"amount": "10", "players": []}, ""),
    ],
)
def test_before_everyone_buys_in_the_page_says_what_each_gets(desk, evening, said, told):
    """The rack holds forty of each low colour and a hundred yellow ones, worth 66.00, for a table of four."""
    for name in ("Dee", "Eve"):
        evening.knows(name)
    for name in ("Bo", "Cy", "Dee", "Eve"):
        evening.arrives(name)
    players = [str(player_named(name).number) for name in said.get("players", ())]
    query = urlencode({**said, "players": players}, doseq=True)

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/everyone/?{query}")

    assert page.part("stacks").replace(" ,", ",").replace(" .", ".") == told
    assert racks(evening) == {"white": 40, "red": 40, "blue": 40, "yellow": 100}
