"""The houses that come with the product match their rules, and an edited house is read or refused."""

import json
import re
from dataclasses import replace

import pytest

from hostdesk.rules.houses.presets import (
    load_preset,
    outdated_articles,
    preset_keys,
    read_document,
    with_articles_of_preset,
)
from ledger.money.words import Means
from ledger.terms.bank_terms import Blinds, CashOutWhen, Colour, Limit, RebuyWhen, bank_terms
from reservations.acts.problems import Malformed
from reservations.houses.attendance_terms import AttendanceTerms, Step, Then, attendance_terms
from reservations.houses.seating_terms import (
    Entering,
    MissedBlinds,
    OddChips,
    SeatingTerms,
    ShortRaise,
    Straddles,
    seating_terms,
)
from reservations.parsing.documents import BadTerms

HOUSE = """
key = "friday-game"
name = "Friday game"
summary = "Nickels and dimes."
[buy_in]
pays_with = ["cash"]
[rebuy]
when = "any time"
[cash_out]
when = "on leaving"
[[articles]]
number = "1"
title = "Chips"
text = "Chips are paid in cash."
"""
USUAL = bank_terms(read_document(HOUSE))
"""The defaults of a house that says no more; the tests of the terms spell them out."""
ROBERTS = "Robert's Rules of Poker, version 11"
KEYS = ("dave-2018", "dave-2020", "ericn", "hybrid", "mike")
DAVE = replace(
    USUAL,
    blinds=Blinds(25, 50),
    minimum=Limit(big_blinds=20),
    maximum=Limit(big_blinds=100, or_big_stack=True),
    usual=Limit(big_blinds=100),
    play_behind=True,
    rebuy_when=RebuyWhen.UP_TO_MAXIMUM,
    rebuy_needs_stack=True,
    notice_minutes=30,
)
HYBRID = replace(
    USUAL,
    blinds=Blinds(1, 2),
    levels=(
        Blinds(1, 2),
        Blinds(2, 4),
        Blinds(3, 6),
        Blinds(5, 10),
        Blinds(10, 20),
        Blinds(15, 30),
        Blinds(20, 40),
        Blinds(25, 50),
        Blinds(50, 100),
        Blinds(75, 150),
        Blinds(100, 200),
    ),
    level_minutes=20,
    minimum=Limit(cents=400),
    maximum=Limit(cents=1000),
    usual=Limit(cents=1000),
    multiple_cents=100,
    play_behind=True,
    rebuy_when=RebuyWhen.BUSTED,
    rebuy_needs_stack=True,
    rebuy_minimum_binds=True,
    cash_out_when=CashOutWhen.LEVELS,
    window_minutes=5,
)
ERICN = replace(
    USUAL,
    blinds_at_opening=True,
    minimum=Limit(at_opening=True),
    maximum=Limit(at_opening=True),
    usual=Limit(maximum=True),
    rebuy_when=RebuyWhen.BELOW_MAXIMUM,
    rebuy_needs_stack=True,
    rebuy_maximum_percent=110,
    early_leave_is_bad_manners=True,
    one_banker=True,
)
MIKE = replace(
    USUAL,
    minimum=Limit(multiples=1),
    usual=Limit(cents=1000),
    multiple_cents=500,
    pays_with=(Means.CASH, Means.NOTE, Means.BOOK),
    chip_sales=True,
    cash_out_when=CashOutWhen.END,
    equal_deals=True,
    payout_unit_cents=100,
    guests_answered_for=True,
    overdue_days=31,
    host_mark="BOG",
    jumped_bet_cents=20,
    greatest_bet_cents=50,
    least_raise_cents=5,
    greatest_raise_cents=50,
    chips=(
        Colour("white", 5),
        Colour("red", 10),
        Colour("blue", 25),
        Colour("yellow", 50, reserve=True),
        Colour("black", 100, reserve=True),
        Colour("green", 500, reserve=True),
    ),
)

