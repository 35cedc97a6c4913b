"""Whole evenings, one file a house, with the numbers after each step."""

import pytest

pytest.register_assert_rewrite("tests.stories.evening")
