"""The guests of a night as the host sees them: every list, its words, and its few queries."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.invitations.guests.page import guests_of, recent_reasons
from hostdesk.invitations.guests.text import seats_in_words
from hostdesk.invitations.nights.commands import open_night
from ledger.night.commands import arrive
from reservations.acts.facts import FactKind, Mark
from reservations.acts.kinds import Stamp
from reservations.models import Night
from reservations.rsvps.queries import rsvp_states_of
from reservations.waiting_list import commands as waiting_list_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, preset
from tests.reservations.regulars import add

pytestmark = pytest.mark.further

LONG_BEFORE = START - timedelta(days=3)


@pytest.fixture
@played_once
def friday(db):
    cast()
    return Friday(preset("dave-2018"))


def seen(friday, now=LONG_BEFORE, **more):
    """Return the guests of the night as the host sees them at that time."""
    return guests_of(Night.objects.select_related("house", "rules").get(pk=friday.night.pk), now, **more)


def names(guests):
    """Return the names of the guests."""
    return [each.name for each in guests]


def test_everybody_is_in_the_list_of_their_answer(friday):
    friday.full("Bo", "Cy", "Di")
    friday.maybe("Eve")
    friday.no("Fay")

    guests = seen(friday)

    lists = (guests.seated, guests.offered, guests.waiting, guests.maybes, guests.noes, guests.silent, guests.others)
    assert [names(each) for each in lists] == [["Bo", "Cy"], [], ["Di"], ["Eve"], ["Fay"], ["Ann"], ["Gil"]]


def test_a_seat_that_is_kept_stands_before_those_who_wait(friday):
    friday.full("Bo", "Cy", "Di", "Eve")
    friday.no("Bo", 60)

    guests = seen(friday, START - timedelta(minutes=60))

    assert (names(guests.offered), names(guests.waiting)) == (["Di"], ["Eve"])
    assert guests.seat_dots == ["taken", "kept"]


def test_who_was_marked_a_no_show_does_not_come(friday):
    friday.full("Bo")
    friday.mark("Bo", Mark.NO_SHOW)

    guests = seen(friday, START + timedelta(hours=1))

    assert (names(guests.seated), names(guests.noes)) == ([], ["Bo"])
    assert guests.noes[0].stays_away == "no-show"


def test_who_came_late_and_whose_reservation_was_deleted(friday):
    friday.full("Bo", "Cy")
    friday.mark("Bo", Mark.LATE)
    friday.do("release", "Cy")

    guests = seen(friday)

    assert [each.is_late for each in guests.seated] == [True]
    assert "Cy" in names(guests.silent)


def test_the_removed_are_in_no_list_of_those_who_may_come(friday):
    add("Fay", removed=True)
    add("Gil", removed=True)

    guests = seen(friday)

    assert (names(guests.silent), names(guests.others)) == (["Ann", "Bo", "Cy", "Di", "Eve"], [])


def test_who_is_to_be_invited_is_a_regular_who_was_not_and_may_come(db):
    cast()
    friday = Friday(a_house(waiting={"arrears": "out"})).full("Bo")
    waiting_list_commands.invite(stamp=friday.at(9_000), night=friday.night, players=[one("Cy"), one("Gil")])
    add("Eve", removed=True)

    guests = seen(friday, arrears=frozenset({one("Di").number}))

    assert names(guests.silent) == ["Ann", "Cy", "Di", "Fay", "Gil"]
    assert names(guests.to_invite) == ["Ann", "Fay"]


def test_a_maybe_is_no_answer_any_more_after_its_date_and_after_the_start(friday):
    friday.night.maybe_until = START - timedelta(days=1)
    friday.night.save(update_fields=["maybe_until"])

    moments = (START - timedelta(days=1), START - timedelta(hours=1), START)

    assert [seen(friday, now).takes_maybes for now in moments] == [True, False, False]


def test_who_is_next_and_how(friday):
    friday.full("Bo", "Cy", "Di", "Eve")
    friday.do("bump", "Bo")

    moments = (LONG_BEFORE, START - timedelta(hours=1), START)

    assert [seen(friday, now).next_words for now in moments] == [
        "Eve is next in line and moves up.",
        "Eve is next in line and gets an offer.",
        "Eve is next in line, but only you give seats now.",
    ]


def test_nobody_is_next_where_only_the_host_seats_them(friday):
    friday.full("Bo")
    friday.do("bump", "Bo")

    assert seen(friday).next_words == "Nobody on the waiting list moves up automatically."


@pytest.mark.parametrize("house", ["dave-2018", "ericn"])
def test_one_guest_and_three_take_the_same_queries(db, house):
    cast()
    friday = Friday(preset(house))
    counts = []

    for people in (("Bo",), ("Cy", "Di", "Eve")):
        friday.full(*people)
        with CaptureQueriesContext(connection) as queries:
            seen(friday)
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_nights_with_how_full_they_are_take_the_same_queries(db, django_assert_num_queries):
    cast()
    fridays = [Friday(a_house(key)) for key in ("one", "two", "three")]
    fridays[0].full("Bo", "Cy", "Di")
    nights = [each.night for each in fridays]

    with django_assert_num_queries(2):
        first = rsvp_states_of(nights[:1])
    with django_assert_num_queries(2):
        states = rsvp_states_of(nights)

    assert seats_in_words(first[nights[0].pk]) == "2 of 2 seats taken · 1 waiting"
    assert [seats_in_words(states[night.pk]) for night in nights[1:]] == ["0 of 2 seats taken"] * 2


def test_more_seats_than_can_be_drawn_are_not_drawn(db):
    cast()

    assert [seen(Friday(a_house(key), seats=seats)).seat_dots for key, seats in (("a", 25), ("b", None))] == [[], []]


NOTHING_MOVES = "The night has started: only you give seats now."


def test_after_the_start_nothing_moves_by_itself(friday):
    assert seen(friday, START).moves == NOTHING_MOVES


def test_a_night_without_a_time_moves_nothing_by_itself_once_its_bank_is_open(db):
    cast()
    friday = Friday(a_house(), seats=1, starts_at=None).full("Bo", "Cy")
    before = seen(friday, START)
    open_night(stamp=Stamp("the-opening", START), house="friday", date=START.date(), banker=one("Ann"), float_cents=0)

    after = seen(friday, START)

    assert (before.moves, before.next_words) == (
        "The next in line moves up automatically.",
        "Cy is next in line and moves up.",
    )
    assert after.moves == NOTHING_MOVES
    assert after.next_words == "Cy is next in line, but only you give seats now."


def test_reasons_given_lately_come_before_the_usual_ones(friday):
    friday.full("Bo", "Cy", "Di")
    for name, reason in (("Bo", "Twice"), ("Cy", "New"), ("Di", "Twice")):
        friday.do("bump", name, reason=reason)

    found = recent_reasons()

    assert found[FactKind.BUMP] == ["Twice", "New", "Offered to wait", "Too many seats were given"]
    assert found[FactKind.SEAT] == ["There is room after all", "Agreed with everybody"]


def test_a_player_who_came_is_known_by_the_door_and_by_the_bank(friday):
    friday.full("Bo", "Cy", "Di")
    friday.do("mark_came", "Bo", 5, came=True)
    said = {"house": friday.night.house.key, "date": friday.night.date, "banker": one("Ann"), "float_cents": 0}
    open_night(stamp=Stamp("opens-the-bank", START), planned=friday.night, **said)
    friday.night.refresh_from_db()
    arrive(stamp=Stamp("cy-arrives", START), night=friday.night, player=one("Cy"))

    seated = [(each.name, each.here_since is not None) for each in seen(friday, START).seated]

    assert seated == [("Bo", True), ("Cy", True)]
