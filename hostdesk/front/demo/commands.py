"""Posts the recorded season through the commands, moved to the days before now, all or nothing.

Every month is consolidated the morning after its end and paid on the following evenings. The nights of a month depend
on the present day, so the plan is computed, as on any desk, and not recorded.

The demo has a database of its own, which is replaced; no other database is filled or deleted.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from enum import Enum, auto
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import chain, count, cycle, repeat
from pathlib import Path
from random import Random
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.utils import timezone

from hostdesk.base.sign_in.link_commands import make_link
from hostdesk.base.sqlite.base import DatabaseWrapper
from hostdesk.front.demo.dates import DAY, Dates
from hostdesk.imports.night_log.commands import post_line, read_log
from hostdesk.imports.night_log.lines import LogLine
from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.models import Host, LinkKind
from hostdesk.rules.houses.presets import check_document, load_preset
from hostdesk.safekeeping.backups.commands import SIDE_FILES
from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from hostdesk.table.tables.queries import present_at
from ledger.clock.commands import start_clock
from ledger.months.commands import consolidate
from ledger.months.queries import plan_of
from reservations.acts.commands import atomic_batch
from reservations.acts.facts import FactKind, Mark, Reply
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Problem
from reservations.conduct.commands import jump_bet, rule, warn
from reservations.conduct.rules import Decider
from reservations.houses.commands import revise_house
from reservations.models import Act, Fact, House, Night, Player
from reservations.nights.commands import cancel_night
from reservations.nights.plans import WEEKS, Plan, Repeats
from reservations.players.queries import player_named, player_names
from reservations.rsvps.commands import answer, keep_up
from reservations.strikes.commands import contest, mark, pardon, see_id
from reservations.tables.blinds_commands import balance, draw_button, place_button, set_away, wish
from reservations.tables.seat_commands import seat_everybody, split_table
from reservations.tables.seats import Spot
from reservations.waiting_list.commands import invite, pin

_SEASON, _FACTS = (Path(__file__).with_name(name) for name in ("season.jsonl", "facts.jsonl"))
_ALSO_PAID_BY = (
    ("Ann Hollis", "zelle", {"account": "+12125550123", "name": "Ann Hollis"}),
    ("Jo O'Dell", "zelle", {"account": "+12125550145"}),
    ("Dolores Vega", "text", {"text": "cash, at the next night"}),
    ("Uncle Kit", "zelle", {"account": "kit@bank.example"}),
)
"""Ways to pay some of them, beside a page of everybody's own: of accounts that nobody can have."""
_EVERY_FACT = {"id", "at", "do", "by", "house", "date"}
_AT_TABLES = (seat_everybody, split_table, balance, wish, set_away, place_button, draw_button)
"""The commands that need who is at the tables."""

_AT_A_NIGHT = (cancel_night, invite, answer, pin, mark, jump_bet, warn, rule, start_clock)
_CALLED: Mapping[str, Callable[..., object]] = {do.__name__: do for do in (*_AT_TABLES, *_AT_A_NIGHT, contest, pardon)}


def build(now: datetime, *, progress: Callable[[int, int], None] = lambda _done, _of: None) -> None:
    """Fill an empty database with the season up to ``now``, with a night open for over two hours.

    Evenings are those of the current time zone. The same ``now`` gives the same acts, keys and heads. ``progress`` gets
    the number of the night that begins and how many there are. Raises a ``Problem`` if the database is not empty.
    """
    dates = Dates(now, timezone.get_current_timezone())
    acts = []
    for _, line in read_log(_SEASON.read_bytes()):
        at = dates.moment(line.stamp.at, line.stamp.at.date())
        moved = {name: dates.day(line.fields[name]) for name in ("date", "about") if name in line.fields}
        acts.append(replace(line, stamp=replace(line.stamp, at=at), fields={**line.fields, **moved}))
    facts = [json.loads(text) for text in _FACTS.read_text(encoding="utf-8").splitlines()]
    nights = [line.fields["date"] for line in acts if line.kind is Kind.OPEN]
    ends = list(dates.month_ends(nights[0]))
    # The heap of future events: the time, the order within that time, and an act or a function.
    places = count()
    coming: list[tuple[datetime, int, LogLine | Callable[[], Iterator[LogLine] | None]]] = [
        (line.stamp.at, next(places), line) for line in acts
    ]
    for fact in facts:
        at = dates.moment(datetime.fromisoformat(fact["at"]), date.fromisoformat(fact["date"]))
        coming.append((at, next(places), partial(_do, fact, at, dates)))
    for end in ends:
        consolidate = partial(consolidate_month, end, dates, is_last=end == ends[-1])
        coming.append((dates.at(end + DAY, 10), next(places), consolidate))
    heapify(coming)
    night, opened = None, 0
    with atomic_batch():
        while coming:
            _, _, what = heappop(coming)
            if not isinstance(what, LogLine):
                for line in what() or ():
                    heappush(coming, (line.stamp.at, next(places), line))
                continue
            act = post_line(what, night).act
            if what.kind is Kind.OPEN:
                night, opened = act.night, opened + 1
                progress(opened, len(nights))
        first = min(line.stamp.at for line in acts)
        for player in Player.objects.all():
            page = f"https://pay.example/{player.number}"  # a name that is kept for examples
            add_way(player=player, kind=KINDS["page"], typed={"page": page}, at=first)
        for name, key, typed in _ALSO_PAID_BY:
            add_way(player=player_named(name), kind=KINDS[key], typed=typed, at=first)


