"""Strikes: marked by hand, pardoned, taken back, contested and cleared by a reinstatement."""

from datetime import timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Cause, Mark, Reply
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.models import Night, Rules
from reservations.nights import commands as nights_commands
from reservations.rsvps.commands import answer
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import disputed_strikes, strike_level_of, strike_numbered, strike_sums, strikes_of
from tests import all_commands as commands
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, preset, strikes

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def friday():
    cast()
    return Friday(preset("ericn"), seats=9)


@pytest.fixture
def number(friday):
    """Return the number of Bo's strike."""
    return friday.strike("Bo").fact.pk


def say(verb, number, words="because", key="what-was-said"):
    said = {"words": words} if verb == "contest" else {"reason": words}
    return getattr(commands, verb)(stamp=Stamp(key, START + timedelta(days=1), "Ann"), strike=number, **said)


def test_a_strike_by_hand_counts(friday):
    assert friday.strike("Bo", Cause.NO_SHOW).remark == "Bo has a strike."
    assert strikes("Bo") == [("no-show", "counts")]


def test_one_night_is_one_strike(friday, number):
    with pytest.raises(Impossible) as refused:
        friday.strike("Bo", Cause.LATE_CANCEL)

    assert str(refused.value) == "Bo has a strike of the night of Fri 20 Nov 2026 already."


def test_a_strike_has_a_reason_and_its_night_has_begun(friday):
    with pytest.raises(Malformed):
        friday.do("strike", "Bo", before=-1, cause=Cause.NO_SHOW, reason=" ")
    with pytest.raises(Impossible) as refused:
        friday.strike("Bo", before=1)

    assert str(refused.value) == "The night of Fri 20 Nov 2026 has not begun yet."


def test_a_night_without_a_time_has_strikes_too():
    cast()

    assert Friday(preset("ericn"), starts_at=None).strike("Bo", before=-2 * 24 * 60).remark == "Bo has a strike."


def test_the_same_form_strikes_once(friday):
    stamp = friday.at(-60)
    said = {"night": friday.night, "player": one("Bo"), "cause": Cause.NO_SHOW, "reason": "because"}

    known = [strikes_commands.strike(stamp=stamp, **said).known for _ in range(2)]

    assert (known, strikes("Bo")) == ([False, True], [("no-show", "counts")])


@pytest.mark.parametrize(("verb", "state"), [("pardon", "pardoned"), ("unmark", "not a strike")])
def test_what_counts_no_more_stays_to_be_read(number, verb, state):
    say(verb, number, "a good excuse")

    strike = strikes_of(one("Bo"))[0]
    assert (strike.state.value, strike.why, strike.counts) == (state, "a good excuse", False)


@pytest.mark.parametrize("verb", ["pardon", "unmark", "contest"])
def test_what_counts_no_more_is_not_pardoned_again_and_the_same_form_is_one(number, verb):
    say(verb, number)
    assert say(verb, number).known
    say("pardon", number, key="or-it-is-now") if verb == "contest" else None

    with pytest.raises(Impossible) as refused:
        say(verb, number, key="another-form")

    state = "not a strike" if verb == "unmark" else "pardoned"
    assert str(refused.value) == f"This strike no longer counts: {state}."


def test_the_player_contests_and_the_strike_still_counts(number):
    say("contest", number, "I was in the other room")

    strike = strike_numbered(number)
    assert strike is not None
    assert (strike.contested, strike.counts) == ("I was in the other room", True)


def test_a_contested_strike_waits_for_the_host_until_it_is_upheld(number):
    say("contest", number, "I was in the other room")
    waiting = disputed_strikes()
    say("uphold", number, "nobody saw you", key="the-answer")

    ((strike, player),) = waiting
    assert (strike.fact, player.name, strikes("Bo")) == (number, "Bo", [("no-show", "counts")])
    assert (strikes_of(one("Bo"))[0].answered, disputed_strikes()) == ("nobody saw you", [])


