"""The notes at the closing: their holders, notes committed to THE BOOK, and notes that lapse, which takes two steps."""

import pytest

from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.hostdesk.counting import bank, closing, counts, drawer_form, last, steps
from tests.played_once import played_once
from tests.signed_in import banker_client
from tests.stories.evening import Evening, book

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    """Bo owes the bank 25.00 on a note, Cy owes Bo 10.00 on a note; all chips are back."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.sells("Bo", "Cy", "10.00", note="n2")
    evening.buy_in("Ann", "40.00")
    evening.last_hand()
    evening.cash_out("Ann", "65.00")
    return evening


@pytest.fixture
def with_a_guest(evening):
    """Gil, Ann's guest, also owes 5.00 on a note."""
    evening.buy_in("Gil", "5.00", note="n3")
    evening.declares_missing("5.00")
    return evening


def test_a_guests_note_is_charged_before_the_others_are_committed(desk, with_a_guest):
    page = desk.opens(closing(with_a_guest))

    note = f"/nights/{with_a_guest.night.pk}/tonight/notes/"
    assert page.links["Charge Gil’s to Ann…"].startswith(note)
    assert "to THE BOOK" not in page.part("notes")


DONE_BEFORE = {"players": "done", "pot": "done", "chips": "done"}


def test_they_come_before_the_drawer(desk, evening):
    page = desk.opens(closing(evening))

    assert steps(page) == {**DONE_BEFORE, "notes": "now", "drawer": "later", "close": "later"}
    assert "35.00 is still out on 2 notes." in page.text
    assert "Notes for 35.00 are still out" in page.text


