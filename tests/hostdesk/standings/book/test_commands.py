import pytest

from hostdesk.standings.book import commands
from hostdesk.standings.book.queries import OldLine
from hostdesk.standings.months.commands import PaymentStep
from ledger.months.commands import consolidate
from ledger.months.payment_commands import claim_payment, pay_debt
from reservations.acts.problems import Impossible
from reservations.models import Player
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening, book

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """A closed night: Bo lost 25.00 in THE BOOK, and Cy took it home in cash."""
    evening = Evening("mike")
    evening.buy_in("Bo", "25.00", pay="book")
    evening.last_hand()
    evening.cash_out("Cy", "25.00", ruling="bought from Bo, and nobody wrote it down")
    evening.counts_drawer("175.00")
    evening.closes()
    return evening


def settle(evening, step, *, stamp=None, payer="Bo", payee="Ann", amount=None, act=None, is_host=True):
    numbers = {"payer": player_named(payer).number, "payee": player_named(payee).number}
    stamp = stamp or evening.stamp(by="Ann")
    said = {"is_host": is_host, "step": step, "amount": amount, "act": act, **numbers}
    return commands.settle_tonight(stamp=stamp, night=evening.night, **said)


def test_a_payment_at_the_table_is_recorded_once_and_undone(evening):
    stamp = evening.stamp(by="Ann")

    paid = [settle(evening, PaymentStep.PAY, stamp=stamp, amount=1000) for _ in range(2)]
    assert ([each.known for each in paid], book()["Bo"]) == ([False, True], "-15.00")
    settle(evening, PaymentStep.UNDO, act=paid[0].act.number)

    assert book()["Bo"] == "-25.00"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"step": PaymentStep.PAY, "amount": 2501}, "25.00"),
        ({"step": PaymentStep.PAY, "amount": 100, "payer": "Cy"}, "no such payment"),
        ({"step": PaymentStep.UNDO, "act": 9999}, "no such payment"),
    ],
)
def test_what_the_night_does_not_owe_is_not_settled(evening, said, told):
    with pytest.raises(Impossible, match=told):
        settle(evening, **said)


def test_a_banker_undoes_only_what_they_recorded(evening):
    claim = claim_payment(
        stamp=evening.stamp(by="Bo"), payer=player_named("Bo"), payee=player_named("Ann"), amount_cents=500
    )
    paid = pay_debt(
        stamp=evening.stamp(by="Zoe"),
        payer=player_named("Bo"),
        payee=player_named("Ann"),
        amount_cents=500,
        claim=claim.act.key,
    )

    with pytest.raises(Impossible, match="only the host"):
        settle(evening, PaymentStep.UNDO, act=paid.act.number, is_host=False)


def test_a_key_that_undid_nothing_of_the_night_says_so(evening):
    stamp = evening.stamp(by="Ann")
    settle(evening, PaymentStep.PAY, stamp=stamp, amount=1000)

    with pytest.raises(Impossible, match="no such payment"):
        settle(evening, PaymentStep.UNDO, stamp=stamp, act=None)


def test_once_the_night_is_part_of_a_plan_that_plan_is_paid(evening):
    consolidate(stamp=evening.stamp(), until=evening.night.date)

    with pytest.raises(Impossible, match="plan"):
        settle(evening, PaymentStep.PAY, amount=1000)


def test_a_night_whose_bank_is_open_is_not_settled():
    evening = Evening("mike")

    with pytest.raises(Impossible, match="reopened"):
        settle(evening, PaymentStep.PAY, amount=1000)


def test_an_old_book_brings_its_new_players():
    evening = Evening("mike")
    lines = [OldLine("Bo", 0, -500, 1, player_named("Bo")), OldLine("Dora", 0, 500, 2)]

    commands.import_old_book(stamp=evening.stamp(), lines=lines, reason="the old book")

    assert Player.objects.get(name="Dora").regular
    assert book() == {"Bo": "-5.00", "Dora": "5.00"}
