"""A season of the demo: which nights there are, who comes to each, and what is out of the ordinary on it. Pure.

The days of the nights, and the hours of the one that is open, follow ``now``; so does what happens between them, and by
that who may owe how much.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from random import Random

from hostdesk.demo import ahead, answers, at_tables
from hostdesk.demo.ahead import Ahead
from hostdesk.demo.answers import Story
from hostdesk.demo.between import Between
from hostdesk.demo.cast import Cast, Game, Person, read_cast
from hostdesk.demo.evening import told
from hostdesk.demo.log import Log
from hostdesk.demo.setting import Quirks, Setting
from hostdesk.demo.words import Verb, Word, Words
from hostdesk.night_logs.night_log import Line
from reservations.kinds import Kind
from reservations.marks import suggested_mark

WEEKS = 26
NO_GAME = (5, 6, 15, 23)
ON_SATURDAY = (3, 12, 19)
ON_THURSDAY = (9,)
"""The weeks before now without a game, and those in which it is not on Friday."""
HOST_MARK = "BOG"
"""What the host signs notes with, who is the first of the regulars."""
OPEN_FOR, SECOND_FOR = timedelta(hours=2, minutes=25), timedelta(minutes=14)
"""So long ago tonight's game was opened, and a second one that has just begun."""

QUIRKS = {
    1: Quirks(drawer_off_cents=-200),
    4: Quirks(miscount="Counted again, together: the banker has it right."),
    5: Quirks(slip=True),
    7: Quirks(hurry="The babysitter called."),
    8: Quirks(found=True),
    10: Quirks(missing_cents=150, missing_reason="Six blue ones never came back; the dog was seen with one."),
    13: Quirks(hands_over=True),
    14: Quirks(lapses=True),
    16: Quirks(deep="It is their birthday, and the table agrees."),
    18: Quirks(drawer_off_cents=-75),
    20: Quirks(slip=True, drawer_off_cents=25),
    22: Quirks(drawer_off_cents=500),
}
"""What is out of the ordinary, by the number of the night."""

STORIES = {
    16: Story(no_show=True, contest="I wrote at noon that the car had broken down, to the wrong Ann.", waits=True),
    17: Story(excused="A child ran a fever; they called ten minutes before."),
    18: Story(waits=True),
    19: Story(cancels=True, no_show=True, pardon="The last train stood in the tunnel until eleven."),
    21: Story(gives_up=True),
    22: Story(gives_up=True, no_show=True, waits=True),
}
"""What becomes of answers, by the number of the night."""

ANSWERED = 16
"""The first night to which people answered beforehand."""


@dataclass(frozen=True)
class Season:
    """What the demo shows: the acts that make the ``people`` known, and those of each of the ``nights``.

    ``before`` each night comes what happened between it and the last. The last two are still open: tonight's game, and
    a second one that has just begun. The ``words`` are what is said of coming to these nights and to those ahead, in
    the order of their times; what is done ``at_tables`` happens between the acts of the two.
    """

    people: tuple[Line, ...]
    before: tuple[tuple[Line, ...], ...]
    nights: tuple[tuple[Line, ...], ...]
    words: tuple[Word, ...]
    at_tables: tuple[Word, ...]


def plan_season(now: datetime) -> Season:
    """Tell the season up to ``now``, an aware time whose zone is the house's own."""
    cast = read_cast()
    closed = [_closed(number, day, cast, now.tzinfo) for number, day in enumerate(_days(_opened(now).date()), start=1)]
    tonight = _tonight(len(closed) + 1, cast, now)
    first = closed[0].starts_at
    between = Between(cast, first.astimezone(now.tzinfo), list(_months(closed[0].day, now.date())), now.date())
    parts = [_told(setting, between) for setting in (*closed, tonight)]
    main = parts[-1][1]
    second = _second(tonight, cast)
    beside = told(second).lines
    return Season(
        people=_people(cast, first),
        before=(*(before for before, _ in parts), ()),
        nights=(*(night for _, night in parts), beside),
        words=_in_order(_words(closed, tonight, cast, str(now.tzinfo))),
        at_tables=_in_order([*at_tables.told_of_two(tonight, main), *at_tables.told_of_one(second, beside)]),
    )


def _in_order(words: Iterable[Word]) -> tuple[Word, ...]:
    return tuple(sorted(words, key=lambda word: word.stamp.at))


def _words(closed: Sequence[Setting], tonight: Setting, cast: Cast, zone: str) -> Iterator[Word]:
    """Give what is said of coming to a night, night by night, and of the rules that it goes by."""
    yield from _revisions(cast, closed[ANSWERED - 1])
    for setting in closed[ANSWERED - 1 :]:
        yield from answers.told(setting, STORIES.get(setting.number, Story()), zone)
    yield from answers.told(tonight, Story(missing=True, expected=OPEN_FOR + timedelta(minutes=35), waits=True), zone)
    host, friday = cast.host.name, _next_friday(tonight.day)
    yield from ahead.told(Ahead(host, zone, friday, until=tonight.starts_at, seen_at=closed[-1].starts_at))


