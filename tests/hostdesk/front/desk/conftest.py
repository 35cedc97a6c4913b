"""A certificate that the desk trusts, for the servers of the tests of its mail account."""

from tests.hostdesk.mail.conftest import made_certificate, trusted

__all__ = ["made_certificate", "trusted"]
