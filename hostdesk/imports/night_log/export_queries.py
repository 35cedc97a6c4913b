"""Acts as a night log; importing it gives the same acts."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from hostdesk.imports.night_log import lines as log_lines
from ledger.bank.queries import terms_of
from ledger.models import Bank
from reservations.acts.kinds import Kind
from reservations.models import Act, Night, Rules
from reservations.parsing.names import whose
from reservations.players.queries import player_names

_OF_NO_NIGHT = {Kind.PLAYER, Kind.MERGE, Kind.OPEN, Kind.RESULTS, Kind.REVERSE}
"""The kinds of acts whose line names no night: they have none, or their subject has it."""


def export_all() -> list[str]:
    """Return every act of the ledger as a line, up to the last one at the time of the call."""
    return _lines(_acts_until(_last_number()))


def export_night(night: Night) -> list[str]:
    """Return the acts of a night, and the acts of no night before its end that introduce its players.

    Acts of THE BOOK between nights are left out. If it is the ledger's only night, all acts are given, so that the copy
    has the same chain head.
    """
    last = _last_number()
    brought = Night.objects.filter(results__lte=last).count()
    if Bank.objects.filter(opened__number__lte=last).count() + brought == 1:
        return _lines(_acts_until(last))
    acts = list(_acts_until(last).filter(night=night))
    return _lines(sorted([*_introducing(acts, last), *acts], key=lambda act: act.number))


def _last_number() -> int:
    act = Act.objects.order_by("-number").first()
    return act.number if act else 0


def _acts_until(number: int) -> QuerySet[Act]:
    return Act.objects.filter(number__lte=number).order_by("number")


def described(kind: str, content: Mapping[str, Any]) -> str:
    """Return an act's kind and fields in one line, for a message."""
    names = player_names(log_lines.players_in(kind, content))
    return f"{kind} {log_lines.write_line(log_lines.write_fields(kind, content, names))}"


def _introducing(acts: Sequence[Act], last: int) -> Iterator[Act]:
    """Yield the acts of no night about the players of a night's ``acts``, their inviters, their duplicates and so on.

    Up to the end of the night; while it is open, up to its latest act or the latest merge, since its players are the
    present persons.
    """
    merges = Q(kind=Kind.MERGE) | Q(reverses__kind=Kind.MERGE)
    found = list(_acts_until(last).filter(merges | Q(kind=Kind.PLAYER), night=None).select_related("reverses"))
    end = acts[-1].number
    if acts[-1].kind not in (Kind.CLOSE, Kind.RESULTS):
        end = max([end, *(act.number for act in found if act.kind != Kind.PLAYER)])
    known: dict[int, list[Act]] = defaultdict(list)
    carried: dict[str, int] = {}
    for act in found:
        if act.number <= end:
            # A merge and its undoing are about the duplicate.
            content = json.loads((act.reverses or act).content)
            known[whose(act.number, content, carried) if act.kind == Kind.PLAYER else content["player"]].append(act)
    waiting = [*acts]
    while waiting:
        act = waiting.pop()
        for number in log_lines.players_in(act.kind, json.loads(act.content)):
            theirs = known.pop(number, [])
            waiting += theirs
            yield from theirs


def _lines(acts: Iterable[Act]) -> list[str]:
    """Return the acts as lines, with the players' names of their time.

    All acts are read before the first line is written: an open query would keep every writer waiting.
    """
    names: dict[int, str] = {}
    carried: dict[str, int] = {}
    banks = list(Bank.objects.values_list("night", "opened__key", "night__rules"))
    openings: dict[int | None, str] = {night: key for night, key, _ in banks}
    rules = Rules.objects.in_bulk({version for *_, version in banks})
    in_dollars = {night for night, _, its_rules in banks if terms_of(rules[its_rules]).payout_unit_cents > 1}
    lines, night = [], None
    for act in list(acts):
        night = act.night_id if act.kind == Kind.OPEN else night
        fields = json.loads(act.content)
        line: dict[str, Any] = {"id": act.key, "at": timezone.localtime(act.at).isoformat(), "act": act.kind}
        if act.night_id not in (None, night) and act.kind not in _OF_NO_NIGHT:
            line["night"] = openings[act.night_id]
        deciders = {"by": act.by, "ruling": act.ruling, "count_ruling": act.count_ruling}
        line |= log_lines.write_fields(act.kind, fields, names)
        if act.kind == Kind.OPEN and act.night_id in in_dollars:
            line[log_lines.WHOLE_DOLLARS] = True
        line |= {name: text for name, text in deciders.items() if text}
        if kept := log_lines.as_recorded(act.kind, line):
            line[log_lines.AS_RECORDED] = kept
        lines.append(log_lines.write_line(line))
        if act.kind == Kind.PLAYER:
            names[whose(act.number, fields, carried)] = fields["name"]
    return lines
