"""A search for nights by words about their day, house and state."""

from datetime import date

import pytest

from hostdesk.front.search.night_words import NightToFind, nights_found

TODAY = date(2026, 11, 21)
NIGHTS = [
    NightToFind(1, date(2026, 11, 20), "Friday game", "closed"),
    NightToFind(2, date(2026, 11, 21), "Mike’s", "open"),
    NightToFind(3, date(2026, 11, 22), "Friday game", "planned"),
    NightToFind(4, date(2025, 10, 20), "Mike’s", "results only"),
]


@pytest.mark.parametrize(
    ("words", "nights"),
    [
        ("20 nov", [1]),
        ("November 20th", [1]),
        ("20.11.2026", [1]),
        ("2026-11-20", [1]),
        ("20", [1, 4]),
        ("07", []),
        ("2025", [4]),
        ("novmber", [1, 2, 3]),
        ("freday game", [1, 3]),
        ("friday", [1, 3]),
        ("the night at mike in october", [4]),
        ("today", [2]),
        ("tonight", [2]),
        ("yesterday", [1]),
        ("tomorrow", [3]),
        ("closed", [1]),
        ("open", [2]),
        ("no", []),
        ("xyzzyx", []),
        ("nov mike", [2]),
        ("the", []),
        ("", []),
    ],
)
def test_all_words_are_about_a_night_that_is_found(words, nights):
    assert [each.night for each in nights_found(NIGHTS, words, TODAY)] == nights
