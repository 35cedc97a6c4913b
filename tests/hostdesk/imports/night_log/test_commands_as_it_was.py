"""Dates and doubles: an obvious slip is refused, unless it is posted as an earlier desk recorded it."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command

from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from ledger.bank.queries import last_act
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from ledger.months import payment_commands
from ledger.night import commands as night_commands
from reservations.acts.kinds import Stamp
from reservations.models import Act, House, Night, Player, Rules
from tests.hostdesk.logs import ANN, BO, BUY_IN, OPEN, another_machine, log, post
from tests.museum import VERSIONS, exhibited, heads

NOTICE = {"act": "leave_notice", "player": "Ann"}
LAST_HAND = {"act": "last_hand"}
CLAIM = {"act": "claim", "payer": "Bo", "payee": "Ann", "amount": "5.00"}
PAYMENT = {**CLAIM, "act": "payment"}
PART, REST = ({**PAYMENT, "amount": amount} for amount in ("2.00", "3.00"))
DISPUTE = {"act": "dispute", "reason": "nothing came"}
PLAN = {
    "act": "consolidate",
    "until": "2026-11-20",
    "standings": [{"player": "Ann", "balance": "5.00"}, {"player": "Bo", "balance": "-5.00"}],
    "payments": [{"payer": "Bo", "payee": "Ann", "amount": "5.00"}],
    "lower_bound": 1,
}
NEXT_PLAN = {**PLAN, "until": "2026-11-21", "at": "2026-11-22T20:00:00Z"}
OWES = {
    "act": "balances",
    "standings": [{"player": "Ann", "balance": "5.00"}, {"player": "Bo", "balance": "-5.00"}],
    "reason": "the old book",
}


def refused(ran):
    """Return the exit code and the lines named in the errors."""
    return ran.code, [line.split(":")[1] for line in ran.err.splitlines()]


@pytest.mark.django_db
@pytest.mark.usefixtures("in_a_folder_of_its_own")
@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ([ANN, BO, OPEN, {**BUY_IN, "at": "2199-01-01T20:00:00Z"}], 4),
        ([ANN, BO, OPEN, {"act": "arrive", "player": "Bo", "at": "2020-11-20T20:00:00Z", "ruling": "so be it"}], 4),
        ([ANN, BO, OPEN, BUY_IN, {"act": "arrive", "player": "Ann"}], 5),
        ([ANN, BO, OPEN, BUY_IN, NOTICE, {**NOTICE, "ruling": "again"}], 6),
        ([ANN, BO, OPEN, LAST_HAND, LAST_HAND], 5),
        ([ANN, BO, OWES, CLAIM, CLAIM], 5),
        ([ANN, BO, OWES, CLAIM, {**PAYMENT, "amount": "5.01", "claim": "line-0004"}], 5),
        ([ANN, BO, OWES, CLAIM, PAYMENT, {**PAYMENT, "claim": "line-0004"}], 6),
        ([ANN, BO, OWES, CLAIM, PAYMENT, {**DISPUTE, "of": "line-0004"}], 6),
        ([ANN, BO, OWES, PLAN, PAYMENT, CLAIM], 6),
        ([ANN, BO, OWES, PLAN, CLAIM, PART, REST, {**PAYMENT, "claim": "line-0005"}], 8),
        ([ANN, BO, OWES, PLAN, CLAIM, PART, REST, {**DISPUTE, "of": "line-0005"}], 8),
        ([ANN, BO, OWES, PLAN, CLAIM, NEXT_PLAN, PART, REST, {**PAYMENT, "claim": "line-0005"}], 9),
        ([ANN, BO, OWES, PLAN, CLAIM, NEXT_PLAN, PART, REST, {**DISPUTE, "of": "line-0005"}], 9),
    ],
)
def test_dates_and_doubles_are_refused_and_come_in_as_they_were(acts, line):
    assert refused(post(log(*acts))) == (1, [str(line)])
    assert not Act.objects.exists()

    ran = post(log(*acts), "--as-it-was")
    again = post(log(*acts))

    assert (refused(ran), ran.out) == ((0, [str(line)]), f"posted {len(acts)} acts, 0 already known\n")
    assert (again.code, again.err, again.out) == (0, "", f"posted 0 acts, {len(acts)} already known\n")


@pytest.mark.django_db
@pytest.mark.usefixtures("in_a_folder_of_its_own")
@pytest.mark.parametrize(
    ("at", "comes"),
    [
        ("2026-11-18T23:59:59-05:00", False),
        ("2026-11-19T00:00:00-05:00", True),
        ("2026-11-19T00:00:00+14:00", True),
        ("2026-11-27T23:59:59-05:00", True),
        ("2026-11-28T00:00:00+14:00", False),
    ],
)
def test_the_date_that_is_written_counts_in_its_own_offset(at, comes):
    """The night is dated 20 November, so dates from the 19th to the 27th are accepted."""
    assert (post(log(ANN, OPEN, {**LAST_HAND, "at": at})).code == 0) is comes


@pytest.mark.django_db
@pytest.mark.usefixtures("in_a_folder_of_its_own")
@pytest.mark.parametrize("acts", [[ANN, OPEN, {**BUY_IN, "amount": "1.00"}], [ANN, OPEN, {**BUY_IN, "player": "Cy"}]])
def test_nothing_else_is_relaxed(acts):
    """dave's minimum is 15.00, and there is no player Cy."""
    assert refused(post(log(*acts), "--as-it-was")) == (1, ["3"])
    assert not Act.objects.exists()


