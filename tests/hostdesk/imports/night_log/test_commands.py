"""Night log lines in the ledger: their night, their player, and whether the ledger knows them already."""

import json

import pytest

from hostdesk.imports.night_log.commands import BIGGEST_FILE, post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from reservations.acts.problems import Faulty
from reservations.models import Act, House, Player
from tests.hostdesk.book_logs import EVERYTHING
from tests.hostdesk.logs import ANN, BO, BUY_IN, CLOSE, EVENING, GIL, OPEN, log, post, posted, refusal
from tests.running import Ran

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

LAST_HAND = {"act": "last_hand"}


def test_an_act_before_any_open():
    assert post(log(ANN, BUY_IN)) == refusal("No open comes before this buy_in: which night does it belong to?", line=2)


def test_an_act_of_a_night_that_nobody_opened():
    ran = post(log(ANN, OPEN, {**BUY_IN, "night": "line-0001"}))

    assert ran == refusal("night: no open has the id line-0001.", line=3)


def test_an_act_of_somebody_unknown():
    ran = post(log(ANN, OPEN, {**BUY_IN, "player": "Zoe"}))

    assert ran == refusal("No player is called Zoe: add them first.", line=3)


def test_an_act_of_a_closed_night():
    ran = post(log(*EVENING, {**BUY_IN, "stack": "0"}))

    assert ran == refusal("The night of Fri 20 Nov 2026 is closed (act 6): a closed night takes no act.", line=7)


def test_a_house_that_is_not_there():
    ran = post(log(ANN, {**OPEN, "house": "nobody's"}))

    assert ran == refusal(
        'No house and no preset is called "nobody\'s"; presets: dave-2018, dave-2020, ericn, hybrid, mike.', line=2
    )


def test_a_house_may_be_called_by_its_name():
    assert post(log(ANN, OPEN, {**OPEN, "house": "dave's CASH game (2018)"})).code == 0
    assert House.objects.count() == 1


def test_who_is_out_of_the_group_is_so_in_every_copy():
    posted(log(ANN, BO, {"act": "player", "name": "Bo", "removed": True}))

    assert json.loads(export_all()[-1])["removed"] is True
    assert dict(Player.objects.values_list("name", "removed")) == {"Ann": False, "Bo": True}


def test_out_of_the_group_or_not_is_true_or_false():
    ran = post(log(ANN, {"act": "player", "name": "Ann", "removed": "yes"}))

    assert ran == refusal("removed: true or false belongs here.", line=2)


def test_players_are_called_however_their_name_is_written():
    dee = {"act": "player", "name": "D\u00e9e  Dee", "regular": True}

    assert post(log(dee, {**OPEN, "banker": " de\u0301e DEE "})).code == 0


def test_a_known_id_with_other_content_is_told_with_both():
    posted(log(ANN, OPEN, BUY_IN))

    ran = post(log(ANN, OPEN, {**BUY_IN, "amount": "20.01"}))

    assert ran == refusal(
        'the id line-0003 is taken by act 3: buy_in {"player": "Ann", "amount": "20.00", "pay": "cash"}. '
        'This line says: buy_in {"player": "Ann", "amount": "20.01", "pay": "cash"}.',
        line=3,
    )


@pytest.mark.parametrize(
    "again",
    [
        {"amount": "20"},
        {"player": " ANN "},
        {"at": "2026-11-21T00:00:00+01:00"},
        {"by": "Bo"},
        {"ruling": "told afterwards"},
        {"night": "line-0002"},
    ],
)
def test_the_same_content_is_known(again):
    posted(log(ANN, OPEN, BUY_IN))

    assert post(log(ANN, OPEN, {**BUY_IN, **again})) == Ran(0, "posted 0 acts, 3 already known\n")


@pytest.mark.parametrize(
    "other",
    [
        {**BUY_IN, "stack": "0"},
        {**BUY_IN, "player": "Bo"},
        {**BUY_IN, "amount": "20.01"},
        {"act": "big_stack", "amount": "20.00"},
    ],
)
def test_other_content_is_not(other):
    posted(log(ANN, BO, OPEN, BUY_IN))

    ran = post(log(ANN, BO, OPEN, other))

    assert ran.err.startswith("night.jsonl:4: the id line-0004 is taken by act 4: ")


def test_an_id_of_another_night_is_not_known_here():
    posted(log(ANN, OPEN, BUY_IN, {**OPEN, "date": "2026-11-21"}))

    ran = post(log({**BUY_IN, "night": "line-0004"}, start=3))

    said = 'buy_in {"player": "Ann", "amount": "20.00", "pay": "cash"}'
    assert ran == refusal(
        f"the id line-0003 is taken by act 3: {said} of the night of Fri 20 Nov 2026. "
        f"This line says: {said} of the night of Sat 21 Nov 2026."
    )


def test_a_name_in_other_letters_is_the_same_player_act():
    posted(log(ANN))

    assert post(log({**ANN, "name": "ANN"})) == Ran(0, "posted 0 acts, 1 already known\n")


def test_an_opening_may_name_the_newest_version_or_leave_it_out():
    posted(log(ANN, OPEN))

    assert post(log(ANN, {**OPEN, "version": 1})) == Ran(0, "posted 0 acts, 2 already known\n")
    assert post(log(ANN, {**OPEN, "version": 2})) == refusal(
        'the id line-0002 is taken by act 2: open {"house": "dave-2018", "version": 1, "date": "2026-11-20", '
        '"banker": "Ann", "float": "200.00"}. This line is another open: '
        "Dave's cash game (2018) has no version 2 of its rules; its newest is 1.",
        line=2,
    )


