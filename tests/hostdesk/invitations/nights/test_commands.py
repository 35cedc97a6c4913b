"""Opening and planning a night: its house, version and figures; and the backup after a close."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from hostdesk.invitations.nights.commands import open_night, plan_night, plan_nights
from hostdesk.people.players.commands import merge_players
from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.safekeeping.backups import commands as backups_commands
from hostdesk.table.closing.commands import close_and_back_up
from ledger.bank.queries import bank_of
from ledger.models import OF_A_NIGHT, Account
from ledger.money.cents import show_cents
from ledger.night.commands import count_drawer
from ledger.terms.bank_terms import Blinds
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Unknown
from reservations.acts.queries import KeyTaken
from reservations.houses.commands import revise_house
from reservations.models import Act, House, Night
from reservations.nights.commands import cancel_night
from reservations.nights.plans import Plan
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from reservations.strikes.commands import turn_away
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db

STAMP = Stamp("open-0001", datetime(2026, 11, 20, 20, tzinfo=UTC))
NOVEMBER_20 = date(2026, 11, 20)
FIGURES = {"small_blind": 10, "big_blind": 20, "buy_in_min": 500, "buy_in_max": 2000}


@pytest.fixture(autouse=True)
def ann():
    record_player(stamp=replace(STAMP, key="player-01"), name="Ann", regular=True)
    return player_named("Ann")


@pytest.fixture
def gil(ann):
    record_player(stamp=replace(STAMP, key="player-02"), name="Gil", regular=False, invited_by=ann)
    return player_named("Gil")


def opens(house="dave-2018", key="open-0001", **changes: Any):
    said: dict[str, Any] = {"date": NOVEMBER_20, "banker": player_named("Ann"), "float_cents": 20000} | changes
    return open_night(stamp=replace(STAMP, key=key), house=house, **said)


def revised(key, **buy_in):
    document = load_preset(key)
    return {**document, "buy_in": {**document["buy_in"], **buy_in}}


def test_the_opening_is_kept_whole():
    answer = opens(figures={"small_blind": 50, "big_blind": 100})

    assert answer.act.content == (
        '{"banker":1,"big_blind":100,"date":"2026-11-20","float":20000,"house":"dave-2018","small_blind":50,"version":1}'
    )
    now = bank_of(answer.act.night)
    assert (now.bank.banker.name, now.bank.opened, now.bank.closed) == ("Ann", answer.act, None)
    assert (now.balances.drawer_cents, now.balances.float_cents) == (20000, 20000)
    assert str(now.bank) == "bank of the night of Fri 20 Nov 2026"


def test_a_night_has_five_accounts_from_its_opening_on():
    opens()

    assert [account.kind for account in Account.objects.order_by("pk")] == OF_A_NIGHT


def test_a_bank_may_open_with_an_empty_drawer():
    answer = opens(float_cents=0)

    assert bank_of(answer.act.night).balances.drawer_cents == 0
    assert not answer.act.transfers.exists()


@pytest.mark.parametrize("key", preset_keys())
def test_a_preset_makes_the_house_the_first_time(key):
    opens(key, figures=FIGURES)
    opens(key, "open-0002", figures=FIGURES, date=date(2026, 11, 21))

    (house,) = House.objects.all()
    assert (house.key, house.newest().version) == (key, 1)


def test_a_house_goes_by_its_name_too():
    opens()

    assert opens("DAVE'S cash game (2018)", "open-0002").act.night.house == House.objects.get()


def test_a_house_that_is_not_there():
    with pytest.raises(Unknown) as refusal:
        opens("mikes")

    assert str(refusal.value) == (
        "No house and no preset is called 'mikes'; presets: dave-2018, dave-2020, ericn, hybrid, mike."
    )


def test_the_newest_version_is_meant_unless_one_is_given():
    first = opens()
    revise_house(house=first.act.night.house, document=revised("dave-2018", multiple="5.00"))

    later = [opens(key=f"open-001{version}", version=version).act.night for version in (1, 2)]
    newest = opens(key="open-0020").act.night

    assert [night.rules.version for night in (first.act.night, *later, newest)] == [1, 1, 2, 2]


def test_a_version_that_is_not_there():
    with pytest.raises(Unknown) as refusal:
        opens(version=2)

    assert str(refusal.value) == "Dave's cash game (2018) has no version 2 of its rules; its newest is 1."
    assert not House.objects.exists()


def test_the_same_opening_is_known_even_after_a_revision():
    first = opens()
    revise_house(house=first.act.night.house, document=revised("dave-2018", multiple="5.00"))

    again = opens()

    assert (again.act, again.known) == (first.act, True)
    assert Night.objects.count() == 1


@pytest.mark.parametrize("other", [{"float_cents": 20001}, {"date": date(2026, 11, 21)}, {"figures": FIGURES}])
def test_another_opening_under_the_same_key(other):
    opens()

    with pytest.raises(KeyTaken):
        opens(**other)

    assert Night.objects.count() == 1


def test_a_version_that_was_given_is_compared():
    first = opens()
    revise_house(house=first.act.night.house, document=revised("dave-2018", multiple="5.00"))

    assert opens(version=1).known
    with pytest.raises(KeyTaken):
        opens(version=2)


def test_a_planned_night_is_opened():
    planned = plan_night(date=NOVEMBER_20, house="dave-2018")

    answer = opens()

    assert answer.act.night == planned
    assert Night.objects.get().rules.version == 1


@pytest.mark.parametrize("planned", [("hybrid", NOVEMBER_20), ("dave-2018", date(2026, 11, 21))])
def test_another_house_or_date_is_another_night(planned):
    other = plan_night(house=planned[0], date=planned[1])

    assert opens().act.night != other


def test_a_planned_night_is_opened_once():
    plan_night(date=NOVEMBER_20, house="dave-2018")

    nights = {opens(key=f"open-000{number}").act.night for number in (1, 2)}

    assert len(nights) == 2


def test_a_night_is_planned_once():
    first = plan_night(date=NOVEMBER_20, house="hybrid")

    assert plan_night(date=NOVEMBER_20, house="Hybrid game") == first
    assert plan_night(date=date(2026, 11, 21), house="hybrid") != first
    assert not Act.objects.exclude(kind="player").exists()


def test_a_night_with_its_times_is_planned_by_a_preset():
    noted = plan_nights(stamp=replace(STAMP, key="plan-0001"), house="dave-2018", plan=Plan(NOVEMBER_20, time(19)))

    night = Night.objects.select_related("house").get()
    assert (json.loads(noted.fact.outcome)["night"], night.house.key) == (night.pk, "dave-2018")
    assert opens(planned=night).act.night == night


def test_a_night_is_not_planned_in_a_house_that_is_not_there():
    with pytest.raises(Unknown):
        plan_nights(stamp=replace(STAMP, key="plan-0001"), house="nope", plan=Plan(NOVEMBER_20, time(19)))


def test_the_bank_of_a_cancelled_night_is_not_opened():
    night = plan_night(date=NOVEMBER_20, house="dave-2018")
    cancel_night(stamp=replace(STAMP, key="cancel-01"), night=night, reason="Snow")

    with pytest.raises(Impossible, match="is cancelled: restore it, then open its bank"):
        opens(planned=night)

    assert opens().act.night != night


def test_a_cancelled_night_is_planned_anew():
    night = plan_night(date=NOVEMBER_20, house="dave-2018")
    cancel_night(stamp=replace(STAMP, key="cancel-01"), night=night, reason="Snow")

    assert plan_night(date=NOVEMBER_20, house="dave-2018") != night


def test_a_blind_that_is_not_set_is_the_houses():
    answer = opens(figures={"big_blind": 100})

    assert bank_of(answer.act.night).blinds == Blinds(25, 100)


def test_the_big_stack_lifts_a_maximum_of_the_nights_own_or_is_impossible():
    with pytest.raises(Impossible) as refusal:
        opens(figures={"or_big_stack": True})
    plain = opens(figures={"buy_in_max": 6000, "or_big_stack": False})
    lifted = opens(key="open-0002", date=date(2026, 11, 21), figures={"buy_in_max": 6000, "or_big_stack": True})

    assert str(refusal.value) == "The big stack lifts a maximum of the night's own: enter that too."
    assert [bank_of(each.act.night).limits.maximum_in_words(show_cents) for each in (plain, lifted)] == [
        "60.00",
        "60.00, or the big stack",
    ]
    assert "or_big_stack" not in plain.act.content


def test_a_small_blind_above_the_houses_big_one_is_impossible():
    with pytest.raises(Impossible) as refusal:
        opens(figures={"small_blind": 51})

    assert str(refusal.value) == "The small blind of 0.51 is above the big blind of 0.50."


def test_a_house_that_asks_gets_all_of_its_figures():
    with pytest.raises(Impossible) as refusal:
        opens("ericn", figures={"buy_in_min": 500})

    assert str(refusal.value) == (
        "This house sets the blinds each night: enter the small and the big blind. "
        "This house sets the maximum buy-in each night: enter it."
    )
    assert not House.objects.exists()


def test_figures_that_contradict_each_other():
    with pytest.raises(Impossible) as refusal:
        opens(figures={"small_blind": 101, "big_blind": 100, "buy_in_max": 1999})

    assert str(refusal.value) == (
        "The small blind of 1.01 is above the big blind of 1.00. "
        "The minimum buy-in of 20.00 is above the maximum of 19.99."
    )


@pytest.mark.parametrize(
    ("house", "figures", "blinds"),
    [
        ("dave-2018", {}, Blinds(25, 50)),
        ("dave-2018", {"small_blind": 50, "big_blind": 100}, Blinds(50, 100)),
        ("ericn", FIGURES, Blinds(10, 20)),
        ("hybrid", {}, Blinds(1, 2)),
        ("mike", {}, None),
    ],
)
def test_the_blinds_of_a_night(house, figures, blinds):
    assert bank_of(opens(house, figures=figures).act.night).blinds == blinds


def test_a_guest_runs_no_bank_where_there_is_the_book(gil):
    with pytest.raises(Impossible) as refusal:
        opens("mike", banker=gil)

    assert str(refusal.value) == "Gil is a guest: in a house with THE BOOK a regular runs the bank."


def test_who_was_turned_away_at_the_door_runs_no_bank(ann):
    night = plan_night(house="dave-2018", date=NOVEMBER_20)
    turn_away(stamp=replace(STAMP, key="door-0001"), night=night, player=ann, away=True, reason="under 21")

    with impossible("Ann", "turned away", "under 21"):
        opens()


def test_a_guest_may_run_a_bank_in_cash(gil):
    assert bank_of(opens(banker=gil).act.night).bank.banker == gil


def test_a_close_is_followed_by_one_backup(django_capture_on_commit_callbacks):
    night = opens().act.night
    count_drawer(stamp=replace(STAMP, key="count-01"), night=night, counted_cents=20000)

    with django_capture_on_commit_callbacks() as afterwards:
        first = close_and_back_up(stamp=replace(STAMP, key="close-01"), night=night)
        again = close_and_back_up(stamp=replace(STAMP, key="close-01"), night=night)

    assert (again.act, again.known) == (first.act, True)
    assert afterwards == [backups_commands.back_up_after_close]


def test_a_planned_night_that_was_opened_meanwhile_is_not_opened_beside_it(ann):
    planned = plan_night(date=NOVEMBER_20, house="dave-2018")
    said = {"house": "dave-2018", "date": NOVEMBER_20, "banker": ann, "float_cents": 0, "planned": planned}
    first = open_night(stamp=STAMP, **said)

    with pytest.raises(Impossible, match=r"The bank of the night of Fri 20 Nov 2026 has been opened already\."):
        open_night(stamp=replace(STAMP, key="open-0002"), **said)
    assert open_night(stamp=STAMP, **said).act == first.act
    assert Night.objects.count() == 1


def test_a_duplicate_with_chips_is_not_merged_into_one_who_has_left():
    evening = Evening("dave-2018")
    for name in ("Bo", "Cy"):
        evening.buy_in(name, "50.00")
    evening.cash_out("Cy", "0")

    with impossible("Cy has cashed out", "Fri 20 Nov 2026", "Bo still has chips"):
        merge_players(stamp=evening.stamp(), player=player_named("Bo"), into=player_named("Cy"))


def test_duplicates_who_both_play_are_merged_and_a_second_press_changes_nothing():
    evening = Evening("dave-2018")
    for name in ("Bo", "Cy"):
        evening.buy_in(name, "50.00")
    stamp = evening.stamp()

    answers = [merge_players(stamp=stamp, player=player_named("Bo"), into=player_named("Cy")) for _ in range(2)]

    assert [answer.known for answer in answers] == [False, True]
    assert bank_of(evening.night).history.holding() == [player_named("Cy").number]
