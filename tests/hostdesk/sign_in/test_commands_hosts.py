"""Hosts come and go: by one's own link, never the last one, never oneself."""

import pytest
from django.contrib.sessions.models import Session

from hostdesk.models import Host, Link
from hostdesk.sign_in.commands import NameTaken, NotRemoved, add_host, find_link, is_unspent, new_link, remove_host
from reservations.parsing.names import BadName
from tests.signed_in import a_host, host_client

pytestmark = [pytest.mark.pg, pytest.mark.django_db]


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
    assert otto.get("/password/").status_code == 302
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
