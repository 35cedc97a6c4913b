"""The nights ahead in the demo, and who has answered so far: read out of ``ahead.toml`` beside this. Pure."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from hostdesk.demo.answers import PLACE
from hostdesk.demo.words import Verb, Word, Words
from reservations.facts import Reply
from reservations.plans import Plan
from reservations.recurring import WEEKS, Repeats

_FILE = Path(__file__).parent / "ahead.toml"
_A_DAY, _AN_HOUR = timedelta(days=1), timedelta(hours=1)
_BETWEEN_ANSWERS = 7 * _AN_HOUR


@dataclass(frozen=True)
class Ahead:
    """When the nights ahead are told of: everything is said before ``until``, an aware time, by or to the ``host``.

    ``friday`` is that of next week, ``zone`` the name of the place's time zone, ``seen_at`` when IDs were shown.
    """

    host: str
    zone: str
    friday: date
    until: datetime
    seen_at: datetime


def told(ahead: Ahead) -> Sequence[Word]:
    """Tell what is planned and who answered, in the order of its times."""
    nights = tomllib.loads(_FILE.read_text(encoding="utf-8"))["nights"]
    words = [word for number, night in enumerate(nights, 1) for word in _night(number, night, ahead)]
    return sorted(words, key=lambda word: word.stamp.at)


def _night(number: int, night: Mapping[str, Any], ahead: Ahead) -> Sequence[Word]:
    day = ahead.friday + night["days"] * _A_DAY
    words = Words(f"ahead-{number}", night["house"], day, ahead.host)
    if "cancelled" in night:
        words.say(Verb.CANCEL, ahead.until - _A_DAY, reason=night["cancelled"])
        return words.said
    planned = ahead.until - night["planned"] * _A_DAY
    words.say(Verb.PLAN, planned, plan=_plan(day, night, ahead.zone), repeats=_repeats(day, night))
    if "invited" in night:
        words.say(Verb.INVITE, planned + _AN_HOUR, players=night["invited"])
    _answers(words, night, planned + 2 * _AN_HOUR)
    for name in night.get("showed", ()):
        words.say(Verb.SEE_ID, ahead.seen_at, player=name, on=ahead.seen_at.astimezone(ZoneInfo(ahead.zone)).date())
    return words.said


def _plan(day: date, night: Mapping[str, Any], zone: str) -> Plan:
    said = {name: night[name] for name in ("starts", "ends", "seats", "note")}
    return Plan(day=day, zone=zone, maybe_hours=24, place=PLACE, **said)


def _repeats(day: date, night: Mapping[str, Any]) -> Repeats | None:
    return Repeats(WEEKS, 1, day, day + 7 * (night["weeks"] - 1) * _A_DAY) if "weeks" in night else None


def _answers(words: Words, night: Mapping[str, Any], at: datetime) -> None:
    for name, *guests in night["yes"]:
        words.say(Verb.ANSWER, at, by=name, player=name, reply=Reply.YES, guests=guests)
        at += _BETWEEN_ANSWERS
    for reply in (Reply.MAYBE, Reply.NO):
        for name in night.get(reply.value, ()):
            words.say(Verb.ANSWER, at, by=name, player=name, reply=reply)
            at += _BETWEEN_ANSWERS
    if pinned := night.get("pinned"):
        words.say(Verb.PIN, at, **pinned)
