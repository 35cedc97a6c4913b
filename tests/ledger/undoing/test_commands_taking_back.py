"""A whole night taken back: its numbers, what forbids it, and what is left."""

import json
from datetime import date

import pytest

from ledger.audit.queries import faults
from ledger.bank.queries import bank_of, history_of
from ledger.months.queries import consolidations
from ledger.months.report_queries import month_report
from ledger.results.closed_queries import closed_nights
from ledger.seasons.queries import season_nights
from ledger.seasons.spans import Span
from ledger.standings.queries import standings
from ledger.undoing.commands import take_back_night, undo_in_turn
from reservations.acts.facts import FactKind
from reservations.models import Act, Fact
from tests.played_once import played_once
from tests.stories.evening import NIGHT, Evening, impossible

pytestmark = pytest.mark.django_db
EVERY_NIGHT = Span("all", "All nights")


@pytest.fixture
@played_once
def evening():
    """Bo bought for 40.00 and Cy for 20.00, all in THE BOOK; a buy-in of Cy's was a slip; Cy won 15.00 from Bo."""
    evening = Evening("mike")
    evening.pays_debt("Bo", "Ann", "5.00")
    evening.buy_in("Bo", "40.00", pay="book")
    evening.undo(evening.buy_in("Cy", "30.00"))
    evening.buy_in("Cy", "20.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "25.00")
    evening.cash_out("Cy", "35.00")
    evening.ends("185.00")
    return evening


def takes_back(evening, key="", reason="the wrong file"):
    return take_back_night(stamp=evening.stamp(key), night=evening.night, reason=reason)


def test_all_standings_are_as_if_it_had_never_been_played(evening):
    before = standings()

    answer = takes_back(evening)

    assert (before, standings()) == ({1: 1000, 2: -1000}, {1: -500, 2: 500})
    assert answer.remark.split(" of ")[0] == "8 acts"
    assert list(faults()) == []


def test_every_act_has_its_mirror_image_and_the_reason(evening):
    takes_back(evening)

    undoings = Act.objects.filter(night=evening.night, kind="reverse").order_by("number")
    said = [(each.reverses.kind, json.loads(each.content)["reason"]) for each in undoings.select_related("reverses")]
    kinds = ["close", "count_drawer", "cash_out", "cash_out", "last_hand", "buy_in", "buy_in", "open"]
    assert said == [("buy_in", "a slip"), *((kind, "the wrong file") for kind in kinds)]


def test_it_counts_in_no_season_and_in_no_sum(evening):
    counted = (len(closed_nights().nights), len(season_nights(EVERY_NIGHT)))

    takes_back(evening)

    assert counted == (1, 1)
    assert (closed_nights().nights, closed_nights().players, season_nights(EVERY_NIGHT)) == ({}, {}, [])


def test_another_night_counts_on(evening):
    first = evening.night
    evening.opens("mike", day=date(2026, 11, 27))
    evening.buy_in("Bo", "10.00", pay="book")
    evening.buy_in("Cy", "10.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.cash_out("Cy", "0.00")
    evening.ends("190.00")

    take_back_night(stamp=evening.stamp(), night=first, reason="the wrong file")

    assert standings() == {1: 500, 2: 500, 3: -1000}
    assert [sums.results for sums in closed_nights().nights.values()] == [{2: 1000, 3: -1000}]
    assert list(faults()) == []


def test_twice_is_once(evening):
    first = takes_back(evening, key="taking-back")

    again, another = takes_back(evening, key="taking-back"), takes_back(evening, key="once-more")

    assert (again.act, another.act) == (first.act, first.act)
    assert (again.known, another.known) == (True, True)


def test_what_a_later_act_holds_is_undone_before_it():
    """Part of Bo's 40.00 went out to Cy before Dee's 40.00 came in, and Bo's buy-in was undone after that."""
    evening = Evening("dave-2018")
    evening.knows("Dee")
    slip = evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "40.00")
    evening.cash_out("Cy", "60.00", ruling="early")
    evening.buy_in("Dee", "40.00")
    evening.undo(slip)
    evening.last_hand()
    evening.cash_out("Dee", "20.00")
    evening.ends("200.00")

    takes_back(evening)

    assert list(faults()) == []


def test_an_open_night_is_undone_act_by_act(evening):
    evening.opens("mike", day=date(2026, 11, 27))

    with impossible("The night of Fri 27 Nov 2026 is not closed"):
        takes_back(evening)


def test_a_month_that_has_counted_it_is_undone_first(evening):
    evening.consolidates(NIGHT, key="november-2026")

    with impossible("act 16, up to 20 November 2026, has counted the night of Fri 20 Nov 2026", "Undo act 16 first"):
        takes_back(evening)

    assert standings() == {1: 1000, 2: -1000}


def test_a_payment_that_clears_it_is_undone_first(evening):
    evening.pays_debt("Bo", "Ann", "15.00")

    with impossible("the night of Fri 20 Nov 2026: Bo has paid Ann 15.00. Undo act 16 first"):
        takes_back(evening)


def test_a_correction_about_it_is_undone_first(evening):
    evening.corrects("Bo", "Cy", "1.00", about=NIGHT)

    with impossible("correction", "the night of Fri 20 Nov 2026: undo act 16 first"):
        takes_back(evening)


def test_a_night_with_answers_is_corrected_instead(evening):
    Fact.objects.create(
        key="said-yes", kind=FactKind.ANSWER, night=evening.night, at=evening.stamp().at, recorded_at=evening.stamp().at
    )

    with impossible("Fri 20 Nov 2026", "came in as a file"):
        takes_back(evening)


def test_in_a_log_the_close_comes_first(evening):
    bought = Act.objects.filter(night=evening.night, kind="cash_out").first()

    with impossible("Fri 20 Nov 2026 is closed (act 15): a closed night takes no act"):
        undo_in_turn(stamp=evening.stamp(), of=bought.key, reason="a slip")


def test_it_reads_as_it_was_at_its_close(evening):
    before = (history_of(evening.night), bank_of(evening.night))

    takes_back(evening)

    history, bank = history_of(evening.night), bank_of(evening.night)
    assert (history.acts, history.banker, bank.sums) == (before[0].acts, 1, before[1].sums)
    assert bank.history.figures == before[1].history.figures


def test_a_month_that_is_consolidated_later_does_not_name_it(evening):
    takes_back(evening)
    evening.corrects("Cy", "Bo", "1.00")
    evening.consolidates(NIGHT)

    report = month_report(consolidations()[-1])

    assert {person.name: [line.act for line in person.added] for person in report.people} == {
        "Ann": [6],
        "Bo": [6, 24],
        "Cy": [24],
    }
    assert report.nights_count == 0


def test_the_check_of_the_ledger_finds_what_was_taken_back_in_part(evening):
    close = Act.objects.get(night=evening.night, kind="close")

    undo_in_turn(stamp=evening.stamp(), of=close.key, reason="a slip")

    assert [fault for fault in faults() if "part" in fault] == [
        f"Night {evening.night.pk} was taken back only in part."
    ]


def test_in_a_log_what_others_depend_on_waits(evening):
    close, opening = (Act.objects.get(night=evening.night, kind=kind) for kind in ("close", "open"))
    undo_in_turn(stamp=evening.stamp(), of=close.key, reason="a slip")

    with impossible("Act 5 (open) cannot be undone yet", "Fri 20 Nov 2026"):
        undo_in_turn(stamp=evening.stamp(), of=opening.key, reason="a slip")


def test_in_a_log_twice_is_once(evening):
    close = Act.objects.get(night=evening.night, kind="close")

    answers = [undo_in_turn(stamp=evening.stamp(), of=close.key, reason="a slip") for _ in range(2)]

    assert [each.known for each in answers] == [False, True]


def test_in_a_log_a_night_that_a_month_has_counted_stays(evening):
    evening.consolidates(NIGHT)
    close = Act.objects.get(night=evening.night, kind="close")

    with impossible("act 16, up to 20 November 2026, has counted the night of Fri 20 Nov 2026", "Undo act 16 first"):
        undo_in_turn(stamp=evening.stamp(), of=close.key, reason="a slip")
