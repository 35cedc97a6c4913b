"""Reading a results sheet: its columns, every problem by row and column, and questions about dates."""

from datetime import date

import pytest

from hostdesk.imports.results.columns import Heading, column_name, recognised, wrong_roles
from hostdesk.imports.results.reading import read_grid
from hostdesk.imports.results.sheets import AmountUnit, Order, read_sheet
from reservations.acts.problems import Faulty

NINTH, SIXTEENTH = date(2026, 1, 9), date(2026, 1, 16)
LIST = "date,player,net\n"
GAMES = " Two games of one date? Say which in a column Game."


def read(text, roles=None, order=None, unit=None):
    return read_sheet(read_grid(text.encode()), roles, order, unit)


def said(sheet):
    return [(entry.day, entry.name, entry.net_cents) for entry in sheet.entries]


def test_a_list_of_nets():
    sheet = read("Date;Player;Net result;Note\n2026-01-09;Ann;12,50;-\n2026-01-09;Bo;-12,50;late\n\n;;;fun\n")

    assert said(sheet) == [(NINTH, "Ann", 1250), (NINTH, "Bo", -1250)]
    assert [*sheet.roles] == [Heading.DATE, Heading.PLAYER, Heading.NET, Heading.IGNORED]
    assert (sheet.faults, sheet.is_starting, sum(each.net_cents for each in sheet.entries)) == ((), False, 0)


def test_a_list_of_buy_ins_and_cash_outs():
    sheet = read("night\tname\tbuy-in\tcash_out\n2026-01-09\tAnn\t20\t35.50\n2026-01-09\tBo\t-20\t4.50\n")

    assert [(each.net_cents, each.bought_cents) for each in sheet.entries] == [(1550, 2000), (-1550, 2000)]


def test_a_sheet_without_headings_asks_for_them():
    sheet = read("2026-01-09,Ann,5\n2026-01-09,Bo,-5\n")

    assert (sheet.entries, [row for row, _ in sheet.faults]) == ((), [1])
    assert "no heading" in sheet.faults[0][1]


def test_what_is_missing_is_called_missing():
    sheet = read(f"{LIST},Ann,5\n2026-01-09,,-5\n")

    assert sheet.faults == ((2, "column A: the date is missing."), (3, "column B: the name is missing."))


def test_a_net_has_to_fit_buy_in_and_cash_out():
    head = "date,player,buy-in,cash-out,net\n"

    assert said(read(f"{head}2026-01-09,Ann,20,35,15\n")) == [(NINTH, "Ann", 1500)]
    assert read(f"{head}2026-01-09,Ann,20,35,5\n").faults == ((2, '"Ann": cash-out less buy-in is not the net.'),)


def test_a_net_may_stand_beside_the_buy_in():
    sheet = read("date,player,buy-in,net\n2026-01-09,Ann,20,15\n2026-01-09,Bo,,-15\n")

    assert [(each.net_cents, each.bought_cents) for each in sheet.entries] == [(1500, 2000), (-1500, None)]


@pytest.mark.parametrize(
    "text",
    [
        "Poker at ours\nDate,Ann,Bo,Cy,Total\n9 Jan 2026,$5,($5),,0\n16 Jan 2026,,-3,3.00,0\nTotal,5,-8,3,0\n",
        "Player,9 Jan 2026,16 Jan 2026,Sum\nAnn,5,–,5\nBo,−5,-3,-8\nCy,,3,3\nTotal,0,0,0\n",
        "#,Who,9 Jan 2026,16 Jan 2026\n1,Ann,5,\n2,Bo,-5,-3\n3,Cy,n/a,3\n",
    ],
)
def test_a_table_is_read_either_way_round(text):
    assert sorted(said(read(text))) == [
        (NINTH, "Ann", 500),
        (NINTH, "Bo", -500),
        (SIXTEENTH, "Bo", -300),
        (SIXTEENTH, "Cy", 300),
    ]


def test_rows_of_totals_are_left_out_and_told():
    assert read("Date,Ann,Bo\n2026-01-09,5,-5\nTotal,5,-5\n").left_out == ("row 3 (Total)",)


def test_one_night_across():
    assert said(read("Player,2026-01-09\nAnn,5\nBo,-5\n")) == [(NINTH, "Ann", 500), (NINTH, "Bo", -500)]


def test_results_without_a_date_are_what_players_start_with():
    sheet = read("Player,Result\nAnn,120\nBo,-120\n")

    assert (sheet.is_starting, said(sheet)) == (True, [(None, "Ann", 12000), (None, "Bo", -12000)])


def test_days_and_names_come_in_order_and_once():
    sheet = read(f"{LIST}2026-01-16,Ann,1\n2026-01-09,ann,2\n2026-01-09,Bo,-2\n")

    assert ([day for day, _ in sheet.nights], sheet.names) == ([NINTH, SIXTEENTH], ["Ann", "Bo"])


