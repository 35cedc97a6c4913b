"""The players of an online table: by alias, remembered, new, or new with a number."""

import pytest

from reservations.models import Player
from tests.hostdesk.ledgers import ANN, BO, CY, DEE, ROWS, ledger, post, refusal, row
from tests.hostdesk.logs import ANN as ANN_IS_KNOWN
from tests.hostdesk.logs import GIL, log, posted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

BO_PLAYS = row("Bo", BO, "01:00-02:00", 5000, 5000)
ROBERT = {"act": "player", "name": "Robert", "regular": True}
RENAMED = {"act": "player", "name": "Rob", "formerly": "Robert"}
LATER = row("Bobby", BO, "05:00-06:00", 700, 700)


def players():
    return list(Player.objects.values_list("name", flat=True))


def test_new_players_are_regulars_by_their_first_nickname():
    ran = post(ledger(*ROWS))

    assert (ran.code, players()) == (0, ["Ann", "Cy", "Bo", "Ann (2)"])
    assert set(Player.objects.values_list("regular", "invited_by")) == {(True, None)}


def test_new_players_are_told():
    ran = post(ledger(*ROWS))

    hint = f"There is another Ann; if they are the same, use --alias {DEE}=Ann."
    assert ran.out.splitlines()[:-1] == [
        f"line 4: Ann (2) is new here and is added as a regular. {hint}",
        "line 5: Cy is new here and is added as a regular.",
        "line 6: Bo is new here and is added as a regular.",
        "line 8: Ann is new here and is added as a regular.",
    ]


def test_a_nickname_of_somebody_known_is_another_player():
    posted(log(ANN_IS_KNOWN, {**ANN_IS_KNOWN, "name": "ann (2)"}))

    post(ledger(*ROWS))

    assert players() == ["Ann", "ann (2)", "Ann (3)", "Cy", "Bo", "Ann (4)"]


def test_a_long_nickname_makes_room_for_the_number():
    name = "A nickname that is forty characters long"

    post(ledger(row(name, ANN, "01:00-", 1, "", 1), row(name, BO, "01:00-", 1, "", 1)))

    assert players() == [name, "A nickname that is forty characters (2)"]


def test_an_alias_names_somebody_known():
    posted(log(ANN_IS_KNOWN))

    ran = post(ledger(*ROWS), "--alias", f"{ANN}= ANN", "--alias", f"{DEE}=Dee")

    assert (ran.code, players()) == (0, ["Ann", "Dee", "Cy", "Bo"])


def test_an_alias_may_name_a_guest():
    posted(log(ANN_IS_KNOWN, GIL))

    post(ledger(BO_PLAYS), "--alias", f"{BO}=Gil")

    assert players() == ["Ann", "Gil"]


def test_two_ids_with_one_alias_are_one_player():
    post(ledger(*ROWS), "--alias", f"{ANN}=Ann", "--alias", f"{DEE}=Ann")

    assert players() == ["Ann", "Cy", "Bo"]


def test_an_alias_is_taken_before_any_nickname():
    post(ledger(*ROWS), "--alias", f"{DEE}=Cy")

    assert players() == ["Cy", "Ann", "Cy (2)", "Bo"]


def test_an_id_is_remembered_whatever_its_nickname():
    post(ledger(BO_PLAYS))

    ran = post(ledger(LATER))

    assert (ran.out, players()) == ("posted 5 acts, 0 already known\n", ["Bo"])


def test_an_alias_is_remembered():
    post(ledger(BO_PLAYS), "--alias", f"{BO}=Robert")

    post(ledger(LATER))

    assert players() == ["Robert"]


def test_an_id_is_remembered_for_whom_its_player_has_turned_out_to_be():
    post(ledger(BO_PLAYS))
    posted(log(ROBERT, {"act": "merge", "player": "Bo", "into": "Robert"}, RENAMED))

    ran = post(ledger(LATER), "--alias", f"{BO}=ROBERT")

    assert (ran.out, players()) == ("posted 5 acts, 0 already known\n", ["Bo", "Rob"])
    assert post(ledger(LATER)).out == "posted 0 acts, 5 already known\n"


def test_an_alias_that_is_another_name_of_the_same_person_changes_nothing():
    post(ledger(BO_PLAYS))
    posted(log(ROBERT, {"act": "merge", "player": "Bo", "into": "Robert"}, RENAMED))

    ran = post(ledger(BO_PLAYS), "--alias", f"{BO}=Robert")

    assert ran.out == "posted 0 acts, 6 already known\n"


def test_a_nickname_that_somebody_carried_before_is_another_player():
    posted(log(ROBERT, RENAMED))

    post(ledger(row("Robert", BO, "01:00-02:00", 5000, 5000)))

    assert players() == ["Rob", "Robert (2)"]


def test_an_id_is_not_remembered_for_another_in_capitals():
    post(ledger(BO_PLAYS))

    post(ledger(LATER.replace(BO, BO.upper())))

    assert players() == ["Bo", "Bobby"]


def test_a_given_alias_comes_before_what_is_remembered():
    post(ledger(BO_PLAYS))

    ran = post(ledger(BO_PLAYS, LATER), "--alias", f"{BO}=Robert")

    assert ran.out.splitlines()[:2] == [
        "line 3: this sitting is recorded for Bo and stays theirs, whatever --alias says.",
        "line 2: Robert is new here and is added as a regular.",
    ]


@pytest.mark.parametrize(
    ("nickname", "reason"),
    [
        ("", '"" is not a name: there is nothing to read in it.'),
        ("Bo\u200bo", '"Bo�o" is not a name: it holds an invisible formatting character, U+200B.'),
        ("x" * 41, f'"{"x" * 24}…" is not a name: it is longer than 40 characters.'),
    ],
)
def test_a_nickname_that_is_no_name_needs_an_alias(nickname, reason):
    game = ledger(row("Ann", ANN, "01:00-", 1, "", 1), row(nickname, CY, "01:00-", 1, "", 1))

    assert post(game) == refusal(f"2: player_nickname: {reason} Use --alias {CY}=NAME.")
    assert post(game, "--alias", f"{CY}=Cy").code == 0


def test_every_alias_that_is_wrong_is_told():
    ran = post(ledger(BO_PLAYS), "--alias", "nobody=Bo", "--alias", f"{BO}= ")

    assert ran == refusal(
        "1: --alias nobody: no row has this id.", f'1: --alias {BO}: " " is not a name: there is nothing to read in it.'
    )
