"""The preview of a cash-out, by the rules that will record it, with nothing recorded yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.timezone import localtime

from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tables.queries import present_tonight
from hostdesk.table.tonight.counted import chip_inputs
from ledger.cash_out import payout
from ledger.cash_out import rules as cash_out_rules
from ledger.cash_out.queries import cash_out_facts, cash_out_violations, payout_credit, payout_of
from ledger.cash_out.rules import CashOutFacts
from ledger.clock.queries import clock_now
from ledger.money.cash import Denomination, denominations, hand_out
from ledger.money.words import Means
from reservations.acts.facts import FactKind
from reservations.acts.problems import RuleViolation
from reservations.models import Player
from reservations.tables.positions import clockwise
from reservations.tables.queries import seating_of, table_facts

Parts = tuple[payout.PayoutPart, ...] | None


@dataclass(frozen=True)
class AnothersNote:
    """A note with a rest of ``cents``, and the name of the other ``player`` who owes or holds it."""

    name: str
    cents: int
    player: str


_ANY_CHIPS = 1
"""One cent: the open steps are the same for any number of chips."""


@dataclass(frozen=True)
class CashOutPreview:
    """A cash-out before its record. Amounts in cents.

    ``short`` is the drawer's lack for the cash among ``parts``, and ``wrong`` why the chosen parts are impossible:
    ``parts`` are then those of the order of paying out. ``result_cents`` is of the whole night, with this cash-out in
    it.
    """

    counted_cents: int
    odd_cents: int
    credit: payout.PayoutCredit
    parts: tuple[payout.PayoutPart, ...]
    pieces: tuple[tuple[Denomination, int], ...]
    short: str
    wrong: str
    violations: tuple[RuleViolation, ...]
    allowed: str
    remark: str
    result_cents: int
    staying_out: tuple[AnothersNote, ...]
    takes_transfer: bool

    @property
    def due_cents(self) -> int:
        """The sum to pay."""
        return self.counted_cents - self.odd_cents

    @property
    def lines(self) -> tuple[payout.PaidLine, ...]:
        """The payment in words; none if it is all cash and transfer."""
        return () if payout.is_plain(self.parts) else payout.in_words(self.parts, self.credit)

    @property
    def has_choice(self) -> bool:
        """Whether there are notes or THE BOOK to pay it with."""
        credit = self.credit
        return bool(self.due_cents and (credit.own_notes or credit.others or credit.has_book))

    @property
    def plan(self) -> str:
        """The payment of the count as the text of a field."""
        return payout.plan_of(self.counted_cents, self.parts)

    @property
    def cents_by(self) -> dict[str, int]:
        """The cents by their means of payment."""
        return {by: sum(part.cents for part in self.parts if part.by == by) for by in payout.PayoutMeans}


def still_to_come(tonight: Tonight, player: Player, at: datetime) -> str:
    """Name the condition before the player can cash out; "" if they can now."""
    facts = _facts(tonight, player, _ANY_CHIPS, at, round_played=False)
    return cash_out_rules.still_to_come(facts, terms=tonight.now.terms)


def _facts(tonight: Tonight, player: Player, count_cents: int, at: datetime, **at_table: Any) -> CashOutFacts:
    """Return the facts of a cash-out with the next rise of the blinds, which the command does not know."""
    next_at = clock_now(tonight.now, at, tonight.facts).next_at
    at_table["next_level_at"] = next_at and localtime(next_at)
    return cash_out_facts(tonight.now, player, count_cents, at, **at_table)


def count_context(tonight: Tonight, player: Player, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the context of the form for a player's chips, with the typed values."""
    colours = tonight.now.terms.chips
    by_banker = chip_inputs(typed, "banker_count", colours)
    return {
        "cash_out_part": "table/cash_out/_cash_out_count.html",
        "to_come": still_to_come(tonight, player, timezone.now()),
        "player_chips": chip_inputs(typed, "player_count", colours),
        "banker_chips": by_banker,
        "apart": bool(typed.get("banker_count")) or by_banker.written or player.number in tonight.own_counts,
    }


