"""Two workers and one letter: it is written once and goes out once."""

import threading
from functools import partial

import pytest
from django.core import mail
from django.db import connection, connections

from hostdesk.mail.messages import sending_commands
from hostdesk.mail.messages.commands import draft_messages, set_email
from hostdesk.mail.messages.queries import email_of
from hostdesk.mail.messages.sending_commands import send_by_hand, send_due
from hostdesk.models import Message
from reservations.acts.problems import Impossible
from tests.hostdesk.post import SERVER, before, drafted, friday, message, reach
from tests.mail_servers import sends_to, smtp_server
from tests.reservations.friday import one

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

WORKERS = 4
ROUNDS = 3


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


def at_once(task):
    """Run the same task in threads that start together; return the result of each."""
    got, ready = [], threading.Barrier(WORKERS)

    def run():
        connection.ensure_connection()
        ready.wait()
        try:
            got.append(task())
        except Impossible as settled:
            got.append(str(settled))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def a_seat_for_di():
    """A Friday on which Di has moved up, and can be reached."""
    night = friday().full("Bo", "Cy", "Di")
    night.no("Bo")
    reach("Di")
    return night


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_workers_who_write_at_once_write_once(round_):
    night = a_seat_for_di()
    for name in ("Cy", "Di"):
        night.do("bump", name)

    at_once(draft_messages)

    assert drafted() == ["seat Di", "waiting list Cy", "waiting list Di"]


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_workers_who_send_at_once_send_once(round_):
    a_seat_for_di()
    draft_messages()

    got = at_once(lambda: send_due(before(5_000)))

    assert (sorted(got), len(mail.outbox)) == ([0] * (WORKERS - 1) + [1], 1)


def test_workers_who_mail_at_once_hand_the_event_over_once(settings):
    """The workers use a real mail server, each over its own connection."""
    with smtp_server() as took:
        sends_to(took, settings)
        a_seat_for_di()
        draft_messages()

        got = at_once(lambda: send_due(before(5_000)))

        assert (sorted(got), [each.rcpt_tos for each in took.envelopes]) == ([0, 0, 0, 1], [["di@example.org"]])


def claim_carelessly(pk, now, *, looked):
    """Claim a message carelessly: look first, and write when all have looked."""
    free = Message.objects.filter(pk=pk, claimed_at=None).exists()
    looked.wait(timeout=20)
    Message.objects.filter(pk=pk).update(claimed_at=now)
    return free


def test_who_looks_first_and_claims_afterwards_sends_several(monkeypatch):
    """Control: with a look before the write, the race does happen."""
    a_seat_for_di()
    draft_messages()
    claims = partial(claim_carelessly, looked=threading.Barrier(WORKERS))
    monkeypatch.setattr(sending_commands, "claim", claims)

    got = at_once(lambda: send_due(before(5_000)))

    assert (sum(got), len(mail.outbox)) == (WORKERS, WORKERS)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_button_that_is_pressed_on_four_tablets_sends_once(round_):
    a_seat_for_di()
    draft_messages()
    Message.objects.update(failed="The mail server could not be reached.")
    waiting = message("seat", "Di")

    got = at_once(lambda: send_by_hand(waiting, before(5_000)))

    settled = "Nothing to send: it was sent, passed on or seen already."
    assert (sorted(map(str, got)), len(mail.outbox)) == ([settled] * (WORKERS - 1) + ["True"], 1)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_who_stops_e_mail_while_the_host_writes_down_their_new_address_gets_none(round_):
    a_seat_for_di()
    draft_messages()
    says = iter(["", *["Ann"] * (WORKERS - 1)])

    at_once(lambda: set_email(one("Di"), "di@example.net", wanted=bool(by := next(says)), by=by))

    assert (email_of(one("Di")).wanted, send_due(before(5_000)), mail.outbox) == (False, 0, [])
