"""The seats of tonight from the page: assigned, changed, swapped and left, and the notes on their players."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.table.tables.queries import seating_now
from reservations.models import Fact
from reservations.tables.seats import HandEntryKind, Missed, Spot
from tests.hostdesk.seated import Tables
from tests.hostdesk.two_tables import deals

pytestmark = pytest.mark.django_db

TWELVE = ("Di", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")


@pytest.fixture
def friday():
    """Ann, Bo and Cy are here at dave-2018's, without seats."""
    return Tables("dave-2018").come("Ann", "Bo", "Cy")


@pytest.fixture
def seated(friday):
    """Those three at seats 1, 2 and 3."""
    friday.seat_all()
    return friday


def tonight(friday, rest=""):
    return f"/nights/{friday.night.pk}/tonight/{rest}"


def of(friday, name, rest=""):
    return tonight(friday, f"players/{friday.number(name)}/{rest}")


def last_fact():
    return Fact.objects.latest("pk").pk


def where(friday):
    """Return the seats of the three by name."""
    spots = seating_now(friday.night).spots
    return {name: spots.get(friday.number(name)) for name in ("Ann", "Bo", "Cy")}


def says(desk, friday, name, verb, **said):
    """Send a form of a player's panel, with these values filled in."""
    return desk.sends(desk.opens(of(friday, name)).form(f"/{verb}/"), **said)


def test_a_card_leads_to_a_swap_while_a_seat_is_free(desk, seated):
    free = desk.opens(of(seated, "Bo")).links.get("Move or swap…")

    page = desk.opens(free)

    assert free == of(seated, "Bo", "seat/")
    assert [form.action for form in page.forms if form.action.endswith("/swap/")] == [of(seated, "Bo", "swap/")]
    assert "Move or swap…" not in page.links


def test_a_tile_says_what_its_player_is_in_for_and_has_behind(desk, seated):
    seated.buy_in("Bo", "30.00")
    seated.behind("Bo", "7.50")

    page = desk.opens(tonight(seated))

    tiles = {address: text for text, address in page.links.items()}
    assert tiles[of(seated, "Ann")] == "AnnAnn , seat 1 – no chips"
    assert tiles[of(seated, "Bo")] == "BoBo , seat 2 in for 30.00 7.50 behind"


def test_a_night_without_seats_looks_as_ever_and_offers_them(desk, friday):
    page = desk.opens(tonight(friday))

    assert ("Table 1" in page.text, page.links["Give seats"]) == (False, tonight(friday, "seats/"))
    assert [form for form in page.forms if "seat" in form.action] == []


def test_everybody_is_given_a_seat_in_order_of_arrival(desk, friday):
    asked = desk.opens(tonight(friday, "seats/"))

    page = desk.sends(asked.form("/seats/"), everybody="yes")

    assert where(friday) == {"Ann": Spot(1, 1), "Bo": Spot(1, 2), "Cy": Spot(1, 3)}
    assert "Ann Table 1, seat 1 Bo Table 1, seat 2" in asked.text
    assert "3 have a seat. Undo" in page.text


def test_seats_are_drawn_card_by_card_and_undone(desk, friday):
    asked = desk.opens(tonight(friday, "seats/"))

    page = desk.sends(asked.form("/seats/"), draw="yes")

    assert sorted(map(str, where(friday).values())) == [f"Table 1, seat {seat}" for seat in (1, 2, 3)]
    assert (page.url, "The highest card sits first." in page.text) == (
        tonight(friday, f"draws/{last_fact()}/?turn"),
        True,
    )
    assert page.links["Button at table 1…"] == tonight(friday, "tables/1/button/")
    undo = tonight(friday, f"take-back/{last_fact()}/")
    desk.sends(desk.opens(undo).form(undo))
    assert where(friday) == {"Ann": None, "Bo": None, "Cy": None}


def test_seats_go_by_cards_dealt_at_the_table(desk, friday):
    page = deals(desk, desk.opens(tonight(friday, "seats/")), Ann="2c", Bo="As", Cy="10h")

    assert where(friday) == {"Bo": Spot(1, 1), "Cy": Spot(1, 2), "Ann": Spot(1, 3)}
    assert "Dealt at the table. The highest card sits first." in page.text


