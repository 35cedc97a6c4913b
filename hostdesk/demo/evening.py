"""The course of one of the demo's nights: who buys, who goes, and what the banker gets wrong. Pure.

The table is played in steps of ten minutes, from a seed of the night's own: the same night comes to the same acts
wherever and whenever it is played. What a player may buy is asked of the rules, so that the house refuses nothing
but what a ruling is there for.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from hostdesk.demo.cast import Game
from hostdesk.demo.log import Log
from hostdesk.demo.table import Table
from hostdesk.night_log import Line
from ledger.limits import Buyer, NightLimits, allowance, night_limits
from ledger.terms import Blinds, Means
from reservations.kinds import Kind

STEP = timedelta(minutes=10)
POTS_OF_A_STEP = 7


@dataclass(frozen=True)
class Quirks:
    """What is out of the ordinary on a night; the reasons are kept with what they are for.

    ``drawer_off_cents``: over (+) or short (-) when the drawer is counted. ``hurry``: somebody goes without waiting
    for what the house asks. ``deep``: somebody buys more than the house allows. ``miscount``: a player counts wrong.
    ``slip``: a rebuy is recorded for the wrong player, and undone. ``hands_over``: the banker goes home early.
    """

    drawer_off_cents: int = 0
    missing_cents: int = 0
    missing_reason: str = ""
    hurry: str = ""
    deep: str = ""
    miscount: str = ""
    slip: bool = False
    hands_over: bool = False


@dataclass(frozen=True)
class Setting:
    """A night before it is played: ``players`` by name, the banker first, in the order in which they come.

    ``steps`` is how long the night is meant to be. ``cut`` is the step before which the telling stops, with the bank
    still open; None: it is told to its end. ``leaving``: who means to go early, and from which step on.
    """

    number: int
    day: date
    starts_at: datetime
    game: Game
    players: tuple[str, ...]
    luck: dict[str, int]
    steps: int
    leaving: tuple[tuple[str, int], ...]
    cut: int | None = None
    quirks: Quirks = field(default_factory=Quirks)


def told(setting: Setting) -> tuple[Line, ...]:
    """Tell the night: its acts in their order, ready for the commands."""
    return _Evening(setting).told()


class _Evening:
    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._terms = setting.game.terms
        self._quirks = setting.quirks
        self._chance = Random(f"night {setting.number}")  # noqa: S311 - a game, told the same way every time
        self._log = Log(setting.number, setting.starts_at, by=setting.players[0])
        self._table = Table(setting.luck)
        self._drawer_cents = setting.game.float_cents
        self._level, self._level_at = 0, setting.starts_at
        self._big_stack_cents: int | None = None
        self._going: dict[str, int] = {}
        # Each of these happens once.
        self._slip, self._deep, self._hurry = self._quirks.slip, self._quirks.deep, self._quirks.hurry
        self._round_cents = (self._limits().usual_cents or 0) // 10

    def told(self) -> tuple[Line, ...]:
        self._open()
        for step in range(self._setting.steps if self._setting.cut is None else self._setting.cut):
            self._log.wait_until(self._setting.starts_at + step * STEP)
            self._play(step)
        if self._setting.cut is None:
            self._end()
        return tuple(self._log.lines)

    def _open(self) -> None:
        game = self._setting.game
        self._write(Kind.OPEN, house=game.house, date=self._setting.day, banker=self._log.by, float=game.float_cents)

    def _play(self, step: int) -> None:
        self._raise_level(step)
        self._log.wait(self._chance.randrange(100))
        self._let_go(step)
        self._come(step)
        self._estimate(step)
        for _ in range(POTS_OF_A_STEP):
            self._table.play(self._chance, self._blinds().small_cents)
        self._give_notice(step)
        self._buy_again(step)

    def _raise_level(self, step: int) -> None:
        if not self._terms.level_minutes or self._level == len(self._terms.levels):
            return
        if step * STEP % timedelta(minutes=self._terms.level_minutes) == timedelta():
            self._level += 1
            self._level_at = self._log.now
            self._write(Kind.LEVEL, level=self._level)

    def _blinds(self) -> Blinds:
        return self._terms.levels[self._level - 1] if self._level else self._terms.blinds or self._terms.levels[0]

    def _come(self, step: int) -> None:
        """Let the first six come at the beginning, and the others one by one."""
        for name in self._setting.players[6 + step - 1 : 6 + step] if step else self._setting.players[:6]:
            if self._chance.random() < 0.4:
                self._write(Kind.ARRIVE, player=name)
            self._sell(name, self._first_amount())

    def _first_amount(self) -> int:
        limits = self._limits()
        usual, least = limits.usual_cents or 0, limits.minimum_cents or 0
        return max(least, usual * self._chance.choice((10, 10, 10, 6, 4)) // 10)

    def _limits(self) -> NightLimits:
        return night_limits(self._terms, blinds=self._blinds(), big_stack_cents=self._big_stack_cents)

    def _sell(self, name: str, cents: int, *, ruling: str = "", stack_cents: int | None = None) -> None:
        stack = {} if stack_cents is None else {"stack": stack_cents}
        self._write(Kind.BUY_IN, ruling=ruling, player=name, amount=cents, pay=Means.CASH, **stack)
        self._table.buy(name, cents)
        self._drawer_cents += cents

    def _estimate(self, step: int) -> None:
        maximum = self._terms.maximum
        if step in (8, 16) and maximum is not None and maximum.or_big_stack:
            biggest = self._table.stacks[self._table.biggest()]
            self._big_stack_cents = biggest - biggest % self._round_cents
            self._write(Kind.BIG_STACK, amount=self._big_stack_cents)

    def _give_notice(self, step: int) -> None:
        for name, since in self._setting.leaving:
            if step == since and name in self._table.stacks:
                self._going[name] = step
                if self._terms.notice_minutes is not None and not self._hurry:
                    self._write(Kind.LEAVE_NOTICE, player=name)

    def _let_go(self, step: int) -> None:
        for name, since in list(self._going.items()):
            if self._hurry and step > since:
                self._log.wait(400)  # longer than a window is open
                self._pay_out(name, ruling=self._hurry)
                self._hurry = ""
            elif step > since + (self._terms.notice_minutes or 0) // 10 and self._window_is_open():
                self._pay_out(name)
                self._hand_over(name)

    def _window_is_open(self) -> bool:
        window = self._terms.window_minutes
        return window is None or self._log.now - self._level_at <= timedelta(minutes=window)

    def _pay_out(self, name: str, **said: str) -> None:
        self._going.pop(name, None)
        count = self._table.leave(name)
        self._drawer_cents -= count
        mistaken = 5 * self._blinds().small_cents if "count_ruling" in said else 0
        self._write(Kind.CASH_OUT, **said, player=name, player_count=count + mistaken, banker_count=count)

    def _hand_over(self, gone: str) -> None:
        if gone == self._log.by:
            self._log.by = next(iter(self._table.stacks))
            self._write(Kind.HAND_OVER, banker=self._log.by)

    def _buy_again(self, step: int) -> None:
        for name, stack_cents in list(self._table.stacks.items()):
            if name in self._going:
                continue
            if self._is_done(name, stack_cents, step):
                self._pay_out(name)
            elif self._wants_chips(stack_cents):
                self._rebuy(name, stack_cents, step)
            elif self._deep and step > 9 and stack_cents:
                self._sell(name, self._limits().maximum_cents or 0, ruling=self._deep, stack_cents=stack_cents)
                self._deep = ""

    def _is_done(self, name: str, stack_cents: int, step: int) -> bool:
        """Tell whether somebody without chips goes home, as some do in the last third of a night."""
        late = 3 * step > 2 * self._setting.steps
        return late and not stack_cents and name != self._log.by and self._chance.random() < 0.6

    def _wants_chips(self, stack_cents: int) -> bool:
        short = stack_cents < (self._limits().usual_cents or 0) // 5
        return short and self._chance.random() < (0.35 if stack_cents else 0.9)

    def _rebuy(self, name: str, stack_cents: int, step: int) -> None:
        limits = self._limits()
        allowed = allowance(buyer=Buyer(name, True, stack_cents), terms=self._terms, limits=limits)
        wanted = self._first_amount() if allowed.most_cents is None else min(self._first_amount(), allowed.most_cents)
        amount = wanted - wanted % self._round_cents
        if amount < allowed.least_cents:
            return
        if self._slip and step > 5 and not stack_cents:
            self._sell_to_another(name, amount)
        self._sell(name, amount, stack_cents=stack_cents)

    def _sell_to_another(self, name: str, cents: int) -> None:
        """Record the rebuy for a neighbour, and undo it."""
        self._slip = False
        neighbour = next(other for other in self._table.stacks if other != name)
        key = self._write(Kind.BUY_IN, player=neighbour, amount=cents, pay=Means.CASH, stack=0)
        self._write(Kind.REVERSE, of=key, reason=f"It was {name} who bought, not {neighbour}.")

    def _end(self) -> None:
        quirks = self._quirks
        self._write(Kind.LAST_HAND)
        if quirks.missing_cents:
            self._table.lose(quirks.missing_cents)
        if quirks.miscount:
            self._pay_out(self._table.biggest(), count_ruling=quirks.miscount)
        for name in list(self._table.stacks):
            self._pay_out(name)
        if quirks.missing_cents:
            self._write(Kind.DECLARE_CHIPS, missing=quirks.missing_cents, reason=quirks.missing_reason)
        self._write(Kind.COUNT_DRAWER, counted=self._drawer_cents + quirks.drawer_off_cents)
        self._write(Kind.CLOSE)

    def _write(self, kind: Kind, **fields: Any) -> str:
        key = self._log.write(kind, **fields)
        self._log.wait(self._chance.randrange(15, 45))
        return key
