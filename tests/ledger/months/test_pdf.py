"""The sheet of a consolidation, read back."""

from dataclasses import replace

import pytest

from ledger.months.pdf import month_pdf
from ledger.months.report import MonthReport, PlanShare, RolledPayment
from ledger.settle.fewest_payments import Payment
from tests.ledger.evenings import HEAD, HOSTILE
from tests.ledger.months.papers import ANN, OCTOBER
from tests.ledger.reading import pages

TITLES = {"Who pays whom", "All players, before and after", "Standings, line by line", "Rolled over", "Host"}


def part(title: str, report: MonthReport = OCTOBER) -> list[str]:
    """Return the lines of one part of the sheet, without the foot of each page."""
    read = [text for page in pages(month_pdf(report)) for text in page[:-1]]
    start = read.index(title) + 1
    return read[start : next((at for at in range(start, len(read)) if read[at] in TITLES), len(read))]


def test_the_same_report_gives_the_same_bytes():
    assert month_pdf(OCTOBER) == month_pdf(replace(OCTOBER))


def test_it_begins_with_the_month_and_who_pays_whom():
    assert pages(month_pdf(OCTOBER))[0][:4] == [
        "CONSOLIDATION OF THE BOOK · ALL AMOUNTS IN US DOLLARS",
        "October 2026",
        "The standings at the end of Saturday 31 October 2026, after September 2026",
        "Who pays whom",
    ]


def test_the_payments():
    assert part("Who pays whom") == [
        "Pays To Amount Paid on",
        "1 Bo Ann 5.00",
        "2 Cy Ann 25.00",
        "In all $30.00",
        f"Fewest possible: proven. {OCTOBER.compared}",
    ]


def test_everybody_comes_to_zero():
    made = part("All players, before and after")

    assert made[0] == "Before = carried over + added. After = before + pays − gets = 0.00."
    assert made[-5:] == [
        "Ann +10.00 +20.00 +30.00 – −30.00 0.00",
        "Bo −10.00 +5.00 −5.00 +5.00 – 0.00",
        "Cy 0.00 −25.00 −25.00 +25.00 – 0.00",
        "Gil 0.00 0.00 0.00 – – 0.00",
        "In all 0.00 0.00 0.00 +30.00 −30.00 0.00",
    ]


def test_what_made_up_the_standing_of_one():
    made = part("Standings, line by line")

    assert made[made.index("Bo, owing since 2 October 2026") :][:6] == [
        "Bo, owing since 2 October 2026",
        "Carried over from September 2026 −10.00",
        "Fri 2 Oct 2026 Mike's game −25.00 −25.00",
        "Fri 9 Oct 2026 Bo pays Ann +5.00",
        "Fri 16 Oct 2026 Mike's game +25.00 +25.00",
        "Before any payment −5.00",
    ]


def test_a_night_that_came_late_and_one_that_was_paid_partly_in_cash():
    made = part("Standings, line by line")

    at = made.index("Cy, owing since 2 October 2026") + 2
    assert made[at : at + 2] == [
        "Fri 2 Oct 2026 Mike's game (recorded late) −15.00 −15.00",
        "Fri 16 Oct 2026 Mike's game −30.00 −10.00",
    ]


def test_nights_that_left_nothing_in_the_book_are_one_line():
    assert part("Standings, line by line")[-2:] == [
        "and 1 night settled on the spot +3.00 0.00",
        "Before any payment 0.00",
    ]


def test_what_rolled_over_and_what_was_open():
    assert part("Rolled over") == [
        "Bo to Ann: $5.00 left of September 2026, 31 days old; included above.",
        "Still open then, not included: Fri 30 Oct 2026, Mike's game.",
    ]


def test_it_ends_with_the_act_and_its_head():
    assert part("Host") == ["Banker", "Act 57, includes acts up to 56. Ledger hash:", HEAD]
    assert pages(month_pdf(OCTOBER))[-1][-1] == "THE BOOK · October 2026 page 2 of 2 act 57 · 9f86d081884c7d65"


def test_a_first_month_through_one_person():
    first = replace(OCTOBER, previous="", hub="Ann", rolled=(), open_nights=())

    read = pages(month_pdf(first))[0]

    assert read[2] == "The standings at the end of Saturday 31 October 2026, the first one"
    assert any(line.startswith("All payments go through Ann. Fewest possible: proven.") for line in read)
    assert [line for line in read if line.startswith("Carried over from")] == []


def test_what_is_not_recorded_says_so():
    preview = replace(OCTOBER, is_preview=True, number=56)

    assert part("Host", preview)[1] == ("Preview, not recorded. Up to act 56. Ledger hash:")
    assert "Not recorded" in pages(month_pdf(preview))[0]


def test_figures_that_do_not_add_up_are_told():
    wrong = replace(OCTOBER, people=(replace(ANN, frozen_cents=1),))

    assert part("All players, before and after", wrong)[1] == "These figures do not add up."


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(name):
    person = replace(ANN, name=name, pays=(PlanShare(name, 500),))
    payment, rolled = Payment(name, "Ann", 10**8), RolledPayment(name, name, 1, 2, 3)

    read = pages(month_pdf(replace(OCTOBER, people=(person,), payments=(payment,), hub=name, rolled=(rolled,))))

    assert "".join(name.split()) in "".join("".join(page) for page in read).replace(" ", "")


@pytest.mark.further
def test_two_hundred_people_fit():
    people = tuple(replace(ANN, number=number, name=f"Player {number}") for number in range(200))

    read = [line for page in pages(month_pdf(replace(OCTOBER, people=people))) for line in page]

    assert sum(line.startswith("Player ") and line.endswith("0.00") for line in read) == 200