def test_one_alone_draws_for_no_seat(desk, seated):
    seated.come("Di")
    alone = desk.opens(tonight(seated, "seats/"))
    seated.come("Eve")

    pages = [alone, desk.opens(tonight(seated, "seats/"))]

    assert ["Draw seats" in page.text for page in pages] == [False, True]


def test_a_draw_for_seats_sent_twice_draws_once(desk, friday):
    form = desk.opens(tonight(friday, "seats/")).form("/seats/")

    pages = [desk.sends(form, draw="yes") for _ in range(2)]

    assert [page.url for page in pages] == [tonight(friday, f"draws/{last_fact()}/{turn}") for turn in ("?turn", "")]
    assert Fact.objects.filter(kind="move").count() == 1


def test_a_free_seat_moves_the_player_who_was_tapped(desk, seated):
    page = desk.opens(of(seated, "Bo"))

    page = desk.sends(page.form("/seat/"), spot="1-7")

    assert where(seated)["Bo"] == Spot(1, 7)
    assert "Bo sits at table 1, seat 7." in page.text
    assert page.links["Undo"] == tonight(seated, f"take-back/{Fact.objects.latest('pk').pk}/")


def test_a_seat_that_was_taken_meanwhile_is_said(desk, seated):
    page = says(desk, seated, "Bo", "seat", spot="1-3")

    assert (page.status, where(seated)["Bo"]) == (422, Spot(1, 2))
    assert "Cy sits there: Table 1, seat 3." in page.text


@pytest.mark.sweep
@pytest.mark.parametrize("spot", ["", "x", "1", "0-1", "1-999"])
def test_what_is_no_seat_is_said(desk, seated, spot):
    page = says(desk, seated, "Bo", "seat", spot=spot)

    assert (page.status, where(seated)["Bo"]) == (422, Spot(1, 2))


def test_two_change_seats(desk, seated):
    choosing = desk.opens(of(seated, "Bo", "seat/"))

    page = desk.sends(choosing.form("/swap/"), other=seated.number("Cy"))

    assert where(seated) == {"Ann": Spot(1, 1), "Bo": Spot(1, 3), "Cy": Spot(1, 2)}
    assert "Bo and Cy have changed seats." in page.text


@pytest.mark.further
def test_the_banker_moved_by_hand_has_the_bank_still(desk, seated):
    seated.come(*TWELVE)
    seated.seat_all()
    seated.split()
    seated.come("Max")
    seated.seat_all()

    there = says(desk, seated, "Ann", "seat", spot="2-11")
    beside = says(desk, seated, "Ann", "seat", spot="2-10")

    assert "Ann sits at table 2, seat 11. Ann has the bank." in there.text
    assert ("Ann sits at table 2, seat 10." in beside.text, "has the bank" in beside.text) == (True, False)


def test_somebody_leaves_the_seat_and_stays(desk, seated):
    page = desk.sends(desk.opens(of(seated, "Bo", "seat/")).form("/stand/"))

    assert where(seated)["Bo"] is None
    assert "No seat yet Bo → Table 1, seat 2" in page.text


def test_the_same_form_twice_moves_once(desk, seated):
    form = desk.opens(of(seated, "Bo")).form("/seat/")
    desk.sends(form, spot="1-7")

    again = desk.sends(form, spot="1-7")

    assert (again.status, Fact.objects.filter(kind="move").count()) == (200, 2)


def test_the_same_key_with_another_seat_is_a_conflict(desk, seated):
    form = desk.opens(of(seated, "Bo")).form("/seat/")
    desk.sends(form, spot="1-7")

    again = desk.sends(form, spot="1-8")

    assert (again.status, where(seated)["Bo"]) == (409, Spot(1, 7))


def test_a_free_seat_asks_who_sits_there(desk, seated):
    seated.come("Di")
    page = desk.opens(tonight(seated, "seats/?spot=1-9"))

    page = desk.sends(page.form(f"/players/{seated.number('Di')}/seat/"), spot="1-9")

    assert "Di sits at table 1, seat 9." in page.text


@pytest.mark.sweep
@pytest.mark.parametrize("spot", ["x", "0-0", "1-1-1"])
def test_an_address_with_no_seat_asks_nothing(desk, seated, spot):
    assert "Who sits here?" not in desk.opens(tonight(seated, f"seats/?spot={spot}")).text


