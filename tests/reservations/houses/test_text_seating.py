"""The seating terms in sentences: every term in all its forms."""

from dataclasses import replace

import pytest

from reservations.houses.seating_terms import (
    TERMS,
    Entering,
    MissedBlinds,
    OddChips,
    SeatingTerms,
    ShortRaise,
    Straddles,
)
from reservations.houses.text import seating_statement

PLAIN = SeatingTerms()
SAYS = {term.key: term.says for term in TERMS}
NOT_THERE = "A player who is not there on their turn has a dead hand."
DRAWN_AGAIN = "If cards are drawn, the highest wins; equal ranks draw again."
OWN = (
    "At most 11 sit at one table. First come, first served.",
    "With 12 the game goes on at two tables: volunteers move, then those who are drawn. The banker stays.",
    "New players then go to the table with fewer players.",
    (
        "When one table has two more than the other, one player moves: a volunteer, or else the player with the big "
        "blind next, to a seat that it reaches as late or later."
    ),
    "Players may ask for the other table and move once it keeps the tables even.",
    "With 10 or fewer left, two tables become one, and the button is drawn anew.",
    DRAWN_AGAIN,
    "The button is dead: no blind is skipped, and the button may come to an empty seat.",
    "A new player is dealt in at once, wherever they sit, and need not post.",
    "A player who missed a blind while away owes nothing for it.",
    f"Players who are away are not dealt in. {NOT_THERE}",
)


def said(**terms):
    """Return the sentences that these terms add to those of a house without terms of its own."""
    return tuple(sentence for sentence in seating_statement(replace(PLAIN, **terms)).values() if sentence not in OWN)


def test_a_house_that_says_nothing_says_what_the_desk_does():
    assert tuple(seating_statement(PLAIN).values()) == OWN


def test_a_house_without_blinds_hears_nothing_of_them():
    assert tuple(seating_statement(PLAIN, blinds=False).values()) == (
        *OWN[:3],
        (
            "When one table has two more than the other, one player moves: a volunteer, or else the next one round "
            "from the button."
        ),
        *OWN[4:7],
        OWN[-1],
    )


def test_the_numbers_are_those_of_the_house():
    assert said(most=6, split_at=8, merge_at=5) == (
        "At most 6 sit at one table. First come, first served.",
        "With 8 the game goes on at two tables: volunteers move, then those who are drawn. The banker stays.",
        "With 5 or fewer left, two tables become one, and the button is drawn anew.",
    )


def test_suits_that_rank_are_told_from_the_top():
    assert said(suits_rank=True) == (
        "If cards are drawn, the highest wins; equal ranks go by suit: spades, hearts, diamonds, clubs.",
    )


@pytest.mark.parametrize(
    ("entering", "sentence"),
    [
        (
            Entering.BUYING,
            (
                "A new player need not post. Between the button and the small blind a new or returning player "
                "comes in only by buying the button: they pay both blinds, the small one dead, for the two players "
                "after them, and have the button next hand."
            ),
        ),
        (
            Entering.PASSED,
            "A new player need not post. On the small blind or on the button they wait until the button has passed.",
        ),
    ],
)
def test_how_somebody_new_comes_in(entering, sentence):
    assert said(entering=entering) == (sentence,)


def test_missed_blinds_that_are_posted_end_the_dealing():
    assert said(missed=MissedBlinds.POSTED) == (
        (
            "A player who missed a blind while away is dealt in again once they have posted one of each kind they "
            "missed, the small one dead, or when they pay the big blind or a straddle."
        ),
        f"Players who are away are dealt in until they miss a blind. {NOT_THERE}",
    )


def test_blinds_that_are_put_in_are_not_missed():
    assert said(missed=MissedBlinds.PUT_IN, away_dealt_in=True) == (
        "The blinds of players who are away are put in for them, so none is missed.",
        f"Players who are away are dealt in. {NOT_THERE}",
    )


def test_being_dealt_in_may_have_to_be_asked_for():
    assert said(asks_ahead=True) == (
        f"Players who are away are dealt in only if they asked for it before. {NOT_THERE}",
    )


@pytest.mark.parametrize("straddles", [each for each in Straddles if each is not Straddles.UNSAID])
def test_straddles_are_told_where_the_house_has_blinds(straddles):
    terms = replace(PLAIN, straddles=straddles)

    assert said(straddles=straddles) == (SAYS["straddles"][straddles],)
    assert seating_statement(terms, blinds=False) == seating_statement(PLAIN, blinds=False)


@pytest.mark.parametrize("short", [each for each in ShortRaise if each is not ShortRaise.UNSAID])
def test_chips_put_in_without_a_word_are_told_as_the_house_takes_them(short):
    assert said(short_raise=short) == (SAYS["short_raise"][short],)


@pytest.mark.parametrize("odd", [each for each in OddChips if each is not OddChips.UNSAID])
def test_odd_chips_are_told_as_the_house_gives_them(odd):
    assert said(odd_chips=odd) == (SAYS["odd_chips"][odd],)


def test_the_number_of_raises_is_told_with_its_exception():
    assert said(most_raises=3) == ("At most 3 raises a betting round, unless only two play.",)


def test_a_clock_that_may_be_called_says_how_long_it_runs():
    assert said(call_seconds=60) == (
        "Anybody may call the clock: the player to act then has 1 minute, or the hand is dead.",
    )


@pytest.mark.parametrize(
    ("warnings", "sentences"),
    [
        (0, ()),
        (1, ("The first jumped bet of a night, no matter who makes it, gets only a warning.",)),
        (3, ("The first 3 jumped bets of a night, no matter who makes them, get only a warning.",)),
    ],
)
def test_warnings_come_before_a_penalty(warnings, sentences):
    assert said(jumping_costs=True, jump_warnings=warnings) == sentences


def test_warnings_before_no_penalty_are_not_worth_a_word():
    assert said(jump_warnings=3) == ()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(10, "10 seconds"), (59, "59 seconds"), (60, "1 minute"), (90, "90 seconds"), (120, "2 minutes")],
)
def test_seconds_are_written_as_people_say_them(seconds, words):
    (sentence,) = said(call_seconds=seconds)

    assert f" has {words}," in sentence
