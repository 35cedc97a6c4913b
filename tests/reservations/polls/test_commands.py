"""Polls for a date: asking, answering, and closing without a night."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from reservations.acts.fact_queries import FactTaken
from reservations.acts.facts import FactKind
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.acts.queries import Merged
from reservations.models import Fact, Night
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.polls.commands import answer_poll
from reservations.polls.queries import open_polls, polls_asking, read_polls, usual_group
from reservations.polls.rules import Suits
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, named, one
from tests.reservations.polls.dates import FRIDAYS, NOON, Dates, at_noon, kinds

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def dates():
    """Ask Bo, Cy, Di and Eve about four Fridays; no player has answered."""
    cast()
    return Dates()


def test_a_host_of_some_houses_has_the_open_polls_of_those_alone(dates):
    other = Dates(a_house("other"))

    found = [[poll.pk for poll in open_polls(houses)] for houses in (None, [dates.house.pk], [])]

    assert found == [[other.number, dates.number], [dates.number], []]


@pytest.mark.pg
def test_a_poll_asks_players_for_dates_until_a_day(dates):
    poll = dates.poll

    assert dates.noted.remark == "4 players are asked for 4 dates."
    assert [each.starts_at for each in poll.dates] == FRIDAYS
    assert ([named(each) for each in poll.polled], poll.last_day) == (["Bo", "Cy", "Di", "Eve"], date(2026, 11, 18))


def test_who_takes_a_break_is_not_asked(dates):
    until = date(2027, 3, 1)
    say_own_limits(player=one("Bo"), figures={Limited.PAUSE: until.toordinal()}, at=NOON)

    with pytest.raises(Impossible, match=r"^Bo takes a break until Mon 1 Mar 2027\. Ask the others\.$"):
        Dates(a_house("sunday"), "Bo", "Cy")


def test_dates_are_kept_in_their_order_however_they_were_written(dates):
    other = Dates(a_house("sunday"), "Bo", dates=FRIDAYS[::-1])

    assert [each.starts_at for each in other.poll.dates] == FRIDAYS
    assert other.noted.remark == "1 player is asked for 4 dates."


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"dates": FRIDAYS[:2]}, "A poll has 3 to 8 dates; this one has 2."),
        ({"dates": [FRIDAYS[0] + timedelta(days=day) for day in range(9)]}, "A poll has 3 to 8 dates; this one has 9."),
        ({"dates": [*FRIDAYS, FRIDAYS[1]]}, "One of the dates is written twice."),
        ({"dates": [NOON, *FRIDAYS]}, "Fri 13 Nov 2026, 12:00 is past already."),
        ({"players": []}, "Choose whom to ask."),
        ({"last_day": date(2026, 11, 12)}, "The last day to answer is past already."),
        ({"last_day": date(2026, 12, 12)}, "The last day to answer is after the last of the dates."),
    ],
)
def test_what_cannot_be_asked_is_refused(dates, said, why):
    with pytest.raises(Malformed) as refused:
        Dates(dates.house, **said)

    assert str(refused.value) == why


def test_players_can_answer_on_the_day_that_it_is_asked(dates):
    assert Dates(dates.house, last_day=date(2026, 11, 13)).poll.last_day == date(2026, 11, 13)


def test_without_a_last_day_players_answer_until_the_last_date(dates):
    poll = Dates(dates.house, last_day=None).poll

    assert (poll.last_day, poll.why_no_answers(FRIDAYS[2]), bool(poll.why_no_answers(FRIDAYS[3]))) == (None, "", True)


def test_the_same_form_twice_is_one_poll(dates):
    first, second = (Dates(dates.house, "Bo", key="a-double-tap").noted for _ in range(2))

    assert (first.fact, first.known, second.known) == (second.fact, False, True)


def test_an_answer_says_a_word_of_each_date(dates):
    said = dates.says("Bo", "ymn-")

    assert dates.poll.answers_of(one("Bo").number) == {0: Suits.YES, 1: Suits.IF_NEED_BE, 2: Suits.NO}
    assert [named(each) for each in dates.poll.silent] == ["Cy", "Di", "Eve"]
    assert said.remark == "Thank you. You can change your answer until the date is chosen."


@pytest.mark.pg
def test_a_later_answer_replaces_the_one_before(dates):
    dates.says("Bo", "yyyy")

    dates.says("Bo", "nny-")

    assert dates.poll.answers_of(one("Bo").number) == {0: Suits.NO, 1: Suits.NO, 2: Suits.YES}


def test_an_answer_sent_twice_is_one_and_with_other_words_it_is_shown(dates):
    stamp = dates.stamp("a-double-tap", by="Bo", host=False)
    dates.says("Bo", "yyyy", stamp)

    assert dates.says("Bo", "yyyy", stamp).known
    with pytest.raises(FactTaken):
        dates.says("Bo", "nnnn", stamp)
    assert kinds()[-2:] == ["poll", "poll answer Bo"]


@pytest.mark.parametrize("words", ["----", "yyy", "yyyyy"])
def test_an_answer_has_a_word_for_the_dates_there_are(dates, words):
    with pytest.raises(Malformed) as refused:
        dates.says("Bo", words)

    assert str(refused.value) == "Say yes, if need be or no to at least one of the dates."


def test_only_who_was_asked_answers(dates):
    with pytest.raises(Impossible) as refused:
        dates.says("Fay", "yyyy")

    assert str(refused.value) == "Fay is not asked in this poll."


def test_after_the_last_day_only_the_host_answers_for_somebody(dates):
    late = replace(dates.stamp(by="Bo", host=False), at=at_noon(6))

    with pytest.raises(Impossible) as refused:
        dates.says("Bo", "yyyy", late)
    assert str(refused.value) == "The last day to answer was Wed 18 Nov 2026. Tell the host."

    dates.says("Bo", "yyyy", replace(late, by="Ann", may_overrule=True))
    assert [(word.by, word.at) for word in dates.poll.dates[0].words] == [("Ann", at_noon(6))]


@pytest.mark.pg
def test_a_closed_poll_takes_no_answers_and_makes_no_night(dates):
    dates.says("Bo", "yyyy")
    assert dates.closes().remark == "The poll is closed. No night was planned."

    for late in (lambda: dates.says("Cy", "yyyy", dates.stamp()), dates.decides, dates.closes):
        with pytest.raises(Impossible) as refused:
            late()
        assert str(refused.value) == "The poll is closed."
    assert (Night.objects.count(), list(open_polls())) == (0, [])


def test_closing_twice_by_one_form_is_once(dates):
    stamp = dates.stamp("a-double-tap")
    dates.closes(stamp)

    assert dates.closes(stamp).known


def test_a_poll_that_is_none_is_unknown(dates):
    with pytest.raises(Unknown):
        answer_poll(stamp=dates.stamp(), poll=dates.number + 99, player=one("Bo"), suits=[Suits.YES] * 4)


@pytest.mark.pg
def test_two_entries_of_one_person_answer_as_one(dates):
    dates.says("Cy", "yynn")
    dates.says("Di", "nyyn")

    merge_players(stamp=dates.stamp(), player=one("Di"), into=one("Cy"))

    poll = dates.poll
    assert [named(each) for each in poll.polled] == ["Bo", "Cy", "Eve"]
    assert poll.answers_of(one("Cy").number) == {0: Suits.NO, 1: Suits.YES, 2: Suits.YES, 3: Suits.NO}
    with pytest.raises(Merged):
        dates.says("Di", "yyyy")


@pytest.mark.pg
def test_a_player_is_asked_in_the_polls_they_can_answer(dates):
    other = Dates(a_house("sunday"), "Eve")
    other.closes()

    assert [[each.number for each in polls_asking(one(name), NOON)] for name in ("Bo", "Eve", "Fay")] == [
        [dates.number],
        [dates.number],
        [],
    ]
    assert polls_asking(one("Bo"), at_noon(6)) == []
    assert read_polls([]) == []


@pytest.mark.pg
def test_the_usual_group_is_who_the_last_night_was_about(dates):
    assert usual_group() == set()
    earlier, later = Friday(dates.house, starts_at=NOON), Friday(a_house("sunday"))
    earlier.yes("Fay")
    later.full("Bo", "Cy")
    later.no("Di")

    assert [sorted(map(named, usual_group(each))) for each in (None, [dates.house.pk])] == [["Bo", "Cy", "Di"], ["Fay"]]


@pytest.mark.pg
def test_facts_say_what_was_asked_for(dates):
    dates.says("Bo", "ym-n")

    asked, answered = Fact.objects.filter(kind__in=(FactKind.POLL, FactKind.POLL_ANSWER))
    assert json.loads(asked.content)["players"] == [one(name).number for name in ("Bo", "Cy", "Di", "Eve")]
    assert json.loads(answered.content) == {"suits": ["yes", "if need be", "", "no"]}
    assert (answered.about, answered.house, answered.night) == (asked, dates.house, None)
