"""The page at the door, as the host and the banker use it: arrivals, marks for the others, and IDs."""

import pytest
from django.utils import timezone

from ledger.night import commands as night_commands
from reservations.acts.facts import Mark
from reservations.models import Act, Fact, Night
from reservations.nights import commands as nights_commands
from reservations.players import commands as players_commands
from reservations.rsvps.door_queries import arrived, id_seen
from tests.hostdesk.at_the_door import a_friday, at_the_bank, closes, form_of, lets_in, mark_of, marks, opens, url
from tests.reservations.friday import a_house, cast, one, preset

pytestmark = pytest.mark.django_db


friday = pytest.fixture(a_friday)
opened = pytest.fixture(opens)
banker = pytest.fixture(at_the_bank)


def test_the_page_lists_who_has_not_come_and_asks(desk, friday):
    page = desk.opens(url(friday))

    assert "0 here Not here yet: Bo Cy 2 without ID" in page.text
    assert page.text.count("Late… Excused… No-show… Turn away… Here") == 2


def test_before_the_bank_is_open_an_arrival_is_a_fact(desk, friday):
    page = lets_in(desk, friday, "Bo")

    assert "Bo is here." in page.text
    assert "Not here yet: Cy" in page.text
    assert list(arrived(friday.night)) == [one("Bo").number]


def test_a_tap_moves_nobody_until_the_page_is_loaded_again(desk, friday):
    loaded = int(timezone.now().timestamp()) - 600
    for name in ("Bo", "Cy"):
        friday.do("mark_came", name, -29, came=True)

    went_to = lets_in(desk, friday, "Cy", came="no", since=str(loaded)).url

    assert went_to == url(friday, f"?since={loaded}")
    pages = [desk.client.get(went_to, headers=how).content.decode() for how in ({"HX-Request": "true"}, {})]
    rows = [f'id="visitor-{one(name).number}"' for name in ("Bo", "Cy")]
    assert [page.index(rows[0]) < page.index(rows[1]) for page in pages] == [True, False]


def test_an_arrival_is_taken_back(desk, friday):
    lets_in(desk, friday, "Bo")

    page = lets_in(desk, friday, "Bo", came="no")

    assert "Bo is not here." in page.text
    assert arrived(friday.night) == {}


def test_while_the_bank_is_open_an_arrival_is_an_act_that_can_be_undone(desk, opened):
    page = lets_in(desk, opened, "Bo")

    act = Act.objects.latest("number")
    assert (act.kind, act.by) == ("arrive", "Ann")
    assert page.links["Undo"] == f"/nights/{opened.night.pk}/tonight/undo/{act.number}/"
    assert "Bo arrives Act" in page.text


def test_a_form_from_before_the_opening_lets_somebody_in_all_the_same(desk, friday):
    form = form_of(desk.opens(url(friday)), "Bo", "came/")
    opens(friday)

    desk.sends(form, came="yes")

    assert (Act.objects.latest("number").kind, Fact.objects.filter(kind="came").count()) == ("arrive", 0)


def test_pressed_twice_somebody_comes_once(desk, opened):
    form = form_of(desk.opens(url(opened)), "Bo", "came/")

    pages = [desk.sends(form, came="yes") for _ in range(2)]

    assert pages[0].url == pages[1].url
    assert Act.objects.filter(kind="arrive").count() == 1


def test_whom_another_tablet_let_in_does_not_come_again(desk, opened):
    form = form_of(desk.opens(url(opened)), "Bo", "came/")
    night_commands.arrive(stamp=opened.at(-31), night=opened.night, player=one("Bo"))

    page = desk.sends(form, came="yes")

    assert (page.status, "Bo is here already." in page.text) == (422, True)


def test_who_came_before_the_opening_goes_to_the_table(desk, friday):
    lets_in(desk, friday, "Bo")
    opens(friday)

    page = lets_in(desk, friday, "Bo")

    assert list(arrived(friday.night)) == [one("Bo").number]
    assert page.links["At the table"] == f"/nights/{friday.night.pk}/tonight/players/{one('Bo').number}/"


def test_a_guest_whom_nobody_answers_for_is_refused_and_the_host_overrules(desk):
    friday = a_friday(house=preset("mike"))
    players_commands.record_player(stamp=friday.at(600), name="Zoe", regular=False)
    opens(friday.full("Zoe"))

    refused = lets_in(desk, friday, "Zoe")
    page = desk.sends(form_of(refused, "Zoe", "came/"), ruling="a friend of all")

    assert (refused.status, page.status) == (422, 200)
    assert Act.objects.latest("number").ruling == "a friend of all"
    assert "Overruled by the host: a friend of all" in page.text


