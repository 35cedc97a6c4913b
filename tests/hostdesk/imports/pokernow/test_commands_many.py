"""``import_pokernow`` with many files at once: one transaction, one memory of names, and questions first."""

import json
import zipfile
from datetime import date
from pathlib import Path

import pytest

from hostdesk.imports.pokernow.aliases import Given
from hostdesk.imports.pokernow.commands import QuestionsChanged, post_games, post_plan
from hostdesk.imports.pokernow.plan_queries import plan_import
from hostdesk.imports.pokernow.reading import read_ledgers
from hostdesk.imports.pokernow.rules import ImportWishes
from hostdesk.imports.ways_in.commands import planning
from hostdesk.imports.ways_in.files import FaultyFiles, SentFile
from hostdesk.models import OnlineNickname
from ledger.models import Bank
from reservations.models import Act, Night, Player
from tests.hostdesk.ledgers import ANN, BO, CY, DEE, ledger, post, row
from tests.hostdesk.logs import ANN as ANN_IS_KNOWN
from tests.hostdesk.logs import GIL, log, posted
from tests.running import run
from tests.stories.evening import book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

FIRST = ledger(row("Ann", ANN, "01:00-02:00", 5000, 4000), row("Bo", BO, "01:30-", 2000, "", 3000))
SECOND = ledger(row("Bo", CY, "01:00-02:00", 700, 900), row("Ann", ANN, "01:00-02:00", 700, 500)).replace(
    "11-21", "11-28"
)
SHORT = ledger(row("Ann", ANN, "01:00-02:00", 5000, 4000), row("Bo", BO, "01:30-", 2000, "", 2910))


NO_GUESS = "Nothing is guessed."
NO_GUEST = "a guest: in a house with THE BOOK a regular runs the bank."


def many(*options, house="dave-2018", **files):
    """Write files with those names and contents, and import them in that order."""
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        Path(name).write_bytes(data)
    return run("import_pokernow", *files, "--unit", "cents", "--house", house, *options)


def games(*texts):
    return read_ledgers([SentFile(f"{place}.csv", text.encode()) for place, text in enumerate(texts)], unit_cents=1)


def players():
    return list(Player.objects.values_list("name", flat=True))


def test_many_files_are_posted_by_their_dates_and_counted_together():
    ran = many(b=SECOND, a=FIRST)

    assert ran.out.splitlines() == [
        'b: line 3: "Bo" has a new id and is taken for Bo, who had this nickname.',
        "b: posted 7 acts, 0 already known",
        "a: line 2: Bo is new here and is added as a regular.",
        "a: line 3: Ann is new here and is added as a regular.",
        "a: posted 9 acts, 0 already known",
        "posted 16 acts, 0 already known",
    ]
    opened = Bank.objects.order_by("opened").values_list("night__date", flat=True)
    assert list(opened) == [date(2026, 11, 20), date(2026, 11, 27)]


def test_of_many_files_nothing_is_recorded_if_one_is_wrong():
    ran = many(a=FIRST, b=SECOND.replace(",700,", ",701,"), c="entry,at,order")

    assert (ran.code, [each.partition(" ")[0] for each in ran.err.splitlines()]) == (1, ["b:2:", "b:3:", "c:1:"])
    assert (Act.objects.count(), Player.objects.count()) == (0, 0)


def test_a_zip_is_its_files():
    with zipfile.ZipFile("games.zip", "w") as archive:
        archive.writestr("2026/b.csv", SECOND)
        archive.writestr("a.csv", FIRST)

    ran = run("import_pokernow", "games.zip", "--unit", "cents", "--house", "dave-2018")

    assert (ran.code, ran.out.splitlines()[-1]) == (0, "posted 16 acts, 0 already known")


def test_two_exports_of_one_evening_are_one_night():
    early = ledger(row("Ann", ANN, "01:00-02:00", 5000, 4000), row("Bo", BO, "01:30-", 2000, "", 2910))
    other_table = ledger(row("Cy", CY, "02:30-04:00", 700, 700))

    ran = many(
        early=early,
        other=other_table,
        final=FIRST.replace("01:30:00.000Z,,", "01:30:00.000Z,2026-11-21T03:00:00.000Z,"),
    )

    assert (ran.code, Night.objects.count()) == (0, 1)
    assert run("night_result", "2026-11-20", "--csv").out.splitlines()[1:] == [
        "Ann,50.00,40.00,-10.00",
        "Bo,20.00,30.00,10.00",
        "Cy,7.00,7.00,0.00",
    ]


