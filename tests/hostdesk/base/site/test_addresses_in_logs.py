"""No log contains the secret of a link, whatever error happens at its address."""

import logging
import re
import sys
from typing import Any

import pytest
from django.conf import settings

from hostdesk.base.sign_in.link_commands import new_set_up_link
from hostdesk.base.site.addresses import HideSecrets
from hostdesk.invitations.nights.calendar_feed_commands import end_feed, give_feed
from tests.signed_in import a_host


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Gone: /link/abc-DEF_123/", "Gone: /link/…/"),
        ("Not Found: /set-up/abc/house/", "Not Found: /set-up/…/house/"),
        ("GET http://10.0.0.1:8000/link/abc?x=1 twice /link/def", "GET http://10.0.0.1:8000/link/…?x=1 twice /link/…"),
        ("Not Found: /do-not-write/4-abc/", "Not Found: /do-not-write/…/"),
        ("Not Found: /linked/abc/", "Not Found: /linked/abc/"),
        ("Not Found: /calendar/abc-DEF_123.ics", "Not Found: /calendar/…"),
        ("Not Found: /table/abcd-efgh-jkmn/clock.json", "Not Found: /table/…/clock.json"),
        ("see webcal://10.0.0.1:8000/calendar/abc.ics?x=1", "see webcal://10.0.0.1:8000/calendar/…?x=1"),
        ("Not Found: /nights/calendar/?month=2026-11", "Not Found: /nights/calendar/?month=2026-11"),
    ],
)
def test_a_secret_is_taken_out(said, kept):
    record = logging.makeLogRecord({"msg": "%s", "args": (said,)})

    assert HideSecrets().filter(record)
    assert record.getMessage() == kept


def test_every_line_of_the_log_goes_through_the_filter():
    told: dict[str, Any] = dict(settings.LOGGING)

    assert told["filters"]["secrets"]["()"] == "hostdesk.base.site.addresses.HideSecrets"
    # It has to be the last filter, so that it sees the changes of the filters before it.
    assert [each["filters"][-1] for each in told["handlers"].values()] == ["secrets"]
    assert [each["handlers"] for each in told["loggers"].values() if each["handlers"]] == []


@pytest.fixture
def filtered(caplog):
    """The log as the product's own handler writes it."""
    hide = HideSecrets()
    caplog.handler.addFilter(hide)
    yield caplog
    caplog.handler.removeFilter(hide)


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "status"), [("PUT", 405), ("GET", 410)])
def test_a_request_that_goes_wrong_leaves_no_secret(client, filtered, method, status):
    secret = new_set_up_link()
    new_set_up_link()

    with filtered.at_level(logging.DEBUG, logger="django.request"):
        answer = client.generic(method, f"/set-up/{secret}/")

    assert answer.status_code == status
    assert secret not in filtered.text
    assert re.findall("/set-up/…/", filtered.text) != []


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "status"), [("PUT", 405), ("GET", 404)])
def test_a_calendar_that_goes_wrong_leaves_no_secret(client, filtered, method, status):
    host = a_host()
    secret = give_feed(host)
    end_feed(host)

    with filtered.at_level(logging.DEBUG, logger="django.request"):
        answer = client.generic(method, f"/calendar/{secret}.ics")

    assert (answer.status_code, secret in filtered.text) == (status, False)
    assert re.findall("/calendar/…", filtered.text) != []


def test_a_line_is_changed_for_every_writer():
    record = logging.makeLogRecord({"msg": "Gone: %s", "args": ("/link/abc/",)})
    before = record.getMessage()

    HideSecrets().filter(record)

    assert (before, record.getMessage()) == ("Gone: /link/abc/", "Gone: /link/…/")


def test_a_traceback_keeps_no_secret_either():
    """An exception may contain the address: one of our own, or Django's about a page that does not exist."""
    try:
        raise LookupError("nothing at /link/abc-DEF_123/")
    except LookupError:
        record = logging.makeLogRecord({"msg": "%s", "args": ("Server Error",), "exc_info": sys.exc_info()})

    assert HideSecrets().filter(record)

    lines = logging.Formatter().format(record).splitlines()
    assert (lines[0], lines[-1]) == ("Server Error", "LookupError: nothing at /link/…/")
