"""The credit in a night's report: notes, what went into THE BOOK, and corrections made later."""

from datetime import date

import pytest

from ledger.book.commands import correct_book
from ledger.book.queries import night_changes
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from ledger.reports.night_report import BookChange, DrawerLine
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening() -> Evening:
    """The bank holds n1 of Bo (partly paid) and n2 of Gil, Bo n3 of Cy (partly paid); a slip; Cy bought by THE BOOK."""
    evening = Evening("mike")
    record_player(stamp=evening.stamp(), name="Bo", mark="BOB")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.buy_in("Gil", "20.00", note="n2")
    evening.sells("Bo", "Cy", "10.00", note="n3")
    evening.undo(evening.buy_in("Cy", "5.00", note="slip"))
    evening.buy_in("Cy", "30.00", pay="book")
    evening.redeems("n1", "10.00")
    evening.redeems("n3", "4.00")
    evening.last_hand()
    return evening


def ended(evening: Evening) -> list[str]:
    """Commit the notes and close the night, whose chips are back; return the ends of its notes."""
    evening.commits()
    evening.counts_drawer("200.00")
    evening.closes()
    return [line.ended for line in night_report(evening.night).notes]


def corrects(evening: Evening, **said: str) -> None:
    correct_book(
        stamp=evening.stamp(**said),
        debtor=player_named("Bo"),
        creditor=player_named("Cy"),
        amount_cents=250,
        reason="the taxi",
        about=evening.night.date,
    )


def test_every_number_of_the_register_is_there(evening: Evening) -> None:
    notes = night_report(evening.night).notes

    assert [(note.number, note.name, note.debtor, note.mark, note.holder, note.cents) for note in notes] == [
        (1, "n1", "Bo", "BOB", "the bank", 2500),
        (2, "n2", "Gil", "", "the bank", 2000),
        (3, "n3", "Cy", "", "Bo", 1000),
        (4, "slip", "Cy", "", "the bank", 500),
    ]
    assert [note.ended for note in notes] == [
        "10.00 paid in cash, 15.00 still out",
        "still out",
        "4.00 paid in cash to Bo, 6.00 still out",
        "void",
    ]


def test_what_became_of_each_is_told(evening: Evening) -> None:
    evening.cash_out("Bo", "35.00", payout={"own_note": "15.00", "note n2": "20.00"})
    evening.charges_inviter("n2")
    evening.cash_out("Cy", "40.00")

    assert ended(evening) == [
        "10.00 paid in cash, 15.00 handed back",
        "handed on to Bo, charged to Ann",
        "4.00 paid in cash to Bo, 6.00 committed to THE BOOK",
        "void",
    ]


def test_a_note_paid_otherwise_says_so() -> None:
    evening = Evening("mike")
    evening.paid_by("cash", evening.buy_in("Bo", "25.00", note="n1"))

    assert [note.ended for note in night_report(evening.night).notes] == ["paid otherwise"]


def test_the_drawer_reckons_notes_paid_in_cash(evening: Evening) -> None:
    drawer = night_report(evening.night).drawer

    assert drawer == (
        DrawerLine("Float put in", 20000, total=False),
        DrawerLine("Notes paid in cash", 1000, total=False),
        DrawerLine("Should be there", 21000, total=True),
    )


def test_what_went_into_the_book_is_parted_by_where_it_came_from(evening: Evening) -> None:
    evening.cash_out("Bo", "65.00")
    evening.cash_out("Gil", "10.00")
    evening.charges_inviter("n2")
    evening.commits()
    evening.counts_drawer("160.00")
    evening.closes()

    book = night_report(evening.night).book

    assert book == (BookChange("Ann", 0, -1000, 4000), BookChange("Bo", 0, 600, 0), BookChange("Cy", -3000, -600, 0))
    assert {player_named(line.name).number: line.cents for line in book} == night_changes(evening.night)


def test_who_lost_by_a_lapse_is_named(evening: Evening) -> None:
    evening.lapses()

    report = night_report(evening.night)

    assert report.lapsed == (
        "The note n1 of Bo (BOB) lapsed: Ann, the banker, lost $15.00.",
        "The note n2 of Gil lapsed: Ann, the banker, lost $20.00.",
        "The note n3 of Cy lapsed: Bo lost $6.00.",
    )
    assert report.over_short_cents == 3500


def test_an_undone_lapse_was_nobodys_loss(evening: Evening) -> None:
    evening.undo(evening.lapses())

    report = night_report(evening.night)

    assert (report.lapsed, report.over_short_cents) == ((), 0)


def closed() -> Evening:
    """Return a closed night on which Bo lost 25.00 on a note, now in THE BOOK, and Cy won them in cash."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", note="n1")
    evening.last_hand()
    evening.cash_out("Cy", "25.00", ruling="bought from Bo")
    evening.commits()
    evening.counts_drawer("175.00")
    evening.closes()
    return evening


def test_a_correction_made_later_stands_beneath_unchanged_results() -> None:
    evening = closed()
    before = night_report(evening.night)
    corrects(evening, by="Ann")

    after = night_report(evening.night)

    found = after.corrections[0]
    assert (found.debtor, found.creditor, found.cents, found.reason, found.by) == ("Bo", "Cy", 250, "the taxi", "Ann")
    assert found.number == after.number + 1
    assert (after.players, after.book, after.number, after.head) == (
        before.players,
        before.book,
        before.number,
        before.head,
    )


def test_a_correction_that_was_undone_or_is_about_another_night_is_not_there() -> None:
    evening = closed()
    corrects(evening)
    first = evening.night
    evening.opens("mike")

    assert len(night_report(first).corrections) == 1
    assert night_report(evening.night).corrections == ()


def test_the_paper_of_a_closed_night_changes_by_its_corrections_alone() -> None:
    evening = closed()
    before = night_report_pdf(night_report(evening.night))
    record_player(stamp=evening.stamp(), name="Bo", mark="BOB")
    evening.renames("Bo", "Robert")
    assert night_report_pdf(night_report(evening.night)) == before

    correct_book(
        stamp=evening.stamp(),
        debtor=player_named("Robert"),
        creditor=player_named("Cy"),
        amount_cents=250,
        reason="the taxi",
        about=date(2026, 11, 20),
    )

    after = [night_report_pdf(night_report(evening.night)) for _ in range(2)]
    assert after[0] == after[1] != before
