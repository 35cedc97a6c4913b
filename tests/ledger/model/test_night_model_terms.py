"""The terms of the houses in the model of a night's bank: refused acts and impossible ones."""

import pytest

from tests.ledger.model.book_model import Answer, BookModel
from tests.ledger.model.night_houses import DAVE, ERICN, HYBRID, MIKE, House
from tests.ledger.model.night_play import FIGURES, Act, buy, leave, line, play, undo


@pytest.mark.parametrize(
    ("house", "acts", "answer"),
    [
        (DAVE, [buy("Bo", "9.99")], "refused"),
        (DAVE, [buy("Bo", "10")], "ok"),
        (DAVE, [buy("Bo", "50")], "ok"),
        (DAVE, [buy("Bo", "50.01")], "refused"),
        (DAVE, [buy("Bo", "50.01", ruling="the table agreed")], "ok"),
        (DAVE, [line("big_stack", amount="60"), buy("Bo", "60")], "ok"),
        (DAVE, [buy("Bo", "20"), buy("Bo", "5")], "refused"),
        (DAVE, [buy("Bo", "20"), buy("Bo", "5", stack="20")], "ok"),
        (DAVE, [buy("Bo", "20"), buy("Bo", "30.01", stack="20")], "refused"),
        (DAVE, [buy("Bo", "20"), buy("Bo", "5", stack="20.01", ruling="so be it")], "impossible"),
        (DAVE, [buy("Bo", "20", pay="transfer")], "refused"),
        (DAVE, [buy("Bo", "20", pay="book")], "refused"),
        (DAVE, [buy("Bo", "20", pay="book", ruling="so be it")], "ok"),
        (DAVE, [buy("Zed", "20")], "impossible"),
        (HYBRID, [buy("Bo", "3")], "refused"),
        (HYBRID, [buy("Bo", "4.50")], "refused"),
        (HYBRID, [buy("Bo", "10"), buy("Bo", "4", stack="0.01")], "refused"),
        (HYBRID, [buy("Bo", "10"), buy("Bo", "3", stack="0")], "refused"),
        (ERICN, [buy("Bo", "20.01")], "refused"),
        (ERICN, [buy("Bo", "20"), buy("Bo", "10", stack="12")], "ok"),
        (ERICN, [buy("Bo", "20"), buy("Bo", "10.01", stack="12")], "refused"),
        (ERICN, [buy("Bo", "20"), buy("Bo", "0.01", stack="20")], "refused"),
        (ERICN, [buy("Bo", "20"), buy("Bo", "22", stack="0")], "ok"),
        (MIKE, [buy("Bo", "7")], "refused"),
        (MIKE, [buy("Zed", "20", pay="book")], "impossible"),
        (MIKE, [buy("Bo", "500")], "ok"),
        (DAVE, [buy("Bo", "20"), line("chip_sale", seller="Bo", buyer="Cy", amount="5", pay="cash")], "refused"),
        (MIKE, [buy("Bo", "20"), line("chip_sale", seller="Bo", buyer="Cy", amount="0.05", pay="cash")], "ok"),
        (MIKE, [buy("Bo", "20"), line("chip_sale", seller="Bo", buyer="Cy", amount="20.05", pay="cash")], "impossible"),
    ],
)
def test_buying(house: House, acts: list[Act], answer: Answer) -> None:
    _, answers = play(house, *acts)

    assert answers == ["ok"] * (len(acts) - 1) + [answer]


