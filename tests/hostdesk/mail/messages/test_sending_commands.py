"""Sending messages: once, to players who want them, and only while they concern the player."""

from dataclasses import replace
from datetime import timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPDataError,
    SMTPRecipientsRefused,
    SMTPServerDisconnected,
)

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from hostdesk.base.sign_in.player_link_commands import answer_secrets
from hostdesk.mail.mail_account.account import CONSOLE, PASSWORD_LOST, MailServer
from hostdesk.mail.messages.commands import draft_messages, note_seen, pass_on, set_email
from hostdesk.mail.messages.queries import message_of
from hostdesk.mail.messages.sending_commands import MailServerAway, claim, send_by_hand, send_due
from hostdesk.models import Message, PlayerEmail
from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import Mark, ReminderKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible
from reservations.nights import commands as nights_commands
from reservations.players import commands as players_commands
from reservations.rsvps.lock_commands import remind_now
from reservations.waiting_list import commands as waiting_list_commands
from tests.hostdesk.mail.mail_account.accounts import keep
from tests.hostdesk.post import DAY, SERVER, before, friday, message, outbox, post, reach
from tests.played_once import played_once
from tests.reservations.friday import START, Friday, a_house, cast, one, strikes

pytestmark = pytest.mark.django_db
SEAT = "You have a seat: The friday game, Fri 20 Nov 2026"


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


@pytest.fixture
@played_once
def moved_up():
    """A Friday on which Di has moved up to Bo's seat and has an e-mail address."""
    night = friday().full("Bo", "Cy", "Di")
    night.no("Bo")
    reach("Di", "Eve")
    return night


def test_a_letter_goes_out_once(moved_up):
    sent = [post(), post()]

    assert (sent, outbox()) == ([1, 0], [f"di@example.org: {SEAT}"])
    assert mail.outbox[0].from_email == SERVER.sender
    assert mail.outbox[0].body.startswith(message("seat", "Di").text)
    assert message_of(mail.outbox[0].extra_headers["Message-ID"]) == message("seat", "Di")
    assert message("seat", "Di").sent_at is not None


def invited_ahead(*names):
    night = friday(starts_at=timezone.now() + timedelta(days=30))
    reach(*names)
    waiting_list_commands.invite(stamp=night.at(9_000), night=night.night, players=[one(name) for name in names])
    draft_messages()
    return night


def test_a_letter_has_the_link_of_its_reader_and_the_log_has_none(caplog):
    night = invited_ahead("Bo", "Cy")

    with caplog.at_level("DEBUG"):
        send_due(timezone.now())

    secrets = answer_secrets(night.night)
    bodies = {each.to[0]: each.body for each in mail.outbox}
    assert {to: [secrets[one(name).number] in body for name in ("Bo", "Cy")] for to, body in bodies.items()} == {
        "bo@example.org": [True, False],
        "cy@example.org": [False, True],
    }
    assert [secret for secret in secrets.values() if secret in caplog.text] == []


def test_a_terminal_is_shown_no_link(settings, capsys):
    settings.MAIL_SERVER = replace(SERVER, backend=CONSOLE)
    night = invited_ahead("Bo")

    send_due(timezone.now())

    printed = capsys.readouterr().out
    assert ("To: bo@example.org" in printed, "/link/" in printed) == (True, True)
    assert [secret for secret in answer_secrets(night.night).values() if secret in printed] == []


def test_without_a_server_nothing_is_sent_or_claimed(moved_up, settings):
    settings.MAIL_SERVER = replace(SERVER, sender="")

    assert (post(), outbox(), message("seat", "Di").claimed_at) == (0, [], None)


@pytest.mark.parametrize("wanted", [True, False])
def test_who_has_no_address_or_wants_no_mail_gets_none(moved_up, wanted):
    set_email(one("Di"), "" if wanted else "di@example.org", wanted=wanted)

    assert (post(), outbox(), message("seat", "Di").claimed_at) == (0, [], None)


def test_a_duplicate_is_reached_where_the_person_is(moved_up):
    draft_messages()
    players_commands.record_player(stamp=Stamp("diana-is-here", START), name="Diana", regular=True)
    reach("Diana")
    set_email(one("Di"), "", wanted=True)
    merge_players(stamp=Stamp("di-is-diana", START), player=one("Di"), into=one("Diana"))

    assert (post(), outbox()) == (1, [f"diana@example.org: {SEAT}"])


@pytest.mark.parametrize("settle", [pass_on, lambda each, at: note_seen([each], at)])
def test_what_was_passed_on_or_seen_is_not_sent(moved_up, settle):
    draft_messages()
    settle(message("seat", "Di"), before(6_000))

    assert (post(), outbox()) == (0, [])


def gives_up(night):
    night.no("Di")


def is_bumped(night):
    night.do("bump", "Di")


def is_cancelled(night):
    nights_commands.cancel_night(stamp=night.at(6_000), night=night.night, reason="The heating.")


