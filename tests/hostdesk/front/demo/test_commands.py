"""The demo's books after the first start of a day."""

import json
from collections import Counter
from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from hostdesk.front.demo.commands import KEYS, build
from hostdesk.front.demo.dates import OPEN_FOR
from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from hostdesk.rules.houses.presets import load_preset
from hostdesk.standings.paying.queries import ways_of
from hostdesk.table.tables.queries import seating_now
from ledger.bank.notes import NoteState
from ledger.bank.queries import bank_of, last_act
from ledger.bank.register_queries import register
from ledger.clock.queries import night_clock
from ledger.credit.exposure_queries import exposed_cents
from ledger.models import Account
from ledger.months.queries import consolidations, month_due, progress
from reservations.acts.facts import Cause, FactKind, Reply
from reservations.acts.kinds import Kind
from reservations.conduct.queries import conduct_of
from reservations.houses.commands import make_house, revise_house
from reservations.models import Act, Fact, House, Night, Player
from reservations.rsvps.door_queries import arrived, ids_seen
from reservations.rsvps.queries import rsvp_state_of
from reservations.strikes.attendance_queries import attended
from reservations.strikes.outcomes import Outcome
from reservations.strikes.queries import strikes_in
from reservations.tables.balancing import wishes_of
from reservations.tables.queries import seating_terms_of, table_facts
from reservations.tables.seats import MoveReason
from tests.reservations.friday import line_of
from tests.running import Ran, run

ANSWERED = 16
"""The first night with answers before it."""


def tonight():
    """Return the open night at mike's."""
    return Night.objects.get(bank__closed=None, bank__isnull=False, house__key="mike")


def standing(kind):
    """Return the content of all acts of that kind on the open night at mike's, without undone ones."""
    acts = Act.objects.filter(night=tonight(), kind=kind, reversed_by=None).order_by("number")
    return [json.loads(content) for content in acts.values_list("content", flat=True)]


@pytest.mark.long
def test_the_ledger_checks(demo):
    assert run("ledger_check") == Ran(0)


def test_twenty_three_people(demo):
    assert Player.objects.filter(regular=True).count() == 11 + 9
    assert Player.objects.filter(regular=False, invited_by__regular=True).count() == 3
    assert Player.objects.count() == 23


def test_the_nights(demo):
    ahead = Counter(Night.objects.planned().values_list("house__key", flat=True))

    assert Night.objects.filter(bank__closed__isnull=False).count() == 22
    assert Night.objects.filter(bank__closed=None).exclude(rules=None).count() == 2
    assert ahead == {"dave-2018": 5, "ericn": 1}
    assert Night.objects.exclude(cancelled_at=None).count() == 1
    assert Night.objects.count() == 22 + 2 + 6 + 1


def test_what_is_closed_is_even(demo):
    nights = Night.objects.filter(bank__closed__isnull=False)

    balances = [bank_of(night).balances for night in nights]

    assert {
        (each.drawer_cents, each.chips_cents, each.final_pot_cents, each.float_cents, each.over_short_cents)
        for each in balances
    } == {(0, 0, 0, 0, 0)}
    assert Account.objects.filter(night__in=nights, player=None).count() == 22 * 5


def test_notes_end_in_every_way_and_some_are_out(demo):
    notes = register()

    assert {note.state for note in notes} == {*NoteState} - {NoteState.VOID}
    assert {note.night for note in notes if note.is_out} == {tonight().pk}


def test_the_night_that_is_open(demo):
    buyers = Counter(buy_in["player"] for buy_in in standing(Kind.BUY_IN))
    kinds = Counter(tonight().acts.values_list("kind", flat=True))

    assert (len(buyers), buyers.total()) == (13, 15)
    assert kinds - Counter({Kind.BUY_IN: 16, Kind.ARRIVE: 3, Kind.OPEN: 1}) == {
        Kind.CASH_OUT: 1,
        Kind.CHIP_SALE: 2,
        Kind.REDEEM_NOTE: 1,
        Kind.REVERSE: 1,
    }


def test_its_tables(demo):
    seating = seating_now(tonight())
    moves = table_facts(tonight(), FactKind.MOVE)
    names = [Player.objects.get(pk=wish.player).name for wish in seating.wishes]

    assert [seating.count(table) for table in seating.numbers()] == [6, 6]
    assert [each.content["why"] for each in moves][-3:] == [MoveReason.SPLIT, MoveReason.ARRIVAL, MoveReason.BALANCE]
    assert [each.swaps_with for each in wishes_of(seating, seating_terms_of(tonight()))] == [
        wish.player for wish in reversed(seating.wishes)
    ]
    assert (names, len(seating.away), sorted(seating.buttons)) == (["Fumiko Arai", "Priya Natarajan"], 1, [1, 2])


