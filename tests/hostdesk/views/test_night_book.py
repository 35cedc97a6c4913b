"""THE BOOK after a night: what it changed, and settling it at the table."""

import pytest

from ledger.commands import consolidate, pay_debt
from reservations.models import Act
from reservations.queries import player_named
from tests.hostdesk.views.browsing import Browser
from tests.hostdesk.views.counting import last
from tests.hostdesk.views.ending import address as closing
from tests.hostdesk.views.ending import counts, recording
from tests.signed_in import banker_client
from tests.stories.evening import Evening, a_closed_night
from tests.stories.paper import book

pytestmark = pytest.mark.django_db


@pytest.fixture
def ready():
    """A night about to close: Bo lost 25.00 on a note and Cy 10.00 in THE BOOK, and Gil took it home in cash."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.last_hand()
    evening.cash_out("Gil", "35.00", ruling="bought from Bo, and nobody wrote it down")
    evening.commits()
    evening.counts_drawer("165.00")
    return evening


@pytest.fixture
def evening(ready):
    """That night, closed."""
    ready.closes()
    return ready


@pytest.fixture
def banker(ready):
    """The banker's browser; their link was opened while the night was."""
    browser = Browser(banker_client(ready.night, player_named("Ann")))
    ready.closes()
    return browser


def address(evening):
    return f"/nights/{evening.night.pk}/book/"


def confirming(browser, evening, payer, payee):
    """Press "Paid…" between two, and return the form that confirms it."""
    numbers = player_named(payer).number, player_named(payee).number
    page = browser.opens(f"{address(evening)}?payer={numbers[0]}&payee={numbers[1]}")
    return next(form for form in page.forms if form.fields.get("step") == ["pay"])


def test_the_close_leads_to_it(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", pay="book")
    evening.last_hand()
    evening.cash_out("Cy", "25.00", ruling="bought from Bo")
    page = desk.sends(recording(counts(desk, evening, counted="175")), step="record")

    closed = desk.sends(page.form("/close/"))

    assert closed.url == f"{address(evening)}?receipt={last().number}"
    assert "The night is closed act" in closed.text


def test_everybody_is_told_with_before_the_night_and_after(desk, evening):
    page = desk.opens(address(evening))

    assert "Ann 0.00 +35.00 +35.00 Bo 0.00 −25.00 −25.00 Cy 0.00 −10.00 −10.00" in page.text


def test_those_the_night_left_alone_come_after(desk, evening):
    evening.opens("mike")
    evening.buy_in("Bo", "5.00", pay="book")
    evening.last_hand()
    evening.cash_out("Gil", "5.00", ruling="bought from Bo")
    evening.counts_drawer("195.00")
    evening.closes()

    page = desk.opens(address(evening))

    assert (
        "Ann +35.00 +5.00 +40.00 Bo −25.00 −5.00 −30.00 The night changed nothing for Cy −10.00 – −10.00"
    ) in page.text


def test_the_fewest_payments_of_the_night_alone(desk, evening):
    page = desk.opens(address(evening))

    assert "Bo pays Ann 25.00 Paid… by Bo to Ann Cy pays Ann 10.00" in page.text
    assert "2 payments for this night alone. Fewest possible: proven." in page.text


def test_a_payment_at_the_table_is_confirmed_and_ticked(desk, evening):
    page = desk.sends(confirming(desk, evening, "Bo", "Ann"))

    assert "Bo pays Ann 25.00 ✓ paid" in page.text
    assert (last().kind, last().by) == ("payment", "Ann")
    assert book() == {"Ann": "10.00", "Cy": "-10.00"}


def test_what_has_moved_since_stands_beside_it(desk, evening):
    page = desk.sends(confirming(desk, evening, "Bo", "Ann"))

    assert "Ann 0.00 +35.00 +35.00 −25.00 +10.00 Bo 0.00 −25.00 −25.00 +25.00 0.00" in page.text


def test_a_part_of_it_leaves_the_rest(desk, evening):
    page = desk.sends(confirming(desk, evening, "Bo", "Ann"), amount="20")

    assert "Bo pays Ann 25.00 5.00 left Paid…" in page.text
    assert confirming(desk, evening, "Bo", "Ann").fields["amount"] == ["5.00"]


def test_the_same_payment_twice_is_one(desk, evening):
    form = confirming(desk, evening, "Bo", "Ann")

    first, second = desk.sends(form), desk.sends(form)

    assert first.url == second.url
    assert Act.objects.filter(kind="payment").count() == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"amount": "25.01"}, "25.00 of it is left to pay, not 25.01."),
        ({"amount": ""}, "Say how much was paid."),
        ({"payee": "3"}, "That is no payment of this night: look at the page again."),
    ],
)
def test_what_is_none_of_the_plan_is_not_recorded(desk, evening, said, sentence):
    page = desk.sends(confirming(desk, evening, "Bo", "Ann"), **said)

    assert page.status == 422
    assert sentence in page.text
    assert last().kind == "close"