def test_a_seat_tapped_at_the_fuller_table_is_refused_until_the_host_says_why(desk, seated):
    seated.come(*TWELVE)
    seated.seat_all()
    seated.split()
    seated.come("Max", "Ned")
    seated.sit("Max", 1, 11)
    page = desk.opens(tonight(seated, "seats/?spot=1-10"))

    refused = desk.sends(page.form(f"/players/{seated.number('Ned')}/seat/"), spot="1-10")
    ruled = desk.sends(refused.form("/seat/"), spot="1-10", ruling="he came with Max")

    assert (refused.status, "table 2 has 6, table 1 7." in refused.text) == (422, True)
    assert "Ned sits at table 1, seat 10. Overruled by the host: he came with Max" in ruled.text


@pytest.mark.further
def test_overruling_offers_what_was_decided_at_the_tables_before(desk, seated):
    """The reasons given for reservations are not offered there."""
    seated.come(*TWELVE)
    seated.seat_all()
    seated.split()
    seated.come("Max", "Ned", "Oz")
    seated.sit("Max", 1, 11)
    offered = []

    for name, spot in (("Ned", "1-10"), ("Oz", "1-9")):
        page = desk.opens(tonight(seated, f"seats/?spot={spot}"))
        refused = desk.sends(page.form(f"/players/{seated.number(name)}/seat/"), spot=spot)
        offered.append([value for form in refused.forms for field, value, _ in form.buttons if field == "ruling"])
        desk.sends(refused.form("/seat/"), spot=spot, ruling="came with Max")

    assert offered == [[], ["came with Max"]]


@pytest.mark.further
def test_dealt_in_out_of_turn_is_refused_until_the_host_says_why(desk, friday):
    """Ann has the button at seat 1, Bo and Cy the blinds at seats 2 and 5; Di sits down at seat 3."""
    friday.now = timezone.now() - timedelta(minutes=1)
    for name in ("Ann", "Bo", "Cy"):
        friday.buy_in(name, "20.00")
    friday.seat_all()
    friday.sit("Cy", 1, 5)
    friday.button(1)
    friday.now = timezone.now()
    friday.play("Di").sit("Di", 1, 3)
    panel = desk.opens(of(friday, "Di"))

    refused = desk.sends(panel.form("/enter/"), how="need not post")
    overrules = next(form for form in refused.forms if "ruling" in form.fields)
    ruled = desk.sends(overrules, ruling="a birthday")
    log = desk.opens(f"/history/?night={friday.night.pk}")

    assert (refused.status, "seat 3 is between the two." in refused.text) == (422, True)
    assert "Di comes in without posting. Overruled by the host: a birthday" in ruled.text
    assert "a birthday" in log.text


def test_the_receipt_of_a_buy_in_offers_a_seat_to_who_has_none(desk, seated):
    seated.come("Di")
    bought = seated.buy_in("Di", "20.00").act.number
    receipt = desk.opens(tonight(seated, f"?receipt={bought}"))

    page = desk.sends(receipt.form("/seat/"), spot="1-4")

    assert "Sit at table 1, seat 4" in receipt.text
    assert "Di sits at table 1, seat 4." in page.text
    assert "Sit at" not in desk.opens(tonight(seated, f"?receipt={bought}")).text


def test_who_stands_sits_down_with_one_tap(desk, seated):
    seated.come("Di")
    panel = desk.opens(of(seated, "Di"))

    page = desk.sends(panel.form("/seat/"), spot="1-4")

    assert ("Sit at table 1, seat 4" in panel.text, page.url) == (True, f"{of(seated, 'Di')}?noted={last_fact()}")
    assert "Di sits at table 1, seat 4." in page.text


def test_away_and_back(desk, seated):
    away = says(desk, seated, "Bo", "away", away="yes")

    back = desk.sends(away.form("/away/"), away="no")

    assert ("Bo is away." in away.text, "Bo is back." in back.text) == (True, True)
    assert seating_now(seated.night).away == {}


def test_missed_blinds_and_what_is_owed(desk, seated):
    says(desk, seated, "Bo", "away", away="yes")

    page = says(desk, seated, "Bo", "missed", missed="both")

    assert seating_now(seated.night).missed == {seated.number("Bo"): Missed(small=True, big=True)}
    assert "To come back: post 0.50 live and 0.25 dead, or wait and pay the big blind (0.50)" in page.text
    assert "owes SB+BB" in page.text


