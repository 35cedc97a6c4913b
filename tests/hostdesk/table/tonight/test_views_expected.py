"""The expected players on Tonight: a tile each, or a line once seats are drawn; a name leads to an arrival."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localtime

from hostdesk.table.tables.queries import present_at
from ledger.bank.queries import bank_of
from ledger.buy_in.commands import buy_in
from ledger.money.cents import format_cents
from ledger.money.words import Means
from ledger.night import commands as night_commands
from ledger.undoing import commands as undoing_commands
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.models import Act
from reservations.players import commands as players_commands
from tests.hostdesk.at_the_door import a_friday, opens
from tests.played_once import played_once
from tests.reservations.friday import REGULARS, Friday, a_house, cast, one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def friday():
    """A night that began half an hour ago: Bo came before the bank was open, Cy is late, Di waits with a guest."""
    friday = a_friday(house=a_house())
    friday.yes("Eve", guests=("Zoe",), before=120)
    friday.yes("Di", guests=("Max",), before=90)
    friday.do("mark_came", "Bo", 20, came=True)
    return opens(friday)


def tonight(friday, rest=""):
    return f"/nights/{friday.night.pk}/tonight/{rest}"


def pulse(page):
    """Return the address of the page's poll."""
    return re.search(r'id="pulse" hx-get="([^"]+)"', page.html).group(1).replace("&amp;", "&")


def buys(friday, name):
    """Sell a player chips for 20.00."""
    facts = {"night": friday.night, "player": one(name), "amount_cents": 2000, "pay": Means.CASH}
    buy_in(stamp=Stamp(f"{name}-buys-chips", timezone.now()), **facts)


def test_before_the_first_sale_everybody_who_is_expected_has_a_tile(desk, friday):
    friday.do("mark", "Cy", before=-31, mark=Mark.LATE, expected_at=friday.night.starts_at + timedelta(hours=2))
    comes = f"{localtime(friday.night.starts_at + timedelta(hours=2)):%H:%M}"

    page = desk.opens(tonight(friday))

    tiles = [page.part(f"sitting-{one(name).number}") for name in ("Bo", "Eve", "Cy")]
    assert tiles == ["Bo here", "Eve late, +1", f"Cy from {comes}"]
    assert page.links[f"Cy from {comes}"] == tonight(friday, f"players/{one('Cy').number}/")
    assert ("Expected:" in page.text, "No players yet." in page.text) == (False, False)


def test_the_tiles_become_a_line_with_the_first_sale_at_drawn_seats_and_come_back_when_it_is_undone(desk, friday):
    buys(friday, "Bo")
    sold = desk.opens(tonight(friday))
    seated = desk.sends(desk.opens(tonight(friday, "seats/")).form("/seats/"), everybody="yes")
    undoing_commands.reverse(stamp=friday.at(-40), of="Bo-buys-chips", reason="a slip")

    undone = desk.opens(tonight(friday))

    cy = f"sitting-{one('Cy').number}"
    assert (sold.part(cy), "Expected:" in sold.text) == ("Cy late", False)
    assert "Expected: Cy late Eve +1 late 1 waiting" in seated.text
    assert seated.links["Cy late"] == tonight(friday, f"players/{one('Cy').number}/")
    assert seated.links["Door"] == f"/nights/{friday.night.pk}/door/"
    assert (undone.part(cy), "Expected:" in undone.text) == ("Cy late", False)


def test_who_is_here_without_chips_stands_before_who_is_expected(desk, friday):
    night_commands.arrive(stamp=friday.at(-31), night=friday.night, player=one("Eve"))

    page = desk.opens(tonight(friday))

    assert "Eve no chips yet – Expected · 2 Bo here Cy late" in page.text


