"""Six people answer an invitation in six ways, at a desk with a name and https that sends and reads e-mail."""

import re
import time
from contextlib import ExitStack
from email.utils import format_datetime
from urllib.parse import quote

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.scenes import lay_out
from tests.browser.visit import LANDSCAPE, PHONE
from tests.deploy.caddy import caddy, chromium_that_trusts, device
from tests.desk import free_port, running
from tests.hostdesk.mail.mailbox import dovecot
from tests.mail_servers import smtp_server

SENDER = "desk@example.org"
LONGEST = 30.0  # seconds; the desk looks for mail to send every ten


class Evening:
    """A desk behind caddy with a mail server to send by, a mailbox to read, and the host's tablet."""

    def __init__(self, stack, folder, browser_type):
        (folder / "caddy").mkdir()
        (folder / "desk").mkdir()
        port, self.stack = free_port(), stack
        made = lay_out(folder / "desk", "two_by_mail")
        self.post, self.letters = stack.enter_context(smtp_server()), stack.enter_context(dovecot.running())
        self.inbox = self.letters.mailbox()
        self.caddy = stack.enter_context(caddy(folder / "caddy", port=free_port(), desk_port=port))
        told = {
            "HOSTDESK_TLS": "yes",
            "HOSTDESK_URL": self.caddy.url,
            "HOSTDESK_EMAIL_URL": f"smtp://127.0.0.1:{self.post.port}",
            "HOSTDESK_EMAIL_FROM": f"The desk <{SENDER}>",
            "HOSTDESK_IMAP_URL": f"imap+ssl://{quote(self.inbox.user)}:{quote(self.inbox.password, safe='')}"
            f"@127.0.0.1:{self.letters.tls_port}/INBOX",
            "SSL_CERT_FILE": str(self.letters.certificate),
        }
        stack.enter_context(running(folder / "desk", port, **told))
        self.browser = stack.enter_context(chromium_that_trusts(self.caddy, browser_type, folder / "home"))
        tablet = device(self.browser, viewport=LANDSCAPE)
        tablet.add_cookies(
            [{"name": f"__Host-desk{port}", "value": made["session"], "url": self.caddy.url, "secure": True}]
        )
        self.host = tablet.new_page()

    def phone(self, address):
        """Return a new phone that has opened a link."""
        page = device(self.browser, viewport=PHONE).new_page()
        page.goto(address)
        return page

    def mail_to(self, address):
        """Return the mail from the desk to that address, once it has arrived."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            for mail in self.post.mails:
                if mail["To"] == address:
                    return mail
            time.sleep(0.05)
        raise AssertionError(f"Nothing was mailed to {address}.")


@pytest.fixture(scope="module")
def evening(tmp_path_factory, browser_type):
    with ExitStack() as stack:
        yield Evening(stack, tmp_path_factory.mktemp("evening"), browser_type)


def text_to(page, name):
    """Return the message for a player, as the host copies it."""
    row = page.locator(".letter-row").filter(has=page.get_by_role("link", name=name, exact=True))
    return row.locator("bdi[id^=text-]").text_content()


def taps_yes(phone):
    phone.get_by_role("button", name="Yes", exact=True).tap()
    expect(phone.get_by_text("You have a seat", exact=True).first).to_be_visible()


def from_calendar(mail, sender):
    """Return the reply that a calendar sends when its owner taps Yes on the event in a mail."""
    asked = next(each for each in mail.walk() if each.get_content_subtype() == "calendar").get_content()
    uid, sequence = (re.findall(rf"^{name}:(\S+)", asked, re.MULTILINE)[0] for name in ("UID", "SEQUENCE"))
    said = f"ATTENDEE;PARTSTAT=ACCEPTED:mailto:{sender}"
    lines = ["BEGIN:VCALENDAR", "METHOD:REPLY", "BEGIN:VEVENT", f"UID:{uid}", f"SEQUENCE:{sequence}", said]
    text = "\r\n".join([*lines, "END:VEVENT", "END:VCALENDAR"])
    return _mailed(sender, text, **{"Content-Type": "text/calendar; charset=utf-8; method=REPLY"})


def in_words(mail, sender):
    """Return a person's written reply to a mail."""
    return _mailed(sender, "Yes, see you there!", **{"In-Reply-To": mail["Message-ID"]})


def _mailed(sender, text, **more):
    headers = {"From": sender, "To": SENDER, "Subject": "Re: Invitation", "Date": format_datetime(timezone.now())}
    headers |= {"Message-ID": f"<{sender}>", "Authentication-Results": "mx.test; dmarc=pass"} | more
    return "\r\n".join([*(f"{name}: {value}" for name, value in headers.items()), "", text, ""]).encode()


@pytest.mark.long
def test_six_people_answer_in_six_ways(evening):
    page = evening.host
    page.goto(f"{evening.caddy.url}/nights/")
    page.get_by_role("link", name="Plan a night", exact=True).tap()
    page.get_by_label("Starts").fill("23:59")  # still ahead at any hour of the day
    page.get_by_role("button", name="Plan and invite all regulars").tap()
    expect(page.get_by_role("heading", name="Invitations")).to_be_visible()
    guests = page.url.partition("messages/")[0] + "guests/"

    # Bo taps the link in his own message, on a phone that is new to the desk.
    taps_yes(evening.phone(re.findall(r"https://\S+/link/\S+", text_to(page, "Bo"))[0]))
    # Cy taps the name behind the link in the group chat.
    chat = evening.phone(re.findall(r"https://\S+/group/\S+", page.locator("#text").text_content())[0])
    chat.get_by_role("button", name="Cy", exact=True).tap()
    taps_yes(chat)
    # Di taps Yes in a calendar, and Eve writes back: both by mail.
    replies = [from_calendar(evening.mail_to("di@example.org"), "di@example.org")]
    evening.letters.put(evening.inbox, *replies, in_words(evening.mail_to("eve@example.org"), "eve@example.org"))
    # Fay tells the host, who taps the answer in.
    page.goto(f"{guests}?who=Fay")
    page.get_by_role("button", name="Yes", exact=True).tap()
    # Gil's phone is known from an earlier link, and he opens his own page by the desk's name.
    page.goto(f"{evening.caddy.url}/players/")
    page.get_by_role("link", name="Gil", exact=True).tap()
    page.get_by_text("Phone link…").tap()
    page.get_by_role("button", name="Make link").tap()
    own = evening.phone(page.locator("#address").text_content())
    own.get_by_role("main").get_by_role("button").tap()
    taps_yes(own)

    end, seats = time.monotonic() + LONGEST, page.get_by_role("region", name="Seats").locator("li a")
    page.goto(guests)
    while seats.count() < 6 and time.monotonic() < end:
        page.reload()
    assert sorted(seats.locator("bdi").all_text_contents()) == ["Bo", "Cy", "Di", "Eve", "Fay", "Gil"]
