"""The history as a page and as a file, its readers and its queries; and the page of an act."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.base.sign_in.commands import add_host
from reservations.models import Act, Night
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.signed_in import banker_client, host_client
from tests.stories.evening import a_closed_night

pytestmark = [pytest.mark.further, pytest.mark.django_db]

BOUGHT, WRONG, UNDOING, PAID, BOOK = 6, 14, 15, 13, 16


def last():
    return Act.objects.latest("number").number


def numbers(browser, asked=""):
    """Return the numbers of the acts in the file."""
    return [int(row[2]) for row in browser.rows(f"/history/?as=csv&{asked}")[1:] if row[2]]


def test_the_file_says_what_when_who_where_how_much_and_what_became_of_it(desk, evening):
    rows = {row[2]: row for row in desk.rows("/history/?as=csv")}
    night = [str(Night.objects.get().date), "Mike's game"]
    refused = "The bank sells chips in multiples of 5.00, not 6.00."

    assert rows["No."] == ["What", "Time", "No.", "Players", "Night", "House", "Amount", "By", "Rulings", "Marks"]
    assert rows["6"] == [
        *("Bo buys in, paid in cash", "2026-11-20T20:00:00-05:00", "6", "Bo", *night, "6.00", ""),
        *(f"{refused}; Allowed by the table: small change", ""),
    ]
    assert [rows["14"][3], rows["14"][6], rows["14"][9]] == ["Bo; Cy", "3.00", "undone by act 15"]
    assert [rows["16"][3], rows["16"][6]] == ["Ann; Gil", "4.00"]


def test_rulings_conduct_and_objections_stand_among_the_acts(desk, evening):
    text = desk.opens("/history/").text

    told = [
        "Bo objects to act 6: Bo buys in, paid in cash it was 5 Answered by Ann: it was 6",
        "Bo was warned: slow",
        "a misdeal Decided by the host: deal again",
        "The bank sells chips in multiples of 5.00, not 6.00. Allowed by the table: small change",
    ]
    assert [each for each in told if each not in text] == []


def test_a_row_leads_to_its_act_and_an_undone_one_is_struck_out(desk, evening):
    page = desk.opens("/history/?kind=book")

    assert page.links["Cy pays Ann"] == f"/history/{PAID}/"
    assert page.html.count('class="undone"') == 1


def test_a_nights_own_page_says_its_day_and_house_once(desk, evening):
    night = Night.objects.get()

    band = f'<th role="rowheader" colspan="4"><a href="/nights/{night.pk}/">'

    assert [band in desk.opens(f"/history/{asked}").html for asked in ("", f"?night={night.pk}")] == [True, False]


def test_what_is_undone_tells_its_number_to_the_row_of_its_undoing(desk, evening):
    text = desk.opens("/history/").text

    assert [f"Act {WRONG} is undone" in text, f"act {WRONG}, undone" in text] == [True, True]


def test_the_newest_come_first_unless_the_oldest_are_asked_for(desk, evening):
    assert numbers(desk, "kind=book") == [BOOK, WRONG, PAID]
    assert numbers(desk, "kind=book&sort=at") == [PAID, WRONG, BOOK]


def test_a_page_reads_25_rows_however_many_there_are(desk, evening):
    desk.opens("/history/?sort=at")  # fills the cache of the rules version
    with CaptureQueriesContext(connection) as few:
        desk.opens("/history/?sort=at")
    for each in range(30):
        evening.pays_debt("Bo", "Cy", f"{each + 1}.00")
    desk.opens("/history/?sort=at")  # fills the cache of the books' decisions, which new acts empty
    with CaptureQueriesContext(connection) as many:
        page = desk.opens("/history/?sort=at")

    assert len(many) == len(few)
    assert page.html.count("<tr role=") - page.html.count('<th role="rowheader"') == 1 + 25
    assert "1 to 25 of 49" in page.text


def test_a_file_has_all_of_them_in_parts(desk, evening, monkeypatch):
    monkeypatch.setattr("hostdesk.front.history.queries.AT_ONCE", 4)

    assert numbers(desk) == [*range(16, 0, -1)]


def test_how_often_a_rule_is_set_aside_stands_above_the_rulings_and_leads_to_its_field(desk, evening):
    page = desk.opens("/history/?kind=rulings")

    assert page.links["Change the rule?"] == "/houses/mike/change/#term-buy_in-multiple"
    assert "Multiples Mike's game , overruled once" in page.text
    assert "How often" not in desk.opens("/history/").text


def matters(page):
    return re.findall(r'<option value="([a-z]+)"[^>]*>(?:Rulings|THE BOOK|Objections)', page.html)


def test_the_book_is_a_matter_once_it_is_used_or_asked_for(desk):
    evening = a_closed_night()
    before = [matters(desk.opens(f"/history/{asked}")) for asked in ("", "?kind=book")]
    evening.takes_over(Bo="-5.00", Cy="5.00")

    assert before == [["rulings", "objections"], ["rulings", "book", "objections"]]
    assert matters(desk.opens("/history/")) == ["rulings", "book", "objections"]


def test_the_filter_of_a_night_is_folded_until_more_is_chosen(desk, evening):
    night = Night.objects.get().pk

    unfolded = [
        " open>" in desk.opens(f"/history/?night={night}{more}").html.split("<summary>Filter")[0][-60:]
        for more in ("", "&kind=buy_in")
    ]

    assert unfolded == [False, True]


def test_nothing_like_that_and_nothing_yet(desk):
    assert "Nothing was recorded yet." in desk.opens("/history/").text
    assert "Nothing like that was recorded." in desk.opens("/history/?kind=buy_in").text


def test_a_banker_sees_the_night_alone(evening):
    first = Night.objects.get()
    evening.opens("mike")
    banker = Browser(banker_client(evening.night, player_named("Ann")))

    assert numbers(banker) == numbers(banker, f"night={first.pk}") == [last()]
    assert [banker.opens(f"/history/{act}/").status for act in (BOUGHT, PAID, last())] == [404, 404, 200]
    assert banker.client.post(f"/history/{last()}/", {"key": "undo-it-not"}).status_code == 403
    assert "How often" not in banker.opens("/history/?kind=rulings").text


def test_a_host_of_some_houses_sees_their_nights_alone(evening):
    add_host("Di", [Night.objects.get().house])
    di = Browser(host_client("Di"))

    assert numbers(di) == [12, 11, 10, 9, 8, 7, 6, 5]
    assert [di.opens(f"/history/{act}/").status for act in (BOUGHT, PAID)] == [200, 404]
    assert di.client.post(f"/history/{PAID}/", {"key": "undo-it-not"}).status_code == 404
    assert di.opens("/history/?kind=rulings").links["Change the rule?"] != ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/book/acts/?state=undone", "/history/?kind=book&state=undone"),
        ("/book/acts/13/", "/history/13/"),
        ("/rulings/?rule=multiples", "/history/?kind=rulings&rule=multiples"),
        ("/nights/1/rulings/", "/history/?night=1&kind=rulings"),
        ("/nights/1/acts/?kind=buy_in&number=6", "/history/?night=1&kind=buy_in&number=6"),
        ("/messages/sent/?player=2&state=failed", "/history/?kind=mail&player=2&state=failed"),
    ],
)
def test_the_old_lists_lead_here_with_what_was_asked(desk, old, new):
    answer = desk.client.get(old)

    assert (answer.status_code, answer["Location"]) == (301, new)


def test_an_act_shows_what_it_moved_its_receipt_and_its_night(desk, evening):
    between, of_night = desk.opens(f"/history/{PAID}/"), desk.opens(f"/history/{BOUGHT}/")

    assert "Cy pays Ann Amount 10.00" in between.text
    assert between.says("Ann 0.00 −10.00 −10.00 Cy 0.00 +10.00 +10.00")
    assert "From the chips to the drawer 6.00" in of_night.text
    assert f"act {BOUGHT} {Act.objects.get(number=BOUGHT).head}" in of_night.text


@pytest.mark.parametrize("act", [PAID, BOOK])
def test_an_act_of_the_book_is_undone_with_a_reason(desk, evening, act):
    page = desk.sends(desk.opens(f"/history/{act}/").form(f"/history/{act}/"), reason="it never came")

    assert page.url == f"/book/?receipt={last()}"
    assert f"Act {act} is undone: it never came . Act {last()}" in page.text
    assert f"undone by act {last()}" in desk.opens(f"/history/{act}/").text


def test_the_old_address_still_undoes(desk, evening):
    answer = desk.client.post(f"/book/acts/{PAID}/", {"key": "undo-it-here", "reason": ""})

    assert (answer.status_code, answer["Location"]) == (303, f"/book/?receipt={last()}")
    assert Act.objects.get(number=PAID).reversed_by.number == last()


def test_undone_without_a_word_it_was_a_slip_and_twice_it_is_once(desk, evening):
    form, before = desk.opens(f"/history/{PAID}/").form(f"/history/{PAID}/"), Act.objects.count()

    pages = [desk.sends(form) for _ in range(2)]

    assert ([page.status for page in pages], Act.objects.count() - before) == ([200, 200], 1)
    assert "is undone: a slip" in pages[0].text


def test_what_was_undone_is_not_offered_again_and_its_undoing_leads_to_it(desk, evening):
    page = desk.opens(f"/history/{UNDOING}/")

    assert page.url == f"/history/{WRONG}/"
    assert [form.action for form in page.forms if "/history/" in form.action] == []


def test_an_act_of_a_night_is_undone_there_and_a_merge_with_its_player(desk, evening):
    closed = desk.opens(f"/history/{BOUGHT}/").links["Undo…"]
    evening.opens("mike")
    bought = evening.buy_in("Bo", "20.00").act.number
    opened = desk.opens(f"/history/{bought}/").links["Undo…"]
    merge = evening.merges("Cy", into="Bo").act.number
    month = evening.consolidates(evening.now.date()).act.number

    first, second = Night.objects.order_by("pk")
    assert closed == f"/nights/{first.pk}/take-back/"
    assert opened == f"/nights/{second.pk}/tonight/undo/{bought}/"
    assert desk.opens(f"/history/{merge}/").links["Undo…"] == "/players/2/"
    assert desk.opens(f"/history/{month}/").links["Undo…"] == f"/book/months/{month}/undo/"
    assert "Undo…" not in desk.opens("/history/1/").links
    assert "Cy is the same person as Bo" in desk.opens(f"/history/{merge}/").text


def test_no_act_has_no_page_and_one_of_a_night_is_not_undone_here(desk, evening):
    assert [desk.client.get(f"/history/{number}/").status_code for number in (0, 999, 10**30)] == [404] * 3
    assert desk.client.post(f"/history/{BOUGHT}/", {"key": "undo-it-here"}).status_code == 403
