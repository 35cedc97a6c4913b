"""The field of the house's rules that changes an overruled rule. Pure.

Rules have the short names of their violations.
"""

from collections.abc import Mapping, Sequence

from hostdesk.rules.houses.fields import ALL_TERMS
from reservations.acts.problems import RuleViolation
from reservations.parsing.documents import beside

FIELDS = {rule: term.name for term in ALL_TERMS for rule in term.rules}
"""The fields of the rules, with their tables: "buy_in.maximum"."""
_EARLY: Mapping[str, str] = beside(__file__, "rules.toml")

BUILT_IN = frozenset({"the count", "chips are bought", "stakes stand", "turned away", "table change"})
"""The rules that every house has: there is no field to change them by."""

"""What stands in the sentence of a rule, for rulings that were recorded before they kept its name."""

UNNAMED = "another rule"


def rule_names(refused: Sequence[RuleViolation]) -> tuple[str, ...]:
    """Return the names of the rules that a ruling set aside, without repetition."""
    found = (
        violation.term or next((name for words, name in _EARLY.items() if words in violation.sentence), UNNAMED)
        for violation in refused
    )
    return tuple(dict.fromkeys(found))


def anchor_of(rule: str) -> str:
    """Return the id of the input that changes a rule, "" for one that every house has."""
    return next((term.anchor() for term in ALL_TERMS if rule in term.rules), "")


def early_words(rule: str) -> list[str]:
    """Return words of the sentences of a rule that were kept without its name."""
    return [words for words, name in _EARLY.items() if name == rule]