def _revisions(cast: Cast, first: Setting) -> Iterator[Word]:
    for number, game in enumerate(cast.games, start=1):
        if game.revised is not None:
            words = Words(f"rules-{number}", game.house, first.day, cast.host.name)
            words.say(Verb.REVISE, first.starts_at - timedelta(weeks=1), document=game.revised)
            yield from words.said


def _told(setting: Setting, between: Between) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Tell what comes before a night, and the night."""
    before = between.until(setting.starts_at)
    night = told(replace(setting, standings=dict(between.standings)))
    between.close(setting, night.changes)
    return before, night.lines


def _months(first: date, today: date) -> Iterator[date]:
    """Give the days on which the months before them are consolidated: all but the month that ended last."""
    day = _next_month(first)
    while _next_month(day) <= today:
        yield day
        day = _next_month(day)


def _next_month(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def _opened(now: datetime) -> datetime:
    return (now.astimezone(UTC) - OPEN_FOR).replace(second=0, microsecond=0).astimezone(now.tzinfo)


def _days(today: date) -> Iterator[date]:
    """Give the days of the closed nights, the earliest first; the last is two days before ``today`` at the latest."""
    latest = today - timedelta(days=2)
    last_friday = latest - timedelta(days=(latest.weekday() - 4) % 7)
    for week in range(WEEKS, 0, -1):
        if week not in NO_GAME:
            shift = (week in ON_SATURDAY) - (week in ON_THURSDAY)
            yield last_friday + timedelta(days=shift, weeks=1 - week)


def _next_friday(today: date) -> date:
    """Give the Friday of the week after that of ``today``."""
    return today + timedelta(days=7 - today.weekday() + 4)


def _closed(number: int, day: date, cast: Cast, zone: tzinfo | None) -> Setting:
    chance, quirks = _chance(number), QUIRKS.get(number, Quirks())
    game = _game(number, cast)
    banker = cast.regulars[number % 3] if number % 5 == 0 else cast.host
    players = _players(cast, banker, chance.choice((7, 8, 8, 9, 9, 10)), chance)
    return Setting(
        number=number,
        day=day,
        starts_at=datetime.combine(day, time(19, chance.choice((0, 15, 30, 45))), zone).astimezone(UTC),
        game=game,
        players=players,
        people=cast.by_name,
        steps=len(game.terms.levels) * 2 + 1 if game.terms.levels else chance.randrange(24, 31),
        leaving=(
            (players[0 if quirks.hands_over else 2], chance.randrange(8, 12)),
            (players[4], chance.randrange(13, 17)),
        ),
        quirks=quirks,
    )


def _tonight(number: int, cast: Cast, now: datetime) -> Setting:
    opened = _opened(now)
    visitors = {person.name: person for person in cast.visitors[1]}
    players = (*_players(cast, cast.host, 9, _chance(number)), *visitors)
    return Setting(
        number=number,
        day=opened.date(),
        starts_at=opened.astimezone(UTC),
        game=_game(number, cast),
        players=players,
        people={**cast.by_name, **visitors},
        steps=27,
        leaving=((players[3], 8),),
        cut=14,
        quirks=Quirks(slip=True, hurry="Early shift tomorrow, and everybody agrees."),
    )


def _second(tonight: Setting, cast: Cast) -> Setting:
    """Let those who find no room begin a game of their own, in the next of the houses."""
    visitors = {person.name: person for person in cast.visitors[2]}
    return Setting(
        number=tonight.number + 1,
        day=tonight.day,
        starts_at=tonight.starts_at + OPEN_FOR - SECOND_FOR,
        game=_game(tonight.number + 1, cast),
        players=tuple(visitors),
        people=visitors,
        steps=23,
        leaving=(),
        cut=1,
    )


def _game(number: int, cast: Cast) -> Game:
    """Let the games take turns."""
    return cast.games[(number - 1) % len(cast.games)]


def _players(cast: Cast, banker: Person, seats: int, chance: Random) -> tuple[str, ...]:
    """Choose who comes, in what order: the banker first, the guest of somebody who is there last."""
    others = [person for person in cast.regulars if person != banker]
    regulars = [banker, *chance.sample(others, seats - 2)]
    names = [person.name for person in regulars]
    brought = [guest.name for guest in cast.guests if guest.brought_by in names]
    return (*names, *chance.sample(brought, min(1, len(brought))))


def _people(cast: Cast, first_night: datetime) -> tuple[Line, ...]:
    """Write everybody down, a day before the first night: the regulars, their guests, and who comes only once."""
    log = Log("00", first_night - timedelta(days=1), by=cast.host.name)
    marks: set[str] = set()
    for person in (*cast.regulars, *cast.guests, *cast.visitors[1], *cast.visitors[2]):
        invited = {"invited_by": person.brought_by} if person.brought_by else {}
        mark = suggested_mark(person.name, marks) if marks else HOST_MARK
        marks.add(mark)
        log.write(Kind.PLAYER, name=person.name, regular=not person.brought_by, **invited, mark=mark)
        log.wait(20)
    return tuple(log.lines)


def _chance(number: int) -> Random:
    return Random(f"evening {number}")  # noqa: S311 - a game, told the same way every time
