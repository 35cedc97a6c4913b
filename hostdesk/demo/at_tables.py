"""What happens at the tables of the demo's nights that are open: who sits where, moves, waits and is warned. Pure.

It follows the acts of these nights: somebody sits down when they have come, and tables become uneven when somebody
has gone. Cards are shuffled the same way every time.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any

from hostdesk.demo.setting import Setting
from hostdesk.demo.words import Verb, Word, Words
from hostdesk.night_logs.night_log import Line
from reservations.conduct import Decider
from reservations.draws import Card, Shuffle
from reservations.kinds import Kind

FIRST, FULL = 6, 12
"""So many come at the beginning; with so many the table is split."""

_AT_ONCE = timedelta(seconds=4)
_COMING = (Kind.ARRIVE, Kind.BUY_IN)
_DISPUTE = "Nobody wants to show first."
_DECISION = "Whoever bet last does; after that it goes left."


def shuffled(seed: str) -> Shuffle:
    """Return a shuffle that is the same every time."""

    def shuffle(deck: list[Card]) -> None:
        Random(seed).shuffle(deck)  # noqa: S311 - a game, told the same way every time

    return shuffle


def told_of_two(setting: Setting, lines: Sequence[Line]) -> Sequence[Word]:
    """Tell of tonight, where one table becomes two: whoever is to leave first volunteers for the second."""
    words = _words(setting)
    for place, line in _arrivals(lines):
        _sit_down(words, setting, place, line)
    gone = next(line for line in lines if line.kind is Kind.CASH_OUT)
    for seconds, verb, fields in _uneven():
        words.say(verb, gone.stamp.at + timedelta(seconds=seconds), **fields)
    _behave(words, setting, gone)
    return words.said


def told_of_one(setting: Setting, lines: Sequence[Line]) -> Sequence[Word]:
    """Tell of the second game: everybody is there, the button is drawn, and the clock is started."""
    words, last = _words(setting), lines[-1].stamp.at
    words.say(Verb.SEAT, last + _AT_ONCE)
    words.say(Verb.DRAW_BUTTON, last + 3 * _AT_ONCE, table=1, shuffle=shuffled(f"button {setting.number}"))
    words.say(Verb.START_CLOCK, last + 5 * _AT_ONCE)
    return words.said


def _words(setting: Setting) -> Words:
    return Words(f"tables-{setting.number}", setting.game.house, setting.day, setting.players[0])


def _arrivals(lines: Sequence[Line]) -> Iterator[tuple[int, Line]]:
    """Give the act by which each came, numbered from 1."""
    came: dict[str, Line] = {}
    for line in lines:
        if line.kind in _COMING:
            came.setdefault(line.fields["player"], line)
    return enumerate(came.values(), 1)


def _sit_down(words: Words, setting: Setting, place: int, line: Line) -> None:
    at = line.stamp.at + _AT_ONCE
    if place == FULL:
        volunteers = [setting.leaving[0][0], setting.players[7]]
        cards = shuffled(f"split {setting.number}")
        words.say(Verb.SPLIT, at, volunteers=volunteers, shuffle=cards)
    elif place >= FIRST:
        words.say(Verb.SEAT, at)
    if place == FIRST:
        cards = shuffled(f"button {setting.number}")
        words.say(Verb.DRAW_BUTTON, at + _AT_ONCE, table=1, shuffle=cards)


def _uneven() -> Iterator[tuple[int, Verb, dict[str, Any]]]:
    """Give what follows when somebody has gone: where the buttons are, and who moves."""
    yield 3, Verb.PLACE_BUTTON, {"table": 1, "seat": 1}
    yield 5, Verb.PLACE_BUTTON, {"table": 2, "seat": 2}
    yield 7, Verb.BALANCE, {}


def _behave(words: Words, setting: Setting, gone: Line) -> None:
    """Let two bet before their turn, one of them again, and one be warned; one is away, and two ask to change."""
    host, at, minute = setting.players[0], gone.stamp.at, timedelta(minutes=1)
    hasty, restless, away = setting.players[2], setting.players[5], setting.players[6]
    for after, name in ((11, hasty), (17, setting.players[8]), (26, hasty)):
        words.say(Verb.JUMP, at + after * minute, by=host, player=name)
    words.say(Verb.WARN, at + 19 * minute, by=host, player=restless, words="Talked about a hand in play")
    ruling = {"dispute": _DISPUTE, "decision": _DECISION, "decider": Decider.TABLE}
    words.say(Verb.RULE, at + 22 * minute, by=host, **ruling)
    words.say(Verb.AWAY, at + 31 * minute, by=host, player=away, away=True)
    words.say(Verb.WISH, at + 33 * minute, by=host, player=restless)
    words.say(Verb.WISH, at + 36 * minute, by=host, player=setting.players[9])
