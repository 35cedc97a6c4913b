"""The records of a season, compared with an independent model."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.seasons.records import RULES, Holder, Record, Unit, records
from ledger.seasons.report import Played, SeasonNight

FIRST = date(2026, 1, 2)
ANN, BO, CY = 1, 2, 3


def nights(*results, first_here=None, **of_all):
    """Return a Friday for each of these results by player; every player bought in once for 20.00."""
    return [
        SeasonNight(
            *(place, FIRST + timedelta(weeks=place), 1, place),
            tuple(Played(who, cents, bought_cents=2000, first_cents=2000, **of_all) for who, cents in each.items()),
            first_here,
        )
        for place, each in enumerate(results)
    ]


def found(played):
    return {
        each.key: (each.figure, [(holder.player, holder.night) for holder in each.holders]) for each in records(played)
    }


def test_a_season_without_nights_has_no_records():
    assert records([]) == ()


def test_the_biggest_night_is_the_most_that_anybody_won():
    assert found(nights({ANN: 500, BO: -500}, {ANN: -900, BO: 900}))["biggest"] == (900, [(BO, 1)])


def test_nobody_has_a_record_by_losing():
    assert found(nights({ANN: -500}, {ANN: -900})) == {}


def test_who_reaches_the_same_shares_the_record_by_the_night_they_did():
    played = nights({ANN: 500, BO: -500}, {ANN: -500, BO: 500}, {ANN: 500, BO: -500})

    assert found(played)["biggest"] == (500, [(ANN, 0), (BO, 1)])


def test_a_streak_goes_over_nights_that_one_missed():
    played = nights({ANN: 500, BO: 100}, {BO: -500}, {ANN: 500})

    assert found(played)["streak"] == (2, [(ANN, 2)])


def test_who_is_always_there_misses_none():
    played = nights({ANN: -1, BO: 1}, {ANN: -1, BO: 1}, {ANN: -1}, {BO: 1})

    assert found(played)["present"] == (3, [(ANN, 2)])


def test_the_comeback_is_the_most_bought_again_on_a_night_that_was_won():
    played = [SeasonNight(7, FIRST, 1, 9, (Played(ANN, 100, 6000, 2000), Played(BO, -100, 9000, 1000)))]

    assert found(played)["comeback"] == (4000, [(ANN, 7)])


@pytest.mark.parametrize(("cents", "comebacks"), [(1, (4000, [(ANN, 7)])), (0, None), (-1, None)])
def test_a_comeback_ends_a_cent_ahead_and_not_even(cents, comebacks):
    played = [SeasonNight(7, FIRST, 1, 9, (Played(ANN, cents, 6000, 2000),))]

    assert found(played).get("comeback") == comebacks


@pytest.mark.parametrize(("cents", "streak"), [(1, (2, [(ANN, 1)])), (0, None)])
def test_a_night_that_was_won_by_a_cent_goes_on_with_a_streak(cents, streak):
    assert found(nights({ANN: 1}, {ANN: cents})).get("streak") == streak


def test_who_came_first_most_often_played_then():
    played = nights({ANN: 1, BO: -1}, {BO: -1}, {BO: -1, CY: 1}, first_here=BO)

    assert found(played)["first"] == (3, [(BO, 2)])
    assert "first" not in found(nights({ANN: 1}, {ANN: 1}, first_here=CY))


def test_the_longest_night_and_who_went_home_even():
    played = nights({ANN: 0, BO: 0}, {ANN: 0}, minutes=300)

    assert found(played)["longest"] == (300, [(ANN, 0), (BO, 0)])
    assert found(played)["even"] == (2, [(ANN, 1)])


def test_who_bought_nothing_did_not_go_home_even():
    assert records([SeasonNight(1, FIRST, 1, 1, (Played(ANN, 0),))]) == ()


def test_a_record_has_its_rule_and_its_night():
    [biggest] = [each for each in records(nights({ANN: 500})) if each.key == "biggest"]

    assert (biggest.rule, biggest.holders) == (RULES["biggest"], (Holder(ANN, 0, FIRST),))


results = st.dictionaries(st.sampled_from([ANN, BO, CY]), st.sampled_from([-500, 0, 100, 500]), min_size=1)


@pytest.mark.parametrize(("key", "sign"), [("streak", "+"), ("present", "*")])
@given(st.lists(results, max_size=6))
def test_runs_of_any_season_are_those_written_as_signs(key, sign, season):
    runs = {}
    for who in (ANN, BO, CY):
        there = ["." if who not in each else "+" if each[who] > 0 else "-" for each in season]
        told = "".join(there).replace(".", "") if key == "streak" else "".join("." if x == "." else "*" for x in there)
        runs[who] = max(n for n in range(len(season) + 1) if sign * n in told)
    best = max(runs.values())

    figure, holders = found(nights(*season)).get(key, (0, []))

    if best < RULES[key].least:
        assert holders == []
    else:
        assert (figure, sorted(who for who, _ in holders)) == (best, [who for who in runs if runs[who] == best])


@pytest.mark.parametrize(
    ("unit", "figure", "words"),
    [(Unit.CENTS, 8400, "$84.00"), (Unit.MINUTES, 365, "6:05 hours"), (Unit.NIGHTS, 4, "4 nights")],
)
def test_a_figure_is_written_in_its_unit(unit, figure, words):
    key = next(key for key, rule in RULES.items() if rule.unit == unit)

    assert Record(key, figure, ()).in_words == words
