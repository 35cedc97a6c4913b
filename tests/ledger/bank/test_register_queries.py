"""The register: every number ever given, and the life of each note."""

import pytest

from ledger.bank.register_queries import note_numbered, notes_of, register, transfers_of
from ledger.models import Note
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """n1 of Bo, half paid; n2 of Cy, taken back."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.undo(evening.buy_in("Cy", "5.00", note="n2"))
    evening.redeems("n1", "10.00")
    return evening


def test_every_number_is_listed(evening):
    assert [(note.number, note.name, note.out_cents, note.state) for note in register()] == [
        (1, "n1", 1000, "out"),
        (2, "n2", 0, "void"),
    ]


def test_a_note_of_another_night_has_the_next_number(evening):
    evening.opens("mike")
    evening.buy_in("Bo", "5.00", note="n1")

    assert [(note.number, note.name) for note in notes_of(evening.night)] == [(3, "n1")]
    assert len(register()) == 3


def test_a_note_is_found_by_its_number(evening):
    assert (note_numbered(1).name, note_numbered(3)) == ("n1", None)


def test_the_transfers_of_each_note_in_their_order(evening):
    found = transfers_of(Note.objects.filter(night=evening.night))

    assert [(each.kind, each.cents) for each in found[1]] == [("buy_in", 2000), ("redeem_note", 1000)]
    assert 2 not in found


def test_as_it_was_after_any_act(evening):
    wrote = Note.objects.get(pk=2).act_id

    assert [(note.name, note.out_cents, note.state) for note in notes_of(evening.night, until=wrote)] == [
        ("n1", 2000, "out"),
        ("n2", 500, "out"),
    ]
    assert len(register(until=wrote - 1)) == 1
