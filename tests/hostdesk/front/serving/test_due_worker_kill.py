"""A desk is killed in the middle of a round, and two others go on at once: no reminder is lost or sent twice."""

import re
import time
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from hostdesk.models import Message
from ledger.audit.queries import faults
from reservations.acts.commands import seal_rows
from reservations.models import Fact, Night
from tests import desk
from tests.reservations.friday import Friday, a_house, cast, where_it_is_noon

pytestmark = [pytest.mark.long, pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

NIGHTS, PATIENCE = 24, 60  # seconds


@pytest.fixture
def reminders():
    """Nights on which Bo and Cy have seats and no reminder yet; the query finds their reminders."""
    cast()
    house, start = a_house(), timezone.now().replace(microsecond=0) + timedelta(hours=1)
    for minutes in range(NIGHTS):
        Friday(house, starts_at=start + timedelta(minutes=minutes), time_zone=where_it_is_noon()).full("Bo", "Cy")
    seal_rows(Night.objects.order_by("pk"))
    return Fact.objects.filter(kind="remind")


def keeps_up(folder):
    """Start a process that does all due work, in the books of this test."""
    return desk.start(folder, 8000, "keep_up", DATABASE_URL=f"sqlite:///{connection.settings_dict['NAME']}")


def test_what_a_killed_desk_left_two_others_finish_once(reminders, tmp_path):
    killed, end = keeps_up(tmp_path), time.monotonic() + PATIENCE
    while reminders.count() < 2 and time.monotonic() < end:
        time.sleep(0.01)
    killed.kill()
    killed.communicate(timeout=PATIENCE)
    done = reminders.count()

    others = [keeps_up(tmp_path) for _ in range(2)]
    said = [each.communicate(timeout=PATIENCE)[0] for each in others]

    rest = sum(int(number) for number in re.findall(r"Due and done: (\d+)\.", "".join(said)))
    told = Counter(Message.objects.values_list("fact", "player__name"))
    assert (done >= 2, done + rest, reminders.count()) == (True, NIGHTS, NIGHTS)
    assert set(reminders.values_list("night", flat=True)) == set(Night.objects.values_list("pk", flat=True))
    assert (len(told), set(told.values())) == (2 * NIGHTS, {1})
    assert list(faults()) == []
