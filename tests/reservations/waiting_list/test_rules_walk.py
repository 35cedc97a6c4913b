"""Waiting lists walked by chance: answers, the host's hand, offers and the clock, over the real commands.

Every walk is of one house with two of its nights. After every step the facts that are new are given to a plain model
(``waiting_model``, ``waiting_facts``), which says whether each of them may be, and what is missing; then the places of
everybody, the order of the waiting lists and the strikes are compared.
"""

from collections import Counter
from dataclasses import replace
from datetime import time, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from reservations.acts.facts import Cause, Mark, Reply
from reservations.houses.attendance_terms import Arrears
from reservations.nights.queries import plan_of
from tests import all_commands as commands
from tests.reservations.friday import a_house, cast
from tests.reservations.waiting_model import MINUTE
from tests.reservations.waiting_walk import GUESTS, REPLIES, VARIANTS, Walk

STEPS = 50


class Steps(Walk):
    """Everything that people, the host and the clock may do."""

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
        """Go on to one of the next moments that matter, and let the clock look."""
        offers = [each.until for each in self.first.offered() if each.until]
        moments = [self.first.start - minutes * MINUTE for minutes in (1440, 720, 360, 120, 60, 30, 0, -30, -90)]
        moments += [each - timedelta(seconds=1) for each in (*moments, *offers)] + offers
        ahead = sorted(each for each in moments if each > self.now) or [self.now + timedelta(days=1)]
        self.now = self.drawn(data, *ahead[:4])
        self.clock()

    @precondition(lambda self: self.last % 4 == 0)
    @rule(data=st.data())
    def the_night_changes(self, data: st.DataObject) -> None:
        """Have other seats or, where it has not begun, another start."""
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
        """Say what becomes of a strike, or of all that somebody has."""
        verb, strike = (
            self.drawn(data, "pardon", "unmark", "contest", "reinstate"),
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


def walk(variant: str, runs: int, **how: Any) -> Counter[str]:
    """Walk through a house so many times and return what was seen."""
    cast(guests=("Gil", *GUESTS))
    a_house("walked", **VARIANTS[variant])
    Steps.seen.clear()
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    phases = [Phase.reuse, Phase.generate]
    profile = settings(
        max_examples=runs, stateful_step_count=STEPS + 1, phases=phases, suppress_health_check=checks, **how
    )
    # The same steps on every run of the suite, and others in each house.
    run_state_machine_as_test(seed(sum(variant.encode()))(Steps) if how else Steps, settings=profile)
    return Steps.seen


@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_step_is_as_the_words_of_the_house_say(variant):
    seen = walk(variant, 2, database=None)

    assert seen["steps"] >= 50


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("variant", VARIANTS)
def test_thousands_of_steps_are_as_the_words_of_the_house_say(variant):
    seen = walk(variant, 200)

    assert seen["steps"] >= 5_000
