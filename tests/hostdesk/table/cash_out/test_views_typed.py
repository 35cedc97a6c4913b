"""Money for chips from a player's panel: one press counts and pays the amount that is typed there."""

import re
from datetime import datetime

import pytest
from django.utils import timezone

from hostdesk.rules.houses.own_game import OwnGame, own_document
from ledger.terms.bank_terms import Limit
from reservations.houses.commands import make_house
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Page
from tests.hostdesk.counting import bank, form_for, last
from tests.stories.evening import NEW_YORK, Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

AT = datetime(2026, 11, 20, 21, 24, tzinfo=NEW_YORK)


@pytest.fixture
def evening(monkeypatch):
    """At Ann's game Bo is in for 40.00 and Cy for 60.00, in the middle of the night."""
    monkeypatch.setattr(timezone, "now", lambda: AT)
    house = make_house(
        document=own_document(OwnGame("Ann's game", 50, 100, maximum=Limit(20000), usual=Limit(4000)))
    ).house
    evening = Evening(house.key)
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "60.00")
    return evening


def typed(desk, evening, amount, **more):
    """Type an amount on Bo's panel; return the offer, and the panel's form after that with its address."""
    panel = f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/"
    form = next(form for form in desk.opens(panel).forms if "amount" in form.fields)
    sent = {name: values[-1] for name, values in form.fields.items() if values} | {"amount": amount, **more}
    live = Page(desk.client.post(f"{panel}cash-out/live/", sent, headers={"HX-Request": "true"}), panel)
    sent |= dict(re.findall(r'name="(player_count|plan)" value="(.*)"', live.html))
    return live.text, {**sent, "step": "pay"}, f"{panel}cash-out/"


def live(desk, address, sent):
    """Return the panel's offer for the values typed in it."""
    return desk.client.post(f"{address}live/", sent, headers={"HX-Request": "true"}).content.decode()


def pays(desk, sent, address):
    return Page(desk.client.post(address, sent, follow=True), address)


def test_what_is_typed_is_paid_with_one_press(desk, evening):
    """Bo has 65.00 in front and has won 25.00; the payout is a fifty, a ten and a five."""
    offered, sent, address = typed(desk, evening, "65")
    before = bank(evening)

    page = pays(desk, sent, address)

    assert "Cash out 65.00 Result +25.00 · 1 × 50.00, 1 × 10.00, 1 × 5.00" in offered
    assert (before, bank(evening)) == (("300.00", "100.00", "0.00", "0.00"), ("235.00", "35.00", "0.00", "0.00"))
    assert "Bo cashes out 65.00" in page.text


def test_the_usual_amount_that_nobody_has_typed_is_no_count(desk, evening):
    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/")

    assert "player_count" not in page.form("/buy-in/").fields


@pytest.mark.parametrize("amount", ["", "many", "100.05", "0.5.5"])
def test_what_cannot_be_paid_is_not_offered(desk, evening, amount):
    """No amount at all, or more than the 100.00 in play."""
    offered, sent, _ = typed(desk, evening, amount)

    assert ("Result" in offered, "plan" in sent) == (False, False)


def test_a_rebuy_on_another_tablet_has_the_chips_counted(desk, evening):
    _, sent, address = typed(desk, evening, "65")
    evening.buy_in("Bo", "20.00")

    page = pays(desk, sent, address)

    assert (page.status, page.alert) == (409, "Bo 40.00 60.00")
    assert bank(evening) == ("320.00", "120.00", "0.00", "0.00")


def test_what_another_tablet_has_paid_is_not_paid_again(desk, evening):
    _, sent, address = typed(desk, evening, "30")
    _, other, _ = typed(desk, evening, "30")
    pays(desk, other, address)

    page = pays(desk, sent, address)

    assert (page.status, "Bo has cashed out 30.00 in all." in page.text) == (409, True)
    assert bank(evening) == ("270.00", "70.00", "0.00", "0.00")


