"""A results sheet is posted whole or not at all, and known results are not posted again."""

from datetime import date

import pytest

from hostdesk.imports.results.commands import post_sheet
from hostdesk.imports.results.queries import Brings, DayState, plan_of
from hostdesk.imports.results.reading import read_grid
from hostdesk.imports.results.sheets import Order, read_sheet
from hostdesk.imports.ways_in.queries import NEW, field_of
from ledger.audit.queries import faults
from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span
from ledger.standings.queries import standings
from ledger.undoing.commands import reverse
from reservations.acts.problems import Faulty
from reservations.models import Act, Night, Player
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import NINTH, brings, knows, stamp
from tests.hostdesk.logs import another_machine, exported
from tests.hostdesk.logs import posted as comes_in
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

LIST = "date,player,net\n2026-01-09,Ann,12.50\n2026-01-09,BO,-12.50\n2026-01-16,ann,-5\n2026-01-16,Cyril,5\n"


@pytest.fixture(autouse=True)
def players(db):
    knows("Ann", "Bo")


def sheet_of(text, order=None):
    return read_sheet(read_grid(text.encode()), order=order)


def posts(text, *, house="mike", reason="", until=None, beside=False, dry_run=False, order=None, **choices):
    said = {field_of(name.replace("_", " ")): who for name, who in choices.items()}
    brings = Brings(sheet_of(text, order), house, said, reason, until, beside)
    return post_sheet(brings, stamp("sheet"), dry_run=dry_run)


def refused(text, **options):
    before = Act.objects.count()
    with pytest.raises(Faulty) as refusal:
        posts(text, **options)
    assert Act.objects.count() == before
    return refusal.value.faults


def season():
    return {line.name: (line.nights, line.net_cents) for line in season_report(Span("", "")).lines}


def number(name):
    return str(player_named(name).number)


def test_each_date_becomes_a_night_and_new_players_are_added():
    posted = posts(LIST)

    assert (posted.nights, posted.known, posted.new) == (2, 0, 3)
    assert posted.remarks == [(5, "Cyril is new here and is added as a regular.")]
    assert season() == {"Ann": (2, 750), "Bo": (1, -1250), "Cyril": (1, 500)}
    assert (standings(), [*faults()]) == ({}, [])


def test_the_same_sheet_is_known():
    posts(LIST)

    again = posts(LIST)

    assert (again.nights, again.known, again.new, Night.objects.count()) == (0, 2, 0, 2)


def test_a_longer_sheet_brings_what_is_new():
    posts(LIST)

    longer = posts(f"{LIST}2026-01-23,Ann,1\n2026-01-23,Bo,-1\n")

    assert (longer.nights, longer.known) == (1, 2)


def test_a_dry_run_records_nothing():
    assert (posts(LIST, dry_run=True).nights, Night.objects.count(), Player.objects.count()) == (2, 0, 2)


def test_a_date_with_other_results_is_refused_by_name():
    posts(LIST)

    told = refused("date,player,net\n2026-01-09,Ann,10\n2026-01-09,Bo,-10\n2026-01-23,Ann,1\n2026-01-23,Bo,-1\n")

    there = "there is a night at Mike's game with other results"
    assert told == ((2, f"Fri 9 Jan 2026: {there} (Ann +10.00, there +12.50; Bo −10.00, there −12.50)."),)


def test_only_some_of_what_differs_is_named():
    knows("Cy", "Dee")
    brings(NINTH, Ann=500, Bo=-500)

    told = refused(
        "date,player,net\n2026-01-09,Ann,1\n2026-01-09,Cy,-1\n2026-01-09,Dee,1\n2026-01-09,Eve,-1\n", Eve=NEW
    )

    assert "Dee +1.00, there nothing; 1 there not in the sheet and 1 more" in told[0][1]


