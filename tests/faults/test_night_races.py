"""Two tablets and one ledger: threads that do the same thing, or the opposite, at the same moment.

Every race runs on the database of the tests, a SQLite file or PostgreSQL, and ends as if its acts had come one after
the other, in some order.
"""

import contextlib
from functools import partial
from typing import Any

import pytest

from hostdesk.invitations.nights.commands import let_articles_in
from hostdesk.people.players.commands import merge_players
from hostdesk.rules.houses.presets import load_preset
from hostdesk.rules.houses.queries import rules_of_night
from ledger.bank.queries import bank_of
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.money.words import Means
from ledger.night import commands as night_commands
from ledger.results.queries import results
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible
from reservations.houses.commands import make_house, revise_house
from reservations.models import Act, House, Night, Player
from reservations.players.commands import rename_player
from reservations.rsvps.door_queries import turned_away
from reservations.strikes.commands import turn_away
from tests.faults.fresh_process import in_processes
from tests.faults.racing import ROUNDS, Task, at_once, faults, opened, stamp, told, undoing
from tests.ledger.kept import holds

pytestmark = pytest.mark.django_db(transaction=True)


def buying(night: Night, player: Player, key: str, cents: int = 2000, **more: Any) -> Task:
    return lambda: buy_in_commands.buy_in(
        stamp=stamp(key), night=night, player=player, amount_cents=cents, pay=Means.CASH, **more
    )


def setting(night: Night, key: str, **figures: int) -> Task:
    return lambda: night_commands.set_stakes(stamp=stamp(key, ruling=""), night=night, figures=figures)


def leaving(night: Night, player: Player, key: str, cents: int) -> Task:
    return lambda: cash_out_commands.cash_out(
        stamp=stamp(key), night=night, player=player, player_count_cents=cents, banker_count_cents=cents
    )


def closing(night: Night, key: str) -> Task:
    return lambda: night_commands.close_night(stamp=stamp(key), night=night)


@pytest.mark.pg
def test_a_double_tap_is_one_buy_in(night, players):
    for tap in range(25):
        outcomes = at_once(*[buying(night, players[1], f"tap-{tap}")] * 2)

        assert sorted(told(outcomes)) == ["known", "new"]
        assert len({answer.act.number for answer in outcomes}) == 1

    assert Act.objects.filter(kind=Kind.BUY_IN).count() == 25
    assert (bank_of(night).balances.chips_cents, faults()) == (50000, [])


def arriving(night: Night, player: Player, key: str) -> Task:
    return lambda: night_commands.arrive(stamp=stamp(key), night=night, player=player)


def announcing(night: Night, player: Player, key: str) -> Task:
    return lambda: night_commands.give_notice(stamp=stamp(key), night=night, player=player)


def ending(night: Night, _: Player, key: str) -> Task:
    return lambda: night_commands.play_last_hand(stamp=stamp(key), night=night)


@pytest.mark.parametrize("happens", [arriving, announcing, ending])
def test_two_tablets_note_it_once(happens, players):
    for day in range(1, ROUNDS + 1):
        night = opened(players, day)

        outcomes = at_once(*[happens(night, players[1], f"noted-{day}-{tablet}") for tablet in (1, 2)])

        assert sorted(told(outcomes)) == ["Unlikely", "new"]
        assert Act.objects.filter(night=night).exclude(kind=Kind.OPEN).count() == 1
    assert faults() == []


@pytest.mark.pg
def test_two_processes_each_see_what_the_other_has_recorded(night, players):
    """Each process keeps its own bank: 200.00 in play allow five cash-outs of 40.00, whichever process serves them."""
    buying(night, players[1], "all-chips", 20000)()
    assert bank_of(night).balances.chips_cents == 20000

    assert in_processes(*(partial(takes_what_there_is, night, player) for player in players[1:])) == [0, 0]

    assert Act.objects.filter(kind=Kind.CASH_OUT).count() == 5
    assert (bank_of(night).balances.chips_cents, holds(night), faults()) == (0, True, [])


def takes_what_there_is(night: Night, player: Player) -> None:
    for number in range(8):
        with contextlib.suppress(Impossible):
            leaving(night, player, f"takes-{number}-{player.number}", 4000)()


def going(night: Night, player: Player, key: str) -> Task:
    return lambda: night_commands.leave(stamp=stamp(key), night=night, player=player)


def test_gone_without_chips_against_a_buy_in(night, players):
    """A player with chips is at the table: either the buy-in came first, or it brings the player back."""
    for player in players:
        night_commands.arrive(stamp=stamp(f"came-{player.number}"), night=night, player=player)
        key = f"for-{player.number}"

        outcomes = at_once(buying(night, player, f"buys-{key}"), going(night, player, f"goes-{key}"))

        assert told(outcomes) in [["new", "new"], ["new", "Impossible"]]
        assert player.number not in bank_of(night).history.who_left()
    assert (bank_of(night).balances.chips_cents, faults()) == (2000 * len(players), [])