def test_how_people_behave_there(demo):
    conduct = conduct_of(tonight())

    assert [jump.outcome["warning"] for jump in conduct.jumps] == [True, False, False]
    assert (len(conduct.warnings), len(conduct.rulings)) == (1, 1)


def test_the_clock_of_the_second_game_runs(demo):
    night = Night.objects.get(bank__closed=None, bank__isnull=False, house__key="hybrid")
    clock = night_clock(night, bank_of(night).terms)

    assert (clock.state.level, clock.state.left, clock.state.running) == (1, 20 * 60, True)
    assert (seating_now(night).count(1), list(seating_now(night).buttons)) == (5, [1])


def test_credit_of_the_night_that_is_open(demo):
    notes = [note for note in bank_of(tonight()).notes if note.is_out]

    assert [(note.name, note.face_cents, note.out_cents, note.holder is None) for note in notes] == [
        ("n1", 1000, 100, True),
        ("n2", 500, 250, True),
        ("n3", 1000, 1000, True),
        ("n4", 500, 500, True),
        ("n5", 500, 500, True),
        ("n6", 500, 500, False),
    ]


def test_the_month_that_ended_last_waits(demo):
    today = timezone.localdate(tonight().bank.opened.at + OPEN_FOR)

    found = consolidations()

    assert month_due(today) == today.replace(day=1) - timedelta(days=1)
    assert len(found) >= 4
    assert all(each.plan.proven for each in found)


def test_of_the_last_months_payments_each_state_is_there(demo):
    found = progress(consolidations()[-1])

    assert [each.place for each in found if each.waiting] == [2]
    assert [each.place for each in found if 0 < each.left_cents < each.proposed.cents] == [3]
    assert [each.place for each in found if each.disputed] == [4]
    assert {each.left_cents for each in found if each.place not in (2, 3, 4)} == {0}


def test_everybody_who_is_still_owed_has_a_way_to_be_paid(demo):
    payees = {each.proposed.payee for each in progress(consolidations()[-1]) if each.left_cents}

    assert {Player.objects.get(number=payee).name for payee in payees - ways_of(payees).keys()} == set()


def test_the_bank_that_is_open_adds_up(demo):
    now = bank_of(tonight())

    sold = sum(buy_in["amount"] for buy_in in standing(Kind.BUY_IN))
    back = sum(cash_out["banker_count"] for cash_out in standing(Kind.CASH_OUT))

    assert now.balances.chips_cents == sold - back
    assert (
        now.balances.drawer_cents + exposed_cents(now)
        == now.balances.float_cents + sold - back + now.balances.final_pot_cents
    )


def test_every_ruling_set_something_aside(demo):
    ruled = Act.objects.exclude(ruling="", count_ruling="").order_by("number")

    assert [(act.kind, act.ruling or act.count_ruling, len(json.loads(act.overruled))) for act in ruled] == [
        (Kind.CASH_OUT, "Counted again, together: the banker has it right.", 1),
        (Kind.CASH_OUT, "The babysitter called.", 1),
        (Kind.BUY_IN, "It is their birthday, and the table agrees.", 1),
        (Kind.CASH_OUT, "Early shift tomorrow, and everybody agrees.", 2),
    ]


def test_a_player_who_bought_in_had_a_seat_and_the_guests_were_named(demo):
    # Closed nights, not past days: after midnight the night still in play is yesterday's.
    nights = Night.objects.filter(bank__closed__isnull=False).exclude(starts_at=None).exclude(rules=None)

    for night in nights:
        rsvp_state, came = rsvp_state_of(night), set(arrived(night))
        names = {name for each in rsvp_state.seated for name in each.guests}
        assert {each.player for each in rsvp_state.seated} | {
            Player.objects.get(name=name).pk for name in names
        } == came
    assert len(nights) == 23 - ANSWERED


def test_attendance_has_something_of_everything(demo):
    nights = Night.objects.exclude(starts_at=None).exclude(rules=None)

    found = Counter(each.outcome for each in attended(nights, {night.pk: arrived(night) for night in nights}))

    assert set(found) == {*Outcome} - {Outcome.MAYBE, Outcome.NOTHING, Outcome.TURNED_AWAY}
    assert (found[Outcome.NO_SHOW], found[Outcome.CANCELLED], found[Outcome.EXCUSED]) == (3, 1, 1)


def test_strikes_end_in_different_ways(demo):
    strikes = strikes_in(House.objects.get(key="dave-2018"))

    assert [(each.cause, each.state.value, bool(each.contested)) for each in reversed(strikes)] == [
        (Cause.NO_SHOW, "counts", True),
        (Cause.LATE_CANCEL, "counts", False),
        (Cause.NO_SHOW, "pardoned", False),
        (Cause.NO_SHOW, "counts", False),
    ]
    assert strikes == strikes_in()


