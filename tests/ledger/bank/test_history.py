"""The history of a night, from its acts in effect, without a database."""

from datetime import UTC, date, datetime, timedelta

import pytest

from ledger.bank.history import NightBalances, NightHistory, RecordedAct, date_fault
from ledger.money.words import Means
from reservations.players.people import People

ANN, BO = 1, 2
EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def history(*acts):
    """Return a night with an act every minute after eight, numbered from 1, with keys made of the numbers."""
    return NightHistory(
        [
            RecordedAct(number, f"act-{number:04}", kind, EIGHT + timedelta(minutes=number), content)
            for number, (kind, content) in enumerate(acts, start=1)
        ]
    )


def buys(player, cents=1000, pay="cash"):
    return "buy_in", {"player": player, "amount": cents, "pay": pay}


def sells(seller, buyer, cents=1000):
    return "chip_sale", {"seller": seller, "buyer": buyer, "amount": cents, "pay": "cash"}


def leaves(player):
    return "cash_out", {"player": player, "player_count": 0, "banker_count": 0}


def comes(player):
    return "arrive", {"player": player}


def goes(player):
    return "leave", {"player": player}


def announces(player):
    return "leave_notice", {"player": player}


OPEN = ("open", {"banker": ANN, "float": 0})


def test_a_night_begins_with_its_opening():
    night = history(OPEN)

    assert night.opening == {"banker": ANN, "float": 0}
    assert (night.banker, night.is_over, night.level, night.level_at) == (ANN, False, None, None)
    assert (night.big_stack_cents, night.drawer_counted_by, night.holding()) == (None, None, [])


def test_the_latest_of_each_holds():
    night = history(
        OPEN,
        ("hand_over", {"banker": BO}),
        ("level", {"level": 1}),
        ("level", {"level": 3}),
        ("big_stack", {"amount": 9000}),
        ("big_stack", {"amount": 4000}),
        ("count_drawer", {"counted": 0}),
        ("count_drawer", {"counted": 1}),
        ("last_hand", {}),
    )

    assert (night.banker, night.is_over, night.level) == (BO, True, 3)
    assert night.level_at == EIGHT + timedelta(minutes=4)
    assert (night.big_stack_cents, night.drawer_counted_by) == (4000, 8)


def test_what_a_player_has_bought_from_the_bank_and_from_players():
    night = history(OPEN, buys(ANN, 1000), sells(ANN, BO, 250), buys(ANN, 500))

    assert [night.of(player).bought_cents for player in (ANN, BO, 3)] == [1500, 250, 0]
    assert [night.of(player).last_buy_cents is not None for player in (ANN, BO)] == [True, False]


@pytest.mark.parametrize(
    ("acts", "holding"),
    [
        ([buys(BO), buys(ANN)], [BO, ANN]),
        ([buys(ANN), sells(ANN, BO)], [ANN, BO]),
        ([buys(ANN), buys(BO), leaves(ANN)], [BO]),
        ([buys(ANN), leaves(ANN), buys(ANN)], [ANN]),
        ([leaves(ANN)], []),
        ([announces(ANN)], []),
    ],
)
def test_who_holds_chips(acts, holding):
    assert history(OPEN, *acts).holding() == holding


@pytest.mark.parametrize(
    ("acts", "left"),
    [
        ([buys(ANN), leaves(ANN)], {ANN}),
        ([buys(ANN), leaves(ANN), buys(ANN)], set()),
        ([buys(ANN), leaves(ANN), comes(ANN)], {ANN}),
        ([comes(ANN), goes(ANN)], {ANN}),
        ([comes(ANN), goes(ANN), comes(ANN)], set()),
        ([comes(ANN), goes(ANN), sells(BO, ANN)], set()),
    ],
)
def test_who_left(acts, left):
    assert history(OPEN, *acts).who_left() == left


