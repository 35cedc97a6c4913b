"""Who may owe, and how much."""

import pytest

from ledger.credit.rules import CreditTerms, Debtor, NoCredit, check_credit, guests_owe
from ledger.money.words import Means
from reservations.acts.problems import RuleViolation


def bo(owed=0, *, regular=True, **terms):
    return Debtor("Bo", regular, owed, CreditTerms(**terms))


@pytest.mark.parametrize("pay", [Means.CASH, Means.TRANSFER])
def test_who_pays_owes_nothing(pay):
    assert check_credit(500, pay, bo(9000, limit_cents=0, hard=True, refuses=True)) == ()


@pytest.mark.parametrize(
    ("owed", "violations"), [(-1000, ()), (500, ()), (501, ("Bo would owe 10.01 in all: the limit is 10.00.",))]
)
def test_the_limit_is_what_is_owed_in_all(owed, violations):
    found = check_credit(500, Means.NOTE, bo(owed, limit_cents=1000))

    assert found == tuple(RuleViolation("credit limit", sentence) for sentence in violations)


def test_without_a_limit_any_amount_does():
    assert check_credit(10**8, Means.BOOK, bo(10**8)) == ()


@pytest.mark.parametrize(("pay", "violations"), [(Means.NOTE, ()), (Means.BOOK, (guests_owe("Bo"),))])
def test_a_guest_writes_notes_but_does_not_owe_the_book(pay, violations):
    assert check_credit(500, pay, bo(regular=False)) == violations


def test_all_violations_are_told_together():
    violations = check_credit(500, Means.BOOK, bo(regular=False, limit_cents=0))

    assert [each.term for each in violations] == ["who may owe", "credit limit"]


def test_a_hard_limit_is_no_term_that_a_ruling_sets_aside():
    with pytest.raises(NoCredit) as problem:
        check_credit(500, Means.NOTE, bo(600, limit_cents=1000, hard=True))

    assert str(problem.value) == "Bo would owe 11.00 in all: the limit is 10.00. Nobody overrules it."


def test_who_wants_no_credit_is_given_none():
    with pytest.raises(NoCredit) as problem:
        check_credit(1, Means.BOOK, bo(-500, refuses=True))

    assert str(problem.value) == "Bo wants no credit: they pay in cash, or take that back themselves."


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Gil",), "Gil is a guest: only regulars owe THE BOOK."),
        (("Gil", "Hal"), "Gil and Hal are guests: only regulars owe THE BOOK."),
        (("Gil", "Hal", "Ida"), "Gil, Hal and Ida are guests: only regulars owe THE BOOK."),
    ],
)
def test_the_sentence_about_guests(names, sentence):
    assert guests_owe(*names) == RuleViolation("who may owe", sentence)
