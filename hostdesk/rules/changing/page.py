"""The form of a house's rules: its fields with their values, sentences and faults."""

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.changing.typed import LISTS, Typed, rows_in
from hostdesk.rules.houses.fields import anchor_of, sections, terms_by_name, uses
from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.rules.houses.queries import all_sentences, newest_documents
from ledger.money.words import PAID, Means
from ledger.terms.bank_terms import bank_terms
from reservations.houses.attendance_terms import Then, attendance_terms
from reservations.houses.seating_terms import seating_terms
from reservations.houses.text import PHRASES
from reservations.models import House
from reservations.parsing.documents import Fault
from reservations.parsing.names import whole_number
from reservations.parsing.terms import Term, TermKind

_FORM_WORDS = {"asked": "asked at each opening", "maximum": "whatever the maximum is"}
"""The forms of a limit that are called otherwise than in a document."""


@dataclass(frozen=True)
class FieldShown:
    """One field: its term, its name and id, its values, and their faults.

    ``options`` are (value, words, chosen). ``parts`` are the further inputs of a limit, ``rows`` those of levels and of
    steps. ``users`` are the other houses that have the term, in a sentence.
    """

    term: Term
    name: str
    id: str
    values: Sequence[str]
    options: Sequence[tuple[str, str, bool]]
    parts: Mapping[str, Sequence[str]]
    rows: Sequence[Mapping[str, str]]
    faults: Sequence[str]
    users: str

    @property
    def value(self) -> str:
        """The value of an input that takes one."""
        return self.values[-1] if self.values else ""


@dataclass(frozen=True)
class Wrong:
    """A fault on the form: the id of its field, the name of that, and the remedy."""

    anchor: str
    label: str
    sentence: str


def wrongs(faults: Sequence[Fault], typed: Typed) -> list[Wrong]:
    """Write the faults of a document for a reader of a form and no file, in the order of the form."""
    order, found = {term.name: number for number, term in enumerate(terms_by_name().values())}, []
    for fault in faults:
        anchor, table = anchor_of(fault.place), str(fault.place[0]) if fault.place else ""
        row = next((part for part in fault.place[1:2] if isinstance(part, int)), None)
        inside = next((part for part in fault.place[2:3] if isinstance(part, int)), None)
        key = next((part for part in fault.place[1 if row is None else 2 :] if isinstance(part, str)), "")
        term = terms_by_name().get(f"{table}.{key}" if key else table)
        label = term.label if term else table.replace("_", " ").capitalize()
        if row is not None and table == "articles":
            label = f"Article {(typed.get(f'articles.{row}.number') or [''])[0] or row + 1}, {label.lower()}"
        elif row is not None:
            label = f"Chips {row + 1}, {label.lower()}"
        elif inside is not None:
            label, anchor = f"{'Level' if table == 'levels' else 'Step'} {inside + 1}", f"{anchor}-{inside}"
        sentence = fault.sentence.replace(", without quotes", "").replace(" in quotes", "")
        place = (order.get(term.name, -1) if term else -1, row or 0)
        found.append((place, Wrong(anchor, label, sentence)))
    return [wrong for _, wrong in sorted(found, key=lambda entry: entry[0])]


def sentences_of(document: Mapping[str, Any]) -> dict[str, str]:
    """State the terms of a document, by their names ("buy_in-maximum"). Raises ``BadTerms``."""
    return all_sentences(bank_terms(document), attendance_terms(document), seating_terms(document))


