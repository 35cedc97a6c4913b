"""A walk through the waiting lists of a house: two of its nights, taken by model and desk alike, step by step."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from reservations.acts.fact_queries import said
from reservations.acts.facts import Facts, Reply
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem
from reservations.houses.queries import attendance_of
from reservations.models import Fact, House, Night, Player
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps.queries import facts_of_nights, people_in
from reservations.rsvps.rsvp_reducers import fold
from reservations.waiting_list.rules import Person, line
from tests import all_commands as commands
from tests.reservations.friday import START, Friday
from tests.reservations.waiting_facts import HOST, follow
from tests.reservations.waiting_model import MINUTE, Evening, Model, Party

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
"""The commands after which everything is done that is due on their night."""
GUESTS_BY_NAME = ("Kim", "Lou")
NOBODY = Party()
REPLIES = [Reply.YES] * 5 + [Reply.NO] * 2 + [Reply.MAYBE]


class Walk(RuleBasedStateMachine):
    """Two Fridays of a house, taken by model and desk alike."""

    seen: Counter[str] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.empty = transaction.savepoint()
        self.house, self.players = House.objects.get(), list(Player.objects.all())
        self.terms = attendance_of(self.house.newest())
        self.now, self.last, self.sent = START, 0, 0

    @initialize(seats=st.integers(1, 4), eager=st.integers(1, 6), hours=st.sampled_from([72, 25, 7, 3]))
    def plan(self, *, seats: int, eager: int, hours: int) -> None:
        """Plan two Fridays, and so many hours before the first let some people say yes to it."""
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
        """Let both nights come and go, and take everything back."""
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
        """Send a command; look at what it made and, where that looks after a night, at what it should have made."""
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
        rsvps_commands.keep_up(now=self.now, arrears=self.model.owes)
        since = (self.now - timedelta(days=2)).date()
        self.compare([night.pk for night in self.nights if self.model.nights[night.pk].start.date() >= since])

    def compare(self, settled: list[int]) -> None:
        """Give the new facts to the model and compare all that follows from them."""
        self.seen["steps"] += 1
        new = list(Fact.objects.filter(pk__gt=self.last).order_by("pk"))
        for fact in new:
            follow(self.model, said(fact))
            self.seen.update([fact.kind, *(["late"] if '"late"' in fact.outcome else [])])
            self.last = fact.pk
        assert (self.model.to_strike, self.model.to_release, self.model.to_give_back) == (set(), set(), set())
        owed = [each for pk in settled for each in self.model.owed(self.model.nights[pk], self.now)]
        assert owed == []
        if new:
            self.compare_nights()

    def compare_nights(self) -> None:
        """Compare both nights, and the strikes of everybody."""
        self.nights = list(Night.objects.select_related("house").order_by("pk"))
        people = people_in(self.house, self.terms, self.model.owes)
        strikes = {number: self.model.count(number) for number in people}
        assert {number: each.strikes for number, each in people.items()} == strikes
        facts = facts_of_nights(self.nights)
        for night in self.nights:
            self.compare_night(night, facts[night.pk], people)

    def compare_night(self, night: Night, facts: Facts, people: Mapping[int, Person]) -> None:
        """Compare places and order of a night, and fold its facts twice."""
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
        """Let a moment pass, in which nobody looks after anything, and return one of the nights: mostly the first."""
        self.now += timedelta(seconds=self.drawn(data, 0, 0, 0, 0, 0, 0, 1, 61))
        return self.nights[data.draw(st.sampled_from([0, 0, 0, 0, 1]))]

    def somebody(self, data: st.DataObject, night: Night, *places: str) -> Player:
        """Return somebody who stands at one of those places, as a rule, and sometimes anybody."""
        parties = self.model.nights[night.pk].parties
        fitting = [each for each in self.players if parties.get(each.number, NOBODY).place in places]
        return self.drawn(data, *(fitting or self.players)) if self.drawn(data, *range(9)) else self.anybody(data)

    def anybody(self, data: st.DataObject) -> Player:
        return self.drawn(data, *self.players)  # type: ignore[no-any-return]

    def answers(self, data: st.DataObject, player: Player, night: Night, reply: Reply) -> None:
        """Let somebody answer; refused is who is barred and has no place yet, and nobody else."""
        model, said = self.model.nights[night.pk], {}
        barred = self.model.barred(player.number) and not model.of(player.number).place and not model.off
        ruling = self.drawn(data, "", "", "", "he is my brother")
        if reply == Reply.YES:
            late = self.drawn(data, None, None, model.start + 30 * MINUTE)
            guests = GUESTS_BY_NAME[: self.drawn(data, 0, 0, 0, 1, 2)]
            said = {"guests": guests, "expected_at": late, "wait_together": self.drawn(data, False, True)}

        came_of_it = self.does("answer", night, player, reply=reply, ruling=ruling, **said)

        assert (came_of_it == "Refused") == (barred and reply == Reply.YES and not ruling)
