"""The one search field: results among the pages that the reader may open."""

from collections.abc import Iterable
from itertools import islice

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localdate

from hostdesk.base.sign_in.guard import DeskRequest, Who, for_signed_in, may_open
from hostdesk.front.search.page import Hit, line_hits, night_hits, own_night_hits, page_hits, player_hits, rule_hits
from hostdesk.rules.house_rules.page import rules_for
from reservations.models import Night, Player
from reservations.parsing.days import day_of

_MOST_WORDS = 100  # characters
_MOST = 8
"""So many things of a kind are shown."""


@for_signed_in.get
def search(request: DeskRequest) -> HttpResponseBase:
    """Show the results for the words of ``?q=``, by kind; without words all pages that the reader may open.

    A phone that the host has not confirmed finds only its own page.
    """
    who, words = request.who, request.GET.get("q", "").strip()[:_MOST_WORDS]
    if not who.is_confirmed:
        return redirect("own", who.player)
    night = _night_of(request)
    whose: dict[str, dict[str, object]] = {"": {}}
    whose |= {"night": {"night_id": night.pk}, "house": {"key": night.house.key}} if night else {}
    whose |= {"player": {"number": who.player}} if who.player else {}
    role = "host of some houses" if who.is_host and not who.hosts_all else who.role
    pages = page_hits(words, whose, role)
    found = {
        **(_hits(who, words) if words else {}),
        "Your pages": pages.get("player", ()),
        f"Of {day_of(night.date)}, {night.house}" if night else "": [*pages.get("night", ()), *pages.get("house", ())],
        "Pages": pages[""],
        "Rules": _rules(who, night, words) if words else (),
    }
    most = _MOST if words else None
    shown = {what: [*islice((hit for hit in hits if may_open(who, hit.url)), most)] for what, hits in found.items()}
    context = {"words": words, "found": {what: hits for what, hits in shown.items() if hits}}
    return render(request, "front/search/search.html", context)


def _night_of(request: DeskRequest) -> Night | None:
    """Return the night of the pages: a banker's own, else the open one, else the next planned one."""
    who, today = request.who, localdate()
    if who.player is not None:
        return None
    nights = Night.objects.in_houses(who.houses).select_related("house")
    if who.night is not None:
        return nights.get(pk=who.night)
    opened = nights.filter(bank__isnull=False, bank__closed=None).order_by("-bank__opened")
    return opened.first() or nights.planned().filter(date__gte=today).first()


def _hits(who: Who, words: str) -> dict[str, Iterable[Hit]]:
    """Return the results besides pages and rules, by kind; {} for a banker, who has only one night."""
    today = localdate()
    if who.player is not None:
        player = Player.objects.person(who.player)
        return {"Nights": own_night_hits(words, today, player), "In THE BOOK": line_hits(words, player)}
    if not who.is_host:
        return {}
    return {"Players": player_hits(words), "Nights": night_hits(words, today, who.houses)}


def _rules(who: Who, night: Night | None, words: str) -> Iterable[Hit]:
    """Return the rules that match the words: of a host's houses, of a player's, of the night of a banker."""
    if who.player is not None:
        return rule_hits(words, {house.pk for house, _ in rules_for(Player.objects.person(who.player))})
    if night is not None and who.night is not None:
        return rule_hits(words, {night.house_id}, night.pk)
    return rule_hits(words, who.houses)
