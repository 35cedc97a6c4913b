"""Players away from the table, the blinds they owe, and the ways in for new players."""

import pytest

from reservations.acts.problems import Impossible, Refused
from reservations.tables.queries import seating_of
from reservations.tables.seats import HandEntryKind, Missed
from tests.played_once import played_once
from tests.reservations.at_tables import Evening
from tests.reservations.friday import a_house, one
from tests.reservations.tables.test_seat_commands import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Seat Ann and Bo at a table."""
    return Evening(a_house(), "Ann", "Bo").seated(["Ann", "Bo"])


def test_somebody_is_away_and_comes_back(evening):
    away = evening.do("set_away", "Bo", away=True, key="the-same-key")
    since = seating_of(evening.night).away

    back = evening.do("set_away", "Bo", away=False)

    assert (away.remark, back.remark) == ("Bo is away.", "Bo is back.")
    assert (since, seating_of(evening.night).away) == ({one("Bo").number: away.fact.at}, {})
    assert evening.do("set_away", "Bo", away=True, key="the-same-key").known


def test_what_is_known_is_not_said_twice(evening):
    refused(Impossible, "Bo is not away.", lambda: evening.do("set_away", "Bo", away=False))
    evening.do("set_away", "Bo", away=True)
    refused(Impossible, "Bo is away already.", lambda: evening.do("set_away", "Bo", away=True))


@pytest.mark.parametrize(
    ("missed", "remark"),
    [
        (Missed(small=True), "Bo has missed the small blind."),
        (Missed(big=True), "Bo has missed the big blind."),
        (Missed(small=True, big=True), "Bo has missed the small and the big blind."),
    ],
)
def test_missed_blinds_are_noted_until_they_are_posted(evening, missed, remark):
    noted = evening.do("note_missed", "Bo", missed=missed, key="the-same-key")
    owed = seating_of(evening.night).missed

    assert evening.do("note_missed", "Bo", missed=missed, key="the-same-key").known
    posted = evening.do("note_missed", "Bo", missed=Missed())

    assert (noted.remark, posted.remark) == (remark, "Bo owes no blind.")
    assert (owed, seating_of(evening.night).missed) == ({one("Bo").number: missed}, {})


@pytest.mark.parametrize(
    ("how", "remark"),
    [
        (HandEntryKind.NOTHING, "Bo comes in without posting."),
        (HandEntryKind.WAITS, "Bo waits for the big blind, or until the button has passed."),
        (HandEntryKind.BUYS, "Bo buys the button."),
        (HandEntryKind.POSTS, "Bo posts to come in."),
    ],
)
def test_how_somebody_comes_in_is_noted(evening, how, remark):
    assert evening.do("note_entry", "Bo", how=how, key="the-same-key").remark == remark
    assert seating_of(evening.night).entries[one("Bo").number].how == how
    assert evening.do("note_entry", "Bo", how=how, key="the-same-key").known


def test_dealt_in_out_of_turn_takes_a_ruling(evening):
    """Ann has the button and the small blind, Bo the big blind; Cy sits down between them."""
    ericn = Evening(a_house("ericn", blinds={"entering": "once the button has passed"}), "Ann", "Bo", "Cy")
    ericn.sit("Ann", 1, 1)
    ericn.sit("Bo", 1, 4)
    ericn.do("place_button", table=1, seat=1)
    ericn.sit("Cy", 1, 2)

    with pytest.raises(Refused) as refused:
        ericn.do("note_entry", "Cy", how=HandEntryKind.NOTHING)
    noted = ericn.do("note_entry", "Cy", how=HandEntryKind.NOTHING, ruling="the table agreed: a short game")

    sentence = "No new player enters on the small blind or the button: whoever sits at seat 2 waits 1 hand."
    outcome = {
        "remark": noted.remark,
        "overruled": [["new players", sentence]],
        "ruling": "the table agreed: a short game",
    }
    assert (refused.value.rules, Evening.outcome(noted.fact)) == ("new players", outcome)


def test_who_has_no_seat_comes_into_no_hand(evening):
    evening.do("stand_up", "Bo")

    refused(Impossible, "Bo has no seat yet.", lambda: evening.do("note_entry", "Bo", how=HandEntryKind.WAITS))
