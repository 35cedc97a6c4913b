"""The report of a night, built from nights that go through the commands."""

import json
from datetime import datetime
from typing import Any

import pytest

from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from ledger.reports.night_report import DrawerLine, NightReport, PlayerLine
from reservations.acts.problems import Impossible
from reservations.models import Night
from tests.played_once import played_once
from tests.stories.evening import NEW_YORK, Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def daves() -> Evening:
    """Ann and Bo play; Bo's rebuy was a slip, Cy takes over the bank, 0.35 too much is in the drawer."""
    evening = Evening("dave-2018")
    evening.buy_in("Ann", "40.00")
    evening.buy_in("Bo", "20.00")
    slip = evening.buy_in("Bo", "10.00", stack="0")
    evening.undo(slip)
    evening.buy_in("Bo", "60.00", stack="0", ruling="the table agreed: last orbit")
    evening.hands_over_to("Cy")
    evening.last_hand()
    evening.cash_out("Ann", "100.00")
    evening.cash_out("Bo", "19.93", banker_count="19.90", count_ruling="counted again")
    evening.declares_missing("0.10")
    evening.counts_drawer("200.45")
    return evening


def lines(*rows: tuple[str, int, bool]) -> tuple[DrawerLine, ...]:
    return tuple(DrawerLine(label, cents, total) for label, cents, total in rows)


def player(name: str, *, buy_in: int, rebuys: int, rebuy: int, cash_out: int) -> PlayerLine:
    bought = buy_in + rebuy
    return PlayerLine(name, 1, buy_in, rebuys, rebuy, 0, 0, cash_out, 0, bought, cash_out, cash_out - bought)


def test_each_player_has_a_line_and_undone_acts_count_nothing(daves: Evening) -> None:
    report = night_report(daves.night)

    assert report.players == (
        player("Ann", buy_in=4000, rebuys=0, rebuy=0, cash_out=10000),
        player("Bo", buy_in=2000, rebuys=1, rebuy=6000, cash_out=1990),
    )
    assert report.totals == PlayerLine("All", 2, 6000, 1, 6000, 0, 0, 11990, 0, 12000, 11990, -10)


def test_drawer_and_chips_are_reckoned(daves: Evening) -> None:
    report = night_report(daves.night)

    assert report.drawer == lines(
        ("Float put in", 20000, False),
        ("Buy-ins in cash", 12000, False),
        ("Cash-outs", -11990, False),
        ("Should be there", 20010, True),
        ("Counted", 20045, True),
        ("Over", 35, True),
    )
    assert report.chips == lines(
        ("Sold by the bank", 12000, False),
        ("Cashed out", -11990, False),
        ("Declared missing", -10, False),
        ("In play", 0, True),
    )
    assert report.declared == ("0.10 of chips declared missing: under the sofa",)
    assert report.over_short_cents == -45


def test_a_drawer_that_is_short_says_so(daves: Evening) -> None:
    daves.counts_drawer("200.00")

    report = night_report(daves.night)

    assert report.drawer[-2:] == lines(("Counted", 20000, True), ("Short", 10, True))


def test_the_head_of_the_paper_says_house_stakes_limits_and_bankers(daves: Evening) -> None:
    report = night_report(daves.night)

    assert (report.house, report.rules_version) == ("Dave's cash game (2018)", 1)
    assert (report.banker, report.earlier_bankers) == ("Cy", ("Ann",))
    assert report.stakes == "Blinds 0.25/0.50"
    assert report.limits[0] == "The minimum buy-in is 10.00 (20 big blinds of 0.50)."


def test_rulings_say_what_was_refused_who_decided_and_why(daves: Evening) -> None:
    rulings = night_report(daves.night).rulings

    assert [(each.what, each.decided_by, each.reason) for each in rulings] == [
        ("Bo buys in, paid in cash, 0.00 in front", "the table", "last orbit"),
        ("Bo cashes out; their own count was 19.93", "the host", "counted again"),
    ]
    assert [len(each.refused) for each in rulings] == [1, 1]


def test_a_ruling_on_the_count_alone_is_the_only_one_listed() -> None:
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    said: Any = {"ruling": "let him go", "count_ruling": "the table agreed: counted thrice"}
    evening.cash_out("Bo", "19.00", banker_count="20.00", **said)

    ruling = night_report(evening.night).rulings[0]

    assert (ruling.decided_by, ruling.reason, len(ruling.refused)) == ("the table", "counted thrice", 1)


