"""Consolidation: standings frozen at the end of a period, once, and the fewest payments that clear them."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.months import commands as months_commands
from ledger.months.queries import Consolidation, added, carried, consolidation_of, consolidations, month_due, progress
from ledger.settle.fewest_payments import Payment, Settlement, Wishes
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer
from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible

pytestmark = pytest.mark.django_db
ANN_OWES_CY = {1: -1000, 3: 1000}
NOVEMBER, DECEMBER = date(2026, 11, 30), date(2026, 12, 31)


@pytest.fixture
@played_once
def evening():
    """20 November: Bo sold Cy his 20.00 in chips, Cy left with 30.00, and Ann owes Cy 10.00. It is 1 December now."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00", pay="book")
    evening.sells("Bo", "Cy", "20.00", pay="book")
    evening.undo(evening.sells("Cy", "Bo", "1.00", pay="book"))
    evening.buy_in("Cy", "10.00")
    evening.last_hand()
    evening.cash_out("Cy", "30.00", payout={"book": "30.00"})
    evening.ends("210.00")
    evening.now = evening.now.replace(month=12, day=1)
    return evening


def recorded_by(answer: Answer) -> Consolidation:
    """Return the consolidation of an act."""
    found = consolidation_of(answer.act.number)
    assert found is not None
    return found


def test_the_night_in_the_book(evening):
    assert book() == {"Ann": "-10.00", "Cy": "10.00"}


def test_the_fewest_payments_are_proposed(evening):
    answer = evening.consolidates(NOVEMBER)

    found = recorded_by(answer)
    assert (found.title, found.until, found.before) == ("November 2026", NOVEMBER, {1: -1000, 3: 1000})
    assert found.plan == Settlement((Payment(1, 3, 1000),), 1)
    assert book() == {"Ann": "-10.00", "Cy": "10.00"}


def test_through_one_person(evening):
    answer = evening.consolidates(NOVEMBER, hub="Bo")

    plan = recorded_by(answer).plan
    assert plan == Settlement((Payment(1, 2, 1000), Payment(2, 3, 1000)), 1, Wishes(2))


def test_a_period_is_consolidated_once(evening):
    first = evening.consolidates(NOVEMBER)

    with impossible("consolidated", "Mon 30 Nov 2026", f"act {first.act.number}"):
        evening.consolidates(NOVEMBER)


def test_pressed_twice_it_is_one(evening):
    first = evening.consolidates(NOVEMBER, key="the-same-key")

    again = evening.consolidates(NOVEMBER, key="the-same-key")

    assert (again.known, again.act) == (True, first.act)


def test_a_day_to_come_is_not_consolidated(evening):
    with impossible("Wed 2 Dec 2026", "future"):
        evening.consolidates(date(2026, 12, 2))


def test_where_nobody_owes_anything_there_is_nothing_to_do(evening):
    with impossible("nobody owes", "Thu 19 Nov 2026"):
        evening.consolidates(date(2026, 11, 19))


def test_an_open_night_goes_into_the_next(evening):
    evening.opens("mike", day=date(2026, 11, 28))
    evening.buy_in("Bo", "5.00", pay="book")

    answer = evening.consolidates(NOVEMBER)

    assert recorded_by(answer).before == {1: -1000, 3: 1000}


def test_what_comes_later_for_the_period_goes_into_the_next(evening):
    evening.consolidates(NOVEMBER)
    evening.opens("mike", day=date(2026, 11, 28))
    evening.buy_in("Bo", "5.00", pay="book")
    evening.last_hand()
    evening.cash_out("Bo", "5.00")
    evening.ends("200.00")
    evening.corrects("Bo", "Ann", "3.00")
    evening.now = evening.now.replace(year=2027, month=1)

    answer = evening.consolidates(DECEMBER)

    found = recorded_by(answer)
    assert found.before == {1: -700, 2: -300, 3: 1000}
    assert carried(found) == {1: -1000, 3: 1000}
    assert [(each.player, each.cents) for each in added(found)] == [(2, -500), (2, 500), (1, 300), (2, -300)]
    assert found.title == "December 2026"


