"""The rulings of all nights and houses: counted by rule, filtered by the address, and as a file."""

import csv
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hostdesk.conduct.rule_fields import FIELDS, anchor_of
from hostdesk.conduct.ruling_queries import all_rulings, rule_counts
from hostdesk.houses.presets import load_preset
from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind
from reservations.conduct import commands as conduct_commands
from reservations.conduct.rules import Decider
from reservations.houses.commands import make_house
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
AT = "2026-11-20T23:00:00-05:00"


@pytest.fixture
def evening():
    """Mike's night with two buy-ins that were no multiples, and Dave's the day after with one above the maximum."""
    evening = Evening("mike")
    evening.buy_in("Bo", "6.00", ruling="the table agreed: small change")
    evening.it_is("20:30")
    evening.buy_in("Cy", "7.00", ruling="all he has")
    evening.it_is("21:00")
    conduct_commands.rule(
        stamp=evening.stamp(by="Ann"),
        night=evening.night,
        dispute="a misdeal",
        decision="deal again",
        decider=Decider.HOST,
    )
    make_house(document=load_preset("dave-2018"))
    evening.it_is("22:00")
    evening.opens("dave-2018", day=date(2026, 11, 21))
    evening.it_is("23:00")
    evening.buy_in("Bo", "60.00", ruling="a birthday")
    return evening


def test_every_ruling_of_every_night_is_listed_the_newest_first(evening):
    assert [(row.rules, row.house.key, row.line.decided_by, row.line.reason) for row in all_rulings()] == [
        (("maximum buy-in",), "dave-2018", "the host", "a birthday"),
        (("dispute",), "mike", "the host", "deal again"),
        (("multiples",), "mike", "the host", "all he has"),
        (("multiples",), "mike", "the table", "small change"),
    ]


def test_rules_are_counted_by_house_and_lead_to_their_fields(evening):
    assert [(each.rule, each.house.key, each.times, each.anchor) for each in rule_counts(all_rulings())] == [
        ("multiples", "mike", 2, "term-buy_in-multiple"),
        ("maximum buy-in", "dave-2018", 1, "term-buy_in-maximum"),
    ]


def test_a_rule_that_was_set_aside_leads_to_its_field(desk, evening):
    address, _, anchor = desk.opens("/rulings/").links["Change the rule?"].partition("#")

    form = desk.opens(address).html

    assert (address, anchor) == ("/houses/mike/change/", "term-buy_in-multiple")
    assert [rule for rule in FIELDS if f'id="{anchor_of(rule)}' not in form] == []


@pytest.mark.parametrize(
    ("asked", "reasons"),
    [
        ("", ["a birthday", "deal again", "all he has", "small change"]),
        ("?house=mike", ["deal again", "all he has", "small change"]),
        ("?rule=multiples", ["all he has", "small change"]),
        ("?house=dave-2018&rule=multiples", []),
        ("?decider=the+table", ["small change"]),
        ("?rule=nonsense", ["a birthday", "deal again", "all he has", "small change"]),
    ],
)
def test_the_address_keeps_what_is_asked_for_also_in_the_file(desk, evening, asked, reasons):
    page = desk.opens(f"/rulings/{asked}")
    file = desk.client.get(f"/rulings/{asked}{'&' if asked else '?'}as=csv").content.decode().splitlines()

    every = ("a birthday", "deal again", "all he has", "small change")
    assert [each for each in every if each in page.text] == reasons
    assert len(file) == 1 + len(reasons)


def test_the_file_has_night_house_rule_decision_and_reason(desk, evening):
    file = desk.client.get("/rulings/?as=csv").content.decode("utf-8-sig")

    assert [line[:4] + line[5:] for line in csv.reader(file.splitlines()[:2])] == [
        ["Night", "House", "Time", "Rule", "Decided by", "Reason", "Noted by"],
        ["2026-11-21", "Dave's cash game (2018)", AT, "maximum buy-in", "the host", "a birthday", ""],
    ]


def test_what_was_undone_is_no_ruling_any_more(evening):
    answer = evening.buy_in("Cy", "70.00", ruling="why not")
    before = len(all_rulings())

    evening.undo(answer)

    assert len(all_rulings()) == before - 1


def test_who_was_let_come_before_rules_had_names_counts_too(evening):
    draft = FactDraft(FactKind.ANSWER, evening.night, player_named("Bo"), content={"answer": "yes"})
    record_fact(draft, evening.stamp(by="Ann"), {"place": "seat", "ruling": "he has paid"})

    assert ("who may reserve",) in [row.rules for row in all_rulings()]


def test_a_night_that_was_played_online_is_one_ruling(evening):
    evening.it_is("23:10")
    evening.buy_in("Ann", "7.00", ruling="played online")
    evening.buy_in("Cy", "8.00", ruling="played online")
    evening.cash_out("Cy", "3.00", ruling="played online")

    row = all_rulings()[0]

    assert (row.line.what, row.rules) == ("The night was played online, 3 acts", ("minimum buy-in", "leave notice"))
    assert [each.sentence for each in row.line.refused][:1] == ["Minimum buy-in: set aside 2 times."]
    assert [each for each in rule_counts(all_rulings()) if each.rule == "minimum buy-in"] == []


def test_a_single_act_under_the_ruling_of_online_nights_is_told_as_it_is(evening):
    evening.it_is("23:10")
    evening.buy_in("Ann", "7.00", ruling="played online")

    assert all_rulings()[0].line.what == "Ann buys in, paid in cash"


def test_a_ruling_between_nights_has_no_house(evening):
    Evening.knows(evening, "Zoe")
    from_the_book = [row for row in all_rulings() if row.night is None]

    assert (from_the_book, rule_counts(from_the_book)) == ([], [])


def test_no_rulings_yet(desk):
    assert "No rulings yet" in desk.opens("/rulings/").text


def test_it_costs_the_same_however_many_there_are(desk, evening):
    desk.opens("/rulings/")  # the rules are read once
    with CaptureQueriesContext(connection) as few:
        desk.opens("/rulings/")
    for minute in (10, 20, 30):
        evening.it_is(f"23:{minute}")
        evening.buy_in("Cy", "60.00", stack="0.00", ruling="once more")

    with CaptureQueriesContext(connection) as many:
        desk.opens("/rulings/")

    assert len(many) == len(few)
