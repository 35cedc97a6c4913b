"""The table-facing pages: no amounts but the stakes and the limits, names that are only names, and secret addresses."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import make_group_link, set_group_links
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.site.server import qr_picture
from hostdesk.base.site.theme_context import COOKIE
from hostdesk.invitations.nights.commands import plan_night
from hostdesk.table.tv.commands import end_screen, give_screen
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.tables.seats import Spot
from tests.browser.scenes import HOSTILE
from tests.hostdesk.browsing import Page
from tests.hostdesk.two_tables import Tables
from tests.signed_in import banker_client
from tests.stories.evening import NIGHT, Evening, a_closed_night

pytestmark = [pytest.mark.further, pytest.mark.django_db]

AMOUNT = r"\d[\d,]*\.\d\d"


@pytest.fixture
def tables():
    """An evening with five players; four have seats, and there is money in every form."""
    tables = Tables(5).sits(one="Ann Bo", two="Cy Gil")
    tables.buy_in("Bo", "41.00", ruling="his birthday")
    tables.buy_in("Cy", "42.00", note="n1", ruling="he is good for it")
    tables.notice("Bo")
    return tables


def tv(night, rest=""):
    return f"/nights/{night.pk}/tv/{rest}"


def amounts(page):
    """Return every amount in a page, visible or not."""
    return sorted(set(re.findall(AMOUNT, page)))


def now_address(page):
    """Return the address of the page's poll."""
    return re.search(r'id="pulse" hx-get="([^"]+)"', page).group(1).replace("&amp;", "&")


def test_there_is_no_amount_but_the_stakes_and_the_limits(desk, tables):
    page, screen = desk.opens(tv(tables.night)), Client().get(f"/table/{give_screen(tables.night, made_by='Ann')}/")

    assert amounts(page.html) == ["0.25", "0.50", "10.00", "50.00"]
    assert amounts(screen.content.decode()) == ["0.25", "0.50", "10.00", "50.00"]


def test_the_levels_are_stakes_too(desk):
    evening = Evening("hybrid")
    evening.buy_in("Bo", "9.00")

    page = desk.opens(tv(evening.night))

    assert "9.00" not in amounts(page.html)
    assert "Level 1 of 11 Paused Blinds 0.01 / 0.02 Next 0.02 / 0.04" in page.text


def test_everybody_at_the_table_is_named(desk, tables):
    page = desk.opens(tv(tables.night))

    assert "Table 1 2 Table 1 Seat 1 Ann Seat 2 Bo Free: 3, 4, 5, 6, 7, 8, 9, 10, 11" in page.text
    assert "No seat yet Di" in page.text


def test_who_leaves_is_named_with_what_is_left_of_their_notice(desk, tables):
    tables.now = timezone.now()
    tables.notice("Cy")

    page = desk.opens(tv(tables.night))

    assert re.findall(r"Leaving Cy (?:29|30):\d\d Buy-in", page.text) != []
    assert amounts(page.html) == ["0.25", "0.50", "10.00", "50.00"]


@pytest.mark.parametrize(("changes_at", "status"), [("0", 204), ("99999999999", 204), ("1", 200), ("x", 204)])
def test_when_a_notice_is_over_everything_is_sent_again(desk, tables, changes_at, status):
    address = now_address(desk.opens(tv(tables.night)).html)

    answer = desk.client.get(re.sub("changes=0", f"changes={changes_at}", address))

    assert answer.status_code == status


def test_a_button_at_an_empty_seat_is_seen(desk, tables):
    tables.buttons(one=2).does("stand_up", player=player_named("Bo"))

    page = desk.opens(tv(tables.night))

    assert "Free: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 D the button Seat 2" in page.text


def test_nothing_leads_on_but_to_the_card_and_back_to_the_bank(desk, tables):
    page, own = desk.opens(tv(tables.night)), {"Skip to content": "#main", "Game card": tv(tables.night, "?show=card")}
    own |= {"load the page anew": ""}  # for an update of the desk

    assert (page.links, page.forms) == (own | {"To the bank": f"/nights/{tables.night.pk}/tonight/"}, [])


