"""Mails in the inbox: the host reads them as plain text, and they stay until the host deals with them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.base.site.rounds import MAILBOX, Round, known
from hostdesk.front.inbox import page as inbox_page
from hostdesk.mail.mail_account.account import Mailbox
from hostdesk.mail.mailbox.queries import unread_mails
from hostdesk.models import MailboxPlace, ReceivedMail
from reservations.models import Night, Player
from tests.hostdesk.mail.mailbox.mails import a_place, arrives, id_to, invited, plain
from tests.hostdesk.post import SERVER
from tests.reservations.friday import Friday, one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def night(settings):
    """A night in nine days to which Bo and Cy are invited by e-mail."""
    settings.MAIL_SERVER = SERVER
    return invited("Bo", "Cy", starts_at=timezone.now().replace(microsecond=0) + timedelta(days=9))


def shown(desk):
    return desk.client.get("/inbox/").context


def test_a_mail_stands_there_with_the_reason_and_leads_to_the_guests_of_its_night(desk, night):
    arrives(plain("Yes but late <b>", to=id_to("Bo")))

    page = desk.opens("/inbox/")

    assert "Yes but late <b>" in page.text
    assert f"/nights/{night.night.pk}/guests/{one('Bo').number}/" in page.links.values()
    assert [mail.reason for mail, _ in shown(desk)["mails"]] == ["Its first line is no clear yes, maybe or no."]


def test_without_a_night_it_leads_to_those_ahead_and_of_a_stranger_to_none(desk, night):
    other = Friday(night.night.house, starts_at=night.start + timedelta(days=7)).maybe("Bo").fact.night
    arrives(plain("Which night?"))
    arrives(plain("Yes", sender="eve@evil.example"))

    nights = [[each.pk for each in nights] for _, nights in shown(desk)["mails"]]

    assert nights == [[], [night.night.pk, other.pk]]


@pytest.mark.parametrize("gone", ["removed", "cancelled"])
def test_nobody_is_answered_for_who_is_removed_and_on_no_night_that_is_cancelled(desk, night, gone):
    if gone == "removed":
        Player.objects.filter(name="Bo").update(removed=True)
    else:
        Night.objects.update(cancelled_at=timezone.now())
    arrives(plain("Yes", to=id_to("Bo")))

    assert [nights for _, nights in shown(desk)["mails"]] == [[]]


def test_what_is_dealt_with_is_gone_and_who_did_it_is_kept(desk, night):
    arrives(plain("what?", to=id_to("Bo")))
    number = unread_mails().get().pk

    answers = [desk.client.post(f"/mailbox/{number}/done/").status_code for _ in range(2)]

    assert (answers, shown(desk)["mails"], ReceivedMail.objects.get().dealt_by) == ([303, 303], [], "Ann")


def test_all_that_are_shown_are_done_at_once_and_no_later_one(desk, night):
    for sender, to in (("bo@example.org", id_to("Bo")), ("cy@example.org", id_to("Cy"))):
        arrives(plain("what?", sender=sender, to=to))
    page = desk.opens("/inbox/")
    arrives(plain("and when?", to=id_to("Bo")))

    desk.sends(page.form("/mailbox/"))

    assert [each.text for each in unread_mails()] == ["and when?"]


def test_answering_for_the_player_is_being_done_with_their_mails_of_that_night(desk, night):
    arrives(plain("what?", to=id_to("Bo")))
    arrives(plain("what?", sender="cy@example.org", to=id_to("Cy")))
    page = desk.opens(f"/nights/{night.night.pk}/guests/{one('Bo').number}/")

    desk.sends(page.form(f"/nights/{night.night.pk}/guests/{one('Bo').number}/answer/"), answer="yes")

    assert [each.person for each in unread_mails()] == [one("Cy")]
    assert ReceivedMail.objects.get(player=one("Bo")).dealt_by == "Ann"


def test_home_and_the_messages_count_the_urgent_ones(desk, night):
    arrives(plain("Yes\n\nNo, wait.", to=id_to("Bo")))
    arrives(plain("what?", sender="cy@example.org", to=id_to("Cy")))

    pages = [desk.opens(path) for path in ("/", f"/nights/{night.night.pk}/messages/")]

    assert [page.links.get("2 in your inbox, 1 urgent") for page in pages] == ["/inbox/"] * 2


def test_only_so_many_are_shown_at_a_time_and_the_rest_is_counted(desk, night, monkeypatch):
    monkeypatch.setattr(inbox_page, "SHOWN", 2)
    for number in range(3):
        arrives(plain("Yes", sender=f"eve{number}@evil.example"))
    MailboxPlace.objects.filter(pk=a_place().pk).update(not_kept=4)

    page = shown(desk)

    assert ([mail.sender for mail, _ in page["mails"]], page["waiting"].count, page["not_kept"]) == (
        ["eve2@evil.example", "eve1@evil.example"],
        3,
        4,
    )


def test_a_mailbox_that_is_away_is_said_so_and_one_that_is_back_is_not(desk, night):
    each = Round(MAILBOX, lambda *_: None, 60, patience=900)

    with known(each):
        each.note("Nothing answers at imap.test, port 993.", {})
        away = shown(desk)["fault"]
        each.note("", {})
        back = shown(desk)["fault"]

    assert (away, back) == ("Nothing answers at imap.test, port 993.", "")


@pytest.mark.parametrize("vouches", ["mx.example.org", ""])
def test_a_mailbox_whose_server_that_vouches_for_senders_is_unknown_is_said_so(desk, settings, vouches):
    settings.MAILBOX = Mailbox("imap.example.org", 993, "desk", "a password", vouches=vouches)

    page = desk.opens("/inbox/")

    assert ("E-mail" in page.links) is (vouches == "")


def test_a_page_of_three_mails_takes_as_many_queries_as_one_of_one(desk, night):
    counted = []
    desk.client.get("/inbox/")  # fills the cache of the rules version
    for count in (1, 2):
        for name in ("bo", "cy")[:count]:
            arrives(plain("what?", sender=f"{name}@example.org"))
        with CaptureQueriesContext(connection) as queries:
            desk.client.get("/inbox/")
        counted.append(len(queries))

    assert counted[0] == counted[1]
