"""Notes on conduct: the one warning of the session, the penalty after it, warnings, rulings and calls of the clock."""

import json
from datetime import timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from reservations.acts.fact_queries import FactTaken
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Merged
from reservations.conduct import commands as conduct_commands
from reservations.conduct.queries import conduct_of
from reservations.conduct.rules import Decider
from reservations.houses import commands as houses_commands
from reservations.models import Fact, Night
from reservations.parsing.names import BadLine
from tests import all_commands as commands
from tests.reservations.friday import START, Friday, cast, named, one, preset

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    """Return a night at mike's, an hour after its start."""
    cast()
    return AtTheTable(preset("mike"))


class AtTheTable(Friday):
    """A night with incidents at the table, timed in minutes after its start."""

    def jumps(self, name, after=60.0):
        return self.do("jump_bet", name, -after)

    def warns(self, name, words, after=60.0):
        return self.do("warn", name, -after, words=words)

    def rules(self, dispute="a misdeal", decision="deal again", decider=Decider.HOST, stamp=None):
        said = {"dispute": dispute, "decision": decision, "decider": decider}
        return conduct_commands.rule(stamp=stamp or self.at(-60), night=self.night, **said)

    def calls(self, name, seconds=60, after=60.0):
        return self.do("call_clock", name, -after, seconds=seconds)

    def ends(self, call, stamp=None):
        return conduct_commands.end_call(stamp=stamp or self.at(-61), night=self.night, call=call)

    @property
    def conduct(self):
        return conduct_of(self.night)

    @property
    def tally(self):
        return {named(number): times for number, times in self.conduct.penalties.items()}


def with_conduct(**terms):
    """Return a night at a house like mike's with other terms of conduct."""
    cast()
    house, document = preset("mike"), json.loads(preset("mike").newest().document)
    houses_commands.revise_house(house=house, document={**document, "conduct": terms})
    return AtTheTable(house)


def test_the_first_of_the_night_is_a_warning_and_the_next_by_another_player_costs(night):
    assert night.jumps("Bo").remark == "Bo jumped the bet: this time it is a warning."
    assert night.jumps("Cy").remark == "Cy jumped the bet: the penalty goes into the pot."

    assert night.tally == {"Cy": 1}


def test_who_was_warned_pays_the_next_time(night):
    for _ in range(3):
        night.jumps("Bo")

    assert night.tally == {"Bo": 2}
    assert [jump.outcome["warning"] for jump in night.conduct.jumps] == [True, False, False]


def test_the_warning_is_the_nights_own(night):
    night.jumps("Bo")
    next_week = AtTheTable(night.night.house, starts_at=START + timedelta(days=7))

    next_week.jumps("Cy")

    assert (next_week.tally, night.tally) == ({}, {})


def test_a_warning_for_bad_manners_is_not_the_one_for_jumping(night):
    night.warns("Bo", "slow")

    assert night.jumps("Bo").remark == "Bo jumped the bet: this time it is a warning."


@pytest.mark.parametrize(("warnings", "tally"), [(0, {"Bo": 3}), (2, {"Bo": 1})])
def test_a_house_may_warn_more_often_or_never(warnings, tally):
    night = with_conduct(jumped_bet="0.20", jump_warnings=warnings)

    for _ in range(3):
        night.jumps("Bo")

    assert night.tally == tally


def test_where_it_costs_nothing_nobody_is_tallied():
    cast()
    night = AtTheTable(preset("ericn"))

    with pytest.raises(Impossible) as refused:
        night.jumps("Bo")

    assert str(refused.value) == "Jumping the bet costs nothing in this house: Bo can only be warned."


def test_a_warning_keeps_its_words(night):
    assert night.warns("Bo", "  looked at <b>the phone</b> ").remark == "Bo is warned: looked at <b>the phone</b>"

    warning = night.conduct.warnings[0]
    assert (named(warning.player), warning.reason, warning.by) == ("Bo", "looked at <b>the phone</b>", "Ann")


@pytest.mark.parametrize("words", ["", "  ", "a\nb", "\u202e", "w" * 301])
def test_a_warning_without_words_is_none(night, words):
    with pytest.raises(BadLine):
        night.warns("Bo", words)

    assert night.conduct.warnings == ()


