"""Tonight: the page agrees with the ledger, and shows the acts of other devices."""

import re
from datetime import date

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from hostdesk.invitations.nights.commands import plan_night
from hostdesk.table.open_night.queries import BankLine
from ledger.cash_out.commands import cash_out
from ledger.cash_out.payout import PayoutPart
from ledger.money.words import Means
from reservations.models import Act
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "10.00")
    evening.last_hand()
    evening.cash_out("Cy", "12.35")
    return evening


@pytest.fixture
def url(evening):
    return f"/nights/{evening.night.pk}/tonight/"


def test_the_line_of_the_bank_adds_up_and_its_parts_tell_who(desk, url):
    """Of 30.00 sold, 17.65 is on the table with Bo, who is in for 20.00; Cy got 12.35, 0.35 of it in the final pot."""
    page = desk.opens(url)

    assert page.says("30.00 17.65 12.35 0.35 Bo 20.00 Cy 12.35 218.00")


@pytest.mark.parametrize(
    ("in_play", "amount", "place", "reaches"),
    [(1000, "$0.00", None, 1000), (700, "$3.00", "70%", 1000), (1250, "$2.50", "80%", 1250)],
    ids=["whole", "too little", "too much"],
)
def test_the_till_tears_open_where_it_does_not_add_up(in_play, amount, place, reaches):
    line = BankLine(
        sold_cents=1000,
        extra_cents=0,
        in_play_cents=in_play,
        back_cents=0,
        missing_cents=0,
        drawer_cents=0,
        final_pot_cents=0,
    )

    bar = render_to_string("table/tonight/_till_bar.html", {"line": line})

    assert re.findall(r'<svg x="([^"]+)"', bar) == ([place] if place else [])
    assert re.findall(r"<text[^>]*>([^<]+)", bar) == ([amount] if place else [])
    assert re.findall(r'viewBox="0 0 (\d+) 4"', bar) == [str(reaches)]


def test_everybody_is_there_and_who_left_comes_last(desk, url, evening):
    evening.arrives("Ann")

    page = desk.opens(url)

    assert "Bo in for 20.00 Ann no chips yet – Cy out, won 2.00 in for 10.00" in page.text


@pytest.mark.parametrize("view", ["list", "turned"])
def test_how_the_players_are_shown_is_remembered_by_the_browser(desk, url, view):
    seen = [
        desk.client.get(f"{url}{asked}").context["view"] for asked in ("", f"?view={view}", "", "?view=upside-down")
    ]

    assert seen == ["table", view, view, view]


def test_how_the_players_were_shown_before_the_cookie_had_a_desk_still_counts(desk, url):
    desk.client.cookies["tonight"] = "list"

    assert desk.client.get(url).context["view"] == "list"


def test_two_desks_below_one_name_show_the_players_as_they_did(desk, url):
    desk.client.get(f"{url}?view=list")

    assert settings.COOKIE.format("tonight") in desk.client.cookies


def test_what_is_being_done_is_a_card_and_a_receipt_of_one_line_is_none(desk, url, evening):
    evening.arrives("Ann")
    came, opened = Act.objects.latest("number").number, Act.objects.get(kind="open").number
    asked = ("", f"players/{player_named('Cy').number}/", f"?receipt={came}", f"?receipt={opened}", "?more=yes")

    kinds = [desk.client.get(f"{url}{each}").context["kind"] for each in asked]

    assert kinds == ["night", "doing", "told", "doing", "doing"]


def test_the_last_acts_can_be_undone(desk, url):
    page = desk.opens(url)

    undone = [link.removeprefix(url) for text, link in page.links.items() if text == "Undo"]
    newest = Act.objects.latest("number").number
    assert undone == [f"undo/{newest}/"]


def test_a_closed_night_has_a_page_of_its_own(desk, url, evening):
    evening.cash_out("Bo", "17.65")
    evening.final_pot("Bo")
    evening.counts_drawer("200.00")
    evening.closes()

    response = desk.client.get(url)

    assert (response.status_code, response.url) == (302, f"/nights/{evening.night.pk}/")


@pytest.mark.parametrize("number", ["0", "9223372036854775808", "99"])
def test_a_night_that_is_not_there(desk, number):
    assert desk.client.get(f"/nights/{number}/tonight/").status_code == 404


def test_nothing_new_is_nothing_sent(desk, url, evening):
    newest = evening.arrives("Ann").act.number

    response = desk.client.get(f"{url}since/{newest}/")

    assert (response.status_code, response.content) == (204, b"")


def test_what_another_device_did_is_sent_without_the_panel(desk, url, evening):
    before = evening.arrives("Ann").act.number
    evening.buy_in("Ann", "10.00")

    response = desk.client.get(f"{url}since/{before}/")

    content = response.content.decode()
    assert response.status_code == 200
    assert [part in content for part in ('id="bank"', 'id="players"', 'id="last-acts"', 'id="panel"')] == [
        *[True] * 3,
        False,
    ]