def test_a_plan_that_has_changed_pays_nothing_and_is_shown(desk):
    """The plan hands Bo's note of 20.00 back with 10.00 in cash; meanwhile he pays 5.00 of the note."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    offered, sent, address = typed(desk, evening, "30")
    evening.redeems("n1", "5.00")

    page = pays(desk, sent, address)

    assert "Result +10.00 · note n1 back 20.00 · in cash 10.00" in offered
    assert (page.status, page.says("20.00 30.00")) == (409, True)
    assert bank(evening)[:2] == ("225.00", "40.00")


def test_a_double_tap_pays_once(desk, evening):
    _, sent, address = typed(desk, evening, "65")

    pages = [pays(desk, sent, address) for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert bank(evening) == ("235.00", "35.00", "0.00", "0.00")


def test_one_form_either_buys_or_cashes_out(desk, evening):
    """When a finger slips from one button to the other, the first press counts and the second is told so."""
    _, sent, address = typed(desk, evening, "30")
    desk.client.post(address.replace("cash-out", "buy-in"), {**sent, "again": "yes"})

    page = pays(desk, {**sent, "in_for": "7000"}, address)

    assert (page.status, last().kind) == (409, "buy_in")
    assert bank(evening) == ("330.00", "130.00", "0.00", "0.00")


def of(preset, *, at="20:00", **figures):
    """Open an evening of that house on which Bo and Cy are in for 40.00 each, or for 10.00 where that is the most."""
    evening = Evening(preset, **figures)
    evening.it_is(at)
    for name in ("Bo", "Cy"):
        evening.buy_in(name, "10.00" if preset == "hybrid" else "40.00")
    return evening


def in_the_window():
    evening = of("hybrid")
    evening.it_is("21:20")
    evening.level(2)
    return evening


def with_notice(at):
    evening = of("dave-2018")
    evening.it_is(at)
    evening.notice("Bo")
    return evening


def after_the_last_hand(preset):
    evening = of(preset)
    evening.last_hand()
    return evening


@pytest.mark.parametrize(
    ("make", "is_allowed"),
    [
        (lambda: of("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="10.00", buy_in_max="40.00"), True),
        (in_the_window, True),
        (lambda: of("hybrid"), False),
        (lambda: with_notice("20:54"), True),
        (lambda: with_notice("20:55"), False),
        (lambda: of("dave-2020"), False),
        (lambda: after_the_last_hand("dave-2020"), True),
        (lambda: of("mike"), False),
        (lambda: after_the_last_hand("mike"), True),
    ],
)
def test_it_is_offered_wherever_the_house_allows_it_now(desk, monkeypatch, make, is_allowed):
    """It is 21:24. Where the panel asks for the chips in front, they are the count; an amount to buy is not."""
    evening = make()
    monkeypatch.setattr(timezone, "now", lambda: AT)
    asks = evening.night.house.key != "mike"

    offered, sent, address = typed(desk, evening, "5" if asks else "9.5", **({"stack": "9.5"} if asks else {}))

    assert ("Cash out 9.50" in offered, "plan" in sent) == (is_allowed, is_allowed)
    if is_allowed:
        assert "Bo cashes out" in pays(desk, sent, address).text


def test_an_amount_to_buy_is_no_count_where_the_chips_in_front_are_asked_for(desk):
    evening = after_the_last_hand("dave-2018")

    offered, sent, _ = typed(desk, evening, "30", stack="")

    assert ("Result" in offered, "plan" in sent) == (False, False)


def test_chips_in_front_are_looked_at_before_they_are_paid(desk):
    """They may be meant for a rebuy: the first press shows the payout, and the next one pays."""
    evening = after_the_last_hand("dave-2018")
    before = bank(evening)

    _, sent, address = typed(desk, evening, "5", stack="30")
    page = pays(desk, {**sent, "step": "count"}, address)

    assert (bank(evening), form_for(page, "pay").fields["player_count"]) == (before, ["30.00"])
    assert 'name="step" value="count"' in live(desk, address, sent)
    assert 'name="step" value="pay"' not in live(desk, address, sent)


def test_a_round_played_since_is_asked_before_anything_is_paid(desk, monkeypatch):
    """Notice at 21:04, and a round played by 21:24: the claim is in the receipt and in the act."""
    evening = with_notice("21:04")
    monkeypatch.setattr(timezone, "now", lambda: AT)
    address = f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/cash-out/"
    count = {"key": "round-played", "step": "count", "player_count": "35", "in_for": "4000"}

    before = live(desk, address, count)
    asked = pays(desk, count, address)
    said = desk.sends(next(form for form in asked.forms if "round_played" in form.fields))
    paid = desk.sends(form_for(said, "pay"))

    assert ("Pay $35.00" in before, asked.status) == (False, 422)
    assert "a round played since the notice, as claimed" in paid.text
    assert (last().kind, '"round_played":true' in last().content) == ("cash_out", True)
    assert bank(evening) == ("245.00", "45.00", "0.00", "0.00")
