"""The house and the night for the tests of strikes."""

from tests.hostdesk.invitations.strikes.conftest import house, struck

__all__ = ["house", "struck"]
