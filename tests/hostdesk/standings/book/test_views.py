"""The pages of THE BOOK: standings on any day, a player's lines, the paper, and names of any kind."""

import io
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape
from openpyxl import load_workbook
from zeal import zeal_context

from ledger.book.pdf import book_pdf
from ledger.book.queries import book_report, standings_on_paper
from ledger.locale.queries import in_locale
from tests.stories.evening import book

pytestmark = pytest.mark.django_db

LISTS = ("/book/?", "/players/2/?part=lines&", "/history/?")


def test_an_empty_book_says_how_it_fills(desk):
    page = desk.opens("/book/")

    assert "THE BOOK is empty." in page.text
    assert page.links["Import an old book"] == "/bring/balances/"


def test_a_player_who_owes_most_comes_first_in_words_and_numbers(desk, evening):
    page = desk.opens("/book/?on=2026-12-31")

    assert page.says("Bo 15.00 20 2026 15.00 Cy 10.00 20 2026 10.00")
    assert "Ann is owed 25.00 Fri 20 Nov 2026 —" in page.text
    assert page.says("25.00 25.00 25.00")


def test_a_payment_is_recorded_from_the_page_of_each_player_who_owes_or_is_owed(desk, evening):
    standings = desk.opens("/book/")

    wanted = [desk.opens(standings.links[name]).links["Record a payment"] for name in ("Ann", "Bo")]
    form = desk.opens(wanted[1]).form("/payment/")

    assert wanted == ["/book/payment/?payee=1", "/book/payment/?payer=2"]
    assert (form.fields["payer"], form.fields["payee"], form.fields["amount"]) == (["2"], ["1"], ["15.00"])


def test_it_says_that_it_sums_to_zero(desk, evening):
    assert "Adds up to 0.00" in desk.opens("/book/").text


def test_an_open_night_in_it_is_named(desk, evening):
    evening.opens("mike", day=date(2026, 11, 21))
    evening.buy_in("Cy", "5.00", pay="book")

    now, then = desk.opens("/book/"), desk.opens("/book/?on=2026-11-21")

    assert now.says("21 2026 −5.00")
    assert "−5.00 Adds up to 0.00" in now.text
    assert ("Cy owes 15.00" in now.text, "Cy owes 10.00" in then.text, "open night" in then.text) == (True, True, False)


@pytest.mark.parametrize(
    ("on", "rows"),
    [
        ("2026-11-19", []),
        ("2026-11-20", [["Bo", "owes", "-15.00"], ["Cy", "owes", "-10.00"], ["Ann", "is owed", "25.00"]]),
        ("2026-11-25", [["Cy", "owes", "-10.00"], ["Bo", "owes", "-5.00"], ["Ann", "is owed", "15.00"]]),
    ],
)
def test_the_standings_of_a_day_as_a_file(desk, evening, on, rows):
    evening.now = evening.now.replace(day=25)
    evening.pays_debt("Bo", "Ann", "10.00")

    assert [row[:3] for row in desk.rows(f"/book/?as=csv&on={on}")[1:]] == rows


def test_a_day_before_everything_has_nobody(desk, evening):
    assert "All players are even on that day." in desk.opens("/book/?on=2026-01-01").text


def test_a_day_that_is_none_is_told_and_shows_now(desk, evening):
    page = desk.opens("/book/?on=yesterday")

    assert "'yesterday' is no date as in 2026-11-20. Showing today." in page.text
    assert "Bo owes 15.00" in page.text


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("name=O", ["Bo"]),
        ("show=owes", ["Bo", "Cy"]),
        ("show=owed", ["Ann"]),
        ("show=overdue&on=2026-12-21", []),
        ("show=overdue&on=2026-12-22", ["Bo", "Cy"]),
        ("overdue&on=2026-12-22", ["Bo", "Cy"]),
        ("show=none", ["Bo", "Cy", "Ann"]),
        ("sort=name", ["Ann", "Bo", "Cy"]),
        ("sort=-cents", ["Ann", "Cy", "Bo"]),
    ],
)
def test_the_standings_are_narrowed_and_sorted(desk, evening, asked, names):
    assert [row[0] for row in desk.rows(f"/book/?as=csv&{asked}")[1:]] == names


