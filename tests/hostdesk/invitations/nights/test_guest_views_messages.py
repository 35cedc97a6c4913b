"""The page of a night's messages: to copy, to send, to mark as passed on; and the settings for sending."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.mail.mail_account.account import MailServer
from hostdesk.mail.messages.commands import draft_messages, set_email
from hostdesk.mail.messages.sending_commands import claim
from hostdesk.models import Message
from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.models import Fact, Night
from reservations.nights import commands as nights_commands
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.post import SERVER, friday, message, outbox, reach
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, START, Friday, a_house, cast, one
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@played_once
def moved_up():
    night = friday(starts_at=datetime(2099, 1, 2, 19, 0, tzinfo=NEW_YORK)).full("Bo", "Cy", "Di")
    night.no("Bo")
    night.do("bump", "Cy")
    return night


@pytest.fixture
def night():
    """A Friday far ahead; Di has moved up, and Cy is back on the waiting list."""
    night = moved_up()
    draft_messages()
    return night


@pytest.fixture
def sends(settings):
    settings.MAIL_SERVER = SERVER


def address(night, page=""):
    return f"/nights/{night.night.pk}/messages/{page}"


def states(desk, night):
    """Return the states of the messages on the page, from top to bottom."""
    groups = desk.client.get(address(night)).context["groups"]
    return [f"{row.player}: {row.state}" for group in groups for row in group.rows]


def test_all_messages_stand_there_by_kind_the_newest_first(desk, night):
    night.do("release", "Cy")
    draft_messages()

    page = desk.client.get(address(night))

    assert [(group.title, [str(row.player) for row in group.rows]) for group in page.context["groups"]] == [
        ("Reservations that were deleted", ["Cy"]),
        ("Back on the waiting list", ["Cy"]),
        ("Seats", ["Di"]),
    ]


@pytest.mark.parametrize("stray", [False, True])
def test_a_message_is_there_as_soon_as_the_host_has_decided(desk, night, stray):
    """A stray fact without a night and a house, which no desk records, does not hold the message up."""
    if stray:
        Fact.objects.create(key="a-stray-one", kind="reinstate", at=START, recorded_at=START)
    panel = desk.opens(f"/nights/{night.night.pk}/guests/{one('Di').number}/")

    decided = desk.sends(panel.form("/bump/"), reason="She offered to wait")

    assert decided.status == 200
    assert "Di: not sent" in states(desk, night)[:2]
    assert message("waiting list", "Di").text.count("She offered to wait") == 1


def test_without_a_mail_server_the_texts_are_there_to_copy(desk, night):
    page = desk.opens(address(night))

    assert page.links["Set up e-mail"] == "/desk/?open=email#email"
    assert "Hello Di, You have a seat at The friday game." in page.text
    assert states(desk, night) == ["Cy: not sent", "Di: not sent"]


def test_the_invitation_is_there_as_one_text_for_all_and_without_the_place(desk):
    ahead = timezone.now().replace(microsecond=0) + timedelta(days=30)
    night = friday(starts_at=ahead)

    page = desk.opens(address(night))

    assert "Hello everybody, You are invited to a night of poker: The friday game." in page.text
    assert "Elm" not in page.text
    assert "No messages yet." in page.text


@pytest.mark.parametrize("over", [True, False])
def test_a_night_that_is_cancelled_or_over_invites_nobody(desk, night, over):
    if over:
        Night.objects.update(starts_at=timezone.now())
    else:
        nights_commands.cancel_night(stamp=night.at(1_000), night=night.night, reason="The heating.")

    assert "Hello everybody" not in desk.opens(address(night)).text


def test_what_no_longer_concerns_somebody_says_so_and_is_not_there_to_copy(desk, night):
    night.no("Di")

    page = desk.opens(address(night))

    assert states(desk, night)[-1] == "Di: no longer needed"
    assert "Hello Di" not in page.text


def test_a_letter_opens_in_the_mail_program_of_the_host(desk, night):
    set_email(one("Di"), "di+poker@example.org", wanted=True)

    link = desk.opens(address(night)).links["Open in your mail program"]

    assert link.startswith("mailto:di%2Bpoker@example.org?subject=You%20have%20a%20seat%3A%20The%20friday%20game%2C")
    assert "&body=Hello%20Di%2C%0A%0AYou%20have%20a%20seat" in link


def link_in(page):
    """Return the links in the texts of a page."""
    return re.findall(r"http://testserver(/link/[^/\s]+/)", page.text)


def test_a_text_has_the_link_of_its_reader_under_the_address_of_the_page(desk, night):
    first, again = desk.opens(address(night)), desk.opens(address(night))

    assert len(link_in(first)) == 1
    assert link_in(again) == link_in(first)
    assert Client().get(link_in(first)[0]).context["link"].person == one("Di")


def test_a_link_that_was_used_is_made_anew_where_the_host_says_so(desk, night):
    used = link_in(desk.opens(address(night)))
    Client().post(used[0])

    page = desk.opens(address(night))
    anew = link_in(desk.sends(page.form("/link/"), message=message("seat", "Di").pk))

    assert (link_in(page), len(anew), anew == used) == ([], 1, False)


def test_a_link_is_there_to_scan_for_the_one_who_asks(desk, night):
    pages = [desk.opens(address(night, f"?qr={asked}")) for asked in (message("seat", "Di").pk, 0, "x")]

    assert [page.html.count('class="qr"') for page in pages] == [1, 0, 0]


def test_who_was_merged_meanwhile_has_a_link_to_their_own_page(desk, night):
    merge_players(stamp=Stamp("di-is-eve", START), player=one("Di"), into=one("Eve"))

    link = link_in(desk.opens(address(night)))[0]

    assert Client().get(link).context["link"].person == one("Eve")


def test_who_is_left_to_send_to_is_named(desk, night):
    waiting_list_commands.invite(stamp=night.at(900), night=night.night, players=[one("Eve"), one("Fay")])
    draft_messages()

    before = desk.opens(address(night))
    desk.sends(before.form("/passed-on/"), message=message("invitation", "Eve").pk)

    left = [desk.opens(address(night)).part("unsent-invitation"), before.part("unsent-invitation")]
    assert left == ["Not sent yet: Fay", "Not sent yet: Eve , Fay"]


def test_all_are_marked_as_told_at_once_after_a_post_in_the_group(desk, night):
    waiting_list_commands.invite(stamp=night.at(900), night=night.night, players=[one("Eve"), one("Fay")])
    draft_messages()

    desk.sends(desk.opens(address(night)).form("/passed-on/"))

    assert [message("invitation", name).given_at is not None for name in ("Eve", "Fay")] == [True, True]
    assert message("seat", "Di").given_at is None


def test_the_host_who_plays_answers_beside_the_messages(desk, night):
    page = desk.opens(address(night))

    after = desk.sends(page.form("/answer/"), answer="no")

    assert (after.url, night.rsvp_state.of(one("Ann").number).reply) == (address(night), "no")
    assert "You are not coming Ann Change" in after.text


def test_a_host_who_does_not_play_is_not_asked(night):
    answer = host_client("Hanna").get(address(night))

    assert answer.context["coming"] is None


def test_passed_on_is_noted(desk, night):
    desk.sends(desk.opens(address(night)).form("/passed-on/"), message=message("seat", "Di").pk)

    assert states(desk, night)[-1].startswith("Di: passed on ")
    assert message("seat", "Di").given_at is not None


@pytest.mark.parametrize(
    ("person", "state"),
    [
        ({"address": "", "wanted": True}, "not sent: no address"),
        ({"address": "di@example.org", "wanted": False}, "not sent: wants no e-mail"),
        ({"address": "di@example.org", "wanted": True}, "about to be sent"),
    ],
)
def test_why_something_is_not_sent_is_said(desk, night, sends, person, state):
    set_email(one("Di"), **person)

    assert states(desk, night)[-1] == f"Di: {state}"


@pytest.mark.parametrize(("seconds", "state"), [(5, "being sent"), (90, "not known whether it was sent")])
def test_a_letter_that_was_claimed_is_on_its_way_and_then_nobody_knows(desk, night, sends, seconds, state):
    reach("Di")
    claim(message("seat", "Di").pk, timezone.now() - timedelta(seconds=seconds))

    assert states(desk, night)[-1] == f"Di: {state}"


def test_what_went_out_long_ago_says_its_day(desk, night):
    Message.objects.filter(kind="seat").update(sent_at=datetime(2026, 11, 1, 1, 0, tzinfo=UTC))

    assert states(desk, night)[-1] == "Di: sent Sat 31 Oct, 21:00"


def test_what_failed_is_tried_again(desk, night, sends):
    reach("Cy", "Di")
    Message.objects.update(failed="The mail server could not be reached.", claimed_at=timezone.now())

    page = desk.opens(address(night))
    sent = desk.sends(page.form("/sent/"), message=message("seat", "Di").pk)

    assert "not sent: The mail server could not be reached." in page.text
    assert (sent.url, len(outbox()), states(desk, night)[-1][:9]) == (address(night), 1, "Di: sent ")


def test_all_that_failed_are_tried_again_at_once(desk, night, sends):
    reach("Cy", "Di")
    waiting_list_commands.invite(stamp=night.at(900), night=night.night, players=[one("Eve"), one("Fay")])
    draft_messages()
    reach("Eve", "Fay")
    Message.objects.filter(kind="invitation").update(failed="The mail server could not be reached.")

    form = desk.opens(address(night)).form("/sent/")
    desk.sends(form)

    assert sorted(line.partition(":")[0] for line in outbox()) == ["eve@example.org", "fay@example.org"]


def test_what_was_settled_meanwhile_is_told(desk, night, sends):
    reach("Di")
    Message.objects.filter(kind="seat").update(sent_at=timezone.now(), claimed_at=timezone.now())

    answer = desk.client.post(address(night, "sent/"), {"message": message("seat", "Di").pk})

    assert (answer.status_code, outbox()) == (422, [])
    assert "Nothing to send: it was sent, passed on or seen already." in answer.content.decode()


def test_a_strike_waits_for_the_host_to_read_it(desk, sends):
    cast()
    night = Friday(a_house(attendance={"steps": [[1, "reminder"]]})).full("Bo")
    night.mark("Bo", Mark.NO_SHOW)
    reach("Bo")
    draft_messages()

    waits = states(desk, night)
    desk.sends(desk.opens(address(night)).form("/sent/"), message=message("strike", "Bo").pk)

    assert waits == ["Bo: not sent: read it first, then send it"]
    assert outbox() == ["bo@example.org: About The friday game, Fri 20 Nov 2026"]


def test_the_messages_of_another_night_are_not_there(desk, night):
    other = Friday(night.night.house)

    answer = desk.client.post(address(other, "passed-on/"), {"message": message("seat", "Di").pk})

    assert (answer.status_code, message("seat", "Di").given_at) == (404, None)


@pytest.mark.parametrize(
    ("server", "words"),
    [
        (MailServer(), "The desk writes to players from an address of yours"),
        (
            MailServer(host="mail.example", user="ann", password="secret", sender="desk@example.org"),
            "desk@example.org Through mail.example , port",
        ),
        (MailServer(sender="desk@example.org"), "desk@example.org Through the terminal that runs the desk"),
    ],
)
def test_the_desk_says_how_its_mail_goes(desk, settings, server, words):
    settings.MAIL_SERVER = server

    page = desk.opens("/desk/?open=email")

    assert (words in page.text, "secret" in page.html) == (True, False)


def test_more_messages_need_no_more_queries(desk, night):
    def queries():
        with CaptureQueriesContext(connection) as context:
            desk.client.get(address(night))
        return len(context)

    queries()  # fills the cache of the rules version
    few = queries()
    waiting_list_commands.invite(
        stamp=night.at(900), night=night.night, players=[one(name) for name in ("Ann", "Eve", "Fay")]
    )
    draft_messages()
    queries()  # fills the cache of the books' decisions, which new acts empty

    assert queries() == few
