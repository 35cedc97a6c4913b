"""One evening of the demo, under each of its games."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from hostdesk.demo.cast import Person, read_cast
from hostdesk.demo.evening import told
from hostdesk.demo.setting import Quirks, Setting
from ledger.terms import Means
from reservations.kinds import Kind

NAMES = ("Ann", "Bo", "Cy", "Dora", "Eve", "Fay", "Gil", "Hal")
USUAL, CREDIT, LEVELS = read_cast().games
EVENING = Setting(
    number=1,
    day=date(2026, 11, 20),
    starts_at=datetime(2026, 11, 20, 20, tzinfo=UTC),
    game=USUAL,
    players=NAMES,
    people={name: Person(name, 10, brought_by="Ann" if name == "Gil" else "") for name in NAMES},
    steps=25,
    leaving=(("Cy", 9), ("Eve", 14)),
)


def tell(setting):
    """Return the acts of that night."""
    return told(setting).lines


def of(kind, lines):
    """Return the lines of that kind."""
    return [line for line in lines if line.kind == kind]


def sold(lines):
    """Return the cents sold by the bank, what was undone left out."""
    undone = {line.fields["of"] for line in of(Kind.REVERSE, lines)}
    return sum(line.fields["amount"] for line in of(Kind.BUY_IN, lines) if line.stamp.key not in undone)


def paid(lines):
    """Return the cents paid out."""
    return sum(line.fields["banker_count"] for line in of(Kind.CASH_OUT, lines))


@pytest.mark.parametrize("game", [USUAL, LEVELS], ids=["usual", "levels"])
@pytest.mark.parametrize("number", range(1, 6))
def test_what_was_sold_is_paid_out(number, game):
    lines = tell(replace(EVENING, number=number, game=game))

    assert paid(lines) == sold(lines)
    assert of(Kind.COUNT_DRAWER, lines)[0].fields["counted"] == game.float_cents
    assert lines[-1].kind == Kind.CLOSE


def test_the_same_evening_is_told_the_same_way():
    assert tell(EVENING) == tell(replace(EVENING))
    assert tell(EVENING) != tell(replace(EVENING, number=2))


def test_time_goes_on():
    moments = [line.stamp.at for line in tell(EVENING)]

    assert moments == sorted(moments)
    assert moments[0] == EVENING.starts_at


def test_an_evening_that_is_cut_is_the_beginning_of_the_whole():
    whole, beginning = tell(EVENING), tell(replace(EVENING, cut=12))

    assert beginning == whole[: len(beginning)]
    assert of(Kind.LAST_HAND, beginning) == []


def test_missing_chips_are_declared_and_their_cash_is_there():
    lines = tell(replace(EVENING, quirks=Quirks(missing_cents=150, missing_reason="the dog")))

    assert paid(lines) == sold(lines) - 150
    assert of(Kind.DECLARE_CHIPS, lines)[0].fields == {"missing": 150, "reason": "the dog"}
    assert of(Kind.COUNT_DRAWER, lines)[0].fields["counted"] == USUAL.float_cents + 150


@pytest.mark.parametrize("off_cents", [-200, 500])
def test_a_drawer_that_is_off(off_cents):
    lines = tell(replace(EVENING, quirks=Quirks(drawer_off_cents=off_cents)))

    assert of(Kind.COUNT_DRAWER, lines)[0].fields["counted"] == USUAL.float_cents + off_cents


def test_a_miscount():
    lines = tell(replace(EVENING, quirks=Quirks(miscount="again, together")))

    found = [line for line in of(Kind.CASH_OUT, lines) if line.stamp.count_ruling]

    assert [line.fields["player_count"] - line.fields["banker_count"] for line in found] == [125]


def test_a_slip_is_undone_and_done_rightly():
    lines = tell(replace(EVENING, quirks=Quirks(slip=True)))

    place = [line.kind for line in lines].index(Kind.REVERSE)
    wrong, undoing, right = lines[place - 1 : place + 2]

    assert undoing.fields["of"] == wrong.stamp.key
    assert wrong.fields["player"] != right.fields["player"]
    assert (wrong.fields["amount"], wrong.fields["stack"]) == (right.fields["amount"], right.fields["stack"])


def test_a_banker_who_goes_hands_over():
    lines = tell(replace(EVENING, leaving=(("Ann", 9),), quirks=Quirks(hands_over=True)))

    [passed] = of(Kind.HAND_OVER, lines)

    assert lines[lines.index(passed) - 1].fields["player"] == "Ann"
    assert {line.stamp.by for line in lines[lines.index(passed) :]} == {passed.fields["banker"]}


@pytest.mark.parametrize("game", [USUAL, LEVELS], ids=["usual", "levels"])
def test_a_hurry_and_a_deep_stack_need_one_ruling_each(game):
    lines = tell(replace(EVENING, game=game, quirks=Quirks(hurry="the babysitter", deep="a birthday")))

    assert [(line.kind, line.stamp.ruling) for line in lines if line.stamp.ruling] == [
        (Kind.CASH_OUT, "the babysitter"),
        (Kind.BUY_IN, "a birthday"),
    ]


@pytest.mark.parametrize("number", range(1, 6))
def test_what_was_sold_on_credit_is_paid_out_too(number):
    night = told(replace(EVENING, number=number, game=CREDIT))

    assert paid(night.lines) == sold(night.lines)
    assert sum(night.changes.values()) == 0
    assert any(night.changes.values())


def test_cash_leaves_the_changes_of_the_book_at_nothing():
    assert set(told(EVENING).changes.values()) == {0}


def test_where_cash_outs_are_at_the_end_nobody_goes_before():
    kinds = [line.kind for line in tell(replace(EVENING, game=CREDIT))]

    assert kinds.index(Kind.CASH_OUT) > kinds.index(Kind.LAST_HAND)
    assert Kind.LEAVE_NOTICE not in kinds


def test_whoever_is_in_a_hurry_goes_before_by_a_ruling():
    lines = tell(replace(EVENING, game=CREDIT, cut=14, quirks=Quirks(hurry="an early shift")))

    assert [(line.fields["player"], line.stamp.ruling) for line in of(Kind.CASH_OUT, lines)] == [
        ("Cy", "an early shift")
    ]


def test_chips_go_from_player_to_player_where_the_house_has_it():
    lines = [line for number in range(1, 6) for line in tell(replace(EVENING, number=number, game=CREDIT))]

    sales = of(Kind.CHIP_SALE, lines)

    assert {line.fields["pay"] for line in sales} == {Means.CASH, Means.NOTE, Means.BOOK}
    assert all(line.fields["seller"] != line.fields["buyer"] for line in sales)


def test_every_note_of_a_night_has_another_name():
    names = [line.fields["note"] for line in tell(replace(EVENING, game=CREDIT)) if line.fields.get("pay") == "note"]

    assert names == [f"n{number}" for number in range(1, len(names) + 1)]
    assert len(names) > 3
