"""Undoing from the pages: one look, one press."""

import pytest

from ledger.bank.queries import bank_of
from ledger.buy_in.commands import buy_in
from ledger.money.cents import format_cents
from ledger.money.words import Means
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018")


@pytest.fixture
def undo(evening):
    """Return a function from an answer to the address that undoes its act."""
    return lambda answer: f"/nights/{evening.night.pk}/tonight/undo/{answer.act.number}/"


def test_it_is_shown_first_and_then_undone(desk, undo, evening):
    bought = evening.buy_in("Bo", "50.00")

    page = desk.opens(undo(bought))
    after = desk.sends(page.form(undo(bought)))

    assert f"Undo act {bought.act.number}? × Bo buys in, paid in cash 50.00" in page.text
    assert "is undone: a slip" in after.text
    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "200.00"


def test_a_reason_is_kept(desk, undo, evening):
    bought = evening.buy_in("Bo", "50.00")

    desk.sends(desk.opens(undo(bought)).form(undo(bought)), reason="it was Cy")

    assert Act.objects.latest("number").content == f'{{"of":"{bought.act.key}","reason":"it was Cy"}}'


def test_what_has_to_be_undone_first_is_a_press_away(desk, undo, evening):
    bought = evening.buy_in("Bo", "50.00")
    paid = evening.cash_out("Bo", "50.00", round_played=True)

    page = desk.sends(desk.opens(undo(bought)).form(undo(bought)))

    assert page.status == 422
    assert page.links[f"Undo act {paid.act.number} first"] == undo(paid)


def test_acts_of_a_log_with_ids_alike_are_not_taken_for_one_press(desk, undo, evening):
    for key, name, at in (("evening.0001", "Bo", "20:01"), ("evening.0002", "Cy", "20:02")):
        evening.it_is(at)
        stamp, player = evening.stamp(key), player_named(name)
        bought = buy_in(stamp=stamp, night=evening.night, player=player, amount_cents=2000, pay=Means.CASH)

    page = desk.opens(undo(bought))

    assert ("Undo all" in page.text, "Undo it" in page.text) == (False, True)


def test_undone_twice_is_undone_once(desk, undo, evening):
    bought = evening.buy_in("Bo", "50.00")
    form = desk.opens(undo(bought)).form(undo(bought))

    pages = [desk.sends(form), desk.sends(form)]

    assert pages[0].url == pages[1].url
    assert Act.objects.filter(kind="reverse").count() == 1


def test_an_act_of_another_night_is_not_here(desk, undo, evening):
    known = evening.knows("Dee")

    assert desk.client.get(undo(known)).status_code == 404
