"""Every address of the desk answers as its row says, to every visitor and method: the walk of the tests, whole."""

from functools import partial
from typing import Any

from django.conf import settings
from django.test import TestCase

from hostdesk.base.sign_in.guard import Audience
from tests.drills.attacks import attack
from tests.drills.crawled import patterns
from tests.drills.drill import Drill, Found
from tests.drills.inside import Inside
from tests.hostdesk.base.sign_in.rows import METHODS, PEOPLE, ROWS, expected
from tests.hostdesk.base.sign_in.test_guard import Desk


def walked(inside: Inside, most: int, *, damaged: bool) -> dict[str, Any]:
    """Request so many addresses as every visitor, by every method; return their number and the wrong answers."""
    settings.ALLOWED_HOSTS = ["testserver"]
    outer = TestCase._enter_atomics()  # type: ignore[attr-defined]
    desk, wrong = Desk(), list[str]()
    walk = [each for each in patterns() if each.name == "settings" or most > 1]
    for pattern in walk:
        if damaged:
            pattern.callback.audience = Audience.ANYONE  # type: ignore[attr-defined]
        inner = TestCase._enter_atomics()  # type: ignore[attr-defined]
        answers, row = desk.answers(pattern), expected(ROWS[str(pattern.name)])
        TestCase._rollback_atomics(inner)  # type: ignore[attr-defined]
        wrong += [
            f"{pattern.name} {how} by {who}: {answers[who, how]}"
            for who, how in row
            if answers[who, how] != row[who, how]
        ]
    TestCase._rollback_atomics(outer)  # type: ignore[attr-defined]
    return {"addresses": len(walk), "wrong": wrong}


def as_told(most: int, *, damaged: bool = False) -> Found:
    """Request everything, and count the answers that differ from the rows."""
    found = attack("tests.drills.access_drill:walked", most, scene="", damaged=damaged)
    asks, wrong = found["addresses"] * len(PEOPLE) * len(METHODS), found["wrong"]
    figure = (
        f"{found['addresses']} addresses × {len(PEOPLE)} people × {len(METHODS)} methods = {asks:,}: {len(wrong)} wrong"
    )
    return Found(f"{figure} ({wrong[0]})" if wrong else figure, not wrong)


DRILLS = [
    Drill(
        "everybody gets what is theirs, at every address",
        as_told,
        partial(as_told, damaged=True),
        rounds=1_000,
        short=1,
        sister="tests/hostdesk/base/sign_in/test_guard.py",
    )
]
