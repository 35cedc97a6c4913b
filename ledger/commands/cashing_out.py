"""Money for chips: cash-outs, the final pot, and chips declared missing or extra."""

from collections.abc import Sequence
from typing import Any

from ledger import payout
from ledger.commands.buying import account_of, check_built
from ledger.leaving import broken_by, leaving_of, payout_of
from ledger.models import AccountKind
from ledger.money import check_cents, show_cents
from ledger.payout import Part, Payout
from ledger.queries import BankNow, open_bank
from ledger.recording import Movement, record
from reservations.acts import Answer, Draft, known_act
from reservations.desk import command, lock_desk
from reservations.kinds import Kind, Stamp
from reservations.models import Night, Player
from reservations.problems import Impossible, Malformed
from reservations.queries import player_names


@command
def cash_out(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    player_count_cents: int,
    banker_count_cents: int,
    round_played: bool | None = None,
    parts: Sequence[Part] | None = None,
) -> Answer:
    """Pay a player for all their chips: by ``parts`` where given, else in the order of paying out.

    The banker's count is taken; when the player's differs, that needs a ruling on the count. Raises ``Impossible``
    for more chips than are in play, a payout that does not add up, and a drawer that holds too little.
    """
    lock_desk()
    check_cents(player_count_cents, zero=True)
    check_cents(banker_count_cents, zero=True)
    content = _cash_out_fields(player, player_count_cents, banker_count_cents, parts, round_played=round_played)
    draft = Draft(Kind.CASH_OUT, stamp, content, night)
    if known := known_act(draft):
        return known
    check_built(*(part.by for part in parts or ()))
    now = open_bank(night)
    leaving = leaving_of(now, player, banker_count_cents, stamp.at, round_played=bool(round_played))
    paid = payout_of(now, player, banker_count_cents, parts)
    return record(
        draft,
        now,
        _paid_out(paid, player, now),
        broken=broken_by(leaving, parts, now),
        differing=payout.check_counts(player_count_cents, banker_count_cents, player.name),
        allowed=payout.still_to_come(leaving, terms=now.terms),
        remark=payout.remark(leaving, terms=now.terms),
    )


def _cash_out_fields(
    player: Player, player_count: int, banker_count: int, parts: Sequence[Part] | None, *, round_played: bool | None
) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "player": player.number,
        "player_count": player_count,
        "banker_count": banker_count,
    }
    if round_played is not None:
        fields["round_played"] = round_played
    if parts is not None:
        fields["payout"] = [{"by": part.by.value, "amount": part.cents} for part in parts]
    return fields


def _paid_out(paid: Payout, player: Player, now: BankNow) -> list[Movement]:
    chips, pot = now.accounts[AccountKind.CHIPS], now.accounts[AccountKind.FINAL_POT]
    return [
        Movement(chips, pot, paid.odd_cents, player.number),
        *(Movement(chips, account_of(part.by, now), part.cents, player.number) for part in paid.parts),
    ]


@command
def win_final_pot(*, stamp: Stamp, night: Night, winner: Player) -> Answer:
    """Pay the final pot, with the chips left in the middle, to its winner (mike, *Leaving and cashing out*).

    Raises ``Impossible`` in a house without one, for an empty pot, while somebody still has chips, and when the
    drawer holds too little.
    """
    lock_desk()
    draft = Draft(Kind.FINAL_POT, stamp, {"winner": winner.number}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    middle = now.balances.chips_cents
    total = now.balances.final_pot_cents + middle
    _check_pot(total, now)
    paid = payout.pay_out(total, unit_cents=1, drawer_cents=now.balances.drawer_cents)
    chips, pot = now.accounts[AccountKind.CHIPS], now.accounts[AccountKind.FINAL_POT]
    return record(
        draft,
        now,
        [
            Movement(chips, pot, middle, winner.number),
            *(Movement(pot, account_of(part.by, now), part.cents, winner.number) for part in paid.parts),
        ],
        broken=payout.check_final_pot(total, unit_cents=now.terms.payout_unit_cents),
    )


def _check_pot(total_cents: int, now: BankNow) -> None:
    if now.terms.payout_unit_cents == 1:
        raise Impossible(f"{now.night.house} pays every cent and has no final pot.")
    holding = now.course.holding()
    if holding:
        names = ", ".join(player_names(holding).values())
        raise Impossible(f"The final pot comes after all have turned in their chips; still to cash out: {names}.")
    if total_cents == 0:
        raise Impossible("There is nothing in the final pot.")


@command
def declare_chips(
    *, stamp: Stamp, night: Night, reason: str, missing_cents: int | None = None, extra_cents: int | None = None
) -> Answer:
    """Declare chips that never came back, or that more came back than were sold; the banker's over/short bears it.

    Raises ``Malformed`` unless it is one of the two, ``Impossible`` for more missing than are in play.
    """
    lock_desk()
    cents = missing_cents if extra_cents is None else extra_cents
    if cents is None or None not in (missing_cents, extra_cents):
        raise Malformed("Declare chips either missing or extra: one of the two.")
    check_cents(cents)
    said = {"extra": cents} if missing_cents is None else {"missing": cents}
    draft = Draft(Kind.DECLARE_CHIPS, stamp, {**said, "reason": reason}, night)
    if known := known_act(draft):
        return known
    now = open_bank(night)
    chips, over_short = now.accounts[AccountKind.CHIPS], now.accounts[AccountKind.OVER_SHORT]
    if missing_cents is None:
        return record(draft, now, [Movement(over_short, chips, cents)])
    if cents > now.balances.chips_cents:
        raise Impossible(f"{show_cents(now.balances.chips_cents)} of chips are in play; no more can be missing.")
    return record(draft, now, [Movement(chips, over_short, cents)])
