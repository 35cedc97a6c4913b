"""The report of a season on paper: table, records and nights, the same bytes for the same season, and any name."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ledger.paper.sizes import LETTER, printed_on
from ledger.pictures.shapes import Line, Picture, Table
from ledger.seasons.pdf import season_report_pdf
from ledger.seasons.records import records
from ledger.seasons.report import NOTHING, Entrant, Played, SeasonNight, SeasonReport, season_lines
from ledger.seasons.spans import Span, calendar_span
from tests.ledger.evenings import HOSTILE
from tests.ledger.reading import pages
from tests.ledger.seasons.long_season import HEAD, long_season

ROOT = Path(__file__).resolve().parents[3]
HOUSES = {1: "Dave's", 2: "Mike's"}
SPAN = Span("2026", "2026", date(2026, 1, 1), date(2026, 12, 31), least_nights=2)
ANN, BO, GIL = 1, 2, 3
ENTRANTS = {ANN: Entrant("Ann"), BO: Entrant("Bo", is_private=True), GIL: Entrant("Gil", regular=False)}
NIGHTS = (
    SeasonNight(1, date(2026, 11, 20), 1, 9, (Played(ANN, 1000, 2000, 2000, 1, 239), Played(BO, -1000, 2000, 1000, 2))),
    SeasonNight(2, date(2026, 11, 27), 2, 19, (Played(ANN, -500), Played(GIL, 500)), of_results=True),
)


def season(nights=NIGHTS, entrants=ENTRANTS, span=SPAN, starting=NOTHING):
    """Ann: +10, -5; Bo, who keeps it private: -10; Gil, a guest: +5, on a night of results only."""
    return SeasonReport(span, nights, season_lines(nights, entrants, starting), 19, HEAD)


def words(report, found=None):
    paper = season_report_pdf(report, HOUSES, records(report.nights) if found is None else found)
    return [text for page in pages(paper) for text in page[:-1]]


def after(title, read, count):
    start = read.index(title) + 1
    return read[start : start + count]


def test_it_says_what_the_season_came_to_and_that_it_names_whoever_is_private():
    assert words(season())[:8] == [
        "SEASON REPORT · ALL AMOUNTS IN US DOLLARS",
        "2026",
        "1 January 2026 to 31 December 2026 · All houses",
        "2 nights, 3 players, $40.00 bought, 4 hours at the table. Ranked by net from 2 nights on; guests are not",
        "ranked.",
        "* An average over fewer than 5 nights.",
        "1 player keeps their results private, and this paper names them: it is for the host.",
        "The season as of act 19. Head of the chain there:",
    ]


def test_the_table_in_the_order_of_the_ranks():
    read = " ".join(after("The table", words(season()), 12))

    assert read.endswith(
        "1 Ann 2 +5.00 +2.50 * +10.00 −5.00 1 1 1 down"
        " Bo (private) 1 −10.00 −10.00 * −10.00 −10.00 0 1 1 down"
        " Gil (guest) 1 +5.00 +5.00 * +5.00 +5.00 1 0 1 up"
    )


def test_what_somebody_started_with_stands_beside_their_net():
    cy = {**ENTRANTS, 4: Entrant("Cy")}

    read = " ".join(words(season(entrants=cy, starting={ANN: 1000, 4: -500})))

    assert "it is in the net, and counts as no night" in read
    assert "1 Ann 2 +10.00 +15.00 +2.50 * +10.00 −5.00 1 1 1 down Cy 0 −5.00 −5.00 – – – 0 0 –" in read
    assert "Gil (guest) 1 – +5.00 +5.00 * +5.00 +5.00 1 0 1 up" in read


def test_of_a_season_that_has_only_begun_there_are_starting_results():
    read = words(season((), {ANN: Entrant("Ann")}, replace(SPAN, least_nights=1), {ANN: 1000}))

    assert read[3] == "No night of this season is closed."
    assert ("The table" in read, "All nights" in read) == (True, False)


def test_what_nothing_tells_is_a_dash():
    read = " ".join(after("More of everybody", words(season()), 12))

    assert "1 Ann 1 1 3:59 +2.51 * 20.00 50 % 0.0 10.61" in read
    assert "Bo (private) 0 1 – – 20.00 −50 % 1.0 –" in read
    assert "Gil (guest) 1 0 – – – – – –" in read


def test_a_record_with_its_rule_and_the_night_that_set_it():
    assert after("Records", words(season()), 3) == [
        "Record Who, and on which night",
        "Biggest night $10.00 Ann, 20 November 2026",
        "The most that anybody won in one night.",
    ]
    assert "Records" not in words(season(), found=())


def test_a_record_that_many_have_reached_names_the_first():
    nights = [SeasonNight(1, date(2026, 11, 20), 1, 9, tuple(Played(number, 0, 1000) for number in range(1, 6)))]
    people = {number: Entrant(f"Player {number}") for number in range(1, 6)}

    read = " ".join(words(season(nights, people)))

    assert "Player 3, 20 November 2026; and 2 more" in read
    assert "Player 4, 20 November 2026" not in read


def test_every_night_with_its_results_the_best_first():
    assert after("All nights", words(season()), 4) == [
        "Of every night who won and who lost, the best first.",
        "Night House Players Bought Results",
        "Fri 20 Nov 2026 Dave's 2 40.00 Ann +10.00, Bo −10.00",
        "Fri 27 Nov 2026 Mike's 2 results only Gil +5.00, Ann −5.00",
    ]


def test_in_one_house_no_column_names_it_and_a_night_without_players_says_so():
    empty = SeasonNight(3, date(2026, 12, 4), 1, 29, ())
    one = replace(SPAN, house=1)

    read = words(season((NIGHTS[0], empty), span=one))

    assert read[2] == "1 January 2026 to 31 December 2026 · Dave's"
    assert after("All nights", read, 4)[1:] == [
        "Night Players Bought Results",
        "Fri 20 Nov 2026 2 40.00 Ann +10.00, Bo −10.00",
        "Fri 4 Dec 2026 0 0.00 Nobody played.",
    ]


@pytest.mark.parametrize(
    ("span", "days"),
    [
        (Span("s1", "Since March", date(2026, 3, 1)), "Since 1 March 2026 · All houses"),
        (calendar_span("all"), "From the first night on · All houses"),
    ],
)
def test_a_season_without_an_end(span, days):
    assert words(SeasonReport(span, head=HEAD))[2:4] == [days, "No night of this season is closed."]


def test_two_who_keep_it_private_and_nobody_is_timed():
    people = {number: replace(each, is_private=True) for number, each in ENTRANTS.items()}
    span = replace(SPAN, least_nights=1)

    read = words(season(NIGHTS[1:], people, span))

    assert read[3:6] == [
        "1 night, 2 players. Ranked by net; guests are not ranked.",
        "* An average over fewer than 5 nights.",
        "2 players keep their results private, and this paper names them: it is for the host.",
    ]


def test_somebody_even_has_no_streak():
    nights = [SeasonNight(1, date(2026, 11, 20), 1, 9, (Played(ANN, 0),))]

    read = " ".join(words(season(nights, span=replace(SPAN, least_nights=1))))

    assert "1 Ann 1 0.00 0.00 * 0.00 0.00 0 0 even" in read


def test_pictures_stand_between_the_records_and_the_nights():
    line = Line(((0, 0), (324, 100)))
    picture = Picture("net", "Ann leads", "Ann is ahead by 5.00.", 324, 100, (line,), Table(("Night", "Ann"), ()))

    paper = season_report_pdf(season(), HOUSES, (), [picture])

    read = [text for page in pages(paper) for text in page]
    assert read.index("More of everybody") < read.index("Ann leads") < read.index("All nights")


@pytest.mark.parametrize("nights", [40, pytest.param(200, marks=pytest.mark.long)])
def test_forty_players_and_many_nights_have_headings_on_every_page(nights):
    names = [*HOSTILE, *(f"Player {number}" for number in range(len(HOSTILE), 40))]
    report = long_season(names, nights)

    with printed_on(LETTER):
        read = pages(season_report_pdf(report, HOUSES, records(report.nights)))

    heads = ("Deviation", "Streak", "Results", "Who, and on which night")
    assert [page for page in read if not any(head in "\n".join(page) for head in heads)] == []
    assert [page for number, page in enumerate(read, 1) if f"page {number} of {len(read)}" not in page[-2]] == []


def test_the_same_season_gives_the_same_bytes_in_any_process():
    code = (
        "import sys; from tests.ledger.seasons import test_pdf as t;"
        "sys.stdout.buffer.write(t.season_report_pdf(t.season(), t.HOUSES, t.records(t.NIGHTS)))"
    )
    elsewhere = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}

    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=elsewhere, capture_output=True, check=True)

    assert other.stdout == season_report_pdf(season(), HOUSES, records(NIGHTS))