def sections_shown(
    typed: Typed,
    wrong: Sequence[Wrong],
    sentences: Mapping[str, str],
    users: Mapping[str, str],
    touched: str = "",
    focus: str = "",
) -> list[dict[str, Any]]:
    """Return the sections of the form with their typed values, and with the sentences in ``sentences``.

    A section has ``groups``, the fields of one sentence with the id of its place, or ``rows``, a chip or
    an article with its fields by key; the number of its faults (``wrong``), and whether it is open. Its ``users``
    are the other houses that have rows there, in a sentence. ``touched`` is the list whose rows were changed a moment
    ago, ``focus`` the id of the next field.
    """
    shown = []
    for section in sections():
        fields = [_field(term, typed, "", None, wrong, users) for term in section.terms if not term.in_rows]
        rows, in_rows = [], list[FieldShown]()
        for number, row in enumerate(rows_in(typed, section.key) if section.key in LISTS else ()):
            cells = [_field(term, row, f"{section.key}.{number}.", number, wrong, users) for term in section.terms]
            is_open = focus == f"up-{section.key}-{number}" or any(cell.faults or cell.id == focus for cell in cells)
            rows.append({"number": number, "fields": {cell.term.key: cell for cell in cells}, "is_open": is_open})
            in_rows += cells
        groups = []
        for names, stated in itertools.groupby(fields, lambda field: field.term.stated_by or [field.term.sentence]):
            sentence = " ".join(sentences[name] for name in names if name in sentences)
            groups.append({"id": f"said-{names[0]}", "fields": [*stated], "sentence": sentence})
        count = sum(len(field.faults) for field in (*fields, *in_rows))
        is_open = bool(count) or touched in (section.key, *(field.name for field in fields))
        of_rows = users.get(section.terms[0].name, "") if section.key in LISTS else ""
        parts = {"section": section, "groups": groups, "rows": rows, "users": of_rows}
        shown.append({**parts, "wrong": count, "is_open": is_open})
    return shown


def users_of(house: House) -> dict[str, str]:
    """Name the other houses that have a term, by its name: those of the desk, and the unused presets."""
    made = {document["key"]: (document["name"], uses(document)) for document in newest_documents()}
    others = {**{key: _preset(key) for key in preset_keys()}, **made}
    others.pop(house.key, None)
    found = {}
    for name in terms_by_name():
        having = [title for title, used in others.values() if name in used]
        if having:
            everybody = len(having) == len(others)
            found[name] = "Used by every other house." if everybody else f"Used by {', '.join(having)}."
    return found


@functools.cache
def _preset(key: str) -> tuple[str, frozenset[str]]:
    document = load_preset(key)
    return document["name"], uses(document)


def _field(
    term: Term, typed: Typed, begin: str, row: int | None, wrong: Sequence[Wrong], users: Mapping[str, str]
) -> FieldShown:
    """Return a field of the form; ``typed`` has the fields of the form, or those of the row by their keys."""
    name, anchor = term.key if begin else term.name, term.anchor(row)
    values = list(typed.get(name, ()))
    parts = {part: list(typed.get(f"{name}.{part}", ())) for part in ("form", "value", "or_big_stack")}
    options: list[tuple[str, str]] = []
    match term.kind:
        case TermKind.CHOICE:
            own = "" if term.default is None or term.default in values else str(term.default)
            options = [("" if choice == own else choice, choice.capitalize()) for choice in term.choices]
        case TermKind.MEANS:
            ordered = [*values, *(choice for choice in term.choices if choice not in values)]
            words = {choice: PAID[Means(choice)] for choice in ordered if choice in term.choices}
            options = [(choice, f"{phrase[0].upper()}{phrase[1:]}") for choice, phrase in words.items()]
        case TermKind.LIMIT:
            values, none = parts["form"], f"no {term.label.lower()}"
            options = [("", none), *((form, _FORM_WORDS.get(form, form.replace("_", " "))) for form in term.forms)]
        case TermKind.STEPS:
            options = [("", "choose"), *((then, PHRASES[then]) for then in Then)]
    chosen, rows = values or [""], list[dict[str, str]]()
    minutes = whole_number(next(iter(typed.get("levels.minutes", ())), ""), most_digits=4) or 0
    for number, pair in enumerate(rows_in(typed, name)):
        hours, rest = divmod(number * minutes, 60)
        begins = f"{hours}:{rest:02}" if minutes and term.kind is TermKind.LEVELS else ""
        rows.append({key: values[0] for key, values in pair.items()} | {"id": f"{anchor}-{number}", "begins": begins})
    offered, ids = [(value, words, value in chosen) for value, words in options], {row["id"] for row in rows}
    faults = [fault.sentence for fault in wrong if fault.anchor == anchor]
    faults += [f"{fault.label}: {fault.sentence}" for fault in wrong if fault.anchor in ids]
    of_others = users.get(term.name, "")
    return FieldShown(term, f"{begin}{name}", anchor, values, offered, parts, rows, faults, of_others)
