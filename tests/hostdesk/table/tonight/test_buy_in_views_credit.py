"""Paying with a note or THE BOOK, from the pages: the note's name, the debtor's mark, and offers after a refusal."""

import pytest

from hostdesk.table.tonight.commands import give_mark
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.played_once import played_once
from tests.signed_in import banker_client
from tests.stories.evening import Evening, book

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Only Bo has a mark."""
    evening = Evening("mike")
    give_mark(stamp=evening.stamp(), name="Bo", mark="BOB")
    return evening


@pytest.fixture
def panel(desk, evening):
    """Return a function that opens a player's panel, or a page below it."""
    return lambda name, rest="": desk.opens(
        f"/nights/{evening.night.pk}/tonight/players/{player_named(name).number}/{rest}"
    )


def acts():
    return Act.objects.count()


def test_a_note_is_named_already_and_its_receipt_tells_all_of_it(desk, panel, evening):
    page = desk.sends(panel("Bo").form("/buy-in/"), pay="note", amount="20.00")

    assert "Bo buys in, paid by bank note n1 20.00" in page.text
    assert "Bank note No. 1 , n1 , signed BOB . Held by the bank ." in page.text
    assert page.links["Print the slip"] == f"/nights/{evening.night.pk}/notes/1/slip.pdf"
    assert evening.notes() == {"n1": ("20.00", "out")}


def test_cash_says_nothing_of_a_note(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"), amount="20.00")

    assert (evening.notes(), Act.objects.latest("number").content) == ({}, '{"amount":2000,"pay":"cash","player":2}')


def test_another_name_is_taken_as_it_is(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"), pay="note", note=" the blue one ")

    assert evening.notes() == {"the blue one": ("10.00", "out")}


@pytest.mark.sweep
@pytest.mark.parametrize("note", ["", " ", "x" * 41, "a\x07b"])
def test_a_name_that_will_not_do_is_told(desk, panel, note, evening):
    page = desk.sends(panel("Bo").form("/buy-in/"), pay="note", note=note)

    assert (page.status, evening.notes()) == (422, {})


def test_the_same_form_again_records_one_note(desk, panel, evening):
    form = panel("Bo").form("/buy-in/")

    first, second = (desk.sends(form, pay="note") for _ in range(2))

    assert (first.url, evening.notes()) == (second.url, {"n1": ("10.00", "out")})


def test_two_tablets_with_one_name_the_second_is_told_which_is_free(desk, panel, evening):
    forms = panel("Bo").form("/buy-in/"), panel("Bo").form("/buy-in/")
    desk.sends(forms[0], pay="note")

    page = desk.sends(forms[1], pay="note", again="yes")
    desk.sends(page.form("/buy-in/"), again="yes")

    assert page.alert == "1 1 2"
    assert evening.notes() == {"n1": ("10.00", "out"), "n2": ("10.00", "out")}


def test_somebody_without_a_mark_takes_the_one_that_is_suggested(desk, panel, evening):
    before = acts()

    page = desk.sends(panel("Cy").form("/buy-in/"), pay="note")

    assert "signed BOC" in page.text
    assert (player_named("Cy").mark, acts() - before) == ("BOC", 2)


def test_mark_and_note_sent_twice_are_two_acts(desk, panel, evening):
    form, before = panel("Cy").form("/buy-in/"), acts()

    pages = [desk.sends(form, pay="note", mark="cyc") for _ in range(2)]

    assert pages[0].url == pages[1].url
    assert (player_named("Cy").mark, acts() - before) == ("CYC", 2)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("mark", "sentence"),
    [
        ("BOB", "The mark BOB is Bo's: take another one for Cy."),
        ("B", "A mark is 2 to 8 letters A-Z or digits, as in BOF."),
        ("", "Cy has no mark for notes yet: enter one. BOC is free."),
        ("BOG", "BOG is the host's mark: Cy signs with another one."),
    ],
)
def test_a_mark_that_will_not_do_leaves_no_note_either(desk, panel, mark, sentence, evening):
    before = acts()

    page = desk.sends(panel("Cy").form("/buy-in/"), pay="note", mark=mark)

    assert (page.status, acts(), player_named("Cy").mark) == (422, before, None)
    assert sentence in page.text


def test_a_mark_is_not_asked_of_players_who_pay_cash(desk, panel):
    desk.sends(panel("Cy").form("/buy-in/"), mark="?")

    assert player_named("Cy").mark is None


def test_a_note_that_is_refused_leaves_no_mark_either(desk, panel, evening):
    page = desk.sends(panel("Cy").form("/buy-in/"), pay="note", amount="7.00")

    assert (page.status, player_named("Cy").mark) == (422, None)
    assert "The bank sells chips in multiples of 5.00" in page.text


def test_the_book_is_written_at_once(desk, panel, evening):
    desk.sends(panel("Bo").form("/buy-in/"), pay="book", amount="15.00")

    assert book() == {"Bo": "-15.00"}


def test_a_guest_is_offered_a_note_instead(desk, panel, evening):
    page = desk.sends(panel("Gil").form("/buy-in/"), pay="book")

    offered = next(form for form in page.forms if ("pay", "note", "submit") in form.buttons)
    desk.sends(offered, pay="note")

    assert page.alert == "Gil"
    assert (evening.notes(), player_named("Gil").mark) == ({"n1": ("10.00", "out")}, "BOI")


def test_above_a_soft_limit_cash_is_offered_and_the_host_may_overrule(desk, panel, evening):
    evening.credit("Bo", limit="5.00")
    page = desk.sends(panel("Bo").form("/buy-in/"), pay="note")

    desk.sends(next(form for form in page.forms if "ruling" in form.fields), ruling="good for it")

    assert page.alert == "Bo 10.00 5.00"
    assert [form.buttons for form in page.forms if ("pay", "cash", "submit") in form.buttons] != []
    assert evening.notes() == {"n1": ("10.00", "out")}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"limit": "5.00", "hard": True}, "the limit is 5.00. Nobody overrules it."),
        ({"refuses": True}, "Bo wants no credit: they pay in cash, or take that back themselves."),
    ],
)
def test_a_hard_limit_and_no_credit_are_plain_sentences(desk, panel, evening, said, sentence):
    evening.credit("Bo", **said)

    page = desk.sends(panel("Bo").form("/buy-in/"), pay="note")

    assert (page.status, sentence in page.text) == (422, True)
    assert "Overrule…" not in page.text