def test_an_id_is_seen_with_one_press(desk, friday):
    page = desk.sends(form_of(desk.opens(url(friday)), "Bo", "id/"))

    seen = id_seen(one("Bo"))
    assert (seen.on, seen.by, seen.born) == (timezone.localdate(), "Ann", None)
    assert "1 without ID" in page.text


def test_the_banker_lets_people_in_and_sees_no_strikes(banker, opened):
    opened.strike("Cy")
    page = lets_in(banker, opened, "Bo")
    banker.sends(form_of(page, "Bo", "id/"))

    marks(banker, opened, "Cy", "excused")

    assert [words for words in ("strike", "No-show…") if words in page.part("main")] == []
    assert (mark_of(opened, "Cy"), id_seen(one("Bo")).by) == (Mark.EXCUSED, "Ann")


def test_the_hosts_page_has_strikes(desk, friday):
    friday.strike("Cy")

    assert "Cy 1 strike" in desk.opens(url(friday)).text


def test_who_waits_and_who_may_come_have_no_seat(desk, friday):
    friday.night.seats = 2
    friday.night.save()
    friday.yes("Di", before=60)
    friday.maybe("Eve", before=60)

    page = desk.opens(url(friday))

    assert "No seat Give a seat… 1. Di 1st in line. Maybe: Eve" in page.text
    assert desk.client.get(url(friday, f"{one('Di').number}/")).status_code == 404


def test_the_night_says_how_many_are_not_accounted_for(desk, opened):
    night_commands.arrive(stamp=opened.at(-31), night=opened.night, player=one("Bo"))
    during = desk.opens(f"/nights/{opened.night.pk}/")
    closes(opened)

    after = desk.opens(f"/nights/{opened.night.pk}/")

    assert "without an outcome" not in during.text
    assert "1 without an outcome" in after.text
    assert after.links["Record it at the door"] == url(opened)


@pytest.mark.further
def test_once_the_night_is_closed_nobody_comes_and_marks_are_made_still(desk, opened):
    before = desk.opens(url(opened))
    form = form_of(before, "Bo", "came/")
    closes(opened)
    page = desk.sends(form, came="yes")

    marks(desk, opened, "Bo", "excused")

    assert (page.status, "The bank of that night is closed" in page.text) == (422, True)
    assert "without an outcome" in desk.opens(f"/nights/{opened.night.pk}/").text
    assert ["The night is closed." in each.text for each in (before, desk.opens(url(opened)))] == [False, True]
    assert mark_of(opened, "Bo") == Mark.EXCUSED


def test_a_cancelled_night_says_so(desk):
    friday = a_friday(started=-600)
    nights_commands.cancel_night(stamp=friday.at(300), night=friday.night, reason="snow")

    page = desk.opens(url(friday))

    assert "This night is cancelled: no strikes. Reason: snow" in page.text
    assert [form for form in page.forms if "came" in form.action] == []
    assert [words for words in ("0 here", "Everybody is here") if words in page.text] == []


def test_a_cancelled_night_asks_of_nobody_why_they_did_not_come(desk, friday):
    nights_commands.cancel_night(stamp=friday.at(300), night=friday.night, reason="snow")

    page = desk.opens(url(friday))

    assert [words for words in ("Not here yet", "Late…", "No-show…") if words in page.text] == []


@pytest.mark.parametrize("page", ["door", "messages"])
def test_the_pages_of_a_night_lead_to_one_another_and_to_tonight_once_it_is_open(desk, friday, page):
    before = desk.opens(f"/nights/{friday.night.pk}/{page}/")

    after = desk.opens(f"/nights/{opens(friday).night.pk}/{page}/")

    other, night = {"door": "Messages", "messages": "At the door"}[page], f"/nights/{friday.night.pk}/"
    assert [(other in each.links, night in each.links.values()) for each in (before, after)] == [(True, True)] * 2
    assert ["Tonight" in each.links for each in (before, after)] == [False, True]


def test_a_night_without_answers_says_what_comes_here(desk):
    cast()
    night = Night.objects.create(house=a_house(), date=timezone.localdate())

    assert "Nobody has a seat yet." in desk.opens(f"/nights/{night.pk}/door/").text


def test_the_list_that_was_a_file_is_the_page(desk, friday):
    answer = desk.client.get(f"/nights/{friday.night.pk}/door.pdf")

    assert (answer.status_code, answer["Location"]) == (301, url(friday))
