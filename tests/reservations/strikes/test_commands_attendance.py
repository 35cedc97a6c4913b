"""At the door and after the start: arrivals, late, excused and no-show marks, and ages."""

from datetime import date, timedelta

import pytest

from hostdesk.invitations.nights.commands import open_night
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.rsvps.door_queries import id_seen, ids_seen
from reservations.strikes import commands as strikes_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, preset, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    """Let Bo and Cy sit and Di wait; a no-show is a strike in every house."""
    cast()
    return Friday(a_house()).full("Bo", "Cy", "Di")


def test_who_is_at_the_door_is_here_and_then_not_after_all(friday):
    friday.do("mark_came", "Bo", before=10, came=True)
    assert friday.rsvp_state.of(one("Bo").number).came_at == START - timedelta(minutes=10)

    friday.do("mark_came", "Bo", before=9, came=False)

    assert friday.rsvp_state.of(one("Bo").number).came_at is None


def test_once_the_bank_is_open_people_come_to_the_table(friday):
    friday.do("mark_came", "Cy", before=20, came=True)
    open_night(stamp=Stamp("the-opening", START), house="friday", date=START.date(), banker=one("Ann"), float_cents=0)

    with pytest.raises(Impossible) as refused:
        friday.do("mark_came", "Bo", before=10, came=True)

    friday.do("mark_came", "Cy", before=-5, came=False)

    assert str(refused.value) == "The bank is open: add them on Tonight."
    assert friday.rsvp_state.of(one("Cy").number).came_at is None


def test_a_no_show_is_a_strike_and_the_seat_is_free(friday):
    remark = friday.mark("Bo", Mark.NO_SHOW, reason="no word").remark

    assert (remark, friday.seated, friday.rsvp_state.free) == ("Bo is marked no-show.", ["Cy"], 1)
    assert (strikes("Bo"), friday.waiting) == ([("no-show", "counts")], ["Di"])


def test_a_no_show_that_is_taken_back_was_no_strike(friday):
    friday.mark("Bo", Mark.NO_SHOW)

    friday.mark("Bo", None)

    assert (friday.seated, strikes("Bo")) == (["Bo", "Cy"], [("no-show", "not a strike")])


def test_a_no_show_marked_again_is_a_strike_again(friday):
    for mark in (Mark.NO_SHOW, Mark.NO_SHOW, Mark.LATE, Mark.NO_SHOW):
        friday.mark("Bo", mark)

    assert strikes("Bo") == [("no-show", "counts"), ("no-show", "not a strike")]


def test_a_strike_that_was_taken_back_otherwise_is_left_alone(friday):
    friday.mark("Bo", Mark.NO_SHOW)
    strikes_commands.unmark(stamp=friday.at(-40), strike=friday.night.facts.get(kind="strike").pk, reason="was here")

    friday.mark("Bo", Mark.EXCUSED)

    assert strikes("Bo") == [("no-show", "not a strike")]


def test_a_seat_that_has_gone_on_is_not_taken_back(friday):
    friday.mark("Bo", Mark.EXCUSED)
    friday.do("seat_player", "Di", before=-40)

    with pytest.raises(Impossible) as refused:
        friday.mark("Bo", None)

    assert str(refused.value) == "Bo's seat was given away. First choose who gives up a seat."


def test_excused_is_no_strike(friday):
    friday.mark("Bo", Mark.EXCUSED, reason="ill")

    assert (friday.seated, strikes("Bo")) == (["Cy"], [])


def test_late_keeps_the_seat_until_a_new_time(friday):
    friday.mark("Bo", Mark.LATE, expected_at=START + timedelta(hours=1))

    bo = friday.rsvp_state.of(one("Bo").number)
    assert (bo.has_seat, bo.mark, bo.expected_at) == (True, Mark.LATE, START + timedelta(hours=1))


def test_nobody_is_marked_before_the_start(friday):
    with pytest.raises(Impossible) as refused:
        friday.mark("Bo", Mark.NO_SHOW, before=1)

    assert str(refused.value) == "The night of Fri 20 Nov 2026 has not begun yet."


def test_a_night_without_a_time_can_be_marked_when_its_day_is_over():
    cast()
    friday = Friday(a_house(), starts_at=None).full("Bo")
    with pytest.raises(Impossible):
        friday.mark("Bo", Mark.NO_SHOW)

    friday.mark("Bo", Mark.NO_SHOW, before=-2 * 24 * 60)

    assert strikes("Bo") == [("no-show", "counts")]


def test_only_who_has_a_seat_is_marked(friday):
    with pytest.raises(Impossible) as refused:
        friday.mark("Di", Mark.NO_SHOW)

    assert str(refused.value) == "Di has no seat on the night of Fri 20 Nov 2026."


