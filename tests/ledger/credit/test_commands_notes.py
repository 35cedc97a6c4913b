"""The life of a bank note, with the numbers after each step."""

import pytest

from ledger.bank.notes import NoteState
from ledger.bank.queries import bank_of
from ledger.bank.register_queries import note_called
from ledger.buy_in.commands import buy_in
from ledger.models import Note
from ledger.money.words import Means
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.parsing.names import BadName
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, book, impossible, overruled, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """The bank holds Bo's note n1 for 20.00; Cy holds his note n2 for 5.00, for chips."""
    evening = Evening("mike")
    evening.buy_in("Cy", "20.00")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.sells("Cy", "Bo", "5.00", note="n2")
    return evening


def note(evening, name):
    """Return the note of that name as it stands."""
    return note_called(bank_of(evening.night).notes, name)


def test_a_note_is_chips_on_credit(evening):
    evening.stands(drawer="220.00", chips="40.00")
    assert evening.notes() == {"n1": ("20.00", "out"), "n2": ("5.00", "out")}
    assert evening.results() == {"Bo": "-25.00", "Cy": "-15.00"}


def test_the_bank_holds_the_one_and_the_seller_the_other(evening):
    cy = note(evening, "n2").holder

    assert (note(evening, "n1").holder, note(evening, "n1").number, note(evening, "n2").number) == (None, 1, 2)
    assert cy == 3


def test_a_note_is_paid_in_part_and_then_whole(evening):
    evening.redeems("n1", "12.50")
    half = evening.notes()["n1"]
    evening.redeems("n1", "7.50")

    assert (half, evening.notes()["n1"]) == (("7.50", "out"), ("0.00", "paid"))
    evening.stands(drawer="240.00", chips="40.00")


def test_who_holds_a_note_gets_the_cash_past_the_drawer(evening):
    evening.redeems("N2", "5.00")

    assert evening.notes()["n2"] == ("0.00", "paid")
    evening.stands(drawer="220.00", chips="40.00")


def test_no_cent_more_is_paid_than_is_out(evening):
    evening.redeems("n1", "12.50")

    with impossible("7.50 of the note n1 is still out, not 7.51."):
        evening.redeems("n1", "7.51")


def test_a_note_ends_once(evening):
    paid = evening.redeems("n1", "20.00")

    with impossible("note n1 has ended", f"paid by act {paid.act.number}"):
        evening.redeems("n1", "0.01")


def test_a_note_that_nobody_wrote(evening):
    with pytest.raises(Unknown) as problem:
        evening.redeems("n9", "1.00")

    assert str(problem.value) == "No note of this night is called n9."


def test_a_name_is_given_once_a_night(evening):
    with impossible("note n1", "1", "n3 is free"):
        evening.buy_in("Cy", "5.00", note="N1")


def test_a_voided_note_keeps_its_number_and_frees_its_name(evening):
    slip = evening.buy_in("Cy", "5.00", note="n3")
    evening.undo(slip)
    evening.buy_in("Cy", "10.00", note="n3")

    assert list(Note.objects.values_list("number", "name", "cents")) == [
        (1, "n1", 2000),
        (2, "n2", 500),
        (3, "n3", 500),
        (4, "n3", 1000),
    ]
    assert note(evening, "n3").number == 4


def test_a_cash_out_hands_the_oldest_back_first_and_the_last_in_part(evening):
    evening.buy_in("Bo", "10.00", note="n3")
    evening.last_hand()

    evening.cash_out("Bo", "24.00")

    assert evening.notes() == {"n1": ("0.00", "handed back"), "n2": ("5.00", "out"), "n3": ("6.00", "out")}
    evening.stands(drawer="220.00", chips="26.00")


def test_a_note_is_committed_alone_and_once(evening):
    committed = evening.commits(note="N2")

    with impossible("The note n2 has ended", f"committed by act {committed.act.number}"):
        evening.commits(note="n2")

    assert evening.notes() == {"n1": ("20.00", "out"), "n2": ("0.00", "committed")}
    assert book() == {"Bo": "-5.00", "Cy": "5.00"}