@pytest.mark.parametrize("ends", ["pardon", "unmark"])
def test_what_counts_no_more_waits_for_nobody(number, ends):
    say("contest", number)
    say(ends, number, key="the-answer")

    assert disputed_strikes() == []


def test_what_nobody_contests_is_not_upheld(number):
    with pytest.raises(Impossible) as refused:
        say("uphold", number)

    assert str(refused.value) == "The player does not contest this strike, or has your answer."


def test_there_is_no_strike_of_that_number(friday):
    friday.yes("Bo")

    for number in (friday.night.facts.get().pk, 2**40):
        with pytest.raises(Impossible) as refused:
            say("pardon", number)
        assert str(refused.value) == "There is no such strike."


def test_after_the_second_no_show_nobody_reserves_until_they_are_taken_back(friday, number):
    second = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=7))
    second.strike("Bo")
    third = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=14))

    with pytest.raises(Refused) as refused:
        third.yes("Bo")
    strikes_commands.reinstate(stamp=third.at(5000), player=one("Bo"), house=third.night.house, reason="we talked")
    third.yes("Bo")

    assert str(refused.value) == (
        "EricN's game: Bo: Removed from the group of EricN's game after missed nights; only the host takes them back."
    )
    assert (third.seated, strikes("Bo")) == (["Bo"], [("no-show", "spent"), ("no-show", "spent")])


def test_the_next_strike_after_that_is_a_first_one(friday, number):
    strikes_commands.reinstate(stamp=friday.at(-90), player=one("Bo"), house=friday.night.house, reason="we talked")
    second = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=7))

    second.strike("Bo")

    assert strike_sums(friday.night.house) == {one("Bo").number: 1}
    assert second.night.facts.get(kind="strike").outcome == '{"then":"reminder","weight":1}'


def test_nobody_is_taken_back_who_is_in(friday):
    stamp = Stamp("take-them-back", START)
    with pytest.raises(Impossible) as refused:
        strikes_commands.reinstate(stamp=stamp, player=one("Bo"), house=friday.night.house, reason="because")

    assert str(refused.value) == "No strike of Bo counts at EricN's game."


def test_the_same_form_takes_back_once(friday, number):
    said = {"player": one("Bo"), "house": friday.night.house, "reason": "we talked"}
    known = [strikes_commands.reinstate(stamp=Stamp("take-them-back", START), **said).known for _ in range(2)]

    assert known == [False, True]


def test_a_cancelled_night_leaves_no_strike(number):
    Night.objects.update(cancelled_at=START)

    assert strikes("Bo") == [("no-show", "night cancelled")]


def test_strikes_are_of_their_house(friday, number):
    other = a_house("other", attendance={"steps": [[1, "removed"]]})

    assert strike_level_of(one("Bo"), other).strikes == 0
    assert strike_level_of(one("Bo"), friday.night.house).strikes == 1


def test_two_entries_of_one_person_have_one_strike_for_a_night(friday, number):
    """Bo and Cy each have a strike for Friday and turn out to be one player: it counts once and is pardoned once."""
    second = friday.strike("Cy").fact.pk

    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))
    merged = (strikes("Cy"), strike_level_of(one("Cy"), friday.night.house).strikes)
    say("pardon", number)

    assert merged == ([("no-show", "not a strike"), ("no-show", "counts")], 1)
    assert strikes("Cy") == [("no-show", "not a strike"), ("no-show", "pardoned")]
    assert strike_numbered(second).why == "There is one strike for a night, and there was one already."


def test_a_strike_that_was_none_leaves_the_other_to_count(friday, number):
    friday.strike("Cy")
    say("unmark", number)

    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))

    assert strikes("Cy") == [("no-show", "counts"), ("no-show", "not a strike")]


