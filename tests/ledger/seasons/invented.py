"""An invented season, as plain rows and as every kind of file from which a season can be imported.

All amounts are whole dollars, for PokerNow's ledgers. All players sit down at eight and get up four hours later.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from random import Random

FIRST = date(2020, 1, 3)
HOURS = timedelta(hours=4)


@dataclass(frozen=True)
class Invented:
    """One player's night: each purchase and the cash-out, in dollars."""

    day: date
    player: str
    bought: tuple[int, ...]
    back: int

    @property
    def net(self) -> int:
        return self.back - sum(self.bought)


def invented(nights: int, group: int, *, table: int = 8, again: int = 4, seed: int = 1) -> list[list[Invented]]:
    """Invent weekly nights with ``table`` players from a group, who rebuy ``again`` times in all each night."""
    chance, names = Random(seed), [f"Player {number:02}" for number in range(group)]
    season = []
    for number in range(nights):
        players = chance.sample(names, table)
        bought: dict[str, tuple[int, ...]] = dict.fromkeys(players, (20,))
        for player in chance.choices(players, k=again):
            bought[player] += (20,)
        in_play = sum(map(sum, bought.values()))
        cuts = sorted(chance.randint(0, in_play) for _ in players[1:])
        stacks = [high - low for low, high in zip([0, *cuts], [*cuts, in_play], strict=True)]
        day = FIRST + timedelta(weeks=number)
        season.append([Invented(day, each, bought[each], back) for each, back in zip(players, stacks, strict=True)])
    return season


def night_logs(season: Sequence[Sequence[Invented]], house: str = "mike") -> Iterator[bytes]:
    """Yield a night log for each night, the first with all players; all buy-ins go to THE BOOK."""
    numbers, names = count(), sorted({each.player for night in season for each in night})
    for place, night in enumerate(season):
        start = datetime.combine(night[0].day, time(20), UTC)
        said = [{"act": "player", "name": name, "regular": True} for name in names if not place]
        said += [{"act": "open", "house": house, "date": f"{start:%Y-%m-%d}", "banker": night[0].player}]
        said[-1] |= {"float": "100.00"}
        said += [
            {"act": "buy_in", "player": each.player, "amount": f"{dollars}.00", "pay": "book"}
            for each in night
            for dollars in each.bought
        ]
        over = [{"act": "last_hand"}]
        over += [
            {"act": "cash_out", "player": each.player}
            | dict.fromkeys(("player_count", "banker_count"), f"{each.back}.00")
            for each in night
        ]
        over += [{"act": "count_drawer", "counted": "100.00"}, {"act": "close"}]
        lines = [(start, fields) for fields in said] + [(start + HOURS, fields) for fields in over]
        yield "".join(
            json.dumps({"id": f"invented-{next(numbers):07}", "at": at.isoformat(), **fields}) + "\n"
            for at, fields in lines
        ).encode()


def pokernow_ledgers(season: Sequence[Sequence[Invented]]) -> Iterator[bytes]:
    """Yield the ledger of each night as PokerNow exports it, in whole dollars, with one sitting per player."""
    heading = (
        "player_nickname",
        "player_id",
        "session_start_at",
        "session_end_at",
        "buy_in",
        "buy_out",
        "stack",
        "net",
    )
    for night in season:
        start = datetime.combine(night[0].day, time(20), UTC)
        rows = [
            (
                each.player,
                each.player.replace(" ", "-"),
                *_moments(start, place),
                sum(each.bought),
                each.back,
                0,
                each.net,
            )
            for place, each in enumerate(night)
        ]
        yield _csv([heading, *rows])


def results_sheets(season: Sequence[Sequence[Invented]]) -> Iterator[bytes]:
    """Yield one sheet of all nights: dates, players and nets."""
    rows = [(each.day.isoformat(), each.player, each.net) for night in season for each in night]
    yield _csv([("date", "player", "net"), *rows])


def _moments(start: datetime, place: int) -> Iterator[str]:
    """Yield the times at which a player sat down and got up; no two players share a millisecond."""
    for moment in (start, start + HOURS):
        yield f"{moment:%Y-%m-%dT%H:%M:%S}.{place:03}Z"


def _csv(rows: Sequence[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()