def test_a_screen_leads_nowhere_but_to_the_card(tables):
    screen = f"/table/{give_screen(tables.night, made_by='Ann')}/"
    page = Client().get(screen)

    assert re.findall(r'<a [^>]*href="([^"]+)"', page.content.decode()) == ["#main", f"{screen}?show=card"]
    assert (page.headers["Referrer-Policy"], dict(page.cookies)) == ("strict-origin", {})


@pytest.mark.parametrize("theme", ["auto", "dark", "light"])
def test_it_is_dark_unless_this_browser_was_told_otherwise(desk, tables, theme):
    desk.client.cookies[COOKIE] = theme

    page = desk.opens(tv(tables.night))

    assert re.search(r'data-theme="(\w+)"', page.html).group(1) == ("light" if theme == "light" else "dark")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(desk, name):
    tables = Tables(1)
    tables.knows(name)
    tables.arrives(name)
    tables.does("take_seat", player=player_named(name), spot=Spot(1, 3))

    page = desk.opens(tv(tables.night))

    assert f"Seat 3 {name.split()[0]} Free" in page.text
    assert [mark for mark in ("<img", "<b><", "<script>", ">49<") if mark in page.html.partition("<main")[2]] == []


def test_nothing_is_sent_while_nothing_has_changed(desk, tables):
    address = now_address(desk.opens(tv(tables.night)).html)

    assert (address.partition("?")[0], desk.client.get(address).status_code) == (tv(tables.night, "now/"), 204)


@pytest.mark.parametrize("seen", ["", "?act=x&fact=y", "?act=-1&fact=0", "?act=1"])
def test_who_does_not_say_what_they_saw_is_sent_everything(desk, tables, seen):
    assert desk.client.get(tv(tables.night, f"now/{seen}")).status_code == 200


def test_a_move_is_sent_in_parts(desk, tables):
    address = now_address(desk.opens(tv(tables.night)).html)
    tables.does("take_seat", player=player_named("Di"), spot=Spot(2, 5))

    parts = desk.client.get(address).content.decode()

    assert re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob="true"', parts) == [
        "tv-blinds",
        "tv-draw",
        "tv-tables",
        "tv-around",
        "pulse",
    ]
    assert ("Di" in parts, "<html" in parts, desk.client.get(now_address(parts)).status_code) == (True, False, 204)


def test_a_view_without_the_table_is_loaded_anew_once_seats_are_drawn(desk):
    tables = Tables(2)
    before = now_address(desk.opens(tv(tables.night, "?show=table")).html)
    tables.sits(one="Ann Bo")

    answer = desk.client.get(before)

    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")
    assert 'class="plain oval round"' in desk.opens(tv(tables.night)).html


def test_a_screen_asks_at_its_own_address(tables):
    secret, screen = give_screen(tables.night, made_by="Ann"), Client()
    page = screen.get(f"/table/{secret}/").content.decode()
    tables.notice("Cy")

    parts = screen.get(now_address(page))

    assert (now_address(page).partition("?")[0], parts.status_code) == (f"/table/{secret}/now/", 200)
    assert f'data-clock="/table/{secret}/clock.json"' in page


def test_a_screen_is_given_the_clock(tables):
    clock = Client().get(f"/table/{give_screen(tables.night, made_by='Ann')}/clock.json").json()

    assert (clock["blinds"], clock["last"], clock["call"]) == ("0.25 / 0.50", 0, None)


def test_a_screen_that_was_ended_is_read_anew_and_is_gone(tables):
    secret, screen = give_screen(tables.night, made_by="Ann"), Client()
    end_screen(tables.night)

    answers = [screen.get(f"/table/{secret}/{rest}") for rest in ("now/", "", "clock.json")]

    assert [answer.status_code for answer in answers] == [204, 404, 404]
    assert answers[0].headers["HX-Refresh"] == "true"
    assert "Ann" not in re.findall(r"\w+", answers[1].content.decode())


