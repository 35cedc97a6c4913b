"""Two tablets and THE BOOK: no guest ends up owing, a claim is confirmed once, and a month is consolidated once."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from hostdesk.standings.months.commands import PaymentStep, settle_payment
from ledger.bank.queries import bank_of
from ledger.book import commands as book_commands
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.credit import commands as credit_commands
from ledger.money.words import Means
from ledger.months import commands as months_commands
from ledger.months import payment_commands
from ledger.months.commands import NO_WISHES
from ledger.months.queries import consolidations
from ledger.night import commands as night_commands
from ledger.settle.fewest_payments import Wishes
from ledger.standings.queries import standings
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from tests.faults.racing import AT, ROUNDS, Task, at_once, faults, opened, stamp, told, undoing

pytestmark = pytest.mark.django_db(transaction=True)

CONTROL_ROUNDS = 25
UNTIL = date(2026, 11, 7)


@pytest.fixture
def gil(players) -> Player:
    """Ann's guest."""
    record_player(stamp=stamp("Gil"), name="Gil", regular=False, invited_by=players[0])
    return player_named("Gil")


def owing(debtor: Player, creditor: Player, key: str, cents: int = 2000) -> Task:
    return lambda: book_commands.correct_book(
        stamp=stamp(key), debtor=debtor, creditor=creditor, amount_cents=cents, reason="an old slip"
    )


def paying(payer: Player, payee: Player, key: str, cents: int = 1500, claim: str | None = None) -> Task:
    return lambda: payment_commands.pay_debt(
        stamp=stamp(key, ruling=""), payer=payer, payee=payee, amount_cents=cents, claim=claim
    )


def disputing(of: str, key: str) -> Task:
    return lambda: payment_commands.dispute_claim(stamp=stamp(key), of=of, reason="no money came")


def answering(month: int, claim: str, key: str, cents: int) -> Task:
    """Confirm so many cents of a claim of 15.00 on the first payment of a plan."""
    return lambda: settle_payment(
        stamp=replace(stamp(key), shown={"shown": 1500}),
        month=month,
        place=1,
        step=PaymentStep.CONFIRM,
        check=lambda found: None,
        claim=stamp(claim).key,
        amount=cents,
    )


def consolidating(key: str, *, days: int = 0, wishes: Wishes[int] = NO_WISHES) -> Task:
    """Consolidate up to the day of the other acts, or so many days later."""
    at, until = AT + timedelta(days=days), UNTIL + timedelta(days=days)
    return lambda: months_commands.consolidate(stamp=replace(stamp(key), at=at), until=until, wishes=wishes)


def on_credit(night: Night, player: Player, key: str) -> Task:
    return lambda: buy_in_commands.buy_in(
        stamp=stamp(key, ruling=""), night=night, player=player, amount_cents=1500, pay=Means.BOOK
    )


def leaving(night: Night, player: Player, key: str) -> Task:
    return lambda: cash_out_commands.cash_out(
        stamp=stamp(key), night=night, player=player, player_count_cents=2000, banker_count_cents=2000
    )


def test_two_payments_to_a_guest_who_is_owed_one(players, gil):
    """THE BOOK owes Gil 20.00: Gil takes 15.00 once, and would owe 10.00 the second time."""
    for again in range(ROUNDS):
        owing(players[1], gil, f"owe-{again}")()

        outcomes = at_once(*[paying(players[1], gil, f"pay-{again}-{tablet}") for tablet in (1, 2)])

        assert sorted(told(outcomes)) == ["Refused", "new"]
        assert standings()[gil.number] == 500
        owing(gil, players[1], f"even-{again}", 500)()
    assert faults() == []


@pytest.mark.pg
def test_a_payment_that_is_sent_twice(players):
    for again in range(ROUNDS):
        outcomes = at_once(*[paying(players[1], players[2], f"pay-{again}")] * 2)

        assert sorted(told(outcomes)) == ["known", "new"]
        assert standings() == {2: 1500 * (again + 1), 3: -1500 * (again + 1)}
    assert faults() == []


