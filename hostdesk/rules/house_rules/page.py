"""The rules of a house on a page for all its players: all of them, or those that a search finds.

Versions stand side by side, with the changes for a player and the acceptance of the newest.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from hostdesk.rules.house_rules.versions import Edition, RuleChange, changes
from hostdesk.rules.houses.queries import HouseRules, read_rules
from hostdesk.rules.houses.reading import RulesSection, sections_of, to_look_up
from hostdesk.rules.houses.search import corrected, found, marked
from ledger.models import Transfer
from reservations.acts.fact_queries import fact_value
from reservations.acts.facts import FactKind
from reservations.houses.queries import accepted_by, all_versions, answered_at, informed_of
from reservations.messages.text import TEXTS, message_text, to
from reservations.models import Fact, House, Player, Rules
from reservations.nights.queries import occasion_in
from reservations.players.queries import same_person
from reservations.rsvps.door_queries import arrived_on

_MOST_WORDS = 200  # characters


@dataclass(frozen=True)
class RulesPage:
    """One version of a house's rules for reading: its sections, and the articles that ``words`` find.

    The ``found`` articles are those of `to_look_up`, but with title and text in pieces, and whether a piece is one
    of the searched words: the meaningful ones, without typing errors.
    """

    read: HouseRules
    is_newest: bool
    sections: Sequence[RulesSection]
    words: str
    found: Sequence[Mapping[str, Any]]

    @property
    def marks(self) -> list[str]:
        """The marks that some article on the page has."""
        articles = self.found if self.words else [each for section in self.sections for each in section.articles]
        return [mark for mark in ("new", "unusual") if any(article.get(mark) for article in articles)]

    @property
    def articles(self) -> int:
        """The number of articles."""
        return sum(len(section.articles) for section in self.sections)


def rules_page(house: House, query: Mapping[str, str], default: HouseRules | None = None) -> RulesPage:
    """Return the rules for an address, searched by ``?q=``.

    They are of the version in ``?version=``, else the ``default``, else the newest.
    """
    versions = {str(rules.version): rules for rules in house.versions.all()}
    newest = max(versions.values(), key=lambda rules: rules.version)
    chosen = versions.get(query.get("version", ""))
    read = default if default and chosen is None else read_rules(chosen or newest)
    sections = sections_of(read.document, read.all_stated)
    words, entries = query.get("q", "").strip()[:_MOST_WORDS], to_look_up(sections)
    read_as = corrected(entries, words)
    is_newest, shown = read.rules.version == newest.version, []
    for entry in found(entries, read_as):
        title, text = (marked(entry.get(place, ""), read_as) for place in ("title", "text"))
        shown.append({**entry, "title": title, "text": text})
    return RulesPage(read, is_newest, sections, words, shown)


_MOST_LISTED, _MOST_CHARACTERS = 12, 400
"""The most changes in a message, and the most characters of a change; the page has all of them."""


@dataclass(frozen=True)
class VersionComparison:
    """Two versions of a house's rules, ``before`` and ``after``; a house with one version has it twice."""

    house: House
    versions: Sequence[Rules]
    before: Rules
    after: Rules
    changes: Sequence[RuleChange]

    @property
    def is_newest(self) -> bool:
        """Whether the later one is the version of a night opened now."""
        return self.after == self.versions[0]

    @property
    def ends(self) -> list[tuple[str, Rules]]:
        """The two versions, by their names in the address."""
        return [("from", self.before), ("to", self.after)]

    @property
    def in_words(self) -> list[str]:
        """The changes for a message: the first ones, and the number of the others."""
        first = [change.in_words for change in self.changes[:_MOST_LISTED]]
        more = len(self.changes) - len(first)
        cut = [text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}…" for text in first]
        return [*cut, *([f"And {more} more."] if more else [])]


