"""The mail account of these tests."""

from datetime import UTC, datetime

from hostdesk.mail.mail_account.account import MailSettings, ServerAt
from hostdesk.mail.mail_account.commands import keep_account

PASSWORD = "seven of clubs"
NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
ACCOUNT = MailSettings(
    address="desk@example.org",
    user="desk@example.org",
    password=PASSWORD,
    sends=ServerAt("smtp.example.org", 465),
    reads=ServerAt("imap.example.org", 993),
    name="Our game",
)
TYPED = {
    "address": "desk@example.org",
    "name": "Our game",
    "password": PASSWORD,
    "user": "",
    "sends_host": "smtp.example.org",
    "sends_port": "465",
    "sends_tls": "tls",
    "reads_host": "imap.example.org",
    "reads_port": "993",
    "reads_tls": "tls",
}
"""The same account, as a host types it."""


def keep(account: MailSettings = ACCOUNT, *, by: str = "Ann") -> None:
    """Keep an account as the page does."""
    keep_account(account, now=NOW, by=by)