def is_removed(night):
    players_commands.record_player(stamp=Stamp("di-is-out", START), name="Di", removed=True)


@pytest.mark.parametrize("happens", [gives_up, is_bumped, is_cancelled, is_removed])
def test_who_has_the_seat_no_more_is_not_told_of_it(moved_up, happens):
    draft_messages()

    happens(moved_up)
    send_due(before(5_000))

    assert (outbox(), message("seat", "Di").withdrawn_at) == ([], before(5_000))


def test_nobody_is_invited_who_has_answered_or_to_a_night_that_is_on():
    night = friday()
    reach("Bo", "Cy", "Di")
    waiting_list_commands.invite(
        stamp=night.at(9_000), night=night.night, players=[one(each) for each in ("Bo", "Cy", "Di")]
    )
    night.no("Bo")

    asked = Message.objects.filter(kind="invitation")
    draft_messages()
    asked.filter(player=one("Di")).update(failed="not yet", claimed_at=before(8_500))
    send_due(before(8_000))
    asked.filter(player=one("Di")).update(failed="", claimed_at=None)
    send_due(START)

    assert outbox() == ["cy@example.org: Invitation: The friday game, Fri 20 Nov 2026, 19:00"]


@pytest.mark.parametrize(("minutes", "sent"), [(31, 1), (30, 0)])
def test_an_offer_is_sent_while_it_stands(minutes, sent):
    cast()
    night = Friday(a_house(waiting={"moves_up": "by an offer", "offer_minutes": 30})).full("Bo", "Cy", "Di")
    reach("Di")
    night.no("Bo", before=60)

    assert post(minutes) == sent


def test_who_gave_up_the_seat_is_not_reminded():
    night = friday().full("Bo", "Cy")
    reach("Bo", "Cy")
    night.tick(DAY)
    draft_messages()

    night.no("Cy", before=DAY - 1)
    send_due(before(DAY - 2))

    assert outbox() == ["bo@example.org: Reminder: The friday game, Fri 20 Nov 2026, 19:00"]


def test_a_reminder_that_its_server_kept_until_the_night_waits_for_the_morning():
    night = friday().full("Bo")
    reach("Bo")
    night.tick(DAY)
    draft_messages()

    sent = [send_due(before(hours * 60)) for hours in (22, 10.1, 10)]

    assert sent == [0, 0, 1]


def test_a_reminder_that_the_host_sends_at_night_goes_out_at_once():
    night = friday().full("Bo")
    reach("Bo")
    remind_now(stamp=night.at(22 * 60), night=night.night, who=ReminderKind.SEATED)

    assert post(22 * 60) == 1


def test_a_night_that_is_on_again_is_not_called_cancelled():
    night = friday().full("Bo")
    reach("Bo")
    nights_commands.cancel_night(stamp=night.at(6_000), night=night.night, reason="The heating.")
    draft_messages()

    nights_commands.restore_night(stamp=night.at(5_900), night=night.night)
    post(5_800)

    assert outbox() == ["bo@example.org: On again: The friday game, Fri 20 Nov 2026"]


@pytest.fixture
@played_once
def struck():
    """A Friday that Bo missed, at a house where the first strike is a reminder."""
    cast()
    night = Friday(a_house(attendance={"steps": [[1, "reminder"]]})).full("Bo")
    reach("Bo")
    night.mark("Bo", Mark.NO_SHOW)
    return night


def test_a_strike_is_sent_when_the_host_says_so(struck):
    by_itself = post(-60)

    assert (by_itself, send_by_hand(message("strike", "Bo"), before(-90))) == (0, True)
    assert outbox() == ["bo@example.org: About The friday game, Fri 20 Nov 2026"]


def test_a_strike_that_was_taken_back_is_not(struck):
    draft_messages()

    struck.mark("Bo", None)

    assert send_by_hand(message("strike", "Bo"), before(-90)) is False
    assert (outbox(), strikes("Bo")) == ([], [("no-show", "not a strike")])


class Backend(EmailBackend):
    """A mail server in memory that fails once, with the exception it was given."""

    at_the_door: Exception | None = None
    with_a_message: Exception | None = None

    def open(self):
        self._fail("at_the_door")
        return True

    def send_messages(self, messages):
        self._fail("with_a_message")
        return super().send_messages(messages)

    def close(self):
        raise SMTPServerDisconnected("gone")

    def _fail(self, where):
        fault = getattr(Backend, where)
        setattr(Backend, where, None)
        if fault is not None:
            raise fault


@pytest.fixture
def falters(settings):
    settings.MAIL_SERVER = replace(SERVER, backend=f"{__name__}.Backend")


