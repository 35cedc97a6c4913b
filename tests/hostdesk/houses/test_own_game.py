"""A house out of a few figures."""

from typing import Any

import pytest

from hostdesk.houses.own_game import OwnGame, faults_by_figure, own_document, own_key
from hostdesk.houses.presets import preset_keys
from ledger.money.words import Means
from ledger.terms.bank_terms import CashOutWhen, Limit, RebuyWhen, bank_terms
from reservations.parsing.documents import BadTerms, Fault

PLAIN: dict[str, Any] = {"name": "Friday's game", "small_blind": 25, "big_blind": 50}


def test_the_plainest_game():
    terms = bank_terms(own_document(OwnGame(**PLAIN)))

    assert (terms.blinds.small_cents, terms.blinds.big_cents) == (25, 50)
    assert (terms.minimum, terms.maximum, terms.usual, terms.multiple_cents) == (None, None, None, None)
    assert (terms.pays_with, terms.rebuy_when) == ((Means.CASH,), RebuyWhen.ANY_TIME)
    assert (terms.cash_out_when, terms.chip_sales) == (CashOutWhen.ON_LEAVING, True)


def test_a_game_with_every_figure():
    game = OwnGame(
        **PLAIN,
        minimum=1000,
        maximum=5000,
        usual=2000,
        multiple=500,
        pays_with=(Means.CASH, Means.TRANSFER, Means.BOOK),
        rebuy_when=RebuyWhen.UP_TO_MAXIMUM,
    )

    terms = bank_terms(own_document(game))

    assert (terms.minimum, terms.maximum, terms.usual) == (Limit(1000), Limit(5000), Limit(2000))
    assert (terms.multiple_cents, terms.pays_with) == (500, (Means.CASH, Means.TRANSFER, Means.BOOK))
    assert (terms.rebuy_when, terms.rebuy_stack_asked) == (RebuyWhen.UP_TO_MAXIMUM, True)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Friday's game", "fridays-game"),
        ("  Zoë & Łukasz  ", "zoe-ukasz"),
        ("2/4 no limit!", "2-4-no-limit"),
        ("♠♥", "our-game"),
        ("金曜日", "our-game"),
        ("a" * 40, "a" * 32),
        ("Mike", "mike-2"),
    ],
)
def test_the_key_is_made_of_the_name(name, key):
    assert own_key(name, preset_keys()) == key


def test_a_key_is_taken_once():
    assert own_key("Mike", ("mike", "mike-2", "mike-3")) == "mike-4"


@pytest.mark.parametrize("name", ["<b>x</b>", "'; DROP TABLE", "{{7*7}}", "=HYPERLINK()", 'a"b', "😀"])
def test_every_name_makes_a_house(name):
    assert own_document(OwnGame(**PLAIN | {"name": name}))["name"] == name


@pytest.mark.parametrize(
    ("figures", "faults"),
    [
        ({"small_blind": 100}, [("small_blind", "The small blind is more than the big blind.")]),
        (
            {"minimum": 5000, "maximum": 1000},
            [("minimum", "The minimum is more than the maximum, so no buy-in would do.")],
        ),
        ({"usual": 5000, "maximum": 1000}, [("usual", "The usual buy-in is more than the maximum.")]),
        ({"usual": 501, "multiple": 500}, [("usual", "The usual buy-in is not made of whole multiples.")]),
        (
            {"rebuy_when": RebuyWhen.UP_TO_MAXIMUM},
            [("rebuy_when", "There is no maximum to measure by; write one under [buy_in].")],
        ),
        (
            {"pays_with": (Means.CASH, Means.NOTE)},
            [("pays_with", 'Notes end in THE BOOK; add "book" to the means, or leave "note" out.')],
        ),
    ],
)
def test_figures_that_contradict_each_other(figures, faults):
    with pytest.raises(BadTerms) as raised:
        own_document(OwnGame(**PLAIN | figures))

    assert list(faults_by_figure(raised.value)) == faults


def test_a_fault_of_no_figure_keeps_its_place():
    assert list(faults_by_figure(BadTerms([Fault(("cash_out", "when"), "This is missing.")]))) == [
        ("", "[cash_out] when: This is missing.")
    ]
