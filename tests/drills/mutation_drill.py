"""Posts that no page sends: every form of a desk with one of everything, again and again with something wrong in it.

None causes a fault, none leads away from the desk, an unreadable one records nothing, and the ledger still checks.
"""

import logging
import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.db import connection
from django.db.models import Q

from hostdesk.base.sign_in.device_commands import LIVE
from hostdesk.models import SignIn
from ledger.chips import count_fields
from tests.browser.test_every_page import PAGES
from tests.drills.attacks import attack
from tests.drills.crawled import kind_of, taken_apart
from tests.drills.drill import Drill, Found
from tests.drills.forgery_drill import addresses
from tests.drills.inside import Answer, Inside
from tests.drills.mutations import Wrong
from tests.hostdesk.browsing import Form
from tests.running import run

PROCESSES = 2
BETWEEN_CHECKS = 500
PEOPLE = ("session", "players_session", "")
FEW = 1_000
"""With fewer posts, only the forms for chips of an open night are sent."""

WITHOUT_AMOUNT = b"wanted=cash+out"  # a request to cash out has no amount, and none is read

Told = dict[str, Counter[str]]
_SHARED: dict[str, Any] = {}


def posted(inside: Inside, posts: int, *, damaged: bool) -> dict[str, Any]:
    """Send so many posts with something wrong in them, from two processes, and return the counts."""
    if damaged:
        _damage()
    forms = [*_forms(inside, posts)]
    _SHARED.update(inside=inside, forms=forms)  # the forks inherit what cannot be pickled
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        found: list[Told] = pool.starmap(_share, [(posts // PROCESSES, seed) for seed in range(PROCESSES)], chunksize=1)
    told = {name: dict(sum((each[name] for each in found), Counter[str]())) for name in found[0]}
    return {"forms": len(forms), "addresses": len({kind_of(form.action)[0] for _, form, _ in forms}), **told}


def _forms(inside: Inside, posts: int) -> Iterator[tuple[str, Form, bool]]:
    """Yield forms, the visitor who sees each, and whether it is on a page.

    An address whose form is on no page gets the fields of the other forms, most of which it does not read.
    """
    pages = PAGES if posts >= FEW else {"tonight_player": PAGES["tonight_player"]}
    seen, fields = set[tuple[str, ...]](), Form("", "post")
    for who in PEOPLE if posts >= FEW else PEOPLE[:1]:
        for address in (each.format(**inside.made) for behind in pages.values() for each in behind):
            answer = inside.ask("GET", address, session=inside.made[who] if who else "")
            for form in taken_apart(address, answer).forms if answer.is_page else ():
                kind = (*kind_of(form.action), *sorted(form.fields), *(name for name, *_ in form.buttons))
                is_wanted = form.method.lower() == "post" and (posts >= FEW or "amount" in form.typed)
                if is_wanted and kind not in seen:
                    seen.add(kind)
                    yield who, form, True
                    if len(form.fields) < 40:
                        fields.fields.update(form.fields)
                        fields.takes.update(form.takes)
                        fields.typed |= form.typed
    known = {kind[0] for kind in seen}
    for name, address in addresses(inside) if posts >= FEW else ():
        if name not in known:
            yield (
                PEOPLE[0],
                Form(address, "post", dict(fields.fields), [], dict(fields.takes), set(fields.typed)),
                False,
            )


def _share(posts: int, seed: int) -> Told:
    """Send a share of the posts to a separate copy of the books, which is checked and restored from time to time."""
    forms: list[tuple[str, Form, bool]] = _SHARED["forms"]
    inside = Inside(_SHARED["inside"].application, _SHARED["inside"].kept)
    dice, heard = random.Random(seed), _Heard()
    logging.getLogger("django.request").addHandler(heard)
    told: Told = {"statuses": Counter(), "recorded": Counter(), "wrong": Counter()}
    recorded = _recorded()
    for post in range(1, posts + 1):
        who, form, is_on_page = dice.choice(forms)
        if dice.random() < 0.1:
            who = dice.choice(PEOPLE)
        wrong, name = Wrong(form, dice), kind_of(form.action)[0]
        answer = inside.ask("POST", form.action, wrong.body, kind=wrong.kind, session=inside.made[who] if who else "")
        told["statuses"][str(answer.status)] += 1
        if answer.status >= 500:
            told["wrong"][f"{answer.status} by {name}: {heard.last}"] += 1
        if _leads_away(answer):
            told["wrong"][f"{name} leads to {answer.headers['location']}"] += 1
        before, recorded = recorded, _recorded()
        if recorded != before:
            told["recorded"][name] += 1
            is_unread = not is_on_page or (name == "own_request" and WITHOUT_AMOUNT in wrong.body)
            if wrong.records_nothing and not is_unread:
                told["wrong"][f"{name} recorded {wrong.body[-300:]!r}"] += 1
        if not post % BETWEEN_CHECKS or post == posts:
            checked = run("ledger_check")
            if checked.code:
                told["wrong"][f"ledger_check: {checked.out}"] += 1
            inside.restore()
        elif not _all_are_signed_in(inside):
            inside.restore()
        recorded = _recorded()
    return told


class _Heard(logging.Handler):
    """Keeps the last exception that the desk logged."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.last = f"{record.exc_info[1]!r:.200}"


def _recorded() -> tuple[int, ...]:
    """Return the numbers of the last act, fact and transfer."""
    tables = ("reservations_act", "reservations_fact", "ledger_transfer")
    with connection.cursor() as cursor:
        ends = [cursor.execute(f"SELECT COALESCE(MAX(rowid), 0) FROM {table}").fetchone()[0] for table in tables]
    return tuple(ends)


def _all_are_signed_in(inside: Inside) -> bool:
    """Tell whether all visitors are still signed in: after a sign-out, all their posts would be refused."""
    sessions = [inside.made[who] for who in PEOPLE if who]
    return SignIn.objects.filter(LIVE, Q(link=None) | Q(link__ended_at=None), session__in=sessions).count() == 2


def _leads_away(answer: Answer) -> bool:
    location = answer.headers.get("location", "").replace("\\", "/").strip()
    return bool(location) and (not location.startswith(("/", "?")) or location.startswith("//"))


def _damage() -> None:
    """Make amount fields take every number that Python takes, and fail on all other input."""
    count_fields.parse_typed_cents = lambda text, **_: abs(int(float(text) * 100)) or 500  # type: ignore[attr-defined]


def stands(posts: int, *, damaged: bool = False) -> Found:
    """Send the posts, and count the faults, the answers that led away, and the wrong records."""
    found = attack("tests.drills.mutation_drill:posted", posts, damaged=damaged)
    faults = sum(many for status, many in found["statuses"].items() if status >= "5")
    wrong, acts = found["wrong"], sum(found["recorded"].values())
    figure = (
        f"{sum(found['statuses'].values()):,} posts by {found['forms']} forms to {found['addresses']} addresses: "
        f"{faults} × 5xx, {sum(wrong.values()) - faults} recorded or led away that should not, {acts:,} recorded"
    )
    return Found(f"{figure} ({'; '.join(wrong)})" if wrong else figure, not wrong)


DRILLS = [
    Drill("what is wrong in a form is refused and never a fault", stands, partial(stands, damaged=True), 100_000, 150)
]
