"""Acts: numbered without a gap, chained, under keys that are used once."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet, Subquery
from django.utils import timezone

from reservations.acts import chain
from reservations.acts.head_queries import REACH
from reservations.acts.kinds import PLAYER_FIELDS, Kind, Stamp
from reservations.acts.moments import read_once
from reservations.acts.problems import Impossible, Malformed, Problem, Repeated
from reservations.models import Act, Desk, Fact, Night, Player
from reservations.parsing.names import LINE_CHARACTERS, AsRecorded, name_key, parse_texts

NAME_FIELDS = ("name", "note")
"""The fields of an act's content that hold a name, of a player or of a note."""
NEWEST = {
    "last_act": Subquery(Act.objects.order_by("-pk").values("pk")[:1]),
    "last_fact": Subquery(Fact.objects.order_by("-pk").values("pk")[:1]),
    "last_seal": Subquery(Act.objects.order_by("-pk").values("seal")[:1]),
}
"""The number of the last act, the id of the last fact and the seal of that act, as columns of any query; None for
none."""
_ROLES = "|".join(PLAYER_FIELDS)
LOCKED_AT_MOST = 20  # seconds on PostgreSQL; an act may wait this long for the act before it


class Books(NamedTuple):
    """The end of the books: the number of the last act, the id of the last fact, and the seal of that act."""

    act: int
    fact: int
    seal: str

    @classmethod
    def read_with(cls, desk: Desk) -> "Books":
        """Return the end of the books when the row of the desk was read."""
        row = vars(desk)
        return cls(row.get("last_act") or 0, row.get("last_fact") or 0, row.get("last_seal") or "")

    @classmethod
    def end_with(cls, desk: Desk) -> object:
        """Return the end of the books when the row of the desk was read, which identifies them; None for books without
        an act.
        """
        row = vars(desk)
        return tuple(map(row.get, (*REACH, *NEWEST))) if row.get("last_act") else None

    def go_on_to(self, later: "Books") -> bool:
        """Tell whether those are the same books, or longer ones: not an older copy."""
        return later.fact >= self.fact and (later.act > self.act or later[::2] == self[::2])


@dataclass(frozen=True)
class Draft:
    """An act before it is recorded. ``assumed`` names the fields that the command filled in for the sender.

    Texts are kept as the parsers of names and lines read them. Raises ``Malformed`` for a text that cannot be kept, and
    for a ruling on counts if the act has no counts.
    """

    kind: Kind
    stamp: Stamp
    content: Mapping[str, Any] = field(default_factory=dict)
    night: Night | None = None
    reverses: Act | None = None
    assumed: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        count_ruling = self.stamp.count_ruling
        if count_ruling and self.kind != Kind.CASH_OUT and not isinstance(count_ruling, AsRecorded):
            raise Malformed(f"Only a cash_out has a ruling on its counts, no {self.kind}.")
        object.__setattr__(self, "content", parse_texts(self.content, NAME_FIELDS, LINE_CHARACTERS))

    def says_the_same_as(self, act: Act) -> bool:
        return (
            self.kind == act.kind
            and (self.night is None or self.night.pk == act.night_id)
            and self._compared(self.content) == self._compared(json.loads(act.content))
        )

    def _compared(self, content: Mapping[str, Any]) -> dict[str, Any]:
        return {name: _compared(name, value) for name, value in content.items() if name not in self.assumed}


def _compared(name: str, value: Any) -> Any:
    """Return a field in comparable form: names of players and notes without case, as everywhere."""
    if name in NAME_FIELDS:
        return name_key(value)
    if isinstance(value, list):
        return [{key: _compared(key, one) for key, one in fields.items()} for fields in value]
    return value


@dataclass(frozen=True)
class Answer:
    """The answer of a command: the act, whether it was known already, and a remark for its author."""

    act: Act
    known: bool = False
    remark: str = ""


