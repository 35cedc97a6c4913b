"""E-mails read at the same moment as other events: each counts once, and never over a newer answer."""

import pytest
from django.db.models import Q

from hostdesk.mail.mailbox.commands import deal_with
from hostdesk.mail.mailbox.queries import unread_mails
from hostdesk.models import ReceivedMail
from reservations.models import Fact, Night
from reservations.nights.commands import cancel_night
from tests.faults.racing import at_once
from tests.hostdesk.mail.mailbox.mails import (
    a_place,
    answers,
    arrives,
    came_back,
    for_the_host,
    id_to,
    invited,
    plain,
    tapped,
    uid_of,
)
from tests.hostdesk.post import SERVER, before, drafted, message

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = 3


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


def reading(raw, minutes=4_000):
    """Read an e-mail that arrived so many minutes before the start."""
    return lambda: arrives(raw, minutes)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_reply_that_is_read_four_times_at_once_is_an_answer_once(round_):
    night = invited("Bo")
    a_place()

    at_once(*[reading(tapped(night.night))] * 4)

    assert (answers(), for_the_host(), ReceivedMail.objects.count()) == (["yes Bo"], [], 1)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_mail_for_the_host_that_is_read_four_times_at_once_is_there_once(round_):
    invited("Bo")
    a_place()

    at_once(*[reading(plain("what?", to=id_to("Bo")))] * 4)
    number = unread_mails().get().pk
    for name in ("Ann", "Di"):
        deal_with(Q(pk=number), by=name, now=before(0))

    assert ([each.dealt_by for each in ReceivedMail.objects.all()], for_the_host()) == (["Ann"], [])


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_mail_and_a_newer_tap_at_once_end_with_the_tap(round_):
    night = invited("Bo")
    a_place()
    yes = plain("yes", to=id_to("Bo"), minutes=4_100)

    at_once(reading(yes), lambda: night.no("Bo", before=4_050))

    assert (answers()[-1], night.seated) == ("no Bo", [])
    assert (len(answers()), for_the_host()) in [(2, []), (1, ["What is noted for Bo is newer."])]


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_mail_and_a_cancellation_at_once_are_in_an_order(round_):
    night = invited("Bo")
    a_place()
    yes = tapped(night.night, minutes=4_001)

    at_once(reading(yes), lambda: cancel_night(stamp=night.at(4_000), night=night.night, reason="snow"))

    kinds = [kind for kind in Fact.objects.values_list("kind", flat=True) if kind in ("answer", "cancel")]
    assert (kinds, for_the_host()) in [
        (["answer", "cancel"], []),
        (["cancel"], ["The night of Fri 20 Nov 2026 is cancelled."]),
    ]


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_no_that_is_read_four_times_at_once_gives_up_one_seat_and_tells_it_once(round_):
    night = invited("Bo", "Cy", "Di").full("Bo", "Cy", "Di")
    a_place()
    no = tapped(night.night, "DECLINED", verdict="", uid=uid_of("Bo", night.night))

    at_once(*[reading(no)] * 4)

    assert (night.seated, drafted()[3:]) == (["Cy", "Di"], ["seat given up Bo"])
    assert for_the_host() == ["Noted: Bo says no, and gives up the seat."]


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_forged_no_and_the_players_own_yes_at_once_leave_the_seat(round_):
    night = invited("Bo", "Cy").full("Cy")
    Night.objects.update(uid_is_shared=True)
    a_place()
    no = tapped(night.night, "DECLINED", verdict="", minutes=4_000)

    at_once(reading(no), lambda: night.yes("Bo", before=4_050))

    assert (night.seated, len(for_the_host())) == (["Cy", "Bo"], 1)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_a_mail_that_came_back_is_read_four_times_at_once_and_told_once(round_):
    night = invited("Bo")
    a_place()

    at_once(*[reading(came_back(id_to("Bo")))] * 4)

    assert ([each.night for each in unread_mails()], message("invitation", "Bo").failed) == (
        [night.night],
        "It came back: 5.1.1",
    )
