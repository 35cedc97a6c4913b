"""The rulings of one night or of all: overruled terms of a house, and decided disputes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from ledger.bank.text import PLAYED_ONLINE, decision
from ledger.bank.text_queries import ActText
from ledger.reports.night_report import RulingLine
from reservations.acts.facts import AT_THE_TABLE, FactKind, FactValue
from reservations.acts.problems import RuleViolation, read_violations
from reservations.models import Act, Fact
from reservations.parsing.names import counted, shown_name, shown_text

_MAY_BE_RULED = (*AT_THE_TABLE, FactKind.ANSWER, FactKind.FAVOUR)
_EARLY = {
    FactKind.ANSWER: RuleViolation("who may reserve", "They could have no reservation."),
    FactKind.FAVOUR: RuleViolation("host's favour", "This house has no host's favour on the waiting list."),
}
"""The rules set aside for early facts, which do not name them."""
RULED_FACTS = Q(kind=FactKind.RULED) | Q(kind__in=_MAY_BE_RULED, outcome__contains='"ruling":')
"""The facts that a ruling allowed, and the disputes that were decided."""


def ruled_facts() -> QuerySet[Fact]:
    """Return the facts that a ruling allowed, and the disputes, in order; those taken back are left out."""
    undone = Fact.objects.filter(kind=FactKind.TAKE_BACK, about__isnull=False).values("about")
    return Fact.objects.filter(RULED_FACTS).exclude(pk__in=undone).order_by("id")


def rulings_of_acts(acts: Iterable[Act], texts: dict[int, ActText], until: int | None = None) -> Iterator[RulingLine]:
    """Yield the rulings of acts in effect, as of the act ``until``, with the terms that they set aside.

    A ruling without a refusal is not listed. The ruling that a night was played online is one line for all of its acts.
    """
    online: dict[int | None, list[RulingLine]] = {}
    for act in acts:
        undoing = getattr(act, "reversed_by", None)
        if act.overruled == "[]" or (undoing is not None and (until is None or undoing.number <= until)):
            continue
        content, refusals = json.loads(act.content), shown_violations(json.loads(act.overruled))
        # The difference of the two counts of a cash-out is the last refusal, and has its own ruling.
        differ = content.get("player_count") != content.get("banker_count")
        terms, counts = (refusals[:-1], refusals[-1:]) if differ else (refusals, ())
        at, what = timezone.localtime(act.at), texts[act.number].text
        for ruling, refused in ((act.ruling, terms), (act.count_ruling, counts)):
            line = RulingLine(at, what, refused, *decision(ruling), act.shown_by, act.number)
            if refused and ruling == PLAYED_ONLINE:
                online.setdefault(act.night_id, []).append(line)
            elif refused:
                yield line
    for lines in online.values():
        refused = _by_term(violation for line in lines for violation in line.refused)
        what = lines[0].what if len(lines) == 1 else f"The night was played online, {counted(len(lines), 'act')}"
        yield replace(lines[0], what=what, refused=refused)


def shown_violations(kept: Iterable[Any]) -> tuple[RuleViolation, ...]:
    """Return kept violations without the names of forgotten players."""
    return tuple(replace(violation, sentence=shown_text(violation.sentence)) for violation in read_violations(kept))


def _by_term(violations: Iterable[RuleViolation]) -> tuple[RuleViolation, ...]:
    """Return every term once: with its sentence, or with its count. Violations without a name stay unchanged."""
    found: dict[str, list[RuleViolation]] = {}
    for violation in violations:
        found.setdefault(violation.term or violation.sentence, []).append(violation)
    return tuple(
        same[0]
        if len(same) == 1 or not same[0].term
        else replace(same[0], sentence=f"{term.capitalize()}: set aside {len(same)} times.")
        for term, same in found.items()
    )


def rulings_of_facts(facts: Sequence[FactValue], names: Mapping[int, str]) -> Iterator[tuple[FactValue, RulingLine]]:
    """Yield the :func:`ruled_facts` with their rulings; ``names`` are the players' by number."""
    for fact in facts:
        at, outcome = timezone.localtime(fact.at), fact.outcome
        if fact.kind == FactKind.RULED:
            ruled = fact.content
            yield fact, RulingLine(at, ruled["dispute"], (), ruled["decider"], ruled["decision"], shown_name(fact.by))
            continue
        name = names.get(fact.player or 0, "")
        what = f"{name} may come" if fact.kind == FactKind.ANSWER else shown_text(outcome["remark"])
        early = (_EARLY[fact.kind],) if fact.kind in _EARLY else ()
        refused = shown_violations(outcome.get("overruled", ())) or early
        yield fact, RulingLine(at, what, refused, *decision(outcome["ruling"]), shown_name(fact.by))
