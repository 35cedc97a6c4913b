"""Two tablets that write notes at the same moment: one note a name, one player a mark, and no number left out."""

from collections.abc import Callable
from functools import partial

import pytest

from hostdesk.table.open_night.queries import tonight_of
from hostdesk.table.tonight.commands import with_id, with_mark
from ledger.bank.queries import bank_of, book_tonight
from ledger.bank.register_queries import register
from ledger.buy_in import commands as buy_in_commands
from ledger.buy_in.forms import BuyInForm
from ledger.credit.commands import commit_notes
from ledger.models import Note
from ledger.money.words import Means
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from tests.faults.racing import ROUNDS, Task, at_once, faults, stamp, told

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


def writing(night: Night, player: Player, key: str, note: str) -> Callable[[], Answer]:
    return lambda: buy_in_commands.buy_in(
        stamp=stamp(key), night=night, player=player, amount_cents=2000, pay=Means.NOTE, note=note
    )


def test_one_name_from_two_tablets_is_one_note(night, players):
    for again in range(ROUNDS):
        name = f"n{again}"

        outcomes = at_once(*(writing(night, player, f"{name}-{player}", name) for player in players[1:]))

        assert sorted(told(outcomes)) == ["NoteTaken", "new"]
    assert [note.number for note in register()] == list(range(1, ROUNDS + 1))
    assert faults() == []


def test_a_double_tap_is_one_note(night, players):
    for tap in range(ROUNDS):
        outcomes = at_once(*[writing(night, players[1], f"tap-{tap}", f"n{tap}")] * 2)

        assert sorted(told(outcomes)) == ["known", "new"]
    assert Note.objects.count() == ROUNDS


def test_two_notes_at_once_have_numbers_one_after_the_other(night, players):
    for again in range(ROUNDS):
        outcomes = at_once(
            *(writing(night, player, f"two-{again}-{player}", f"{player} {again}") for player in players[1:])
        )

        assert told(outcomes) == ["new", "new"]
    assert [note.number for note in register()] == list(range(1, 2 * ROUNDS + 1))
    assert faults() == []


def committing(night: Night, key: str, note: str | None) -> Callable[[], Answer]:
    return lambda: commit_notes(stamp=stamp(key), night=night, note=note)


def test_a_note_committed_alone_on_one_tablet_and_with_all_on_the_other_goes_into_the_book_once(night, players):
    """The first one commits 20.00; then "all" finds no note left, or the single note has ended already."""
    for again in range(ROUNDS):
        name = f"n{again}"
        writing(night, players[1], f"written-{again}", name)()

        outcomes = at_once(committing(night, f"alone-{again}", name), committing(night, f"all-{again}", None))

        assert told(outcomes)[1] == "new"
        assert [note.out_cents for note in bank_of(night).notes] == [0] * (again + 1)
        assert book_tonight(night) == {players[1].number: 2000 * (again + 1)}
    assert faults() == []


def signing(night: Night, player: Player, key: str, mark: str) -> Task:
    """Buy in on a note as the page does it: with a mark, if the player has none yet."""
    form = BuyInForm({"key": f"{key:_<8}", "pay": "note", "note": key, "mark": mark, "amount": "20.00"})
    assert form.is_valid()
    sells = partial(with_id, command=buy_in_commands.buy_in, whose=player)
    facts = {"night": night, "player": player, "command": sells, "debtor": player, **form.arguments()}
    return lambda: with_mark(stamp=stamp(key), **facts)


def test_a_first_note_from_two_tablets_leaves_one_mark(night, players):
    outcomes = at_once(signing(night, players[1], "left", "BOB"), signing(night, players[1], "right", "BOBO"))

    assert told(outcomes) == ["new", "new"]
    assert Player.objects.get(pk=players[1].pk).mark in ("BOB", "BOBO")
    assert [note.name for note in bank_of(night).notes if note.is_out] in (["left", "right"], ["right", "left"])


def test_one_mark_for_two_people_at_once_is_one_persons(night, players):
    outcomes = at_once(signing(night, players[1], "left", "BOX"), signing(night, players[2], "right", "BOX"))

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert len(tonight_of(night).now.notes) == 1
    assert faults() == []
