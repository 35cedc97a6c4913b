"""The page of the second place: set-up in steps, a key that is shown once, and the words on other pages."""

import io
import logging
import re
import subprocess
from datetime import date, timedelta
from types import SimpleNamespace

import psutil
import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from hostdesk.base.site import rounds
from hostdesk.safekeeping.backups.queries import HEAD_SHOWN, last_act
from hostdesk.safekeeping.second_place import queries
from hostdesk.safekeeping.second_place.copies import Copy
from hostdesk.safekeeping.second_place.page import sheet_of
from hostdesk.safekeeping.second_place.queries import LastGood
from hostdesk.safekeeping.second_place.sheet_key import NoKey, new_key, public_half, read_key
from reservations.acts.kinds import Stamp
from reservations.acts.problems import SetAside
from reservations.players.commands import record_player
from tests.hostdesk.browsing import Browser, Page
from tests.hostdesk.safekeeping.second_place.conftest import KEY
from tests.signed_in import host_client, signs_in

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def ann(host, settings, tmp_path):
    """The host's browser, at a desk with a folder for copies and without a key."""
    settings.VAR, settings.BACKUP_TO, settings.BACKUP_RECIPIENT = tmp_path, tmp_path / "stick", ""
    return Browser(host_client(host.name))


@pytest.fixture
def locked(ann, tmp_path):
    """The same with a key."""
    (tmp_path / "recipient").write_text(public_half(KEY))
    return ann


