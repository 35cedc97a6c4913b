"""What a year came to for one player, as far as they may see it."""

from datetime import date

import pytest

from hostdesk.own.year_page import year_paper
from ledger.seasons.commands import Shared, keep_results_private, share_seasons
from reservations.models import Desk
from reservations.players.queries import player_named
from tests.hostdesk.results.winter import NINTH, brings, knows
from tests.ledger.seasons.autumn import an_autumn, plays
from tests.played_once import played_once

pytestmark = pytest.mark.django_db


@played_once
def a_winter():
    """After the autumn Ann wins 12.00 and 13.00 from Cy; without Cy she had +10, -5 and +20."""
    evening = an_autumn()
    for day, hers, theirs in ((11, "32.00", "8.00"), (18, "33.00", "7.00")):
        evening.opens("dave-2018", day=date(2026, 12, day))
        plays(evening, Ann=("20.00", hers), Cy=("20.00", theirs))
    return evening


def year_of(name, year="2026"):
    return year_paper(player_named(name), Desk.objects.get(), date(2026, 12, 31), {"season": year})


def lists(paper):
    return {each.title: each.lines for each in paper.lists}


def test_the_figures_of_the_year():
    an_autumn()

    assert year_of("Ann").figures == (
        *(
            ("Net", "+25.00"),
            ("Nights", "3"),
            ("A night (of few)", "+8.33"),
            ("Rank", "1st of 2"),
            ("Best night", "+20.00"),
        ),
        *(("Nights ahead", "2 of 3"), ("Longest run ahead", "1 night"), ("Hours at the table", "9:59")),
        *(("An hour", "+2.50"), ("Rebuys a night", "0.0"), ("Bought", "60.00"), ("Return", "42 %")),
    )


def test_a_guest_who_never_won_has_no_rank_and_no_run():
    an_autumn()

    paper = year_of("Gil")

    assert [label for label, _ in paper.figures][:5] == [
        "Net",
        "Nights",
        "A night (of few)",
        "Best night",
        "Nights ahead",
    ]
    assert "Your best nights" not in lists(paper)


def test_the_pictures_are_of_them_alone():
    an_autumn()

    net, came = year_of("Bo").pictures

    assert (net.title, came.title) == ("Your net, night after night", "You came to 2 of 3 nights")
    assert net.table.headings == ("After", "You")
    assert [row[1] for row in net.table.rows] == ["−10.00", "−5.00"]


def test_the_best_nights_the_best_first():
    a_winter()

    assert lists(year_of("Ann"))["Your best nights"] == (
        "+20.00 on 4 Dec, Dave's cash game (2018)",
        "+13.00 on 18 Dec, Dave's cash game (2018)",
        "+12.00 on 11 Dec, Dave's cash game (2018)",
    )


def test_company_is_of_those_with_whom_they_did_better():
    a_winter()

    assert lists(year_of("Ann"))["Your best company"] == ("Cy: +12.50 * a night, +8.33 * without (* of few)",)
    assert "Your best company" not in lists(year_of("Cy"))


def test_whoever_keeps_results_private_is_not_named_to_others():
    a_winter()
    share_seasons(shared=Shared.WHOLE, records_shown=True, least_nights=1)
    keep_results_private(player=player_named("Cy"), on=True)

    assert "Your best company" not in lists(year_of("Ann"))


@pytest.mark.parametrize(("shown", "mine"), [(True, "Biggest night: $20.00"), (False, None)])
def test_records_are_theirs_and_only_where_there_are_any(shown, mine):
    an_autumn()
    share_seasons(shared=Shared.WHOLE, records_shown=shown, least_nights=1)

    assert lists(year_of("Ann")).get("Your records", (None,))[0] == mine


def test_in_a_year_without_a_night_of_theirs_there_is_nothing():
    an_autumn()

    paper = year_of("Ann", "2027")

    assert (paper.year, paper.name, paper.figures, paper.lists) == ("2027", "Ann", (), ())


def test_whoever_only_begins_with_a_result_has_no_year_yet(db):
    knows("Ann", "Bo")
    brings(NINTH, starting=True, Ann=1000, Bo=-1000)

    assert year_of("Ann").figures == ()
