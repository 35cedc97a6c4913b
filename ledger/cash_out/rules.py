"""The conditions of a cash-out: its time, the two counts, the means, and the final pot.

Pure. All amounts are cents; all times are aware, and compared as instants whatever their zones.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ledger.cash_out.payout import PayoutMeans, PayoutPart, odd_of
from ledger.money.cents import show_cents, swapped_digits
from ledger.money.words import PAID, Means, means_in_words
from ledger.terms.bank_terms import BankTerms, CashOutWhen
from reservations.acts.problems import RuleViolation, violated_if

DEALERS = ("the first dealer", "the last dealer")
_ONE_TOO_MANY = (100, 1000, 10000)


@dataclass(frozen=True)
class CashOutFacts:
    """The player and time of a cash-out. Raises ``ValueError`` for a time without its zone.

    ``count_cents``: the banker's count. ``bought_cents``: the money the player gave for chips tonight, to anyone.
    ``level_at``: the last rise of the blinds. ``round_played``: since the notice. ``play_over``: the last hand was.
    ``dealt``: the hands that the first and the last dealer have dealt, by the table; None if unknown. ``dealers``: the
    names of these two. ``next_level_at``: the next rise by a running clock. ``is_last_level``: the blinds do not go up
    again. ``plays_on``: the player takes a part of the stack and plays on with the rest.
    """

    name: str
    count_cents: int
    bought_cents: int
    at: datetime
    notice_at: datetime | None
    level_at: datetime | None
    round_played: bool
    play_over: bool
    dealt: tuple[int, int] | None = None
    dealers: tuple[str, str] = DEALERS
    is_last_level: bool = False
    next_level_at: datetime | None = None
    plays_on: bool = False

    def __post_init__(self) -> None:
        times = (self.at, self.notice_at, self.level_at, self.next_level_at)
        if any(moment.utcoffset() is None for moment in times if moment):
            raise ValueError("A cash-out needs times that know their zone.")

    @property
    def has_equal_deals(self) -> bool:
        """Whether both ends have dealt equally many hands, by the table."""
        return self.dealt is not None and self.dealt[0] == self.dealt[1]

    def since(self, moment: datetime | None) -> timedelta | None:
        """Return the time since a moment; None without one."""
        # Subtraction within one zone goes by its wall clock, which jumps twice a year.
        return None if moment is None else self.at.astimezone(UTC) - moment.astimezone(UTC)


def check_cash_out(facts: CashOutFacts, *, terms: BankTerms) -> tuple[RuleViolation, ...]:
    """Return every violation of a cash-out: chips bought, all chips, notice, window, end of play, equal deals.

    A player who takes only a part plays on, and does not leave the game (barred by dave, hybrid and ericn: no going
    south). A busted player (count 0) owes no notice and waits for no window; once play is over nobody does. In a house
    with equal deals a player may leave and cash out when they are equal.
    """
    count = show_cents(facts.count_cents)
    sentence = f"{facts.name} has bought no chips tonight and brings {count}: whose are they?"
    bought = violated_if(facts.count_cents and not facts.bought_cents, "chips are bought", sentence)
    stays = facts.plays_on and terms.chips_stay and not facts.play_over
    barred = "Taking part of a stack off the table is ratholing, or going south"
    part = violated_if(stays, "all chips or none", f"{barred}: chips stay in play until {facts.name} leaves.")
    return (*bought, *part, *_check_notice(facts, terms), *_check_moment(facts, terms), *_check_deals(facts, terms))


def _check_notice(facts: CashOutFacts, terms: BankTerms) -> tuple[RuleViolation, ...]:
    is_owed = facts.count_cents and not (facts.round_played or facts.play_over or facts.plays_on)
    if terms.notice_minutes is None or not is_owed:
        return ()
    given = facts.since(facts.notice_at)
    if given is not None and given >= timedelta(minutes=terms.notice_minutes):
        return ()
    if given is None:
        short = f"{facts.name} has given none."
    elif given < timedelta(0):
        short = f"the notice of {facts.name} is dated later than this."
    else:
        short = f"{facts.name} gave it {elapsed(given)} ago."
    sentence = f"Leaving takes {terms.notice_minutes} minutes or a round of notice: {short}"
    return (RuleViolation("leave notice", sentence),)


def _check_moment(facts: CashOutFacts, terms: BankTerms) -> tuple[RuleViolation, ...]:
    if terms.cash_out_when is CashOutWhen.ON_LEAVING or facts.play_over or not facts.count_cents:
        return ()
    if terms.cash_out_when is CashOutWhen.END:
        sentence = "Chips turn into cash at the end of the night, after the last hand."
        return violated_if(not (terms.equal_deals and facts.has_equal_deals), "cash at the end", sentence)
    # A clock behind that of the level gives a negative span: then the blinds have just gone up.
    since, window = facts.since(facts.level_at), terms.window_minutes or 0
    closed = "they have not gone up yet." if since is None else f"that was {elapsed(since)} ago."
    sentence = f"Chips turn into cash within {window} minutes after the blinds go up: {closed}"
    # The window is open through its whole last second.
    is_shut = since is None or since >= timedelta(minutes=window, seconds=1)
    return violated_if(is_shut, "cash-out window", sentence)


def _check_deals(facts: CashOutFacts, terms: BankTerms) -> tuple[RuleViolation, ...]:
    # A player who leaves empty-handed upsets the round of deals as well, so a count of 0 is no excuse here.
    sentence = f"{facts.name} can cash out once everybody has dealt the same number of hands."
    if facts.dealt:
        both = ", ".join(f"{who} {hands}" for who, hands in zip(facts.dealers, facts.dealt, strict=True))
        sentence = f"Hands dealt: {both}. They have to be equal."
    is_met = not terms.equal_deals or facts.has_equal_deals or facts.play_over or facts.plays_on
    return violated_if(not is_met, "equal deals", sentence)


def elapsed(span: timedelta) -> str:
    """Write a length of time in whole minutes and seconds: "29:59"."""
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def still_to_come(facts: CashOutFacts, terms: BankTerms) -> str:
    """Name the time from which the cash-out would violate no term of time; "" if it violates none now."""
    notice = when = ""
    if _check_notice(facts, terms):
        given = facts.notice_at or _next_minute(facts.at)
        met = (given.astimezone(UTC) + timedelta(minutes=terms.notice_minutes or 0)).astimezone(given.tzinfo)
        if facts.notice_at is None:
            notice = f"With notice at {_clock(given)} it is met from {_clock(_next_minute(met))} on."
        else:
            notice = f"Notice was given at {_clock(given)}: from {_clock(_next_minute(met))} on it is met."
    if _check_deals(facts, terms):
        when = "when the first and the last dealer have dealt equally, or after the last hand"
    elif _check_moment(facts, terms) and (terms.cash_out_when is CashOutWhen.END or facts.is_last_level):
        when = "after the last hand"
    elif _check_moment(facts, terms):
        when = f"when the blinds next go up{_window(facts.next_level_at, terms)}, or after the last hand"
    return " ".join(filter(None, (notice, when and f"{facts.name} can cash out {when}.")))


def _window(next_at: datetime | None, terms: BankTerms) -> str:
    if next_at is None:
        return ""
    until = (next_at.astimezone(UTC) + timedelta(minutes=terms.window_minutes or 0)).astimezone(next_at.tzinfo)
    return f" (next at {_clock(_next_minute(next_at))}, open until {_clock(until)})"


def _clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")


def _next_minute(moment: datetime) -> datetime:
    """Return the first whole minute at or after a moment: an event of that minute has begun."""
    whole = moment.astimezone(UTC).replace(second=0, microsecond=0)
    return (whole + timedelta(minutes=whole < moment)).astimezone(moment.tzinfo)


def remark(facts: CashOutFacts, terms: BankTerms) -> str:
    """Tease a player who takes chips home before the game is over (ericn, "Etiquette"); "" otherwise."""
    if not terms.early_leave_is_bad_manners or facts.play_over or not facts.count_cents:
        return ""
    return f"Off already, {facts.name}? Cashing out before the game is over is bad manners; the table may tease."


def check_counts(player_cents: int, banker_cents: int, name: str) -> tuple[RuleViolation, ...]:
    """Check that the player's and the banker's count of the same chips agree (dave, "the final payout")."""
    difference = show_cents(abs(banker_cents - player_cents))
    sentence = (
        f"{name} expects {show_cents(player_cents)}, the banker counted {show_cents(banker_cents)}: "
        f"{difference} {'more' if banker_cents > player_cents else 'less'} than {name} says. Count again together."
    )
    return violated_if(player_cents != banker_cents, "the count", sentence)


def slip_between(one_cents: int, other_cents: int) -> str:
    """Name the slip that would explain two different counts of the same chips; "" if none stands out."""
    less, more = sorted((one_cents, other_cents))
    if more in swapped_digits(less):
        return "Two digits may be swapped."
    if less and more in (less * 10, less * 100):
        return f"The point may be in the wrong place: {show_cents(less)} or {show_cents(more)}."
    if more - less in _ONE_TOO_MANY:
        return f"They are exactly {show_cents(more - less)} apart: one digit or one stack may be counted wrong."
    return ""


def check_payout(
    parts: Sequence[PayoutPart], terms: BankTerms, tonight: Collection[Means] = ()
) -> tuple[RuleViolation, ...]:
    """Check that a payout uses means of the house, or of ``tonight``'s rulings; one sentence names all others.

    A player's own note is always handed back.
    """
    taken = {PayoutMeans.OWN_NOTE, *terms.pays_with, *tonight}
    others = dict.fromkeys(Means(part.by) for part in parts if part.by not in taken)
    return tuple(
        RuleViolation("means of payment", f"Chips are paid out {means_in_words(terms.pays_with)} here, not {PAID[by]}.")
        for by in others
    )


def check_whole_payout(paid_cents: int, count_cents: int, *, unit_cents: int) -> tuple[RuleViolation, ...]:
    """Check that a payout is in whole units (mike: whole dollars): the odd cents of a count go into the final pot."""
    sentence = f"Payouts are multiples of {show_cents(unit_cents)}, and {show_cents(count_cents)} is not."
    return violated_if(odd_of(count_cents, unit_cents) and paid_cents == count_cents, "whole payouts", sentence)


def check_final_pot(total_cents: int, *, unit_cents: int) -> tuple[RuleViolation, ...]:
    """Check that the final pot is in whole units (mike: whole dollars); if not, odd cents were lost."""
    over = odd_of(total_cents, unit_cents)
    sentence = (
        f"The final pot should be a multiple of {show_cents(unit_cents)}, and it is {show_cents(total_cents)}: "
        f"{show_cents(over)} too much, or {show_cents(unit_cents - over)} too little."
    )
    return violated_if(over, "whole final pot", sentence)
