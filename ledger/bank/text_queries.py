"""Acts as phrases, with their cents and movements."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q, Sum

from ledger.bank.text import AMOUNTS, phrase
from ledger.models import AccountKind, Transfer
from reservations.acts.kinds import Kind
from reservations.acts.queries import act_numbers
from reservations.models import Act

_SAYS_NO_AMOUNT = (Kind.NOTE_UNPAID, Kind.COMMIT_NOTES, Kind.LAPSE_NOTES, Kind.FINAL_POT, Kind.CHANGE_PAY)


def amounts_moved(numbers: Iterable[int]) -> dict[int, int]:
    """Return the cents moved by acts that name no amount themselves, by the number of the act.

    These are a final pot, the end of notes, and a buy-in with another payment than recorded.
    """
    listed = [*numbers]
    if not listed:
        return {}
    ended = Q(act__kind__in=(Kind.NOTE_UNPAID, Kind.COMMIT_NOTES, Kind.LAPSE_NOTES), credit__kind=AccountKind.NOTES)
    won = Q(act__kind=Kind.FINAL_POT, debit__kind=AccountKind.FINAL_POT)
    moved = Transfer.objects.filter(ended | won | Q(act__kind=Kind.CHANGE_PAY), act__in=listed).order_by()
    return dict(moved.values_list("act").annotate(Sum("cents")))


@dataclass(frozen=True)
class ActText:
    """An act as a phrase without its amount, and its cents; None for an act without an amount."""

    text: str
    cents: int | None


class PlainAct(NamedTuple):
    """The parts of an act for its phrase: thousands of these rows are read in a third of the time."""

    number: int
    kind: str
    content: str


def phrased(acts: Iterable[Act | PlainAct], names: Mapping[int, str]) -> dict[int, ActText]:
    """Return acts as phrases, by number, in three queries at most; ``names`` are those of players by number.

    Their movements add the amount, and the regular who answers for a guest's note.
    """
    rows = [(act.number, act.kind, json.loads(act.content)) for act in acts]
    numbers = act_numbers(content["of"] for _, _, content in rows if "of" in content)
    amounts = amounts_moved(number for number, kind, _ in rows if kind in _SAYS_NO_AMOUNT)
    unpaid = [number for number, kind, _ in rows if kind == Kind.NOTE_UNPAID]
    inviters = _who_answers(unpaid, names) if unpaid else {}
    lines = {}
    for number, kind, content in rows:
        fields = {**content, "inviter": inviters[number]} if number in inviters else content
        if "of" in content:
            fields = {**content, "of": f"Act {numbers[content['of']]}"}
        cents = amounts.get(number, content.get(AMOUNTS.get(Kind(kind), "")))
        lines[number] = ActText(phrase(kind, fields, names), cents)
    return lines


def _who_answers(unpaid: Sequence[int], names: Mapping[int, str]) -> dict[int, str]:
    """Name the regular who answers for a guest's note, and the guest, by the number of the act."""
    charged = Transfer.objects.filter(act__in=unpaid, debit__kind=AccountKind.BOOK, note__isnull=False)
    people = charged.values_list("act", "debit__player", "debit__player__name", "note__debtor", "note__debtor__name")
    return {
        act: f"{names.get(inviter, its_name)}, who invited {names.get(debtor, their_name)}"
        for act, inviter, its_name, debtor, their_name in people
    }