COMING = {
    "dave-2018": AttendanceTerms(
        host_favour=True,
        invitation=("Shoes come off at the door.", "Nobody smokes in the house.", "Keep drinks off the table."),
    ),
    "dave-2020": AttendanceTerms(
        host_favour=True,
        invitation=(
            "Shoes come off at the door.",
            "Nobody smokes or vapes in the house.",
            "Keep drinks off the table.",
        ),
    ),
    "ericn": AttendanceTerms(
        late_change_minutes=120,
        taken_up_clears=False,
        steps=(Step(1, Then.REMINDER), Step(2, Then.REMOVED)),
        minimum_age=21,
        invitation=("Only for people of 21 and over: bring your ID.",),
    ),
    "hybrid": AttendanceTerms(invitation=("Nobody smokes in the house.",)),
    "mike": AttendanceTerms(invitation=("Dinner is served.", "Bring what you drink, other than water.")),
}

DAVES_TABLES = SeatingTerms(
    most=11,
    split_at=12,
    merge_at=10,
    entering=Entering.BUYING,
    missed=MissedBlinds.POSTED,
    away_dealt_in=False,
    odd_chips=OddChips.BUTTON,
    straddles=Straddles.BLINDS,
    short_raise=ShortRaise.HALF,
)
TABLES = {
    "dave-2018": DAVES_TABLES,
    "dave-2020": DAVES_TABLES,
    "ericn": SeatingTerms(
        suits_rank=True,
        entering=Entering.PASSED,
        missed=MissedBlinds.PUT_IN,
        away_dealt_in=True,
        odd_chips=OddChips.HIGH_HAND,
        straddles=Straddles.RAISES,
        short_raise=ShortRaise.CHOICE,
        call_seconds=60,
    ),
    "hybrid": SeatingTerms(
        asks_ahead=True, odd_chips=OddChips.BUTTON, straddles=Straddles.NONE, short_raise=ShortRaise.HALF
    ),
    "mike": SeatingTerms(odd_chips=OddChips.LEFT, most_raises=3, jumping_costs=True, jump_warnings=1),
}


def test_five_houses_come_with_the_product():
    assert preset_keys() == KEYS


@pytest.mark.parametrize(
    ("key", "terms"), [("dave-2018", DAVE), ("dave-2020", DAVE), ("ericn", ERICN), ("hybrid", HYBRID), ("mike", MIKE)]
)
def test_the_terms_of_a_house_are_those_of_its_rules(key, terms):
    assert bank_terms(load_preset(key)) == terms


@pytest.mark.parametrize("key", KEYS)
def test_what_staying_away_means_in_a_house_is_as_its_rules_say(key):
    assert attendance_terms(load_preset(key)) == COMING[key]


@pytest.mark.parametrize("key", KEYS)
def test_what_holds_at_the_tables_of_a_house_is_as_its_rules_say(key):
    assert seating_terms(load_preset(key)) == TABLES[key]


@pytest.mark.parametrize(
    ("key", "name", "source"),
    [
        (
            "dave-2018",
            "Dave's cash game (2018)",
            {"title": "Dave's Home Poker Cash Game Rules", "version": "8", "date": "2018-06-21", "base": ROBERTS},
        ),
        (
            "dave-2020",
            "Dave's cash game (2020)",
            {"title": "Dave's Home Poker Cash Game Rules", "date": "2020-03-01", "base": ROBERTS},
        ),
        ("ericn", "EricN's game", {"title": "EricN's House Rules", "date": "2010-07-24"}),
        (
            "hybrid",
            "Hybrid game",
            {"title": "Poker Home Game Rules", "version": "1", "date": "2015-08-01", "base": ROBERTS},
        ),
        ("mike", "Mike's game", {"title": "Mike's House Rules", "date": "2000 to 2004"}),
    ],
)
def test_a_house_says_whose_rules_it_follows(key, name, source):
    document = load_preset(key)

    assert (document["key"], document["name"], document["source"]) == (key, name, source)


