"""A payment and a correction from the pages: reviewed first, then recorded once, and undone from the receipt."""

import json
from datetime import timedelta

import pytest

from reservations.models import Act
from tests.hostdesk.browsing import Browser
from tests.signed_in import host_client
from tests.stories.evening import book

pytestmark = [pytest.mark.further, pytest.mark.django_db]

BEFORE = {"Ann": "25.00", "Bo": "-15.00", "Cy": "-10.00"}
ANN, BO, CY, GIL = "1", "2", "3", "4"


def acts():
    return Act.objects.count()


def looked_at(desk, page="/book/payment/", **said):
    """Return the page that shows the entry before it is recorded."""
    return desk.sends(desk.opens(page).form(page), **{"payer": BO, "payee": ANN, "amount": "10", **said})


def confirm(page):
    """Return the form that records the entry."""
    return next(form for form in page.forms if ("confirm", "yes", "submit") in form.buttons)


def paid(desk, **said):
    return desk.sends(confirm(looked_at(desk, **said)), confirm="yes")


def undo(desk, receipt):
    address = receipt.links["Undo…"]
    return desk.sends(desk.opens(address).form(address), reason="it never came")


def corrected(desk, **said):
    said = {"debtor": BO, "creditor": CY, "amount": "3", "reason": "Cy was short of three", **said}
    page = desk.sends(desk.opens("/book/correct/").form("/book/correct/"), **said)
    return page, lambda: desk.sends(confirm(page), confirm="yes")


def test_a_payment_is_looked_at_before_anything_is_recorded(desk, evening):
    before = acts()

    page = looked_at(desk)

    assert "Bo pays Ann 10.00" in page.text
    assert page.says("Bo −15.00 +10.00 −5.00 Ann +25.00 −10.00 +15.00")
    assert (page.status, acts(), book()) == (200, before, BEFORE)


def test_a_payment_is_recorded_and_its_receipt_has_the_undo(desk, evening):
    page = paid(desk)

    number = Act.objects.latest("number").number
    assert page.url == f"/book/?receipt={number}"
    assert f"Bo pays Ann 10.00 . Act {number}" in page.text
    assert "Bo −15.00 +10.00 −5.00" in page.text
    assert page.links["Undo…"] == f"/history/{number}/"
    assert book() == {"Ann": "15.00", "Bo": "-5.00", "Cy": "-10.00"}


def test_undone_everything_stands_as_before(desk, evening):
    undo(desk, paid(desk))

    assert book() == BEFORE


def test_pressed_twice_it_is_one_payment(desk, evening):
    form, before = confirm(looked_at(desk)), acts()

    pages = [desk.sends(form, confirm="yes") for _ in range(2)]

    assert ([page.status for page in pages], acts() - before) == ([200, 200], 1)
    assert pages[0].url == pages[1].url


def test_the_same_key_with_another_amount_is_shown_and_not_recorded(desk, evening):
    form = confirm(looked_at(desk))
    desk.sends(form, confirm="yes")
    before = acts()

    page = desk.sends(form, confirm="yes", amount="11")

    assert (page.status, acts()) == (409, before)
    assert "This form has been used already." in page.text


def test_the_same_payment_from_another_device_is_asked_about(desk, evening):
    other = Browser(host_client("Hanna"))
    here, there = confirm(looked_at(desk)), confirm(looked_at(other))
    desk.sends(here, confirm="yes")
    before, first = acts(), Act.objects.latest("number")

    asked = other.sends(there, confirm="yes")

    assert (asked.status, acts()) == (409, before)
    assert f"(act {first.number}, by Ann ). Is this the same one" in asked.text
    assert asked.links["Only once"] == f"/book/?receipt={first.number}"


def test_another_payment_that_looks_the_same_is_recorded_when_asked(desk, evening):
    paid(desk)
    asked = paid(desk)

    desk.sends(next(form for form in asked.forms if ("again", "yes", "submit") in form.buttons), again="yes")

    assert book() == {"Ann": "5.00", "Bo": "5.00", "Cy": "-10.00"}


