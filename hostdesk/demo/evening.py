"""The course of one of the demo's nights: who buys, who goes, and what the banker gets wrong. Pure.

The table is played in steps of ten minutes, from a seed of the night's own: the same night comes to the same acts
wherever and whenever it is played. What a player may buy is asked of the rules, so that the house refuses nothing
but what a ruling is there for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from hostdesk.demo.bank import Bank
from hostdesk.demo.credit import Credit
from hostdesk.demo.log import Log
from hostdesk.demo.setting import Setting
from hostdesk.demo.table import Table
from hostdesk.night_logs.night_log import Line
from ledger.limits import Buyer, NightLimits, allowance, night_limits
from ledger.terms import Blinds, CashOutWhen, Means
from reservations.kinds import Kind

STEP = timedelta(minutes=10)
POTS_OF_A_STEP = 7


@dataclass(frozen=True)
class Told:
    """The acts of a night in their order, ready for the commands, and what it changes in THE BOOK by name.

    + THE BOOK owes them more. A night that is cut has not come to that yet.
    """

    lines: tuple[Line, ...]
    changes: Mapping[str, int]


def told(setting: Setting) -> Told:
    """Tell the night."""
    return _Evening(setting).told()


class _Evening:
    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._terms = setting.game.terms
        self._quirks = setting.quirks
        self._chance = Random(f"night {setting.number}")  # noqa: S311 - a game, told the same way every time
        self._log = Log(f"{setting.number:02}", setting.starts_at, by=setting.players[0])
        self._table = Table({name: person.luck for name, person in setting.people.items()})
        self._bank = Bank(self._terms, setting.game.float_cents)
        self._credit = Credit(setting, self._bank, self._chance, self._write)
        self._level, self._level_at = 0, setting.starts_at
        self._big_stack_cents: int | None = None
        self._going: dict[str, int] = {}
        self._pot_cents = 0
        # Each of these happens once.
        self._slip, self._deep, self._hurry = self._quirks.slip, self._quirks.deep, self._quirks.hurry
        self._round_cents = self._terms.multiple_cents or (self._limits().usual_cents or 0) // 10

    def told(self) -> Told:
        """Play it, and return what came of it."""
        self._open()
        for step in range(self._setting.steps if self._setting.cut is None else self._setting.cut):
            self._log.wait_until(self._setting.starts_at + step * STEP)
            self._play(step)
        if self._setting.cut is None:
            self._end()
        return Told(tuple(self._log.lines), dict(self._bank.book))

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
            self._table.play(self._chance, self._small_cents())
        self._give_notice(step)
        self._buy_again(step)
        self._credit.go_on(step)

    def _raise_level(self, step: int) -> None:
        if not self._terms.level_minutes or self._level == len(self._terms.levels):
            return
        if step * STEP % timedelta(minutes=self._terms.level_minutes) == timedelta():
            self._level += 1
            self._level_at = self._log.now
            self._write(Kind.LEVEL, level=self._level)

    def _blinds(self) -> Blinds | None:
        return self._terms.levels[max(0, self._level - 1)] if self._terms.levels else self._terms.blinds

    def _small_cents(self) -> int:
        """Return the small blind, or where there is none the smallest chip."""
        blinds = self._blinds()
        return min(chip.cents for chip in self._terms.chips) if blinds is None else blinds.small_cents

    def _come(self, step: int) -> None:
        """Let the first six come at the beginning, and the others one by one."""
        for name in self._setting.players[6 + step - 1 : 6 + step] if step else self._setting.players[:6]:
            if self._chance.random() < 0.4:
                self._write(Kind.ARRIVE, player=name)
            self._sell(name, self._first_amount())

    def _first_amount(self) -> int:
        limits = self._limits()
        usual, least = limits.usual_cents or 0, limits.minimum_cents or 0
        wanted = usual * self._chance.choice((10, 10, 10, 6, 4)) // 10
        return max(least, wanted - wanted % self._round_cents)

    def _limits(self) -> NightLimits:
        return night_limits(self._terms, blinds=self._blinds(), big_stack_cents=self._big_stack_cents)

    def _sell(self, name: str, cents: int, *, ruling: str = "", stack_cents: int | None = None) -> None:
        stack = {} if stack_cents is None or not self._terms.rebuy_stack_asked else {"stack": stack_cents}
        pay, paid = self._credit.choose(name, cents)
        key = self._write(Kind.BUY_IN, ruling=ruling, player=name, amount=cents, **paid, **stack)
        self._bank.take(pay, name, cents, key=key)
        self._table.buy(name, cents)

    def _estimate(self, step: int) -> None:
        maximum = self._terms.maximum
        if step in (8, 16) and maximum is not None and maximum.or_big_stack:
            biggest = self._table.stacks[self._table.biggest()]
            self._big_stack_cents = biggest - biggest % self._round_cents
            self._write(Kind.BIG_STACK, amount=self._big_stack_cents)

    def _give_notice(self, step: int) -> None:
        for name, since in self._setting.leaving:
            if step == since and name in self._table.stacks and (self._hurry or not self._stays_to_the_end):
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

    @property
    def _stays_to_the_end(self) -> bool:
        return self._terms.cash_out_when is CashOutWhen.END

    def _window_is_open(self) -> bool:
        window = self._terms.window_minutes
        return window is None or self._log.now - self._level_at <= timedelta(minutes=window)

    def _pay_out(self, name: str, **said: str) -> None:
        self._going.pop(name, None)
        count = self._table.leave(name)
        paid, handed_on = self._bank.pay_out(name, count)
        mistaken = 5 * self._small_cents() if "count_ruling" in said else 0
        parts = {"payout": paid.parts} if handed_on else {}
        self._write(Kind.CASH_OUT, **said, player=name, player_count=count + mistaken, banker_count=count, **parts)
        self._pot_cents += paid.odd_cents

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
        late = 3 * step > 2 * self._setting.steps and not self._stays_to_the_end
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
        seller = self._table.biggest()
        if self._terms.chip_sales and self._table.stacks[seller] > 3 * amount and self._chance.random() < 0.6:
            self._pass_on(seller, name, amount)
        else:
            self._sell(name, amount, stack_cents=stack_cents)

    def _pass_on(self, seller: str, buyer: str, cents: int) -> None:
        """Let whoever has most chips sell some."""
        pay, paid = self._credit.choose(buyer, cents)
        self._write(Kind.CHIP_SALE, seller=seller, buyer=buyer, amount=cents, **paid)
        self._bank.pass_on(pay, buyer, seller, cents)
        self._table.pass_on(seller, buyer, cents)

    def _sell_to_another(self, name: str, cents: int) -> None:
        """Record the rebuy for a neighbour, and undo it."""
        self._slip = False
        neighbour = next(other for other in self._table.stacks if other != name)
        stack = {"stack": 0} if self._terms.rebuy_stack_asked else {}
        key = self._write(Kind.BUY_IN, player=neighbour, amount=cents, pay=Means.CASH, **stack)
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
        self._play_for_the_pot()
        self._credit.settle()
        self._write(Kind.COUNT_DRAWER, counted=self._bank.drawer_cents + quirks.drawer_off_cents)
        self._write(Kind.CLOSE)
        self._bank.close(self._log.by)

    def _play_for_the_pot(self) -> None:
        if self._pot_cents:
            winner = self._chance.choice(self._setting.players)
            self._write(Kind.FINAL_POT, winner=winner)
            self._bank.pay_pot(winner, self._pot_cents)

    def _write(self, kind: Kind, **fields: Any) -> str:
        key = self._log.write(kind, **fields)
        self._log.wait(self._chance.randrange(15, 45))
        return key
