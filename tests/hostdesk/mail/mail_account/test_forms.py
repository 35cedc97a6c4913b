"""The form of a mail account: it refuses text that could mean more to a mail server than the field says."""

import pytest

from hostdesk.mail.mail_account.forms import MailAccountForm
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, TYPED


def test_what_was_typed_is_the_account():
    form = MailAccountForm(TYPED, account=None)

    assert (form.is_valid(), form.account) == (True, ACCOUNT)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("address", "desk@example.org\nBcc: all@example.org"),
        ("address", "désk@example.org"),
        ("address", "desk"),
        ("name", 'Our" <evil@example.org>'),
        ("name", "Our\u202egame"),
        ("user", "desk LOGOUT"),
        ("user", 'desk"'),
        ("user", "desk\r\nRCPT TO:<all@example.org>"),
        ("user", "dèsk"),
        ("password", "seven\r\nof clubs"),
        ("password", "sept de trèfle"),
        ("sends_host", "https://mail.example.org"),
        ("sends_host", "mail.example.org:465"),
        ("sends_host", "mail.example.org\r\nQUIT"),
        ("sends_host", "-mail.example.org"),
        ("sends_host", ""),
        ("sends_port", "22"),
        ("sends_port", "5432"),
        ("reads_port", "465"),
        ("sends_tls", "perhaps"),
        ("reads_host", "mail example"),
    ],
)
def test_what_no_mail_server_takes_is_refused_at_its_field(name, typed):
    assert [*MailAccountForm({**TYPED, name: typed}, account=None).errors] == [name]


@pytest.mark.parametrize(
    ("server", "wrong"), [("127.0.0.1", []), ("::1", []), ("localhost", []), ("10.0.0.7", ["sends_tls"])]
)
def test_a_password_goes_unencrypted_to_this_machine_alone(server, wrong):
    form = MailAccountForm({**TYPED, "sends_host": server, "sends_tls": "none"}, account=None)

    assert [*form.errors] == wrong