@pytest.mark.parametrize(
    ("house", "acts", "answer"),
    [
        (DAVE, [leave("Bo", "20")], "refused"),
        (DAVE, [leave("Bo", "0")], "ok"),
        (DAVE, [leave("Bo", "20", round_played=True)], "ok"),
        (DAVE, [line("leave_notice", player="Bo"), leave("Bo", "20", second=1799)], "refused"),
        (DAVE, [line("leave_notice", player="Bo"), leave("Bo", "20", second=1800)], "ok"),
        (DAVE, [line("leave_notice", player="Bo"), leave("Bo", "0"), leave("Bo", "20", second=1800)], "refused"),
        (MIKE, [leave("Bo", "20")], "refused"),
        (MIKE, [leave("Bo", "20", dealt=6)], "ok"),
        (DAVE, [leave("Bo", "20", dealt=6)], "refused"),
        (DAVE, [line("last_hand"), leave("Bo", "20", player_count="21", ruling="so be it")], "refused"),
        (DAVE, [line("last_hand"), leave("Bo", "20", player_count="21", count_ruling="recounted")], "ok"),
        (DAVE, [line("last_hand"), leave("Bo", "20.01", ruling="so be it")], "impossible"),
        (DAVE, [line("last_hand"), leave("Cy", "20")], "refused"),
        (DAVE, [line("last_hand"), leave("Bo", "20", payout=[{"by": "cash", "amount": "19"}])], "impossible"),
        (DAVE, [line("last_hand"), leave("Bo", "20", payout=[{"by": "transfer", "amount": "20"}])], "refused"),
        (DAVE, [line("last_hand"), leave("Bo", "20", payout=[{"by": "own_note", "amount": "20"}])], "impossible"),
        (DAVE, [line("count_drawer", counted="19.99"), line("last_hand"), leave("Bo", "20")], "impossible"),
        (MIKE, [leave("Bo", "0")], "refused"),
        (MIKE, [line("last_hand"), leave("Bo", "0")], "ok"),
    ],
)
def test_cashing_out(house: House, acts: list[Act], answer: Answer) -> None:
    _, answers = play(house, buy("Bo", "20"), *acts)

    assert answers == ["ok"] * len(acts) + [answer]


@pytest.mark.parametrize(
    ("acts", "answer"),
    [
        ([line("arrive", player="Bo")], "impossible"),
        ([line("arrive", player="Cy")], "ok"),
        ([leave("Bo", "0"), line("arrive", player="Bo")], "ok"),
        ([leave("Bo", "0"), buy("Bo", "20", stack="0"), line("arrive", player="Bo")], "impossible"),
        ([line("leave_notice", player="Bo"), line("leave_notice", player="Bo")], "impossible"),
        ([line("leave_notice", player="Bo"), leave("Bo", "0"), line("leave_notice", player="Bo")], "ok"),
        ([line("last_hand"), line("last_hand")], "impossible"),
    ],
)
def test_what_stands_already(acts: list[Act], answer: Answer) -> None:
    _, answers = play(DAVE, buy("Bo", "20"), *acts)

    assert answers == ["ok"] * len(acts) + [answer]


@pytest.mark.parametrize(("second", "answer"), [(-60, "ok"), (300, "ok"), (301, "refused")])
def test_the_window_after_a_level(second: int, answer: Answer) -> None:
    _, answers = play(HYBRID, buy("Bo", "10"), line("level", level=2), leave("Bo", "10", second=second))

    assert answers == ["ok", "ok", answer]


@pytest.mark.parametrize(("level", "answer"), [(1, "ok"), (2, "ok"), (11, "ok"), (0, "impossible"), (12, "impossible")])
def test_levels_exist_and_rise(level: int, answer: Answer) -> None:
    _, answers = play(HYBRID, line("level", level=level))

    assert answers == [answer]


def test_a_level_that_was_said_does_not_come_again() -> None:
    _, answers = play(HYBRID, line("level", level=1), line("level", level=1))

    assert answers == ["ok", "refused"]


@pytest.mark.parametrize(("ruling", "answer"), [("", "refused"), ("the host pays the rest", "ok")])
def test_a_final_pot_that_is_not_whole_dollars_needs_a_ruling(ruling: str, answer: Answer) -> None:
    odd = [
        buy("Bo", "10"),
        line("last_hand"),
        line("declare_chips", missing="0.05", reason="lost"),
        leave("Bo", "9.90"),
    ]

    _, answers = play(MIKE, *odd, line("final_pot", winner="Bo", ruling=ruling))

    assert answers == ["ok"] * 4 + [answer]