def test_without_answers_the_regulars_have_tiles_but_not_who_said_no(desk):
    cast()
    unasked = Friday(a_house(), seats=4, starts_at=timezone.now())
    unasked.no("Bo", before=120)
    opens(unasked)

    page = desk.opens(tonight(unasked))

    assert page.part(f"sitting-{one('Cy').number}") == "Cy"
    assert page.links["Cy"] == tonight(unasked, f"players/{one('Cy').number}/")
    assert f"sitting-{one('Bo').number}" not in page.html


def test_regulars_keep_their_tiles_while_players_arrive_until_the_first_sale(desk):
    cast()
    unasked = Friday(a_house(), seats=4, starts_at=timezone.now())
    opens(unasked)
    night_commands.arrive(stamp=unasked.at(0), night=unasked.night, player=one("Eve"))

    before = desk.opens(tonight(unasked))
    buys(unasked, "Eve")
    after = desk.opens(tonight(unasked))

    assert [before.part(f"sitting-{one(name).number}") for name in ("Eve", "Cy")] == ["Eve no chips yet –", "Cy"]
    assert f"sitting-{one('Cy').number}" not in after.html


def test_where_everybody_stays_away_nobody_has_a_tile(desk):
    cast()
    deserted = Friday(a_house(), seats=4, starts_at=timezone.now())
    for name in REGULARS:
        deserted.no(name, before=120)

    page = desk.opens(tonight(opens(deserted)))

    assert ("No players yet." in page.text, "sitting-" in page.html) == (True, False)


@pytest.mark.parametrize(
    ("name", "words"), [("Bo", "Came before the bank was open."), ("Cy", "Has a seat, late."), ("Fay", "Not here yet.")]
)
def test_a_name_leads_to_an_arrival(desk, friday, name, words):
    panel = desk.opens(tonight(friday, f"players/{one(name).number}/"))

    page = desk.sends(panel.form("/add/"), name=name)

    assert (words in panel.text, f"{name} arrives" in page.text) == (True, True)
    assert [form for form in page.forms if form.action.endswith("/add/")] == []


def test_an_announced_time_is_changed_at_the_table_and_the_seat_kept_for_it(desk, friday):
    early, late = (localtime(friday.start + timedelta(minutes=minutes)) for minutes in (60, 120))
    friday.do("expect_at", "Cy", before=-1, expected_at=early)
    panel = desk.opens(tonight(friday, f"players/{one('Cy').number}/"))

    changed = desk.sends(panel.form("/comes/"), expected=f"{late:%H:%M}")

    assert panel.form("/comes/").fields["expected"] == [f"{early:%H:%M}"]
    assert f"Cy comes at {late:%H:%M}." in changed.text
    assert changed.part(f"sitting-{one('Cy').number}") == f"Cy from {late:%H:%M}"
    assert friday.rsvp_state.of(one("Cy").number).expected_at == late


@pytest.mark.parametrize(("said", "words"), [("", "Enter the time"), ("25:00", "'25:00' is not a time like 20:30.")])
def test_a_time_that_is_none_changes_nothing(desk, friday, said, words):
    panel = desk.opens(tonight(friday, f"players/{one('Cy').number}/"))

    refused = desk.sends(panel.form("/comes/"), expected=said)

    assert (refused.status, words in refused.text) == (422, True)
    assert friday.rsvp_state.of(one("Cy").number).expected_at is None


@pytest.mark.parametrize("name", ["Bo", "Fay"])
def test_who_is_here_or_has_no_seat_announces_no_time(desk, friday, name):
    panel = desk.opens(tonight(friday, f"players/{one(name).number}/"))

    assert [form for form in panel.forms if form.action.endswith("/comes/")] == []


def test_who_came_early_is_in_for_the_usual_with_everyone(desk, friday):
    night_commands.arrive(stamp=friday.at(-31), night=friday.night, player=one("Cy"))

    desk.sends(desk.opens(tonight(friday, "everyone/")).form("/everyone/"), amount="20")

    acts = Act.objects.filter(kind="buy_in").order_by("number").values_list("content", flat=True)
    assert [f'"player":{one(name).number}}}' in act for name, act in zip(("Bo", "Cy"), acts, strict=True)] == [True] * 2
    assert format_cents(bank_of(friday.night).balances.drawer_cents) == "40.00"


