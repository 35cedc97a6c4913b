"""The lines of one player in THE BOOK, with their nights, in words for that player; statements.

The module also reads objections to lines, with their words and answers.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import accumulate

from django.db.models import Q

from ledger.book.own_text import LineSource, in_plain_words
from ledger.book.queries import entries_of
from ledger.book.report import OwnLine, Statement, lines_between
from ledger.models import AccountKind, Note, Transfer
from ledger.night.act_queries import ActLine, act_lines, named_in
from reservations.acts.facts import FactKind, FactValue
from reservations.acts.kinds import NEVER_UNDONE, PLAYER_FIELDS, Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Fact, Night, Player
from reservations.parsing.names import shown_name
from reservations.players.queries import facts_of_people, people_at, player_names, same_person

_OF_A_NIGHT = ("pk", "house__name", "bank__closed")
_NOTES = (Kind.COMMIT_NOTES, Kind.NOTE_UNPAID)


def statement_of(player: Player, first: date | None = None, last: date | None = None) -> Statement:
    """Return the statement of a person (not a duplicate) from the first day to the last, as of the last act."""
    end = Act.objects.latest("number")  # There is an act: without one there are no players.
    lines = (line for line in own_lines(player) if line.act <= end.number)
    return Statement(player.name, first, last, *lines_between(lines, first, last), end.number, end.head)


def own_lines(player: Player, on: date | None = None) -> list[OwnLine]:
    """Return the lines of a person (not a duplicate) in the order of the acts, up to that day, else up to now.

    Nine queries, whatever their number.
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

    def words_of(act: Act, note: Note | None, *, is_plus: bool) -> LineSource:
        if note is None or act.kind not in _NOTES:
            return LineSource(act.kind, contents[act.number], is_plus)
        debtor, holder = people[note.debtor_id], held.get((act.number, note.pk))
        return LineSource(act.kind, contents[act.number], is_plus, note.name, debtor, holder)

    lines = []
    for entry, running_cents in zip(found, accumulate(entry.cents for entry in found), strict=True):
        act, note, is_plus = acts[entry.act], notes.get(entry.note or 0), entry.cents > 0
        words = words_of(act, note, is_plus=is_plus)
        if undoes := before.get(act.number):
            then = words_of(undoes, note, is_plus=not is_plus)
            words = LineSource(act.kind, contents[act.number], is_plus, undoes=then)
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


OBJECTIONS = (FactKind.OBJECT, FactKind.REPLY)


@dataclass(frozen=True)
class Objection:
    """An objection to the line of an act, by the id of its fact; it is open until it is answered or the act undone.

    ``reply`` is the banker's word, or the host's; or "".
    """

    id: int
    player: int
    name: str
    words: str
    at: datetime
    night: int | None
    line: ActLine
    reply: str = ""
    reply_by: str = ""
    replied_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still waits for an answer."""
        return self.replied_at is None and not self.line.undone


def objections(facts: Iterable[FactValue]) -> list[Objection]:
    """Return the objections in these facts with their answers, the newest first; in four queries at most."""
    relevant = [fact for fact in facts if fact.kind in OBJECTIONS]
    if not relevant:
        return []
    numbers = {fact.content["act"] for fact in relevant if fact.kind == FactKind.OBJECT}
    acts = list(Act.objects.filter(number__in=numbers).select_related("reversed_by"))
    names = player_names({*named_in(acts), *(fact.player for fact in relevant if fact.player)})
    lines, found = {line.number: line for line in act_lines(acts, names)}, dict[int, Objection]()
    for fact in relevant:
        if fact.kind == FactKind.OBJECT and fact.player:
            line = lines[fact.content["act"]]
            found[fact.id] = Objection(fact.id, fact.player, names[fact.player], fact.reason, fact.at, fact.night, line)
        elif objection := found.get(fact.about or 0):
            answered = replace(objection, reply=fact.reason, reply_by=shown_name(fact.by), replied_at=fact.at)
            found[objection.id] = answered
    return [*found.values()][::-1]


def all_objections(player: Player | None = None) -> list[Objection]:
    """Return the objections of a person (not a duplicate), or of everybody, the newest first."""
    facts = Fact.objects.filter(kind__in=OBJECTIONS).order_by("id")
    return objections(facts_of_people(facts.filter(player__in=same_person(player)) if player else facts))


def objections_in(houses: Collection[int] | None = None) -> list[Objection]:
    """Return everybody's objections, the newest first; on nights of these houses, by id, or on all."""
    found = all_objections()
    if houses is None:
        return found
    theirs = Night.objects.in_houses(houses).in_bulk({one.night for one in found})
    return [objection for objection in found if objection.night in theirs]


def open_objections(houses: Collection[int] | None = None) -> list[Objection]:
    """Return the objections of `objections_in` that wait for an answer."""
    return [objection for objection in objections_in(houses) if objection.is_open]


def objection_called(fact: int) -> Objection | None:
    """Return the objection of that fact, or None."""
    return next((objection for objection in all_objections() if objection.id == fact), None)


def is_about(act: Act, player: Player) -> bool:
    """Tell whether an act names a player (not a duplicate) or moved their standing.

    A dispute is about the two of the claim that it denies.
    """
    people, fields = people_at(), json.loads(act.content)
    if act.kind == Kind.DISPUTE:
        return is_about(Act.objects.get(key=fields["of"]), player)
    if player.number in (people[number] for number in named_in([act])):
        return True
    mine = same_person(player)
    if any(standing["player"] in mine for standing in fields.get("standings", ())):
        return True
    return Transfer.objects.filter(Q(debit__player__in=mine) | Q(credit__player__in=mine), act=act).exists()


def lines_about(player: Player, night: Night) -> Sequence[ActLine]:
    """Return the acts of a night that name a player (not a duplicate), the newest first; no undone act."""
    people = people_at()
    acts = in_effect(Act.objects.filter(night=night).exclude(kind__in=NEVER_UNDONE)).order_by("-number")
    mine = [act for act in acts if player.number in (people[number] for number in named_in([act]))]
    return act_lines(mine, player_names(named_in(mine)))
