"""Payments between nights, claims of payments, and debts forgiven instead.

A claim moves no money: a payment confirms it, or a part of it, and a dispute denies it. A newer payment of the same
amount between the two settles an open or disputed claim. Forgiving a debt answers and settles no claim.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from reservations.acts.kinds import Kind
from reservations.acts.moments import kept_with_books
from reservations.models import Act
from reservations.players.people import People
from reservations.players.queries import people_at


class ClaimState(StrEnum):
    OPEN = "open"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    SETTLED = "settled"  # by a newer payment of the same amount, which does not name it


_TO_ANSWER = (ClaimState.OPEN, ClaimState.DISPUTED)


@dataclass(frozen=True)
class PaymentAct:
    """An act about cents from ``payer`` to ``payee``, by number."""

    number: int
    key: str
    at: datetime
    by: str
    payer: int
    payee: int
    cents: int


@dataclass(frozen=True)
class RecordedPayment(PaymentAct):
    """A payment; ``claim`` is the key of the claim it confirms, or ""."""

    claim: str = ""


@dataclass(frozen=True)
class Forgiving(PaymentAct):
    """A debt of ``payer`` to ``payee`` that was forgiven, with the reason."""

    reason: str


@dataclass(frozen=True)
class Claim(PaymentAct):
    """A claim of a payment, of which ``left_cents`` are not confirmed. ``answer`` is the act that answered it."""

    left_cents: int
    state: ClaimState = ClaimState.OPEN
    answer: int | None = None
    reason: str = ""
    was_disputed: bool = False

    @property
    def is_settled_dispute(self) -> bool:
        """Whether it was disputed, and the money arrived after all."""
        return self.was_disputed and self.state is not ClaimState.DISPUTED

    @property
    def came_cents(self) -> int:
        """The confirmed part."""
        return self.cents - self.left_cents


@dataclass(frozen=True)
class SettlingAct:
    """A consolidation, payment, claim, dispute or forgiving, and the number of the act that undid it."""

    number: int
    key: str
    kind: str
    at: datetime
    by: str
    fields: Mapping[str, Any]
    undone: int | None


@dataclass(frozen=True)
class PaymentsAndClaims:
    """All payments, claims, disputes and forgivings, read at one moment, between the present persons."""

    acts: Sequence[SettlingAct]
    people: People

    def payments(self, after: int = 0, before: int | None = None) -> list[RecordedPayment]:
        """Return the payments after that act; with ``before``, as of the act before that one."""
        return [
            RecordedPayment(*self._between(act), act.fields.get("claim", ""))
            for act in self._in_effect((Kind.PAYMENT,), after, before)
        ]

    def claims(self, after: int = 0, before: int | None = None) -> list[Claim]:
        """Return the claims after that act, with their answers; ``before`` as for payments."""
        found = dict[str, Claim]()
        for act in self._in_effect((Kind.CLAIM, Kind.DISPUTE, Kind.PAYMENT), after, before):
            if act.kind == Kind.CLAIM:
                found[act.key] = Claim(*self._between(act), act.fields["amount"])
            elif act.kind == Kind.DISPUTE and (denied := found.get(act.fields["of"])):
                found[denied.key] = replace(
                    denied, state=ClaimState.DISPUTED, answer=act.number, reason=act.fields["reason"], was_disputed=True
                )
            elif act.kind == Kind.PAYMENT:
                _answer(found, RecordedPayment(*self._between(act), act.fields.get("claim", "")))
        return [*found.values()]

    def forgivings(self, after: int = 0, before: int | None = None) -> list[Forgiving]:
        """Return the debts forgiven after that act; ``before`` as for payments."""
        acts = self._in_effect((Kind.FORGIVE,), after, before)
        return [Forgiving(*self._between(act), act.fields["reason"]) for act in acts]

    def _in_effect(self, kinds: Sequence[Kind], after: int, before: int | None) -> list[SettlingAct]:
        return [
            act
            for act in self.acts
            if (act.kind in kinds and act.number > after)
            and (before is None or act.number < before)
            and (act.undone is None or (before is not None and act.undone >= before))
        ]

    def _between(self, act: SettlingAct) -> tuple[int, str, datetime, str, int, int, int]:
        """Return the common fields of all but disputes, from ``number`` to ``cents``."""
        roles = ("debtor", "creditor") if act.kind == Kind.FORGIVE else ("payer", "payee")
        payer, payee = (self.people[act.fields[role]] for role in roles)
        return act.number, act.key, act.at, act.by, payer, payee, act.fields["amount"]


def _answer(claims: dict[str, Claim], paid: RecordedPayment) -> None:
    """Take a payment off the claim it names, and let it settle the oldest other one of its amount.

    A payment with a claim settles a disputed one; a payment without a claim settles an open one too.
    """
    if named := claims.get(paid.claim):
        left_cents = max(0, named.left_cents - paid.cents)
        answered = named if left_cents else replace(named, state=ClaimState.CONFIRMED, answer=paid.number)
        claims[named.key] = replace(answered, left_cents=left_cents)
    settles = (ClaimState.DISPUTED,) if paid.claim else _TO_ANSWER
    one = (paid.payer, paid.payee, paid.cents)
    for claim in claims.values():
        if claim.state in settles and claim.key != paid.claim and (claim.payer, claim.payee, claim.left_cents) == one:
            claims[claim.key] = replace(claim, state=ClaimState.SETTLED, answer=paid.number)
            return


@kept_with_books
def settling_acts() -> list[SettlingAct]:
    """Return all of them, in order: the plans and the payments are read in one query."""
    kinds = (Kind.CONSOLIDATE, Kind.PAYMENT, Kind.CLAIM, Kind.DISPUTE, Kind.FORGIVE)
    columns = ("number", "key", "kind", "at", "by", "content", "reversed_by")
    rows = Act.objects.filter(night=None, kind__in=kinds).order_by("number").values_list(*columns)
    return [
        SettlingAct(number, key, kind, at, by, json.loads(content), undone)
        for number, key, kind, at, by, content, undone in rows
    ]


@kept_with_books
def payments_and_claims() -> PaymentsAndClaims:
    return PaymentsAndClaims(settling_acts(), people_at())


def claim_called(key: str, recorded: PaymentsAndClaims | None = None) -> Claim | None:
    """Return the claim of that key, from ``recorded`` if given; None if it is unknown or undone."""
    return next((claim for claim in (recorded or payments_and_claims()).claims() if claim.key == key), None)


def waiting_claims(payer: int, payee: int, recorded: PaymentsAndClaims | None = None) -> list[Claim]:
    """Return the claims without an answer that one person has paid another, by number; ``recorded`` as above."""
    recorded = recorded or payments_and_claims()
    pair = (recorded.people[payer], recorded.people[payee])
    return [one for one in recorded.claims() if one.state is ClaimState.OPEN and (one.payer, one.payee) == pair]
