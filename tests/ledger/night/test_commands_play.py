"""Acts at the table that move no money."""

import pytest

from tests.played_once import played_once
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return Evening("hybrid")


@pytest.mark.parametrize(
    ("happens", "content"),
    [
        (lambda evening: evening.arrives("Bo"), '{"player":2}'),
        (lambda evening: evening.level(2), '{"level":2}'),
        (lambda evening: evening.big_stack("12.34"), '{"amount":1234}'),
        (lambda evening: evening.notice("Bo"), '{"player":2}'),
        (lambda evening: evening.last_hand(), "{}"),
    ],
)
def test_it_is_kept_and_moves_nothing(evening, happens, content):
    answer = happens(evening)

    assert (answer.act.number, answer.act.content) == (6, content)
    assert not answer.act.transfers.exists()
    evening.stands(drawer="200.00", chips="0.00")


def test_a_guest_nobody_answers_for_may_come_where_nobody_asks(evening):
    evening.brings_along("Hal")

    assert evening.arrives("Hal").act.kind == "arrive"


def test_a_first_level_may_be_any(evening):
    assert evening.level(11).act.overruled == "[]"


def test_a_level_that_was_undone_may_come_again(evening):
    evening.undo(evening.level(5))

    assert evening.level(2).act.overruled == "[]"


def test_a_level_is_noted_once(evening):
    assert [evening.level(2, key="level-two-1").known for _ in range(2)] == [False, True]


@pytest.mark.parametrize(
    ("happens", "words"),
    [
        (lambda evening, **said: evening.arrives("Bo", **said), "Bo is here"),
        (lambda evening, **said: evening.notice("Bo", **said), "Bo has given notice at 20:00"),
        (lambda evening, **said: evening.last_hand(**said), "last hand"),
    ],
)
def test_what_stands_is_recorded_once_until_it_is_undone(evening, happens, words):
    """A ruling does not allow a second act; the stamp of an earlier version's act does."""
    first, again = [happens(evening, key="from-a-tap") for _ in range(2)]
    with impossible(*words.split()):
        happens(evening, ruling="once more")
    doubled = happens(evening, as_it_was=True)
    for each in (doubled, first):
        evening.undo(each)

    assert (again.known, happens(evening).known) == (True, False)


def test_who_has_bought_chips_is_here_until_they_cash_out(evening):
    evening.buy_in("Bo", "10.00")
    with impossible("Bo", "here"):
        evening.arrives("Bo")
    evening.last_hand()
    evening.cash_out("Bo", "10.00")

    assert evening.arrives("Bo").known is False


def test_a_cash_out_uses_a_notice_up(evening):
    evening.buy_in("Bo", "10.00")
    evening.notice("Bo")
    evening.cash_out("Bo", "0.00")

    assert evening.notice("Bo").known is False
