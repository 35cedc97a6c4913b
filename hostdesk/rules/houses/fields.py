"""The fields of a house's rules: the terms of all apps, in the order of the form. Pure.

Every term has its words in its own row; ``words/parts.toml`` has the parts of the form. Any page may lead to a term:
``/houses/KEY/change/#term-buy_in-maximum``.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.houses import presets
from ledger.terms import bank_terms
from reservations.houses import attendance_terms, seating_terms
from reservations.parsing.documents import KeyPath, beside
from reservations.parsing.terms import Term, TermKind


@dataclass(frozen=True)
class FormPart:
    """A part of the form: its id, its heading, its subject, and its terms in order."""

    key: str
    title: str
    about: str
    terms: tuple[Term, ...]


ALL_TERMS = (*presets.TERMS, *bank_terms.TERMS, *attendance_terms.TERMS, *seating_terms.TERMS)
_PARTS: Mapping[str, dict[str, str]] = beside(__file__, "words/parts.toml")


@functools.cache
def sections() -> tuple[FormPart, ...]:
    """Return the sections of the form, in order, with their terms."""
    terms = sorted(ALL_TERMS, key=lambda term: term.place)
    return tuple(FormPart(key, **part, terms=tuple(t for t in terms if t.part == key)) for key, part in _PARTS.items())


@functools.cache
def terms_by_name() -> Mapping[str, Term]:
    """Return every term by its name, in the order of the form."""
    return {term.name: term for section in sections() for term in section.terms}


def anchor_of(place: KeyPath) -> str:
    """Return the id on the form of a place in a document: of its term, or of the first term of a whole table."""
    table, *inside = place or ("rules",)
    row = inside.pop(0) if inside and isinstance(inside[0], int) else None
    known = terms_by_name()
    named = known.get(f"{table}.{inside[0]}" if inside else str(table))
    term = named or next((named_term for named_term in known.values() if named_term.table == table), None)
    return "rules" if term is None else term.anchor(None if row is None else int(row))


def uses(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of the terms that a document uses: with a value other than a usual no."""
    used = set()
    for term in terms_by_name().values():
        table: Any = document.get(term.table, ()) if term.table else document
        written = [row[term.key] for row in (table if term.in_rows else [table]) if term.key in row]
        if any(value != (term.default is True if term.kind is TermKind.FLAG else term.default) for value in written):
            used.add(term.name)
    return frozenset(used)
