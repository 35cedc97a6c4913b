from datetime import date
from typing import Any

import pytest

from hostdesk.table.tonight import commands
from ledger.bank.queries import bank_of, history_of
from ledger.buy_in.commands import buy_in
from ledger.entries.commands import MarkNeeded
from ledger.money.words import Means
from reservations.acts.problems import Impossible, Malformed, Refused
from reservations.models import Act, Night, Player
from reservations.players.queries import mark_of, player_named
from reservations.rsvps.door_queries import ids_seen
from tests.played_once import played_once
from tests.stories.evening import Evening, impossible

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Ann's bank at mike's."""
    return Evening("mike")


def numbers(*names):
    return [player_named(name).number for name in names]


def on_a_note(evening, note, mark):
    bo = player_named("Bo")
    said = {"night": evening.night, "player": bo, "amount_cents": 2000, "pay": Means.NOTE, "note": note}
    return commands.with_mark(stamp=evening.stamp(), command=buy_in, debtor=bo, mark=mark, **said)


def test_a_mark_is_recorded_with_the_first_note(evening):
    with pytest.raises(MarkNeeded):
        on_a_note(evening, "n1", "")
    on_a_note(evening, "n1", "BOB")
    on_a_note(evening, "n2", "")

    assert mark_of(player_named("Bo")) == "BOB"
    assert Act.objects.filter(kind="player", content__contains="BOB").count() == 1


def test_everyone_buys_in_or_nobody(evening):
    stamp = evening.stamp()
    for _ in range(2):
        commands.buy_in_everyone(stamp=stamp, night=evening.night, numbers=numbers("Bo", "Cy"), amount_cents=1000)

    assert Act.objects.filter(kind="buy_in").count() == 2


@pytest.fixture
@played_once
def from_21():
    """Ann's bank in a house with an age limit of 21."""
    return Evening("ericn", small_blind="0.25", big_blind="0.50", buy_in_min="20.00", buy_in_max="50.00")


def sells(evening, *, id_seen, key="sells-to-bo", ruling=""):
    bo = player_named("Bo")
    said = {"player": bo, "amount_cents": 2000, "pay": Means.CASH, "whose": bo, "id_seen": id_seen}
    return commands.with_id(stamp=evening.stamp(key, ruling=ruling), command=buy_in, night=evening.night, **said)


def test_chips_and_the_id_are_recorded_together_and_once(from_21):
    with pytest.raises(Refused) as refused:
        sells(from_21, id_seen=False)

    first, again = sells(from_21, id_seen=True), sells(from_21, id_seen=True)

    assert refused.value.rules == "minimum age"
    assert (first.act, again.known) == (again.act, True)
    assert ids_seen().keys() == {player_named("Bo").number}
    assert history_of(from_21.night).of(player_named("Bo").number).bought_cents == 2000


def test_a_sale_overruled_without_an_id_and_sent_again_is_one_act(from_21):
    first, again = (sells(from_21, id_seen=False, ruling="my brother") for _ in range(2))

    assert (first.known, again.known, first.act) == (False, True, again.act)
    assert ids_seen() == {}


def test_whose_id_was_seen_buys_without_a_word(from_21):
    noted = commands.see_ids(stamp=from_21.stamp(), players=[player_named("Bo"), player_named("Cy")])

    sells(from_21, id_seen=False)

    assert noted.remark.startswith("2 ")
    assert commands.ids_missing(from_21.night, [player_named("Bo"), player_named("Gil")]).keys() == {
        player_named("Gil")
    }


@pytest.mark.parametrize(("said", "seen"), [({"id_seen": True}, 2), ({"ruling": "old friends"}, 0)])
def test_everyone_shows_an_id_or_the_host_overrules_for_all(from_21, said, seen):
    facts = {"night": from_21.night, "numbers": numbers("Bo", "Cy"), "amount_cents": 2000}
    with pytest.raises(Refused) as refused:
        commands.buy_in_everyone(stamp=from_21.stamp(), **facts)

    stamp = from_21.stamp(ruling=said.pop("ruling", ""))
    commands.buy_in_everyone(stamp=stamp, **facts, **said)

    bought = Act.objects.filter(kind="buy_in")
    assert (len(refused.value.violations), bank_of(from_21.night).balances.chips_cents) == (2, 4000)
    assert (len(ids_seen()), sum("minimum age" in act.overruled for act in bought)) == (seen, 2 - seen)


def test_in_a_house_without_a_minimum_age_nobody_shows_an_id(evening):
    assert commands.ids_missing(evening.night, [player_named("Bo")]) == {}