@pytest.mark.parametrize(
    ("where", "fault", "words"),
    [
        ("with_a_message", SMTPDataError(554, b"spam"), "The mail server refused it (code 554)."),
        ("with_a_message", SMTPRecipientsRefused({}), "The mail server refused it: is the address right?"),
        (
            "with_a_message",
            SMTPServerDisconnected("gone"),
            "The mail server broke off: nobody knows whether it took the message.",
        ),
        ("with_a_message", TimeoutError(), "The mail server broke off: nobody knows whether it took the message."),
    ],
)
def test_what_fails_is_noted_and_tried_again_by_the_host_alone(moved_up, falters, where, fault, words):
    setattr(Backend, where, fault)

    tried = [post(), post()]
    failed = message("seat", "Di").failed
    again = send_by_hand(message("seat", "Di"), before(4_000))

    assert (tried, failed, again, outbox()) == ([0, 0], words, True, [f"di@example.org: {SEAT}"])


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (OSError("no route"), "The mail server could not be reached. The desk tries again."),
        (
            SMTPAuthenticationError(535, b"no"),
            "The mail server would not let the desk in (it says 535). The desk tries again.",
        ),
        (
            SMTPConnectError(421, b"busy"),
            "The mail server would not let the desk in (it says 421). The desk tries again.",
        ),
    ],
)
def test_where_the_mail_server_is_away_everything_waits_and_goes_out_once_it_is_back(moved_up, falters, fault, words):
    Backend.at_the_door = fault

    with pytest.raises(MailServerAway) as raised:
        post()
    waits = message("seat", "Di").failed

    assert (str(raised.value), waits, post(), message("seat", "Di").failed) == (words, words, 1, "")
    assert outbox() == [f"di@example.org: {SEAT}"]


def test_where_a_connection_breaks_off_the_other_letters_wait_for_the_next_round(moved_up, falters):
    moved_up.do("release", "Cy")
    reach("Cy")
    Backend.with_a_message = SMTPServerDisconnected("gone")

    assert [post(), post()] == [0, 1]
    assert outbox() == ["cy@example.org: Your reservation was deleted: The friday game, Fri 20 Nov 2026"]


def test_what_fails_again_stays_failed(moved_up, falters):
    Backend.with_a_message = SMTPDataError(554, b"spam")
    post()
    Backend.at_the_door = OSError("no route")

    assert send_by_hand(message("seat", "Di"), before(4_000)) is False
    assert message("seat", "Di").failed == "The mail server could not be reached. The desk tries again."


def test_a_letter_that_was_claimed_and_not_sent_is_never_sent_again(moved_up):
    """The desk lost power between the claim and the sending."""
    draft_messages()
    claim(message("seat", "Di").pk, before(6_000))

    with pytest.raises(Impossible, match="Nothing to send"):
        send_by_hand(message("seat", "Di"), before(5_000))

    assert (post(), outbox()) == (0, [])


@pytest.mark.parametrize(
    ("sender", "address", "sentence"),
    [
        ("", "di@example.org", "This desk sends no e-mail: its mail server is not set up."),
        ("desk@example.org", "", "Di has no e-mail address here, or wants no e-mail."),
    ],
)
def test_who_cannot_be_reached_is_told_to_the_host(moved_up, settings, sender, address, sentence):
    draft_messages()
    settings.MAIL_SERVER = replace(SERVER, sender=sender)
    set_email(one("Di"), address, wanted=True)

    with pytest.raises(Impossible, match=sentence):
        send_by_hand(message("seat", "Di"), before(5_000))


def test_where_the_accounts_password_is_lost_everything_waits_and_says_so(moved_up, settings):
    keep()
    settings.MAIL_SERVER, settings.SECRET_KEY = MailServer(), "another " * 8

    with pytest.raises(MailServerAway) as raised:
        post()

    assert (str(raised.value), message("seat", "Di").failed) == (PASSWORD_LOST, PASSWORD_LOST)
    assert (send_by_hand(message("seat", "Di"), before(5_000)), outbox()) == (False, [])


def test_who_stops_e_mail_in_the_middle_of_a_round_gets_none(moved_up):
    """The player stops e-mail after the round has read its list of players."""
    draft_messages()

    def goes_on():
        set_email(one("Di"), "di@example.org", wanted=False)
        return True

    assert (send_due(before(5_000), goes_on), outbox()) == (0, [])
    assert (message("seat", "Di").failed, message("seat", "Di").sent_at) == ("The player wants no e-mail.", None)


def test_a_round_that_is_to_end_begins_no_other_letter(moved_up):
    draft_messages()

    assert (send_due(before(5_000), lambda: False), outbox(), message("seat", "Di").claimed_at) == (0, [], None)


def test_a_letter_that_cannot_be_written_keeps_no_other_waiting(caplog):
    """The address has a line break, which no form accepts."""
    night = friday().full("Bo", "Cy", "Di", "Eve")
    reach("Di", "Eve")
    PlayerEmail.objects.filter(player=one("Di")).update(address="di@example.org\nBcc: all@example.org")
    night.no("Bo")
    night.no("Cy")

    assert post() == 1

    assert outbox()[0].startswith("eve@example.org: ")
    assert message("seat", "Di").failed.startswith("The desk could not write this message")
    assert [record.exc_info is not None for record in caplog.records] == [True]
