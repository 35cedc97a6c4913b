"""The settings: the rows and the forms they open; the place, the addresses, the last backup and the last act."""

import re
import tomllib
from ipaddress import ip_network
from pathlib import Path

import pytest

from hostdesk import VERSION
from hostdesk.base.sign_in.commands import add_host
from hostdesk.base.site import server
from hostdesk.front.desk.settings_views import OWN, SETTINGS
from hostdesk.safekeeping.backups import queries as backups_queries
from reservations.models import Act, Desk
from tests.hostdesk.browsing import Browser, Page
from tests.signed_in import host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

PLACE = {"time_zone": "Europe/Berlin", "currency": "EUR", "locale": "de_DE"}
BACKUP = "hostdesk-20261121T034205Z-act412-9f9ab5167f8f"


@pytest.fixture
def zoe():
    """The browser of a host with only one house of the desk."""
    house = Evening("dave-2018").night.house
    add_host("Zoë", [house])
    return Browser(host_client("Zoë"))


def rows(browser):
    return [key for key, *_ in browser.client.get("/desk/").context["settings"]]


def test_each_row_opens_what_changes_it_and_closes_the_others(desk):
    opened = {key: desk.opens(f"/desk/?open={key}") for key in SETTINGS}

    assert [(key, page.status) for key, page in opened.items() if not page.part(f"{key}-name")] == []
    assert [key for key, page in opened.items() if f'class="back" href="/desk/#{key}"' not in page.html] == []
    assert 'class="back"' not in desk.opens("/desk/?open=nothing").html


def test_a_host_of_some_houses_sets_what_is_their_own_alone(zoe, desk):
    opened = [key for key in SETTINGS if zoe.opens(f"/desk/?open={key}").part(f"{key}-name")]
    moved = zoe.client.post("/desk/", PLACE)

    assert (rows(zoe), opened, rows(desk)) == ([*OWN], [*OWN], [*SETTINGS])
    assert (moved.status_code, Desk.objects.get().currency) == (403, "USD")


@pytest.mark.parametrize(
    ("old", "key"),
    [
        ("/desk/hosts/", "hosts"),
        ("/desk/calendar/", "calendar"),
        ("/desk/help-line/", "help"),
        ("/mail-account/?address=ann@gmail.com", "email"),
        ("/password/", "password"),
        ("/second-place/", "copies"),
    ],
)
def test_what_had_a_page_of_its_own_is_a_row_now(desk, old, key):
    answer = desk.client.get(old)

    query = f"&{old.partition('?')[2]}" if "?" in old else ""
    assert (answer.status_code, answer["Location"]) == (301, f"/desk/?open={key}{query}#{key}")


@pytest.mark.pg
def test_the_desk_moves(desk):
    page = desk.sends(desk.opens("/desk/?open=place").form("/desk/"), **PLACE)

    assert page.url == "/desk/"
    assert "Saved." in page.text
    assert Desk.objects.values(*PLACE).get() == PLACE