def test_two_rulings_on_one_cash_out_are_two() -> None:
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    said: Any = {"ruling": "let him go", "count_ruling": "the table agreed: counted thrice"}
    evening.cash_out("Bo", "19.00", banker_count="20.00", **said)

    rulings = night_report(evening.night).rulings

    assert [(each.decided_by, each.reason) for each in rulings] == [
        ("the host", "let him go"),
        ("the table", "counted thrice"),
    ]


def test_bankers_of_a_hand_over_that_was_undone_are_not_told_twice() -> None:
    evening = Evening("dave-2018")
    slip = evening.hands_over_to("Bo")
    evening.hands_over_to("Cy")
    evening.undo(slip)

    report = night_report(evening.night)

    assert (report.banker, report.earlier_bankers) == ("Cy", ("Ann",))


def test_a_ruling_that_met_no_refusal_is_not_listed() -> None:
    evening = Evening("dave-2018")
    evening.buy_in("Ann", "40.00", ruling="just in case")

    assert night_report(evening.night).rulings == ()


def test_an_undone_ruling_is_not_listed() -> None:
    evening = Evening("dave-2018")
    evening.undo(evening.buy_in("Ann", "90.00", ruling="a birthday"))

    assert night_report(evening.night).rulings == ()


def test_the_timeline_keeps_what_was_undone_and_names_it(daves: Evening) -> None:
    timeline = night_report(daves.night).timeline

    assert [(each.number, each.text, each.undone) for each in timeline][3:5] == [
        (8, "Bo buys in, paid in cash, 0.00 in front", True),
        (9, "Act 8 is undone: a slip", False),
    ]
    assert timeline[0].at == datetime(2026, 11, 20, 20, tzinfo=NEW_YORK)


def test_an_open_night_is_reported_as_of_the_last_act(daves: Evening) -> None:
    report = night_report(daves.night)

    assert (report.closed, report.number) == (False, 16)


def test_a_closed_nights_paper_never_changes(daves: Evening) -> None:
    daves.closes()
    before = night_report_pdf(night_report(daves.night))
    daves.knows("ANN")
    daves.opens("hybrid")
    daves.buy_in("Ann", "5.00")

    after = night_report(daves.night.__class__.objects.order_by("pk")[0])

    assert (after.closed, after.number, after.over_short_cents) == (True, 17, -45)
    assert night_report_pdf(after) == before


def test_the_final_pot_is_told_before_and_after_it_is_won() -> None:
    evening = Evening("mike")
    evening.buy_in("Ann", "5.00")
    evening.buy_in("Bo", "5.00")
    evening.last_hand()
    evening.cash_out("Ann", "3.30")
    evening.cash_out("Bo", "5.20")

    waiting = night_report(evening.night)
    evening.final_pot("Bo")
    won = night_report(evening.night)

    assert (waiting.final_pot_winner, waiting.final_pot_cents) == ("", 50)
    assert (won.final_pot_winner, won.final_pot_cents) == ("Bo", 200)
    assert won.chips == lines(
        ("Sold by the bank", 1000, False),
        ("Cashed out", -800, False),
        ("Odd chips, to the final pot", -50, False),
        ("Left in the middle", -150, False),
        ("In play", 0, True),
    )


def test_chips_sold_between_players_stand_in_both_lines() -> None:
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00")
    evening.sells("Ann", "Bo", "7.00")

    ann, bo = night_report(evening.night).players

    assert (ann.sold_cents, ann.received_cents, ann.result_cents) == (700, 700, -1300)
    assert (bo.bought_from_players_cents, bo.bought_cents, bo.buy_in_count) == (700, 700, 0)


def test_a_house_with_levels_states_them() -> None:
    evening = Evening("hybrid")

    report = night_report(evening.night)

    assert report.stakes == "Blinds from 0.01/0.02 up to 1.00/2.00, 11 levels of 20 minutes"


def test_a_house_without_blinds_states_none() -> None:
    evening = Evening("mike")

    assert night_report(evening.night).stakes == ""


def test_a_buy_in_paid_otherwise_leaves_the_drawer() -> None:
    evening = Evening("dave-2018")
    bought = evening.buy_in("Ann", "20.00")
    evening.paid_by("transfer", bought, ruling="no cash today")

    report: NightReport = night_report(evening.night)

    assert report.drawer[1:] == lines(
        ("Buy-ins in cash", 2000, False), ("Paid otherwise", -2000, False), ("Should be there", 20000, True)
    )
    assert report.timeline[-1].text == "Act 6 was paid by transfer, not as recorded"
    assert json.loads(bought.act.content)["pay"] == "cash"


def test_a_night_without_a_bank_has_no_report() -> None:
    evening = Evening("dave-2018")
    planned = Night.objects.create(date=evening.night.date, house=evening.night.house)

    with pytest.raises(Impossible, match="No bank has been opened"):
        night_report(planned)
