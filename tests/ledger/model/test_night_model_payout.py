"""The order of paying out in the model of a night, payouts by hand, and what a close leaves in THE BOOK."""

import pytest

from tests.ledger.model.book_model import Answer
from tests.ledger.model.night_houses import DAVE, MIKE
from tests.ledger.model.night_play import Act, buy, leave, line, note, part, play

LAST_HAND = line("last_hand")
SHORT = line("count_drawer", counted="3")


def test_own_notes_go_first_the_oldest_first_and_the_last_in_part() -> None:
    model, answers = play(MIKE, note("Cy", "5", "n1"), note("Cy", "20", "n2"), LAST_HAND, leave("Cy", "12.35"))

    assert answers == ["ok"] * 4
    assert [(each.out, each.state) for each in model.register()] == [(0, "handed back"), (1300, "out")]
    assert (model.night.final_pot(), model.night.drawer(), model.standings()) == (35, 10000, {})


@pytest.mark.parametrize(
    ("count", "standings", "drawer"),
    [("15", {"Cy": -500}, 300), ("20", {}, 300), ("22", {}, 100), ("40", {"Cy": 1700}, 0)],
)
def test_then_tonights_debt_then_cash_then_credit(count: str, standings: dict[str, int], drawer: int) -> None:
    acts = [buy("Cy", "20", pay="book"), buy("Bo", "50"), SHORT, LAST_HAND]

    model, answers = play(MIKE, *acts, leave("Cy", count))

    assert answers == ["ok"] * 5
    assert (model.standings(), model.night.drawer()) == (standings, drawer)


def test_a_debt_of_another_night_is_left_alone() -> None:
    correct = line("correct", debtor="Cy", creditor="Bo", amount="9", reason="last year")

    model, answers = play(MIKE, correct, buy("Cy", "20"), LAST_HAND, leave("Cy", "20"))

    assert answers == ["ok"] * 4
    assert (model.standings(), model.night.drawer()) == ({"Bo": 900, "Cy": -900}, 10000)


def test_the_final_pot_is_paid_in_cash_and_credit_alone() -> None:
    acts = [note("Cy", "20", "n1"), LAST_HAND, leave("Cy", "9.50"), SHORT, line("final_pot", winner="Cy", ruling="odd")]

    model, answers = play(MIKE, *acts)

    assert answers == ["ok"] * 5
    assert [each.out for each in model.register()] == [1100]
    assert (model.standings(), model.night.drawer()) == ({"Cy": 800}, 0)


@pytest.mark.parametrize(
    ("payout", "answer"),
    [
        ([part("cash", "20")], "ok"),
        ([part("book", "20")], "ok"),
        ([part("own_note", "15"), part("cash", "5")], "ok"),
        ([part("own_note", "10", "n2"), part("own_note", "5"), part("cash", "5")], "ok"),
        ([part("own_note", "15.01"), part("cash", "4.99")], "impossible"),
        ([part("own_note", "10.01", "n2"), part("cash", "9.99")], "impossible"),
        ([part("own_note", "5", "n3"), part("cash", "15")], "impossible"),
        ([part("note", "8", "n3"), part("cash", "12")], "ok"),
        ([part("note", "7", "n3"), part("cash", "13")], "impossible"),
        ([part("note", "8", "n3"), part("note", "8", "n3"), part("cash", "4")], "impossible"),
        ([part("note", "5", "n1"), part("cash", "15")], "impossible"),
        ([part("note", "5", "n9"), part("cash", "15")], "impossible"),
        ([part("cash", "19")], "impossible"),
        ([part("transfer", "20")], "refused"),
    ],
)
def test_a_payout_by_hand(payout: list[dict[str, str]], answer: Answer) -> None:
    notes = [note("Cy", "5", "n1"), note("Cy", "10", "n2"), note("Bo", "10", "n3")]
    redeemed = line("redeem_note", note="n3", amount="2")

    _, answers = play(MIKE, *notes, redeemed, LAST_HAND, leave("Cy", "20", payout=payout))

    assert answers == ["ok"] * 5 + [answer]


@pytest.mark.parametrize(
    ("ruled", "payout", "answer"),
    [
        ([], None, "impossible"),
        ([buy("Cy", "20", pay="book", ruling="so be it")], None, "ok"),
        ([note("Cy", "20", "n1", ruling="so be it")], None, "ok"),
        ([note("Cy", "20", "n1", ruling="so be it")], [part("book", "20")], "ok"),
        ([], [part("book", "20")], "refused"),
    ],
)
def test_credit_in_a_house_without_the_book(ruled: list[Act], payout: list[Act] | None, answer: Answer) -> None:
    by_hand = {} if payout is None else {"payout": payout}

    _, answers = play(DAVE, buy("Bo", "20"), SHORT, LAST_HAND, *ruled, leave("Bo", "20", **by_hand))

    assert answers == ["ok"] * (3 + len(ruled)) + [answer]


@pytest.mark.parametrize("counted", ["100", "99", "0"])
def test_what_the_bank_still_owes_at_the_close_is_the_bankers_standing(counted: str) -> None:
    lost = line("declare_chips", missing="20", reason="under the sofa")

    model, answers = play(MIKE, buy("Cy", "20", pay="book"), lost, line("count_drawer", counted=counted), line("close"))

    assert answers == ["ok"] * 4
    assert model.standings() == {"Ann": 2000, "Cy": -2000}


def test_a_banker_who_takes_home_more_than_was_theirs_owes_it() -> None:
    acts = [buy("Bo", "20"), LAST_HAND, leave("Bo", "20", payout=[part("book", "20")])]

    model, answers = play(MIKE, *acts, line("count_drawer", counted="120"), line("close"))

    assert answers == ["ok"] * 5
    assert model.standings() == {"Ann": -2000, "Bo": 2000}


def test_it_is_the_last_banker_who_closes() -> None:
    acts = [buy("Cy", "20", pay="book"), line("declare_chips", missing="20", reason="lost")]

    model, _ = play(MIKE, *acts, line("hand_over", banker="Bo"), line("count_drawer", counted="100"), line("close"))

    assert model.standings() == {"Bo": 2000, "Cy": -2000}


@pytest.mark.parametrize(
    ("parts", "answer", "pot"),
    [
        ([part("book", "9.50")], "refused", 0),
        ([part("cash", "9"), part("transfer", "0.50")], "refused", 0),
        ([part("cash", "4.50"), part("book", "5")], "impossible", 0),
        ([part("book", "9")], "ok", 50),
    ],
)
def test_odd_cents_are_paid_without_coins_by_a_ruling_alone(parts: list[Act], answer: str, pot: int) -> None:
    model, answers = play(MIKE, buy("Cy", "20"), LAST_HAND, leave("Cy", "9.50", payout=parts))

    assert (answers[-1], model.night.final_pot()) == (answer, pot)


def test_a_ruling_pays_odd_cents_to_the_book() -> None:
    paid = leave("Cy", "9.50", payout=[part("book", "9.50")], ruling="so be it")

    model, answers = play(MIKE, buy("Cy", "20"), LAST_HAND, paid)

    assert answers[-1] == "ok"
    assert (model.standings(), model.night.final_pot()) == ({"Cy": 950}, 0)
