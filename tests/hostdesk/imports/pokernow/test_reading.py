"""Reading a ledger of an online table, without a database: all its formats and all its faults."""

from datetime import UTC, date, datetime

import pytest

from hostdesk.imports.pokernow.reading import BIGGEST_FILE, Sitting, read_ledger, read_ledgers
from hostdesk.imports.ways_in.files import FaultyFiles, SentFile
from reservations.acts.problems import Faulty
from tests.hostdesk.ledgers import ANN, BO, CY, DEE, ESCROW_HEADER, EVENING, HEADER, ledger, row

ROW = row("Bo", BO, "01:00-02:00", 5000, 5100)
PARTS = "these are parts of a cent: the file counts in whole units, not in cents."
NO_TIME = "is no time with an offset, as in 2026-11-20T21:04:00-05:00."


def read(text, unit_cents=1, day=None):
    return read_ledger(text.encode(), unit_cents=unit_cents, day=day)


def faults(content, day=None):
    data = content if isinstance(content, bytes) else content.encode()
    with pytest.raises(Faulty) as faulty:
        read_ledger(data, unit_cents=1, day=day)
    return list(faulty.value.faults)


def clock(hour):
    return datetime(2026, 11, 21, hour, tzinfo=UTC)


def test_a_sitting_is_a_row():
    assert read(ledger(ROW)) == [
        Sitting(
            line=2,
            nickname="Bo",
            player=BO,
            started_at=clock(1),
            ended_at=clock(2),
            bought_cents=5000,
            back_cents=5100,
            key=f"pokernow.{BO}.20261121T010000000000",
            seen_until=clock(2),
        )
    ]


def test_an_evening_of_every_shape_in_order_of_start():
    found = [(each.line, each.player, each.bought_cents, each.back_cents) for each in read(EVENING)]

    assert found == [
        (8, ANN, 5000, 5000),
        (5, CY, 5000, 4252),
        (6, BO, 5000, 11000),
        (7, ANN, 5000, 0),
        (4, DEE, 2000, 4200),
        (3, ANN, 2500, 48),
        (2, CY, 50, 50),
    ]


def test_every_sitting_of_the_evening_has_a_key_of_its_own():
    assert [each.key for each in read(EVENING)] == [
        f"pokernow.{ANN}.to.20261121T004500000000",
        f"pokernow.{CY}.20261121T010000000000",
        f"pokernow.{BO}.20261121T010000000000",
        f"pokernow.{ANN}.20261121T010000000000",
        f"pokernow.{DEE}.20261121T013000000000",
        f"pokernow.{ANN}.20261121T020500000000",
        f"pokernow.{CY}.of.20261121T004500000000.1",
    ]


def test_a_key_is_the_same_in_a_later_export():
    later = ledger(row("Bob", BO, "01:00-04:00", 5000, 7000), row("Cy", CY, "05:00-", 100, "", 100))

    assert read(later)[0].key == read(ledger(ROW))[0].key


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{HEADER}\n{ROW}\n",
        f"{HEADER}\n{ROW}".replace(",", ";"),
        f"{HEADER}\n{ROW}".replace(",", "\t"),
        f"{HEADER}\n{ROW}".replace(",5100", ",5100.0").replace(",100", ",100.00"),
        f"{HEADER}\n{ROW}".replace(",", "\t").replace("5000", "5000,00"),
        f"{HEADER}\r\n{ROW}\r\n",
        f"\n{HEADER}\n\n{ROW}\n\n",
        f"{HEADER}\n{ROW.replace('.000Z', 'Z')}",
        f"{HEADER}\n{ROW.replace('01:00:00.000Z', '02:00:00.000+01:00')}",
        f"{HEADER}\n{ROW.replace(',0,100', ',,100')}",
        f"{ESCROW_HEADER}\n{ROW.replace(',0,100', ',0,0,100')}",
        f"{ESCROW_HEADER}\n{ROW.replace('5100,0,100', '5000,0,100,100')}",
        f"{ESCROW_HEADER}\n{ROW.replace(',0,100', ',0,,100')}",
        ",".join(reversed(HEADER.split(","))) + "\n" + ",".join(reversed(ROW.split(","))),
        ",".join(f'"{name}"' for name in HEADER.split(",")) + "\n" + ROW.replace('"', ""),
    ],
)
def test_the_same_row_in_another_file(text):
    assert [(each.key, each.bought_cents, each.back_cents) for each in read(text)] == [
        (f"pokernow.{BO}.20261121T010000000000", 5000, 5100)
    ]


