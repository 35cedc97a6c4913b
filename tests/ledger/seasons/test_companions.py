"""With whom at the table a player does best."""

from datetime import date

from ledger.seasons.companions import Companion, companions
from ledger.seasons.report import Played, SeasonNight

ANN, BO, CY, DI = 1, 2, 3, 4


def nights(*results):
    return [
        SeasonNight(at, date(2026, 11, at), 1, at, tuple(Played(player, cents) for player, cents in night.items()))
        for at, night in enumerate(results, start=1)
    ]


def test_the_one_with_whom_a_night_comes_to_most_comes_first():
    """Bo wins 9.00 with Ann and Cy, 3.00 with Ann, loses 5.00 with Cy and 2.00 with Di; one night is without Bo."""
    played = nights(
        {ANN: -900, BO: 900, CY: 0}, {ANN: -300, BO: 300}, {BO: -500, CY: 500}, {BO: -200, DI: 200}, {ANN: 5, CY: -5}
    )

    found = companions(played, BO, least_nights=2)

    assert found == [Companion(ANN, 2, 1200, 2, -700), Companion(CY, 2, 400, 2, 100)]
    assert [(each.average_cents, each.average_without_cents) for each in found] == [(600, -350), (200, 50)]


def test_who_was_always_there_has_no_night_without():
    [ann] = companions(nights({ANN: -100, BO: 100}), BO, least_nights=1)

    assert (ann.average_cents, ann.average_without_cents) == (100, None)


def test_of_two_alike_the_one_met_more_often_comes_first():
    played = nights({ANN: -100, BO: 100}, {ANN: -100, BO: 100}, {BO: 100, CY: -100})

    assert [each.player for each in companions(played, BO, least_nights=1)] == [ANN, CY]


def test_who_was_met_less_often_is_left_out():
    assert companions(nights({ANN: -100, BO: 100}), BO) == []
