"""A request calls few of our functions, in few modules: the counts are exact, so a test can hold them."""

import pytest

from tests.benchmarks.walking import MOST, cashed_out


@pytest.mark.sqlite  # PostgreSQL is asked for its standby and its lock as well
@pytest.mark.django_db(transaction=True)
def test_a_cash_out_and_the_page_after_it_walk_short_ways():
    walks = cashed_out()

    far = {
        f"{what}, {figure}": (count, most)
        for what, bounds in MOST.items()
        for figure, most in bounds.items()
        if (count := getattr(walks[what], figure)) > most
    }

    assert far == {}