@pytest.mark.parametrize(
    ("key", "number", "figures"),
    [
        ("dave-2018", "1", ["0.25", "0.50"]),
        ("dave-2018", "2", ["20", "100", "200"]),
        ("dave-2018", "14a", ["120", "30"]),
        ("dave-2018", "15a", ["15"]),
        ("dave-2018", "19", ["11", "12", "6"]),
        ("dave-2018", "19a", ["11"]),
        ("dave-2018", "21", ["2"]),
        ("dave-2018", "23", ["10"]),
        ("dave-2020", "2", ["20", "100", "200"]),
        ("dave-2020", "14a", ["120", "30"]),
        ("dave-2020", "15a", ["15"]),
        ("dave-2020", "19", ["11", "12", "6"]),
        ("dave-2020", "19a", ["11"]),
        ("dave-2020", "21", ["2"]),
        ("dave-2020", "23", ["10"]),
        ("hybrid", "1", ["0.01", "0.02", "20", "1.00", "2.00"]),
        (
            "hybrid",
            "1.1",
            [
                *("0.01", "0.02", "0.02", "0.04", "0.03", "0.06", "0.05", "0.10", "0.10", "0.20", "0.15", "0.30"),
                *("0.20", "0.40", "0.25", "0.50", "0.50", "1.00", "0.75", "1.50", "1.00", "2.00"),
            ],
        ),
        ("hybrid", "2", ["4.00", "10.00"]),
        ("hybrid", "8", ["5"]),
        ("ericn", "3", ["21"]),
        ("ericn", "4", ["2"]),
        ("ericn", "4a", ["2"]),
        ("ericn", "10", ["110"]),
        ("ericn", "28", ["1"]),
        ("mike", "2", ["5.00"]),
        ("mike", "5", ["0.05", "0.10", "0.25", "0.50", "1.00", "5.00"]),
        ("mike", "13", ["0.50", "0.05", "0.50"]),
        ("mike", "13.3", ["3"]),
        ("mike", "16", ["0.20"]),
        ("mike", "16.1", ["1"]),
    ],
)
def test_the_figures_of_an_article_are_those_of_the_terms(key, number, figures):
    [article] = [article for article in load_preset(key)["articles"] if article["number"] == number]

    assert re.findall(r"\d+(?:\.\d+)?", article["text"]) == figures


@pytest.mark.parametrize("key", KEYS)
def test_a_document_of_a_house_is_plain_values(key):
    document = load_preset(key)

    assert json.loads(json.dumps(document)) == document


@pytest.mark.parametrize("key", ["nobody", "", "../settings", "Mike", "x" * 10_000])
def test_an_unknown_house_is_refused_with_the_known_ones(key):
    with pytest.raises(Malformed) as refusal:
        load_preset(key)

    assert str(refusal.value).endswith(" here; there are dave-2018, dave-2020, ericn, hybrid, mike.")