@pytest.mark.parametrize("said", [{"amount": "10.01"}, {"payer": CY}, {"payee": CY}])
def test_another_payment_is_not_asked_about(desk, evening, said):
    paid(desk)

    assert paid(desk, **said).status == 200


def test_a_payment_that_was_undone_is_not_asked_about(desk, evening):
    undo(desk, paid(desk))

    assert paid(desk).status == 200


def test_after_a_minute_it_is_not_asked_about(desk, evening, monkeypatch):
    paid(desk)

    monkeypatch.setattr("hostdesk.standings.book.views.SAME_WITHIN", timedelta(0))

    assert paid(desk).status == 200


def test_a_payment_beyond_what_is_owed_is_warned_about_and_recorded(desk, evening):
    page = looked_at(desk, amount="30")

    desk.sends(confirm(page), confirm="yes")

    assert "Bo owes 15.00: after this Bo is owed 15.00." in page.text
    assert "Ann is owed 25.00: after this Ann owes 5.00." in page.text
    assert book() == {"Ann": "-5.00", "Bo": "15.00", "Cy": "-10.00"}


def test_a_guest_may_be_left_owing_by_a_ruling_alone(desk, evening):
    page = paid(desk, payer=BO, payee=GIL)
    refused = book()

    ruled = next(form for form in page.forms if "agreed" in form.fields or form.fields.get("payee") == [GIL])
    receipt = desk.sends(ruled, ruling="he may")

    assert (page.status, refused) == (422, BEFORE)
    assert "Overruled by the host: he may" in receipt.text
    assert page.alert == "Gil"
    assert book()["Gil"] == "-10.00"
    assert Act.objects.latest("number").ruling == "he may"


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ("payer=2", (BO, ANN, "15.00")),
        ("payee=1", (BO, ANN, "15.00")),
        ("payer=3&payee=1", (CY, ANN, "10.00")),
        ("payer=1", (ANN, "", "")),
        ("payer=4", (GIL, "", "")),
        ("payer=x&payee=99999999999999999999", ("", "", "")),
        ("", ("", "", "")),
    ],
)
def test_the_form_begins_with_what_the_standings_suggest(desk, evening, asked, fields):
    form = desk.opens(f"/book/payment/?{asked}").form("/book/payment/")

    assert tuple(form.fields[name][0] for name in ("payer", "payee", "amount")) == fields


def test_likely_payments_are_offered(desk, evening):
    page = desk.opens("/book/payment/")

    assert page.links["Bo pays Ann 15.00"] == "/book/payment/?payer=2&payee=1"
    assert page.links["Cy pays Ann 10.00"] == "/book/payment/?payer=3&payee=1"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"payer": ""}, "Choose who paid."),
        ({"payee": ""}, "Choose who was paid."),
        ({"amount": ""}, "Enter the amount."),
        ({"amount": "0"}, '"0" is not an amount: it has to be more than zero.'),
        ({"amount": "-5"}, "an amount carries no sign"),
        ({"amount": "1e3"}, "without an exponent"),
        ({"payee": BO}, "Choose two different players."),
        ({"payee": "99"}, "Select a valid choice. 99 is not one of the available choices."),
        ({"payee": "x"}, "Select a valid choice. x is not one of the available choices."),
        ({"key": "!"}, "An act's id is 8 to 64 of the characters"),
    ],
)
def test_what_cannot_be_read_is_told_and_kept(desk, evening, said, sentence):
    page = looked_at(desk, **said)

    assert (page.status, book()) == (422, BEFORE)
    assert sentence in page.text


def test_a_duplicate_cannot_be_chosen(desk, evening):
    evening.merges("Cy", into="Bo")

    page = desk.opens("/book/payment/")

    assert f'<option value="{CY}"' not in page.html


def test_a_player_who_was_merged_meanwhile_is_told(desk, evening):
    form = confirm(looked_at(desk, payer=CY))
    evening.merges("Cy", into="Bo")

    assert "Select a valid choice." in desk.sends(form, confirm="yes").text


