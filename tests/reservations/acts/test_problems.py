"""Errors take facts and make sentences of them."""

import pytest

from reservations.acts.problems import (
    Faults,
    Faulty,
    Impossible,
    Malformed,
    Problem,
    Refused,
    RuleViolation,
    kept_violations,
    quoted,
    read_violations,
)

ANN, BO = (RuleViolation("height", "Ann is 2 inches too tall."), RuleViolation("height", "Bo is 5 inches too tall."))


@pytest.mark.parametrize(
    ("violations", "allowed", "house", "sentence"),
    [
        ((ANN,), "", "", "Ann is 2 inches too tall."),
        ((ANN,), "Ann may stoop.", "", "Ann is 2 inches too tall. Ann may stoop."),
        (
            (ANN, BO),
            "They may stoop.",
            "EricN's game",
            "EricN's game: Ann is 2 inches too tall. Bo is 5 inches too tall. They may stoop.",
        ),
    ],
)
def test_a_refusal_tells_all_terms_at_once(violations, allowed, house, sentence):
    refusal = Refused(violations, allowed, house)

    assert str(refusal) == sentence
    assert refusal.violations == violations


def test_a_violation_is_equal_to_another_that_says_the_same():
    assert RuleViolation("height", "Ann is 2 inches too tall.") == ANN
    assert ANN != BO


def test_violations_are_read_as_they_were_kept():
    assert read_violations(kept_violations((ANN, BO))) == (ANN, BO)


def test_a_violation_that_was_kept_without_its_name_has_its_sentence():
    assert read_violations(["Ann is 2 inches too tall."]) == (RuleViolation("", "Ann is 2 inches too tall."),)


@pytest.mark.parametrize("family", [Malformed, Impossible, Refused])
def test_every_family_is_a_problem(family):
    assert family.__mro__[1] is Problem


def test_the_other_families_say_what_they_are_told():
    assert str(Impossible("The drawer holds 5.00.")) == "The drawer holds 5.00."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", '"Ann"'),
        ("", '""'),
        ("x" * 24, '"' + "x" * 24 + '"'),
        ("x" * 25, '"' + "x" * 24 + '…"'),
        ("x" * 10_000_000, '"' + "x" * 24 + '…"'),
        ("a\nb\x00\u202ec", '"a�b��c"'),
    ],
)
def test_quoted_is_short_and_safe_to_show(text, shown):
    assert quoted(text) == shown


def test_a_refusal_names_each_rule_once():
    assert Refused((ANN, BO)).rules == "height"


def test_faults_are_kept_by_line_and_raised_at_the_end():
    faults = Faults([(1, "the first")])

    for line, place, wrong in ((2, "net", Malformed("x is no number.")), (3, "", Faulty([(4, "inside")]))):
        with faults.at(line, place):
            raise wrong
    with faults.at(5):
        b"\xff".decode()

    with pytest.raises(Faulty) as faulty:
        faults.end()
    assert faulty.value.placed == [
        (1, "the first"),
        (2, "net: x is no number."),
        (4, "inside"),
        (5, "this is not UTF-8 text."),
    ]


def test_without_a_fault_nothing_is_raised():
    faults = Faults()

    with faults.at(1):
        faults.end()

    assert faults == []
