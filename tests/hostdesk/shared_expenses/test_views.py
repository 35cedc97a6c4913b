"""An export brought in from its page."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.book.standing_queries import standings
from reservations.models import Act, Player
from tests.hostdesk.shared_expenses.test_reading import SPLITWISE
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
IN_DOLLARS = "".join(line for line in SPLITWISE.splitlines(keepends=True) if "EUR" not in line)


@pytest.fixture
def story():
    evening = Evening("mike")
    evening.knows("bokeller")
    return evening


def looks(desk, text):
    form = desk.opens("/bring/shared-expenses/").form("/shared-expenses/")
    return desk.sends(form, file=SimpleUploadedFile("export.csv", text.encode()))


def preview(page):
    return next(form for form in page.forms if "text" in form.fields)


def test_balances_are_shown_and_then_taken_over(desk, story):
    page = looks(desk, IN_DOLLARS)
    before = Act.objects.filter(kind="balances").count()

    after = desk.sends(preview(page), confirm="yes")

    assert (before, after.url.split("?")[0]) == (0, "/book/")
    assert standings() == {1: -1500, 3: 1500}


def test_names_that_differ_in_spaces_are_found_and_can_be_chosen_otherwise(desk, story):
    page = looks(desk, IN_DOLLARS.replace("Ann,Bo", "Anton,Bo"))
    form = preview(page)
    keller = Player.objects.get(name="bokeller").number

    desk.sends(form, confirm="yes", **{"who-0": "2"})

    assert [form.fields[f"who-{place}"] for place in range(3)] == [["new"], [str(keller)], ["3"]]
    assert standings() == {2: -1500, 3: 1500}


def test_a_new_name_is_added(desk, story):
    desk.sends(preview(looks(desk, IN_DOLLARS.replace("Ann,Bo", "Anton,Bo"))), confirm="yes")

    assert standings()[Player.objects.get(name="Anton").number] == -1500


def test_of_several_currencies_one_is_chosen(desk, story):
    asked = looks(desk, SPLITWISE)
    shown = desk.sends(preview(asked), currency="EUR", look="yes")

    desk.sends(preview(shown), currency="EUR", confirm="yes")

    assert "Which currency?" in asked.text
    assert "In the file" not in asked.text
    assert standings()[1] == 6000


def test_what_is_wrong_is_said_by_line_and_column(desk, story):
    page = looks(desk, IN_DOLLARS.replace("40.00,-30.00", "4O.00,-30.00"))

    assert page.status == 422
    assert '5: Ann: "4O.00" is not an amount' in page.text


def test_without_a_file_it_asks_for_one(desk, story):
    page = looks(desk, "")

    assert (page.status, "Choose the file" in page.text) == (422, True)


def test_where_everybody_is_even_there_is_nothing_to_take_over(desk, story):
    even = "Date,Description,Category,Cost,Currency,Ann,Cy\n2026-02-01,Total balance, , ,USD,0.00,0.00\n"

    page = looks(desk, even)

    assert "Everybody is even" in page.text
    assert "confirm" not in page.html


def test_a_later_export_of_the_same_book_is_refused(desk, story):
    desk.sends(preview(looks(desk, IN_DOLLARS)), confirm="yes")
    later = IN_DOLLARS.replace("USD,-15.00,0.00,15.00", "USD,-20.00,0.00,20.00")

    page = desk.sends(preview(looks(desk, later)), confirm="yes")

    assert page.status == 422
    assert "balances of the name Splitwise" in page.text
    assert standings() == {1: -1500, 3: 1500}


def test_the_page_of_the_past_leads_here(desk, story):
    assert desk.opens("/bring/").links["Bring an export in"] == "/bring/shared-expenses/"