@pytest.mark.pg
def test_a_claim_that_payee_and_host_confirm_at_once(players):
    for again in range(ROUNDS):
        key, (_, bo, cy) = f"claim-{again}_", players
        payment_commands.claim_payment(stamp=stamp(key), payer=bo, payee=cy, amount_cents=1500)

        outcomes = at_once(*[paying(bo, cy, f"pay-{again}-{tablet}", claim=key) for tablet in (1, 2)])

        assert sorted(told(outcomes)) == ["Impossible", "new"]
        assert standings() == {2: 1500 * (again + 1), 3: -1500 * (again + 1)}
    assert faults() == []


def test_a_claim_that_is_confirmed_and_disputed_at_once(players):
    """A confirmed claim cannot be disputed; a disputed claim can still be settled by the payment."""
    for again in range(ROUNDS):
        key, (_, bo, cy) = f"claim-{again}_", players
        payment_commands.claim_payment(stamp=stamp(key), payer=bo, payee=cy, amount_cents=1500)

        outcomes = at_once(paying(bo, cy, f"pay-{again}", claim=key), disputing(key, f"no-{again}"))

        assert told(outcomes) in [["new", "Impossible"], ["new", "new"]]
    assert faults() == []


def test_two_words_of_a_payee_at_once(players):
    """Bo claims 15.00; one phone of Cy says that 1.00 came, another says that all of it did: one of them counts."""
    owing(players[1], players[2], "owe", 1500 * ROUNDS)()
    consolidating("month")()
    month = consolidations()[0].number
    for again in range(ROUNDS):
        key, (_, bo, cy) = f"claim-{again}_", players
        payment_commands.claim_payment(stamp=stamp(key), payer=bo, payee=cy, amount_cents=1500)

        outcomes = at_once(answering(month, key, f"part-{again}", 100), answering(month, key, f"all-{again}", 1500))

        assert sorted(told(outcomes)) in [["Changed", "new"], ["Impossible", "new"]]
        undoing(next(each.act.key for each in outcomes if isinstance(each, Answer)), f"undo-{again}")()
        undoing(stamp(key).key, f"undo-claim-{again}")()
    assert (standings(), faults()) == ({2: -1500 * ROUNDS, 3: 1500 * ROUNDS}, [])


@pytest.mark.pg
def test_a_payment_that_is_undone_twice(players):
    for again in range(ROUNDS):
        paying(players[1], players[2], f"pay-{again:04}")()

        outcomes = at_once(*[undoing(f"pay-{again:04}", f"undo-{again}-{tablet}") for tablet in (1, 2)])

        assert (sorted(told(outcomes)), standings()) == (["known", "new"], {})
    assert faults() == []


@pytest.mark.pg
def test_a_month_is_consolidated_once(players):
    """The second press is told which act did it."""
    owing(players[1], players[2], "owe")()
    for again in range(ROUNDS):
        outcomes = at_once(*[consolidating(f"month-{again}-{tablet}") for tablet in (1, 2)])

        assert sorted(told(outcomes)) == ["Impossible", "new"]
        assert [each.before for each in consolidations()] == [{2: -2000, 3: 2000}]
        undoing(consolidations()[0].key, f"undo-{again}")()
    assert faults() == []


def test_a_month_is_consolidated_with_small_payments_or_without(players):
    """Two tablets ask for two plans of one month: only the first is made, so no sum is in both."""
    owing(players[1], players[2], "owe")()
    for again in range(ROUNDS):
        small = consolidating(f"small-{again}", wishes=Wishes(players[0].number, None, 2500))

        outcomes = at_once(consolidating(f"month-{again}"), small)

        assert sorted(told(outcomes)) == ["Impossible", "new"]
        assert [len(each.plan.payments) + bool(each.plan.left(each.before)) for each in consolidations()] == [1]
        undoing(consolidations()[0].key, f"undo-{again}")()
    assert (standings(), faults()) == ({2: -2000, 3: 2000}, [])


