"""Fixtures for the tests of pages and commands."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.urls import set_script_prefix
from django.utils import timezone

from hostdesk.models import Host
from tests.hostdesk.browsing import Browser
from tests.played_once import played_once
from tests.signed_in import a_host, host_client
from tests.stories.evening import NIGHT, Evening


@pytest.fixture(autouse=True)
def the_day_after_an_evening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the day after the evening if the test has one: pages date their records by the clock, to the day.

    The time of day is real, and the clock goes on.
    """
    known = [each for each in vars(request.module).values() if isinstance(each, type) and issubclass(each, Evening)]
    if known or "evening" in request.fixturenames:
        now, ahead = timezone.now, NIGHT + timedelta(days=1) - timezone.localdate()
        monkeypatch.setattr(timezone, "now", lambda: now() + ahead)


@pytest.fixture
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test an empty working directory of its own, so that it can use bare file names."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def host(db: None) -> Host:
    """The host of the desk."""
    return a_host("Ann")


@pytest.fixture
@played_once
def evening(db: None) -> Evening:
    """An evening on which Bo is in for 40.00 and Cy for 20.00; play is over, and nobody has cashed out yet."""
    evening = Evening("dave-2018")
    evening.it_is("20:10")
    evening.buy_in("Bo", "40.00")
    evening.it_is("20:20")
    evening.buy_in("Cy", "20.00")
    evening.it_is("23:00")
    evening.last_hand()
    return evening


@pytest.fixture
def paid_out(evening: Evening) -> Evening:
    """That evening with all chips back, and 200.00 expected in the drawer."""
    evening.cash_out("Bo", "35.00")
    evening.cash_out("Cy", "25.00")
    return evening


@pytest.fixture
def desk(host: Host) -> Browser:
    """The host's browser, signed in."""
    return Browser(host_client(host.name))


@pytest.fixture
def below_a_path(settings: Any) -> Iterator[str]:
    """The path below which a proxy serves the desk."""
    settings.PREFIX = settings.FORCE_SCRIPT_NAME = "/any/prefix"
    set_script_prefix("/any/prefix/")
    yield settings.PREFIX
    set_script_prefix("/")
