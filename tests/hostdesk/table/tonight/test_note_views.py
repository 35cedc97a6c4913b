"""The notes of tonight: the bank's exposure behind a tap, and notes paid, charged to an inviter or printed."""

from datetime import timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader

from hostdesk.table.tonight.commands import give_mark
from ledger.models import Bank
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
    """Bo owes 20.00 on n1, Gil owes Cy 5.00 on n2, Cy owes 10.00 in THE BOOK and 5.00 from before; n3 was a slip."""
    evening = Evening("mike")
    for name, mark in (("Bo", "BOB"), ("Gil", "BOGI")):
        give_mark(stamp=evening.stamp(), name=name, mark=mark)
    evening.takes_over(Cy="-5.00", Ann="5.00")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.sells("Cy", "Gil", "5.00", note="n2")
    evening.undo(evening.buy_in("Bo", "5.00", note="n3"))
    return evening


@pytest.fixture
def url(evening):
    return f"/nights/{evening.night.pk}/tonight/"


@pytest.fixture
def banker(evening):
    """The browser of Bo, who is the banker and no host."""
    return Browser(banker_client(evening.night, player_named("Bo")))


def test_the_page_that_faces_the_table_says_nothing_of_it(desk, url, evening):
    page = desk.opens(url)
    poll = desk.client.get(f"{url}since/0/").content.decode()

    assert page.links["On credit 30.00 ▸"] == f"{url}notes/"
    private = ("n1", "BOB", "BOGI", "by bank note", "THE BOOK")
    assert [each for each in private if each in poll] == []


def test_the_exposure_and_who_owes(desk, url):
    page = desk.opens(f"{url}notes/")

    assert "Owed to the bank 30.00" in page.text
    assert "Bo 20.00 notes out 20.00 Cy 10.00 owes in all 15.00" in page.text
    assert page.says("Cy 10.00 15.00")
    assert page.says("Gil 5.00 5.00 5.00 Cy")


def test_limits_and_refusals_stand_beside_who_owes(desk, url, evening):
    evening.credit("Bo", limit="50.00", hard=True)
    evening.credit("Cy", refuses=True)

    page = desk.opens(f"{url}notes/")

    assert "Bo 20.00 notes out 20.00 at most 50.00 , hard" in page.text
    assert "Cy 10.00 owes in all 15.00 wants no credit" in page.text


def test_overdue_debts_stand_beside_who_takes_more_and_the_banker_reads_nothing_of_them(desk, banker, url, evening):
    evening.now -= timedelta(days=60)
    evening.takes_over(Bo="-7.00", Ann="7.00")

    pages = desk.opens(f"{url}notes/"), banker.opens(f"{url}notes/")

    assert "Bo 20.00 notes out 20.00 owes in all 27.00 overdue 7.00" in pages[0].text
    assert "overdue" not in pages[1].text


def test_a_banker_sees_tonights_figures_and_not_where_people_stand(banker, url, evening):
    evening.credit("Bo", limit="50.00", hard=True)

    page = banker.opens(f"{url}notes/")

    assert page.says("Bo 20.00 Cy 10.00 Gil 5.00")
    assert [said for said in ("in all", "at most", "50.00", "15.00") if said in page.text] == []


def test_whom_the_book_owes_from_tonight_is_said_in_words(desk, url, evening):
    evening.last_hand()
    evening.cash_out("Bo", "25.00", payout={"own_note": "20.00", "book": "5.00"})

    page = desk.opens(f"{url}notes/")

    assert "Bo is owed 5.00 owes nothing in all" in page.text
    assert "−" not in page.text.partition("Credit tonight")[2]


def test_the_notes_each_with_its_mark_holder_and_state(desk, url):
    page = desk.opens(f"{url}notes/")

    assert "Bo 20.00 No. 1 BOB n1 held by the bank" in page.text
    assert "Gil 5.00 No. 2 BOGI n2 held by Cy" in page.text
    assert "Bo 0.00 No. 3 BOB n3 of 5.00, void" in page.text


def test_where_nobody_owes_it_says_so(desk):
    evening = Evening("mike")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/notes/")

    assert "No debts and no notes tonight." in page.text


def test_more_notes_take_no_more_queries(desk, url, evening, django_assert_max_num_queries):
    with django_assert_max_num_queries(100) as few:
        desk.opens(f"{url}notes/")
    for place, name in enumerate(("Ann", "Bo", "Cy")):
        evening.buy_in(name, "5.00", note=f"more {place}")

    with django_assert_max_num_queries(len(few)):
        desk.opens(f"{url}notes/")


def test_a_note_is_paid_whole(desk, url, evening):
    page = desk.sends(desk.opens(f"{url}notes/1/").form("/notes/1/"))

    assert "The note n1 is paid in cash 20.00 The cash is in the drawer." in page.text
    assert "Ended: paid by act" in page.text
    assert evening.notes()["n1"] == ("0.00", "paid")


def test_a_note_is_paid_in_part_and_its_holder_gets_the_cash(desk, url, evening):
    page = desk.sends(desk.opens(f"{url}notes/2/").form("/notes/2/"), amount="2.00")

    assert "The cash is for Cy ; not through the drawer." in page.text
    assert page.form("/notes/2/").fields["amount"] == ["3.00"]
    assert evening.notes()["n2"] == ("3.00", "out")


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        ("20.01", "20.00 of the note n1 is still out, not 20.01."),
        ("", "Enter how much was paid."),
        ("1e3", "is not an amount"),
    ],
)
def test_what_cannot_be_paid_is_said_and_kept(desk, url, amount, sentence):
    page = desk.sends(desk.opens(f"{url}notes/1/").form("/notes/1/"), amount=amount)

    assert (page.status, sentence in page.text) == (422, True)
    assert page.form("/notes/1/").fields["amount"] == [amount]


