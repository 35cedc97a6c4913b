"""After a strike turns out to be none, the desk gives back what it ended, where possible, and names what came back."""

from datetime import timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Cause, FactKind, Mark
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night, Player
from reservations.nights import commands as nights_commands
from reservations.nights.queries import plan_of
from reservations.rsvps.rsvp_state import Held
from reservations.strikes import commands as strikes_commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes

pytestmark = pytest.mark.django_db
GONE = "Your seat has gone to somebody else meanwhile; you have your old place in line."
BACK = "What had ended your reservation was taken back."


@pytest.fixture
@played_once
def weeks():
    """Return Fridays of two seats, 20 November to 4 December: Bo and Cy sit, Di waits. One strike ends reservations."""
    cast()
    house = a_house(attendance={"steps": [[1, "reservations deleted"], [3, "removed"]], "late_change_minutes": 120})
    return [Friday(house, starts_at=START + timedelta(weeks=week)).full("Bo", "Cy", "Di") for week in range(3)]


def test_a_mark_says_which_reservations_end_with_it(weeks):
    remark = weeks[0].mark("Bo", Mark.NO_SHOW).remark

    assert remark == "Bo is marked no-show. Reservations that end with it: Fri 27 Nov 2026, Fri 4 Dec 2026."
    assert [week.seated for week in weeks[1:]] == [["Cy", "Di"]] * 2


def test_the_same_form_says_the_same_again(weeks):
    stamp = weeks[0].at(-30)
    said = {"night": weeks[0].night, "player": one("Bo"), "mark": Mark.NO_SHOW}

    answers = [strikes_commands.mark(stamp=stamp, **said) for _ in range(2)]

    assert answers[0].remark == answers[1].remark
    assert [each.known for each in answers] == [False, True]


def test_taken_back_the_seat_is_theirs_again_where_it_is_free_else_the_old_place_in_line(weeks):
    """On the 27th Di has the seat by now; for the 4th Di said no, so that seat is still free."""
    weeks[2].no("Di")
    weeks[0].mark("Bo", Mark.NO_SHOW)
    weeks[1].yes("Eve", before=9_000)

    remark = weeks[0].mark("Bo", None).remark

    assert remark == "The mark of Bo is taken back. A seat again: Fri 4 Dec 2026. In line again: Fri 27 Nov 2026."
    assert (weeks[1].seated, weeks[1].waiting) == (["Cy", "Di"], ["Bo", "Eve"])
    assert (weeks[2].seated, strikes("Bo")) == (["Bo", "Cy"], [("no-show", "not a strike")])


def test_it_is_said_to_them_where_they_stand_now(weeks):
    weeks[2].no("Di")
    weeks[0].mark("Bo", Mark.NO_SHOW)

    weeks[0].mark("Bo", Mark.EXCUSED)

    assert [week.rsvp_state.of(one("Bo").number).because for week in weeks[1:]] == [f"{BACK} {GONE}", BACK]


def test_who_waited_waits_again_where_they_waited(weeks):
    weeks[1].yes("Eve")
    weeks[0].do("seat_player", "Di", makes_room=[one("Bo")])
    weeks[0].mark("Di", Mark.NO_SHOW)
    assert weeks[1].waiting == ["Eve"]

    remark = weeks[0].mark("Di", None).remark

    assert (remark, weeks[1].waiting) == (
        "The mark of Di is taken back. In line again: Fri 27 Nov 2026, Fri 4 Dec 2026.",
        ["Di", "Eve"],
    )


def test_guests_time_and_place_come_back_as_they_were(weeks):
    at = START + timedelta(weeks=2, hours=1)
    weeks[2].no("Cy")
    weeks[2].no("Di")
    weeks[2].yes("Bo", guests=["Hal"], expected_at=at)
    before = weeks[2].rsvp_state.of(one("Bo").number)
    weeks[0].mark("Bo", Mark.NO_SHOW)

    weeks[0].mark("Bo", None)

    after = weeks[2].rsvp_state.of(one("Bo").number)
    assert (after.guests, after.expected_at, after.entry, after.held) == (("Hal",), at, before.entry, Held.NOT)
    assert (weeks[2].seated, weeks[2].rsvp_state.taken) == (["Bo"], 2)