def test_a_nickname_is_remembered_without_case_once_it_was_posted():
    post(FIRST)

    post(ledger(row("BO", CY, "05:00-06:00", 700, 700)))

    assert players() == ["Ann", "Bo"]
    assert set(OnlineNickname.objects.values_list("key", "nickname", "player__name")) == {
        ("ann", "Ann", "Ann"),
        ("bo", "Bo", "Bo"),
        ("bo", "BO", "Bo"),
    }


def test_a_nickname_is_kept_as_names_are():
    post(
        ledger(row(f"Big {' ' * 60} Ann", ANN, "01:00-02:00", 100, 100), row("x" * 41, BO, "01:00-", 1, "", 1)),
        "--alias",
        f"{BO}=Bo",
    )

    assert list(OnlineNickname.objects.values_list("nickname", flat=True)) == ["Big Ann"]


def test_files_that_were_imported_before_teach_their_nicknames():
    post(FIRST)
    OnlineNickname.objects.all().delete()

    post(FIRST)
    post(FIRST)

    assert OnlineNickname.objects.count() == 2


def test_a_dry_run_remembers_nothing():
    many("--dry-run", a=FIRST, b=SECOND)

    assert OnlineNickname.objects.count() == 0


def test_who_is_asked_about_is_asked_about_before_anything_is_posted():
    post(FIRST)
    other = ledger(row("Ann", BO, "05:00-06:00", 100, 100), row("Bo", ANN, "05:00-06:00", 100, 100))

    ran = many(other=other, fine=SECOND)

    assert ran.err.splitlines() == [
        f'other:2: "Bo" has an id of Ann and may be Ann or Bo: say who it is with --alias {ANN}=NAME. {NO_GUESS}',
        f'other:3: "Ann" has an id of Bo and may be Bo or Ann: say who it is with --alias {BO}=NAME. {NO_GUESS}',
    ]
    assert Night.objects.count() == 1
    answers = ("--alias", f"{ANN}=Ann", "--alias", f"{BO}=Bo", "--alias", f"{CY}=Bo")
    assert many(*answers, other=other, fine=SECOND).code == 0
    assert (sorted(players()), post(other).code) == (["Ann", "Bo"], 0)


def test_aliases_are_read_from_a_file_and_those_by_hand_come_first():
    Path("who.json").write_text(json.dumps({"Anna": [ANN, "somebody else"], "Robert": ["BO"], "Cyrus": [DEE]}))
    game = ledger(*(row(*each, "01:00-02:00", 10, 10) for each in (("Ann", ANN), ("Bo", BO), ("Cy", CY), ("Dee", DEE))))

    ran = post(game, "--aliases", "who.json", "--alias", "CY=Zoe", "--alias", f"{DEE}=Dee")

    assert (ran.code, set(players())) == (0, {"Anna", "Robert", "Zoe", "Dee"})


@pytest.mark.parametrize(
    ("name", "told"),
    [("none.json", "none.json: No such file or directory"), ("bad", "bad:1: this is no JSON that can be read.")],
)
def test_a_file_of_aliases_that_cannot_be_read(name, told):
    Path("bad").write_text("{")

    assert post(FIRST, "--aliases", name).err == f"{told}\n"


def test_a_declared_difference_is_told_with_who_bears_it():
    ran = post(SHORT, "--declare", "mid-hand", house="mike")

    told = "the nets sum to −0.90, declared missing (mid-hand): nobody's result."
    assert f"line 1: {told} Ann, the banker, keeps it in THE BOOK; --declare-to NAME chooses somebody else." in ran.out
    assert book() == {"Ann": "-9.10", "Bo": "9.10"}


def test_whoever_is_to_bear_a_difference_takes_the_bank_over():
    ran = post(SHORT, "--declare", "mid-hand", "--declare-to", "bo", house="mike")

    assert "Bo, who takes the bank over, keeps it." in ran.out.replace("bo, who", "Bo, who")
    assert (book(), Bank.objects.get().banker.name) == ({"Ann": "-10.00", "Bo": "10.00"}, "Bo")
    assert run("ledger_check").out == ""


@pytest.mark.parametrize("bearer", ["Ann", "Bo"])
def test_nobody_takes_the_bank_over_where_nothing_is_missing_or_they_have_it(bearer):
    post(FIRST if bearer == "Bo" else SHORT, "--declare", "mid-hand", "--declare-to", bearer)

    assert Act.objects.filter(kind="hand_over").count() == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--declare", "x", "--declare-to", "Zoe"], "--declare-to: No player is called Zoe: add them first."),
        (["--declare", "x", "--declare-to", "Gil"], f"Gil is {NO_GUEST}"),
    ],
)
def test_somebody_who_cannot_bear_it(options, told):
    posted(log({**ANN_IS_KNOWN, "name": "Ann the host"}, {**GIL, "invited_by": "Ann the host"}))

    assert post(SHORT, *options, house="mike").err == f"game.csv:1: {told}\n"
    assert Night.objects.count() == 0


