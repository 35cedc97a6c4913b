"""What every page needs to draw itself: who looks, light or dark, and whether this is the demo."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.timezone import localtime, now

THEMES = ("auto", "light", "dark")
COOKIE = "theme"
# An evening begins at six and ends at seven, whatever the season: the desk does not know where on earth it stands.
_EVENING, _MORNING = 18, 7


def look(request: HttpRequest) -> dict[str, Any]:
    """Return what ``base.html`` asks for, as a context processor."""
    chosen = theme_chosen(request)
    return {
        "who": getattr(request, "who", None),
        "theme_choice": chosen,
        "theme": theme_at(localtime(now()), chosen),
        "demo": settings.DEMO,
    }


def theme_chosen(request: HttpRequest) -> str:
    """Return the theme this browser asked for: ``auto``, ``light`` or ``dark``."""
    chosen = request.COOKIES.get(COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def theme_at(moment: datetime, chosen: str) -> str:
    """Return the theme to draw: in the evening dark unless the browser chose; by day what the device prefers."""
    if chosen != "auto":
        return chosen
    return "dark" if moment.hour >= _EVENING or moment.hour < _MORNING else "auto"
