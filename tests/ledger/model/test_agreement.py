"""Short nights on which model and desk must agree: corner cases that a random walk reaches late or never."""

import pytest

from tests.ledger.model.book_compare import compare_sheets, compare_shown
from tests.ledger.model.book_model import Answer, BookModel
from tests.ledger.model.desk import VARIANTS, NightDesk
from tests.ledger.model.night_play import Act, buy, leave, line, night_of, note, part, sell, undo

pytestmark = pytest.mark.django_db

LAST_HAND = line("last_hand")
SHORT = line("count_drawer", counted="3")
UNPAID = line("note_unpaid", note="n1")
COMMIT, LAPSE, CLOSE = line("commit_notes"), line("lapse_notes"), line("close")
IN_FULL = line("count_drawer", counted="100")
RULED = {"ruling": "so be it"}


def redeem(amount: str) -> Act:
    return line("redeem_note", note="n1", amount=amount)


def changed(**paid: str) -> Act:
    """Return a change of the way the first act of the night was paid."""
    return line("change_pay", of="act-000001", **paid)  # type: ignore[arg-type]


def pays(payer: str, payee: str, amount: str) -> Act:
    return line("payment", payer=payer, payee=payee, amount=amount)


def agree(variant: str, *acts: Act) -> list[Answer]:
    """Play a night on model and desk, compare them, and return their answers to these acts."""
    house, _ = VARIANTS[variant]
    model, desk, answers = BookModel(house), NightDesk(variant), []
    for act in night_of(house, *acts):
        answers.append(model.apply(act))
        assert desk.take(act) == answers[-1], act
    compare_shown(model, desk)
    compare_sheets(model, desk)
    assert desk.faults() == []
    return answers[5:]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("acts", "answer"),
    [
        ([note("Bo", "20", "n1"), LAST_HAND, leave("Bo", "20", payout=[part("note", "20", "n1")])], "impossible"),
        ([note("Bo", "20", "n1"), LAST_HAND, leave("Bo", "20", payout=[part("own_note", "20", "N1")])], "ok"),
        (
            [buy("Bo", "20", pay="transfer", **RULED), LAST_HAND, leave("Bo", "20", payout=[part("transfer", "20")])],
            "refused",
        ),
        ([note("Bo", "5", "n1"), LAST_HAND, leave("Bo", "0.99")], "ok"),
    ],
)
def test_a_payout(acts, answer):
    assert agree("mike", *acts) == [*["ok"] * (len(acts) - 1), answer]


@pytest.mark.sweep
@pytest.mark.parametrize("parts", [("n1", "n1"), ("n1", ""), ("", "n1"), ("", "")])
def test_a_note_that_is_handed_back_in_two_parts(parts):
    payout = [part("own_note", "10", name) for name in parts]

    answers = agree("mike", note("Bo", "20", "n1"), LAST_HAND, leave("Bo", "20", payout=payout))

    assert answers == ["ok", "ok", "ok"]


def test_an_own_note_that_a_player_holds_is_not_handed_back():
    sale = [buy("Bo", "20"), sell("Bo", "Cy", "10", pay="note", note="n1"), LAST_HAND]

    answers = agree("mike", *sale, leave("Cy", "10", payout=[part("own_note", "10")]), leave("Cy", "10"), redeem("10"))

    assert answers == ["ok", "ok", "ok", "impossible", "ok", "ok"]