def test_a_duplicates_strikes_are_the_persons(friday, number):
    merge_players(stamp=Stamp("bo-is-cy", START), player=one("Bo"), into=one("Cy"))

    strike = strike_numbered(number)
    assert strike is not None
    assert (strike.player, strikes("Cy")) == (one("Cy").number, [("no-show", "counts")])


def test_strikes_expire_by_nights_that_were_held():
    cast()
    house = a_house(attendance={"expires_after_nights": 2, "steps": [[1, "removed"]]})
    Friday(house).strike("Bo")
    nights = [Friday(house, starts_at=START + timedelta(days=7 * week)).night for week in (1, 2, 3)]
    nights[0].cancelled_at = START
    nights[0].save()
    Night.objects.filter(pk=nights[1].pk).update(rules=Rules.objects.get(house=house))
    assert strikes("Bo") == [("no-show", "counts")]

    Night.objects.filter(pk=nights[2].pk).update(rules=Rules.objects.get(house=house))

    assert strikes("Bo") == [("no-show", "expired")]
    assert strikes_of(one("Bo"))[0].why == "2 nights were held since."


def test_weights_add_up_to_the_steps():
    cast()
    house = a_house(
        attendance={"late_change_minutes": 60, "late_change_weight": 1, "no_show_weight": 2, "steps": [[3, "removed"]]}
    )
    Friday(house).strike("Bo", Cause.LATE_CANCEL)
    friday = Friday(house, starts_at=START + timedelta(days=7))

    friday.strike("Bo", Cause.NO_SHOW)

    assert (strike_sums(house), strike_level_of(one("Bo"), house).barred != "") == ({one("Bo").number: 3}, True)


def test_behind_is_a_step_of_the_house():
    cast()
    house = a_house(attendance={"steps": [[1, "behind"]]})
    Friday(house).strike("Bo")
    friday = Friday(house, seats=1, starts_at=START + timedelta(days=7)).full("Ann", "Bo", "Cy")

    assert (friday.waiting, friday.words["Bo"]) == (
        ["Cy", "Bo"],
        "2nd in line. One is before you because you missed a night.",
    )


def test_deleted_reservations_move_others_up():
    cast()
    house = a_house(attendance={"steps": [[1, "reservations deleted"]]})
    friday = Friday(house)
    later = Friday(house, seats=1, starts_at=START + timedelta(days=7)).full("Bo", "Cy")
    Friday(house, seats=1, starts_at=START - timedelta(days=1)).full("Bo")

    friday.strike("Bo")

    assert (later.seated, later.kinds) == (["Cy"], ["answer Bo", "answer Cy", "release Bo", "seat Cy"])
    answer(stamp=later.at(5000), night=later.night, player=one("Bo"), reply=Reply.YES)
    assert later.waiting == ["Bo"]


def test_one_evening_is_one_strike_however_often_somebody_changes_their_mind(friday):
    for before in (90, 60):
        friday.yes("Bo", before=before + 10)
        friday.no("Bo", before=before)
    friday.yes("Bo", before=20)

    friday.mark("Bo", Mark.NO_SHOW)
    friday.tick(-30)

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_taking_a_no_show_back_leaves_an_earlier_strike_of_that_night(friday):
    friday.yes("Bo", before=100)
    friday.no("Bo", before=90)
    friday.yes("Bo", before=20)

    friday.mark("Bo", Mark.NO_SHOW)
    friday.mark("Bo", None)

    assert strikes("Bo") == [("late cancellation", "counts")]


def test_a_player_who_is_removed_has_no_seat_on_a_night_that_is_called_on_again(friday, number):
    later = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=14)).full("Bo")
    without = Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=21))
    nights_commands.cancel_night(stamp=later.at(9000), night=later.night, reason="snow")

    Friday(preset("ericn"), seats=9, starts_at=START + timedelta(days=7)).strike("Bo")
    nights_commands.restore_night(stamp=later.at(8000), night=later.night)

    assert (later.seated, without.kinds) == ([], [])