def test_a_filter_that_finds_nobody_leads_back(desk, evening):
    assert "No standings match. Everybody" in desk.opens("/book/?name=zz").text


def test_the_lines_of_somebody_lead_to_where_they_came_from(desk, evening):
    paid = evening.pays_debt("Bo", "Ann", "10.00").act.number

    page = desk.opens("/players/2/")

    assert "Owes 5.00" in page.text
    assert f"{paid} Fri 20 Nov 2026 Bo pays Ann — +10.00 −5.00" in page.text
    assert page.links[str(paid)] == f"/history/{paid}/"
    assert page.links["Fri 20 Nov 2026"] == f"/nights/{evening.night.pk}/"


@pytest.mark.further
def test_an_act_of_a_night_is_found_among_the_acts_of_the_night(desk, evening):
    number = desk.rows("/players/2/?part=lines&as=csv")[-1][0]

    acts = desk.opens(desk.opens("/players/2/").links[number])

    assert "Bo buys in, paid in THE BOOK" in acts.text
    assert "Cy buys in" not in acts.text


@pytest.mark.further
def test_a_note_that_went_into_the_book_leads_to_the_act_that_wrote_it_there(desk, evening):
    evening.opens("mike", day=date(2026, 11, 21))
    evening.buy_in("Cy", "5.00", note="n1")
    number = str(evening.commits().act.number)

    acts = desk.opens(desk.opens("/players/3/").links[number])

    assert acts.url == f"/history/{number}/"
    assert "Into THE BOOK: all notes still out" in acts.text


@pytest.mark.further
def test_a_note_of_a_line_is_found_in_the_register(desk, evening):
    evening.opens("mike", day=date(2026, 11, 21))
    evening.buy_in("Cy", "5.00", note="n1")
    evening.commits()

    assert desk.opens("/players/3/").links["1"] == "/notes/1/"


def test_what_was_undone_is_struck_and_stays(desk, evening):
    paid = evening.pays_debt("Bo", "Ann", "10.00")
    evening.undo(paid, "it never came")

    page, rows = desk.opens("/players/2/"), desk.rows("/players/2/?part=lines&as=csv")[1:3]

    assert [row[2:] for row in rows] == [
        [f"Act {paid.act.number} is undone: it never came", "", "-10.00", "-15.00", "undone"],
        ["Bo pays Ann", "", "10.00", "-5.00", "undone"],
    ]
    assert page.html.count('<tr role="row" class="undone') == 2
    assert page.links[str(paid.act.number + 1)] == f"/history/{paid.act.number + 1}/"


def test_what_is_still_open_is_told_the_oldest_first(desk, evening):
    evening.opens("mike", day=date(2026, 12, 18))
    evening.buy_in("Bo", "5.00", pay="book")
    evening.buy_in("Ann", "5.00")
    evening.last_hand()
    evening.cash_out("Ann", "10.00", payout={"cash": "10.00"})
    evening.ends("195.00")

    page = desk.opens("/players/2/?part=lines&on=2026-12-31")

    assert "THE BOOK on Thu 31 Dec 2026: owes 20.00" in page.text
    assert "since Fri 20 Nov 2026, 41 days overdue 15.00 since Fri 18 Dec 2026, 13 days 5.00" in page.text


def test_somebody_who_is_in_no_line(desk, evening):
    page = desk.opens("/players/4/")

    assert "Even 0.00" in page.text
    assert "No entries for Gil ." in page.text


def test_a_duplicate_leads_to_the_person_on_the_same_day(desk, evening):
    evening.merges("Cy", into="Bo")

    assert desk.opens("/book/players/3/?on=2026-11-20").url == "/players/2/?part=lines&on=2026-11-20"


def test_the_page_of_a_player_says_where_they_stand(desk, evening):
    pages = [desk.opens(f"/players/{number}/") for number in (1, 2, 4)]

    assert ["Is owed 25.00" in pages[0].text, "Owes 15.00" in pages[1].text] == [True, True]
    assert "Even 0.00" in pages[2].text


