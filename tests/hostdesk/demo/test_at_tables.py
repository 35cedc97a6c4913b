"""What happens at the tables of the demo's open nights, as it is told from the acts of each."""

from datetime import UTC, date, datetime, timedelta

from hostdesk.demo.at_tables import shuffled, told_of_one, told_of_two
from hostdesk.demo.cast import read_cast
from hostdesk.demo.setting import Setting
from hostdesk.demo.words import Verb
from hostdesk.night_logs.night_log import Line
from reservations.draws import deck
from reservations.kinds import Kind, Stamp

START = datetime(2026, 11, 20, 20, tzinfo=UTC)
NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ida", "Jan", "Kim", "Lou", "Mo")
SETTING = Setting(
    number=7,
    day=date(2026, 11, 20),
    starts_at=START,
    game=read_cast().games[1],
    players=NAMES,
    people={},
    steps=20,
    leaving=(("Di", 8),),
)


def line(minutes, kind, player):
    """Return an act of so many minutes after the start."""
    at = START + timedelta(minutes=minutes)
    return Line(kind, Stamp(f"an-act-{minutes:03}", at, by="Ann"), None, {"player": player})


EVENING = [
    *(line(minute, Kind.BUY_IN, name) for minute, name in enumerate(NAMES)),
    line(50, Kind.BUY_IN, "Bo"),
    line(60, Kind.CASH_OUT, "Di"),
    line(70, Kind.CASH_OUT, "Bo"),
]


def told(words):
    """Return what is told: minutes after the start, verb, and of whom."""
    return [((word.stamp.at - START) // timedelta(minutes=1), word.verb, word.player) for word in words]


def test_six_sit_down_together_the_others_one_by_one_and_the_twelfth_splits_the_table():
    assert told(told_of_two(SETTING, EVENING))[:9] == [
        *((5, Verb.SEAT, ""), (5, Verb.DRAW_BUTTON, "")),
        *((minute, Verb.SEAT, "") for minute in range(6, 11)),
        *((11, Verb.SPLIT, ""), (12, Verb.SEAT, "")),
    ]


def test_whoever_leaves_first_moves_to_the_second_table_by_themselves():
    [split] = [word for word in told_of_two(SETTING, EVENING) if word.verb is Verb.SPLIT]

    assert split.fields["volunteers"] == ["Di", "Hal"]


def test_when_somebody_has_gone_the_tables_are_balanced():
    assert told(told_of_two(SETTING, EVENING))[9:12] == [
        *((60, Verb.PLACE_BUTTON, ""), (60, Verb.PLACE_BUTTON, ""), (60, Verb.BALANCE, "")),
    ]


def test_how_people_behave_then():
    assert told(told_of_two(SETTING, EVENING))[12:] == [
        *((71, Verb.JUMP, "Cy"), (77, Verb.JUMP, "Ida"), (86, Verb.JUMP, "Cy")),
        *((79, Verb.WARN, "Fay"), (82, Verb.RULE, "")),
        *((91, Verb.AWAY, "Gil"), (93, Verb.WISH, "Fay"), (96, Verb.WISH, "Jan")),
    ]


def test_in_the_second_game_everybody_sits_the_button_is_drawn_and_the_clock_runs():
    words = told_of_one(SETTING, EVENING[:5])

    assert told(words) == [(4, Verb.SEAT, ""), (4, Verb.DRAW_BUTTON, ""), (4, Verb.START_CLOCK, "")]
    assert [word.stamp.key for word in words] == [f"demo-tables-7-{number:03}" for number in (1, 2, 3)]


def test_cards_are_shuffled_the_same_way_every_time():
    decks = [deck() for _ in range(3)]
    for cards, seed in zip(decks, ("a", "a", "b"), strict=True):
        shuffled(seed)(cards)

    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0]) == sorted(deck())