def test_what_one_press_recorded_is_undone_together_or_not_at_all(evening):
    facts = {"night": evening.night, "numbers": numbers("Bo", "Cy"), "amount_cents": 2000}
    commands.buy_in_everyone(stamp=evening.stamp("everyone"), **facts)
    of = [f"everyone.{number}" for number in numbers("Cy", "Bo")]
    with pytest.raises(Impossible):
        commands.undo_together(stamp=evening.stamp(), of=[*of, "nothing-there"], reason="a slip")
    before = bank_of(evening.night).balances.chips_cents

    commands.undo_together(stamp=evening.stamp(), of=of, reason="a slip")

    assert (before, bank_of(evening.night).balances.chips_cents) == (4000, 0)


def test_a_night_that_nobody_planned_begins_with_everybody_at_the_table(evening):
    """Bo is on the list of players and Dee is not; the same form sent twice makes one night."""
    day, stamp = date(2026, 11, 21), evening.stamp()
    bank: dict[str, Any] = {"house": "dave-2018", "date": day, "banker": player_named("Ann"), "float_cents": 10000}

    answers = [commands.play_tonight(stamp=stamp, names=["Ann", "Bo", "Dee"], **bank) for _ in range(2)]

    night = Night.objects.get(date=day)
    assert [answer.act.night_id for answer in answers] == [night.pk, night.pk]
    assert history_of(night).arrivals == {*numbers("Ann", "Bo", "Dee")}
    assert (bank_of(night).balances.float_cents, player_named("Dee").regular) == (10000, True)


def test_where_the_bank_cannot_open_nobody_arrives(evening):
    before = Act.objects.count()

    with pytest.raises(Impossible):
        commands.play_tonight(
            stamp=evening.stamp(),
            house="ericn",  # this house asks for the blinds each night
            date=date(2026, 12, 4),
            banker=player_named("Ann"),
            float_cents=0,
            names=["Dee"],
        )

    assert (Act.objects.count(), Night.objects.count()) == (before, 1)


@pytest.mark.parametrize(
    ("before", "told"), [(("Bo",), "Bo bought"), (("Bo", "Cy"), "Bo and Cy"), (("Ann", "Bo", "Cy"), "Ann, Bo, Cy")]
)
def test_who_bought_in_meanwhile_is_named(evening, before, told):
    for name in before:
        evening.buy_in(name, "10")

    with pytest.raises(Impossible, match=told):
        commands.buy_in_everyone(
            stamp=evening.stamp(), night=evening.night, numbers=numbers("Ann", "Bo", "Cy"), amount_cents=1000
        )

    assert Act.objects.filter(kind="buy_in").count() == len(before)


def admit(evening, name, **said):
    return commands.admit(stamp=evening.stamp(), night=evening.night, name=name, **said)


def test_a_new_name_is_put_on_the_list_and_comes(evening):
    admit(evening, "Dee", guest=False, invited_by=None)
    admit(evening, "Ed", guest=True, invited_by=player_named("Ann").number)

    assert (player_named("Dee").regular, player_named("Ed").inviter) == (True, player_named("Ann"))
    assert {*numbers("Dee", "Ed")} <= history_of(evening.night).arrivals


def test_an_inviter_whom_nobody_knows_is_malformed(evening):
    with pytest.raises(Malformed):
        admit(evening, "Ed", guest=True, invited_by=999)

    assert not Player.objects.filter(name="Ed").exists()


def test_nobody_comes_twice(evening):
    admit(evening, "Bo", guest=False, invited_by=None)

    with pytest.raises(Impossible, match="Bo"):
        admit(evening, "Bo", guest=False, invited_by=None)


def test_notice_for_all_is_an_act_for_everybody_who_has_given_none():
    evening = Evening("dave-2018")
    for name in ("Ann", "Bo", "Cy"):
        evening.buy_in(name, "40.00")
    evening.notice("Bo")
    before = Act.objects.count()

    first, again = (commands.give_notice_to_all(stamp=evening.stamp("all-leave"), night=evening.night) for _ in "ab")

    assert (Act.objects.count() - before, again.known, again.act) == (2, True, first.act)


def test_a_second_notice_for_all_says_that_nobody_is_left():
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    commands.give_notice_to_all(stamp=evening.stamp("all-leave"), night=evening.night)

    with impossible("have given notice"):
        commands.give_notice_to_all(stamp=evening.stamp("all-again"), night=evening.night)
