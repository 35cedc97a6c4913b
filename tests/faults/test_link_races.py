"""One link and many browsers: the first gets in, and no other."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import LOOK, may_use
from hostdesk.base.sign_in.link_commands import (
    digest_of,
    find_link,
    is_unspent,
    make_link,
    new_banker_link,
    new_link,
    spend,
)
from hostdesk.base.sign_in.player_link_commands import answer_secrets, give_link
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.group_link.claim_commands import open_claims, refuse_claim, take_in
from hostdesk.invitations.nights.calendar_feed_commands import give_feed
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import GroupLinkUse, Host, Link, LinkKind, Message, NameClaim, SignIn
from hostdesk.people.players.commands import merge_players
from hostdesk.table.tv.commands import give_screen
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.models import Fact, Night, Player
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.reservations.friday import START, Friday, a_house, cast, one
from tests.signed_in import PASSWORD, a_host, player_client

pytestmark = pytest.mark.django_db(transaction=True)

BROWSERS = 8
ROUNDS = 5


def at_once(task, browsers=BROWSERS):
    """Run the same task in threads that start together; return the result of each."""
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


@pytest.mark.pg
@pytest.mark.sweep
@pytest.mark.parametrize("round_", range(ROUNDS))
def test_one_of_eight_browsers_gets_in(round_):
    path = f"/link/{make_link(LinkKind.HOST, host=a_host())}/"

    got = at_once(lambda: Client().post(path).status_code)

    assert sorted(got) == [302] + [410] * (BROWSERS - 1)


@pytest.mark.pg
@pytest.mark.sweep
@pytest.mark.parametrize("round_", range(ROUNDS))
def test_one_of_eight_phones_opens_a_players_page(round_):
    path = f"/link/{make_link(LinkKind.PLAYER, player=Player.objects.create(number=1, name='Ann', regular=True))}/"

    got = at_once(lambda: Client().post(path).status_code)

    assert sorted(got) == [302] + [410] * (BROWSERS - 1)
    assert SignIn.objects.count() == 1


def spend_carelessly(link, looked):
    """Spend a link carelessly: look first, and write when all have looked."""
    if Link.objects.get(pk=link.pk).spent_at is not None:
        return False
    looked.wait(timeout=20)
    link.spent_at = link.made_at
    link.save()
    return True


@pytest.mark.pg
def test_who_looks_first_and_writes_afterwards_lets_several_in():
    """Control: with a look before the write, the race does happen."""
    link = Link.objects.get(digest=digest_of(make_link(LinkKind.HOST, host=a_host())))

    looked = threading.Barrier(BROWSERS)

    got = at_once(lambda: spend_carelessly(link, looked))

    assert sum(got) == BROWSERS
    assert spend(link) is False


@pytest.mark.pg
def test_one_of_eight_set_ups_wins():
    place = f"/set-up/{make_link(LinkKind.SET_UP)}/house/"
    said = {"name": "Hanna", "password": PASSWORD, "time_zone": "Europe/Berlin"}
    said |= {"currency": "EUR", "locale": "de_DE", "house": "mike"}

    got = at_once(lambda: Client().post(place, said).status_code)

    assert sorted(got) == [303] + [410] * (BROWSERS - 1)
    assert Host.objects.count() == 1


@pytest.mark.pg
@pytest.mark.parametrize(("keys", "links"), [(("k" * 20,) * 2, 1), (("k" * 20, "l" * 20), 2)])
def test_two_taps_at_once_leave_one_link_alive(keys, links):
    """One form, or the page on two tablets, where the later link ends the earlier one."""
    bo = Player.objects.create(number=1, name="Bo", regular=True)
    left = list(keys)

    secrets = at_once(lambda: give_link(bo, made_by="Hanna", key=left.pop()), browsers=2)

    alive = [link for link in Link.objects.all() if is_unspent(link)]
    assert (len(set(secrets)), Link.objects.count(), len(alive)) == (links, links, 1)


MAKES: dict[str, Callable[[Night, str], str]] = {
    "a calendar's address": lambda _night, key: give_feed(a_host(), key),
    "a host's link": lambda _night, key: new_link(a_host(), made_by="Ann", key=key),
    "a banker's link": lambda night, key: new_banker_link(night, one("Bo"), made_by="Ann", key=key),
    "a television's address": lambda night, key: give_screen(night, made_by="Ann", key=key),
}


@pytest.mark.parametrize("what", MAKES)
def test_two_taps_of_one_form_at_once_make_one_secret_and_two_forms_two(what):
    cast()
    night = Friday(a_house()).night
    a_host()

    same = at_once(lambda: MAKES[what](night, "k" * 20), browsers=2)
    other = MAKES[what](night, "l" * 20)

    assert (len({*same}), other in same) == (1, False)


@pytest.fixture
def invited():
    """A Friday ahead to which Bo and Cy were invited a moment ago: no message is written yet."""
    cast()
    night = Friday(a_house(), starts_at=timezone.now() + timedelta(days=30))
    waiting_list_commands.invite(stamp=night.at(900), night=night.night, players=[one("Bo"), one("Cy")])
    return night


def test_four_that_write_the_messages_at_once_make_each_player_one_link(invited):
    at_once(draft_messages, browsers=4)

    links = Link.objects.filter(kind=LinkKind.PLAYER)
    assert (Message.objects.count(), links.count(), len(answer_secrets(invited.night))) == (2, 2, 2)


@pytest.mark.pg
def test_eight_phones_answer_by_one_link_and_one_is_heard(invited):
    draft_messages()
    link = f"/link/{answer_secrets(invited.night)[one('Bo').number]}/"

    got = at_once(lambda: Client().post(link, {"answer": "yes", "key": new_key()}, follow=True).status_code)

    assert sorted(got) == [200] + [410] * (BROWSERS - 1)
    assert (SignIn.objects.count(), invited.kinds) == (1, ["invite", "answer Bo"])


def test_who_is_merged_while_the_messages_are_written_has_a_link_that_is_theirs(invited):
    merge = partial(merge_players, stamp=Stamp("cy-is-bo", START), player=one("Cy"), into=one("Bo"))
    left: list[Callable[[], object]] = [draft_messages, merge]

    def one_of_them():
        left.pop()()

    at_once(one_of_them, browsers=2)

    secrets = answer_secrets(invited.night)
    assert [(number, find_link(secret).person.number) for number, secret in secrets.items()] == [
        (one("Bo").number,) * 2
    ]


@pytest.mark.pg
@pytest.mark.parametrize("round_", range(2))
def test_of_two_phones_that_take_one_name_at_once_one_is_in_and_the_other_waits(round_):
    chat = a_chat()
    said = {"player": one("Bo").number}

    got = at_once(
        lambda: Client().post(f"{chat.path}name/", {**said, "key": new_key()})["Location"].split("/")[1], browsers=2
    )

    assert sorted(got) == ["group", "own"]
    assert (SignIn.objects.count(), [each.waits for each in open_claims(timezone.now())].count(True)) == (1, 1)


def test_of_two_hosts_who_take_a_newcomer_in_and_refuse_them_at_once_one_is_heard():
    chat = a_chat()
    number = chat.asks("Hal").pk
    takes = partial(take_in, number, name="Hal", by="Ann", now=chat.now)
    left: list[Callable[[], object]] = [takes, takes, partial(refuse_claim, number, by="Ann", now=chat.now)]

    def one_of_them():
        with suppress(Impossible):
            left.pop()()

    at_once(one_of_them, browsers=3)

    answer = NameClaim.objects.get().answer
    assert (answer, Player.objects.filter(name="Hal").count()) in {("yes", 1), ("no", 0), ("no", 1)}


def test_eight_looks_at_once_are_all_counted():
    chat = a_chat()

    at_once(lambda: may_use(chat.link, LOOK, "10.0.0.1", chat.now))

    assert {each.times for each in GroupLinkUse.objects.all()} == {BROWSERS}


@pytest.mark.parametrize("round_", range(2))
def test_a_stranger_who_took_a_name_and_its_player_at_once_leave_the_seat_to_the_player(round_):
    chat, stranger = a_chat(), Client()
    stranger.post(f"{chat.path}name/", {"player": one("Bo").number, "key": new_key()})
    bo, page = player_client(one("Bo")), f"/own/{one('Bo').number}/nights/{chat.night.pk}/answer/"
    taps = [(bo, "yes"), *[(stranger, "no")] * 3]

    def answers():
        client, reply = taps.pop()
        client.post(page, {"answer": reply, "key": new_key()})

    at_once(answers, browsers=4)

    assert (chat.friday.seated, Fact.objects.filter(kind="answer").count()) == (["Bo"], 1)
