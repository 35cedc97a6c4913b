"""A player's credit, from the host's page: a limit, the house's limit again, and no credit at all."""

import pytest

from ledger.credit.commands import set_credit
from ledger.credit.exposure_queries import credit_of
from ledger.credit.rules import CreditTerms
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


@pytest.fixture
def credit_page(desk, evening):
    """Return a function that opens the page of Bo's credit."""
    return lambda: desk.opens(f"/players/{player_named('Bo').number}/credit/")


def form(page, do):
    """Return the form with that value of ``do``."""
    return next(form for form in page.forms if form.fields.get("do") == [do])


def terms():
    return credit_of(player_named("Bo"))


def test_without_a_limit_the_houses_are_told(credit_page):
    assert "No own limit: house limits apply. Mike's game : no limit" in credit_page().text


def test_a_limit_is_set_soft_or_hard(desk, credit_page):
    desk.sends(form(credit_page(), "limit"), limit="50.00")
    soft = terms()
    said = desk.sends(form(credit_page(), "limit"), limit="0", hard="yes")

    assert (soft, terms()) == (CreditTerms(5000), CreditTerms(0, hard=True))
    assert "May owe 0.00 in all at most" in said.text
    assert "; nobody can overrule it" in said.text


def test_the_head_of_the_page_says_what_holds(desk, evening):
    url = f"/players/{player_named('Bo').number}/"
    evening.credit("Bo", limit="50.00")
    limited = desk.opens(url)
    evening.credit("Bo", refuses=True)

    assert ("may owe 50.00" in limited.text, "wants no credit" in desk.opens(url).text) == (True, True)


@pytest.mark.parametrize(("limit", "sentence"), [("", "Enter the limit."), ("-5", "is not an amount")])
def test_what_is_no_limit_is_told(desk, credit_page, limit, sentence):
    said = desk.sends(form(credit_page(), "limit"), limit=limit)

    assert (said.status, sentence in said.text, terms()) == (422, True, CreditTerms())


def test_back_to_the_house_undoes_every_limit(desk, credit_page, evening):
    evening.credit("Bo", limit="50.00")
    evening.credit("Bo", limit="70.00", hard=True)

    said = desk.sends(form(credit_page(), "house"))

    assert terms() == CreditTerms()
    assert "is undone: back to the limit of the house" in said.text


def test_sent_twice_it_is_undone_once(desk, credit_page, evening):
    evening.credit("Bo", limit="50.00")
    back, before = form(credit_page(), "house"), Act.objects.count()

    pages = [desk.sends(back) for _ in range(2)]

    assert (pages[0].url, Act.objects.count() - before) == (pages[1].url, 1)


def test_back_to_the_house_keeps_that_somebody_wants_no_credit(desk, credit_page, evening):
    evening.credit("Bo", limit="50.00", refuses=True)

    desk.sends(form(credit_page(), "house"))

    assert terms() == CreditTerms(refuses=True)


def test_from_another_tablet_there_is_nothing_left_to_undo(desk, credit_page, evening):
    evening.credit("Bo", limit="50.00")
    first, second = form(credit_page(), "house"), form(credit_page(), "house")
    desk.sends(first)

    said = desk.sends(second)

    assert (said.status, "Bo has no limit of their own" in said.text) == (422, True)


def test_no_credit_is_set_on_the_players_word_and_says_who_set_it(desk, credit_page):
    said = desk.sends(form(credit_page(), "refuse"))

    assert "Wants no credit" in said.text
    assert "Said by Ann ," in said.text
    assert terms().refuses


def test_what_the_player_said_is_taken_back_with_a_reason_alone(desk, credit_page, evening):
    set_credit(stamp=evening.stamp(by="Bo"), player=player_named("Bo"), refuses=True)
    again = form(credit_page(), "allow")

    refused = desk.sends(again, ruling="")
    kept = terms().refuses
    desk.sends(again, ruling="they told me")

    assert "Said by Bo ," in refused.text
    assert "Give a reason: the player asked for no credit." in refused.text
    assert (kept, terms().refuses) == (True, False)
    assert Act.objects.latest("number").ruling == "they told me"


def test_what_nobody_offers_is_read_as_a_limit(desk, credit_page):
    said = desk.sends(form(credit_page(), "refuse"), do="nothing")

    assert (said.status, terms()) == (422, CreditTerms())


def test_a_duplicate_leads_to_the_person(desk, evening):
    evening.merges("Cy", into="Bo")
    duplicate = player_named("Bo").duplicates.get().number

    response = desk.client.get(f"/players/{duplicate}/credit/")

    assert (response.status_code, response.url) == (301, f"/players/{duplicate}/#credit")
    assert desk.opens(response.url).url == f"/players/{player_named('Bo').number}/"


def test_where_no_house_gives_credit_it_is_hidden_until_a_player_has_terms(desk, db):
    dave = Evening("dave-2018")
    url = f"/players/{player_named('Cy').number}/"
    before = desk.opens(url)
    dave.credit("Cy", limit="50.00")

    after = desk.opens(url)

    assert [bool(page.part("credit")) for page in (before, after)] == [False, True]
    assert after.part("lines") == ""
