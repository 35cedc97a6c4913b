"""The record of what happened: acts, numbered without a gap and chained, under keys that are used once."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Q, QuerySet
from django.utils import timezone

from reservations.acts import chain
from reservations.acts.kinds import PLAYER_FIELDS, Kind, Stamp
from reservations.acts.problems import Impossible, Problem
from reservations.models import Act, Night, Player
from reservations.parsing.names import name_key


@dataclass(frozen=True)
class Draft:
    """An act before it is recorded. ``assumed`` names the fields that the sender left out and the command filled in."""

    kind: Kind
    stamp: Stamp
    content: Mapping[str, Any] = field(default_factory=dict)
    night: Night | None = None
    reverses: Act | None = None
    assumed: frozenset[str] = frozenset()

    def says_the_same_as(self, act: Act) -> bool:
        """Tell whether a recorded act has the same kind, night and fields."""
        return (
            self.kind == act.kind
            and (self.night is None or self.night.pk == act.night_id)
            and self._compared(self.content) == self._compared(json.loads(act.content))
        )

    def _compared(self, content: Mapping[str, Any]) -> dict[str, Any]:
        return {name: _compared(name, value) for name, value in content.items() if name not in self.assumed}


def _compared(name: str, value: Any) -> Any:
    """Return a field as it is compared: names, of a player and of notes, without case as everywhere."""
    if name in ("name", "note"):
        return name_key(value)
    if isinstance(value, list):
        return [{key: _compared(key, one) for key, one in each.items()} for each in value]
    return value


@dataclass(frozen=True)
class Answer:
    """What a command answers: the act, whether it was known already, and a remark for the person who asked."""

    act: Act
    known: bool = False
    remark: str = ""


class KeyTaken(Problem):
    """The key belongs to an act with another content. Nothing is recorded; both are kept here to be shown."""

    def __init__(self, act: Act, draft: Draft) -> None:
        self.act = act
        self.draft = draft
        super().__init__(
            f"The id {act.key} is taken by act {act.number}: {act.kind} {act.content}. "
            f"This is another act: {draft.kind} {chain.canonical(draft.content)}."
        )


class Merged(Impossible):
    """Somebody who was merged into another player takes no new act."""

    def __init__(self, twin: Player) -> None:
        content = chain.canonical({"player": twin.number, "into": twin.merged_into_id})
        merge = in_effect(Act.objects.filter(night=None, kind=Kind.MERGE, content=content)).get()
        super().__init__(f"{twin} is the same as {twin.merged_into} since act {merge.number}: use {twin.person}.")


def is_recorded(key: str) -> bool:
    """Tell whether an act has that key."""
    return Act.objects.filter(key=key).exists()


def known_act(draft: Draft) -> Answer | None:
    """Return the answer given before to the same key and content, or nothing.

    Raises ``MayNotOverrule`` for a ruling by somebody who is not allowed one, ``KeyTaken``, and ``Merged`` for a new
    act that names somebody who was merged into another player: every command asks here before it decides anything.
    """
    draft.stamp.check_ruling()
    act = Act.objects.filter(key=draft.stamp.key).first()
    if act is None:
        check_not_merged(draft.content[name] for name in PLAYER_FIELDS if name in draft.content)
        return None
    if not draft.says_the_same_as(act):
        raise KeyTaken(act, draft)
    return Answer(act, known=True)


def check_not_merged(numbers: Iterable[int]) -> None:
    """Raise ``Merged`` when one of the players of those numbers was merged into another."""
    asked = set(numbers)
    if not asked:
        return
    twin = Player.objects.filter(pk__in=asked).exclude(merged_into=None).select_related("merged_into").first()
    if twin is not None:
        raise Merged(twin)


def in_effect(acts: QuerySet[Act], *, until: int | None = None) -> QuerySet[Act]:
    """Leave out undone acts and their undoings; with ``until``, as things stood after the act of that number."""
    # Undoings go by their kind: SQLite takes "reverses is null" for a narrow condition and reads the whole table.
    acts = acts.exclude(kind=Kind.REVERSE)
    if until is None:
        return acts.filter(reversed_by=None)
    return acts.filter(Q(reversed_by=None) | Q(reversed_by__gt=until), number__lte=until)


def append_act(
    draft: Draft,
    *,
    opened: int | None = None,
    transfers: Sequence[Any] = (),
    ids: Sequence[Any] = (),
    overruled: Sequence[str] = (),
) -> Act:
    """Record ``draft`` as the next act; the desk must be locked.

    ``opened`` is the number of the act that opened the night (``None`` where there is no night, 0 for an opening
    itself), ``transfers`` and ``ids`` their portable and local forms: this app chains them and does not read them.
    """
    last = Act.objects.only("number", "head", "seal").order_by("-number").first()
    act = chained(draft, last, opened=opened, transfers=transfers, ids=ids, overruled=overruled)
    act.save(force_insert=True)
    return act


def chained(
    draft: Draft,
    last: Act | None,
    *,
    opened: int | None,
    transfers: Sequence[Any] = (),
    ids: Sequence[Any] = (),
    overruled: Sequence[str] = (),
) -> Act:
    """Return ``draft`` as the act that follows ``last``, with both digests, not saved."""
    number, head, seal = (last.number + 1, last.head, last.seal) if last else (1, chain.GENESIS, chain.GENESIS)
    act = Act(
        number=number,
        key=draft.stamp.key,
        kind=draft.kind.value,
        night=draft.night,
        at=draft.stamp.at,
        by=draft.stamp.by,
        ruling=draft.stamp.ruling,
        count_ruling=draft.stamp.count_ruling,
        overruled=chain.canonical(list(overruled)),
        content=chain.canonical(draft.content),
        reverses=draft.reverses,
        recorded_at=timezone.now(),
    )
    act.head = chain.head_of(head, portable(act, opened), [*transfers])
    act.seal = chain.seal_of(seal, act.head, [*local(act), *ids])
    return act


class Recorded(Protocol):
    """An act, or a row with its columns."""

    number: int
    key: str
    kind: str
    at: datetime
    by: str
    ruling: str
    count_ruling: str
    overruled: str
    content: str
    recorded_at: datetime

    @property
    def night_id(self) -> int | None: ...

    @property
    def reverses_id(self) -> int | None: ...


def portable(act: Recorded, opened: int | None) -> dict[str, Any]:
    """Return what the head covers of an act: all that is the same on every machine."""
    return {
        "number": act.number,
        "key": act.key,
        "kind": act.kind,
        "night": opened,
        "at": chain.instant(act.at),
        "ruling": act.ruling,
        "count_ruling": act.count_ruling,
        "content": act.content,
    }


def local(act: Recorded) -> list[Any]:
    """Return what the seal covers of an act beyond its head."""
    return [act.by, chain.instant(act.recorded_at), act.night_id, act.reverses_id, act.overruled]
