"""Pages date their records by the desk's clock: a week after a night only a night log can add to it."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.counting import bank, counted, form_for
from tests.hostdesk.logs import log, post
from tests.stories.evening import NEW_YORK, Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

MIDNIGHT = datetime(2026, 11, 28, tzinfo=NEW_YORK)
"""The end of the week after the night of 20 November; in UTC the 28th began five hours earlier."""
FORMS = {
    "arrive": ("add/", "/add/", {"name": "Gil"}),
    "buy_in": ("players/{Cy}/", "/buy-in/", {"amount": "20.00"}),
    "chip_sale": ("players/{Bo}/sell/", "/sell/", {"buyer": "{Cy}", "amount": "20.00", "ruling": "so be it"}),
    "leave_notice": ("players/{Bo}/", "/notice/", {}),
    "last_hand": ("?more=yes", "/last-hand/", {}),
}


@pytest.fixture
def evening():
    """An evening on which Bo is in for 40.00."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    return evening


@pytest.fixture
def sends(desk, evening, monkeypatch):
    """Return a function that opens a form on the day after the night, and sends it at another time."""

    def at(moment, kind):
        if kind == "cash_out":
            evening.last_hand()
            form, said = form_for(counted(desk, evening, "40"), "pay"), {}
        else:
            page, ending, said = FORMS[kind]
            numbers = {name: player_named(name).number for name in ("Bo", "Cy")}
            form = desk.opens(f"/nights/{evening.night.pk}/tonight/{page.format(**numbers)}").form(ending)
            said = {field: text.format(**numbers) for field, text in said.items()}
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return desk.sends(form, **said)

    return at


@pytest.mark.parametrize("kind", [*FORMS, "cash_out"])
def test_a_week_after_the_night_a_page_refuses_and_names_the_way_in(sends, kind):
    page = sends(MIDNIGHT, kind)

    assert (page.status, page.alert) == (422, "28 2026 27 2026")
    assert "Bring it in: .venv/bin/python manage.py import_night FILE." in page.text
    assert Act.objects.exclude(kind="last_hand").latest("number").key == "evening-0006"


@pytest.mark.parametrize("kind", [*FORMS, "cash_out"])
def test_until_then_by_the_clock_of_the_desk_a_page_records(sends, kind):
    page = sends(MIDNIGHT - timedelta(minutes=1), kind)

    assert page.status == 200
    assert Act.objects.latest("number").kind == kind


@pytest.mark.usefixtures("in_a_folder_of_its_own")
def test_what_a_page_refuses_comes_in_with_its_true_time(sends, evening):
    """Bo went home with 40.00 that night, but for a week it was not written down."""
    told = {"night": evening.opening.act.key, "at": "2026-11-20T23:40:00-05:00"}
    sends(MIDNIGHT, "cash_out")
    before = bank(evening)

    ran = post(log({"act": "cash_out", "player": "Bo", "player_count": "40", "banker_count": "40", **told}))

    assert (ran.code, ran.out) == (0, "posted 1 acts, 0 already known\n")
    assert (before, bank(evening)) == (("240.00", "40.00", "0.00", "0.00"), ("200.00", "0.00", "0.00", "0.00"))
