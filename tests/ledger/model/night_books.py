"""The real ledger as the product's own queries say it, in the words of its model."""

from datetime import date

from ledger.audit import queries as audit_queries
from ledger.audit import row_queries
from ledger.book.standing_queries import standings
from ledger.models import Bank
from ledger.months.queries import latest
from ledger.night.queries import bank_of, book_tonight, last_act
from ledger.notes.register_queries import register
from ledger.reports.winnings_queries import results
from reservations.models import Night
from reservations.players.queries import player_names
from tests.ledger.model.night_model_facts import State
from tests.ledger.model.night_model_notes import NoteState


class NightBooks:
    """A ledger as it stands. ``nights`` are those that have a bank, by the ids of their openings."""

    def __init__(self) -> None:
        banks = Bank.objects.select_related("night", "opened")
        self.nights: dict[str, Night] = {bank.opened.key: bank.night for bank in banks}

    def state(self, opening: str) -> State:
        """Return what the product's queries say of the night with that opening."""
        now, night = bank_of(self.nights[opening]), self.nights[opening]
        found, held, book = results(night), now.balances, book_tonight(night)
        names = player_names([*found, *book])
        return State(
            (held.chips_cents, held.drawer_cents, held.float_cents, held.over_short_cents, held.final_pot_cents),
            {names[player]: (each.bought_cents, each.received_cents) for player, each in found.items()},
            now.bank.banker.name,
            now.bank.closed_id is not None,
            {names[player]: cents for player, cents in book.items()},
        )

    def register(self) -> list[NoteState]:
        """Return the register as the product's queries say it."""
        notes = register()
        names = player_names([each.debtor for each in notes] + [each.holder for each in notes if each.holder])
        return [
            NoteState(
                name=each.name,
                debtor=names[each.debtor],
                face=each.face_cents,
                out=each.out_cents,
                holder=(names[each.holder] if each.holder else "") if each.is_out else None,
                state=str(each.state),
            )
            for each in notes
        ]

    def standings(self, on: date | None = None) -> dict[str, int]:
        """Return the standings as the product's queries say them."""
        found = standings(on)
        names = player_names(found)
        return {names[player]: cents for player, cents in found.items()}

    def month(self) -> tuple[dict[str, int], list[tuple[str, str, int]]]:
        """Return what the last consolidation froze, and who is to pay whom how much by it."""
        last = latest()
        assert last is not None
        named = [
            *last.before,
            *(each.payer for each in last.plan.payments),
            *(each.payee for each in last.plan.payments),
        ]
        names = player_names(named)
        payments = [(names[each.payer], names[each.payee], each.cents) for each in last.plan.payments]
        return {names[player]: cents for player, cents in last.before.items()}, payments

    def faults(self) -> list[str]:
        """Return what `ledger_check` says."""
        return [*audit_queries.faults(), *row_queries.faults()]

    def head(self) -> str:
        """Return the head of the chain."""
        last = last_act()
        return last.head if last else ""