def test_a_closed_night_of_the_desk_is_known_and_an_open_one_is_refused():
    evening = Evening("mike")
    line = "date,player,net\n2026-11-20,Bo,5\n2026-11-20,Cy,-5\n"
    assert "the bank of that night at Mike's game is open" in refused(line)[0][1]
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "25.00")
    evening.cash_out("Cy", "15.00")
    evening.ends("200.00")

    assert (posts(line).known, posts(line).nights) == (1, 0)


def test_undone_results_come_in_again():
    posts(LIST)
    for act in Act.objects.filter(kind="results"):
        reverse(stamp=stamp(f"undo-{act.number}"), of=act.key, reason="the wrong house")

    assert posts(LIST).nights == 2
    assert season() == {"Ann": (2, 750), "Bo": (1, -1250), "Cyril": (1, 500)}


def test_a_name_that_is_alike_is_asked_about():
    line = "date,player,net\n2026-01-09,Ann K,1\n2026-01-09,Bo,-1\n"

    assert refused(line) == ((2, "Ann K: is this Ann, or somebody new?"),)
    posts(line, Ann_K=number("Ann"))

    assert season() == {"Ann": (1, 100), "Bo": (1, -100)}


def test_a_name_that_is_alike_may_be_somebody_new():
    posts("date,player,net\n2026-01-09,Ann K,1\n2026-01-09,Bo,-1\n", Ann_K=NEW)

    assert season() == {"Ann K": (1, 100), "Bo": (1, -100)}


def test_a_choice_that_no_page_gives_counts_as_none():
    line = "date,player,net\n2026-01-09,Ann K,1\n2026-01-09,Bo,-1\n"

    assert refused(line, Ann_K="999") == ((2, "Ann K: is this Ann, or somebody new?"),)


def test_two_names_of_one_person_have_one_result_a_day():
    line = "date,player,net\n2026-01-09,Ann K,1\n2026-01-09,Ann,-1\n"

    told = refused(line, Ann_K=number("Ann"))

    assert told == ((3, "Ann and Ann K (row 2) are one person, with two results on Fri 9 Jan 2026."),)


def test_a_merged_name_leads_to_the_person():
    evening = Evening("mike")
    evening.merges("Cy", "Bo")

    posts("date,player,net\n2026-01-09,Ann,1\n2026-01-09,Cy,-1\n")

    assert season() == {"Ann": (1, 100), "Bo": (1, -100)}


def test_nights_that_do_not_sum_to_zero_need_a_reason():
    line = f"{LIST}2026-01-16,Bo,1\n"

    told = refused(line)
    posts(line, reason="a chip too many")

    assert told == ((4, "Fri 16 Jan 2026: the results sum to +1.00, not to zero: give a reason."),)
    assert sum(net for _, net in season().values()) == 100


def test_dates_that_could_be_two_days_are_not_guessed():
    line = "date,player,net\n3/4/2026,Ann,1\n3/4/2026,Bo,-1\n"

    assert "say which" in refused(line)[0][1]
    posts(line, order=Order.MONTH)

    assert Night.objects.get().date == date(2026, 3, 4)


def test_a_house_that_is_not_there_is_told():
    assert "nowhere" in refused(LIST, house="nowhere")[0][1]


def test_what_is_wrong_with_the_sheet_is_told_with_all_else():
    told = refused("date,player,net\n2026-01-09,Ann,x\n2026-01-09,Bo K,-1\n")

    assert [row for row, _ in told] == [2, 3, 3]


def test_what_the_command_refuses_is_told_by_its_row():
    brings(date(2026, 2, 1), starting=True, Ann=100, Bo=-100)

    assert "The starting result of Ann covers all" in refused(LIST)[0][1]


def test_starting_results_come_in_once():
    line = "player,net\nAnn,120\nBo,-120\n"
    assert "say up to which day" in refused(line)[0][1]

    first, again = (posts(line, until=NINTH) for _ in range(2))

    assert ((first.nights, first.known), (again.nights, again.known)) == ((1, 0), (0, 1))
    assert season() == {"Ann": (0, 12000), "Bo": (0, -12000)}
    assert "has a starting result already" in refused("player,net\nAnn,1\nBo,-1\n", until=NINTH)[0][1]


