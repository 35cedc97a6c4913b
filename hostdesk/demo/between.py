"""What happens to THE BOOK between the demo's nights: taken over, corrected, consolidated, and paid. Pure.

Things to come wait in the order of their moments. What is paid follows the plans, and those follow the calendar.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import chain, cycle, repeat
from typing import Any

from hostdesk.demo.cast import Cast
from hostdesk.demo.log import Log
from hostdesk.demo.setting import Setting
from hostdesk.night_logs.night_log import Line
from ledger.settle import Payment, settle
from reservations.kinds import Kind

DAY = timedelta(days=1)
SETTLED = 5
"""The night of whose debts one is paid on the day after it."""
CORRECTED, CORRECTED_CENTS = 14, 250
"""The night about which THE BOOK is corrected two days later, and by how much."""


Fate = Callable[[Payment[str]], None]
"""What becomes of a payment that a plan proposes."""


@dataclass(frozen=True, order=True)
class _Coming:
    """Something to come; of two at the same moment the one that was said first comes first."""

    moment: datetime
    place: int
    happen: Callable[[], object] = field(compare=False)


class Between:
    """Writes what is no night's. ``standings`` are what THE BOOK owes people (+), by name.

    It begins a day before the first night. ``months`` are the days on which the month before them is consolidated.
    Of the last plan some is still claimed, disputed or paid in part on ``today``.
    """

    def __init__(self, cast: Cast, first_night: datetime, months: Collection[date], today: date) -> None:
        self.standings: Counter[str] = Counter()
        self._cast, self._zone, self._today = cast, first_night.tzinfo, today
        self._names = [person.name for person in (*cast.regulars, *cast.guests)]
        self._log = Log("book", first_night.astimezone(UTC) - timedelta(hours=12), by=cast.host.name)
        self._coming: list[_Coming] = []
        self._ordered = 0
        self._await(self._log.now, self._take_over)
        for day in months:
            fates = self._last_fates() if day == max(months) else self._fates()
            self._await(self._at(day, 10), self._consolidate, day, fates)

    def until(self, moment: datetime) -> tuple[Line, ...]:
        """Let everything happen that comes before that moment, and give its acts."""
        told = len(self._log.lines)
        while self._coming and self._coming[0].moment < moment:
            coming = heappop(self._coming)
            self._log.wait_until(coming.moment)
            coming.happen()
        return tuple(self._log.lines[told:])

    def close(self, setting: Setting, changes: Mapping[str, int]) -> None:
        """Write a night into THE BOOK, and let come what comes of it."""
        self.standings.update(changes)
        if setting.number == SETTLED:
            first = settle({name: cents for name, cents in changes.items() if cents}).payments[0]
            self._await(self._at(setting.day + DAY, 12), self._pay, first)
        if setting.number == CORRECTED:
            self._await(self._at(setting.day + 2 * DAY, 12), self._correct, setting)

    def _await(self, moment: datetime, happen: Callable[..., object], *args: Any, **kwargs: Any) -> None:
        self._ordered += 1
        heappush(self._coming, _Coming(moment, self._ordered, partial(happen, *args, **kwargs)))

    def _at(self, day: date, hour: int) -> datetime:
        return datetime.combine(day, time(hour), self._zone).astimezone(UTC)

    def _take_over(self) -> None:
        said = list(self._cast.old_book.items())
        self._write(Kind.BALANCES, standings=said, reason="Carried over from the blue notebook, which is full.")
        self.standings.update(self._cast.old_book)
        for person in self._cast.people:
            if person.limit_cents is not None:
                self._write(Kind.CREDIT, player=person.name, limit=person.limit_cents)
            if person.refuses_credit:
                self._write(Kind.CREDIT, by=person.name, player=person.name, refuses=True)

    def _correct(self, setting: Setting) -> None:
        debtor, creditor = setting.players[1:3]
        reason = f"Chips of {creditor} were counted with those of {debtor}; both say so."
        parties = {"debtor": debtor, "creditor": creditor}
        self._write(Kind.CORRECT, **parties, amount=CORRECTED_CENTS, reason=reason, about=setting.day)
        self._move(creditor, debtor, CORRECTED_CENTS)

    def _consolidate(self, day: date, fates: Iterator[Fate]) -> None:
        """Consolidate the month before that day, as the desk would, and let its payments come."""
        before = {number: self.standings[name] for number, name in enumerate(self._names) if self.standings[name]}
        if not before:
            return
        # The desk goes by numbers, and so does which of several plans with as few payments it is.
        plan = settle(before)
        payments = [Payment(self._names[each.payer], self._names[each.payee], each.cents) for each in plan.payments]
        self._write(
            Kind.CONSOLIDATE,
            until=day - DAY,
            standings=[(self._names[number], cents) for number, cents in before.items()],
            payments=[(each.payer, each.payee, each.cents) for each in payments],
            lower_bound=plan.lower_bound,
        )
        for place, (payment, fate) in enumerate(zip(payments, fates, strict=False), start=1):
            self._await(self._at(day + place * DAY, 18), fate, payment)

    def _fates(self) -> Iterator[Fate]:
        return cycle((self._pay, self._claim, self._pay, self._pay_half))

    def _last_fates(self) -> Iterator[Fate]:
        first = (self._pay, self._claim_lately, self._pay_half, self._claim_wrongly, self._claim)
        return chain(first, repeat(self._pay))

    def _pay(self, payment: Payment[str], *, by: str = "", **claim: str) -> None:
        self._write(Kind.PAYMENT, by=by, payer=payment.payer, payee=payment.payee, amount=payment.cents, **claim)
        self._move(payment.payer, payment.payee, payment.cents)

    def _pay_half(self, payment: Payment[str]) -> None:
        self._pay(replace(payment, cents=-(-payment.cents // 10) * 5))

    def _claim(self, payment: Payment[str]) -> None:
        """Let the payer say that they have paid, and the payee say so too on the day after."""
        key = self._say_paid(payment)
        self._await(self._log.now + DAY, self._pay, payment, by=payment.payee, claim=key)

    def _claim_wrongly(self, payment: Payment[str]) -> None:
        self._await(self._log.now + DAY, self._dispute, self._say_paid(payment), payment.payee)

    def _claim_lately(self, payment: Payment[str]) -> None:
        self._await(self._at(self._today - DAY, 12), self._say_paid, payment)

    def _say_paid(self, payment: Payment[str]) -> str:
        parties = {"payer": payment.payer, "payee": payment.payee}
        return self._write(Kind.CLAIM, by=payment.payer, **parties, amount=payment.cents)

    def _dispute(self, claim: str, payee: str) -> None:
        self._write(Kind.DISPUTE, by=payee, of=claim, reason="Nothing has come yet.")

    def _move(self, payer: str, payee: str, cents: int) -> None:
        self.standings[payer] += cents
        self.standings[payee] -= cents

    def _write(self, kind: Kind, *, by: str = "", **fields: Any) -> str:
        self._log.by = by or self._cast.host.name
        return self._log.write(kind, **fields)