def test_a_ruling_says_what_was_in_dispute_and_who_decided(night):
    remark = night.rules("Bo showed one card", "he shows both", Decider.TABLE).remark

    ruling = night.conduct.rulings[0]
    assert remark == "Ruling: he shows both"
    assert ruling.content == {"dispute": "Bo showed one card", "decision": "he shows both", "decider": Decider.TABLE}


@pytest.mark.parametrize("words", [("", "deal again"), ("a misdeal", " ")])
def test_half_a_ruling_is_none(night, words):
    with pytest.raises(BadLine):
        night.rules(*words)


def test_the_clock_runs_for_its_seconds(night):
    night.calls("Bo", 60)

    call = night.conduct.call
    assert (named(call.player), call.until - night.conduct.calls[0].at) == ("Bo", timedelta(minutes=1))


@pytest.mark.parametrize("seconds", [0, 601])
def test_nobody_is_given_no_time_or_all_night(night, seconds):
    with pytest.raises(Malformed) as refused:
        night.calls("Bo", seconds)

    assert str(refused.value) == "The clock is called for 1 to 600 seconds."


def test_one_clock_runs_at_a_time(night):
    night.calls("Bo", 60, after=60)
    with pytest.raises(Impossible) as refused:
        night.calls("Cy", 60, after=60.5)

    night.calls("Cy", 60, after=61)

    assert str(refused.value) == "The clock runs on Bo already: end that call first."
    assert named(night.conduct.call.player) == "Cy"


def test_a_call_is_ended_once(night):
    call = night.calls("Bo").fact.pk

    ended = night.ends(call)

    assert (ended.remark, night.conduct.call) == ("The clock is off Bo.", None)
    with pytest.raises(Impossible) as refused:
        night.ends(call)
    assert str(refused.value) == "The call has ended already."


def test_the_end_of_one_call_does_not_end_the_next(night):
    first = night.calls("Bo").fact.pk
    night.ends(first)
    night.calls("Cy", after=62)

    with pytest.raises(Impossible):
        night.ends(first)

    assert named(night.conduct.call.player) == "Cy"


def test_what_is_no_call_of_this_night_is_not_ended(night):
    elsewhere = AtTheTable(night.night.house).calls("Bo").fact.pk
    night.calls("Bo")

    for fact in (elsewhere, night.rules().fact.pk, 0):
        with pytest.raises(Impossible):
            night.ends(fact)


@pytest.mark.parametrize(
    ("verb", "said"), [("jump_bet", {}), ("warn", {"words": "slow"}), ("call_clock", {"seconds": 60})]
)
def test_each_counts_once_by_its_key_and_nobody_else_has_that_key(night, verb, said):
    stamp, command = night.at(-60), getattr(commands, verb)

    first = command(stamp=stamp, night=night.night, player=one("Bo"), **said)
    again = command(stamp=stamp, night=night.night, player=one("Bo"), **said)

    assert (again.fact, again.known, again.remark) == (first.fact, True, first.remark)
    with pytest.raises(FactTaken):
        command(stamp=stamp, night=night.night, player=one("Cy"), **said)


def test_a_ruling_and_the_end_of_a_call_count_once_by_their_keys(night):
    call = night.calls("Bo").fact.pk
    rules, ends = Stamp("the-ruling", START), Stamp("the-end-of-it", START)

    known = [(night.rules(stamp=rules).known, night.ends(call, stamp=ends).known) for _ in range(2)]

    assert known == [(False, False), (True, True)]
    assert Fact.objects.filter(night=night.night, kind=FactKind.RULED).count() == 1


def test_a_duplicate_jumps_as_whom_they_are(night):
    night.jumps("Bo")
    night.jumps("Bo")
    merge_players(stamp=night.at(-70), player=one("Bo"), into=one("Cy"))

    assert night.tally == {"Cy": 1}
    with pytest.raises(Merged):
        night.jumps("Bo")


@pytest.mark.parametrize(("verb", "said"), [("jumps", ["Bo"]), ("rules", []), ("calls", ["Bo"]), ("ends", [0])])
def test_on_a_night_that_is_off_nothing_happens(night, verb, said):
    Night.objects.update(cancelled_at=START)

    with pytest.raises(Impossible) as refused:
        getattr(night, verb)(*said)

    assert str(refused.value) == "The night of Fri 20 Nov 2026 is cancelled."
