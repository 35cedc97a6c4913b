"""An act as an entry of a list: the event, its people, its cents, and its later fate."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from ledger.bank.text import decided
from ledger.bank.text_queries import phrased
from ledger.reports.ruling_queries import shown_violations
from reservations.acts.kinds import PLAYER_FIELDS, Kind
from reservations.models import Act, Night
from reservations.parsing.names import shown_text
from reservations.players.queries import people_at, player_names


class HistoryEntry(NamedTuple):
    """One row: the event, its people, its cents (None without an amount), and the address of its page.

    ``notes`` are the sentences below it: the refusal and the person who overruled it. ``marks`` tell its later fate.
    """

    at: datetime
    what: str
    names: tuple[str, ...] = ()
    number: int | None = None
    night: Night | None = None
    url: str = ""
    cents: int | None = None
    by: str = ""
    notes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    undone: bool = False


def act_entries(numbers: Sequence[int]) -> dict[int, HistoryEntry]:
    """Return acts by number, with the players' present names; a merge has both names."""
    acts = Act.objects.filter(pk__in=numbers).select_related("night__house", "reversed_by")
    fields = {act.number: json.loads(act.content) for act in acts}
    others = {content["of"] for content in fields.values() if "of" in content}
    about = {key: json.loads(text) for key, text in Act.objects.filter(key__in=others).values_list("key", "content")}
    named = {number: [*_named_in(one), *_named_in(about.get(one.get("of"), {}))] for number, one in fields.items()}
    own, people = player_names({one for of_act in named.values() for one in of_act}), people_at()
    persons = own | player_names({people[one] for one in own})
    names = {one: persons[people[one]] for one in own}
    merges = [act for act in acts if act.kind == Kind.MERGE]
    lines = phrased([act for act in acts if act.kind != Kind.MERGE], names) | phrased(merges, own)
    return {
        act.number: HistoryEntry(
            at=act.at,
            what=shown_text(lines[act.number].text),
            names=tuple(dict.fromkeys(names[one] for one in named[act.number])),
            number=act.number,
            night=act.night,
            url=reverse("history_act", args=[act.number]),
            cents=lines[act.number].cents if lines[act.number].cents is not None else _owed(fields[act.number]),
            by=act.shown_by,
            notes=_allowed(act),
            marks=(f"undone by act {act.reversed_by.number}",) if hasattr(act, "reversed_by") else (),
            undone=hasattr(act, "reversed_by"),
        )
        for act in acts
    }


def _named_in(fields: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the players that the content of an act names."""
    standings = (standing["player"] for standing in fields.get("standings", ()))
    return [*(fields[role] for role in PLAYER_FIELDS if role in fields), *standings]


def _owed(fields: Mapping[str, Any]) -> int | None:
    """Return the total that an old book owes its players."""
    return sum(max(0, standing["balance"]) for standing in fields["standings"]) if "standings" in fields else None


def _allowed(act: Act) -> tuple[str, ...]:
    """Return the refusals, and the person who overruled them."""
    refused = [str(violation) for violation in shown_violations(json.loads(act.overruled))]
    return (*refused, *(f"Allowed by {decider}" for decider in decided(act.ruling, act.count_ruling)))
