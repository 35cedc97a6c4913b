"""Reading mail of every kind, and mail that is made to break the reader."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostdesk.mail.mailbox.calendar_replies import CalendarReply
from hostdesk.mail.mailbox.reading import TOO_LARGE, UNREADABLE, Mail, Verdicts, read_mail
from hostdesk.mail.mailbox.rules import is_vouched
from hostdesk.mail.mailbox.words import AnswerInWords, answer_in
from reservations.acts.facts import Reply

SAMPLES = Path(__file__).resolve().parents[3] / "data" / "mail"
UID = "0b9c6f1e-8f0a-4c57-9d5e-2a6f4f0f7a10"
OURS = "<17.0123456789abcdef@example.org>"


def sample(name):
    """Read a mail program's sample reply to one of the desk's mails."""
    raw = (SAMPLES / f"{name}.eml").read_bytes().replace(b"@@MESSAGE_ID@@", OURS[1:-1].encode())
    return read_mail(raw, vouches="mx.desk.test")


def mail(*headers, text="yes"):
    """Read a mail with these headers."""
    return read_mail("\r\n".join([*headers, "", text]).encode())


@pytest.mark.parametrize(
    ("name", "answer", "second", "vouched"),
    [
        ("google-accepted", Reply.YES, 5, True),
        ("apple-tentative", Reply.MAYBE, 3, True),
        ("outlook-declined", Reply.NO, 1, None),
        ("thunderbird-accepted", Reply.YES, 0, True),
    ],
)
def test_what_is_tapped_in_a_calendar(name, answer, second, vouched):
    said = sample(name)
    at = datetime(2026, 11, 16, 18, 21, second, tzinfo=UTC)
    comment = "Next time, I promise." if name.startswith("outlook") else ""

    assert said.reply == CalendarReply(UID, 0, "bo@example.org", answer, at, comment)
    assert (said.sender, is_vouched(said), said.is_automatic) == ("bo@example.org", vouched, False)


@pytest.mark.parametrize(
    ("name", "words", "vouched"),
    [
        ("gmail-plain", AnswerInWords(Reply.YES, ("Hal",)), True),
        ("apple-plain", AnswerInWords(Reply.NO), None),
        ("outlook-plain", AnswerInWords(Reply.MAYBE), None),
        ("thunderbird-plain", AnswerInWords(Reply.YES), None),
    ],
)
def test_what_is_written_above_or_below_what_is_quoted(name, words, vouched):
    said = sample(name)

    assert (answer_in(said.lines, "Bo Barker"), said.answers[0], said.reply) == (words, OURS, None)
    assert (said.sender, is_vouched(said), said.fault) == ("bo@example.org", vouched, "")


@pytest.mark.parametrize(("name", "reports"), [("vacation", False), ("bounce", True)])
def test_what_no_person_wrote(name, reports):
    said = sample(name)

    assert (said.is_automatic, said.reports) == (True, reports)


def report(*more):
    """Read a mail server's report with these lines."""
    head = [b"Content-Type: multipart/report; boundary=x", b"", b"--x", b"Content-Type: message/delivery-status", b""]
    return read_mail(b"\r\n".join([*head, *more, b"--x--"]))


@pytest.mark.parametrize(
    ("more", "answers", "bounced"),
    [
        ([b"Reporting-MTA: x", b"", b"Action: failed", b"Status: 5.2.2"], (), "5.2.2"),
        (
            [b"A: b", b"", b"Action: failed", b"Diagnostic-Code: smtp; 550 5.1.1 no such user"],
            (),
            "550 5.1.1 no such user",
        ),
        ([b"A: b", b"", b"Action: failed"], (), "no reason given."),
        ([b"A: b", b"", b"Action: delayed", b"Status: 4.4.1"], (), ""),
        (
            [b"Action: failed", b"", b"--x", b"Content-Type: text/rfc822-headers", b"", b"Message-ID: <1@x>", b"To: y"],
            ("<1@x>",),
            "no reason given.",
        ),
    ],
)
def test_what_a_mail_server_reports(more, answers, bounced):
    said = report(*more)

    assert (said.reports, said.answers, said.bounced) == (True, answers, bounced)


