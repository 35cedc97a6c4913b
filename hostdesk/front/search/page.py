"""The results of a search: players, nights, pages, rules, and lines about a player, all as links."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from itertools import starmap
from typing import Any, NamedTuple

from django.db.models import Q
from django.urls import reverse
from rapidfuzz import fuzz, process

from hostdesk.base.leaves.queries import with_leaves
from hostdesk.base.lists.queries import nights
from hostdesk.front.search.night_words import NightToFind, nights_found
from hostdesk.rules.houses.queries import newest_rules
from hostdesk.rules.houses.reading import sections_of, to_look_up
from hostdesk.rules.houses.search import corrected, found
from ledger.book.own_queries import own_lines
from ledger.models import Transfer
from ledger.money.cents import show_signed
from reservations.acts.facts import FactKind
from reservations.models import Fact, Night, Player
from reservations.parsing.days import day_of
from reservations.parsing.documents import beside
from reservations.parsing.names import name_key
from reservations.players.queries import same_person

PAGES = with_leaves(beside(__file__, "pages.toml")["page"], "search")
"""Every page that somebody looks for: its name, the name of its address, and other words that people look for it by."""
_NAME_LIKE = 80
"""The least likeness of a name to the typed text, of 100."""
_MOST_OF_A_HOUSE = 3


class Hit(NamedTuple):
    """One result: its title, its address, and a few words about it."""

    title: str
    url: str
    about: str = ""


def page_hits(words: str, whose: Mapping[str, dict[str, Any]], role: str) -> dict[str, list[Hit]]:
    """Return the pages that match the words, best first, by their owner; all pages without a word.

    ``whose`` has the arguments of addresses: of pages without an owner (""), of a "night", of its "house", of a
    "player". Pages of a missing owner are left out, and so are pages that this role may not open.
    """
    entries: list[dict[str, Any]] = [
        {
            "title": row["name"],
            "also": row["also"].split(),
            "of": row.get("of", ""),
            "hit": Hit(row["name"], reverse(row["at"], kwargs=whose[row.get("of", "")]) + row.get("part", "")),
        }
        for row in PAGES
        if row.get("of", "") in whose and row.get("not_for") != role
    ]
    if words:
        entries = found(entries, corrected(entries, words)) or _called(entries, words)
    return {of: [entry["hit"] for entry in entries if entry["of"] == of] for of in whose}


def _called(entries: list[dict[str, Any]], words: str) -> list[dict[str, Any]]:
    """Return the entries with a title like the words, best first: words too common alone are searched together."""
    titles = [name_key(entry["title"]) for entry in entries]
    alike = process.extract(name_key(words), titles, scorer=fuzz.WRatio, score_cutoff=_NAME_LIKE)
    return [entries[place] for _, _, place in alike]


def player_hits(words: str) -> list[Hit]:
    """Return the players with a name like the words, best first."""
    names = dict(Player.objects.people().values_list("number", "name"))
    keys = {number: name_key(name) for number, name in names.items()}
    alike = process.extract(name_key(words), keys, scorer=fuzz.WRatio, score_cutoff=_NAME_LIKE, limit=None)
    return [Hit(names[number], reverse("player", args=[number])) for _, _, number in alike]


def night_hits(words: str, today: date, houses: Collection[int] | None) -> list[Hit]:
    """Return the nights that match the words, in the houses of these ids or in all, the newest first."""
    listed: Any = nights(houses)
    found = nights_found(starmap(NightToFind, listed.values_list("pk", "date", "house__name", "state")), words, today)
    return [Hit(day_of(hit.day), reverse("night", args=[hit.night]), f"{hit.house} · {hit.state}") for hit in found]


def own_night_hits(words: str, today: date, player: Player) -> Iterator[Hit]:
    """Yield the nights of a player that match the words: ahead, answered or played, the newest first."""
    mine = same_person(player)
    played = set(Transfer.objects.filter(player__in=mine).values_list("act__night", flat=True).distinct())
    answered = Fact.objects.filter(player__in=mine, kind=FactKind.ANSWER).values("night")
    ahead = Q(rules=None, results=None, cancelled_at=None, date__gte=today)
    theirs = Night.objects.filter(Q(pk__in=answered) | Q(pk__in=played) | ahead).order_by("-date", "-pk")
    for night in nights_found(starmap(NightToFind, theirs.values_list("pk", "date", "house__name")), words, today):
        page = "own_lines" if night.night in played else "own_night"
        yield Hit(day_of(night.day), reverse(page, args=[player.number, night.night]), night.house)


def rule_hits(words: str, houses: Collection[int] | None, night: int | None = None) -> Iterator[Hit]:
    """Yield the rules that match the words, some of every house of these, or of all; ``night``: beside that night."""
    for read in newest_rules(houses):
        house, entries = read.rules.house, to_look_up(sections_of(read.document, read.all_stated))
        at = reverse("tonight_rules", args=[night]) if night else reverse("house_rules", args=[house.key])
        for entry in found(entries, corrected(entries, words))[:_MOST_OF_A_HOUSE]:
            yield Hit(entry.get("title") or entry["text"], f"{at}#{entry['anchor']}", f"{house}, {entry['section']}")


def line_hits(words: str, player: Player) -> Iterator[Hit]:
    """Yield the lines about a player in THE BOOK with all of the words or amounts, the newest first."""
    wanted = words.casefold().split()
    for line in reversed(own_lines(player)):
        text = f"{line.in_full} {line.house} {day_of(line.day)} {show_signed(line.cents)}"
        if wanted and all(word in text.casefold() for word in wanted):
            about = f"{day_of(line.day)}, {show_signed(line.cents)}"
            yield Hit(line.in_full, reverse("own_line", args=[player.number, line.act]), about)