def turning_away(night: Night, player: Player, key: str) -> Task:
    return lambda: turn_away(stamp=stamp(key), night=night, player=player, away=True, reason="under 21")


def buying_by_the_rules(night: Night, player: Player, key: str) -> Task:
    return lambda: buy_in_commands.buy_in(
        stamp=stamp(key, ruling=""), night=night, player=player, amount_cents=2000, pay=Means.CASH
    )


def test_turned_away_at_the_door_against_a_buy_in_at_the_table(night, players):
    """Either the chips were sold before, or no chips are sold."""
    for player in players:
        key = f"for-{player.number}"

        outcomes = at_once(buying_by_the_rules(night, player, key), turning_away(night, player, key))

        bought = bank_of(night).history.of(player.number).last_buy_cents is not None
        assert (told(outcomes), bought) in [(["new", "new"], True), (["Refused", "new"], False)]
        assert player.number in turned_away(night)
    assert faults() == []


def test_two_tablets_turn_one_player_away(night, players):
    outcomes = at_once(*(turning_away(night, players[1], key) for key in ("left", "right")))

    assert sorted(told(outcomes)) == ["Impossible", "new"]


@pytest.mark.pg
def test_a_cash_out_against_a_rebuy_with_the_same_stack(night, players):
    """After the cash-out the 20.00 in front are gone; before it the rebuy is right, and 5.00 stay in play."""
    for again in range(ROUNDS):
        buying(night, players[1], f"buy-{again}")()

        outcomes = at_once(
            leaving(night, players[1], f"out-{again}", 2000),
            buying(night, players[1], f"rebuy-{again}", 500, stack_cents=2000),
        )

        left = bank_of(night).balances.chips_cents
        assert (told(outcomes), left) in [(["new", "new"], 500), (["new", "Impossible"], 0)]
        if left:
            leaving(night, players[1], f"rest-{again}", left)()
    assert faults() == []


@pytest.mark.pg
def test_a_close_against_a_buy_in(players):
    """In either order, a closed night takes no more acts and keeps no chips."""
    for day in range(1, ROUNDS + 1):
        night = opened(players, day)
        night_commands.count_drawer(stamp=stamp(f"count-{day}"), night=night, counted_cents=10000)

        outcomes = at_once(closing(night, f"close-{day}"), buying(night, players[1], f"late-buy-{day}"))

        now = bank_of(night)
        assert sorted(told(outcomes)) == ["Impossible", "new"]
        assert (now.bank.closed_id is None, now.balances.chips_cents) in [(True, 2000), (False, 0)]
    assert faults() == []


@pytest.mark.pg
@pytest.mark.parametrize(("second", "told_second"), [("close-1", "known"), ("close-2", "Impossible")])
def test_two_tablets_that_close_a_night(second, told_second, players):
    """One closes it. The same form sent twice is answered twice; another tablet is told that the night is closed."""
    for day in range(1, ROUNDS + 1):
        night = opened(players, day)
        night_commands.count_drawer(stamp=stamp(f"count-{day}"), night=night, counted_cents=10000)

        outcomes = at_once(closing(night, f"{day}-close-1"), closing(night, f"{day}-{second}"))

        assert sorted(told(outcomes)) == sorted(["new", told_second])
        assert Act.objects.filter(night=night, kind=Kind.CLOSE).count() == 1
    assert faults() == []


@pytest.mark.pg
def test_the_same_act_undone_twice(night, players):
    for again in range(ROUNDS):
        buying(night, players[1], f"buy-{again:04}")()

        outcomes = at_once(*[undoing(f"buy-{again:04}", f"undo-{again}-{tablet}") for tablet in (1, 2)])

        assert sorted(told(outcomes)) == ["known", "new"]
        assert len({answer.act.number for answer in outcomes}) == 1
        assert bank_of(night).balances.chips_cents == 0
    assert faults() == []


@pytest.mark.pg
@pytest.mark.parametrize(
    ("chips_cents", "drawer_cents", "refused"), [(3000, 13000, "MoreThanInPlay"), (4000, 3000, "DrawerShort")]
)
def test_two_cash_outs_that_are_too_much_together(chips_cents, drawer_cents, refused, players):
    for day in range(1, ROUNDS + 1):
        night = opened(players, day, house="dave-2018")  # a house that pays from the drawer alone
        buying(night, players[1], f"buy-{day}", chips_cents)()
        night_commands.count_drawer(stamp=stamp(f"count-{day}"), night=night, counted_cents=drawer_cents)

        outcomes = at_once(*[leaving(night, player, f"out-{day}-{player}", 2000) for player in players[1:]])

        now = bank_of(night).balances
        assert sorted(told(outcomes)) == [refused, "new"]
        assert (now.chips_cents, now.drawer_cents) == (chips_cents - 2000, drawer_cents - 2000)
    assert faults() == []