def test_paid_twice_with_one_form_is_paid_once(desk, url, evening):
    form = desk.opens(f"{url}notes/1/").form("/notes/1/")

    pages = [desk.sends(form, amount="5.00") for _ in range(2)]

    assert (pages[0].url, evening.notes()["n1"]) == (pages[1].url, ("15.00", "out"))


def test_a_payment_that_ended_a_note_is_undone_from_it(desk, url, evening):
    paid = evening.redeems("n1", "20.00")

    page = desk.opens(f"{url}notes/1/")

    assert page.links["Undo"] == f"{url}undo/{paid.act.number}/"


@pytest.mark.parametrize("number", ["4", "0", "9223372036854775808"])
def test_a_note_that_is_not_there(desk, url, number):
    assert desk.client.get(f"{url}notes/{number}/").status_code == 404


def test_a_note_of_another_night_is_not_there(desk, evening):
    evening.opens("dave-2018")

    assert desk.client.get(f"/nights/{evening.night.pk}/tonight/notes/1/").status_code == 404


def test_what_a_guest_cannot_pay_goes_to_the_inviter_once_the_host_confirms(desk, url, evening):
    asked = desk.opens(desk.opens(f"{url}notes/2/").links["Cannot pay: goes to Ann"])

    page = desk.sends(asked.form("/charge/"))

    assert "Ann now is owed 5.00 then even" in asked.text
    assert "THE BOOK owes Cy , who holds the note, 5.00 more." in asked.text
    assert "Ended: charged to the inviter" in page.text
    assert book() == {"Cy": "-10.00"}


def test_an_inviter_who_then_owes_reads_that(desk, url, evening):
    evening.buy_in("Gil", "10.00", note="n4")

    asked = desk.opens(f"{url}notes/4/charge/")

    assert "Ann now is owed 5.00 then owes 5.00" in asked.text


def test_confirmed_twice_it_is_charged_once(desk, url, evening):
    form, before = desk.opens(f"{url}notes/2/charge/").form("/charge/"), Act.objects.count()

    pages = [desk.sends(form) for _ in range(2)]

    assert (pages[0].url, Act.objects.count() - before) == (pages[1].url, 1)


def test_the_banker_reads_that_the_host_confirms_it(banker, url):
    page = banker.opens(f"{url}notes/2/")

    assert "the note goes to Ann , who invited them." in page.text
    assert banker.client.get(f"{url}notes/2/charge/").status_code == 403


def test_a_guest_of_nobody_needs_an_inviter_first(desk, banker, url, evening):
    evening.brings_along("Zed")
    evening.buy_in("Zed", "5.00", note="n4", ruling="the table agreed")

    pages = [browser.opens(f"{url}notes/4/") for browser in (desk, banker)]

    assert pages[0].links["Choose the inviter"] == f"/players/{player_named('Zed').number}/?part=change"
    assert "The host can set one." in pages[1].text
    assert "Zed has no inviter yet." in desk.opens(f"{url}notes/4/charge/").text


def test_a_regulars_note_and_one_that_has_ended_are_charged_to_nobody(desk, url, evening):
    evening.redeems("n2", "5.00")

    pages = [desk.opens(f"{url}notes/{number}/charge/") for number in (1, 2)]

    assert "Bo is a regular" in pages[0].text
    assert "The note has ended: paid." in pages[1].text


def test_charged_meanwhile_from_another_tablet_is_told(desk, url, evening):
    form = desk.opens(f"{url}notes/2/charge/").form("/charge/")
    evening.charges_inviter("n2")

    page = desk.sends(form)

    assert (page.status, "The note n2 has ended: charged to the inviter by act" in page.text) == (422, True)


def papers(response):
    """Return the text of a paper, page by page."""
    return [page.extract_text() for page in PdfReader(BytesIO(response.content)).pages]


def test_the_slip_of_a_note(banker, evening):
    response = banker.client.get(f"/nights/{evening.night.pk}/notes/1/slip.pdf")

    (page,) = papers(response)
    assert response.headers["Content-Disposition"] == 'inline; filename="note-1.pdf"'
    assert [each in page for each in ("No. 1", "20.00", "Twenty and 00/100", "BOB", "signed by Bo")] == [True] * 5


def test_the_slips_of_all_notes_that_are_out(banker, evening):
    response = banker.client.get(f"/nights/{evening.night.pk}/notes/slips.pdf")

    (page,) = papers(response)
    assert [f"No. {number}" in page for number in (1, 2, 3)] == [True, True, False]


@pytest.fixture
def closed(evening):
    """The same evening, closed, with one more record after the close."""
    evening.charges_inviter("n2")
    evening.commits()
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.cash_out("Cy", "10.00")
    evening.ends("180.00")
    evening.knows("Dee")
    return evening


def test_after_the_close_the_slips_show_the_night_as_it_was_closed(desk, closed):

    (page,) = papers(desk.client.get(f"/nights/{closed.night.pk}/notes/slips.pdf"))

    assert "No notes are out" in page
    assert f"act {Bank.objects.get().closed_id} ·" in page


def test_a_closed_night_has_no_panel_of_notes(desk, url, closed):
    response = desk.client.get(f"{url}notes/1/")

    assert (response.status_code, response.url) == (302, f"/nights/{closed.night.pk}/")
