"""A host of one house at every address of another house's things: nothing is there, nothing is recorded."""

import random
from contextlib import nullcontext
from datetime import time, timedelta
from functools import partial
from typing import Any

from django.urls import get_resolver, reverse
from django.utils import timezone

from hostdesk.base.sign_in import guard
from hostdesk.base.sign_in.commands import add_host
from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.models import NameClaim
from ledger.models import Note
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.models import Act, Fact, House, Night, Player, Series
from reservations.nights.plans import WEEKS, Plan, Repeats
from tests.drills.attacks import attack
from tests.drills.drill import Drill, Found
from tests.drills.inside import PORT, Inside, replaced
from tests.signed_in import host_client

CLOSED = {403, 404}
WORDS = {"what": "split"}


def forge(inside: Inside, requests: int, *, damaged: bool) -> dict[str, int]:
    """Ask, as a host of the house with the open night, for things of the other houses, half of the time with a form."""
    mine = Night.objects.get(pk=inside.made["night"]).house
    others = House.objects.exclude(pk=mine.pk)
    first = timezone.localdate() + timedelta(days=60)
    plan_nights(
        stamp=Stamp("a-series-elsewhere", timezone.now()),
        house=others[0].key,
        plan=Plan(first, time(19), time(1), "Europe/Berlin"),
        repeats=Repeats(WEEKS, 1, first),
    )
    named: dict[str, list[Any]] = {
        "night_id": [*Night.objects.filter(house__in=others).values_list("pk", flat=True)],
        "key": [*others.values_list("key", flat=True)],
        "series_id": [*Series.objects.filter(house__in=others).values_list("pk", flat=True)],
        "poll_id": [*Fact.objects.filter(house__in=others, kind=FactKind.POLL).values_list("pk", flat=True)],
        "strike": [*Fact.objects.filter(night__house__in=others, kind=FactKind.STRIKE).values_list("pk", flat=True)],
        "note": [*Note.objects.filter(night__house__in=others).values_list("pk", flat=True)],
        "claim": [*NameClaim.objects.filter(group_link__night__house__in=others).values_list("pk", flat=True)],
    }
    players = [*Player.objects.values_list("pk", flat=True)]
    add_host("Zoë", [mine])
    session = host_client("Zoë").cookies[f"desk{PORT}"].value
    named = {name: numbers for name, numbers in named.items() if numbers}
    patterns = [each for each in get_resolver().url_patterns if {*each.pattern.converters} & {*named}]
    chance, before, reached = random.Random(requests), _recorded(), 0
    with replaced(guard, "is_of_house", lambda address, houses: True) if damaged else nullcontext():
        for number in range(requests):
            pattern = patterns[number % len(patterns)]
            asked = {
                name: chance.choice(named.get(name) or players) if name not in WORDS else WORDS[name]
                for name in pattern.pattern.converters
            }
            address = reverse(str(pattern.name), kwargs=asked)
            said = {"key": f"forged-{number:06}", "amount": "20", "pay": "cash", "reason": "x", "ruling": "x"}
            if number // len(patterns) % 2:
                answer = inside.post(address, said, session=session)
            else:
                answer = inside.ask("GET", address, session=session)
            reached += answer.status not in CLOSED
    return {"addresses": len(patterns), "reached": reached, "recorded": _recorded() - before}


def _recorded() -> int:
    return Act.objects.count() + Fact.objects.count() + Night.objects.count()


def asked(requests: int, *, damaged: bool = False) -> Found:
    """Forge so many requests, and count those that reached something."""
    found = attack("tests.drills.houses_drill:forge", requests, damaged=damaged)
    told = f"{found['reached']:,} reached, {found['recorded']:,} recorded"
    figure = f"{requests:,} at {found['addresses']} addresses: {told}"
    return Found(figure, (found["reached"], found["recorded"]) == (0, 0))


DRILLS = [
    Drill(
        *("a host of one house reaches nothing of another", asked, partial(asked, damaged=True), 5_000, 600),
        sister="tests/hostdesk/base/sign_in/test_guard.py::test_another_house_is_as_little_there_as_none",
    )
]
