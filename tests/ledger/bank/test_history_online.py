"""Acts of an online table stand in the ledger with all purchases first; in the order of time they tell the evening."""

from datetime import UTC, datetime

from ledger.bank.history import RecordedAct, as_played


def at(hour, minute=0):
    return datetime(2026, 11, 21, hour, minute, tzinfo=UTC)


def act(number, kind, key, moment, **content):
    return RecordedAct(number, key, kind, moment, content)


def night(*acts):
    """Return the opening of an online night and these acts after it."""
    return [act(1, "open", "pokernow.ann.t1.open", at(1), banker=1), *acts]


def told(acts):
    return [(each.number, each.at, bool(each.content.get("plays_on"))) for each in acts]


def test_the_acts_of_a_live_night_stay_in_their_order():
    acts = [act(1, "open", "k1", at(2)), act(2, "cash_out", "k2", at(1), player=1)]

    assert as_played(acts) == acts
    assert as_played([]) == []


def test_a_player_leaves_and_comes_back():
    acts = night(
        act(2, "buy_in", "pokernow.ann.t1.in", at(1), player=1, amount=500),
        act(3, "buy_in", "pokernow.ann.t2.in", at(3), player=1, amount=500),
        act(4, "cash_out", "pokernow.ann.t1.out", at(2), player=1, banker_count=0),
        act(5, "cash_out", "pokernow.ann.t2.out", at(4), player=1, banker_count=1000),
        act(6, "close", "pokernow.ann.t1.close", at(4)),
    )

    assert told(as_played(acts)) == [
        (1, at(1), False),
        (2, at(1), False),
        (4, at(2), False),
        (3, at(3), False),
        (5, at(4), False),
        (6, at(4), False),
    ]


def test_a_player_with_two_places_plays_on_when_one_of_them_ends():
    acts = night(
        act(2, "buy_in", "pokernow.ann.t1.in", at(1), player=1, amount=500),
        act(3, "buy_in", "pokernow.dee.t2.in", at(1, 30), player=1, amount=500),
        act(4, "cash_out", "pokernow.ann.t1.out", at(2), player=1, banker_count=0),
        act(5, "cash_out", "pokernow.dee.t2.out", at(4), player=1, banker_count=1000),
    )

    assert told(as_played(acts))[3:] == [(4, at(2), True), (5, at(4), False)]


def test_a_place_without_chips_ends_nobody_elses():
    acts = night(
        act(2, "buy_in", "pokernow.ann.t1.in", at(1), player=1, amount=500),
        act(3, "cash_out", "pokernow.bo.t2.out", at(2), player=2, banker_count=100),
        act(4, "cash_out", "pokernow.ann.t1.out", at(3), player=1, banker_count=400),
    )

    assert told(as_played(acts))[2:] == [(3, at(2), False), (4, at(3), False)]


def test_a_sitting_without_times_takes_no_time():
    acts = night(
        act(2, "buy_in", "pokernow.ann.t1.in", at(1), player=1, amount=500),
        act(3, "buy_in", "pokernow.cy.of.20261121.1.in", at(1), player=3, amount=50),
        act(4, "cash_out", "pokernow.ann.t1.out", at(4), player=1, banker_count=500),
        act(5, "cash_out", "pokernow.cy.of.20261121.1.out", at(4), player=3, banker_count=50),
    )

    assert told(as_played(acts))[2:] == [(3, at(4), False), (4, at(4), False), (5, at(4), False)]
