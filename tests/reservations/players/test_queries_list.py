"""A pasted list of names, sorted before anything is recorded."""

import pytest

from hostdesk.people.players.commands import merge_players
from reservations.acts.problems import Malformed
from reservations.players.commands import rename_player
from reservations.players.queries import MOST_NAMES, ListedName, read_names
from tests.reservations.regulars import add, player, stamp

pytestmark = pytest.mark.django_db


def test_names_stand_on_lines_or_between_commas():
    names = read_names("Ann, Bo\n\n Cy  Young ,\r\n")

    assert names.new == [ListedName(1, 1, "Ann"), ListedName(2, 1, "Bo"), ListedName(3, 3, "Cy Young")]
    assert (names.known, names.refused) == ([], [])


def test_a_known_name_is_known_however_it_is_written():
    add("Ann", regular=True)

    names = read_names("ANN\nBo")

    assert (names.known, names.new) == ([ListedName(1, 1, "ANN")], [ListedName(2, 2, "Bo")])


def test_a_name_carried_before_leads_to_who_carries_another_now():
    add("Ann", regular=True)
    add("Bo", regular=True)
    rename_player(stamp=stamp(), player=player("Ann"), name="Anna")
    merge_players(stamp=stamp(), player=player("Bo"), into=player("Anna"))

    assert [entry.remark for entry in read_names("Ann, Bo, Anna").known] == ["now called Anna", "now called Anna", ""]


def test_what_is_no_name_is_refused_with_its_line():
    names = read_names("Ann\nA\x07n\nann")

    assert names.new == [ListedName(1, 1, "Ann")]
    assert [(entry.line, entry.remark) for entry in names.refused] == [
        (2, '"A�n" is not a name: it holds a control character, U+0007.'),
        (3, "Same name as in line 1."),
    ]


def test_more_than_can_go_at_once_is_told():
    with pytest.raises(Malformed, match=r"201 names are too many: at most 200"):
        read_names(",".join(f"Player {number}" for number in range(MOST_NAMES + 1)))