def merging(player: Player, into: Player, key: str) -> Task:
    return lambda: merge_players(stamp=stamp(key), player=player, into=into)


def renaming(player: Player, name: str, key: str) -> Task:
    return lambda: rename_player(stamp=stamp(key), player=player, name=name)


def test_a_merge_against_a_buy_in_of_the_duplicate(night, players):
    """In either order: a buy-in after the merge is refused, and one before it counts for the survivor."""
    for again in range(ROUNDS):
        outcomes = at_once(
            merging(players[2], players[1], f"merge-{again}"), buying(night, players[2], f"buy-{again}", 500)
        )

        bought = {number: result.bought_cents for number, result in results(night).items()}
        assert (told(outcomes), bought) in [(["new", "new"], {2: 500}), (["new", "Merged"], {})]
        undoing(stamp(f"merge-{again}").key, f"split-{again}")()
        if bought:
            undoing(stamp(f"buy-{again}").key, f"unbuy-{again}")()
    assert faults() == []


def test_two_who_are_merged_into_each_other(players):
    outcomes = at_once(merging(players[1], players[2], "merge-1"), merging(players[2], players[1], "merge-2"))

    assert sorted(told(outcomes)) == ["Merged", "new"]
    assert (Player.objects.exclude(merged_into=None).count(), faults()) == (1, [])


def test_two_players_who_take_the_same_name(players):
    outcomes = at_once(*[renaming(player, "Dee", f"name-{player}") for player in players[1:]])

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert (Player.objects.filter(name="Dee").count(), faults()) == (1, [])


def writing(night: Night, player: Player, writer: int) -> Task:
    """Buy chips ten times and return the last answer."""
    buys = [buying(night, player, f"writer-{writer}-{buy}", 500) for buy in range(10)]
    return lambda: [buy() for buy in buys][-1]


@pytest.mark.pg
def test_eight_writers_leave_no_gap(night, players):
    before = Act.objects.count()

    outcomes = at_once(*[writing(night, players[writer % 3], writer) for writer in range(8)])

    assert told(outcomes) == ["new"] * 8
    numbers = list(Act.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, before + 81))
    assert (bank_of(night).balances.chips_cents, faults()) == (80 * 500, [])


@pytest.mark.pg
def test_without_the_lock_taps_collide(unlocked, night, players):
    """Control: one of two taps ends in a database error instead of an answer."""
    outcomes = [at_once(*[buying(night, players[1], f"tap-{tap}")] * 2) for tap in range(25)]

    assert {name for pair in outcomes for name in told(pair)} & {"IntegrityError", "OperationalError"}


def revising(house: House, text: str, after: int) -> Task:
    document = {"key": house.key, "name": house.name, "articles": [], "summary": text}
    return lambda: revise_house(house=house, document=document, after=after)


def test_rules_that_two_hosts_change_at_once(db):
    """One of them is told: no version replaces another that its author has not seen."""
    house = make_house(document={"key": "friday", "name": "Friday game", "articles": []}).house

    for version in range(1, ROUNDS + 1):
        outcomes = at_once(*(revising(house, f"{version}, {host}", version) for host in ("Ann", "Bo")))

        assert sorted(told(outcomes)) == ["Changed", "Rules"]
        assert house.newest().version == version + 1


def test_stakes_that_change_while_chips_are_sold(players):
    """One comes before the other: the old limits sell the chips and the stakes stay, or the new limits refuse them."""
    came = set()
    for day in range(1, ROUNDS + 1):
        night = opened(players, day, house="dave-2018")

        outcomes = at_once(
            setting(night, f"stakes-{day:02}", buy_in_min=3000),
            buying_by_the_rules(night, players[1], f"buy-in-{day:02}"),
        )

        came.add(tuple(told(outcomes)))
        assert holds(night)

    assert came <= {("Refused", "new"), ("new", "Refused")}
    assert faults() == []


def test_articles_that_two_hosts_let_in_at_once_come_in_once(night):
    document = load_preset("mike")
    shoes = {"number": "99", "title": "Shoes", "text": "They stay at the door.", "off_table": True}
    revise_house(house=night.house, document={**document, "articles": [*document["articles"], shoes]})

    outcomes = at_once(
        *(partial(let_articles_in, stamp=stamp(f"let-in-{each}"), night=night, version=2) for each in (1, 2))
    )

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert rules_of_night(night).document["articles"][-1] == shoes