def test_with_nobody_marked_as_here_all_who_said_yes_are_ticked_and_here_with_their_chips(desk, friday):
    friday.do("mark_came", "Bo", before=-31, came=False)
    form = desk.opens(tonight(friday, "everyone/")).form("/everyone/")

    desk.sends(form, amount="20")

    invited = [one(name).number for name in ("Bo", "Cy", "Eve")]
    assert sorted(map(int, form.fields["players"])) == invited
    assert sorted(present_at(friday.night).here) == invited
    assert format_cents(bank_of(friday.night).balances.drawer_cents) == "60.00"


def test_who_announced_a_later_time_is_not_ticked(desk, friday):
    friday.do("mark_came", "Bo", before=-31, came=False)
    friday.do("mark", "Cy", before=-31, mark=Mark.LATE, expected_at=friday.night.starts_at + timedelta(hours=2))

    form = desk.opens(tonight(friday, "everyone/")).form("/everyone/")

    assert sorted(map(int, form.fields["players"])) == [one(name).number for name in ("Bo", "Eve")]


def test_who_said_yes_is_offered_and_not_ticked_once_somebody_is_here(desk, friday):
    page = desk.opens(tonight(friday, "everyone/"))

    assert page.form("/everyone/").fields["players"] == [str(one("Bo").number)]
    assert "Bo Cy late Eve late" in page.text


def offered(page):
    """Return the headings and names below the field of a new player, in their order."""
    return [a or b for a, b in re.findall(r"<h3>(.+?)</h3>|<bdi>(\w+)</bdi></button>", page.html)]


def test_the_expected_come_first_to_be_added(desk, friday):
    page = desk.opens(tonight(friday, "add/"))

    assert offered(page)[:5] == ["Expected", "Bo", "Cy", "Eve", "Others"]


def test_where_nobody_is_expected_those_to_be_added_are_not_here_yet(desk, friday):
    for name in ("Bo", "Cy", "Eve"):
        buys(friday, name)

    page = desk.opens(tonight(friday, "add/"))

    assert offered(page)[:1] == ["Not here yet"]


def test_nothing_new_is_nothing_sent(desk, friday):
    response = desk.client.get(pulse(desk.opens(tonight(friday))))

    assert response.status_code == 204


def test_what_the_door_knows_is_sent(desk, friday):
    known = pulse(desk.opens(tonight(friday)))
    friday.no("Cy", before=-20)

    page = desk.opens(known)

    assert page.status == 200
    assert "Bo here Eve late, +1 1 waiting" in page.text
    assert desk.client.get(pulse(page)).status_code == 204


@pytest.mark.parametrize(
    ("said", "status"), [("fact=0", 200), ("fact=x", 204), ("", 204), ("changes=1&fact=9999", 200)]
)
def test_an_address_that_knows_less_is_sent_more(desk, friday, said, status):
    newest = Act.objects.latest("number").number

    assert desk.client.get(tonight(friday, f"since/{newest}/?{said}")).status_code == status


def test_more_people_take_no_more_queries(desk, friday):
    friday.night.seats = 50
    friday.night.save()
    few = queries_of(desk, friday)
    for number in range(20):
        players_commands.record_player(
            stamp=Stamp(f"player-{number:03}", friday.start), name=f"P{number}", regular=True
        )
        friday.yes(f"P{number}", before=60)
        if number % 2:
            night_commands.arrive(
                stamp=Stamp(f"comes-{number:03}", friday.start), night=friday.night, player=one(f"P{number}")
            )

    assert queries_of(desk, friday) == few


def queries_of(desk, friday):
    desk.opens(tonight(friday))
    with CaptureQueriesContext(connection) as captured:
        assert desk.opens(tonight(friday)).status == 200
    return len(captured)