def test_a_consolidation_that_is_sent_twice(players):
    owing(players[1], players[2], "owe")()
    for again in range(ROUNDS):
        outcomes = at_once(*[consolidating(f"month-{again}")] * 2)

        assert (sorted(told(outcomes)), len(consolidations())) == (["known", "new"], 1)
        undoing(consolidations()[0].key, f"undo-{again}")()
    assert faults() == []


@pytest.mark.pg
def test_a_consolidation_against_a_payment(players):
    """The consolidation freezes the standings before its own number, with or without the payment."""
    owing(players[1], players[2], "owe")()
    for again in range(ROUNDS):
        outcomes = at_once(consolidating(f"month-{again}"), paying(players[1], players[2], f"pay-{again}"))

        month = consolidations()[0]
        assert told(outcomes) == ["new", "new"]
        assert month.before == standings(UNTIL, seen=month.seen)
        assert month.before in [{2: -2000, 3: 2000}, {2: -500, 3: 500}]
        for number, key in enumerate((f"pay-{again}", f"month-{again}")):
            undoing(stamp(key).key, f"undo-{again}-{number}")()
    assert faults() == []


@pytest.mark.pg
def test_two_who_take_the_last_of_a_credit(night, players):
    """Bo's limit is 20.00: of two buy-ins for 15.00 in THE BOOK, one is too much."""
    credit_commands.set_credit(stamp=stamp("limit"), player=players[1], limit_cents=2000, hard=True)
    for again in range(ROUNDS):
        outcomes = at_once(*[on_credit(night, players[1], f"buy-{again}-{tablet}") for tablet in (1, 2)])

        assert (sorted(told(outcomes)), standings()) == (["NoCredit", "new"], {2: -1500})
        done = next(outcome.act.key for outcome in outcomes if not isinstance(outcome, Exception))
        undoing(done, f"undo-{again}")()
    assert faults() == []


@pytest.mark.pg
def test_two_cash_outs_and_a_drawer_for_one(players):
    """The second cash-out gets the rest of the drawer, and THE BOOK takes the amount that the drawer lacks."""
    for day in range(1, ROUNDS + 1):
        night, before = opened(players, day), sum(standings().values())
        buy_in_commands.buy_in(
            stamp=stamp(f"buy-{day}"), night=night, player=players[1], amount_cents=4000, pay=Means.CASH
        )
        night_commands.count_drawer(stamp=stamp(f"count-{day}"), night=night, counted_cents=3000)

        outcomes = at_once(*[leaving(night, player, f"out-{day}-{player}") for player in players[1:]])

        assert told(outcomes) == ["new", "new"]
        assert (bank_of(night).balances.drawer_cents, sum(standings().values()) - before) == (0, 1000)
    assert faults() == []


def paid_twice(players: list[Player], again: int) -> list[Task]:
    return [paying(players[1], players[2], f"pay-{again}-{tablet}") for tablet in (1, 2)]


def sent_twice(players: list[Player], again: int) -> list[Task]:
    return [paying(players[1], players[2], f"pay-{again}")] * 2


def consolidated_twice(players: list[Player], again: int) -> list[Task]:
    return [consolidating(f"month-{again}-{tablet}", days=again) for tablet in (1, 2)]


@pytest.mark.further
@pytest.mark.parametrize("race", [paid_twice, sent_twice, consolidated_twice])
def test_without_the_lock_tablets_collide(unlocked, players, race: Callable[[list[Player], int], list[Task]]):
    """Control: one of two tablets ends in a database error instead of an answer."""
    ended: set[str] = set()
    owing(players[1], players[2], "owe")()
    for again in range(CONTROL_ROUNDS):
        ended |= {*told(at_once(*race(players, again)))}

    assert ended & {"IntegrityError", "OperationalError"}
