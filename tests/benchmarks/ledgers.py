"""Large ledgers for the benchmarks, written in bulk with valid chains."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from django.core.management import call_command
from django.db import connection

from hostdesk.rules.houses.presets import load_preset
from ledger.entries.commands import Movement, local, portable
from ledger.models import OF_A_NIGHT, Account, AccountKind, Bank, Transfer
from reservations.acts.chain import ChainEnd
from reservations.acts.commands import chained, seal_rows
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.queries import Draft
from reservations.houses.commands import make_house
from reservations.models import Act, Night, Player, Rules
from reservations.players.commands import record_player
from tests.triggers import remove_triggers

FIRST = datetime(2020, 1, 1, 20, tzinfo=UTC)
PLAYERS = 40


def a_night(regulars: int = PLAYERS) -> int:
    """Return the number of transfers of one night: the float, a buy-in and a cash-out per player, two at the close."""
    return 2 * regulars + 3


A_NIGHT = a_night()


@dataclass
class Writer:
    """Collects acts and transfers in two lists, and saves them at the end."""

    acts: list[Act] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)

    def add(
        self,
        kind: Kind,
        content: dict[str, object],
        night: Night,
        opened: int,
        *moved: Movement,
        made: Iterable[Account] = (),
    ) -> Act:
        """Add an act of a night with its movements and the accounts that it made."""
        last = self.acts[-1] if self.acts else Act.objects.latest("number")
        number = last.number + 1
        stamp = Stamp(key=f"bench-{number:09}", at=FIRST + timedelta(minutes=number))
        first = len(self.transfers) + 1
        act = chained(
            Draft(kind, stamp, content, night),
            ChainEnd(last.number, last.head, last.seal),
            opened=opened,
            transfers=[portable(each, opened) for each in moved],
            ids=[*(each.pk for each in made), *(local(place, each) for place, each in enumerate(moved, start=first))],
        )
        self.acts.append(act)
        self.transfers += _transfers(act, first, moved)
        return act

    def save(self) -> None:
        """Write all acts and transfers."""
        Act.objects.bulk_create(self.acts, batch_size=2000)
        Transfer.objects.bulk_create(self.transfers, batch_size=2000)


def _transfers(act: Act, first: int, moved: tuple[Movement, ...]) -> Iterator[Transfer]:
    for number, each in enumerate(moved, start=first):
        yield Transfer(
            number=number, act=act, debit=each.debit, credit=each.credit, cents=each.cents, player_id=each.player_id
        )


def start_anew() -> None:
    """Empty the database."""
    remove_triggers(connection)  # The flush puts them back.
    call_command("flush", interactive=False, verbosity=0)


def write_ledger(transfers: int, regulars: int = PLAYERS) -> None:
    """Write closed nights, about that many transfers in all; the players (40 as a rule) buy and leave by THE BOOK."""
    players = [_player(number) for number in range(1, regulars + 1)]
    books = {each.number: Account.objects.create(kind=AccountKind.BOOK, player=each) for each in players}
    rules = make_house(document=load_preset("mike"))
    writer = Writer()
    days = [date(2020, 1, 1) + timedelta(days=number) for number in range(transfers // a_night(regulars))]
    banks = [_night(writer, day, rules, players, books) for day in days]
    writer.save()
    Bank.objects.bulk_create(banks)
    seal_rows(Night.objects.order_by("pk"))


def _player(number: int) -> Player:
    stamp = Stamp(key=f"bench-player-{number}", at=FIRST)
    return Player.objects.get(pk=record_player(stamp=stamp, name=f"Player {number}", regular=True).act.number)


def _night(writer: Writer, day: date, rules: Rules, players: list[Player], books: dict[int, Account]) -> Bank:
    night = Night.objects.create(date=day, house=rules.house, rules=rules)
    account = {kind: Account.objects.create(kind=kind, night=night) for kind in OF_A_NIGHT}
    chips, drawer, float_ = account[AccountKind.CHIPS], account[AccountKind.DRAWER], account[AccountKind.FLOAT]
    content: dict[str, object] = {
        "house": "mike",
        "version": 1,
        "date": day.isoformat(),
        "banker": players[0].number,
        "float": 10000,
    }
    opened = writer.add(Kind.OPEN, content, night, 0, Movement(drawer, float_, 10000), made=account.values())
    for player in players:
        content = {"player": player.number, "amount": 2000, "pay": "book"}
        bought = Movement(books[player.number], chips, 2000, player.number)
        writer.add(Kind.BUY_IN, content, night, opened.number, bought)
    for place, player in enumerate(players):
        cents = 2000 + (100 if place % 2 else -100)
        content = {"player": player.number, "player_count": cents, "banker_count": cents}
        paid = Movement(chips, books[player.number], cents, player.number)
        writer.add(Kind.CASH_OUT, content, night, opened.number, paid)
    home = [Movement(float_, drawer, 6000), Movement(float_, drawer, 4000)]
    closed = writer.add(Kind.CLOSE, {}, night, opened.number, *home)
    return Bank(night=night, opened=opened, closed=closed, banker=players[0])
