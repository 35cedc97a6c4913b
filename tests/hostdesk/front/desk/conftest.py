"""A certificate that the desk trusts, for the servers in the mail account tests."""

from tests.hostdesk.mail.conftest import made_certificate, trusted

__all__ = ["made_certificate", "trusted"]
