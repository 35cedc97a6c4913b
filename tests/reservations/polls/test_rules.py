"""The best date of a poll, the place that a changed answer keeps, and the end of answering."""

from datetime import UTC, date, datetime, timedelta

import pytest

from reservations.acts.facts import FactKind, FactValue
from reservations.polls.rules import Poll, Suits, fold_poll

FIRST = datetime(2026, 11, 28, 0, tzinfo=UTC)  # Friday the 27th at seven in New York
STARTS = [FIRST + timedelta(weeks=week) for week in range(4)]
ASKED = FactValue(
    9,
    FactKind.POLL,
    FIRST - timedelta(days=10),
    house=1,
    content={
        "dates": [each.isoformat() for each in STARTS],
        "zone": "America/New_York",
        "players": [1, 2, 3, 4],
        "last_day": "2026-11-25",
    },
)
NOW = FIRST - timedelta(days=5)
YES, NEED, NO = Suits
LETTERS = {"y": YES, "m": NEED, "n": NO, "-": ""}


def polled(*answers: tuple[int, str], last_day: str | None = "2026-11-25", end: FactValue | None = None) -> Poll:
    """Return the poll after these answers, an hour apart: the player and a letter for each date."""
    facts = [
        FactValue(
            10 + place,
            FactKind.POLL_ANSWER,
            ASKED.at + timedelta(hours=place),
            player=player,
            by=f"phone {place}",
            content={"suits": [LETTERS[letter] for letter in words]},
        )
        for place, (player, words) in enumerate(answers)
    ]
    asked = FactValue(9, ASKED.kind, ASKED.at, house=1, content={**ASKED.content, "last_day": last_day})
    return fold_poll(asked, [*facts, *filter(None, [end])])


def ranks(poll: Poll, now: datetime = NOW) -> list[int]:
    return [each.which for each in poll.ranked(now)]


def best(poll: Poll, now: datetime = NOW) -> list[int]:
    return [each.which for each in poll.best(now)]


@pytest.mark.parametrize(
    ("answers", "order"),
    [
        (["nyyn", "nyyn", "nyny", "nnnn"], [1, 2, 3, 0]),  # the most yes answers
        (["yymm", "nnmm", "nnnm", "nnnn"], [0, 1, 3, 2]),  # a tie: the earlier; one yes outranks any if need be
        (["yyyy", "mnmn", "nnmn", "nnnn"], [2, 0, 1, 3]),  # equal in yes answers: then the most players who could come
        (["----"] * 4, [0, 1, 2, 3]),
    ],
)
def test_the_best_date_has_most_yes_then_most_who_could_come_then_is_the_earliest(answers, order):
    assert ranks(polled(*enumerate(answers, 1))) == order


def test_dates_as_good_as_each_other_are_all_the_best():
    poll = polled((1, "nyyn"), (2, "nyyn"), (3, "nmmy"))

    assert (best(poll), [each.score for each in poll.best(NOW)]) == ([1, 2], [(2, 3), (2, 3)])


@pytest.mark.parametrize("answers", [[], [(1, "nnnn")]])
def test_no_date_is_the_best_while_nobody_could_come(answers):
    assert best(polled(*answers)) == []


def test_a_date_that_has_passed_comes_last_and_is_never_the_best():
    poll = polled((1, "yynn"), (2, "ynnn"))

    assert (ranks(poll, FIRST), best(poll, FIRST)) == ([1, 2, 3, 0], [1])


def test_who_says_the_same_again_keeps_the_time_of_the_first_time():
    poll = polled((1, "yyyn"), (2, "yyyn"), (1, "ynyy"))

    assert [(word.player, word.fact, word.by) for word in poll.dates[0].words] == [
        (1, 10, "phone 0"),
        (2, 11, "phone 1"),
    ]
    assert [(word.player, word.suits, word.fact) for word in poll.dates[1].words] == [(2, YES, 11), (1, NO, 12)]
    assert [(word.player, word.suits, word.fact) for word in poll.dates[3].words] == [(2, NO, 11), (1, YES, 12)]


def test_who_says_no_and_yes_again_goes_behind_the_others():
    poll = polled((1, "ynnn"), (2, "ynnn"), (1, "nnnn"), (1, "ynnn"))

    assert [(word.player, word.at - ASKED.at) for word in poll.dates[0].saying(YES)] == [
        (2, timedelta(hours=1)),
        (1, timedelta(hours=3)),
    ]


def test_a_word_can_be_taken_back():
    poll = polled((1, "ym--"), (1, "--n-"))

    assert (poll.answers_of(1), poll.silent, poll.answered) == ({2: NO}, [2, 3, 4], frozenset({1}))


@pytest.mark.parametrize(
    ("now", "last_day", "why"),
    [
        (datetime(2026, 11, 26, 4, 59, tzinfo=UTC), "2026-11-25", ""),
        (
            datetime(2026, 11, 26, 5, tzinfo=UTC),
            "2026-11-25",
            "The last day to answer was Wed 25 Nov 2026. Tell the host.",
        ),
        (STARTS[2], None, ""),
        (STARTS[3], None, "All its dates have passed."),
    ],
)
def test_players_answer_until_the_end_of_the_last_day_or_the_last_date(now, last_day, why):
    assert polled(last_day=last_day).why_no_answers(now) == why


def test_a_poll_ends_with_a_night_or_without():
    planned = FactValue(20, FactKind.PLAN, NOW, about=9, outcome={"night": 7})
    closed = FactValue(20, FactKind.CLOSE_POLL, NOW, about=9)

    assert [
        (poll.night, poll.is_closed, poll.why_no_answers(NOW)) for poll in (polled(end=planned), polled(end=closed))
    ] == [(7, True, "The date is chosen already: answer for that night."), (None, True, "The poll is closed.")]


def test_a_poll_knows_what_was_asked():
    poll = polled()

    assert (poll.number, poll.house, poll.zone, poll.last_day) == (9, 1, "America/New_York", date(2026, 11, 25))
    assert [each.starts_at for each in poll.dates] == STARTS
