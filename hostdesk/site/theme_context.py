"""What every page needs to draw itself: who is signed in, what the desk has a use for, light or dark, its "?"."""

from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.timezone import localtime, now

from reservations.acts.head_queries import fault_on_pages
from reservations.parsing.documents import beside

THEMES = ("auto", "light", "dark")
COOKIE = f"{'__Host-' if settings.TLS else ''}theme"
# The same hours all year: the desk does not know where on earth it is.
_EVENING, _MORNING = 18, 7

HELP: dict[str, list[str]] = beside(__file__, "help.toml")
"""What a page is for and what to do next, in three sentences, by the name of its address."""


def page_theme(request: HttpRequest) -> dict[str, Any]:
    """Return what ``base.html`` needs, as a context processor."""
    chosen, at = theme_chosen(request), request.resolver_match
    return {
        "who": getattr(request, "who", None),
        "needs": getattr(request, "needs", None),
        "theme_choice": chosen,
        "theme": theme_at(localtime(now()), chosen),
        "demo": settings.DEMO,
        "networks": settings.NETWORKS,
        "books_fault": partial(fault_on_pages, getattr(request, "desk", None)),
        "page_help": HELP.get(at.url_name or "") if at else None,
    }


def theme_chosen(request: HttpRequest) -> str:
    """Return the theme chosen in this browser: ``auto``, ``light`` or ``dark``."""
    chosen = request.COOKIES.get(COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def theme_at(moment: datetime, chosen: str) -> str:
    """Return the theme to draw: the one chosen, else dark in the evening and the device's own by day."""
    if chosen != "auto":
        return chosen
    return "dark" if moment.hour >= _EVENING or moment.hour < _MORNING else "auto"
