"""The changes between two versions of a house's rules: term by term in words, and article by article. Pure."""

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.houses.fields import terms_by_name
from ledger.money.cents import parse_cents, show_money
from ledger.money.words import Means, means_in_words
from reservations.houses.off_table import articles_of
from reservations.parsing.names import counted
from reservations.parsing.terms import Term, TermKind

_MARKS = {"new": "new", "unusual": "unusual", "off_table": "off the table"}


@dataclass(frozen=True)
class TermChange:
    """The old and the new text; "" for none.

    ``anchor`` leads to its field on the form, "" if it is gone.
    """

    label: str
    was: str
    becomes: str
    anchor: str


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[TermChange]:
    """Return the changes of the terms, in the order of the form; of chips a row for every colour."""
    found = list[TermChange]()
    for term in terms_by_name().values():
        if term.table == "articles" or (term.in_rows and term.key != "colour"):
            continue
        if term.in_rows:
            found += _chip_changes(before.get("chips", ()), after.get("chips", ()), term)
            continue
        was, becomes = (document.get(term.table, {}) if term.table else document for document in (before, after))
        if was.get(term.key) != becomes.get(term.key):
            old, new = (in_words(term, table.get(term.key)) for table in (was, becomes))
            found.append(TermChange(term.label, old, new, term.anchor()))
    # A default that is written down is no change.
    return [change for change in found if change.was != change.becomes]


def article_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[TermChange]:
    """Return the changes of the articles: new ones, changed ones, removed ones, and moved ones."""
    old, new = articles_of(before), articles_of(after)
    found = []
    for row, (number, article) in enumerate(new.items()):
        was = _article(old[number]) if number in old else ""
        if was != _article(article):
            found.append(TermChange(f"Article {number}", was, _article(article), f"term-articles-{row}-number"))
    found += [TermChange(f"Article {number}", _article(old[number]), "", "") for number in old if number not in new]
    kept_before, kept_after = [number for number in old if number in new], [number for number in new if number in old]
    matches = difflib.SequenceMatcher(None, kept_before, kept_after, autojunk=False).get_matching_blocks()
    stays = {number for match in matches for number in kept_before[match.a : match.a + match.size]}
    rows = list(new)
    for number in (number for number in kept_after if number not in stays):
        places = [(order, order.index(number)) for order in (list(old), rows)]
        was, becomes = (f"after article {order[place - 1]}" if place else "first" for order, place in places)
        anchor = f"term-articles-{rows.index(number)}-number"
        found.append(TermChange(f"Article {number} moves", was, becomes, anchor))
    return found


def in_words(term: Term, value: Any) -> str:
    """Write a document's value of a term in words; without one the default, or ""."""
    if value is None:
        if term.kind is TermKind.FLAG:
            return in_words(term, term.default is True)
        return in_words(term, term.default) if term.default else ""
    match term.kind:
        case TermKind.AMOUNT:
            return show_money(parse_cents(value))
        case TermKind.FLAG:
            return "yes" if value else "no"
        case TermKind.LIMIT:
            return _limit(value)
        case TermKind.MEANS:
            return means_in_words([Means(means) for means in value])
        case TermKind.LINES:
            return " ".join(value)
        case TermKind.STEPS:
            return ", ".join(f"{counted(strikes, 'strike')}: {then}" for strikes, then in value)
        case TermKind.LEVELS:
            return ", ".join("/".join(show_money(parse_cents(amount)) for amount in pair) for pair in value)
        case _:
            return f"{value} {term.unit}".strip()


def _limit(value: Mapping[str, Any]) -> str:
    flags = {"asked": "asked at each opening", "maximum": "the maximum"}
    [(form, limit)] = ((key, limit) for key, limit in value.items() if key != "or_big_stack")
    if form == "amount":
        words = show_money(parse_cents(limit))
    else:
        words = flags.get(form) or counted(limit, form.removesuffix("s").replace("_", " "))
    return f"{words}, or the big stack where that is more" if value.get("or_big_stack") else words


def _chip_changes(before: Any, after: Any, colour: Term) -> Iterator[TermChange]:
    old, new = ({row["colour"]: _chip(row) for row in rows} for rows in (before, after))
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) != new.get(name):
            anchor = colour.anchor(list(new).index(name)) if name in new else ""
            yield TermChange(f"Chips: {name}", old.get(name, ""), new.get(name, ""), anchor)


def _chip(row: Mapping[str, Any]) -> str:
    rack = [f"{row['stock']} in the rack"] if "stock" in row else []
    return ", ".join([show_money(parse_cents(row["value"])), *rack, *(["starred"] if row.get("starred") else [])])


def _article(article: Mapping[str, Any]) -> str:
    """Write an article in one paragraph: its heading, its title, its text, its marks and its other words."""
    marks = ", ".join(word for key, word in _MARKS.items() if article.get(key))
    also = f" Also found by: {', '.join(article['also'])}." if "also" in article else ""
    heading = f"{article['section']}: " if "section" in article else ""
    return f"{heading}{article['title']}. {article['text']}{f' ({marks})' if marks else ''}{also}"
