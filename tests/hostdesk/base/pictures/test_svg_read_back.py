"""The values in a picture are read back out of the SVG and compared with the numbers behind it."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostdesk.base.pictures.svg import drawn
from ledger.money.cents import parse_signed_cents
from ledger.pictures.shapes import NARROW, WIDE
from ledger.reports.night_picture import results_picture, story_picture
from ledger.reports.night_story import NightStory, StoryStep
from ledger.seasons.attendance_picture import attendance
from ledger.seasons.hours_picture import bought_by_hour
from ledger.seasons.season_picture import companies, net_over_season, nights_won, with_and_without
from tests.ledger.seasons.nights import ANN, NAMES, lines, night

SVG = "{http://www.w3.org/2000/svg}"
DOLLARS = st.integers(-500, 500)
EVENINGS = st.dictionaries(st.sampled_from(["ann", "bo", "cy"]), DOLLARS, min_size=1)
SEASONS = st.lists(EVENINGS, min_size=1, max_size=12).map(
    lambda each: tuple(night(week, **dollars) for week, dollars in enumerate(each))
)


def read(picture):
    """Return the marks of a picture's SVG by the number of the player they link to, 0 for those without a link."""
    found = {0: []}
    text = drawn(picture, query="?player=").replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    for each in ElementTree.fromstring(text)[0]:  # noqa: S314  # it is our own
        if each.tag == f"{SVG}a":
            number = int(re.findall(r"player=(\d+)#", each.attrib["href"])[0])
            found.setdefault(number, []).extend(each)
        else:
            found[0].append(each)
    return found


def cents(words):
    plain = words.replace("−", "-").replace("+", "")
    return parse_signed_cents(plain if "." in plain else f"{plain}.00")


def scale(marks, side, anchor):
    """Return a function from a place on a side to an amount, by the first and last tick, and the size of a unit."""
    ticks = [
        (float(each.get(side)), cents(each.text))
        for each in marks
        if each.tag == f"{SVG}text" and each.get("text-anchor") == anchor and re.fullmatch(r"[+−]?[\d.]+", each.text)
    ]
    (first, low), (last, high) = ticks[0], ticks[-1]
    return lambda place: low + (place - first) * (high - low) / (last - first), abs((high - low) / (last - first))


@given(SEASONS)
@settings(max_examples=25)
def test_every_line_of_the_net_goes_through_its_numbers(nights):
    pair = net_over_season(nights, lines(nights))

    for picture in (pair.narrow, pair.wide):
        marks = read(picture)
        amount, unit = scale(marks[0], "y", "end")
        for place, name in enumerate(picture.table.headings[1:], start=1):
            number = {name: number for number, name in NAMES.items()}[name]
            points = marks[number][0].get("points").split()
            heights = [amount(float(point.partition(",")[2])) for point in points]
            shown = [cents(row[place]) for row in picture.table.rows if row[place]]
            assert heights[-1] == pytest.approx(shown[-1], abs=unit)
            assert max(heights) == pytest.approx(max(0, *shown), abs=unit)
            assert min(heights) == pytest.approx(min(0, *shown), abs=unit)


@given(SEASONS)
@settings(max_examples=25)
def test_every_bar_is_as_long_as_its_nights(nights):
    picture = nights_won(lines(nights)).wide

    marks = read(picture)
    for name, _, up, down, _ in picture.table.rows:
        number = {name: number for number, name in NAMES.items()}[name]
        left, right = [float(re.findall(r"h([\d.]+)", each.get("d"))[0]) for each in marks[number] if each.get("d")]
        assert left * int(up) == pytest.approx(right * int(down), abs=1)
        assert [each.text for each in marks[number] if each.text] == [name, down, up]


@given(SEASONS)
@settings(max_examples=25)
def test_every_square_is_a_night_on_which_somebody_was_there(nights):
    pair = attendance(nights, NAMES)

    for picture in (pair.narrow, pair.wide):
        marks = read(picture)
        for place, name in enumerate(picture.table.headings[2:], start=2):
            number = {name: number for number, name in NAMES.items()}[name]
            full = [each for each in marks[number] if each.get("class") == "tone-accent"]
            squares = sum(each.get("d").count("M") for each in full)
            assert squares == sum(bool(row[place]) for row in picture.table.rows)