@pytest.mark.parametrize(
    "header",
    [
        *("Auto-Submitted: auto-generated", "Auto-Submitted: auto-replied; x=y", "Precedence: bulk", "List-Id: <x.y>"),
        *("X-Autoreply: yes", "X-Autorespond: 1", "X-Failed-Recipients: cy@example.org", "Return-Path: <>"),
    ],
)
def test_a_header_says_that_no_person_wrote_it(header):
    assert (mail(header).is_automatic, mail("Auto-Submitted: no").is_automatic) == (True, False)


@pytest.mark.parametrize(
    ("value", "sender"),
    [
        ("bo@example.org", "bo@example.org"),
        ("Bo Barker <Bo@Example.ORG>", "bo@example.org"),
        ('"Barker, Bo" <bo@example.org>', "bo@example.org"),
        ("=?utf-8?q?B=C3=B6?= <bo@example.org>", "bo@example.org"),
        ("Bö\r\n <bo@example.org>", "bo@example.org"),
        ('"bo@example.org" <eve@evil.example>', "eve@evil.example"),
        ('"bo@example.org>\\" " <eve@evil.example>', "eve@evil.example"),
        ("bo@example.org <eve@evil.example>", ""),
        ("Bo <bo@example.org>, Eve <eve@evil.example>", ""),
        ("bo@example.org, eve@evil.example", ""),
        ("bo@example.org (<eve@evil.example>)", ""),
        ("<bo@example.org> <eve@evil.example>", ""),
        ("friends: bo@example.org;", ""),
        ("bo@exämple.org", ""),
        ("Bo", ""),
        ("", ""),
        ("bo@example.org\r\nFrom: eve@evil.example", ""),
    ],
)
def test_it_is_from_one_address_and_from_no_name(value, sender):
    assert mail(f"From: {value}").sender == sender


def test_without_a_sender_it_is_from_nobody():
    assert mail("To: desk@example.org") == Mail(lines=("yes",))


@pytest.mark.parametrize(
    ("headers", "verdicts"),
    [
        ([], Verdicts()),
        (
            ["Authentication-Results: mx.test; spf=fail smtp.mailfrom=bo@example.org; dkim=none"],
            Verdicts("fail", "none", "", (), "mx.test"),
        ),
        (
            ["Authentication-Results: mx.test 1; dkim=fail header.d=x.test; dkim=pass (a (b)) header.i=@example.org"],
            Verdicts("", "pass", "", ("example.org",), "mx.test"),
        ),
        (
            # The second header is from the sender, not from the mail server.
            ["Authentication-Results: mx.test; dmarc=fail", "Authentication-Results: mx.test; dmarc=pass"],
            Verdicts("", "", "fail", (), "mx.test"),
        ),
        (["Authentication-Results: mx.test; auth=pass; dmarc=; =; spf"], Verdicts(server="mx.test")),
        (["Authentication-Results: (("], Verdicts(server="((")),
    ],
)
def test_the_mail_servers_verdicts_are_those_on_top(headers, verdicts):
    assert mail(*headers).verdicts == verdicts


MINE = "Authentication-Results: mx.desk.test; dmarc=pass"
ELSEWHERE = "Authentication-Results: mx.evil.example; dmarc=pass"
DOUBT = "Authentication-Results: mx.desk.test; dmarc=fail"


@pytest.mark.parametrize(
    ("headers", "vouches", "vouched"),
    [
        ([MINE], "mx.desk.test", True),
        ([MINE], "desk.test", True),
        ([MINE], "", None),
        ([ELSEWHERE], "mx.desk.test", None),
        ([ELSEWHERE], "", None),
        ([DOUBT, MINE], "mx.desk.test", False),
        ([ELSEWHERE, MINE], "mx.desk.test", True),
        ([ELSEWHERE, DOUBT], "mx.desk.test", False),
        ([DOUBT], "", False),
        (["Authentication-Results: dmarc=pass"], "mx.desk.test", None),
        (["Authentication-Results: evilmx.desk.test; dmarc=pass"], "mx.desk.test", None),
    ],
)
def test_only_the_server_of_the_mailbox_vouches(headers, vouches, vouched):
    raw = "\r\n".join(["From: bo@example.org", *headers, "", "yes"]).encode()

    assert is_vouched(read_mail(raw, vouches=vouches)) is vouched


