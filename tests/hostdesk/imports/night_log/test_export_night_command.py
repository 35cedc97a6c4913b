"""``export_night``: a night, or the whole ledger, as a log whose import gives the same result."""

import json

import pytest

from hostdesk.imports.night_log.export_queries import export_all
from ledger.bank.queries import last_act
from ledger.management.locale_command import night_called
from ledger.results.queries import results
from reservations.models import Act
from reservations.players.queries import player_names
from tests.hostdesk.logs import (
    ALL_NIGHTS,
    ANN,
    BO,
    BUY_IN,
    COUNT,
    EVENING,
    GIL,
    NIGHTS,
    OPEN,
    another_machine,
    exported,
    log,
    post,
    posted,
)
from tests.running import Ran, run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

SECOND = {**OPEN, "date": "2026-11-21", "house": "hybrid"}
TWO_NIGHTS = log(
    ANN,
    OPEN,
    BUY_IN,
    BO,
    SECOND,
    {**BUY_IN, "player": "Bo", "amount": "10", "night": "line-0005"},
    {**BUY_IN, "player": "Bo", "amount": "30", "night": "line-0002"},
    {"act": "level", "level": 2, "night": "line-0005"},
    {"act": "reverse", "of": "line-0003", "reason": "a slip"},
    {**COUNT, "counted": "230", "night": "line-0002"},
    {"act": "cash_out", "player": "Bo", "player_count": "10", "banker_count": "10"},
)


def head():
    """Return the number and the head of the ledger's last act."""
    act = last_act()
    return act and (act.number, act.head)


def says(text):
    """Return the acts of a file, without the order of their fields and without their times."""
    return [{**json.loads(line), "at": None} for line in text.splitlines()]


def results_by_name(date):
    won = results(night_called(date))
    names = player_names(won)
    return {names[player]: result for player, result in won.items()}


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name", [name if name.endswith("-1") else pytest.param(name, marks=pytest.mark.long) for name in ALL_NIGHTS]
)
def test_a_night_exported_and_imported_elsewhere_has_the_same_head(name):
    date = json.loads((NIGHTS / f"{name}.expected.json").read_text("utf-8"))["date"]
    with another_machine():
        run("import_night", NIGHTS / f"{name}.jsonl")
        there, one, everything = head(), exported(date), exported("--all")

    posted(one)

    assert head() == there
    assert one == everything


def test_an_export_says_what_was_imported():
    posted((NIGHTS / "hybrid-1.jsonl").read_bytes())

    original = says((NIGHTS / "hybrid-1.jsonl").read_text("utf-8"))
    assert [act | {"version": 1} if act["act"] == "open" else act for act in _two_decimals(original)] == says(
        exported("--all")
    )


def _two_decimals(acts):
    return [act | {"stack": "0.00"} if act.get("stack") == "0" else act for act in acts]


def test_an_export_keeps_the_time_the_banker_and_the_rulings():
    posted(log(ANN, OPEN, {**BUY_IN, "amount": "60", "by": "Bo", "ruling": "the table agreed"}))

    assert exported("2026-11-20").splitlines()[2] == (
        '{"id": "line-0003", "at": "2026-11-20T15:03:00-05:00", "act": "buy_in", "player": "Ann", "amount": "60.00", '
        '"pay": "cash", "by": "Bo", "ruling": "the table agreed"}'
    )


def test_all_of_a_ledger_with_several_nights_has_the_same_head_elsewhere():
    with another_machine():
        for name in ("dave-2018-1", "hybrid-1", "ericn-1"):
            run("import_night", NIGHTS / f"{name}.jsonl")
        there, log_of_all = head(), exported("--all")

    posted(log_of_all)

    assert head() == there


def test_nights_that_run_side_by_side_keep_their_acts_apart():
    with another_machine():
        posted(TWO_NIGHTS)
        there, log_of_all = head(), exported("--all")

    posted(log_of_all)

    assert head() == there
    assert [json.loads(line).get("night") for line in log_of_all.splitlines()] == [
        *[None] * 6,
        "line-0002",
        None,
        None,
        "line-0002",
        None,
    ]


