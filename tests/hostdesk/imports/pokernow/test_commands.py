"""An online game becomes a night: its acts and their results."""

import json
from datetime import date
from pathlib import Path

import pytest
from django.utils import timezone

from ledger.credit.commands import set_credit
from ledger.models import Bank
from ledger.reports.night_queries import night_report
from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span
from reservations.models import Act, Night
from tests.hostdesk.ledgers import ANN, BO, CY, EVENING, ledger, post, refusal, row
from tests.hostdesk.logs import ANN as ANN_IS_KNOWN
from tests.hostdesk.logs import another_machine, exported, log, posted
from tests.reservations.regulars import add, player, stamp
from tests.running import run
from tests.stories.evening import book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

ANN_LOSES = row("Ann", ANN, "01:00-02:00", 5000, 4000)
BO_WINS = row("Bo", BO, "01:30-", 2000, "", 3000)
GAME = ledger(ANN_LOSES, BO_WINS)
BEARS = "It is nobody's result; --declare-to NAME says who bears it."
SHORT = ledger(ANN_LOSES, row("Bo", BO, "01:30-", 2000, "", 2910))
LONG = ledger(ANN_LOSES, row("Bo", BO, "01:30-", 2000, "", 3090))


def acts(**fields):
    """Return the acts as kind and content, with players by number: 1 is Ann, 2 is Bo."""
    found = Act.objects.filter(**fields).order_by("number").values_list("kind", "content")
    return [(kind, json.loads(content)) for kind, content in found]


def result(night="2026-11-20"):
    return run("night_result", night, "--csv").out.splitlines()[1:]


def cash_out(player, cents):
    return "cash_out", {"player": player, "player_count": cents, "banker_count": cents}


def test_the_acts_of_a_game():
    post(GAME)

    assert acts() == [
        ("player", {"name": "Ann", "regular": True}),
        ("player", {"name": "Bo", "regular": True}),
        ("open", {"house": "dave-2018", "version": 1, "date": "2026-11-20", "banker": 1, "float": 0}),
        ("buy_in", {"player": 1, "amount": 5000, "pay": "cash"}),
        ("buy_in", {"player": 2, "amount": 2000, "pay": "cash"}),
        cash_out(1, 4000),
        cash_out(2, 3000),
        ("count_drawer", {"counted": 0}),
        ("close", {}),
    ]


def test_every_act_carries_the_ruling_and_a_key_of_its_sitting():
    post(GAME)

    first, second = f"pokernow.{ANN}.20261121T010000000000", f"pokernow.{BO}.20261121T013000000000"
    assert set(Act.objects.values_list("ruling", flat=True)) == {"played online"}
    assert list(Act.objects.order_by("number").values_list("key", flat=True)) == [
        f"{first}.player",
        f"{second}.player",
        f"{first}.open",
        f"{first}.in",
        f"{second}.in",
        f"{first}.out",
        f"{second}.out",
        f"{first}.count",
        f"{first}.close",
    ]


def test_every_act_has_the_time_of_its_sitting():
    post(GAME)

    hours = [f"{moment:%H:%M}" for moment in Act.objects.order_by("number").values_list("at", flat=True)]
    assert hours == ["01:00", "01:00", "01:00", "01:00", "01:30", "02:00", "02:00", "02:00", "02:00"]


@pytest.mark.parametrize(("left", "refused"), [("2026-11-28T04:59", []), ("2026-11-28T05:00", ["3"])])
def test_a_table_that_stayed_open_is_posted_up_to_a_week_after_by_the_desks_clock(left, refused):
    """The night is dated 20 November; by the desk's clock the sitting ends at the end of the 27th, or on the 28th."""
    ran = post(GAME.replace("2026-11-21T02:00", left))

    assert [told.split(":")[1] for told in ran.err.splitlines()] == refused
    assert Act.objects.exists() is not bool(refused)


def test_an_evening_of_every_shape_sums_per_player():
    post(EVENING)

    assert result() == [
        "Ann,125.00,50.48,-74.52",
        "Ann (2),20.00,42.00,22.00",
        "Bo,50.00,110.00,60.00",
        "Cy,50.50,43.02,-7.48",
    ]


def test_chips_that_never_came_back_are_declared_missing():
    post(SHORT, "--declare", "exported during a hand")

    assert acts(kind__in=["declare_chips", "float", "count_drawer"]) == [
        ("declare_chips", {"missing": 90, "reason": "exported during a hand"}),
        ("count_drawer", {"counted": 90}),
    ]
    assert result() == ["Ann,50.00,40.00,-10.00", "Bo,20.00,29.10,9.10"]


