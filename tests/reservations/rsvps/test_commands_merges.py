"""A player with two entries has one seat; two players once taken for one both get room, or one is told to wait."""

from datetime import timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from ledger.undoing.commands import reverse
from reservations.acts.facts import FactKind, Mark
from reservations.acts.kinds import Stamp
from reservations.models import Fact
from reservations.nights import commands as nights_commands
from reservations.players import commands as players_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes

pytestmark = pytest.mark.django_db
FULL = "You and Bo had been taken for one person, and there is no seat left for both."
SOON = START - timedelta(days=5)


@pytest.fixture
@played_once
def house():
    """Return a house; Bob is a regular like Bo, Cy, Di and the others."""
    cast()
    players_commands.record_player(stamp=Stamp("Bob-is-here", START), name="Bob", regular=True)
    return a_house()


def merge(at=SOON, into="Bo"):
    return merge_players(stamp=Stamp(f"bob-is-{into}-{at:%d%H}", at), player=one("Bob"), into=one(into))


def part(merged, at=SOON):
    return reverse(stamp=Stamp(f"two-{merged.act.number:05}", at), of=merged.act.key, reason="They are two.")


def test_a_no_under_the_other_name_loses_no_seat(house):
    friday = Friday(house).full("Bo", "Cy", "Di")
    friday.no("Bob")

    merge()

    assert (friday.seated, friday.waiting, friday.tick(7_000)) == (["Bo", "Cy"], ["Di"], 0)


def test_a_place_in_line_under_the_other_name_loses_no_seat_and_is_given_up(house):
    friday = Friday(house).full("Bo", "Cy", "Bob", "Di")

    merge()

    assert (friday.seated, friday.waiting) == (["Bo", "Cy"], ["Di"])


def test_two_seats_become_one_and_the_next_moves_up(house):
    friday = Friday(house).full("Bob", "Bo", "Cy")

    merge()
    friday.tick(7_000)

    assert (friday.seated, friday.waiting, friday.rsvp_state.taken) == (["Bo", "Cy"], [], 2)


def test_what_they_say_after_the_merge_is_said_of_the_one_seat(house):
    friday = Friday(house).full("Bo", "Cy", "Di")
    friday.no("Bob")
    merge()

    friday.no("Bo", before=3_000)

    assert (friday.seated, friday.waiting) == (["Cy", "Di"], [])


def test_who_gave_the_one_seat_up_late_and_has_the_other_gave_nothing_up(house):
    house = a_house("strict", attendance={"late_change_minutes": 120})
    friday = Friday(house).full("Bo", "Bob")
    friday.no("Bob", before=60)

    merge(START - timedelta(minutes=30))
    friday.tick(0)

    assert (friday.seated, strikes("Bo")) == (["Bo"], [])


def test_others_are_held_to_nothing_more_because_two_were_one(house):
    """The night was full, and Di took the seat that Cy gave up late; the merge of Bob into Bo does not change this."""
    house = a_house("strict", attendance={"late_change_minutes": 120})
    friday = Friday(house, seats=3).full("Bob", "Bo", "Cy", "Di")
    friday.no("Cy", before=60)
    friday.do("take_offer", "Di", before=50)

    merge(START - timedelta(minutes=30))
    friday.tick(0)

    assert (friday.seated, strikes("Cy")) == (["Bo", "Di"], [])


def test_a_night_of_only_one_of_them_needs_no_telling(house):
    friday = Friday(house).full("Bob", "Cy")

    merge()

    assert (friday.seated, friday.kinds) == (["Bo", "Cy"], ["answer Bob", "answer Cy"])


@pytest.fixture
def moved_up(house):
    """Let Bo and Bob have two seats while Cy and Di wait; merged, they have one seat and Cy has the other."""
    friday = Friday(house).full("Bo", "Bob", "Cy", "Di")
    merged = merge()
    friday.tick(7_000)
    assert (friday.seated, friday.waiting) == (["Bo", "Cy"], ["Di"])
    return friday, merged


def test_two_after_all_and_the_later_one_is_first_in_line(moved_up):
    friday, merged = moved_up

    remark = part(merged).remark

    assert remark == "Bob is first on the waiting list of the night of Fri 20 Nov 2026: there is no seat left for both."
    assert (friday.seated, friday.waiting, friday.rsvp_state.taken) == (["Bo", "Cy"], ["Bob", "Di"], 2)
    assert friday.rsvp_state.of(one("Bob").number).because == f"{FULL} You are first on the waiting list."


def test_who_is_first_in_line_then_has_the_next_seat(moved_up):
    friday, merged = moved_up
    part(merged)

    friday.no("Cy", before=6_000)

    assert (friday.seated, friday.waiting) == (["Bo", "Bob"], ["Di"])


def test_the_one_who_asked_first_keeps_the_seat_also_as_the_duplicate(house):
    friday = Friday(house).full("Bob", "Bo", "Cy")
    merged = merge()
    friday.tick(7_000)

    part(merged)

    assert (friday.seated, friday.waiting) == (["Bob", "Cy"], ["Bo"])


def test_what_the_one_said_meanwhile_is_not_said_by_the_other(house):
    """Bo gave up the one seat and Cy has it; Bob, who never said no, is first in line, not one player too many."""
    friday = Friday(house, seats=1).full("Bob", "Cy")
    merged = merge()
    friday.no("Bo", before=7_000)
    assert friday.seated == ["Cy"]

    part(merged)

    assert (friday.seated, friday.waiting, friday.rsvp_state.taken) == (["Cy"], ["Bob"], 1)


