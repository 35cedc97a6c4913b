"""The desk's mail server and mailbox: the environment's, else the account of the page.

Read anew at every use: a change on the page holds at once, in every process.
"""

from dataclasses import replace
from datetime import date

from django.conf import settings
from django.db.models import Count

from hostdesk.mail.mail_account.account import Mailbox, MailServer, MailSettings
from hostdesk.mail.mail_account.secrecy import unlock
from hostdesk.models import MailAccount, Message


def outgoing() -> MailServer:
    """Return the desk's mail server; without a ``sender`` it sends none, with a ``fault`` it cannot."""
    if settings.MAIL_SERVER.sender:
        from_environment: MailServer = settings.MAIL_SERVER
        return from_environment
    account = kept_account()
    return account.server if account else MailServer()


def incoming() -> Mailbox | None:
    """Return the mailbox of answers; None if none is read, or its password can no longer be.

    With a mail server in the environment, answers come to its sender, not to the account of the page.
    """
    if settings.MAILBOX or settings.MAIL_SERVER.sender:
        from_environment: Mailbox | None = settings.MAILBOX
        return from_environment
    account = kept_account()
    return account.mailbox if account else None


def kept_account() -> MailSettings | None:
    """Return the account of the page; None for none, and in a demo, which sends nothing."""
    row = None if settings.DEMO else MailAccount.objects.exclude(address="").values().first()
    if row is None:
        return None
    account = MailSettings.of(row, None)
    return replace(account, password=unlock(row["password"], goes_to=account.goes_to, secret=settings.SECRET_KEY))


def waiting_for_mail(today: date) -> int:
    """Return the number of players with an address who get no e-mail about nights ahead, because none is set up.

    0 once a host has set it up, or has declined it: it is offered once.
    """
    if settings.DEMO or settings.MAIL_SERVER.sender or MailAccount.objects.exists():
        return 0
    ahead = Message.objects.filter(fact__night__date__gte=today, fact__night__cancelled_at=None, sent_at=None)
    return ahead.filter(player__email__wanted=True).aggregate(count=Count("player", distinct=True))["count"] or 0
