"""Turning chips into money: what a cash-out must meet, the order of paying out, and the final pot.

Pure. All amounts are cents; all times are aware, and compared as instants whatever their zones.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ledger.cash_out.payout_parts import NO_PAPERS, check_handed_on, on_paper, with_own_notes
from ledger.cash_out.payout_parts import NotesShort as NotesShort
from ledger.cash_out.payout_parts import Papers as Papers
from ledger.cash_out.payout_parts import Part as Part
from ledger.cash_out.payout_parts import Way as Way
from ledger.money.cents import show_cents
from ledger.terms.bank_terms import BankTerms, CashOutWhen, Means
from ledger.terms.violations import (
    BeforeTheEnd,
    BoughtNothing,
    CountsDiffer,
    FinalPotNotWhole,
    MeansNotPaidOut,
    NoticeTooShort,
    UnequalDeals,
    WindowClosed,
)
from reservations.acts.problems import Impossible, RuleViolation


@dataclass(frozen=True)
class Leaving:
    """Who cashes out and when. Raises ``ValueError`` for a time without its zone.

    ``count_cents``: the banker's count. ``bought_cents``: what the player gave for chips tonight, from anyone.
    ``level_at``: when the blinds last went up. ``round_played``: since the notice. ``play_over``: the last hand was.
    """

    name: str
    count_cents: int
    bought_cents: int
    at: datetime
    notice_at: datetime | None
    level_at: datetime | None
    round_played: bool
    play_over: bool

    def __post_init__(self) -> None:
        if any(moment.utcoffset() is None for moment in (self.at, self.notice_at, self.level_at) if moment):
            raise ValueError("A cash-out needs times that know their zone.")


@dataclass(frozen=True)
class Payout:
    """What becomes of a count: its odd cents, for the final pot, and how the rest is paid."""

    odd_cents: int
    parts: tuple[Part, ...]


class DrawerShort(Impossible):
    """The drawer holds less than is to be paid in cash; says what the banker must put in."""

    def __init__(self, cash_cents: int, drawer_cents: int) -> None:
        super().__init__(
            f"{show_cents(cash_cents)} are to be paid in cash and the drawer holds {show_cents(drawer_cents)}: "
            f"the banker must put in {show_cents(cash_cents - drawer_cents)} first."
        )


class DoesNotAddUp(Impossible):
    """The parts of a payout do not come to what is to be paid."""

    def __init__(self, parts_cents: int, due_cents: int, odd_cents: int) -> None:
        difference = parts_cents - due_cents
        odd = f" and {show_cents(odd_cents)} goes into the final pot" if odd_cents else ""
        super().__init__(
            f"The payout comes to {show_cents(parts_cents)}, but {show_cents(due_cents)} is to be paid{odd}: "
            f"{show_cents(abs(difference))} too {'much' if difference > 0 else 'little'}."
        )


def check_cash_out(leaving: Leaving, *, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Every term that a cash-out breaks: chips bought, notice, window, end of play, equal deals, in this order.

    A busted player (count 0) owes no notice and waits for no window; once play is over nobody does.
    """
    return (
        *_check_bought(leaving),
        *_check_notice(leaving, terms),
        *_check_moment(leaving, terms),
        *_check_deals(leaving, terms),
    )


def _check_bought(leaving: Leaving) -> tuple[RuleViolation, ...]:
    if leaving.bought_cents or not leaving.count_cents:
        return ()
    return (BoughtNothing(leaving.name, leaving.count_cents),)


def _check_notice(leaving: Leaving, terms: BankTerms) -> tuple[RuleViolation, ...]:
    if terms.notice_minutes is None or leaving.round_played or leaving.play_over or not leaving.count_cents:
        return ()
    given = _since(leaving.notice_at, leaving)
    if given is not None and given >= timedelta(minutes=terms.notice_minutes):
        return ()
    return (NoticeTooShort(leaving.name, terms.notice_minutes, given),)


def _check_moment(leaving: Leaving, terms: BankTerms) -> tuple[RuleViolation, ...]:
    if terms.cash_out_when is CashOutWhen.ON_LEAVING or leaving.play_over or not leaving.count_cents:
        return ()
    if terms.cash_out_when is CashOutWhen.END:
        return (BeforeTheEnd(),)
    # A clock behind that of the level's gives a negative span: the blinds have then only just gone up.
    since, window = _since(leaving.level_at, leaving), terms.window_minutes or 0
    if since is not None and since <= timedelta(minutes=window):
        return ()
    return (WindowClosed(window, since),)


def _check_deals(leaving: Leaving, terms: BankTerms) -> tuple[RuleViolation, ...]:
    # Leaving empty-handed upsets the round of deals as much, so a count of 0 is no excuse here.
    return (UnequalDeals(leaving.name),) if terms.equal_deals and not leaving.play_over else ()


def _since(moment: datetime | None, leaving: Leaving) -> timedelta | None:
    # Subtraction within one zone goes by its wall clock, which jumps twice a year.
    return None if moment is None else leaving.at.astimezone(UTC) - moment.astimezone(UTC)


