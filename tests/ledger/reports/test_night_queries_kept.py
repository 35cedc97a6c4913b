"""A kept report is replaced as soon as anything happens that can change it."""

import pytest
from django.utils import timezone

from hostdesk.standings.book.queries import night_book
from ledger.months.queries import consolidations
from ledger.months.report_queries import month_report
from ledger.reports.night_queries import night_report
from ledger.results.closed_queries import as_of
from reservations.conduct.commands import warn
from reservations.models import Act, Night
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening
from tests.written import written

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Ann won 10.00 from Bo in THE BOOK, and the night is closed."""
    evening = Evening("mike")
    evening.buy_in("Ann", "20.00", pay="book")
    evening.buy_in("Bo", "20.00", pay="book")
    evening.last_hand()
    evening.cash_out("Ann", "30.00")
    evening.cash_out("Bo", "10.00")
    evening.counts_drawer("200.00")
    evening.closes()
    return evening


def test_nothing_happens_and_the_report_is_the_same(evening):
    night = Night.objects.get()

    assert night_report(night) is night_report(Night.objects.get())
    assert night_book(night) is night_book(night)


def test_an_open_night_has_a_new_one_with_each_act():
    evening = Evening("mike")
    before = night_report(evening.night)
    evening.buy_in("Ann", "20.00")

    after = night_report(evening.night)

    assert (len(after.timeline), after.number) == (len(before.timeline) + 1, before.number + 1)


def test_a_correction_is_in_the_next_one(evening):
    before = night_report(evening.night)
    correction = evening.corrects("Bo", "Ann", "2.00", about=evening.night.date)

    corrected = night_report(evening.night)
    evening.undo(correction)

    assert (before.corrections, [line.cents for line in corrected.corrections]) == ((), [200])
    assert night_report(evening.night).corrections == ()


def test_a_new_name_and_a_merge_are_in_the_next_one(evening):
    before = [line.name for line in night_book(evening.night).touched]
    evening.renames("Bo", to="Bob")
    renamed = [line.name for line in night_book(evening.night).touched]
    evening.merges("Bob", into="Ann")

    assert (before, renamed, night_book(evening.night).touched) == (["Ann", "Bo"], ["Ann", "Bob"], [])
    assert [line.name for line in night_report(evening.night).players] == ["Ann", "Bo"]


def test_a_warning_is_no_act_and_is_in_the_next_one():
    evening = Evening("mike")
    before = night_report(evening.night).tally.rows
    warn(stamp=evening.stamp(), night=evening.night, player=player_named("Cy"), words="Slow.")

    assert (before, [each.name for each in night_report(evening.night).tally.rows]) == ((), ["Cy"])


def test_a_payment_and_a_later_night_are_in_the_next_one(evening):
    left = [[each.left_cents for each in night_book(evening.night).payments]]
    evening.pays_debt("Bo", "Ann", "4.00")
    left.append([each.left_cents for each in night_book(evening.night).payments])
    night = evening.night
    evening.opens("mike")
    evening.buy_in("Cy", "20.00", pay="book")

    assert left == [[1000], [600]]
    assert [(line.name, line.now_cents) for line in night_book(night).others] == [("Cy", -2000)]


def test_a_currency_and_another_time_zone_give_another(evening):
    report = night_report(evening.night)

    with written(separator=",", sign="€"):
        in_euros = night_report(evening.night)
    with timezone.override("Asia/Tokyo"):
        in_tokyo = night_report(evening.night)

    assert len({id(report), id(in_euros), id(in_tokyo)}) == 3
    assert in_tokyo.timeline[0].at.utcoffset() != report.timeline[0].at.utcoffset()


def test_another_ledger_with_the_same_number_is_another():
    Evening("mike")
    last, before = Act.objects.order_by("-number")[:2]
    known = as_of(last)

    assert known[-3] == (last.number, last.head, last.seal)
    assert known == as_of(last)
    assert known != as_of(before)


def test_a_month_is_kept_until_its_payments_change(evening):
    evening.consolidates(evening.night.date)
    [month] = consolidations()

    first = month_report(month)
    again = month_report(month)
    evening.pays_debt("Bo", "Ann", "1.00")

    assert (again is first, month_report(month) is first, month_report(month) == first) == (True, False, True)