def test_whoever_bears_a_difference_needs_a_reason():
    told = "CommandError: --declare-to: give the reason, too: --declare REASON.\n"

    assert post(SHORT, "--declare-to", "Bo").err == told


def test_a_date_that_contradicts_what_is_posted_is_refused():
    post(FIRST)

    again = post(FIRST, "--date", "2026-11-21")

    assert again.err == (
        "game.csv:3: this evening is posted on Fri 20 Nov 2026, not on Sat 21 Nov 2026: give --date 2026-11-20.\n"
    )
    assert post(FIRST, "--date", "2026-11-20").code == 0


def test_what_is_new_of_an_evening_goes_to_the_day_it_is_posted_on():
    post(FIRST, "--date", "2026-11-19")
    later = f"{FIRST}\n{row('Cy', CY, '03:00-04:00', 100, 100)}"

    assert post(later).err.startswith("game.csv:3: this evening is posted on Thu 19 Nov 2026, not on Fri 20 Nov 2026")
    assert post(later, "--date", "2026-11-19").out.splitlines()[-1] == "posted 6 acts, 9 already known"


def test_one_date_is_for_one_evening():
    ran = many("--date", "2026-11-20", a=FIRST, b=SECOND)

    sentence = "these files are of several evenings, and --date is for one: leave it out, or bring them in one by one."
    assert ran.err == f"a:1: {sentence}\n"


def test_files_of_one_date_are_one_night():
    many("--date", "2026-11-20", a=FIRST, b=SECOND.replace("11-28T01", "11-21T20").replace("11-28T02", "11-21T21"))

    assert list(Night.objects.values_list("date", flat=True)) == [date(2026, 11, 20)]


def test_answers_are_posted_where_the_questions_are_still_the_same():
    ledgers, wishes = games(FIRST), ImportWishes("dave-2018")
    asked = plan_import(ledgers, wishes).cast.digest

    with planning(to_post=True):
        post_plan(plan_import(ledgers, wishes).answered({ANN: "Anna", BO: "Robert"}), digest=asked)

    assert players() == ["Anna", "Robert"]


def test_answers_to_other_questions_are_not_posted():
    ledgers, wishes = games(FIRST), ImportWishes("dave-2018")
    asked = plan_import(ledgers, wishes).cast.digest
    post(ledger(row("Ann", DEE, "05:00-06:00", 100, 100)))

    with pytest.raises(QuestionsChanged), planning(to_post=True):
        post_plan(plan_import(ledgers, wishes).answered({ANN: "Anna", BO: "Robert"}), digest=asked)

    assert players() == ["Ann"]


def test_what_is_posted_is_told_by_file():
    found = post_games(games(FIRST, SECOND), ImportWishes("dave-2018", Given({CY: "Bo"})))

    assert {file: (each.new, each.known, len(each.remarks)) for file, each in found.items()} == {
        "0.csv": (9, 0, 2),
        "1.csv": (7, 0, 0),
    }


def test_a_night_that_was_taken_back_comes_in_again_corrected():
    post(FIRST, "--alias", f"{BO}=Cy")
    run("undo_night", "2026-11-20", "--reason", "that was Bo")

    ran = post(FIRST, "--alias", f"{BO}=Bo")

    assert (ran.err, ran.out.splitlines()[-1]) == ("", "posted 8 acts, 0 already known")
    opened = Bank.objects.filter(closed__reversed_by=None)
    assert list(opened.values_list("night__date", flat=True)) == [date(2026, 11, 20)]
    assert post(FIRST).out == "posted 0 acts, 10 already known\n"
    assert run("ledger_check").out == ""


def test_a_night_that_was_taken_back_teaches_no_nickname():
    post(FIRST, "--alias", f"{BO}=Cy")
    run("undo_night", "2026-11-20", "--reason", "that was Bo")

    post(ledger(row("Bo", DEE, "05:00-06:00", 700, 700)))

    assert players() == ["Cy", "Ann", "Bo"]


def test_a_house_that_is_not_there_is_told_before_anything_is_read():
    with pytest.raises(FaultyFiles):
        plan_import(games(FIRST), ImportWishes("nobody's"))
