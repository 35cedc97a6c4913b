"""What the tests of signing in lean on."""

import pytest


@pytest.fixture
def the_day_after_an_evening() -> None:
    """Let it be today: the counter of wrong passwords and the signer of cookies read a clock of their own."""
