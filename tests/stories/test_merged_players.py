"""A player with two entries: Bob is Bo. After the merge the two count as one player with one result."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.audit import queries as audit_queries
from ledger.bank.queries import bank_of, history_of
from ledger.reports.night_queries import night_report
from ledger.results.queries import Result, results
from ledger.standings.queries import standings
from reservations.models import Player
from reservations.players.queries import merges_over_time, people_at
from tests.ledger.the_book import owe
from tests.played_once import played_once
from tests.running import run
from tests.stories.evening import Evening, impossible, refused

pytestmark = pytest.mark.django_db

BOB_IS_BO = "Bob is the same as Bo since act 8: use Bo."


@pytest.fixture
@played_once
def evening():
    """Return an evening with Ann's bank; Bob (6), who is Bo (2), is in for 20.00 (act 7). Act 8 is the next."""
    evening = Evening("dave-2018")
    evening.knows("Bob")
    evening.buy_in("Bob", "20.00")
    return evening


@pytest.fixture
def merged(evening):
    """Return the same evening after the merge of Bob into Bo."""
    evening.merge = evening.merges("Bob", into="Bo")
    return evening


def ends(evening):
    """Let all players cash out, count the drawer, and close the night."""
    evening.last_hand()
    evening.cash_out("Bo", "45.00")
    evening.cash_out("Ann", "5.00")
    evening.counts_drawer("200.00")
    evening.closes()


def sheet():
    """Return the rows of the night's results: player, bought, received, result."""
    return run("night_result", "2026-11-20", "--csv").out.splitlines()[1:]


def faults():
    return list(audit_queries.faults())


def test_in_for_40_under_two_names_and_out_once(merged):
    merged.buy_in("Bo", "20.00", stack="20.00")
    merged.buy_in("Ann", "10.00")
    merged.stands(drawer="250.00", chips="50.00")
    ends(merged)

    assert results(merged.night) == {1: Result(1000, 500), 2: Result(4000, 4500)}
    assert sheet() == ["Ann,10.00,5.00,-5.00", "Bo,40.00,45.00,5.00"]
    assert faults() == []


def test_the_report_has_one_line_for_the_one_person(merged):
    merged.buy_in("Bo", "20.00", stack="20.00")
    merged.buy_in("Ann", "10.00")
    ends(merged)

    report = night_report(merged.night)

    assert [(line.name, line.buy_in_cents, line.rebuy_cents, line.result_cents) for line in report.players] == [
        ("Ann", 1000, 0, -500),
        ("Bo", 2000, 2000, 500),
    ]
    assert [line.text for line in report.timeline][1:3] == [
        "Bo buys in, paid in cash",
        "Bo buys in, paid in cash, 20.00 in front",
    ]


def test_the_rebuy_of_a_duplicate_is_a_rebuy(merged):
    with refused("stack at a rebuy: Bo", allowed="Bo 50.00"):
        merged.buy_in("Bo", "20.00")


@pytest.mark.parametrize(
    "act",
    [
        lambda evening: evening.arrives("Bob"),
        lambda evening: evening.buy_in("Bob", "500.00"),
        lambda evening: evening.sells("Bob", "Ann", "5.00"),
        lambda evening: evening.sells("Ann", "Bob", "5.00"),
        lambda evening: evening.notice("Bob"),
        lambda evening: evening.cash_out("Bob", "20.00"),
        lambda evening: evening.final_pot("Bob"),
        lambda evening: evening.hands_over_to("Bob"),
        lambda evening: evening.knows("Bob"),
        lambda evening: evening.knows("Hal", invited_by="Bob"),
    ],
    ids=["arrives", "buys in", "sells", "buys", "announces", "cashes out", "wins", "takes over", "known", "invites"],
)
def test_a_duplicate_takes_no_new_act(act, merged):
    with impossible(BOB_IS_BO):
        act(merged)


def test_a_duplicate_opens_no_night(merged):
    with impossible(BOB_IS_BO):
        merged.opens("hybrid", banker="Bob")


def test_who_holds_chips_and_has_announced_is_the_person(evening):
    evening.notice("Bob")
    evening.arrives("Bo")
    before = history_of(evening.night)
    evening.merges("Bob", into="Bo")

    history = history_of(evening.night)

    assert (before.holding(), before.of(2).last_buy_cents, before.of(2).notice_at) == ([6], None, None)
    assert (history.holding(), history.of(2).last_buy_cents, history.of(2).bought_cents) == ([2], 2000, 2000)
    assert ({*history.arrivals}, history.of(2).notice_at) == ({2}, before.of(6).notice_at)


