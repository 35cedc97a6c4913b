"""The door list: by name with a seat, in line without one, and nothing on it that the door does not need."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from hostdesk.door.door_list import DoorList, DoorListEntry, DoorNight, door_list
from reservations.acts.facts import Mark, Place, Reply
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.waiting_list.rules import Person, Waiting

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 11, 20, 19, tzinfo=UTC)
DOOR = DoorNight("EricN's game", date(2026, 11, 20), UTC, fact=214)
PEOPLE = {
    number: Person(number, name, regular=True) for number, name in enumerate(("Ann", "Bo", "Cy", "Di", "Eve", "Fay"), 1)
}
ANN, BO, CY, DI, EVE, FAY = PEOPLE


def yes(player: int, place: Place = Place.SEAT, **said: Any) -> Rsvp:
    """Return a yes of somebody."""
    return Rsvp(player, Reply.YES, place=place, asked=player, **said)


def listed(*rsvps: Rsvp, door: DoorNight = DOOR, people: dict[int, Person] = PEOPLE, **night: Any) -> DoorList:
    """Return the list of a night with eleven seats and these answers."""
    rsvp_state = replace(RsvpState(11, START, {each.player: each for each in rsvps}), **night)
    line = [Waiting(place, each, f"{place} in line.") for place, each in enumerate(rsvp_state.waiting, 1)]
    return door_list(rsvp_state, line, people, door)


def names(parties: tuple[tuple[DoorListEntry, ...], ...]) -> list[list[str]]:
    """Return what everybody is called, party by party."""
    return [[each.name for each in party] for party in parties]


def test_a_player_who_has_a_seat_is_found_by_name_and_their_guests_below():
    doors = listed(yes(CY), yes(BO, guests=("Zoe", "Gil")), yes(ANN))

    assert names(doors.seated) == [["Ann"], ["Bo", "Zoe", "Gil"], ["Cy"]]
    assert [each.guest for each in doors.seated[1]] == [False, True, True]


def test_names_stand_without_regard_to_case():
    people = {1: Person(1, "ann", regular=True), 2: Person(2, "Bo", regular=True), 3: Person(3, "ada", regular=True)}

    assert names(listed(yes(1), yes(2), yes(3), people=people).seated) == [["ada"], ["ann"], ["Bo"]]


def test_the_waiting_list_keeps_its_order_and_says_why():
    doors = listed(yes(DI, Place.WAITING), yes(BO, Place.WAITING, guests=("Gil",)))

    assert names(doors.waiting) == [["Bo", "Gil"], ["Di"]]
    assert [party[0].words for party in doors.waiting] == ["1 in line.", "2 in line."]


def test_who_may_come_and_for_whom_a_seat_is_kept():
    until = START - timedelta(minutes=90)

    doors = listed(Rsvp(EVE, Reply.MAYBE), yes(FAY, Place.OFFERED, offered_until=until), Rsvp(BO, Reply.NO))

    assert (names(doors.maybes), names(doors.offered), doors.seated) == ([["Eve"]], [["Fay"]], ())
    assert doors.offered[0][0].words == "A seat is kept for you until 17:30."


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(None, ""), (0, ""), (150, "21:30"), (300, "Sat 00:00")],
    ids=["in time", "0", "150", "300"],
)
def test_the_time_somebody_comes_at(minutes, expected):
    at = None if minutes is None else START + timedelta(minutes=minutes)

    assert listed(yes(BO, expected_at=at)).seated[0][0].expected == expected


def test_times_are_those_of_the_nights_own_zone():
    doors = listed(yes(BO), door=replace(DOOR, zone=ZoneInfo("America/New_York")))

    assert doors.starts == "14:00"


def test_a_night_without_a_time_has_none_on_paper():
    assert listed(yes(BO), starts_at=None).starts == ""


def test_no_id_is_asked_for_where_the_house_asks_for_none():
    assert [each.identity for each in listed(yes(BO, guests=("Gil",))).seated[0]] == ["", ""]


@pytest.mark.parametrize(
    ("came", "ticked", "identity"), [({BO, CY}, [True, True, False], "seen"), ({BO}, [True, False, False], "to see")]
)
def test_a_guest_who_was_let_in_is_ticked_off_as_the_player_they_are(came, ticked, identity):
    door = replace(DOOR, minimum_age=21, ids={BO, CY}, came=came)

    (party,) = listed(yes(BO, guests=("CY", "Zoe")), door=door).seated

    assert [each.came for each in party] == ticked
    assert [each.identity for each in party] == ["seen", identity, "to see"]


def test_an_id_is_seen_or_to_see_and_a_guests_always_to_see():
    doors = listed(yes(BO, guests=("Cy",)), yes(CY), door=replace(DOOR, minimum_age=21, ids={BO}))

    assert [[each.identity for each in party] for party in doors.seated] == [["seen", "to see"], ["to see"]]


def test_a_strike_is_a_dot():
    people = {**PEOPLE, BO: replace(PEOPLE[BO], strikes=2)}

    doors = listed(yes(BO, guests=("Gil",)), yes(CY), people=people)

    assert [each.strikes for party in doors.seated for each in party] == ["··", "", ""]


def test_a_player_who_is_in_already_is_ticked():
    doors = listed(yes(BO), yes(CY), door=replace(DOOR, came={CY}))

    assert [party[0].came for party in doors.seated] == [False, True]


def test_a_seat_that_is_free_after_all_is_not_on_it():
    assert listed(yes(BO, mark=Mark.EXCUSED), yes(CY, mark=Mark.LATE)).seated[0][0].name == "Cy"


def test_somebody_without_a_name_stands_on_it_too():
    assert names(listed(yes(99)).seated) == [["Somebody"]]


@pytest.mark.parametrize(("seats", "words"), [(11, "2 of 11 seats taken"), (None, "2 coming")])
def test_how_full_the_night_is(seats, words):
    assert listed(yes(BO, guests=("Gil",)), seats=seats).summary == words


def test_who_may_come_is_counted_too():
    assert listed(yes(BO), Rsvp(CY, Reply.MAYBE)).summary == "1 of 11 seats taken · 1 maybe"


@pytest.mark.parametrize(
    ("fact", "act", "as_of"), [(0, 0, ""), (214, 0, "fact 214"), (214, 31, "fact 214 · act 31"), (0, 31, "act 31")]
)
def test_it_says_up_to_where_it_knows(fact, act, as_of):
    assert listed(door=replace(DOOR, fact=fact, act=act)).as_of == as_of


@pytest.mark.parametrize(("zone", "said"), [(UTC, "Fri 20 Nov 2026, 23:12"), (BERLIN, "Sat 21 Nov 2026, 00:12")])
def test_it_says_when_the_newest_answer_was_noted(zone, said):
    noted_at = datetime(2026, 11, 20, 23, 12, tzinfo=UTC)

    assert listed(door=replace(DOOR, zone=zone, fact_at=noted_at)).known_until == said


def test_a_list_that_knows_no_answer_says_no_time():
    assert listed().known_until == ""
