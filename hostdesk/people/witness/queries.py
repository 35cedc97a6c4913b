"""A phone's copy of the books, and the check whether an act is unchanged."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import QuerySet

from hostdesk.models import WitnessReport
from ledger.models import Transfer
from ledger.night.act_queries import act_lines, named_in
from reservations.acts.chain import NO_ACT, head_of, portable
from reservations.models import Act, Player
from reservations.players.queries import player_names, same_person

MOST_LINES = 100
"""The number of acts for which a phone keeps the lines about its player."""
_SHOWN = 20  # reports that a host has looked into
_OPEN = WitnessReport.objects.filter(dealt_at=None).order_by("-pk")
WAITING = _OPEN.order_by(), lambda of, now: [*_OPEN.all()]
"""The reports that wait for a host, as open matters of the inbox."""


class WitnessedAct(NamedTuple):
    """An act that moved money for a player: its words ("" for one that is no longer theirs), and its digest."""

    number: int
    text: str
    digest: str


class Witnessed(NamedTuple):
    """The data for a phone to keep: the last act with its head, and the player's own lines.

    ``seen`` is the present head of the act that the phone kept last; "" if that act is gone.
    """

    number: int
    head: str
    seen: str
    lines: tuple[WitnessedAct, ...]


def witnessed(player: Player, number: int, kept: Iterable[int]) -> Witnessed:
    """Return the data for a phone to keep now, and its questions on the act of that number and on kept lines."""
    last = Act.objects.order_by("number").values_list("number", "head").last() or (NO_ACT.number, NO_ACT.head)
    seen = Act.objects.filter(number=number).values_list("head", flat=True).first() or ""
    moved_mine = Transfer.objects.filter(player__in=same_person(player)).order_by("-act").values_list("act", flat=True)
    mine = list(dict.fromkeys(moved_mine[: 3 * MOST_LINES]))[:MOST_LINES]
    # A merge may have been undone: of an act that is no longer theirs they get only the digest.
    others = {*kept} - {*mine}
    own = {*mine, *moved_mine.filter(act__in=others)}
    acts = list(Act.objects.filter(number__in=own | others).order_by("number"))
    rows: dict[int, list[Any]] = {act.number: [] for act in acts}
    moved = Transfer.objects.filter(act__in=acts).order_by("number")
    for in_act, *row in moved.values_list("act", "cents", "player", "debit__kind", "credit__kind"):
        rows[in_act].append(row)
    words, lines = act_lines(acts, player_names(named_in(acts))), list[WitnessedAct]()
    for act, line in zip(acts, words, strict=True):
        digest = head_of("", portable(act, act.night_id), rows[act.number])
        lines.append(WitnessedAct(act.number, line.text if act.number in own else "", digest))
    return Witnessed(*last, seen, tuple(lines))


class Checked(StrEnum):
    """The results of checking an act on a receipt or a paper."""

    SAME = "same"
    OTHER = "other"
    NOT_THERE = "not there"


def checked(number: int, head: str) -> Checked:
    """Compare the head of an act with one on a receipt, a paper or a phone, or with its beginning.

    `ledger_check` finds out whether the act still fits its head.
    """
    now = Act.objects.filter(number=number).values_list("head", flat=True).first()
    if now is None:
        return Checked.NOT_THERE
    return Checked.SAME if now.startswith(head.lower()) else Checked.OTHER


def looked_into(now: datetime) -> QuerySet[WitnessReport]:
    """Return the last reports that a host has looked into."""
    return WitnessReport.objects.exclude(dealt_at=None).order_by("-dealt_at")[:_SHOWN]
