"""An expected player arrives and takes the proposed seat, or finds it taken."""

import pytest

from hostdesk.table.tables.queries import seating_now
from reservations.tables.seats import Spot
from tests.hostdesk.seated import Tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated():
    """Ann, Bo and Cy sit at seats 1, 2 and 3 at dave-2018's."""
    seated = Tables("dave-2018").come("Ann", "Bo", "Cy")
    seated.seat_all()
    return seated


def of(seated):
    return f"/nights/{seated.night.pk}/tonight/players/{seated.number('Di')}/"


def comes(desk, seated, **said):
    """Let Di arrive, on the panel of Di."""
    return desk.sends(desk.opens(of(seated)).form("/add/"), **said)


def test_somebody_expected_comes_and_sits(desk, seated):
    seated.knows("Di")

    page = comes(desk, seated, spot="1-4")

    assert seating_now(seated.night).spots[seated.number("Di")] == Spot(1, 4)
    assert ("Di arrives" in page.text, "Di sits at table 1, seat 4." in page.text) == (True, True)


def test_somebody_expected_only_comes(desk, seated):
    seated.knows("Di")

    page = comes(desk, seated, spot="")

    assert ("Di arrives" in page.text, "Sit at table 1, seat 4" in page.text) == (True, True)


def test_the_seat_was_taken_meanwhile_and_they_are_here(desk, seated):
    seated.knows("Di")
    panel = desk.opens(of(seated))
    seated.come("Eve")
    seated.sit("Eve", 1, 4)

    page = desk.sends(panel.form("/add/"), spot="1-4")

    assert "Di is here, and has no seat yet. Eve sits there: Table 1, seat 4." in page.text
    assert "Sit at table 1, seat 5" in page.text
