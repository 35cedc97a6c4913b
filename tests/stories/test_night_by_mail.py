"""A night planned by mail: calendars and players answer the desk's mails, and the desk mails the results."""

from email.message import EmailMessage

import icalendar
import pytest

from hostdesk.mail.mail_account.account import Mailbox
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.mail.messages.sending_commands import send_due
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.mail.mailbox.mails import arrives, for_the_host
from tests.hostdesk.post import before, friday, reach
from tests.mail_servers import sends_to, smtp_server
from tests.reservations.friday import one

pytestmark = pytest.mark.django_db


@pytest.fixture
def post(settings):
    with smtp_server() as post:
        sends_to(post, settings)
        settings.MAILBOX = Mailbox("localhost", 143, "desk@example.org", "secret")
        yield post


def posted(post, minutes):
    """Let the desk send its mails, that many minutes before the start; return them by recipient."""
    post.envelopes.clear()
    draft_messages()
    send_due(before(minutes))
    return {mail["To"].removesuffix("@example.org"): mail for mail in post.mails}


def event_in(mail):
    return icalendar.Calendar.from_ical(mail.get_body(("calendar",)).get_payload(decode=True)).events[0]


def told(mail):
    """Return what the event of a mail tells its reader: their answer, the event's status and its place."""
    event = event_in(mail)
    return event["ATTENDEE"].params["PARTSTAT"], str(event["STATUS"]), str(event.get("LOCATION", ""))


def reply_to(mail, minutes):
    """Return an empty reply to a mail, from its recipient."""
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Subject"] = mail["To"], mail["Reply-To"], f"Re: {mail['Subject']}"
    reply["Date"], reply["Message-ID"] = before(minutes), f"<{mail['To'].partition('@')[0]}-{minutes}@mail.test>"
    reply["In-Reply-To"] = mail["Message-ID"]
    return reply


def taps(mail, said, minutes):
    """Answer as a calendar does: return the event to its organizer, with the answer in it."""
    event = event_in(mail)
    answered = icalendar.Event()
    for name in ("uid", "sequence", "dtstart", "dtend", "organizer", "summary"):
        answered.add(name, event[name])
    answered.add("dtstamp", before(minutes))
    answered.add("attendee", event["ATTENDEE"], parameters={"PARTSTAT": said})
    calendar = icalendar.Calendar()
    calendar.add("method", "REPLY")
    calendar.add_component(answered)
    reply = reply_to(mail, minutes)
    reply.set_content(f"{said}\n")
    reply.add_alternative(calendar.to_ical(), "text", "calendar", params={"method": "REPLY", "charset": "utf-8"})
    arrives(reply.as_bytes(), minutes)


def writes(mail, words, minutes):
    """Answer in words, above the quoted mail."""
    reply = reply_to(mail, minutes)
    quoted = mail.get_body(("plain",)).get_content().splitlines()
    lines = [words, "", "On 14/11/2026 12:20, The desk wrote:", *(f"> {line}" for line in quoted), ""]
    reply.set_content("\n".join(lines))
    arrives(reply.as_bytes(), minutes)


def test_calendars_and_words_fill_the_seats_and_every_calendar_ends_up_right(post):
    night = friday().full("Ann")
    reach("Bo", "Cy", "Di")
    asked = [one(name) for name in ("Bo", "Cy", "Di")]
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=asked)
    invitations = posted(post, 9_000)

    taps(invitations["bo"], "ACCEPTED", 8_000)
    writes(invitations["cy"], "Count me in!", 7_900)
    taps(invitations["di"], "DECLINED", 7_800)
    answers = posted(post, 7_790)

    assert ([night.seated, night.waiting], for_the_host()) == ([["Ann", "Bo"], ["Cy"]], [])
    assert {name: told(mail) for name, mail in answers.items()} == {
        "bo": ("ACCEPTED", "CONFIRMED", "12 Elm Street"),
        "cy": ("ACCEPTED", "TENTATIVE", ""),
    }

    taps(answers["bo"], "DECLINED", 5_000)
    news = posted(post, 4_990)

    assert (night.seated, for_the_host()) == (["Ann", "Cy"], ["Noted: Bo says no, and gives up the seat."])
    assert {name: told(mail) for name, mail in news.items()} == {
        "bo": ("DECLINED", "CONFIRMED", ""),
        "cy": ("ACCEPTED", "CONFIRMED", "12 Elm Street"),
    }
    sequences = [event_in(each)["SEQUENCE"] for each in (invitations["cy"], answers["cy"], news["cy"])]
    assert sequences == [0, 1, 2]
    assert [each["In-Reply-To"] for each in (answers["cy"], news["cy"])] == [invitations["cy"]["Message-ID"]] * 2
