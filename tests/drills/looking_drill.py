"""Looking changes nothing, every answer has its headers, and no foreign address gets into a page or a redirect."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpResponseRedirect

from hostdesk.base.site import http_server
from reservations.models import Desk
from tests.drills.attacks import attack
from tests.drills.crawled import contents, crawl, kind_of, patterns, taken_apart
from tests.drills.drill import Drill, Found
from tests.drills.inside import Answer, Inside

EVIL = "evil.example"
NOTED = {"django_session", "hostdesk_signin", "hostdesk_grouplinkuse", "sqlite_sequence"}
"""The tables that a look may write: when a device was last seen, how long it stays, the uses of a group link."""

PEOPLE = ("session", "players_session", "")
HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=()",
}
LEADING = ("next", "from", "back", "path", "to", "url", "goal", "return", "said", "who")
PLACES = (f"https://{EVIL}/", f"//{EVIL}/", f"/\\{EVIL}/", f"\t//{EVIL}/", f"javascript:{EVIL}")
HOSTS = (EVIL, f"{EVIL}:8000", f"127.0.0.1.{EVIL}", f"127.0.0.1:8000@{EVIL}", f"127.0.0.1, {EVIL}", f"{EVIL}#127.0.0.1")
FOR_OTHERS = {"HTTP_X_FORWARDED_HOST": EVIL, "HTTP_FORWARDED": f"host={EVIL}", "HTTP_REFERER": f"http://{EVIL}/"}


def looked(inside: Inside, pages: int, *, damaged: bool) -> dict[str, Any]:
    """Look at so many pages as the host, as a player and as nobody; return their number and their faults."""
    if damaged:
        _damage()
    before, looks = contents(), 0
    changed, bare, led = list[str](), list[str](), list[str]()
    tables, kinds = len(before), set[str]()
    for who in PEOPLE:
        session = inside.made[who] if who else ""
        written = inside.changes()
        for seen in crawl(inside, pages, session, FOR_OTHERS):
            looks += 1
            kind = kind_of(seen.address)
            if inside.changes() != written:
                after, written = contents(), inside.changes()
                wrote = {table for table in after if after[table] != before.get(table)} - NOTED
                changed += [f"{table} by {seen.address}" for table in sorted(wrote)]
                before = after
            bare += _missing(seen.address, seen.answer)
            led += _leading_away(seen.address, seen.answer)
            if kind and kind[0] not in kinds:
                kinds.add(kind[0])
                led += _led_by(inside, seen.address, session)
                looks += len(PLACES)
    bare += [fault for what, answer in _faults(inside) for fault in _missing(what, answer)]
    hosts = [
        inside.ask("GET", address, environ={"HTTP_HOST": host})
        for host in HOSTS
        for address in ("/", "/sign-in/", "/keys/")
    ]
    led += [f"Host {answer.status}" for answer in hosts if answer.status != 400 or EVIL in answer.html]
    return {"looks": looks, "tables": tables, "changed": changed, "bare": bare, "led": led, "hosts": len(hosts)}


def _missing(what: str, answer: Answer) -> list[str]:
    """Return the headers that an answer lacks."""
    said = answer.headers
    missing = [name for name, begins in HEADERS.items() if not said.get(name, "").startswith(begins)]
    is_static = what.startswith("/static/") and answer.status == 200
    if not is_static and "no-store" not in said.get("cache-control", ""):
        missing.append("cache-control")
    return [f"{name} of {what} ({answer.status})" for name in missing]


def _leading_away(what: str, answer: Answer) -> list[str]:
    """Return the links of an answer that lead away from the desk, or to the desk under another name."""
    page = taken_apart(what, answer) if answer.is_page else None
    places = [answer.headers.get("location", ""), answer.headers.get("hx-redirect", "")]
    places += [*page.leads_to, *(form.action for form in page.forms)] if page else []
    return [f"{place!r} of {what}" for place in places if EVIL in _place_of(place)]


def _place_of(address: str) -> str:
    """Return the part of an address that says where it leads, as a browser reads it."""
    parts = urlsplit(address.strip().replace("\\", "/"))
    return parts.netloc or (parts.path if parts.scheme not in ("", "http", "https", "mailto") else "")


def _led_by(inside: Inside, address: str, session: str) -> Iterator[str]:
    """Request a page with foreign addresses in every parameter that could redirect; yield the links that lead away."""
    for place in PLACES:
        asked = f"{address.partition('?')[0].partition('#')[0]}?{urlencode(dict.fromkeys(LEADING, place))}"
        yield from _leading_away(asked, inside.ask("GET", asked, session=session, environ=FOR_OTHERS))


def _faults(inside: Inside) -> Iterator[tuple[str, Answer]]:
    """Yield an answer of each kind that is not a page: refusals, faults, files."""
    yield "another method", inside.ask("PUT", "/nights/")
    yield "without a token", inside.ask("POST", "/nights/plan/", b"x=1", token="b" * 32)
    yield "no UTF-8", inside.ask("POST", "/nights/plan/", b"x=%ff")
    yield "too many fields", inside.ask("POST", "/nights/plan/", b"&".join([b"x=1"] * 7_000))
    yield "another host", inside.ask("GET", "/", environ={"HTTP_HOST": EVIL})
    yield "another network", inside.ask("GET", "/", phone="8.8.8.8")
    yield "to a head alone", inside.ask("HEAD", "/nights/")
    yield "/static/hostdesk/icon.svg", inside.ask("GET", "/static/hostdesk/icon.svg")
    broken = next(each for each in patterns() if each.name == "houses")
    whole, broken.callback = broken.callback, _breaks
    yield "a fault", inside.ask("GET", "/houses/")
    broken.callback = whole


def _breaks(request: Any) -> Any:
    raise RuntimeError("a planted fault")


_breaks.audience = "anyone"  # type: ignore[attr-defined]


def _damage() -> None:
    """Make the first page write and lead away, accept every host name, and leave a header out."""
    home = next(each for each in patterns() if each.name == "home")
    whole = home.callback

    def damaged(request: Any) -> Any:
        Desk.objects.update(paper="a4" if Desk.objects.get().paper != "a4" else "letter")
        return HttpResponseRedirect(request.GET["next"]) if "next" in request.GET else whole(request)

    damaged.audience = "anyone"  # type: ignore[attr-defined]
    home.callback = damaged
    HttpResponseRedirect.allowed_schemes = ["http", "https", "javascript"]
    http_server.HEADERS.pop("X-Frame-Options")
    settings.ALLOWED_HOSTS = ["*"]


@cache
def _all(pages: int, damaged: bool) -> dict[str, Any]:
    found: dict[str, Any] = attack("tests.drills.looking_drill:looked", pages, damaged=damaged)
    return found


def writes(pages: int, *, damaged: bool = False) -> Found:
    """Look at everything, and count the tables that change by it."""
    found = _all(pages, damaged)
    figure = f"{found['looks']:,} looks, {found['tables']} tables: {len(found['changed'])} changes"
    return Found(_with_first(figure, found["changed"]), not found["changed"])


def leaves_headers_out(pages: int, *, damaged: bool = False) -> Found:
    """Look at everything, and count the headers that are missing."""
    found = _all(pages, damaged)
    figure = f"{found['looks']:,} answers and 9 kinds of faults: {len(found['bare'])} headers missing"
    return Found(_with_first(figure, found["bare"]), not found["bare"])


def leads_away(pages: int, *, damaged: bool = False) -> Found:
    """Look at everything under foreign names and with foreign addresses, and count the links that lead there."""
    found = _all(pages, damaged)
    figure = f"{found['looks']:,} answers and {found['hosts']} foreign names: {len(found['led'])} lead away"
    return Found(_with_first(figure, found["led"]), not found["led"])


def _with_first(figure: str, faults: list[str]) -> str:
    return f"{figure} ({faults[0]}, …)" if faults else figure


def _damaged(drill: Callable[..., Found]) -> Callable[[int], Found]:
    return partial(drill, damaged=True)


DRILLS = [
    Drill("to look changes nothing", writes, _damaged(writes), 2_000, 2),
    Drill("every answer has every header", leaves_headers_out, _damaged(leaves_headers_out), 2_000, 2),
    Drill("no page and no redirect leads to another place", leads_away, _damaged(leads_away), 2_000, 2),
]
