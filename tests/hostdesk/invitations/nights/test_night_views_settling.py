"""THE BOOK after a night: the changes of that night, and settling at the table."""

from dataclasses import replace

import pytest

from hostdesk.standings.book.queries import night_book
from ledger.months.commands import consolidate
from ledger.months.payment_commands import claim_payment, pay_debt
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.hostdesk.counting import closing, counts, drawer_form, last
from tests.played_once import played_once
from tests.signed_in import banker_client
from tests.stories.evening import Evening, a_closed_night, book

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def ready():
    """A night about to close: Bo lost 25.00 on a note and Cy 10.00 in THE BOOK, and Gil took the 35.00 home in cash."""
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
    """The banker's browser, which opened its link before the close."""
    browser = Browser(banker_client(ready.night, player_named("Ann")))
    ready.closes()
    return browser


def address(evening):
    return f"/nights/{evening.night.pk}/"


def confirming(browser, evening, payer, payee):
    """Press "Paid…" for two players, and return the form that confirms it."""
    numbers = player_named(payer).number, player_named(payee).number
    page = browser.opens(f"{address(evening)}?payer={numbers[0]}&payee={numbers[1]}")
    return next(form for form in page.forms if form.fields.get("step") == ["pay"])


def test_the_close_leads_to_the_result_with_what_is_left_to_pay(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", pay="book")
    evening.last_hand()
    evening.cash_out("Cy", "25.00", ruling="bought from Bo")
    page = desk.sends(drawer_form(counts(desk, evening, counted="175"), "record"), step="record")

    closed = desk.sends(page.form("/close/"))

    assert closed.url == f"/nights/{evening.night.pk}/?receipt={last().number}"
    assert 'aria-label="Who pays whom. Bo pays Ann $25.00."' in closed.html


def test_everybody_is_told_with_before_the_night_and_after(desk, evening):
    page = desk.opens(address(evening))

    assert page.says("Ann 0.00 +35.00 +35.00 Bo 0.00 −25.00 −25.00 Cy 0.00 −10.00 −10.00")


def test_those_the_night_left_alone_come_after(desk, evening):
    evening.opens("mike")
    evening.buy_in("Bo", "5.00", pay="book")
    evening.last_hand()
    evening.cash_out("Gil", "5.00", ruling="bought from Bo")
    evening.counts_drawer("195.00")
    evening.closes()

    page = desk.opens(address(evening))

    assert "Ann +35.00 +5.00 +40.00 Bo −25.00 −5.00 −30.00 Cy −10.00 — −10.00" in page.text


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

    assert page.says("Ann 0.00 +35.00 +35.00 −25.00 +10.00 Bo 0.00 −25.00 −25.00 +25.00 0.00")


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
        ({"amount": ""}, "Enter how much was paid."),
        ({"payee": "3"}, "This night has no such payment."),
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
    assert "This night has no such payment." in page.text


def test_all_paid_is_said(desk, evening):
    desk.sends(confirming(desk, evening, "Bo", "Ann"))

    page = desk.sends(confirming(desk, evening, "Cy", "Ann"))

    assert "All settled" in page.text


def test_what_was_forgiven_is_left_to_nobody_and_not_paid(desk, evening):
    """Ann forgives Bo 4.00 of his debt to her from this night."""
    before = night_book(evening.night).payments

    evening.forgives("Ann", "Bo", "4.00")

    after = night_book(evening.night).payments
    assert [(one.paid, one.left_cents) for one in after] == [
        ((), one.left_cents - 400 * (one.payer == "Bo")) for one in before
    ]
    assert "forgiven 4.00 act" in desk.opens(address(evening)).text


def test_the_banker_sees_the_changes_and_records_payments(banker, ready):
    page = banker.sends(confirming(banker, ready, "Bo", "Ann"))

    assert "Ann +35.00 Bo −25.00 Cy −10.00 +" in page.text
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

    assert f"in the consolidation of act {plan}" in page.text
    assert "Paid… by Bo to Ann" not in page.links


def test_a_night_that_is_open_leads_to_its_closing(desk):
    evening = Evening("mike")

    answer = desk.client.post(f"{address(evening)}book/", {"step": "pay"})

    assert (answer.status_code, answer.url) == (302, closing(evening))


def test_a_picture_shows_who_pays_whom(desk, evening):
    page = desk.opens(address(evening))

    assert 'aria-label="Who pays whom. Bo pays Ann $25.00. Cy pays Ann $10.00."' in page.html


def test_a_night_in_cash_has_nothing_to_settle(desk):
    assert "Settle tonight" not in desk.opens(address(a_closed_night())).text


def test_the_old_address_leads_to_it_with_what_is_asked_for(desk, evening):
    moved = desk.client.get(f"{address(evening)}book/?act=7")

    assert (moved.status_code, moved.url) == (301, f"{address(evening)}?act=7#settle")


def test_the_receipt_is_shown_and_the_list_is_gone_to(desk, evening):
    page = desk.sends(confirming(desk, evening, "Bo", "Ann"))

    assert page.url == f"{address(evening)}?receipt={last().number}#settle"
    assert f"Bo pays Ann 25.00 act {last().number}" in page.text


@pytest.mark.parametrize("step", ["pay", "undo"])
def test_a_page_from_before_the_plan_records_nothing(desk, evening, step):
    form = confirming(desk, evening, "Bo", "Ann")
    paid = pay_debt(stamp=evening.stamp(), payer=player_named("Cy"), payee=player_named("Ann"), amount_cents=500)
    plan = consolidate(stamp=evening.stamp(), until=evening.night.date).act.number

    page = desk.sends(form, step=step, act=paid.act.number)

    assert (page.status, last().number) == (422, plan)
    assert f"This night is part of the plan of act {plan} by now (" in page.text


def undoing(browser, evening, number):
    """Send the form that undoes a payment between Bo and Ann."""
    numbers = {"payer": player_named("Bo").number, "payee": player_named("Ann").number}
    sent = {"key": f"undo-{number:08}", "step": "undo", "act": number, **numbers}
    return browser.client.post(f"{address(evening)}book/", sent)


def test_the_banker_undoes_what_they_recorded_here(banker, ready):
    banker.sends(confirming(banker, ready, "Bo", "Ann"))

    assert undoing(banker, ready, last().number).status_code == 303
    assert undoing(banker, ready, last().number - 1).status_code == 303


@pytest.mark.parametrize("claimed", [False, True])
def test_the_banker_undoes_no_other_payment(banker, desk, ready, claimed):
    bo, ann = player_named("Bo"), player_named("Ann")
    claim = claim_payment(stamp=ready.stamp(), payer=bo, payee=ann, amount_cents=500).act.key if claimed else None
    by = "Ann" if claimed else "Bo"
    pay_debt(stamp=replace(ready.stamp(), by=by), payer=bo, payee=ann, amount_cents=500, claim=claim)
    number = last().number

    page = undoing(banker, ready, number)

    assert (page.status_code, last().number) == (422, number)
    assert f"You did not record act {number} here" in page.content.decode()
    assert (f"?act={number}#paying" in banker.opens(address(ready)).html, undoing(desk, ready, number).status_code) == (
        False,
        303,
    )