def test_one_date_above_twelve_decides_for_all():
    sheet = read(f"{LIST}13/1/2026,Ann,1\n3/4/2026,Ann,1\n")

    assert (sheet.order, [day for day, _ in sheet.nights]) == (Order.DAY, [date(2026, 1, 13), date(2026, 4, 3)])
    assert read(f"{LIST}1/13/2026,Ann,1\n3/4/2026,Ann,1\n").order is Order.MONTH


def test_dates_that_could_be_two_days_are_asked_about():
    text = f"{LIST}3/4/2026,Ann,1\n3/4/2026,Bo,-1\n"

    sheet = read(text)

    assert (sheet.entries, sheet.faults, sheet.open_day and sheet.open_day.is_open) == ((), (), True)
    assert [*read(text, order=Order.DAY).nights] == [(date(2026, 4, 3), "")]
    assert [*read(text, order=Order.MONTH).nights] == [(date(2026, 3, 4), "")]


def test_dates_that_contradict_each_other_are_told():
    sheet = read(f"{LIST}13/1/2026,Ann,1\n1/13/2026,Bo,-1\n")

    assert [row for row, _ in sheet.faults] == [2, 3]
    assert "13/1/2026 has the day first, and 1/13/2026 in row 3 the month" in sheet.faults[0][1]


def test_every_problem_is_told_at_once_by_row_and_column():
    sheet = read(f"{LIST}2026-01-09,Ann,x\n2026-13-09,,y\n2026-01-09,Bo,\n2026-01-09,Cy,1,5\n")

    assert sheet.faults == (
        (2, 'column C: "x" is not an amount.'),
        (3, 'column A: "2026-13-09" is no date with its year, as in 2026-11-20.'),
        (3, "column B: the name is missing."),
        (3, 'column C: "y" is not an amount.'),
        (4, '"Bo" has no result: a net, or both buy-in and cash-out.'),
        (5, '"5" stands beyond the last column: an amount with a comma belongs in quotes.'),
    )


def test_every_problem_of_a_table_is_told_once():
    sheet = read("Player,9 Jan 2026,31 Feb 2026\nAnn,x,5\n,1,\n", [Heading.PLAYER, Heading.DAY, Heading.DAY])

    assert sheet.faults == (
        (1, 'column C: "31 Feb 2026" is no date with its year, as in 2026-11-20.'),
        (2, 'column B: "x" is not an amount.'),
        (3, "column A: the name is missing."),
    )


def test_a_player_is_there_once_a_day():
    sheet = read("Date,Ann,ann\n2026-01-09,5,-5\n")

    assert sheet.faults == ((2, f'"ann" is there twice on Fri 9 Jan 2026: in B2 and in C2.{GAMES}'),)
    assert read("player,net\nAnn,5\nAnn,6\n").faults == ((3, '"Ann" is there twice: in B2 and in B3.'),)


@pytest.mark.parametrize(("odd", "row"), [('"1,5"', 4), ("1.234", 4)])
def test_amounts_are_written_alike(odd, row):
    sheet = read(f"{LIST}2026-01-09,Ann,1.50\n2026-01-09,Bo,-1.50\n2026-01-16,Ann,{odd}\n")

    assert [at for at, _ in sheet.faults] == [row]


def test_thousands_are_no_cents():
    assert said(read(f'{LIST}2026-01-09,Ann,"1,234"\n')) == [(NINTH, "Ann", 123400)]


def test_columns_can_be_chosen_otherwise():
    text = "a,b,c\n2026-01-09,Ann,5\n2026-01-09,Bo,-5\n"

    assert said(read(text, [Heading.DATE, Heading.PLAYER, Heading.NET])) == [(NINTH, "Ann", 500), (NINTH, "Bo", -500)]
    assert read(text, [Heading.NET]).roles == read(text).roles


@pytest.mark.parametrize(
    ("roles", "told"),
    [
        ("date date player net", "Two columns are date"),
        ("date results net", "A table of results"),
        ("date player results", "A table of results"),
        ("date net", "No column has the players"),
        ("date player buy-in", "No column has the results"),
    ],
)
def test_columns_that_are_no_results_are_told(roles, told):
    assert wrong_roles([Heading(role) for role in roles.split()]).startswith(told)


def test_a_heading_that_says_nothing_is_asked_about():
    assert read("a,b\n1,2\n").faults == ((1, "No column has the players: choose which one it is."),)


def test_a_sheet_without_a_result_is_told():
    assert read("date,player,net\n").faults == ((1, "there is no result in this sheet."),)
    with pytest.raises(Faulty):
        read_sheet([])


def test_the_first_of_two_alike_headings_counts():
    assert recognised(read_grid(b"date,player,net,result\n2026-01-09,Ann,5,6\n"))[1][3] is Heading.IGNORED


@pytest.mark.parametrize(("place", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (702, "AAA")])
def test_columns_go_by_their_letters(place, name):
    assert column_name(place) == name