def test_a_note_lapses_alone_and_is_the_holders_loss(evening):
    evening.lapses(note="n2")

    assert evening.notes() == {"n1": ("20.00", "out"), "n2": ("0.00", "lapsed")}
    assert bank_of(evening.night).balances.over_short_cents == 0


def test_a_note_of_somebody_else_is_handed_on_whole(evening):
    evening.last_hand()

    evening.cash_out("Cy", "25.00", payout={"note N1": "20.00", "cash": "5.00"})

    assert note(evening, "n1").holder == 3
    evening.stands(drawer="215.00", chips="15.00")


@pytest.mark.parametrize(
    ("payout", "words"),
    [
        ({"note n1": "5.00", "cash": "10.00"}, ["note n1", "whole", "20.00"]),
        ({"note n2": "5.00", "cash": "10.00"}, ["no note n2"]),
        ({"own_note": "15.00"}, ["15.00 of own notes", "0.00"]),
        ({"own_note n1": "15.00"}, ["not hold 15.00", "own note n1"]),
    ],
)
def test_what_the_bank_does_not_hold_is_not_paid_out(evening, payout, words):
    evening.last_hand()

    with impossible(*words):
        evening.cash_out("Cy", "15.00", payout=payout)


def test_own_notes_go_back_by_name_or_the_oldest_first(evening):
    evening.buy_in("Bo", "10.00", note="n3")
    evening.last_hand()

    evening.cash_out("Bo", "15.00", payout={"own_note": "4.00", "own_note n3": "10.00", "cash": "1.00"})

    assert evening.notes() == {"n1": ("16.00", "out"), "n2": ("5.00", "out"), "n3": ("0.00", "handed back")}


def test_committed_notes_stand_in_the_book(evening):
    evening.redeems("n1", "10.00")

    evening.commits()

    assert evening.notes() == {"n1": ("0.00", "committed"), "n2": ("0.00", "committed")}
    assert book() == {"Bo": "-15.00", "Cy": "5.00"}


def test_committing_without_a_note_is_no_harm():
    evening = Evening("mike")

    evening.commits()

    assert book() == {}


def test_lapsed_notes_are_the_loss_of_who_holds_them(evening):
    evening.lapses()

    assert evening.notes() == {"n1": ("0.00", "lapsed"), "n2": ("0.00", "lapsed")}
    evening.stands(drawer="220.00", chips="40.00", over_short="20.00")
    assert (book(), evening.results()) == ({}, {"Bo": "-25.00", "Cy": "-15.00"})


def test_a_guests_note_goes_to_their_inviter(evening):
    evening.buy_in("Gil", "10.00", note="n3")

    evening.charges_inviter("n3")

    assert evening.notes()["n3"] == ("0.00", "charged to the inviter")
    assert book() == {"Ann": "-10.00"}


def test_a_guests_note_in_a_players_hand_goes_to_the_inviter_too(evening):
    evening.sells("Bo", "Gil", "10.00", note="n3")

    evening.charges_inviter("n3")

    assert book() == {"Ann": "-10.00", "Bo": "10.00"}


def test_a_regular_has_no_inviter(evening):
    with impossible("Bo is a regular", "note n1"):
        evening.charges_inviter("n1")


def test_somebody_has_to_have_invited_the_guest(evening):
    evening.brings_along("Hal")
    evening.buy_in("Hal", "10.00", note="n3", ruling="the table agreed")

    with impossible("Hal has no inviter", "note n3"):
        evening.charges_inviter("n3")


def test_guests_notes_are_not_for_the_book(evening):
    evening.buy_in("Gil", "10.00", note="n3")

    with refused("who may owe: Gil"):
        evening.commits()


def test_unless_the_host_says_so(evening):
    evening.buy_in("Gil", "10.00", note="n3")

    answer = evening.commits(ruling="Gil plays every week")

    assert book() == {"Bo": "-25.00", "Cy": "5.00", "Gil": "-10.00"}
    assert len(overruled(answer)) == 1


def test_a_night_does_not_close_while_a_note_is_out(evening):
    evening.last_hand()
    evening.cash_out("Cy", "40.00")
    evening.counts_drawer("180.00")

    with impossible("notes", "25.00", "still out"):
        evening.closes()


