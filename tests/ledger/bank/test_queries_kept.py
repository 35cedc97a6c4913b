"""The kept bank of an open night: as correct as one read anew, also after acts of another process."""

from dataclasses import replace

import pytest

from hostdesk.rules.houses.presets import load_preset
from ledger.bank.queries import KEPT_BANKS, bank_of
from reservations.acts.commands import atomic_batch
from reservations.acts.problems import Impossible
from reservations.houses.commands import make_house
from reservations.players.queries import player_named
from tests.ledger.kept import all_of, holds
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = Evening("mike")
    evening.buy_in("Bo", "20.00")
    return evening


def chips(evening):
    return bank_of(evening.night).balances.chips_cents


def test_an_opening_keeps_the_bank_that_it_makes():
    night = Evening("mike").night

    kept = KEPT_BANKS[night.pk]

    assert (kept.history.acts[0].kind, kept.balances.drawer_cents > 0, holds(night)) == ("open", True, True)


def test_what_has_happened_is_added_to_what_was_kept(evening):
    night = evening.night
    all_of(bank_of(night))
    evening.buy_in("Cy", "10.00", pay="note", note="n1")
    evening.sells("Bo", "Cy", "5.00")

    was_added = [bank_of(night).last.number, chips(evening), len(bank_of(night).notes), holds(night)]
    evening.last_hand()
    evening.cash_out("Cy", "15.00")

    assert was_added == [8, 3000, 1, True]
    assert (chips(evening), holds(night)) == (1500, True)


def test_an_undoing_a_merge_and_a_new_banker_are_read_anew(evening):
    all_of(bank_of(evening.night))
    slip = evening.buy_in("Cy", "10.00")
    evening.undo(slip)
    undone = (chips(evening), holds(evening.night))

    evening.hands_over_to("Bo")
    banker = bank_of(evening.night).history.banker

    assert (undone, banker, holds(evening.night)) == ((2000, True), player_named("Bo").number, True)


def test_what_another_process_has_recorded_is_found_out(evening):
    known = bank_of(evening.night)
    evening.buy_in("Cy", "10.00")
    KEPT_BANKS[evening.night.pk] = known

    assert (known.balances.chips_cents, chips(evening), holds(evening.night)) == (2000, 3000, True)


@pytest.mark.parametrize("is_told", [True, False])
def test_chips_of_those_who_buy_at_once_are_shared_out_together(is_told):
    """Twenty of a hundred white chips are left: each of four buyers gets four, none eight, however often it is read."""
    chips = [{"colour": "white", "value": "0.25", "stock": 100}, {"colour": "red", "value": "1.00", "stock": 100}]
    make_house(document={**load_preset("mike"), "chips": chips})
    evening = Evening("mike")
    evening.gave_others(evening.buy_in("Bo", "20.00"), white=80)
    known, told = bank_of(evening.night), [bank_of(evening.night).chips.rack["white"]]
    for number, name in enumerate(("Ann", "Bo", "Cy", "Gil")):
        evening.buy_in(name, "10.00", key=f"everyone.{number}")
        told += [bank_of(evening.night).chips.rack["white"]] if is_told else []
    if not is_told:
        KEPT_BANKS[evening.night.pk] = known

    now = bank_of(evening.night).chips

    assert (told[0], now.rack, str(now.last)) == (20, {"white": 4, "red": 64}, "4 white, 9 red")
    assert holds(evening.night)


def test_seats_that_were_changed_meanwhile_share_the_chips(evening):
    before = bank_of(evening.night).night.seats
    evening.night.seats = 6
    evening.night.save()

    after = bank_of(evening.night)

    assert (before, after.night.seats, after.sharing.players) == (None, 6, 6)


def test_a_name_written_anew_is_read_anew(evening):
    before, bo = bank_of(evening.night), player_named("Bo").number
    old = (before.names[bo], before.person(bo).name)
    evening.renames("Bo", "Bob")

    now = bank_of(evening.night)

    assert (old, now.names[bo], now.person(bo).name) == (("Bo", "Bo"), "Bob", "Bob")


def test_what_was_taken_back_with_its_file_was_never_kept(evening):
    inside = []
    with pytest.raises(Impossible):
        _file_with_a_fault(evening, inside)

    assert (inside, chips(evening), holds(evening.night)) == ([3000], 2000, True)


def _file_with_a_fault(evening, seen):
    with atomic_batch():
        evening.buy_in("Cy", "10.00")
        seen.append(chips(evening))
        evening.declares_missing("90.00")


def test_a_bank_of_another_ledger_with_as_many_acts_is_not_taken(evening):
    known = bank_of(evening.night)
    evening.buy_in("Cy", "10.00")
    number = bank_of(evening.night).last.number
    KEPT_BANKS[evening.night.pk] = replace(known, last=replace(known.last, number=number))

    assert (chips(evening), holds(evening.night)) == (3000, True)


def test_the_control_a_bank_that_is_not_checked_against_its_number_is_caught(evening):
    known = bank_of(evening.night)
    evening.buy_in("Cy", "10.00")
    # This bank claims to have read an act that it has not.
    KEPT_BANKS[evening.night.pk] = replace(known, last=bank_of(evening.night).last)

    assert (chips(evening), holds(evening.night)) == (2000, False)


def test_a_closed_night_is_not_kept(evening):
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.counts_drawer("200.00")
    assert evening.night.pk in KEPT_BANKS
    evening.closes()

    assert (bank_of(evening.night).bank.closed_id, evening.night.pk in KEPT_BANKS) == (10, False)


def test_few_nights_are_kept(evening):
    first = bank_of(evening.night)
    for number in range(1, 20):
        KEPT_BANKS[-number] = first
    KEPT_BANKS.pop(evening.night.pk)

    bank_of(evening.night)

    kept, is_kept = len(KEPT_BANKS), evening.night.pk in KEPT_BANKS
    KEPT_BANKS.clear()
    assert (kept, is_kept) == (8, True)
