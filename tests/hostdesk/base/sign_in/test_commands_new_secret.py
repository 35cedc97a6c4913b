"""The links and devices that end with a new secret of the desk, and those that stay, as the security document says."""

from datetime import timedelta

import pytest
from django.test import Client

from hostdesk.base.sign_in.link_commands import make_link, new_banker_link, new_link, secret_of
from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_answer_links, give_link
from hostdesk.models import LinkKind
from tests.hostdesk.invitations.group_link.chat import AHEAD, a_chat
from tests.reservations.friday import one
from tests.reservations.polls.dates import Dates
from tests.signed_in import a_host, host_client, player_client, signs_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def chat():
    return a_chat()


def answers(*paths):
    return [Client().get(path).status_code for path in paths]


def test_links_that_were_derived_from_the_old_secret_have_ended(chat, settings):
    give_answer_links(chat.night, [one("Bo").number])
    poll = Dates(
        chat.night.house, "Ann", "Di", dates=[AHEAD + timedelta(weeks=week) for week in range(3)], last_day=None
    ).noted.fact
    give_answer_links(poll, [one("Di").number])
    secrets = [answer_secrets(chat.night)[one("Bo").number], give_link(one("Cy"), made_by="Ann", key="k" * 20)]
    secrets.append(answer_secrets(poll)[one("Di").number])
    paths = [*(f"/link/{secret}/" for secret in secrets), f"/group/{secret_of(chat.link)}/"]
    before = answers(*paths)

    settings.SECRET_KEY = "another " * 8

    assert (before, answers(*paths)) == ([200] * 4, [404] * 4)


def test_links_of_hosts_and_bankers_and_a_link_of_before_open_still(chat, settings):
    host = a_host()
    secrets = [new_link(host, made_by="Ann", key="k"), new_banker_link(chat.night, one("Di"), made_by="Ann", key="k")]
    paths = [f"/link/{secret}/" for secret in (*secrets, make_link(LinkKind.PLAYER, player=one("Bo")))]

    settings.SECRET_KEY = "another " * 8

    assert answers(*paths) == [200] * 3


def test_phones_stay_signed_in_and_a_hosts_device_signs_in_again_by_the_same_password(chat, settings):
    host, bo = host_client(), player_client(one("Bo"))
    settings.SECRET_KEY = "another " * 8

    out, phone = host.get("/desk/"), bo.get(f"/own/{one('Bo').number}/")
    signs_in(host)

    assert (out.status_code, phone.status_code, host.get("/desk/").status_code) == (302, 200, 200)
