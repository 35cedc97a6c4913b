"""Notes in the model of a night: written, paid, handed back and on, committed, lapsed, and undone."""

import pytest

from tests.ledger.model.book_model import Answer
from tests.ledger.model.night_chips import NoteState
from tests.ledger.model.night_houses import DAVE, MIKE
from tests.ledger.model.night_play import Act, buy, leave, line, note, play, sell, undo

LAST_HAND = line("last_hand")
HANDED_ON = leave("Bo", "20", payout=[{"by": "note", "amount": "20", "note": "n1"}])


def test_a_note_is_written_for_chips_from_the_bank() -> None:
    model, answers = play(MIKE, note("Cy", "20", "n1"))

    assert answers == ["ok"]
    assert model.register() == [NoteState("n1", "Cy", 2000, 2000, "", "out")]
    assert (model.night.chips_in_play(), model.night.drawer(), model.standings()) == (2000, 10000, {})


def test_a_note_for_chips_of_a_player_is_held_by_that_player() -> None:
    model, answers = play(MIKE, buy("Bo", "20"), sell("Bo", "Cy", "7.35", pay="note", note="n1"))

    assert answers == ["ok", "ok"]
    assert model.register() == [NoteState("n1", "Cy", 735, 735, "Bo", "out")]
    assert model.night.results() == {"Bo": (2000, 735), "Cy": (735, 0)}


@pytest.mark.parametrize(
    ("act", "answer"),
    [
        (line("redeem_note", note="n1", amount="20"), "ok"),
        (line("redeem_note", note="N1", amount="20"), "ok"),
        (line("redeem_note", note="n1", amount="20.01"), "impossible"),
        (line("redeem_note", note="n2", amount="1"), "impossible"),
        (note("Bo", "5", "n1"), "impossible"),
        (note("Bo", "5", "N1"), "impossible"),
        (note("Bo", "5", "n2"), "ok"),
        (line("note_unpaid", note="n1"), "impossible"),
        (line("commit_notes"), "ok"),
        (line("lapse_notes"), "ok"),
        (line("close"), "impossible"),
    ],
)
def test_what_can_become_of_a_regulars_note(act: Act, answer: Answer) -> None:
    _, answers = play(MIKE, note("Cy", "20", "n1"), act)

    assert answers == ["ok", answer]


@pytest.mark.parametrize(
    ("acts", "answers"),
    [
        ([line("commit_notes")], ["refused"]),
        ([line("commit_notes", ruling="Ann says so")], ["ok"]),
        ([line("note_unpaid", note="n1"), line("commit_notes")], ["ok", "ok"]),
        ([line("commit_notes", note="n1")], ["refused"]),
        ([line("lapse_notes", note="N1"), line("commit_notes", note="n1")], ["ok", "impossible"]),
        ([line("note_unpaid", note="n1"), line("redeem_note", note="n1", amount="1")], ["ok", "impossible"]),
        ([line("player", name="Gil", regular=True), line("note_unpaid", note="n1")], ["ok", "impossible"]),
        ([line("player", name="Ann", regular=False), line("note_unpaid", note="n1")], ["ok", "impossible"]),
    ],
)
def test_what_can_become_of_a_guests_note(acts: list[Act], answers: list[Answer]) -> None:
    _, found = play(MIKE, note("Gil", "20", "n1"), *acts)

    assert found == ["ok", *answers]


@pytest.mark.parametrize(
    ("act", "state", "standings", "over_short"),
    [
        (line("redeem_note", note="n1", amount="20"), "paid", {}, 0),
        (line("commit_notes"), "committed", {"Cy": -2000}, 0),
        (line("lapse_notes"), "lapsed", {}, 2000),
        (line("change_pay", of="act-000001", pay="book"), "paid otherwise", {"Cy": -2000}, 0),
        (line("reverse", of="act-000001", reason="slip"), "void", {}, 0),
        (leave("Cy", "20", ruling="he is off"), "handed back", {}, 0),
    ],
)
def test_how_a_note_of_the_bank_ends(act: Act, state: str, standings: dict[str, int], over_short: int) -> None:
    model, answers = play(MIKE, note("Cy", "20", "n1"), act)

    assert answers == ["ok", "ok"]
    assert model.register() == [NoteState("n1", "Cy", 2000, 0, None, state)]
    assert (model.standings(), model.night.over_short()) == (standings, over_short)


@pytest.mark.parametrize(
    ("act", "standings", "drawer"),
    [
        (line("redeem_note", note="n1", amount="20"), {}, 12000),
        (line("commit_notes"), {"Cy": -2000, "Bo": 2000}, 12000),
        (line("lapse_notes"), {}, 12000),
    ],
)
def test_how_a_note_of_a_player_ends(act: Act, standings: dict[str, int], drawer: int) -> None:
    model, answers = play(MIKE, buy("Bo", "20"), sell("Bo", "Cy", "20", pay="note", note="n1"), act)

    assert answers == ["ok", "ok", "ok"]
    assert (model.standings(), model.night.drawer(), model.night.over_short()) == (standings, drawer, 0)


def test_the_inviter_owes_what_a_guest_cannot_pay() -> None:
    sale = sell("Bo", "Gil", "20", pay="note", note="n1")

    model, answers = play(MIKE, buy("Bo", "20"), sale, line("note_unpaid", note="n1"))

    assert answers == ["ok", "ok", "ok"]
    assert model.standings() == {"Ann": -2000, "Bo": 2000}


@pytest.mark.parametrize(
    ("acts", "answer"),
    [
        ([line("redeem_note", note="n1", amount="5"), undo(2)], "impossible"),
        ([line("redeem_note", note="n1", amount="5"), undo(3)], "ok"),
        ([line("redeem_note", note="n1", amount="5"), line("redeem_note", note="n1", amount="15"), undo(3)], "ok"),
        ([line("redeem_note", note="n1", amount="5"), line("commit_notes"), undo(3)], "impossible"),
        ([line("commit_notes"), undo(3)], "ok"),
        ([line("commit_notes"), undo(2)], "impossible"),
        ([LAST_HAND, HANDED_ON, undo(2)], "impossible"),
        ([LAST_HAND, HANDED_ON, line("redeem_note", note="n1", amount="1"), undo(4)], "impossible"),
        ([LAST_HAND, HANDED_ON, undo(4)], "ok"),
        ([undo(2), note("Cy", "20", "n1")], "ok"),
        ([line("change_pay", of="act-000002", pay="book"), undo(3)], "ok"),
        ([line("redeem_note", note="n1", amount="1"), line("change_pay", of="act-000002", pay="cash")], "impossible"),
    ],
)
def test_what_moved_a_note_is_undone_from_the_last(acts: list[Act], answer: Answer) -> None:
    _, answers = play(MIKE, buy("Bo", "20"), note("Cy", "20", "n1"), *acts)

    assert answers[-1] == answer
    assert answers[:-1] == ["ok"] * (len(acts) + 1)


def test_the_register_keeps_every_number() -> None:
    acts = [note("Cy", "20", "n1"), undo(1), note("Bo", "5", "n1"), line("commit_notes")]

    model, answers = play(MIKE, *acts)

    assert answers == ["ok"] * 4
    assert [(each.debtor, each.state) for each in model.register()] == [("Cy", "void"), ("Bo", "committed")]


def test_a_note_takes_a_ruling_where_cash_is_paid() -> None:
    plain, ruled = note("Cy", "20", "n1"), note("Cy", "20", "n1", ruling="just this once")

    _, answers = play(DAVE, plain, {**ruled, "id": "act-000009"}, line("commit_notes"))

    assert answers == ["refused", "ok", "ok"]