def test_where_there_is_room_for_both_nobody_waits(house):
    friday = Friday(house, seats=3).full("Bo", "Bob", "Cy")
    merged = merge()

    assert part(merged).remark == ""
    assert (friday.seated, friday.rsvp_state.over) == (["Bo", "Bob", "Cy"], 0)


def test_a_night_that_has_begun_stays_as_it_is(moved_up):
    friday, merged = moved_up

    assert part(merged, START).remark == ""
    assert (friday.seated, friday.rsvp_state.over) == (["Bo", "Bob", "Cy"], 1)


def test_a_night_that_is_off_makes_room_too_since_it_may_be_on_again(moved_up):
    friday, merged = moved_up
    nights_commands.cancel_night(stamp=friday.at(7_000), night=friday.night, reason="snow")
    part(merged)

    nights_commands.restore_night(stamp=friday.at(6_000), night=friday.night)

    assert (friday.seated, friday.waiting) == (["Bo", "Cy"], ["Bob", "Di"])


def test_merged_into_one_who_is_a_duplicate_themselves_by_then(house):
    friday = Friday(house, seats=1).full("Bo", "Bob", "Cy")
    merged = merge()
    merge_players(stamp=Stamp("bo-is-ann", SOON), player=one("Bo"), into=one("Ann"))
    assert (friday.seated, friday.waiting) == (["Ann"], ["Cy"])

    part(merged)

    assert (friday.seated, friday.waiting) == (["Ann"], ["Bob", "Cy"])


def test_merged_again_they_are_one_again(moved_up):
    friday, merged = moved_up
    part(merged)

    merge(START - timedelta(days=4))

    assert (friday.seated, friday.waiting) == (["Bo", "Cy"], ["Di"])
    assert Fact.objects.filter(kind=FactKind.MERGED).count() == 2


def test_seats_without_a_limit_have_room_for_everybody(house):
    friday = Friday(house, seats=None).full("Bo", "Bob")
    merged = merge()

    assert (friday.seated, part(merged).remark) == (["Bo"], "")


def test_nights_that_are_over_keep_what_became_of_both(house):
    friday = Friday(house).full("Bo", "Bob")
    friday.mark("Bob", Mark.NO_SHOW)

    merge(START + timedelta(days=1))

    assert (friday.seated, strikes("Bo")) == (["Bo"], [("no-show", "counts")])


def test_two_who_were_one_by_way_of_others_that_are_two_again(house):
    """Cy and Di said nothing themselves: the answers of Bo and Bob counted as theirs, and no longer do."""
    friday = Friday(house).full("Bo", "Bob")
    pairs = (("Bo", "Cy"), ("Bob", "Di"), ("Cy", "Di"))
    merged = [merge_players(stamp=Stamp(f"{a}-is-{b}", SOON), player=one(a), into=one(b)) for a, b in pairs]

    for each in merged[:2]:
        part(each)

    assert friday.seated == ["Bo", "Bob"]


@pytest.fixture
def fridays():
    """Return two Fridays with one seat each, at a house where one strike ends reservations."""
    cast()
    house = a_house(attendance={"steps": [[1, "reservations deleted"]]})
    return [Friday(house, seats=1, starts_at=START + timedelta(weeks=week)) for week in range(2)]


def test_a_seat_given_back_to_whom_they_were_taken_for_is_their_own_where_they_are_two_again(fridays):
    fridays[0].full("Bo")
    fridays[1].full("Bo")
    fridays[0].mark("Bo", Mark.NO_SHOW)
    merged = merge_players(stamp=Stamp("bo-is-eve", START), player=one("Bo"), into=one("Eve"))
    fridays[0].mark("Eve", None)
    assert fridays[1].seated == ["Eve"]

    reverse(stamp=Stamp("two-again", START), of=merged.act.key, reason="They are two.")

    assert (fridays[1].seated, fridays[1].waiting) == (["Bo"], [])


@pytest.fixture
def taken_for_bo(fridays):
    """Let Eve have the seat of the second Friday, be taken for Bo, and lose the seat by Bo's strike on the first."""
    fridays[0].full("Bo")
    fridays[1].full("Eve")
    merged = merge_players(stamp=Stamp("eve-is-bo", START), player=one("Eve"), into=one("Bo"))
    fridays[0].mark("Bo", Mark.NO_SHOW)
    return merged


def test_what_ended_for_another_is_not_given_back_to_who_never_asked(fridays, taken_for_bo):
    reverse(stamp=Stamp("two-again", START), of=taken_for_bo.act.key, reason="They are two.")

    assert fridays[0].mark("Bo", None).remark == "The mark of Bo is taken back."
    assert (fridays[1].seated, fridays[1].waiting) == (["Eve"], [])


def test_what_was_given_back_as_one_is_not_theirs_as_two(fridays, taken_for_bo):
    fridays[0].mark("Bo", None)
    assert fridays[1].seated == ["Bo"]

    reverse(stamp=Stamp("two-again", START), of=taken_for_bo.act.key, reason="They are two.")

    assert (fridays[1].seated, fridays[1].waiting) == (["Eve"], [])