def test_at_each_moment_of_an_open_night_the_merges_are_those_of_then(merged):
    merged.undo(merged.merge)
    merged.merges("Bob", into="Cy")

    moments = [history_of(merged.night, until=number).holding() for number in (7, 8, 9, 10)]

    assert moments == [[6], [2], [6], [3]]
    assert results(merged.night) == {3: Result(2000, 0)}


def test_a_closed_night_stays_as_it_was(evening):
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Ann", "10.00")
    evening.last_hand()
    evening.cash_out("Bob", "50.00")
    evening.counts_drawer("200.00")
    evening.closes()
    before = (night_report(evening.night), results(evening.night), history_of(evening.night), sheet())

    evening.merges("Bob", into="Bo")

    assert (night_report(evening.night), results(evening.night), history_of(evening.night), sheet()) == before
    assert history_of(evening.night, until=99) == before[2]


def test_a_night_that_closed_while_two_were_one_stays_so(merged):
    merged.buy_in("Bo", "20.00", stack="20.00")
    merged.buy_in("Ann", "10.00")
    ends(merged)
    before = (night_report(merged.night), sheet())

    merged.undo(merged.merge)

    assert (night_report(merged.night), sheet(), people_at()) == (*before, {})
    assert faults() == []


def test_an_undone_merge_leaves_two_players(merged):
    merged.buy_in("Bo", "20.00", stack="20.00")

    undoing = merged.undo(merged.merge)

    assert results(merged.night) == {2: Result(2000, 0), 6: Result(2000, 0)}
    assert merged.undo(merged.merge, "once more").act == undoing.act
    assert merged.cash_out("Bob", "20.00", round_played=True).known is False
    assert (Player.objects.get(name="Bob").merged_into, faults()) == (None, [])


def test_merges_over_time_are_the_people_at_every_moment(merged):
    merged.undo(merged.merge)
    merged.merges("Bob", into="Cy")
    cy_is_bo = merged.merges("Cy", into="Bo")
    merged.undo(cy_is_bo)
    times, moments = merges_over_time(), range(1, cy_is_bo.act.number + 2)

    stood = [[each for each in times if each.since <= at and (each.until is None or at < each.until)] for at in moments]

    assert [{each.duplicate: each.person for each in found} for found in stood] == [people_at(at) for at in moments]


def test_two_who_were_told_apart_may_be_merged_again(merged):
    merged.undo(merged.merge)

    merged.merges("Bob", into="Bo")

    with impossible("Bob is the same as Bo since act 10: use Bo."):
        merged.arrives("Bob")
    assert faults() == []


def test_how_a_duplicate_paid_can_still_be_changed_and_undone(evening):
    bought = evening.buy_in("Cy", "20.00")
    evening.merges("Cy", into="Bo")
    evening.paid_by("transfer", bought, ruling="the table agreed")
    changed = results(evening.night)
    evening.undo(evening.paid_by("cash", bought))
    evening.undo(evening.paid_by("cash", bought))

    assert changed == results(evening.night) == {2: Result(2000, 0), 6: Result(2000, 0)}
    assert faults() == []


def test_a_duplicate_who_runs_the_bank_is_the_person():
    evening = Evening("mike")
    evening.knows("Bob")
    evening.hands_over_to("Bob")
    evening.merges("Bob", into="Bo")

    with impossible("Bo runs the bank already."):
        evening.hands_over_to("Bo")
    evening.undo(evening.hands_over_to("Cy"))

    assert (bank_of(evening.night).history.banker, night_report(evening.night).banker) == (2, "Bo")
    assert (evening.banker(), faults()) == ("Bob", [])


def test_standings_follow_the_person(evening):
    owe("Bob", "Ann", 700)
    owe("Ann", "Bo", 200)
    owe("Cy", "Bo", 100)
    before = standings()

    evening.merges("Bob", into="Bo")
    owe("Bo", "Cy", 100)

    assert before == {1: 500, 2: 300, 3: -100, 6: -700}
    assert standings() == {1: 500, 2: -500}


@pytest.mark.parametrize("merges", [0, 3])
def test_who_is_who_takes_one_query_however_many_there_are(merges, evening):
    for number in range(merges):
        evening.knows(f"Bo {number}")
        evening.merges(f"Bo {number}", into="Bo")

    with CaptureQueriesContext(connection) as asked:
        history_of(evening.night)
        results(evening.night)

    assert len(asked) == 5