def test_verdicts_in_words():
    assert str(Verdicts("fail", "", "fail", (), "mx.test")) == "spf fail, dmarc fail (mx.test)"
    assert (str(Verdicts("pass")), str(Verdicts(server="mx.test"))) == ("spf pass", "")


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ("Mon, 16 Nov 2026 13:21:00 -0500", datetime(2026, 11, 16, 18, 21, tzinfo=UTC)),
        ("Mon, 16 Nov 2026 18:21:00 -0000", datetime(2026, 11, 16, 18, 21, tzinfo=UTC)),
        ("tomorrow", None),
        ("Fri, 31 Dec 9999 23:59:00 -2359", None),
        ("", None),
    ],
)
def test_when_it_says_it_was_written(value, at):
    assert mail(f"Date: {value}").sent_at == at


@pytest.mark.parametrize(
    ("value", "subject"),
    [
        ("=?utf-8?q?Ja=21?=", "Ja!"),
        ("Re: Bö", "Re: Bö"),
        ("=?no-such?q?x?=", "=?no-such?q?x?="),
        ("a\u202eb\x07c" + "d" * 300, "a b c" + "d" * 195),
    ],
)
def test_a_subject_is_one_line_that_can_be_seen(value, subject):
    assert mail(f"Subject: {value}").subject == subject


@pytest.mark.parametrize(
    ("kind", "text", "lines"),
    [
        ("text/plain; charset=iso-8859-1", "naïve", ("naïve",)),
        ("text/plain; charset=no-such", "yes", ("yes",)),
        ("text/plain; charset=gb-none", "yes", ("yes",)),
        ("text/plain; charset=idna", "yes", ("yes",)),
        ("text/html", "<p>yes</p>", ("yes",)),
        ("text/html", "<style>no</style><!-- no --><b>Yes</b>,&nbsp;I am<br>in<hr>no", ("Yes, I am", "in")),
        ("text/html", "<div>yes</div><div class='gmail_quote'>no</div>", ("yes",)),
        ("text/html", "yes<blockquote>no</blockquote>", ("yes",)),
        ("text/html", "yes<script>no", ("yes",)),
        ("text/html", "a < b", ("a < b",)),
        (
            "multipart/alternative; boundary=x",
            "--x\r\n\r\n \r\n--x\r\nContent-Type: text/html\r\n\r\n<p>yes\r\n--x--",
            ("yes",),
        ),
        ("application/pdf", "yes", ()),
        (
            "multipart/mixed; boundary=x",
            "--x\r\nContent-Type: text/html\r\n\r\n<b>no</b>\r\n--x\r\n\r\nyes\r\n--x--",
            ("yes",),
        ),
        ("multipart/mixed; boundary=x", "--x\r\nContent-Disposition: attachment\r\n\r\nyes\r\n--x--", ()),
        ("multipart/mixed; boundary=x", "--x\r\nContent-Type: message/rfc822\r\n\r\nFrom: bo\r\n\r\nyes\r\n--x--", ()),
        ("multipart/mixed", "yes", ()),
    ],
)
def test_the_text_that_is_shown_in_place_is_read(kind, text, lines):
    raw = f"Content-Type: {kind}\r\n\r\n{text}".encode("iso-8859-1")

    assert read_mail(raw).lines == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("yes\n\n> no\n> maybe", ("yes",)),
        ("On Friday Ann wrote:\n> come?\n\nyes\n-- \nBo", ("yes",)),
        ("yes\nOn Friday Ann\nwrote:\n\nno", ("yes",)),
        ("yes\nSent from my phone\nno", ("yes",)),
        ("yes\n________________________________\nFrom: Ann\nno", ("yes",)),
        ("Bo wrote: yes", ("Bo wrote: yes",)),
    ],
)
def test_what_is_quoted_and_what_is_below_a_signature_is_left_out(text, lines):
    assert mail(text=text).lines == lines


def test_two_calendars_that_differ_are_no_answer():
    part = "--x\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:{}\r\nEND:VCALENDAR\r\n"
    twice = part.format("COUNTER") + part.format("REPLY") + "--x--"

    said = mail("Content-Type: multipart/mixed; boundary=x", text=twice)

    assert said.reply == CalendarReply(fault="It has several answers.")