def test_after_the_close_there_is_nobody_to_see(desk):
    night = a_closed_night().night

    page, parts = desk.opens(tv(night)), desk.client.get(tv(night, "now/"))

    assert ("The night is over." in page.text, "Bo" in page.text, amounts(page.html)) == (True, False, [])
    assert (parts.status_code, parts.headers["HX-Refresh"]) == (204, "true")


def test_before_the_bank_is_open_there_is_the_game_card_and_nothing_else(desk, tables):
    night = Night.objects.create(house=tables.night.house, date=tables.night.date)

    card = desk.opens(tv(night))

    assert (shown(card), "Banker" in card.text, 'id="pulse"' in card.html) == ("card", False, False)
    assert desk.client.get(tv(night, "now/")).status_code == 404


def test_after_the_close_the_game_card_is_still_there(desk):
    card = desk.opens(tv(a_closed_night().night, "?show=card"))

    assert (shown(card), 'id="pulse"' in card.html) == ("card", False)


def test_tonight_leads_there(desk, tables):
    page = desk.opens(f"/nights/{tables.night.pk}/tonight/?more=yes")

    assert desk.opens(page.links["Show"]).links["Table view"] == tv(tables.night)


def show(night, rest=""):
    return f"/nights/{night.pk}/show/{rest}"


def test_the_address_for_a_television_is_made_and_shown_once(desk, tables):
    made = desk.sends(desk.opens(show(tables.night)).forms[-1])
    later = desk.opens(show(tables.night))

    address = re.findall(r'value="http://testserver(/table/[a-z0-9-]{14}/)"', made.html)[0]
    assert Client().get(address).status_code == 200
    assert (later.html.count("testserver/table/"), later.html.count("New address")) == (0, 1)
    assert made.html.count('class="qr"') == 1


def test_the_address_is_ended(desk, tables):
    secret = give_screen(tables.night, made_by="Ann")

    page = desk.sends(desk.opens(show(tables.night)).forms[-1], end="yes")

    assert (page.url, "Make the address" in page.text) == (show(tables.night), True)
    assert Client().get(f"/table/{secret}/").status_code == 404


def test_where_the_address_was_made_before_it_still_can_be(desk, tables):
    before = f"/nights/{tables.night.pk}/screen/"

    led, made = desk.client.get(before), desk.client.post(before)

    assert (led.status_code, led.headers["Location"]) == (301, show(tables.night))
    assert (made.status_code, "Shown once" in made.content.decode()) == (200, True)


def test_the_banker_of_the_night_makes_it_too(tables):
    banker = banker_client(tables.night, player_named("Ann"))

    assert banker.post(show(tables.night)).status_code == 200


def test_a_closed_night_has_no_address_to_make(desk):
    night = a_closed_night().night

    answer = desk.client.post(show(night))

    assert (answer.status_code, answer.headers["Location"]) == (302, f"/nights/{night.pk}/")


def test_before_the_bank_is_open_there_are_seats_and_no_address(desk):
    night = plan_night(date=date(2026, 11, 27), house="dave-2018")

    page = desk.opens(show(night))

    assert ("Make the address" in page.html.partition("<main")[2], "1 free 2 free" in page.text) == (False, True)
    assert desk.client.post(show(night)).status_code == 404


def test_it_shows_who_sits_where(desk, tables):
    tables.buttons(one=2)

    page = desk.opens(show(tables.night))

    assert "Seat cards 1 Ann 2 Bo button 3 free" in page.text
    assert "Not seated yet: Di" in page.text
    assert page.links["Give seats"] == f"/nights/{tables.night.pk}/tonight/seats/"


def test_a_card_is_made_for_everybody_with_a_seat(desk):
    night = Tables(2).sits(one="Ann Bo").night

    page = desk.opens(show(night, "?cards=yes"))

    assert re.findall(r"Seat (\d+) (\w*)", page.text) == [*[("1", "Ann")] * 2, *[("2", "Bo")] * 2]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_on_a_chart_and_a_card_is_only_a_name(desk, name):
    tables = Tables(1)
    tables.knows(name)
    tables.arrives(name)
    tables.does("take_seat", player=player_named(name), spot=Spot(1, 3))

    pages = [desk.opens(show(tables.night, rest)) for rest in ("", "?cards=yes")]

    assert [name in page.text for page in pages] == [True, True]
    inside = [page.html.partition("<main")[2] for page in pages]
    assert [mark for html in inside for mark in ("<img", "<b></", "<script>", ">49<") if mark in html] == []


