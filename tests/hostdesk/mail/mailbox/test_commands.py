"""An e-mail is an answer like a tap, once and only of its sender; other mail changes nothing and is for the host."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from django.db.models import Q

from hostdesk.mail.mailbox import commands
from hostdesk.mail.mailbox.commands import deal_with, receive
from hostdesk.mail.mailbox.imap_server import Received
from hostdesk.mail.mailbox.queries import unread_mails
from hostdesk.mail.mailbox.reading import Mail
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import MailboxPlace, Message, PlayerEmail, ReceivedMail
from hostdesk.people.players.commands import merge_players
from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind, Place
from reservations.acts.kinds import Stamp
from reservations.models import Night, Player
from reservations.nights import commands as nights_commands
from reservations.nights.queries import plan_of
from reservations.waiting_list.commands import invite
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
from tests.hostdesk.post import SERVER, before, drafted, message, reach
from tests.reservations.friday import START, Friday, a_house, one, preset

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def server(settings):
    settings.MAIL_SERVER = SERVER


@pytest.mark.parametrize(("said", "answer"), [("ACCEPTED", "yes Bo"), ("TENTATIVE", "maybe Bo"), ("DECLINED", "no Bo")])
def test_a_tap_in_a_calendar_is_an_answer(said, answer):
    night = invited("Bo")

    arrives(tapped(night.night, said))

    assert (answers(), for_the_host()) == ([answer], [])


def test_words_in_reply_to_a_message_are_an_answer_with_guests():
    night = invited("Bo")

    arrives(plain("+1 Hal", to=id_to("Bo"), verdict=""))

    assert (night.seated, night.rsvp_state.of(one("Bo").number).guests) == (["Bo"], ("Hal",))
    assert [(each.fact.by, each.text, each.dealt_at is None) for each in ReceivedMail.objects.all()] == [
        ("Bo", "", False)
    ]


def test_the_address_counts_however_its_letters_are_written():
    invited("Bo")

    arrives(plain(sender="Bo Barker <BO@Example.Org>", to=id_to("Bo")))

    assert answers() == ["yes Bo"]


def test_the_third_yes_waits_and_a_no_lets_the_next_up():
    night = invited("Bo", "Cy", "Di").full("Bo", "Cy")

    arrives(tapped(night.night, sender="di@example.org"))
    arrives(plain("Sorry, I can't make it", sender="bo@example.org", to=id_to("Bo")))

    assert (night.seated, for_the_host()) == (["Cy", "Di"], ["Noted: Bo says no, and gives up the seat."])


def test_who_gives_up_a_seat_by_mail_is_told_and_the_one_who_never_had_one_is_not():
    night = invited("Bo", "Cy", "Di").full("Bo", "Cy")

    arrives(tapped(night.night, "TENTATIVE"))
    arrives(tapped(night.night, "DECLINED", sender="di@example.org"))
    arrives(tapped(night.night, "DECLINED"))

    assert (drafted()[3:], night.seated) == (["seat given up Bo"], ["Cy"])
    assert for_the_host() == ["Noted: Bo says maybe, and gives up the seat."]


NOT_VOUCHED = "No mail server vouches that it is from Bo. Ask Bo, then answer here."


@pytest.mark.parametrize("verdict", ["", "dmarc=none", "dkim=neutral", "dmarc=temperror", "spf=none; dkim=temperror"])
def test_who_knows_only_the_uid_that_all_readers_had_takes_no_seat(verdict):
    night = invited("Bo").full("Bo")
    Night.objects.update(uid_is_shared=True)

    arrives(tapped(night.night, "DECLINED", verdict=verdict))

    kept = unread_mails().get()
    assert (night.seated, drafted()[1:]) == (["Bo"], [])
    assert (kept.reason, kept.person, kept.night) == (NOT_VOUCHED, one("Bo"), night.night)


def test_what_a_sender_writes_of_themselves_vouches_for_nobody():
    night = invited("Bo").full("Bo")
    Night.objects.update(uid_is_shared=True)
    forged = tapped(night.night, "DECLINED", verdict="dmarc=pass").replace(b"mx.test", b"mx.example.org")

    arrives(forged)
    arrives(plain("no").replace(b"mx.test", b"mx.example.org"))

    assert (night.seated, for_the_host()[1:]) == (["Bo"], [NOT_VOUCHED])


@pytest.mark.parametrize("verdict", ["", "dmarc=none", "dkim=neutral", "dmarc=temperror"])
def test_the_readers_own_uid_or_the_id_of_what_the_desk_wrote_to_them_vouches(verdict):
    night = invited("Bo", "Cy")

    arrives(tapped(night.night, verdict=verdict, uid=uid_of("Bo", night.night)))
    arrives(tapped(night.night, sender="cy@example.org", verdict=verdict, to=id_to("Cy")))

    assert (answers(), for_the_host()) == (["yes Bo", "yes Cy"], [])


def test_another_readers_uid_or_message_vouches_for_nobody():
    night = invited("Bo", "Cy").full("Bo", "Cy")
    other = Friday(night.night.house, starts_at=START + timedelta(days=7))
    invite(stamp=other.at(9_000), night=other.night, players=[one("Bo")])
    draft_messages()

    arrives(tapped(night.night, "DECLINED", verdict="", uid=uid_of("Cy", night.night)))
    arrives(tapped(night.night, "DECLINED", verdict="", to=id_to("Cy")))
    arrives(tapped(night.night, "DECLINED", verdict="", to=id_to("Bo")))

    assert (night.seated, for_the_host()) == (["Bo", "Cy"], [NOT_VOUCHED] * 3)


def test_a_sender_for_whom_the_mail_server_vouches_answers_by_any_readers_event():
    night = invited("Bo", "Cy")

    arrives(tapped(night.night, uid=uid_of("Cy", night.night)))

    assert (answers(), for_the_host()) == (["yes Bo"], [])


def test_who_says_yes_by_mail_is_told_what_came_of_it():
    night = invited("Bo", "Cy", "Di", seats=1)

    arrives(tapped(night.night))
    arrives(tapped(night.night, sender="cy@example.org"))
    arrives(tapped(night.night, "DECLINED", sender="di@example.org"))

    assert drafted()[3:] == ["seat Bo", "waiting list Cy"]


def test_a_mail_that_is_read_again_changes_nothing():
    night = invited("Bo")
    raw = tapped(night.night)

    for _ in range(3):
        arrives(raw)
    ReceivedMail.objects.all().delete()
    arrives(raw)

    assert (answers(), for_the_host()) == (["yes Bo"], [])


def test_a_mail_without_an_id_is_known_by_its_number_in_the_folder():
    invited("Bo")
    raw = b"From: eve@evil.example\r\n\r\nyes"

    for uid in (7, 7, 8):
        arrives(raw, uid=uid)

    assert for_the_host() == ["eve@evil.example is nobody’s address here."] * 2


def test_without_a_reference_it_counts_for_the_one_night_ahead_if_the_mail_server_knows_the_sender():
    invited("Bo")

    arrives(plain("Yes"))

    assert (answers(), for_the_host()) == (["yes Bo"], [])


@pytest.mark.parametrize(("verdict", "nights"), [("", 1), ("dmarc=none", 1), ("dmarc=pass", 2)])
def test_without_a_reference_it_is_for_the_host_where_the_sender_or_the_night_is_not_sure(verdict, nights):
    night = invited("Bo")
    if nights > 1:
        Friday(night.night.house, starts_at=START + timedelta(days=7)).maybe("Bo")

    arrives(plain("Yes", verdict=verdict))

    assert for_the_host() == ["It answers no message of the desk, so nobody knows which night it means."]


def test_an_answer_to_another_mail_is_none_to_the_desk():
    invited("Bo")

    arrives(plain("Yes", to="<dinner-on-saturday@mail.test>"))
    arrives(plain("Yes", to=id_to("Bo").replace(".", ".0", 1)))

    assert (answers(), for_the_host()) == (
        [],
        ["It answers no message of the desk, so nobody knows which night it means."] * 2,
    )


def test_an_answer_to_a_message_about_no_night_is_for_the_host():
    night = invited("Bo")
    record_fact(FactDraft(FactKind.REINSTATE, player=one("Bo"), house=night.night.house), night.at(9_000))
    draft_messages()

    arrives(plain("Yes", to=id_to("Bo", "welcome back")))

    assert for_the_host() == ["It answers a message that is about no night."]


def test_who_is_not_invited_to_any_night_is_for_the_host():
    invited("Cy")
    reach("Bo")

    arrives(plain("Yes"))

    assert for_the_host() == ["It answers no message of the desk, so nobody knows which night it means."]


def test_a_forged_sender_changes_nothing():
    night = invited("Bo")

    arrives(tapped(night.night, "DECLINED", verdict="spf=fail smtp.mailfrom=eve@evil.example; dkim=none; dmarc=fail"))
    arrives(plain("no", to=id_to("Bo"), verdict="spf=pass smtp.mailfrom=evil.example; dkim=pass header.d=evil.example"))

    assert (answers(), for_the_host()) == ([], ["The mail server doubts that it is from this address."] * 2)
    assert unread_mails()[0].verdicts == "spf pass, dkim pass (mx.test)"


def test_a_reply_for_somebody_elses_night_or_message_changes_nothing():
    night = invited("Bo", "Cy")
    reach("Di")

    arrives(tapped(night.night, sender="di@example.org"))
    arrives(tapped(night.night, sender="bo@example.org", attendee="cy@example.org"))
    arrives(plain("no", to=id_to("Cy")))

    assert (answers(), for_the_host()) == (
        [],
        [
            "It answers a message to Cy.",
            "Its calendar answers for cy@example.org.",
            "Di is not invited to the night of Fri 20 Nov 2026.",
        ],
    )


@pytest.mark.parametrize(
    "uid", ["0b9c6f1e-8f0a-4c57-9d5e-2a6f4f0f7a10", "zb9c6f1e-8f0a-4c57-9d5e-2a6f4f0f7a10", "x", "{}-host"]
)
def test_an_event_that_is_no_night_changes_nothing(uid):
    night = invited("Bo")
    raw = tapped(night.night)
    known = str(night.night.uid)

    arrives(raw.replace(known.encode(), uid.format(known).encode()))

    assert (answers(), for_the_host()) == ([], ["Its calendar answers no night of this desk."])


def test_an_address_of_two_people_is_nobodys():
    invited("Bo", "Cy")
    PlayerEmail.objects.update(address="bo@example.org")

    arrives(plain("Yes", to=id_to("Bo")))

    assert for_the_host() == ["bo@example.org is the address of Bo and Cy."]


def test_a_merged_player_answers_by_the_old_address():
    night = invited("Bo")
    reach("Gil")
    merge_players(stamp=Stamp("one-and-the-same", START), player=one("Gil"), into=one("Bo"))

    arrives(plain("Yes", sender="gil@example.org", to=id_to("Bo")))

    assert (night.seated, for_the_host()) == (["Bo"], [])


def test_a_removed_player_a_cancelled_and_a_begun_night_change_nothing():
    night = invited("Bo", "Cy")

    arrives(tapped(night.night), minutes=-1)
    nights_commands.cancel_night(stamp=night.at(4_000), night=night.night, reason="snow")
    arrives(plain("Yes", to=id_to("Bo"), minutes=3_000), minutes=3_000)
    Player.objects.filter(name="Cy").update(removed=True)
    arrives(plain("Yes", sender="cy@example.org", to=id_to("Cy")))

    assert (answers(), for_the_host()) == (
        [],
        [
            "Cy was removed from the group.",
            "The night of Fri 20 Nov 2026 is cancelled.",
            "The night of Fri 20 Nov 2026 has begun: only you give seats now.",
        ],
    )


def test_what_no_person_wrote_is_left_alone_and_a_mail_that_came_back_is_told():
    night = invited("Bo")

    arrives(b"Auto-Submitted: auto-replied\r\n" + plain("yes", to=id_to("Bo")))
    arrives(b"Auto-Submitted: auto-replied\r\n" + tapped(night.night))
    arrives(b"Content-Type: multipart/report; boundary=x\r\n" + plain("yes", to=id_to("Bo")))

    assert (answers(), for_the_host()) == ([], ["A mail server reports what became of an e-mail."])


def test_a_tap_after_the_mail_was_written_stays():
    night = invited("Bo")
    night.no("Bo", before=4_900)

    arrives(plain("Yes", to=id_to("Bo"), minutes=5_000), minutes=4_800)
    arrives(tapped(night.night, minutes=5_000), minutes=4_800)

    assert (answers(), for_the_host()) == (["no Bo"], ["What is noted for Bo is newer."] * 2)


def test_a_mail_after_a_tap_counts_and_of_two_mails_the_one_that_was_written_later():
    night = invited("Bo").full("Bo")
    later, earlier = plain("no", to=id_to("Bo"), minutes=4_000), plain("yes", to=id_to("Bo"), minutes=4_500)

    arrives(later, minutes=3_000)
    arrives(earlier, minutes=2_900)
    arrives(plain("maybe", to=id_to("Bo"), minutes=3_500), minutes=2_800)

    assert (answers(), night.seated) == (["yes Bo", "no Bo", "maybe Bo"], [])
    assert for_the_host() == ["What is noted for Bo is newer.", "Noted: Bo says no, and gives up the seat."]


def test_an_answer_to_the_night_before_it_was_moved_is_for_the_host():
    night = invited("Bo")
    old = tapped(night.night, minutes=5_000)
    shown = plan_of(night.night)
    wanted = replace(shown, starts=time(18, 0))
    nights_commands.change_night(stamp=night.at(4_500), night=night.night, shown=shown, wanted=wanted)

    arrives(old, minutes=4_000)
    arrives(tapped(night.night, sequence=0, minutes=4_100), minutes=4_000)
    arrives(tapped(night.night, sequence=1, minutes=4_100), minutes=4_000)

    why = "It answers the night of Fri 20 Nov 2026 as it was before it was changed."
    assert (answers(), for_the_host()) == (["yes Bo"], [why, why])


def test_a_yes_leaves_guests_and_time_as_they_are_and_one_that_is_noted_records_nothing():
    night = invited("Bo", "Cy", seats=4)
    night.yes("Bo", before=8_000, guests=["Hal"], expected_at=START + timedelta(hours=1))
    night.yes("Cy", before=8_000, guests=["Ida"])

    arrives(tapped(night.night))
    arrives(plain("yes, bringing Jo", sender="cy@example.org", to=id_to("Cy")))

    kept = night.rsvp_state.of(one("Bo").number)
    assert (kept.guests, kept.expected_at) == (("Hal",), START + timedelta(hours=1))
    assert (answers(), night.rsvp_state.of(one("Cy").number).guests) == (["yes Bo", "yes Cy", "yes Cy"], ("Jo",))


def test_a_seat_that_is_kept_is_taken_by_a_yes():
    night = invited("Bo", "Cy", "Di").full("Bo", "Cy", "Di")
    Night.objects.update(house=a_house("offers", waiting={"moves_up": "by an offer", "offer_minutes": 30}))
    night.no("Bo", before=5_010)
    was_kept = night.rsvp_state.of(one("Di").number).place

    arrives(tapped(night.night, sender="di@example.org"))

    assert (was_kept, night.seated) == (Place.OFFERED, ["Cy", "Di"])


def test_a_yes_confirms_the_seat():
    night = invited("Bo").full("Bo")
    night.tick(1_000)
    record_fact(FactDraft(FactKind.ASK, night.night), night.at(900))

    arrives(plain("Yes", to=id_to("Bo"), minutes=800), minutes=800)

    assert night.rsvp_state.of(one("Bo").number).confirmed is True


def test_what_costs_a_strike_is_for_the_host():
    night = invited("Bo").full("Bo")
    Night.objects.update(house=preset("ericn"))

    arrives(plain("no", to=id_to("Bo"), minutes=30), minutes=30)

    assert (night.seated, for_the_host()) == (["Bo"], ["This is a late change by now: it costs a strike."])


def test_a_yes_that_says_more_is_noted_and_read_by_the_host():
    night = invited("Bo", "Cy")

    arrives(plain("Yes\n\nif my sitter comes", to=id_to("Bo")))
    arrives(tapped(night.night, sender="cy@example.org", more="COMMENT:Till ten"))

    assert answers() == ["yes Bo", "yes Cy"]
    assert [(each.reason, each.text) for each in unread_mails()] == [
        ("Noted: Cy says yes. It says more than that.", "Till ten"),
        ("Noted: Bo says yes. It says more than that.", "Yes\nif my sitter comes"),
    ]


@pytest.mark.parametrize("below", ["No, wait.", "I can't after all", "Please disregard this e-mail"])
def test_a_yes_that_is_taken_back_below_gives_no_seat_and_is_urgent(below):
    night = invited("Bo", "Cy")

    arrives(plain(f"Yes\n\n{below}", to=id_to("Bo")))
    arrives(plain("what?", sender="cy@example.org", to=id_to("Cy")))

    assert (night.seated, [each.is_urgent for each in unread_mails()]) == ([], [True, False])
    assert for_the_host()[0] == "It says yes. What stands below may take it back."


def test_words_that_answer_an_invitation_from_before_the_start_was_moved_are_for_the_host():
    night = invited("Bo", "Cy")
    shown = plan_of(night.night)
    wanted = replace(shown, starts=time(18, 0))
    nights_commands.change_night(stamp=night.at(4_500), night=night.night, shown=shown, wanted=wanted)
    old = id_to("Bo")
    draft_messages()

    arrives(plain("Yes", to=old, minutes=4_000), minutes=4_000)
    before, why = answers(), for_the_host()
    arrives(plain("Yes", to=id_to("Bo"), minutes=3_900), minutes=3_900)

    assert (before, why) == ([], ["It answers the night of Fri 20 Nov 2026 as it was before it was changed."])
    assert answers() == ["yes Bo"]


def test_a_mail_that_came_back_is_of_its_player_and_night_and_stands_among_the_messages():
    night = invited("Bo", "Cy")
    Message.objects.update(sent_at=before(8_999), claimed_at=before(8_999))

    arrives(came_back(id_to("Bo")))

    kept = unread_mails().get()
    assert (kept.person, kept.night, kept.reason) == (one("Bo"), night.night, "It did not arrive: 5.1.1")
    assert [(each.failed, each.sent_at is None) for each in (message("invitation", name) for name in ("Bo", "Cy"))] == [
        ("It came back: 5.1.1", True),
        ("", False),
    ]


def test_a_report_of_a_delay_or_of_a_mail_that_is_none_of_ours_marks_nothing():
    invited("Bo")
    Message.objects.update(sent_at=before(8_999))
    late = came_back(id_to("Bo")).replace(b"Action: failed", b"Action: delayed")
    forged = came_back(id_to("Bo").replace(".", ".0", 1))

    arrives(late)
    arrives(forged.replace(b"20261116182100", b"20261116182101"))

    assert [(each.reason, each.person) for each in unread_mails()] == [
        ("It did not arrive: 5.1.1", None),
        ("A mail server reports what became of an e-mail.", one("Bo")),
    ]
    assert message("invitation", "Bo").failed == ""


def test_what_is_not_clear_is_for_the_host_with_its_words():
    invited("Bo")

    arrives(plain("Yes but late\n> no", to=id_to("Bo")))

    kept = unread_mails().get()
    assert (kept.reason, kept.text) == ("Its first line is no clear yes, maybe or no.", "Yes but late")
    assert (kept.person, kept.night.place, kept.fact) == (one("Bo"), "12 Elm Street", None)


def test_beyond_so_many_unread_mails_they_are_only_counted(monkeypatch):
    invited("Bo")
    monkeypatch.setattr(commands, "MOST_KEPT", 2)

    for number in range(4):
        arrives(plain(sender=f"eve{number}@evil.example"))
    arrives(plain("Yes\nand more", to=id_to("Bo")))

    assert (len(for_the_host()), MailboxPlace.objects.get().not_kept, answers()) == (2, 3, ["yes Bo"])


def test_a_mail_that_was_dealt_with_is_forgotten_after_three_months():
    invited("Bo")
    arrives(plain("what?", to=id_to("Bo")))
    deal_with(Q(), by="Ann", now=before(5_000) - timedelta(days=91))
    deal_with(Q(), by="Eve", now=before(0))
    dealt = ReceivedMail.objects.get().dealt_by

    arrives(plain("who?", to=id_to("Bo")))

    assert (dealt, [each.text for each in ReceivedMail.objects.all()]) == ("Ann", ["who?"])


def test_a_mail_that_cannot_be_worked_out_holds_up_nothing(caplog):
    invited("Bo")
    at = before(5_000)
    timeless = Mail(sender="bo@example.org", sent_at=at.replace(tzinfo=None))

    receive(Received(3, at, timeless), a_place(), at)

    assert for_the_host() == ["The desk could not work it out: the reason is in its terminal."]
    assert ["Mail 3 of the mailbox" in each.message for each in caplog.records] == [True]