def test_what_is_left_of_the_float_is_the_bankers_in_the_book(evening):
    evening.last_hand()
    evening.cash_out("Cy", "40.00")
    evening.commits()
    evening.ends("180.00")

    assert book() == {"Ann": "20.00", "Bo": "-25.00", "Cy": "5.00"}


@pytest.mark.parametrize("ending", ["redeems", "commits", "lapses"])
def test_undoing_what_ended_a_note_brings_it_back(evening, ending):
    done = evening.redeems("n1", "20.00") if ending == "redeems" else getattr(evening, ending)()

    evening.undo(done)

    assert evening.notes() == {"n1": ("20.00", "out"), "n2": ("5.00", "out")}
    assert book() == {}


def test_a_note_that_has_moved_on_is_not_taken_back(evening):
    slip = evening.buy_in("Bo", "10.00", note="n3")
    first, second = evening.redeems("n3", "1.00"), evening.redeems("n3", "2.00")

    with pytest.raises(Impossible) as problem:
        evening.undo(slip)

    numbers = [each.act.number for each in (second, first)]
    assert str(problem.value) == (
        f"Act {slip.act.number} (buy_in) cannot be undone yet: a note of it has moved on since. "
        f"Undo act {numbers[0]}, then act {numbers[1]} first."
    )


def test_two_payments_of_a_note_are_undone_in_either_order(evening):
    first = evening.redeems("n1", "1.00")
    evening.redeems("n1", "19.00")

    evening.undo(first)

    assert evening.notes()["n1"] == ("1.00", "out")
    assert note(evening, "n1").state is NoteState.OUT


def test_a_note_handed_on_and_paid_stays_where_it_is(evening):
    evening.last_hand()
    out = evening.cash_out("Cy", "20.00", payout={"note n1": "20.00"})
    paid = evening.redeems("n1", "5.00")

    with pytest.raises(Impossible) as problem:
        evening.undo(out)

    assert f"Undo act {paid.act.number} first." in str(problem.value)


def test_a_merged_debtors_note_is_a_debt_of_the_one_who_remains(evening):
    evening.knows("Bob")
    evening.buy_in("Bob", "10.00", note="n3")
    evening.merges("Bob", "Bo")

    evening.commits()

    assert book() == {"Bo": "-35.00", "Cy": "5.00"}


def test_a_player_who_holds_the_note_of_their_duplicate_owes_it_to_themselves(evening):
    evening.merges("Cy", "Bo")

    evening.redeems("n2", "1.00")
    evening.commits()

    assert book() == {"Bo": "-20.00"}


def test_a_note_goes_by_a_name_that_can_be_read(evening):
    evening.buy_in("Bo", "5.00", note=" the   red\u0301 one ")

    assert note(evening, "THE R\u00c9D ONE".replace("R\u00c9D", "RED\u0301")).name == "the red\u0301 one"


@pytest.mark.parametrize("name", ["", " ", "n1\u200b", "\u200b", "a\tb"])
def test_nor_by_one_that_cannot(evening, name):
    with pytest.raises(BadName):
        evening.buy_in("Bo", "5.00", note=name)


def test_the_name_of_a_note_is_compared_as_names_are(evening):
    first = evening.redeems("n1", "5.00", key="the-same-key")
    again = evening.redeems("N1", "5.00", key="the-same-key")

    assert (again.known, again.act) == (True, first.act)


@pytest.mark.parametrize(("pay", "note"), [(Means.NOTE, None), (Means.BOOK, "n3")])
def test_a_note_is_named_where_it_is_written_and_nowhere_else(evening, pay, note):
    bo = player_named("Bo")

    with pytest.raises(Malformed):
        buy_in(stamp=evening.stamp(), night=evening.night, player=bo, amount_cents=500, pay=pay, note=note)


@pytest.mark.parametrize(
    "ends",
    [
        lambda evening: evening.commits(key="the-notes-end"),
        lambda evening: evening.lapses(key="the-notes-end", ruling="the table agreed"),
    ],
)
def test_notes_end_once_under_one_key(evening, ends):
    evening.last_hand()

    assert [ends(evening).known for _ in range(2)] == [False, True]
