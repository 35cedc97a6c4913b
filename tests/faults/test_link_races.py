"""One link and many browsers: the first gets in, and no other."""

import threading

import pytest
from django.db import connection, connections
from django.test import Client

from hostdesk.models import Host, Link, LinkKind, SignIn
from hostdesk.sign_in.commands import digest_of, give_link, is_unspent, make_link, spend
from reservations.models import Player
from tests.signed_in import PASSWORD, a_host

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

BROWSERS = 8
ROUNDS = 5


def at_once(task, browsers=BROWSERS):
    """Do the same in threads that start together; return what each of them got."""
    got, ready = [], threading.Barrier(browsers)

    def run():
        connection.ensure_connection()
        ready.wait()
        try:
            got.append(task())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(browsers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_one_of_eight_browsers_gets_in(round_):
    path = f"/link/{make_link(LinkKind.HOST, host=a_host())}/"

    got = at_once(lambda: Client().post(path).status_code)

    assert sorted(got) == [302] + [410] * (BROWSERS - 1)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_one_of_eight_phones_opens_a_players_page(round_):
    path = f"/link/{make_link(LinkKind.PLAYER, player=Player.objects.create(number=1, name='Ann', regular=True))}/"

    got = at_once(lambda: Client().post(path).status_code)

    assert sorted(got) == [302] + [410] * (BROWSERS - 1)
    assert SignIn.objects.count() == 1


def spend_carelessly(link):
    """Spend a link as one does who looks first and writes afterwards."""
    if Link.objects.get(pk=link.pk).spent_at is not None:
        return False
    threading.Event().wait(0.05)
    link.spent_at = link.made_at
    link.save()
    return True


def test_who_looks_first_and_writes_afterwards_lets_several_in():
    """The control: the race is one."""
    link = Link.objects.get(digest=digest_of(make_link(LinkKind.HOST, host=a_host())))

    assert sum(at_once(lambda: spend_carelessly(link))) > 1
    assert spend(link) is False


def test_one_of_eight_set_ups_wins():
    place = f"/set-up/{make_link(LinkKind.SET_UP)}/house/"
    said = {"name": "Hanna", "password": PASSWORD, "password_again": PASSWORD, "time_zone": "Europe/Berlin"}
    said |= {"currency": "EUR", "locale": "de_DE", "house": "mike"}

    got = at_once(lambda: Client().post(place, said).status_code)

    assert sorted(got) == [303] + [410] * (BROWSERS - 1)
    assert Host.objects.count() == 1


@pytest.mark.parametrize(("keys", "links"), [(("k" * 20,) * 2, 1), (("k" * 20, "l" * 20), 2)])
def test_two_taps_at_once_leave_one_link_alive(keys, links):
    """Of one form, and of the page on two tablets: there the later one ends the other."""
    bo = Player.objects.create(number=1, name="Bo", regular=True)
    left = list(keys)

    secrets = at_once(lambda: give_link(bo, made_by="Hanna", key=left.pop()), browsers=2)

    alive = [link for link in Link.objects.all() if is_unspent(link)]
    assert (len(set(secrets)), Link.objects.count(), len(alive)) == (links, links, 1)
