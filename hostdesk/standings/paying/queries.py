"""Players' ways to be paid, as the desk keeps them, and the date of the last payment between two players.

Only hosts and players who owe the payee may see these details: the views check that.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from hostdesk.models import PaymentWay
from hostdesk.standings.paying.filled import Filled, filled_in
from hostdesk.standings.paying.kinds import KINDS, Way
from ledger.book.payment_queries import payments_and_claims
from ledger.months.plan_queries import PaymentNow
from ledger.months.text import payment_reference
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Desk
from reservations.players.queries import people_at


def ways_of(players: Iterable[int]) -> Mapping[int, Sequence[Way]]:
    """Return the ways to pay the players of these numbers (no duplicates), by number.

    The ways of those merged into a player come after their own, without repetition, and are new with the merge: nobody
    who owed that player has seen them before. A player without any is not in it.
    """
    found = defaultdict[int, list[Way]](list)
    people = people_at()
    persons = {entry: player for player in players for entry in people.entries(player)}
    rows = sorted(PaymentWay.objects.filter(player__in=persons), key=lambda row: row.player_id in people)
    merges = _merges() if any(row.player_id in people for row in rows) else {}
    for row in rows:
        kind, entry, since, left = KINDS[row.kind], row.player_id, row.since, {**merges}
        while entry in left:  # A circle, in a forged ledger, ends too.
            entry, at = left.pop(entry)
            since = max(since or at, at)
        # PostgreSQL gives the details in an order of its own.
        way = Way(kind, {key: row.details[key] for key in kind.asks if key in row.details}, row.pk, since)
        ways = found[persons[row.player_id]]
        if (way.kind, way.details) not in [(known.kind, known.details) for known in ways]:
            ways.append(way)
    return dict(found)


def _merges() -> Mapping[int, tuple[int, datetime]]:
    """Return the person into whom every duplicate was merged, and the time."""
    acts = in_effect(Act.objects.filter(night=None, kind=Kind.MERGE)).values_list("content", "at")
    return {merge["player"]: (merge["into"], at) for merge, at in ((json.loads(content), at) for content, at in acts)}


def filled_ways(due: PaymentNow, cents: int, desk: Desk) -> Sequence[tuple[Filled, bool]]:
    """Return so many cents of a payment by every way that the payee has, and whether that way is new to the payer.

    It is new until they pay the payee, or claim to have, after the day on which the way came.
    """
    return _filled(due, cents, desk, ways_of([due.payee]).get(due.payee, ()))


def ways_left(payments: Iterable[PaymentNow], desk: Desk) -> Mapping[int, Sequence[tuple[Filled, bool]]]:
    """Return the ways to pay the unclaimed rests of payments, by place in the plan, as `filled_ways` does."""
    unpaid = [due for due in payments if due.unclaimed_cents and not due.is_over]
    ways = ways_of({due.payee for due in unpaid})
    return {due.place: _filled(due, due.unclaimed_cents, desk, ways.get(due.payee, ())) for due in unpaid}


def _filled(due: PaymentNow, cents: int, desk: Desk, ways: Iterable[Way]) -> Sequence[tuple[Filled, bool]]:
    text, paid_at = payment_reference(desk.payment_text, due.month, due.place), last_paid_at(due.payer, due.payee)
    filled = partial(filled_in, cents=cents, currency=desk.currency, payee=due.payee_name, text=text)
    return [(filled(way), way.is_newer_than(paid_at)) for way in ways]


def last_paid_at(payer: int, payee: int) -> datetime | None:
    """Return when a person last paid another one, or claimed to have; None for never."""
    recorded = payments_and_claims()
    every = [*recorded.payments(), *recorded.claims()]
    return max((one.at for one in every if (one.payer, one.payee) == (payer, payee)), default=None)
