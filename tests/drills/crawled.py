"""Every page and file that can be reached at the desk of a scene, and the forms on them."""

import hashlib
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from django.db import connection
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from tests.browser.test_every_page import PAGES
from tests.drills.inside import Answer, Inside
from tests.hostdesk.browsing import Form, Page

OF_A_KIND = 3
"""The most requests to addresses that differ only in their numbers."""


@dataclass(frozen=True)
class Seen:
    """An address, its answer, and the forms on its page."""

    address: str
    answer: Answer
    forms: list[Form]


def crawl(
    inside: Inside, most: int, session: str | None = None, environ: Mapping[str, str] | None = None
) -> Iterator[Seen]:
    """Yield the answers of every address of the scene, and of every link found on the way, up to so many."""
    known = [each.format(**inside.made) for addresses in PAGES.values() for each in addresses]
    ahead, asked, kinds = deque(dict.fromkeys([*known, "/nope/", "/static/hostdesk/nope.css"])), set(known), Counter()
    while ahead and most:
        address, most = ahead.popleft(), most - 1
        answer = inside.ask("GET", address, session=session, environ=environ)
        page = taken_apart(address, answer) if answer.is_page else None
        yield Seen(address, answer, page.forms if page else [])
        found = [*(page.leads_to if page else []), answer.headers.get("location", "")]
        for each in (urldefrag(urljoin(address, link)).url for link in found if link):
            kind = kind_of(each)
            if kind and each not in asked and kinds[kind] < OF_A_KIND:
                asked.add(each)
                kinds[kind] += 1
                ahead.append(each)


def taken_apart(address: str, answer: Answer) -> Page:
    """Return the page of an answer, taken apart."""
    return Page(SimpleNamespace(status_code=answer.status, content=answer.body), address)


def kind_of(address: str) -> tuple[str, ...]:
    """Return the name of a desk's address and the names in its query; an empty tuple for all other addresses."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return ()
    try:
        name = resolve(parts.path).url_name or ""
    except Resolver404:
        return ()
    return name, *sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))


def patterns() -> Iterator[URLPattern]:
    """Yield every address pattern of the resolver."""
    found = deque(get_resolver().url_patterns)
    while found:
        each = found.popleft()
        if isinstance(each, URLResolver):
            found.extend(each.url_patterns)
        else:
            yield each


def contents() -> dict[str, str]:
    """Return a digest of the rows of each table."""
    with connection.cursor() as cursor:
        tables = [name for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()]
        rows = ((name, cursor.execute(f'SELECT * FROM "{name}" ORDER BY rowid').fetchall()) for name in tables)
        return {name: hashlib.sha256(repr(each).encode()).hexdigest() for name, each in rows}
