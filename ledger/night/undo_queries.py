"""What rests on an act between two nights, so that it cannot be undone alone."""

import json
from collections.abc import Iterator

from ledger.book.claim_queries import between
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act


def acts_resting_on(act: Act) -> list[int]:
    """Return the numbers of the acts that stand and rest on ``act``, the latest first.

    On a claim: its payment and its dispute. On a consolidation: later ones, and what was paid or claimed by its plan.
    """
    if act.kind == Kind.CLAIM:
        return sorted(_answers_to(act), reverse=True)
    if act.kind == Kind.CONSOLIDATE:
        return sorted(_after_consolidation(act), reverse=True)
    return []


def _answers_to(claim: Act) -> Iterator[int]:
    answers = in_effect(Act.objects.filter(night=None, kind__in=(Kind.PAYMENT, Kind.DISPUTE), number__gt=claim.number))
    for number, content in answers.values_list("number", "content"):
        fields = json.loads(content)
        if claim.key in (fields.get("claim"), fields.get("of")):
            yield number


def _after_consolidation(act: Act) -> Iterator[int]:
    later = in_effect(Act.objects.filter(night=None, kind=Kind.CONSOLIDATE, number__gt=act.number))
    yield from later.values_list("number", flat=True)
    recorded = between()
    people = recorded.people
    pairs = {(people[each["payer"]], people[each["payee"]]) for each in json.loads(act.content)["payments"]}
    yield from (paid.number for paid in recorded.payments(act.number) if (paid.payer, paid.payee) in pairs)
    yield from (claim.number for claim in recorded.claims(act.number) if (claim.payer, claim.payee) in pairs)
