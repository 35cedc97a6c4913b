"""The rows of the history, narrowed by the filter and by the reader's access."""

import pytest
from django.http import QueryDict

from hostdesk.front.history.filters import HistoryFilter
from hostdesk.front.history.queries import Scope, entries, recorded
from hostdesk.people.players.commands import merge_players
from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from reservations.models import Act, House, Night
from reservations.players.queries import player_named

pytestmark = pytest.mark.django_db

BOUGHT, ON_CREDIT, WRONG, UNDOING, PAID, BOOK = 6, 7, 14, 15, 13, 16


EVERYTHING = Scope()


def found(asked, scope=EVERYTHING):
    """Return the rows for that query, newest first: acts by number, other rows by their words."""
    said = HistoryFilter(QueryDict(asked), scope=scope, in_book=True).values
    return [each.number or each.what for each in entries(recorded(said, scope))]


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("kind=book", [BOOK, WRONG, PAID]),
        ("kind=book&kind=correct", [WRONG]),
        ("kind=buy_in", [ON_CREDIT, BOUGHT]),
        ("kind=rulings", ["Bo was warned: slow", "a misdeal", BOUGHT]),
        ("kind=objections", ["Bo objects to act 6: Bo buys in, paid in cash"]),
        ("kind=arrivals", []),
        ("kind=mail", []),
        ("kind=nonsense&number=6", [BOUGHT]),
        ("number=14", [WRONG]),
        ("number=0&kind=book&amount=3", [WRONG]),
        ("amount=10", [PAID]),
        ("amount=x&kind=buy_in", [ON_CREDIT, BOUGHT]),
        ("words=WRONGLY", [WRONG]),
        ("words=small+change", [BOUGHT]),
        ("words=again", ["a misdeal"]),
        ("since=2026-11-21", [BOOK]),
        ("until=2026-11-24&kind=book", [WRONG, PAID]),
        ("state=undone", [WRONG]),
        ("state=stands&kind=book", [BOOK, PAID]),
        ("state=failed", []),
        ("kind=rulings&rule=multiples", [BOUGHT]),
        ("kind=rulings&rule=dispute", ["a misdeal"]),
        ("kind=rulings&rule=maximum+buy-in", []),
        ("kind=rulings&decider=the+table", [BOUGHT]),
        ("kind=rulings&decider=the+host", ["a misdeal"]),
        ("rule=multiples&kind=book", [BOOK, WRONG, PAID]),
    ],
)
def test_what_is_asked_for(evening, asked, rows):
    assert found(asked) == rows


def test_a_person_finds_acts_about_their_acts_and_those_of_their_duplicates(evening):
    bo = player_named("Bo").number
    before = found(f"player={bo}")
    evening.knows("Bob")
    bought = evening.takes_over("one more", Bob="5.00", Cy="-5.00")
    merge = merge_players(stamp=evening.stamp(), player=player_named("Bob"), into=player_named("Bo"))

    assert before == [UNDOING, WRONG, 9, "Bo objects to act 6: Bo buys in, paid in cash", "Bo was warned: slow", 6, 2]
    assert found(f"player={bo}&since=2026-11-25")[:3] == [merge.act.number, bought.act.number, 17]


def test_a_night_has_its_own_and_a_host_of_another_house_none(evening):
    make_house(document=load_preset("dave-2018"))
    evening.opens("dave-2018")
    mike, dave = Night.objects.order_by("pk").values_list("pk", flat=True)
    of_dave = Scope(houses=frozenset({House.objects.get(key="dave-2018").pk}))
    bankers = [Scope(night=night) for night in (mike, dave)]
    opening = Act.objects.latest("number").number

    assert found(f"night={dave}") == found("house=dave-2018") == [opening]
    assert [found("", scope) for scope in (of_dave, bankers[1])] == [[opening]] * 2
    assert [found(f"night={mike}", scope) for scope in (of_dave, bankers[1])] == [[opening]] * 2
    assert found("", bankers[0]) == found(f"night={mike}")
    assert found("kind=book", of_dave) == []


def test_a_night_that_was_played_online_is_one_ruling(evening):
    evening.opens("mike")
    first = evening.buy_in("Ann", "7.00", ruling="played online").act.number
    evening.buy_in("Cy", "8.00", ruling="played online")

    assert found("kind=rulings&since=2026-11-25") == [first]


def test_an_early_ruling_that_kept_only_its_sentence_is_found_by_its_rule(evening):
    rows = Act.objects.filter(number=BOUGHT).values_list("overruled", flat=True)

    assert rows[0].startswith('[["multiples","')
