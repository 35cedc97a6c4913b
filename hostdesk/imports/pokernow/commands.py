"""Posts ledgers of online tables as nights, through the commands: all of the files or nothing."""

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time
from typing import Any

from django.utils import timezone

from hostdesk.imports.pokernow import rules as game_rules
from hostdesk.imports.pokernow.aliases import is_name, nickname_key
from hostdesk.imports.pokernow.casting import Newcomer
from hostdesk.imports.pokernow.plan_queries import ImportPlan, plan_import
from hostdesk.imports.pokernow.reading import Evening, Sitting
from hostdesk.imports.ways_in.commands import Posted, keep_import, planning
from hostdesk.imports.ways_in.files import FaultyFiles
from hostdesk.invitations.nights import commands as nights_commands
from hostdesk.models import OnlineNickname
from hostdesk.table.closing import commands as closing_commands
from ledger.bank.text import PLAYED_ONLINE
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.payout import odd_of
from ledger.money.words import Means
from ledger.night import commands as night_commands
from ledger.undoing.taking_back import free_key
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Problem
from reservations.acts.queries import Answer, desk_time
from reservations.models import Act, Night, Player
from reservations.parsing.names import parse_name
from reservations.players import commands as players_commands
from reservations.players.queries import person_named


class QuestionsChanged(Impossible):
    """The questions have changed since the host answered, because of other records meanwhile."""

    def __init__(self) -> None:
        super().__init__("Something was recorded meanwhile that changes who is who. Look at it once more.")


def post_games(
    ledgers: Sequence[Sequence[Sitting]], wishes: game_rules.ImportWishes, *, dry_run: bool = False
) -> dict[str, Posted]:
    """Post the sittings that are not known yet, an evening as a night, in one transaction that a dry run rolls back.

    Returns the results by file. Raises the errors of ``plan_import`` and :func:`post_plan`, and records nothing
    then.
    """
    with planning(to_post=True, dry_run=dry_run):
        return post_plan(plan_import(ledgers, wishes))


def post_plan(plan: ImportPlan, *, digest: str | None = None) -> dict[str, Posted]:
    """Post a plan that was made under the same lock, and remember the nicknames.

    Raises ``FaultyFiles`` for the faults of the plan, for unanswered questions, nets that do not sum to zero without a
    reason, and a command's refusal; ``QuestionsChanged`` if its questions are not those of the ``digest``.
    """
    if digest not in (None, plan.questions.digest):
        raise QuestionsChanged
    undeclared = () if plan.wishes.reason else game_rules.undeclared(plan.evenings)
    if faults := [*plan.faults, *(question.question for question in plan.cast.must), *undeclared]:
        raise FaultyFiles(sorted(faults))
    posted = {file: Posted() for file in plan.files}
    for sitting in plan.known:
        posted[sitting.file].known += plan.memory.acts[sitting.key]
    for file, line, remark in plan.remarks:
        posted[file].remarks.append((line, remark))
    people = dict[str, Player]()
    nights = list[Night]()
    before = ((sitting.nickname, plan.memory.sittings[sitting.key]) for sitting in plan.known)
    had = {(nickname, sitting.player, sitting.night) for nickname, sitting in before}
    for evening, newcomers in zip(plan.evenings, plan.cast.newcomers, strict=True):
        night = _OnlineNight(evening, plan, posted, people).post(newcomers)
        nights.append(night)
        players = ((sitting.nickname, people[plan.cast.names[sitting.player]]) for sitting in evening.sittings)
        had |= {(nickname, player.number, night.pk) for nickname, player in players}
    nicknames = [
        OnlineNickname(key=nickname_key(nickname), nickname=parse_name(nickname), player_id=player, night_id=its_night)
        for nickname, player, its_night in had
        if is_name(nickname)
    ]
    OnlineNickname.objects.bulk_create(nicknames, ignore_conflicts=True)
    keep_import(nights)
    return posted


