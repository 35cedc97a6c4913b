"""The rules of a house as a page shows them to everybody who plays: all of them, or what was looked up in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.houses.queries import HouseRules, read_rules
from hostdesk.houses.reading import RulesSection, sections_of, to_look_up
from hostdesk.houses.search import corrected, found, marked
from reservations.models import House

_MOST_WORDS = 200  # characters
Pieces = Sequence[tuple[str, bool]]
"""A text in pieces, each with whether it is one of the words that were looked for."""


@dataclass(frozen=True)
class Found:
    """A rule that was looked up: where it stands, its number, "" for a sentence of the desk's, its title and text."""

    anchor: str
    section: str
    number: str
    is_new: bool
    is_unusual: bool
    title: Pieces
    text: Pieces


@dataclass(frozen=True)
class RulesPage:
    """One version of a house's rules for reading: its sections, and what the ``words`` find in them.

    ``read_as`` are the words that were looked for: those that say something, without typing errors.
    """

    read: HouseRules
    is_newest: bool
    sections: Sequence[RulesSection]
    words: str
    read_as: str
    found: Sequence[Found]

    @property
    def articles(self) -> int:
        """How many articles there are."""
        return sum(len(each.articles) for each in self.sections)


def rules_page(house: House, asked: Mapping[str, str], default: HouseRules | None = None) -> RulesPage:
    """Return the rules as an address asks for them, looked up by ``?q=``.

    They are of the version in ``?version=``, else the ``default``, else the newest.
    """
    versions = {str(rules.version): rules for rules in house.versions.all()}
    newest = max(versions.values(), key=lambda rules: rules.version)
    chosen = versions.get(asked.get("version", ""))
    read = default if default and chosen is None else read_rules(chosen or newest)
    sections = sections_of(read.document, read.all_stated)
    words, entries = asked.get("q", "").strip()[:_MOST_WORDS], to_look_up(sections)
    read_as = corrected(entries, words)
    return RulesPage(
        read=read,
        is_newest=read.rules.version == newest.version,
        sections=sections,
        words=words,
        read_as=read_as,
        found=[_shown(entry, read_as) for entry in found(entries, read_as)],
    )


def _shown(entry: Any, words: str) -> Found:
    return Found(
        anchor=entry["anchor"],
        section=entry["section"],
        number=entry.get("number", ""),
        is_new=entry.get("new", False),
        is_unusual=entry.get("unusual", False),
        title=marked(entry.get("title", ""), words),
        text=marked(entry["text"], words),
    )