def _do(fact: Mapping[str, Any], at: datetime, dates: Dates) -> None:
    """Run the command of a line of facts, at its new time."""
    recorded, house = date.fromisoformat(fact["date"]), fact["house"]
    day, stamp = dates.day(recorded), Stamp(fact["id"], at, by=fact.get("by", ""))
    content = {name: value for name, value in fact.items() if name not in _EVERY_FACT}
    content |= {name: _READ[name](value) for name, value in content.items() if name in _READ}
    if "expected_at" in content:
        content["expected_at"] = dates.moment(content["expected_at"], recorded)
    match fact["do"]:
        case "revise_house":
            preset = load_preset(house)
            revised = check_document(preset | {name: preset.get(name, {}) | terms for name, terms in content.items()})
            revise_house(house=House.objects.get(key=house), document=revised)
        case "plan_nights":
            starts, ends = dates.times(recorded, content.pop("starts"), content.pop("ends"))
            weeks = content.pop("weeks", 0)
            repeats = Repeats(WEEKS, 1, day, day + 7 * (weeks - 1) * DAY) if weeks else None
            plan = Plan(day=day, starts=starts, ends=ends, zone=str(dates.zone), **content)
            plan_nights(stamp=stamp, house=house, plan=plan, repeats=repeats)
        case "keep_up":
            keep_up(now=at)
        case "see_id":
            see_id(stamp=stamp, on=day, **content)
        case "contest" | "pardon" as command:
            strike = Fact.objects.get(kind=FactKind.STRIKE, night__date=day, player=content.pop("player")).pk
            _CALLED[command](stamp=stamp, strike=strike, **content)
        case command:
            night = Night.objects.get(house__key=house, date=day)
            if _CALLED[command] in _AT_TABLES:
                content["present"] = present_at(night)
            _CALLED[command](stamp=stamp, night=night, **content)


_READ: Mapping[str, Callable[[Any], Any]] = {
    "player": player_named,
    "players": lambda names: [*map(player_named, names)],
    "volunteers": lambda names: [*map(player_named, names)],
    "reply": Reply,
    "mark": Mark,
    "decider": Decider,
    "expected_at": datetime.fromisoformat,
    "spot": lambda spot: Spot(*spot),
    "cards": lambda seed: Random(seed).shuffle,  # noqa: S311 - a game: the cards fall the same way every time
}
"""How fields of a fact are read that are not plain texts or numbers."""


_PAID, _HALF, _CONFIRMED, _CLAIMED, _DISPUTED = "paid", "half", "confirmed", "claimed", "disputed"
_USUAL = (_PAID, _CONFIRMED, _PAID, _HALF)
_LAST = (_PAID, _CLAIMED, _HALF, _DISPUTED, _CONFIRMED)
"""The fates of the payments of the last plan; all after these are paid."""


