"""A page that failed shows a number; the log, the settings and the bug report have the same number."""

import re

import pytest
from django.db import connection

from hostdesk.base.faults import kept_faults
from reservations.models import Act
from tests.signed_in import host_client
from tests.stories.evening import Evening
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db

NUMBER = re.compile(r"Fault number <strong class=\"num\">(\d{3}-\d{3})</strong>")


@pytest.fixture
def kept(settings):
    """The file in which the log's filter keeps faults, not there yet."""
    kept_faults._unwritten.clear()
    settings.FAULTS.unlink(missing_ok=True)
    yield settings.FAULTS
    settings.FAULTS.unlink(missing_ok=True)


@pytest.fixture
def broken(kept):
    """The client of a host at a desk with an unreadable act, and the address of the list of acts."""
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    remove_triggers(connection)
    Act.objects.filter(kind="buy_in").update(content="Bo has 20.00")
    return host_client(raise_request_exception=False), "/history/"


def test_the_number_is_on_the_page_in_the_log_and_on_this_desk(broken, kept, caplog):
    client, address = broken

    page = client.get(address)

    (number,) = NUMBER.findall(page.content.decode())
    desk = client.get("/desk/?open=faults").content.decode()
    report = client.post("/desk/bug-report/").content.decode()
    assert page.status_code == 500
    assert [record.getMessage() for record in caplog.records if record.exc_info] == [
        f"fault {number}: Internal Server Error: {address}"
    ]
    assert (number in desk, f"{number}, 1 times" in report, "history" in report) == (True, True, True)
    assert "Bo has" not in kept.read_text()


def test_the_same_fault_keeps_its_number(broken):
    client, address = broken

    numbers = {NUMBER.findall(client.get(address).content.decode())[0] for _ in range(2)}

    desk = client.get("/desk/?open=faults").content.decode()
    assert len(numbers) == 1
    assert "2 times" in desk
