"""What every panel of Tonight shows of the seats: the tables, the seat of its player, and what was just noted."""

import json
from typing import Any

from hostdesk.sign_in.guard import DeskRequest
from hostdesk.tables.entry_page import entry_of, to_come_back
from hostdesk.tables.seat_map_page import SeatMap
from reservations.acts.facts import AT_THE_TABLE, FactKind
from reservations.models import Fact, Night
from reservations.parsing.digits import whole_number
from reservations.tables.reducers import read_moves
from reservations.tables.seats import Spot, Why


def seat_context(seats: SeatMap, number: int) -> dict[str, Any]:
    """Return what the panel of a player says of their seat: which, or which they could take, and the next hand."""
    return {
        "spot": seats.spot_of(number),
        "proposed": seats.proposed(number),
        "away_since": seats.seating.away.get(number),
        "owes": seats.owes(number),
        "coming_back": to_come_back(seats, number),
        "entry": entry_of(seats, number),
        "wish": next((each for each in seats.seating.wishes if each.player == number), None),
    }


def told_of(request: DeskRequest, night: Night, seats: SeatMap) -> dict[str, Any]:
    """Return what the fact of ``?noted=N`` changed, in words, and the move to undo; nothing for no such fact."""
    wanted = whole_number(request.GET.get("noted", "")) or 0  # There is no fact 0.
    fact = Fact.objects.filter(night=night, pk=wanted, kind__in=AT_THE_TABLE).first()
    if fact is None:
        return {}
    return {
        "told": " ".join(filter(None, (json.loads(fact.outcome).get("remark", ""), _of_the_bank(fact, seats)))),
        "undo_fact": wanted if seats.seating.last_move == wanted else None,
    }


def had_no_seat(fact: Fact, number: int) -> bool:
    """Tell whether a move gave somebody a seat who had none before."""
    before, after = _spots(fact, "was"), _spots(fact, "moves")
    return after.get(number) is not None and before.get(number) is None


def _of_the_bank(fact: Fact, seats: SeatMap) -> str:
    """Say that whoever was moved to another table by hand has the bank; nothing of others."""
    banker, by_hand = seats.present.banker, (Why.HOST, Why.SWAP)
    if banker is None or fact.kind != FactKind.MOVE or json.loads(fact.content)["why"] not in by_hand:
        return ""
    before, after = (_spots(fact, name).get(banker) for name in ("was", "moves"))
    moved = before and after and before.table != after.table
    return f"{seats.tonight.names[banker]} has the bank." if moved else ""


def _spots(fact: Fact, name: str) -> dict[int, Spot | None]:
    """Return where those whom a fact moved were, or went to; nothing of a fact that moved nobody."""
    return dict(read_moves(json.loads(fact.outcome).get(name, [])))
