"""Two versions of a house's rules compared: new rules, removed ones, and changed words. Pure."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostdesk.rules.changing.changes import in_words
from hostdesk.rules.houses.fields import terms_by_name
from hostdesk.rules.houses.reading import sections_of, to_look_up
from reservations.parsing.terms import Term

Pieces = Sequence[tuple[str, bool]]
"""A text in pieces, with whether the other version has another one there."""


@dataclass(frozen=True)
class Edition:
    """A version of the rules to compare: its document, and the sentences by their terms ("buy_in-minimum")."""

    document: Mapping[str, Any]
    stated: Mapping[str, str]

    @property
    def rules(self) -> dict[str, tuple[str, str]]:
        """Its rules by anchor: the names of the rules, and their texts."""
        found = {}
        for entry in to_look_up(sections_of(self.document, self.stated)):
            label, text = entry["section"], entry["text"]
            if "number" in entry:
                label, text = f"Article {entry['number']}", f"{entry['title']}: {text}"
            found[entry["anchor"]] = (label, text)
        return found

    def value(self, term: Term) -> str:
        """Write the value of a term without a sentence: "One banker for the whole night: yes"."""
        table = self.document if not term.table else self.document.get(term.table, {})
        return f"{term.label}: {in_words(term, table.get(term.key)) or '–'}"


@dataclass(frozen=True)
class RuleChange:
    """A rule that differs in two versions: its place, and its text in both, () for none."""

    anchor: str
    label: str
    before: Pieces
    after: Pieces

    @property
    def in_words(self) -> str:
        """The change for a player, in one line."""
        before, after = ("".join(piece for piece, _ in pieces) for pieces in (self.before, self.after))
        called = f"{self.label}, " if self.label.startswith("Article ") else ""
        if not before:
            return f"New: {called}{after}"
        if not after:
            return f"No longer: {called}{before}"
        return f"{called}{after} (Before: {before})"


def changes(before: Edition, after: Edition) -> list[RuleChange]:
    """Return the changes from one version to the other, in the order of the later one; removed rules come last.

    Terms are compared by their sentences, or without one by their values.
    """
    was, now = before.rules, after.rules
    stated = {*was, *now}
    for term in terms_by_name().values():
        anchor = term.anchor()
        tell = {f"term-{name}" for name in term.stated_by} | {anchor}
        if not term.in_rows and tell.isdisjoint(stated) and before.value(term) != after.value(term):
            was[anchor], now[anchor] = (("Terms", edition.value(term)) for edition in (before, after))
    found = []
    for anchor in [*now, *(anchor for anchor in was if anchor not in now)]:
        (_, old), (label, new) = was.get(anchor, ("", "")), now.get(anchor) or (was[anchor][0], "")
        if old != new:
            found.append(RuleChange(anchor, label, *_words_changed(old, new)))
    return found


def _words_changed(old: str, new: str) -> tuple[Pieces, Pieces]:
    """Return both texts in pieces; if one of them is empty, nothing in the other has changed."""
    if not old or not new:
        return ([(old, False)] if old else [], [(new, False)] if new else [])
    texts = [re.findall(r"\s*\S+", text) for text in (old, new)]
    old_words, new_words = ([word.strip() for word in words] for words in texts)
    blocks = difflib.SequenceMatcher(None, old_words, new_words, autojunk=False)
    before: list[tuple[str, bool]] = []
    after: list[tuple[str, bool]] = []
    for what, start, end, other_start, other_end in blocks.get_opcodes():
        for pieces, words in ((before, texts[0][start:end]), (after, texts[1][other_start:other_end])):
            text, is_other = "".join(words), what != "equal"
            if is_other and text[:1].isspace():
                pieces.append((" ", False))
                text = text[1:]
            if text:
                pieces.append((text, is_other))
    return before, after
