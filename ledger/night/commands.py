"""The bank itself: its float, its banker, the count of its drawer and its close."""

from collections.abc import Mapping

from django.utils.timezone import localtime

from ledger.bank.queries import bank_once, drawer_is_counted, first_blinds
from ledger.buy_in.rules import check_admission, check_arrival
from ledger.credit.rules import guests_owe
from ledger.entries.commands import Movement, book_account, record
from ledger.models import Account, AccountKind, Bank
from ledger.money.cents import check_cents, show_cents
from ledger.night.rules import Count, check_hand_over, check_level, check_stakes, close_faults
from ledger.terms.limits import opening_faults, own_figures
from reservations.acts.commands import command
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Unlikely
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.rsvps.door_queries import turned_away


@command
def add_float(*, stamp: Stamp, night: Night, amount_cents: int) -> Answer:
    """Put the banker's own money into the drawer."""
    check_cents(amount_cents)
    draft, now = bank_once(Kind.FLOAT, stamp, {"amount": amount_cents}, night)
    drawer, float_ = now.accounts[AccountKind.DRAWER], now.accounts[AccountKind.FLOAT]
    return record(draft, now, [Movement(drawer, float_, amount_cents)])


@command
def hand_over(*, stamp: Stamp, night: Night, banker: Player) -> Answer:
    """Hand the present drawer, float and over/short over to a new banker.

    Raises ``Impossible`` for the present banker, and for a guest in a house with THE BOOK; refused for a player who was
    turned away.
    """
    draft, now = bank_once(Kind.HAND_OVER, stamp, {"banker": banker.number}, night)
    if now.history.banker == banker.number:
        raise Impossible(f"{banker} runs the bank already.")
    if now.terms.has_book and not now.person(banker.number).regular:
        raise Impossible(f"{banker} is a guest: in a house with THE BOOK a regular runs the bank.")
    away = check_admission(banker.name, turned_away(now.night, people=now.people).get(banker.number, ""))
    answer = record(draft, now, violations=(*check_hand_over(now.terms), *away))
    Bank.objects.filter(pk=now.bank.pk).update(banker=banker)
    return answer


@command
def count_drawer(*, stamp: Stamp, night: Night, counted_cents: int) -> Answer:
    """Record the cash counted in the drawer; the banker bears the difference, over or short."""
    check_cents(counted_cents, zero=True)
    draft, now = bank_once(Kind.COUNT_DRAWER, stamp, {"counted": counted_cents}, night)
    stamp.check_shown(expected=now.balances.drawer_cents)
    count = Count(expected_cents=now.balances.drawer_cents, counted_cents=counted_cents)
    drawer, over_short = now.accounts[AccountKind.DRAWER], now.accounts[AccountKind.OVER_SHORT]
    movement = _signed(drawer, over_short, count.difference_cents)
    return record(draft, now, [movement], remark=str(count))


@command
def close_night(*, stamp: Stamp, night: Night) -> Answer:
    """Close the night: the banker bears over/short and takes the drawer home against the float.

    The rest of the float goes to the banker's standing in THE BOOK. Raises ``Impossible``, with the open points, unless
    chips, final pot and notes are zero and the drawer was counted since it last changed.
    """
    draft, now = bank_once(Kind.CLOSE, stamp, {}, night)
    faults = close_faults(now.balances, drawer_counted=drawer_is_counted(now))
    if faults:
        raise Impossible(" ".join(faults))
    float_, banker, rest_cents = now.accounts[AccountKind.FLOAT], now.history.banker, now.balances.banks_rest_cents
    movements = [
        _signed(float_, now.accounts[AccountKind.OVER_SHORT], now.balances.over_short_cents),
        Movement(float_, now.accounts[AccountKind.DRAWER], now.balances.drawer_cents),
    ]
    violations = []
    if rest_cents:
        movements.append(_signed(float_, book_account(banker), rest_cents, banker))
        player = now.person(banker)
        if rest_cents < 0 and not player.regular:
            violations.append(guests_owe(player.name))
    answer = record(draft, now, movements, violations=violations)
    Bank.objects.filter(pk=now.bank.pk).update(closed=answer.act)
    return answer


def _signed(debit: Account, credit: Account, cents: int, player: int | None = None) -> Movement:
    """Move ``cents`` from ``credit`` to ``debit``, or the other way round if they are negative."""
    return Movement(debit, credit, cents, player) if cents > 0 else Movement(credit, debit, -cents, player)


