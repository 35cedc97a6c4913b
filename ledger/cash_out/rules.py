"""What a cash-out must meet: when a player may cash out, the two counts, the means, and the final pot.

Pure. All amounts are cents; all times are aware, and compared as instants whatever their zones.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ledger.cash_out.payout import PayoutMeans, PayoutPart, odd_of
from ledger.terms import violations
from ledger.terms.bank_terms import BankTerms, CashOutWhen, Means
from reservations.acts.problems import RuleViolation


@dataclass(frozen=True)
class CashOutFacts:
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

    def since(self, moment: datetime | None) -> timedelta | None:
        """Return how long ago a moment was; None if it never was."""
        # Subtraction within one zone goes by its wall clock, which jumps twice a year.
        return None if moment is None else self.at.astimezone(UTC) - moment.astimezone(UTC)


def check_cash_out(facts: CashOutFacts, *, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Return every violation of a cash-out: chips bought, notice, window, end of play, equal deals, in this order.

    A busted player (count 0) owes no notice and waits for no window; once play is over nobody does.
    """
    from_nowhere = facts.count_cents and not facts.bought_cents
    bought = (violations.BoughtNothing(facts.name, facts.count_cents),) if from_nowhere else ()
    return (*bought, *_check_notice(facts, terms), *_check_moment(facts, terms), *_check_deals(facts, terms))


def _check_notice(facts: CashOutFacts, terms: BankTerms) -> tuple[RuleViolation, ...]:
    if terms.notice_minutes is None or facts.round_played or facts.play_over or not facts.count_cents:
        return ()
    given = facts.since(facts.notice_at)
    if given is not None and given >= timedelta(minutes=terms.notice_minutes):
        return ()
    return (violations.NoticeTooShort(facts.name, terms.notice_minutes, given),)


def _check_moment(facts: CashOutFacts, terms: BankTerms) -> tuple[RuleViolation, ...]:
    if terms.cash_out_when is CashOutWhen.ON_LEAVING or facts.play_over or not facts.count_cents:
        return ()
    if terms.cash_out_when is CashOutWhen.END:
        return (violations.BeforeTheEnd(),)
    # A clock behind that of the level's gives a negative span: the blinds have then only just gone up.
    since, window = facts.since(facts.level_at), terms.window_minutes or 0
    return () if since is not None and since <= timedelta(minutes=window) else (violations.WindowClosed(window, since),)


def _check_deals(facts: CashOutFacts, terms: BankTerms) -> tuple[RuleViolation, ...]:
    # Leaving empty-handed upsets the round of deals as much, so a count of 0 is no excuse here.
    return (violations.UnequalDeals(facts.name),) if terms.equal_deals and not facts.play_over else ()


def still_to_come(facts: CashOutFacts, terms: BankTerms) -> str:
    """Say when the cash-out would violate no term of time; "" if it violates none now."""
    notice = when = ""
    if _check_notice(facts, terms):
        given = facts.notice_at or facts.at
        met = (given.astimezone(UTC) + timedelta(minutes=terms.notice_minutes or 0)).astimezone(given.tzinfo)
        if facts.notice_at is None:
            notice = f"With notice at {_clock(given)} it is met from {_clock(met)} on."
        else:
            notice = f"Notice was given at {_clock(given)}: from {_clock(met)} on it is met."
    if _check_deals(facts, terms) or (terms.cash_out_when is CashOutWhen.END and _check_moment(facts, terms)):
        when = f"{facts.name} can cash out after the last hand."
    elif _check_moment(facts, terms):
        when = f"{facts.name} can cash out when the blinds next go up, or after the last hand."
    return " ".join(filter(None, (notice, when)))


def _clock(moment: datetime) -> str:
    return moment.strftime("%H:%M:%S" if moment.second else "%H:%M")


def remark(facts: CashOutFacts, terms: BankTerms) -> str:
    """Tease a player who takes chips home before the game is over (ericn, "Etiquette"); "" otherwise."""
    if not terms.early_leave_is_bad_manners or facts.play_over or not facts.count_cents:
        return ""
    return f"Off already, {facts.name}? Cashing out before the game is over is bad manners; the table may tease."


def check_counts(player_cents: int, banker_cents: int, name: str) -> tuple[RuleViolation, ...]:
    """The player's and the banker's count of the same chips must agree."""
    return () if player_cents == banker_cents else (violations.CountsDiffer(name, player_cents, banker_cents),)


def check_payout(
    parts: Sequence[PayoutPart], terms: BankTerms, tonight: Collection[Means] = ()
) -> tuple[RuleViolation, ...]:
    """A payout uses means that the house takes, or that a ruling has taken ``tonight``: each other is named once.

    A player's own note is always handed back.
    """
    taken = {PayoutMeans.OWN_NOTE, *terms.pays_with, *tonight}
    others = dict.fromkeys(part.by for part in parts if part.by not in taken)
    return tuple(violations.MeansNotPaidOut(Means(by), terms.pays_with) for by in others)


def check_final_pot(total_cents: int, *, unit_cents: int) -> tuple[RuleViolation, ...]:
    """The final pot should come to whole units (mike: whole dollars); if not, odd cents went astray."""
    return () if odd_of(total_cents, unit_cents) == 0 else (violations.FinalPotNotWhole(total_cents, unit_cents),)
