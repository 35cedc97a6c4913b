"""The ledger's model itself: several nights, THE BOOK on a date, and acts between nights."""

from datetime import date

import pytest

from tests.ledger.model.book_model import Answer, BookModel, matched
from tests.ledger.model.night_houses import MIKE, House
from tests.ledger.model.night_play import Act, buy, leave, line, note, opening, play, undo

OWES = line("correct", debtor="Bo", creditor="Cy", amount="20", reason="an old slip")


def pays(payer: str, payee: str, amount: str, claim: str = "") -> Act:
    return {**line("payment", payer=payer, payee=payee, amount=amount), **({"claim": claim} if claim else {})}


def claims(amount: str) -> Act:
    return line("claim", payer="Bo", payee="Cy", amount=amount)


@pytest.mark.parametrize(
    ("acts", "answers", "standings"),
    [
        ([pays("Bo", "Cy", "20")], ["ok"], {}),
        ([pays("Bo", "Cy", "30")], ["ok"], {"Bo": 1000, "Cy": -1000}),
        ([pays("Bo", "Bo", "20")], ["impossible"], {"Bo": -2000, "Cy": 2000}),
        ([pays("Bo", "Zed", "20")], ["impossible"], {"Bo": -2000, "Cy": 2000}),
        ([pays("Bo", "Gil", "5")], ["refused"], {"Bo": -2000, "Cy": 2000}),
        ([{**pays("Bo", "Gil", "5"), "ruling": "so be it"}], ["ok"], {"Bo": -1500, "Cy": 2000, "Gil": -500}),
        ([pays("Gil", "Bo", "5"), pays("Bo", "Gil", "5")], ["ok", "ok"], {"Bo": -2000, "Cy": 2000}),
        ([pays("Bo", "Cy", "20"), undo(2)], ["ok", "ok"], {"Bo": -2000, "Cy": 2000}),
        ([undo(1), undo(1)], ["ok", "known"], {}),
    ],
)
def test_debts_are_paid(acts: list[Act], answers: list[Answer], standings: dict[str, int]) -> None:
    model, found = play(MIKE, OWES, *acts)

    assert found == ["ok", *answers]
    assert model.standings() == standings


@pytest.mark.parametrize(
    ("standings", "answer"),
    [
        ({"Ann": "30", "Bo": "-10.50", "Cy": "-19.50"}, "ok"),
        ({"Ann": "30", "Bo": "-30", "Cy": "0"}, "ok"),
        ({"Ann": "30", "Bo": "-29.99"}, "impossible"),
        ({"Ann": "0", "Bo": "0"}, "impossible"),
        ({"Ann": "30", "Zed": "-30"}, "impossible"),
        ({"Ann": "30", "Gil": "-30"}, "refused"),
        ({"Ann": "-30", "Gil": "30"}, "ok"),
    ],
)
def test_an_old_book_is_taken_over(standings: dict[str, str], answer: Answer) -> None:
    said = [{"player": player, "balance": balance} for player, balance in standings.items()]

    _, answers = play(MIKE, line("balances", standings=said, reason="the old book"))

    assert answers == [answer]


def test_debtors_are_matched_with_creditors_the_largest_first() -> None:
    pairs = matched({"Ann": -1000, "Bo": 700, "Cy": -3000, "Dee": 3300})

    assert pairs == [("Cy", "Dee", 3000), ("Ann", "Bo", 700), ("Ann", "Dee", 300)]


@pytest.mark.parametrize(
    ("acts", "answers"),
    [
        ([pays("Bo", "Cy", "5", claim="act-000001")], ["ok"]),
        ([pays("Bo", "Cy", "6", claim="act-000001")], ["impossible"]),
        ([line("claim", payer="Bo", payee="Cy", amount="5")], ["impossible"]),
        ([pays("Bo", "Cy", "2", claim="act-000001"), line("claim", payer="Bo", payee="Cy", amount="5")], ["ok", "ok"]),
        (
            [pays("Bo", "Cy", "2", claim="act-000001"), line("claim", payer="Bo", payee="Cy", amount="3")],
            ["ok", "impossible"],
        ),
        ([pays("Bo", "Cy", "5"), line("claim", payer="Bo", payee="Cy", amount="5")], ["ok", "ok"]),
        ([pays("Bo", "Cy", "5"), pays("Bo", "Cy", "5", claim="act-000001")], ["ok", "impossible"]),
        ([pays("Bo", "Cy", "5"), line("dispute", of="act-000001", reason="no")], ["ok", "impossible"]),
        ([pays("Cy", "Bo", "5", claim="act-000001")], ["impossible"]),
        ([pays("Bo", "Cy", "5", claim="act-000009")], ["impossible"]),
        (
            [line("dispute", of="act-000001", reason="no"), line("dispute", of="act-000001", reason="o")],
            ["ok", "impossible"],
        ),
        ([line("dispute", of="act-000001", reason="no"), pays("Bo", "Cy", "5", claim="act-000001")], ["ok", "ok"]),
        ([pays("Bo", "Cy", "5", claim="act-000001"), undo(1)], ["ok", "impossible"]),
        ([pays("Bo", "Cy", "5", claim="act-000001"), undo(2), undo(1)], ["ok", "ok", "ok"]),
    ],
)
def test_a_claim_is_confirmed_or_disputed(acts: list[Act], answers: list[Answer]) -> None:
    claim = line("claim", payer="Bo", payee="Cy", amount="5")

    _, found = play(MIKE, claim, *acts)

    assert found == ["ok", *answers]