@pytest.mark.parametrize("payout", [{}, {"payout": [part("cash", "3"), part("book", "17")]}])
def test_a_ruling_that_lets_somebody_owe_lets_the_book_owe(payout):
    before = [note("Cy", "20", "n1", **RULED), buy("Bo", "20"), SHORT, LAST_HAND]

    assert agree("dave-2018", *before, leave("Bo", "20", **payout)) == ["ok"] * 5


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("acts", "answers"),
    [
        ([UNPAID, undo(3), UNPAID, redeem("1")], ["ok", "ok", "ok", "impossible"]),
        ([COMMIT, {**COMMIT, **RULED}, undo(4), UNPAID], ["refused", "ok", "ok", "ok"]),
        ([LAPSE, undo(3), redeem("1"), LAPSE, undo(2)], ["ok", "ok", "ok", "ok", "impossible"]),
        ([line("player", name="Gil", regular=True), COMMIT], ["ok", "ok"]),
    ],
)
def test_a_guests_note_that_the_inviter_holds(acts, answers):
    sale = [buy("Ann", "20"), sell("Ann", "Gil", "20", pay="note", note="n1")]

    assert agree("mike", *sale, *acts) == ["ok", "ok", *answers]


def test_a_guest_who_was_a_regular_owes_no_more():
    was = [buy("Bo", "20", pay="book"), line("player", name="Bo", regular=False, invited_by="Ann")]

    answers = agree("mike", *was, pays("Cy", "Bo", "1"), pays("Bo", "Cy", "1"), buy("Bo", "5", pay="book"))

    assert answers == ["ok", "ok", "refused", "ok", "refused"]


def test_a_note_comes_and_goes_with_how_a_buy_in_was_paid():
    again = [changed(pay="note", note="n1"), changed(pay="note", note="n2"), redeem("1")]
    back = [line("redeem_note", note="n2", amount="1"), changed(pay="cash"), undo(4), undo(6), undo(4)]

    answers = agree("mike", note("Bo", "20", "n1"), changed(pay="book"), *again, *back)

    assert answers == [*["ok", "ok", "impossible", "ok", "impossible", "ok", "impossible", "impossible", "ok", "ok"]]


@pytest.mark.sweep
@pytest.mark.parametrize("count", ["3", "5", "8", "15", "16"])
def test_notes_come_before_the_book_and_the_book_before_cash(count):
    before = [buy("Bo", "10", pay="book"), note("Bo", "5", "n1"), buy("Cy", "20"), LAST_HAND]

    assert agree("mike", *before, leave("Bo", count)) == ["ok"] * 5


def test_a_cash_out_by_every_paper_is_undone_as_one():
    before = [note("Bo", "5", "n1"), buy("Bo", "10", pay="book"), buy("Cy", "20"), LAST_HAND]

    answers = agree("mike", *before, leave("Bo", "25"), undo(5), leave("Bo", "25"), redeem("1"))

    assert answers == [*["ok"] * 7, "impossible"]


def test_the_final_pot_is_won_on_credit_and_given_back():
    before = [note("Bo", "5", "n1"), buy("Cy", "5"), LAST_HAND, leave("Bo", "2.50"), leave("Cy", "7.50"), SHORT]
    pots = [line("final_pot", winner=winner) for winner in ("Bo", "Gil")]

    assert agree("mike", *before, pots[0], undo(7), pots[1]) == ["ok"] * 9


def test_a_night_does_not_close_over_a_note_that_a_player_holds():
    sale = [buy("Bo", "5"), sell("Bo", "Cy", "5", pay="note", note="n1"), LAST_HAND]

    answers = agree("mike", *sale, leave("Cy", "5", payout=[part("cash", "5")]), IN_FULL, CLOSE, COMMIT, CLOSE, COMMIT)

    assert answers == ["ok", "ok", "ok", "ok", "ok", "impossible", "ok", "ok", "impossible"]


def test_a_guest_who_banked_owes_nothing_without_a_ruling():
    guest = [line("hand_over", banker="Gil"), buy("Bo", "20", pay="book", **RULED), buy("Cy", "20"), LAST_HAND]
    paid = [leave("Cy", "20", payout=[part("book", "20")]), leave("Bo", "0")]
    ends = [line("declare_chips", extra="10", reason="from the drawer"), leave("Bo", "30", payout=[part("book", "30")])]

    answers = agree("dave-2018", *guest, *paid, *ends, line("count_drawer", counted="120"), CLOSE, {**CLOSE, **RULED})

    assert answers == [*["ok"] * 9, "refused", "ok"]
