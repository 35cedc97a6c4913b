"""Random walks over waiting lists: answers, the host's acts, offers and the clock, through the real commands.

A walk takes one house with two of its nights. After every step a plain model (``waiting_model``, ``waiting_facts``)
gets the new facts and says whether the house allows each of them, and which fact is missing. Then the test compares
all places, the order of the waiting lists and the strikes.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import time, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import Cause, Facts, Mark, Reply
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem
from reservations.houses.attendance_terms import Arrears
from reservations.houses.queries import attendance_of
from reservations.models import Fact, House, Night, Player
from reservations.nights.queries import plan_of
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps.queries import facts_of_nights, people_in
from reservations.rsvps.rsvp_reducers import fold
from reservations.waiting_list.rules import Person, line
from tests import all_commands as commands
from tests.reservations.friday import START, Friday, a_house, cast
from tests.reservations.waiting_list.waiting_facts import HOST, follow
from tests.reservations.waiting_list.waiting_model import MINUTE, Evening, Model, Party

pytestmark = pytest.mark.further

FEW, MANY = 25, 50  # the number of steps in a walk
LADDER = {"late_change_minutes": 1500, "steps": [[1, "behind"], [2, "reservations deleted"], [3, "removed"]]}
VARIANTS: dict[str, dict[str, dict[str, Any]]] = {
    "automatic": {},
    "offered": {"waiting": {"moves_up": "by an offer", "offer_minutes": 45}},
    "by the host": {"waiting": {"moves_up": "by the host", "host_favour": True}},
    "regulars first": {"waiting": {"regulars_first": True, "host_favour": True}},
    "fewer strikes": {
        "attendance": {"late_change_minutes": 600, "no_show_weight": 2},
        "waiting": {"fewer_strikes_first": True, "cutoff_minutes": 60, "offer_minutes": 0},
    },
    "arrears behind": {"attendance": LADDER, "waiting": {"arrears": "behind", "host_favour": True}},
    "arrears out": {
        "attendance": {**LADDER, "taken_up_clears": False, "steps": [[1, "reservations deleted"], [4, "removed"]]},
        "waiting": {"arrears": "out"},
    },
    "confirmed": {
        "attendance": {"late_change_minutes": 600, "steps": [[1, "reminder"], [2, "removed"]]},
        "confirmation": {"asked_minutes": 1440, "released_minutes": 360},
    },
}
GUESTS = ("Hal", "Ivy")
LOOKS_AFTER = {
    *("answer", "take_offer", "decline_offer", "seat_player", "bump", "release", "pin", "favour", "mark"),
    *("change_night", "restore_night"),
}
"""The commands that also do everything due on their night."""
GUESTS_BY_NAME = ("Kim", "Lou")
NOBODY = Party()
REPLIES = [Reply.YES] * 5 + [Reply.NO] * 2 + [Reply.MAYBE]


class Walk(RuleBasedStateMachine):
    """Two Fridays of a house, followed by both the model and the desk."""

    seen: Counter[str] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.empty = transaction.savepoint()
        self.house, self.players = House.objects.get(), list(Player.objects.all())
        self.terms = attendance_of(self.house.newest())
        self.now, self.last, self.sent = START, 0, 0

    @initialize(seats=st.integers(1, 4), eager=st.integers(1, 6), hours=st.sampled_from([72, 25, 7, 3]))
    def plan(self, *, seats: int, eager: int, hours: int) -> None:
        """Plan two Fridays, and let some players say yes to each, that many hours before the first."""
        self.now = START - timedelta(hours=hours)
        fridays = [Friday(self.house, seats=seats, starts_at=START + timedelta(days=days)) for days in (0, 7)]
        self.nights = [each.night for each in fridays]
        evenings = {night.pk: Evening(night.pk, seats, night.starts_at or START) for night in self.nights}
        regulars = frozenset(each.number for each in self.players if each.regular)
        self.model = Model(self.terms, regulars, evenings)
        for player in self.players[:eager]:
            self.does("answer", self.nights[0], player, reply=Reply.YES)
        for player in self.players[:2]:
            self.does("answer", self.nights[1], player, reply=Reply.YES)

    def teardown(self) -> None:
        """Let both nights pass, and roll everything back."""
        try:
            if self.last:
                for minutes in (-1, -8 * 24 * 60):
                    self.now = max(self.now, START - minutes * MINUTE)
                    self.clock()
        finally:
            transaction.savepoint_rollback(self.empty)

    def stamp(self, ruling: str = "") -> Stamp:
        self.sent += 1
        return Stamp(f"walk-{self.sent:06}", self.now, HOST, ruling)

    def does(self, verb: str, night: Night, player: Player | None = None, *, ruling: str = "", **more: Any) -> str:
        """Send a command; check its facts and, if it also does what is due on the night, look for missing facts."""
        asked = {"night": night, **({"player": player} if player else {}), **more}
        asked |= {"arrears": self.model.owes} if verb in LOOKS_AFTER else {}
        came_of_it = self.tries(verb, lambda: getattr(commands, verb)(stamp=self.stamp(ruling), **asked))
        settled = [night.pk] if verb in LOOKS_AFTER and came_of_it == "ok" else []
        self.compare(settled)
        return came_of_it

    def tries(self, verb: str, command: Callable[[], object]) -> str:
        came_of_it = "ok"
        try:
            command()
        except Problem as wrong:
            came_of_it = type(wrong).__name__
        self.seen[f"{verb} {came_of_it}"] += 1
        return came_of_it

    def clock(self) -> None:
        rsvps_commands.keep_up(now=self.now, owing=lambda people, rules, today: self.model.owes)
        since = (self.now - timedelta(days=2)).date()
        self.compare([night.pk for night in self.nights if self.model.nights[night.pk].start.date() >= since])

    def compare(self, settled: list[int]) -> None:
        """Give the new facts to the model, and compare the results."""
        self.seen["steps"] += 1
        new = list(Fact.objects.filter(pk__gt=self.last).order_by("pk"))
        for fact in new:
            follow(self.model, fact_value(fact))
            self.seen.update([fact.kind, *(["late"] if '"late"' in fact.outcome else [])])
            self.last = fact.pk
        assert (self.model.to_strike, self.model.to_release, self.model.to_give_back) == (set(), set(), set())
        owed = [each for pk in settled for each in self.model.owed(self.model.nights[pk], self.now)]
        assert owed == []
        if new:
            self.compare_nights()

    def compare_nights(self) -> None:
        """Compare both nights, and the strikes of all players."""
        self.nights = list(Night.objects.select_related("house").order_by("pk"))
        people = people_in(self.house, self.terms, self.model.owes)
        strikes = {number: self.model.count(number) for number in people}
        assert {number: each.strikes for number, each in people.items()} == strikes
        facts = facts_of_nights(self.nights)
        for night in self.nights:
            self.compare_night(night, facts[night.pk], people)

    def compare_night(self, night: Night, facts: Facts, people: Mapping[int, Person]) -> None:
        """Compare the places and the order of a night, and fold its facts twice."""
        model = self.model.nights[night.pk]
        rsvp_state = fold(facts, seats=night.seats, starts_at=night.starts_at)
        assert rsvp_state == fold(list(facts), seats=night.seats, starts_at=night.starts_at)
        places = {player: (each.place.value, each.party) for player, each in rsvp_state.rsvps.items() if each.place}
        assert places == {one: (each.place, each.size) for one, each in model.parties.items() if each.place}
        assert [each.player for each in rsvp_state.seated] == [one for one in rsvp_state.rsvps if model.of(one).sits]
        assert [each.rsvp.player for each in line(rsvp_state, people, self.terms)] == self.model.order(model)
        assert (rsvp_state.taken, rsvp_state.cancelled) == (model.taken(), model.off)
        assert rsvp_state.taken <= (night.seats or 0)

    def drawn(self, data: st.DataObject, *of: object) -> Any:
        return data.draw(st.sampled_from(of))

    @property
    def first(self) -> Evening:
        return self.model.nights[self.nights[0].pk]

    def a_night(self, data: st.DataObject) -> Night:
        """Let a moment pass without the clock acting, and return one of the nights, mostly the first."""
        self.now += timedelta(seconds=self.drawn(data, 0, 0, 0, 0, 0, 0, 1, 61))
        return self.nights[data.draw(st.sampled_from([0, 0, 0, 0, 1]))]

    def somebody(self, data: st.DataObject, night: Night, *places: str) -> Player:
        """Return a player with one of those places, as a rule, and sometimes any player."""
        parties = self.model.nights[night.pk].parties
        fitting = [each for each in self.players if parties.get(each.number, NOBODY).place in places]
        return self.drawn(data, *(fitting or self.players)) if self.drawn(data, *range(9)) else self.anybody(data)

    def anybody(self, data: st.DataObject) -> Player:
        return self.drawn(data, *self.players)  # type: ignore[no-any-return]

    def answers(self, data: st.DataObject, player: Player, night: Night, reply: Reply) -> None:
        """Let a player answer; a yes is refused to barred players without a place or a ruling, and to no others."""
        model, said = self.model.nights[night.pk], {}
        barred = self.model.barred(player.number) and not model.of(player.number).place and not model.off
        ruling = self.drawn(data, "", "", "", "he is my brother")
        if reply == Reply.YES:
            late = self.drawn(data, None, None, model.start + 30 * MINUTE)
            guests = GUESTS_BY_NAME[: self.drawn(data, 0, 0, 0, 1, 2)]
            said = {"guests": guests, "expected_at": late, "wait_together": self.drawn(data, False, True)}

        came_of_it = self.does("answer", night, player, reply=reply, ruling=ruling, **said)

        assert (came_of_it == "Refused") == (barred and reply == Reply.YES and not ruling)


class Steps(Walk):
    """All steps that players, the host and the clock can take."""

    @rule(data=st.data())
    def somebody_answers(self, data: st.DataObject) -> None:
        night = self.a_night(data)
        self.answers(data, self.somebody(data, night, ""), night, self.drawn(data, *REPLIES))

    @rule(data=st.data())
    def somebody_new_says_yes(self, data: st.DataObject) -> None:
        night = self.a_night(data)
        self.answers(data, self.somebody(data, night, ""), night, Reply.YES)

    @precondition(lambda self: self.first.taken())
    @rule(data=st.data())
    def somebody_gives_a_seat_up(self, data: st.DataObject) -> None:
        night = self.a_night(data)
        self.answers(data, self.somebody(data, night, "seat", "offered"), night, self.drawn(data, *REPLIES[-4:]))

    @precondition(lambda self: self.first.waiting())
    @rule(data=st.data())
    def somebody_who_waits_answers_again(self, data: st.DataObject) -> None:
        night = self.a_night(data)
        self.answers(data, self.somebody(data, night, "waiting"), night, self.drawn(data, *REPLIES))

    @precondition(lambda self: self.first.waiting())
    @rule(data=st.data())
    def the_host_seats(self, data: st.DataObject) -> None:
        night = self.nights[0]
        room = [self.somebody(data, night, "seat", "offered") for _ in range(self.drawn(data, 0, 1, 1, 2))]
        player = self.somebody(data, night, "waiting", "offered")
        self.does("seat_player", night, player, reason="he drives", makes_room=room)

    @precondition(lambda self: self.first.taken())
    @rule(data=st.data())
    def the_host_moves(self, data: st.DataObject) -> None:
        night = self.a_night(data)
        verb, place = self.drawn(data, ("bump", "seat"), ("release", "seat"), ("release", "waiting"))
        self.does(verb, night, self.somebody(data, night, place), reason="a full house")

    @precondition(lambda self: self.first.waiting())
    @rule(data=st.data())
    def the_host_orders_the_line(self, data: st.DataObject) -> None:
        player = self.somebody(data, self.nights[0], "waiting")
        if self.drawn(data, True, False) or not self.terms.host_favour:
            position = self.drawn(data, None, 1, 1, 2, 3)
            self.does("pin", self.nights[0], player, position=position, reason="she asked me first")
        else:
            self.does("favour", self.nights[0], player, on=self.drawn(data, True, True, False), reason="an old friend")

    @precondition(lambda self: self.first.offered())
    @rule(data=st.data())
    def an_offer_is_answered(self, data: st.DataObject) -> None:
        verb = self.drawn(data, "take_offer", "decline_offer")
        self.does(verb, self.a_night(data), self.somebody(data, self.nights[0], "offered"))

    @precondition(lambda self: self.first.asked_to_confirm)
    @rule(data=st.data())
    def somebody_confirms(self, data: st.DataObject) -> None:
        self.does("confirm_seat", self.nights[0], self.somebody(data, self.nights[0], "seat"))

    @precondition(lambda self: self.last % 4 == 0)
    @rule(data=st.data())
    def somebody_is_late_or_at_the_door(self, data: st.DataObject) -> None:
        night = self.nights[0]
        player = self.somebody(data, night, "seat")
        if self.drawn(data, True, False):
            self.does("expect_at", night, player, expected_at=self.first.start + 15 * MINUTE)
        else:
            self.does("mark_came", night, player, came=self.drawn(data, True, True, False))

    @rule(data=st.data())
    def time_passes(self, data: st.DataObject) -> None:
        """Go on to one of the next moments that matter, and let the clock act."""
        offers = [each.until for each in self.first.offered() if each.until]
        moments = [self.first.start - minutes * MINUTE for minutes in (1440, 720, 360, 120, 60, 30, 0, -30, -90)]
        moments += [each - timedelta(seconds=1) for each in (*moments, *offers)] + offers
        ahead = sorted(each for each in moments if each > self.now) or [self.now + timedelta(days=1)]
        self.now = self.drawn(data, *ahead[:4])
        self.clock()

    @precondition(lambda self: self.last % 4 == 0)
    @rule(data=st.data())
    def the_night_changes(self, data: st.DataObject) -> None:
        """Give the first night another number of seats or, if it has not begun, another start."""
        night = self.nights[0]
        shown, many = plan_of(night), self.drawn(data, 1, 2, 3, 4)
        others = {"starts": time(self.drawn(data, 18, 20, 21))} if self.now < self.first.start else {"seats": many}
        wanted = replace(shown, **self.drawn(data, {"seats": many}, others))
        self.does("change_night", night, shown=shown, wanted=wanted)

    @precondition(lambda self: self.first.off or self.last % 11 == 0)
    @rule()
    def the_night_is_off_or_on(self) -> None:
        if self.first.off:
            self.does("restore_night", self.nights[0])
        else:
            self.does("cancel_night", self.nights[0], reason="snow")

    @precondition(lambda self: self.first.taken() and self.now >= self.first.start)
    @rule(data=st.data())
    def the_host_marks(self, data: st.DataObject) -> None:
        mark = self.drawn(data, Mark.NO_SHOW, Mark.NO_SHOW, Mark.EXCUSED, Mark.LATE, None)
        self.does("mark", self.nights[0], self.somebody(data, self.nights[0], "seat"), mark=mark)

    @precondition(lambda self: self.now >= self.first.start)
    @rule(data=st.data())
    def the_host_strikes(self, data: st.DataObject) -> None:
        player, cause = self.anybody(data), self.drawn(data, Cause.NO_SHOW, Cause.LATE_CANCEL)
        self.does("strike", self.nights[0], player, cause=cause, reason="he told me so", arrears=self.model.owes)

    @precondition(lambda self: self.model.strikes)
    @rule(data=st.data())
    def somebody_speaks_about_a_strike(self, data: st.DataObject) -> None:
        """Pardon, take back, contest or uphold a strike, or reinstate its player."""
        verb, strike = (
            self.drawn(data, "pardon", "unmark", "contest", "uphold", "reinstate"),
            self.drawn(data, *self.model.strikes),
        )
        about: dict[str, Any] = {"strike": strike.fact, "words" if verb == "contest" else "reason": "ice on the bridge"}
        if verb == "reinstate":
            player = next(each for each in self.players if each.number == strike.player)
            about = {"player": player, "house": self.house, "reason": "a new year"}
        self.tries(verb, lambda: getattr(commands, verb)(stamp=self.stamp(), **about))
        self.compare([])

    @precondition(lambda self: self.terms.arrears != Arrears.NOTHING and self.last % 3 == 0)
    @rule(data=st.data())
    def debts_come_and_go(self, data: st.DataObject) -> None:
        self.model.owes = frozenset({self.anybody(data).number for _ in range(self.drawn(data, 0, 1, 2))})


def walk(variant: str, runs: int, steps: int, **how: Any) -> Counter[str]:
    """Run that many walks through a house, each with at most that many steps, and return the counts of events."""
    cast(guests=("Gil", *GUESTS))
    a_house("walked", **VARIANTS[variant])
    Steps.seen.clear()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = [Phase.reuse, Phase.generate]
    profile = settings(
        max_examples=runs, stateful_step_count=steps + 1, phases=phases, suppress_health_check=checks, **how
    )
    # The steps are the same in every run of the suite, but differ between houses.
    run_state_machine_as_test(seed(sum(variant.encode()))(Steps) if how else Steps, settings=profile)
    return Steps.seen


@pytest.mark.django_db
@pytest.mark.parametrize("variant", ["automatic", "offered", "by the host", "confirmed"])
def test_every_step_is_as_the_words_of_the_house_say(variant):
    seen = walk(variant, 2, FEW, database=None)

    assert seen["steps"] >= 25


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_thousands_of_steps_are_as_the_words_of_the_house_say(variant):
    seen = walk(variant, 52, MANY)

    assert seen["steps"] >= 2_000
