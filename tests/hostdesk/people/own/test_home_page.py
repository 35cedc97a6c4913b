"""The one screen that matters: tonight, a player's debts and claims, and the payments that settle them."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from hostdesk.invitations.coming.page import nights_ahead
from hostdesk.people.own.home_page import OwnNote, just_played, next_nights, owed_by, own_tonight
from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from hostdesk.table.tables.queries import present_at
from ledger.book.queries import term_days
from reservations.models import Night
from reservations.players.queries import player_named
from reservations.tables.seat_commands import take_seat
from reservations.tables.seats import Spot
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, one
from tests.stories.evening import Evening
from tests.stories.months import NOVEMBER, a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]
NOW = timezone.now().replace(second=0, microsecond=0)


@pytest.fixture
@played_once
def evening():
    return Evening("mike")


def open_nights_of(name):
    """Return a player's part in the open nights."""
    return own_tonight(player_named(name), Night.objects.filter(bank__closed=None).exclude(rules=None), NOW)


def tonight(name):
    """Return a player's acts, night by night: the chips bought, sold and cashed out, in cents."""
    mine = [each.mine for each in open_nights_of(name)]
    return [
        ([(each["cents"], each["paid"]) for each in one.bought], one.sold_cents, one.cashed_out_cents) for one in mine
    ]


def test_nobody_is_in_a_night_they_did_not_come_to(evening):
    evening.buy_in("Bo", "10.00")

    assert tonight("Cy") == []


def test_who_has_come_has_bought_nothing_yet(evening):
    evening.arrives("Cy")

    assert tonight("Cy") == [([], 0, None)]


def test_ones_own_buy_ins_and_nobody_elses(evening):
    evening.it_is("20:15")
    evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "20.00")
    evening.buy_in("Bo", "5.00", pay="book")

    [bo] = open_nights_of("Bo")

    assert bo.paid == [("in cash", 1000), ("in THE BOOK", 500)]
    assert (bo.mine.bought[0]["at"], bo.mine.in_for_cents, bo.night) == (evening.now, 1500, evening.night)


def test_a_buy_in_that_was_undone_is_not_there(evening):
    evening.buy_in("Bo", "10.00")
    evening.undo(evening.buy_in("Bo", "5.00"))

    assert tonight("Bo") == [([(1000, "in cash")], 0, None)]


def test_how_it_was_paid_is_as_it_stands_now(evening):
    evening.paid_by("book", of=evening.buy_in("Bo", "10.00"))

    assert tonight("Bo") == [([(1000, "in THE BOOK")], 0, None)]


def test_a_sale_between_players_names_nobody(evening):
    evening.buy_in("Bo", "20.00")
    evening.sells("Bo", "Cy", "10.00")

    assert tonight("Cy") == [([(1000, "from a player, in cash")], 0, None)]
    assert tonight("Bo") == [([(2000, "in cash")], 1000, None)]


def test_ones_own_notes_and_those_one_holds_with_the_other_end_of_each(evening):
    """Bo owes the bank 20.00 on a note, and holds a note of Cy for 5.00, of which Cy has paid 1.50."""
    evening.buy_in("Bo", "20.00", note="n1")
    evening.sells("Bo", "Cy", "5.00", note="n2")
    evening.redeems("n2", "1.50")

    [bo], [cy] = (open_nights_of(name) for name in ("Bo", "Cy"))

    assert (bo.wrote, bo.holds) == ((OwnNote("n1", "the bank", 2000),), (OwnNote("n2", "Cy", 350),))
    assert (cy.wrote, cy.holds) == ((OwnNote("n2", "Bo", 350),), ())