def test_carried_and_added_is_what_stands(evening):
    first = evening.consolidates(NOVEMBER)
    evening.pays_debt("Ann", "Cy", "4.00")
    evening.now = evening.now.replace(year=2027, month=1)

    found = recorded_by(evening.consolidates(DECEMBER))

    assert (carried(recorded_by(first)), carried(found)) == ({}, {1: -1000, 3: 1000})
    assert {each.player: each.cents for each in added(found)} == {1: 400, 3: -400}
    assert found.before == {1: -600, 3: 600}


def test_payments_count_for_the_plan(evening):
    answer = evening.consolidates(NOVEMBER)
    evening.pays_debt("Ann", "Cy", "4.00")
    claim = evening.claims("Ann", "Cy", "6.00")
    evening.pays_debt("Bo", "Cy", "1.00")

    [found] = progress(recorded_by(answer))

    assert (found.place, found.paid_cents, found.left_cents) == (1, 400, 600)
    assert [each.number for each in found.waiting] == [claim.act.number]
    assert found.disputed == []


def test_a_dispute_is_seen_in_the_plan(evening):
    answer = evening.consolidates(NOVEMBER)
    evening.disputes(evening.claims("Ann", "Cy", "10.00"))

    [found] = progress(recorded_by(answer))

    assert ([each.reason for each in found.disputed], found.waiting) == (["nothing came"], [])


def test_payments_after_the_next_one_count_for_that(evening):
    first = evening.consolidates(NOVEMBER)
    evening.now = evening.now.replace(year=2027, month=1)
    evening.consolidates(DECEMBER)
    evening.pays_debt("Ann", "Cy", "4.00")

    paid = [[each.paid_cents for each in progress(found)] for found in consolidations()]

    assert (paid, consolidations()[0].number) == ([[0], [400]], first.act.number)


def test_a_consolidation_is_undone_while_nothing_rests_on_it(evening):
    first = evening.consolidates(NOVEMBER)
    evening.pays_debt("Bo", "Ann", "1.00")

    evening.undo(first)

    assert consolidations() == []
    assert not evening.consolidates(NOVEMBER).known


def test_not_while_its_payments_or_a_later_one_stand(evening):
    first = evening.consolidates(NOVEMBER)
    paid, claim = evening.pays_debt("Ann", "Cy", "4.00"), evening.claims("Ann", "Cy", "6.00")
    evening.now = evening.now.replace(year=2027, month=1)
    later = evening.consolidates(DECEMBER)

    with pytest.raises(Impossible) as problem:
        evening.undo(first)

    numbers = [each.act.number for each in (later, claim, paid)]
    assert str(problem.value) == (
        f"Act {first.act.number} (consolidate) cannot be undone yet: others depend on it. "
        f"Undo act {numbers[0]}, then act {numbers[1]}, then act {numbers[2]} first."
    )


@pytest.mark.parametrize(
    ("today", "due"), [(date(2026, 11, 30), None), (date(2026, 12, 1), NOVEMBER), (date(2027, 1, 15), DECEMBER)]
)
def test_a_month_that_has_ended_is_due(evening, today, due):
    assert month_due(today) == due


def test_whether_a_month_is_due_is_kept_until_an_act_can_change_it(db):
    """Bo owes Cy 12.00 and pays it in November; a buy-in of an open night does not change a month that is over."""
    first, evening, due = date(2026, 12, 1), Evening("mike"), []
    for happens in (
        lambda: evening.takes_over(Bo="-12.00", Cy="12.00"),
        lambda: evening.buy_in("Ann", "20.00", pay="book"),
        lambda: evening.pays_debt("Bo", "Cy", "12.00"),
    ):
        happens()
        due.append(month_due(first))
    with CaptureQueriesContext(connection) as asked:
        month_due(first)

    assert (due, len(asked)) == ([NOVEMBER, NOVEMBER, None], 2)


def test_a_month_that_was_consolidated_is_not_due(evening):
    evening.consolidates(date(2026, 12, 1))

    assert (month_due(date(2026, 12, 15)), month_due(date(2027, 1, 2))) == (None, DECEMBER)
    assert consolidations()[0].title == "up to 1 December 2026"