@command
def arrive(*, stamp: Stamp, night: Night, player: Player) -> Answer:
    """Record that a player has come, or come back.

    Raises ``Unlikely`` for a player who is here. Refused for a player who was turned away, and for a guest without an
    inviter in a house that requires one.
    """
    draft, now = bank_once(Kind.ARRIVE, stamp, {"player": player.number}, night)
    if now.history.is_here(player.number) and not stamp.as_it_was:
        raise Unlikely(f"{player} is here already.")
    away = check_admission(player.name, turned_away(now.night, people=now.people).get(player.number, ""))
    arrival = check_arrival(player.name, now.terms, answered_for=now.person(player.number).is_answered_for)
    return record(draft, now, violations=(*away, *arrival))


@command
def raise_level(*, stamp: Stamp, night: Night, level: int) -> Answer:
    """Raise the blinds to ``level``, which opens the window for cash-outs if the house has one.

    Raises ``Impossible`` for a level that the house does not have.
    """
    draft, now = bank_once(Kind.LEVEL, stamp, {"level": level}, night)
    return record(draft, now, violations=check_level(level, current=now.history.level, terms=now.terms))


@command
def set_stakes(*, stamp: Stamp, night: Night, figures: Mapping[str, int]) -> Answer:
    """Set the stakes and limits of an open night anew: the given ones of `history.FIGURES`, else the house's.

    Refused once chips were sold. Raises ``Impossible`` for tonight's present figures, for missing or contradictory
    figures, and for blinds of the night's own once a level is played.
    """
    draft, now = bank_once(Kind.STAKES, stamp, own_figures(figures), night)
    own, history = draft.content, now.history
    if own == history.figures:
        raise Impossible("These are tonight's stakes and limits already.")
    blinds = first_blinds(now.terms, own)
    if history.level is not None:
        if any(own.get(name) not in (None, history.figures.get(name)) for name in ("small_blind", "big_blind")):
            raise Impossible(f"Level {history.level} is being played, which says the blinds: leave them as they are.")
        blinds = now.blinds
    least, most = own.get("buy_in_min"), own.get("buy_in_max")
    if faults := opening_faults(now.terms, blinds=blinds, minimum_cents=least, maximum_cents=most):
        raise Impossible(" ".join(faults))
    return record(draft, now, violations=check_stakes(chips_are_sold=bool(history.of_kind(Kind.BUY_IN))))


@command
def estimate_big_stack(*, stamp: Stamp, night: Night, amount_cents: int) -> Answer:
    check_cents(amount_cents)
    return record(*bank_once(Kind.BIG_STACK, stamp, {"amount": amount_cents}, night))


@command
def give_notice(*, stamp: Stamp, night: Night, player: Player) -> Answer:
    """Record a player's notice of leaving. Raises ``Unlikely`` while an earlier notice stands."""
    draft, now = bank_once(Kind.LEAVE_NOTICE, stamp, {"player": player.number}, night)
    noticed_at = now.history.of(player.number).notice_at
    if noticed_at and not stamp.as_it_was:
        raise Unlikely(f"{player} has given notice already, at {localtime(noticed_at):%H:%M}.")
    return record(draft, now)


@command
def leave(*, stamp: Stamp, night: Night, player: Player) -> Answer:
    """Record that a present player has left without buying chips. They came: no strike follows.

    Raises ``Impossible`` for a player who is not here, or has bought chips.
    """
    draft, now = bank_once(Kind.LEAVE, stamp, {"player": player.number}, night)
    if not now.history.is_here(player.number):
        raise Impossible(f"{player} is not here.")
    if bought := now.history.of(player.number).bought_cents:
        raise Impossible(f"{player} has bought chips for {show_cents(bought)}: cash them out.")
    return record(draft, now)


@command
def play_last_hand(*, stamp: Stamp, night: Night) -> Answer:
    """Record the end of play: from here on, the rules on notice, windows, equal deals and "not before the end" are met.

    Raises ``Unlikely`` while a last hand stands.
    """
    draft, now = bank_once(Kind.LAST_HAND, stamp, {}, night)
    if now.history.is_over and not stamp.as_it_was:
        raise Unlikely("The last hand has been noted already.")
    return record(draft, now)
