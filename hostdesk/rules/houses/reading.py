"""The rules of a house in reading order. Pure.

An article is a mapping as in the house's document. The sentence of a term stands at the head of the section about its
subject: ``words/sections.toml`` has the subjects.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.houses.own_game import own_key
from reservations.parsing.documents import beside

_WORDS = beside(__file__, "words/sections.toml")
_UNNAMED = "Articles"
"""The section of articles that stand under no heading."""


@dataclass(frozen=True)
class RulesSection:
    """A section of the rules: its title, its anchor, the sentences at its head by their terms, and its articles."""

    title: str
    anchor: str
    sentences: Mapping[str, str]
    articles: Sequence[Mapping[str, Any]]


def sections_of(document: Mapping[str, Any], stated: Mapping[str, str]) -> tuple[RulesSection, ...]:
    """Return the sections of a house's rules in the order of its articles.

    ``stated`` are the sentences by their terms ("buy_in-minimum"). A subject without a section of the articles has one
    of its own, after that of the subject before it.
    """
    articles: dict[str, list[Mapping[str, Any]]] = {}
    for article in document.get("articles", ()):
        articles.setdefault(article.get("section") or _UNNAMED, []).append(article)
    titles = [*articles]
    heads: dict[str, dict[str, str]] = {}
    words = {head: re.findall("[a-z]+", head.casefold()) for head in articles}
    place = 0
    for subject in _WORDS["subjects"]:
        sentences = {term: sentence for term, sentence in stated.items() if term.partition("-")[0] in subject["tables"]}
        if sentences:
            title = next((head for word in subject["words"] for head in words if word in words[head]), subject["title"])
            if title not in titles:
                titles.insert(place, title)
            place = titles.index(title) + 1
            heads.setdefault(title, {}).update(sentences)
    found: dict[str, RulesSection] = {}
    for title in titles:
        anchor = own_key(title, found)
        found[anchor] = RulesSection(title, f"section-{anchor}", heads.get(title, {}), articles.get(title, ()))
    return tuple(found.values())


def to_look_up(sections: Sequence[RulesSection]) -> list[Mapping[str, Any]]:
    """Return all searchable parts of the rules, in order, with their ``anchor``."""
    entries: list[Mapping[str, Any]] = []
    for section in sections:
        of_terms = [{"text": sentence, "anchor": f"term-{term}"} for term, sentence in section.sentences.items()]
        articles = [{**article, "anchor": f"article-{article['number']}"} for article in section.articles]
        entries += [{**entry, "section": section.title} for entry in (*of_terms, *articles)]
    return entries