@pytest.mark.parametrize(
    ("acts", "minutes"),
    [
        ([buys(ANN)], None),
        ([buys(ANN), leaves(ANN)], 3),
        ([buys(ANN), leaves(ANN), comes(ANN)], 3),
        ([buys(ANN), leaves(BO)], None),
        ([buys(ANN), leaves(ANN), buys(ANN)], None),
        ([buys(ANN), ("cash_out", {"player": ANN, "player_count": 500, "banker_count": 500})], None),
        ([comes(ANN), goes(ANN)], None),
    ],
)
def test_when_a_player_left_with_nothing(acts, minutes):
    found = history(OPEN, *acts).busted_at(ANN)

    assert found == (minutes and EIGHT + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("acts", "minutes"),
    [
        ([buys(ANN)], None),
        ([announces(BO)], None),
        ([announces(ANN)], 2),
        ([announces(ANN), announces(ANN)], 2),
        ([announces(ANN), leaves(BO)], 2),
        ([announces(ANN), leaves(ANN)], None),
        ([announces(ANN), leaves(ANN), announces(ANN)], 4),
    ],
)
def test_when_a_player_announced_to_leave(acts, minutes):
    notice = history(OPEN, *acts).of(ANN).notice_at

    assert notice == (minutes and EIGHT + timedelta(minutes=minutes))


def test_of_two_announcements_the_earlier_by_the_clock_counts():
    told = {"player": ANN}
    late, early = [
        RecordedAct(number, f"act-{number}", "leave_notice", EIGHT - timedelta(number), told) for number in (1, 2)
    ]

    assert NightHistory([late, early]).of(ANN).notice_at == early.at


def test_how_a_buy_in_was_paid():
    night = history(
        OPEN,
        buys(ANN),
        buys(ANN, pay="transfer"),
        ("change_pay", {"of": "act-0002", "pay": "transfer"}),
        ("change_pay", {"of": "act-0002", "pay": "cash"}),
    )
    first, second = night.buy_in("act-0002"), night.buy_in("act-0003")

    assert first
    assert second
    assert [change.number for change in night.changes_of("act-0002")] == [4, 5]
    assert (night.means_of(first), night.means_of(second)) == (Means.CASH, Means.TRANSFER)


@pytest.mark.parametrize("key", ["act-0001", "act-0009"])
def test_what_is_no_buy_in(key):
    assert history(OPEN, buys(ANN)).buy_in(key) is None


def test_who_gave_money_for_chips():
    given = [each.buyer for each in history(buys(ANN), sells(ANN, BO), leaves(ANN)).acts]

    assert given == [ANN, BO, None]


@pytest.mark.parametrize(
    ("people", "read"),
    [
        ({}, {"seller": 1, "buyer": 2, "amount": 2}),
        ({2: 1}, {"seller": 1, "buyer": 1, "amount": 2}),
        ({7: 1}, {"seller": 1, "buyer": 2, "amount": 2}),
    ],
)
def test_a_duplicate_is_read_as_whom_they_turned_out_to_be(people, read):
    assert People(people).in_fields({"seller": 1, "buyer": 2, "amount": 2}) == read


@pytest.mark.parametrize(
    ("kind", "days", "fits"),
    [
        ("buy_in", -2, False),
        ("buy_in", -1, True),
        ("last_hand", 7, True),
        ("last_hand", 8, False),
        ("close", 300, True),
    ],
)
def test_what_happens_at_the_table_is_dated_about_the_night(kind, days, fits):
    """The night is dated 20 November; a close may come at any later date."""
    assert (date_fault(kind, EIGHT + timedelta(days=days), date(2026, 11, 20)) == "") is fits


@pytest.mark.parametrize(
    ("drawer_cents", "float_cents", "over_short_cents"),
    [(20000, 20000, 0), (19965, 20000, 35), (20035, 20000, -35), (0, 0, 0), (0, 35, 35), (500, -1500, -2000)],
)
def test_a_night_closes_drained(drawer_cents, float_cents, over_short_cents):
    balances = NightBalances(drawer_cents, 0, 0, float_cents, over_short_cents)

    assert balances.banks_rest_cents == 0


@pytest.mark.parametrize(
    ("drawer_cents", "over_short_cents", "book_cents"), [(19999, 0, 1), (20000, 100, -100), (20000, 0, 0)]
)
def test_what_remains_of_the_float_goes_to_the_book(drawer_cents, over_short_cents, book_cents):
    assert NightBalances(drawer_cents, 0, 0, 20000, over_short_cents).banks_rest_cents == book_cents
