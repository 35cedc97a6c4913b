"""The month, with its amounts: frozen, netted and paid, and the acts that came too late for it."""

from datetime import date

import pytest

from hostdesk.people.players.commands import merge_players
from ledger.money.cents import format_cents
from ledger.months.commands import NO_WISHES
from ledger.months.plan_queries import payments_now
from ledger.months.queries import consolidations
from ledger.months.report import RolledPayment
from ledger.months.report_queries import month_report, recorded_after, would_be
from ledger.results.queries import results
from reservations.acts.problems import Impossible
from reservations.players.queries import player_named
from tests.stories.evening import book, impossible
from tests.stories.months import NOVEMBER, OCTOBER, SEPTEMBER, Months, a_plan, an_october, made_of, plan_of, the_report
from tests.stories.months import the_month as october

pytestmark = pytest.mark.django_db
MADE_OF = {
    "Ann": ["0.00", "40.00", "-10.00", "30.00"],
    "Bo": ["0.00", "-25.00", "15.00", "-10.00"],
    "Cy": ["0.00", "-15.00", "-10.00", "-25.00"],
    "Dee": ["0.00", "5.00", "5.00"],
}
PLAN = ["Bo Ann 5.00", "Bo Dee 5.00", "Cy Ann 25.00"]


def states() -> list[tuple[str, str]]:
    """Return the state and the amount left of each payment of the latest plan."""
    return [(each.state.value, format_cents(each.left_cents)) for each in payments_now(october())]


def test_an_october_is_frozen_and_netted():
    a_plan()

    report = the_report()
    assert (report.title, report.number, report.seen, report.adds_up) == ("October 2024", 28, 27, True)
    assert (made_of(report), plan_of(report)) == (MADE_OF, PLAN)
    assert report.sentence == "Fewest possible: proven."
    assert report.compared == "3 payments. Its 2 nights, each settled by itself, would have taken 5."


def test_the_preview_says_what_the_month_will_say():
    months = an_october()
    preview = month_report(would_be(OCTOBER, NO_WISHES, months.now))

    months.consolidates(OCTOBER)

    report = the_report()
    assert (preview.people, preview.payments, preview.sentence) == (report.people, report.payments, report.sentence)
    assert (preview.is_preview, preview.number, report.seen) == (True, 27, 27)


def test_everything_through_the_banker():
    months = an_october()

    months.consolidates(OCTOBER, hub="Dee")

    report = the_report()
    assert plan_of(report) == ["Bo Dee 10.00", "Cy Dee 25.00", "Dee Ann 30.00"]
    assert (report.hub, report.sentence) == ("Dee", "Fewest possible: proven.")


def test_a_month_is_paid():
    months = a_plan()
    months.is_on(date(2024, 11, 2))

    months.pays_debt("Bo", "Ann", "5.00")
    months.pays_debt("Bo", "Dee", "2.00")
    claim = months.claims("Cy", "Ann", "25.00")

    assert states() == [("paid", "0.00"), ("part paid", "3.00"), ("marked as paid", "25.00")]
    assert book() == {"Ann": "25.00", "Bo": "-3.00", "Cy": "-25.00", "Dee": "3.00"}
    months.disputes(claim)
    assert states()[2] == ("disputed", "25.00")
    months.pays_debt("Cy", "Ann", "25.00", claim=claim)
    months.pays_debt("Bo", "Dee", "3.00")
    assert (states(), book()) == ([("paid", "0.00")] * 3, {})


def test_a_payment_moves_standings_and_no_result():
    months = a_plan()
    before = {night: results(night) for night in [months.night]}

    months.pays_debt("Cy", "Ann", "25.00")

    assert {night: results(night) for night in [months.night]} == before
    assert book() == {"Ann": "5.00", "Bo": "-10.00", "Dee": "5.00"}
    assert [each.result_cents for person in the_report().people for each in person.added] == [
        *(4000, -1000, -2500, 1500),
        *(-1500, -1000, 500),
    ]


def test_what_is_not_paid_rolls_into_the_next_month():
    months = a_plan()
    months.pays_debt("Bo", "Ann", "2.00")
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    report = the_report()

    assert report.rolled == (
        RolledPayment("Bo", "Ann", 300, 200, 30),
        RolledPayment("Bo", "Dee", 500, 0, 30),
        RolledPayment("Cy", "Ann", 2500, 0, 30),
    )
    assert made_of(report)["Bo"] == ["-10.00", "2.00", "-8.00"]
    assert [each.state.value for each in payments_now(consolidations()[0])] == ["rolled over"] * 3


def test_an_undone_payment_of_a_plan_that_is_over_belongs_to_the_next():
    months = a_plan()
    paid = months.pays_debt("Cy", "Ann", "25.00")
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)

    months.undo(paid)

    assert [each.state.value for each in payments_now(consolidations()[0])] == ["rolled over", "rolled over", "paid"]
    assert made_of(month_report(consolidations()[1]))["Cy"] == ["-25.00", "25.00", "0.00"]