@given(SEASONS)
@settings(max_examples=25)
def test_both_dots_of_each_company_stand_at_its_averages(nights):
    found = companies(nights, ANN, NAMES)
    # If all averages are 0 the axis has one tick only, and no scale to read an amount by.
    for picture in [with_and_without(found, NAMES, ANN).wide] if any(any(each.averages) for each in found) else []:
        marks = read(picture)[0]
        amount, unit = scale(marks, "x", "middle")
        dots = [amount(float(each.get("cx"))) for each in marks if each.tag == f"{SVG}circle"][3:]
        shown = [cents(row[cell].removesuffix(" *")) for row in picture.table.rows for cell in (4, 2)]
        assert dots == pytest.approx(shown, abs=unit)


@given(st.dictionaries(st.integers(0, 23), st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1))
@settings(max_examples=25)
def test_every_bar_of_an_hour_is_as_high_as_its_number(hours):
    first, again = (Counter({hour: both[at] for hour, both in hours.items() if both[at]}) for at in (0, 1))
    for picture in [bought_by_hour((first, again)).wide] if first else []:
        marks = read(picture)[0]
        amount, unit = scale(marks, "y", "end")
        paths = [each for each in marks if each.tag == f"{SVG}path" and not each.get("d").endswith("v14h-14z")]
        drawn_bars = [re.findall(r"v([\d.]+)", path.get("d")) for path in paths]
        heights = [[(amount(0) - amount(float(high))) / 100 for high in bars] for bars in drawn_bars]
        shown = [[int(row[cell]) for row in picture.table.rows if int(row[cell])] for cell in (1, 2)]
        assert heights == [pytest.approx(counts, abs=unit / 50) for counts in shown if counts]


@given(st.dictionaries(st.sampled_from([f"P{number}" for number in range(40)]), DOLLARS, min_size=1))
@settings(max_examples=25)
def test_every_bar_of_a_night_is_as_long_as_its_result(dollars):
    results = [(name, 100 * each) for name, each in dollars.items()]
    longest = max(1, *(abs(each) for _, each in results))

    for picture in (results_picture(results, NARROW), results_picture(results, WIDE)):
        paths = [each for each in read(picture)[0] if each.tag == f"{SVG}path"]
        lengths = [float(re.findall(r"h([\d.e-]+)", each.get("d"))[0]) for each in paths]
        shown = [abs(cents(row[1])) for row in picture.table.rows]
        assert lengths == pytest.approx([each * max(lengths) / longest for each in shown], abs=0.01)
        assert [each.get("class") for each in paths] == [
            "tone-up" if cents(row[1]) > 0 else "tone-down" for row in picture.table.rows
        ]


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bo"]), st.integers(1, 500)), min_size=1, max_size=12), st.data())
@settings(max_examples=25)
def test_the_chips_in_play_go_through_their_numbers_up_to_any_moment(bought, data):
    steps, chips = [], 0
    for minute, (name, dollars) in enumerate(bought):
        chips += 100 * dollars
        at = datetime(2026, 11, 20, 20, tzinfo=UTC) + timedelta(minutes=minute)
        steps.append(StoryStep(minute, at, "buy_in", "", name, cents=100 * dollars, chips_cents=chips))
    count = data.draw(st.integers(1, len(steps)))

    picture = story_picture(NightStory(tuple(steps)), WIDE, count)

    marks = read(picture)[0]
    ticks = [each for each in marks if each.get("text-anchor") == "end" and each.get("class") == "tone-soft"]
    amount, unit = scale([each for each in ticks if each.get("x") == ticks[0].get("x")], "y", "end")
    (line,) = (each for each in marks if each.tag == f"{SVG}polyline" and each.get("class") == "tone-accent")
    heights = [amount(float(point.partition(",")[2])) for point in line.get("points").split()]
    assert heights[1::2] == pytest.approx([cents(row[3]) for row in picture.table.rows[:count]], abs=unit)
    dots = [each for each in marks if each.tag == f"{SVG}circle" and each.get("class") == "tone-ink"]
    assert len(dots) == count + 1  # one of them is in the legend