def test_amounts_are_written_so_from_then_on(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")

    desk.sends(desk.opens("/desk/?open=place").form("/desk/"), **PLACE)

    assert "20,00" in desk.opens(f"/nights/{evening.night.pk}/").text


@pytest.mark.parametrize(
    ("locale", "paper", "size"), [("de_DE", "", "A4"), ("de_DE", "letter", "US Letter"), ("en_US", "a4", "A4")]
)
def test_the_desk_prints_on_the_paper_of_its_place_or_on_another(desk, locale, paper, size):
    desk.sends(desk.opens("/desk/?open=place").form("/desk/"), **PLACE | {"locale": locale, "paper": paper})

    page = desk.opens("/desk/?open=place")
    assert Desk.objects.get().paper == paper
    assert f"Papers are {size} now." in page.text


def test_the_form_says_what_holds(desk):
    Desk.objects.update(**PLACE)

    fields = desk.opens("/desk/?open=place").form("/desk/").fields

    assert {name: fields[name] for name in PLACE} == {name: [said] for name, said in PLACE.items()}


@pytest.mark.parametrize("word", ["dinner", "Abendessen", "better half", "Betty", "alphabet", ""])
def test_the_text_of_payments_is_the_hosts_own_word(desk, word):
    desk.sends(desk.opens("/desk/?open=place").form("/desk/"), payment_text=word)

    assert Desk.objects.get().payment_text == word
    assert desk.opens("/desk/?open=place").form("/desk/").fields["payment_text"] == [word]


@pytest.mark.parametrize(
    "word",
    [
        "Poker night",
        "our game",
        "buy-in",
        "CHIPS",
        "gambling debt",
        "Pokerabend",
        "bet_2",
        "tournaments",
        "postcards",
        "blinds",
        "Homegame",
        "wagers",
        "roulette",
    ],
)
def test_the_word_of_a_game_is_refused_with_another_one_offered(desk, word):
    page = desk.sends(desk.opens("/desk/?open=place").form("/desk/"), payment_text=word)

    assert (page.status, Desk.objects.get().payment_text, "dinner" in page.text) == (422, "", True)


def test_a_zone_of_the_environment_is_told(desk, settings):
    settings.TIME_ZONE_IS_SET = True
    told = "America/New_York HOSTDESK_TIME_ZONE on" in desk.opens("/desk/?open=place").text
    settings.TIME_ZONE_IS_SET = False

    assert [told, "HOSTDESK_TIME_ZONE" in desk.opens("/desk/?open=place").text] == [True, False]


@pytest.mark.parametrize(("chosen", "offered"), [("", True), ("Europe/Berlin", False)])
def test_the_browsers_zone_is_offered_until_one_is_chosen(desk, settings, chosen, offered):
    settings.TIME_ZONE_IS_SET = False
    Desk.objects.update(time_zone=chosen)

    assert ('data-browsers="time_zone"' in desk.opens("/desk/?open=place").html) is offered


def test_a_forged_place_is_refused(desk):
    answer = desk.client.post("/desk/", {"time_zone": "Mars/Base", "currency": "XXX", "locale": "x", "paper": "b5"})

    wrong = ["currency", "locale", "paper", "time_zone"]
    assert (answer.status_code, sorted(answer.context["form"].errors)) == (422, wrong)
    assert Desk.objects.get().currency == "USD"


def test_the_addresses_are_those_for_others(desk, monkeypatch, settings):
    monkeypatch.setattr(server, "lan_addresses", lambda: ("192.168.7.7",))
    others = desk.client.get("/desk/").context["addresses"]
    settings.LISTEN = "127.0.0.1"

    alone = desk.opens("/desk/?open=desk")

    assert others == {"http://192.168.7.7:8000/": "home network"}
    assert "Opens on this computer only" in alone.text


@pytest.mark.parametrize(("tls", "says"), [(False, "The desk also answers"), (True, "The desk answers only")])
def test_a_private_network_is_told_loudly(desk, settings, tls, says):
    settings.TLS, settings.NETWORKS = tls, (ip_network("100.64.0.0/10"), ip_network("10.8.0.0/24"))

    page = Page(desk.client.get("/desk/?open=desk", secure=tls), "/desk/")

    assert says in page.text
    assert '<p class="notice warn">' in page.html
    assert re.findall(r"<b>([\d./]+)</b>", page.html) == ["100.64.0.0/10", "10.8.0.0/24"]


@pytest.mark.parametrize(
    ("kept", "names", "words"),
    [
        (30, [], "No backup yet."),
        (0, [], "No backups are kept here"),
        (30, [BACKUP, "hostdesk-20251121T034205Z-act1-9f9ab5167f8f"], "Fri 20 Nov 2026, 22:42"),
    ],
)
def test_the_last_backup(desk, settings, tmp_path, kept, names, words):
    settings.VAR, settings.BACKUPS_KEPT = tmp_path, kept
    (tmp_path / "backups").mkdir()
    for name in names:
        (tmp_path / "backups" / f"{name}.sqlite3").touch()
        (tmp_path / "backups" / f"{name}.dump").touch()

    assert words in desk.opens("/desk/?open=copies").text


def test_only_a_backup_has_a_time():
    with pytest.raises(ValueError, match="x is not the name of a backup"):
        backups_queries.made_at(Path("x"))


def test_the_last_act_and_the_version(desk):
    Evening("dave-2018")
    last = Act.objects.latest("number")

    text = desk.opens("/desk/?open=desk").text

    assert [said for said in (f"number {last.number}", last.head, f"Version {VERSION}") if said not in text] == []


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((Path(__file__).parents[4] / "pyproject.toml").read_text(encoding="utf-8"))

    assert project["project"]["version"] == VERSION


def test_it_is_in_the_menu(desk):
    assert desk.opens("/players/").links["Settings"] == "/desk/"
