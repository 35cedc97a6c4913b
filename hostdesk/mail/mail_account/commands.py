"""Keep the mail account, and forget it. Neither contacts the mail server: trying is the host's own button."""

from dataclasses import replace
from datetime import datetime

from django.conf import settings

from hostdesk.mail.mail_account.account import MailSettings
from hostdesk.mail.mail_account.queries import kept_account
from hostdesk.mail.mail_account.secrecy import lock
from hostdesk.models import MailAccount
from reservations.acts.commands import command
from reservations.acts.problems import Impossible


def with_kept_password(typed: MailSettings) -> MailSettings:
    """Return an account with the kept password if none was typed.

    Raises ``Impossible`` if there is none that can be read, or if it would go to another server or user than the one it
    was typed for: somebody without a right to see it could have it sent to themselves.
    """
    if typed.password:
        return typed
    kept = kept_account()
    if kept is None or kept.password is None:
        raise Impossible("Type the password.")
    if typed.goes_to != kept.goes_to:
        raise Impossible("Type the password again: it was kept for another user or another server.")
    return replace(typed, password=kept.password)


@command
def keep_account(typed: MailSettings, *, now: datetime, by: str) -> None:
    """Keep an account in place of the one before.

    If two hosts save at once, the second account is kept whole: it takes over the first one's password only for the
    same user of the same servers. Raises ``Impossible`` as `with_kept_password` does.
    """
    account = with_kept_password(typed)
    password = lock(account.password or "", goes_to=account.goes_to, secret=settings.SECRET_KEY)
    columns = {**account.columns, "password": password, "changed_at": now, "changed_by": by}
    MailAccount.objects.update_or_create(pk=MailAccount.ONE, defaults=columns)


@command
def decline_account(*, now: datetime, by: str) -> None:
    """Record that a host wants no e-mail, so that it is offered no more; an account that is kept meanwhile stays."""
    MailAccount.objects.get_or_create(pk=MailAccount.ONE, defaults={"changed_at": now, "changed_by": by})


@command
def forget_account(*, now: datetime, by: str) -> None:
    """Forget the account with its password: the desk sends no e-mail, and offers to set it up no more."""
    MailAccount.objects.filter(pk=MailAccount.ONE).delete()
    MailAccount.objects.create(pk=MailAccount.ONE, changed_at=now, changed_by=by)
