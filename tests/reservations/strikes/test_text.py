"""What follows from strikes is said alike wherever it is said."""

import pytest

from reservations.houses.attendance_terms import Then
from reservations.strikes.text import PHRASES, means, news, warning

BEHIND = "behind the others on every waiting list"


def test_every_step_is_told_as_a_rule_as_a_warning_and_to_the_host():
    assert list(PHRASES) == list(Then)
    assert all(warning(then) and "{" not in means("Bo", then) for then in Then)


def test_behind_is_behind_the_others_wherever_it_is_said():
    assert (PHRASES[Then.BEHIND], warning(Then.BEHIND), means("Bo", Then.BEHIND), news(Then.BEHIND)) == (
        BEHIND,
        f"From then on you wait {BEHIND}.",
        f"From then on Bo waits {BEHIND}.",
        f"It counts as a strike. From now on you wait {BEHIND}.",
    )


@pytest.mark.parametrize("name", ["{name}", "{0}", "<b>"])
def test_a_name_is_told_as_it_is(name):
    assert means(name, Then.DELETED) == f"The reservations that {name} has for later nights here are deleted."


def test_nothing_may_follow():
    assert (
        means("Bo", None) == "Nothing else follows by itself in this house: it is kept, and the next time is up to you."
    )
    assert news(None) == "It counts as a strike. For now nothing follows from it."
