"""Guessing passwords: a known device, the desk's computer, strangers, and the line in which they wait."""

import threading

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.http import HttpResponse
from django.utils import timezone

from hostdesk.base.sign_in import guess_commands
from hostdesk.base.sign_in.guess_commands import (
    IN_LINE,
    MOST_OF_A_NAME,
    OF_ONE_PLACE,
    counted_name,
    described_client,
    in_line,
    is_guessed_by_many,
    keep_known,
    next_try,
    note_entered,
)
from tests.signed_in import a_host

pytestmark = pytest.mark.django_db
PATIENCE = 20  # seconds


@pytest.fixture
def ask(rf):
    """Return a function that makes the sign-in request of a phone by number (0: the desk's computer), with cookies."""

    def asked(phone, answer=None):
        request = rf.post("/sign-in/", REMOTE_ADDR=f"192.168.1.{phone}" if phone else "127.0.0.1")
        for name, cookie in (answer.cookies if answer else {}).items():
            request.COOKIES[name] = cookie.value
        return request

    return asked


def signed_in(request, *names):
    """Let hosts sign in one after the other with that request, and return the last answer."""
    answer = HttpResponse()
    for name in names:
        note_entered(request, a_host(name))
        keep_known(request, answer := HttpResponse())
        request.COOKIES.update({key: cookie.value for key, cookie in answer.cookies.items()})
    return answer


def wrong(request, name, times):
    return AccessAttempt.objects.create(
        username=counted_name(request, {"username": name}),
        ip_address=request.META["REMOTE_ADDR"],
        failures_since_start=times,
    )


def test_a_device_is_known_for_every_host_who_signed_in_there(ask):
    tablet = ask(1, signed_in(ask(1), "Hanna", "Otto"))

    counted = [counted_name(tablet, {"username": name}) for name in ("hanna", "Otto ", "Ann")]

    strangers = [counted_name(ask(2), {"username": name}) for name in ("hanna", "Otto ", "Ann")]
    device = counted[0].split()[1]
    assert counted == [f"{strangers[0]} {device}", f"{strangers[1]} {device}", strangers[2]]


def test_an_answer_without_a_sign_in_makes_no_device_known(client):
    answer = client.get("/sign-in/")

    assert guess_commands._COOKIE not in answer.cookies


def test_a_cookie_that_the_desk_did_not_sign_is_a_strangers(ask):
    answer = signed_in(ask(1), "Hanna")
    for cookie in answer.cookies.values():
        cookie.set(cookie.key, cookie.value[:-1] + "!", "")

    assert counted_name(ask(1, answer), {"username": "Hanna"}) == counted_name(ask(2), {"username": "Hanna"})


def test_without_a_name_it_is_counted_as_that_of_nobody(ask):
    assert counted_name(ask(1), None) == counted_name(ask(2), {"username": ""})


def test_the_log_names_who_tried_by_address_alone(ask):
    assert described_client("Hanna", "192.168.1.5", "Firefox", "/sign-in/", ask(5)) == "192.168.1.5"


def test_many_strangers_together_have_a_limit_and_lock_out_neither_a_known_device_nor_the_computer(ask):
    tablet = ask(1, signed_in(ask(1), "Hanna"))
    for phone in range(2, 7):
        assert not is_guessed_by_many(ask(99), "Hanna")
        last = wrong(ask(phone), "Hanna", MOST_OF_A_NAME // 5)

    assert [is_guessed_by_many(each, " hanna") for each in (ask(99), tablet, ask(0))] == [True, False, False]
    assert not is_guessed_by_many(ask(99), "Otto")
    assert next_try(ask(99), "Hanna") == last.attempt_time + settings.AXES_COOLOFF_TIME


def test_what_a_known_device_gets_wrong_is_its_own(ask):
    tablet = ask(1, signed_in(ask(1), "Hanna"))
    attempt = wrong(tablet, "Hanna", MOST_OF_A_NAME)

    assert not is_guessed_by_many(ask(99), "Hanna")
    assert next_try(tablet, "Hanna") == attempt.attempt_time + settings.AXES_COOLOFF_TIME
    assert next_try(ask(1), "Hanna") is None


def test_old_guesses_do_not_count(ask):
    wrong(ask(2), "Hanna", MOST_OF_A_NAME)
    AccessAttempt.objects.update(attempt_time=timezone.now() - settings.AXES_COOLOFF_TIME)

    assert not is_guessed_by_many(ask(99), "Hanna")


def test_behind_a_proxy_the_desks_computer_is_a_stranger(ask, settings):
    settings.TLS = True
    wrong(ask(2), "Hanna", MOST_OF_A_NAME)

    assert is_guessed_by_many(ask(0), "Hanna")


def test_of_strangers_one_is_looked_at_and_few_wait(ask):
    """While the first is checked, two of one address and four in all may be in line; the others are turned away."""
    waiting = [ask(1), ask(2), ask(2)]
    looked_at, done = [], threading.Barrier(2)

    def waits(request):
        with in_line(request, "Hanna") as may:
            looked_at.append(may)
        if len(looked_at) == len(waiting):
            done.wait(PATIENCE)

    tablet = ask(1, signed_in(ask(1), "Hanna"))
    with in_line(ask(1), "Hanna") as first:
        threads = [threading.Thread(target=waits, args=[each]) for each in waiting]
        for each in threads:
            each.start()
        for _ in range(PATIENCE * 1_000):
            if guess_commands._in_line["strangers"] == IN_LINE:
                break
            threading.Event().wait(0.001)
        for stranger in (ask(1), ask(2), ask(3)):
            with in_line(stranger, "Hanna") as may:
                assert not may
        assert looked_at == []
        with in_line(tablet, "Hanna") as known, in_line(ask(0), "Otto") as computer:
            assert (known, computer) == (True, True)
    done.wait(PATIENCE)
    for each in threads:
        each.join(PATIENCE)

    assert (first, looked_at, dict(guess_commands._in_line)) == (True, [True] * 3, {})


def test_a_known_device_does_not_fill_the_line_with_its_own(ask):
    tablet = ask(1, signed_in(ask(1), "Hanna"))

    with in_line(tablet, "Hanna"), in_line(tablet, "Hanna"), in_line(tablet, "Hanna") as third:
        assert OF_ONE_PLACE == 2
        assert not third


def test_one_that_fails_leaves_its_place(ask):
    with pytest.raises(ValueError, match="a fault"), in_line(ask(1), "Hanna"):
        raise ValueError("a fault")

    assert dict(guess_commands._in_line) == {}
