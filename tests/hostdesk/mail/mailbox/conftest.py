"""A mail server for the mailbox tests: started once, with a new mailbox for every test."""

import pytest

from tests.hostdesk.mail.mailbox.dovecot import running


@pytest.fixture(scope="session")
def started_dovecot():
    """Dovecot on this machine."""
    with running() as dovecot:
        yield dovecot


@pytest.fixture
def dovecot(started_dovecot, monkeypatch):
    """Dovecot, with a certificate that the desk trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(started_dovecot.certificate))
    return started_dovecot
