"""The backup after a close: the page says when it has been made, and why if it cannot be."""

import pytest

from hostdesk.base.site.rounds import known
from hostdesk.safekeeping.backups import queries as backups_queries
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.hostdesk.supervision import backing_up
from tests.signed_in import banker_client

pytestmark = pytest.mark.django_db
FULL = "No backup was made: No space left on device (/var/backups). The earlier backups are unchanged."


@pytest.fixture
def banker(paid_out):
    """The banker's own device, signed in before the close."""
    return Browser(banker_client(paid_out.night, player_named("Ann")))


@pytest.fixture
def closed(paid_out, settings, tmp_path):
    """The address of a night that was just closed, on a desk that keeps backups and has none yet."""
    settings.VAR, settings.BACKUPS_KEPT = tmp_path, 5
    paid_out.ends("200.00")
    return f"/nights/{paid_out.night.pk}/"


def receipt_page(closed):
    return f"{closed}?receipt={Act.objects.latest('number').number}"


def back_up(settings):
    """Put a file into the folder with the name that a backup made now would have."""
    folder, last = settings.VAR / "backups", backups_queries.last_act()
    folder.mkdir(exist_ok=True)
    suffix = backups_queries.own_suffix()
    (folder / f"hostdesk-20261121T034205Z-act{last.number}-{last.head[:12]}{suffix}").write_bytes(b"." * 1_300_000)


def asked(desk, closed, shown):
    return desk.client.get(f"{closed}closing/backup/?shown={shown}")


def failing():
    backup = backing_up()
    backup.note(FULL, {})
    return known(backup)


@pytest.mark.pg
def test_the_page_after_the_close_asks_until_the_backup_is_made(desk, closed, settings):
    page = desk.opens(receipt_page(closed))
    waits = asked(desk, closed, "waits")
    back_up(settings)

    made = asked(desk, closed, "waits")

    assert f'hx-get="{closed}closing/backup/?shown=waits"' in page.html
    assert (waits.status_code, waits.content) == (204, b"")
    assert "Backed up at 22:42, 1.3 MB, checked." in made.content.decode()
    assert "hx-get" not in made.content.decode()
    assert asked(desk, closed, "made").status_code == 204


def test_what_is_wrong_is_read_there_at_home_and_in_the_settings(desk, closed):
    with failing():
        part = asked(desk, closed, "waits").content.decode()
        home, this_desk = desk.opens("/"), desk.opens("/desk/?open=copies")

    assert FULL in part
    assert "shown=failed" in part
    assert FULL in home.text
    assert FULL in this_desk.text


def test_once_it_is_made_nothing_is_wrong(desk, closed, settings):
    back_up(settings)

    home, this_desk = desk.opens("/"), desk.opens("/desk/?open=copies")

    assert "is in no backup" not in home.text + this_desk.text


def test_the_banker_reads_it_too(banker, closed):
    assert "Backing up the books." in banker.opens(receipt_page(closed)).text


def test_a_night_closed_before_says_nothing_of_it(desk, closed):
    assert "Backing up" not in desk.opens(closed).text


def test_a_desk_that_keeps_no_backups_says_nothing_of_them(desk, closed, settings):
    settings.BACKUPS_KEPT = 0

    page = desk.opens(receipt_page(closed))

    assert ("Backing up" in page.text, asked(desk, closed, "").status_code) == (False, 204)
