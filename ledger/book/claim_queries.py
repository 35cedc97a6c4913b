"""Payments between players, and the claims that somebody has paid: what stands of both.

A claim moves nothing. It is answered by the payment that confirms it, or by a dispute.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from reservations.acts.kinds import Kind
from reservations.models import Act
from reservations.players.queries import people_at
from reservations.rsvps.merged_players import People


class ClaimState(StrEnum):
    """What has become of a claim."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


@dataclass(frozen=True)
class Paid:
    """A payment that stands: cents from ``payer`` to ``payee``, by number; ``claim`` is the key it confirms, or ""."""

    number: int
    key: str
    at: datetime
    by: str
    payer: int
    payee: int
    cents: int
    claim: str = ""


@dataclass(frozen=True)
class Claim:
    """That ``payer`` has paid ``payee``, by number, as somebody says. ``answer`` is the act that answered it."""

    number: int
    key: str
    at: datetime
    by: str
    payer: int
    payee: int
    cents: int
    state: ClaimState
    answer: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class _Said:
    """A payment, a claim or a dispute that was recorded, and the number of the act that undid it."""

    number: int
    key: str
    kind: str
    at: datetime
    by: str
    fields: Mapping[str, Any]
    undone: int | None


@dataclass(frozen=True)
class Between:
    """What was paid, claimed and disputed between nights, read at one moment, between the people of now."""

    acts: Sequence[_Said]
    people: People

    def payments(self, number: int, until: int | None = None) -> list[Paid]:
        """Return the payments that stand and came after that act; with ``until``, as things stood before that one."""
        return [
            Paid(**self._parties(each), claim=each.fields.get("claim", ""))
            for each in self._of(Kind.PAYMENT, number, until)
        ]

    def claims(self, number: int, until: int | None = None) -> list[Claim]:
        """Return the claims that stand and came after that act, each with its answer; ``until`` as for payments."""
        answers = self._answers(number, until)
        return [
            Claim(**self._parties(each), **answers.get(each.key, {"state": ClaimState.OPEN}))
            for each in self._of(Kind.CLAIM, number, until)
        ]

    def _answers(self, number: int, until: int | None) -> dict[str, dict[str, Any]]:
        """Return how claims were answered, by key; a payment answers a claim that was disputed too."""
        disputes = {
            each.fields["of"]: {
                "state": ClaimState.DISPUTED,
                "answer": each.number,
                "reason": each.fields["reason"],
            }
            for each in self._of(Kind.DISPUTE, number, until)
        }
        confirmed = {
            each.fields["claim"]: {"state": ClaimState.CONFIRMED, "answer": each.number}
            for each in self._of(Kind.PAYMENT, number, until)
            if "claim" in each.fields
        }
        return {**disputes, **confirmed}

    def _of(self, kind: Kind, number: int, until: int | None) -> Iterator[_Said]:
        for each in self.acts:
            stood = each.undone is None or (until is not None and each.undone >= until)
            if each.kind == kind and each.number > number and stood and (until is None or each.number < until):
                yield each

    def _parties(self, said: _Said) -> dict[str, Any]:
        payer, payee = said.fields["payer"], said.fields["payee"]
        return {
            "number": said.number,
            "key": said.key,
            "at": said.at,
            "by": said.by,
            "payer": self.people[payer],
            "payee": self.people[payee],
            "cents": said.fields["amount"],
        }


def between() -> Between:
    """Return all that was paid, claimed and disputed between nights."""
    kinds = (Kind.PAYMENT, Kind.CLAIM, Kind.DISPUTE)
    acts = Act.objects.filter(night=None, kind__in=kinds).order_by("number")
    columns = ("number", "key", "kind", "at", "by", "content", "reversed_by")
    return Between(
        [
            _Said(number, key, kind, at, by, json.loads(content), undone)
            for number, key, kind, at, by, content, undone in acts.values_list(*columns)
        ],
        people_at(),
    )


def payments_since(number: int, until: int | None = None) -> list[Paid]:
    """Return the payments that stand and came after that act; with ``until``, as things stood before that one."""
    return between().payments(number, until)


def claims_since(number: int, until: int | None = None) -> list[Claim]:
    """Return the claims that stand and came after that act, each with its answer; ``until`` as for payments."""
    return between().claims(number, until)


def claim_called(key: str) -> Claim | None:
    """Return the claim of that key, where it stands."""
    return next((each for each in claims_since(0) if each.key == key), None)
