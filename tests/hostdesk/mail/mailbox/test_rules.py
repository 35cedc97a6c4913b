"""Mails that can be recorded as an answer, and the reasons why the host has to read the others."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hostdesk.mail.mailbox.calendar_replies import CalendarReply
from hostdesk.mail.mailbox.reading import Mail, Verdicts
from hostdesk.mail.mailbox.rules import KnownSender, changes_nothing, credible_time, is_vouched, why_not
from hostdesk.mail.mailbox.words import AnswerInWords
from reservations.acts.facts import Place, Reply
from reservations.rsvps.rsvp_state import Held, Rsvp

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
BO = "bo@example.org"
PLAIN = Mail(sender=BO)
TAPPED = Mail(sender=BO, reply=CalendarReply("uid", 2, BO, Reply.YES))
FRIDAY = KnownSender(people=("Bo",), night="night of Friday", invited=True, knows_secret=True)


@pytest.mark.parametrize(
    ("verdicts", "vouched"),
    [
        (Verdicts(), None),
        (Verdicts(spf="none", dkim="neutral", dmarc="none"), None),
        (Verdicts(dmarc="pass"), True),
        (Verdicts(spf="pass", dkim="pass", dmarc="fail", domains=("example.org",)), False),
        (Verdicts(spf="fail", dkim="pass", domains=("example.org",)), True),
        (Verdicts(spf="pass", domains=("mail.example.org",)), True),
        (Verdicts(spf="pass", domains=("evil.example",)), False),
        (Verdicts(dkim="pass", domains=("org",)), False),
        (Verdicts(dkim="pass", domains=("anexample.org",)), False),
        (Verdicts(spf="softfail"), False),
        (Verdicts(dkim="fail"), False),
    ],
)
def test_the_mail_server_says_whether_the_sender_is_who_it_says(verdicts, vouched):
    assert is_vouched(replace(PLAIN, verdicts=replace(verdicts, is_known=True))) is vouched


@pytest.mark.parametrize(
    ("verdicts", "vouched"),
    [
        (Verdicts(dmarc="pass"), None),
        (Verdicts(dkim="pass", domains=("example.org",)), None),
        (Verdicts(dmarc="fail"), False),
        (Verdicts(spf="pass", domains=("evil.example",)), False),
    ],
)
def test_a_server_that_is_not_known_may_doubt_and_never_vouches(verdicts, vouched):
    assert is_vouched(replace(PLAIN, verdicts=verdicts)) is vouched


def test_a_pass_for_the_domain_above_is_one():
    verdicts = Verdicts(dkim="pass", domains=("example.org",), is_known=True)

    assert is_vouched(Mail(sender="bo@mail.example.org", verdicts=verdicts)) is True


@pytest.mark.parametrize(
    ("written", "tapped", "believed"),
    [(None, None, 0), (-5, None, -5), (None, -5, -5), (-60, -5, -5), (90, None, 0), (-5, 90, 0)],
)
def test_when_it_was_written_is_never_after_it_arrived(written, tapped, believed):
    at = {name: minutes and NOON + timedelta(minutes=minutes) for name, minutes in (("w", written), ("t", tapped))}
    mail = Mail(sent_at=at["w"], reply=CalendarReply(at=at["t"]))

    assert credible_time(mail, NOON) == NOON + timedelta(minutes=believed)


@pytest.mark.parametrize(
    ("mail", "words", "known", "why"),
    [
        (PLAIN, AnswerInWords(Reply.YES), FRIDAY, ""),
        (TAPPED, AnswerInWords(Reply.YES), FRIDAY, ""),
        (
            TAPPED,
            AnswerInWords(Reply.NO),
            replace(FRIDAY, knows_secret=False),
            "No mail server vouches that it is from Bo. Ask Bo, then answer here.",
        ),
        (
            replace(TAPPED, verdicts=Verdicts(dmarc="pass", is_known=True)),
            AnswerInWords(Reply.NO),
            replace(FRIDAY, knows_secret=False),
            "",
        ),
        (replace(PLAIN, reports=True), None, KnownSender(), "A mail server reports what became of an e-mail."),
        (Mail(fault="It cannot be read."), None, KnownSender(), "It cannot be read."),
        (Mail(), None, KnownSender(), "It does not say whom it is from, or names several."),
        (PLAIN, None, KnownSender(), "bo@example.org is nobody’s address here."),
        (PLAIN, None, KnownSender(people=("Bo", "Cy")), "bo@example.org is the address of Bo and Cy."),
        (PLAIN, AnswerInWords(Reply.YES), replace(FRIDAY, removed=True), "Bo was removed from the group."),
        (
            replace(PLAIN, verdicts=Verdicts(dmarc="fail")),
            AnswerInWords(Reply.YES),
            FRIDAY,
            "The mail server doubts that it is from this address.",
        ),
        (
            replace(TAPPED, reply=CalendarReply(fault="It has several answers.")),
            None,
            FRIDAY,
            "It has several answers.",
        ),
        (
            replace(TAPPED, reply=CalendarReply("uid", 0, "cy@example.org", Reply.NO)),
            AnswerInWords(Reply.NO),
            FRIDAY,
            "Its calendar answers for cy@example.org.",
        ),
        (TAPPED, AnswerInWords(Reply.YES), KnownSender(people=("Bo",)), "Its calendar answers no night of this desk."),
        (PLAIN, AnswerInWords(Reply.YES), replace(FRIDAY, receiver="Cy"), "It answers a message to Cy."),
        (PLAIN, None, KnownSender(people=("Bo",), receiver="Bo"), "It answers a message that is about no night."),
        (
            PLAIN,
            AnswerInWords(Reply.YES),
            KnownSender(people=("Bo",)),
            "It answers no message of the desk, so nobody knows which night it means.",
        ),
        (PLAIN, AnswerInWords(Reply.YES), replace(FRIDAY, invited=False), "Bo is not invited to the night of Friday."),
        (PLAIN, AnswerInWords(Reply.YES), replace(FRIDAY, cancelled=True), "The night of Friday is cancelled."),
        (
            PLAIN,
            AnswerInWords(Reply.YES),
            replace(FRIDAY, begun=True),
            "The night of Friday has begun: only you give seats now.",
        ),
        (PLAIN, None, FRIDAY, "Its first line is no clear yes, maybe or no."),
        (
            PLAIN,
            AnswerInWords(Reply.YES),
            replace(FRIDAY, changed_at=NOON + timedelta(seconds=1)),
            "It answers the night of Friday as it was before it was changed.",
        ),
        (
            TAPPED,
            AnswerInWords(Reply.YES),
            replace(FRIDAY, version=3),
            "It answers the night of Friday as it was before it was changed.",
        ),
        (
            PLAIN,
            AnswerInWords(Reply.YES),
            replace(FRIDAY, answered_at=NOON + timedelta(seconds=1)),
            "What is noted for Bo is newer.",
        ),
        (PLAIN, AnswerInWords(Reply.YES), replace(FRIDAY, answered_at=NOON + timedelta(microseconds=9)), ""),
    ],
)
def test_what_does_not_fit_together_is_for_the_host(mail, words, known, why):
    assert why_not(mail, words, NOON, known) == why


SEATED = Rsvp(2, Reply.YES, ("Hal",), Place.SEAT)


@pytest.mark.parametrize(
    ("words", "rsvp", "must_confirm", "nothing"),
    [
        (AnswerInWords(Reply.YES), SEATED, False, True),
        (AnswerInWords(Reply.YES, ("Hal",)), SEATED, False, True),
        (AnswerInWords(Reply.YES, ("Ida",)), SEATED, False, False),
        (AnswerInWords(Reply.NO), SEATED, False, False),
        (AnswerInWords(Reply.YES), SEATED, True, False),
        (AnswerInWords(Reply.YES), replace(SEATED, confirmed=True), True, True),
        (AnswerInWords(Reply.YES), replace(SEATED, place=Place.WAITING), True, True),
        (AnswerInWords(Reply.YES), replace(SEATED, place=Place.WAITING, held=Held.PASSED), False, False),
        (AnswerInWords(Reply.YES), replace(SEATED, place=Place.OFFERED), False, False),
        (AnswerInWords(Reply.YES), Rsvp(2), False, False),
        (AnswerInWords(Reply.NO), Rsvp(2, Reply.NO), False, True),
        (AnswerInWords(Reply.MAYBE), Rsvp(2, Reply.MAYBE), False, True),
    ],
)
def test_what_is_noted_already_changes_nothing(words, rsvp, must_confirm, nothing):
    assert changes_nothing(words, rsvp, must_confirm=must_confirm) is nothing
