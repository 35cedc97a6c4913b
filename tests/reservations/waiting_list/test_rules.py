"""The words and the order of the waiting list, for every priority of a house."""

from datetime import UTC, datetime, timedelta

import pytest

from reservations.acts.facts import Place, Reply
from reservations.houses.attendance_terms import AttendanceTerms, MovesUp
from reservations.rsvps.rsvp_state import Held, Rsvp, RsvpState
from reservations.waiting_list.rules import Person, WayUp, line, next_up, offered_until, place_of, stuck, way_up

START = datetime(2026, 11, 21, 0, 0, tzinfo=UTC)
ANN, BO, CY, DI, EVE = range(1, 6)


def waits(player, asked=0, **said):
    return Rsvp(player, Reply.YES, place=Place.WAITING, entry=asked or player, **said)


def sits(player, **said):
    return Rsvp(player, Reply.YES, place=Place.SEAT, entry=player, **said)


def rsvp_state(*rsvps, seats=1):
    return RsvpState(seats, START, {each.player: each for each in rsvps})


def people(**of):
    """Return five regulars; ``of`` gives by name the attributes in which a player differs."""
    names = {"ann": ANN, "bo": BO, "cy": CY, "di": DI, "eve": EVE}
    return {
        number: Person(**{"number": number, "name": name, "regular": True, **of.get(name, {})})
        for name, number in names.items()
    }


def order(found):
    return [each.rsvp.player for each in found]


def words(found):
    return [each.words for each in found]


def test_in_order_of_asking():
    found = line(rsvp_state(waits(BO), waits(CY), waits(ANN)), people(), AttendanceTerms())

    assert order(found) == [ANN, BO, CY]
    assert words(found) == ["1st in line.", "2nd in line. One asked before you.", "3rd in line. Two asked before you."]


def test_regulars_first_where_the_house_says_so():
    two = rsvp_state(waits(ANN), waits(BO), waits(CY))
    found = line(two, people(ann={"regular": False}), AttendanceTerms(regulars_first=True))

    assert order(found) == [BO, CY, ANN]
    assert words(found)[2] == "3rd in line. Two regulars are before you."
    assert order(line(two, people(ann={"regular": False}), AttendanceTerms())) == [ANN, BO, CY]


def test_fewer_strikes_first_where_the_house_says_so():
    found = line(
        rsvp_state(waits(ANN), waits(BO)), people(ann={"strikes": 1}), AttendanceTerms(fewer_strikes_first=True)
    )

    assert (order(found), words(found)[1]) == ([BO, ANN], "2nd in line. One with fewer strikes is before you.")


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"behind": True}, "2nd in line. One is before you because you missed a night."),
        ({"arrears": True}, "2nd in line. One is before you because you owe for too long."),
    ],
)
def test_behind_the_others(how, why):
    found = line(rsvp_state(waits(ANN), waits(BO)), people(ann=how), AttendanceTerms())

    assert (order(found), words(found)[1]) == ([BO, ANN], why)


def test_favour_goes_before_everything_but_what_only_the_host_undoes():
    people_now = people(bo={"regular": False, "behind": True}, cy={"barred": "Removed from the group."})
    waiting = rsvp_state(waits(ANN), waits(BO, favoured=True), waits(CY, favoured=True))
    found = line(waiting, people_now, AttendanceTerms(regulars_first=True))

    assert order(found) == [BO, ANN, CY]
    assert words(found)[1:] == [
        "2nd in line. One is before you by the host's favour.",
        "3rd in line. Removed from the group.",
    ]


def test_who_was_turned_away_at_the_door_has_no_place_in_line():
    found = rsvp_state(waits(ANN, turned_away="Not yet 21"), waits(BO))

    places = [place_of(each, found, people(), AttendanceTerms()) for each in (ANN, BO)]

    assert [place and place.position for place in places] == [None, 1]


def test_the_place_of_one_is_the_same_as_in_the_whole_line():
    waiting = rsvp_state(waits(ANN), waits(BO, pinned=1), waits(CY), sits(DI))
    asked = (waiting, people(), AttendanceTerms(regulars_first=True))

    found = [place_of(each, *asked) for each in (BO, ANN, CY, DI, EVE)]

    assert found == [*line(*asked), None, None]