def dealers_of(tonight: Tonight, number: int) -> tuple[str, str]:
    """Return the first and the last dealer at a player's table, by name if the seats are known.

    The last draw for the button gives the first dealer; without a draw the banker of the opening is. The player to the
    right of that seat, among those who are dealt in, deals last.
    """
    everybody = seating_of(tonight.night)
    seating = everybody.only(present_tonight(tonight))
    if (spot := seating.spots.get(number)) is None:
        return cash_out_rules.DEALERS
    draws = [draw for draw in table_facts(tonight.night, FactKind.DRAW) if draw.content["table"] == spot.table]
    banker = everybody.spots.get(tonight.now.history.opening["banker"])
    first = draws[-1].outcome["seat"] if draws else banker.seat if banker and banker.table == spot.table else 0
    sitting = seating.dealt_in(spot.table, away_too=True)
    order = [sitting[seat] for seat in clockwise(first - 1, seating.seats(spot.table)) if seat in sitting]
    if not first or len(order) < 2:
        return cash_out_rules.DEALERS
    return f"{tonight.now.names[order[0]]} (first dealer)", f"{tonight.now.names[order[-1]]} (last dealer)"


def preview_of(
    tonight: Tonight, player: Player, counted_cents: int, parts: Parts, *, at: datetime, currency: str, **at_table: Any
) -> CashOutPreview:
    """Work a cash-out out: the sum due, paid by ``parts``, or in the order of paying out if they are None.

    ``at_table`` are the facts that only the table knows: a round played, hands dealt, whether the player plays on. A
    drawer that holds too little is a part of the preview, and so are parts that do not add up and missing notes.
    Raises ``MoreThanInPlay``.
    """
    odd = payout.odd_of(counted_cents, tonight.now.terms.payout_unit_cents)
    facts = _facts(tonight, player, counted_cents, at, dealers=dealers_of(tonight, player.number), **at_table)
    paid, short, wrong = _paid(tonight, player, counted_cents, parts)
    cash = sum(part.cents for part in paid if part.by == payout.PayoutMeans.CASH)
    seated = tonight.player(player.number)
    return CashOutPreview(
        counted_cents=counted_cents,
        odd_cents=odd,
        credit=payout_credit(tonight.now, player),
        parts=paid,
        pieces=hand_out(cash, denominations(currency)),
        short=short,
        wrong=wrong,
        violations=cash_out_violations(facts, parts, tonight.now),
        allowed=cash_out_rules.still_to_come(facts, terms=tonight.now.terms),
        remark=cash_out_rules.remark(facts, terms=tonight.now.terms),
        result_cents=(seated.result_cents if seated else 0) + counted_cents - odd,
        staying_out=staying_out(tonight, player.number),
        takes_transfer=Means.TRANSFER in tonight.now.terms.pays_with and counted_cents > odd,
    )


def _paid(
    tonight: Tonight, player: Player, counted_cents: int, parts: Parts
) -> tuple[tuple[payout.PayoutPart, ...], str, str]:
    """Return the payment, the drawer's lack for it, and other faults of the chosen parts."""
    try:
        return payout_of(tonight.now, player, counted_cents, parts).parts, "", ""
    except payout.DrawerShort as problem:
        due = counted_cents - payout.odd_of(counted_cents, tonight.now.terms.payout_unit_cents)
        return parts or (payout.PayoutPart(payout.PayoutMeans.CASH, due),), str(problem), ""
    except (payout.DoesNotAddUp, payout.NotesShort) as problem:
        in_order, short, _ = _paid(tonight, player, counted_cents, None)
        return in_order, short, str(problem)


def staying_out(tonight: Tonight, player: int) -> tuple[AnothersNote, ...]:
    """Return the notes of a player, by number, that others hold: a cash-out does not bring them back."""
    theirs, names = [note for note in tonight.now.notes if note.is_out and note.owed_by == player], tonight.now.names
    held = ((note, note.held_by) for note in theirs if note.held_by is not None)
    return tuple(AnothersNote(note.name, note.out_cents, names[by]) for note, by in held)


def to_hand_on(tonight: Tonight, preview: CashOutPreview) -> list[AnothersNote]:
    """Return the notes that can be handed on in that cash-out: none over the sum to pay."""
    now, others = tonight.now, preview.credit.others
    whose = {note.name: tonight.now.names[note.owed_by] for note in now.notes if note.is_out}
    return [AnothersNote(name, cents, whose[name]) for name, cents in others.items() if cents <= preview.due_cents]
