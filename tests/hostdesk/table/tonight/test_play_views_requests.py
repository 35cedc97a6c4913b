"""A player asks from their phone; the banker sees the request on Tonight and at the door, and answers with one tap."""

import pytest

from ledger.bank.queries import bank_of
from reservations.models import Act, Fact
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.players.queries import player_named
from tests.hostdesk.browsing import own, phone
from tests.hostdesk.two_tables import Tables
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """Bo has bought 20.00 and is playing."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    return evening


@pytest.fixture
def tonight(evening):
    return f"/nights/{evening.night.pk}/tonight/"


def asks(name="Bo", **said):
    """Send the request form on a player's own page."""
    browser = phone(name)
    return browser.sends(browser.opens(own(name)).form("/ask/"), **said)


def bought(evening):
    return bank_of(evening.night).history.of(player_named("Bo").number).bought_cents


def test_the_amount_is_the_usual_one(evening):
    assert phone("Bo").opens(own("Bo")).form("/ask/").fields["amount"] == ["20.00"]


@pytest.mark.parametrize("where", ["tonight", "door"])
def test_one_tap_grants_a_rebuy(desk, evening, where):
    page = asks(wanted="rebuy", amount="15")
    place = desk.opens(f"/nights/{evening.night.pk}/{where}/")

    desk.sends(place.form("/buy-in/"))

    assert "Asked for a rebuy of 15.00" in page.text
    assert "Bo asks for a rebuy of 15.00" in place.text
    assert bought(evening) == 3500
    assert "Asked for" not in phone("Bo").opens(own("Bo")).text


def test_what_was_granted_on_another_tablet_is_not_sold_again(desk, evening, tonight):
    asks(wanted="rebuy", amount="15")
    here, there = (desk.opens(tonight).form("/buy-in/") for _ in range(2))
    desk.sends(here)

    page = desk.sends(there, again="yes")

    assert (page.status, bought(evening)) == (422, 3500)


def test_leaving_is_the_notice(desk, evening, tonight):
    asks(wanted="leave", amount="nonsense")

    desk.sends(desk.opens(tonight).form("/notice/"))

    assert bank_of(evening.night).history.of(player_named("Bo").number).notice_at
    assert desk.opens(tonight).part("players").find("asks") == -1


def test_a_cash_out_leads_to_the_count(desk, evening, tonight):
    asks(wanted="cash out")

    assert desk.opens(tonight).links["Count chips"].endswith(f"/{player_named('Bo').number}/cash-out/")


@pytest.mark.parametrize(("field", "word"), [("quick", "After this hand"), ("word", "later")])
def test_a_word_declines_it(desk, evening, tonight, field, word):
    asks(wanted="rebuy", amount="15")
    panel = desk.opens(desk.opens(tonight).links["No… Bo"])

    desk.sends(next(form for form in panel.forms if "/asked/" in form.action), **{field: word})

    assert f"says no to your wish for a rebuy of 15.00 : {word}" in phone("Bo").opens(own("Bo")).text
    assert (bought(evening), "asks" in desk.opens(tonight).part("players")) == (2000, False)


def test_it_is_declined_from_the_door_and_back_there(desk, evening):
    asks(wanted="leave")
    panel = desk.opens(desk.opens(f"/nights/{evening.night.pk}/door/").links["No… Bo"])

    page = desk.sends(next(form for form in panel.forms if "/asked/" in form.action))

    assert page.url == f"/nights/{evening.night.pk}/door/"


def test_a_player_withdraws_it(desk, evening, tonight):
    asks(wanted="rebuy", amount="15")
    there, browser = desk.opens(tonight), phone("Bo")

    browser.sends(browser.opens(own("Bo")).form("/withdraw/"))
    page = desk.sends(there.form("/buy-in/"))

    assert (page.status, "Bo has withdrawn it" in page.text, bought(evening)) == (422, True, 2000)
    assert desk.opens(next(link for link in there.leads_to if "/asked/" in link)).status == 404


