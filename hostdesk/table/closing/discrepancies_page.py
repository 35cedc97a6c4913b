"""The search for a mistake if chips or cash are off: hints, and the searched acts of the night."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F, Sum
from django.utils.timezone import localtime

from hostdesk.table.open_night.queries import Tonight
from ledger.audit.discrepancies import ADDS, CountedPlace, Discrepancy, SearchedAct, UnpaidNote, discrepancy_hints
from ledger.bank.notes import NoteState
from ledger.bank.register_queries import note_called
from ledger.bank.text import amount_of
from ledger.bank.told_queries import amounts_moved
from ledger.models import AccountKind, Transfer
from ledger.money.words import Means
from reservations.acts.kinds import Kind

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
    now, numbers = tonight.now, {name: number for number, name in tonight.names.items()}
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
        yield UnpaidNote(note.name, tonight.names[note.owed_by], cents, note.ended_by)


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
            yield SearchedAct(
                number=act.number,
                kind=kind,
                at=localtime(act.at),
                cents=cents,
                player=tonight.names.get(players[0], "") if players else "",
                not_cash_cents=not_cash_cents,
                other_counts=others,
            )
