"""The model of a night's bank itself: stored nights come to their known results, and no money is lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.model.book_model import Answer, BookModel
from tests.ledger.model.night_houses import DAVE, HOUSES, MIKE, House
from tests.ledger.model.night_lines import LineError
from tests.ledger.model.night_play import Act, buy, leave, line, play

NIGHTS = Path(__file__).parents[2] / "data" / "nights"
NAMES = [f"{key}-{number}" for key in HOUSES for number in (1, 2, 3)]
DAVE_BY_TRANSFER: House = {**DAVE, "pays_with": ("cash", "transfer")}


def read_night(name: str) -> list[Act]:
    """Return the acts of a stored night."""
    return [json.loads(line) for line in (NIGHTS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def expected(name: str) -> Act:
    """Return the known results of a stored night."""
    document: Act = json.loads((NIGHTS / f"{name}.expected.json").read_text("utf-8"))
    return document


def house_of(name: str) -> House:
    """Return the house of a stored night."""
    return HOUSES[name.rpartition("-")[0]]


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_night_comes_to_its_results(name: str) -> None:
    model = BookModel(house_of(name))

    answers = [model.apply(act) for act in read_night(name)]

    assert answers == ["ok"] * len(answers)
    assert model.night.results() == {player: tuple(pair) for player, pair in expected(name)["results"].items()}
    assert model.standings() == expected(name).get("book", {})
    assert model.night.borne_at_close == expected(name)["over_short"]
    assert model.night.closed
    assert model.night.banker == expected(name)["banker"]


@pytest.mark.parametrize("name", NAMES)
def test_the_counters_agree_after_every_act_and_end_at_zero(name: str) -> None:
    model = BookModel(house_of(name))

    for act in read_night(name):
        model.apply(act)
        assert model.night.astray() == 0

    assert model.night.state().counters == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_a_night_replayed_is_known(name: str) -> None:
    model = BookModel(house_of(name))
    acts = read_night(name)
    for act in acts:
        model.apply(act)

    answers = {model.apply(act) for act in acts}

    assert answers == {"known"}


def test_the_final_pot_takes_odd_cents_and_what_was_left_in_the_middle() -> None:
    acts = [buy("Bo", "10"), buy("Cy", "10"), line("last_hand"), leave("Bo", "12.35"), leave("Cy", "5.40")]

    model, answers = play(MIKE, *acts, line("final_pot", winner="Cy"))

    assert answers == ["ok"] * 6
    assert model.night.results() == {"Bo": (1000, 1200), "Cy": (1000, 800)}
    assert (model.night.chips_in_play(), model.night.final_pot(), model.night.drawer()) == (0, 0, 10000)


def test_the_final_pot_waits_for_the_last_chips() -> None:
    acts = [buy("Bo", "10"), buy("Cy", "10"), line("last_hand"), leave("Bo", "12.35")]

    _, answers = play(MIKE, *acts, line("final_pot", winner="Cy"))

    assert answers[-1] == "impossible"


@pytest.mark.parametrize(
    ("acts", "answer"),
    [
        ([buy("Bo", "20"), line("reverse", of="act-000001", reason="slip")], "ok"),
        ([line("reverse", of="act-000077", reason="slip")], "impossible"),
        ([line("reverse", of="act-900005", reason="slip")], "impossible"),
        (
            [buy("Bo", "20"), leave("Bo", "20", round_played=True), line("reverse", of="act-000001", reason="slip")],
            "impossible",
        ),
        (
            [
                buy("Bo", "20", key=500),
                line("change_pay", of="act-000500", pay="transfer"),
                line("reverse", of="act-000500", reason="slip"),
            ],
            "impossible",
        ),
        (
            [
                buy("Bo", "20"),
                line("reverse", of="act-000001", reason="slip"),
                line("reverse", of="act-000001", reason="again"),
            ],
            "known",
        ),
        (
            [
                buy("Bo", "20"),
                line("reverse", of="act-000001", reason="slip"),
                line("reverse", of="act-000002", reason="slip"),
            ],
            "impossible",
        ),
    ],
)
def test_reversing(acts: list[Act], answer: Answer) -> None:
    _, answers = play(DAVE_BY_TRANSFER, *acts)

    assert answers == ["ok"] * (len(acts) - 1) + [answer]


def test_a_change_of_pay_moves_the_amount_from_the_drawer_to_the_bankers_account() -> None:
    model, answers = play(DAVE_BY_TRANSFER, buy("Bo", "20"), line("change_pay", of="act-000001", pay="transfer"))

    assert answers == ["ok", "ok"]
    assert (model.night.drawer(), model.night.float_owed(), model.night.chips_in_play()) == (10000, 8000, 2000)


@pytest.mark.parametrize(
    ("acts", "answer"),
    [
        ([line("close")], "impossible"),
        ([line("count_drawer", counted="100"), line("close")], "ok"),
        ([line("count_drawer", counted="100"), line("float", amount="1"), line("close")], "impossible"),
        ([buy("Bo", "20"), line("count_drawer", counted="120"), line("close")], "impossible"),
        ([line("count_drawer", counted="99"), line("close"), line("last_hand")], "impossible"),
    ],
)
def test_closing(acts: list[Act], answer: Answer) -> None:
    _, answers = play(DAVE, *acts)

    assert answers == ["ok"] * (len(acts) - 1) + [answer]


@pytest.mark.parametrize("amount", ["0", "-1", "1e2", "1,000", "0.005", " 5", "", "٥", 20])
def test_what_is_no_amount_is_no_line(amount: Any) -> None:
    model, _ = play(DAVE)

    with pytest.raises(LineError):
        model.apply(line("float", 1, amount=amount))


def test_a_payout_to_the_players_account_is_owed_to_the_banker() -> None:
    to_account = [{"by": "transfer", "amount": "15"}, {"by": "cash", "amount": "5"}]

    model, answers = play(DAVE_BY_TRANSFER, buy("Bo", "20"), leave("Bo", "20", round_played=True, payout=to_account))

    assert answers == ["ok", "ok"]
    assert (model.night.drawer(), model.night.float_owed(), model.night.chips_in_play()) == (11500, 11500, 0)


@pytest.mark.parametrize(
    ("act", "answer"),
    [
        (line("reverse", of="act-000002", reason="slip"), "impossible"),
        (line("reverse", of="act-000003", reason="slip"), "ok"),
        (line("change_pay", of="act-000001", pay="cash"), "impossible"),
        (line("change_pay", of="act-000001", pay="transfer"), "ok"),
    ],
)
def test_changes_of_pay_are_undone_from_the_last(act: Act, answer: Answer) -> None:
    to_and_fro = [line("change_pay", of="act-000001", pay=pay) for pay in ("transfer", "cash")]

    _, answers = play(DAVE_BY_TRANSFER, buy("Bo", "20"), *to_and_fro, act)

    assert answers == ["ok", "ok", "ok", answer]


def test_a_count_that_was_reversed_counts_for_nothing() -> None:
    count, undo = line("count_drawer", counted="100"), line("reverse", of="act-000001", reason="slip")

    model, answers = play(DAVE, count, undo, line("close"))

    assert answers == ["ok", "ok", "impossible"]
    assert not model.night.counted
