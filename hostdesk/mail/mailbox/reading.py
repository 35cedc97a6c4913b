"""The reader of a mail: its sender, the desk's mail it answers, and the answer of a calendar or of its first lines.

Pure, and never raises: anybody may write anything to the mailbox. Only headers, the text and a calendar's reply are
read, of HTML the text alone if a mail has no other; attachments and addresses in the text are never opened.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email import message_from_bytes, message_from_string
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parsedate_to_datetime
from html import unescape
from itertools import islice
from typing import Any

from hostdesk.mail.mailbox.calendar_replies import CalendarReply, read_reply

LARGEST = 256 * 1024
"""Of a larger mail only so many bytes are read."""

TOO_LARGE, UNREADABLE = "It is too large to be read here.", "It cannot be read."
MOST_TEXT, MOST_SUBJECT = 500, 200  # characters
_MOST_LINES, _MOST_CHARACTERS, _MOST_IN_HEADER = 200, 20_000, 4_000
_MOST_PARTS, _MOST_IDS, _MOST_DIAGNOSIS = 50, 20, 120
_ADDRESS = r"[!#$%&'*+/=?^_`{|}~0-9A-Za-z.-]{1,64}@[0-9A-Za-z][0-9A-Za-z.-]{0,252}"
# A display name may hold anything; an address counts only in its own place: alone, or between the angle brackets.
_FROM = re.compile(rf'(?:{_ADDRESS}|(?:"(?:[^"\\]|\\.)*"|[^"<>@,;:()\\]*)\s?<{_ADDRESS}>)')
_AT_END = re.compile(rf"({_ADDRESS})>?$")
_ID = re.compile(r"<[^<>\s]{1,250}>")
_COMMENT = re.compile(r"\([^()]*\)")
_VERDICT = re.compile(r"\s*(spf|dkim|dmarc)\s*=\s*([a-z]{2,12})\b", re.IGNORECASE)
_DOMAIN = re.compile(r"\b(?:smtp\.mailfrom|header\.d|header\.i)\s*=\s*\"?(?:[^\s;@\"]*@)?([0-9a-z.-]+)", re.IGNORECASE)
_POSTMASTERS = ("mailer-daemon@", "postmaster@")
_REPORTED = ("message-id", "action", "status", "diagnostic-code")
_CHARSETS = ("utf-8", "us-ascii", "ascii", "iso-8859-", "windows-125", "koi8-", "gb", "big5", "shift_jis", "euc-")
_ENDS = re.compile(
    r"--$|_{5,}|-{2,}\s?\w[\w ]{,40}-{2,}|get outlook|(from|von|de|da|van|från|fra|od|от) ?: |lähettäjä: |"
    r"(sent from|gesendet von|(envoyé|enviado) \w+|inviato da|verstuurd vanaf|skickat från|sendt fra|wysłane z) |"
    r"von meinem .{1,40} gesendet",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"(on .*)?\bwrote:|.*<[^<>\s]+@[^<>\s]+>\W*:|.*\b(schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|"
    r"napisał|napsal|kirjoitti|пишет|написал|yazdı|írta)\b.*:",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"(on|am|le|el|il|op|em|den|dne|w) ", re.IGNORECASE)
_MOST_WROTE = 300  # characters of a line that introduces a quotation
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(style|script|head|title)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_QUOTE = re.compile(r"<blockquote|<hr|<div[^<>]*\b(?:gmail_quote|yahoo_quoted|divrplyfwdmsg)", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|p|div|/p|/div|/li|/tr|/h[1-6])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class Verdicts:
    """The receiving mail server's findings about the sender: its own words, "" without one.

    ``domains`` are those for which spf or dkim passed, ``server`` is the author. ``is_known``: that is the server of
    the mailbox, which alone can vouch; else somebody else may have written it.
    """

    spf: str = ""
    dkim: str = ""
    dmarc: str = ""
    domains: tuple[str, ...] = ()
    server: str = ""
    is_known: bool = False

    def __str__(self) -> str:
        words = [f"{name} {word}" for name in ("spf", "dkim", "dmarc") if (word := getattr(self, name))]
        return f"{', '.join(words)}{f' ({self.server})' if self.server else ''}" if words else ""


@dataclass(frozen=True)
class Mail:
    """A mail as far as it is read.

    ``sender`` is its one sender's address, in lower case; "" if it has none or several. ``answers`` are the ids of the
    mails that it answers, the nearest first. ``sent_at`` is aware, None without a time. ``is_automatic``: no person
    wrote it. ``reports``: it reports on a mail that it ``answers``, with the reason of a failed delivery in
    ``bounced``. ``lines`` is its plain text without quotes, ``reply`` a calendar's answer, ``fault`` the reason why no
    more of it was read, in words.
    """

    sender: str = ""
    subject: str = ""
    message_id: str = ""
    answers: tuple[str, ...] = ()
    sent_at: datetime | None = None
    is_automatic: bool = False
    reports: bool = False
    bounced: str = ""
    fault: str = ""
    verdicts: Verdicts = field(default_factory=Verdicts)
    reply: CalendarReply | None = None
    lines: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The beginning of its text."""
        return "\n".join(self.lines)[:MOST_TEXT]