def recorded(evening, before, plan, key="elsewhere-1", **said):
    return months_commands.record_consolidation(
        stamp=evening.stamp(key), until=NOVEMBER, before=before, plan=plan, **said
    )


def test_a_consolidation_of_another_desk_is_recorded_as_it_was(evening):
    plan = Settlement((Payment(1, 2, 1000), Payment(2, 3, 1000)), 1, Wishes(2))

    answer = recorded(evening, {1: -1000, 3: 1000}, plan, zone="Asia/Tokyo")
    again = recorded(evening, {1: -1000, 3: 1000}, plan, zone="Asia/Tokyo")

    found = recorded_by(answer)
    assert (found.plan, found.zone, again.known) == (plan, "Asia/Tokyo", True)


@pytest.mark.parametrize(
    ("before", "payments", "bound", "hub", "sentence"),
    [
        (
            {1: -900, 3: 900},
            [(1, 3, 900)],
            1,
            None,
            "The standings at the end of Mon 30 Nov 2026 are not those of this consolidation.",
        ),
        (ANN_OWES_CY, [(1, 3, 900)], 1, None, "The payments of this consolidation do not clear its standings."),
        (ANN_OWES_CY, [(1, 2, 1000), (2, 3, 1000)], 2, None, "In this consolidation somebody both pays and is paid."),
        (ANN_OWES_CY, [(1, 3, 1000)], 1, 2, "In this consolidation not every payment goes through its one person."),
        (ANN_OWES_CY, [(1, 3, 400), (1, 3, 600)], 1, None, "This consolidation takes more payments than are needed."),
        (ANN_OWES_CY, [(1, 3, 1000)], 2, None, "This consolidation says that fewer are not possible."),
    ],
)
def test_what_does_not_fit_is_not_recorded(evening, before, payments, bound, hub, sentence):
    plan = Settlement(tuple(Payment(*each) for each in payments), bound, Wishes(hub))

    with impossible(sentence):
        recorded(evening, before, plan)


@pytest.mark.parametrize("zone", ["Nowhere/Land", "../etc/passwd", "x" * 300])
def test_days_end_in_a_zone_that_there_is(evening, zone):
    with pytest.raises(Malformed, match=r"is no time zone, as in America/New_York\.$"):
        recorded(evening, ANN_OWES_CY, Settlement((Payment(1, 3, 1000),), 1), zone=zone)


def test_its_days_end_where_it_was_made(evening):
    evening.now = evening.now.replace(month=11, day=30, hour=20)
    evening.pays_debt("Ann", "Cy", "4.00")
    evening.now = evening.now.replace(month=12, day=2)
    with timezone.override("Asia/Tokyo"):
        answer = evening.consolidates(NOVEMBER)

    found = recorded_by(answer)

    assert (found.zone, found.before) == ("Asia/Tokyo", {1: -1000, 3: 1000})
    assert sum(each.cents for each in added(found) if each.player == 3) == 1000
    assert [(each.paid_cents, each.left_cents) for each in progress(found)] == [(400, 600)]


def test_what_was_paid_after_the_period_counts_though_it_came_before(evening):
    evening.pays_debt("Ann", "Cy", "10.00")

    found = recorded_by(evening.consolidates(NOVEMBER))

    assert (book(), found.before) == ({}, {1: -1000, 3: 1000})
    assert [(each.paid_cents, each.left_cents) for each in progress(found)] == [(1000, 0)]


def test_a_merge_that_was_undone_later_left_no_debt_behind(evening):
    evening.knows("Ana")
    evening.now = evening.now.replace(month=11, day=29)
    merge = evening.merges("Ann", "Ana")
    evening.now = evening.now.replace(month=12, day=2)
    evening.undo(merge)

    assert (book(NOVEMBER), book()) == ({"Ann": "-10.00", "Cy": "10.00"},) * 2
    assert recorded_by(evening.consolidates(NOVEMBER)).before == {1: -1000, 3: 1000}