def test_a_house_is_read_from_a_file_and_from_text_alike(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HOUSE.replace("\n", "\r\n").encode())

    assert read_document(path) == read_document(HOUSE)
    assert read_document(HOUSE)["articles"] == [{"number": "1", "title": "Chips", "text": "Chips are paid in cash."}]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('key = "friday-game"', "", 'key: This is missing; write "friday-game", for instance.'),
        (
            "friday-game",
            "Friday Game",
            (
                "Line 2: key: Write at most 40 small letters and digits, with single hyphens between them, "
                'not "Friday Game".'
            ),
        ),
        ('"Friday game"', '" "', 'Line 3: name: Write some text in quotes, not " ".'),
        ("summary", "sumary", 'summary: This is missing; write "Nickels and dimes, with dinner.", for instance.'),
        (
            "[buy_in]",
            "[waiting]\noffer_minutes = -1\n[buy_in]",
            "Line 6: [waiting] offer_minutes: Write a whole number from 0 to 1440, without quotes, not -1.",
        ),
        ("[buy_in]", "[door]\nage = 21\n[buy_in]", "Line 6: [door] age: This is unknown; known here: minimum_age."),
        (
            "[buy_in]",
            "[seating]\nsplit_at = 11\n[buy_in]",
            "Line 6: [seating] split_at: So many still fit at one table of 11; write more, or a smaller most.",
        ),
        (
            "[buy_in]",
            "[conduct]\njumped = 20\n[buy_in]",
            "Line 6: [conduct] jumped: This is unknown; do you mean jumped_bet?",
        ),
        (
            "[buy_in]",
            '[conduct]\njumped_bet = "20 cents"\ncall_seconds = 60\n[buy_in]',
            'Line 6: [conduct] jumped_bet: "20 cents" is not an amount: there is a space in it.',
        ),
        ("[buy_in]", "[atendance]\n[buy_in]", "Line 5: atendance: This is unknown; do you mean attendance?"),
        ("[buy_in]", "[buyin]\n[buy_in]", "Line 5: buyin: This is unknown; do you mean buy_in?"),
        (
            "[buy_in]",
            "[source]\nday = 1\n[buy_in]",
            "Line 6: [source] day: This is unknown; known here: base, date, title, version.",
        ),
        (
            '["cash"]',
            '["cash", "card"]',
            'Line 6: [buy_in] pays_with no. 2: Write one of "cash", "note", "book" or "transfer", not "card".',
        ),
        (
            'number = "1"',
            "number = 1",
            'Line 12: [[articles]] no. 1 number: Write it in quotes, like "3", "3.1" or "3a", not 1.',
        ),
        (
            "title",
            "new = false\ntitle",
            "Line 13: [[articles]] no. 1 new: Write true, or leave the line out, not false.",
        ),
        (
            "title",
            "off_table = false\ntitle",
            "Line 13: [[articles]] no. 1 off_table: Write true, or leave the line out, not false.",
        ),
        (
            "title",
            'also = ["chop", "chop"]\ntitle',
            "Line 13: [[articles]] no. 1 also: The same thing is in this list twice.",
        ),
        (
            "[[articles]]",
            '[[articles]]\nnumber = "1"\ntitle = "A"\ntext = "B"\nunusual = true\n[[articles]]',
            "Line 17: [[articles]] no. 2 number: There are two articles 1; every article has a number of its own.",
        ),
        ("Friday", "\udc00", "Line 3: This is not UTF-8 text (byte 30); save it as UTF-8."),
        ("Friday", "x" * 200_000, "A house has at most 200000 bytes, and this is more."),
        (
            "[rebuy]",
            "[rebuy",
            "This is not TOML: Expected ']' at the end of a table declaration (at line 7, column 7).",
        ),
    ],
)
def test_an_edited_house_is_refused_with_what_to_do(old, new, fault):
    with pytest.raises(BadTerms) as refusal:
        read_document(HOUSE.replace(old, new, 1))

    assert fault in map(str, refusal.value.faults)


def test_an_endless_number_is_no_toml():
    with pytest.raises(BadTerms, match="This is not TOML"):
        read_document("a = " + "9" * 10_000)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = " + "[" * 100_000, "Line 1: Tables and names are at most 8 deep, and this is more."),
        (f"# ...\n{'.'.join('a' * 90_000)} = 1", "Line 2: Tables and names are at most 8 deep, and this is more."),
        ("[" + ".".join(['""'] * 60_000) + "]", "Line 1: Tables and names are at most 8 deep, and this is more."),
        ("a = [" + "1," * 90_000 + "]", "Line 1: A house has at most 10,000 values, and this is more."),
    ],
)
def test_what_is_deeper_or_wider_than_any_house_is_refused_before_it_is_parsed(text, told):
    with pytest.raises(BadTerms) as refused:
        read_document(text)

    assert str(refused.value) == told


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(BadTerms) as refusal:
        read_document(tmp_path / "friday.toml")

    assert tuple(map(str, refusal.value.faults)) == ("friday.toml cannot be read: No such file or directory.",)


def test_a_table_that_is_read_twice_is_at_fault_once():
    with pytest.raises(BadTerms) as refusal:
        read_document("conduct = 20\n" + HOUSE)

    assert tuple(map(str, refusal.value.faults)) == ("Line 1: conduct: This has to be a table of its own.",)


