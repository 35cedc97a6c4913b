import pytest

from hostdesk.base.sign_in.commands import is_set_up
from hostdesk.base.sign_in.link_commands import find_link, new_set_up_link
from hostdesk.front.set_up.commands import AlreadySetUp, hide_first_night, move_desk, set_up_desk
from hostdesk.models import Host, LinkKind
from hostdesk.rules.houses.presets import load_preset
from reservations.models import Desk, House, Player

pytestmark = pytest.mark.django_db
PLACE = {"time_zone": "Europe/Berlin", "currency": "EUR", "locale": "de_DE"}


@pytest.mark.parametrize("house", ["mike", {**load_preset("mike"), "key": "own", "name": "Our game"}])
def test_a_desk_is_set_up_once(house):
    link = find_link(new_set_up_link(), (LinkKind.SET_UP,))
    assert link is not None
    choice = {"name": "Ann", "password": "seven of clubs", "house": house, **PLACE}

    host = set_up_desk(link, **choice)

    assert (is_set_up(), host.name, Host.objects.count()) == (True, "Ann", 1)
    assert [*Player.objects.values_list("name", "regular")] == [("Ann", True)]
    assert [*Desk.objects.values_list("time_zone", "currency", "locale")] == [("Europe/Berlin", "EUR", "de_DE")]
    assert House.objects.count() == 1
    with pytest.raises(AlreadySetUp):
        set_up_desk(link, **choice)


def test_a_desk_moves():
    move_desk(time_zone="UTC", currency="USD", locale="en_US")

    assert [*Desk.objects.values_list("time_zone", "currency", "locale")] == [("UTC", "USD", "en_US")]


def test_the_steps_of_the_first_night_are_hidden_for_good():
    hide_first_night()

    assert Desk.objects.get().first_night_hidden is True
