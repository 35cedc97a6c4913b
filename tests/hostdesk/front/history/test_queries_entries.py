"""History entries in words: notes at the table and at the door, and rulings there."""

import pytest

from hostdesk.front.history.queries import Scope, entries, recorded
from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind
from reservations.conduct import commands as conduct_commands
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """An evening at mike's with Bo at the table."""
    evening = Evening("mike")
    evening.arrives("Bo")
    return evening


def newest(kind=""):
    return entries(recorded({"kind": kind} if kind else {}, Scope())[:1])[0]


def fact(evening, kind, player="Bo", outcome=None, **said):
    draft = FactDraft(kind, evening.night, player_named(player) if player else None, **said)
    evening.it_is("21:00")
    return record_fact(draft, evening.stamp(by="Ann"), outcome or {})


@pytest.mark.parametrize(
    ("kind", "said", "what"),
    [
        (FactKind.CAME, {"content": {"came": True}}, "Bo came"),
        (FactKind.CAME, {"content": {"came": False}}, "Bo had not come"),
        (FactKind.MARK, {"content": {"as": "late"}}, "Bo is marked: late"),
        (FactKind.MARK, {"content": {"as": ""}}, "Bo is marked no more"),
        (FactKind.TURNED_AWAY, {"content": {"on": True}}, "Bo was turned away"),
        (FactKind.TURNED_AWAY, {"content": {"on": False}}, "Bo may come in after all"),
    ],
)
def test_what_happened_at_the_door_leads_there(evening, kind, said, what):
    fact(evening, kind, **said)

    entry = newest("arrivals")

    assert (entry.what, entry.names, entry.url) == (what, ("Bo",), f"/nights/{evening.night.pk}/door/")


def test_an_arrival_at_the_bank_is_one_too(evening):
    assert newest("arrivals").what == "Bo arrives"


def test_a_jumped_bet_warns_first_and_costs_then_and_a_call_is_told(evening):
    said = {"content": {"what": "jumped bet"}}
    fact(evening, FactKind.CONDUCT, outcome={"warning": True}, **said)
    first = newest("rulings")
    fact(evening, FactKind.CONDUCT, outcome={"warning": False}, **said)
    second = newest("rulings")
    fact(evening, FactKind.CALL, content={"seconds": 60}, outcome={"until": "2026-11-20T21:01:00-05:00"})

    assert (first.what, first.cents, first.marks) == ("Bo jumped the bet", None, ("warned",))
    assert (second.what, second.cents, second.marks) == ("Bo jumped the bet", 20, ())
    assert newest("rulings").what == "Bo had the clock called"


def test_what_was_allowed_at_the_tables_says_the_rule_and_who(evening):
    outcome = {"remark": "Bo sits at table 1.", "ruling": "a chair was found", "overruled": ["A table has 11 players."]}
    fact(evening, FactKind.MOVE, player=None, content={"moves": [], "why": "moved"}, outcome=outcome)

    entry = newest("rulings")

    assert (entry.what, entry.by) == ("Bo sits at table 1.", "Ann")
    assert entry.notes == ("A table has 11 players.", "Allowed by the host: a chair was found")


def test_who_was_let_come_is_told(evening):
    fact(evening, FactKind.ANSWER, content={"answer": "yes"}, outcome={"place": "seat", "ruling": "he has paid"})

    entry = newest("rulings")

    assert (entry.what, entry.notes[-1]) == ("Bo may come", "Allowed by the host: he has paid")


def test_what_was_taken_back_at_the_tables_is_struck_out(evening):
    warned = fact(evening, FactKind.CONDUCT, content={"what": "warning"}, outcome={"warning": True}, reason="slow")
    record_fact(FactDraft(FactKind.TAKE_BACK, evening.night, about=warned), evening.stamp())

    assert (newest("rulings").undone, newest("rulings").marks) == (True, ("undone",))


def test_a_merged_player_has_the_name_of_the_person_and_a_merge_has_both(evening):
    conduct_commands.warn(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), words="slow")
    evening.knows("Bobby")
    evening.it_is("22:00")
    evening.merges("Bo", "Bobby")

    assert newest("rulings").what == "Bobby was warned: slow"
    assert (newest("merge").what, newest("merge").names) == ("Bo is the same person as Bobby", ("Bobby",))
    assert newest("arrivals").what == "Bobby arrives"
