"""The stakes and limits of an open night: free to set until the first buy-in, and by a ruling after it."""

import json

import pytest
from django.db import transaction

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from ledger.bank.queries import bank_of, last_act
from ledger.reports.night_queries import night_report
from reservations.acts.problems import Impossible, Refused, UndoFirst
from tests.ledger.kept import holds
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db

HIGHER = {"small_blind": "0.50", "big_blind": "1.00", "buy_in_max": "80.00"}


@pytest.fixture
@played_once
def evening():
    """Dave's game: blinds 0.25/0.50, from 20 to 100 big blinds."""
    return Evening("dave-2018")


def limits(evening):
    """Return the blinds, and the least and the most that a player may buy now."""
    now = bank_of(evening.night)
    return str(now.blinds), now.limits.minimum_cents, now.limits.maximum_cents


def test_before_the_first_buy_in_the_night_sets_its_own(evening):
    set_anew = evening.stakes(**HIGHER)

    assert json.loads(set_anew.act.content) == {"small_blind": 50, "big_blind": 100, "buy_in_max": 8000}
    assert (set_anew.act.overruled, limits(evening)) == ("[]", ("0.50/1.00", 2000, 8000))
    with pytest.raises(Refused):
        evening.buy_in("Bo", "19.99")
    assert (evening.buy_in("Bo", "80.00").act.overruled, holds(evening.night)) == ("[]", True)


def test_what_is_not_said_anew_is_the_houses_again(evening):
    evening.stakes(**HIGHER)
    evening.stakes(buy_in_min="15.00")

    assert limits(evening) == ("0.25/0.50", 1500, 5000)


def test_the_report_states_what_was_played_for(evening):
    evening.stakes(**HIGHER)

    report = night_report(evening.night)

    assert (report.stakes, report.limits[1]) == (
        "Blinds 0.50/1.00",
        "The maximum buy-in is 80.00 (set for this night).",
    )


def test_after_the_first_buy_in_it_takes_a_ruling(evening):
    evening.buy_in("Bo", "20.00")

    with pytest.raises(Refused) as refused:
        evening.stakes(**HIGHER)
    ruled = evening.stakes(**HIGHER, ruling="the table agreed")

    assert [each.term for each in refused.value.violations] == ["stakes stand"]
    assert (len(json.loads(ruled.act.overruled)), limits(evening)) == (1, ("0.50/1.00", 2000, 8000))


def test_once_the_first_buy_in_is_undone_they_are_open_again(evening):
    evening.undo(evening.buy_in("Bo", "20.00"))

    assert evening.stakes(**HIGHER).act.overruled == "[]"


@pytest.mark.parametrize(
    ("figures", "because"),
    [
        ({}, "These are tonight's stakes and limits already."),
        ({"small_blind": "1.00"}, "The small blind of 1.00 is above the big blind of 0.50."),
        ({"buy_in_min": "60.00"}, "The minimum buy-in of 60.00 is above the maximum of 50.00."),
    ],
)
def test_figures_that_cannot_be_are_not_recorded(evening, figures, because):
    with impossible(because):
        evening.stakes(**figures)


def test_a_house_that_asks_for_its_figures_needs_them_all():
    asked = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "5.00", "buy_in_max": "20.00"}
    evening = Evening("ericn", **asked)

    with impossible("This house sets the minimum buy-in each night: enter it."):
        evening.stakes(small_blind="0.10", big_blind="0.20", buy_in_max="40.00")
    evening.stakes(**asked | {"buy_in_max": "40.00"})

    assert limits(evening) == ("0.10/0.20", 500, 4000)


def test_a_level_says_the_blinds_and_the_night_its_buy_ins():
    evening = Evening("hybrid")
    evening.stakes(small_blind="0.05", big_blind="0.10")
    before = limits(evening)
    evening.level(2)

    with impossible("Level 2 is being played, which says the blinds: leave them as they are."):
        evening.stakes(small_blind="0.10", big_blind="0.20")
    evening.stakes(small_blind="0.05", big_blind="0.10", buy_in_max="20.00")

    assert (before, limits(evening)) == (("0.05/0.10", 400, 1000), ("0.02/0.04", 400, 2000))


def test_undone_the_night_has_the_stakes_it_had(evening):
    evening.stakes(buy_in_max="60.00")
    evening.undo(evening.stakes(**HIGHER))

    assert (limits(evening), holds(evening.night)) == (("0.25/0.50", 1000, 6000), True)


def test_chips_that_were_sold_under_them_are_undone_first(evening):
    slip = evening.stakes(**HIGHER)
    bought = [evening.buy_in(name, "60.00") for name in ("Bo", "Cy")]

    with pytest.raises(UndoFirst) as first:
        evening.undo(slip)
    for each in reversed(bought):
        evening.undo(each)
    evening.undo(slip)

    assert first.value.numbers == [each.act.number for each in reversed(bought)]
    assert limits(evening) == ("0.25/0.50", 1000, 5000)


def test_a_closed_night_keeps_its_stakes(evening):
    evening.ends("200.00")

    with pytest.raises(Impossible):
        evening.stakes(**HIGHER)


def test_a_log_with_stakes_comes_to_the_same_head():
    empty = transaction.savepoint()
    evening = Evening("dave-2018")
    evening.stakes(**HIGHER)
    evening.buy_in("Bo", "80.00")
    evening.stakes(ruling="the table agreed")
    head, lines = last_act().head, export_all()

    transaction.savepoint_rollback(empty)
    post_log(read_log("\n".join(lines).encode()))

    assert [json.loads(line)["act"] for line in lines[-3:]] == ["stakes", "buy_in", "stakes"]
    assert last_act().head == head