def test_chips_too_many_are_declared_extra_with_the_cash_they_need():
    post(LONG, "--declare", "a gift of the table")

    assert [kind for kind, _ in acts()][5:] == [
        "declare_chips",
        "float",
        "cash_out",
        "cash_out",
        "count_drawer",
        "close",
    ]
    assert acts(kind__in=["declare_chips", "float", "count_drawer"]) == [
        ("declare_chips", {"extra": 90, "reason": "a gift of the table"}),
        ("float", {"amount": 90}),
        ("count_drawer", {"counted": 0}),
    ]


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (SHORT, f"1: the nets sum to −0.90, less came back than was bought: --declare REASON books it. {BEARS}"),
        (LONG, f"1: the nets sum to 0.90, more came back than was bought: --declare REASON books it. {BEARS}"),
    ],
)
def test_a_difference_needs_a_reason(game, sentence):
    assert post(game) == refusal(sentence)
    assert Act.objects.count() == 0


@pytest.mark.parametrize("game", [GAME, SHORT, LONG])
def test_the_ledger_checks_out(game):
    post(game, "--declare", "for good")

    assert run("ledger_check").out == ""
    assert Bank.objects.exclude(closed=None).count() == 1


def test_a_copy_has_the_same_head():
    with another_machine():
        post(SHORT, "--declare", "exported during a hand")
        copy, head = exported("2026-11-20"), Act.objects.latest("number").head

    posted(copy)

    assert Act.objects.latest("number").head == head


def test_a_sitting_that_bought_nothing():
    nothing, gift = row("Bo", BO, "01:10-02:00", 0, 0), row("Cy", CY, "01:20-02:00", 0, 100)

    post(ledger(row("Ann", ANN, "01:00-01:50", 300, 200), nothing, gift))

    assert result() == ["Ann,3.00,2.00,-1.00", "Bo,0.00,0.00,0.00", "Cy,0.00,1.00,1.00"]
    assert acts(kind="cash_out") == [cash_out(1, 200), cash_out(2, 0), cash_out(3, 100)]


@pytest.mark.parametrize(("options", "day"), [((), date(2026, 11, 20)), (("--date", "2026-11-21"), date(2026, 11, 21))])
def test_the_date_is_that_of_the_first_start_here(options, day):
    post(GAME, *options)

    assert Night.objects.get().date == day


def test_a_game_without_a_start_needs_a_date():
    game = ledger(row("Ann", ANN, "-01:00", 5000, 5000))

    assert post(game) == refusal("1: no row says when it began: give the night's --date.")
    assert post(game, "--date", "2026-11-20").code == 0


def test_a_game_without_any_time_is_played_at_noon():
    post(ledger(row("Ann", ANN, "-", 5000, "", 5000)), "--date", "2026-11-20")

    moments = set(Act.objects.values_list("at", flat=True))
    assert [timezone.localtime(moment).isoformat() for moment in moments] == ["2026-11-20T12:00:00-05:00"]


@pytest.mark.parametrize(
    ("options", "banker"), [((), "Ann"), (("--banker", " bo "), "Bo"), (("--banker", "Zoe"), "Zoe")]
)
def test_the_banker_is_the_first_player_or_somebody_known(options, banker):
    posted(log({**ANN_IS_KNOWN, "name": "Zoe"}))

    post(GAME, *options)

    assert Bank.objects.get().banker.name == banker


def test_a_banker_whom_nobody_knows():
    assert post(GAME, "--banker", "Zoe") == refusal("1: --banker: No player is called Zoe: add them first.")


def test_a_house_without_figures_opens_with_those_of_the_game():
    post(GAME, house="ericn")

    opening = acts(kind="open")[0][1]
    assert {name: opening[name] for name in ("small_blind", "big_blind", "buy_in_min", "buy_in_max")} == {
        "small_blind": 1,
        "big_blind": 1,
        "buy_in_min": 2000,
        "buy_in_max": 5000,
    }


@pytest.mark.parametrize("house", ["dave-2018", "dave-2020", "hybrid", "ericn"])
def test_whatever_the_house_would_refuse_at_the_table(house):
    assert post(EVENING, house=house).code == 0


def test_in_a_house_with_the_book_everything_is_owed():
    game = ledger(row("Ann", ANN, "01:00-", 5000, "", 8000), row("Bo", BO, "01:00-", 5000, "", 2000))

    assert post(game, house="mike").code == 0
    assert book() == {"Ann": "30.00", "Bo": "-30.00"}


def test_somebody_who_wants_no_credit_is_not_written_into_the_book():
    game = ledger(row("Ann", ANN, "01:00-", 5000, "", 8000), row("Bo", BO, "01:00-", 5000, "", 2000))
    add("Bo", regular=True)
    set_credit(stamp=stamp(), player=player("Bo"), refuses=True)

    assert post(game, "--alias", f"{BO}=Bo", house="mike") == refusal(
        "2: Bo wants no credit: they pay in cash, or take that back themselves."
    )


def test_a_house_that_pays_whole_dollars_books_odd_cents():
    game = ledger(row("Ann", ANN, "01:00-02:00", 5050, 5001), row("Bo", BO, "01:00-", 2000, "", 2049))

    assert post(game, house="mike").code == 0
    assert (book(), run("ledger_check").out) == ({"Ann": "-0.49", "Bo": "0.49"}, "")
    assert result() == ["Ann,50.50,50.01,-0.49", "Bo,20.00,20.49,0.49"]