def test_the_same_form_marks_once(friday):
    stamp = friday.at(-30)

    for _ in range(2):
        strikes_commands.mark(stamp=stamp, night=friday.night, player=one("Bo"), mark=Mark.NO_SHOW)

    assert strikes("Bo") == [("no-show", "counts")]
    stamp = friday.at(-31)
    assert [
        strikes_commands.mark_came(stamp=stamp, night=friday.night, player=one("Bo"), came=True).known for _ in range(2)
    ] == [False, True]


def test_a_late_cancellation_of_ericn_and_a_no_show_put_somebody_out_of_the_group():
    cast()
    first = Friday(preset("ericn"), seats=9).full("Bo")
    second = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=7)).full("Bo")
    third = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=14)).full("Bo")
    first.no("Bo", before=1)

    second.mark("Bo", Mark.NO_SHOW)

    assert third.kinds == ["answer Bo", "release Bo"]
    assert [each.outcome for each in first.night.facts.filter(kind="strike")] == ['{"then":"reminder","weight":1}']
    assert [each.outcome for each in second.night.facts.filter(kind="strike")] == ['{"then":"removed","weight":1}']


def test_an_id_is_seen_and_the_birth_date_kept_only_where_it_is_given():
    cast()
    stamp = Stamp("saw-the-id", START, "Ann")
    friday = date(2026, 11, 20)

    first = strikes_commands.see_id(stamp=stamp, player=one("Bo"), on=friday)
    again = strikes_commands.see_id(stamp=stamp, player=one("Bo"), on=friday)
    strikes_commands.see_id(
        stamp=Stamp("saw-another", START, "Cy"), player=one("Gil"), on=friday, born=date(2000, 2, 29)
    )

    seen = id_seen(one("Bo"))
    assert (first.remark, again.known) == ("Bo has shown their ID.", True)
    assert seen is not None
    assert (seen.on, seen.by, seen.born, id_seen(one("Di"))) == (friday, "Ann", None, None)
    assert ids_seen()[one("Gil").number].born == date(2000, 2, 29)


def test_nobody_is_born_after_they_were_here():
    cast()

    with pytest.raises(Malformed) as refused:
        strikes_commands.see_id(stamp=Stamp("saw-the-id", START), player=one("Bo"), on=START.date(), born=START.date())

    assert str(refused.value) == "The birth date is after the day the ID was seen."


def test_who_is_turned_away_gives_the_seat_up_until_they_may_come_in_after_all():
    cast()
    friday = Friday(a_house(), seats=1).full("Bo", "Cy")

    noted = friday.do("turn_away", "Bo", before=9_000, away=True, reason="under 21")
    seated, waiting = friday.seated, friday.waiting
    back = friday.do("turn_away", "Bo", before=8_000, away=False)

    assert (noted.remark, seated, waiting) == ("Bo is turned away: under 21.", ["Cy"], [])
    assert back.remark.startswith("Bo may come in after all. The seat was given away meanwhile")
    assert (friday.seated, friday.waiting) == (["Cy"], ["Bo"])


def test_who_may_come_in_after_all_has_their_seat_again_while_it_is_free():
    cast()
    friday = Friday(a_house(), seats=2).full("Bo")
    friday.do("turn_away", "Bo", before=60, away=True, reason="under 21")

    back = friday.do("turn_away", "Bo", before=50, away=False)

    assert (back.remark, friday.seated) == ("Bo may come in after all.", ["Bo"])


def test_turned_away_twice_is_said_and_nobody_is_let_in_twice():
    cast()
    friday = Friday(a_house(), seats=1).full("Bo")
    stamp = friday.at(60)
    first, again = (
        strikes_commands.turn_away(stamp=stamp, night=friday.night, player=one("Bo"), away=True, reason="drunk")
        for _ in range(2)
    )

    with pytest.raises(Impossible, match="turned away already"):
        friday.do("turn_away", "Bo", before=59, away=True, reason="under 21")
    with pytest.raises(Impossible, match="was not turned away"):
        friday.do("turn_away", "Cy", before=59, away=False)

    assert (again.known, again.fact) == (True, first.fact)


def test_who_was_turned_away_does_not_come_answer_or_get_a_seat():
    cast()
    friday = Friday(a_house(), seats=2).full("Bo")
    friday.do("turn_away", "Bo", before=60, away=True, reason="under 21")

    for verb, said in (("mark_came", {"came": True}), ("seat_player", {})):
        with pytest.raises(Impossible, match="turned away at the door: under 21"):
            friday.do(verb, "Bo", before=50, **said)
    with pytest.raises(Impossible, match="turned away at the door: under 21"):
        friday.yes("Bo", before=50)

    assert friday.seated == []


def test_a_birth_date_that_makes_them_too_young_says_so():
    cast()
    a_house(door={"minimum_age": 21})
    born = date(2005, 11, 21)

    noted = strikes_commands.see_id(stamp=Stamp("saw-the-id", START), player=one("Bo"), on=START.date(), born=born)
    strikes_commands.see_id(stamp=Stamp("saw-again", START), player=one("Bo"), on=START.date())

    assert noted.remark == "Bo is under 21: turned away at the door."
    assert id_seen(one("Bo")).born == born