@pytest.mark.parametrize(
    ("before", "now"), [("seats.pdf", "show/"), ("seat-cards.pdf", "show/?cards=yes"), ("card.pdf", "tv/?show=card")]
)
def test_papers_that_were_files_are_pages(desk, tables, before, now):
    led = desk.client.get(f"/nights/{tables.night.pk}/{before}")

    assert (led.status_code, led.headers["Location"]) == (301, f"/nights/{tables.night.pk}/{now}")


def shown(page):
    """Return "card" for a page with the game card, "table" for any other."""
    return "card" if "All rules of the house" in page.text else "table"


@pytest.mark.parametrize("house", ["mike", "hybrid", "dave-2018"])
def test_before_anybody_plays_it_is_the_game_card(desk, house):
    evening = Evening(house)
    before = desk.opens(tv(evening.night))
    evening.buy_in("Bo", "10.00")

    after = desk.opens(tv(evening.night))

    assert [shown(before), shown(after)] == ["card", "table"]
    assert before.html.count('class="qr"') == 1


def test_with_seats_before_the_first_buy_in_it_is_the_table(desk):
    night = Tables(2).sits(one="Ann Bo").night

    assert shown(desk.opens(tv(night))) == "table"


def test_a_link_leads_from_each_to_the_other(desk, tables):
    card = desk.opens(desk.opens(tv(tables.night)).links["Game card"])

    table = desk.opens(card.links["The table"])

    assert [shown(card), shown(table)] == ["card", "table"]
    assert "Blinds 0.25/0.50 Buy-in 10.00 to 50.00, or the big stack" in card.text


def test_the_card_tells_chips_levels_and_what_is_only_of_this_night():
    evening = Evening("mike", buy_in_max="40.00")
    mike = Page(Client().get(f"/table/{give_screen(evening.night, made_by='Ann')}/"), "/")
    evening.opens("hybrid", day=NIGHT + timedelta(days=1))

    hybrid = Page(Client().get(f"/table/{give_screen(evening.night, made_by='Ann')}/"), "/")

    assert "Chips white 0.05 red 0.10" in mike.text
    assert "Only this night Buy-in up to 40.00." in mike.text
    assert "Levels of 20 minutes 1 0.01/0.02 2 0.02/0.04" in hybrid.text
    assert "Banker Ann" in hybrid.text


def test_the_card_of_a_screen_leads_to_the_rules_and_never_to_the_group_link(desk, settings):
    settings.URL, night = "https://poker.example.org", Evening("mike").night
    link, secret = secret_of(make_group_link(night, made_by="Ann")), give_screen(night, made_by="Ann")
    paths = ["/houses/mike/rules/", f"/group/{link}/rules/", f"/table/{secret}/rules/"]
    codes = [qr_picture(f"https://poker.example.org{path}") for path in paths]
    kept = Client().get(f"/table/{secret}/").content.decode()
    set_group_links(waits=False, shares_rules=True)

    screen, tablet = Client().get(f"/table/{secret}/").content.decode(), desk.opens(tv(night)).html

    assert [[code in page for code in codes] for page in (kept, screen, tablet)] == [
        [True, False, False],
        [False, False, True],
        [False, True, False],
    ]


def test_a_card_is_loaded_anew_once_something_is_recorded(desk):
    evening = Evening("mike")
    address = now_address(desk.opens(tv(evening.night)).html)
    quiet = desk.client.get(address)
    evening.buy_in("Bo", "10.00")

    bought = desk.client.get(address)

    assert [quiet.status_code, "HX-Refresh" in quiet.headers] == [204, False]
    assert [bought.status_code, bought.headers["HX-Refresh"]] == [204, "true"]


def test_a_name_on_a_card_is_only_a_name(desk):
    evening = Evening("mike")
    evening.renames("Ann", HOSTILE[1])

    assert HOSTILE[1] not in desk.opens(tv(evening.night)).html
