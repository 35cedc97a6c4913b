"""What may be the mistake where chips or cash are off: the acts of the night as they are searched for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import F, Sum
from django.utils.timezone import localtime

from hostdesk.tonight.queries import Tonight
from ledger.audit.discrepancies import ADDS, CountedPlace, Discrepancy, SearchedAct, UnpaidNote, discrepancy_hints
from ledger.models import AccountKind, Transfer
from ledger.night.history import RecordedAct
from ledger.night.queries import pots_won
from ledger.night.text import amount_of
from ledger.notes.register_queries import note_called
from ledger.notes.rules import NoteState
from ledger.terms.bank_terms import Means
from reservations.acts.kinds import Kind


@dataclass(frozen=True)
class Lead:
    """A hint with where to look: the number of its act, else of its player, else nowhere in particular."""

    sentence: str
    act: int | None
    player: int | None


def leads(tonight: Tonight, place: CountedPlace, difference_cents: int) -> list[Lead]:
    """Return what may be the mistake, the likeliest first; + where more is there than the books expect, in cents."""
    numbers = {name: number for number, name in tonight.names.items()}
    found = discrepancy_hints(_discrepancy(tonight, place, difference_cents))
    return [Lead(each.sentence, each.act, numbers.get(each.player)) for each in found]


def _discrepancy(tonight: Tonight, place: CountedPlace, cents: int) -> Discrepancy:
    now = tonight.now
    # What an earlier count of the drawer was off by is in the books: only what came after it can be wrong now.
    confirmed = now.history.drawer_counted_by if place is CountedPlace.DRAWER else None
    taken = (*now.terms.pays_with, *sorted(now.ruled_means))
    return Discrepancy(
        place=place,
        cents=cents,
        acts=[each for each in entries(tonight) if each.number > (confirmed or 0)],
        usual_cents=now.limits.usual_cents,
        colours=now.terms.chips,
        payout_unit_cents=now.terms.payout_unit_cents,
        not_in_cash=tuple(means for means in taken if means is not Means.CASH),
        unpaid_notes=list(_unpaid_notes(tonight)) if place is CountedPlace.DRAWER else (),
    )


_UNPAID = (NoteState.OUT, NoteState.COMMITTED, NoteState.LAPSED, NoteState.CHARGED)


def _unpaid_notes(tonight: Tonight) -> Iterator[UnpaidNote]:
    """Yield the notes for which cash in the drawer would be more than the books expect: the bank held them."""
    unpaid = [note for note in tonight.now.notes if note.holder is None and note.state in _UNPAID]
    ended = Transfer.objects.filter(act__in=[note.ended_by for note in unpaid if note.ended_by]).order_by()
    written_off = dict(ended.filter(credit__player=F("note__debtor")).values_list("note").annotate(Sum("cents")))
    for note in unpaid:
        cents = note.out_cents or written_off[note.number]
        yield UnpaidNote(note.name, tonight.names[note.owed_by], cents, note.ended_by)


def entries(tonight: Tonight) -> Iterator[SearchedAct]:
    """Yield the acts of the night that stand and are about money, as they are searched for a mistake."""
    acts = tonight.now.history.acts
    pots = pots_won(each.number for each in acts if each.kind == Kind.FINAL_POT)
    not_cash = _past_the_drawer(tonight)
    for each in acts:
        cents = pots.get(each.number, 0) if each.kind == Kind.FINAL_POT else _cents(each)
        if cents:
            yield SearchedAct(
                number=each.number,
                kind=each.kind,
                at=localtime(each.at),
                cents=cents,
                player=_name(tonight, each),
                not_cash_cents=_not_cash(tonight, each, not_cash),
            )


def _cents(each: RecordedAct) -> int:
    content = each.content
    if each.kind == Kind.DECLARE_CHIPS:
        return int(content.get("extra", 0)) - int(content.get("missing", 0))
    return (amount_of(each.kind, content) or 0) if each.kind in _SEARCHED else 0


_SEARCHED = {kind for kinds in ADDS.values() for kind in kinds}


def _name(tonight: Tonight, each: RecordedAct) -> str:
    if each.kind == Kind.REDEEM_NOTE:
        return tonight.names[note_called(tonight.now.notes, each.content["note"]).owed_by]
    roles = (each.content[role] for role in ("player", "winner") if role in each.content)
    return tonight.names.get(next(roles, 0), "")


def _not_cash(tonight: Tonight, each: RecordedAct, moved: Mapping[int, int]) -> int:
    if each.kind == Kind.BUY_IN:
        return 0 if tonight.now.history.means_of(each) is Means.CASH else int(each.content["amount"])
    return moved.get(each.number, 0)


_PAYS = (Kind.CASH_OUT, Kind.FINAL_POT, Kind.REDEEM_NOTE)


def _past_the_drawer(tonight: Tonight) -> dict[int, int]:
    """Return the cents of each act that did not go through the drawer; odd cents for the final pot are chips still."""
    numbers = [each.number for each in tonight.now.history.acts if each.kind in _PAYS]
    moved = Transfer.objects.filter(act__in=numbers).exclude(debit__kind=AccountKind.DRAWER).order_by()
    past = moved.exclude(credit__kind__in=(AccountKind.DRAWER, AccountKind.FINAL_POT))
    return dict(past.values_list("act").annotate(Sum("cents")))