@pytest.mark.parametrize(
    ("acts", "answers"),
    [
        ([claims("20"), pays("Bo", "Cy", "20")], ["ok", "ok"]),
        ([pays("Bo", "Cy", "20"), claims("5")], ["ok", "impossible"]),
        ([claims("7"), pays("Bo", "Cy", "20"), pays("Bo", "Cy", "7", "act-000003")], ["ok", "ok", "impossible"]),
        ([claims("7"), pays("Bo", "Cy", "20"), undo(4), pays("Bo", "Cy", "7", "act-000003")], ["ok"] * 4),
    ],
)
def test_what_the_latest_plan_has_as_paid_is_neither_claimed_nor_confirmed(
    acts: list[Act], answers: list[Answer]
) -> None:
    plan = line("consolidate", until="2026-11-20")
    model, _ = play(MIKE, OWES, plan)
    model.plan("act-000002", [("Bo", "Cy", 2000)])

    found = [model.apply({**act, "id": f"act-{number:06}"}) for number, act in enumerate(acts, 3)]

    assert found == answers


SOFT: House = {**MIKE, "credit_limit": 4000}
HARD: House = {**SOFT, "credit_hard": True}


def credit(player: str = "Cy", **said: str | bool) -> Act:
    return {**line("credit", player=player), **said}


@pytest.mark.parametrize(
    ("house", "said", "act", "answer"),
    [
        (SOFT, credit(limit="0"), buy("Bo", "10", pay="book"), "ok"),
        (SOFT, credit(limit="0"), buy("Bo", "15", pay="book"), "refused"),
        (SOFT, credit(limit="0"), buy("Bo", "15", pay="book", ruling="so be it"), "ok"),
        (SOFT, credit(limit="0"), buy("Bo", "15"), "ok"),
        (HARD, credit(limit="0"), note("Bo", "15", "n2", ruling="so be it"), "impossible"),
        (HARD, credit("Bo", limit="45"), note("Bo", "15", "n2"), "ok"),
        (HARD, credit("Bo", limit="30"), note("Bo", "15", "n2", ruling="so be it"), "ok"),
        (HARD, credit("Bo", limit="30", hard=True), note("Bo", "15", "n2", ruling="so be it"), "impossible"),
        (MIKE, credit("Bo", limit="30"), note("Bo", "5", "n2"), "refused"),
        (MIKE, credit("Bo", limit="30"), line("change_pay", of="act-000002", pay="book"), "ok"),
        (MIKE, credit("Bo", refuses=True), note("Bo", "5", "n2", ruling="so be it"), "impossible"),
    ],
)
def test_credit_has_limits(house: House, said: Act, act: Act, answer: Answer) -> None:
    _, answers = play(house, OWES, note("Bo", "10", "n1"), said, act)

    assert answers == ["ok", "ok", "ok", answer]


def two_nights() -> BookModel:
    """Bo loses 20.00 to the bank on the 20th and pays Ann 5.00; the 21st is still open, and Cy has bought chips."""
    lost = [buy("Bo", "20", pay="book"), line("declare_chips", missing="20", reason="lost")]
    model, _ = play(MIKE, *lost, line("count_drawer", counted="100"), line("close"))
    model.apply(opening(MIKE, 11, date="2026-11-21"))
    model.apply(line("payment", 12, payer="Bo", payee="Ann", amount="5"))
    model.apply({**buy("Cy", "10", pay="book"), "id": "act-000013"})
    return model


@pytest.mark.parametrize(
    ("on", "standings"),
    [
        (None, {"Ann": 1500, "Bo": -1500, "Cy": -1000}),
        (date(2026, 11, 19), {}),
        (date(2026, 11, 20), {"Ann": 1500, "Bo": -1500}),
        (date(2026, 12, 31), {"Ann": 1500, "Bo": -1500}),
    ],
)
def test_the_book_on_a_date_knows_closed_nights_alone(on: date | None, standings: dict[str, int]) -> None:
    assert two_nights().standings(on) == standings


def test_an_act_that_names_a_night_is_of_that_night() -> None:
    model = two_nights()

    answers = [
        model.apply({**buy("Cy", "10"), "id": "act-000021", "night": "act-900005"}),
        model.apply({**buy("Cy", "10"), "id": "act-000022", "night": "act-000011"}),
        model.apply({**leave("Cy", "1", ruling="off"), "id": "act-000023", "night": "act-000099"}),
    ]

    assert answers == ["impossible", "ok", "impossible"]
    assert model.night.chips_in_play() == 2000
