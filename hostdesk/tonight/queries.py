"""Tonight: everything the page of an open night shows, read at one moment; and acts as lines that people read."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from ledger.buy_in.rules import Buyer, allowance
from ledger.models import AccountKind
from ledger.money.cents import show_cents
from ledger.money.chips import ChipsTonight, in_turn
from ledger.night.history import NightHistory
from ledger.night.queries import BankNow, acts_told, bank_of
from ledger.night.text import decided
from ledger.notes.register_queries import notes_not_voided
from ledger.notes.rules import next_name
from ledger.reports.night_queries import Sums, declared, moved_by
from ledger.terms.bank_terms import PAID, CashOutWhen, Means
from reservations.acts.kinds import NEVER_UNDONE, PLAYER_FIELDS, Kind
from reservations.models import Act, Fact, Night
from reservations.players.queries import persons_names_as_of, player_names
from reservations.rsvps.door_queries import turned_away


@dataclass(frozen=True)
class ActLine:
    """One act of the night for people; ``overruled`` says who set a refusal aside, and why: "the host: a birthday"."""

    number: int
    at: datetime
    text: str
    cents: int | None
    by: str
    undone: bool
    can_undo: bool
    key: str
    kind: str
    overruled: str


_IN_PUBLIC = {
    Kind.BUY_IN: "{player} buys in",
    Kind.CHIP_SALE: "{seller} sells chips to {buyer}",
    Kind.CHANGE_PAY: "A buy-in was paid otherwise",
    Kind.REDEEM_NOTE: "A note is paid",
    Kind.NOTE_UNPAID: "A note goes into THE BOOK",
}
"""What is said in public of acts that would tell who owes."""
_AMOUNT_IS_PRIVATE = (Kind.CHANGE_PAY, Kind.REDEEM_NOTE, Kind.NOTE_UNPAID, Kind.COMMIT_NOTES, Kind.LAPSE_NOTES)


def act_line(act: Act, names: Mapping[int, str] | None = None) -> ActLine:
    """Return an act for people; ``names`` are those of the players in it, looked up if they are not given."""
    return act_lines([act], player_names(named_in([act])) if names is None else names)[0]


def act_lines(acts: Sequence[Act], names: Mapping[int, str]) -> list[ActLine]:
    """Return acts for people, with three queries at most however many they are."""
    told, lines = acts_told(acts, names), []
    for act in acts:
        undone = getattr(act, "reversed_by", None) is not None
        line = ActLine(
            number=act.number,
            at=act.at,
            text=told[act.number].text,
            cents=told[act.number].cents,
            by=act.by,
            undone=undone,
            can_undo=not undone and act.kind not in NEVER_UNDONE,
            key=act.key,
            kind=act.kind,
            overruled="" if act.overruled == "[]" else "; ".join(decided(act.ruling, act.count_ruling)),
        )
        lines.append(line)
    return lines


def with_ruling(remark: str, fact: Fact) -> str:
    """Add to the remark on a fact that a refusal was overruled, by whom and why."""
    ruled = decided(json.loads(fact.outcome).get("ruling", ""))
    return " ".join(filter(None, [remark, *(f"Overruled by {each}" for each in ruled)]))


def public_lines(acts: Sequence[Act], names: Mapping[int, str]) -> list[ActLine]:
    """Return acts as the table may read them over the banker's shoulder: not who owes, nor how much.

    Whether something was paid in cash is left out as well: if only credit were left out, everybody could tell.
    """
    lines = []
    for act, line in zip(acts, act_lines(acts, names), strict=True):
        content, kind = json.loads(act.content), Kind(act.kind)
        people = {role: names[content[role]] for role in ("player", "seller", "buyer") if role in content}
        text = _IN_PUBLIC[kind].format_map(people) if kind in _IN_PUBLIC else line.text
        lines.append(replace(line, text=text, cents=None if kind in _AMOUNT_IS_PRIVATE else line.cents))
    return lines


def named_in(acts: Sequence[Act]) -> Iterator[int]:
    """Yield the numbers of the players that acts are about."""
    for act in acts:
        content = json.loads(act.content)
        yield from (content[role] for role in PLAYER_FIELDS if role in content)


@dataclass(frozen=True)
class Bought:
    """A purchase of chips: when, for how many cents, and how it was paid."""

    at: datetime
    cents: int
    paid: str


@dataclass(frozen=True)
class PlayerTonight:
    """A player of tonight. Amounts in cents; ``in_for`` is all they gave for chips, the result what they won or lost.

    As the report has it: odd chips that wait in the final pot are nobody's. ``leaves``: their chips are counted next,
    as play is over or they said that they leave.
    """

    number: int
    name: str
    in_for_cents: int
    bought: tuple[Bought, ...]
    sold_cents: int
    cashed_out_cents: int | None
    holds: bool
    has_left: bool
    leaves: bool
    notice_at: datetime | None
    last_buy_cents: int | None
    behind_cents: int
    result_cents: int = 0

    @property
    def state(self) -> str:
        """``arrived`` before the first chips, ``playing``, or ``left`` after a cash-out or without buying."""
        if self.holds:
            return "playing"
        return "left" if self.has_left else "arrived"

    @property
    def outcome(self) -> str:
        """What they have won or lost, in words."""
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

    @property
    def adds_up(self) -> bool:
        """Whether it does; it always must."""
        return self.sold_cents + self.extra_cents == self.in_play_cents + self.back_cents + self.missing_cents


@dataclass(frozen=True)
class Tonight:
    """The night as of act ``number``, the last of the ledger when it was read.

    ``turned_away`` says why players may not come in, by number.
    """

    now: BankNow
    number: int
    sums: Sums
    names: Mapping[int, str]
    recent: Sequence[Act]
    turned_away: Mapping[int, str]

    @property
    def night(self) -> Night:
        """The night it is."""
        return self.now.night

    @property
    def is_open(self) -> bool:
        """Whether acts can still be recorded."""
        return self.now.bank.closed_id is None

    @cached_property
    def line(self) -> BankLine:
        """The bank as one line."""
        balances, chips = self.now.balances, AccountKind.CHIPS
        # Into and out of the rack; a sale between players leaves it alone.
        moves = [(*row[1:3], cents) for row, cents in self.sums.items() if row[0] != Kind.CHIP_SALE]
        sold = sum(cents for _, credit, cents in moves if credit == chips)
        back = sum(cents for debit, _, cents in moves if debit == chips)
        extra, missing = declared(self.sums, AccountKind.CHIPS), declared(self.sums, AccountKind.OVER_SHORT)
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
        for (_, debit, credit, player), cents in self.sums.items():
            received = debit == pot or (debit == chips and credit != pot)
            results[player] += cents if received else -cents if credit == chips else 0
        players = [
            replace(player_tonight(number, self.names[number], self.now.history), result_cents=results[number])
            for number in arrivals(self.now.history)
        ]
        return sorted(players, key=lambda each: each.state == "left")

    def player(self, number: int) -> PlayerTonight | None:
        """Return one of tonight's players."""
        return next((each for each in self.players if each.number == number), None)

    @property
    def acts(self) -> Iterator[ActLine]:
        """The last acts, the newest first: as the table may read them, in a house with debts."""
        lines = public_lines if self.now.has_book else act_lines
        return iter(lines(self.recent, self.names))

    @property
    def last_to_undo(self) -> int | None:
        """The number of the newest of the last acts that can be undone."""
        stand = (act for act in self.recent if getattr(act, "reversed_by", None) is None)
        return next((act.number for act in stand if act.kind not in NEVER_UNDONE), None)

    @property
    def banker(self) -> str:
        """The name of the banker now."""
        return self.names[self.now.history.banker]

    @property
    def means(self) -> Sequence[Means]:
        """What chips can be paid with here."""
        return self.now.terms.pays_with

    @cached_property
    def chips(self) -> ChipsTonight | None:
        """Where the chips are; None in a house without colours."""
        return chips_tonight(self.now)

    @property
    def takes_notes(self) -> bool:
        """Whether one of them is a bank note."""
        return Means.NOTE in self.means

    @property
    def next_note(self) -> str:
        """A free name for the next note."""
        return next_name([note.name for note in notes_not_voided(self.now.notes)])

    @property
    def next_level(self) -> int | None:
        """The level that the blinds go up to next; None without levels or after the last."""
        last = len(self.now.terms.levels)
        after = (self.now.history.level or 1) + 1 if last else 0
        return after if 0 < after <= last else None

    @property
    def waits_for_the_end(self) -> bool:
        """Whether the last hand changes what the house allows, or what it thinks of those who leave."""
        terms = self.now.terms
        on_leaving = terms.cash_out_when is CashOutWhen.ON_LEAVING
        has_terms = terms.notice_minutes is not None or terms.equal_deals or terms.early_leave_is_bad_manners
        return not on_leaving or has_terms

    def usual_for(self, player: PlayerTonight) -> int | None:
        """Return the cents this player usually buys: their last amount, else the house's usual."""
        return player.last_buy_cents or self.now.limits.usual_cents

    def quick_amounts_for(self, player: PlayerTonight) -> list[tuple[str, int]]:
        """Return ½, 1 and 2 times the night's usual amount, in cents, where the player may buy that with no chips."""
        usual = self.now.limits.usual_cents or 0
        amounts = (("½", usual // 2), ("1", usual), ("2", usual * 2))
        return [(times, cents) for times, cents in amounts if cents and self.nearest_for(player, cents, 0) == cents]

    def notice_met_at(self, player: PlayerTonight) -> datetime | None:
        """Return when the notice a player gave is met in this house (dave, *Leaving*); None without one."""
        minutes = self.now.terms.notice_minutes
        return None if player.notice_at is None or minutes is None else player.notice_at + timedelta(minutes=minutes)

    def nearest_for(self, player: PlayerTonight, amount_cents: int, stack_cents: int | None) -> int | None:
        """Return what this player may buy now that is nearest to an amount, in cents; None if they may buy nothing."""
        buyer = Buyer(player.name, player.last_buy_cents is not None, stack_cents)
        found = allowance(buyer=buyer, terms=self.now.terms, limits=self.now.limits)
        return found.nearest_to(amount_cents)


def tonight_of(night: Night, *, acts: int = 8) -> Tonight:
    """Read the night with its last ``acts`` acts. Raises ``Impossible`` if no bank was opened."""
    newest, after = -1, _newest()
    while newest != after:  # Another device has recorded meanwhile: read again.
        newest, now, after = after, bank_of(night), _newest()
    recent = list(Act.objects.filter(night=night).select_related("reversed_by").order_by("-number")[:acts])
    names = persons_names_as_of(newest)
    sums = moved_by(night, newest)
    return Tonight(now=now, number=newest, sums=sums, names=names, recent=recent, turned_away=turned_away(night))


def _newest() -> int:
    return Act.objects.order_by("-number").values_list("number", flat=True).first() or 0


def arrivals(history: NightHistory) -> list[int]:
    """Return all who came or took part, by number, in order of arrival."""
    seen: dict[int, None] = {}
    for each in history.acts:
        for role in ("player", "seller", "buyer", "winner"):
            if role in each.content:
                seen[each.content[role]] = None
    return list(seen)


def chips_tonight(now: BankNow, until: int | None = None) -> ChipsTonight | None:
    """Return where the chips are, after act ``until`` or now, as acts in effect have it; None without colours.

    Which chips came back nobody writes down: see `in_turn`.
    """
    acts = now.history.acts
    given = {each.content["of"]: each.content["chips"] for each in acts if each.kind == Kind.GAVE_OTHERS}
    movements = []
    for each in (act for act in acts if until is None or act.number <= until):
        if each.kind == Kind.BUY_IN:
            movements.append(given.get(each.key, each.content["amount"]))
        elif each.kind == Kind.CASH_OUT:
            movements.append(-each.content["banker_count"])
    return in_turn(filter(None, movements), now.terms.chips) if now.terms.chips else None


def player_tonight(number: int, name: str, history: NightHistory | None = None) -> PlayerTonight:
    """Return a player as a night's history has it; without one, as somebody who has not come."""
    history = history or NightHistory(())
    bought = [each for each in history.acts if each.buyer == number]
    buy_ins = [each for each in bought if each.kind == Kind.BUY_IN]
    sold_by = {Kind.BUY_IN: "", Kind.CHIP_SALE: "from a player, "}
    sold = [each for each in history.acts if each.kind == Kind.CHIP_SALE and each.content["seller"] == number]
    cashed_out = [each for each in history.acts if each.kind == Kind.CASH_OUT and each.content["player"] == number]
    return PlayerTonight(
        number=number,
        name=name,
        in_for_cents=sum(each.content["amount"] for each in bought),
        bought=tuple(
            Bought(each.at, each.content["amount"], f"{sold_by[Kind(each.kind)]}{PAID[history.means_of(each)]}")
            for each in bought
        ),
        sold_cents=sum(each.content["amount"] for each in sold),
        cashed_out_cents=sum(each.content["banker_count"] for each in cashed_out) if cashed_out else None,
        holds=number in history.holding(),
        has_left=number in history.who_left(),
        leaves=number in history.holding() and (history.is_over or history.notice_at(number) is not None),
        notice_at=history.notice_at(number),
        last_buy_cents=buy_ins[-1].content["amount"] if buy_ins else None,
        behind_cents=history.behind_cents(number),
    )