class _OnlineNight:
    """The night of new sittings: posted act by act, with keys made of the sittings'.

    ``people`` are the players by name as far as they were looked up.
    """

    def __init__(self, evening: Evening, plan: ImportPlan, posted: Mapping[str, Posted], people: dict[str, Player]):
        self._evening, self._plan, self._posted, self._people = evening, plan, posted, people
        self._wishes = plan.wishes
        self._first = evening.sittings[0]
        noon = timezone.make_aware(datetime.combine(evening.day, time(12)))
        self._begins, self._ends = min(evening.moments, default=noon), max(evening.moments, default=noon)

    def post(self, newcomers: Sequence[Newcomer]) -> Night:
        """Post it all: newcomers, opening, buy-ins, declared chips with their float, cash-outs, count, close."""
        terms, names, sittings = self._plan.terms, self._plan.cast.names, self._evening.sittings
        for newcomer in newcomers:
            add = players_commands.record_player
            self._act(newcomer.sitting, "player", add, at=self._begins, name=newcomer.name, regular=True)
        for newcomer in sorted(newcomers, key=lambda movement: movement.sitting.line):
            self._posted[newcomer.sitting.file].remarks.append((newcomer.sitting.line, newcomer.remark))
        people = {sitting.player: self._player(names[sitting.player]) for sitting in sittings}
        wanted = self._wishes.banker
        banker = self._player(wanted, "--banker: ") if wanted else people[self._first.player]
        facts: dict[str, Any] = {"house": self._wishes.house, "date": self._evening.day, "banker": banker}
        facts |= {"float_cents": 0, "figures": game_rules.open_figures(sittings, terms)}
        opening = self._whole("open", nights_commands.open_night, at=self._begins, **facts)
        night = typing.cast("Night", opening.night)  # an opening has a night
        for sitting in sittings:
            if sitting.bought_cents:
                facts = {"night": night, "player": people[sitting.player], "amount_cents": sitting.bought_cents}
                at = sitting.known_at or sitting.left_at or self._begins
                self._act(sitting, "in", buy_in_commands.buy_in, at=at, pay=self._plan.means, **facts)
        left_cents = self._declare(night, banker)
        for sitting in sorted(sittings, key=lambda sitting: sitting.ended_at or self._ends):
            facts = {"night": night, "player": people[sitting.player]}
            facts |= dict.fromkeys(("player_count_cents", "banker_count_cents"), sitting.back_cents)
            facts["parts"] = game_rules.paid_out(sitting.back_cents, terms, self._plan.means)
            self._act(sitting, "out", cash_out_commands.cash_out, at=sitting.left_at or self._ends, **facts)
        if self._wishes.bearer and self._evening.difference_cents:
            bearer = self._player(self._wishes.bearer, "--declare-to: ")
            if bearer != banker:
                self._whole("hand", night_commands.hand_over, night=night, banker=bearer)
        self._whole("count", night_commands.count_drawer, night=night, counted_cents=left_cents)
        self._whole("close", closing_commands.close_and_back_up, night=night)
        return night

    def _declare(self, night: Night, banker: Player) -> int:
        """Declare the difference of the nets, with the cash that extra chips need; return the drawer's cents.

        It holds missing chips, and coins that were paid by transfer.
        """
        difference, reason = self._evening.difference_cents, self._wishes.reason
        in_cash, unit_cents = self._plan.means == Means.CASH, self._plan.terms.payout_unit_cents
        coins = sum(odd_of(sitting.back_cents, unit_cents) for sitting in self._evening.sittings) if in_cash else 0
        if not difference:
            return coins
        cents: dict[str, Any] = {"missing_cents": -difference} if difference < 0 else {"extra_cents": difference}
        self._whole("chips", cash_out_commands.declare_chips, night=night, reason=reason, **cents)
        if difference > 0 and in_cash:
            self._whole("float", night_commands.add_float, night=night, amount_cents=difference)
        file, line, remark = game_rules.declared(self._evening, self._wishes, banker=str(banker), has_book=not in_cash)
        self._posted[file].remarks.append((line, remark))
        return coins + max(-difference, 0) if in_cash else 0

    def _player(self, name: str, option: str = "") -> Player:
        """Return the player of that name. Raises ``FaultyFiles``, with the option that names them, if there is none."""
        if name not in self._people:
            try:
                self._people[name] = self._plan.memory.roster.called(name) or person_named(name)
            except Problem as problem:
                raise FaultyFiles([(self._first.file, game_rules.WHOLE_FILE, f"{option}{problem}")]) from problem
        return self._people[name]

    def _whole(self, what: str, command: Callable[..., Answer], *, at: datetime | None = None, **arguments: Any) -> Act:
        """Call a command about the whole night."""
        line = game_rules.WHOLE_FILE
        return self._act(replace(self._first, line=line), what, command, at=at or self._ends, **arguments)

    def _act(
        self, sitting: Sitting, what: str, command: Callable[..., Answer], *, at: datetime, **arguments: Any
    ) -> Act:
        """Call a command under the ruling, with the sitting and ``what`` as its key. Raises ``FaultyFiles``."""
        key = free_key(f"{sitting.key}.{what}", self._plan.memory.taken)
        try:
            answer = command(stamp=Stamp(key, desk_time(at), ruling=PLAYED_ONLINE), **arguments)
        except Problem as problem:
            raise FaultyFiles([(sitting.file, sitting.line, str(problem))]) from problem
        # The command's remarks are for a live table: a drawer that is right, a player who leaves early.
        self._posted[sitting.file].count(sitting.line, Answer(answer.act, answer.known))
        return answer.act
