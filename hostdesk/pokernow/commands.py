"""Posts the ledger of an online table as a night, through the commands: all of the file or nothing."""

import typing
from collections.abc import Callable, Sequence
from datetime import datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from hostdesk.closing import commands as closing_commands
from hostdesk.night_log.commands import Posted
from hostdesk.nights import commands as nights_commands
from hostdesk.pokernow import rules as game_rules
from hostdesk.pokernow.queries import Cast, given_names, reassigned, remembered, who_plays
from hostdesk.pokernow.reading import Sitting
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.money.words import Means
from ledger.night import commands as night_commands
from ledger.night.queries import terms_of
from ledger.night.text import PLAYED_ONLINE
from reservations.acts.commands import atomic_batch
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Faulty, Problem
from reservations.acts.queries import Answer
from reservations.models import Act, Night
from reservations.players import commands as players_commands
from reservations.players.queries import player_named


def post_game(game: game_rules.OnlineGame, *, dry_run: bool = False) -> Posted:
    """Post the sittings that are not known yet as one night, in one transaction that a dry run rolls back.

    Raises ``Faulty``, and records nothing, for a known sitting with other figures, odd cents in a house that pays none,
    nets that do not sum to zero without a reason, and what a command refuses.
    """
    posted = Posted()
    with atomic_batch():
        given, memory = given_names(game.sittings, game.aliases), remembered()
        known = [sitting for sitting in game.sittings if sitting.key in memory.sittings]
        faults = []
        for sitting in known:
            before = memory.sittings[sitting.key]
            there = game_rules.figures_of(before.bought_cents, before.back_cents)
            here = game_rules.figures_of(sitting.bought_cents, sitting.back_cents)
            if there != here:
                night = f"{Night.objects.get(pk=before.night)} (act {before.act})"
                faults.append(
                    (sitting.line, f"this sitting is known from the {night} with {there}; here it is {here}.")
                )
        if faults:
            raise Faulty(sorted(faults))
        posted.known = sum(memory.acts[sitting.key] for sitting in known)
        posted.remarks += reassigned(known, given, memory)
        new = [sitting for sitting in game.sittings if sitting.key not in memory.sittings]
        if new:
            _OnlineNight(game, new, posted).post(who_plays(new, given, memory))
        if dry_run:
            transaction.set_rollback(True)
    return posted


class _OnlineNight:
    """The night of new sittings: posted act by act, each with a key made of its sitting's."""

    def __init__(self, game: game_rules.OnlineGame, new: Sequence[Sitting], posted: Posted) -> None:
        self._game = game
        self._new = new
        self._posted = posted
        try:
            rules = nights_commands.rules_called(game.house)
        except Problem as problem:
            raise Faulty([(game_rules.WHOLE_FILE, f"--house: {problem}")]) from problem
        self._terms = terms_of(rules)
        game_rules.check_game(new, self._terms, house=str(rules.house), reason=game.reason)
        starts = [sitting.started_at for sitting in new if sitting.started_at]
        if not (game.day or starts):
            raise Faulty([(game_rules.WHOLE_FILE, "no row says when it began: give the night's --date.")])
        self._day = game.day or timezone.localdate(min(starts))
        noon = timezone.make_aware(datetime.combine(self._day, time(12)))
        moments = [moment for sitting in new for moment in (sitting.started_at, sitting.ended_at) if moment]
        self._begins, self._ends = min(moments, default=noon), max(moments, default=noon)

    def post(self, cast: Cast) -> None:
        """Post it all: newcomers, opening, buy-ins, declared chips with their float, cash-outs, count, close."""
        self._posted.remarks += sorted((newcomer.sitting.line, newcomer.remark) for newcomer in cast.newcomers)
        for newcomer in cast.newcomers:
            add = players_commands.record_player
            self._act(newcomer.sitting, "player", add, at=self._begins, name=newcomer.name, regular=True)
        people = {sitting.player: player_named(cast.names[sitting.player]) for sitting in self._new}
        first = self._new[0]
        try:
            banker = player_named(self._game.banker) if self._game.banker else people[first.player]
        except Problem as problem:
            raise Faulty([(game_rules.WHOLE_FILE, f"--banker: {problem}")]) from problem
        opening = self._act(
            first,
            "open",
            nights_commands.open_night,
            at=self._begins,
            line=game_rules.WHOLE_FILE,
            house=self._game.house,
            date=self._day,
            banker=banker,
            float_cents=0,
            figures=game_rules.asked_figures(self._new, self._terms),
        )
        night = typing.cast("Night", opening.night)  # an opening has a night
        for sitting in self._new:
            if sitting.bought_cents:
                self._act(
                    sitting,
                    "in",
                    buy_in_commands.buy_in,
                    at=sitting.known_at or self._begins,
                    night=night,
                    player=people[sitting.player],
                    amount_cents=sitting.bought_cents,
                    pay=game_rules.pays_with(self._terms),
                )
        left_cents = self._declare(night)
        for sitting in sorted(self._new, key=lambda each: each.ended_at or self._ends):
            self._act(
                sitting,
                "out",
                cash_out_commands.cash_out,
                at=sitting.ended_at or self._ends,
                night=night,
                player=people[sitting.player],
                player_count_cents=sitting.back_cents,
                banker_count_cents=sitting.back_cents,
                parts=game_rules.paid_out(sitting.back_cents, self._terms),
            )
        self._end("count", night_commands.count_drawer, night=night, counted_cents=left_cents)
        self._end("close", closing_commands.close_night, night=night)

    def _declare(self, night: Night) -> int:
        """Declare the difference of the nets, with the cash that extra chips need; return the drawer's cents."""
        difference, reason = game_rules.difference_of(self._new), self._game.reason
        in_cash = game_rules.pays_with(self._terms) == Means.CASH
        if difference < 0:
            self._end("chips", cash_out_commands.declare_chips, night=night, missing_cents=-difference, reason=reason)
        if difference > 0:
            self._end("chips", cash_out_commands.declare_chips, night=night, extra_cents=difference, reason=reason)
        if difference > 0 and in_cash:
            self._end("float", night_commands.add_float, night=night, amount_cents=difference)
        return max(-difference, 0) if in_cash else 0

    def _end(self, what: str, command: Callable[..., Answer], **arguments: Any) -> None:
        self._act(self._new[0], what, command, at=self._ends, line=game_rules.WHOLE_FILE, **arguments)

    def _act(
        self,
        sitting: Sitting,
        what: str,
        command: Callable[..., Answer],
        *,
        at: datetime,
        line: int | None = None,
        **arguments: Any,
    ) -> Act:
        """Call a command under the ruling, with the sitting and ``what`` as its key. Raises ``Faulty``."""
        line = line or sitting.line
        try:
            answer = command(stamp=Stamp(key=f"{sitting.key}.{what}", at=at, ruling=PLAYED_ONLINE), **arguments)
        except Problem as problem:
            raise Faulty([(line, str(problem))]) from problem
        # The command's remarks are for a live table: a drawer that is right, a player who leaves early.
        self._posted.count(line, Answer(answer.act, answer.known))
        return answer.act