def read_mail(raw: bytes, *, is_cut: bool = False, vouches: str = "") -> Mail:
    """Read a mail, or the beginning of one that ``is_cut``: its text counts if another part follows.

    ``vouches`` is the name of the server that vouches for senders.
    """
    # Every line is searched for all open boundaries.
    if raw.lower().count(b"boundary") > _MOST_PARTS:
        return Mail(fault=UNREADABLE)
    try:
        return _read(message_from_bytes(raw), vouches, is_cut=is_cut)
    except Exception:  # noqa: BLE001 - the library's parsers raise all kinds of errors for text that is no mail
        return Mail(fault=UNREADABLE)


def _read(message: Message[str, str], vouches: str, *, is_cut: bool) -> Mail:
    headers: dict[str, list[str]] = {}
    for name, value in message.raw_items():
        text = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        text = text[-_MOST_IN_HEADER:] if name.lower() == "references" else text[:_MOST_IN_HEADER]
        headers.setdefault(name.lower(), []).append(" ".join(text.split()))
    # Of several headers of a kind, the topmost is the one that was added last.
    first = {name: values[0] for name, values in headers.items()}
    sender = _sender(headers.get("from", []))
    *_, last = message.walk()
    fault = TOO_LARGE if is_cut and last.get_content_maintype() in ("text", "multipart") else ""
    parts = [] if fault else list(_parts(message))
    calendars = [_decoded(part) for part in parts if part.get_content_type() == "text/calendar"]
    replies = {reply for calendar in calendars if (reply := read_reply(calendar)) is not None}
    texts = [_decoded(part) for part in parts if part.get_content_type() == "text/plain"][:1]
    texts += [_seen(_decoded(part)) for part in parts if part.get_content_type() == "text/html"][:1]
    is_suppressed = "x-auto-response-suppress" in first and not replies
    submitted = first.get("auto-submitted", "no").partition(";")[0].strip().lower()
    # A calendar that answers after a tap calls its mail generated; an answering machine calls it "replied".
    is_generated = submitted != "no" and not (replies and submitted == "auto-generated")
    in_bulk = first.get("precedence", "").lower() in ("bulk", "junk", "list", "auto_reply") or "list-id" in first
    reports = message.get_content_type() == "multipart/report" or "x-failed-recipients" in first
    reports = reports or sender.startswith(_POSTMASTERS)
    nobody_waits = (
        first.get("return-path") == "<>" or "x-autoreply" in first or "x-autorespond" in first or is_suppressed
    )
    report = _reported(message) if reports else {}
    answered = [*_ID.findall(first.get("in-reply-to", "")), *reversed(_ID.findall(first.get("references", "")))]
    answered += _ID.findall(report.get("message-id", ""))
    has_failed = "x-failed-recipients" in first or report.get("action", "").lower() == "failed"
    diagnosis = report.get("diagnostic-code", "").rpartition(";")[2] or report.get("status", "")
    return Mail(
        sender=sender,
        subject=cleaned(_header(first.get("subject", "")))[:MOST_SUBJECT],
        message_id=next(iter(_ID.findall(first.get("message-id", ""))), ""),
        answers=tuple(dict.fromkeys(answered))[:_MOST_IDS],
        sent_at=_moment(first.get("date", "")),
        is_automatic=reports or is_generated or in_bulk or nobody_waits,
        reports=reports,
        bounced=(cleaned(diagnosis)[:_MOST_DIAGNOSIS] or "no reason given.") if has_failed else "",
        fault=fault,
        verdicts=_verdicts(headers.get("authentication-results", []), vouches),
        # Two calendars with different answers: no tap sends both.
        reply=CalendarReply(fault="It has several answers.") if len(replies) > 1 else next(iter(replies), None),
        lines=tuple(_unquoted(next((text for text in texts if text.strip()), ""))),
    )


