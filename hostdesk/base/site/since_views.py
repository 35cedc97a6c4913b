"""The answer to a page that polls every few seconds: the parts of it that have changed."""

import math
import re
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any
from zlib import crc32

from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import mark_safe

from hostdesk.base.sign_in.guard import DeskRequest
from hostdesk.base.site.poll_middleware import concerns_night, until_news
from reservations.acts.queries import Books
from reservations.parsing.names import whole_number

_OF_THE_FORM = re.compile(r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"')


def drawn(request: DeskRequest, templates: Mapping[str, str], context: Mapping[str, Any]) -> dict[str, str]:
    """Draw the parts of a page by their names; "" without content."""
    return {
        name: mark_safe(render_to_string(template, {**context}, request).strip())  # noqa: S308 - a template's
        for name, template in templates.items()
    }


def words_of(parts: Mapping[str, str]) -> list[str]:
    """Return a short word for every part, which changes with its content, apart from the keys of its forms."""
    return [f"{crc32(_OF_THE_FORM.sub('', html).encode()):x}" for html in parts.values()]


def changed(request: DeskRequest, parts: Mapping[str, str]) -> dict[str, str]:
    """Return the parts that differ from the ``reads`` of the address; without it all parts."""
    known = dict(zip(parts, request.GET.get("reads", "").split("-"), strict=False))
    return {name: parts[name] for name, word in zip(parts, words_of(parts), strict=True) if known.get(name) != word}


def polls_at(books: Books, address: str, changes_at: datetime | None, **more: Any) -> str:
    """Return the address for a page to ask for news: since its books, and its next change by the clock. ``more`` is
    added to it.
    """
    second = math.ceil(changes_at.timestamp()) if changes_at else 0
    return f"{address}?{urlencode({'fact': books.fact, 'changes': second, **more})}"


def unchanged(request: DeskRequest, night: int, act: int, *, screen: int | None = None) -> HttpResponse | None:
    """Return 204 if nothing about the night was recorded since that act and the address's fact; None if there is news.

    The second ``changes`` of the address is news too. ``screen`` is as for `until_news`.
    """
    fact, changes = (whole_number(request.GET.get(name, "")) for name in ("fact", "changes"))
    now, concerns = Books.read_with(request.desk), partial(concerns_night, night)
    is_over = changes is not None and 0 < changes <= timezone.now().timestamp()
    if is_over or concerns(Books(act, now.fact if fact is None else fact, now.seal), now):
        return None
    return until_news(request, concerns, changes_at=changes or 0, screen=screen)


def since(request: DeskRequest, templates: Mapping[str, str], polls: str, context: Mapping[str, Any]) -> HttpResponse:
    """Send the parts that have changed since the page, and ``polls``, the next address to poll."""
    parts = drawn(request, templates, {**context, "elsewhere": True})
    more = {"parts": changed(request, parts), "polls": f"{polls}&reads={'-'.join(words_of(parts))}", "elsewhere": True}
    return render(request, "base/site/since.html", {**context, **more})
