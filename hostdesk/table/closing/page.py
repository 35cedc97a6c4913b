"""The end of a night: the steps done and the next one.

All of it is read from the ledger, so the closing can be left at any time and continued later.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from hostdesk.table.open_night.queries import PlayerTonight, Tonight
from ledger.bank.history import NightBalances
from ledger.bank.notes import NoteNow
from ledger.bank.queries import drawer_is_counted
from ledger.bank.register_queries import notes_not_voided
from ledger.night.rules import close_faults
from ledger.standings.queries import standing_of
from reservations.acts.kinds import Kind
from reservations.models import Act, Player

_RECENT = 4
_LOOKED_THROUGH = 40


class StepState(StrEnum):
    """The states of a step of the closing."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


@dataclass(frozen=True)
class NoteOut:
    """A note that is out, with its debtor and the name of its holder; "" if the bank holds it."""

    note: NoteNow
    debtor: Player
    holder: str


@dataclass(frozen=True)
class Closing:
    """The closing of a night, derived from the ledger. ``only``: the one note that is asked about, by name."""

    tonight: Tonight
    only: str = ""

    @cached_property
    def drawer_counted(self) -> bool:
        """Whether the drawer was counted after the last act that moved cash."""
        return drawer_is_counted(self.tonight.now)

    @property
    def holders(self) -> list[PlayerTonight]:
        """The players who bought chips and have not cashed out since; once all chips are back, they left with none."""
        return [player for player in self.tonight.players if player.holds]

    @cached_property
    def guests_first(self) -> list[str]:
        """The guests who should be cashed out before the others, because the drawer may not last for all.

        A regular waits for the rest of their money in THE BOOK; a guest may never come back for it.
        """
        now, holding = self.tonight.now, [holder.number for holder in self.holders]
        if not now.has_book or not 0 < now.balances.drawer_cents < self.chips_cents:
            return []
        guests = set(Player.objects.filter(pk__in=holding, regular=False).values_list("pk", flat=True))
        return [holder.name for holder in self.holders if holder.number in guests] if len(guests) < len(holding) else []

    @property
    def chips_cents(self) -> int:
        """Chips that are still out, in cents."""
        return self.tonight.now.balances.chips_cents

    @property
    def has_pot(self) -> bool:
        """Whether the house plays for a final pot."""
        return self.tonight.now.terms.payout_unit_cents > 1

    @property
    def pot_cents(self) -> int:
        """The final pot with the chips left in the middle, as its winner will get it."""
        return self.tonight.now.balances.final_pot_cents + self.chips_cents

    @cached_property
    def notes(self) -> list[NoteOut]:
        """The notes of the night that are still out, in the order of their writing."""
        out = [note for note in self.tonight.now.notes if note.is_out and self.only in ("", note.name)]
        debtors = Player.objects.with_inviters().in_bulk([note.owed_by for note in out])
        return [
            NoteOut(note, debtors[note.owed_by], "" if note.held_by is None else self.tonight.names[note.held_by])
            for note in out
        ]

    @property
    def notes_cents(self) -> int:
        """The sum of their rests."""
        return sum(note.note.out_cents for note in self.notes)

    @property
    def guests_notes(self) -> list[NoteOut]:
        """Those that are not for THE BOOK, because a guest owes them."""
        return [note for note in self.notes if not note.debtor.regular]

    @property
    def bank_bears_cents(self) -> int:
        """The banker's loss if they lapsed: those of the bank."""
        return sum(note.note.out_cents for note in self.notes if not note.holder)

    @property
    def banker_bears_cents(self) -> int:
        """The cash missing so far that the banker bears; negative for too much."""
        return self.tonight.now.balances.over_short_cents

    @cached_property
    def states(self) -> dict[str, StepState]:
        """The steps of this house in their order, with their states."""
        nothing_out = not self.chips_cents and not (self.has_pot and self.pot_cents)
        steps = {
            "players": not self.holders or nothing_out,
            "pot": not self.pot_cents if self.has_pot else None,
            "chips": not self.chips_cents,
            "notes": not self.tonight.now.balances.notes_out_cents
            if notes_not_voided(self.tonight.now.notes)
            else None,
            "drawer": self.drawer_counted,
            "close": not self.tonight.is_open,
        }
        done = {name: is_done for name, is_done in steps.items() if is_done is not None}
        reached, states = True, {}
        for name, is_done in done.items():
            states[name] = StepState.LATER if not reached else StepState.DONE if is_done else StepState.NOW
            reached = reached and is_done
        if states.get("pot") is StepState.NOW and self.chips_cents:
            # The last chips may lie in the middle or may be lost: both ways on are open.
            states["chips"] = StepState.NOW
        return states

    @property
    def faults(self) -> Sequence[str]:
        """The obstacles to the close, a sentence each."""
        return close_faults(self.tonight.now.balances, drawer_counted=self.drawer_counted)

    @property
    def ends(self) -> NightBalances | None:
        """The balances with which the night would close now; None if it would not."""
        return None if self.faults else self.tonight.now.balances

    @cached_property
    def banker_standing_cents(self) -> int:
        """THE BOOK's debt to the banker before the close; negative if the banker owes."""
        return standing_of(Player.objects.person(self.tonight.now.history.banker))

    @property
    def banker_then_cents(self) -> int:
        """The same after it."""
        return self.banker_standing_cents + (self.ends.banks_rest_cents if self.ends else 0)


def reasons_given() -> list[str]:
    """Return the latest reasons for declared chips, without repetition, the newest first."""
    acts = Act.objects.filter(kind=Kind.DECLARE_CHIPS).order_by("-number").values_list("content", flat=True)
    reasons = (json.loads(content)["reason"] for content in acts[:_LOOKED_THROUGH])
    return list(dict.fromkeys(reasons))[:_RECENT]
