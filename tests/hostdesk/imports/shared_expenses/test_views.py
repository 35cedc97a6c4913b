"""The page that imports an export."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from hostdesk.imports.ways_in.queries import field_of
from ledger.standings.queries import standings
from reservations.models import Act, Player
from tests.hostdesk.imports.shared_expenses.test_reading import SPLITWISE
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]
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
    return next(form for form in page.forms if "parcel" in form.fields)


def test_balances_are_shown_and_then_taken_over(desk, story):
    page = looks(desk, IN_DOLLARS)
    before = Act.objects.filter(kind="balances").count()

    after = desk.sends(preview(page), into="book")

    assert (before, after.url.split("?")[0]) == (0, "/book/")
    assert standings() == {1: -1500, 3: 1500}


def test_names_that_differ_in_spaces_are_found_and_can_be_chosen_otherwise(desk, story):
    page = looks(desk, IN_DOLLARS.replace("Ann,Bo", "Anton,Bo"))
    form = preview(page)
    keller = Player.objects.get(name="bokeller").number

    desk.sends(form, into="book", **{field_of("Anton"): "2"})

    assert [form.fields[field_of(name)] for name in ("Anton", "Bo Keller", "Cy")] == [["new"], [str(keller)], ["3"]]
    assert standings() == {2: -1500, 3: 1500}


def test_a_new_name_is_added(desk, story):
    desk.sends(preview(looks(desk, IN_DOLLARS.replace("Ann,Bo", "Anton,Bo"))), into="book")

    assert standings()[Player.objects.get(name="Anton").number] == -1500


def test_of_several_currencies_one_is_chosen(desk, story):
    asked = looks(desk, SPLITWISE)
    shown = desk.sends(preview(asked), currency="EUR", look="yes")

    desk.sends(preview(shown), currency="EUR", into="book")

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
    assert 'value="book"' not in page.html


def test_a_later_export_of_the_same_book_is_refused(desk, story):
    desk.sends(preview(looks(desk, IN_DOLLARS)), into="book")
    later = IN_DOLLARS.replace("USD,-15.00,0.00,15.00", "USD,-20.00,0.00,20.00")

    page = desk.sends(preview(looks(desk, later)), into="book")

    assert page.status == 422
    assert "balances of the name Splitwise" in page.text
    assert standings() == {1: -1500, 3: 1500}


def test_the_page_of_the_past_leads_here(desk, story):
    leads = [url for name, url in desk.opens("/bring/").links.items() if name.startswith("Splitwise")]

    assert leads == ["/bring/shared-expenses/"]


def test_days_come_in_as_nights_of_results(desk, story):
    page = desk.sends(preview(looks(desk, IN_DOLLARS)), into="nights", house="mike")
    again = desk.sends(preview(looks(desk, IN_DOLLARS)), into="nights", house="mike")

    assert "2 nights of results came in." in page.text
    assert "0 nights of results came in. 2 nights had come in before." in again.text
    assert (Act.objects.filter(kind="results").count(), standings()) == (2, {})


def test_what_everybody_comes_to_in_the_nights_is_shown_without_payments(desk, story):
    """Bo has since paid Ann 30.00, which is in the balances but in no night."""
    page = looks(desk, IN_DOLLARS)

    assert page.part("totals") == "Player Nights Net Ann 2 +15.00 Cy 2 +15.00 bokeller 1 −30.00"


def test_a_house_that_is_not_there_brings_no_night(desk, story):
    form = preview(looks(desk, IN_DOLLARS))
    said = {name: form.fields[name][0] for name in ("key", "parcel")}

    answer = desk.client.post("/bring/shared-expenses/", {**said, "into": "nights", "house": "nobody"})

    assert (answer.status_code, Act.objects.filter(kind="results").count()) == (422, 0)


def test_a_file_without_days_has_no_nights(desk, story):
    page = looks(desk, "amount,currency,receiver,ower\n2.00,USD,Ann,Bo\n")

    assert "This file has no days." in page.text
    assert "Bring the nights in" not in page.text


def test_a_file_of_payments_alone_has_no_day_with_results(desk, story):
    paid = "Date,Description,Category,Cost,Currency,Ann,Cy\n2026-01-12,Cy paid Ann,Payment,30.00,USD,-30.00,30.00\n"

    assert "There is no day with results." in looks(desk, paid).text