def test_a_night_of_october_that_comes_after_its_consolidation():
    months = a_plan()

    months.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")

    assert (made_of(the_report()), plan_of(the_report())) == (MADE_OF, PLAN)
    assert [(each.text, each.cents) for each in recorded_after(october())] == [("Mike's game", 2000)]
    months.is_on(date(2024, 12, 1))
    months.consolidates(NOVEMBER)
    report = the_report()
    assert made_of(report) == {
        "Ann": ["30.00", "30.00"],
        "Bo": ["-10.00", "20.00", "10.00"],
        "Cy": ["-25.00", "-25.00"],
        "Dee": ["5.00", "-20.00", "-15.00"],
    }
    assert [(line.day, line.late) for line in report.people[1].added] == [(date(2024, 10, 11), True)]
    assert (report.adds_up, report.seen) == (True, 36)


def test_a_night_that_is_still_open_rolls_into_the_next_month():
    months = an_october()
    months.begins(date(2024, 10, 25), Ann="10.00", Cy="-10.00")
    months.is_on(date(2024, 11, 1))
    months.consolidates(OCTOBER)

    months.closes()

    report = the_report()
    assert (made_of(report), report.open_nights) == (MADE_OF, ("Fri 25 Oct 2024, Mike's game",))
    assert [each.cents for each in recorded_after(october())] == [1000]


def test_a_period_is_consolidated_once():
    months = a_plan()

    with impossible("consolidated", "Thu 31 Oct 2024", "act 28"):
        months.consolidates(OCTOBER)


def test_after_an_undo_it_is_made_anew_with_what_came_since():
    months = an_october()
    made = months.consolidates(OCTOBER)
    months.undo(made)
    months.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")

    months.is_on(date(2024, 11, 1))
    months.consolidates(OCTOBER)

    report = the_report()
    assert plan_of(report) == ["Cy Ann 25.00", "Dee Ann 5.00", "Dee Bo 10.00"]
    assert (report.previous, len(consolidations())) == ("", 1)


def test_what_was_undone_within_the_month_is_not_told():
    months = an_october()
    months.is_on(date(2024, 10, 30))
    months.undo(months.pays_debt("Cy", "Ann", "1.00"))
    months.undo(months.corrects("Cy", "Ann", "3.00"))
    months.corrects("Bo", "Ann", "2.00")
    months.is_on(date(2024, 11, 1))

    months.consolidates(OCTOBER)

    ann = the_report().people[0]
    assert [each.text for each in ann.added][2:] == ["Correction: Bo owes Ann more: counted wrongly"]
    assert (ann.before_cents, ann.adds_up) == (3200, True)


def test_an_undoing_of_what_an_earlier_month_counted_is_told():
    months = an_october()
    paid = months.pays_debt("Cy", "Ann", "1.00")
    months.consolidates(date(2024, 11, 1))
    months.is_on(date(2024, 11, 5))
    months.undo(paid, "it never came")
    months.is_on(date(2024, 12, 1))

    months.consolidates(NOVEMBER)

    [undone] = the_report().people[0].added
    assert (undone.text, undone.cents, undone.late) == ("Act 28 is undone: it never came", 100, False)


def test_a_guest_who_is_owed_is_paid():
    # Gil's 5.00 in cash went home with Ann, who runs the bank; all 25.00 for the chips went into THE BOOK.
    months = Months()
    months.plays(date(2024, 10, 4), Gil="20.00", Bo="-20.00")
    months.is_on(date(2024, 11, 1))

    months.consolidates(OCTOBER)

    report = the_report()
    assert plan_of(report) == ["Ann Gil 5.00", "Bo Gil 20.00"]
    [night] = report.people[2].added
    assert (report.people[2].name, night.result_cents, night.cents) == ("Gil", 2000, 2500)


def test_duplicates_who_are_found_out_later_pay_as_one():
    months = a_plan()
    merge_players(stamp=months.stamp(), player=player_named("Cy"), into=player_named("Bo"))

    months.pays_debt("Bo", "Ann", "10.00")

    assert states() == [("paid", "0.00"), ("open", "5.00"), ("part paid", "20.00")]
    assert [each.payer_name for each in payments_now(october())] == ["Bo"] * 3
    assert [person.name for person in the_report().people] == ["Ann", "Bo", "Cy", "Dee"]


def test_two_who_turn_out_to_be_one_owe_each_other_nothing():
    months = a_plan()

    merge_players(stamp=months.stamp(), player=player_named("Dee"), into=player_named("Bo"))

    assert states()[1] == ("paid", "0.00")
    assert book() == {"Ann": "30.00", "Bo": "-5.00", "Cy": "-25.00"}


def test_the_first_month_may_begin_anywhere():
    months = an_october()
    months.takes_over(Ann="7.00", Bo="-7.00")

    with pytest.raises(Impossible, match=r"Nobody owes anything at the end of Mon 30 Sep 2024"):
        would_be(SEPTEMBER, NO_WISHES, months.now)

    assert plan_of(month_report(would_be(date(2024, 11, 1), NO_WISHES, months.now))) == [
        *("Bo Ann 12.00", "Bo Dee 5.00", "Cy Ann 25.00")
    ]
