"""Renamed players and duplicates in night logs: a log has the names of its time, and stays known for ever."""

import json

import pytest

from hostdesk.imports.night_log.lines import FIELDS, PLAYER
from ledger.audit import queries as audit_queries
from ledger.bank.queries import last_act
from ledger.management.locale_command import night_called
from ledger.results.queries import results
from reservations.acts.kinds import PLAYER_FIELDS
from reservations.models import Player
from reservations.players.queries import player_names
from tests.hostdesk.logs import ANN, BUY_IN, CLOSE, COUNT, OPEN, another_machine, exported, log, post, posted, refusal
from tests.running import Ran

pytestmark = [pytest.mark.django_db, pytest.mark.pg, pytest.mark.usefixtures("in_a_folder_of_its_own")]

BOB = {"act": "player", "name": "Bob", "regular": True}
BO_IS_NEW = {"act": "player", "name": "Bo", "regular": True}
CY = {"act": "player", "name": "Cy", "regular": True}
BO = {"act": "player", "name": "Bo", "formerly": "Bob"}
BOB_BUYS = {**BUY_IN, "player": "Bob"}
MERGE = {"act": "merge", "player": "Bob", "into": "Bo"}
SPLIT = {"act": "reverse", "of": "line-0006", "reason": "two people after all"}
SECOND = {**OPEN, "date": "2026-11-21", "house": "hybrid"}

RENAMED = log(ANN, BOB, OPEN, BOB_BUYS, BO, {**BOB_BUYS, "player": "Bo", "stack": "0"}, {**BO, "name": "Boris"}, ANN)
MERGED = log(
    ANN,
    BOB,
    BO_IS_NEW,
    OPEN,
    BOB_BUYS,
    MERGE,
    {**BOB_BUYS, "player": "Bo", "stack": "0"},
    SPLIT,
    {"act": "leave_notice", "player": "Bob"},
    {**MERGE, "player": "Bo", "into": "Bob"},
)


def head():
    act = last_act()
    return act and (act.number, act.head)


def numbers(text):
    """Return the numbers in the ids of a file's acts."""
    return [int(json.loads(line)["id"].removeprefix("line-")) for line in text.splitlines()]


def bought_by_name(date):
    won = results(night_called(date))
    names = player_names(won)
    return {names[player]: result.bought_cents for player, result in won.items()}


def faults():
    return list(audit_queries.faults())


def test_the_fields_that_hold_players_are_those_of_the_log():
    said = {name for fields in FIELDS.values() for name, field in fields.items() if field is PLAYER}

    assert said == set(PLAYER_FIELDS)


@pytest.mark.parametrize("content", [RENAMED, MERGED])
def test_an_export_imported_elsewhere_has_the_same_head(content):
    with another_machine():
        posted(content)
        there, log_of_all, one = head(), exported("--all"), exported("2026-11-20")

    posted(log_of_all)

    assert (head(), one, faults()) == (there, log_of_all, [])


@pytest.mark.parametrize(("content", "acts"), [(RENAMED, 8), (MERGED, 10)])
def test_the_same_log_again_is_known_although_names_have_changed(content, acts):
    posted(content)

    assert post(content) == Ran(0, f"posted 0 acts, {acts} already known\n")
    assert post(exported("--all")) == Ran(0, f"posted 0 acts, {acts} already known\n")


def test_an_export_says_the_names_of_its_time():
    posted(RENAMED)

    said = [json.loads(line) for line in exported("--all").splitlines()]

    assert [act["player"] for act in said if act["act"] == "buy_in"] == ["Bob", "Bo"]
    assert [(act["formerly"], act["name"]) for act in said if "formerly" in act] == [("Bob", "Bo"), ("Bo", "Boris")]


def test_a_new_act_may_say_the_old_name():
    posted(RENAMED)

    posted(log({"act": "leave_notice", "player": "Bob", "night": "line-0003"}, start=9))

    assert json.loads(exported("--all").splitlines()[-1])["player"] == "Boris"


def test_a_renaming_changes_the_name_alone():
    ran = post(log(BOB, {**BO, "regular": False, "mark": "BOB"}))

    assert ran == refusal("A line that says formerly changes the name alone: leave out mark, regular.", line=2)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({**BO, "formerly": "Zoe"}, "No player is called Zoe: add them first."),
        ({**BO, "name": "Ann"}, "Ann is another player: take another name for Bob."),
        ({**MERGE, "into": "Zoe"}, "No player is called Zoe: add them first."),
        ({**MERGE, "into": "Bob"}, "Bob cannot be merged into themselves."),
    ],
)
def test_what_cannot_be_is_told_with_its_line(line, sentence):
    assert post(log(ANN, BOB, line)) == refusal(sentence, line=3)


def test_a_new_act_of_a_duplicate_is_refused():
    ran = post(log(BOB, BO_IS_NEW, MERGE, {**OPEN, "banker": "Bob"}))

    assert ran == refusal("Bob is the same as Bo since act 3: use Bo.", line=4)


def test_another_merge_under_a_known_id_is_told_with_both():
    posted(log(ANN, BOB, BO_IS_NEW, MERGE))

    assert post(log({**MERGE, "into": "Ann"}, start=4)) == refusal(
        'the id line-0004 is taken by act 4: merge {"player": "Bob", "into": "Bo"}. '
        'This line says: merge {"player": "Bob", "into": "Ann"}.'
    )


def test_one_night_among_several_brings_the_names_and_duplicates_that_it_needs():
    with another_machine():
        posted(
            log(ANN, BOB, {**BO, "name": "Bobby"}, BO_IS_NEW, CY, OPEN, {**BOB_BUYS, "player": "Bobby"}, SECOND)
            + log({**MERGE, "player": "Bobby"}, start=9)
        )
        first, second, there = exported("2026-11-20"), exported("2026-11-21"), bought_by_name("2026-11-20")

    posted(first)

    assert (numbers(first), numbers(second)) == ([1, 2, 3, 4, 6, 7, 9], [1, 8])
    assert bought_by_name("2026-11-20") == there == {"Bo": 2000}


def test_an_undone_merge_goes_along_with_its_undoing():
    with another_machine():
        posted(MERGED + log(SECOND, start=11))
        one, there = exported("2026-11-20"), bought_by_name("2026-11-20")

    posted(one)

    assert numbers(one) == list(range(1, 11))
    assert bought_by_name("2026-11-20") == there == {"Bob": 4000}


def test_a_closed_night_comes_without_what_was_merged_or_renamed_later():
    ended = [{"act": "declare_chips", "missing": "20.00", "reason": "gone"}, COUNT, CLOSE]
    with another_machine():
        posted(
            log(ANN, BOB, BO_IS_NEW, OPEN, BOB_BUYS, *ended, MERGE, {**BO, "formerly": "Bo", "name": "Boris"}, SECOND)
        )
        one = exported("2026-11-20")

    posted(one)

    assert numbers(one) == [1, 2, 4, 5, 6, 7, 8]
    assert (bought_by_name("2026-11-20"), Player.objects.count()) == ({"Bob": 2000}, 2)
