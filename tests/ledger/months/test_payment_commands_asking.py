"""Requests for payment by the payee, once in three days; and one question about a claim without an answer."""

from datetime import date, datetime, timedelta

import pytest

from hostdesk.rules.houses.presets import load_preset
from ledger.months.payment_commands import ask_about_claims, ask_to_pay
from ledger.months.plan_queries import claims_to_answer, waits_for
from reservations.acts.fact_queries import Noted, fact_value
from reservations.acts.facts import FactKind, FactValue
from reservations.houses.commands import revise_house
from reservations.models import Fact, House, Player
from reservations.players.queries import player_named
from tests.stories.evening import NEW_YORK, book, impossible
from tests.stories.months import Months, a_plan

pytestmark = pytest.mark.django_db
CLAIMED = date(2024, 11, 4)


def asks(months: Months, payee: str, payer: str, key: str = "") -> Noted:
    return ask_to_pay(stamp=months.stamp(key), payer=player_named(payer), payee=player_named(payee))


def facts(kind: FactKind) -> list[FactValue]:
    return [fact_value(fact) for fact in Fact.objects.filter(kind=kind)]


def at(day: date, clock: str = "12:00") -> datetime:
    return datetime.fromisoformat(f"{day} {clock}").replace(tzinfo=NEW_YORK)


def test_a_payee_asks_for_the_rest_and_no_money_moves():
    months = a_plan()
    months.pays_debt("Cy", "Ann", "10.00")
    before = book()

    answer = asks(months, "Ann", "Cy")

    ann, cy = (player_named(name).number for name in ("Ann", "Cy"))
    fact = fact_value(answer.fact)
    assert (fact.player, fact.content, fact.outcome["amount"]) == (cy, {"other": ann}, "$15.00")
    assert (answer.remark, book()) == ("Cy is asked to pay $15.00.", before)


def test_pressed_twice_it_is_one_request():
    months = a_plan()

    first, second = (asks(months, "Ann", "Cy", key="asked-once") for _ in range(2))

    assert (first.fact, second.known, len(facts(FactKind.OWED))) == (second.fact, True, 1)


def test_the_same_payment_is_asked_for_again_after_three_days_and_another_one_at_once():
    months = a_plan()
    asks(months, "Ann", "Cy")

    months.now += timedelta(days=3, seconds=-1)
    with impossible("Cy", "3 days"):
        asks(months, "Ann", "Cy")
    asks(months, "Dee", "Bo")
    months.now += timedelta(seconds=1)
    asks(months, "Ann", "Cy")

    assert len(facts(FactKind.OWED)) == 3


def test_nobody_is_asked_for_what_they_do_not_owe():
    """By the plan Bo pays Ann 5.00; Dee pays nothing."""
    months = a_plan()
    months.pays_debt("Bo", "Ann", "5.00")

    with impossible("Bo", "nothing left", "Ann"):
        asks(months, "Ann", "Bo")
    with impossible("Dee", "nothing left", "Ann"):
        asks(months, "Ann", "Dee")


def test_a_payer_who_says_that_it_is_paid_is_not_asked():
    months = a_plan()
    months.claims("Cy", "Ann", "25.00")

    with impossible("Cy", "act 29", "paid", "confirm or dispute"):
        asks(months, "Ann", "Cy")


def test_a_payer_who_has_left_is_asked_by_hand():
    months = a_plan()
    Player.objects.filter(name="Cy").update(removed=True)

    with impossible("Cy", "left", "send the text"):
        asks(months, "Ann", "Cy")


def test_a_merged_payer_was_asked_under_the_other_name_too():
    months = a_plan()
    months.knows("Cyril")
    asks(months, "Ann", "Cy")
    months.merges("Cy", into="Cyril")

    with impossible("Cyril", "3 days"):
        asks(months, "Ann", "Cyril")


def test_a_request_waits_until_it_is_paid_claimed_or_let_go():
    months = a_plan()
    asked = fact_value(asks(months, "Ann", "Cy").fact)
    cy = player_named("Cy").number

    waits = [waits_for(cy, asked)]
    claim = months.claims("Cy", "Ann", "20.00")
    waits.append(waits_for(cy, asked))
    months.disputes(claim)
    waits.append(waits_for(cy, asked))
    months.forgives("Ann", "Cy", "25.00")
    waits.append(waits_for(cy, asked))

    assert waits == [True, False, True, False]


@pytest.fixture
def claimed() -> Months:
    """Cy claims on 4 November to have paid Ann 25.00; debts are overdue after 31 days."""
    months = a_plan()
    months.is_on(CLAIMED, "12:00")
    months.claims("Cy", "Ann", "25.00")
    return months


@pytest.mark.parametrize(("days", "seconds", "asked"), [(31, 0, 0), (31, 1, 1), (45, 0, 1)])
def test_a_claim_is_asked_about_after_the_days_of_the_house(claimed, days, seconds, asked):
    now = at(CLAIMED) + timedelta(days=days, seconds=seconds)

    late = [is_late for _, _, is_late in claims_to_answer(now)]

    assert (late, ask_about_claims(now), ask_about_claims(now)) == ([bool(asked)], asked, 0)


def test_the_receiver_is_asked_and_the_answer_ends_it(claimed):
    ask_about_claims(at(date(2024, 12, 20)))
    [asked] = facts(FactKind.PAID)
    ann, cy = (player_named(name).number for name in ("Ann", "Cy"))
    waits = waits_for(ann, asked)

    claim = claims_to_answer(claimed.now)[0][1]
    claimed.pays_debt("Cy", "Ann", "25.00")

    assert (asked.player, asked.content, asked.outcome) == (ann, {"other": cy, "claim": 29}, {"amount": "$25.00"})
    assert (claim.number, waits, waits_for(ann, asked)) == (29, True, False)


@pytest.mark.parametrize(("clock", "asked"), [("08:59", 0), ("09:00", 1), ("20:59", 1), ("21:00", 0)])
def test_nobody_is_asked_at_night(claimed, clock, asked):
    assert ask_about_claims(at(date(2024, 12, 20), clock)) == asked


def test_who_has_left_is_not_asked(claimed):
    Player.objects.filter(name="Ann").update(removed=True)

    assert ask_about_claims(at(date(2024, 12, 20))) == 0


def test_a_disputed_claim_is_answered():
    months = a_plan()
    months.disputes(months.claims("Cy", "Ann", "25.00"))

    assert ask_about_claims(at(date(2024, 12, 20))) == 0


def test_without_a_term_of_any_house_two_weeks_are_long(claimed):
    mike = load_preset("mike")
    calm = {name: figure for name, figure in mike["credit"].items() if name != "overdue_days"}
    revise_house(house=House.objects.get(key="mike"), document={**mike, "credit": calm})

    assert [ask_about_claims(at(CLAIMED) + timedelta(days=14, seconds=more)) for more in (0, 1)] == [0, 1]
