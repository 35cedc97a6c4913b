"""The table of a season and its columns."""

from decimal import Decimal

import pytest

from hostdesk.standings.seasons.tables import RankedData, SeasonTable, spark
from ledger.seasons.report import Entrant, Played, line_of

NET = {"Ann": [500, 700], "Bo": [900], "Cy": [900], "Gil": [4000]}


def line(name, results, **entrant):
    played = [Played(len(name) * 100 + ord(name[0]), cents, bought_cents=1000, minutes=65) for cents in results]
    return line_of(Entrant(name, **entrant), played)


LINES = [line(name, results, regular=name != "Gil") for name, results in NET.items()]


def table(sort=None, lines=LINES, shown=None, least=1, **options):
    found = SeasonTable(RankedData(lines, lines if shown is None else shown, least), player_query="?player=", **options)
    if sort:
        found.order_by = [sort]
    return found


def ranks(found):
    return [(row.record.rank, row.record.line.name) for row in found.rows]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        (None, [(1, "Ann"), (2, "Bo"), (2, "Cy"), (None, "Gil")]),
        ("-net_cents", [(1, "Ann"), (2, "Bo"), (2, "Cy"), (None, "Gil")]),
        ("net_cents", [(2, "Cy"), (2, "Bo"), (1, "Ann"), (None, "Gil")]),
        ("-average_cents", [(1, "Bo"), (1, "Cy"), (3, "Ann"), (None, "Gil")]),
        ("rank", [(1, "Ann"), (2, "Bo"), (2, "Cy"), (None, "Gil")]),
        ("name", [(1, "Ann"), (2, "Bo"), (2, "Cy"), (None, "Gil")]),
        ("-name", [(2, "Cy"), (2, "Bo"), (1, "Ann"), (None, "Gil")]),
    ],
)
def test_it_is_ranked_by_what_one_taps_and_guests_stay_apart(sort, order):
    assert ranks(table(sort)) == order


def test_who_is_not_shown_keeps_a_rank():
    assert ranks(table(shown=LINES[1:])) == [(2, "Bo"), (2, "Cy"), (None, "Gil")]


def test_too_few_nights_are_no_rank():
    assert ranks(table(least=2)) == [(1, "Ann"), (None, "Bo"), (None, "Cy"), (None, "Gil")]


@pytest.mark.parametrize(("nights", "star"), [(1, " *"), (4, " *"), (5, "")])
def test_an_average_over_fewer_than_five_nights_is_marked_and_a_file_has_it_bare(nights, star):
    found = table(lines=[line("Ann", [500] * nights, regular=True)])
    (row,) = found.rows

    assert [row.get_cell(name) for name in ("average_cents", "hourly_cents")] == [f"+5.00{star}", f"+4.62{star}"]
    assert row.get_cell_value("average_cents") == Decimal("5.00")


def test_a_tap_begins_with_the_most():
    assert {column.name for column in table().columns if getattr(column.column, "most_first", False)} == {
        *(column.name for column in table().columns)
    } - {"rank", "name", "curve"}


def test_a_file_has_every_figure_but_the_picture():
    heads, ann, *_, gil = table().cells()

    assert heads[:4] == ["#", "Player", "Net", "Nights"]
    told = dict(zip(heads, ann, strict=True))
    assert (told["#"], told["Player"], told["Net"], told["Streak"]) == (1, "Ann", Decimal("12.00"), 2)
    assert (told["Hours"], told["Return"], told["Deviation"]) == (Decimal("2.17"), 60, Decimal("1.41"))
    assert dict(zip(heads, gil, strict=True))["#"] is None


@pytest.mark.parametrize(
    ("column", "value", "drawn"),
    [
        ("minutes", 125, "2:05"),
        ("streak", 3, "3 up"),
        ("streak", -2, "2 down"),
        ("streak", 0, "even"),
        ("return_percent", -12, "−12 %"),
        ("net_cents", -1250, "−12.50"),
    ],
)
def test_figures_are_drawn_for_people(column, value, drawn):
    assert SeasonTable.base_columns[column].render(value) == drawn


def test_hours_that_nothing_tells_are_empty_in_a_file():
    assert SeasonTable.base_columns["minutes"].value(None) is None


def test_no_markup_in_a_name_counts_and_marks_stand_beside_it():
    hostile = line("<b>Bo</b>", [100], regular=False, is_private=True)

    drawn = str(table(lines=[hostile]).rows[0].get_cell("name"))

    assert "&lt;b&gt;Bo&lt;/b&gt;" in drawn
    assert drawn.count("pill") == 2


def test_the_small_picture_goes_from_zero_to_the_net():
    drawn = str(spark((1000, -500)))

    assert 'points="0.0,18.0 48.0,2.0 96.0,26.0"' in drawn
    assert 'y1="18.0"' in drawn


@pytest.mark.parametrize(("curve", "points"), [((0,), 2), (tuple(range(500)), 60)])
def test_the_small_picture_has_a_point_a_night_up_to_sixty(curve, points):
    assert str(spark(curve)).split('points="')[1].split('"')[0].count(",") == points