def test_a_strike_that_was_none_gives_back_too(weeks):
    weeks[2].no("Di")
    said = weeks[0].strike("Bo", Cause.LATE_CANCEL)

    found = strikes_commands.unmark(stamp=weeks[0].at(-90), strike=said.fact.pk, reason="It was Cy.")

    assert said.remark == "Bo has a strike. Reservations that end with it: Fri 27 Nov 2026, Fri 4 Dec 2026."
    assert found.remark == "It was no strike. A seat again: Fri 4 Dec 2026. In line again: Fri 27 Nov 2026."


def test_a_pardon_gives_nothing_back(weeks):
    """A pardoned strike was one, and its effects stay; the player may ask again."""
    strike = weeks[0].strike("Bo").fact.pk

    assert (
        strikes_commands.pardon(stamp=weeks[0].at(-90), strike=strike, reason="Snow.").remark
        == "The strike is pardoned."
    )
    assert weeks[2].seated == ["Cy", "Di"]


@pytest.mark.parametrize("reply", ["yes", "no", "maybe"])
def test_who_has_answered_since_stands_by_that(weeks, reply):
    weeks[0].mark("Bo", Mark.NO_SHOW)
    getattr(weeks[2], reply)("Bo", before=9_000)
    before = weeks[2].rsvp_state.of(one("Bo").number)

    remark = weeks[0].mark("Bo", None).remark

    assert remark == "The mark of Bo is taken back. In line again: Fri 27 Nov 2026."
    assert weeks[2].rsvp_state.of(one("Bo").number) == before


def test_whom_the_host_took_out_again_stays_out(weeks):
    weeks[0].mark("Bo", Mark.NO_SHOW)
    weeks[2].yes("Bo", before=9_000)
    weeks[2].do("release", "Bo", before=8_000)

    weeks[0].mark("Bo", None)

    assert (weeks[2].seated, weeks[2].waiting) == (["Cy", "Di"], [])


def test_a_night_that_has_begun_meanwhile_gives_nothing_back(weeks):
    weeks[0].mark("Bo", Mark.NO_SHOW)

    remark = weeks[0].mark("Bo", None, before=-8 * 24 * 60).remark

    assert remark == "The mark of Bo is taken back. In line again: Fri 4 Dec 2026."
    assert weeks[1].kinds[-2:] == ["release Bo", "seat Di"]


def test_who_is_removed_by_other_strikes_gets_nothing_back(weeks):
    """Of four strikes one turns out to be none, but the other three also remove Bo from the group."""
    weeks[0].mark("Bo", Mark.NO_SHOW)
    for week in (1, 2, 3):
        before = Friday(weeks[0].night.house, starts_at=START - timedelta(weeks=week))
        before.strike("Bo", before=-60 - week * 7 * 24 * 60)

    assert weeks[0].mark("Bo", None).remark == "The mark of Bo is taken back."
    assert weeks[2].seated == ["Cy", "Di"]


def test_whom_the_host_removed_from_the_group_gets_nothing_back(weeks):
    weeks[0].mark("Bo", Mark.NO_SHOW)
    Player.objects.filter(name="Bo").update(removed=True)

    assert weeks[0].mark("Bo", None).remark == "The mark of Bo is taken back."
    assert weeks[2].seated == ["Cy", "Di"]


def test_who_was_merged_meanwhile_gets_it_back_as_the_person_they_are(weeks):
    weeks[2].no("Di")
    weeks[0].mark("Bo", Mark.NO_SHOW)
    merge_players(stamp=Stamp("bo-is-eve", START), player=one("Bo"), into=one("Eve"))

    remark = weeks[0].mark("Eve", None).remark

    assert remark == "The mark of Eve is taken back. A seat again: Fri 4 Dec 2026. In line again: Fri 27 Nov 2026."
    assert sorted(weeks[2].seated) == ["Cy", "Eve"]