def recorded_two_hours_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Record an act, and let two hours pass."""
    record_player(stamp=Stamp("key-of-bo", timezone.now()), name="Bo", regular=True)
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)


def copied(settings, *, hours: float, act: int = 1, head: str = "") -> Copy:
    """Note a good copy made that many hours ago."""
    made = Copy(timezone.now().replace(microsecond=0) - timedelta(hours=hours), act, head or "0" * 12, ".sqlite3")
    good = LastGood(str(settings.BACKUP_TO), made.name, 1_200_000, (1, "", 0, 0), elsewhere=True)
    queries.memory_of_place().write_text(good.as_text())
    return made


def choices(page):
    """Return the disks on the buttons of a page."""
    return [value for form in page.forms for name, value, _ in form.buttons if name == "disk"]


def test_the_disks_that_are_there_are_offered(ann, sticks):
    page = ann.opens("/desk/?open=copies")

    assert choices(page) == [str(sticks)]
    assert f"{sticks.name} 14 GB" in page.text
    assert "no second place" in ann.opens("/desk/").part("copies")
    assert ann.client.post("/second-place/key/").status_code == 404


def test_a_small_disk_is_told_in_megabytes(ann, sticks, monkeypatch):
    monkeypatch.setattr(psutil, "disk_usage", lambda path: SimpleNamespace(free=812_000_000))

    assert f"{sticks.name} 812 MB" in ann.opens("/desk/?open=copies").text


def test_without_another_disk_the_page_asks_for_a_stick(ann, sticks, monkeypatch):
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: [])

    page = ann.opens("/desk/?open=copies")

    assert (choices(page), page.links["Look again"]) == ([], "/desk/?open=copies#copies")


def test_a_chosen_disk_is_used_at_once_and_after_a_restart(ann, sticks, settings):
    """The desk makes its own folder there, and then asks for the recovery sheet."""
    page = ann.sends(ann.opens("/desk/?open=copies").form("/second-place/choose/"), disk=str(sticks))

    assert page.url == "/desk/?open=copies#copies"
    assert (sticks / "hostdesk").is_dir()
    assert queries.second_folder() == sticks / "hostdesk"
    assert "Make the recovery sheet" in page.text


def test_a_folder_that_is_there_can_be_typed_instead(ann, sticks):
    (sticks / "mine").mkdir()

    ann.client.post("/second-place/choose/", {"folder": f" {sticks}/mine "})

    assert queries.second_folder() == sticks / "mine"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, "Choose a disk, or type a folder like /media/ann/STICK/hostdesk."),
        ({"folder": "stick"}, "it takes a folder from the root on, like /media/ann/STICK/hostdesk."),
        ({"folder": "/media/ann/gone"}, "/media/ann/gone is not there."),
        ({"folder": "/dev/null"}, "/dev/null is a file: the copies need a folder."),
        ({"folder": "/sys"}, "/sys cannot be written."),
        ({"disk": "/media/ann/gone"}, "/media/ann/gone is not there any more. Plug it in again"),
    ],
)
def test_what_cannot_take_copies_is_refused_with_the_reason(ann, sticks, said, told):
    page = Page(ann.client.post("/second-place/choose/", said), "/second-place/choose/")

    assert (page.status, told in page.text, choices(page)) == (422, True, [str(sticks)])
    assert queries.second_folder() is None


def test_another_disk_can_be_chosen_later_but_not_against_the_environment(ann, sticks, settings):
    queries.chosen_file().write_text(f"{sticks}\n")
    chosen = ann.opens("/desk/?open=copies")
    settings.BACKUP_TO = sticks

    named = ann.opens("/desk/?open=copies")

    assert ("Another disk…" in chosen.text, "Another disk…" in named.text) == (True, False)
    assert ann.client.post("/second-place/choose/", {"disk": str(sticks)}).status_code == 404


def test_the_demo_keeps_no_copies_whatever_was_chosen(sticks, settings):
    queries.chosen_file().write_text(f"{sticks}\n")
    settings.DEMO = True

    assert queries.second_folder() is None


def test_a_key_counts_once_its_last_group_was_typed(ann):
    shown = ann.sends(ann.opens("/desk/?open=copies").form("/second-place/key/"))
    form = shown.form("/keep/")
    key = read_key(form.fields["identity"][0])

    wrong = ann.sends(form, last_group="ZZ")
    before = queries.locks_for()
    kept = ann.sends(wrong.form("/keep/"), last_group=f" {key[-2:].lower()} ")

    assert (wrong.status, before) == (422, "")
    assert read_key(wrong.form("/keep/").fields["identity"][0]) == key
    assert (kept.url, queries.locks_for()) == ("/desk/?open=copies#copies", public_half(key))
    assert "locked for this sheet" in kept.text


def test_the_paper_has_the_key_of_the_page(ann):
    shown = ann.sends(ann.opens("/desk/?open=copies").form("/second-place/key/"))
    key = shown.form("/print/").fields["identity"][0]

    answer = ann.client.post("/second-place/key/print/", {"identity": key})

    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    lines = re.findall(r"(?:[0-9A-Z]{4} ){2,3}[0-9A-Z]{2,4}$", page.extract_text(), re.MULTILINE)
    assert read_key(" ".join(lines)) == key
    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == ("application/pdf", "no-store")


def test_the_key_is_nowhere_but_in_the_answer(ann, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    answer = ann.client.post("/second-place/key/")
    key = answer.context["sheet"].key
    ann.client.post("/second-place/key/print/", {"identity": key})
    ann.client.post("/second-place/key/keep/", {"identity": key, "last_group": key[-2:]})

    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    rows = "".join(connection.connection.iterdump()) if connection.vendor == "sqlite" else ""

    assert answer.headers["Cache-Control"] == "no-store"
    for secret in (key, key[16:30], key[-20:]):
        assert [secret.encode() in kept, secret in rows, secret in caplog.text] == [False, False, False]


def test_each_key_is_another(ann):
    keys = {ann.client.post("/second-place/key/").context["sheet"].key for _ in range(2)}

    assert len(keys) == 2


@pytest.mark.parametrize("page", ["print", "keep"])
@pytest.mark.parametrize("identity", ["", "age1abc", KEY[:-1]])
def test_a_form_without_a_key_is_no_form(ann, page, identity):
    assert ann.client.post(f"/second-place/key/{page}/", {"identity": identity}).status_code == 404


def test_a_sign_in_in_between_keeps_the_key_out_of_the_form(ann):
    answer = signs_in(Client(), path="/second-place/key/keep/", body="last_group=C6")
    unknown = Client().post("/second-place/key/keep/", {"identity": KEY, "last_group": "C6"})

    assert KEY[16:] not in answer.content.decode()
    assert "last_group" in unknown.content.decode()
    assert KEY[16:] not in unknown.content.decode()


@pytest.mark.parametrize(("address", "told"), [("192.168.1.20", True), ("127.0.0.1", False)])
def test_a_host_who_comes_over_the_wi_fi_is_warned(ann, address, told):
    answer = ann.client.post("/second-place/key/", REMOTE_ADDR=address)

    assert answer.context["is_seen"] is told


def test_a_key_of_the_environment_has_no_sheet_here(ann, settings):
    settings.BACKUP_RECIPIENT = public_half(KEY)

    page = ann.opens("/desk/?open=copies")

    assert "HOSTDESK_BACKUP_RECIPIENT" in page.text
    assert [form.action for form in page.forms if "key" in form.action] == []
    assert ann.client.post("/second-place/key/").status_code == 404


def test_home_asks_for_the_key_as_long_as_there_is_none(ann):
    assert "The second place has no key yet." in ann.opens("/?stay=yes").text


def test_the_settings_say_when_the_last_good_copy_was_and_home_says_nothing(locked, settings, monkeypatch):
    recorded_two_hours_ago(monkeypatch)
    copied(settings, hours=30, head=last_act().head[:HEAD_SHOWN])

    home, page = locked.opens("/?stay=yes"), locked.opens("/desk/?open=copies")

    assert ["The last good copy in the second place is of" in each.text for each in (home, page)] == [False, True]
    assert ["look after it" in locked.opens("/desk/").text, "no key" in page.text] == [False, False]


def test_a_day_without_a_copy_is_told_everywhere(locked, settings, monkeypatch):
    recorded_two_hours_ago(monkeypatch)
    copied(settings, hours=30)  # a copy of other books: no copy has the act of these books

    health = locked.client.get("/healthz")

    assert "The last good copy in the second place is of" in locked.opens("/?stay=yes").text
    assert "look after it" in locked.opens("/desk/").part("copies")
    assert (health.status_code, health.json()["second_place"]["late"]) == (503, True)


def test_a_desk_without_any_copy_says_so(locked, monkeypatch):
    recorded_two_hours_ago(monkeypatch)

    assert "There is no copy in the second place yet." in locked.opens("/?stay=yes").text
    assert locked.client.get("/healthz").json()["second_place"] == {"last_good": None, "late": True}


def test_why_the_last_try_failed_is_told_in_words(locked):
    away = rounds.Round(rounds.SECOND_PLACE, lambda *_: None, 60, patience=60)
    away.note("", SetAside({"the copy": queries.PlaceFault("/media/stick is not there.")}).words())
    broken = rounds.Round(rounds.SECOND_PLACE, lambda *_: None, 60, patience=60)
    broken.note("No backup was made.", {})

    with rounds.known(away):
        told = locked.opens("/desk/?open=copies").text
    with rounds.known(broken):
        failed = locked.opens("/desk/?open=copies").text

    assert ("/media/stick is not there." in told, "No backup was made." in failed) == (True, True)


def test_a_folder_on_the_disk_of_the_books_is_told(locked, settings):
    made = Copy(timezone.now().replace(microsecond=0), 0, "0" * 12, ".sqlite3")
    good = LastGood(str(settings.BACKUP_TO), made.name, 1_200_000, (0, "", 0, 0), elsewhere=False)
    queries.memory_of_place().write_text(good.as_text())

    assert "on the same disk as the books" in locked.opens("/desk/?open=copies").text


def test_what_is_no_key_says_nothing_of_it():
    with pytest.raises(NoKey) as told:
        read_key(KEY.replace("Q", "P"))

    assert "KN3X" not in str(told.value)


def comes_from(folder, remote):
    """Turn a folder into a repository with that origin."""
    for said in (["init", "--quiet"], ["remote", "add", "origin", remote]):
        subprocess.run(["git", "-C", str(folder), *said], check=True)


def test_a_wheel_is_not_taken_for_a_part_of_the_repository_around_it(settings, tmp_path):
    comes_from(tmp_path, "https://git.example/dotfiles.git")
    settings.BASE_DIR, settings.IS_INSTALLED = tmp_path / "lib", True
    settings.BASE_DIR.mkdir()

    sheet = sheet_of(new_key(), date(2026, 11, 20))

    assert (sheet.source, sheet.steps[-2].commands) == ("", ("hostdesk",))


@pytest.mark.parametrize(
    ("remote", "printed"),
    [
        ("https://ann:secret@git.example/hostdesk.git", "https://git.example/hostdesk.git"),
        ("git@git.example:hostdesk.git", "git@git.example:hostdesk.git"),
        ("/home/ann/hostdesk", ""),
        ("file:///home/ann/hostdesk", ""),
        ("../hostdesk", ""),
    ],
)
def test_the_source_on_the_sheet_is_never_a_folder_of_the_lost_computer(remote, printed, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    comes_from(tmp_path, remote)

    sheet = sheet_of(new_key(), date(2026, 11, 20))

    assert (sheet.source, "SOURCE is where you have it from" in sheet.steps[1].words) == (printed, not printed)
