"""The context of every page: the signed-in person, the parts of the desk in use, light or dark, the "?"."""

from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import localtime, now

from hostdesk.base.leaves.queries import added
from hostdesk.base.needs.queries import Needs
from hostdesk.base.sign_in.form_replay_queries import page_at
from hostdesk.base.site.addresses import without_secrets
from hostdesk.base.site.server import build_mark
from reservations.acts.head_queries import fault_on_pages
from reservations.parsing.documents import beside

THEMES = ("auto", "light", "dark")
COOKIE, COOKIE_BEFORE = settings.COOKIE.format("theme"), f"{'__Host-' if settings.TLS else ''}theme"
# The same hours all year: the desk does not know its latitude.
_EVENING, _MORNING = 18, 7

HELP: dict[str, list[str]] = beside(__file__, "help.toml") | added("help")
"""The help for pages, by the name of their address; most plain pages have none."""

_PLACES: dict[str, dict[str, str]] = beside(__file__, "places.toml")
_HUBS, _THINGS, _FIRST = _PLACES["hubs"], _PLACES["things"], ("own", "night_tv")
"""The titles of pages to which others lead back, by the name of their address; Tonight with its panels is a hub.

A player's first page and the table on a television lead back only by links of their own.
"""


def page_theme(request: HttpRequest) -> dict[str, Any]:
    """Return the context of ``base.html``, as a context processor."""
    chosen, at, who = theme_chosen(request), request.resolver_match, getattr(request, "who", None)
    name = (at.url_name or "") if at else ""
    return {
        "who": who,
        "needs": getattr(request, "needs", None),
        "played_now": SimpleLazyObject(partial(played_now, request)),
        "at_tonight": name.startswith("tonight"),
        # Sent to the next page, unless the address holds a secret.
        "tells_address": bool(who and who.name) and without_secrets(request.path) == request.path,
        "came_from": None if _hub(name) or name in _FIRST else came_from(request),
        "theme_choice": chosen,
        "theme": theme_at(localtime(now()), chosen),
        "demo": settings.DEMO,
        "version_mark": build_mark(),
        "networks": settings.NETWORKS,
        "books_fault": partial(fault_on_pages, getattr(request, "desk", None)),
        "page_help": HELP.get(name),
    }


def played_now(request: HttpRequest) -> list[int]:
    """Return the ids of the open nights that the visitor runs: a host those of their houses, a banker their own."""
    who = getattr(request, "who", None)
    if not who or not (who.is_host or who.night):
        return []
    opened, theirs = getattr(request, "needs", Needs()).open_nights, who.houses or ()
    return [night for night, house in opened if who.night == night or who.hosts_all or house in theirs]


def came_from(request: HttpRequest) -> tuple[str, str] | None:
    """Return the page that led here, as its address and name; None if the page's own link suffices.

    A page with a secret in its address, or after a sent form, sends only the desk's address, which is Home's.
    """
    place = urlsplit(request.headers.get("Referer", ""))
    try:
        page = page_at(place.path) if place.netloc == request.get_host() else None
    except Resolver404:
        return None
    name = (page.url_name or "") if page else ""
    who = getattr(request, "who", None)
    is_below = name in _THINGS and request.path.startswith(place.path)
    is_after_form = not {"receipt", "said"}.isdisjoint(request.GET)
    if is_below or (name == "home" and (is_after_form or not (who and who.is_host))):
        return None
    called = _hub(name) or _THINGS.get(name, "")
    return (place._replace(scheme="", netloc="").geturl(), called) if called else None


def _hub(name: str) -> str:
    """Return the name of a hub, by the name of its address; "" for another page."""
    return "Tonight" if name.startswith("tonight") else _HUBS.get(name, "")


def theme_chosen(request: HttpRequest) -> str:
    """Return the theme chosen in this browser: ``auto``, ``light`` or ``dark``."""
    chosen = request.COOKIES.get(COOKIE) or request.COOKIES.get(COOKIE_BEFORE)
    return chosen if chosen in THEMES else "auto"


def theme_at(moment: datetime, chosen: str) -> str:
    """Return the theme to draw: the chosen one, else dark in the evening and the device's own by day."""
    if chosen != "auto":
        return chosen
    return "dark" if moment.hour >= _EVENING or moment.hour < _MORNING else "auto"
