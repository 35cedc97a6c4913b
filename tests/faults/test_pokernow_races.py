"""Two imports of ledgers at the same time: each sitting is posted once, and no person becomes two players."""

import json

import pytest

from hostdesk.imports.pokernow.commands import QuestionsChanged, post_games, post_plan
from hostdesk.imports.pokernow.plan_queries import plan_import
from hostdesk.imports.pokernow.reading import read_ledgers
from hostdesk.imports.pokernow.rules import ImportWishes
from hostdesk.imports.ways_in.commands import planning, take_back_import
from hostdesk.imports.ways_in.files import SentFile
from hostdesk.models import OnlineNickname
from reservations.models import Act, Night, Player
from tests.faults.racing import at_once, faults, stamp, told
from tests.hostdesk.ledgers import ANN, BO, ledger, row
from tests.running import run

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

WISHES = ImportWishes("dave-2018")
GAME = ledger(row("Ann", ANN, "01:00-02:00", 5000, 4000), row("Bo", BO, "01:30-", 2000, "", 3000))


def games(text):
    return read_ledgers([SentFile("game.csv", text.encode())], unit_cents=1)


def importing(text):
    return lambda: sum(each.new for each in post_games(games(text), WISHES).values())


def test_one_file_imported_by_two_is_one_night():
    outcomes = at_once(*[importing(GAME)] * 3)

    assert sorted(map(str, outcomes)) == ["0", "0", "9"]
    assert (Night.objects.count(), Player.objects.count(), OnlineNickname.objects.count()) == (1, 2, 2)


def test_two_evenings_of_one_group_imported_by_two_have_the_same_players():
    outcomes = at_once(importing(GAME), importing(GAME.replace("11-21", "11-28")))

    assert sorted(map(str, outcomes)) == ["7", "9"]
    assert (Night.objects.count(), Player.objects.count()) == (2, 2)


def test_of_two_who_answer_the_same_question_otherwise_one_is_asked_anew():
    asked = plan_import(games(GAME), WISHES).cast.digest

    def answering(name):
        def answer():
            with planning(to_post=True):
                plan = plan_import(games(GAME), WISHES).answered({ANN: name, BO: "Bo"})
                posted = post_plan(plan, digest=asked)
            return sum(each.new for each in posted.values())

        return answer

    outcomes = at_once(answering("Ann"), answering("Anna"))

    assert [type(each) for each in outcomes if not isinstance(each, int)] == [QuestionsChanged]
    assert Player.objects.count() == 2


def test_of_two_who_answer_otherwise_whether_it_is_settled_one_posts_all_of_it():
    book, paid = ImportWishes("mike"), ImportWishes("mike", settled=True)

    outcomes = at_once(*(lambda wishes=each: post_games(games(GAME), wishes)["game.csv"].new for each in (book, paid)))

    assert sorted(map(str, outcomes)) == ["0", "9"]
    pays = [json.loads(act.content)["pay"] for act in Act.objects.filter(kind="buy_in")]
    assert pays in (["book", "book"], ["cash", "cash"])
    assert run("ledger_check").out == ""


def test_an_import_that_two_take_back_beside_one_that_brings_more_in():
    post_games(games(GAME) + games(GAME.replace("11-21", "11-14")), ImportWishes("mike"))
    first = Night.objects.earliest("pk")
    back = [lambda key=key: take_back_import(stamp=stamp(key), batch=first, reason="a slip") for key in "ab"]

    outcomes = at_once(*back, importing(GAME.replace("11-21", "11-28")))

    assert sorted(told([each for each in outcomes if not isinstance(each, int)])) == ["known", "new"]
    assert Act.objects.filter(kind="reverse", reverses__kind="close").count() == 2
    assert faults() == []
