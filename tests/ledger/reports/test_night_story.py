"""The story of a night: who held chips when, from its steps."""

from datetime import UTC, datetime, timedelta

from ledger.reports.night_story import NightStory, StoryStep

EIGHT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def at(minutes):
    return EIGHT + timedelta(minutes=minutes)


def step(minutes, kind, player="", cents=0, **more):
    return StoryStep(number=minutes + 1, at=at(minutes), kind=kind, text=kind, player=player, cents=cents, **more)


EVENING = NightStory(
    (
        step(0, "arrive", "Bo"),
        step(5, "buy_in", "Ann", 2000),
        step(6, "buy_in", "Bo", 1000),
        step(60, "buy_in", "Bo", 1000),
        step(90, "chip_sale", "Cy", 500),
        step(120, "cash_out", "Bo", 500, stays=True),
        step(200, "cash_out", "Ann", 3500),
        step(205, "cash_out", "Bo", 500),
        step(210, "close"),
    )
)


def test_a_player_holds_chips_from_the_first_purchase_until_they_leave():
    ann, bo, cy = EVENING.lanes()

    assert (ann.name, ann.spells, ann.bought, ann.cashed) == (
        "Ann",
        [(at(5), at(200))],
        [(at(5), 2000)],
        [(at(200), 3500)],
    )
    assert (bo.spells, bo.bought_cents, bo.cashed_cents) == ([(at(6), at(205))], 2000, 1000)
    assert (cy.spells, cy.bought_cents) == ([(at(90), at(210))], 500)


def test_half_way_nobody_has_left():
    lanes = EVENING.lanes(5)

    assert [(lane.name, lane.spells) for lane in lanes] == [
        ("Ann", [(at(5), None)]),
        ("Bo", [(at(6), None)]),
        ("Cy", [(at(90), None)]),
    ]


def test_who_is_given_chips_without_buying_has_no_spell():
    (lane,) = NightStory((step(0, "cash_out", "Dan", 100),)).lanes()

    assert (lane.spells, lane.cashed_cents) == ([], 100)


def test_what_the_bank_sold_and_how_long_chips_were_in_play():
    assert [EVENING.bought_by(count) for count in (0, 2, 5, 9)] == [0, 2000, 4000, 4000]
    assert (EVENING.minutes, NightStory().minutes) == (200, 0)


def test_the_skyline_is_the_chips_in_play_over_the_night():
    steps = (step(0, "buy_in", chips_cents=1000), step(60, "buy_in", chips_cents=4000), step(240, "close"))

    assert NightStory(steps).skyline == ((0, 0), (0, 0.25), (0.25, 0.25), (0.25, 1), (1, 1), (1, 0))
    assert (NightStory().skyline, NightStory(steps[:1]).skyline) == ((), ())


def test_a_player_has_a_course_of_what_they_gave_and_at_the_end_of_what_they_got():
    """Bo gives 10.00 twice and leaves with 10.00 in all, Cy is out of chips at the close, and Dan was never there."""
    steps = (
        step(0, "buy_in", "Bo", 1000, chips_cents=1000),
        step(50, "buy_in", "Cy", 500, chips_cents=1500),
        step(100, "buy_in", "Bo", 1000, chips_cents=2500),
        step(150, "cash_out", "Bo", 1000, chips_cents=1500),
        step(200, "close"),
    )

    courses = [NightStory(steps).course_of(name) for name in ("Bo", "Cy", "Dan")]

    assert courses == [
        ((0, 0), (0, 0.5), (0.5, 0.5), (0.5, 1), (0.75, 1), (0.75, 0.5)),
        ((0.25, 0), (0.25, 1), (1, 1), (1, 0)),
        (),
    ]
    assert NightStory(steps[:1]).course_of("Bo") == ()


def test_the_course_of_chips_that_cost_nothing_ends_with_the_night():
    steps = (step(0, "buy_in", "Bo", 500, chips_cents=500), step(10, "cash_out", "Dan", 100), step(20, "close"))

    assert NightStory(steps).course_of("Dan") == ((1, 0), (1, 1))


def test_what_was_recorded_late_stands_where_it_was_recorded():
    assert NightStory((step(30, "buy_in", "Ann", 1), step(10, "buy_in", "Bo", 1))).moments == [at(30), at(30)]
