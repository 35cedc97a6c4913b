"""The preview of an import of online tables: the players, the nights, and the obstacles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hostdesk.imports.pokernow.casting import Doubt, at_once
from hostdesk.imports.pokernow.plan_queries import ImportPlan
from hostdesk.imports.pokernow.reading import Evening, Sitting
from hostdesk.imports.ways_in.queries import totals_of
from hostdesk.people.players.duplicates import SAME, alike
from reservations.acts.problems import Malformed
from reservations.parsing.names import NAME_CHARACTERS, name_key, parse_name


@dataclass(frozen=True)
class PersonQuestion:
    """An id to name a player for, with its nights: the ``name`` suggested or answered.

    ``maybe`` are people with names like the nickname. ``wrong`` is why the answer does not do.
    """

    doubt: Doubt
    nights: int
    since: date
    name: str
    maybe: tuple[str, ...]
    is_new: bool
    wrong: str

    @property
    def reason(self) -> str:
        """The reason for the question; "" if a suggestion is enough."""
        if not self.doubt.must:
            return ""
        people = " or ".join(self.doubt.by_nickname)
        if self.doubt.by_id:
            return f"The id was {self.doubt.by_id} so far, the nickname says {people}. Who is it?"
        return f"This may be {people}. Who is it?"


@dataclass(frozen=True)
class NightShown:
    """A night to post: its day, the number of players, the cents sold and the difference."""

    day: date
    players: int
    bought_cents: int
    difference_cents: int


@dataclass(frozen=True)
class ImportShown:
    """An import to post: its questions, its nights, and the figures for the host's review.

    ``usual_cents`` is the commonest buy-in: it shows a wrong unit. ``newcomers`` are names to add, ``totals``
    everybody's nights and net in cents, the highest first. ``has_book``: the house has THE BOOK.
    """

    people: Sequence[PersonQuestion]
    nights: Sequence[NightShown]
    known: int
    players: int
    newcomers: Sequence[str]
    usual_cents: int
    totals: Sequence[tuple[str, int, int]]
    has_book: bool
    remarks: Sequence[tuple[str, int, str]]

    @property
    def differences(self) -> list[NightShown]:
        """The nights whose nets do not sum to zero."""
        return [night for night in self.nights if night.difference_cents]

    @property
    def is_answered(self) -> bool:
        """Whether everybody has a name that can be kept."""
        return not any(person.wrong for person in self.people)


def person_questions(plan: ImportPlan, answers: Mapping[str, str]) -> list[PersonQuestion]:
    """Return all questions, with the answers by their fields, else with the likely players.

    Questions that must be answered come first.
    """
    numbers, names = plan.memory.known.numbers, plan.memory.known.names
    questions: dict[str, Doubt] = {}
    for question in sorted(plan.questions.doubts, key=lambda one: not one.must):
        questions.setdefault(question.id, question)
    played: dict[str, dict[date, list[Sitting]]] = {player: {} for player in questions}
    for evening in plan.evenings:
        for sitting in evening.sittings:
            if sitting.player in questions:
                played[sitting.player].setdefault(evening.day, []).append(sitting)
    found, seated = list[PersonQuestion](), dict[str, list[str]]()
    for person in questions.values():
        # Characters that were lost when the ledger was saved are left out: no form can send them back.
        nickname = " ".join(person.nicknames[0].replace("\ufffd", "").split())
        like = [name for name in names.values() if alike(name, nickname)]
        same = [name for name in like if alike(name, nickname) == SAME]
        likely = person.name or (same[0] if len(same) == 1 else nickname)
        # Two ids with the same nickname at one time are two people.
        numbered = (likely, *(f"{likely[: NAME_CHARACTERS - 5]} ({number})" for number in range(2, 10)))
        free = (
            name
            for name in numbered
            if not any(
                at_once(sittings, played[other].get(day, ()))
                for other in seated.get(name_key(name), ())
                for day, sittings in played[person.id].items()
            )
        )
        name = answers.get(f"who-{person.id}", "" if person.must else next(free, likely))
        seated.setdefault(name_key(name), []).append(person.id)
        days, maybe = played[person.id], tuple(sorted({*like, *person.by_nickname} - {name}))
        is_new = name_key(name) not in numbers
        found.append(PersonQuestion(person, len(days), min(days), name, maybe, is_new, _why_not(name)))
    return found


def _why_not(name: str) -> str:
    """Return why no player can have a name; "" for a possible name."""
    try:
        parse_name(name)
    except Malformed as wrong:
        return str(wrong) if name else "Who is it?"
    return ""


def shown_of(plan: ImportPlan, people: Sequence[PersonQuestion]) -> ImportShown:
    """Return the preview of a plan in which every question is answered."""
    bought = Counter(one.bought_cents for evening in plan.evenings for one in evening.sittings if one.bought_cents)
    return ImportShown(
        people=people,
        nights=[_night(evening, plan) for evening in plan.evenings],
        known=len(plan.known),
        players=len(set(plan.cast.names.values())),
        newcomers=[newcomer.name for evening in plan.cast.newcomers for newcomer in evening],
        usual_cents=bought.most_common(1)[0][0] if bought else 0,
        totals=totals_of([_net(sitting, plan) for sitting in evening.sittings] for evening in plan.evenings),
        has_book=plan.terms.has_book,
        remarks=plan.remarks,
    )


def _night(evening: Evening, plan: ImportPlan) -> NightShown:
    players = {plan.cast.names.get(sitting.player, sitting.player) for sitting in evening.sittings}
    bought_cents = sum(sitting.bought_cents for sitting in evening.sittings)
    return NightShown(evening.day, len(players), bought_cents, evening.difference_cents)


def _net(sitting: Sitting, plan: ImportPlan) -> tuple[str, int]:
    return plan.cast.names.get(sitting.player, sitting.nickname), sitting.back_cents - sitting.bought_cents
