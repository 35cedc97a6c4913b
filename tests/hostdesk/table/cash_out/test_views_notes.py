"""Money for chips where there are notes and THE BOOK: the usual order of the payout, and an order chosen by hand."""

import pytest

from reservations.players.queries import player_named
from tests.hostdesk.counting import bank, closing, counted, form_for, last
from tests.played_once import played_once
from tests.stories.evening import Evening, book

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """Bo owes 25.00 on a note and 10.00 in THE BOOK, Cy 20.00 on a note; 240.00 is in the drawer."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Bo", "10.00", pay="book")
    evening.buy_in("Cy", "20.00", note="n2")
    evening.buy_in("Ann", "40.00")
    evening.last_hand()
    return evening


def chosen(desk, page, **said):
    """Choose another way to pay, and return the page with the new payout."""
    return desk.sends(
        next(
            form
            for form in page.forms
            if "book_part" in form.fields and "cash_part" in form.fields and form.fields["step"] == ["count"]
        ),
        **said,
    )


def test_each_part_stands_there_before_it_is_paid(desk, evening):
    page = counted(desk, evening, "80.40")

    assert (
        "To pay: 80.00 0.40 more goes into the final pot. "
        "note n1 back 25.00 struck out in THE BOOK 10.00 in cash 45.00 2 × 20.00 1 × 5.00"
    ) in page.text
    assert last().kind == "last_hand"


def test_what_was_shown_is_what_is_recorded(desk, evening):
    page = desk.sends(form_for(counted(desk, evening, "80.40"), "pay"))

    assert "note n1 back 25.00 struck out in THE BOOK 10.00 in cash 45.00" in page.text
    assert bank(evening) == ("195.00", "14.60", "0.40", "0.00")
    assert evening.register() == {"n1": "handed back", "n2": "20.00 with the bank"}
    assert book() == {}


def test_a_part_of_a_note_says_of_how_much(desk, evening):
    page = counted(desk, evening, "12")

    assert "note n1 back of 25.00 12.00" in page.text


def test_what_the_drawer_lacks_is_credit(desk, evening):
    evening.buy_in("Cy", "300.00", pay="book")

    page = counted(desk, evening, "300")

    assert "in cash 240.00 to their credit in THE BOOK 25.00" in page.text
    assert page.status == 200


def test_less_in_cash_is_more_in_the_book(desk, evening):
    page = chosen(desk, counted(desk, evening, "80"), cash_part="10")

    assert (
        "note n1 back 25.00 struck out in THE BOOK 10.00 to their credit in THE BOOK 35.00 in cash 10.00" in page.text
    )
    desk.sends(form_for(page, "pay"))
    assert bank(evening) == ("230.00", "15.00", "0.00", "0.00")
    assert book() == {"Bo": "35.00"}


def test_a_whole_note_of_somebody_else_is_handed_on(desk, evening):
    page = counted(desk, evening, "80")
    assert "n2 20.00 , Cy owes it" in page.text

    page = chosen(desk, page, hand_on=["n2"])
    desk.sends(form_for(page, "pay"))

    assert "note n2 handed on 20.00" in page.text
    assert evening.register() == {"n1": "handed back", "n2": "20.00 with Bo"}
    assert bank(evening) == ("215.00", "15.00", "0.00", "0.00")


@pytest.mark.parametrize(
    ("count", "button"),
    [("80.40", "Pay 45.00 in cash of 80.00"), ("30", "Record, no cash"), ("0", "Busted: Bo leaves")],
)
def test_the_button_says_what_goes_out_in_cash(desk, evening, count, button):
    page = counted(desk, evening, count)

    assert f"{button} " in page.text.partition("Result")[2]


def test_all_in_cash_is_only_an_amount(desk, evening):
    page = counted(desk, evening, "40", name="Ann")

    assert "Pay 40.00 Change the payout…" in page.text


def test_a_note_that_somebody_else_holds_is_still_out(desk, evening):
    evening.sells("Ann", "Bo", "10.00", note="n3")
    evening.redeems("n3", "1.00")

    before = counted(desk, evening, "80")
    paid = desk.sends(form_for(before, "pay"))

    assert "2 × 20.00 1 × 5.00 n3 , 9.00 , is still out: Ann holds it" in before.text
    assert "n3 , 9.00 , is still out: Ann holds it" in paid.text
    assert "is still out" not in counted(desk, evening, "20", name="Cy").text


def test_no_note_is_offered_that_is_worth_more_than_is_to_be_paid(desk, evening):
    assert "Hand over a note" not in counted(desk, evening, "19").text


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"book_part": "90"}, "That is 10.00 more than the 80.00 to be paid."),
        ({"notes_part": "26"}, "26.00 of own notes are handed back, and the bank holds 25.00 of them."),
        ({"cash_part": "1", "book_part": "1"}, "The payout comes to 27.00, but 80.00 is to be paid: 53.00 too little."),
        ({"hand_on": ["n9"]}, "The bank no longer holds that note: choose again."),
    ],
)
def test_what_cannot_be_is_told_and_nothing_can_be_paid(desk, evening, said, sentence):
    page = chosen(desk, counted(desk, evening, "80"), **said)

    assert page.status == 422
    assert sentence in page.text
    assert [form for form in page.forms if form.fields.get("step") == ["pay"]] == []


def test_more_cash_than_the_drawer_holds_asks_for_money(desk, evening):
    evening.buy_in("Cy", "300.00", pay="book")

    page = chosen(desk, counted(desk, evening, "300"), cash_part="250")

    assert "250.00 are to be paid in cash and the drawer holds 240.00" in page.text
    assert "Put money into the drawer" in page.links


def test_a_note_that_was_paid_meanwhile_is_told_before_anything_is_paid(desk, evening):
    form = form_for(counted(desk, evening, "80"), "pay")
    evening.redeems("n1", "5.00")

    page = desk.sends(form)

    assert page.status == 409
    assert "This is the new payout. Check it." in page.text
    assert "note n1 back 20.00" in page.text
    assert last().kind == "redeem_note"


def test_the_same_payment_twice_is_one(desk, evening):
    form = form_for(counted(desk, evening, "80"), "pay")

    first, second = desk.sends(form), desk.sends(form)

    assert first.url == second.url
    assert bank(evening) == ("195.00", "15.00", "0.00", "0.00")


def test_a_refusal_is_overruled_with_what_was_chosen(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    page = chosen(desk, counted(desk, evening, "20"), notes_part="15")

    desk.sends(next(form for form in page.forms if "ruling" in form.fields), ruling="a sick child")

    assert evening.register() == {"n1": "10.00 with the bank"}
    assert bank(evening) == ("195.00", "5.00", "0.00", "0.00")


def test_a_house_without_notes_shows_nothing_of_them(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.last_hand()

    page = counted(desk, evening, "35")

    assert "Pay otherwise" not in page.text
    assert "plan" not in form_for(page, "pay").fields


def test_guests_are_cashed_out_first_where_the_drawer_is_scarce(desk, evening):
    evening.buy_in("Gil", "10.00")
    evening.buy_in("Cy", "300.00", pay="book")

    page = desk.opens(closing(evening))

    assert "The drawer holds 250.00 and may not cover everybody: cash out Gil first." in page.text
    assert player_named("Gil").regular is False


def test_where_there_is_cash_for_all_nobody_is_first(desk, evening):
    evening.buy_in("Gil", "10.00")

    assert "may not cover everybody" not in desk.opens(closing(evening)).text