def test_nobody_sells_chips_to_themselves() -> None:
    _, answers = play(MIKE, buy("Bo", "20"), line("chip_sale", seller="Bo", buyer="bo", amount="5", pay="cash"))

    assert answers == ["ok", "impossible"]


def test_a_guest_is_answered_for_and_is_no_banker_where_there_is_a_book() -> None:
    stray = line("player", name="Dot", regular=False)

    _, answers = play(MIKE, stray, line("arrive", player="Dot"), buy("Gil", "5"), line("hand_over", banker="Gil"))

    assert answers == ["ok", "refused", "ok", "impossible"]


@pytest.mark.parametrize(
    ("house", "figures", "answer"),
    [
        (DAVE, {}, "ok"),
        (DAVE, {"small_blind": "1", "big_blind": "0.50"}, "impossible"),
        (DAVE, {"buy_in_max": "9.99"}, "impossible"),
        (ERICN, {}, "impossible"),
        (ERICN, {**FIGURES, "buy_in_min": "20.01"}, "impossible"),
        (ERICN, FIGURES, "ok"),
    ],
)
def test_the_figures_at_the_opening(house: House, figures: Act, answer: Answer) -> None:
    model = BookModel(house)
    model.apply(line("player", 1, name="Ann", regular=True))

    opening: Act = {"house": house["key"], "date": "2026-11-20", "banker": "Ann", "float": "0", **figures}

    assert model.apply(line("open", 2, **opening)) == answer


def test_a_nights_own_maximum_knows_no_big_stack() -> None:
    model = BookModel(DAVE)
    model.apply(line("player", 1, name="Ann", regular=True))
    opening: Act = {"house": "dave-2018", "date": "2026-11-20", "banker": "Ann", "float": "0", "buy_in_max": "40"}
    model.apply(line("open", 2, **opening))
    model.apply(line("big_stack", 3, amount="60"))

    answers = [model.apply(buy("Ann", "40.01", id="act-000004")), model.apply(buy("Ann", "40", id="act-000005"))]

    assert answers == ["refused", "ok"]


@pytest.mark.parametrize(("house", "answer"), [(DAVE, "ok"), (ERICN, "refused")])
def test_handing_over(house: House, answer: Answer) -> None:
    model, answers = play(house, line("hand_over", banker="bo"))

    assert answers == [answer]
    assert model.night.banker == ("Bo" if answer == "ok" else "Ann")


@pytest.mark.parametrize(
    ("house", "acts", "answer"),
    [
        (DAVE, [line("stakes")], "impossible"),
        (DAVE, [line("stakes", buy_in_max="60"), buy("Bo", "60")], "ok"),
        (DAVE, [line("stakes", buy_in_max="9.99")], "impossible"),
        (DAVE, [buy("Bo", "20"), line("stakes", buy_in_max="60")], "refused"),
        (DAVE, [buy("Bo", "20"), line("stakes", buy_in_max="60", ruling="the table agreed")], "ok"),
        (DAVE, [line("stakes", buy_in_max="60"), buy("Bo", "20"), undo(1)], "impossible"),
        (DAVE, [line("stakes", buy_in_max="60"), undo(1), buy("Bo", "60")], "refused"),
        (ERICN, [line("stakes")], "impossible"),
        (HYBRID, [line("level", level=2), line("stakes", small_blind="0.10", big_blind="0.20")], "impossible"),
    ],
)
def test_stakes_that_are_set_anew(house: House, acts: list[Act], answer: Answer) -> None:
    _, answers = play(house, *acts)

    assert answers == ["ok"] * (len(acts) - 1) + [answer]