@pytest.mark.further
def test_what_is_owed_is_asked_for_also_after_coming_back(desk, seated):
    says(desk, seated, "Bo", "away", away="yes")
    says(desk, seated, "Bo", "missed", missed="big")

    back = says(desk, seated, "Bo", "away", away="no")

    assert "To come back: post 0.50 live, or wait and pay" in back.text
    assert desk.sends(back.form("/enter/"), how="posts").text.count("owes BB") == 0


def test_blinds_are_owed_no_more(desk, seated):
    says(desk, seated, "Bo", "missed", missed="big")

    says(desk, seated, "Bo", "missed", missed="none")

    assert seating_now(seated.night).missed == {}


def test_how_somebody_comes_in(desk, seated):
    seated.button(1)
    seated.come("Di")
    asked = says(desk, seated, "Di", "seat", spot="1-7")

    page = desk.sends(asked.form("/enter/"), how="waits")

    assert asked.html.index("/buy-in/") < asked.html.index("/enter/")
    assert seating_now(seated.night).entries[seated.number("Di")].how == HandEntryKind.WAITS
    assert "Noted: waits." in page.text


@pytest.mark.further
def test_a_wish_for_the_other_table(desk, seated):
    seated.come(*TWELVE)
    seated.seat_all()
    seated.split()

    asked = says(desk, seated, "Bo", "wish", table="2")
    stays = desk.sends(asked.form("/wish/"), table="")

    assert ("Bo asks for table 2." in asked.text, "→ table 2" in asked.text) == (True, True)
    assert ("→ table 2" in stays.text, seating_now(seated.night).wishes) == (False, ())


def test_how_many_seats_a_table_has(desk, seated):
    page = desk.sends(desk.opens(tonight(seated, "seats/")).form("/seats/"), table="1", seats="9")

    assert "Table 1 has 9 seats." in page.text
    assert seating_now(seated.night).seats(1) == 9


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("verb", "said"),
    [("away", {"away": "maybe"}), ("enter", {"how": "flies"}), ("swap", {"other": "x"}), ("wish", {"table": "9"})],
)
def test_what_no_page_says_is_refused(desk, seated, verb, said):
    key = "a-key-of-the-test"

    answer = desk.client.post(of(seated, "Bo", f"{verb}/"), {"key": key, **said})

    assert (answer.status_code, Fact.objects.filter(key=key).count()) == (422, 0)


def test_who_has_left_has_no_seat_to_choose(desk, seated):
    seated.buy_in("Bo", "30.00")
    seated.cash_out("Bo", "30.00", ruling="home early")

    assert "No seat now." in desk.opens(of(seated, "Bo", "seat/")).text


def test_a_fact_of_another_night_is_not_told(desk, seated):
    noted = seated.sit("Bo", 1, 7).fact.pk
    seated.opens("mike")

    page = desk.opens(tonight(seated, f"seats/?noted={noted}"))

    assert "Bo sits" not in page.text


def test_only_the_last_move_is_undone(desk, seated):
    moves = [seated.sit("Bo", 1, 7).fact.pk, seated.sit("Cy", 1, 8).fact.pk]

    pages = [desk.opens(tonight(seated, f"seats/?noted={noted}")) for noted in moves]

    undone = [
        tonight(seated, f"take-back/{noted}/") in page.links.values() for noted, page in zip(moves, pages, strict=True)
    ]
    assert (undone, "Bo sits at table 1, seat 7." in pages[0].text) == ([False, True], True)


def test_another_device_is_sent_what_was_noted_at_the_table(desk, seated):
    known = pulse(desk.opens(tonight(seated)))
    quiet = desk.client.get(known).status_code
    seated.sit("Bo", 1, 7)

    page = desk.opens(known)

    assert (quiet, page.status, 'data-spot="1-7"' in page.html) == (204, 200, True)
    assert desk.client.get(pulse(page)).status_code == 204


def pulse(page):
    """Return the address of the page's poll."""
    return page.html.partition('id="pulse" hx-get="')[2].partition('"')[0].replace("&amp;", "&")