def _sender(values: list[str]) -> str:
    if len(values) != 1 or not _FROM.fullmatch(values[0]):
        return ""
    found = _AT_END.search(values[0])
    return found[1].lower() if found else ""


def _parts(message: Message[str, str]) -> Iterator[Message[str, str]]:
    """Yield the parts that are shown in place, not attached; those in a forwarded mail are skipped."""
    waiting, seen = [message], 0
    while waiting and seen < _MOST_PARTS:
        part, seen = waiting.pop(0), seen + 1
        payload: Any = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(payload, list):
            waiting = payload[:_MOST_PARTS] + waiting
        elif part.get_content_type() == "text/calendar" or part.get_content_disposition() != "attachment":
            yield part


def _reported(message: Message[str, str]) -> dict[str, str]:
    """Return the content of a report (RFC 3464), by header in lower case, with the id of its mail."""
    report: dict[str, str] = {}
    for part in islice(message.walk(), 1, _MOST_PARTS):
        lines = _decoded(part) if part.get_content_type() == "text/rfc822-headers" else ""
        about = message_from_string(lines) if lines else part
        report = {name: str(about[name]) for name in _REPORTED if about[name]} | report
    return report


def _decoded(part: Message[str, str]) -> str:
    payload: Any = part.get_payload(decode=True)
    raw = payload[: 4 * _MOST_CHARACTERS] if isinstance(payload, bytes) else b""
    charset = (part.get_content_charset() or "utf-8").lower()
    # Some of Python's codecs are no charsets of mail, and take their time.
    charset = charset if charset.startswith(_CHARSETS) else "utf-8"
    try:
        return raw.decode(charset, "replace")
    except LookupError:
        return raw.decode("utf-8", "replace")


def _seen(html: str) -> str:
    """Return the visible text of HTML, without the quote at its end."""
    seen = " ".join(_UNSEEN.sub(" ", html).split())
    return unescape(_TAG.sub("", _BREAK.sub("\n", _QUOTE.split(seen, 1)[0])))


def _header(value: str) -> str:
    try:
        return str(make_header(decode_header(value)))
    except (ValueError, LookupError):
        return value


def cleaned(text: str) -> str:
    """Return a text as one line, without invisible characters and those that turn the reading direction."""
    kept = (character if unicodedata.category(character)[0] != "C" else " " for character in text)
    return " ".join("".join(kept).split())


def _moment(value: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(value)
        return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _verdicts(values: list[str], vouches: str) -> Verdicts:
    """Return the topmost Authentication-Results of the server that vouches: those below may be the sender's.

    If that server is known, others' count for nothing; else the topmost is read, which vouches for nobody.
    """
    for verdicts in map(_results, values):
        if not vouches or verdicts.server == vouches or verdicts.server.endswith(f".{vouches}"):
            return replace(verdicts, is_known=bool(vouches))
    return Verdicts()


def _results(value: str) -> Verdicts:
    while _COMMENT.search(value):
        value = _COMMENT.sub(" ", value)
    results = value.split(";")
    server = "" if "=" in results[0] else results[0]
    words: dict[str, str] = dict.fromkeys(("spf", "dkim", "dmarc"), "")
    domains: list[str] = []
    for result in results:
        if found := _VERDICT.match(result):
            name, word = found[1].lower(), found[2].lower()
            # Of several signatures one that holds is enough.
            words[name] = word if word == "pass" else words[name] or word
            if word == "pass" and name != "dmarc":
                domains += [domain.lower() for domain in _DOMAIN.findall(result)]
    name = cleaned(server).lower().partition(" ")[0][:80]
    return Verdicts(words["spf"], words["dkim"], words["dmarc"], tuple(dict.fromkeys(domains)), name)


def _unquoted(text: str) -> Iterator[str]:
    """Yield the lines that the sender wrote: those before a signature or another mail, without quotes."""
    lines = [line for raw in text.splitlines()[:_MOST_LINES] if (line := cleaned(raw))]
    for place, line in enumerate(lines):
        below = lines[place + 1 : place + 3]
        if line.startswith(">"):
            continue
        # "On Friday Ann wrote:", in one line or two: its quote is marked, or goes on to the end.
        in_two = " ".join([line, *below[:1]]) if _BEGINS.match(line) else line
        if any(len(start) <= _MOST_WROTE and _WROTE.fullmatch(start) for start in (line, in_two)):
            if any(rest.startswith(">") for rest in below):
                continue
            return
        if _ENDS.match(line):
            return
        yield line