def test_what_is_over_is_not_withdrawn_any_more(desk, evening, tonight):
    asks(wanted="rebuy", amount="15")
    browser = phone("Bo")
    form = browser.opens(own("Bo")).form("/withdraw/")
    desk.sends(desk.opens(tonight).form("/buy-in/"))

    assert browser.sends(form).status == 422


def test_nobody_withdraws_what_another_asked_for(evening):
    asks(wanted="leave")
    evening.arrives("Cy")
    number, asked = player_named("Cy").number, Fact.objects.get(kind="request").pk

    page = phone("Cy").client.post(
        f"/own/{number}/nights/{evening.night.pk}/ask/{asked}/withdraw/", {"key": "a-key-of-cy"}
    )

    assert page.status_code == 404


def test_a_limit_of_ones_own_is_said_on_the_phone_alone(desk, evening, tonight):
    say_own_limits(player=player_named("Bo"), figures={Limited.NIGHT: 2500}, at=evening.now)

    page = asks(wanted="rebuy", amount="15")

    assert (page.status, page.alert) == (422, "5.00")
    assert "asks" not in desk.opens(tonight).part("players")


def test_the_phone_says_how_much_may_be_bought(evening):
    """Mike's sells chips in multiples of 5.00 without a maximum; Bo limits himself to 25.00 for tonight."""
    before = phone("Bo").opens(own("Bo")).text
    say_own_limits(player=player_named("Bo"), figures={Limited.NIGHT: 2500}, at=evening.now)

    after = phone("Bo").opens(own("Bo")).text

    assert "You can buy any multiple of 5.00, or ask the players." in before
    assert "You can buy exactly 5.00, or ask the players." in after


def test_where_the_stack_counts_it_says_so():
    dave = Evening("dave-2018")
    dave.buy_in("Bo", "50.00")

    assert "With nothing in front you can buy" in phone("Bo").opens(own("Bo")).text


def test_another_table_is_asked_for_and_the_wish_taken_back(desk):
    tables = Tables(12).sits(one="Ann Bo Cy Gil Jo Kim", two="Di Eve Fay Hal Ivy Lou")
    bo, ask = phone("Bo"), own("Bo", f"nights/{tables.night.pk}/ask/")

    asked = bo.sends(bo.opens(own("Bo")).form("/ask/"), table="2", amount=None)
    seen = desk.opens(f"{tables.url}wishes/").text
    stays = bo.sends(asked.form("/ask/"), table="", amount=None)
    banker = phone("Ann").opens(own("Ann"))

    assert ("You asked for Table 2" in asked.text, "Bo to table 2" in seen) == (True, True)
    assert ("You asked for table" in stays.text, ("table", "1", "submit") in asked.form(ask).buttons) == (False, False)
    assert ("table", "2", "submit") not in banker.form("/ask/").buttons


def test_at_one_table_no_other_is_offered_or_taken(evening):
    browser = phone("Bo")
    form = browser.opens(own("Bo")).form("/ask/")

    page = browser.sends(form, table="2")

    assert ([button for button in form.buttons if button[0] == "table"], page.status) == ([], 422)


@pytest.mark.parametrize("said", [{"wanted": "rebuy", "amount": "lots"}, {"wanted": "a pony"}])
def test_what_is_no_wish_is_refused(evening, said):
    acts = Act.objects.count()

    assert asks(**said).status == 422
    assert (Act.objects.count(), Fact.objects.filter(kind="request").count()) == (acts, 0)


def test_in_a_house_that_looks_at_the_stack_the_panel_is_filled_in(desk):
    dave = Evening("dave-2018")
    dave.buy_in("Bo", "50.00")
    asks(wanted="rebuy", amount="20")
    panel = desk.opens(desk.opens(f"/nights/{dave.night.pk}/tonight/").links["Rebuy 20.00…"])

    desk.sends(panel.form("/buy-in/"), stack="0")

    assert bank_of(dave.night).history.of(player_named("Bo").number).bought_cents == 7000
    assert "asks" not in desk.opens(f"/nights/{dave.night.pk}/tonight/").part("players")
