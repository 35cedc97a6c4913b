"""The link in a mail that stops e-mail, which changes nothing when it is only opened; and the list of sent mails."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.mail.messages.commands import draft_messages, set_email
from hostdesk.mail.messages.queries import email_of
from hostdesk.mail.messages.sending_commands import send_by_hand, send_due
from hostdesk.models import Message
from hostdesk.people.players.commands import merge_players
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.waiting_list.commands import invite
from tests.hostdesk.browsing import Browser
from tests.hostdesk.mail.messages.test_commands_do_not_write import secret
from tests.hostdesk.post import SERVER, before, friday, message, outbox, reach
from tests.played_once import played_once
from tests.reservations.friday import START, one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


@played_once
def moved_up():
    night = friday().full("Bo", "Cy", "Di")
    night.no("Bo")
    reach("Di")
    return night


@pytest.fixture
def night():
    """A Friday on which Di has moved up and has an address."""
    night = moved_up()
    draft_messages()
    return night


def address():
    return f"/do-not-write/{secret('Di')}/"


@pytest.mark.usefixtures("night")
def test_looking_at_the_link_stops_nothing():
    browser = Browser(Client(enforce_csrf_checks=True))

    for _ in range(2):
        browser.opens(address())

    assert (send_due(before(5_000)), email_of(one("Di")).wanted) == (1, True)


@pytest.mark.usefixtures("night")
def test_its_button_stops_all_e_mail_without_a_sign_in_also_by_hand_and_can_be_taken_back():
    browser = Browser(Client(enforce_csrf_checks=True))

    stopped = browser.sends(browser.opens(address()).forms[-1], wanted="no")
    sent = send_due(before(5_000))
    with pytest.raises(Impossible, match="wants no e-mail"):
        send_by_hand(message("seat", "Di"), before(5_000))
    again = browser.sends(stopped.forms[-1], wanted="yes")

    assert (stopped.url, sent, outbox()) == (address(), 0, [])
    assert ("No more e-mail?" in again.text, send_due(before(5_000))) == (True, 1)


@pytest.mark.usefixtures("night")
def test_a_mail_program_stops_it_in_one_click():
    answer = Client(enforce_csrf_checks=True).post(address(), {"List-Unsubscribe": "One-Click"})

    assert (answer.status_code, email_of(one("Di")).wanted) == (303, False)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.usefixtures("night")
def test_a_link_that_is_not_whole_stops_nothing_and_says_nothing_of_anybody(method):
    answer = getattr(Client(), method)(f"{address()[:-3]}/", {"wanted": "no"})

    assert (answer.status_code, b"di@example.org" in answer.content, email_of(one("Di")).wanted) == (404, False, True)


def test_the_text_is_still_there_to_copy(desk):
    ahead = timezone.now().replace(microsecond=0) + timedelta(days=30)
    night = friday(starts_at=ahead).full("Bo", "Cy", "Di")
    night.no("Bo")
    draft_messages()
    set_email(one("Di"), "di@example.org", wanted=False)

    page = desk.opens(f"/nights/{night.night.pk}/messages/")

    told = [message("seat", "Di").text.splitlines()[0] in page.text, "not sent: wants no e-mail" in page.text]
    assert told == [True, True]


@played_once
def to_tell():
    night = friday().full("Cy", "Gil", "Di")
    night.no("Gil")
    reach("Eve", "Fay", "Di")
    set_email(one("Cy"), "cy@example.org", wanted=False)
    night.do("bump", "Cy")
    invite(stamp=night.at(4_000), night=night.night, players=[one(name) for name in ("Eve", "Fay", "Bo")])
    return night


@pytest.fixture
def sent():
    """Di's mail went out, Eve's was refused, Fay's waits for the mail server; Cy wants none and Bo has no address."""
    night = to_tell()
    draft_messages()
    claimed, words = before(3_000), "The mail server refused it (code 550)."
    became: dict[str, dict[str, Any]] = {
        "Di": {"claimed_at": claimed, "sent_at": claimed},
        "Eve": {"claimed_at": claimed, "failed": words},
        "Fay": {"failed": "The mail server could not be reached. The desk tries again."},
    }
    for name, what in became.items():
        Message.objects.filter(player=one(name)).update(**what)
    return night


def listed(browser, query=""):
    """Return the recipient, the state and the reason of each row."""
    rows = browser.rows(f"/history/?kind=mail&as=csv{query}")[1:]
    return sorted([row[3], row[9], row[8]] for row in rows)


@pytest.mark.usefixtures("sent")
def test_what_went_out_by_mail_is_listed_and_what_failed_and_why(desk):
    assert listed(desk) == [
        ["Di", "sent", ""],
        ["Eve", "failed", "The mail server refused it (code 550)."],
        ["Fay", "waits", "The mail server could not be reached. The desk tries again."],
    ]


@pytest.mark.parametrize(("query", "names"), [("&state=sent", ["Di"]), ("&state=failed", ["Eve", "Fay"]), ("", None)])
@pytest.mark.usefixtures("sent")
def test_the_list_is_filtered_by_player_and_state(desk, query, names):
    number = one("Eve").number

    assert [row[0] for row in listed(desk, query or f"&player={number}")] == (names or ["Eve"])


@pytest.mark.usefixtures("sent")
def test_a_duplicates_mails_are_the_persons(desk):
    merge_players(stamp=Stamp("eve-is-fay", START), player=one("Eve"), into=one("Fay"))

    assert [row[0] for row in listed(desk, f"&player={one('Fay').number}")] == ["Fay", "Fay"]


@pytest.mark.usefixtures("sent")
def test_the_page_leads_to_the_night_and_loads_no_picture(desk):
    page = desk.opens("/history/?kind=mail")

    assert [url for url in page.leads_to if url.endswith("/messages/")] != []
    assert [tag for tag in ("<img", "@example.org") if tag in page.html] == []


@pytest.mark.usefixtures("sent")
def test_more_mails_need_no_more_queries(desk):
    def queries():
        with CaptureQueriesContext(connection) as context:
            desk.client.get("/history/?kind=mail")
        return len(context)

    queries()  # read what a version of the rules needs; it is cached from then on
    three = queries()
    Message.objects.filter(player__in=[one("Eve"), one("Fay")]).update(claimed_at=None, failed="")

    assert queries() == three


def test_a_mail_has_no_picture_and_no_markup(night, mailoutbox):
    send_due(before(5_000))

    kinds = {part.get_content_type() for mail in mailoutbox for part in mail.message().walk()}
    assert kinds <= {"multipart/alternative", "text/plain", "text/calendar"}
    assert len(mailoutbox) == 1
