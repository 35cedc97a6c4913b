from datetime import date
from typing import Any

import pytest

from hostdesk.notes.queries import mark_of
from hostdesk.tonight import commands
from ledger.buy_in.commands import buy_in
from ledger.cash_out.commands import cash_out
from ledger.entries.commands import MarkNeeded
from ledger.money.words import Means
from ledger.night.queries import bank_of, history_of
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Act, Night, Player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening

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


def test_a_night_that_nobody_planned_begins_with_everybody_at_the_table(evening):
    """Bo is on the list, Dee is not yet; sent twice it is one night."""
    day, stamp = date(2026, 12, 4), evening.stamp()
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
            house="ericn",  # it asks for the blinds each night
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


def test_who_was_paid_since_the_page_was_read_is_not_paid_again(evening):
    """Two tablets have read Bo's 40.00 as of the same act."""
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "60.00")
    evening.last_hand()
    counts = {"player_count_cents": 3000, "banker_count_cents": 3000}
    said = {
        "night": evening.night,
        "player": player_named("Bo"),
        "as_of": Act.objects.latest("number").number,
        **counts,
    }
    stamp = evening.stamp()

    paid = [commands.as_read(cash_out, stamp=stamp, **said).known for _ in range(2)]
    with pytest.raises(commands.NightMovedOn):
        commands.as_read(cash_out, stamp=evening.stamp(), **said)

    assert paid == [False, True]
    assert Act.objects.filter(kind="cash_out").count() == 1
