"""The player behind an id and a nickname: given, known, new, or a question for the host."""

import pytest

from hostdesk.imports.pokernow.aliases import Given
from hostdesk.imports.pokernow.casting import KnownPeople, cast
from hostdesk.imports.pokernow.reading import read_ledgers
from hostdesk.imports.ways_in.files import SentFile
from tests.hostdesk.ledgers import ANN, BO, CY, DEE, ledger, row

ANN_AND_BO = {1: "Ann", 2: "Bo"}
PEOPLE = KnownPeople(ANN_AND_BO, {"ann": 1, "bo": 2, "robert": 2})


def known(ids=(), nicknames=()):
    return KnownPeople(
        PEOPLE.names, PEOPLE.numbers, dict(ids), {key: frozenset(who) for key, who in dict(nicknames).items()}
    )


def played(*evenings):
    """Read evenings made of nicknames and ids; all players sit at the table from one to two."""
    files = [
        SentFile(
            f"{day}.csv",
            ledger(*(row(nickname, player, "01:00-02:00", 100, 100) for nickname, player in evening)).encode(),
        )
        for day, evening in enumerate(evenings)
    ]
    return read_ledgers(files, unit_cents=1)


def questions(found):
    return [(each.id, each.by_id, each.by_nickname, each.must) for each in found.doubts]


def test_a_new_id_with_a_remembered_nickname_is_that_person_and_that_is_told():
    found = cast(played([("BO", CY)]), known(nicknames={"bo": [2]}), Given())

    assert (found.names, found.newcomers) == ({CY: "Bo"}, [[]])
    assert found.remarks == [("0.csv", 2, '"BO" has a new id and is taken for Bo, who had this nickname.')]
    assert questions(found) == [(CY, "", ("Bo",), False)]


def test_an_id_of_one_and_a_nickname_of_another_is_asked_about():
    found = cast(played([("Bo", ANN)]), known({ANN: 1}, {"bo": [2]}), Given())

    assert questions(found) == [(ANN, "Ann", ("Bo",), True)]
    assert found.must[0].question == (
        "0.csv",
        2,
        f'"Bo" has an id of Ann and may be Ann or Bo: say who it is with --alias {ANN}=NAME. Nothing is guessed.',
    )


def test_a_nickname_of_two_is_asked_about_unless_the_id_is_of_one_of_them():
    there = known({ANN: 1}, {"sam": [1, 2]})

    assert questions(cast(played([("Sam", CY)]), there, Given())) == [(CY, "", ("Ann", "Bo"), True)]
    assert questions(cast(played([("Sam", ANN)]), there, Given())) == []


def test_a_new_id_with_two_nicknames_of_two_is_asked_about():
    [sittings] = read_ledgers(
        [SentFile("a.csv", ledger(row("Ann", CY, "01:00-02:00", 1, 1), row("Bo", CY, "02:00-", 1, 1)).encode())],
        unit_cents=1,
    )

    found = cast([sittings], known(nicknames={"ann": [1], "bo": [2]}), Given())

    assert found.must[0].question[2].startswith('"Ann" and "Bo" has a new id and may be Ann or Bo')


def test_whoever_sits_there_already_is_asked_about():
    found = cast(played([("Bo", BO), ("Bo", CY)]), known({BO: 2}, {"bo": [2]}), Given())

    assert questions(found) == [(CY, "", ("Bo",), True)]


def test_chips_left_at_the_end_of_one_game_do_not_sit_in_the_next():
    first = ledger(row("Bo", BO, "01:00-", 100, "", 200), row("Cy", CY, "01:00-02:00", 100, 0))
    second = ledger(row("Bo", DEE, "03:00-04:00", 100, 100))
    sittings = [
        each for text in (first, second) for each in read_ledgers([SentFile("a.csv", text.encode())], unit_cents=1)[0]
    ]

    found = cast([sittings], known({BO: 2, CY: 1}, {"bo": [2]}), Given())

    assert questions(found) == [(DEE, "", ("Bo",), False)]


def test_what_one_evening_tells_is_known_on_the_next():
    found = cast(played([("Cy", CY)], [("cy", DEE)], [("Zoe", DEE)]), known(), Given())

    assert found.names == {CY: "Cy", DEE: "Cy"}
    assert [[each.name for each in newcomers] for newcomers in found.newcomers] == [["Cy"], [], []]


def test_an_evening_can_contradict_an_earlier_one_of_the_same_import():
    found = cast(played([("Cy", CY), ("Dee", DEE)], [("Dee", CY)]), known(), Given())

    assert [each[:3] for each in questions(found) if each[3]] == [(CY, "Cy", ("Dee",))]


def test_what_is_given_for_an_id_ends_every_question():
    there = known({ANN: 1}, {"bo": [2]})

    found = cast(played([("Bo", ANN), ("Cy", CY)]), there, Given({ANN: "robert", CY: "Zoe", DEE: "Dee"}))

    assert (found.names, questions(found)) == ({ANN: "Bo", CY: "Zoe"}, [])
    assert [[each.name for each in newcomers] for newcomers in found.newcomers] == [["Zoe"]]


def test_a_nickname_that_is_given_comes_before_a_remembered_one_and_not_before_an_id():
    given = Given({}, {"bo": frozenset(["Ann"])})

    assert cast(played([("Bo", CY)]), known(nicknames={"bo": [2]}), given).names == {CY: "Ann"}
    assert cast(played([("Bo", CY)]), known(nicknames={"bo": [2]}), given).remarks == []
    assert questions(cast(played([("Bo", BO)]), known({BO: 2}), given)) == [(BO, "Bo", ("Ann",), True)]


def test_a_given_nickname_may_be_of_somebody_new():
    found = cast(played([("kiwi", CY)], [("KIWI", DEE)]), known(), Given({}, {"kiwi": frozenset(["Cy"])}))

    assert (found.names, len(found.newcomers[0]), len(found.newcomers[1])) == ({CY: "Cy", DEE: "Cy"}, 1, 0)


def test_other_questions_have_another_digest():
    def asked(*people):
        return cast(played([("Sam", CY)]), known(nicknames={"sam": people}), Given()).digest

    assert len({asked(1), asked(2), asked(1, 2)}) == 3
    assert asked(1) == asked(1)


@pytest.mark.parametrize("nickname", ["", "x" * 41])
def test_a_nickname_that_is_no_name_is_a_fault_only_if_nobody_is_given(nickname):
    assert len(cast(played([(nickname, CY)]), known(), Given()).faults) == 1
    assert cast(played([(nickname, CY)]), known(), Given({CY: "Cy"})).faults == []
