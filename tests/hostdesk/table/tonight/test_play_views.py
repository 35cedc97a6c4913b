"""Events at the table, from the pages: arrivals, notices, levels, the last hand, the float, the banker."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.bank.queries import bank_of
from ledger.money.cents import format_cents
from reservations.models import Act, Player
from reservations.players import commands as players_commands
from reservations.players.queries import player_named
from tests.reservations.friday import START, Friday
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return Evening("hybrid")


@pytest.fixture
def url(evening):
    return f"/nights/{evening.night.pk}/tonight/"


def last():
    """Return the kind and the content of the last act."""
    act = Act.objects.latest("number")
    return act.kind, act.content


def test_a_known_player_comes_and_their_panel_opens(desk, url):
    page = desk.sends(desk.opens(f"{url}add/").form("/add/"), name="bo")

    bo = player_named("Bo").number
    assert page.url == f"{url}players/{bo}/?receipt={Act.objects.latest('number').number}"
    assert last() == ("arrive", f'{{"player":{bo}}}')


def test_a_walk_in_is_put_on_the_list_first(desk, url):
    desk.sends(desk.opens(f"{url}add/").form("/add/"), name="  Dee   Dee ")

    dee = player_named("Dee Dee")
    assert dee.regular
    assert last() == ("arrive", f'{{"player":{dee.number}}}')


def test_a_guest_comes_with_who_invited_them(desk, url):
    form = desk.opens(f"{url}add/").form("/add/")

    desk.sends(form, name="Zoe", guest="yes", invited_by=str(player_named("Bo").number))

    zoe = player_named("Zoe")
    assert (zoe.regular, zoe.invited_by) == (False, player_named("Bo"))


def test_who_has_an_inviter_is_a_guest_without_another_tick(desk, url):
    desk.sends(desk.opens(f"{url}add/").form("/add/"), name="Zoe", invited_by=str(player_named("Bo").number))

    assert (player_named("Zoe").regular, player_named("Zoe").invited_by) == (False, player_named("Bo"))


def test_the_same_form_again_adds_nobody_twice(desk, url):
    form = desk.opens(f"{url}add/").form("/add/")

    pages = [desk.sends(form, name="Dee"), desk.sends(form, name="Dee")]

    assert pages[0].url == pages[1].url
    assert Player.objects.filter(name="Dee").count() == 1


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "a\x07b", "a\x00b", "\u202e"])
def test_what_is_no_name_is_refused(desk, url, name):
    before = Act.objects.count()

    page = desk.sends(desk.opens(f"{url}add/").form("/add/"), name=name)

    assert page.status == 422
    assert Act.objects.count() == before


def test_who_is_refused_at_the_door_is_not_put_on_the_list(desk):
    evening = Evening("mike")
    url = f"/nights/{evening.night.pk}/tonight/"

    refused = desk.sends(desk.opens(f"{url}add/").form("/add/"), name="Zoe", guest="yes")
    page = desk.sends(refused.form("/add/"), invited_by=str(player_named("Bo").number))

    assert (refused.status, page.status) == (422, 200)
    assert player_named("Zoe").invited_by == player_named("Bo")


def test_everyone_in_for_the_usual(desk, url, evening):
    for name in ("Ann", "Bo", "Cy"):
        evening.arrives(name)

    page = desk.sends(desk.opens(f"{url}everyone/").form("/everyone/"))

    assert "3 acts recorded" in page.text
    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "230.00"


def test_one_press_undoes_what_one_press_recorded_and_once(desk, url, evening):
    for name in ("Ann", "Bo", "Cy"):
        evening.arrives(name)
    bought = desk.sends(desk.opens(f"{url}everyone/").form("/everyone/"))
    form = desk.opens(bought.links["Undo"]).form(bought.links["Undo"])

    first, again = (desk.sends(form, together="yes") for _ in range(2))

    assert ("together", "yes", "submit") in form.buttons
    assert ("3 acts recorded" in first.text, first.url) == (True, again.url)
    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "200.00"


def test_one_of_them_can_be_undone_by_itself(desk, url, evening):
    for name in ("Ann", "Bo"):
        evening.arrives(name)
    bought = desk.sends(desk.opens(f"{url}everyone/").form("/everyone/"))

    desk.sends(desk.opens(bought.links["Undo"]).form(bought.links["Undo"]))

    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "210.00"


def test_where_nobody_has_answered_the_regulars_can_be_ticked(desk, url, evening):
    page = desk.opens(f"{url}everyone/")

    sold = desk.sends(page.form("/everyone/"), players=[str(player_named(name).number) for name in ("Bo", "Cy")])

    assert page.form("/everyone/").fields.get("players", []) == []
    assert "2 acts recorded" in sold.text
    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "220.00"


def test_everyone_or_nobody(desk, url, evening):
    for name in ("Ann", "Bo"):
        evening.arrives(name)
    form = desk.opens(f"{url}everyone/").form("/everyone/")
    evening.buy_in("Bo", "10.00")

    page = desk.sends(form)

    assert page.status == 422
    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "210.00"


def test_pressed_twice_everyone_is_in_once(desk, url, evening):
    evening.arrives("Ann")
    form = desk.opens(f"{url}everyone/").form("/everyone/")

    desk.sends(form)
    desk.sends(form)

    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "210.00"


def test_the_level_is_a_button(desk, url):
    form = desk.opens(f"{url}clock/").form("/level/")

    page = desk.sends(form, level="2")

    assert "Level <b data-clock-level>2</b>" in page.html
    assert "Blinds 0.02 / 0.04" in page.text
    assert last() == ("level", '{"level":2}')


def test_a_level_that_does_not_rise_is_refused(desk, url, evening):
    form = desk.opens(f"{url}clock/").form("/level/")
    evening.level(3)

    page = desk.sends(form, level="2")

    assert page.status == 422
    assert "</bdi> says no.</b>" in page.html


def test_before_a_notice_the_panel_says_when_it_would_be_over(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    url = f"/nights/{evening.night.pk}/tonight/"
    before = timezone.localtime() + timedelta(minutes=30)

    panel = desk.opens(f"{url}players/{player_named('Bo').number}/")

    after = timezone.localtime() + timedelta(minutes=30)
    assert any(f"Can leave from {each:%H:%M}, if announced now." in panel.text for each in (before, after))


def test_a_notice_is_one_press(desk, url, evening):
    evening.buy_in("Bo", "10.00")
    bo = player_named("Bo").number

    page = desk.sends(desk.opens(f"{url}players/{bo}/").form("/notice/"))

    assert "Bo gives notice of leaving" in page.text
    assert last() == ("leave_notice", f'{{"player":{bo}}}')


def test_the_last_hand_is_one_press(desk, url):
    page = desk.sends(desk.opens(f"{url}?more=yes").form("/last-hand/"))

    assert "The last hand has been played" in page.text
    assert last() == ("last_hand", "{}")


def test_the_banker_adds_to_the_float(desk, url, evening):
    desk.sends(desk.opens(f"{url}float/").form("/float/"), amount="35")

    assert format_cents(bank_of(evening.night).balances.float_cents) == "235.00"


def test_the_bank_is_handed_over(desk, url, evening):
    desk.sends(desk.opens(f"{url}hand-over/").form("/hand-over/"), banker=str(player_named("Cy").number))

    assert evening.banker() == "Cy"


def test_who_is_removed_is_not_offered_the_bank(desk):
    """Bo is removed by the strikes of two nights, Dee from the group by the host."""
    removed = Evening("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="5.00", buy_in_max="20.00")
    players_commands.record_player(stamp=removed.stamp(), name="Dee", regular=True, removed=True)
    offers = [desk.opens(f"/nights/{removed.night.pk}/tonight/hand-over/").form("/hand-over/").takes["banker"]]
    for weeks in (1, 2):
        Friday(removed.night.house, starts_at=START - timedelta(weeks=weeks)).strike("Bo")
    offers.append(desk.opens(f"/nights/{removed.night.pk}/tonight/hand-over/").form("/hand-over/").takes["banker"])

    bo, cy = (str(player_named(name).number) for name in ("Bo", "Cy"))
    assert offers == [{"", bo, cy}, {"", cy}]


def test_a_notice_that_another_tablet_noted_is_not_noted_twice(desk, url, evening):
    evening.buy_in("Bo", "10.00")
    form = desk.opens(f"{url}players/{player_named('Bo').number}/").form("/notice/")
    evening.notice("Bo")

    page = desk.sends(form)

    assert page.status == 422
    assert "Bo has given notice already, at 20:00." in page.text


def test_the_last_hand_is_noted_once(desk, url, evening):
    form = desk.opens(f"{url}?more=yes").form("/last-hand/")
    evening.last_hand()

    page = desk.sends(form)

    assert page.status == 422
    assert Act.objects.filter(kind="last_hand").count() == 1


def test_who_is_here_does_not_come_again(desk, url, evening):
    evening.arrives("Bo")

    page = desk.sends(desk.opens(f"{url}add/").form("/add/"), name="Bo")

    assert page.status == 422
    assert Act.objects.filter(kind="arrive").count() == 1


def test_who_has_left_may_come_again(desk, url, evening):
    evening.buy_in("Bo", "10.00")
    evening.cash_out("Bo", "0")

    page = desk.sends(desk.opens(f"{url}add/").form("/add/"), name="Bo")

    assert page.status == 200
    assert last() == ("arrive", f'{{"player":{player_named("Bo").number}}}')


def test_everyone_is_asked_again_where_one_has_bought_in_meanwhile(desk, url, evening):
    evening.arrives("Ann")
    evening.arrives("Bo")
    form = desk.opens(f"{url}everyone/").form("/everyone/")
    desk.sends(desk.opens(f"{url}everyone/").form("/everyone/"), players=[str(player_named("Bo").number)])

    page = desk.sends(form)

    assert page.alert == "Bo"
    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "210.00"


def test_a_player_who_is_named_twice_buys_in_once(desk, url, evening):
    evening.arrives("Ann")
    ann = str(player_named("Ann").number)

    desk.sends(desk.opens(f"{url}everyone/").form("/everyone/"), players=[ann, ann])

    assert format_cents(bank_of(evening.night).balances.drawer_cents) == "210.00"


@pytest.mark.sweep
@pytest.mark.parametrize("address", ["level/", "last-hand/", "players/1/notice/", "players/1/buy-in/"])
def test_the_address_of_a_form_leads_to_the_page_it_is_on(desk, url, address):
    response = desk.client.get(f"{url}{address}")

    above = address.rstrip("/").rpartition("/")[0]
    assert (response.status_code, response.url) == (302, f"{url}{above}/" if above else url)


def test_cash_behind_is_noted_and_stands_on_the_panel_and_on_the_tile(desk, url, evening):
    evening.buy_in("Bo", "10.00")
    bo = f"{url}players/{player_named('Bo').number}/"
    before = desk.opens(bo)

    noted = desk.sends(desk.opens(before.links["Play behind"]).form("/behind/"), amount="7.50")

    assert (noted.status, last()[0]) == (200, "play_behind")
    assert not before.says("7.50")
    assert "Plays 7.50 behind" in desk.opens(bo).text
    assert desk.opens(url).links["Bo 7.50 behind in for 10.00"] == bo


def test_the_tile_of_who_plays_behind_and_leaves_says_both(desk, url, evening):
    evening.buy_in("Bo", "10.00")
    evening.behind("Bo", "7.50")
    evening.notice("Bo")

    page = desk.opens(url)

    [tile] = [text for text in page.links if text.startswith("Bo ")]
    said_at = f"{timezone.localtime(evening.now):%H:%M}"
    assert tile.replace(said_at, "now") == "Bo 7.50 behind, leaving, said now in for 10.00"


def test_who_leaves_without_buying_is_out(desk, url, evening):
    evening.arrives("Bo")
    bo = f"{url}players/{player_named('Bo').number}/"

    page = desk.sends(desk.opens(bo).form("/left/"))

    assert (page.status, last()[0]) == (200, "leave")
    assert "Bo out, bought nothing" in page.text
    assert [form for form in desk.opens(bo).forms if form.action.endswith("/left/")] == []