def test_a_limit_of_chips_and_one_of_credit_offer_what_chips_could_be_bought(desk, panel, evening):
    evening.credit("Bo", limit="5.00")

    page = desk.sends(panel("Bo").form("/buy-in/"), pay="note", amount="7.00")

    assert "By bank note instead" not in page.text
    assert "In cash instead" not in page.text


def test_chips_from_a_player_for_a_note_are_held_by_them(desk, panel, evening):
    evening.buy_in("Ann", "20.00")

    page = desk.sends(
        panel("Ann", "sell/").form("/sell/"), buyer=str(player_named("Bo").number), amount="7.35", pay="note"
    )

    assert "Bank note No. 1 , n1 , signed BOB . Held by Ann ." in page.text


def test_a_buyer_without_a_mark_is_asked_for_it(desk, panel, evening):
    evening.buy_in("Ann", "20.00")
    form = panel("Ann", "sell/").form("/sell/")

    page = desk.sends(form, buyer=str(player_named("Cy").number), amount="7.35", pay="note")
    desk.sends(page.form("/sell/"), buyer=str(player_named("Cy").number), pay="note")

    assert (page.status, page.form("/sell/").fields["mark"]) == (422, ["BOC"])
    assert evening.notes() == {"n1": ("7.35", "out")}


def test_a_guest_who_buys_of_a_player_in_the_book_is_offered_a_note(desk, panel, evening):
    evening.buy_in("Ann", "20.00")
    form = panel("Ann", "sell/").form("/sell/")

    page = desk.sends(form, buyer=str(player_named("Gil").number), amount="5.00", pay="book")

    assert "By bank note instead" in page.html


def test_a_house_that_takes_cash_alone_offers_nothing_else(desk):
    dave = Evening("dave-2018")
    dave.buy_in("Bo", "20.00")

    page = desk.opens(f"/nights/{dave.night.pk}/tonight/players/{player_named('Bo').number}/")

    assert page.form("/buy-in/").fields["pay"] == ["cash"]
    assert ("note" in page.form("/buy-in/").fields, "credit" in page.text) == (False, False)


def test_a_buy_in_turns_out_to_be_on_a_note_and_then_in_the_book(desk, panel, evening):
    evening.buy_in("Cy", "10.00")

    desk.sends(panel("Cy", "paid/").form("/paid/"), pay="note", note="n7")
    on_a_note = evening.notes()
    desk.sends(panel("Cy", "paid/").form("/paid/"), pay="book")

    assert (on_a_note, player_named("Cy").mark) == ({"n7": ("10.00", "out")}, "BOC")
    assert (evening.notes(), book()) == ({"n7": ("0.00", "paid otherwise")}, {"Cy": "-10.00"})


def test_the_means_have_to_be_said(desk, panel, evening):
    evening.buy_in("Cy", "10.00")

    assert "Choose how it was paid." in desk.sends(panel("Cy", "paid/").form("/paid/"), pay=None).text


@pytest.mark.further
def test_a_banker_pays_with_notes_too_but_overrules_nothing(evening):
    banker = Browser(banker_client(evening.night, player_named("Bo")))
    url = f"/nights/{evening.night.pk}/tonight/players/{player_named('Gil').number}/"

    refused = banker.sends(banker.opens(url).form("/buy-in/"), pay="book")
    banker.sends(banker.opens(url).form("/buy-in/"), pay="note")

    assert "Only the host can overrule" in refused.text
    assert evening.notes() == {"n1": ("10.00", "out")}


def test_how_a_buy_in_was_paid_is_corrected_after_the_cash_out(desk, panel, evening):
    evening.buy_in("Cy", "10.00")
    evening.last_hand()
    evening.cash_out("Cy", "10.00")

    desk.sends(desk.opens(panel("Cy").links["Change payment"]).form("/paid/"), pay="book")

    assert book() == {"Cy": "-10.00"}
