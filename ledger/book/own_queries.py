"""The lines of one player in THE BOOK, with their nights, in words for that player; statements."""

import json
from collections.abc import Mapping
from datetime import date
from itertools import accumulate
from typing import Any

from ledger.book.own_text import LineSaid, in_plain_words
from ledger.book.queries import entries_of
from ledger.book.statement import OwnLine, Statement, lines_between
from ledger.models import AccountKind, Note, Transfer
from reservations.acts.kinds import PLAYER_FIELDS, Kind
from reservations.models import Act, Night, Player
from reservations.players.people import People
from reservations.players.queries import people_at, player_names

_OF_A_NIGHT = ("pk", "house__name", "bank__closed")
_NOTES = (Kind.COMMIT_NOTES, Kind.NOTE_UNPAID)


def statement_of(player: Player, first: date | None = None, last: date | None = None) -> Statement:
    """Return the statement of a person, who is no duplicate, from the first day to the last, as of the last act."""
    end = Act.objects.latest("number")  # There is one: a player comes by an act.
    lines = (line for line in own_lines(player) if line.act <= end.number)
    return Statement(player.name, first, last, *lines_between(lines, first, last), end.number, end.head)


def own_lines(player: Player, on: date | None = None) -> list[OwnLine]:
    """Return the lines of a person, who is no duplicate, in the order of the acts, up to that day, else up to now.

    In nine queries however many they are.
    """
    found, people = entries_of(player, on), people_at()
    acts = Act.objects.select_related("reverses").in_bulk({entry.act for entry in found})
    before = {number: act.reverses for number, act in acts.items() if act.reverses is not None}
    undone = {*before, *(act.number for act in before.values())}
    contents = {act.number: people.in_fields(json.loads(act.content)) for act in [*acts.values(), *before.values()]}
    notes = Note.objects.in_bulk({entry.note for entry in found if entry.note is not None})
    booked = Transfer.objects.filter(act__in=contents, note__in=notes, credit__kind=AccountKind.BOOK)
    held = {(act, note): people[who] for act, note, who in booked.values_list("act", "note", "credit__player")}
    named = {fields[role] for fields in contents.values() for role in PLAYER_FIELDS if role in fields}
    names = player_names({*named, *held.values(), *(people[note.debtor_id] for note in notes.values())})
    nights = Night.objects.filter(pk__in={entry.night for entry in found if entry.night})
    houses = {night: (house, closed is None) for night, house, closed in nights.values_list(*_OF_A_NIGHT)}
    lines = []
    for entry, running_cents in zip(found, accumulate(entry.cents for entry in found), strict=True):
        act, note, is_plus = acts[entry.act], notes.get(entry.note or 0), entry.cents > 0
        words = _said(act, contents[act.number], note, held, people, is_plus=is_plus)
        if undoes := before.get(act.number):
            then = _said(undoes, contents[undoes.number], note, held, people, is_plus=not is_plus)
            words = LineSaid(act.kind, contents[act.number], is_plus, undoes=then)
        house, is_open = houses.get(entry.night or 0, ("", False))
        line = OwnLine(
            *(entry.day, entry.act, entry.night, house),
            text=in_plain_words(words, player.number, names),
            reason=contents[act.number]["reason"] if undoes else "",
            cents=entry.cents,
            running_cents=running_cents,
            undone=entry.act in undone,
            note=note.number if note else None,
            note_name=note.name if note else "",
            note_of=names[people[note.debtor_id]] if note else "",
            is_open=is_open,
        )
        lines.append(line)
    return lines


def _said(
    act: Act,
    fields: Mapping[str, Any],
    note: Note | None,
    held: Mapping[tuple[int, int], int],
    people: People,
    *,
    is_plus: bool,
) -> LineSaid:
    if note is None or act.kind not in _NOTES:
        return LineSaid(act.kind, fields, is_plus)
    return LineSaid(act.kind, fields, is_plus, note.name, people[note.debtor_id], held.get((act.number, note.pk)))
