"""The reminders of a night: their days and players, the host's switches, and reminders sent at once."""

import json
from datetime import datetime, timedelta

import pytest

from reservations.acts.facts import FactKind, ReminderKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Fact, Night
from reservations.nights import commands as nights_commands
from reservations.nights.queries import plan_of
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps import lock_commands
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, Friday, a_house, cast, named

pytestmark = pytest.mark.django_db

SEATED, UNANSWERED = ReminderKind.SEATED, ReminderKind.UNANSWERED
DAYS = 24 * 60


@pytest.fixture
@played_once
def friday():
    """Return a Friday at 19:00. Bo, Cy, Di and Eve were invited ten days before; Bo has a seat, and Cy said no."""
    cast()
    night = Friday(a_house())
    night.invite("Bo", "Cy", "Di", "Eve", before=10 * DAYS)
    night.yes("Bo", before=9 * DAYS)
    night.no("Cy", before=9 * DAYS)
    return night


def reminded():
    """Return all reminders so far, such as "Tue 17 Nov 19:00, unanswered: Di, Eve"."""
    return [
        f"{fact.at.astimezone(NEW_YORK):%a %-d %b %H:%M}, {json.loads(fact.content)['who']}: "
        + ", ".join(named(number) for number in json.loads(fact.outcome)["players"])
        for fact in Fact.objects.filter(kind=FactKind.REMIND)
    ]


def looks(begin, end, every=timedelta(hours=4)):
    """Let the desk do what is due from one moment of November to another, such as "Tue 17 19:00"."""
    now, end = (
        datetime.strptime(f"2026 11 {each}", "%Y %m %a %d %H:%M").replace(tzinfo=NEW_YORK) for each in (begin, end)
    )
    while now <= end:
        rsvps_commands.keep_up(now=now)
        now += every


def switch(friday, who, on, before=8 * DAYS):
    return lock_commands.switch_reminder(stamp=friday.at(before), night=friday.night, who=who, on=on)


def send(friday, who, before=8 * DAYS):
    return lock_commands.remind_now(stamp=friday.at(before), night=friday.night, who=who)


def moved(friday, days, before, **fields):
    """Move the night by that many days."""
    night = Night.objects.select_related("house", "series").get(pk=friday.night.pk)
    plan = plan_of(night)
    wanted = type(plan)(**{**vars(plan), "day": plan.day + timedelta(days=days), **fields})
    nights_commands.change_night(stamp=friday.at(before), night=night, shown=plan, wanted=wanted)
    friday.night.refresh_from_db()


@pytest.mark.further
@pytest.mark.pg
def test_day_by_day_each_reminder_goes_out_once(friday):
    looks("Wed 11 18:30", "Tue 17 18:30", every=timedelta(hours=12))
    assert reminded() == []

    looks("Tue 17 19:00", "Wed 18 12:00")
    assert reminded() == ["Tue 17 Nov 19:00, unanswered: Di, Eve"]

    friday.yes("Di", before=2 * DAYS)
    looks("Wed 18 19:00", "Fri 20 20:00")
    assert reminded()[1:] == ["Thu 19 Nov 19:00, seated: Bo, Di"]


def test_whoever_looks_again_reminds_nobody_again(friday):
    both = [friday.tick(3 * DAYS), friday.tick(3 * DAYS), friday.tick(DAYS), friday.tick(DAYS), friday.tick(0)]

    assert (both, [fact.key for fact in Fact.objects.filter(kind=FactKind.REMIND)]) == (
        [1, 0, 1, 0, 0],
        [f"remind-{friday.night.pk}-unanswered-0", f"remind-{friday.night.pk}-seated-0"],
    )


def test_a_laptop_that_slept_over_it_reminds_in_the_morning(friday):
    looks("Tue 17 18:30", "Tue 17 18:30")
    looks("Wed 18 3:00", "Wed 18 9:30", every=timedelta(minutes=30))

    assert reminded() == ["Wed 18 Nov 09:00, unanswered: Di, Eve"]


def test_a_laptop_that_slept_until_the_last_half_hour_reminds_nobody(friday):
    assert (friday.tick(29), reminded()) == (0, [])


def test_a_yes_in_the_meantime_needs_no_reminder(friday):
    friday.yes("Di", before=3 * DAYS + 1)
    friday.maybe("Eve", before=3 * DAYS + 1)

    assert (friday.tick(3 * DAYS), reminded()) == (0, [])


@pytest.mark.pg
def test_a_night_that_is_moved_reminds_anew_before_its_new_start(friday):
    friday.tick(3 * DAYS)

    moved(friday, days=7, before=2 * DAYS)
    looks("Wed 18 19:00", "Fri 27 20:00", every=timedelta(hours=12))

    assert reminded() == [
        "Tue 17 Nov 19:00, unanswered: Di, Eve",
        "Tue 24 Nov 19:00, unanswered: Di, Eve",
        "Thu 26 Nov 19:00, seated: Bo",
    ]


