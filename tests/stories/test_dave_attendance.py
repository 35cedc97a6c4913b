"""Dave's game: players wait, say that they come late, and are favoured by the host, who also judges absences."""

from datetime import datetime, timedelta

import pytest

from reservations.acts.facts import Mark
from reservations.rsvps.queries import terms_of_night
from reservations.rsvps.rsvp_state import keeps_until, not_come
from tests.reservations.friday import NEW_YORK, START, cast, named, one, preset, strikes
from tests.stories.fridays import Week, stands

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["dave-2018", "dave-2020"])
def dave(request):
    cast()
    return preset(request.param)


@pytest.fixture
def friday(dave):
    """Return a night of three seats: Bo, Cy and Di sit, Eve, Fay and Gil wait."""
    return Week(dave, seats=3).full("Bo", "Cy", "Di", "Eve", "Fay", "Gil")


def clock(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, 20, hour, minute, tzinfo=NEW_YORK)


def test_an_evening_with_a_waiting_list(friday):
    assert (friday.seated, friday.waiting) == (["Bo", "Cy", "Di"], ["Eve", "Fay", "Gil"])
    assert friday.words["Gil"] == "3rd in line. Two asked before you."

    friday.do("favour", "Gil", on=True)
    assert friday.words["Gil"] == "1st in line."
    assert friday.words["Eve"] == "2nd in line. One is before you by the host's favour."

    friday.takes_back("Cy", "12:00")
    assert (friday.seated, friday.waiting) == (["Bo", "Di", "Gil"], ["Eve", "Fay"])

    friday.takes_back("Di", "17:30")
    assert friday.rsvp_state.of(one("Eve").number).offered_until == clock(18)
    friday.clock_comes_to("17:59:59")
    assert friday.waiting == ["Fay"]
    friday.clock_comes_to("18:00")
    assert friday.rsvp_state.of(one("Fay").number).offered_until == clock(18, 30)
    friday.do("take_offer", "Fay", before=friday.till("18:29:59"))

    friday.clock_comes_to("19:00")
    assert (friday.seated, friday.waiting) == (["Bo", "Fay", "Gil"], ["Eve"])
    assert [strikes(name) for name in ("Cy", "Di", "Eve")] == [[], [], []]


def missing(friday: Week, at: datetime) -> list[str]:
    return [named(each.player) for each in not_come(friday.rsvp_state, [], at)]


def kept(friday: Week, name: str) -> datetime | None:
    """Return the last second for which a player's seat is kept."""
    return keeps_until(friday.rsvp_state.of(one(name).number), friday.night.starts_at, terms_of_night(friday.night))


def test_a_late_seat_is_kept_until_the_time_they_said_and_a_quarter_of_an_hour(friday):
    friday.do("expect_at", "Bo", before=friday.till("15:00"), expected_at=clock(20))
    assert (kept(friday, "Bo"), kept(friday, "Cy")) == (clock(20, 15), clock(19, 15))

    friday.do("expect_at", "Bo", before=friday.till("18:50"), expected_at=clock(20, 30))
    assert kept(friday, "Bo") == clock(20, 45)

    assert (missing(friday, START - timedelta(seconds=1)), missing(friday, START)) == ([], ["Bo", "Cy", "Di"])


def test_after_the_start_the_host_says_what_became_of_whom(friday):
    friday.do("mark_came", "Cy", before=friday.till("18:40"), came=True)
    friday.mark("Bo", Mark.LATE, expected_at=clock(20))
    friday.mark("Di", Mark.EXCUSED)

    assert (missing(friday, clock(19, 30)), friday.seated, friday.rsvp_state.free) == (["Bo"], ["Bo", "Cy"], 1)
    assert (kept(friday, "Bo"), strikes("Di")) == (clock(20, 15), [])


def test_a_seat_given_on_after_the_start_is_the_hosts_to_give(friday):
    friday.mark("Bo", Mark.NO_SHOW)
    friday.clock_comes_to("20:00")
    assert (friday.seated, friday.rsvp_state.free) == (["Cy", "Di"], 1)

    friday.do("seat_player", "Fay", before=friday.till("20:01"))

    assert (friday.seated, friday.waiting) == (["Cy", "Di", "Fay"], ["Eve", "Gil"])


def test_beyond_the_seats_the_host_says_who_makes_room(friday):
    friday.do("seat_player", "Gil", makes_room=[one("Bo")])

    assert (friday.seated, friday.waiting) == (["Cy", "Di", "Gil"], ["Eve", "Fay", "Bo"])
    assert friday.words["Bo"] == (
        "3rd in line. The host moved you to the waiting list; only the host gives you a seat again."
    )


def test_staying_away_is_for_the_host_to_judge(dave, friday):
    """However often a player stays away, the host decides the consequences, night by night."""
    later = [Week(dave, number, seats=3).full("Bo", "Cy") for number in range(1, 4)]
    friday.stays_away("Bo")
    later[0].stays_away("Bo")
    assert (stands("Bo", dave).strikes, stands("Bo", dave).then, stands("Bo", dave).barred) == (2, None, "")
    assert [week.seated for week in later[1:]] == [["Bo", "Cy"]] * 2

    later[1].do("bump", "Bo")
    later[2].do("release", "Bo")

    assert [(week.seated, week.waiting) for week in later[1:]] == [(["Cy"], ["Bo"]), (["Cy"], [])]