def test_the_chips_to_hand_out_are_said(desk, url, evening):
    bo = player_named("Bo").number

    page = desk.sends(desk.opens(f"{url}players/{bo}/").form("/buy-in/"), amount="5.00", late="yes")

    assert page.says("16 0.05 12 0.10 12 0.25")


def test_other_chips_can_be_said_to_have_been_given(desk, url, evening):
    bought = evening.buy_in("Ann", "5.00")
    receipt = desk.opens(f"{url}?receipt={bought.act.number}")
    form = desk.opens(receipt.links["Gave others…"]).form(f"/gave/{bought.act.number}/")
    proposed = [form.fields[f"amount-{place}"] for place in range(6)]

    given = desk.sends(form, **{f"amount-{place}": "1" if place == 5 else "" for place in range(6)})

    assert (proposed, given.status) == ([["16"], ["12"], ["12"], [""], [""], [""]], 200)
    assert desk.opens(f"{url}?receipt={bought.act.number}").says("1 5.00")


def test_a_number_of_chips_that_is_none_is_said(desk, url, evening):
    bought = evening.buy_in("Ann", "5.00")
    form = desk.opens(f"{url}gave/{bought.act.number}/").form(f"/gave/{bought.act.number}/")

    refused = desk.sends(form, **{"amount-0": "some"})

    assert (refused.status, refused.form(f"/gave/{bought.act.number}/").fields["amount-0"]) == (422, ["some"])


def test_a_receipt_of_another_night_is_not_shown(desk, url, evening):
    other = evening.knows("Dee").act.number

    page = desk.opens(f"{url}?receipt={other}")

    assert "Recorded" not in page.text


def test_a_receipt_tells_how_many_acts_one_press_recorded(desk, url, evening):
    evening.knows("Dee")
    for name in ("Ann", "Dee"):
        evening.arrives(name)

    page = desk.sends(desk.opens(f"{url}everyone/").form("/everyone/"), amount="5.00", late="yes")

    assert "2 acts recorded" in page.text
    assert "acts recorded" not in desk.opens(f"{url}?receipt={evening.opening.act.number}").text


@pytest.mark.parametrize("page", ["add/", "everyone/", "float/", "hand-over/"])
def test_a_closed_night_offers_nothing_to_do(desk, url, evening, page):
    evening.cash_out("Bo", "17.65")
    evening.final_pot("Bo")
    evening.counts_drawer("200.00")
    evening.closes()

    assert desk.opens(f"{url}{page}").url == f"/nights/{evening.night.pk}/"


def test_a_planned_night_has_no_table_yet(desk):
    night = plan_night(date=date(2026, 11, 27), house="mike")

    assert desk.opens(f"/nights/{night.pk}/tonight/").url == f"/nights/{night.pk}/"


@pytest.mark.parametrize(("trigger", "target"), [("sitting-1", "main"), ("pulse", None)])
def test_an_error_takes_the_place_of_the_page_and_never_by_itself(desk, url, trigger, target):
    response = desk.client.get(f"{url}players/99/", headers={"HX-Request": "true", "HX-Trigger": trigger})

    assert (response.status_code, response.headers.get("HX-Retarget")) == (404, target)


def test_signed_out_the_page_is_left_alone(client, url):
    response = client.get(f"{url}since/1/", headers={"HX-Request": "true", "HX-Trigger": "pulse"})

    assert (response.status_code, response.headers.get("HX-Redirect")) == (401, None)


def test_somebody_whose_arrival_was_undone_long_ago_is_still_named(desk, url, evening):
    evening.knows("Max")
    came = evening.arrives("Max")
    evening.undo(came)
    for _ in range(9):
        evening.big_stack("50.00")

    assert "Max arrives" in desk.opens(f"{url}undo/{came.act.number}/").text
    assert "Max arrives" in desk.opens(f"{url}?receipt={came.act.number}").text


def test_the_receipt_of_a_cash_out_says_how_it_was_paid_and_how_the_night_went(desk, url, evening):
    paid = Act.objects.get(kind="cash_out")

    page = desk.opens(f"{url}?receipt={paid.number}")

    assert "into the final pot 0.35 in cash 12.00" in page.text
    assert page.says("10.00 12.00 +2.00")
    assert "Pay 1 × 10.00 2 × 1.00" in page.text


def test_what_was_refused_is_no_address_to_come_back_to(desk, url):
    refused = desk.client.post(f"{url}players/{player_named('Bo').number}/buy-in/", {})

    assert (refused.status_code, refused.headers["HX-Push-Url"]) == (422, "false")


def test_a_payout_in_two_heaps_of_cash_is_told_as_one(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    heaps = [PayoutPart(Means.CASH, 3000), PayoutPart(Means.CASH, 2000)]
    paid = cash_out(
        stamp=evening.stamp(ruling="in two heaps"),
        night=evening.night,
        player=player_named("Bo"),
        player_count_cents=5000,
        banker_count_cents=5000,
        parts=heaps,
    )

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/?receipt={paid.act.number}")

    assert "in cash 50.00 Bought 50.00, received 50.00: 0.00 tonight" in page.text
