"""Exports of one game are one game, the later export wins, and games of one evening are one night."""

from dataclasses import replace
from datetime import date

import pytest

from hostdesk.imports.pokernow.reading import Evening, evenings_of, games_of, read_ledgers
from hostdesk.imports.ways_in.files import FaultyFiles, SentFile
from tests.hostdesk.ledgers import ANN, BO, CY, ledger, row

FRIDAY, SATURDAY = date(2026, 11, 20), date(2026, 11, 21)
ANN_PLAYS = row("Ann", ANN, "01:00-02:00", 5000, 4000)


def read(**files):
    """Read one ledger for every name, made of the rows given for it."""
    texts = [SentFile(name, ledger(*rows).encode()) for name, rows in files.items()]
    return read_ledgers(texts, unit_cents=1)


def told(game):
    return [(each.file, each.player, each.back_cents) for each in game.sittings]


def test_of_two_exports_of_one_game_the_later_says_what_came_of_it():
    later = [ANN_PLAYS, row("Bo", BO, "01:30-03:00", 2000, 2600), row("Cy", CY, "03:00-", 400, "", 800)]

    games = games_of(read(final=later, early=[ANN_PLAYS, row("Bo", BO, "01:30-", 2000, "", 2500)]))

    assert [(game.files, told(game)) for game in games] == [
        (("early", "final"), [("final", ANN, 4000), ("final", BO, 2600), ("final", CY, 800)])
    ]


def test_three_exports_are_one_game_if_one_of_them_ties_the_others():
    games = games_of(
        read(
            one=[ANN_PLAYS],
            two=[row("Bo", BO, "01:30-", 2000, "", 2000)],
            three=[ANN_PLAYS, row("Bo", BO, "01:30-02:30", 2000, 3000)],
        )
    )

    assert [game.files for game in games] == [("two", "one", "three")]


@pytest.mark.parametrize(
    ("earlier", "later", "faulty"),
    [
        (ANN_PLAYS, row("Ann", ANN, "01:00-02:30", 5000, 4100), "b"),
        (row("Ann", ANN, "01:00-", 5000, "", 4000), row("Ann", ANN, "01:00-", 5000, "", 4100), "b"),
    ],
)
def test_exports_that_contradict_each_other(earlier, later, faulty):
    with pytest.raises(FaultyFiles) as found:
        games_of(read(a=[earlier], b=[later]))

    sentence = "this sitting has 50.00 bought and 41.00 back; in a it has 50.00 bought and 40.00 back."
    assert found.value.faults == ((faulty, 2, sentence),)


def test_the_same_export_twice_is_one_game():
    assert [told(game) for game in games_of(read(a=[ANN_PLAYS], b=[ANN_PLAYS]))] == [[("b", ANN, 4000)]]


def evening(times, day=FRIDAY, name="a"):
    [sittings] = read(**{name: [row("Ann", ANN, times, 100, 100)]})
    return Evening(day, tuple(sittings), (name,))


def test_games_soon_after_one_another_are_one_evening_of_the_day_of_the_first():
    found = evenings_of([evening("04:30-05:30", SATURDAY, "two"), evening("01:00-02:00", name="one")])

    assert [(each.day, each.files, len(each.sittings)) for each in found] == [(FRIDAY, ("one", "two"), 2)]


def test_games_long_after_one_another_are_two_nights_of_one_date():
    found = evenings_of([evening("20:00-21:00"), evening("01:00-02:00")])

    assert [(each.day, len(each.sittings)) for each in found] == [(FRIDAY, 1), (FRIDAY, 1)]


def test_a_game_without_any_time_is_an_evening_of_its_own():
    timeless = evening("01:00-02:00")
    without = tuple(replace(each, started_at=None, ended_at=None) for each in timeless.sittings)

    assert len(evenings_of([timeless, Evening(FRIDAY, without, ("b",))])) == 2