def test_what_was_cashed_out_is_ones_own_too(evening):
    evening.buy_in("Bo", "20.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "25.00")

    assert tonight("Bo") == [([(2000, "in cash")], 0, 2500)]
    assert tonight("Cy") == [([(2000, "in cash")], 0, None)]


def test_a_duplicates_buy_ins_are_the_persons(evening):
    evening.buy_in("Bo", "10.00")
    evening.merges("Bo", into="Cy")

    assert tonight("Cy") == [([(1000, "in cash")], 0, None)]


def test_a_closed_night_is_not_tonight(evening):
    evening.arrives("Bo")
    evening.counts_drawer("200.00")
    evening.closes()

    assert tonight("Bo") == []


def test_two_open_nights_are_two(evening):
    evening.buy_in("Bo", "10.00")
    evening.opens("mike")
    evening.buy_in("Bo", "15.00")

    assert [bo.mine.in_for_cents for bo in open_nights_of("Bo")] == [1000, 1500]


def test_where_one_sits_and_the_blinds(evening):
    evening.buy_in("Bo", "10.00")
    present = present_at(evening.night)
    take_seat(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), spot=Spot(1, 3), present=present)

    [bo] = open_nights_of("Bo")

    assert (str(bo.spot), bo.clock.blinds) == ("Table 1, seat 3", None)


def shown(name="Bo"):
    """Return the nights to show first, and those after them."""
    ahead = nights_ahead(one(name), NOW, timezone.localdate(NOW), frozenset())
    return next_nights(ahead, open_nights_of(name))


def test_the_next_night_is_one_that_can_be_answered():
    cast()
    house = a_house()
    begun, next_, later = (Friday(house, starts_at=NOW + timedelta(hours=hours)) for hours in (-2, 2, 50))

    first, after = shown()

    assert ([each.night for each in first], [each.night for each in after]) == (
        [next_.night],
        [later.night, begun.night],
    )


def test_who_is_late_sees_the_night_that_has_begun_first():
    cast()
    house = a_house()
    begun, next_ = (Friday(house, starts_at=NOW + timedelta(hours=hours)) for hours in (-1, 24))
    begun.yes("Bo")

    first, after = shown()

    assert ([each.night for each in first], [each.night for each in after]) == ([begun.night], [next_.night])


def test_a_later_night_where_a_seat_is_kept_is_shown_too():
    """Bo waits for the last of three nights; Cy gives up a seat there, and it is offered to Bo."""
    cast()
    house = a_house(waiting={"moves_up": "by an offer", "offer_minutes": 30})
    next_, later, asks = (Friday(house, starts_at=NOW + timedelta(hours=hours)) for hours in (2, 50, 70))
    asks.full("Cy", "Di", "Bo")
    asks.no("Cy", before=70 * 60 - 1)

    first, after = shown()

    assert [each.night for each in first] == [next_.night, asks.night]
    assert [each.night for each in after] == [later.night]


def test_the_night_one_plays_is_no_night_ahead(evening):
    evening.buy_in("Bo", "10.00")

    assert shown() == ([], [])


def test_who_plays_for_cash_is_not_in_the_book(evening):
    evening.buy_in("Bo", "10.00")

    owed = owed_by(player_named("Bo"))

    assert (owed.in_book, owed.standing_cents, owed.since, owed.pays, owed.gets) == (False, 0, None, [], [])


def test_a_debt_has_an_age_and_payments_and_what_came_since():
    """Bo owes Ann 5.00 and Dee 5.00 by the plan, and 3.00 more since then."""
    plan = a_plan()
    plan.corrects("Bo", "Cy", "3.00")

    bo, ann = (owed_by(player_named(name)) for name in ("Bo", "Ann"))

    assert [(each.payment.payee_name, each.payment.left_cents) for each in bo.pays] == [("Ann", 500), ("Dee", 500)]
    assert (bo.owes_cents, bo.since, bo.beyond_cents) == (1300, date(2024, 10, 4), -300)
    assert (bo.due, ann.due) == (date(2024, 10, 4) + timedelta(days=term_days() or 0), None)
    assert (ann.owes_cents, [each.payment.payer_name for each in ann.gets], ann.beyond_cents) == (0, ["Bo", "Cy"], 0)


