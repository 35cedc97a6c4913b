"""A house made from the answers to a few questions."""

from typing import Any

import pytest

from hostdesk.rules.houses.own_game import OwnGame, copied, faults_by_question, own_document, own_key
from hostdesk.rules.houses.presets import load_preset, preset_keys
from ledger.money.words import Means
from ledger.terms.bank_terms import Blinds, CashOutWhen, Limit, RebuyWhen, bank_terms
from reservations.houses.attendance_terms import Step, Then, attendance_terms
from reservations.houses.seating_terms import seating_terms
from reservations.parsing.documents import BadTerms, Fault

PLAIN: dict[str, Any] = {"name": "Friday's game", "small_blind": 25, "big_blind": 50}


def test_the_plainest_game():
    terms = bank_terms(own_document(OwnGame(**PLAIN)))

    assert terms.blinds == Blinds(25, 50)
    assert (terms.minimum, terms.maximum, terms.usual, terms.multiple_cents) == (None, None, None, None)
    assert (terms.pays_with, terms.rebuy_when) == ((Means.CASH,), RebuyWhen.ANY_TIME)
    assert (terms.cash_out_when, terms.chip_sales) == (CashOutWhen.ON_LEAVING, True)


def test_a_game_with_every_answer():
    game = OwnGame(
        **PLAIN,
        minimum=Limit(1000),
        maximum=Limit(big_blinds=100),
        usual=Limit(maximum=True),
        pays_with=(Means.CASH, Means.TRANSFER, Means.BOOK),
        seats=9,
        strikes=True,
        levels=True,
        chips=True,
    )

    document = own_document(game)

    bank, attendance = bank_terms(document), attendance_terms(document)
    assert (bank.minimum, bank.maximum, bank.usual) == (Limit(1000), Limit(big_blinds=100), Limit(maximum=True))
    assert bank.pays_with == (Means.CASH, Means.TRANSFER, Means.BOOK)
    assert (bank.blinds, bank.levels[-1], bank.level_minutes) == (Blinds(25, 50), Blinds(750, 1500), 20)
    assert (attendance.seats, seating_terms(document).most, seating_terms(document).split_at) == (9, 9, 10)
    assert (attendance.late_change_minutes, attendance.steps) == (120, (Step(1, Then.REMINDER), Step(2, Then.BEHIND)))
    assert [(each.name, each.cents) for each in bank.chips] == [
        ("white", 25),
        ("red", 100),
        ("green", 500),
        ("black", 2500),
    ]


@pytest.mark.parametrize(
    ("small", "values"),
    [(5, [5, 25, 100, 500]), (100, [100, 500, 2500, 10000]), (30, [30, 120, 600, 3000]), (None, [25, 100, 500, 2500])],
)
def test_chips_fit_the_stakes(small, values):
    big = None if small is None else 2 * small

    terms = bank_terms(own_document(OwnGame("Ours", small, big, chips=True)))

    assert [each.cents for each in terms.chips] == values


@pytest.mark.parametrize(("asked", "blinds"), [(True, {"asked": True}), (False, None)])
def test_a_game_need_not_have_blinds(asked, blinds):
    assert own_document(OwnGame("Ours", blinds_at_opening=asked)).get("stakes") == blinds


def test_limits_may_be_set_each_night():
    terms = bank_terms(own_document(OwnGame("Ours", blinds_at_opening=True, minimum=Limit(at_opening=True))))

    assert terms.minimum == Limit(at_opening=True)


@pytest.mark.parametrize(("seats", "most"), [(11, 11), (16, 11), (None, 11), (6, 6)])
def test_one_table_holds_as_many_as_there_are_seats_up_to_eleven(seats, most):
    document = own_document(OwnGame(**PLAIN, seats=seats))

    assert (attendance_terms(document).seats, seating_terms(document).most) == (seats, most)


def test_a_copy_has_another_name_and_key_and_the_same_rules():
    mike = load_preset("mike")

    copy = copied(mike, "Mike's game", taken=("mikes-game",))

    assert copy == {**mike, "key": "mikes-game-2", "name": "Mike's game"}


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
        ("New", "new-2"),
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
    ("answers", "faults"),
    [
        ({"small_blind": 100}, [("stakes", "The small blind is more than the big blind.")]),
        (
            {"minimum": Limit(5000), "maximum": Limit(1000)},
            [("limits", "The minimum is more than the maximum, so no buy-in would do.")],
        ),
        ({"usual": Limit(5000), "maximum": Limit(1000)}, [("usual", "The usual buy-in is more than the maximum.")]),
        (
            {"small_blind": None, "big_blind": None, "maximum": Limit(big_blinds=100)},
            [("limits", "There are no blinds to count in; write an amount, or the blinds.")],
        ),
        (
            {"small_blind": None, "big_blind": None, "levels": True},
            [("stakes", "Levels rise from the blinds; choose the blinds of the first level.")],
        ),
        (
            {"pays_with": (Means.CASH, Means.NOTE)},
            [("credit", "Notes end in THE BOOK; take THE BOOK as well, or no notes.")],
        ),
    ],
)
def test_answers_that_contradict_each_other(answers, faults):
    with pytest.raises(BadTerms) as raised:
        own_document(OwnGame(**PLAIN | answers))

    assert list(faults_by_question(raised.value)) == faults


def test_a_fault_of_no_question_keeps_its_place():
    assert list(faults_by_question(BadTerms([Fault(("cash_out", "when"), "This is missing.")]))) == [
        ("", "[cash_out] when: This is missing.")
    ]