def test_whole_units_count_a_hundred_cents():
    sitting = read(ledger(row("Bo", BO, "01:00-", 200, "", 226)), unit_cents=100)[0]

    assert (sitting.bought_cents, sitting.back_cents) == (20000, 22600)


def test_whole_units_may_have_cents():
    sitting = read(ledger(row("Bo", BO, "01:00-", 20, "", 25)).replace("25,5", "25.5,5.50"), unit_cents=100)[0]

    assert (sitting.bought_cents, sitting.back_cents) == (2000, 2550)


@pytest.mark.parametrize("text", [ledger(ROW), ledger(ROW.replace('"Bo"', '"Bö ♠"'))])
@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_the_codings_that_spreadsheets_save(text, coding):
    assert read_ledger(text.encode(coding), unit_cents=1) == read(text)


def test_a_nickname_may_hold_commas_quotes_and_a_line_break():
    text = ledger(
        row('A ""b"", c\nd', ANN, "01:00-", 1, "", 1), row("Bo", BO, "02:00-", 1, "", 1), row("x", CY, "", 1, 1)
    )

    assert [(each.line, each.nickname) for each in read(text)] == [(4, 'A "b", c\nd'), (3, "Bo"), (2, "x")]


def test_two_sittings_without_a_time_are_told_apart():
    waiting = row("Cy", CY, "-", 50, "", 50)

    assert [each.key for each in read(ledger(ROW, waiting, waiting))] == [
        f"pokernow.{BO}.20261121T010000000000",
        f"pokernow.{CY}.of.20261121T010000000000.1",
        f"pokernow.{CY}.of.20261121T010000000000.2",
    ]


def test_a_game_without_any_time_takes_the_day_it_is_given():
    waiting = ledger(row("Cy", CY, "-", 50, "", 50))

    assert read(waiting, day=date(2026, 11, 20))[0].key == f"pokernow.{CY}.of.20261120.1"
    assert faults(waiting) == [(1, "no row says when it began or ended: give --date, which identifies this game.")]


def test_the_longest_key_leaves_room_for_what_happens():
    long = "x" * 20
    keys = [each.key for each in read(ledger(ROW, *[row("Cy", long, "-", 50, "", 50)] * 99))]

    assert max(len(f"{key}.player") for key in keys) == 64


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", [(1, "the file is empty.")]),
        (HEADER, [(1, "there is no sitting in this ledger.")]),
        (
            'entry,at,order\n"-- starting hand #1 --",2026-11-21T01:00:00.000Z,1',
            [(1, "this is PokerNow's log of the hands (entry,at,order): export the ledger instead.")],
        ),
        (f"{HEADER},net\n{ROW},0", [(1, "the column net appears twice.")]),
        (f"{HEADER},rake\n{ROW},0", [(1, '"rake" is not a column of a ledger.')]),
        (
            "player_nickname,player_id,net",
            [
                (1, "the column session_start_at is missing."),
                (1, "the column session_end_at is missing."),
                (1, "the column buy_in is missing."),
                (1, "the column buy_out is missing."),
                (1, "the column stack is missing."),
            ],
        ),
        (f"\n{HEADER.upper()}"[:20], [(2, '"PLAYER_NICKNAME" is not a column of a ledger.')]),
    ],
)
def test_a_file_that_is_no_ledger(content, found):
    assert faults(content)[: len(found)] == found


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((",100", ""), "this row has 7 cells, the header 8."),
        ((",100", ",100,0"), "this row has 9 cells, the header 8."),
        ((BO, ""), 'player_id: "" is not an id of a player: 1 to 20 of A-Z a-z 0-9 _ -.'),
        ((BO, "a.b"), 'player_id: "a.b" is not an id of a player: 1 to 20 of A-Z a-z 0-9 _ -.'),
        ((BO, "x" * 21), 'player_id: "xxxxxxxxxxxxxxxxxxxxx" is not an id of a player: 1 to 20 of A-Z a-z 0-9 _ -.'),
        (("T01:00:00.000Z", " 01:00"), f"session_start_at: '2026-11-21 01:00' {NO_TIME}"),
        (
            ("2026-11-21T02", "0026-11-21T02"),
            "session_end_at: '0026-11-21T02:00:00.000Z' is out of reach: from 1900 to 2199.",
        ),
        (("21T02", "31T02"), "session_end_at: '2026-11-31T02:00:00.000Z' is not in the calendar."),
        (("5000", ""), 'buy_in: "" is not a number.'),
        (("5000", "-5000"), 'buy_in: "-5000" is negative.'),
        (("5000", "50.005"), 'buy_in: "50.005" is not a number.'),
        (("5000", "٣"), 'buy_in: "٣" is not a number.'),
        (("5000", "5e3"), 'buy_in: "5e3" is not a number.'),
        (("5000", "5" * 13), 'buy_in: "5555555555555" is not a number.'),
        (("5100", "-1"), 'buy_out: "-1" is negative.'),
        ((",100", ",−100"), 'net: "−100" is not a number.'),
        ((",100", ","), 'net: "" is not a number.'),
        (("5000", "5000.5"), "what came back less the buy-in is 99.50, but net says 100."),
        (("5000,5100,0,100", "5000,5100.25,0,100.25"), PARTS),
        (("5000,5100,0,100", "4999.75,5100,0,100.25"), PARTS),
        ((",100", ",101"), "what came back less the buy-in is 100, but net says 101."),
        (("5100,0,100", "100000001,0,99995001"), "an amount is more than 1000000.00."),
    ],
)  # fmt: skip
def test_a_row_that_is_wrong(change, sentence):
    assert faults(ledger(ROW.replace(change[0], change[1], 1))) == [(2, sentence)]


