"""Likely duplicates on one page, merged together."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.standings.queries import standings
from reservations.models import Act, Player
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def story():
    """Bo lost 10.00 to Ann, then bo. won 5.00 from Cy; C.Y. has never played."""
    evening = Evening("mike")
    for name in ("bo.", "C.Y."):
        evening.knows(name)
    plays(evening, "Ann", "Bo", "10.00")
    evening.opens("mike")
    plays(evening, "bo.", "Cy", "5.00")
    return evening


def plays(evening, winner, loser, cents):
    amounts = {winner: 20 + float(cents), loser: 20 - float(cents)}
    for name in amounts:
        evening.buy_in(name, "20.00", pay="book")
    evening.last_hand()
    for name, amount in amounts.items():
        evening.cash_out(name, f"{amount:.2f}")
    evening.ends(f"{200 - float(cents):.2f}")


def ticked(desk, *pairs):
    form = desk.opens("/players/duplicates/").form("/players/duplicates/")
    return desk.sends(form, pairs=list(pairs))


def number(name):
    return Player.objects.get(name=name).number


def test_a_pair_says_what_the_two_come_to(desk, story):
    page = desk.opens("/players/duplicates/")

    assert "bo. → Bo" in page.text
    assert [page.says(each) for each in ("−10.00 −10.00", "+5.00 0.00", "2 −5.00 −10.00")] == [True, True, True]


def test_those_ticked_are_merged_at_once(desk, story):
    before = standings()
    page = ticked(desk, f"{number('bo.')}-{number('Bo')}", f"{number('C.Y.')}-{number('Cy')}")

    merged = dict(Player.objects.exclude(merged_into=None).values_list("name", "merged_into__name"))
    assert merged == {"bo.": "Bo", "C.Y.": "Cy"}
    assert "Merged: bo. into Bo, C.Y. into Cy." in page.text
    assert standings()[number("Bo")] == before[number("Bo")] + before.get(number("bo."), 0)


def test_a_double_tap_merges_once(desk, story):
    form = desk.opens("/players/duplicates/").form("/players/duplicates/")
    pairs = [f"{number('bo.')}-{number('Bo')}"]

    pages = [desk.sends(form, pairs=pairs) for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert Act.objects.filter(kind="merge").count() == 1


def test_without_a_tick_nobody_is_merged(desk, story):
    page = ticked(desk)

    assert (page.status, Act.objects.filter(kind="merge").count()) == (422, 0)
    assert "Tick the pairs that are one person." in page.text


@pytest.mark.parametrize("pair", ["1-99", "nobody", "1-"])
def test_a_pair_that_no_page_gives(desk, story, pair):
    key = desk.opens("/players/duplicates/").form("/players/duplicates/").fields["key"][0]

    answer = desk.client.post("/players/duplicates/", {"key": key, "pairs": [pair]})

    assert answer.status_code == 404


def test_a_list_of_three_costs_no_more_queries_than_one_of_two(desk, story):
    counts = []
    for name in ("Ann!", "Ann?"):
        story.knows(name)
        desk.opens("/players/duplicates/")
        with CaptureQueriesContext(connection) as asked:
            desk.opens("/players/duplicates/")
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_where_no_names_are_alike_it_says_so(desk, evening):
    assert "No two names are alike" in desk.opens("/players/duplicates/").text
