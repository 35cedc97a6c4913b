"""``import_pokernow`` as a host runs it: its output, skipped rows, refusals, and records."""

from datetime import date

import pytest

from reservations.models import Act, House, Night, Player
from tests.hostdesk.ledgers import ANN, BO, EVENING, HEADER, ROWS, ledger, post, refusal, row
from tests.running import Ran, run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

ANN_PLAYS = row("Ann", ANN, "01:00-02:00", 5000, 4000)
BO_PLAYS = row("Bo", BO, "01:30-02:00", 2000, 3000)
GAME = ledger(ANN_PLAYS, BO_PLAYS)
NEXT_DAY = [row.replace("2026-11-21", "2026-11-22") for row in (ANN_PLAYS, BO_PLAYS)]


def results():
    """Return the lines of every night's result."""
    return [
        run("night_result", night, "--csv").out.splitlines()[1:] for night in Night.objects.values_list("pk", flat=True)
    ]


def test_a_game_is_posted_and_told():
    ran = post(GAME)

    assert ran.out.splitlines()[-1] == "posted 9 acts, 0 already known"
    assert results() == [["Ann,50.00,40.00,-10.00", "Bo,20.00,30.00,10.00"]]


@pytest.mark.parametrize("game", [GAME, EVENING, ledger(*ROWS[::-1])])
def test_the_same_file_again_posts_nothing(game):
    first = post(game).out.splitlines()[-1]

    again = post(game)

    assert again == Ran(0, f"posted 0 acts, {first.split()[1]} already known\n")


def test_a_declared_file_again_posts_nothing():
    short = ledger(ANN_PLAYS)
    post(short, "--declare", "Bo went home")

    assert post(short).out == "posted 0 acts, 7 already known\n"


def test_whole_units():
    post(ledger(row("Ann", ANN, "01:00-02:00", 200, 100), row("Bo", BO, "01:00-", 100, "", 200)), unit="whole")

    assert results() == [["Ann,200.00,100.00,-100.00", "Bo,100.00,200.00,100.00"]]


def test_a_dry_run_keeps_nothing():
    ran = post(GAME, "--dry-run")

    assert ran.out.splitlines()[-1] == "would post 9 acts, 0 already known"
    assert (Act.objects.count(), Player.objects.count(), House.objects.count()) == (0, 0, 0)


def test_the_next_evening_at_the_same_table_is_a_night_of_its_own():
    post(GAME)

    ran = post(ledger(ANN_PLAYS, BO_PLAYS, *NEXT_DAY))

    assert ran.out == "posted 7 acts, 9 already known\n"
    assert list(Night.objects.values_list("date", flat=True)) == [date(2026, 11, 20), date(2026, 11, 21)]
    assert results() == [["Ann,50.00,40.00,-10.00", "Bo,20.00,30.00,10.00"]] * 2


def test_a_sitting_that_has_ended_since_is_the_same():
    post(ledger(ANN_PLAYS, row("Bo", BO, "01:30-", 2000, "", 3000)))

    assert post(GAME).out == "posted 0 acts, 9 already known\n"


def test_a_known_row_with_other_figures_names_its_night():
    post(ledger(row("Ann", ANN, "01:00-", 5000, "", 4500), row("Bo", BO, "01:30-", 2000, "", 2500)))

    assert post(GAME) == refusal(
        "2: this sitting is known from the night of Fri 20 Nov 2026 (act 5) with 20.00 bought and 25.00 back; "
        "here it is 20.00 bought and 30.00 back. If the file is right, take that night back first.",
        "3: this sitting is known from the night of Fri 20 Nov 2026 (act 4) with 50.00 bought and 45.00 back; "
        "here it is 50.00 bought and 40.00 back. If the file is right, take that night back first.",
    )


@pytest.mark.parametrize(("bought", "back"), [(0, 3000), (2000, 0)])
def test_a_known_row_that_had_nothing_on_one_side(bought, back):
    before = ledger(ANN_PLAYS, row("Bo", BO, "01:30-02:00", bought, back))
    post(before, "--declare", "why not")

    ran = post(GAME)

    assert ran.err.startswith("game.csv:2: this sitting is known from the night of Fri 20 Nov 2026 (act ")
    assert Night.objects.count() == 1


def test_the_wrong_unit_is_found_out():
    post(GAME)

    assert post(GAME, unit="whole").code == 1
    assert Night.objects.count() == 1


def test_every_fault_has_its_line_and_nothing_is_recorded():
    ran = post(f"{HEADER}\n{ANN_PLAYS}1\n{BO_PLAYS}\nx")

    assert ran == refusal(
        "2: what came back less the buy-in is -1000, but net says -10001.", "4: this row has 1 cells, the header 8."
    )
    assert Act.objects.count() == 0


def test_a_log_of_hands_is_refused_by_name():
    assert post("entry,at,order\nx,y,1") == refusal(
        "1: this is PokerNow's log of the hands (entry,at,order): export the ledger instead."
    )


def test_an_id_may_begin_with_a_hyphen_after_alias():
    ran = post(GAME, "--alias", f"{BO}=-Bo-", "--alias", f"{ANN}=Ann=Anna")

    assert ran.code == 0
    assert list(Player.objects.values_list("name", flat=True)) == ["Ann=Anna", "-Bo-"]


def test_options_may_be_given_by_name():
    post(GAME)

    ran = run("import_pokernow", "game.csv", unit="cents", house="dave-2018", alias=[f"{BO}=Bo"], date="2026-11-20")

    assert ran.out == "posted 0 acts, 9 already known\n"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--date", "yesterday"], "--date: 'yesterday' is no date as in 2026-11-20."),
        (["--declare", " "], '--declare: " " cannot be kept: something has to be written here.'),
        (["--alias", BO], f"--alias {BO}: write ID=NAME, and each id once."),
        (["--alias", f"{BO}=Bo", "--alias", f"{BO}=Cy"], f"--alias {BO}=Cy: write ID=NAME, and each id once."),
        (["--alias"], "Error: argument --alias: expected one argument"),
    ],
)
def test_an_option_that_cannot_be_read(options, sentence):
    assert post(GAME, *options) == Ran(1, "", f"CommandError: {sentence}\n")


def test_a_file_that_is_not_there():
    ran = run("import_pokernow", "none.csv", "--unit", "cents", "--house", "dave-2018")

    assert ran == Ran(1, "", "none.csv: No such file or directory\n")
