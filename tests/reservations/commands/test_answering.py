"""Answering: who gets a seat, who a place in line, and what a no means."""

from datetime import timedelta

import pytest

from reservations import commands
from reservations.fact_log import FactTaken
from reservations.facts import Place, Reply
from reservations.kinds import Stamp
from reservations.models import Fact, Night
from reservations.problems import Impossible, Malformed, Refused
from tests.reservations.friday import START, Friday, a_house, cast, one, preset, strikes

pytestmark = [pytest.mark.django_db, pytest.mark.pg]


@pytest.fixture
def friday():
    cast()
    return Friday(a_house())


def test_two_seats_go_to_the_first_two_and_the_third_waits(friday):
    said = [friday.yes(name).remark for name in ("Bo", "Cy", "Di")]

    assert said == ["You have a seat.", "You have a seat.", "You are on the waiting list."]
    assert (friday.seated, friday.waiting, friday.roll.free) == (["Bo", "Cy"], ["Di"], 0)


def test_a_night_without_a_limit_seats_everybody():
    cast()
    friday = Friday(a_house(), seats=None)

    friday.full("Bo", "Cy", "Di", "Eve")

    assert (friday.seated, friday.roll.free) == (["Bo", "Cy", "Di", "Eve"], None)


def test_a_seat_given_up_goes_to_the_next_at_once(friday):
    friday.full("Bo", "Cy", "Di", "Eve")

    remark = friday.no("Bo").remark

    assert remark == "Your seat is free for somebody else. Thank you for saying so."
    assert (friday.seated, friday.waiting) == (["Cy", "Di"], ["Eve"])


def test_whoever_leaves_the_waiting_list_is_never_struck(friday):
    friday.full("Bo", "Cy", "Di")

    remark = friday.no("Di", before=1).remark

    assert (remark, friday.waiting, strikes("Di")) == ("You left the waiting list.", [], [])


def test_nobody_who_cancelled_is_moved_up_again(friday):
    friday.full("Bo", "Cy", "Di")
    friday.no("Di")

    friday.no("Bo")

    assert (friday.seated, friday.roll.of(one("Di").number).place) == (["Cy"], Place.NONE)


def test_a_no_without_a_yes_is_only_a_no(friday):
    assert friday.no("Bo").remark == "You are not coming."
    assert [each.player for each in friday.roll.noes] == [one("Bo").number]


def test_a_maybe_keeps_no_seat(friday):
    friday.yes("Bo")

    friday.maybe("Bo")

    assert (friday.seated, [each.player for each in friday.roll.maybes]) == ([], [one("Bo").number])


def test_a_maybe_is_an_answer_until_the_hosts_date_and_no_second_longer():
    cast()
    friday = Friday(a_house(), maybe_until=START - timedelta(minutes=60))
    friday.maybe("Bo", before=60)

    with pytest.raises(Impossible) as refused:
        friday.maybe("Cy", before=60 - 1 / 60)

    assert str(refused.value) == "It is too late for a maybe: say yes or no."


def test_guests_come_along_by_name_or_wait_together(friday):
    friday.yes("Bo", guests=["Hal"])
    friday.yes("Cy", guests=["Ivy"])

    assert (friday.seated, friday.roll.taken, friday.waiting) == (["Bo"], 2, ["Cy"])
    assert friday.words["Cy"] == "1st in line. You need two seats at once."


def test_a_single_player_takes_the_seat_that_is_too_few_for_two_who_wait():
    cast()
    friday = Friday(a_house(), seats=3).full("Bo", "Cy")
    friday.yes("Di", guests=["Ivy"])

    friday.yes("Eve")

    assert (friday.seated, friday.waiting) == (["Bo", "Cy", "Eve"], ["Di"])


def test_a_guest_more_needs_a_seat_that_nobody_waits_for(friday):
    friday.yes("Bo")
    friday.yes("Bo", guests=["Hal"])

    assert (friday.roll.taken, friday.seated) == (2, ["Bo"])


