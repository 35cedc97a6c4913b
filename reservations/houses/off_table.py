"""Articles that do not touch the game, such as food and shoes, and their changes in a newer version. Pure.

A night keeps the version of the rules that it was opened with, except for these (hybrid, "Rule changes"). Documents are
those of versions of one house.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Document = Mapping[str, Any]
Article = Mapping[str, Any]


@dataclass(frozen=True)
class OffTableChange:
    """The change of an article that does not touch the game: it is ``new``, ``changed`` or ``gone``."""

    what: str
    number: str
    title: str


def with_off_table_of(kept: Document, newer: Document) -> dict[str, Any]:
    """Return a version with the articles of a newer one that do not touch the game; the rest is unchanged.

    This leaves out an article that touches the game in either version. A new article follows the article before it in
    the newer version.
    """
    own, others = articles_of(kept), articles_of(newer)
    let_in = {number: rule for number, rule in others.items() if rule.get("off_table") and not _is_played(own, number)}
    numbers = [
        number
        for number, article in own.items()
        if not article.get("off_table") or number in let_in or _is_played(others, number)
    ]
    before = ""
    for number in others:
        if number in let_in and number not in numbers:
            numbers.insert(numbers.index(before) + 1 if before else 0, number)
        before = number if number in numbers else before
    return {**kept, "articles": [let_in.get(number) or own[number] for number in numbers]}


def off_table_changes(kept: Document, newer: Document) -> Sequence[OffTableChange]:
    """Return the changes if the articles of a newer version are let in, in the order of the articles."""
    own, then = articles_of(kept), articles_of(with_off_table_of(kept, newer))
    found = [
        OffTableChange("changed" if number in own else "new", number, article["title"])
        for number, article in then.items()
        if own.get(number) != article
    ]
    return [*found, *(OffTableChange("gone", number, own[number]["title"]) for number in own if number not in then)]


def articles_of(document: Document) -> dict[str, Article]:
    """Return the articles of a document of rules by their numbers."""
    return {article["number"]: article for article in document.get("articles", ())}


def _is_played(articles: Mapping[str, Article], number: str) -> bool:
    """Tell whether an article of that number exists and touches the game."""
    return number in articles and not articles[number].get("off_table")