def test_the_next_night_of_the_series_is_full_and_three_wait(demo):
    night = Night.objects.planned().exclude(series=None).earliest("date")
    rsvp_state = rsvp_state_of(night)

    assert (
        rsvp_state.taken,
        night.seats,
        len(rsvp_state.maybes),
        sum(each.reply == Reply.NO for each in rsvp_state.rsvps.values()),
    ) == (8, 8, 1, 1)
    assert [each.words for each in line_of(night)] == [
        "1st in line. The host gave you this place.",
        "2nd in line. The host put one before you. You need two seats together.",
        "3rd in line. Two regulars are before you.",
    ]


def test_another_night_is_half_full_and_one_of_them_has_to_show_an_id(demo):
    rsvp_state = rsvp_state_of(Night.objects.planned().get(house__key="ericn"))

    assert (
        rsvp_state.taken,
        rsvp_state.seats,
        len(rsvp_state.invited),
        sum(each.reply == Reply.NO for each in rsvp_state.rsvps.values()),
    ) == (5, 10, 6, 1)
    assert [str(Player.objects.get(pk=each.player)) for each in rsvp_state.seated if each.player not in ids_seen()] == [
        "Gus"
    ]


def test_nothing_happens_in_the_future(demo):
    assert not Act.objects.filter(at__gt=F("recorded_at")).exists()
    assert not Fact.objects.filter(at__gt=F("recorded_at")).exists()


def test_the_first_start_says_how_far_it_is(first_start):
    lines = first_start[1].splitlines()

    assert lines == [
        "Preparing a season of home poker (once a day).",
        *(f"{number} of 24 nights" for number in range(1, 25)),
    ]


class Enough(Exception):
    """Raised to stop a build."""


def acts_and_facts():
    """Return all acts with their heads, and all facts except derived ones, which have random keys."""
    acts = Act.objects.order_by("number").values_list("number", "key", "head")
    facts = Fact.objects.filter(key__startswith=KEYS).order_by("id").values_list("key", "at", "content")
    return list(acts), list(facts)


@pytest.mark.parametrize(("nights", "many"), [(5, 150), pytest.param(18, 700, marks=pytest.mark.long)])
def test_the_same_now_gives_the_same_acts_keys_and_heads(nights, many, demo, request):
    now, (acts, facts), again = tonight().bank.opened.at + OPEN_FOR, acts_and_facts(), []

    def stop(number, of):
        if number == nights:
            again.append(acts_and_facts())
            raise Enough

    request.getfixturevalue("empty")
    with pytest.raises(Enough):
        build(now, progress=stop)

    [(acts_again, facts_again)] = again
    assert len(acts_again) > many
    assert (acts_again, facts_again) == (acts[: len(acts_again)], facts[: len(facts_again)])
    assert acts_and_facts() == ([], [])


@pytest.mark.long
def test_its_night_log_is_imported_with_the_same_head(demo, request):
    lines, head = export_all(), last_act().head
    revised = json.loads(House.objects.get(key="dave-2018").newest().document)

    request.getfixturevalue("empty")
    make_house(document=load_preset("dave-2018"))
    revise_house(house=House.objects.get(), document=revised)
    posted = post_log(read_log("\n".join(lines).encode()))

    assert (posted.new, posted.known, last_act().head) == (len(lines), 0, head)


@pytest.mark.parametrize(
    ("now", "zone"),
    [
        pytest.param("2028-02-29T12:00", "Pacific/Auckland", marks=pytest.mark.long),
        pytest.param("2026-11-30T23:59", "America/New_York", marks=pytest.mark.long),
        pytest.param("2027-01-01T09:00", "Europe/Berlin", marks=pytest.mark.long),
        pytest.param("2026-03-08T03:30", "America/New_York", marks=pytest.mark.long),
        pytest.param("2026-10-25T02:30", "Europe/Berlin", marks=pytest.mark.long),
        pytest.param("2026-12-16T00:10", "UTC", marks=pytest.mark.long),
    ],
)
def test_every_page_has_something_to_show_whenever_it_is_made(now, zone, empty):
    with timezone.override(zone):
        build(timezone.make_aware(datetime.fromisoformat(now)))

        test_the_ledger_checks(None)
        test_the_nights(None)
        test_notes_end_in_every_way_and_some_are_out(None)
        test_the_night_that_is_open(None)
        test_its_tables(None)
        test_how_people_behave_there(None)
        test_the_clock_of_the_second_game_runs(None)
        test_the_month_that_ended_last_waits(None)
        test_of_the_last_months_payments_each_state_is_there(None)
        test_every_ruling_set_something_aside(None)
        test_attendance_has_something_of_everything(None)
        test_strikes_end_in_different_ways(None)
        test_the_next_night_of_the_series_is_full_and_three_wait(None)
        test_another_night_is_half_full_and_one_of_them_has_to_show_an_id(None)