def test_a_starting_result_needs_a_reason_as_well():
    told = refused("player,net\nAnn,120\n", until=NINTH)

    assert told == ((2, "the starting results: the results sum to +120.00, not to zero: give a reason."),)


def test_two_starting_results_of_one_person_are_told():
    told = refused("player,net\nAnn,1\nAnn K,-1\n", until=NINTH, Ann_K=number("Ann"))

    assert told == ((3, "Ann K and Ann (row 2) are one person, with two results."),)


def test_a_plan_says_what_becomes_of_every_day_and_name():
    posts(LIST)

    plan = plan_of(Brings(sheet_of(f"{LIST}2026-01-23,Ann K,1\n2026-01-23,Zoe,-2\n"), "mike"))

    assert [each.state for each in plan.days] == [DayState.KNOWN, DayState.KNOWN, DayState.NEW]
    assert [each.text for each in plan.known] == ["Ann", "BO", "Cyril"]
    assert [(each.text, each.choice) for each in plan.unknown] == [("Ann K", ""), ("Zoe", NEW)]
    assert [each.difference_cents for each in plan.uneven] == [-100]


def test_nothing_is_left_to_say_of_a_sheet_without_questions():
    plan = plan_of(Brings(sheet_of(LIST), "mike"))

    assert (plan.missing, plan.faults) == ([], [])


TWO_GAMES = "Date,Ann,Bo\n2026-01-09,5,-5\n2026-01-09,-3,3\n"


def test_two_games_of_one_date_are_two_nights_and_known_from_then_on():
    first, again = posts(TWO_GAMES), posts(TWO_GAMES)

    assert ((first.nights, first.known), (again.nights, again.known)) == ((2, 0), (0, 2))
    assert season() == {"Ann": (2, 200), "Bo": (2, -200)}
    assert [*faults()] == []


def test_two_games_with_the_same_results_are_two():
    twice = "Date,Ann,Bo\n2026-01-09,5,-5\n2026-01-09,5,-5\n"

    first, again = posts(twice), posts(twice)

    assert ((first.nights, first.known), (again.nights, again.known)) == ((2, 0), (0, 2))
    assert season() == {"Ann": (2, 1000), "Bo": (2, -1000)}


def test_another_game_of_a_date_comes_in_once_it_is_said_that_it_is_one():
    posts("date,player,net\n2026-01-09,Ann,5\n2026-01-09,Bo,-5\n")
    other = "date,player,net\n2026-01-09,Ann,-3\n2026-01-09,Bo,3\n"

    [(_, why)] = refused(other)
    posted = posts(other, beside=True)

    assert "there is a night at" in why
    assert (posted.nights, season()) == (1, {"Ann": (2, 200), "Bo": (2, -200)})


@pytest.mark.usefixtures("in_a_folder_of_its_own")
def test_two_games_of_one_date_are_exported_and_come_in_elsewhere_with_the_same_head():
    with another_machine():
        posts(TWO_GAMES)
        copy, head = exported("--all"), Act.objects.latest("number").head

    comes_in(copy)

    assert copy.count('"beside": true') == 1
    assert (Act.objects.latest("number").head, season()) == (head, {"Ann": (2, 200), "Bo": (2, -200)})


def test_large_amounts_wait_for_their_unit():
    large = "date,player,net\n2026-01-09,Ann,250000\n2026-01-09,Bo,-250000\n"

    [(row, why)] = refused(large)

    assert (row, "cents or whole units" in why) == (2, True)


def test_what_everybody_comes_to_counts_what_is_new():
    posts("date,player,net\n2026-01-16,Ann,1\n2026-01-16,Bo,-1\n")
    text = f"{TWO_GAMES}2026-01-16,1,-1\n"

    assert plan_of(Brings(sheet_of(text), "mike")).totals == [("Ann", 2, 200), ("Bo", 2, -200)]