def test_the_paper_is_that_of_the_report(desk, evening):
    asked = ("", "?on=2026-11-20", "?history=yes", "?history=yes&on=2026-11-20")
    now, then, *with_history = (desk.client.get(f"/book/book.pdf{each}") for each in asked)

    with in_locale():
        assert now.content == book_pdf(standings_on_paper())
        assert then.content == book_pdf(standings_on_paper(date(2026, 11, 20)))
        assert [each.content for each in with_history] == [
            book_pdf(book_report()),
            book_pdf(book_report(date(2026, 11, 20))),
        ]
    assert (now["Content-Type"], then["Content-Disposition"]) == (
        "application/pdf",
        'inline; filename="the-book-2026-11-20.pdf"',
    )


def test_the_page_the_file_and_the_command_say_the_same(desk, evening):
    evening.corrects("Gil", "Cy", "3.00", ruling="he may")

    rows = {row[0]: row[2] for row in desk.rows("/book/?as=csv")[1:]}

    assert rows == book() == {"Ann": "25.00", "Bo": "-15.00", "Cy": "-7.00", "Gil": "-3.00"}


@pytest.mark.further
@pytest.mark.parametrize("pattern", LISTS)
def test_thirty_players_take_no_more_queries_than_one(desk, evening, pattern):
    evening.pays_debt("Bo", "Ann", "1.00")
    desk.opens("/")
    with CaptureQueriesContext(connection) as one, zeal_context():
        desk.opens(pattern)
    for number in range(30):
        evening.knows(f"Dee {number}")
        evening.corrects(f"Dee {number}", "Bo", "1.00")
    desk.opens("/")
    with CaptureQueriesContext(connection) as thirty, zeal_context():
        desk.opens(pattern)

    assert len(thirty) <= len(one)


@pytest.mark.sweep
@pytest.mark.parametrize("pattern", LISTS)
@pytest.mark.parametrize(
    "forged",
    [
        *("sort=password", "sort=-", "page=0", "page=99", "page=x", "as=exe", "on=%00", "on=9999-99-99", "name=%00"),
        *("show=x", "player=x", "player=99999999999999999999", "since=x", "amount=1e9", "words=%00", "state=x"),
        *("receipt=1x", "receipt=1", "receipt=99999999999999999999", "kind=%00", "overdue"),
    ],
)
def test_whatever_the_address_says_there_is_an_answer(desk, evening, pattern, forged):
    assert desk.client.get(f"{pattern}{forged}").status_code == 200


@pytest.mark.sweep
@pytest.mark.parametrize("pattern", LISTS)
def test_a_list_is_a_file_too(desk, evening, pattern):
    evening.pays_debt("Bo", "Ann", "10.00")

    sheet = load_workbook(io.BytesIO(desk.client.get(f"{pattern}as=xlsx").content)).active

    assert [cell.value for cell in sheet[1]] == desk.rows(f"{pattern}as=csv")[0]
    assert sheet.max_row == len(desk.rows(f"{pattern}as=csv"))


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["<b>Bo</b>", "{{7*7}}", "'; DROP TABLE night; --", "שלום", "=HYPERLINK(1)", "W" * 40])
def test_hostile_names_are_words_on_every_page_and_file(desk, evening, name):
    evening.renames("Bo", name)
    paid = evening.pays_debt(name, "Ann", "1.00").act.number

    for pattern in (*LISTS, f"/history/{paid}/", f"/book/?receipt={paid}", "/book/payment/", "/book/correct/"):
        page = desk.opens(pattern)
        assert (pattern, page.status, escape(name) in page.html, "<b>Bo</b>" in page.html) == (
            pattern,
            200,
            True,
            False,
        )
    cells = [cell for pattern in LISTS for row in desk.rows(f"{pattern}as=csv") for cell in row]
    assert [cell for cell in cells if cell.startswith("=")] == []


def test_a_merge_says_what_becomes_of_the_standings(desk, evening):
    page, even = desk.opens("/players/2/?part=merge&with=3"), desk.opens("/players/2/?part=merge&with=4")

    together = [each.part("merge").partition("Together")[2].split()[2] for each in (page, even)]
    assert together == ["−25.00", "−15.00"]