def test_a_correction_is_looked_at_with_its_reason(desk, evening):
    page, _ = corrected(desk, about="2026-11-20")

    assert "Bo owes Cy 3.00 more" in page.text
    assert page.says("Cy 20 2026")
    assert page.says("Bo −15.00 −3.00 −18.00 Cy −10.00 +3.00 −7.00")
    assert book() == BEFORE


@pytest.mark.parametrize("about", ["", "2026-11-20"])
def test_a_correction_is_recorded(desk, evening, about):
    _, record = corrected(desk, about=about)

    page = record()

    said = json.loads(Act.objects.latest("number").content)
    assert (said["reason"], said.get("about", "")) == ("Cy was short of three", about)
    assert page.says("Bo Cy Cy 3.00")
    assert book() == {"Ann": "25.00", "Bo": "-18.00", "Cy": "-7.00"}


def test_a_correction_changes_no_result_and_stands_below_the_report(desk, evening):
    before = evening.results()

    corrected(desk, about="2026-11-20")[1]()

    assert evening.results() == before
    assert "Cy was short of three" in desk.opens(f"/nights/{evening.night.pk}/").text


def test_the_same_correction_is_asked_about(desk, evening):
    corrected(desk)[1]()

    page = corrected(desk)[1]()

    assert page.status == 409
    assert "Is this the same one" in page.text


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"debtor": ""}, "Choose who owes more."),
        ({"creditor": BO}, "Choose two different players."),
        ({"reason": ""}, "Give a reason"),
        ({"reason": "a\u202eb"}, "a character that has no place in a line of text"),
        ({"about": "2026-11-19"}, "Select a valid choice. 2026-11-19 is not one of the available choices."),
        ({"amount": ""}, "Enter the amount."),
    ],
)
def test_a_correction_that_cannot_be_read_is_told(desk, evening, said, sentence):
    page, _ = corrected(desk, **said)

    assert (page.status, book()) == (422, BEFORE)
    assert sentence in page.text


def test_the_form_of_a_correction_begins_with_who_was_asked_for(desk, evening):
    form = desk.opens("/book/correct/?debtor=2&creditor=x").form("/book/correct/")

    assert (form.fields["debtor"], form.fields["creditor"]) == ([BO], [""])


def test_a_name_that_is_markup_is_a_word_on_the_way(desk, evening):
    evening.renames("Bo", "<b>Bo</b>")

    pages = [looked_at(desk, amount="30"), paid(desk, amount="30"), paid(desk, amount="30"), corrected(desk)[0]]

    assert ["<b>Bo</b>" in page.html for page in pages] == [False] * 4
    assert ["<b>Bo</b>" in page.text for page in pages] == [True] * 4


def test_any_two_can_be_let_off_after_a_look(desk, evening):
    """Ann is owed 25.00, and Bo owes 15.00 of it: Ann forgives 1.00, which is listed as forgiven and then undone."""
    said = {"creditor": ANN, "debtor": BO, "amount": "1.00", "reason": "an old friend"}
    look = desk.sends(desk.opens("/book/forgive/").form("/book/forgive/"), **said)
    before = Act.objects.filter(kind="forgive").exists()

    page = desk.sends(confirm(look), confirm="yes")
    listed = desk.opens("/history/?kind=forgive").text
    undo(desk, page)

    assert (before, "Ann forgives Bo a debt: an old friend" in page.text) == (False, True)
    assert "Ann forgives Bo a debt: an old friend" in listed
    assert Act.objects.latest("number").reverses.kind == "forgive"


def test_more_than_is_owed_is_not_let_go(desk, evening):
    said = {"creditor": BO, "debtor": CY, "amount": "1.00", "reason": "a gift"}

    page = desk.sends(confirm(desk.sends(desk.opens("/book/forgive/").form("/book/forgive/"), **said)), confirm="yes")

    assert page.status == 422
    assert "nothing can be forgiven" in page.text
