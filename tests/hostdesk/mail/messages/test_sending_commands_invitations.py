"""Messages as mail programs and calendars get them: taken by a real mail server, read by `email` and `icalendar`."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import icalendar
import pytest
from django.utils import timezone

from hostdesk.base.sign_in.player_link_commands import answer_secrets
from hostdesk.mail.mail_account.account import CONSOLE, Mailbox
from hostdesk.mail.mail_account.queries import outgoing
from hostdesk.mail.messages.commands import answer_back, draft_messages, set_email
from hostdesk.mail.messages.queries import message_id
from hostdesk.mail.messages.sending_commands import mail_of, send_by_hand, send_due
from hostdesk.models import Message
from reservations.acts.facts import Mark
from reservations.acts.kinds import Stamp
from reservations.messages.rules import MessageKind
from reservations.messages.text import BY_MAIL, NOT_BY_MAIL
from reservations.models import Night
from reservations.nights import commands as nights_commands
from reservations.nights.queries import plan_of
from reservations.players import commands as players_commands
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.mail.mailbox.mails import uid_of
from tests.hostdesk.post import DAY, SERVER, before, friday, message, reach
from tests.mail_servers import sends_to, smtp_server
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db
MAILBOX = Mailbox("localhost", 143, "desk@example.org", "secret")


@pytest.fixture(scope="module")
def server():
    with smtp_server() as running:
        yield running


@pytest.fixture
def post(server, settings):
    server.envelopes.clear()
    sends_to(server, settings)
    settings.MAILBOX = MAILBOX
    return server


def invite(night, *names, minutes=9_000):
    waiting_list_commands.invite(stamp=night.at(minutes), night=night.night, players=[one(name) for name in names])


def change(night, minutes, **wanted):
    night.night.refresh_from_db()
    shown = plan_of(night.night)
    stamp = night.at(minutes)
    nights_commands.change_night(stamp=stamp, night=night.night, shown=shown, wanted=replace(shown, **wanted))


def send(minutes):
    """Write and send the messages that are due that many minutes before the start."""
    draft_messages()
    return send_due(before(minutes))


def calendar_in(mail):
    """Return the parsed calendar part of a mail; None without one."""
    part = mail.get_body(("calendar",))
    return part and icalendar.Calendar.from_ical(part.get_payload(decode=True))


def told(mail):
    """Return the calendar fields of a mail: method, sequence, time of writing, answer, place."""
    file = calendar_in(mail)
    event = file.events[0]
    stamped = (START - event["DTSTAMP"].dt) / timedelta(minutes=1)
    answer = event["ATTENDEE"].params.get("PARTSTAT", "")
    return file["METHOD"], event["SEQUENCE"], stamped, answer, str(event.get("LOCATION", ""))


@pytest.fixture
def invited(post):
    """Bo's invitation by e-mail, as it arrived."""
    night = friday()
    reach("Bo")
    invite(night, "Bo")
    send(9_000)
    (came,) = post.mails
    return came


def test_the_head_of_a_mail(invited, post):
    sent = message("invitation", "Bo")

    told = {name: invited[name] for name in invited if name not in ("Date", "Content-Type")}
    assert told == {
        "From": "The desk <desk@example.org>",
        "To": "bo@example.org",
        "Reply-To": "desk@example.org",
        "Subject": "Invitation: The friday game, Fri 20 Nov 2026, 19:00",
        "Message-ID": message_id(sent),
        "Auto-Submitted": "auto-generated",
        "MIME-Version": "1.0",
    }
    assert datetime.now(UTC).replace(tzinfo=None) - invited["Date"].datetime < timedelta(minutes=10)
    assert [(each.mail_from, each.rcpt_tos) for each in post.envelopes] == [("desk@example.org", ["bo@example.org"])]


def test_its_parts_are_a_text_and_the_same_for_a_calendar(invited, post):
    text, calendar = invited.iter_parts()

    assert invited.get_content_type() == "multipart/alternative"
    assert (text.get_content_type(), dict(calendar["Content-Type"].params)) == (
        "text/plain",
        {"method": "REQUEST", "charset": "utf-8"},
    )
    assert calendar.get_content_type() == "text/calendar"
    assert {part["Content-Transfer-Encoding"] for part in (text, calendar)} == {"quoted-printable"}
    assert post.sources[0].isascii()
    assert max(len(line) for line in post.sources[0].split(b"\r\n")) <= 78


