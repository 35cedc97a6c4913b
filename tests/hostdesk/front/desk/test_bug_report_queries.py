"""The bug report has the useful facts and none of the private words on the desk."""

import re

import pytest
from django.db import connection
from django.utils import timezone

from hostdesk.base.faults import kept_faults
from hostdesk.base.sign_in.link_commands import make_link
from hostdesk.front.desk.bug_report_queries import PARTS, bug_report
from hostdesk.mail.mail_account.account import SMTP, MailServer
from hostdesk.mail.messages.commands import set_email
from hostdesk.models import LinkKind
from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from reservations.models import Desk
from reservations.players.queries import player_named
from tests.running import run
from tests.signed_in import a_host, host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

PLANTED = ["Zacharias", "<b>Quentin</b>", "=HYPERLINK(Xaver)", "cash\u202eWalpurga"]
FAR = "192.168.77.31"


@pytest.fixture
def secrets(settings, tmp_path, monkeypatch):
    """Write private words all over a desk, and return them."""
    kept_faults._unwritten.clear()
    folder = tmp_path / "home of Wilhelmina"
    folder.mkdir()
    settings.VAR, settings.FAULTS, settings.HEAD = folder, folder / "faults", None
    settings.MAIL_SERVER = MailServer(SMTP, "127.0.0.1", 1, sender="Yolanda <yolanda@kitchen.example>")
    monkeypatch.setenv("HOSTDESK_EMAIL_URL", "smtp://yolanda:hunter2hunter2@kitchen.example")
    monkeypatch.setattr("hostdesk.management.commands.doctor.lan_addresses", lambda: (FAR,))
    a_host("Hostibert")
    Desk.objects.update(help_line="Call Leopoldine at 0800-555")
    evening = Evening("mike")
    for name in PLANTED[:3]:
        evening.knows(name)
    evening.buy_in(PLANTED[0], "437.91", ruling="Zacharias begged Bartholomew")
    evening.buy_in(PLANTED[1], "25.50", note="IOU-Ottokar", ruling="a birthday of Friedhelm")
    evening.undo(evening.buy_in(PLANTED[2], "31.07", ruling="once"), "Friedhelm miscounted")
    zacharias = player_named(PLANTED[0])
    set_email(zacharias, "zach@private.example", wanted=True)
    add_way(player=zacharias, kind=KINDS["text"], typed={"text": "PayPal @zacharias99"}, at=timezone.now())
    link = make_link(LinkKind.PLAYER, player=zacharias, made_by="Hostibert")
    said = f"{PLANTED[0]} owes 437.91, {link}, {folder}"
    try:
        raise KeyError(said) from ValueError(said)
    except KeyError as error:
        kept_faults.note(settings.FAULTS, error, "tonight_buy_in")
    yield [
        *("Zacharias", "Quentin", "Xaver", "Wilhelmina", "olanda", "kitchen", "hunter2", "Hostibert", "Leopoldine"),
        *("Bartholomew", "Ottokar", "Friedhelm", "private.example", "PayPal", "zacharias99", "0800", link, FAR),
        *("437", "43791", "25.50", "2550", "31.07", "3107", settings.SECRET_KEY, str(folder)),
    ]
    kept_faults._unwritten.clear()


def test_nothing_private_is_in_it(secrets):
    told = bug_report()

    assert [word for word in secrets if word.casefold() in told.casefold()] == []


def test_what_is_not_made_for_strangers_has_it(secrets):
    """Control: the night log and the doctor do print such words."""
    told = run("export_night", "--all").out + run("doctor").out

    found = [word for word in ("Zacharias", "437", "Bartholomew", "Ottokar", "Friedhelm", FAR) if word in told]
    assert found == ["Zacharias", "437", "Bartholomew", "Ottokar", "Friedhelm", FAR]


def test_it_has_what_helps(secrets):
    told = bug_report()

    assert [title for title in PARTS if f"\n== {title}\n" in told] == list(PARTS)
    assert "WRONG mail:         the server that sends cannot be reached (ConnectionRefusedError)" in told
    assert re.search(r"\d{3}-\d{3}, 1 times, last \S+, tonight_buy_in: the desk failed \(KeyError\)", told)
    assert "hostdesk.PlayerEmail 1" in told
    acts = [re.sub(r"^\d+ \S+ ", "", line) for line in told.splitlines() if " buy_in " in line and "player=" in line]
    assert [act.partition("player=")[2].split(" stack")[0] for act in acts] == [
        "p5 amount=# pay=cash",
        "p6 amount=# pay=note note=…",
        "p7 amount=# pay=cash",
    ]


def test_the_host_gets_it_as_a_file_and_on_the_command_line(secrets, tmp_path):
    file = tmp_path / "report.txt"

    answer = host_client("Hostibert").post("/desk/bug-report/")
    ran, again = run("bug_report", "--to", file), run("bug_report", "--to", file)

    assert answer.headers["Content-Disposition"] == 'attachment; filename="hostdesk-bug-report.txt"'
    titles = [re.findall("^== (.*)$", text, re.MULTILINE) for text in (answer.content.decode(), file.read_text())]
    assert titles[0] == titles[1] == [*PARTS, "The last acts, 300 at most"]
    assert (ran.code, file.stat().st_mode & 0o777) == (0, 0o600)
    assert again.err == f"CommandError: {file} cannot be written: File exists.\n"
    assert run("bug_report", "--acts", 0).out.endswith("== The last acts, 0 at most\n\n")


@pytest.mark.sqlite
def test_what_cannot_be_read_hides_nothing_else(secrets):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE reservations_act RENAME TO gone")

    told = bug_report()

    assert told.count("cannot be read: the database lacks tables of this version") == 2
    assert [word for word in secrets if word.casefold() in told.casefold()] == []