def test_a_guest_for_whom_there_is_no_seat_costs_nobody_their_own(friday):
    friday.full("Bo", "Cy")

    with pytest.raises(Impossible) as refused:
        friday.yes("Bo", guests=["Hal"])

    assert str(refused.value) == (
        "There is no seat for everybody you bring: come without them and keep your seat, "
        "or give it up and wait together."
    )
    assert friday.seated == ["Bo", "Cy"]


def test_a_seat_can_be_given_up_to_wait_together(friday):
    friday.full("Bo", "Cy")

    friday.yes("Bo", guests=["Hal"], wait_together=True, before=30)

    assert (friday.seated, friday.waiting, strikes("Bo")) == (["Cy"], ["Bo"], [])


def test_a_seat_is_not_given_up_too_late_by_waiting_together():
    cast()
    friday = Friday(preset("ericn")).full("Bo", "Cy")
    friday.yes("Bo", guests=["Hal"], wait_together=True, before=120)

    with pytest.raises(Impossible) as refused:
        friday.yes("Cy", guests=["Ivy", "Jo"], wait_together=True, before=119)

    assert str(refused.value) == "It is too late to give a seat up and wait together: come without them, or say no."


def test_whoever_comes_without_the_guests_after_all_moves_up(friday):
    friday.full("Cy")
    friday.yes("Bo", guests=["Hal"])

    friday.yes("Bo")

    assert (friday.seated, friday.waiting) == (["Cy", "Bo"], [])


def test_answering_yes_again_keeps_the_place_in_line(friday):
    friday.full("Bo", "Cy", "Di", "Eve")

    friday.yes("Di", guests=["Ivy"])

    assert friday.waiting == ["Di", "Eve"]


@pytest.mark.parametrize(
    ("guests", "wrong"),
    [
        (["a", "b", "c", "d", "e", "f"], "Nobody brings more than 5 guests."),
        (["Hal", " hal "], "One guest is named twice."),
    ],
)
def test_guests_that_cannot_be(friday, guests, wrong):
    with pytest.raises(Malformed) as refused:
        friday.yes("Bo", guests=guests)

    assert (str(refused.value), friday.seated) == (wrong, [])


def test_late_is_a_time_after_the_start_and_can_be_changed(friday):
    half_past = START + timedelta(minutes=30)
    friday.yes("Bo", expected_at=half_past)
    friday.do("expect_at", "Bo", expected_at=half_past + timedelta(minutes=45))
    assert friday.roll.of(one("Bo").number).expected_at == half_past + timedelta(minutes=45)

    friday.do("expect_at", "Bo", expected_at=None)

    assert friday.roll.of(one("Bo").number).expected_at is None


def test_a_time_before_the_start_is_in_time(friday):
    friday.yes("Bo", expected_at=START)

    assert friday.roll.of(one("Bo").number).expected_at is None


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

    assert str(refused.value) == "Bo has no reservation for the night of 2026-11-20."


def test_a_yes_after_the_start_waits_for_the_host(friday):
    friday.yes("Bo", before=0)

    assert (friday.seated, friday.waiting) == ([], ["Bo"])


def test_a_cancelled_night_takes_no_answer(friday):
    Night.objects.update(cancelled_at=START)

    with pytest.raises(Impossible) as refused:
        friday.yes("Bo")

    assert str(refused.value) == "The night of 2026-11-20 is cancelled."


