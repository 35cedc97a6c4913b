"""The formats in which groups keep their lists of aliases."""

import json

import pytest

from hostdesk.imports.pokernow.aliases import BIGGEST_FILE, Given, given_by_hand, is_name, nickname_key, read_aliases
from reservations.acts.problems import Faulty

ANN_AND_BO = {"AnnsId": "Ann", "Annie": "Ann", "BosId": "Bo"}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(ANN_AND_BO),
        json.dumps({"Ann": ["AnnsId", "Annie"], "Bo": ["BosId"]}),
        json.dumps({"Ann": {"ids": ["AnnsId"], "nicknames": ["Annie"], "since": 2020}, "Bo": {"ids": ["BosId", 7]}}),
        json.dumps([{"name": "Ann", "ids": ["AnnsId", "Annie"]}, {"player": "Bo", "played": {"ids": ["BosId"]}}]),
        "AnnsId,Ann\nAnnie,Ann\nBosId,Bo",
        "AnnsId;Ann\r\nAnnie; Ann\r\nBosId;Bo\r\n",
        "Player\tID\tNickname\nAnn\tAnnsId\tAnnie\nBo\tBosId\t\n",
        "\ufeffid,nickname,name\nAnnsId,Annie,Ann\nBosId,,Bo",
    ],
    ids=range(8),
)
def test_a_file_of_aliases(text):
    given = read_aliases(text.encode())

    assert given.ids == ANN_AND_BO
    assert given.nicknames == {nickname_key(alias): {name} for alias, name in ANN_AND_BO.items()}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [(1, "the file is empty.")]),
        ("{}", [(1, "there is nobody in this file.")]),
        ('{"a":\n', [(2, "this is no JSON that can be read.")]),
        ("[" * 100_000, [(1, "this is no JSON that can be read.")]),
        ('["Ann"]', [(1, "each entry of the list is an object with the name of a player.")]),
        ("x\nAnn", [(1, "a row has an alias and a player; for more, one of the headings is player.")]),
        ('x,"Ann', [(1, "the quotes of this row do not fit together (unexpected end of data).")]),
        ('x,Ann\n"y,Bo', [(2, "the quotes of this row do not fit together (unexpected end of data).")]),
        ("id,name\nx", [(2, '"" is not a name: there is nothing to read in it.')]),
        (
            "x,Ann\ny,\u200b\nx,Bo",
            [
                (2, '"�" is not a name: it holds an invisible formatting character, U+200B.'),
                (3, '"x" is Ann and Bo: each is one player.'),
            ],
        ),
        ("x" * (BIGGEST_FILE + 1), [(1, "the file is larger than 1,000,000 bytes.")]),
    ],
    ids=range(11),
)
def test_a_file_that_cannot_be_read(text, faults):
    with pytest.raises(Faulty) as faulty:
        read_aliases(text.encode())

    assert list(faulty.value.faults) == faults


def test_nicknames_are_compared_without_case_and_with_single_spaces():
    assert nickname_key(" BIG  Ann ") == nickname_key("big ann")


def test_two_writings_of_one_nickname_may_be_two_people():
    assert read_aliases(b"ann,Ann\nANN,Bo").nicknames == {"ann": {"Ann", "Bo"}}


def test_aliases_by_hand_are_ids_else_nicknames_and_come_first():
    given = Given({"AnnsId": "Bo"}, {"cy": frozenset(["Bo"])})

    found = given_by_hand(given, {"AnnsId": "Ann", "CY": "Cy"}, {"AnnsId"}, {"Cy"})

    assert found == Given({"AnnsId": "Ann"}, {"cy": frozenset(["Cy"])})
    assert found.followed_by({"AnnsId": "Dee"}).ids == {"AnnsId": "Dee"}


def test_every_alias_by_hand_that_is_wrong_is_told():
    with pytest.raises(Faulty) as faulty:
        given_by_hand(Given(), {"nobody": "Ann", "AnnsId": " "}, {"AnnsId"}, {"Cy"})

    assert [sentence.partition(" is ")[0] for _, sentence in faulty.value.faults] == [
        "--alias nobody: no row has this id.",
        '--alias AnnsId: " "',
    ]


@pytest.mark.parametrize(("nickname", "told"), [("Ann", True), ("", False), ("x" * 41, False)])
def test_what_is_no_name_is_not_remembered(nickname, told):
    assert is_name(nickname) == told
