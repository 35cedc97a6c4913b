"""A night for the table: on the tablet or on a television, which has a secret address, and on paper."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_anyone, for_bank
from hostdesk.base.site import server
from hostdesk.base.site.act_views import night_or_404
from hostdesk.base.site.since_views import polls_at, since, unchanged
from hostdesk.base.site.theme_context import theme_chosen
from hostdesk.invitations.nights.game_card_page import game_card_of, rules_behind_link
from hostdesk.rules.house_rules.views import rules_response
from hostdesk.table.clock.views import clock_answer
from hostdesk.table.tables.chart_page import chart_of
from hostdesk.table.tv.commands import end_screen, give_screen, screen_at, screen_of
from hostdesk.table.tv.page import TvPage, tv_card_of, tv_of
from ledger.bank.queries import bank_of
from reservations.acts.queries import Books
from reservations.models import Night
from reservations.parsing.names import whole_number

_PARTS = {part: f"table/tv/_{part}.html" for part in ("blinds", "draw", "tables", "around")}
_ANEW = {"HX-Refresh": "true"}


@for_bank.get
def night_tv(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the table on a device of the bank; two taps lead back to Tonight.

    The game card is also there before the bank is opened, and after the close.
    """
    night = night_or_404(night_id)
    rules = rules_behind_link(night) if request.desk.rules_shared else ""
    if not hasattr(night, "bank") or (night.bank.closed_id is not None and request.GET.get("show") == "card"):
        return _card(request, night, {"theme": _theme(request)}, rules=rules)
    addresses = {name: reverse(name, args=[night_id]) for name in ("clock_now", "tonight")}
    return _page(request, night, reverse("night_tv_now", args=[night_id]), rules=rules, **addresses)


@for_bank.get
def night_tv_now(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the parts that have changed since the page was read; 204 if none have."""
    return _changed(request, _opened(night_id), reverse("night_tv_now", args=[night_id]))


@for_anyone.get
def table_screen(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the table on a screen with its secret address. Raises ``Http404`` if the address was ended."""
    now, clock, rules = (reverse(f"table_screen_{name}", args=[secret]) for name in ("now", "clock", "rules"))
    rules = rules if request.desk.rules_shared else ""
    return _page(request, _shown_at(secret)[1], now, rules=rules, clock_now=clock)


@for_anyone.get
def table_screen_now(request: DeskRequest, secret: str) -> HttpResponse:
    """Send the parts that have changed; if the address was ended, the page is loaded anew and is gone."""
    found = screen_at(secret, timezone.now())
    if found is None:
        return HttpResponse(status=204, headers=_ANEW)
    return _changed(request, found[1], reverse("table_screen_now", args=[secret]), screen=found[0])


@for_anyone.get
def table_screen_clock(request: DeskRequest, secret: str) -> HttpResponse:
    """Send the clock of the night of an address. Raises ``Http404`` if the address was ended."""
    screen, night = _shown_at(secret)
    return clock_answer(request, bank_of(night), screen=screen)


@for_bank.both
def show(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the parts of a night for the table: the television, whose address is made and ended here, and the seats.

    ``?cards=yes`` has a card for everybody with a seat, to cut and to fold. After the close there is nothing to show.
    """
    night, context = night_or_404(night_id), dict[str, Any]()
    is_open = hasattr(night, "bank")
    if is_open and night.bank.closed_id is not None:
        return redirect("night", night_id)
    if request.method == "POST" and not is_open:
        raise Http404
    if "end" in request.POST:
        end_screen(night)
        return redirect("show", night_id)
    if request.method == "POST":
        secret = give_screen(night, made_by=request.who.name, key=request.POST.get("key", ""))
        context = server.shown_once(request, "table_screen", secret)
    context |= {"night": night, "section": "nights", "chart": chart_of(night), "cards": "cards" in request.GET}
    context |= {"is_open": is_open, "screen": screen_of(night, timezone.now())}
    return render(request, "table/tv/show.html", context)


def _opened(night_id: int) -> Night:
    nights = Night.objects.select_related("house", "bank").exclude(bank=None)
    return get_object_or_404(nights, pk=night_id)


def _shown_at(secret: str) -> tuple[int, Night]:
    """Return the number and the night of an address. Raises ``Http404`` if it was ended or never existed."""
    screen = screen_at(secret, timezone.now())
    if screen is None:
        raise Http404
    return screen


def _page(request: DeskRequest, night: Night, now: str, *, rules: str, **addresses: str) -> HttpResponse:
    """Show the table, or before anybody plays the game card, which leads to the ``rules``, "" for those of players."""
    tv, wanted = tv_of(night, timezone.now()), request.GET.get("show")
    context = {"tv": tv, "night": night, "theme": _theme(request), **addresses}
    context |= {"polls": _polls(request, now, tv), "seconds": 4}
    if not tv.is_open or wanted == "table" or (tv.has_begun and wanted != "card"):
        return render(request, "table/tv/tv.html", context)
    return _card(request, night, context, rules=rules)


def _theme(request: DeskRequest) -> str:
    """Return the theme of the view. A screen lights the room: dark, unless this browser chose otherwise."""
    return "light" if theme_chosen(request) == "light" else "dark"


def _card(request: DeskRequest, night: Night, context: dict[str, Any], *, rules: str) -> HttpResponse:
    """Show the game card, which leads to the ``rules``."""
    card = game_card_of(night, request, leads_to=rules)
    context |= {"night": night, "laid_out": tv_card_of(card), "card": card}
    context |= {"picture": server.qr_picture(card.address), "polls": f"{context.get('polls', '')}&shown=card"}
    return render(request, "table/tv/tv.html", context)


def _changed(request: DeskRequest, night: Night, address: str, *, screen: int | None = None) -> HttpResponse:
    """Send the changed parts, 204 if there are none; a card, or an ended view, is loaded anew."""
    if known := unchanged(request, night.pk, whole_number(request.GET.get("act", "")) or 0, screen=screen):
        return known
    tv = tv_of(night, timezone.now())
    if not tv.is_open or request.GET.get("shown", _shown_as(tv)) != _shown_as(tv):
        return HttpResponse(status=204, headers=_ANEW)
    return since(request, _PARTS, _polls(request, address, tv), {"tv": tv, "seconds": 4})


def _polls(request: DeskRequest, address: str, tv: TvPage) -> str:
    """Return the address at which the view asks for news."""
    books = Books.read_with(request.desk)
    return polls_at(books, address, tv.changes_at, act=books.act, shown=_shown_as(tv))


def _shown_as(tv: TvPage) -> str:
    """Return the word for the view's layout; a view of another one is loaded anew."""
    return "felt" if tv.is_felt else "list"


@for_anyone.get
def table_screen_rules(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the rules of a night to everybody with the address on its television.

    Raises ``Http404`` once the address of the television was ended, and if the host keeps the rules for players.
    """
    _, night = _shown_at(secret)
    if not request.desk.rules_shared:
        raise Http404
    return rules_response(request, night.house, reverse("table_screen", args=[secret]), night)
