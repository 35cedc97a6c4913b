"""Fixtures for the tests of signing in."""

import pytest


@pytest.fixture
def the_day_after_an_evening() -> None:
    """Leave the date as today: the counter of wrong passwords and the signer of cookies read clocks of their own."""