def test_what_is_marked_as_paid_is_overdue_no_longer_and_still_owed():
    """Bo owes Ann 5.00 and Dee 5.00, both overdue, and marks the first as paid."""
    plan, bo = a_plan(), player_named("Bo")
    before = owed_by(bo)
    plan.claims("Bo", "Ann", "5.00")

    after = owed_by(bo)

    assert (before.overdue_cents, before.owes_cents) == (1000, 1000)
    assert (after.overdue_cents, after.owes_cents) == (500, 1000)


def test_a_claim_of_a_past_plan_stands_with_the_payment_that_took_its_place():
    plan = a_plan()
    plan.claims("Cy", "Ann", "25.00")
    plan.is_on(NOVEMBER)
    plan.consolidates(NOVEMBER)

    cy, ann = (owed_by(player_named(name)) for name in ("Cy", "Ann"))

    assert [(each.payment.left_cents, len(each.of_pair), each.waits) for each in cy.pays] == [(2500, 2, True)]
    assert [(each.payment.payer_name, each.waits, each.is_past) for each in ann.gets] == [
        ("Bo", False, False),
        ("Cy", True, False),
    ]


def test_a_claim_between_two_who_pay_no_more_stands_alone():
    """Before the next plan Cy wins back his debt."""
    plan = a_plan()
    plan.claims("Cy", "Ann", "25.00")
    plan.corrects("Ann", "Cy", "25.00")
    plan.is_on(NOVEMBER)
    plan.consolidates(NOVEMBER)

    [payment] = owed_by(player_named("Cy")).pays

    assert (payment.is_past, payment.waits, owed_by(player_named("Cy")).beyond_cents) == (True, True, 0)


def test_a_claim_that_was_answered_is_told_no_more():
    plan = a_plan()
    claim = plan.claims("Cy", "Ann", "25.00")
    plan.is_on(NOVEMBER)
    plan.consolidates(NOVEMBER)
    plan.pays_debt("Cy", "Ann", "25.00", claim=claim)

    cy = owed_by(player_named("Cy"))

    assert (cy.pays, cy.gets, cy.standing_cents, cy.in_book) == ([], [], 0, True)


def test_how_people_are_paid_is_read_for_those_who_are_paid():
    a_plan()
    add_way(player=player_named("Ann"), kind=KINDS["text"], typed={"text": "ann@bank"}, at=timezone.now())

    bo = owed_by(player_named("Bo"))

    assert [[way.shown for way in each.ways] for each in bo.pays] == [["ann@bank"], []]


@pytest.mark.parametrize(("days", "is_shown"), [(0, True), (1, True), (2, False), (-1, True)])
def test_the_night_just_played_is_shown_until_the_next_evening(evening, days, is_shown):
    """Bo turned 20.00 into 25.00; Cy lost 5.00 of 20.00."""
    for name in ("Bo", "Cy"):
        evening.buy_in(name, "20.00")
    evening.last_hand()
    before = just_played(player_named("Bo"), evening.night.date)
    for name, amount in (("Bo", "25.00"), ("Cy", "15.00")):
        evening.cash_out(name, amount)
    evening.ends("200.00")

    today = evening.night.date + timedelta(days=days)
    found = [just_played(player_named(name), today) for name in ("Bo", "Cy", "Ann")]

    shown = [(evening.night, 500), (evening.night, -500)] if is_shown else [None, None]
    assert (before, found) == (None, [*shown, None])


def test_of_two_nights_of_one_day_the_last_closed_is_the_one_just_played(evening):
    """The night of a duplicate counts as the person's: as Bob, Bo won 3.00 in the second one."""
    for name, amounts in (("Bo", ("15.00", "5.00")), ("Bob", ("13.00", "7.00"))):
        if name == "Bob":
            evening.knows("Bob")
            evening.opens("mike")
        for each in (name, "Cy"):
            evening.buy_in(each, "10.00")
        evening.last_hand()
        for each, amount in zip((name, "Cy"), amounts, strict=True):
            evening.cash_out(each, amount)
        evening.ends("200.00")
    evening.merges("Bob", into="Bo")

    assert just_played(player_named("Bo"), evening.night.date) == (evening.night, 300)