def compared(house: House, before: int | None = None, after: int | None = None) -> VersionComparison:
    """Compare two versions; for missing or unnamed ones, the newest and the one before it."""
    versions = [rules for rules in all_versions() if rules.house_id == house.pk][::-1]
    by_number = {rules.version: rules for rules in versions}
    later = by_number.get(after or 0, versions[0])
    earlier = by_number.get(before or 0) or by_number.get(later.version - 1, later)
    editions = (Edition(read.document, read.all_stated) for read in map(read_rules, (earlier, later)))
    return VersionComparison(house, versions, earlier, later, changes(*editions) if earlier != later else [])


def rules_for(player: Player, *, least_version: int = 1) -> list[tuple[House, VersionComparison | None]]:
    """Return the houses of a person's nights and answers, by name, with the changes of their rules; in two queries.

    Their newest version is ``least_version`` at least: no first version has changed anything.
    They are the changes since the version that the person accepted, else since the one before the newest; None if they
    accepted the newest, or there is only one.
    """
    mine, found = same_person(player), list[tuple[House, VersionComparison | None]]()
    played = Transfer.objects.filter(player__in=mine).values("act__night__house")
    answered = Fact.objects.filter(player__in=mine, kind=FactKind.ANSWER).values("night__house")
    accepts = Fact.objects.filter(player__in=mine, kind=FactKind.ACCEPT, house=OuterRef("pk")).order_by("-id")
    versions = {rules.house_id: rules.version for rules in all_versions() if rules.version >= least_version}
    houses = House.objects.filter(Q(pk__in=played) | Q(pk__in=answered), pk__in=list(versions))
    for house in houses.annotate(accepted=Subquery(accepts.values("content")[:1])).order_by("name_key"):
        newest = versions[house.pk]
        known = json.loads(house.accepted)["version"] if house.accepted else newest - 1
        news = compared(house, known) if known not in (0, newest) else None
        found.append((house, news if news and news.changes else None))
    return found


@dataclass(frozen=True)
class Accepted:
    """A player of a house, the last version they accepted (0: none) with its time, and whether they have the news."""

    player: Player
    version: int
    at: datetime | None
    is_informed: bool


@dataclass(frozen=True)
class Acceptance:
    """The players of a house who have accepted the newest version of its rules, and the others, by name.

    ``text`` is the announcement of the changes for the whole group; "" without changes or without receivers.
    """

    version: int
    accepted: Sequence[Accepted]
    missing: Sequence[Accepted]
    text: str

    @property
    def to_tell(self) -> list[int]:
        """The numbers of the players who have neither accepted it nor been informed."""
        return [row.player.number for row in self.missing if not row.is_informed]


def acceptance_of(house: House) -> Acceptance:
    """Return the acceptance of the newest version by all players who have come to a night of the house, or answered."""
    version, kept = house.newest().version, accepted_by(house)
    informed = informed_of(house, version)
    came = {number for here in arrived_on(house.nights.all()).values() for number in here}
    players = Player.objects.people().filter(pk__in=came | answered_at(house), removed=False)
    rows = []
    for player in players.order_by("name_key"):
        fact = kept.get(player.number)
        version_kept = fact.content["version"] if fact else 0
        rows.append(Accepted(player, version_kept, fact.at if fact else None, player.number in informed))
    accepted, missing = ([row for row in rows if (row.version == version) == has] for has in (True, False))
    text_for_all = ""
    if version > 1 and missing:
        occasion = occasion_in(house, timezone.now())
        text_for_all = to("everybody", message_text(TEXTS["rules"], occasion, changes=changes_to_tell(house)).body)
    return Acceptance(version, accepted, missing, text_for_all)


def changes_to_tell(house: House) -> list[str]:
    """Return the changes of the newest version for players: those since the last announced one."""
    facts = Fact.objects.filter(house=house, kind=FactKind.RULES)
    newest, versions = house.newest().version, (fact_value(fact).content["version"] for fact in facts)
    return compared(house, max((version for version in versions if version < newest), default=1)).in_words
