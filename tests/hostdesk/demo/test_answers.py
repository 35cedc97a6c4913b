"""Who answers before one of the demo's nights: Ann's, to which Cy and Di do not come."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from hostdesk.demo.answers import MOST_AT_ONE, Story, told
from hostdesk.demo.cast import Person, read_cast
from hostdesk.demo.setting import Setting
from hostdesk.demo.words import Verb
from reservations.facts import Mark, Reply

START = datetime(2026, 11, 21, 0, 15, tzinfo=UTC)
PEOPLE = [*(Person(name, 10) for name in ("Ann", "Bo", "Cy", "Di", "Eve")), Person("Gil", 10, brought_by="Ann")]
SETTING = Setting(
    number=2,
    day=date(2026, 11, 20),
    starts_at=START,
    game=read_cast().games[1],
    players=("Ann", "Bo", "Eve", "Gil"),
    people={person.name: person for person in PEOPLE},
    steps=0,
    leaving=(),
)


def words(number=2, **story):
    """Return what is told of that night with such a story."""
    setting = Setting(**{**vars(SETTING), "number": number})
    return told(setting, Story(**story), "America/New_York")


def hours(word):
    """Return how many hours before the start something was said."""
    return (START - word.stamp.at) / timedelta(hours=1)


def answers(found, reply):
    """Return who answered so, in their order."""
    return [word.player for word in found if word.fields.get("reply") == reply]


def of(verb, found):
    """Return who something was done about, how many hours before the start, and what was said."""
    return [(word.player, hours(word), dict(word.fields)) for word in found if word.verb is verb]


def away(found):
    """Return who has a part in the story: of Cy and Di."""
    return next(word.player for word in found if word.player in ("Cy", "Di"))


@pytest.mark.parametrize(("players", "tables"), [(4, 1), (MOST_AT_ONE, 1), (MOST_AT_ONE + 1, 2)])
def test_more_than_eleven_play_at_two_tables(players, tables):
    people = [Person(f"Player {number}", 10) for number in range(players)]
    names = tuple(person.name for person in people)
    setting = Setting(**{**vars(SETTING), "players": names, "people": dict(zip(names, people, strict=True))})

    assert told(setting, Story(), "America/New_York")[0].fields["plan"].tables == tables


def test_it_is_planned_with_room_for_two_more():
    first = words()[0]

    plan = first.fields["plan"]

    assert (first.verb, first.house, hours(first)) == (Verb.PLAN, "mike", 144)
    assert (plan.day, plan.starts, plan.ends, plan.zone) == (SETTING.day, time(19, 15), time(0, 15), "America/New_York")
    assert (plan.seats, plan.maybe_hours) == (6, 24)


def test_whoever_plays_says_yes_and_brings_their_guest():
    found = words()

    assert answers(found, Reply.YES) == ["Ann", "Bo", "Eve"]
    assert [word.fields.get("guests") for word in found if word.player in ("Ann", "Bo")] == [["Gil"], None]
    assert all(58 <= hours(word) <= 120 for word in found[1:4])


def test_of_the_others_one_says_no_and_one_thinks_about_it():
    found = words()

    assert sorted(answers(found, Reply.NO)) == ["Cy", "Di"]
    assert len(answers(found, Reply.MAYBE)) == 1


def test_every_other_night_somebody_comes_half_an_hour_late():
    late = [
        [word.player for word in words(number) if word.fields.get("expected_at") == START + timedelta(minutes=30)]
        for number in (1, 2)
    ]

    assert late == [["Eve"], []]


def test_a_seat_is_given_up_and_whoever_waits_has_it():
    found = words(gives_up=True)
    gone = away(found)

    assert answers(found, Reply.YES) == ["Ann", "Bo", gone, "Eve"]
    assert [hours(word) for word in found if word.player in (gone, "Eve")][1:] == [50, 27]
    assert found[0].fields["plan"].seats == 4


def test_somebody_finds_no_seat():
    found = words(waits=True)

    assert (answers(found, Reply.YES)[-1], found[0].fields["plan"].seats) == (away(found), 4)


def test_somebody_cancels_too_late():
    found = words(cancels=True)

    assert [(word.verb, hours(word) * 60) for word in found[-2:]] == [(Verb.ANSWER, 70), (Verb.KEEP_UP, 0)]
    assert found[-2].player in answers(found, Reply.YES)


def test_a_no_show_is_marked_contested_and_pardoned():
    found = words(no_show=True, contest="It was not.", pardon="So it was.")
    name = away(found)

    assert of(Verb.MARK, found) == [(name, -50 / 60, {"mark": Mark.NO_SHOW})]
    assert of(Verb.CONTEST, found) == [(name, -17, {"words": "It was not."})]
    assert of(Verb.PARDON, found) == [(name, -48, {"reason": "So it was."})]
    assert [word.stamp.by for word in found[-3:]] == ["Ann", name, "Ann"]


def test_somebody_is_excused():
    found = words(excused="A fever.")

    assert of(Verb.MARK, found) == [(away(found), -20 / 60, {"mark": Mark.EXCUSED, "reason": "A fever."})]


@pytest.mark.parametrize(
    ("story", "expected"), [({"missing": True}, None), ({"expected": timedelta(hours=3)}, START + timedelta(hours=3))]
)
def test_somebody_has_not_come_yet(story, expected):
    found = words(**story)

    late = next(word for word in found if word.player == away(found))

    assert (late.fields["reply"], late.fields.get("expected_at")) == (Reply.YES, expected)
    assert found[0].fields["plan"].seats == 7