def test_cash_outs_may_bring_some_back_only_while_chips_are_held(desk):
    """After Ann and Bo have left, 1.00 lies in the final pot, and the notes come after it."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Ann", "10.00")
    evening.last_hand()
    before = desk.opens(closing(evening))
    evening.cash_out("Ann", "34.50")
    evening.cash_out("Bo", "0.50")

    page = desk.opens(closing(evening))

    assert "25.00 is still out on a note. Cash-outs may return some." in before.text
    assert (steps(page)["notes"], "Cash-outs may still" in page.text) == ("later", False)


def test_each_is_told_with_who_owes_and_who_holds_it(desk, evening):
    evening.redeems("n1", "5.00")

    page = desk.opens(closing(evening))

    assert page.says("Bo 1 1 20.00 25.00")
    assert page.says("Cy 2 2 Bo 10.00")
    assert page.links["Paid… note n1"] == f"/nights/{evening.night.pk}/tonight/notes/1/"


def test_a_house_without_notes_has_no_such_step(desk):
    assert "notes" not in steps(desk.opens(closing(Evening("dave-2018"))))


def test_one_button_commits_them_all(desk, evening):
    page = desk.sends(desk.opens(closing(evening)).form("/commit/"))

    assert "No notes are out." in page.text
    assert steps(page) == {**DONE_BEFORE, "notes": "done", "drawer": "now", "close": "later"}
    assert evening.register() == {"n1": "committed", "n2": "committed"}
    assert book() == {"Bo": "-15.00", "Cy": "-10.00"}


def test_one_is_committed_and_the_other_lapses(desk, evening):
    """Bo's 25.00 goes into THE BOOK; Bo, who holds Cy's note for 10.00, loses that amount."""
    page = desk.sends(desk.opens(closing(evening)).form("/commit/"), note="n1")
    left = evening.register()
    again = desk.opens(page.links["Let it lapse…"])
    desk.sends(again.form("/lapse/"))

    assert left == {"n1": "committed", "n2": "10.00 with Bo"}
    assert evening.register() == {"n1": "committed", "n2": "lapsed"}
    assert book() == {"Bo": "-25.00"}


def test_one_of_several_lapses_by_itself_once_that_is_confirmed(desk, evening):
    page = desk.opens(desk.opens(closing(evening)).links["Lapse… note n2"])
    alone = (page.says("2 2 Cy 10.00 Bo"), page.says("25.00"))

    desk.sends(page.form("/lapse/"))

    assert alone == (True, False)
    assert evening.register() == {"n1": "25.00 with the bank", "n2": "lapsed"}


def test_the_other_note_of_two_can_be_paid_between_the_page_and_the_lapse(desk, evening):
    """Another tablet takes 5.00 for n1 meanwhile; that does not concern n2, which lapses alone."""
    form = desk.opens(f"{closing(evening)}notes/lapse/?note=n2").form("/lapse/")
    evening.redeems("n1", "5.00")

    desk.sends(form)

    assert evening.register() == {"n1": "20.00 with the bank", "n2": "lapsed"}


def test_a_note_that_has_ended_cannot_lapse(desk, evening):
    evening.commits(note="n2")

    assert desk.opens(f"{closing(evening)}notes/lapse/?note=n2").url == f"{closing(evening)}#notes"


def test_a_guests_note_alone_holds_up_no_other(desk, with_a_guest):
    """Gil's 5.00 stays out; Bo's n1 goes into THE BOOK without a ruling."""
    desk.sends(desk.opens(closing(with_a_guest)).form("/commit/"), note="n1")

    assert with_a_guest.register() == {"n1": "committed", "n2": "10.00 with Bo", "n3": "5.00 with the bank"}


def test_committing_twice_is_committing_once(desk, evening):
    form = desk.opens(closing(evening)).form("/commit/")

    first, second = desk.sends(form), desk.sends(form)

    assert first.url == second.url
    assert Act.objects.filter(kind="commit_notes").count() == 1


def test_a_note_that_was_paid_meanwhile_is_told(desk, evening):
    form = desk.opens(closing(evening)).form("/commit/")
    evening.redeems("n1", "5.00")

    page = desk.sends(form)

    assert page.status == 409
    assert page.alert == "35.00 30.00"
    assert last().kind == "redeem_note"


def test_a_guests_note_is_not_for_the_book(desk, with_a_guest):
    page = desk.opens(closing(with_a_guest))
    assert "One of them is a guest’s, and guests can’t have debts" in page.text

    refused = desk.sends(page.form("/commit/"))

    assert refused.status == 422
    assert "Notes of guests are out: n3 of Gil. Take cash for each, or charge it to the inviter." in refused.text
    assert refused.links["Paid or unpaid… note n3"].endswith("/tonight/notes/3/")


def test_the_host_overrules_for_a_guest(desk, with_a_guest):
    refused = desk.sends(desk.opens(closing(with_a_guest)).form("/commit/"))

    desk.sends(next(form for form in refused.forms if "ruling" in form.fields), ruling="Gil is family")

    assert book() == {"Bo": "-15.00", "Cy": "-10.00", "Gil": "-5.00"}


def test_the_banker_commits_and_overrules_nothing(evening):
    banker = Browser(banker_client(evening.night, player_named("Ann")))

    banker.sends(banker.opens(closing(evening)).form("/commit/"))

    assert (last().kind, last().by) == ("commit_notes", "Ann")


def test_what_lapses_is_said_a_second_time(desk, evening):
    page = desk.opens(desk.opens(closing(evening)).links["Let them all lapse…"])

    assert "Let these 2 notes lapse?" in page.text
    assert page.says("1 1 Bo 25.00 Ann")
    assert page.says("2 2 Cy 10.00 Bo")
    assert "The banker, Ann , loses 25.00 ." in page.text


def test_only_then_do_they_lapse_and_it_can_be_undone(desk, evening):
    again = desk.opens(f"{closing(evening)}notes/lapse/")
    page = desk.sends(again.form("/lapse/"))
    assert evening.register() == {"n1": "lapsed", "n2": "lapsed"}
    assert bank(evening) == ("175.00", "0.00", "0.00", "25.00")

    undoing = desk.opens(page.links["Undo"])
    desk.sends(undoing.form(f"/undo/{last().number}/?then=closing"))

    assert evening.register() == {"n1": "25.00 with the bank", "n2": "10.00 with Bo"}


def test_lapsing_what_has_changed_meanwhile_is_told(desk, evening):
    form = desk.opens(f"{closing(evening)}notes/lapse/").form("/lapse/")
    evening.redeems("n1", "5.00")

    page = desk.sends(form)

    assert page.status == 409
    assert page.alert == "35.00 30.00"
    assert "20.00 lost by Ann" in page.text


def test_a_lapse_without_a_key_is_told(desk, evening):
    page = desk.sends(desk.opens(f"{closing(evening)}notes/lapse/").form("/lapse/"), key="")

    assert page.status == 422
    assert "This form has no key: load the page again." in page.text


def test_where_no_note_is_out_there_is_nothing_to_lapse(desk, evening):
    evening.commits()

    assert desk.opens(f"{closing(evening)}notes/lapse/").url == f"{closing(evening)}#notes"


def test_what_the_bank_still_owes_the_banker_is_said_before_the_close(desk, evening):
    evening.commits()
    page = desk.sends(drawer_form(counts(desk, evening, counted="175"), "record"), step="record")

    assert page.says("Ann 175.00 Ann 200.00")
    assert "The bank owes Ann 25.00 more" in page.text


def test_what_the_banker_takes_home_too_much_is_said(desk):
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00")
    evening.last_hand()
    evening.cash_out("Bo", "25.00", payout={"book": "25.00"})

    page = desk.sends(drawer_form(counts(desk, evening, counted="225"), "record"), step="record")

    assert "Ann takes home 25.00 more" in page.text
    assert "even now, owes 25.00 then" in page.text


def test_a_banker_whom_the_book_owes_reads_what_is_left_of_it(desk):
    """THE BOOK owes Ann 40.00: the 25.00 too much that she takes home comes off that, so she owes no money."""
    evening = Evening("mike")
    evening.takes_over(Ann="40.00", Bo="-40.00")
    evening.buy_in("Bo", "25.00")
    evening.last_hand()
    evening.cash_out("Bo", "25.00", payout={"book": "25.00"})

    page = desk.sends(drawer_form(counts(desk, evening, counted="225"), "record"), step="record")

    assert "is owed 40.00 now, is owed 15.00 then" in page.text


def test_a_note_paid_in_cash_that_nobody_wrote_down_is_found(desk, evening):
    evening.commits()

    page = counts(desk, evening, counted="200")

    committed = Act.objects.get(kind="commit_notes").number
    assert (f"The note n1 of Bo (ended by act {committed}) may have been paid in cash, 25.00") in page.text
