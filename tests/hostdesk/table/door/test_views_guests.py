"""Guests who are brought by name: one tap lets them in at the door, even when the list of players lacks them."""

import pytest

from hostdesk.rules.houses.presets import load_preset
from reservations.houses import commands as houses_commands
from reservations.models import Act, Fact, Player
from reservations.players import commands as players_commands
from reservations.rsvps.door_queries import arrived
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.at_the_door import a_friday, at_the_bank, closes, lets_in, opens, url
from tests.reservations.friday import one

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HOSTILE = "Zoe & <b>Max"


@pytest.fixture
def friday():
    """A night to which Bo brings Gil, who is a known guest, and a new one."""
    friday = a_friday()
    friday.yes("Bo", guests=("GIL", HOSTILE))
    return friday


def brings(page, host="Bo"):
    """Return the forms that let in guests who are not on the list yet."""
    return [form for form in page.forms if form.action.endswith(f"/door/{one(host).number}/brought/")]


def comes(desk, friday, host="Bo"):
    """Let in the first of those guests with one tap."""
    return desk.sends(brings(desk.opens(url(friday)), host)[0])


def test_a_known_guest_comes_before_the_bank_is_open(desk, friday):
    page = lets_in(desk, friday, "Gil")

    assert "Gil is here." in page.text
    assert list(arrived(friday.night)) == [one("Gil").number]
    assert "1 here" in page.text


def test_a_new_one_is_put_on_the_list_with_one_tap(desk, friday):
    page = comes(desk, friday)

    guest = one(HOSTILE)
    assert (guest.regular, guest.invited_by, brings(page)) == (False, one("Bo"), [])
    assert list(arrived(friday.night)) == [guest.number]
    assert f"{HOSTILE} is here." in page.text


def test_who_was_let_in_by_mistake_is_not_here_after_all(desk, friday):
    comes(desk, friday)

    lets_in(desk, friday, HOSTILE, came="no")

    assert arrived(friday.night) == {}


def test_while_the_bank_is_open_a_new_one_arrives_at_it(desk, friday):
    page = comes(desk, opens(friday))

    act = Act.objects.latest("number")
    assert (act.kind, f"{HOSTILE} arrives Act {act.number}" in page.text) == ("arrive", True)
    assert list(arrived(friday.night)) == [one(HOSTILE).number]


def test_a_form_from_before_the_opening_lets_them_in_all_the_same(desk, friday):
    form = brings(desk.opens(url(friday)))[0]
    opens(friday)

    desk.sends(form)

    assert (Act.objects.latest("number").kind, Fact.objects.filter(kind="came").count()) == ("arrive", 0)


def test_pressed_twice_they_come_once(desk, friday):
    form = brings(desk.opens(url(friday)))[0]

    pages = [desk.sends(form) for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert (Player.objects.filter(name=HOSTILE).count(), Fact.objects.filter(kind="came").count()) == (1, 1)


def test_nobody_comes_whom_nobody_brings_any_more(desk, friday):
    form = brings(desk.opens(url(friday)))[0]
    friday.yes("Bo", before=60)

    page = desk.sends(form)

    assert (page.status, Player.objects.filter(name=HOSTILE).exists()) == (422, False)
    assert f"Bo no longer brings a guest called {HOSTILE}." in page.text


def test_once_the_night_is_closed_nobody_is_put_on_the_list(desk, friday):
    form = brings(desk.opens(url(opens(friday))))[0]
    closes(friday)

    page = desk.sends(form)

    assert (page.status, Player.objects.filter(name=HOSTILE).exists()) == (422, False)
    assert brings(desk.opens(url(friday))) == []


def test_whom_the_house_refuses_is_not_put_on_the_list_until_the_host_overrules(desk):
    friday = a_friday(house=houses_commands.make_house(document=load_preset("mike")).house)
    players_commands.record_player(stamp=friday.at(600), name="Kim", regular=False)
    friday.yes("Kim", guests=("Zoe",))
    opens(friday)

    refused = comes(desk, friday, "Kim")
    before = Player.objects.filter(name="Zoe").exists()
    page = desk.sends(brings(refused, "Kim")[0], ruling="a friend of all")

    assert (refused.status, before, page.status) == (422, False, 200)
    assert "Overruled by the host: a friend of all" in page.text
    assert (one("Zoe").invited_by, Act.objects.latest("number").ruling) == (None, "a friend of all")


def test_the_regular_who_invited_a_guest_answers_for_those_whom_the_guest_brings(desk, friday):
    friday.yes("Gil", guests=("Zoe",))
    waiting_list_commands.seat_player(
        stamp=friday.at(-5), night=friday.night, player=one("Gil"), reason="room", makes_room=[one("Cy"), one("Bo")]
    )

    comes(desk, friday, "Gil")

    assert one("Zoe").invited_by == one("Ann")


def test_the_banker_lets_guests_in(friday):
    banker = at_the_bank(opens(friday))

    comes(banker, friday)

    assert Act.objects.latest("number").by == "Ann"


def test_who_is_brought_by_the_name_they_had_before_is_here_once_let_in(desk, friday):
    players_commands.rename_player(stamp=friday.at(5_000), player=one("Gil"), name="Gilbert")

    page = lets_in(desk, friday, "Gilbert")

    assert (list(arrived(friday.night)), len(brings(page))) == ([one("Gilbert").number], 1)
    assert "1 here" in page.text
