"""What the tests of pages and commands lean on."""

from pathlib import Path

import pytest

from hostdesk.models import Host
from tests.hostdesk.browsing import Browser
from tests.hostdesk.ending import all_paid_out, ready_to_count
from tests.played_once import played_once
from tests.signed_in import a_host, host_client
from tests.stories.evening import Evening


@pytest.fixture
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test read and write files by bare names: its working directory is empty and its own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def host(db: None) -> Host:
    """The host of the desk."""
    return a_host("Ann")


@pytest.fixture
@played_once
def evening(db: None) -> Evening:
    """An evening on which play is over and nobody has cashed out yet."""
    return ready_to_count()


@pytest.fixture
@played_once
def paid_out(db: None) -> Evening:
    """One on which all chips are back, and 200.00 should be in the drawer."""
    return all_paid_out()


@pytest.fixture
def desk(host: Host) -> Browser:
    """The host's browser, signed in."""
    return Browser(host_client(host.name))