def consolidate_month(end: date, dates: Dates, *, is_last: bool) -> Iterator[LogLine]:
    """Consolidate the month that ends on that day, and yield the fate of its payments as lines of a night log.

    In the last plan, one payment is claimed since yesterday, one is paid in part and one is disputed.
    """
    key = f"{KEYS}{end:%Y-%m}"
    recorded = consolidate(stamp=Stamp(key, dates.at(end + DAY, 10), by=HOST), until=end)
    payments = plan_of(json.loads(recorded.act.content)).payments
    names = player_names({number for payment in payments for number in (payment.payer, payment.payee)})
    fates = chain(_LAST, repeat(_PAID)) if is_last else cycle(_USUAL)
    for place, (payment, fate) in enumerate(zip(payments, fates, strict=False), start=1):
        evening, payer, payee = dates.at(end + (place + 1) * DAY, 18), names[payment.payer], names[payment.payee]
        fields = {"payer": payer, "payee": payee, "amount": payment.cents}
        claim, answered = f"{key}-{place}-claim", f"{key}-{place}"
        if fate in (_CONFIRMED, _CLAIMED, _DISPUTED):
            claimed_at = dates.at(dates.today - DAY, 12) if fate == _CLAIMED else evening
            yield LogLine(Kind.CLAIM, Stamp(claim, claimed_at, by=payer), None, fields)
        if fate == _DISPUTED:
            reason = "Nothing has come yet."
            yield LogLine(Kind.DISPUTE, Stamp(answered, evening + DAY, by=payee), None, {"of": claim, "reason": reason})
        elif fate == _CONFIRMED:
            yield LogLine(Kind.PAYMENT, Stamp(answered, evening + DAY, by=payee), None, {**fields, "claim": claim})
        elif fate != _CLAIMED:
            cents = -(-payment.cents // 10) * 5 if fate == _HALF else payment.cents
            yield LogLine(Kind.PAYMENT, Stamp(answered, evening, by=HOST), None, {**fields, "amount": cents})


KEYS = "demo-"
"""The start of the key of every act of the demo."""

HOST = "Ann Hollis"
_A_LOOK = timedelta(hours=12)
# These have rows as soon as the database is migrated.
_OF_DJANGO = {"django_migrations", "django_content_type", "auth_permission"}
_NEVER_EMPTY = {*_OF_DJANGO, "reservations_desk", "reservations_rowseal"}


class NotDemoBooks(Problem):
    """The demo may not fill this database; the sentence has the reason and the way out."""


class DemoState(Enum):
    """The state of the demo's database."""

    NOTHING = auto()
    TODAYS = auto()
    OLDER = auto()


def demo_state(now: datetime) -> DemoState:
    """Return the state of the database: a demo of today, a demo of another day, or empty.

    Raises ``NotDemoBooks`` for anything else: acts of other origin, and rows of any kind without acts.
    """
    tables = set(connection.introspection.table_names())
    acts = Act.objects.order_by("number").values_list("key", "recorded_at")
    first = acts.first() if Act._meta.db_table in tables else None
    if first and first[0].startswith(KEYS):
        is_todays = timezone.localdate(first[1]) == timezone.localdate(now)
        return DemoState.TODAYS if is_todays else DemoState.OLDER
    has_rows = first is not None
    for table in tables - _NEVER_EMPTY:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608 - named by SQLite
            has_rows = has_rows or cursor.fetchone() is not None
    if has_rows:
        raise NotDemoBooks(f"{demo_books().path} has books that are not the demo's. The demo fills only its own.")
    return DemoState.NOTHING


def demo_books() -> DatabaseWrapper:
    """Return the demo's database. Raises ``NotDemoBooks`` unless it is a SQLite file."""
    books = connections[DEFAULT_DB_ALIAS]
    if not isinstance(books, DatabaseWrapper) or books.is_in_memory_db():
        raise NotDemoBooks("The demo keeps its books in a SQLite file of its own: unset DATABASE_URL.")
    return books


def start_anew() -> None:
    """Replace the demo's database, which `demo_state` has recognised, by an empty file."""
    books = demo_books()
    books.close()
    for ending in ("", *SIDE_FILES):
        Path(f"{books.path}{ending}").unlink(missing_ok=True)
    books.make_file()


def host_link() -> str:
    """Return the secret of a new link that signs in the demo's host; adds the host if there is none."""
    host = Host.objects.filter(name=HOST).first() or Host.objects.make(name=HOST, password=secrets.token_urlsafe())
    return make_link(LinkKind.HOST, host=host, valid_for=_A_LOOK)
