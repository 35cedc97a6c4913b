"""The checks of ``ledger_check`` on bank notes: moved as written, whole in one hand, ended once."""

import pytest
from django.db import connection

from hostdesk.imports.night_log.commands import post_log, read_log
from ledger.audit import queries as audit_queries
from ledger.models import Account, Note, Transfer
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.book_logs import EVERYTHING
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
CHIP_SALE, COMMITTED, CLOSED = 14, 27, 29


@pytest.fixture(autouse=True)
def ledger(db):
    """A closed night on credit, without the triggers that guard its rows."""
    post_log(read_log(EVERYTHING.encode()))
    remove_triggers(connection)


def faults():
    """Return the faults without those of the digests, which report every change."""
    return [fault for fault in audit_queries.faults() if "does not fit" not in fault and "Transfer" not in fault]


def account(kind, name=None):
    return Account.objects.get(kind=kind, night__isnull=kind == "book", player=name and player_named(name))


def moves(act, debit, credit, *, note, cents=100):
    """Add a transfer to an act, which the product does not allow."""
    number = Transfer.objects.latest("number").number + 1
    sides = {"debit": account(*debit), "credit": account(*credit)}
    Transfer.objects.create(number=number, act_id=act, cents=cents, note_id=note, **sides)


def test_the_ledger_fits_before_it_is_touched():
    assert list(audit_queries.faults()) == []
    assert list(Note.objects.values_list("number", "name", "act")) == [
        (1, "n1", 10),
        (2, "the blue slip", 11),
        (3, "n2", CHIP_SALE),
        (4, "n3", 18),
    ]


def test_a_note_ends_once_and_never_below_zero():
    moves(CLOSED, ["drawer"], ["notes", "Bo"], note=1)

    assert faults()[:2] == [
        f"Act {CLOSED} moves note 1, which ended with act 22.",
        f"After act {CLOSED} −1.00 is out of note 1, of 20.00.",
    ]


def test_more_than_its_face_is_never_out():
    moves(CHIP_SALE, ["notes", "Bo"], ["chips"], note=1)

    assert faults()[0] == f"After act {CHIP_SALE} 21.00 is out of note 1, of 20.00."


def test_a_note_is_whole_in_one_hand():
    moves(CHIP_SALE, ["chips"], ["notes", "Cy"], note=1)

    assert faults()[0] == f"After act {CHIP_SALE} players hold 1.00 of note 1, of which 20.00 is out."


def test_a_note_of_a_closed_night_is_not_out():
    Transfer.objects.filter(act=COMMITTED).delete()

    assert [fault for fault in faults() if "Note" in fault] == ["Note 3 of a closed night has 3.00 out."]


def test_what_moves_a_note_names_it():
    wrote = Transfer.objects.get(act=10)
    Transfer.objects.filter(pk=wrote.pk).update(note=None)

    assert f"Transfer {wrote.number} moves a note and names none." in list(audit_queries.faults())


def test_what_names_a_note_moves_it():
    moves(CLOSED, ["drawer"], ["float"], note=1)

    assert f"Transfer {Transfer.objects.latest('number').number} names a note and moves none." in list(
        audit_queries.faults()
    )


def test_a_note_that_no_act_wrote():
    of_it = {"night": Note.objects.get(pk=1).night, "debtor": player_named("Bo"), "cents": 1}
    Note.objects.create(number=9, act=Act.objects.get(pk=1), name="n9", **of_it)

    assert faults() == ["Note 9 is not in any act."]
