"""Answers: the players who get a seat, the players who get a place in line, and the effects of a no."""

from datetime import timedelta

import pytest

from reservations.acts.fact_queries import FactTaken
from reservations.acts.facts import Place, Reply
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed, Refused, Unannounced
from reservations.models import Fact, Night
from reservations.parsing.names import without_names
from reservations.rsvps import commands as rsvps_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, named, one, preset, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    cast()
    return Friday(a_house())


def test_two_seats_go_to_the_first_two_and_the_third_waits(friday):
    said = [friday.yes(name).remark for name in ("Bo", "Cy", "Di")]

    assert said == ["You have a seat.", "You have a seat.", "You are on the waiting list."]
    assert (friday.seated, friday.waiting, friday.rsvp_state.free) == (["Bo", "Cy"], ["Di"], 0)


def test_a_night_without_a_limit_seats_everybody():
    cast()
    friday = Friday(a_house(), seats=None)

    friday.full("Bo", "Cy", "Di", "Eve")

    assert (friday.seated, friday.rsvp_state.free) == (["Bo", "Cy", "Di", "Eve"], None)


def test_a_seat_given_up_goes_to_the_next_at_once(friday):
    friday.full("Bo", "Cy", "Di", "Eve")

    remark = friday.no("Bo").remark

    assert "Your seat is free" in remark
    assert (friday.seated, friday.waiting) == (["Cy", "Di"], ["Eve"])


def test_a_player_who_leaves_the_waiting_list_is_never_struck(friday):
    friday.full("Bo", "Cy", "Di")

    remark = friday.no("Di", before=1).remark

    assert (remark, friday.waiting, strikes("Di")) == ("You left the waiting list.", [], [])


def test_nobody_who_cancelled_is_moved_up_again(friday):
    friday.full("Bo", "Cy", "Di")
    friday.no("Di")

    friday.no("Bo")

    assert (friday.seated, friday.rsvp_state.of(one("Di").number).place) == (["Cy"], Place.NONE)


def test_a_no_without_a_yes_is_only_a_no(friday):
    assert friday.no("Bo").remark == "You are not coming."
    assert [each.player for each in friday.rsvp_state.rsvps.values() if each.reply == Reply.NO] == [one("Bo").number]


def test_a_maybe_keeps_no_seat(friday):
    friday.yes("Bo")

    friday.maybe("Bo")

    assert (friday.seated, [each.player for each in friday.rsvp_state.maybes]) == ([], [one("Bo").number])


def test_a_maybe_is_an_answer_until_the_hosts_date_and_no_second_longer():
    cast()
    friday = Friday(a_house(), maybe_until=START - timedelta(minutes=60))
    friday.maybe("Bo", before=60)

    with pytest.raises(Impossible) as refused:
        friday.maybe("Cy", before=60 - 1 / 60)

    assert str(refused.value) == "It is too late for a maybe: say yes or no."


def test_late_is_a_time_after_the_start_and_can_be_changed(friday):
    half_past = START + timedelta(minutes=30)
    friday.yes("Bo", expected_at=half_past)
    friday.do("expect_at", "Bo", expected_at=half_past + timedelta(minutes=45))
    assert friday.rsvp_state.of(one("Bo").number).expected_at == half_past + timedelta(minutes=45)

    friday.do("expect_at", "Bo", expected_at=None)

    assert friday.rsvp_state.of(one("Bo").number).expected_at is None


def test_a_time_before_the_start_is_in_time(friday):
    friday.yes("Bo", expected_at=START)

    assert friday.rsvp_state.of(one("Bo").number).expected_at is None


@pytest.mark.parametrize(("ends", "late"), [(None, 18 * 60 + 1), (START + timedelta(hours=4), 241)])
def test_a_time_after_the_end_is_no_time_of_that_night(ends, late):
    cast()
    friday = Friday(a_house(), ends_at=ends)

    with pytest.raises(Malformed) as refused:
        friday.yes("Bo", expected_at=START + timedelta(minutes=late))

    assert str(refused.value) == "That is after the end of the night."


def test_nobody_is_expected_who_has_no_reservation(friday):
    with pytest.raises(Impossible) as refused:
        friday.do("expect_at", "Bo", expected_at=None)

    assert str(refused.value) == "Bo has no reservation for the night of Fri 20 Nov 2026."


def test_a_yes_after_the_start_waits_for_the_host(friday):
    friday.yes("Bo", before=0)

    assert (friday.seated, friday.waiting) == ([], ["Bo"])


def test_a_cancelled_night_takes_no_answer(friday):
    Night.objects.update(cancelled_at=START)

    with pytest.raises(Impossible) as refused:
        friday.yes("Bo")

    assert str(refused.value) == "The night of Fri 20 Nov 2026 is cancelled."