def test_all_faults_of_a_house_are_told_at_once():
    with pytest.raises(BadTerms) as refusal:
        read_document('name = "Friday game"\nsummary = "Nickels."\n[rebuy]\nwhen = "any time"\n[cash_out]\n')

    assert tuple(map(str, refusal.value.faults)) == (
        'key: This is missing; write "friday-game", for instance.',
        '[buy_in] pays_with: This is missing; write ["cash"], for instance.',
        'Line 5: [cash_out] when: This is missing; write "on leaving", for instance.',
    )


def rules(text, **terms):
    """Return rules with one article of that text."""
    return {"articles": [{"number": "2", "title": "Buying in", "text": text}], **terms}


MINIMUM = {"buy_in": {"minimum": {"amount": "4.00"}}, "cash_out": {"window_minutes": 5}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A buy-in costs from 4.00 to 10.00.", [("2", "4.00")]),
        ("At least $4, or 4.00. At least $4!", [("2", "$4"), ("2", "4.00")]),
        ("At most 14.00 for 4 players at 4.005", []),
        ("Within 5 minutes, for 5.00", [("2", "5")]),
    ],
)
def test_an_article_that_states_a_number_of_before_is_pointed_out(text, found):
    changed = {"buy_in": {"minimum": {"amount": "5.00"}}, "cash_out": {"window_minutes": 10}}

    assert outdated_articles(rules(text, **MINIMUM), rules(text, **changed)) == found


def test_a_number_that_a_rule_of_that_place_still_has_is_not_outdated():
    text = "White is worth 0.05, red 0.10, blue 0.25."
    before = [{"colour": "white", "value": "0.05"}, {"colour": "red", "value": "0.10"}]

    kept = rules(text, chips=before), rules(text, chips=[*reversed(before), {"colour": "blue", "value": "0.25"}])
    gone = rules(text, chips=before), rules(text, chips=before[1:])

    assert (outdated_articles(*kept), outdated_articles(*gone)) == ([], [("2", "0.05")])


def test_a_rule_that_is_gone_an_article_of_its_own_and_words_that_are_no_rules_count_as_they_should():
    text = "From 4.00 on, since 1999, for 21 and over."
    before = rules(text, **MINIMUM, summary="A game of 21 players", attendance={"taken_up_clears": True})

    assert outdated_articles(before, rules("From 5.00 on.")) == []
    assert outdated_articles(before, rules(text, summary="A game")) == [("2", "4.00")]


@pytest.mark.parametrize("key", preset_keys())
def test_a_preset_that_did_not_change_has_nothing_outdated(key):
    assert outdated_articles(load_preset(key), load_preset(key)) == []


# Houses made from a preset before it had all its articles


def mike_with(*articles, **changed):
    return {**load_preset("mike"), "source": {"title": "Mike's"}, "articles": list(articles), **changed}


def test_a_house_takes_the_articles_that_its_preset_has_by_now():
    template = load_preset("mike")
    first = mike_with({**template["articles"][0], "text": "As it was."}, {"number": "99", "title": "Gone", "text": "."})

    taken = with_articles_of_preset(first, {**first, "summary": "Ours."})

    assert taken == {**template, "summary": "Ours."}


def test_what_a_host_wrote_changed_or_took_out_stays_so():
    one, two, three, *others = load_preset("mike")["articles"]
    changed, own = {**one, "text": "Our way."}, {"number": "99", "title": "Dog", "text": "The dog plays."}
    first = mike_with(one, two, three)

    taken = with_articles_of_preset(first, mike_with(changed, three, own, source={"title": "Ours"}))

    assert taken == mike_with(changed, three, *others, own, source={"title": "Ours"})


@pytest.mark.parametrize(
    "document",
    [load_preset("mike"), {**load_preset("mike"), "key": "friday-game", "articles": []}],
    ids=["has them all", "of no preset"],
)
def test_a_house_with_nothing_to_take_takes_nothing(document):
    assert with_articles_of_preset(document, document) is None


def test_a_house_that_says_no_source_any_more_says_none_with_the_articles_of_its_preset():
    first = load_preset("mike")
    newest = {key: value for key, value in first.items() if key != "source"} | {"articles": first["articles"][:-1]}

    taken = with_articles_of_preset({**first, "articles": first["articles"][:-1]}, newest)

    assert taken == {**newest, "articles": first["articles"]}
