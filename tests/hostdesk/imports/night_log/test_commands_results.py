"""Results in a night log: an invented winter in January 2026, and a first night at the desk in March."""

import pytest

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from ledger.audit.queries import faults
from ledger.bank.queries import last_act
from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span, calendar_span
from ledger.standings.queries import standings
from reservations.acts.problems import Faulty
from tests.hostdesk.logs import ANN, BO, NIGHTS, another_machine, log

pytestmark = pytest.mark.django_db

RESULTS = {"act": "results", "house": "mike", "date": "2026-01-09"}
EVEN = [{"player": "Ann", "net": "5"}, {"player": "bo", "net": "-5.00", "bought": "20"}]
HEAD = "373945a7e0c82cfd0bcf06e8aecb63978071141382530db7a05ccb42f27098c8"


def read(text):
    return post_log(read_log(text.encode()))


def test_an_export_comes_to_the_same_head_in_an_empty_ledger():
    with another_machine():
        post_log(read_log((NIGHTS / "results.jsonl").read_bytes()))
        head, exported = last_act().head, export_all()
        assert [*faults()] == []

    read("\n".join(exported))

    season = season_report(calendar_span("2026") or Span("", ""))
    assert last_act().head == head == HEAD
    assert {line.name: (line.nights, line.net_cents) for line in season.lines} == {
        "Ann": (3, 12050 + 3500 - 1000 - 2000),
        "Bo": (4, -10000 - 2000 - 900 + 2000),
        "Cy": (1, -2050 + 900),
        "Gil": (1, -1500),
        "Łukasz": (1, 1225),
    }
    assert {line.name for line in season.lines if line.starting_cents} == {"Ann", "Bo", "Cy"}
    assert standings() == {1: -2000, 2: 2000}


def test_the_same_line_is_known():
    line = {**RESULTS, "results": EVEN}
    read(log(ANN, BO, line))

    posted = read(log(ANN, BO, {**line, "results": [{**EVEN[1], "player": "Bo"}, {**EVEN[0], "net": "5.0"}]}))

    assert (posted.new, posted.known) == (0, 3)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"results": [{"player": "Ann"}]}, "each with player and net and maybe bought"),
        ({"results": [{"player": "Ann", "net": "0", "paid": "5"}]}, "each with player and net and maybe bought"),
        ({"results": [{"player": "Ann", "net": 5}]}, "in quotes"),
        ({"results": [*EVEN, {"player": "ANN", "net": "0"}]}, "listed twice"),
        ({"results": EVEN, "starting": "yes"}, "starting: true or false"),
        ({"results": EVEN, "reason": "none"}, "no difference"),
        ({"results": [{"player": "Ann", "net": "5"}]}, "sum to"),
        ({"results": [{"player": "Dee", "net": "0"}]}, "Dee"),
        ({"results": []}, "no result"),
        ({}, "results needs results"),
    ],
)
def test_a_line_that_does_not_hold_is_refused(fields, told):
    with pytest.raises(Faulty, match=told):
        read(log(ANN, BO, {**RESULTS, **fields}))