def test_the_same_form_sent_twice_is_one_answer_and_another_one_is_refused(friday):
    stamp = Stamp("the-same-form", START - timedelta(days=3))
    first = commands.answer(stamp=stamp, night=friday.night, player=one("Bo"), reply=Reply.YES, guests=["Hal"])

    again = commands.answer(stamp=stamp, night=friday.night, player=one("Bo"), reply=Reply.YES, guests=["HAL"])
    with pytest.raises(FactTaken) as taken:
        commands.answer(stamp=stamp, night=friday.night, player=one("Bo"), reply=Reply.NO)

    assert (again.fact, again.known, again.remark) == (first.fact, True, "You have a seat.")
    assert (taken.value.fact, Fact.objects.count()) == (first.fact, 1)
    assert str(taken.value) == (
        "This form has been used already: it recorded answer of Bo (answer: yes, guests: Hal). "
        "Now it says answer of Bo (answer: no). Nothing new was recorded: load the page again and say it once more."
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
        '{"place":"seat","remark":"You have a seat.","ruling":"pays tonight"}',
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


def test_a_seat_is_confirmed_by_whoever_has_one(friday):
    friday.yes("Bo")
    friday.do("confirm_seat", "Bo")

    with pytest.raises(Impossible) as refused:
        friday.do("confirm_seat", "Cy")

    assert friday.roll.of(one("Bo").number).confirmed
    assert str(refused.value) == "Cy has no seat to confirm on the night of 2026-11-20."


@pytest.fixture
def offered():
    """Bo gave up a seat an hour before the start: it is kept for Di until half past six."""
    cast()
    friday = Friday(a_house()).full("Bo", "Cy", "Di", "Eve")
    friday.no("Bo", before=60)
    return friday


@pytest.mark.parametrize(
    ("verb", "name", "said"),
    [("expect_at", "Cy", {"expected_at": None}), ("confirm_seat", "Cy", {}), ("take_offer", "Di", {})],
)
def test_what_is_sent_twice_is_said_once(offered, verb, name, said):
    stamp, command = offered.at(50), getattr(commands, verb)

    noted = [command(stamp=stamp, night=offered.night, player=one(name), **said) for _ in range(2)]

    assert ([each.known for each in noted], noted[0].fact) == ([False, True], noted[1].fact)


def test_an_offer_is_declined_once(offered):
    stamp = offered.at(50)

    known = [commands.decline_offer(stamp=stamp, night=offered.night, player=one("Di")).known for _ in range(2)]

    assert (known, [each.player for each in offered.roll.offered]) == ([False, True], [one("Eve").number])


def test_near_the_start_a_seat_is_offered_and_kept(offered):
    di = offered.roll.of(one("Di").number)

    assert (di.place, di.offered_until) == (Place.OFFERED, START - timedelta(minutes=30))
    assert (offered.seated, offered.waiting, offered.roll.free) == (["Cy"], ["Eve"], 0)


def test_an_offer_that_is_taken_is_a_seat(offered):
    remark = offered.do("take_offer", "Di", before=31).remark

    assert (remark, offered.seated, offered.waiting) == ("You have a seat.", ["Cy", "Di"], ["Eve"])


def test_yes_takes_the_offer_as_well(offered):
    offered.yes("Di", before=31)

    assert offered.seated == ["Cy", "Di"]


def test_an_offer_ends_with_its_last_minute(offered):
    with pytest.raises(Impossible) as refused:
        offered.do("take_offer", "Di", before=30)

    assert str(refused.value) == "No seat is kept for you any more: it has gone on to the next."


def test_an_offer_that_is_declined_goes_on_at_once(offered):
    offered.do("decline_offer", "Di", before=50)

    assert (offered.roll.offered[0].player, offered.waiting) == (one("Eve").number, ["Di"])
    assert offered.words["Di"] == (
        "1st in line. You let a seat pass that was kept for you. Ask again, and you are in line again."
    )


def test_nobody_takes_an_offer_of_somebody_else(offered):
    with pytest.raises(Impossible):
        offered.do("take_offer", "Eve", before=50)


def test_whoever_let_an_offer_pass_can_ask_again(offered):
    offered.do("decline_offer", "Di", before=50)
    offered.do("decline_offer", "Eve", before=49)

    offered.yes("Di", before=45)

    assert [each.player for each in offered.roll.offered] == [one("Di").number]


def test_who_has_an_offer_and_brings_more_than_it_holds_keeps_the_offer(offered):
    with pytest.raises(Impossible):
        offered.yes("Di", before=50, guests=["Ivy"])

    assert [each.player for each in offered.roll.offered] == [one("Di").number]
