"""Write acts as a night log that comes to the same when it is imported."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from hostdesk.night_log.lines import players_in, write_fields, write_line
from ledger.models import Bank
from reservations.acts.kinds import Kind
from reservations.models import Act, Night
from reservations.parsing.names import whose
from reservations.players.queries import player_names

_OF_NO_NIGHT = {Kind.PLAYER, Kind.MERGE, Kind.OPEN, Kind.REVERSE}
"""The acts whose night needs no naming: they have none, or say it by what they are about."""


def export_all() -> list[str]:
    """Return every act of the ledger as a line, up to the act that was the last when it was asked."""
    return _lines(_acts_until(_last_number()))


def export_night(night: Night) -> list[str]:
    """Return the acts of a night and the acts of no night before its end that say who is in them.

    What happened in THE BOOK between nights stays out of it. Where it is the ledger's only night, all acts are given:
    then the copy has the same chain head.
    """
    last = _last_number()
    if Bank.objects.filter(opened__number__lte=last).count() == 1:
        return _lines(_acts_until(last))
    acts = list(_acts_until(last).filter(night=night))
    introducing = _introducing(acts, _of_no_night(acts, last))
    return _lines(sorted([*introducing, *acts], key=lambda act: act.number))


def _last_number() -> int:
    act = Act.objects.order_by("-number").first()
    return act.number if act else 0


def _acts_until(number: int) -> QuerySet[Act]:
    return Act.objects.filter(number__lte=number).order_by("number")


def described(kind: str, content: Mapping[str, Any]) -> str:
    """Return an act's kind and fields in one line, for a message."""
    names = player_names(players_in(kind, content))
    return f"{kind} {write_line(write_fields(kind, content, names))}"


def _of_no_night(acts: Sequence[Act], last: int) -> list[Act]:
    """Return the acts that say who the players are, up to the end of the night that has these ``acts``.

    While it is open, up to its latest act or the latest merge: its players are who they are known to be by now.
    """
    merges = Q(kind=Kind.MERGE) | Q(reverses__kind=Kind.MERGE)
    found = list(_acts_until(last).filter(merges | Q(kind=Kind.PLAYER), night=None).select_related("reverses"))
    end = acts[-1].number
    if acts[-1].kind != Kind.CLOSE:
        end = max([end, *(act.number for act in found if act.kind != Kind.PLAYER)])
    return [act for act in found if act.number <= end]


def _introducing(acts: Iterable[Act], of_no_night: Iterable[Act]) -> Iterator[Act]:
    """Yield the acts about whoever is in ``acts``, about whoever has invited them or is the same as they, and so on."""
    known: dict[int, list[Act]] = defaultdict(list)
    carried: dict[str, int] = {}
    for act in of_no_night:
        known[_about(act, carried)].append(act)
    waiting = [*acts]
    while waiting:
        act = waiting.pop()
        for number in players_in(act.kind, json.loads(act.content)):
            theirs = known.pop(number, [])
            waiting += theirs
            yield from theirs


def _about(act: Act, carried: dict[str, int]) -> int:
    """Return the number of the player whom an act of no night is about: of a merge and its undoing, the duplicate."""
    if act.kind == Kind.PLAYER:
        return whose(act.number, json.loads(act.content), carried)
    duplicate: int = json.loads((act.reverses or act).content)["player"]
    return duplicate


def _lines(acts: Iterable[Act]) -> list[str]:
    """Return the acts as lines, each with the names that its players had until then.

    All of it is read before the first line goes out: a query that waits for a slow reader keeps every writer out.
    """
    names: dict[int, str] = {}
    carried: dict[str, int] = {}
    openings: dict[int | None, str] = dict(Bank.objects.values_list("night", "opened__key"))
    lines, night = [], None
    for act in list(acts):
        night = act.night_id if act.kind == Kind.OPEN else night
        line, fields = _common(act), json.loads(act.content)
        if act.night_id not in (None, night) and act.kind not in _OF_NO_NIGHT:
            line["night"] = openings[act.night_id]
        lines.append(write_line({**line, **write_fields(act.kind, fields, names), **_rulings(act)}))
        if act.kind == Kind.PLAYER:
            names[whose(act.number, fields, carried)] = fields["name"]
    return lines


def _common(act: Act) -> dict[str, Any]:
    at = timezone.localtime(act.at)
    return {"id": act.key, "at": at.isoformat(), "act": act.kind}


def _rulings(act: Act) -> dict[str, str]:
    said = {"by": act.by, "ruling": act.ruling, "count_ruling": act.count_ruling}
    return {name: text for name, text in said.items() if text}
