"""Places in line in words."""

import pytest

from reservations.parsing.names import ordinal


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_said_as_people_say_them(number, text):
    assert ordinal(number) == text
