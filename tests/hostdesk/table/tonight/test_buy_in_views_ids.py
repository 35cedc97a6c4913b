"""Chips for players whose ID has not been seen, in a house with an age limit of 21, and the offers of a refusal."""

import pytest
from django.utils import timezone

from hostdesk.rules.houses.own_game import OwnGame, own_document
from hostdesk.table.tonight.commands import see_ids
from ledger.bank.queries import bank_of
from ledger.money.cents import format_cents
from reservations.acts.facts import FactKind
from reservations.houses.commands import make_house
from reservations.models import Act, Fact
from reservations.players.queries import player_named
from reservations.rsvps.door_queries import id_seen
from reservations.strikes.commands import turn_away
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """Buy-ins are 20.00 to 50.00; Bo, Cy and Gil have arrived, and no ID has been seen."""
    evening = Evening("ericn", small_blind="0.25", big_blind="0.50", buy_in_min="20.00", buy_in_max="50.00")
    for name in ("Bo", "Cy", "Gil"):
        evening.arrives(name)
    return evening


@pytest.fixture
def tonight(desk, evening):
    """Return a function that opens a page of the night."""
    return lambda rest: desk.opens(f"/nights/{evening.night.pk}/tonight/{rest}")


@pytest.fixture
def buys(desk, tonight):
    """Return a function that sends a player's buy-in from their panel."""
    return lambda name, **said: desk.sends(tonight(f"players/{player_named(name).number}/").form("/buy-in/"), **said)


def in_play(evening):
    return format_cents(bank_of(evening.night).balances.chips_cents)


def offered(page):
    """Return the form that a refusal offers, but not the one for a ruling."""
    forms = [form for form in page.forms if form.buttons and form.buttons[-1][0] in ("id_seen", "amount", "pay")]
    return next((form for form in forms if "key" in form.fields and "ruling" not in form.fields), None)


def presses(desk, form):
    """Press the button of a form."""
    name, value, _ = form.buttons[-1]
    return desk.sends(form, **{name: value})


def seen():
    """Return the names of the players whose IDs have been seen."""
    return sorted(Fact.objects.filter(kind=FactKind.ID_SEEN).values_list("player__name", flat=True))


def test_chips_are_refused_until_the_id_is_seen(buys, evening):
    page = buys("Bo", amount="20.00")

    assert (page.status, page.alert.split()[:3], in_play(evening), seen()) == (422, ["Bo", "21", "20.00"], "0.00", [])


def test_one_press_sees_the_id_and_sells(desk, buys, evening):
    page = presses(desk, offered(buys("Bo", amount="20.00")))

    assert (page.status, in_play(evening)) == (200, "20.00")
    assert id_seen(player_named("Bo")).on == timezone.localdate()


def test_pressed_twice_it_sells_once(desk, buys, evening):
    form = offered(buys("Bo", amount="20.00"))

    first, second = presses(desk, form), presses(desk, form)

    assert (first.url, in_play(evening), seen()) == (second.url, "20.00", ["Bo"])


def test_whose_id_was_seen_buys_without_a_question(buys, evening):
    see_ids(stamp=evening.stamp(), players=[player_named("Bo")])

    assert (buys("Bo", amount="20.00").status, in_play(evening)) == (200, "20.00")


def test_the_host_overrules_and_the_id_stays_unseen(desk, buys, evening):
    page = buys("Bo", amount="20.00")

    desk.sends(next(form for form in page.forms if "ruling" in form.fields), ruling="an old friend")

    act = Act.objects.latest("number")
    assert (act.ruling, "minimum age" in act.overruled, in_play(evening), seen()) == (
        "an old friend",
        True,
        "20.00",
        [],
    )


def test_an_offer_passes_all_that_refused(desk, buys, evening):
    """60.00 is 10.00 above the maximum, and the ID was not seen."""
    page = presses(desk, offered(buys("Bo", amount="60.00")))

    assert (page.status, in_play(evening), seen()) == (200, "50.00", ["Bo"])


def test_the_buyer_of_a_sale_shows_an_id(desk, tonight, evening):
    house = make_house(document={**own_document(OwnGame("Ann's game")), "door": {"minimum_age": 21}}).house
    evening.opens(house.key)
    evening.buy_in("Bo", "40.00")
    bo, cy = (player_named(name) for name in ("Bo", "Cy"))

    refused = desk.sends(tonight(f"players/{bo.number}/sell/").form("/sell/"), buyer=str(cy.number), amount="10.00")
    sold = presses(desk, offered(refused))

    assert (refused.status, sold.status, seen()) == (422, 200, ["Cy"])
    assert bank_of(evening.night).history.of(cy.number).bought_cents == 1000


def test_everyone_is_named_at_once_and_one_press_sells_to_all(desk, tonight, evening):
    refused = desk.sends(tonight("everyone/").form("/everyone/"), amount="20.00")
    before = in_play(evening)

    page = presses(desk, offered(refused))

    assert [name for name in refused.alert.split() if name.isalpha()] == ["Bo", "Cy", "Gil"]
    assert (refused.status, before, page.status, in_play(evening)) == (422, "0.00", 200, "60.00")
    assert seen() == ["Bo", "Cy", "Gil"]


def test_everyone_by_a_ruling_says_so_of_each(desk, tonight, evening):
    refused = desk.sends(tonight("everyone/").form("/everyone/"), amount="20.00")

    desk.sends(next(form for form in refused.forms if "ruling" in form.fields), ruling="old friends")

    bought = Act.objects.filter(kind="buy_in")
    assert [(act.ruling, act.overruled.count("minimum age")) for act in bought] == [("old friends", 1)] * 3


def test_who_is_turned_away_is_offered_nothing(desk, buys, evening):
    turn_away(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), away=True, reason="no ID")

    page = buys("Bo", amount="60.00")

    assert (page.status, offered(page), "can buy" in page.text, in_play(evening)) == (422, None, False, "0.00")


def test_a_log_that_is_brought_in_is_not_asked(evening):
    evening.buy_in("Bo", "20.00")

    assert (in_play(evening), seen()) == ("20.00", [])


@pytest.mark.parametrize(("amount", "sold"), [("60.00", "50.00"), ("10.00", "20.00")])
def test_a_guest_who_asks_for_credit_and_for_too_much_or_too_little_gets_both_put_right(desk, amount, sold):
    evening = Evening("mike", buy_in_min="20.00", buy_in_max="50.00")
    evening.arrives("Gil")
    panel = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Gil').number}/")

    page = presses(desk, offered(desk.sends(panel.form("/buy-in/"), amount=amount, pay="book")))

    assert (page.status, in_play(evening)) == (200, sold)


@pytest.mark.parametrize("ticked", [["Bo", "Gil"], []])
def test_at_the_door_the_ids_of_all_who_are_ticked_are_seen(desk, evening, ticked):
    form = desk.opens(f"/nights/{evening.night.pk}/door/").form("/door/ids/")

    page = desk.sends(form, players=[str(player_named(name).number) for name in ticked])

    assert (page.status, seen()) == (200 if ticked else 422, ticked)
    assert len(form.fields["players"]) == 3
