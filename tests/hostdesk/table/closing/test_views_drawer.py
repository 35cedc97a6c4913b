"""The drawer at the closing: the money counted, the money expected, and the reason for a difference."""

import pytest

from reservations.models import Desk
from tests.hostdesk.browsing import Browser
from tests.hostdesk.counting import bank, closing, counts, drawer_form, last, steps
from tests.ledger.transfer_house import friday
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def test_a_count_waits_until_it_is_recorded(desk, paid_out):
    counts(desk, paid_out, counted="195")

    page = desk.opens(closing(paid_out))

    assert page.says("200.00 195.00 −5.00")
    assert "Record 195.00 : the banker bears 5.00" in page.text.replace("195.00:", "195.00 :")
    assert last().kind == "cash_out"


def test_what_should_be_there_is_not_read_before_it_is_counted(desk, paid_out):
    page = desk.opens(closing(paid_out))

    assert "The drawer has not been counted since it changed: count it." in page.text
    assert "200.00" not in page.text


def test_it_waits_in_this_browser_alone(desk, paid_out, host):
    counts(desk, paid_out, counted="195")
    other = host_client(host.name)

    assert "Short" not in Browser(other).opens(closing(paid_out)).text


def test_an_empty_drawer_that_should_be_empty_is_one_press(desk):
    """It was empty at 20:00; Bo paid 40.00 into it and was paid 40.00 out of it."""
    evening = Evening("dave-2018")
    evening.counts_drawer("0.00")
    evening.buy_in("Bo", "40.00")
    evening.last_hand()
    evening.cash_out("Bo", "40.00")

    page = desk.sends(drawer_form(desk.opens(closing(evening)), "record"), step="record")

    assert last().kind == "count_drawer"
    assert steps(page)["drawer"] == "done"


def test_a_drawer_that_should_not_be_empty_is_counted(desk, paid_out):
    buttons = [button for form in desk.opens(closing(paid_out)).forms for button in form.buttons]

    assert ("step", "record", "submit") not in buttons


def test_what_is_recorded_is_borne_by_the_banker(desk, paid_out):
    page = desk.sends(drawer_form(counts(desk, paid_out, counted="195"), "record"), step="record")

    assert page.says("200.00 195.00 5.00")
    assert page.says("Ann 195.00 Ann 200.00 5.00")
    assert bank(paid_out) == ("195.00", "0.00", "0.00", "5.00")


def test_too_much_is_the_bankers_as_well(desk, paid_out):
    page = desk.sends(drawer_form(counts(desk, paid_out, counted="200.35"), "record"), step="record")

    assert page.says("Ann 200.35 Ann 200.00 0.35")


def test_notes_and_coins_add_up(desk, paid_out):
    # Eight twenties, three tens, one five, and eighteen quarters.
    page = counts(desk, paid_out, **{"counted-2": "8", "counted-3": "3", "counted-4": "1", "counted-6": "18"})

    assert "Counted 199.50 Short −0.50" in page.text
    assert drawer_form(page).fields["counted-2"] == ["8"]


def test_the_notes_are_those_of_the_place(desk, paid_out):
    Desk.objects.update(currency="EUR", locale="de_DE")

    page = counts(desk, paid_out, **{"counted-1": "1"})

    assert page.says("200,00 200,00 0,00")


def test_an_amount_that_contradicts_the_notes_is_asked_about(desk, paid_out):
    page = counts(desk, paid_out, counted="190", **{"counted-2": "9"})

    assert page.status == 422
    assert page.alert == "190.00 180.00"
    assert drawer_form(page).fields["counted-2"] == ["9"]
    assert drawer_form(page).fields["counted"] == ["190"]


def test_starting_over_forgets_the_count(desk, paid_out):
    form = drawer_form(counts(desk, paid_out, counted="195"))

    page = desk.sends(form, step="again")

    assert "Short" not in page.text
    assert drawer_form(page).fields["counted"] == [""]


def test_money_that_moved_meanwhile_is_told_before_it_is_recorded(desk, paid_out):
    form = drawer_form(counts(desk, paid_out, counted="195"), "record")
    paid_out.adds("10.00")

    page = desk.sends(form, step="record")

    assert page.status == 409
    assert page.alert == "200.00 210.00"
    assert page.says("210.00 195.00 −15.00")
    assert bank(paid_out) == ("210.00", "0.00", "0.00", "0.00")


def test_the_same_record_twice_is_one(desk, paid_out):
    form = drawer_form(counts(desk, paid_out, counted="195"), "record")

    first, second = desk.sends(form, step="record"), desk.sends(form, step="record")

    assert first.url == second.url
    assert bank(paid_out) == ("195.00", "0.00", "0.00", "5.00")


def test_a_record_can_be_undone(desk, paid_out):
    page = desk.sends(drawer_form(counts(desk, paid_out, counted="195"), "record"), step="record")

    undoing = desk.opens(page.links["Undo the count"])
    desk.sends(undoing.form(f"/undo/{last().number}/"))

    assert bank(paid_out) == ("200.00", "0.00", "0.00", "0.00")
    assert steps(desk.opens(closing(paid_out)))["drawer"] == "now"


def test_a_rebuy_recorded_as_cash_that_came_by_transfer_is_found(desk):
    evening = friday()
    evening.it_is("21:04")
    bought = evening.buy_in("Bo", "40.00")
    evening.last_hand()
    evening.cash_out("Bo", "40.00", payout={"transfer": "40.00"})

    page = counts(desk, evening, counted="200")

    assert page.says("240.00 200.00 −40.00")
    assert f"Bo's buy-in of 40.00 at 21:04 (act {bought.act.number}) is recorded with 40.00 in cash" in page.text


def test_a_double_payment_shows_in_the_drawer_as_well(desk, evening):
    evening.it_is("22:00")
    evening.cash_out("Bo", "10.00")
    second = evening.cash_out("Bo", "10.00")
    evening.cash_out("Cy", "40.00")

    page = counts(desk, evening, counted="210")

    assert page.says("200.00 210.00 +10.00")
    assert f"Look at act {second.act.number}" in page.links


def test_what_nothing_explains_is_said_plainly(desk, paid_out):
    page = counts(desk, paid_out, counted="199.97")

    assert "No single act explains it." in page.text
    assert page.links["Review all acts"] == f"/history/?night={paid_out.night.pk}"


def test_what_an_earlier_count_confirmed_is_not_suspected_again(desk, evening):
    bought = evening.buy_in("Cy", "20.00", stack="0")
    evening.counts_drawer("280.00")
    evening.cash_out("Bo", "35.00")
    evening.cash_out("Cy", "45.00")

    page = counts(desk, evening, counted="180")

    assert f"Look at act {bought.act.number}" not in page.links
