"""The list of payments, corrections and old books, and the page of one of them, where it is undone."""

from datetime import date

import pytest

from reservations.models import Act

pytestmark = pytest.mark.django_db


def last():
    return Act.objects.latest("number").number


@pytest.fixture
def acts(evening):
    """A payment, a correction that was undone, and an old book: their numbers."""
    paid = evening.pays_debt("Bo", "Ann", "10.00", by="Hanna")
    corrected = evening.corrects("Bo", "Cy", "3.00", about=date(2026, 11, 20))
    evening.undo(corrected)
    evening.now = evening.now.replace(day=25)
    taken = evening.takes_over("the old book", Ann="-4.00", Gil="4.00")
    return [each.act.number for each in (paid, corrected, taken)]


def test_all_acts_of_the_book_the_newest_first(desk, acts):
    paid, corrected, taken = map(str, acts)

    rows = desk.rows("/book/acts/?as=csv")[1:]

    assert [[row[0], *row[3:]] for row in rows] == [
        [taken, "An old book is imported: the old book", "Ann, Gil", "4.00", "", ""],
        [
            corrected,
            "Correction about the night of Fri 20 Nov 2026: Bo owes Cy more: counted wrongly",
            *("Bo, Cy", "3.00", "", f"undone by act {acts[1] + 1}"),
        ],
        [paid, "Bo pays Ann", "Bo, Ann", "10.00", "Hanna", ""],
    ]


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ("kind=payment", [0]),
        ("kind=correct", [1]),
        ("kind=balances", [2]),
        ("kind=buy_in", [2, 1, 0]),
        ("player=4", [2]),
        ("player=2", [1, 0]),
        ("since=2026-11-21", [2]),
        ("until=2026-11-24", [1, 0]),
        ("amount=3", [1]),
        ("amount=x", [2, 1, 0]),
        ("words=WRONGLY", [1]),
        ("state=undone", [1]),
        ("state=stands", [2, 0]),
        ("kind=payment&player=4", []),
        ("sort=cents", [1, 2, 0]),
    ],
)
def test_the_acts_are_narrowed(desk, acts, asked, places):
    assert [row[0] for row in desk.rows(f"/book/acts/?as=csv&{asked}")[1:]] == [str(acts[place]) for place in places]


def test_no_acts_at_all_and_none_like_that(desk, evening):
    assert "No entries yet." in desk.opens("/book/acts/").text
    assert "No entries match." in desk.opens("/book/acts/?kind=payment").text


def test_an_act_shows_what_it_moved_then(desk, acts):
    page = desk.opens(f"/book/acts/{acts[0]}/")

    assert "Bo pays Ann 10.00" in page.text
    assert page.says("Ann +25.00 −10.00 +15.00 Bo −15.00 +10.00 −5.00")


@pytest.mark.parametrize("place", [0, 2])
def test_an_act_is_undone_with_a_reason(desk, acts, place):
    page = desk.sends(desk.opens(f"/book/acts/{acts[place]}/").form(f"/acts/{acts[place]}/"), reason="it never came")

    assert page.url == f"/book/?receipt={last()}"
    assert f"Act {acts[place]} is undone: it never came . Act {last()}" in page.text
    assert f"undone by act {last()}" in desk.opens(f"/book/acts/{acts[place]}/").text


def test_undone_without_a_word_it_was_a_slip_and_twice_it_is_once(desk, acts):
    form, before = desk.opens(f"/book/acts/{acts[0]}/").form(f"/acts/{acts[0]}/"), Act.objects.count()

    pages = [desk.sends(form) for _ in range(2)]

    assert ([page.status for page in pages], Act.objects.count() - before) == ([200, 200], 1)
    assert "is undone: a slip" in pages[0].text


def test_what_was_undone_is_not_offered_again(desk, acts):
    page = desk.opens(f"/book/acts/{acts[1]}/")

    assert [form.action for form in page.forms if "/book/" in form.action] == []
    assert page.status == 200


def test_an_undoing_leads_to_what_it_undid(desk, acts):
    assert desk.opens(f"/book/acts/{acts[1] + 1}/").url == f"/book/acts/{acts[1]}/"


def test_a_merge_is_shown_and_undone_elsewhere(desk, evening):
    merge = evening.merges("Cy", into="Bo").act.number

    page = desk.opens(f"/book/acts/{merge}/")

    assert "Cy is the same person as Bo" in page.text
    assert page.links["the player’s page"] == "/players/2/"


def test_an_act_of_a_night_or_none_has_no_page_here(desk, evening):
    numbers = [evening.opening.act.number, 1, 0, 999, 10**30]

    assert [desk.client.get(f"/book/acts/{number}/").status_code for number in numbers] == [404] * 5
