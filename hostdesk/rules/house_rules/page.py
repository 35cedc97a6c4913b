"""The rules of a house on a page for all its players: all of them, or those that a search finds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.houses.queries import HouseRules, read_rules
from hostdesk.rules.houses.reading import RulesSection, sections_of, to_look_up
from hostdesk.rules.houses.search import corrected, found, marked
from reservations.models import House

_MOST_WORDS = 200  # characters


@dataclass(frozen=True)
class RulesPage:
    """One version of a house's rules for reading: its sections, and the articles that ``words`` find.

    ``read_as`` are the searched words: the meaningful ones, without typing errors. The ``found`` articles are those of
    `to_look_up`, but with title and text in pieces, each with whether it is one of these words.
    """

    read: HouseRules
    is_newest: bool
    sections: Sequence[RulesSection]
    words: str
    read_as: str
    found: Sequence[Mapping[str, Any]]

    @property
    def marks(self) -> list[str]:
        """The marks that some article has."""
        articles = [article for section in self.sections for article in section.articles]
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
    return RulesPage(
        read=read,
        is_newest=read.rules.version == newest.version,
        sections=sections,
        words=words,
        read_as=read_as,
        found=[
            {**entry, **{place: marked(entry.get(place, ""), read_as) for place in ("title", "text")}}
            for entry in found(entries, read_as)
        ],
    )
