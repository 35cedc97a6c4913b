"""A stamp compares the figures that a page showed with the present ones."""

from dataclasses import replace

import pytest
from django.utils import timezone

from reservations.acts.kinds import Stamp
from reservations.acts.problems import Changed


@pytest.fixture
def stamp():
    """Return the stamp of a page that shows 40.00 in chips and 100.00 in the drawer."""
    return Stamp("a-stamp-1", timezone.now(), shown={"chips": 4000, "drawer": 10000})


def test_the_figures_that_a_page_showed_are_still_those(stamp):
    stamp.check_shown(chips=4000, drawer=10000)


def test_a_figure_that_the_page_did_not_show_may_be_any(stamp):
    stamp.check_shown(notes=500)


def test_a_stamp_without_a_page_has_shown_nothing(stamp):
    replace(stamp, shown={}).check_shown(chips=0)


@pytest.mark.parametrize(("sentence", "told"), [("Look again.", "Look again."), ("", "Something was recorded")])
def test_another_figure_is_told_with_the_shown_one(stamp, sentence, told):
    with pytest.raises(Changed, match=told) as refusal:
        stamp.check_shown(sentence, drawer=10000, chips=6000)

    assert (refusal.value.shown, refusal.value.now) == (4000, 6000)


def test_each_part_of_a_press_is_held_against_the_same_page(stamp):
    with pytest.raises(Changed):
        stamp.part(".1").check_shown(chips=6000)