def test_all_that_is_wrong_is_told_together():
    text = ledger("Cy,!,yesterday,,1,1,0,0", ROW, "Ann,Ann,,,5,5,0,1", row("Dee", DEE, "01:00-", 1, 1))

    assert faults(text) == [
        (3, "what came back less the buy-in is 0, but net says 1."),
        (5, 'player_id: "!" is not an id of a player: 1 to 20 of A-Z a-z 0-9 _ -.'),
        (5, f"session_start_at: 'yesterday' {NO_TIME}"),
    ]


@pytest.mark.parametrize("times", ["01:00-02:00", "-02:00"])
def test_a_sitting_that_is_there_twice(times):
    again = row("Bo", BO, times, 5000, 5100)

    assert faults(ledger(again, again)) == [(3, "this repeats the sitting of line 2.")]


def test_a_quote_that_is_not_closed():
    text = f'{HEADER}\n{ROW.replace("5100", "x")}\n{ROW}\n"Cy,{ROW}\n{ROW}'

    assert faults(text) == [
        (2, 'buy_out: "x" is not a number.'),
        (4, "the quotes of this row do not fit together (',' expected after '\"')."),
    ]


def test_a_file_that_is_one_open_quote():
    assert faults('"') == [(1, "the quotes of this row do not fit together (unexpected end of data).")]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (ledger(ROW).encode("utf-16")[:-1], [(1, "there is a NUL in this line: this is not a text file.")]),
        (ledger(ROW).replace("Bo", "Bö").encode("latin-1"), [(2, "this is not UTF-8 text.")]),
        (ledger(ROW).replace("Bo", "B\0").encode(), [(2, "there is a NUL in this line: this is not a text file.")]),
        (b"x" * (BIGGEST_FILE + 1), [(1, "the file is larger than 5,000,000 bytes.")]),
    ],
)
def test_bytes_that_are_no_text(content, found):
    assert faults(content)[:1] == found


def test_chips_still_in_play_are_seen_until_the_last_moment_of_the_file():
    sittings = read(ledger(row("Ann", ANN, "01:00-", 500, "", 400), row("Bo", BO, "01:00-03:00", 500, 600)))

    assert [each.left_at for each in sittings] == [clock(3), clock(3)]
    assert {each.ended_at for each in sittings} == {None, clock(3)}


def test_a_file_without_any_time_is_seen_until_nobody_knows_when():
    (sitting,) = read_ledger(ledger(row("Ann", ANN, "-", 500, "", 500)).encode(), unit_cents=1, day=date(2026, 11, 20))

    assert sitting.left_at is None


def many(rows, ids):
    times = (f"2026-01-09T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z" for number in range(rows))
    lines = (f"Bo,id{number % ids},{at},{at},100,100,0,0\n" for number, at in enumerate(times))
    text = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n" + "".join(lines)
    return SentFile("ledger.csv", text.encode())


@pytest.mark.further
def test_five_thousand_sittings_of_a_season_come_in():
    [sittings] = read_ledgers([many(5_000, 40)], unit_cents=1)

    assert (len(sittings), len({each.player for each in sittings})) == (5_000, 40)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([many(501, 501)], "ledger.csv:1: these are more than 500 ids of players: bring them in by parts."),
        ([many(10_001, 10)] * 2, "ledger.csv:1: these are more than 20,000 sittings: bring them in by parts."),
    ],
)
def test_more_than_a_group_plays_is_brought_in_by_parts(files, told):
    with pytest.raises(FaultyFiles) as refused:
        read_ledgers(files, unit_cents=1)

    assert str(refused.value) == told