def test_the_same_form_sent_twice_is_one_answer_and_another_one_is_refused(friday):
    stamp = Stamp("the-same-form", START - timedelta(days=3))
    first = rsvps_commands.answer(stamp=stamp, night=friday.night, player=one("Bo"), reply=Reply.YES, guests=["Hal"])

    again = rsvps_commands.answer(stamp=stamp, night=friday.night, player=one("Bo"), reply=Reply.YES, guests=["HAL"])
    with pytest.raises(FactTaken) as taken:
        rsvps_commands.answer(stamp=stamp, night=friday.night, player=one("Bo"), reply=Reply.NO)

    assert (again.fact, again.known, again.remark) == (first.fact, True, "You have a seat.")
    assert (taken.value.fact, Fact.objects.count()) == (first.fact, 1)
    assert str(taken.value) == (
        "This form has been used already: it recorded answer of Bo (answer: yes, guests: Hal). "
        "Now it says answer of Bo (answer: no). Nothing new was recorded: load the page again and send it once more."
    )


def test_who_owes_for_too_long_gets_no_seat_where_the_house_says_so():
    cast()
    friday = Friday(a_house(waiting={"arrears": "out"}))
    friday.arrears = frozenset({one("Bo").number})

    with pytest.raises(Refused) as refused:
        friday.yes("Bo")
    friday.yes("Bo", ruling="pays tonight")

    assert str(refused.value) == (
        "The friday game: Bo: Owes THE BOOK for too long: a seat can be had once that is paid."
    )
    assert (friday.seated, Fact.objects.get().outcome) == (
        ["Bo"],
        (
            '{"overruled":[["who may reserve","Bo: Owes THE BOOK for too long: a seat can be had once that is paid."]],'
            '"place":"seat","remark":"You have a seat.","ruling":"pays tonight"}'
        ),
    )


def test_two_hours_before_the_start_is_fine_and_a_second_later_is_a_no_show():
    cast()
    friday = Friday(preset("ericn"), seats=9).full("Bo", "Cy")

    friday.no("Bo", before=120)
    friday.no("Cy", before=120 - 1 / 60)

    assert (strikes("Bo"), strikes("Cy")) == ([], [("late cancellation", "counts")])


def test_what_is_shown_as_two_hours_is_two_hours():
    cast()
    friday = Friday(preset("ericn"), seats=9).full("Bo")

    friday.no("Bo", before=120 - 0.9 / 60)

    assert strikes("Bo") == []


@pytest.mark.parametrize("reply", [Reply.NO, Reply.MAYBE])
def test_a_strike_that_nobody_was_told_of_records_nothing_a_second_after_two_hours_before(reply):
    cast()
    friday = Friday(preset("ericn"), seats=9).full("Bo", "Cy")
    says = {"night": friday.night, "reply": reply, "warned": False}

    rsvps_commands.answer(stamp=friday.at(120), player=one("Bo"), **says)
    with pytest.raises(Unannounced):
        rsvps_commands.answer(stamp=friday.at(120 - 1 / 60), player=one("Cy"), **says)

    assert (friday.seated, strikes("Bo"), strikes("Cy")) == (["Cy"], [], [])


def test_a_maybe_instead_of_a_seat_is_a_change_to_no():
    cast()
    friday = Friday(preset("ericn"), seats=9).full("Bo")

    friday.maybe("Bo", before=10)

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_who_was_here_and_goes_is_no_no_show():
    cast()
    friday = Friday(preset("ericn"), seats=9).full("Bo")
    friday.do("mark_came", "Bo", before=20, came=True)

    friday.no("Bo", before=10)

    assert strikes("Bo") == []


def test_a_seat_is_confirmed_by_the_player_who_has_one(friday):
    friday.yes("Bo")
    friday.do("confirm_seat", "Bo")

    with pytest.raises(Impossible) as refused:
        friday.do("confirm_seat", "Cy")

    assert friday.rsvp_state.of(one("Bo").number).confirmed
    assert str(refused.value) == "Cy has no seat to confirm on the night of Fri 20 Nov 2026."


def test_a_seat_is_had_since_it_was_given_and_a_second_yes_changes_nothing(friday):
    friday.full("Bo", "Cy")
    friday.no("Cy", before=5_000)
    friday.yes("Di", before=4_000)
    friday.yes("Bo", before=3_000)

    since = {named(each.player): each.seat_since for each in friday.rsvp_state.rsvps.values()}

    assert since == {"Bo": friday.at(10_000).at, "Cy": None, "Di": friday.at(4_000).at}


def test_a_guest_who_was_forgotten_since_is_shown_by_number(friday):
    friday.yes("Bo", guests=("Zoe",))

    with without_names({"zoe": "Player 12"}):
        guests = friday.rsvp_state.of(one("Bo").number).guests

    assert guests == ("Player 12",)
