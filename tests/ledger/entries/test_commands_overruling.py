"""Only the host overrules a rule of the house, whichever command takes the ruling."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out.commands import cash_out
from ledger.money.words import Means
from ledger.months.payment_commands import pay_debt
from reservations.acts.fact_queries import Noted
from reservations.acts.kinds import Stamp
from reservations.acts.problems import MayNotOverrule
from reservations.acts.queries import Answer
from reservations.models import Act, Fact
from reservations.players.queries import player_named
from reservations.strikes.commands import see_id
from tests.ledger.transfer_house import friday
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    return friday()


def ruled(*, may_overrule: bool, count: bool = False) -> Stamp:
    at = Act.objects.latest("number").at + timedelta(minutes=1)
    why = ("", "just tonight") if count else ("just tonight", "")
    return Stamp("overruled-1", at, "Cy", *why, may_overrule=may_overrule)


def buying(evening: Evening, stamp: Stamp) -> Answer | Noted:
    return buy_in_commands.buy_in(
        stamp=stamp, night=evening.night, player=player_named("Bo"), amount_cents=2000, pay=Means.CASH
    )


def paying(evening: Evening, stamp: Stamp) -> Answer | Noted:
    return pay_debt(stamp=stamp, payer=player_named("Bo"), payee=player_named("Ann"), amount_cents=500)


def seeing(evening: Evening, stamp: Stamp) -> Answer | Noted:
    return see_id(stamp=stamp, player=player_named("Bo"), on=stamp.at.date())


def cashing_out(evening: Evening, stamp: Stamp) -> Answer | Noted:
    return cash_out(
        stamp=stamp, night=evening.night, player=player_named("Bo"), player_count_cents=0, banker_count_cents=0
    )


COMMANDS = pytest.mark.parametrize("command", [buying, paying, seeing])


@pytest.mark.parametrize(
    ("command", "count"),
    [(buying, False), (paying, False), *((each, count) for each in (seeing, cashing_out) for count in (False, True))],
)
def test_a_banker_is_refused_by_the_command(evening, command: Callable[[Evening, Stamp], Answer | Noted], count):
    before = Act.objects.count(), Fact.objects.count()

    with pytest.raises(MayNotOverrule):
        command(evening, ruled(may_overrule=False, count=count))

    assert (Act.objects.count(), Fact.objects.count()) == before


@COMMANDS
def test_the_host_is_not(evening, command: Callable[[Evening, Stamp], Answer | Noted]):
    assert not command(evening, ruled(may_overrule=True)).known


def test_who_may_is_not_recorded(evening):
    at = Act.objects.latest("number").at
    host, banker = (Stamp("plain-act-1", at, may_overrule=may) for may in (True, False))

    first, again = buying(evening, banker), buying(evening, host)

    assert not first.known
    assert again.known


def test_each_part_of_a_press_keeps_who_may():
    stamp = Stamp("press-00", friday().night.bank.opened.at, "Cy", may_overrule=False)

    with pytest.raises(MayNotOverrule):
        stamp.part(".mark", ruling="just tonight").check_ruling()