@pytest.mark.parametrize(
    ("date", "keys"), [("2026-11-20", [1, 2, 3, 4, 7, 9, 10]), ("2026-11-21", [1, 4, 5, 6, 8, 11])]
)
def test_one_night_among_several_has_the_same_acts_and_results(date, keys):
    with another_machine():
        posted(TWO_NIGHTS)
        of_one, there = exported(date), results_by_name(date)

    posted(of_one)

    assert [act["id"] for act in says(of_one)] == [f"line-{key:04}" for key in keys]
    assert results_by_name(date) == there


def test_one_night_among_several_brings_those_who_answer_for_its_guests():
    cy = {"act": "player", "name": "Cy", "regular": True}
    bo_as_guest = {"act": "player", "name": "Bo", "regular": False, "invited_by": "Cy"}
    guest = {**GIL, "invited_by": "Bo"}
    with another_machine():
        posted(log(ANN, BO, cy, guest, bo_as_guest, OPEN, {**BUY_IN, "player": "Gil"}, SECOND, GIL))
        of_one = exported("2026-11-20")

    posted(of_one)

    assert [act["id"] for act in says(of_one)] == [f"line-{key:04}" for key in (1, 2, 3, 4, 5, 6, 7)]


def test_one_night_among_several_leaves_out_players_who_were_not_there():
    posted(log(ANN, BO, OPEN, SECOND))

    assert [act["id"] for act in says(exported("2026-11-20"))] == ["line-0001", "line-0003"]


def test_an_export_of_everything_brings_all_players():
    posted(log(ANN, BO, OPEN))

    assert [act["id"] for act in says(exported("2026-11-20"))] == ["line-0001", "line-0002", "line-0003"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name", ["<img src=x>", "{{7*7}}", "'; DROP TABLE", "=HYPERLINK(1)", "שלום", "Łukasz ♠", "🂡🂢", "W" * 40, 'Q"uo\\te']
)
def test_a_hostile_name_is_just_a_name(name):
    with another_machine():
        posted(log({**ANN, "name": name}, {**OPEN, "banker": name}))
        there, log_of_all = head(), exported("--all")

    posted(log_of_all)

    assert head() == there
    assert json.loads(log_of_all.splitlines()[0])["name"] == name


def test_a_closed_night_exports_too():
    with another_machine():
        posted(log(*EVENING))
        there, log_of_all = head(), exported("2026-11-20")

    posted(log_of_all)

    assert head() == there


def test_two_nights_on_one_date_go_by_their_ids():
    posted(log(ANN, OPEN, {**OPEN, "house": "hybrid"}))
    nights = [act.night_id for act in Act.objects.filter(kind="open")]

    assert run("export_night", "2026-11-20") == Ran(
        1, "", f"CommandError: 2 nights share the date 2026-11-20: give an id, {nights[0]} or {nights[1]}.\n"
    )
    assert [act["id"] for act in says(exported(nights[1]))] == ["line-0001", "line-0003"]


@pytest.mark.parametrize(
    ("night", "sentence"),
    [
        ("2026-11-20", "No night goes by 2026-11-20: give its date, as in 2026-11-20, or its id."),
        ("12", "No night goes by 12: give its date, as in 2026-11-20, or its id."),
        ("tonight", "'tonight' is neither a date, as in 2026-11-20, nor the id of a night."),
        ("9223372036854775808", "'9223372036854775808' is neither a date, as in 2026-11-20, nor the id of a night."),
        ("٣", "'٣' is neither a date, as in 2026-11-20, nor the id of a night."),
    ],
)
def test_a_night_that_is_not_there(night, sentence):
    assert run("export_night", night) == Ran(1, "", f"CommandError: {sentence}\n")


def test_an_empty_ledger_is_an_empty_file():
    assert run("export_night", "--all") == Ran(0)


def test_what_is_exported_is_known_here():
    posted(TWO_NIGHTS)

    assert post(exported("--all")) == Ran(0, "posted 0 acts, 11 already known\n")


@pytest.mark.pg
def test_an_export_is_read_before_its_first_line_and_reads_as_of_one_act(django_assert_num_queries):
    posted(log(ANN, OPEN))
    lines = iter(export_all())
    first = next(lines)

    posted(log(ANN, OPEN, {**BUY_IN}))

    with django_assert_num_queries(0):
        rest = list(lines)
    assert [json.loads(line)["id"] for line in (first, *rest)] == ["line-0001", "line-0002"]