class KeyTaken(Problem):
    """The key belongs to an act with other content. Nothing is recorded; the page shows both."""

    def __init__(self, act: Act, draft: Draft) -> None:
        self.act = act
        self.draft = draft
        super().__init__(
            f"The id {act.key} is taken by act {act.number}: {act.kind} {act.content}. "
            f"This is another act: {draft.kind} {chain.canonical(draft.content)}."
        )


def desk_time(at: datetime) -> datetime:
    """Return a time by the desk's clock with its offset, so that its date is the desk's."""
    return datetime.fromisoformat(timezone.localtime(at).isoformat())


class Merged(Impossible):
    """A player who was merged into another takes no new act."""


def names_players(numbers: Iterable[int]) -> Q:
    """Return the condition of acts whose content names one of these players, by number."""
    return Q(content__regex=rf'"({_ROLES})":({"|".join(map(str, numbers))})[,}}]')


@read_once
def act_called(key: str) -> Act | None:
    """Return the act of that key, or None."""
    return Act.objects.filter(key=key).first()


def is_recorded(key: str) -> bool:
    return act_called(key) is not None


def known_act(draft: Draft) -> Answer | None:
    """Return the first answer for the same key and content, or None, so that a double tap records once.

    Raises ``MayNotOverrule`` for a ruling by a person without that right, ``KeyTaken``, and ``Merged`` for a new act
    that names a merged player: every command calls this before its first decision.
    """
    draft.stamp.check_ruling()
    act = act_called(draft.stamp.key)
    if act is None:
        check_not_merged(draft.content[name] for name in PLAYER_FIELDS if name in draft.content)
        return None
    if not draft.says_the_same_as(act):
        raise KeyTaken(act, draft)
    return Answer(act, known=True)


def act_once(draft: Draft) -> Draft:
    """Return a new draft. Raises ``Repeated`` for a recorded act, and the errors of :func:`known_act`."""
    if known := known_act(draft):
        raise Repeated(known)
    return draft


def lock_desk() -> str:
    """Lock the desk until the transaction ends: the first step of every command, and its only row lock.

    Return the id of the books. On PostgreSQL the row lock makes writers wait for one another; on SQLite the transaction
    has taken the write lock already (``transaction_mode`` is IMMEDIATE). Raises ``OperationalError`` after
    `LOCKED_AT_MOST` seconds.
    """
    books = f"SELECT books FROM reservations_desk WHERE id = {Desk.ONE}"  # noqa: S608  # a number of ours
    with connection.cursor() as cursor:
        if connection.features.has_select_for_update:
            # One message for both: the server may be far away.
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCKED_AT_MOST}s'; {books} FOR UPDATE")
            cursor.nextset()
        else:
            cursor.execute(books)
        return UUID(str(cursor.fetchone()[0])).hex


def check_not_merged(numbers: Iterable[int]) -> None:
    """Raise ``Merged`` if one of these players was merged into another."""
    wanted = set(numbers)
    if not wanted:
        return
    duplicate = Player.objects.filter(pk__in=wanted).exclude(merged_into=None).select_related("merged_into").first()
    if duplicate is not None:
        content = chain.canonical({"player": duplicate.number, "into": duplicate.merged_into_id})
        merge = in_effect(Act.objects.filter(night=None, kind=Kind.MERGE, content=content)).get()
        same = f"{duplicate} is the same as {duplicate.merged_into} since act {merge.number}"
        raise Merged(f"{same}: use {duplicate.survivor}.")


def in_effect(acts: QuerySet[Act], *, until: int | None = None) -> QuerySet[Act]:
    """Leave out undone acts and their undoings; with ``until``, as of the act of that number."""
    # Undoings are left out by kind: SQLite believes that few rows match "reverses is null", and reads the whole table.
    acts = acts.exclude(kind=Kind.REVERSE)
    if until is None:
        return acts.filter(reversed_by=None)
    return acts.filter(Q(reversed_by=None) | Q(reversed_by__gt=until), number__lte=until)


def act_numbers(keys: Iterable[str]) -> dict[str, int]:
    wanted = set(keys)
    return dict(Act.objects.filter(key__in=wanted).values_list("key", "number")) if wanted else {}