def test_a_column_game_tells_two_games_of_one_date_apart():
    sheet = read(
        "date,game,player,net\n2026-01-09,NLHE,Ann,5\n2026-01-09,NLHE,Bo,-5\n2026-01-09,PLO,Ann,-3\n2026-01-09,PLO,Bo,3\n"
    )

    nights = {night: [each.net_cents for each in entries] for night, entries in sheet.nights.items()}
    assert (nights, sheet.faults) == ({(NINTH, "NLHE"): [500, -500], (NINTH, "PLO"): [-300, 300]}, ())


def test_a_column_game_that_holds_dates_is_the_date():
    assert said(read("Game,Player,Net\n2026-01-09,Ann,5\n2026-01-09,Bo,-5\n")) == [
        (NINTH, "Ann", 500),
        (NINTH, "Bo", -500),
    ]


@pytest.mark.parametrize(
    "text", ["Date,Ann,Bo\n2026-01-09,5,-5\n2026-01-09,-3,3\n", "Player,9 Jan 2026,9 Jan 2026\nAnn,5,-3\nBo,-5,3\n"]
)
def test_a_date_that_a_table_has_twice_is_of_two_games(text):
    assert [(night, [each.net_cents for each in entries]) for night, entries in read(text).nights.items()] == [
        ((NINTH, ""), [500, -500]),
        ((NINTH, "2"), [-300, 300]),
    ]


def test_a_table_may_say_which_game():
    assert [*read("Date,Game,Ann,Bo\n2026-01-09,early,5,-5\n2026-01-09,late,-3,3\n").nights] == [
        (NINTH, "early"),
        (NINTH, "late"),
    ]


@pytest.mark.parametrize(
    "head", ["Spieltag,Spieler,Gewinn", "session,nickname,net", "date,player,buy_in,buy_out", "Tag,Spieler,Ergebnis"]
)
def test_headings_that_groups_write(head):
    cells = ("20,25", "20,15") if "buy" in head else ("5", "-5")

    assert said(read(f"{head}\n2026-01-09,Ann,{cells[0]}\n2026-01-09,Bo,{cells[1]}\n")) == [
        (NINTH, "Ann", 500),
        (NINTH, "Bo", -500),
    ]


def test_a_date_written_once_stands_for_the_rows_below_it():
    sheet = read(f"{LIST}2026-01-09,Ann,5\n,Bo,-5\nTotal,,0\n2026-01-16,Ann,1\n,Bo,-1\n")

    assert (said(sheet), sheet.left_out) == (
        [(NINTH, "Ann", 500), (NINTH, "Bo", -500), (SIXTEENTH, "Ann", 100), (SIXTEENTH, "Bo", -100)],
        ("row 4 (Total)",),
    )


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Player,9 Jan,16 Jan\nAnn,5,\nBo,-5,\n", "9 Jan"),
        ("Spieler,9.1.,16.1.\nAnn,5,\nBo,-5,\n", "9.1."),
        ("Date,Ann,Bo\n1/9,5,-5\n1/16,5,-5\n", "1/9"),
    ],
)
def test_dates_without_a_year_are_told_with_what_to_write(text, date):
    sheet = read(text)

    assert [sentence for _, sentence in sheet.faults] == [
        f'"{date}" is a date without its year: write such dates as in 2026-11-20.'
    ]


@pytest.mark.parametrize("head", ["date,player,net (cents)", "date,player,Net_ct"])
def test_a_heading_that_says_cents(head):
    sheet = read(f"{head}\n2026-01-09,Ann,1250\n2026-01-09,Bo,-1250\n")

    assert (said(sheet), sheet.unit, sheet.is_unit_open) == (
        [(NINTH, "Ann", 1250), (NINTH, "Bo", -1250)],
        AmountUnit.CENTS,
        False,
    )


ONLINE = (
    "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    "Ann,AnnAnnAnn1,2026-01-09T20:00:00.000Z,,250000,100000,400000,250000\n"
    "Bo,BoBoBoBo99,2026-01-09T20:05:00.000Z,2026-01-09T22:00:00.000Z,250000,0,0,-250000\n"
)


@pytest.mark.parametrize(
    ("unit", "cents", "is_open"),
    [(None, 25_000_000, True), (AmountUnit.CENTS, 250_000, False), (AmountUnit.WHOLE, 25_000_000, False)],
)
def test_a_ledger_of_an_online_table_asks_for_its_unit(unit, cents, is_open):
    sheet = read(ONLINE, unit=unit)

    assert ([each.net_cents for each in sheet.entries], sheet.is_unit_open) == ([cents, -cents], is_open)
    assert [each.bought_cents for each in sheet.entries] == [cents, cents]
    assert sheet.faults == ()


@pytest.mark.parametrize("nets", [("50", "-50"), ("1200.50", "-1200.50"), ("0", "0")])
def test_amounts_that_leave_no_doubt_are_not_asked_about(nets):
    assert not read(f"{LIST}2026-01-09,Ann,{nets[0]}\n2026-01-09,Bo,{nets[1]}\n").is_unit_open


def test_cents_have_no_parts():
    sheet = read(f"{LIST}2026-01-09,Ann,12.5\n", unit=AmountUnit.CENTS)

    assert sheet.faults == ((2, "column C: the amounts are cents, and this one has a part of a cent."),)
