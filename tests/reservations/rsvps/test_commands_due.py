"""Acts of the clock: it ends offers, asks players to confirm, gives seats to the next and settles late changes."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.invitations.nights.commands import open_night
from reservations.models import Fact, Night
from reservations.nights import commands as nights_commands
from reservations.rsvps import commands as rsvps_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    """Let Bo and Cy sit and Di and Eve wait, in a house that reminds players a day before."""
    cast()
    return Friday(a_house()).full("Bo", "Cy", "Di", "Eve")


def test_nothing_is_due_until_it_is(friday):
    assert (friday.tick(24 * 60 + 1), friday.tick(24 * 60), friday.tick(24 * 60 - 1)) == (0, 1, 0)
    assert friday.kinds[-1] == "remind"


def test_an_offer_that_nobody_takes_goes_on_when_its_minutes_are_over(friday):
    friday.tick(24 * 60)
    friday.no("Bo", before=60)
    assert friday.tick(31) == 0

    friday.tick(30)

    assert friday.kinds[-3:] == ["offer Di", "lapse Di", "offer Eve"]
    assert friday.rsvp_state.of(one("Eve").number).offered_until == START


def test_after_the_start_nobody_is_moved_up(friday):
    friday.tick(24 * 60)
    friday.no("Bo", before=60)

    friday.tick(0)

    assert (friday.seated, friday.waiting, friday.rsvp_state.free) == (["Cy"], ["Eve", "Di"], 1)


def test_the_last_moment_to_move_up_by_itself_is_before_the_cutoff(friday):
    friday.tick(24 * 60)
    friday.no("Bo", before=120 + 1 / 60)
    friday.no("Cy", before=120)

    assert (friday.seated, friday.kinds[-1]) == (["Di"], "offer Eve")


def test_where_the_host_seats_everybody_nobody_moves_up():
    cast()
    friday = Friday(a_house(waiting={"moves_up": "by the host"}), seats=1).full("Bo", "Cy")

    friday.no("Bo")
    friday.yes("Di")

    assert (friday.seated, friday.waiting) == ([], ["Cy", "Di"])


def test_a_round_on_three_nights_costs_as_many_queries_as_on_one(friday):
    one_night = queries_of_a_round()
    for weeks in (1, 2):
        Friday(friday.night.house, starts_at=START + timedelta(weeks=weeks)).full("Bo", "Cy", "Di")

    assert queries_of_a_round() == one_night


def queries_of_a_round():
    with CaptureQueriesContext(connection) as asked:
        assert rsvps_commands.keep_up(now=START - timedelta(days=3))[0] == 0
    return len(asked)


@pytest.fixture
def some_time():
    """Return a night with one seat and no start time: Bo sits, Cy and Di wait."""
    cast()
    return Friday(a_house(), seats=1, starts_at=None).full("Bo", "Cy", "Di")


def opens(friday):
    stamp = friday.at(0)
    open_night(stamp=stamp, house="friday", date=START.date(), banker=one("Ann"), float_cents=0)


def test_a_night_without_a_time_moves_up_at_any_time_of_its_day(some_time):
    some_time.no("Bo", before=-4 * 60)

    assert (some_time.seated, some_time.waiting, some_time.tick(-4 * 60)) == (["Cy"], ["Di"], 0)


def test_a_night_without_a_time_moves_nobody_up_once_its_bank_is_open(some_time):
    opens(some_time)

    some_time.no("Bo", before=-10)
    some_time.yes("Eve", before=-20)

    assert (some_time.seated, some_time.waiting, some_time.tick(-30)) == ([], ["Cy", "Di", "Eve"], 0)


def test_the_host_still_gives_a_seat_of_a_night_without_a_time_that_is_played(some_time):
    opens(some_time)
    some_time.no("Bo", before=-10)

    some_time.do("seat_player", "Di", before=-20)

    assert (some_time.seated, some_time.waiting) == (["Di"], ["Cy"])


def test_a_night_without_a_time_moves_nobody_up_when_its_day_is_over(some_time):
    some_time.no("Bo", before=-10_000)

    assert (some_time.seated, some_time.tick(-10_000)) == ([], 0)


@pytest.fixture
@played_once
def asking():
    """Let Bo and Cy sit and Di wait; the house asks a day before and gives unconfirmed seats away six hours before."""
    cast()
    house = a_house(confirmation={"asked_minutes": 1440, "released_minutes": 360})
    return Friday(house).full("Bo", "Cy", "Di")


def test_people_are_asked_to_confirm_and_an_unconfirmed_seat_goes_on(asking):
    asking.tick(1440)
    asking.do("confirm_seat", "Cy", before=1000)
    assert asking.tick(361) == 0

    asking.tick(360)

    assert (asking.seated, asking.waiting) == (["Cy", "Di"], [])
    assert asking.kinds[-3:] == ["confirm Cy", "release Bo", "seat Di"]


def test_an_unconfirmed_seat_stays_where_nobody_waits_for_it(asking):
    asking.no("Di")
    asking.tick(1440)

    asking.tick(360)
    asking.tick(1)

    assert asking.seated == ["Bo", "Cy"]


def test_a_seat_is_not_taken_for_a_party_that_would_not_fit_anyway(asking):
    asking.yes("Di", guests=["Hal", "Ivy"])
    asking.tick(1440)

    asking.tick(360)

    assert asking.seated == ["Bo", "Cy"]


def test_nobody_is_asked_for_a_night_without_seats_taken_or_after_a_yes_that_came_later(asking):
    for name in ("Bo", "Cy", "Di"):
        asking.no(name)
    assert asking.tick(1440) == 0

    asking.yes("Bo", before=1000)
    asking.yes("Eve", before=900)

    assert (asking.tick(800), [each.confirmed for each in asking.rsvp_state.seated]) == (0, [True, True])


def test_a_night_that_is_moved_asks_anew(asking):
    asking.tick(1440)
    asking.do("confirm_seat", "Cy", before=1000)
    Fact.objects.create(
        key="moved-to-next-week",
        kind="change",
        night=asking.night,
        at=START,
        recorded_at=START,
        content='{"starts_at":["a","b"]}',
    )
    Night.objects.update(starts_at=START + timedelta(days=7))

    assert (asking.rsvp_state.request_at, [each.confirmed for each in asking.rsvp_state.seated]) == (
        None,
        [False, False],
    )


@pytest.fixture
@played_once
def strict():
    """Let Bo and Cy sit; a late change is a strike unless another player takes the seat."""
    cast()
    house = a_house(attendance={"late_change_minutes": 120, "steps": [[1, "reminder"], [2, "removed"]]})
    return Friday(house).full("Bo", "Cy")


def test_a_late_change_is_settled_at_the_start(strict):
    strict.no("Bo", before=60)
    strict.tick(1 / 60)
    assert strikes("Bo") == []

    strict.tick(0)
    strict.tick(-1)

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_a_seat_that_somebody_takes_in_time_clears_the_late_change(strict):
    strict.yes("Di")
    strict.no("Bo", before=60)
    strict.do("take_offer", "Di", before=40)

    strict.tick(0)

    assert (strikes("Bo"), strict.seated) == ([], ["Cy", "Di"])


def test_a_new_yes_takes_the_seat_of_a_full_night_up_as_well(strict):
    strict.no("Bo", before=60)
    strict.yes("Di", before=10)

    strict.tick(0)

    assert strikes("Bo") == []


def test_one_who_comes_clears_only_the_first_of_two_late_changes(strict):
    strict.no("Bo", before=60)
    strict.no("Cy", before=50)
    strict.yes("Di", before=10)

    strict.tick(0)

    assert (strikes("Bo"), strikes("Cy")) == ([], [("late cancellation", "counts")])


def test_a_seat_of_a_night_that_was_not_full_is_taken_up_by_nobody():
    cast()
    friday = Friday(a_house(attendance={"late_change_minutes": 120}), seats=9).full("Bo", "Cy")
    friday.no("Bo", before=60)
    friday.yes("Di", before=10)

    friday.tick(0)

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_a_night_that_is_off_strikes_nobody(strict):
    strict.no("Bo", before=60)
    nights_commands.cancel_night(stamp=strict.at(30), night=strict.night, reason="snow")

    assert (strict.tick(0), strikes("Bo")) == (0, [])


def test_a_second_clock_that_looks_records_nothing_again(strict):
    strict.no("Bo", before=60)

    assert [strict.tick(0), strict.tick(0)] == [1, 0]


def queries_of_moving_up(many):
    """Let that many players move up at once, and return the number of queries."""
    friday = Friday(a_house(f"move-{many}", confirmation={"remind_minutes": 0}), seats=1)
    friday.full("Ann", "Bo", "Cy", "Di", "Eve")
    Night.objects.filter(pk=friday.night.pk).update(seats=1 + many)
    with CaptureQueriesContext(connection) as asked:
        assert friday.tick(5000) == many
    Night.objects.filter(pk=friday.night.pk).update(cancelled_at=friday.start)
    return len(asked)


def test_one_more_who_moves_up_costs_the_roll_and_the_sealed_fact_alone():
    cast()

    assert queries_of_moving_up(4) - queries_of_moving_up(1) == 3 * 6
