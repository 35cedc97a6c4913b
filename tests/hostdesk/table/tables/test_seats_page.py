"""How a new player comes into the hand, and a player who was away back into it, in the words of each house."""

import pytest

from hostdesk.table.tables.seats_page import entry_of, seat_context
from reservations.tables.seats import HandEntryKind, SmallBlind
from tests.hostdesk.seated import Tables
from tests.reservations.friday import a_house

pytestmark = [pytest.mark.further, pytest.mark.django_db]

ERICN = {"small_blind": "0.10", "big_blind": "0.20", "buy_in_min": "10.00", "buy_in_max": "20.00"}


def table(house="dave-2018", **figures):
    """Return a table with Ann, Bo and Cy at seats 1, 2 and 3; it is eight o'clock."""
    friday = Tables(house, **figures).play("Ann", "Bo", "Cy")
    friday.seat_all()
    return friday


def entry(friday, name):
    return entry_of(friday.map(), friday.number(name))


def ways(friday, name):
    return [label for _, label in entry(friday, name).options]


def test_who_has_no_seat_enters_nowhere():
    friday = table().come("Di")

    assert entry(friday, "Di") is None


@pytest.mark.parametrize(("house", "figures"), [("dave-2018", {}), ("ericn", ERICN)])
def test_the_button_is_asked_for_where_the_house_minds_it(house, figures):
    friday = table(house, **figures)

    assert (entry(friday, "Bo").asks_button, ways(friday, "Bo")) == (1, ["Dealt in", "Waits"])


def test_a_house_that_does_not_mind_asks_nothing():
    friday = table("mike")

    assert (entry(friday, "Bo").asks_button, ways(friday, "Bo")) == (None, ["Dealt in"])


def test_between_button_and_small_blind_the_button_is_bought():
    friday = table()
    friday.sit("Cy", 1, 5)
    friday.button(1)
    friday.play("Di").sit("Di", 1, 3)

    assert ways(friday, "Di") == ["Buys the button", "Waits", "Dealt in"]


def test_a_player_who_returns_between_button_and_small_blind_buys_the_button_too():
    """Ann, Bo and Cy play on while Di, at seat 4, is away and misses both blinds; the button comes to Bo next."""
    friday = table(small_blind="0.50", big_blind="1.00")
    friday.sit("Cy", 1, 5)
    friday.play("Di").sit("Di", 1, 4)
    friday.do("set_away", "Di", away=True)
    friday.missed("Di", small=True, big=True)
    friday.do("set_away", "Di", away=False)
    asked = entry(friday, "Di")
    friday.do("set_away", "Di", away=True)
    friday.button(1)
    friday.do("set_away", "Di", away=False)

    assert (asked.asks_button, [label for _, label in asked.options]) == (1, ["Posted", "Waits"])
    assert (entry(friday, "Di").is_new, ways(friday, "Di")) == (True, ["Buys the button", "Waits", "Dealt in"])
    assert "buying the button, $1.00 live and $0.50 dead." in entry(friday, "Di").words
    assert entry(friday, "Di").words.endswith("pays the big blind ($1.00) or a straddle ($2.00).")


def test_elsewhere_a_player_who_returns_posts_or_waits_and_then_owes_nothing():
    friday = table()
    friday.missed("Bo", big=True)
    friday.button(2)
    asked = ways(friday, "Bo")
    friday.do("note_entry", "Bo", how=HandEntryKind.WAITS)
    waits = friday.map().seating.missed
    friday.do("note_entry", "Bo", how=HandEntryKind.POSTS)

    assert (asked, len(waits), friday.map().seating.missed) == (["Posted", "Waits"], 1, {})


@pytest.mark.parametrize(
    ("entering", "button", "labels"),
    [
        ("anywhere", None, ["Posted", "Waits"]),
        ("once the button has passed", 2, ["Posted", "Waits"]),
        ("once the button has passed", 1, ["Waits", "Dealt in"]),
    ],
)
def test_what_is_owed_is_posted_wherever_players_come_in(entering, button, labels):
    """Di returns at seat 4, with the blinds at seats 2 and 5, or at 5 and 1."""
    a_house(blinds={"entering": entering, "missed": "posted"})
    friday = table("friday")
    friday.sit("Cy", 1, 5)
    friday.play("Di").sit("Di", 1, 4)
    friday.do("set_away", "Di", away=True)
    friday.missed("Di", big=True)
    if button:
        friday.button(button)

    assert ways(friday, "Di") == labels


def test_elsewhere_nobody_posts():
    friday = table()
    friday.button(1)
    friday.play("Di").sit("Di", 1, 7)

    assert (entry(friday, "Di").words, ways(friday, "Di")) == (
        "Need not post: dealt in at the next hand.",
        ["Dealt in"],
    )


def test_until_the_button_has_passed_somebody_new_waits():
    friday = table("ericn", **ERICN)
    friday.sit("Cy", 1, 5)
    friday.button(1)
    friday.play("Di").sit("Di", 1, 3)

    assert (entry(friday, "Di").words.partition(":")[0], ways(friday, "Di")) == ("Waits 1 hand", ["Waits", "Dealt in"])