def test_a_night_that_is_moved_and_moved_back_reminds_nobody_twice(friday):
    friday.tick(DAYS)
    moved(friday, days=7, before=20 * 60)
    moved(friday, days=-7, before=19 * 60)

    looks("Fri 20 9:00", "Fri 20 20:00")

    assert reminded() == ["Thu 19 Nov 19:00, unanswered: Di, Eve", "Thu 19 Nov 19:00, seated: Bo"]


def test_a_cancelled_night_reminds_nobody_and_a_restored_one_does(friday):
    nights_commands.cancel_night(stamp=friday.at(5 * DAYS), night=friday.night, reason="snow")
    looks("Tue 17 19:00", "Wed 18 12:00")
    assert reminded() == []

    nights_commands.restore_night(stamp=friday.at(2 * DAYS), night=friday.night)
    looks("Wed 18 19:00", "Fri 20 20:00")

    # All were told that the night is on again; players without an answer are asked halfway to the start.
    assert reminded() == ["Thu 19 Nov 19:00, unanswered: Di, Eve", "Thu 19 Nov 19:00, seated: Bo"]


@pytest.mark.pg
def test_what_the_host_switches_off_does_not_go_out_and_switched_on_again_it_does(friday):
    switch(friday, UNANSWERED, on=False)
    assert (friday.tick(3 * DAYS), friday.tick(DAYS)) == (0, 1)

    switch(friday, UNANSWERED, on=True, before=2 * DAYS)
    looks("Wed 18 19:30", "Wed 18 19:30")

    assert reminded() == ["Thu 19 Nov 19:00, seated: Bo", "Wed 18 Nov 19:30, unanswered: Di, Eve"]


def test_who_is_invited_after_the_host_switched_it_off_is_not_reminded_either(friday):
    switch(friday, UNANSWERED, on=False)
    friday.invite("Fay", before=7 * DAYS)

    assert friday.tick(3 * DAYS) == 0


def test_a_seat_needs_no_reminder_where_it_is_switched_off(friday):
    switch(friday, SEATED, on=False)

    assert (friday.tick(DAYS), reminded()) == (1, ["Thu 19 Nov 19:00, unanswered: Di, Eve"])


def test_those_invited_before_the_desk_knew_of_such_reminders_get_one_only_if_the_host_says_so(friday):
    other = Friday(friday.night.house, starts_at=friday.start + timedelta(days=21))
    di, made_at = '{"players":[4]}', other.start - timedelta(days=10)
    Fact.objects.create(
        key="invited-long-ago", kind="invite", night=other.night, at=made_at, recorded_at=made_at, content=di
    )
    assert other.tick(3 * DAYS) == 0

    switch(other, UNANSWERED, on=True, before=3 * DAYS)

    assert (other.tick(3 * DAYS), reminded()[-1]) == (1, "Tue 8 Dec 19:00, unanswered: Di")


def test_who_is_invited_again_is_not_reminded_so_soon(friday):
    friday.invite("Di", before=4 * DAYS, again=True)
    friday.invite("Di", "Eve", before=10 * DAYS - 1, again=True)
    friday.invite("Di", "Fay", before=3 * DAYS + 60)

    friday.tick(3 * DAYS)

    assert reminded() == ["Tue 17 Nov 19:00, unanswered: Di, Eve"]


@pytest.mark.pg
def test_sent_at_once_it_does_not_go_out_again(friday):
    noted = send(friday, UNANSWERED, before=4 * DAYS)

    looks("Tue 17 19:00", "Wed 18 12:00")

    assert (noted.remark, reminded()) == ("2 players are reminded.", ["Mon 16 Nov 19:00, unanswered: Di, Eve"])


def test_one_alone_is_counted_so(friday):
    assert send(friday, SEATED).remark == "One player is reminded."


def test_a_double_tap_sends_once(friday):
    stamp = Stamp("a-double-tap", friday.start - timedelta(days=4), "Ann")

    both = [lock_commands.remind_now(stamp=stamp, night=friday.night, who=SEATED) for _ in range(2)]

    assert ([each.known for each in both], reminded()) == ([False, True], ["Mon 16 Nov 19:00, seated: Bo"])


def test_what_has_gone_out_is_neither_sent_nor_switched(friday):
    send(friday, SEATED)

    with pytest.raises(Impossible, match="gone out already"):
        send(friday, SEATED)
    with pytest.raises(Impossible, match="gone out already"):
        switch(friday, SEATED, on=False)


def test_nobody_to_remind_is_said(friday):
    friday.no("Bo")

    with pytest.raises(Impossible, match="no one has had a seat for long enough"):
        send(friday, SEATED)


def test_a_house_without_such_a_reminder_sends_none():
    cast()
    silent = Friday(a_house("silent", confirmation={"remind_minutes": 0, "unanswered_minutes": 0})).full("Bo")

    with pytest.raises(Impossible, match="no one has had a seat for long enough"):
        send(silent, SEATED)


def test_of_a_night_that_has_begun_or_is_off_nobody_is_reminded(friday):
    with pytest.raises(Impossible, match="has begun"):
        send(friday, SEATED, before=0)
    nights_commands.cancel_night(stamp=friday.at(60), night=friday.night, reason="snow")
    with pytest.raises(Impossible, match="is cancelled"):
        switch(friday, SEATED, on=False)