def test_its_event_is_of_the_night_and_for_the_reader_alone(invited):
    night = Night.objects.get()
    (event,) = calendar_in(invited).events

    assert (event["UID"], event["SEQUENCE"], event["DTSTAMP"].dt) == (uid_of("Bo", night), 0, before(9_000))
    assert (event.start, event.end, event["STATUS"]) == (START, START + timedelta(hours=5), "CONFIRMED")
    assert (event["ORGANIZER"], event["ORGANIZER"].params["CN"]) == ("mailto:desk@example.org", "The desk")
    assert (event["ATTENDEE"], event["ATTENDEE"].params["RSVP"]) == ("mailto:bo@example.org", "TRUE")
    assert told(invited) == ("REQUEST", 0, 9_000, "NEEDS-ACTION", "")
    assert [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")] == [-timedelta(days=1)]


def test_text_and_event_have_the_readers_own_link_and_say_how_to_answer(post):
    night = friday(starts_at=timezone.now() + timedelta(days=30))
    reach("Bo")
    invite(night, "Bo")

    draft_messages()
    send_due(timezone.now())

    (came,) = post.mails
    secret, text = answer_secrets(night.night)[one("Bo").number], came.get_body(("plain",)).get_content()
    assert [secret in each for each in (text, calendar_in(came).events[0]["DESCRIPTION"])] == [True, True]
    assert (text.count(BY_MAIL), text.count(NOT_BY_MAIL)) == (1, 0)


def test_where_nobody_reads_answers_the_calendar_is_not_asked_for_one(post, settings):
    settings.MAILBOX = None
    invite(friday(), "Bo")
    reach("Bo")

    send(9_000)

    (came,) = post.mails
    text = came.get_body(("plain",)).get_content()
    assert (calendar_in(came).events[0]["ATTENDEE"].params["RSVP"], came["Reply-To"]) == ("FALSE", None)
    assert (text.count(BY_MAIL), text.count(NOT_BY_MAIL)) == (0, 1)


def test_a_night_in_bos_calendar_from_the_invitation_to_its_end(post):
    night = friday().full("Cy", "Di")
    reach("Bo")

    invite(night, "Bo")
    send(9_000)
    night.yes("Bo", before=8_000)
    night.no("Cy", before=7_000)
    send(6_990)
    night.do("bump", "Bo", before=6_000)
    send(5_990)
    night.do("seat_player", "Bo", before=5_900)
    send(5_890)
    change(night, 5_000, starts=time(20), place="3 Oak Street")
    send(4_990)
    nights_commands.cancel_night(stamp=night.at(4_000), night=night.night, reason="The heating.")
    send(3_990)
    nights_commands.restore_night(stamp=night.at(3_900), night=night.night)
    send(3_890)
    night.do("release", "Bo", before=3_000)
    send(2_990)

    assert [told(each) for each in post.mails] == [
        ("REQUEST", 0, 9_000, "NEEDS-ACTION", ""),
        ("REQUEST", 2, 6_990, "ACCEPTED", "12 Elm Street"),
        ("REQUEST", 3, 5_990, "ACCEPTED", ""),
        ("REQUEST", 4, 5_890, "ACCEPTED", "12 Elm Street"),
        ("REQUEST", 5, 4_990, "ACCEPTED", "3 Oak Street"),
        ("CANCEL", 6, 3_990, "", ""),
        ("REQUEST", 7, 3_890, "ACCEPTED", "3 Oak Street"),
        ("CANCEL", 8, 2_990, "", ""),
    ]
    events = [calendar_in(each).events[0] for each in post.mails]
    assert {str(event["UID"]) for event in events} == {uid_of("Bo", night.night)}
    assert [event.get("STATUS", "") for event in events] == [
        *("CONFIRMED", "CONFIRMED", "TENTATIVE", "CONFIRMED", "CONFIRMED", "CANCELLED", "CONFIRMED", "")
    ]
    assert events[4].start == START + timedelta(hours=1)


def test_the_calendar_of_one_who_has_not_answered_has_no_old_time_and_no_cancelled_night(post):
    night = friday()
    reach("Bo")
    invite(night, "Bo")
    send(9_000)
    change(night, 8_000, starts=time(20))
    send(7_990)
    nights_commands.cancel_night(stamp=night.at(7_000), night=night.night, reason="The heating.")
    send(6_990)

    assert [told(each) for each in post.mails] == [
        ("REQUEST", 0, 9_000, "NEEDS-ACTION", ""),
        ("REQUEST", 1, 7_990, "NEEDS-ACTION", ""),
        ("CANCEL", 2, 6_990, "", ""),
    ]
    starts = [calendar_in(each).events[0].start - START for each in post.mails]
    assert starts == [timedelta(), timedelta(hours=1), timedelta(hours=1)]


def test_an_invitation_that_waited_while_the_time_changed_is_not_sent_with_the_old_one(post):
    night = friday()
    reach("Bo")
    invite(night, "Bo")
    draft_messages()
    change(night, 8_000, starts=time(20))

    send(7_990)

    assert [each["Subject"] for each in post.mails] == ["Invitation: The friday game, Fri 20 Nov 2026, 20:00"]


def test_a_yes_by_mail_brings_the_place_into_the_calendar(post):
    night = friday()
    reach("Bo")
    invite(night, "Bo")
    send(9_000)

    answer_back(night.yes("Bo", before=8_000).fact)
    send(7_990)

    invitation, answer = post.mails
    assert told(answer) == ("REQUEST", 1, 7_990, "ACCEPTED", "12 Elm Street")
    assert (answer["Subject"], answer["In-Reply-To"]) == (
        "You have a seat: The friday game, Fri 20 Nov 2026",
        invitation["Message-ID"],
    )


def test_what_is_told_later_follows_the_first_mail(post):
    night = friday().full("Cy", "Di")
    reach("Bo", "Di")
    invite(night, "Bo")
    send(9_000)
    night.yes("Bo", before=8_000)
    night.no("Cy", before=7_000)
    night.do("bump", "Di", before=6_000)

    send(5_990)

    first, *later = post.mails
    follows = {each["To"]: (each["In-Reply-To"], each["References"]) for each in later}
    assert follows == {"bo@example.org": (first["Message-ID"],) * 2, "di@example.org": (None, None)}


def test_an_offer_and_a_seat_to_confirm_are_asked_whatever_was_said_before(post):
    cast()
    asks = {"asked_minutes": 2_880, "remind_minutes": 0}
    night = Friday(a_house(waiting={"moves_up": "by an offer"}, confirmation=asks)).full("Bo", "Cy", "Di")
    reach("Cy", "Di")
    night.tick(2_880)
    night.no("Bo", before=2_000)

    send(2_000)

    answers = {each["To"]: calendar_in(each).events[0]["ATTENDEE"].params["PARTSTAT"] for each in post.mails}
    assert {each.kind for each in Message.objects.exclude(sent_at=None)} == {MessageKind.OFFER, MessageKind.CONFIRM}
    assert answers == {"cy@example.org": "NEEDS-ACTION", "di@example.org": "NEEDS-ACTION"}


def test_a_reminder_carries_the_place_and_a_strike_nothing(post):
    cast()
    night = Friday(a_house(attendance={"steps": [[1, "reminder"]]}), place="12 Elm Street").full("Bo")
    reach("Bo")
    night.tick(DAY)
    send(DAY)
    night.mark("Bo", Mark.NO_SHOW)
    draft_messages()

    send_by_hand(message("strike", "Bo"), before(-90))

    reminder, strike = post.mails
    assert told(reminder)[0::4] == ("REQUEST", "12 Elm Street")
    assert calendar_in(reminder).walk("VALARM") == []  # the time a day before the night has just passed
    assert (strike.get_content_type(), strike["In-Reply-To"]) == ("text/plain", reminder["Message-ID"])


def test_what_is_of_no_night_follows_nothing(post):
    night = friday().full("Bo")
    night.do("bump", "Bo")
    draft_messages()
    about = message("waiting list", "Bo")
    about.kind, about.fact.night = MessageKind.REINSTATED, None

    written = mail_of(about, "bo@example.org", before(5_000), outgoing())

    assert written.alternatives == []
    assert set(written.extra_headers) == {"Message-ID", "Auto-Submitted"}


def test_a_night_of_which_only_the_day_is_known_takes_the_day(post):
    cast()
    night = Friday(a_house(), starts_at=None)
    night.night.date = START.date()
    night.night.save()
    reach("Bo")
    invite(night, "Bo")

    send(9_000)

    (event,) = calendar_in(post.mails[0]).events
    assert (event["DTSTART"].params, event.start) == ({"VALUE": "DATE"}, START.date())
    assert [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")] == [-timedelta(hours=15)]


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["Zoë Łukasz", "🂡🔥🎲", 'Bo "the Shark", O\'Hara;', "<b>", "a^nb:c", "W" * 40])
def test_hostile_names_are_only_names(post, name):
    night = friday()
    players_commands.rename_player(stamp=Stamp("another-name", START), player=one("Bo"), name=name)
    night.night.house.name = f"{name}'s game"
    night.night.house.save()
    set_email(one(name), "bo@example.org", wanted=True)
    invite(night, name)

    send(9_000)

    (came,) = post.mails
    (event,) = calendar_in(came).events
    assert came["Subject"].strip() == f"Invitation: {name}'s game, Fri 20 Nov 2026, 19:00"
    assert came.get_body(("plain",)).get_content().startswith(f"Hello {name},\r\n")
    assert (event["SUMMARY"], event["ATTENDEE"].params["CN"]) == (f"Poker: {name}'s game", name.replace('"', "'"))
    assert came.defects == []


def test_without_a_name_of_its_own_the_desk_writes_as_the_house(post, settings):
    sends_to(post, settings, "desk@example.org")
    night = friday()
    reach("Bo")

    invite(night, "Bo")
    send(9_000)

    (came,) = post.mails
    organizer = calendar_in(came).events[0]["ORGANIZER"]
    assert (came["From"], organizer, organizer.params["CN"]) == (
        "desk@example.org",
        "mailto:desk@example.org",
        "The friday game",
    )


def test_a_terminal_is_shown_no_link_in_the_event_either():
    night = friday(starts_at=timezone.now() + timedelta(days=30))
    invite(night, "Bo")
    draft_messages()

    ((event, _),) = mail_of(
        message("invitation", "Bo"), "bo@example.org", before(9_000), replace(SERVER, backend=CONSOLE)
    ).alternatives

    unfolded = str(event).replace("\r\n ", "")
    assert ("/link/…" in unfolded, answer_secrets(night.night)[one("Bo").number] in unfolded) == (True, False)
