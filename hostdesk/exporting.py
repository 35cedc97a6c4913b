"""Write acts as a night log that comes to the same when it is imported."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from hostdesk.night_log import FIELDS, PLAYER, write_fields, write_line
from ledger.models import Bank
from reservations.kinds import Kind
from reservations.models import Act, Night
from reservations.names import name_key
from reservations.queries import names_as_of, player_names

_OF_NO_NIGHT = {Kind.PLAYER, Kind.OPEN, Kind.REVERSE}
"""The acts whose night needs no naming: they have none, or say it by what they are about."""


def export_all() -> list[str]:
    """Return every act of the ledger as a line, up to the act that was the last when it was asked."""
    last = _last_number()
    return _lines(_acts_until(last), last)


def export_night(night: Night) -> list[str]:
    """Return the acts of a night and the ``player`` acts before its end of whoever is in them.

    Where it is the ledger's only night, all acts: then the copy has the same chain head.
    """
    last = _last_number()
    if Bank.objects.filter(opened__number__lte=last).count() == 1:
        return _lines(_acts_until(last), last)
    acts = list(_acts_until(last).filter(night=night))
    players = _acts_until(acts[-1].number).filter(kind=Kind.PLAYER)
    return _lines(sorted([*_introducing(acts, players), *acts], key=lambda act: act.number), last)


def _last_number() -> int:
    act = Act.objects.order_by("-number").first()
    return act.number if act else 0


def _acts_until(number: int) -> QuerySet[Act]:
    return Act.objects.filter(number__lte=number).order_by("number")


def described(kind: str, content: Mapping[str, Any]) -> str:
    """Return an act's kind and fields in one line, for a message."""
    names = player_names(_numbers(kind, content))
    return f"{kind} {write_line(write_fields(kind, content, names))}"


def _introducing(acts: Iterable[Act], players: Iterable[Act]) -> Iterator[Act]:
    """Yield the ``player`` acts of whoever is in ``acts``, of whoever has invited them, and so on."""
    said: dict[str, list[Act]] = defaultdict(list)
    for act in players:
        said[name_key(json.loads(act.content)["name"])].append(act)
    known = {theirs[0].number: theirs for theirs in said.values()}
    waiting = [*acts]
    while waiting:
        act = waiting.pop()
        for number in _numbers(act.kind, json.loads(act.content)):
            theirs = known.pop(number, [])
            waiting += theirs
            yield from theirs


def _numbers(kind: str, content: Mapping[str, Any]) -> set[int]:
    return {content[name] for name, field in FIELDS[Kind(kind)].items() if field is PLAYER and name in content}


def _lines(acts: Iterable[Act], last: int) -> list[str]:
    """Return the acts as lines that read as of the act ``last``.

    All of it is read before the first line goes out: a query that waits for a slow reader keeps every writer out.
    """
    names = names_as_of(last)
    openings: dict[int | None, str] = dict(Bank.objects.values_list("night", "opened__key"))
    lines, night = [], None
    for act in list(acts):
        night = act.night_id if act.kind == Kind.OPEN else night
        line = _common(act)
        if act.night_id not in (None, night) and act.kind not in _OF_NO_NIGHT:
            line["night"] = openings[act.night_id]
        lines.append(write_line({**line, **write_fields(act.kind, json.loads(act.content), names), **_rulings(act)}))
    return lines


def _common(act: Act) -> dict[str, Any]:
    at = timezone.localtime(act.at)
    return {"id": act.key, "at": at.isoformat(), "act": act.kind}


def _rulings(act: Act) -> dict[str, str]:
    said = {"by": act.by, "ruling": act.ruling, "count_ruling": act.count_ruling}
    return {name: text for name, text in said.items() if text}
