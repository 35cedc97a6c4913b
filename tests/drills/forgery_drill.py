"""A form from another site is refused at every address, whoever is signed in, and changes nothing."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from django.urls import reverse

from tests.drills.attacks import attack
from tests.drills.crawled import contents, patterns
from tests.drills.drill import Drill, Found
from tests.drills.inside import TOKEN, Inside
from tests.drills.looking_drill import NOTED
from tests.hostdesk.base.sign_in.rows import ROWS

ARGUMENTS = {
    "night_id": "night",
    "number": "hostile_1",
    "act": "last_act",
    "note": "note",
    "month": "month",
    "series_id": "series",
    "season_id": "season",
    "strike": "strike",
    "fact": "split_fact",
    "wish": "asked",
    "poll_id": "poll",
    "key": "house",
    "secret": "group_link",
}
"""The value of the scene for each argument of an address."""

WITHOUT_TOKEN = {"do_not_write"}  # mail programs send it, and its secret is in the address
REFUSED = (401, 403)
OF_ANOTHER_SITE = (
    {"HTTP_X_CSRFTOKEN": ""},
    {"HTTP_X_CSRFTOKEN": "b" * 32},
    {"HTTP_X_CSRFTOKEN": TOKEN, "HTTP_ORIGIN": "http://evil.example"},
    {"HTTP_X_CSRFTOKEN": TOKEN, "HTTP_ORIGIN": "null"},
    {"HTTP_X_CSRFTOKEN": "", "CONTENT_TYPE": "text/plain"},
)


def addresses(inside: Inside) -> Iterator[tuple[str, str]]:
    """Yield the name and an address of the scene for every view that takes a form."""
    for pattern in patterns():
        if ROWS[str(pattern.name)].post is not None:
            said: dict[str, Any] = {
                name: inside.made.get(ARGUMENTS.get(name, ""), 1) for name in pattern.pattern.converters
            }
            yield str(pattern.name), reverse(str(pattern.name), kwargs=said)


def forged(inside: Inside, most: int, *, damaged: bool) -> dict[str, Any]:
    """Send forms of another site to so many addresses, as the host and as a player; return those that were taken."""
    if damaged:
        theme = next(each for each in patterns() if each.name == "theme")
        theme.callback.csrf_exempt = True  # type: ignore[attr-defined]
    before, sent, taken = contents(), 0, []
    asked = [each for each in addresses(inside) if each[0] not in WITHOUT_TOKEN]
    asked = asked if most >= len(asked) else [each for each in asked if each[0] == "theme"]
    for name, address in asked:
        for who in ("session", "players_session"):
            for lines in OF_ANOTHER_SITE:
                answer = inside.ask("POST", address, b"theme=dark", session=inside.made[who], environ=lines)
                sent += 1
                taken += [f"{name} ({answer.status})"] if answer.status not in REFUSED else []
    changed = sorted({table for table, digest in contents().items() if digest != before.get(table)} - NOTED)
    return {"addresses": len(asked), "sent": sent, "taken": taken, "changed": changed}


def refused(most: int, *, damaged: bool = False) -> Found:
    """Send forms of another site everywhere."""
    found = attack("tests.drills.forgery_drill:forged", most, damaged=damaged)
    wrong = [*found["taken"], *found["changed"]]
    figure = (
        f"{found['sent']:,} forged forms to {found['addresses']} addresses: {len(wrong)} taken or changed something"
    )
    return Found(f"{figure} ({wrong[0]})" if wrong else figure, not wrong)


DRILLS = [Drill("a form of another site is refused", refused, partial(refused, damaged=True), 1_000, 1)]
