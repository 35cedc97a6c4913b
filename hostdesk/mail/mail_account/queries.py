"""By which mail server the desk sends and which mailbox it reads: the environment's, else the account of the page.

Asked anew wherever it is used: what is changed on the page holds at once, in every process.
"""

from dataclasses import replace
from datetime import date

from django.conf import settings
from django.db.models import Count

from hostdesk.mail.mail_account.account import Account, Mailbox, MailServer
from hostdesk.mail.mail_account.secrecy import unlock
from hostdesk.models import MailAccount, Message


def outgoing() -> MailServer:
    """Return how the desk sends e-mail; without a ``sender`` it sends none, with a ``fault`` it cannot."""
    if settings.MAIL_SERVER.sender:
        from_environment: MailServer = settings.MAIL_SERVER
        return from_environment
    account = kept_account()
    return account.server if account else MailServer()


def incoming() -> Mailbox | None:
    """Return the mailbox that answers come to; None if none is read, or its password can no longer be.

    Where the environment says how to send, answers come to that sender, not to the account of the page.
    """
    if settings.MAILBOX or settings.MAIL_SERVER.sender:
        from_environment: Mailbox | None = settings.MAILBOX
        return from_environment
    account = kept_account()
    return account.mailbox if account else None


def kept_account() -> Account | None:
    """Return the account that was set up on the page; None for none, and in a demo, which sends nothing."""
    row = None if settings.DEMO else MailAccount.objects.exclude(address="").values().first()
    if row is None:
        return None
    account = Account.of(row, None)
    return replace(account, password=unlock(row["password"], goes_to=account.goes_to, secret=settings.SECRET_KEY))


def waiting_for_mail(today: date) -> int:
    """Return how many players with an address are told of nights ahead by no e-mail, because none is set up.

    0 once a host has set it up, or has said that this desk sends none: it is offered once.
    """
    if settings.DEMO or settings.MAIL_SERVER.sender or MailAccount.objects.exists():
        return 0
    ahead = Message.objects.filter(fact__night__date__gte=today, fact__night__cancelled_at=None, sent_at=None)
    return ahead.filter(player__email__wanted=True).aggregate(count=Count("player", distinct=True))["count"] or 0
