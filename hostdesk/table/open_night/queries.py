"""Tonight: the data of the page of an open night, read at one moment."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from ledger.bank.history import NightHistory
from ledger.bank.notes import next_name
from ledger.bank.queries import BankNow, bank_of
from ledger.bank.register_queries import notes_not_voided
from ledger.book.own_queries import OBJECTIONS, Objection, objections
from ledger.buy_in.rules import Allowance, Buyer, allowance
from ledger.cash_out.queries import OwnCount, own_counts
from ledger.credit.exposure_queries import exposed_cents
from ledger.models import AccountKind
from ledger.money.cents import show_cents
from ledger.money.words import PAID, Means
from ledger.night.act_queries import ActLine, act_line, act_lines, public_lines
from ledger.reports.night_queries import declared
from ledger.terms.bank_terms import CashOutWhen
from reservations.acts.facts import FactKind
from reservations.acts.kinds import NEVER_UNDONE, Kind
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.models import Act, Night
from reservations.players.queries import NightFacts, night_facts
from reservations.rsvps.door_queries import turned_away
from reservations.rsvps.queries import terms_of_night

_LAST = 8


@dataclass(frozen=True)
class PlayerTonight:
    """A player of tonight. Amounts in cents; ``in_for`` is all money for chips, the result the win or loss.

    As in the report, odd chips in the final pot are nobody's. ``leaves``: their chips are counted next, as play is over
    or they gave notice. ``state``: ``arrived`` before the first chips, ``playing``, or ``left`` after a cash-out or
    without buying.
    """

    number: int
    name: str
    history: NightHistory = field(default=NightHistory(()), repr=False, compare=False)
    in_for_cents: int = 0
    buy_ins: int = 0
    sold_cents: int = 0
    cashed_out_cents: int | None = None
    holds: bool = False
    leaves: bool = False
    state: str = "arrived"
    notice_at: datetime | None = None
    last_buy_cents: int | None = None
    behind_cents: int = 0
    result_cents: int = 0

    @property
    def bought(self) -> list[dict[str, Any]]:
        """The purchases in order: their times, cents and payments."""
        acts, sold_by = self.history.of(self.number).bought, {Kind.BUY_IN: "", Kind.CHIP_SALE: "from a player, "}
        paid = [f"{sold_by[Kind(act.kind)]}{PAID[self.history.means_of(act)]}" for act in acts]
        return [{"at": act.at, "cents": act.content["amount"], "paid": by} for act, by in zip(acts, paid, strict=True)]

    @property
    def received_cents(self) -> int:
        """The cents that they were given for chips."""
        return self.in_for_cents + self.result_cents

    @property
    def outcome(self) -> str:
        """The win or loss, in words."""
        if self.cashed_out_cents is None:
            return "bought nothing"
        word = "won" if self.result_cents > 0 else "lost"
        return f"{word} {show_cents(abs(self.result_cents))}" if self.result_cents else "even"


@dataclass(frozen=True)
class BankLine:
    """The line that must add up, in cents: sold by the bank + declared extra = in play + back + declared missing."""

    sold_cents: int
    extra_cents: int
    in_play_cents: int
    back_cents: int
    missing_cents: int
    drawer_cents: int
    final_pot_cents: int

    @cached_property
    def whole_cents(self) -> int:
        """All chips that left the rack."""
        return self.sold_cents + self.extra_cents

    @cached_property
    def off_cents(self) -> int:
        """The difference in its sum; it should always be 0."""
        return self.whole_cents - self.in_play_cents - self.back_cents - self.missing_cents


@dataclass(frozen=True)
class Tonight:
    """The night as of the last act of the ledger when it was read. Further parts are read once, at first use."""

    night: Night
    now: BankNow

    @cached_property
    def recent(self) -> Sequence[Act]:
        """The last acts, the newest first, with their undoings."""
        acts = Act.objects.filter(night=self.night, number__lte=self.now.last.number).select_related("reversed_by")
        return list(acts.order_by("-number")[:_LAST])

    @cached_property
    def facts(self) -> NightFacts:
        """All facts about the night."""
        return night_facts(self.night, self.now.merges if self.is_open else None)

    @cached_property
    def attendance(self) -> AttendanceTerms:
        """The attendance terms of the night."""
        return terms_of_night(self.night)

    @cached_property
    def turned_away(self) -> Mapping[int, str]:
        """The reasons why players may not come in, by number."""
        return turned_away(self.night, self.attendance, facts=self.facts.of([FactKind.TURNED_AWAY]))

    @cached_property
    def own_counts(self) -> Mapping[int, OwnCount]:
        """The own counts of players who hold chips, from their phones, by number."""
        return own_counts(self.now, self.facts.of([FactKind.OWN_COUNT]))

    @cached_property
    def objections(self) -> Sequence[Objection]:
        """The unanswered objections, the newest first."""
        return [objection for objection in objections(self.facts.of(OBJECTIONS)) if objection.is_open]

    @cached_property
    def is_open(self) -> bool:
        """Whether acts can still be recorded."""
        return self.now.bank.closed_id is None

    @cached_property
    def line(self) -> BankLine:
        """The bank as one line."""
        balances, chips = self.now.balances, AccountKind.CHIPS
        # Into and out of the rack; a sale between players leaves it alone.
        moves = [(*row[1:3], cents) for row, cents in self.now.sums.items() if row[0] != Kind.CHIP_SALE]
        sold = sum(cents for _, credit, cents in moves if credit == chips)
        back = sum(cents for debit, _, cents in moves if debit == chips)
        extra, missing = declared(self.now.sums, AccountKind.CHIPS), declared(self.now.sums, AccountKind.OVER_SHORT)
        return BankLine(
            sold_cents=sold - extra,
            extra_cents=extra,
            in_play_cents=balances.chips_cents,
            back_cents=back - missing,
            missing_cents=missing,
            drawer_cents=balances.drawer_cents,
            final_pot_cents=balances.final_pot_cents,
        )

    @cached_property
    def players(self) -> list[PlayerTonight]:
        """All players of the night in order of arrival, those who left last."""
        results, chips, pot = Counter[int | None](), AccountKind.CHIPS, AccountKind.FINAL_POT
        for (_, debit, credit, number), cents in self.now.sums.items():
            received = debit == pot or (debit == chips and credit != pot)
            results[number] += cents if received else -cents if credit == chips else 0
        history, players = self.now.history, list[PlayerTonight]()
        for player, so_far in history.players.items():
            holds = so_far.holds_since is not None
            line = PlayerTonight(
                number=player,
                name=self.now.names[player],
                history=history,
                in_for_cents=so_far.bought_cents,
                buy_ins=len(so_far.bought),
                sold_cents=so_far.sold_cents,
                cashed_out_cents=so_far.cashed_out_cents,
                holds=holds,
                leaves=holds and (history.is_over or so_far.notice_at is not None),
                state="playing" if holds else "left" if so_far.left_by is not None else "arrived",
                notice_at=so_far.notice_at,
                last_buy_cents=so_far.last_buy_cents,
                behind_cents=so_far.behind_cents,
                result_cents=results[player],
            )
            players.append(line)
        return sorted(players, key=lambda player: player.state == "left")

    @cached_property
    def on_credit_cents(self) -> int:
        """The bank's credit of tonight, of all players together."""
        return exposed_cents(self.now)

    def player(self, number: int) -> PlayerTonight | None:
        """Return one of tonight's players."""
        return next((player for player in self.players if player.number == number), None)

    @cached_property
    def acts(self) -> Sequence[ActLine]:
        """The last acts, the newest first: without debts, in a house with debts."""
        return public_lines(self.recent, self._lines, self.now.names) if self.now.has_book else self._lines

    def line_of(self, act: Act) -> ActLine:
        """Return an act of the night for its banker, with its debts."""
        return next((line for line in self._lines if line.number == act.number), None) or act_line(act, self.now.names)

    @cached_property
    def _lines(self) -> Sequence[ActLine]:
        return act_lines(self.recent, self.now.names)

    @cached_property
    def last_to_undo(self) -> int | None:
        """The number of the newest of the last acts that can be undone."""
        stand = (act for act in self.recent if getattr(act, "reversed_by", None) is None)
        return next((act.number for act in stand if act.kind not in NEVER_UNDONE), None)

    @property
    def banker(self) -> str:
        """The name of the present banker."""
        return self.now.names[self.now.history.banker]

    @property
    def means(self) -> Sequence[Means]:
        """The possible means of payment for chips."""
        return self.now.terms.pays_with

    @property
    def takes_notes(self) -> bool:
        """Whether one of them is a bank note."""
        return Means.NOTE in self.means

    @property
    def next_note(self) -> str:
        """A free name for the next note."""
        return next_name([note.name for note in notes_not_voided(self.now.notes)])

    @property
    def waits_for_the_end(self) -> bool:
        """Whether the last hand changes the rules of the house, or its view of a player who leaves."""
        terms = self.now.terms
        on_leaving = terms.cash_out_when is CashOutWhen.ON_LEAVING
        has_terms = terms.notice_minutes is not None or terms.equal_deals or terms.early_leave_is_bad_manners
        return not on_leaving or has_terms

    def usual_for(self, player: PlayerTonight) -> int | None:
        """Return this player's usual buy-in in cents: their last amount, else the house's usual."""
        return player.last_buy_cents or self.now.limits.usual_cents

    def quick_amounts_for(self, player: PlayerTonight) -> list[tuple[str, int]]:
        """Return ½, 1 and 2 times the night's usual amount, in cents, if the player may buy that with no chips."""
        usual = self.now.limits.usual_cents or 0
        amounts = (("½", usual // 2), ("1", usual), ("2", usual * 2))
        return [(times, cents) for times, cents in amounts if cents and self.nearest_for(player, cents, 0) == cents]

    def notice_met_at(self, player: PlayerTonight) -> datetime | None:
        """Return the time at which a player's notice is met in this house (dave, *Leaving*); None without one."""
        minutes = self.now.terms.notice_minutes
        return None if player.notice_at is None or minutes is None else player.notice_at + timedelta(minutes=minutes)

    def nearest_for(self, player: PlayerTonight, amount_cents: int, stack_cents: int | None) -> int | None:
        """Return the allowed amount nearest to an amount, in cents; None if the player may buy nothing."""
        return self.allowance_for(player, stack_cents).nearest_to(amount_cents)

    def allowance_for(self, player: PlayerTonight, stack_cents: int | None) -> Allowance:
        """Return the amounts that the house allows this player now; ``None`` in front counts as no chips."""
        buyer = Buyer(player.name, player.last_buy_cents is not None, stack_cents)
        return allowance(buyer=buyer, terms=self.now.terms, limits=self.now.limits)


def tonight_of(night: Night) -> Tonight:
    """Read the night. Raises ``Impossible`` if no bank was opened."""
    return Tonight(night, bank_of(night))
