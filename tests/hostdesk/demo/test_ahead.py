"""The nights ahead of the demo, told on a Friday."""

from collections import Counter
from datetime import UTC, date, datetime

from hostdesk.demo.ahead import Ahead, told
from hostdesk.demo.cast import read_cast
from hostdesk.demo.words import Verb

NOW = datetime(2026, 11, 20, 23, 40, tzinfo=UTC)
AHEAD = Ahead("Ann Hollis", "America/New_York", date(2026, 11, 27), NOW, datetime(2026, 11, 14, 0, 30, tzinfo=UTC))


def days(verb):
    """Return on which nights that is done, and how often."""
    return Counter((word.house, word.day) for word in told(AHEAD) if word.verb is verb)


def test_the_nights():
    assert days(Verb.PLAN) == {("dave-2018", date(2026, 11, 27)): 1, ("ericn", date(2026, 11, 25)): 1}
    assert days(Verb.CANCEL) == {("dave-2018", date(2026, 12, 4)): 1}
    assert days(Verb.ANSWER) == {("dave-2018", date(2026, 11, 27)): 11, ("ericn", date(2026, 11, 25)): 6}


def test_the_series_goes_on_for_six_weeks():
    [repeats] = [word.fields["repeats"] for word in told(AHEAD) if word.fields.get("repeats")]

    assert (repeats.first, repeats.until, str(repeats)) == (date(2026, 11, 27), date(2027, 1, 1), "every Friday")


def test_all_of_it_is_said_in_its_order_and_before_now():
    moments = [word.stamp.at for word in told(AHEAD)]

    assert moments == sorted(moments)
    assert moments[-1] < NOW


def test_everybody_is_one_of_the_cast():
    names = {person.name for person in read_cast().people}
    words = told(AHEAD)

    assert {word.player for word in words if word.player} | {word.stamp.by for word in words} <= names
    assert {name for word in words for name in word.fields.get("players", ())} <= names


def test_ids_were_seen_on_the_day_of_the_place():
    seen = [word.fields for word in told(AHEAD) if word.verb is Verb.SEE_ID]

    assert seen == [{"on": date(2026, 11, 13)}] * 4