def test_a_seat_given_back_shortly_before_can_be_given_up_without_a_strike(weeks):
    weeks[2].no("Di")
    weeks[0].mark("Bo", Mark.NO_SHOW)
    weeks[0].mark("Bo", None, before=60 - 2 * 7 * 24 * 60)
    assert weeks[2].seated == ["Bo", "Cy"]

    weeks[2].no("Bo", before=30)
    weeks[2].tick(0)

    assert strikes("Bo") == [("no-show", "not a strike")]


@pytest.fixture
def strict():
    """Return two Fridays with Bo and Cy, at a house where any late no is a strike at once and ends all reservations."""
    cast()
    terms = {"late_change_minutes": 120, "taken_up_clears": False, "steps": [[1, "removed"]]}
    house = a_house(attendance=terms)
    fridays = [Friday(house, starts_at=START + timedelta(weeks=week)) for week in range(2)]
    return [friday.full("Bo", "Cy") for friday in fridays]


def moved(friday, hours, before=50.0):
    night = Night.objects.get(pk=friday.night.pk)
    shown = plan_of(night)
    wanted = type(shown)(**{**vars(shown), **hours})
    return nights_commands.change_night(stamp=friday.at(before), night=night, shown=shown, wanted=wanted)


def test_a_strike_got_at_once_falls_away_when_the_night_is_moved_after_it(strict):
    strict[0].no("Bo", before=60)
    assert (strikes("Bo"), strict[1].seated) == ([("late cancellation", "counts")], ["Cy"])
    starts = plan_of(strict[0].night).starts.replace(hour=21)

    moved(strict[0], {"starts": starts})

    assert (strikes("Bo"), strict[1].seated) == ([("late cancellation", "night moved")], ["Bo", "Cy"])


def test_another_place_lets_no_strike_go(strict):
    strict[0].no("Bo", before=60)

    moved(strict[0], {"place": "The barn", "note": 'We have "starts_at": signs.'})

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_a_late_no_for_the_new_time_is_a_strike_of_its_own(strict):
    strict[0].no("Bo", before=60)
    moved(strict[0], {"day": (START + timedelta(days=2)).date()})
    strict[0].yes("Bo", before=0)

    strict[0].no("Bo", before=60 - 2 * 24 * 60)

    assert strikes("Bo") == [("late cancellation", "counts"), ("late cancellation", "night moved")]


def test_a_cancelled_night_gives_back_what_its_strike_ended(strict):
    strict[0].no("Bo", before=60)
    assert strict[1].seated == ["Cy"]

    nights_commands.cancel_night(stamp=strict[0].at(30), night=strict[0].night, reason="snow")

    assert (strikes("Bo"), strict[1].seated) == ([("late cancellation", "night cancelled")], ["Bo", "Cy"])


def test_it_is_given_back_once(strict):
    strict[0].no("Bo", before=60)
    nights_commands.cancel_night(stamp=strict[0].at(30), night=strict[0].night, reason="snow")
    strict[1].do("release", "Bo", before=9_000)
    nights_commands.restore_night(stamp=strict[0].at(20), night=strict[0].night)

    nights_commands.cancel_night(stamp=strict[0].at(10), night=strict[0].night, reason="more snow")

    assert Fact.objects.filter(kind=FactKind.BACK).count() == 1
    assert strict[1].seated == ["Cy"]


def test_a_night_that_is_off_is_given_back_for_when_it_is_on_again(weeks):
    weeks[2].no("Di")
    weeks[0].mark("Bo", Mark.NO_SHOW)
    nights_commands.cancel_night(stamp=weeks[2].at(9_000), night=weeks[2].night, reason="snow")

    remark = weeks[0].mark("Bo", None).remark
    nights_commands.restore_night(stamp=weeks[2].at(8_000), night=weeks[2].night)

    assert remark == "The mark of Bo is taken back. In line again: Fri 27 Nov 2026."
    assert sorted(weeks[2].seated) == ["Bo", "Cy"]
