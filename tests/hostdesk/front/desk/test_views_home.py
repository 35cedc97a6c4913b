"""The page at the first address, the keys of forms that are shown again, and the light and dark themes."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate, now

from hostdesk.base.site.theme_context import COOKIE
from hostdesk.front.set_up.commands import hide_first_night
from hostdesk.invitations.nights.commands import plan_night
from hostdesk.rules.houses.presets import load_preset
from reservations.acts.kept_head import KeptHead, keep_in
from reservations.acts.kinds import Stamp
from reservations.houses.commands import make_house
from reservations.models import Act, Fact, Player
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import brings
from tests.signed_in import banker_client, host_client, player_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def test_without_a_night_the_desk_says_what_to_do(desk):
    hide_first_night()

    page = desk.opens("/")

    assert "No night is planned." in page.text
    assert (page.links["Add players"], page.links["Plan a night"]) == ("/players/add/", "/nights/plan/")


@pytest.mark.pg
def test_every_page_of_a_host_and_a_banker_says_that_the_books_lost_their_end(settings, tmp_path):
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    bo, tonight = player_named("Bo"), f"/nights/{evening.night.pk}/tonight/"
    hosts = [tonight, f"{tonight}players/{bo.number}/", f"/nights/{evening.night.pk}/closing/"]
    hosts += ["/book/", "/nights/", "/houses/", "/?stay=yes", "/desk/"]
    pages = [(host_client("Ann"), each) for each in hosts] + [(banker_client(evening.night, bo), tonight)]
    pages += [(player_client(bo), f"/own/{bo.number}/")]

    settings.HEAD = tmp_path / "head"
    well = {says_fault(client, page) for client, page in pages}
    keep_in(settings.HEAD, KeptHead(412, "9f" * 32))
    told = [says_fault(client, page) for client, page in pages]

    assert (well, told) == ({False}, [True] * 9 + [False])


def says_fault(client, page):
    """Tell whether a page's warning line says that the books are an older copy, and names the remedy."""
    answer = client.get(page)
    assert answer.status_code == 200
    line = answer.content.decode().partition('<details class="offline" role="alert">')[2].partition("</details>")[0]
    return "older copy of the books, without" in line and "manage.py restore FILE" in line


def test_tonight_on_another_tablet_shows_books_that_were_laid_back(settings, tmp_path):
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    settings.HEAD, number = tmp_path / "head", Act.objects.latest("number").number
    keep_in(settings.HEAD, KeptHead(number + 5, "9f" * 32))
    newest = Fact.objects.order_by("-pk").values_list("pk", flat=True).first() or 0

    answer = host_client("Ann").get(f"/nights/{evening.night.pk}/tonight/since/{number + 5}/?fact={newest}&changes=0")

    assert (answer.status_code, "without 5 acts" in answer.content.decode()) == (200, True)


def test_books_that_lost_their_end_are_told_on_home_and_on_this_desk(desk, settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    before = [desk.opens(path).text for path in ("/", "/desk/")]

    keep_in(settings.HEAD, KeptHead(412, "9f" * 32))

    after = [desk.opens(path).text for path in ("/", "/desk/")]
    assert ["Act 412 (head 9f9f9f9f9f9f)" in text for text in [*before, *after]] == [False, False, True, True]
    assert all("manage.py restore FILE" in text for text in after)
    assert after[0].index("Act 412") < after[0].index("Your first night")


def test_once_there_are_players_the_desk_asks_for_none_and_offers_to_ask_for_a_date(desk):
    for name in ("Ann", "Bo"):
        record_player(stamp=Stamp(f"key-of-{name}", now()), name=name, regular=True)
    hide_first_night()

    page = desk.opens("/")

    assert "/players/add/" not in page.links.values()
    assert (page.links["Ask for a date"], page.links["Plan a night"]) == ("/polls/new/", "/nights/plan/")


def test_a_night_of_results_only_is_marked_on_home(desk):
    make_house(document=load_preset("mike"))
    for name in ("Ann", "Bo"):
        record_player(stamp=Stamp(f"key-of-{name}", now()), name=name, regular=True)
    brings(Ann=500, Bo=-500)

    assert "results only" in desk.opens("/").text


def test_an_open_night_is_where_the_work_is(desk):
    night = Evening("dave-2018").night

    assert desk.client.get("/").url == f"/nights/{night.pk}/tonight/"


def test_two_open_nights_are_offered(desk):
    evening = Evening("dave-2018")
    first = evening.night
    evening.opens("hybrid")

    page = desk.opens("/")

    offered = [link for link in page.leads_to if link.endswith("/tonight/")]
    assert offered == [f"/nights/{night.pk}/tonight/" for night in (first, evening.night)]


def test_the_demo_begins_with_the_game_that_was_opened_first(desk, settings):
    settings.DEMO = True
    evening = Evening("dave-2018")
    first = evening.night
    evening.opens("hybrid")

    assert desk.client.get("/").url == f"/nights/{first.pk}/tonight/"


def test_a_planned_night_can_be_opened(desk):
    night = plan_night(date=localdate(), house="mike")

    page = desk.opens("/")

    assert page.links["Open the bank"] == f"/nights/{night.pk}/open/"


def test_a_night_weeks_ahead_is_about_its_guests(desk):
    night = plan_night(date=localdate() + timedelta(weeks=2), house="mike")

    page = desk.opens("/")

    assert f'class="button primary" href="/nights/{night.pk}/"' in " ".join(page.html.split())
    assert "Open the bank" not in page.links


def test_an_open_night_among_two_says_how_many_play(desk):
    evening = Evening("dave-2018")
    evening.opens("hybrid")
    evening.arrives("Bo")

    text = desk.opens("/").text

    assert (text.count("no players yet"), text.count("1 at the table")) == (1, 1)


def test_the_banker_of_a_planned_night_sees_the_night():
    host = record_player(stamp=Stamp("a-banker-to-be", now()), name="Ann", regular=True)
    night = plan_night(date=localdate(), house="mike")
    banker = banker_client(night, Player.objects.get(pk=host.act.number))

    answer = banker.get("/", follow=True)

    assert (answer.redirect_chain, answer.status_code) == ([(f"/nights/{night.pk}/", 302)], 200)


@pytest.mark.parametrize(("asked", "given"), [("", 1), ("?count=3", 3), ("?count=999", 200), ("?count=-1", 1)])
def test_keys_are_minted(desk, asked, given):
    keys = desk.client.get(f"/keys/{asked}").json()["keys"]

    assert len(set(keys)) == given


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_theme_is_kept_in_the_browser(desk, theme):
    response = desk.client.post("/look/", {"theme": theme, "next": "/nights/"})

    assert (response.status_code, response.url, response.cookies[COOKIE].value) == (303, "/nights/", theme)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil", ""])
def test_nobody_is_sent_elsewhere(desk, back):
    response = desk.client.post("/look/", {"theme": "<b>", "next": back})

    assert (response.status_code, response.url, dict(response.cookies)) == (303, "/", {})


@pytest.mark.parametrize("back", ["/", "/other/", "{}/../other/", "{}/players/%2e%2e/%2e%2e/other/"])
def test_below_a_path_nobody_is_sent_to_another_program(desk, below_a_path, back):
    response = desk.client.post("/look/", {"theme": "dark", "next": back.format(below_a_path)})

    assert response.url == f"{below_a_path}/"