def test_a_payment_is_undone_after_one_more_question(desk, evening):
    desk.sends(confirming(desk, evening, "Bo", "Ann"))
    page = desk.opens(f"{address(evening)}?act={last().number}")
    form = next(form for form in page.forms if form.fields.get("step") == ["undo"])

    page = desk.sends(form)

    assert "Bo has not paid Ann 25.00 ?" not in page.text
    assert book() == {"Ann": "35.00", "Bo": "-25.00", "Cy": "-10.00"}
    assert desk.sends(form).status == 200


def test_no_other_payment_is_undone_from_here(desk, evening):
    desk.sends(confirming(desk, evening, "Bo", "Ann"))
    form = next(form for form in desk.opens(f"{address(evening)}?act={last().number}").forms if "act" in form.fields)

    page = desk.sends(form, act="1")

    assert page.status == 422
    assert "That is no payment of this night" in page.text


def test_all_paid_is_said(desk, evening):
    desk.sends(confirming(desk, evening, "Bo", "Ann"))

    page = desk.sends(confirming(desk, evening, "Cy", "Ann"))

    assert "All of tonight has been paid." in page.text


def test_the_banker_sees_the_changes_and_records_payments(banker, ready):
    page = banker.sends(confirming(banker, ready, "Bo", "Ann"))

    assert "Ann +35.00 Bo −25.00 Cy −10.00 With +" in page.text
    assert last().kind == "payment"


def test_a_banker_is_told_of_no_other_payment(banker, ready):
    banker.sends(confirming(banker, ready, "Bo", "Ann"))
    other = pay_debt(
        stamp=ready.stamp(), payer=player_named("Bo"), payee=player_named("Cy"), amount_cents=700
    ).act.number

    assert "Bo pays Ann 25.00 act" in banker.opens(f"{address(ready)}?receipt={other - 1}").text
    assert "7.00" not in banker.opens(f"{address(ready)}?receipt={other}").text


def test_what_was_consolidated_since_is_paid_by_that_plan(desk, evening):
    plan = consolidate(stamp=evening.stamp(), until=evening.night.date).act.number

    page = desk.opens(address(evening))

    assert f"The night is part of a consolidation since, act {plan}" in page.text
    assert "Paid… by Bo to Ann" not in page.links


def test_a_night_that_is_open_leads_to_its_closing(desk):
    evening = Evening("mike")

    assert desk.opens(address(evening)).url == closing(evening)


def test_a_night_in_cash_has_nothing_to_settle(desk):
    assert "Nothing of this night went into THE BOOK" in desk.opens(address(a_closed_night())).text


def test_the_nights_page_leads_to_it(desk, evening):
    assert desk.opens(f"/nights/{evening.night.pk}/").links["THE BOOK"] == "/book/"
