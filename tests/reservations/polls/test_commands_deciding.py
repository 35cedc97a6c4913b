"""A night made from a date of a poll: seats in the order of the answers, invitations for all, and only one night."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from reservations.acts.facts import FactKind
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Fact, Night, Player
from reservations.nights.commands import cancel_night
from reservations.rsvps.commands import keep_up
from reservations.rsvps.queries import rsvp_state_of
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, one, strikes
from tests.reservations.polls.dates import FRIDAYS, Dates, kinds

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def dates():
    """Let Di, Bo and Cy, in that order, say yes to the first Friday and Eve if need be; only Eve can on the second."""
    cast()
    dates = Dates()
    for name, words in (("Di", "ynnn"), ("Bo", "yn--"), ("Eve", "my-n"), ("Cy", "ynny")):
        dates.says(name, words)
    return dates


@pytest.mark.pg
def test_the_yeses_get_the_seats_in_the_order_they_came(dates):
    """Of two seats, Di has the first and Bo the second, because they answered in that order; Cy waits."""
    noted = dates.decides()

    assert (dates.seated, dates.waiting) == (["Di", "Bo"], ["Cy"])
    assert noted.remark == "The night of Fri 20 Nov 2026 is planned: 2 seats taken, 1 on the waiting list."


def test_if_need_be_is_a_maybe_and_no_is_no(dates):
    dates.decides(1)

    assert dates.replies == {"Di": "no", "Bo": "no", "Eve": "yes", "Cy": "no"}
    assert (dates.seated, dates.waiting) == (["Eve"], [])


def test_a_maybe_that_has_closed_by_then_leaves_them_invited(dates):
    dates.decides(maybe_hours=171)

    assert dates.replies == {"Di": "yes", "Bo": "yes", "Cy": "yes"}
    assert one("Eve").number in rsvp_state_of(dates.night).invited


def test_the_answers_have_the_time_and_the_hand_by_which_they_were_given(dates):
    dates.says("Bo", "yyyy")  # the first Friday still suits him, so he keeps his place
    dates.decides()

    answers = Fact.objects.filter(night=dates.night, kind=FactKind.ANSWER)
    assert [(fact.player.name, fact.by) for fact in answers] == [
        ("Di", "Di"),
        ("Bo", "Bo"),
        ("Eve", "Eve"),
        ("Cy", "Cy"),
    ]
    assert [fact.at - dates.noted.fact.at for fact in answers] == [timedelta(hours=hour) for hour in (1, 2, 3, 4)]


def test_who_took_a_yes_back_in_between_goes_behind(dates):
    dates.says("Di", "nnnn")
    dates.says("Di", "ynnn")

    dates.decides()

    assert (dates.seated, dates.waiting) == (["Bo", "Cy"], ["Di"])


@pytest.mark.pg
def test_the_night_is_planned_like_the_last_one_at_the_time_of_the_date(dates):
    dates.decides(2)

    night = dates.night
    assert (night.house, night.starts_at, night.date) == (dates.house, FRIDAYS[2], date(2026, 12, 4))
    assert (night.ends_at - night.starts_at, night.seats, night.place) == (timedelta(hours=4.5), 2, "12 Elm Street")


@pytest.mark.pg
def test_everybody_asked_is_invited_by_one_fact(dates):
    Player.objects.filter(name="Cy").update(removed=True)

    dates.decides(2)

    assert kinds()[-3:] == ["plan", "invite", "answer Di"]
    assert rsvp_state_of(dates.night).invited == {one(name).number for name in ("Bo", "Di", "Eve")}


@pytest.mark.pg
def test_where_everybody_was_removed_the_night_is_planned_all_the_same(dates):
    Player.objects.update(removed=True)

    assert dates.decides().remark == "The night of Fri 20 Nov 2026 is planned: 0 seats taken."


def test_a_double_tap_makes_one_night_and_says_the_same_again(dates):
    stamp = dates.stamp("a-double-tap")
    first, second = dates.decides(stamp=stamp), dates.decides(stamp=stamp)

    assert (first.known, second.known, second.remark) == (False, True, first.remark)
    assert (Night.objects.count(), Fact.objects.filter(kind=FactKind.ANSWER).count()) == (1, 4)


def test_once_decided_there_are_no_other_dates_and_no_answers(dates):
    dates.decides()

    for late in (lambda: dates.decides(1), dates.closes):
        with pytest.raises(Impossible) as refused:
            late()
        assert str(refused.value) == "The date is chosen already: the night of Fri 20 Nov 2026."
    for stamp in (None, dates.stamp()):
        with pytest.raises(Impossible) as refused:
            dates.says("Bo", "nnnn", stamp)
        assert str(refused.value) == "The date is chosen already: answer for that night."


def test_a_date_that_has_passed_cannot_be_chosen(dates):
    at = replace(dates.stamp(), at=FRIDAYS[0])

    with pytest.raises(Impossible) as refused:
        dates.decides(0, stamp=at)

    assert str(refused.value) == "Fri 20 Nov 2026, 19:00 is past already: choose another date."
    dates.decides(1, stamp=at)
    assert dates.night.date == date(2026, 11, 27)


@pytest.mark.pg
def test_a_day_with_a_night_of_the_house_cannot_be_chosen_and_nothing_is_recorded(dates):
    Friday(dates.house)
    before = kinds()

    with pytest.raises(Impossible) as refused:
        dates.decides()

    assert str(refused.value).startswith("A night at The friday game is planned on Fri 20 Nov 2026 already")
    assert (kinds(), dates.poll.is_closed) == (before, False)


@pytest.mark.parametrize("which", [-1, 4])
def test_only_a_date_of_the_poll_can_be_chosen(dates, which):
    with pytest.raises(Malformed):
        dates.decides(which)


def test_a_plan_that_cannot_be_makes_no_night(dates):
    with pytest.raises(Malformed):
        dates.decides(seats=0)

    assert (Night.objects.count(), dates.poll.is_closed) == (0, False)


def test_who_may_not_reserve_is_invited_and_named_to_the_host():
    cast()
    house = a_house(waiting={"arrears": "out"})
    dates = Dates(house)
    for name in ("Bo", "Cy"):
        dates.says(name, "yyyy")

    noted = dates.decides(arrears=["Bo"])

    assert (dates.seated, dates.replies) == (["Cy"], {"Cy": "yes"})
    assert noted.remark.endswith("1 seat taken. Said yes and may not reserve now: Bo.")


def test_nobody_is_reminded_of_what_they_have_just_been_told(dates):
    """The host decides five hours before the start, long after Di and Bo said yes."""
    dates.decides(stamp=replace(dates.stamp(), at=FRIDAYS[0] - timedelta(hours=5)))

    keep_up(now=FRIDAYS[0] - timedelta(hours=4))

    assert "remind" not in kinds()


def test_the_night_is_undone_by_cancelling_it(dates):
    dates.decides()

    cancel_night(stamp=dates.stamp(), night=dates.night, reason="The wrong date")

    assert (rsvp_state_of(dates.night).cancelled, strikes("Di")) == (True, [])


@pytest.mark.pg
def test_a_night_without_a_limit_seats_everybody(dates):
    dates.decides(seats=None, ends=time(23))

    assert dates.seated == ["Di", "Bo", "Cy"]
