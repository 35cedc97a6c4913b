"""Two hosts at the mail account at once: one whole account is kept, and no password goes to the other one's server."""

from dataclasses import replace

import pytest

from hostdesk.mail.mail_account.account import ServerAt
from hostdesk.mail.mail_account.queries import kept_account
from hostdesk.models import MailAccount
from tests.faults.racing import at_once
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, keep

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

ROUNDS = 3
ANOTHER = replace(ACCOUNT, address="bo@example.net", password="another", sends=ServerAt("smtp.example.net", 587))


def saves(account):
    """Return a host's tap on Save."""

    def tap():
        keep(account)
        return 1

    return tap


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_of_two_accounts_saved_at_once_one_is_kept_whole(round_):
    got = at_once(saves(ACCOUNT), saves(ANOTHER))

    assert (got, MailAccount.objects.count()) == ([1, 1], 1)
    assert kept_account() in (ACCOUNT, ANOTHER)


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_who_leaves_the_password_as_it_is_while_another_host_changes_the_account_gets_none_of_theirs(round_):
    keep()

    got = at_once(saves(ANOTHER), saves(replace(ACCOUNT, password="", name="The game")))

    refusal = "Type the password again: it was kept for another user or another server."
    assert (got[0], str(got[1])) in [(1, "1"), (1, refusal)]
    assert kept_account() == ANOTHER