def test_who_takes_the_seat_that_the_big_blind_left_waits_for_two_hands():
    friday = table("ericn", **ERICN)
    friday.play("Di").sit("Di", 1, 4)
    friday.button(1)
    friday.it_is("20:01")
    friday.cash_out("Cy", "20.00")
    friday.play("Eve").sit("Eve", 1, 3)

    assert (entry(friday, "Eve").words.partition(":")[0], ways(friday, "Eve")) == (
        "Waits 2 hands",
        ["Waits", "Dealt in"],
    )


def test_somebody_new_who_was_at_the_blinds_already_is_not_who_has_them():
    """Di came between Bo and Cy before the button was noted: Bo and Cy have the blinds, not Bo and Di."""
    friday = table()
    friday.sit("Cy", 1, 5)
    friday.play("Di").sit("Di", 1, 3)
    friday.button(1)

    assert ways(friday, "Di") == ["Buys the button", "Waits", "Dealt in"]


def test_next_to_a_dead_small_blind_the_button_is_bought():
    """Bo had the big blind and left: the small blind is dead at seat 2, Cy has the big one at seat 5."""
    friday = table()
    friday.sit("Cy", 1, 5)
    friday.cash_out("Bo", "20.00", round_played=True)
    friday.button(1, small=SmallBlind.DEAD)
    friday.play("Di", "Eve")
    friday.sit("Di", 1, 4)
    friday.sit("Eve", 1, 2)

    assert ways(friday, "Di") == ["Buys the button", "Waits", "Dealt in"]
    assert ways(friday, "Eve") == ["Dealt in"]


def test_who_has_no_chips_yet_buys_some_first():
    friday = table()
    friday.button(1)
    friday.come("Di").sit("Di", 1, 7)

    assert entry(friday, "Di").words == ("Buys chips first. Need not post: dealt in at the next hand.")


def test_who_cashed_out_and_comes_back_is_new_once_more():
    friday = table()
    friday.button(1)
    friday.it_is("21:00")
    friday.cash_out("Bo", "20.00", round_played=True)
    friday.it_is("21:30")
    friday.buy_in("Bo", "20.00", stack="0.00")

    assert [entry(friday, name).is_new for name in ("Bo", "Cy")] == [True, False]


def test_elsewhere_nobody_waits():
    friday = table("ericn", **ERICN)
    friday.button(1)
    friday.play("Di").sit("Di", 1, 7)

    assert ways(friday, "Di") == ["Dealt in", "Waits"]


def test_the_button_is_good_for_a_few_minutes():
    friday = table()
    friday.button(1)
    friday.it_is("20:06")

    assert entry(friday, "Bo").asks_button == 1


def test_who_sits_down_during_the_game_is_new_for_a_while():
    friday = table()
    friday.button(1)
    friday.it_is("20:01")
    friday.come("Di")
    friday.sit("Di", 1, 7)
    asked = [entry(friday, name).is_new for name in ("Bo", "Di")]
    friday.it_is("20:22")

    assert (asked, entry(friday, "Di").is_new) == ([False, True], False)


def test_without_a_button_it_is_a_game_some_minutes_after_the_first_seats():
    friday = table()
    friday.come("Di", "Eve")
    friday.sit("Di", 1, 7)
    friday.it_is("20:15")
    friday.sit("Eve", 1, 8)

    assert [entry(friday, name).is_new for name in ("Ann", "Di", "Eve")] == [False, False, True]


def test_what_was_noted_is_told_and_ends_with_the_deal():
    friday = table()
    friday.do("note_entry", "Bo", how=HandEntryKind.WAITS)
    waits = entry(friday, "Bo")
    friday.do("note_entry", "Bo", how=HandEntryKind.NOTHING)

    assert (waits.words, waits.is_new) == ("Noted: waits.", True)
    assert [*waits.options] == [(HandEntryKind.NOTHING, "Has waited: dealt in")]
    assert (entry(friday, "Bo").words == waits.words, entry(friday, "Bo").is_new) == (False, False)


@pytest.mark.parametrize(
    ("missed", "words"),
    [
        ({}, "Owes no blinds to come back."),
        ({"big": True}, "To come back: post $0.50 live, or wait and pay the big blind ($0.50) or a straddle ($1.00)."),
        (
            {"small": True, "big": True},
            (
                "To come back: post $0.50 live and $0.25 dead, or wait and pay the big blind ($0.50) or a straddle "
                "($1.00)."
            ),
        ),
    ],
)
def test_what_is_owed_to_come_back(missed, words):
    friday = table()
    friday.missed("Bo", **missed)

    assert seat_context(friday.map(), friday.number("Bo"))["coming_back"] == words


@pytest.mark.parametrize(
    ("house", "figures", "words"),
    [
        ("ericn", ERICN, "The blinds of absent players are posted for them: they owe none."),
        ("mike", {}, "Owes no blinds to come back."),
    ],
)
def test_a_house_where_nothing_is_owed(house, figures, words):
    friday = table(house, **figures)
    friday.missed("Bo", big=True)

    assert seat_context(friday.map(), friday.number("Bo"))["coming_back"] == words
