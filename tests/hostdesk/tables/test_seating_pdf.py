"""The seating chart on paper: a page a table, whatever anybody is called."""

from dataclasses import replace
from math import hypot

import pytest
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from hostdesk.tables.seating_pdf import BUTTON, before, plates_around, seating_pdf
from ledger.paper.layout import WIDTH, Box
from reservations.tables.seating_chart import SeatingChart
from tests.hostdesk.charts import BLANK, EMPTY, FULL, HEADING, TWO, seated
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages, places


def test_the_page_of_a_table():
    assert pages(seating_pdf(TWO))[0][:-1] == [
        *("SEATS", "Dave's cash game · Friday 20 November 2026", "Table 1"),
        *("Table 1", "2 of 3 seats are taken", "1 Cy", "2 free", "3 Bo", "away", "D"),
        *("Name Seat", "Bo button, away 3", "Cy 1"),
        "Not seated yet: Eve, Gil",
        "The seats as they were on Fri 20 Nov 2026, 21:04.",
    ]


def test_every_table_has_a_page_and_a_foot():
    assert [page[-1] for page in pages(seating_pdf(TWO))] == [
        f"Seats · Dave's cash game · 20 November 2026 page {number} of 2 fact 214 · act 31 · {HEADING.head[:16]}"
        for number in (1, 2)
    ]


def test_without_anybody_seated_it_says_so():
    assert pages(seating_pdf(EMPTY)) == [
        [
            *("SEATS", "Dave's cash game · Friday 20 November 2026", "No seats yet."),
            "Seats · Dave's cash game · 20 November 2026 page 1 of 1",
        ]
    ]


def test_of_two_tables_one_may_be_empty():
    chart = SeatingChart(BLANK, (seated(1, "Ann"), seated(2, "", "")))

    assert pages(seating_pdf(chart))[1][3:-1] == [
        *("Table 2", "0 of 2 seats are taken", "1 free", "2 free", "No players yet.")
    ]


def test_the_same_chart_gives_the_same_bytes():
    assert seating_pdf(FULL) == seating_pdf(FULL)


def test_a_table_fills_one_page_however_many_sit_there():
    assert len(pages(seating_pdf(FULL))) == 2


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_only_a_name(name):
    chart = replace(TWO, tables=(seated(1, name),), unseated=(name,))

    said = "".join(line for page in pages(seating_pdf(chart)) for line in page).replace(" ", "")

    assert said.count(name.replace(" ", "")) == 3


@pytest.mark.parametrize("chart", [TWO, EMPTY, FULL], ids=["two", "empty", "full"])
def test_everything_stands_where_a4_and_letter_have_paper(chart):
    found = places(seating_pdf(chart))

    lost = (A4[1] - LETTER[1]) / 2 + 5 * mm
    assert lost < min(y for _, _, y in found)
    assert max(y for _, _, y in found) + 6 < A4[1] - lost
    assert min(x for _, x, _ in found) >= 18 * mm - 1


@pytest.mark.parametrize("count", range(1, 24))
def test_plates_lie_beside_each_other_and_inside_the_page(count):
    plates = plates_around(count)

    assert len(plates) == count
    assert not any(one.meets(other) for at, one in enumerate(plates) for other in plates[:at])
    assert all(plate.x >= 0 and plate.x + plate.width <= WIDTH + 0.001 for plate in plates)


def side(plate: Box) -> str:
    """Return at which side of the table a plate is."""
    up = plate.y + plate.height / 2 - 61 * mm
    if abs(up) < 1:
        return "left" if plate.x < WIDTH / 2 else "right"
    return "above" if up > 0 else "below"


@pytest.mark.parametrize(
    ("count", "sides"),
    [
        (4, ["above"] * 2 + ["below"] * 2),
        (8, ["above"] * 3 + ["right"] + ["below"] * 3 + ["left"]),
        (11, ["above"] * 5 + ["below"] * 5 + ["left"]),
    ],
)
def test_seats_go_clockwise_from_the_upper_left_as_on_the_desk(count, sides):
    plates = plates_around(count)

    assert [side(plate) for plate in plates] == sides
    assert plates[0].x < plates[1].x


@pytest.mark.parametrize("count", range(1, 24))
def test_the_button_lies_nearest_to_its_own_seat_and_on_none(count):
    plates = plates_around(count)

    for plate in plates:
        x, y = before(plate)
        button = Box(x - BUTTON, y - BUTTON, 2 * BUTTON, 2 * BUTTON)
        far = [hypot(x - each.x - each.width / 2, y - each.y - each.height / 2) for each in plates]
        assert not any(button.meets(each) for each in plates)
        assert plates[far.index(min(far))] == plate


def test_names_that_leave_no_room_push_the_list_to_the_next_page():
    chart = SeatingChart(HEADING, (seated(1, "Ann", "Bo"),), unseated=tuple(f"Player {each}" for each in range(500)))

    assert len(pages(seating_pdf(chart))) > 1


def test_of_a_hundred_seats_the_plates_are_as_small_as_they_get():
    assert {round(plate.width, 3) for plate in plates_around(100)} == {round(40 * mm * 0.35, 3)}
