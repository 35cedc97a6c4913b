"""Stories of whole evenings at the houses, with the amounts after each step."""

import pytest

pytest.register_assert_rewrite("tests.stories.evening")