@pytest.mark.long
@pytest.mark.pg
@pytest.mark.django_db
@pytest.mark.parametrize("version", VERSIONS)
def test_the_export_of_an_older_version_with_such_lines_comes_in_whole(version, tmp_path):
    """The open night has its last hand twice and chips a month later; between nights there is a claim twice."""
    with exhibited(version, tmp_path):
        call_command("migrate", verbosity=0)
        took_doubles()
        lines, seen = export_all(), heads()
        houses, rules = list(House.objects.all()), list(Rules.objects.all())
    with another_machine():
        House.objects.bulk_create(houses)
        Rules.objects.bulk_create(rules)
        posted = post_log(read_log("\n".join(lines).encode()), as_it_was=True)
        here = heads()

    assert here == seen
    assert [number for number, _ in posted.as_it_was][-4:] == [len(lines) - back for back in (3, 2, 1, 0)]


def took_doubles():
    """Record acts that this version would refuse, on the latest open night and between nights."""
    night = Night.objects.filter(bank__isnull=False, bank__closed__isnull=True).latest("pk")
    last, people = last_act(), list(Player.objects.people().filter(regular=True)[:2])
    late = last.at + timedelta(days=30)

    def stamp(key, at=last.at):
        return Stamp(f"doubled-{key}", at, ruling="so be it", as_it_was=True)

    night_commands.play_last_hand(stamp=stamp("hand-1"), night=night)
    payment_commands.claim_payment(stamp=stamp("claim-1"), payer=people[0], payee=people[1], amount_cents=123)
    night_commands.play_last_hand(stamp=stamp("hand-2"), night=night)
    buy_in(stamp=stamp("late", late), night=night, player=people[0], amount_cents=2000, pay=Means.CASH)
    payment_commands.claim_payment(stamp=stamp("claim-2"), payer=people[0], payee=people[1], amount_cents=123)
    claim = Act.objects.get(key="doubled-claim-1").key
    payment_commands.pay_debt(stamp=stamp("paid"), payer=people[0], payee=people[1], amount_cents=200, claim=claim)


@pytest.mark.django_db
def test_an_export_without_such_lines_names_none():
    lines = [json.dumps(json.loads(line)) for line in log(ANN, OPEN, BUY_IN, LAST_HAND).splitlines()]

    assert post_log(read_log("\n".join(lines).encode()), as_it_was=True).as_it_was == []
