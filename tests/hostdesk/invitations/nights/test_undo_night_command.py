"""``manage.py undo_night``."""

import pytest

from reservations.models import Act, Night
from tests.running import Ran, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(paid_out):
    paid_out.ends("200.00")
    return paid_out.night


def test_a_night_is_taken_back_by_its_date(closed):
    ran = run("undo_night", "2026-11-20", "--reason", "the wrong file", "--by", "Ann")

    said = "8 acts of the night of Fri 20 Nov 2026 undone. All standings are as if it had never been played."
    assert ran == Ran(0, f"{said}\n")
    assert set(Act.objects.filter(kind="reverse").values_list("by", flat=True)) == {"Ann"}


def test_once_more_it_stays_so(closed):
    run("undo_night", closed.pk, "--reason", "the wrong file")

    ran = run("undo_night", closed.pk, "--reason", "the wrong file")

    assert ran == Ran(0, "The night of Fri 20 Nov 2026 was taken back already, by act 13.\n")


def test_a_dry_run_says_whether_it_can_be(closed):
    ran = run("undo_night", closed.pk, "--reason", "the wrong file", "--dry-run")

    assert ran == Ran(0, "The night of Fri 20 Nov 2026 can be taken back.\n")
    assert Act.objects.filter(kind="reverse").count() == 0


def test_a_dry_run_says_why_it_cannot(evening):
    ran = run("undo_night", evening.night.pk, "--reason", "the wrong file", "--dry-run")

    assert ran.err == "CommandError: The night of Fri 20 Nov 2026 is not closed.\n"


def test_a_dry_run_names_the_correction(paid_out):
    paid_out.ends("200.00")
    paid_out.corrects("Bo", "Cy", "1.00", about=paid_out.night.date)

    ran = run("undo_night", paid_out.night.pk, "--reason", "the wrong file", "--dry-run")

    assert "correction" in ran.err


def test_its_date_is_then_that_of_the_night_that_came_in_again(closed, paid_out):
    run("undo_night", "2026-11-20", "--reason", "the wrong file")
    paid_out.opens("dave-2018")
    paid_out.ends("200.00")

    ran = run("undo_night", "2026-11-20", "--reason", "once more", "--dry-run")

    assert ran.out == "The night of Fri 20 Nov 2026 can be taken back.\n"
    assert Night.objects.count() == 2