@pytest.mark.parametrize(
    ("stack", "options", "bos"),
    [
        (2049, (), "20.49,0.49"),
        (2059, ("--declare", "a gift"), "20.59,0.59"),
        (1949, ("--declare", "mid-hand"), "19.49,-0.51"),
    ],
)
def test_what_is_settled_leaves_nothing_in_the_book(stack, options, bos):
    game = ledger(row("Ann", ANN, "01:00-02:00", 5050, 5001), row("Bo", BO, "01:00-", 2000, "", stack))

    posted = post(game, "--settled", *options, house="mike")

    assert (posted.code, book(), run("ledger_check").out) == (0, {}, "")
    assert result() == ["Ann,50.50,50.01,-0.49", f"Bo,20.00,{bos}"]


def test_odd_cents_in_the_book_are_copied_with_the_same_head():
    with another_machine():
        post(ledger(row("Ann", ANN, "01:00-02:00", 5050, 5001), row("Bo", BO, "01:00-", 2000, "", 2049)), house="mike")
        copy, head = exported("2026-11-20"), Act.objects.latest("number").head

    posted(copy)

    assert Act.objects.latest("number").head == head


def test_a_house_that_is_not_there():
    assert post(GAME, house="nobody's") == refusal(
        '1: --house: No house and no preset is called "nobody\'s"; presets: dave-2018, dave-2020, ericn, hybrid, mike.'
    )


def test_nobody_is_told_to_stay_longer():
    assert post(GAME, house="ericn").out.splitlines() == [
        "line 2: Bo is new here and is added as a regular.",
        "line 3: Ann is new here and is added as a regular.",
        "posted 9 acts, 0 already known",
    ]


def test_a_game_is_posted_once_and_a_dry_run_posts_nothing():
    dry = post(GAME, "--dry-run")
    assert (dry.code, Act.objects.count()) == (0, 0)

    assert [post(GAME).code, post(GAME).code] == [0, 0]
    assert Act.objects.count() == 9


def test_a_known_sitting_with_other_figures_is_refused_by_its_line():
    post(GAME)

    again = post(ledger(row("Ann", ANN, "01:00-02:00", 5000, 3900), row("Bo", BO, "01:30-", 2000, "", 3100)))

    assert (again.code, Act.objects.count()) == (1, 9)
    assert again.err.count("this sitting is known from the ") == 2
    assert "20.00 bought and 30.00 back; here it is 20.00 bought and 31.00 back." in again.err


BACK_AGAIN = ledger(
    row("Ann", ANN, "01:00-01:02", 100, 0),
    row("Bo", BO, "01:00-02:00", 5000, 9000),
    row("Ann", ANN, "01:12-01:43", 5000, 0),
    row("Cy", CY, "01:30-", 2000, "", 3100),
)
"""Ann sits twice, for 2 and for 31 minutes, and loses 51.00; Cy still has chips at the end, at 02:00."""


def test_hours_are_those_of_all_sittings():
    post(BACK_AGAIN)

    lines = {line.name: (line.minutes, line.hourly_cents) for line in season_report(Span("all", "All nights")).lines}

    assert lines == {"Ann": (33, -9273), "Bo": (60, 4000), "Cy": (30, 2200)}


def test_the_story_goes_by_the_clock():
    post(BACK_AGAIN)

    story = night_report(Night.objects.get()).story

    steps = [(f"{step.at:%H:%M}", step.kind, step.player, step.chips_cents) for step in story.steps]
    assert steps[:-3] == [
        ("20:00", "buy_in", "Bo", 5000),
        ("20:00", "buy_in", "Ann", 5100),
        ("20:02", "cash_out", "Ann", 5100),
        ("20:12", "buy_in", "Ann", 10100),
        ("20:30", "buy_in", "Cy", 12100),
        ("20:43", "cash_out", "Ann", 12100),
    ]
    assert [[(f"{since:%H:%M}", f"{until:%H:%M}") for since, until in lane.spells] for lane in story.lanes()] == [
        [("20:00", "21:00")],
        [("20:00", "20:02"), ("20:12", "20:43")],
        [("20:30", "21:00")],
    ]


def test_of_two_games_of_one_evening_the_first_ends_when_it_was_exported():
    again = ledger(row("Bo", BO, "03:00-04:00", 2000, 1000), row("Ann", ANN, "03:00-", 2000, "", 3000))
    Path("again.csv").write_text(again, encoding="utf-8")
    Path("game.csv").write_text(GAME, encoding="utf-8")

    run("import_pokernow", "game.csv", "again.csv", "--unit", "cents", "--house", "dave-2018")

    outs = Act.objects.filter(kind="cash_out").order_by("number")
    assert [f"{act.at:%H:%M}" for act in outs] == ["02:00", "02:00", "04:00", "04:00"]
    assert {line.name: line.minutes for line in season_report(Span("all", "All nights")).lines} == {
        "Ann": 120,
        "Bo": 90,
    }
