"""The table of a season as values, compared with an independent model."""

from dataclasses import asdict
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.seasons.report import RANKED_BY, Entrant, Played, SeasonNight, SeasonReport, line_of, ranked, season_lines
from ledger.seasons.spans import Span
from tests.ledger.seasons import plain_rows

FIRST = date(2026, 1, 2)
CAST = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Dot", 5: "Gil"}


def played(player=1, result=0, **more):
    return Played(player, result, **more)


def lines(results, **entrant):
    """Return the lines of these players, with a night for each of their results."""
    return [line_of(Entrant(CAST[who], **entrant), [played(who, cents) for cents in each]) for who, each in results]


cents = st.integers(0, 100_000)
told = st.one_of(
    st.tuples(st.none(), st.just(0), st.none(), st.integers(-100_000, 100_000), st.none()),
    st.tuples(cents, st.just(0), st.integers(0, 6), cents, st.none() | st.integers(1, 600)),
)
seasons = st.lists(st.dictionaries(st.sampled_from([*CAST]), told, min_size=1), min_size=1, max_size=6)


def as_rows(season):
    return [(night, player, *row) for night, each in enumerate(season) for player, row in each.items()]


def as_nights(season):
    nights = []
    for number, each in enumerate(season):
        people = [
            Played(player, received - (bought or 0), bought, first, buy_ins, minutes)
            for player, (bought, first, buy_ins, received, minutes) in each.items()
        ]
        nights.append(SeasonNight(number, FIRST + timedelta(weeks=number), 1, number, tuple(people)))
    return nights


@given(seasons)
def test_every_figure_of_any_season_is_that_of_plain_rows(season):
    found = season_lines(as_nights(season), {number: Entrant(name) for number, name in CAST.items()})

    figures = {line.player: asdict(line) for line in found}
    for each in figures.values():
        for name in ("player", "name", "regular", "is_private", "starting_cents"):
            each.pop(name)
    assert figures == plain_rows.table(as_rows(season))


@given(seasons, st.sampled_from(RANKED_BY), st.sets(st.sampled_from([*CAST])), st.integers(1, 4))
def test_ranks_of_any_season_count_who_has_more(season, by, guests, least):
    found = season_lines(as_nights(season), {number: Entrant(CAST[number], number not in guests) for number in CAST})
    table = plain_rows.table(as_rows(season))
    out = guests | {player for player, each in table.items() if each["nights"] < least}

    ranks = {each.line.player: each.rank for each in ranked(found, by, least_nights=least) if each.rank}

    assert ranks == plain_rows.ranks(table, by, out)


def test_a_season_of_four_nights():
    ann = line_of(Entrant("Ann"), [played(1, cents) for cents in (2000, -500, 1500, 1000)])

    assert (ann.nights, ann.net_cents, ann.average_cents) == (4, 4000, 1000)
    assert (ann.best_cents, ann.worst_cents, ann.up, ann.down) == (2000, -500, 3, 1)
    assert (ann.streak, ann.hot, ann.cold) == (2, 2, 1)
    assert (ann.deviation_cents, ann.curve) == (1080, (2000, 1500, 3000, 4000))


def test_a_starting_result_without_a_night_is_no_night():
    ann = line_of(Entrant("Ann"), [], player=1, starting_cents=500)

    assert (ann.nights, ann.net_cents, ann.average_cents) == (0, 500, 0)
    assert (ann.best_cents, ann.worst_cents, ann.hot, ann.cold, ann.curve) == (0, 0, 0, 0, ())


def test_a_night_that_ends_even_ends_a_streak():
    [ann] = lines([(1, [500, 500, 500, 0])])

    assert (ann.streak, ann.hot, ann.up, ann.down) == (0, 3, 3, 0)


def test_hours_return_and_rebuys_come_of_the_nights_that_tell_them():
    nights = [
        played(1, 3000, bought_cents=4000, first_cents=2000, buy_ins=2, minutes=240),
        played(1, -1000, bought_cents=1000, first_cents=1000, buy_ins=1),
        played(1, 9000),
    ]

    ann = line_of(Entrant("Ann"), nights)

    assert (ann.minutes, ann.hourly_cents) == (240, 750)
    assert (ann.bought_cents, ann.return_percent, str(ann.rebuys)) == (5000, 40, "0.5")
    assert [each.rebought_cents for each in nights] == [2000, 0, 0]


def test_results_alone_tell_neither_hours_nor_what_was_bought():
    [ann] = lines([(1, [500])])

    assert (ann.minutes, ann.hourly_cents, ann.bought_cents, ann.return_percent, ann.rebuys) == (None,) * 5


def test_who_has_the_same_has_the_same_rank():
    found = ranked(lines([(1, [500]), (2, [900]), (3, [500]), (4, [-100])]))

    assert [(each.rank, each.line.name) for each in found] == [(1, "Bo"), (2, "Ann"), (2, "Cy"), (4, "Dot")]


def test_who_played_too_few_nights_and_guests_come_after_the_ranked_ones():
    regulars = lines([(1, [100, 100]), (2, [9000])])
    guests = lines([(5, [100, 7000])], regular=False)

    found = ranked([*guests, *regulars], least_nights=2)

    assert [(each.rank, each.line.name) for each in found] == [(1, "Ann"), (None, "Bo"), (None, "Gil")]


def test_who_has_no_such_figure_is_not_ranked_by_it():
    told = line_of(Entrant("Bo"), [played(2, -500, minutes=60)])

    found = ranked([*lines([(1, [500])]), told], "hourly_cents")

    assert [(each.rank, each.line.name) for each in found] == [(1, "Bo"), (None, "Ann")]


def test_two_entries_of_one_person_are_one():
    night = SeasonNight(
        *(1, FIRST, 1, 9),
        played=(
            played(2, -500, bought_cents=1000, first_cents=1000, buy_ins=1, minutes=60),
            played(4, 300),
            played(1, 2000, bought_cents=3000, first_cents=2000, buy_ins=2),
        ),
        first_here=2,
    )

    one = night.by_person({2: 1})

    both = played(1, 1500, bought_cents=4000, first_cents=1000, buy_ins=3, minutes=60)
    assert (one.played, one.first_here) == ((both, played(4, 300)), 1)


@pytest.mark.parametrize("people", [{}, {3: 2}])
def test_a_night_without_duplicates_stays_as_it_is(people):
    night = SeasonNight(1, FIRST, 1, 9, (played(1, 500), played(2, -500)))

    assert night.by_person(people) is night


def test_who_came_first_and_bought_nothing_is_the_person_they_are_too():
    night = SeasonNight(1, FIRST, 1, 9, (played(1, 500), played(2, -500)), first_here=3)

    assert night.by_person({3: 4}).first_here == 4


def test_a_season_adds_up_what_everybody_bought_and_how_long_they_sat():
    ann = line_of(Entrant("Ann", is_private=True), [played(1, 500, bought_cents=2000, minutes=90)])
    bo = line_of(Entrant("Bo"), [played(2, -500)])

    nights = tuple(SeasonNight(night, FIRST, 1, 9, (), of_results=night == 1) for night in (1, 2))

    report = SeasonReport(Span("all", "All nights"), nights, lines=(ann, bo))

    assert (len(report.nights), report.of_results) == (2, 1)
    assert (report.bought_cents, report.minutes, report.private_count) == (2000, 90, 1)


def test_an_average_over_few_nights_has_a_star():
    few, many = lines([(1, [100]), (2, [100] * 20)])

    assert (few.is_few, few.averaged("+1.00")) == (True, "+1.00 *")
    assert (many.is_few, many.averaged("+1.00")) == (False, "+1.00")
