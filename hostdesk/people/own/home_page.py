"""A player's main page: tonight, the next night, their standing; and all their lines in THE BOOK, and the plans."""

from calendar import monthrange
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.http import urlencode

from hostdesk.invitations.coming.page import NightAhead
from hostdesk.standings.paying.kinds import Way
from hostdesk.standings.paying.queries import ways_of
from hostdesk.table.open_night.queries import PlayerTonight, tonight_of
from hostdesk.table.requests.queries import OwnRequests, own_requests
from hostdesk.table.tables.page import tables_of
from ledger.book.own_queries import own_lines
from ledger.book.queries import book_now, term_days
from ledger.book.report import OwnLine
from ledger.cash_out.queries import OwnCount
from ledger.clock.queries import ClockNow, clock_now
from ledger.models import Transfer
from ledger.months.plan_queries import OwnPlan, OwnPlans, PaymentNow, plans_of
from ledger.results.closed_queries import closed_nights
from ledger.standings.ages import overdue_of
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Kind
from reservations.acts.queries import Books, names_players
from reservations.models import Act, Fact, Night, Player
from reservations.players.queries import same_person
from reservations.tables.seats import Spot

HOME_PARTS = {
    "played": "people/own/home/_played.html",
    "standing": "people/own/home/_owed.html",
    "playing": "people/own/home/_tonight.html",
    "asks": "table/requests/_ask.html",
    "ahead": "invitations/coming/_coming.html",
    "rows": "people/own/home/_rows.html",
}
"""The parts of the page by name, in their order, and their templates; every part can be drawn anew alone."""
_OF_ONE_PLAYER = frozenset(
    {
        *(Kind.ARRIVE, Kind.BUY_IN, Kind.CHIP_SALE, Kind.PLAY_BEHIND, Kind.LEAVE_NOTICE, Kind.LEAVE, Kind.CASH_OUT),
        *(Kind.PAYMENT, Kind.CREDIT, Kind.CLAIM, Kind.FORGIVE, Kind.FLOAT, Kind.COUNT_DRAWER, Kind.DECLARE_CHIPS),
    }
)
"""The kinds of acts that name all players for whom they change anything; one of no player is the bank's own. An act
about another act or about a note is none of them: it does not say whose these are."""
_OF_MORE_PLAYERS = frozenset({FactKind.MOVE, FactKind.MERGED, FactKind.FORGET})
"""The kinds of facts about one player that change something for others: seats, names."""


class OwnNote(NamedTuple):
    """A bank note that is out: its name, its other party, and its rest in cents."""

    name: str
    other: str
    cents: int


class OwnTonight(NamedTuple):
    """A player's part in an open night: their chips and money, their seat, and the clock.

    ``wrote`` are the notes of theirs that are out, ``holds`` those of others that they hold, ``counted`` their own
    count of their chips. ``other_tables`` are those they can ask for, ``wish`` the one of their request.
    """

    night: Night
    since: datetime
    mine: PlayerTonight
    spot: Spot | None
    clock: ClockNow
    wrote: tuple[OwnNote, ...]
    holds: tuple[OwnNote, ...]
    requests: OwnRequests
    counted: OwnCount | None
    other_tables: Sequence[int] = ()
    wish: int | None = None

    @property
    def paid(self) -> list[tuple[str, int]]:
        """The means of their purchases, with their cents."""
        sums = Counter[str]()
        for purchase in self.mine.bought:
            sums[purchase["paid"]] += purchase["cents"]
        return [*sums.items()]


def own_tonight(player: Player, opened: Iterable[Night], now: datetime) -> list[OwnTonight]:
    """Return the open nights to which a player (not a duplicate) has come."""
    found, number = list[OwnTonight](), player.number
    for night in opened:
        tonight = tonight_of(night)
        mine, names = tonight.player(number), tonight.now.names
        if mine is None:
            continue
        out = [note for note in tonight.now.notes if note.is_out]
        holders = {note.name: names.get(note.held_by or 0, "the bank") for note in out}
        tables = tables_of(tonight)
        seat = tables.player(number)
        wish = next((wish.table for wish in tables.seating.wishes if wish.player == number), None)
        may_ask = tables.seating.numbers() if seat.spot and not seat.is_banker else ()
        one = OwnTonight(
            night=night,
            since=tonight.now.history.of_kind(Kind.OPEN)[0].at,
            mine=mine,
            spot=seat.spot,
            clock=clock_now(tonight.now, now, tonight.facts),
            wrote=tuple(OwnNote(one.name, holders[one.name], one.out_cents) for one in out if one.owed_by == number),
            holds=tuple(OwnNote(one.name, names[one.owed_by], one.out_cents) for one in out if one.held_by == number),
            requests=own_requests(tonight, number, now),
            counted=tonight.own_counts.get(number),
            other_tables=[table for table in may_ask if seat.spot and table not in (seat.spot.table, wish)],
            wish=wish,
        )
        found.append(one)
    return found


def just_played(player: Player, today: date) -> tuple[Night, int] | None:
    """Return the night that a player (not a duplicate) played last, with their result in cents.

    None from the second day after it on.
    """
    closed, mine = closed_nights(), same_person(player)
    nights = [night for entry in mine if entry in closed.players for night in closed.players[entry].nights[-1:]]
    last = max(nights, key=closed.closes.__getitem__, default=0)
    if not last or (today - closed.nights[last].day).days > 1:
        return None
    cents = sum(closed.nights[last].results.get(entry, 0) for entry in mine)
    return Night.objects.select_related("house").get(pk=last), cents