def test_a_known_open_selects_its_night():
    second = {**OPEN, "date": "2026-11-21"}
    posted(log(ANN, OPEN, second))

    posted(log(ANN, OPEN) + log(BUY_IN, start=4))

    assert Act.objects.get(number=4).night == Act.objects.get(key="line-0002").night


def test_a_reversal_that_comes_again_under_another_id_is_known():
    slip = {"act": "reverse", "of": "line-0003", "reason": "wrong player"}
    posted(log(ANN, OPEN, BUY_IN, slip))

    assert post(log(slip, start=5)) == Ran(0, "posted 0 acts, 1 already known\n")


def test_all_acts_of_a_night_have_their_fields():
    ran = post(
        log(
            ANN,
            BO,
            GIL,
            {**OPEN, "small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "0", "buy_in_max": "40"}
            | {"or_big_stack": True},
            {"act": "arrive", "player": "Gil"},
            {"act": "float", "amount": "0.05"},
            {"act": "big_stack", "amount": "12"},
            {**BUY_IN, "player": "Bo", "amount": "40", "ruling": "unneeded", "by": "Ann"},
            {"act": "hand_over", "banker": "Bo"},
            {"act": "declare_chips", "extra": "1", "reason": "from another set"},
            {"act": "leave_notice", "player": "Bo"},
            {"act": "cash_out", "player": "Bo", "player_count": "41", "banker_count": "40", "round_played": True}
            | {"count_ruling": "counted again", "payout": [{"by": "cash", "amount": "40"}]},
            {"act": "last_hand"},
            {"act": "declare_chips", "missing": "1", "reason": "gone"},
            {"act": "count_drawer", "counted": "200.05"},
            CLOSE,
        )
    )

    assert ran.out.splitlines()[-1] == "posted 16 acts, 0 already known"


@pytest.mark.parametrize("house", ["\x00", "\ud800", "' OR 1=1 --", "dave-2018\u200b", "../houses/mike"])
def test_a_hostile_house_is_just_not_there(house):
    ran = post(log(ANN, {**OPEN, "house": house}))

    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert ran.err.startswith("night.jsonl:2: ")


def test_an_undoing_that_names_another_night_than_its_acts():
    second = {**OPEN, "house": "hybrid"}
    undoing = {"act": "reverse", "of": "line-0003", "reason": "a slip", "night": "line-0004"}

    ran = post(log(ANN, OPEN, BUY_IN, second, undoing))

    assert ran == refusal(
        "night: line-0003 is an act of the night of Fri 20 Nov 2026, not of the night that line-0004 opened.", line=5
    )


def test_an_undoing_may_name_its_acts_own_night():
    undoing = {"act": "reverse", "of": "line-0003", "reason": "a slip", "night": "line-0002"}

    assert post(log(ANN, OPEN, BUY_IN, undoing)) == Ran(0, "posted 4 acts, 0 already known\n")


def test_undoing_out_of_order_names_the_ids_to_undo_first():
    cash_out = {"act": "cash_out", "player": "Ann", "player_count": "5", "banker_count": "5", "round_played": True}
    slip = {"act": "reverse", "of": "line-0003", "reason": "wrong player"}

    assert post(log(ANN, OPEN, BUY_IN, cash_out, slip)) == refusal(
        "Act 3 (buy_in) cannot be undone yet: it would leave −5.00 of chips in play. Undo act 4 first. "
        "In the log: line-0004.",
        line=5,
    )


@pytest.mark.parametrize(("data", "told"), [(b"\xff\n", "UTF-8"), (b" " * (BIGGEST_FILE + 1), "larger")])
def test_a_file_that_cannot_be_read(data, told):
    with pytest.raises(Faulty, match=told):
        read_log(data)


def test_notes_the_book_and_the_month_are_posted_and_known_again():
    lines = read_log(EVERYTHING.encode())

    first, second = post_log(lines), post_log(lines)

    assert (first.new, second.known) == (len(lines), len(lines))


def test_a_regular_who_becomes_a_guest_is_remarked_on():
    ran = post(log(ANN, {**ANN, "regular": False}))

    assert (ran.code, "Ann was a regular and is a guest now." in ran.out + ran.err) == (0, True)


def test_a_line_that_breaks_a_rule_is_refused_with_its_name():
    ran = post(log(ANN, OPEN, {**BUY_IN, "amount": "5.00"}))

    assert (ran.code, ran.err.startswith("night.jsonl:3: refused (")) == (1, True)


def test_nobody_is_listed_twice_under_an_old_name_and_a_new_one():
    renamed = {"act": "player", "name": "Bob", "formerly": "Bo"}
    standings = [{"player": "Bob", "balance": "5.00"}, {"player": "Bo", "balance": "-5.00"}]

    ran = post(log(BO, renamed, {"act": "balances", "standings": standings, "reason": "the paper book"}))

    assert ran == refusal("standings: Bo is Bob, who is listed twice.", line=3)


@pytest.mark.parametrize(
    ("acts", "line"),
    [([ANN, OPEN, {**BUY_IN, "at": "2199-01-01T20:00:00Z"}], 3), ([ANN, OPEN, LAST_HAND, LAST_HAND], 4)],
)
def test_what_can_only_be_a_slip_is_posted_as_it_was_and_named(acts, line):
    lines = read_log(log(*acts).encode())

    with pytest.raises(Faulty) as refused:
        post_log(lines)
    posted = post_log(lines, as_it_was=True)
    again = post_log(lines)

    assert [number for number, _ in refused.value.faults] == [line]
    assert [number for number, _ in posted.as_it_was] == [line]
    assert (posted.new, again.known, again.as_it_was) == (len(acts), len(acts), [])
