"""Two tablets bring the same past results: every night is recorded once, and no date gets two."""

from datetime import date

import pytest

from hostdesk.imports.results.commands import post_sheet, record_results
from hostdesk.imports.results.queries import Brings
from hostdesk.imports.results.sheets import read_sheet
from ledger.results.rules import NetResult
from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span
from reservations.models import Night
from tests.faults.racing import ROUNDS, Task, at_once, faults, stamp, told

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


def bringing(day: date, key: str, cents: int = 500, *, starting: bool = False) -> Task:
    results = [NetResult(1, cents), NetResult(2, -cents)]
    return lambda: record_results(
        stamp=stamp(key, ruling=""), house="mike", date=day, results=results, starting=starting
    )


def test_one_sheet_that_is_sent_twice(players):
    for again in range(ROUNDS):
        outcomes = at_once(*[bringing(date(2026, 1, 1 + again), f"night-{again}")] * 2)

        assert sorted(told(outcomes)) == ["known", "new"]
    assert season_report(Span("", "")).lines[0].net_cents == 500 * ROUNDS
    assert faults() == []


def test_two_sheets_of_one_date(players):
    for again in range(ROUNDS):
        day = date(2026, 1, 1 + again)

        outcomes = at_once(*[bringing(day, f"night-{again}-{cents}", cents) for cents in (500, 700)])

        assert sorted(told(outcomes)) == ["Impossible", "new"]
        assert Night.objects.filter(date=day).count() == 1
    assert faults() == []


def test_a_night_and_a_starting_result_that_covers_it(players):
    day = date(2026, 1, 9)

    outcomes = at_once(bringing(day, "night"), bringing(day, "start", starting=True))

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert faults() == []


def test_a_sheet_with_two_games_of_one_date_that_is_sent_twice(players):
    names = [player.name for player in players[:2]]
    sheet = read_sheet([(1, ["Date", *names]), (2, ["2026-01-09", "5", "-5"]), (3, ["2026-01-09", "-3", "3"])])

    outcomes = at_once(*[lambda: post_sheet(Brings(sheet, "mike"), stamp("sheet", ruling="")).nights] * 2)

    assert sorted(map(str, outcomes)) == ["0", "2"]
    assert Night.objects.count() == 2
    assert faults() == []