def concerns_player(numbers: Collection[int], before: Books, _: Books) -> bool:
    """Tell whether anything was recorded after ``before`` about a player, by all their ``numbers``, or about all."""
    moved = Q(player__in=numbers) | Q(note__debtor__in=numbers)
    moved |= Q(debit__player__in=numbers) | Q(credit__player__in=numbers)
    of_them = names_players(numbers) | Q(Exists(Transfer.objects.filter(moved, act=OuterRef("pk"))))
    acts = Act.objects.filter(of_them | ~Q(kind__in=_OF_ONE_PLAYER), number__gt=before.act)
    about = Q(player=None) | Q(player__in=numbers) | Q(about__player__in=numbers) | Q(kind__in=_OF_MORE_PLAYERS)
    return acts.exists() or Fact.objects.filter(about, pk__gt=before.fact).exists()


def next_nights(ahead: list[NightAhead], tonight: Sequence[OwnTonight]) -> tuple[list[NightAhead], list[NightAhead]]:
    """Return the nights to show first and those after them: the next one, and one more that waits for a word.

    A night with the player at the table is no night ahead. One that has begun comes last, unless they have a seat there
    and are awaited.
    """
    playing = {game.night.pk for game in tonight}
    nights = [night for night in ahead if not (night.here and night.night.pk in playing)]
    nights.sort(key=lambda night: night.has_begun and not night.may_be_late)
    waits = [night for night in nights[1:] if night.minutes_left or night.confirms]
    first = [*nights[:1], *waits[:1]]
    return first, [night for night in nights if night not in first]


class OwnPayment(NamedTuple):
    """A payment that a player makes or gets, with the ways to pay the payee.

    ``of_pair`` is itself, and before it payments of past plans between the same two with a claim to be answered: a sum
    that rolled into a later plan is no payment of its own. ``is_past``: there is no later plan between the two.
    """

    payment: PaymentNow
    ways: Sequence[Way]
    of_pair: Sequence[PaymentNow]
    is_past: bool = False

    @property
    def waits(self) -> bool:
        """Whether a claim waits for its answer."""
        return any(payment.waiting for payment in self.of_pair)

    @property
    def is_refused(self) -> bool:
        """Whether the payee has refused a claim."""
        return any(payment.disputed for payment in self.of_pair)


class Owed(NamedTuple):
    """A player's standing in cents (+ THE BOOK owes them), and the payments that settle it.

    ``since`` is the day of the oldest part of it, ``due`` the last day to pay that part of a debt by the houses' terms,
    ``overdue_cents`` the older part, less the claims that wait for an answer. ``beyond_cents`` is the rest after the
    open payments: the changes since the plan.
    """

    standing_cents: int
    since: date | None
    due: date | None
    overdue_cents: int
    in_book: bool
    plans: OwnPlans
    pays: Sequence[OwnPayment]
    gets: Sequence[OwnPayment]
    beyond_cents: int

    @property
    def owes_cents(self) -> int:
        """The debt."""
        return max(0, -self.standing_cents)


def owed_by(player: Player) -> Owed:
    """Return the standing and payments of a player (not a duplicate)."""
    parts, plans, today = book_now().parts.get(player.number), plans_of(player), timezone.localdate()
    left, cents = (parts.left, parts.cents) if parts else ((), 0)
    term = term_days() if cents < 0 else None
    due = [payment for payment in plans.latest.payments if not payment.is_over] if plans.latest else []
    shown = {(payment.payer, payment.payee): payment for payment in due}
    for unsettled in plans.unsettled:
        shown.setdefault((unsettled.payer, unsettled.payee), unsettled)
    ways = ways_of({payee for _, payee in shown}) if shown else {}
    payments = []
    for (payer, payee), payment in shown.items():
        earlier = [past for past in plans.unsettled if (past.payer, past.payee) == (payer, payee) and past != payment]
        is_past = payment not in due
        payments.append(OwnPayment(payment, ways.get(payee, ()), [payment, *earlier], is_past))
    pays = [own for own in payments if own.payment.payer == player.number]
    claimed = sum(claim.left_cents for own in pays for payment in own.of_pair for claim in payment.waiting)
    signed = [one.left_cents if one.payer == player.number else -one.left_cents for one in due]
    return Owed(
        standing_cents=cents,
        since=left[0].day if left else None,
        due=left[0].day + timedelta(days=term) if term else None,
        overdue_cents=max(0, overdue_of(left, today, term) - claimed),
        in_book=parts is not None or bool(plans.plans),
        plans=plans,
        pays=pays,
        gets=[own for own in payments if own.payment.payer != player.number],
        beyond_cents=cents + sum(signed) if due else 0,
    )


class BookRow(NamedTuple):
    """A line, or a plan that was made then: one of them is None."""

    line: OwnLine | None = None
    plan: OwnPlan | None = None

    @property
    def number(self) -> int:
        """The number of its act."""
        return int(self.line.act if self.line else self.plan.number if self.plan else 0)


def book_rows(player: Player, owed: Owed) -> Sequence[BookRow]:
    """Return the lines and the plans of a player (not a duplicate), the newest first."""
    rows = [BookRow(line=line) for line in own_lines(player)]
    rows += [BookRow(plan=plan) for plan in owed.plans.plans]
    return sorted(rows, key=lambda row: row.number)[::-1]  # Of one act the last line comes first, too.


def periods(today: date) -> list[tuple[str, str]]:
    """Return the usual periods of a statement, with their form in an address."""
    last_month = today.replace(day=1) - timedelta(days=1)
    spans = {
        "This month": (today.replace(day=1), today.replace(day=monthrange(today.year, today.month)[1])),
        "Last month": (last_month.replace(day=1), last_month),
        "This year": (date(today.year, 1, 1), date(today.year, 12, 31)),
        "Last year": (date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)),
    }
    named = [(name, urlencode({"from": f"{first}", "to": f"{last}"})) for name, (first, last) in spans.items()]
    return [*named, ("Everything", "from=")]