def test_of_a_large_mail_whose_text_goes_on_only_the_headers_are_read():
    said = read_mail(b"From: bo@example.org\r\n\r\nyes", is_cut=True)

    assert said == Mail(sender="bo@example.org", fault=TOO_LARGE)


@pytest.mark.parametrize("disposition", ["inline", "attachment"])
def test_a_yes_above_a_large_picture_is_read(disposition):
    picture = f"Content-Type: image/png\r\nContent-Disposition: {disposition}\r\n\r\niVBORw0KGgo"
    raw = f"Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\n\r\nyes\r\n--x\r\n{picture}".encode()

    said = read_mail(raw, is_cut=True)

    assert (said.lines, said.fault) == (("yes",), "")


def test_html_made_to_break_its_reader_is_read_in_linear_time():
    began = time.process_time()

    for html in ("<" * 80_000, "<style>" * 11_000, "<!--" * 20_000, "<div " * 16_000, "skrev " * 13_000):
        read_mail(f"Content-Type: text/html\r\n\r\n{html}".encode())

    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "line",
    [
        *("Am Fr., 20. Nov. 2026 um 19:00 Uhr schrieb Ann <ann@example.org>:", "Le ven. 20 nov. 2026, Ann a écrit :"),
        *("El vie, 20 nov 2026, Ann escribió:", "Il giorno ven 20 nov Ann ha scritto:", "Op vr 20 nov schreef Ann:"),
        *("Em sex., 20 de nov. de 2026, Ann escreveu:", "Den fre 20 nov. 2026 kl. 19:00 skrev Ann:", "Ann napisał(a):"),
        *(
            "2026-11-20 19:00 GMT+01:00 Ann <ann@example.org>:",
            "-----Ursprüngliche Nachricht-----",
            "Von: Ann",
            "De : A",
        ),
        *("Gesendet von Mail", "Envoyé de mon iPhone", "Enviado desde mi iPhone", "Von meinem iPhone gesendet"),
    ],
)
def test_what_other_languages_write_above_a_quote_ends_the_text(line):
    assert mail(text=f"Yes\r\n{line}\r\nno").lines == ("Yes",)


def test_a_mail_that_wants_no_automatic_answer_is_a_machines_and_a_calendars_is_not():
    tapped = "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR"
    header = "X-Auto-Response-Suppress: All"

    assert mail(header, text="No").is_automatic is True
    assert mail(header, "Content-Type: text/calendar", text=tapped).is_automatic is False


@pytest.mark.parametrize(
    "raw",
    [
        b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(3_000)),
        b"Content-Type: message/rfc822\r\n\r\n" * 3_000,
        b"Content-Type: text/plain; charset*" + b"9" * 5_000 + b"=x\r\n\r\nyes",
    ],
)
def test_a_mail_made_to_break_its_reader_says_nothing(raw):
    said = read_mail(raw)

    assert (said.fault or UNREADABLE, said.lines, said.reply) == (UNREADABLE, (), None)


PIECES = st.sampled_from(
    [
        *(b"From: bo@example.org\r\n", b"Content-Type: multipart/mixed; boundary=x\r\n", b"\r\n", b"--x\r\n", b"--x--"),
        *(b"Content-Type: text/calendar; method=REPLY\r\n", b"BEGIN:VCALENDAR\r\n", b"METHOD:REPLY\r\n", b"yes\r\n"),
        *(b"Content-Transfer-Encoding: base64\r\n", b"Content-Type: text/plain; charset=\xff\r\n", b"=?utf-8?b?=?="),
        *(b"Subject: =?x?q?\xff?=\r\n", b"Date: 31 Feb\r\n", b"References: <a@b> <", b"> wrote:\r\n", b"\x00\xff"),
    ]
)


@given(
    st.one_of(st.binary(max_size=400), st.lists(st.one_of(PIECES, st.binary(max_size=20)), max_size=20).map(b"".join))
)
def test_whatever_arrives_it_is_read_without_a_fault(raw):
    said = read_mail(raw)

    assert all(each.isprintable() for each in (said.sender, said.subject, *said.lines, str(said.verdicts)))
