"""The terms of a player's credit, and who set them."""

import pytest

from hostdesk.people.players.queries import credit_history
from ledger.credit.commands import set_credit
from ledger.credit.exposure_queries import credit_acts
from ledger.credit.rules import CreditTerms
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo may owe 50.00, then he says that he wants no credit, and the limit becomes hard."""
    evening = Evening("mike")
    evening.credit("Bo", limit="50.00")
    set_credit(stamp=evening.stamp(by="Bo"), player=player_named("Bo"), refuses=True)
    evening.credit("Bo", hard=True)
    return evening


def test_the_limits_and_who_wants_none(evening):
    said = credit_history(player_named("Bo"))

    assert said.terms == CreditTerms(5000, hard=True, refuses=True)
    assert [line.text for line in said.limits] == ["Bo: the limit is hard", "Bo: may owe 50.00 at most"]
    assert said.refusal.by == "Bo"


def test_what_was_taken_back_is_said_by_nobody(evening):
    evening.credit("Bo", refuses=False)

    assert credit_history(player_named("Bo")).refusal is None


def test_a_duplicates_credit_is_the_persons_and_nobody_elses(evening):
    evening.knows("Bob")
    evening.merges("Bo", into="Bob")

    assert [len(list(credit_acts(player_named(name).survivor))) for name in ("Bob", "Cy")] == [3, 0]


def test_what_was_undone_was_not_said(evening):
    evening.undo(evening.credit("Cy", limit="10.00"))

    assert credit_history(player_named("Cy")).terms == CreditTerms()
