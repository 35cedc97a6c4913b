"""Cards for the seats on paper: every seat has one, and it says whose it is."""

from dataclasses import replace

import pytest
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from hostdesk.tables.seat_cards_pdf import PER_PAGE, seat_cards_pdf
from tests.hostdesk.charts import EMPTY, FULL, HEADING, TWO, seated
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages, places

NIGHT = "Dave's cash game · 20 November 2026"


def card(seat: str, *name: str) -> list[str]:
    """Return what is read on a card: both its sides."""
    return [seat, *name, NIGHT] * 2


def test_every_seat_has_a_card_and_a_free_one_a_line_to_write_on():
    [page] = pages(seat_cards_pdf(TWO))

    assert page[:-1] == [
        *card("TABLE 1 · SEAT 1", "Cy"),
        *card("TABLE 1 · SEAT 2"),
        *card("TABLE 1 · SEAT 3", "Bo"),
        *card("TABLE 2 · SEAT 1", "Di"),
        *card("TABLE 2 · SEAT 2", "Ann"),
    ]


def test_the_foot_says_up_to_where_the_seats_are_known():
    feet = [page[-1] for chart in (TWO, EMPTY) for page in pages(seat_cards_pdf(chart))]

    assert feet == [
        f"Seat cards · {NIGHT} page 1 of 1 fact 214 · act 31 · {HEADING.head[:16]}",
        f"Seat cards · {NIGHT} page 1 of 2",
        f"Seat cards · {NIGHT} page 2 of 2",
    ]


@pytest.mark.parametrize(("seats", "count"), [(1, 1), (PER_PAGE, 1), (PER_PAGE + 1, 2), (3 * PER_PAGE, 3)])
def test_a_page_holds_eight(seats, count):
    chart = replace(TWO, tables=(seated(1, *["Ann"] * seats),))

    assert len(pages(seat_cards_pdf(chart))) == count


def test_the_same_chart_gives_the_same_bytes():
    assert seat_cards_pdf(FULL) == seat_cards_pdf(FULL)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_only_a_name(name):
    chart = replace(TWO, tables=(seated(1, name),))

    said = "".join(line for page in pages(seat_cards_pdf(chart)) for line in page).replace(" ", "")

    assert said.count(name.replace(" ", "")) == 2


@pytest.mark.parametrize("chart", [TWO, EMPTY, FULL], ids=["two", "empty", "full"])
def test_everything_stands_where_a4_and_letter_have_paper(chart):
    found = places(seat_cards_pdf(chart))

    lost = (A4[1] - LETTER[1]) / 2 + 5 * mm
    assert lost < min(y for _, _, y in found)
    assert max(y for _, _, y in found) + 6 < A4[1] - lost
    assert min(x for _, x, _ in found) >= 18 * mm - 1
