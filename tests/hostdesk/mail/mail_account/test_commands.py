"""Saving the mail account: once, encrypted, and with the password only for the servers it was typed for."""

from dataclasses import replace

import pytest

from hostdesk.mail.mail_account.account import ServerAt
from hostdesk.mail.mail_account.commands import decline_account, forget_account, with_kept_password
from hostdesk.mail.mail_account.queries import kept_account
from hostdesk.models import MailAccount
from reservations.acts.problems import Impossible
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, NOW, PASSWORD, keep

pytestmark = pytest.mark.django_db


def test_an_account_is_kept_once_and_its_password_in_no_column():
    keep()
    keep(replace(ACCOUNT, name="The game", reads=None), by="Bo")

    (row,) = MailAccount.objects.values()
    assert [each for each in row.values() if PASSWORD in str(each)] == []
    assert (kept_account(), row["changed_by"]) == (replace(ACCOUNT, name="The game", reads=None), "Bo")


def test_a_password_that_was_not_typed_stays():
    keep()

    keep(replace(ACCOUNT, password="", name="The game"))

    assert kept_account() == replace(ACCOUNT, name="The game")


def test_without_a_kept_password_one_is_needed():
    with pytest.raises(Impossible, match=r"^Type the password\.$"):
        keep(replace(ACCOUNT, password=""))

    assert kept_account() is None


def test_a_lost_password_is_asked_for_again(settings):
    keep()
    settings.SECRET_KEY = "another " * 8

    with pytest.raises(Impossible, match=r"^Type the password\.$"):
        with_kept_password(replace(ACCOUNT, password=""))


@pytest.mark.parametrize("change", [{"user": "bo"}, {"sends": ServerAt("evil.example", 465)}, {"reads": None}])
def test_a_kept_password_goes_to_no_other_server_or_user(change):
    """Two hosts at once: the second one's form is for the account that the first one has just replaced."""
    keep()

    with pytest.raises(Impossible, match="Type the password again"):
        keep(replace(ACCOUNT, password="", **change))

    assert kept_account() == ACCOUNT


def test_declining_is_noted_once_and_touches_no_account():
    decline_account(now=NOW, by="Ann")
    declined = kept_account()
    keep()
    decline_account(now=NOW, by="Bo")

    assert (declined, kept_account(), MailAccount.objects.get().changed_by) == (None, ACCOUNT, "Ann")


def test_forgetting_leaves_no_password_and_may_be_done_twice():
    keep()
    forget_account(now=NOW, by="Ann")
    forget_account(now=NOW, by="Bo")

    row = MailAccount.objects.get()
    assert (kept_account(), row.password, row.user, row.changed_by) == (None, "", "", "Bo")