def test_everything_at_once_is_said_in_one_breath():
    waiting = rsvp_state(waits(ANN), waits(BO), waits(CY, favoured=True), waits(DI), waits(EVE, pinned=1))
    guests = people(bo={"regular": False}, eve={"regular": False})
    found = line(waiting, guests, AttendanceTerms(regulars_first=True))

    assert order(found) == [EVE, CY, ANN, DI, BO]
    assert words(found)[4] == (
        "5th in line. The host put one before you. One is before you by the host's favour. Two regulars are before you."
    )


def test_a_pin_beyond_the_end_is_the_end_and_two_pins_stand_in_their_order():
    waiting = rsvp_state(waits(ANN, pinned=2), waits(BO, pinned=1), waits(CY, pinned=9))

    assert order(line(waiting, people(), AttendanceTerms())) == [BO, ANN, CY]


def test_of_two_at_one_place_the_one_who_asked_first_stands_first():
    waiting = rsvp_state(waits(ANN), waits(BO, pinned=1), waits(CY, pinned=1))

    assert order(line(waiting, people(), AttendanceTerms())) == [BO, CY, ANN]


def test_a_long_list_counts_on_in_figures():
    thirteen = rsvp_state(*(waits(number) for number in range(1, 15)))
    everybody = {number: Person(number, str(number), regular=True) for number in range(1, 15)}

    assert words(line(thirteen, everybody, AttendanceTerms()))[13] == "14th in line. 13 asked before you."


def test_the_first_who_can_have_the_seat_comes_next_and_the_others_have_a_reason():
    waiting = rsvp_state(
        sits(ANN),
        waits(BO, guests=("Hal",), pinned=1),
        waits(CY, held=Held.BUMPED, pinned=2),
        waits(DI, held=Held.PASSED, pinned=3),
        waits(EVE),
        seats=2,
    )
    found = next_up(waiting, people(), AttendanceTerms())

    assert found is not None
    assert (found.rsvp.player, found.passed) == (
        EVE,
        (
            (BO, "needs two seats at once"),
            (CY, "was moved to the waiting list by the host"),
            (DI, "let a seat pass that was kept for them"),
        ),
    )


def test_nobody_comes_next_where_no_seat_is_free_or_nobody_may():
    full = rsvp_state(sits(ANN), waits(BO))
    barred = rsvp_state(waits(BO))

    assert next_up(full, people(), AttendanceTerms()) is None
    out = people(bo={"barred": "Removed from the group."})
    assert next_up(barred, out, AttendanceTerms()) is None
    assert stuck(Held.NOT, out[BO].barred) == "Removed from the group."


@pytest.mark.parametrize(
    ("terms", "before", "way"),
    [
        (AttendanceTerms(cutoff_minutes=120), 120.01, WayUp.SEAT),
        (AttendanceTerms(cutoff_minutes=120), 120, WayUp.OFFER),
        (AttendanceTerms(cutoff_minutes=120, offer_minutes=None), 120, WayUp.HOST),
        (AttendanceTerms(cutoff_minutes=0), 0.01, WayUp.SEAT),
        (AttendanceTerms(), 0, WayUp.HOST),
        (AttendanceTerms(moves_up=MovesUp.OFFERED), 10_000, WayUp.OFFER),
        (AttendanceTerms(moves_up=MovesUp.OFFERED), -1, WayUp.HOST),
        (AttendanceTerms(moves_up=MovesUp.HOST), 10_000, WayUp.HOST),
    ],
)
def test_the_way_to_a_free_seat(terms, before, way):
    assert way_up(terms, START, START - timedelta(minutes=before)) == way


def test_a_night_without_a_time_has_no_cutoff_and_no_end_of_an_offer_but_its_minutes():
    offering = AttendanceTerms(moves_up=MovesUp.OFFERED, offer_minutes=30)

    assert (way_up(AttendanceTerms(), None, START), way_up(offering, None, START)) == (WayUp.SEAT, WayUp.OFFER)
    assert offered_until(offering, None, START) == START + timedelta(minutes=30)


def test_an_offer_is_never_kept_past_the_start():
    terms = AttendanceTerms(offer_minutes=30)

    ends = [offered_until(terms, START, START - timedelta(minutes=before)) for before in (60, 10)]
    assert ends == [START - timedelta(minutes=30), START]
