"""What a cash-out would be, worked out by the rules that will record it, with nothing recorded yet."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from hostdesk.tonight.queries import Tonight
from ledger.cash_out import rules as cash_out_rules
from ledger.cash_out.payout_text import PaidLine, in_words, is_plain
from ledger.cash_out.queries import broken_by, leaving_of, papers_of, payout_of
from ledger.cash_out.rules import DoesNotAddUp, DrawerShort, NotesShort, Papers, Part, Way
from ledger.money.cash import Denomination, denominations, hand_out
from ledger.night.queries import Result, results
from reservations.acts.problems import Refused, RuleViolation
from reservations.models import Player

Parts = tuple[Part, ...] | None


@dataclass(frozen=True)
class HeldNote:
    """A note of somebody else that the bank holds, and can hand on whole: its cents and whose it is."""

    name: str
    cents: int
    debtor: str


@dataclass(frozen=True)
class StayingOut:
    """A note of somebody that another player holds, so that no cash-out brings it back: what is out of it, in cents."""

    name: str
    cents: int
    holder: str


_ANY_CHIPS = 1
"""One cent: what is still to come is the same for any number of chips."""


@dataclass(frozen=True)
class Preview:
    """A cash-out before it is recorded. Amounts in cents.

    ``parts`` are as ``payout.Part``; ``short`` says what the drawer lacks for the cash among them, and ``wrong`` why
    the parts that were asked for cannot be: ``parts`` are then those of the order of paying out. ``result_cents`` is of
    the whole night, with this cash-out in it.
    """

    counted_cents: int
    odd_cents: int
    papers: Papers
    parts: tuple[Part, ...]
    pieces: tuple[tuple[Denomination, int], ...]
    short: str
    wrong: str
    violations: tuple[RuleViolation, ...]
    allowed: str
    remark: str
    result_cents: int
    staying_out: tuple[StayingOut, ...]

    @property
    def due_cents(self) -> int:
        """What is to be paid."""
        return self.counted_cents - self.odd_cents

    @property
    def lines(self) -> tuple[PaidLine, ...]:
        """How it is paid, in words; nothing where it is all cash and transfer."""
        return () if is_plain(self.parts) else in_words(self.parts, self.papers)

    @property
    def is_without_cash(self) -> bool:
        """Whether something is paid, and none of it is money, which is what the hand reaches for."""
        return self.has_choice and not self.cash_cents

    @property
    def is_partly_cash(self) -> bool:
        """Whether some of what is paid is cash, and some is not."""
        return self.has_choice and 0 < self.cash_cents < self.due_cents

    @property
    def has_choice(self) -> bool:
        """Whether there are notes or THE BOOK to pay it with."""
        papers = self.papers
        return bool(self.due_cents and (papers.own_notes or papers.others or papers.has_book))

    @property
    def is_impossible(self) -> bool:
        """Whether it cannot be recorded like this."""
        return bool(self.short or self.wrong)

    @property
    def plan(self) -> str:
        """How it is paid, as a form says it: what comes back from a page that showed something else is told apart."""
        return ",".join(f"{part.by}:{part.cents}:{part.note}" for part in self.parts)

    @property
    def own_notes_cents(self) -> int:
        """What is paid by handing back the player's own notes."""
        return self._paid_by(Way.OWN_NOTE)

    @property
    def book_cents(self) -> int:
        """What is paid in THE BOOK, struck out and credit together."""
        return self._paid_by(Way.BOOK)

    @property
    def transfer_cents(self) -> int:
        """What is paid by transfer."""
        return self._paid_by(Way.TRANSFER)

    @property
    def cash_cents(self) -> int:
        """What is paid in cash."""
        return self._paid_by(Way.CASH)

    def _paid_by(self, way: Way) -> int:
        return sum(part.cents for part in self.parts if part.by == way)

    def refused(self, house: str) -> Refused | None:
        """Return what the house will say to it; nothing where it agrees."""
        return Refused(self.violations, self.allowed, house) if self.violations else None


def still_to_come(tonight: Tonight, player: Player, at: datetime) -> str:
    """Say what has to happen before the player can cash out; "" where they can now."""
    leaving = leaving_of(tonight.now, player, _ANY_CHIPS, at, round_played=False)
    return cash_out_rules.still_to_come(leaving, terms=tonight.now.terms)


def preview_of(
    tonight: Tonight,
    player: Player,
    counted_cents: int,
    ways: Callable[[int, Papers], Parts],
    *,
    at: datetime,
    round_played: bool,
    currency: str,
) -> Preview:
    """Work a cash-out out; ``ways`` gives the parts of what is due, or nothing for the order of paying out.

    Raises ``MoreThanInPlay``, and what ``ways`` raises. A drawer that holds too little is told, and so are parts that
    do not add up and notes that are not there.
    """
    odd = cash_out_rules.odd_of(counted_cents, tonight.now.terms.payout_unit_cents)
    papers = papers_of(tonight.now, player)
    parts = ways(counted_cents - odd, papers)
    leaving = leaving_of(tonight.now, player, counted_cents, at, round_played=round_played)
    paid, short, wrong = _paid(tonight, player, counted_cents, parts)
    cash = sum(part.cents for part in paid if part.by == Way.CASH)
    before = results(tonight.night).get(player.number, Result())
    return Preview(
        counted_cents=counted_cents,
        odd_cents=odd,
        papers=papers,
        parts=paid,
        pieces=hand_out(cash, denominations(currency)),
        short=short,
        wrong=wrong,
        violations=broken_by(leaving, parts, tonight.now),
        allowed=cash_out_rules.still_to_come(leaving, terms=tonight.now.terms),
        remark=cash_out_rules.remark(leaving, terms=tonight.now.terms),
        result_cents=before.result_cents + counted_cents - odd,
        staying_out=staying_out(tonight, player.number),
    )


def staying_out(tonight: Tonight, player: int) -> tuple[StayingOut, ...]:
    """Return the notes of somebody, who is no duplicate, that other players hold."""
    now = tonight.now
    return tuple(
        StayingOut(note.name, note.out_cents, tonight.names[note.held_by])
        for note in now.notes
        if note.is_out and note.held_by is not None and note.owed_by == player
    )


def to_hand_on(tonight: Tonight, preview: Preview) -> list[HeldNote]:
    """Return the notes that can be handed on in that cash-out: none that is worth more than is to be paid."""
    now, others = tonight.now, preview.papers.others
    whose = {note.name: tonight.names[note.owed_by] for note in now.notes if note.is_out}
    return [HeldNote(name, cents, whose[name]) for name, cents in others.items() if cents <= preview.due_cents]


def _paid(tonight: Tonight, player: Player, counted_cents: int, parts: Parts) -> tuple[tuple[Part, ...], str, str]:
    """Return how it is paid, what the drawer lacks for that, and what else is wrong with the parts asked for."""
    try:
        return payout_of(tonight.now, player, counted_cents, parts).parts, "", ""
    except DrawerShort as problem:
        due = counted_cents - cash_out_rules.odd_of(counted_cents, tonight.now.terms.payout_unit_cents)
        return parts or (Part(Way.CASH, due),), str(problem), ""
    except (DoesNotAddUp, NotesShort) as problem:
        in_order, short, _ = _paid(tonight, player, counted_cents, None)
        return in_order, short, str(problem)