def still_to_come(leaving: Leaving, terms: BankTerms) -> str:
    """When the cash-out would break no term of time; "" when it breaks none now."""
    notice = _notice_met_from(leaving, terms) if _check_notice(leaving, terms) else ""
    if _check_deals(leaving, terms) or (terms.cash_out_when is CashOutWhen.END and _check_moment(leaving, terms)):
        when = f"{leaving.name} can go after the last hand."
    elif _check_moment(leaving, terms):
        when = f"{leaving.name} can cash out when the blinds next go up, or after the last hand."
    else:
        when = ""
    return " ".join(filter(None, (notice, when)))


def _notice_met_from(leaving: Leaving, terms: BankTerms) -> str:
    length = timedelta(minutes=terms.notice_minutes or 0)
    if leaving.notice_at is None:
        return f"With notice at {_clock(leaving.at)} it is met from {_clock(_later(leaving.at, length))} on."
    given, met = _clock(leaving.notice_at), _clock(_later(leaving.notice_at, length))
    return f"Notice was given at {given}: from {met} on it is met."


def _later(moment: datetime, length: timedelta) -> datetime:
    return (moment.astimezone(UTC) + length).astimezone(moment.tzinfo)


def _clock(moment: datetime) -> str:
    return moment.strftime("%H:%M:%S" if moment.second else "%H:%M")


def remark(leaving: Leaving, terms: BankTerms) -> str:
    """A good-humoured warning for who takes chips home before the game is over (ericn, "Etiquette"), else ""."""
    if not terms.early_leave_is_bad_manners or leaving.play_over or not leaving.count_cents:
        return ""
    return f"Off already, {leaving.name}? Cashing out before the game is over is bad manners; the table may tease."


def check_counts(player_cents: int, banker_cents: int, name: str) -> tuple[RuleViolation, ...]:
    """The player's and the banker's count of the same chips must agree."""
    return () if player_cents == banker_cents else (CountsDiffer(name, player_cents, banker_cents),)


def check_payout(parts: Sequence[Part], terms: BankTerms, tonight: Collection[Means] = ()) -> tuple[RuleViolation, ...]:
    """A payout takes the ways the house takes, or a ruling has taken ``tonight``: each other way is named once.

    A player's own note is always handed back.
    """
    taken = {Way.OWN_NOTE, *terms.pays_with, *tonight}
    others = dict.fromkeys(part.by for part in parts if part.by not in taken)
    return tuple(MeansNotPaidOut(Means(by), terms.pays_with) for by in others)


def odd_of(value_cents: int, unit_cents: int) -> int:
    """Return the cents of a value that are less than the unit a house pays out in: they go into the final pot."""
    return value_cents % unit_cents


def pay_out(value_cents: int, *, unit_cents: int, drawer_cents: int, papers: Papers = NO_PAPERS) -> Payout:
    """The order of paying out (mike, *Notes and THE BOOK*): odd cents into the final pot; the player's own notes,
    oldest first; what they owe THE BOOK from tonight; cash; and the rest to their credit in THE BOOK.

    Raises: ``DrawerShort`` when there is no BOOK tonight and the drawer does not hold the rest.
    """
    odd = odd_of(value_cents, unit_cents)
    parts = list(on_paper(value_cents - odd, papers))
    rest = value_cents - odd - _total(parts)
    if not papers.has_book:
        _check_drawer(rest, drawer_cents)
    cash = min(rest, drawer_cents)
    parts += [Part(way, cents) for way, cents in ((Way.CASH, cash), (Way.BOOK, rest - cash)) if cents]
    return Payout(odd, tuple(parts))


def take_payout(
    parts: Sequence[Part], *, value_cents: int, unit_cents: int, drawer_cents: int, papers: Papers = NO_PAPERS
) -> Payout:
    """A payout as somebody wrote it down, which must come to the value less its odd cents.

    Own notes that it does not name are the oldest. Raises: ``DoesNotAddUp``, ``DrawerShort`` when its cash is more
    than the drawer holds, ``NotesShort`` for notes that the bank does not hold or that are handed on in part.
    """
    odd = odd_of(value_cents, unit_cents)
    total = _total(parts)
    if total != value_cents - odd:
        raise DoesNotAddUp(total, value_cents - odd, odd)
    _check_drawer(_total([part for part in parts if part.by == Way.CASH]), drawer_cents)
    check_handed_on([part for part in parts if part.by == Way.NOTE], papers.others)
    return Payout(odd, tuple(with_own_notes(parts, papers.own_notes)))


def _total(parts: Sequence[Part]) -> int:
    return sum(part.cents for part in parts)


def _check_drawer(cash_cents: int, drawer_cents: int) -> None:
    if cash_cents > drawer_cents:
        raise DrawerShort(cash_cents, drawer_cents)


def check_final_pot(total_cents: int, *, unit_cents: int) -> tuple[RuleViolation, ...]:
    """The final pot should come to whole units (mike: whole dollars); if not, somebody's odd cents are amiss."""
    return () if odd_of(total_cents, unit_cents) == 0 else (FinalPotNotWhole(total_cents, unit_cents),)
