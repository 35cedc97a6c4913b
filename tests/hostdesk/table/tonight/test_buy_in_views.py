"""Money for chips, from the pages: sales, refusals and questions."""

import pytest

from ledger.bank.queries import bank_of
from ledger.money.cents import format_cents
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


@pytest.fixture
def panel(desk, evening):
    """Return a function that opens a player's panel."""
    return lambda name: desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/")


def bank(evening):
    """Return the bank as two amounts: the drawer, and the chips in play."""
    balances = bank_of(evening.night).balances
    return format_cents(balances.drawer_cents), format_cents(balances.chips_cents)


def test_the_usual_amount_is_there_already(desk, panel, evening):
    page = desk.sends(panel("Bo").form("/buy-in/"))

    assert page.status == 200
    assert "Bo buys in, paid in cash 50.00" in page.text
    assert bank(evening) == ("250.00", "50.00")


def test_another_amount(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"), amount=" $20.5 ")

    assert bank(evening) == ("220.50", "20.50")


@pytest.mark.parametrize("amount", ["1e3", "-5", "", "0", "1,000", "٣", "20.005"])
def test_what_is_no_amount_is_said_and_kept(desk, panel, evening, amount):
    page = desk.sends(panel("Bo").form("/buy-in/"), amount=amount)

    assert page.status == 422
    assert "is not an amount" in page.text
    assert page.form("/buy-in/").fields["amount"] == [amount]
    assert bank(evening) == ("200.00", "0.00")


def test_the_same_form_again_records_once(desk, panel, evening):
    form = panel("Bo").form("/buy-in/")

    first, second = desk.sends(form), desk.sends(form)

    assert first.url == second.url
    assert bank(evening) == ("250.00", "50.00")


def test_a_used_form_with_something_else_shows_both(desk, panel, evening):
    form = panel("Bo").form("/buy-in/")
    desk.sends(form)

    page = desk.sends(form, amount="40.00")

    assert page.status == 409
    assert "Recorded: Bo buys in, paid in cash 50.00" in page.text
    assert page.form("/buy-in/").fields["amount"] == ["40.00"]
    assert page.form("/buy-in/").fields["key"] != form.fields["key"]
    assert bank(evening) == ("250.00", "50.00")


def test_a_refusal_says_the_rule_and_what_would_do(desk, panel, evening):
    evening.buy_in("Bo", "50.00")

    page = desk.sends(panel("Bo").form("/buy-in/"), amount="30.00", stack="40.00", again="yes")

    assert page.status == 422
    assert "Bo can buy up to 10.00." in page.text
    assert bank(evening) == ("250.00", "50.00")


def test_what_would_do_is_one_press_away(desk, panel, evening):
    evening.buy_in("Bo", "50.00")
    page = desk.sends(panel("Bo").form("/buy-in/"), amount="30.00", stack="40.00")

    offered = next(form for form in page.forms if ("amount", "10.00", "submit") in form.buttons)
    desk.sends(offered, amount="10.00")

    assert bank(evening) == ("260.00", "60.00")


def test_the_host_overrules_with_a_reason(desk, panel, evening):
    page = desk.sends(panel("Bo").form("/buy-in/"), amount="5.00")

    desk.sends(overruling(page), ruling="the first night here", agreed="yes")

    act = Act.objects.latest("number")
    assert (act.kind, act.ruling, act.by) == ("buy_in", "the table agreed: the first night here", "Ann")
    assert bank(evening) == ("205.00", "5.00")


def test_a_reason_given_before_is_offered_again(desk, panel, evening):
    evening.buy_in("Cy", "5.00", ruling="a birthday")

    page = desk.sends(panel("Bo").form("/buy-in/"), amount="5.00")

    assert [form.buttons for form in page.forms if ("ruling", "a birthday", "submit") in form.buttons] == [
        [("ruling", "a birthday", "submit")]
    ]


def test_nobody_is_busted_with_chips_in_front(desk, evening, panel):
    evening.buy_in("Bo", "20.00")

    page = desk.sends(panel("Bo").form("/buy-in/"), amount="20.00", stack="12", busted="yes")

    assert (page.status, page.alert) == (422, "12.00")
    assert bank(evening) == ("220.00", "20.00")


@pytest.mark.parametrize(
    ("stack", "proposed"), [("45", "5.00"), ("12.50", "37.50"), ("50", "50.00"), ("many", "50.00")]
)
def test_the_usual_amount_fits_the_chips_in_front(desk, evening, stack, proposed):
    """Bo bought 50.00, the maximum; with 45.00 in front he may buy 5.00 more, with 50.00 no more."""
    evening.buy_in("Bo", "50.00")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/?stack={stack}")

    assert page.form("/buy-in/").fields["amount"] == [proposed]


def test_a_busted_player_has_nothing_in_front(desk, panel, evening):
    evening.buy_in("Bo", "50.00")
    evening.it_is("21:00")

    page = desk.sends(panel("Bo").form("/buy-in/"), busted="yes")

    assert "Bo buys in, paid in cash, 0.00 in front 50.00" in page.text
    assert bank(evening) == ("300.00", "100.00")


def chosen(page):
    """Return the ways to pay that the panel has preselected."""
    return page.form("/buy-in/").fields.get("pay")


def test_who_owes_for_the_last_chips_pays_the_next_in_cash_unless_somebody_says_otherwise(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00", pay="book")

    panel = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/")
    desk.sends(panel.form("/buy-in/"), amount="10.00", again="yes")

    assert chosen(panel) == ["cash"]
    assert bank(evening) == ("210.00", "30.00")


def test_what_looks_like_the_same_buy_in_is_asked_about(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"))

    page = desk.sends(panel("Bo").form("/buy-in/"), busted="yes")

    assert page.status == 409
    assert "Is this the same one again" in page.text
    assert bank(evening) == ("250.00", "50.00")


def test_nothing_else_can_be_pressed_while_that_is_asked(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"))

    page = desk.sends(panel("Bo").form("/buy-in/"), busted="yes")

    assert [form.buttons for form in page.forms if form.action.endswith("/buy-in/")] == [[("again", "yes", "submit")]]
    assert "Cash out" not in page.links
    assert page.links["Only once"].endswith(f"?receipt={Act.objects.latest('number').number}")


def test_another_one_is_recorded_when_the_host_says_so(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"))
    page = desk.sends(panel("Bo").form("/buy-in/"), busted="yes")

    asked = next(form for form in page.forms if ("again", "yes", "submit") in form.buttons)
    desk.sends(asked, again="yes")

    assert bank(evening) == ("300.00", "100.00")


def test_overruled_within_the_minute_it_is_recorded(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"))
    page = desk.sends(panel("Bo").form("/buy-in/"), stack="40.00")
    asked = next(form for form in page.forms if ("again", "yes", "submit") in form.buttons)
    refused = desk.sends(asked, again="yes")

    desk.sends(overruling(refused), ruling="the last hour")

    assert bank(evening) == ("300.00", "100.00")


def test_a_buy_in_that_another_tablet_undid_is_said(desk, evening):
    bought = evening.buy_in("Bo", "50.00")
    number = player_named("Bo").number
    evening.undo(bought)

    response = desk.client.post(
        f"/nights/{evening.night.pk}/tonight/players/{number}/paid/",
        {"key": "paid-otherwise", "of": bought.act.key, "pay": "transfer"},
    )

    assert response.status_code == 422
    assert f"{bought.act.key} is not a buy-in of this night that stands." in response.content.decode()


def overruling(page):
    """Return the form that asks for a reason."""
    return next(form for form in page.forms if "ruling" in form.fields)


def test_where_nobody_said_what_is_in_front_nothing_is_offered_as_that(desk, panel, evening):
    evening.buy_in("Bo", "50.00")
    page = desk.sends(panel("Bo").form("/buy-in/"), amount="30.00", again="yes")

    offered = next(form for form in page.forms if ("amount", "30.00", "submit") in form.buttons)
    after = desk.sends(offered, amount="30.00")

    assert (page.status, after.status) == (422, 200)
    assert "0.00 in front" in after.text
    assert bank(evening) == ("280.00", "80.00")


def test_the_nearest_amount_is_offered_for_too_little(desk, panel, evening):
    page = desk.sends(panel("Bo").form("/buy-in/"), amount="3.00")

    assert [form.buttons for form in page.forms if ("amount", "10.00", "submit") in form.buttons]


@pytest.mark.parametrize(
    ("page", "said"), [("everyone/", {"players": ["2"]}), ("players/2/sell/", {"buyer": "3", "amount": "10.00"})]
)
def test_after_the_last_hand_every_sale_is_asked_about_first(desk, page, said):
    evening = Evening("mike")
    evening.buy_in("Cy", "20.00")
    evening.arrives("Bo")
    evening.last_hand()
    form = desk.opens(f"/nights/{evening.night.pk}/tonight/{page}").form(page)
    asked = desk.sends(form, **said)
    before = Act.objects.latest("number").kind

    sold = desk.sends(next(form for form in asked.forms if ("late", "yes", "submit") in form.buttons), late="yes")

    assert (asked.status, before, sold.status) == (409, "last_hand", 200)
    assert Act.objects.latest("number").kind == ("buy_in" if page == "everyone/" else "chip_sale")


def test_after_the_last_hand_a_rebuy_is_asked_about_first(desk, panel, evening):
    evening.buy_in("Bo", "50.00")
    evening.last_hand()
    asked = desk.sends(panel("Bo").form("/buy-in/"), busted="yes", again="yes")
    before = bank(evening)

    page = desk.sends(next(form for form in asked.forms if ("late", "yes", "submit") in form.buttons), late="yes")

    assert (asked.status, page.status, before) == (409, 200, ("250.00", "50.00"))
    assert bank(evening) == ("300.00", "100.00")
