"""Money for chips: cash-outs, the final pot, and chips declared missing or extra."""

from collections.abc import Sequence
from typing import Any

from ledger.bank.queries import BankNow, bank_once, open_bank
from ledger.bank.register_queries import note_called
from ledger.cash_out import rules
from ledger.cash_out.payout import PayoutCredit, PayoutMeans, PayoutPart, pay_out, plan_of
from ledger.cash_out.queries import cash_out_facts, cash_out_violations, payout_of
from ledger.entries.commands import Movement, account_of, record
from ledger.models import Account, AccountKind
from ledger.money.cents import check_cents, show_cents
from ledger.money.words import Means
from reservations.acts.commands import command, note_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.players.queries import player_names


@command
def cash_out(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    player_count_cents: int,
    banker_count_cents: int,
    round_played: bool | None = None,
    dealt: int | None = None,
    plays_on: bool | None = None,
    parts: Sequence[PayoutPart] | None = None,
) -> Answer:
    """Cash out a player's chips: by ``parts`` where given, else in the order of paying out.

    The player leaves; with ``plays_on`` the player cashes out a part, keeps the rest and stays.

    ``dealt``: the hands that the first and the last dealer have dealt, if the table finds them equal. The banker's
    count is paid; a different count by the player needs a ruling on the count. Raises ``Impossible`` for more chips
    than are in play, a payout that does not add up, a drawer that holds too little, and notes that the bank does not
    hold.
    """
    check_cents(player_count_cents, zero=True)
    check_cents(banker_count_cents, zero=True)
    counts = {"player_count": player_count_cents, "banker_count": banker_count_cents}
    answers = {"round_played": round_played, "dealt": dealt, "plays_on": plays_on}
    content: dict[str, Any] = {"player": player.number, **counts}
    content |= {name: value for name, value in answers.items() if value is not None}
    if parts is not None:
        rows = [{"by": part.by.value, "amount": part.cents, "note": part.note} for part in parts]
        content["payout"] = [{key: value for key, value in row.items() if value != ""} for row in rows]
    draft, now = bank_once(Kind.CASH_OUT, stamp, content, night)
    stamp.check_shown(figures=now.history.of(player.number).figures)
    more = {"round_played": bool(round_played), "plays_on": bool(plays_on), "dealt": (dealt, dealt) if dealt else None}
    facts = cash_out_facts(now, player, banker_count_cents, stamp.at, **more)
    paid = payout_of(now, player, banker_count_cents, parts)
    stamp.check_shown(plan=plan_of(banker_count_cents, paid.parts))
    chips, pot = now.accounts[AccountKind.CHIPS], now.accounts[AccountKind.FINAL_POT]
    moved = [Movement(chips, pot, paid.odd_cents, player.number)]
    moved += [_paid_for(chips, part, player, now) for part in paid.parts]
    violations = cash_out_violations(facts, parts, now)
    differing = rules.check_counts(player_count_cents, banker_count_cents, player.name)
    allowed, remark = rules.still_to_come(facts, terms=now.terms), rules.remark(facts, terms=now.terms)
    return record(draft, now, moved, violations=violations, differing=differing, allowed=allowed, remark=remark)


@command
def count_own_chips(*, stamp: Stamp, night: Night, player: Player, count_cents: int) -> Noted:
    """Record the count of a player (not a duplicate) of their own chips, for the banker to read. It moves nothing.

    Raises ``Impossible`` for a night that is not open, and for a player without chips.
    """
    check_cents(count_cents, zero=True)
    draft = fact_once(FactDraft(FactKind.OWN_COUNT, night, player, content={"cents": count_cents}), stamp)
    if open_bank(night).history.of(player.number).holds_since is None:
        raise Impossible("You have no chips in front of you.")
    return note_fact(draft, stamp, f"The banker sees your count of {show_cents(count_cents)}.")


def _paid_for(chips: Account, part: PayoutPart, player: Player, now: BankNow) -> Movement:
    """Return the movement for one part of a payout, from its source to the chips or the final pot."""
    if not part.note:
        return Movement(chips, account_of(Means(part.by), now, player.number), part.cents, player.number)
    note = note_called(now.notes, part.note)
    whose = note.debtor if part.by == PayoutMeans.OWN_NOTE else player.number
    return Movement(chips, account_of(Means.NOTE, now, whose), part.cents, player.number, note.number)


@command
def win_final_pot(*, stamp: Stamp, night: Night, winner: Player) -> Answer:
    """Pay the final pot, with the chips left in the middle, to its winner (mike, *Leaving and cashing out*).

    It is paid in cash as far as the drawer goes, the rest in THE BOOK. Raises ``Impossible`` in a house without one,
    for an empty pot, while a player still has chips, and if the drawer holds too little in a house without THE BOOK.
    """
    draft, now = bank_once(Kind.FINAL_POT, stamp, {"winner": winner.number}, night)
    middle = now.balances.chips_cents
    total = now.balances.final_pot_cents + middle
    stamp.check_shown(total=total)
    if now.terms.payout_unit_cents == 1:
        raise Impossible(f"{now.night.house} pays every cent and has no final pot.")
    if holding := now.history.holding():
        names = ", ".join(player_names(holding).values())
        raise Impossible(f"The final pot comes after all have turned in their chips; still to cash out: {names}.")
    if total == 0:
        raise Impossible("The final pot is empty.")
    credit = PayoutCredit(has_book=now.has_book)
    paid = pay_out(total, unit_cents=1, drawer_cents=now.balances.drawer_cents, credit=credit)
    chips, pot = now.accounts[AccountKind.CHIPS], now.accounts[AccountKind.FINAL_POT]
    moved = [Movement(chips, pot, middle, winner.number)]
    moved += [_paid_for(pot, part, winner, now) for part in paid.parts]
    whole = rules.check_final_pot(total, unit_cents=now.terms.payout_unit_cents)
    return record(draft, now, moved, violations=whole)


@command
def declare_chips(
    *, stamp: Stamp, night: Night, reason: str, missing_cents: int | None = None, extra_cents: int | None = None
) -> Answer:
    """Declare chips missing, or more chips back than were sold; the banker's over/short bears it.

    Raises ``Malformed`` unless exactly one of the two is given, ``Impossible`` for more missing chips than are in play.
    """
    cents = missing_cents if extra_cents is None else extra_cents
    if cents is None or None not in (missing_cents, extra_cents):
        raise Malformed("Declare chips either missing or extra: one of the two.")
    check_cents(cents)
    amount = {"extra": cents} if missing_cents is None else {"missing": cents}
    draft, now = bank_once(Kind.DECLARE_CHIPS, stamp, {**amount, "reason": reason}, night)
    stamp.check_shown(in_play=now.balances.chips_cents)
    chips, over_short = now.accounts[AccountKind.CHIPS], now.accounts[AccountKind.OVER_SHORT]
    if missing_cents is None:
        return record(draft, now, [Movement(over_short, chips, cents)])
    if cents > now.balances.chips_cents:
        raise Impossible(f"{show_cents(now.balances.chips_cents)} of chips are in play; no more can be missing.")
    return record(draft, now, [Movement(chips, over_short, cents)])
