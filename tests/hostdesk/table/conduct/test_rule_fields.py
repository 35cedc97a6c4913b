"""The field behind each rule: every rule that can refuse an act has one, or holds in every house."""

import ast
from pathlib import Path

import pytest

from hostdesk.rules.houses.fields import sections
from hostdesk.table.conduct.rule_fields import BUILT_IN, FIELDS, UNNAMED, anchor_of, early_words, rule_names
from ledger.buy_in import rules as buy_in_rules
from ledger.credit.rules import CREDIT_LIMIT, WHO_MAY_OWE
from reservations.acts.problems import RuleViolation

CALLED = {**vars(buy_in_rules), "CREDIT_LIMIT": CREDIT_LIMIT, "WHO_MAY_OWE": WHO_MAY_OWE}
MAKES_THEM = Path("reservations/acts/problems.py")
REFUSALS = ("RuleViolation", "violated_if")
CODE = [path for app in ("reservations", "ledger", "hostdesk") for path in Path(app).rglob("*.py")]


def rules_in(path):
    """Yield the names of the rules by which a module refuses."""
    source = path.read_text()
    refuses = any(name in source for name in REFUSALS)  # much quicker than a walk through every module
    for node in ast.walk(ast.parse(source)) if refuses else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSALS:
            term = node.args[-2]  # before its sentence
            yield CALLED[term.id] if isinstance(term, ast.Name) else ast.literal_eval(term)


def test_every_rule_leads_to_its_field_or_is_every_houses():
    refused_by = {rule for path in CODE if path != MAKES_THEM for rule in rules_in(path)} - {""}

    assert refused_by == {*FIELDS, *BUILT_IN}


def test_every_field_is_one_of_the_form():
    known = {term.name: term.anchor() for section in sections() for term in section.terms}

    assert {rule: anchor_of(rule) for rule in FIELDS} == {rule: known[field] for rule, field in FIELDS.items()}


def test_a_rule_of_every_house_leads_nowhere():
    assert [anchor_of(rule) for rule in (*BUILT_IN, UNNAMED)] == [""] * (len(BUILT_IN) + 1)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("60.00 is too much: at most 50.00.", "maximum buy-in"),
        ("Bo has 19.00 in front: at most 110.00 after a rebuy.", "maximum after a rebuy"),
        ("Leaving takes 30 minutes or a round of notice: Bo has given none.", "leave notice"),
        ("Chips turn into cash at the end of the night, after the last hand.", "cash at the end"),
        ("Bo can cash out once everybody has dealt the same number of hands.", "equal deals"),
        ("Bo expects 2.00, the banker counted 1.00: 1.00 less than Bo says.", "the count"),
        ("Whatever this was.", UNNAMED),
    ],
)
def test_a_ruling_from_before_rules_had_names_is_known_by_its_words(sentence, rule):
    assert rule_names([RuleViolation("", sentence)]) == (rule,)


def test_rules_that_were_broken_twice_are_named_once():
    twice = RuleViolation("multiples", "The bank sells chips in multiples of 5.00, not 7.00.")

    assert rule_names([twice, RuleViolation("one banker", "One banker."), twice]) == ("multiples", "one banker")


@pytest.mark.parametrize(("rule", "words"), [("minimum buy-in", ["is too little: at least"]), ("age", [])])
def test_a_rule_is_found_in_rulings_that_kept_its_sentence_alone(rule, words):
    assert early_words(rule) == words
