"""The end of a night: the steps done and the next one.

All of it is read from the ledger, so the closing can be left at any time and continued later.

If chips or cash are off, hints tell where the mistake may be.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.db.models import F, Sum
from django.utils.timezone import localtime

from hostdesk.table.open_night.queries import PlayerTonight, Tonight
from ledger.audit.discrepancies import ADDS, CountedPlace, Discrepancy, SearchedAct, UnpaidNote, discrepancy_hints
from ledger.bank.history import NightBalances
from ledger.bank.notes import NoteNow, NoteState
from ledger.bank.queries import drawer_is_counted
from ledger.bank.register_queries import note_called, notes_not_voided
from ledger.bank.text import amount_of
from ledger.bank.text_queries import amounts_moved
from ledger.models import AccountKind, Transfer
from ledger.money.words import Means
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
    """The closing of a night, derived from the ledger. ``only``: the one note in question, by name."""

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
        names = self.tonight.now.names
        return [NoteOut(note, debtors[note.owed_by], names.get(note.held_by or 0, "")) for note in out]

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
        """The obstacles to the close, in sentences."""
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


_SEARCHED = {kind for kinds in ADDS.values() for kind in kinds}
_PAYS = (Kind.CASH_OUT, Kind.FINAL_POT, Kind.REDEEM_NOTE)
_UNPAID = (NoteState.OUT, NoteState.COMMITTED, NoteState.LAPSED, NoteState.CHARGED)


@dataclass(frozen=True)
class HintRow:
    """A hint with its place: the number of its act, else of its player, else None."""

    sentence: str
    act: int | None
    player: int | None


def hints_for(
    tonight: Tonight, place: CountedPlace, difference_cents: int, differed: Sequence[Sequence[int]] = ()
) -> list[HintRow]:
    """Return the possible mistakes, the likeliest first; + if more is there than the books expect, in cents.

    ``differed`` are counts that did not agree at first: the number of the player, and both counts in cents.
    """
    now, numbers = tonight.now, {name: number for number, name in tonight.now.names.items()}
    # The difference of an earlier count of the drawer is in the books: only later acts can be wrong now.
    confirmed = now.history.drawer_counted_by if place is CountedPlace.DRAWER else None
    taken = (*now.terms.pays_with, *sorted(now.ruled_means))
    discrepancy = Discrepancy(
        place=place,
        cents=difference_cents,
        acts=[act for act in searched_acts(tonight, differed) if act.number > (confirmed or 0)],
        usual_cents=now.limits.usual_cents,
        colours=now.terms.chips,
        payout_unit_cents=now.terms.payout_unit_cents,
        not_in_cash=tuple(means for means in taken if means is not Means.CASH),
        unpaid_notes=list(_unpaid_notes(tonight)) if place is CountedPlace.DRAWER else (),
    )
    return [HintRow(hint.sentence, hint.act, numbers.get(hint.player)) for hint in discrepancy_hints(discrepancy)]


def _unpaid_notes(tonight: Tonight) -> Iterator[UnpaidNote]:
    """Yield the notes of the bank whose cash would be more in the drawer than the books expect."""
    unpaid = [note for note in tonight.now.notes if note.holder is None and note.state in _UNPAID]
    ended = Transfer.objects.filter(act__in=[note.ended_by for note in unpaid if note.ended_by]).order_by()
    written_off = dict(ended.filter(credit__player=F("note__debtor")).values_list("note").annotate(Sum("cents")))
    for note in unpaid:
        cents = note.out_cents or written_off[note.number]
        yield UnpaidNote(note.name, tonight.now.names[note.owed_by], cents, note.ended_by)


def searched_acts(tonight: Tonight, differed: Sequence[Sequence[int]] = ()) -> Iterator[SearchedAct]:
    """Yield the acts of the night that are in effect and move money, for the search.

    ``differed`` as in `hints_for`.
    """
    history = tonight.now.history
    pots = amounts_moved(act.number for act in history.acts if act.kind == Kind.FINAL_POT)
    # Odd cents for the final pot do not go through the drawer either, but they are still chips.
    paid = Transfer.objects.filter(act__in=[act.number for act in history.acts if act.kind in _PAYS]).order_by()
    past = paid.exclude(debit__kind=AccountKind.DRAWER)
    past = past.exclude(credit__kind__in=(AccountKind.DRAWER, AccountKind.FINAL_POT))
    not_cash = dict(past.values_list("act").annotate(Sum("cents")))
    for act in history.acts:
        content, kind = act.content, act.kind
        players = [content[role] for role in ("player", "winner") if role in content]
        not_cash_cents = not_cash.get(act.number, 0)
        cents, others = (amount_of(kind, content) or 0) if kind in _SEARCHED else 0, list[int]()
        if kind == Kind.FINAL_POT:
            cents = pots.get(act.number, 0)
        elif kind == Kind.DECLARE_CHIPS:
            cents = int(content.get("extra", 0)) - int(content.get("missing", 0))
        elif kind == Kind.REDEEM_NOTE:
            players = [note_called(tonight.now.notes, content["note"]).owed_by]
        elif kind == Kind.CASH_OUT:
            others = [count for number, *counts in differed if number == content["player"] for count in counts]
            others = [other for other in (content["player_count"], *others) if other != cents]
        elif kind == Kind.BUY_IN:
            not_cash_cents = 0 if history.means_of(act) is Means.CASH else cents
        if cents:
            player = tonight.now.names.get(players[0], "") if players else ""
            yield SearchedAct(act.number, kind, localtime(act.at), cents, player, not_cash_cents, others)
