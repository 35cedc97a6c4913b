"""A password opens only with this desk's secret, and only for the servers it was typed for."""

import pytest

from hostdesk.mail.mail_account.secrecy import lock, unlock

HERE = {"goes_to": "ann smtp.example:465 tls", "secret": "s" * 64}


@pytest.mark.parametrize("password", ["", "seven of clubs", "Drei Könige ♣", '"\\\r\n\x00\u202e', "p" * 5_000])
def test_what_was_locked_is_unlocked_by_the_same_secret(password):
    assert unlock(lock(password, **HERE), **HERE) == password


def test_another_secret_opens_nothing():
    assert unlock(lock("seven of clubs", **HERE), **{**HERE, "secret": "t" * 64}) is None


def test_for_another_server_nothing_is_opened():
    assert unlock(lock("seven of clubs", **HERE), **{**HERE, "goes_to": "ann evil.example:465 tls"}) is None


def test_what_was_changed_or_is_no_lock_is_not_opened():
    kept = lock("seven of clubs", **HERE)

    assert [unlock(each, **HERE) for each in (f"{kept[:-4]}AAA=", kept[:40], "", "seven of clubs", "é")] == [None] * 5


def test_it_is_kept_each_time_as_another_text_without_the_password():
    first, second = lock("seven of clubs", **HERE), lock("seven of clubs", **HERE)

    assert (first == second, "seven" in first) == (False, False)
