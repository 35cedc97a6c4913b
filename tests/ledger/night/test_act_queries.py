"""Acts as people read them: in full, and in the form for the table."""

import pytest

from hostdesk.table.open_night.queries import tonight_of
from ledger.night.act_queries import act_line, act_lines, named_in, public_lines
from reservations.models import Act
from reservations.players.queries import player_names
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo owes on a note and in THE BOOK; Gil bought chips from Cy for a note, which is charged to Ann."""
    evening = Evening("mike")
    cash = evening.buy_in("Cy", "10.00")
    evening.buy_in("Bo", "5.00", pay="book")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.sells("Cy", "Gil", "5.00", note="n2")
    evening.paid_by("note", cash, note="n3")
    evening.redeems("n1", "15.00")
    evening.charges_inviter("n2")
    return evening


def lines_of(evening, way):
    acts = list(Act.objects.filter(night=evening.night).select_related("reversed_by").order_by("number")[1:])
    return [(line.text, line.cents) for line in way(acts, player_names(named_in(acts)))]


def in_public(acts, names):
    return public_lines(acts, act_lines(acts, names), names)


def test_in_full_they_say_how_it_was_paid(evening):
    assert lines_of(evening, act_lines) == [
        ("Cy buys in, paid in cash", 1000),
        ("Bo buys in, paid in THE BOOK", 500),
        ("Bo buys in, paid by bank note n1", 2000),
        ("Cy sells chips to Gil, paid by bank note n2", 500),
        ("Act 6 was paid by bank note n3, not as recorded", 1000),
        ("The note n1 is paid in cash", 1500),
        ("The note n2 goes to Ann, who invited Gil", 500),
    ]


def test_the_table_reads_neither_who_owes_nor_how_much(evening):
    assert lines_of(evening, in_public) == [
        ("Cy buys in", 1000),
        ("Bo buys in", 500),
        ("Bo buys in", 2000),
        ("Cy sells chips to Gil", 500),
        ("A buy-in was paid otherwise", None),
        ("A note is paid", None),
        ("A note goes into THE BOOK", None),
    ]


def test_a_night_without_credit_hides_nothing():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")

    assert tonight_of(evening.night).acts[0].text == "Bo buys in, paid in cash"


def test_one_line_is_the_same_as_among_others(evening):
    act = Act.objects.latest("number")

    assert act_line(act, {}) == act_lines([act], {})[0]
