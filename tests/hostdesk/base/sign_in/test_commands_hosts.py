"""Hosts come and go: each gets their own link, the last host stays, and no host removes themselves."""

import pytest
from django.contrib.sessions.models import Session

from hostdesk.base.sign_in.commands import NameTaken, NotRemoved, add_host, give_houses, know_places, remove_host
from hostdesk.base.sign_in.link_commands import find_link, is_unspent, new_link
from hostdesk.models import Host, Link
from reservations.models import House
from reservations.parsing.names import BadName
from tests.signed_in import a_host, host_client

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hanna(db):
    return a_host("Hanna")


def named():
    return sorted(host.name for host in Host.objects.all())


def test_a_new_host_has_no_password():
    host = add_host("Zoë")

    assert (named(), host.has_usable_password()) == (["Hanna", "Zoë"], False)


@pytest.mark.parametrize("name", ["Hanna", "HANNA"])
def test_no_two_hosts_have_one_name(name):
    with pytest.raises(NameTaken, match="Hanna"):
        add_host(name)


def test_a_hostile_name_is_none():
    with pytest.raises(BadName):
        add_host("a\u202eb")


def test_a_second_link_ends_the_first(hanna):
    first = find_link(new_link(hanna, made_by="Otto"))

    second = find_link(new_link(hanna, made_by="Otto"))

    assert [is_unspent(Link.objects.get(pk=link.pk)) for link in (first, second)] == [False, True]


def test_a_removed_host_is_signed_out_at_once(hanna):
    otto = host_client("Otto")
    secret = new_link(a_host("Otto"), made_by="Hanna")

    remove_host(a_host("Otto").pk, by="Hanna")

    assert named() == ["Hanna"]
    assert otto.get("/desk/?open=password").status_code == 302
    assert (Session.objects.count(), find_link(secret)) == (0, None)


def test_a_host_cannot_remove_themselves(hanna):
    a_host("Otto")

    with pytest.raises(NotRemoved, match="cannot remove yourself"):
        remove_host(hanna.pk, by="Hanna")

    assert named() == ["Hanna", "Otto"]


def test_of_two_who_remove_each_other_one_stays(hanna):
    otto = a_host("Otto")
    remove_host(otto.pk, by="Hanna")

    with pytest.raises(NotRemoved):
        remove_host(hanna.pk, by="Otto")

    assert named() == ["Hanna"]


def test_a_host_who_is_gone_is_not_removed_again():
    with pytest.raises(NotRemoved, match="already removed"):
        remove_host(0, by="Hanna")


def a_house(key):
    return House.objects.create(key=key, name=key, name_key=key)


def hosted(name):
    """Return whether that host has all houses, and the keys of the houses they were given."""
    host = Host.objects.get(name=name)
    return host.all_houses, sorted(house.key for house in host.houses.all())


def test_a_host_is_of_all_houses_or_of_those_they_are_given():
    east, west = a_house("east"), a_house("west")

    add_host("Otto")
    add_host("Zoë", [east, west])

    assert {name: hosted(name) for name in named()} == {
        "Hanna": (True, []),
        "Otto": (True, []),
        "Zoë": (False, ["east", "west"]),
    }


def test_houses_are_given_and_taken_back():
    east, west, zoe = a_house("east"), a_house("west"), add_host("Zoë")

    told = [hosted("Zoë")]
    for houses in ([east], [west], []):
        give_houses(zoe.pk, houses, by="Hanna")
        told.append(hosted("Zoë"))

    assert told == [(True, []), (False, ["east"]), (False, ["west"]), (True, [])]


@pytest.mark.parametrize("by", ["Hanna", ""])
def test_the_last_host_of_all_keeps_all_houses(hanna, by):
    east = a_house("east")
    add_host("Zoë", [east])

    with pytest.raises(NotRemoved, match="has to stay"):
        give_houses(hanna.pk, [east], by=by)

    assert hosted("Hanna") == (True, [])


def test_of_two_who_take_each_others_houses_one_keeps_all(hanna):
    east, otto = a_house("east"), add_host("Otto")
    give_houses(otto.pk, [east], by="Hanna")

    with pytest.raises(NotRemoved):
        give_houses(hanna.pk, [east], by="Otto")

    assert (hosted("Hanna"), hosted("Otto")) == ((True, []), (False, ["east"]))


def test_a_host_of_houses_removes_nobody(hanna):
    add_host("Zoë", [a_house("east")])

    with pytest.raises(NotRemoved):
        remove_host(add_host("Otto").pk, by="Zoë")

    assert named() == ["Hanna", "Otto", "Zoë"]


def test_the_command_line_makes_a_host_of_all_out_of_the_last_one_too(hanna):
    give_houses(hanna.pk, [])

    assert hosted("Hanna") == (True, [])


def test_a_host_who_is_gone_gets_no_house():
    with pytest.raises(NotRemoved, match="removed"):
        give_houses(0, [a_house("east")], by="Hanna")


def test_a_host_is_told_what_is_elsewhere_until_they_know(hanna):
    Host.objects.filter(pk=hanna.pk).update(knows_places=False)
    other = add_host("Theo")
    Host.objects.filter(pk=other.pk).update(knows_places=False)

    know_places("hanna")

    assert [*Host.objects.order_by("name").values_list("name", "knows_places")] == [("Hanna", True), ("Theo", False)]
