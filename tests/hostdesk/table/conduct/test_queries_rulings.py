"""The number of times each rule was overruled, by house, and the field that changes it."""

from datetime import date

import pytest
from django.db import connection

from hostdesk.rules.houses.presets import load_preset
from hostdesk.table.conduct.queries import rule_counts
from hostdesk.table.conduct.rule_fields import FIELDS, anchor_of
from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind
from reservations.houses.commands import make_house
from reservations.models import Act, Fact
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Mike's night with two buy-ins that were no multiples, and Dave's the next day with one above the maximum."""
    evening = Evening("mike")
    evening.buy_in("Bo", "6.00", ruling="the table agreed: small change")
    evening.buy_in("Cy", "7.00", ruling="all he has")
    make_house(document=load_preset("dave-2018"))
    evening.opens("dave-2018", day=date(2026, 11, 21))
    evening.buy_in("Bo", "60.00", ruling="a birthday")
    return evening


def counted():
    return [(each.rule, each.house.key, each.times) for each in rule_counts(Act.objects.all(), Fact.objects.all())]


def test_rules_are_counted_by_house_and_lead_to_their_fields(evening):
    counts = rule_counts(Act.objects.all(), Fact.objects.all())

    assert [(each.rule, each.house.key, each.times, each.anchor) for each in counts] == [
        ("multiples", "mike", 2, "term-buy_in-multiple"),
        ("maximum buy-in", "dave-2018", 1, "term-buy_in-maximum"),
    ]


def test_a_rule_that_was_set_aside_leads_to_its_field(desk, evening):
    form = desk.opens("/houses/mike/change/").html

    assert [rule for rule in FIELDS if f'id="{anchor_of(rule)}' not in form] == []


def test_what_was_undone_or_played_online_counts_no_more(evening):
    before = counted()
    evening.undo(evening.buy_in("Cy", "70.00", ruling="why not"))
    evening.buy_in("Cy", "90.00", ruling="played online")

    assert counted() == before


def test_who_was_let_come_before_rules_had_names_counts_too(evening):
    draft = FactDraft(FactKind.ANSWER, evening.night, player_named("Bo"), content={"answer": "yes"})
    record_fact(draft, evening.stamp(by="Ann"), {"place": "seat", "ruling": "he has paid"})

    assert ("who may reserve", "dave-2018", 1) in counted()


def test_acts_without_a_ruling_are_passed_over_by_an_index():
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # PostgreSQL would scan a table without rows instead of using the index.
            cursor.execute("SET LOCAL enable_seqscan = off")

    plan = Act.objects.exclude(overruled="[]").explain()

    assert "act_overruled" in plan
