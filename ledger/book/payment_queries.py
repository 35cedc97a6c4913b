"""Payments between nights, and claims that one was made.

A claim moves no money: a payment confirms it, a dispute denies it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from reservations.acts.kinds import Kind
from reservations.models import Act
from reservations.players.queries import people_at
from reservations.rsvps.merged_players import People


class ClaimState(StrEnum):
    OPEN = "open"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


@dataclass(frozen=True)
class PaymentSaid:
    """An act that says cents went from ``payer`` to ``payee``, by number."""

    number: int
    key: str
    at: datetime
    by: str
    payer: int
    payee: int
    cents: int


@dataclass(frozen=True)
class RecordedPayment(PaymentSaid):
    """A payment; ``claim`` is the key of the claim it confirms, or ""."""

    claim: str = ""


@dataclass(frozen=True)
class Claim(PaymentSaid):
    """A claim that it was paid. ``answer`` is the act that answered it."""

    state: ClaimState
    answer: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class _PaymentAct:
    """A payment, a claim or a dispute, and the number of the act that undid it."""

    number: int
    key: str
    kind: str
    at: datetime
    by: str
    fields: Mapping[str, Any]
    undone: int | None


@dataclass(frozen=True)
class PaymentsAndClaims:
    """All payments, claims and disputes between nights, read at one moment, between the people of now."""

    acts: Sequence[_PaymentAct]
    people: People

    def payments(self, after: int = 0, before: int | None = None) -> list[RecordedPayment]:
        """Return the payments that came after that act; with ``before``, as things were before that one."""
        return [
            RecordedPayment(*self._between(act), act.fields.get("claim", ""))
            for act in self._in_effect(Kind.PAYMENT, after, before)
        ]

    def claims(self, after: int = 0, before: int | None = None) -> list[Claim]:
        """Return the claims that came after that act, each with its answer; ``before`` as for payments."""
        answers: dict[str, tuple[ClaimState, int | None, str]] = {
            act.fields["of"]: (ClaimState.DISPUTED, act.number, act.fields["reason"])
            for act in self._in_effect(Kind.DISPUTE, after, before)
        }
        # A payment confirms a disputed claim too.
        answers |= {each.claim: (ClaimState.CONFIRMED, each.number, "") for each in self.payments(after, before)}
        unanswered = (ClaimState.OPEN, None, "")
        return [
            Claim(*self._between(act), *answers.get(act.key, unanswered))
            for act in self._in_effect(Kind.CLAIM, after, before)
        ]

    def _in_effect(self, kind: Kind, after: int, before: int | None) -> list[_PaymentAct]:
        return [
            act
            for act in self.acts
            if (act.kind == kind and act.number > after)
            and (before is None or act.number < before)
            and (act.undone is None or (before is not None and act.undone >= before))
        ]

    def _between(self, act: _PaymentAct) -> tuple[int, str, datetime, str, int, int, int]:
        """Return what a payment and a claim have in common, from ``number`` to ``cents``."""
        payer, payee = self.people[act.fields["payer"]], self.people[act.fields["payee"]]
        return act.number, act.key, act.at, act.by, payer, payee, act.fields["amount"]


def payments_and_claims() -> PaymentsAndClaims:
    kinds = (Kind.PAYMENT, Kind.CLAIM, Kind.DISPUTE)
    columns = ("number", "key", "kind", "at", "by", "content", "reversed_by")
    rows = Act.objects.filter(night=None, kind__in=kinds).order_by("number").values_list(*columns)
    acts = [
        _PaymentAct(number, key, kind, at, by, json.loads(content), undone)
        for number, key, kind, at, by, content, undone in rows
    ]
    return PaymentsAndClaims(acts, people_at())


def claim_called(key: str) -> Claim | None:
    """Return the claim of that key; None if there is none or it was undone."""
    return next((each for each in payments_and_claims().claims() if each.key == key), None)
