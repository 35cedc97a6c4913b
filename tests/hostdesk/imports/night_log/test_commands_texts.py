"""Texts in acts and facts: one parser reads them for every command, and another machine has the same texts."""

import importlib
import inspect
import json
import pkgutil
import sys
import unicodedata
from dataclasses import fields, replace
from datetime import date, time
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import hostdesk
import ledger
import reservations
from hostdesk.imports.night_log.commands import post_log, read_log
from hostdesk.imports.night_log.export_queries import export_all
from hostdesk.imports.results.commands import record_results
from hostdesk.imports.shared_expenses.commands import bring_balances
from hostdesk.imports.ways_in.commands import keep_import, take_back_import
from hostdesk.invitations.nights.commands import plan_nights
from hostdesk.people.players.commands import change_player
from hostdesk.standings.book.commands import import_old_book
from hostdesk.standings.book.queries import OldLine
from hostdesk.table.conduct.commands import note_ruling, note_warning
from hostdesk.table.door.commands import bring, turn_away_at_door
from hostdesk.table.requests.commands import ask, end_request
from hostdesk.table.tonight.commands import admit, give_mark, play_tonight, undo_together, with_mark
from ledger.audit.queries import faults
from ledger.bank.queries import last_act
from ledger.book.commands import answer_objection, correct_book, object_to, take_over_balances
from ledger.buy_in.commands import buy_in
from ledger.cash_out.commands import cash_out, declare_chips
from ledger.money.words import Means
from ledger.months.payment_commands import claim_payment, dispute_claim, forgive_debt
from ledger.night.commands import arrive
from ledger.night.requests import Ended, Wanted
from ledger.results.rules import NetResult
from ledger.undoing.commands import reverse, take_back_night
from reservations.acts import chain
from reservations.acts.facts import Cause, Mark
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Faulty, Malformed, Problem
from reservations.conduct import commands as conduct_commands
from reservations.conduct.rules import Decider
from reservations.models import Act, Fact, Night, Series
from reservations.nights.commands import cancel_night, change_night, end_series
from reservations.nights.plans import WEEKS, Plan, Repeats
from reservations.nights.queries import plan_of
from reservations.parsing.names import name_key, parse_line, parse_mark, parse_name
from reservations.players.commands import record_player
from reservations.strikes import commands as strikes_commands
from reservations.tables import seat_commands
from reservations.tables.seats import Present, Spot
from tests.hostdesk.logs import another_machine
from tests.reservations.friday import Friday, a_house, cast, one
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

LOOKED_UP = {"of", "claim", "chips", "house", "step", "shown", "zone", "makes_room"}
"""Fields that name an existing record: the desk does not keep them as written."""
KEEPS_NO_TEXT = {
    *(("redeem_note", "note"), ("charge_inviter", "note"), ("commit_notes", "note"), ("lapse_notes", "note")),
    *(("record_player", "reserved_marks"), ("give_mark", "name")),
    *(("bring_balances", "cents"), ("bring_balances", "who")),  # names of players
    *(("bring_nights", "days"), ("bring_nights", "who")),
    ("undo_in_turn", "reason"),  # from a log that undoes a whole night: the tests of the logs cover it
    *(("open_night", "figures"), ("set_stakes", "figures"), ("record_fact", "outcome")),
    ("tell_rules", "changes"),
    ("note_fact", "remark"),  # the command that records the fact writes it
}


def commands_with_texts():
    """Return the command and field of every free text, in all apps."""
    found = set()
    for app in (reservations, ledger, hostdesk):
        for module in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
            if not module.name.endswith("commands") or ".management" in module.name or ".demo." in module.name:
                continue
            for name, each in vars(importlib.import_module(module.name)).items():
                if inspect.isfunction(each) and each.__module__ == module.name and not name.startswith("_"):
                    fields = inspect.signature(each).parameters
                    texts = {field for field, one in fields.items() if "str" in str(one.annotation).split("[")[-1]}
                    found |= {(name, field) for field in texts if "stamp" in fields and field not in LOOKED_UP}
    return found - KEEPS_NO_TEXT


def evenings(evening):
    """Map every text field of a command that records an act to a function that runs the command with a text."""
    evening.knows("Eve")
    (bo, cy, eve), night, stamp = map(one, ("Bo", "Cy", "Eve")), evening.night, evening.stamp
    bought = evening.buy_in("Cy", "20.00")
    came, slip = evening.arrives("Gil"), evening.buy_in("Ann", "20.00")
    winter: dict[str, Any] = {"house": "mike", "results": [NetResult(bo.number, 100), NetResult(cy.number, -100)]}
    record_results(stamp=stamp(), date=date(2026, 1, 2), **winter)
    brought = Night.objects.latest("pk")
    keep_import([brought])
    claim = claim_payment(stamp=stamp(), payer=bo, payee=cy, amount_cents=100)
    counts: dict[str, Any] = {"player_count_cents": 100, "banker_count_cents": 200}
    sign = {"command": buy_in, "night": night, "player": bo, "amount_cents": 500, "pay": Means.NOTE, "note": "by Bo"}
    plays: dict[str, Any] = {"player": cy, "regular": True, "invited_by": None}
    evening.opens("mike", day=date(2026, 11, 27))
    evening.ends("200.00")
    closed = evening.night
    vars(evening)["night"] = night
    evening.takes_over(Ann="10.00", Cy="-10.00")
    return {
        ("Stamp", "by"): lambda text: arrive(stamp=stamp(by=text), night=night, player=bo),
        ("Stamp", "ruling"): lambda text: arrive(stamp=stamp(ruling=text), night=night, player=eve),
        ("Stamp", "count_ruling"): lambda text: cash_out(
            stamp=stamp(count_ruling=text, ruling="so be it"), night=night, player=cy, **counts
        ),
        ("record_player", "name"): lambda text: record_player(stamp=stamp(), name=text, regular=True),
        ("record_player", "mark"): lambda text: record_player(stamp=stamp(), name="Bo", mark=text),
        ("give_mark", "mark"): lambda text: give_mark(stamp=stamp(), name="Bo", mark=text),
        ("rename_player", "name"): lambda text: evening.renames("Cy", text),
        ("change_player", "name"): lambda text: change_player(stamp=stamp(), **plays, name=text, mark=""),
        ("change_player", "mark"): lambda text: change_player(stamp=stamp(), **plays, name="Cy", mark=text),
        ("with_mark", "mark"): lambda text: with_mark(stamp=stamp(), debtor=bo, mark=text, **sign),
        ("admit", "name"): lambda text: admit(stamp=stamp(), night=night, name=text, guest=False, invited_by=None),
        ("play_tonight", "names"): lambda text: play_tonight(
            stamp=stamp(), house="mike", date=date(2026, 11, 21), banker=bo, names=[text], float_cents=0
        ),
        ("buy_in", "note"): lambda text: evening.buy_in("Bo", "20.00", note=text),
        ("sell_chips", "note"): lambda text: evening.sells("Cy", "Bo", "5.00", note=text),
        ("change_pay", "note"): lambda text: evening.paid_by("note", bought, note=text),
        ("declare_chips", "reason"): lambda text: declare_chips(
            stamp=stamp(), night=night, missing_cents=100, extra_cents=None, reason=text
        ),
        ("reverse", "reason"): lambda text: reverse(stamp=stamp(), of=came.act.key, reason=text),
        ("undo_together", "reason"): lambda text: undo_together(stamp=stamp(), of=[slip.act.key], reason=text),
        ("take_back_import", "reason"): lambda text: take_back_import(stamp=stamp(), batch=brought, reason=text),
        ("take_back_night", "reason"): lambda text: take_back_night(stamp=stamp(), night=closed, reason=text),
        ("take_over_balances", "reason"): lambda text: take_over_balances(
            stamp=stamp(), standings={bo: 100, cy: -100}, reason=text
        ),
        ("import_old_book", "reason"): lambda text: import_old_book(
            stamp=stamp(), lines=[OldLine("Bo", 0, 100, 1, bo), OldLine("Cy", 0, -100, 2, cy)], reason=text
        ),
        ("bring_balances", "reason"): lambda text: bring_balances(
            stamp=stamp(), cents={"Bo": 100, "Cy": -100}, who={"Bo": bo, "Cy": cy}, reason=text
        ),
        ("correct_book", "reason"): lambda text: correct_book(
            stamp=stamp(), debtor=bo, creditor=cy, amount_cents=100, reason=text
        ),
        ("record_results", "reason"): lambda text: record_results(
            stamp=stamp(), house="mike", date=date(2026, 1, 9), results=[NetResult(bo.number, 100)], reason=text
        ),
        ("dispute_claim", "reason"): lambda text: dispute_claim(stamp=stamp(), of=claim.act.key, reason=text),
        ("forgive_debt", "reason"): lambda text: forgive_debt(
            stamp=stamp(), creditor=one("Ann"), debtor=cy, amount_cents=1, reason=text
        ),
    }


FAVOURS = {"host_favour": True}


def fridays(friday):
    """Map every text field of a command that records a fact to a function that runs the command with a text."""
    night, house, bo = friday.night, friday.night.house, one("Bo")
    struck, shown = friday.strike("Cy").fact.pk, plan_of(night)
    evening = Evening("mike")
    spot, present = Spot(1, 1), Present((bo.number,))
    weekly = Plan(date(2026, 12, 4), time(19), zone="America/New_York")
    plan_nights(stamp=friday.at(10_000), house=house.key, plan=weekly, repeats=Repeats(WEEKS, 1, weekly.day))
    strikes_commands.contest(stamp=friday.at(-110), strike=struck, words="I was there")
    series, after = Series.objects.get(), friday.at(-120)
    bought, others = (evening.buy_in(name, "20.00").act.number for name in ("Bo", "Cy"))
    objection = object_to(stamp=evening.stamp(), player=one("Cy"), act=others, words="it was 10").fact.pk
    asked = ask(stamp=evening.stamp(), night=evening.night, player=bo, wanted=Wanted.LEAVE).fact.pk

    def changes(**said):
        return change_night(stamp=friday.at(100), night=night, shown=shown, wanted=replace(shown, **said))

    def plans(**said):
        return plan_nights(stamp=friday.at(10_000), house=house.key, plan=Plan(date(2026, 12, 2), **said))

    def brings(text):
        friday.yes("Di", guests=[text])
        return bring(stamp=friday.at(-10), night=night, host=one("Di"), name=text)

    def turns_away(who="Bo", guest="", reason="under 21"):
        stamp, arrears = friday.at(-20), friday.arrears
        return turn_away_at_door(
            stamp=stamp, night=night, host=one(who), away=True, reason=reason, guest=guest, arrears=arrears
        )

    def turns_guest_away(text):
        friday.yes("Di", guests=[text])
        return turns_away("Di", guest=text)

    return {
        ("seat_player", "reason"): lambda text: friday.do("seat_player", "Eve", makes_room=[bo], reason=text),
        ("bump", "reason"): lambda text: friday.do("bump", "Bo", reason=text),
        ("release", "reason"): lambda text: friday.do("release", "Bo", reason=text),
        ("pin", "reason"): lambda text: friday.do("pin", "Eve", position=1, reason=text),
        ("favour", "reason"): lambda text: friday.do("favour", "Eve", on=True, reason=text),
        ("strike", "reason"): lambda text: friday.do("strike", "Bo", -60, cause=Cause.NO_SHOW, reason=text),
        ("mark", "reason"): lambda text: friday.mark("Bo", Mark.NO_SHOW, reason=text),
        ("pardon", "reason"): lambda text: strikes_commands.pardon(stamp=after, strike=struck, reason=text),
        ("unmark", "reason"): lambda text: strikes_commands.unmark(stamp=after, strike=struck, reason=text),
        ("contest", "words"): lambda text: strikes_commands.contest(stamp=after, strike=struck, words=text),
        ("uphold", "reason"): lambda text: strikes_commands.uphold(stamp=after, strike=struck, reason=text),
        ("reinstate", "reason"): lambda text: strikes_commands.reinstate(
            stamp=after, player=one("Cy"), house=house, reason=text
        ),
        ("turn_away", "reason"): lambda text: friday.do("turn_away", "Cy", away=True, reason=text),
        ("turn_away_at_door", "guest"): turns_guest_away,
        ("turn_away_at_door", "reason"): lambda text: turns_away(reason=text),
        ("answer", "guests"): lambda text: friday.yes("Di", guests=[text]),
        ("bring", "name"): brings,
        ("cancel_night", "reason"): lambda text: cancel_night(stamp=friday.at(100), night=night, reason=text),
        ("change_night", "reason"): lambda text: change_night(
            stamp=friday.at(100), night=night, shown=shown, wanted=replace(shown, tables=2), reason=text
        ),
        ("end_series", "reason"): lambda text: end_series(
            stamp=friday.at(9_000), series=series, after=weekly.day, reason=text
        ),
        ("Plan", "place"): lambda text: plans(place=text),
        ("Plan", "note"): lambda text: changes(note=text),
        ("warn", "words"): lambda text: conduct_commands.warn(
            stamp=evening.stamp(), night=evening.night, player=bo, words=text
        ),
        ("rule", "dispute"): lambda text: conduct_commands.rule(
            stamp=evening.stamp(), night=evening.night, dispute=text, decision="split it", decider=Decider.HOST
        ),
        ("rule", "decision"): lambda text: conduct_commands.rule(
            stamp=evening.stamp(), night=evening.night, dispute="a split pot", decision=text, decider=Decider.HOST
        ),
        ("note_warning", "words"): lambda text: note_warning(
            stamp=evening.stamp(), night=evening.night, player=bo.number, words=text
        ),
        ("note_ruling", "dispute"): lambda text: note_ruling(
            stamp=evening.stamp(), night=evening.night, dispute=text, decision="split it", decider=Decider.HOST
        ),
        ("note_ruling", "decision"): lambda text: note_ruling(
            stamp=evening.stamp(), night=evening.night, dispute="a split pot", decision=text, decider=Decider.HOST
        ),
        ("take_seat", "reason"): lambda text: seat_commands.take_seat(
            stamp=evening.stamp(), night=evening.night, player=bo, spot=spot, present=present, reason=text
        ),
        ("object_to", "words"): lambda text: object_to(stamp=evening.stamp(), player=bo, act=bought, words=text),
        ("answer_objection", "words"): lambda text: answer_objection(
            stamp=evening.stamp(), objection=objection, words=text
        ),
        ("end_request", "word"): lambda text: end_request(
            stamp=evening.stamp(), night=evening.night, wish=asked, how=Ended.DECLINED, word=text
        ),
    }


CATEGORIES: list[Any] = sorted({unicodedata.category(chr(code)) for code in range(sys.maxunicode + 1)})
ANY = st.one_of([st.characters(categories=[each]) for each in CATEGORIES])  # all kinds equally often
SEEN = st.sampled_from(["a", "Zoe\u0308", "\u1100\u1161", "\u212b", " x "])
TEXTS = st.lists(ANY | SEEN, min_size=1, max_size=4).map("".join).filter(str.strip)
OF_NAMES = {
    "name": parse_name,
    "names": parse_name,
    "note": parse_name,
    "guests": parse_name,
    "guest": parse_name,
    "by": parse_name,
    "mark": parse_mark,
}


# No shrinking: the failure names the field, and every example runs every command.
QUICKLY = settings(max_examples=2, phases=[Phase.reuse, Phase.generate])
AT_LENGTH = settings(QUICKLY, max_examples=200)


def as_kept(command, field, text):
    """Return a text as the desk keeps it; None if it cannot be kept."""
    read = OF_NAMES.get(field, parse_line) if command != "Plan" else parse_line
    try:
        return read(text)
    except Malformed:
        return None


def recorded_texts():
    """Return the texts of all acts and facts, as JSON."""
    acts = Act.objects.values_list("by", "ruling", "count_ruling", "content")
    facts = Fact.objects.values_list("by", "reason", "content")
    read = [[*texts[:-1], json.loads(texts[-1])] for texts in [*acts, *facts]]
    return json.dumps(read, ensure_ascii=False)


def comes_to_the_same_head_elsewhere(lines, head):
    with another_machine():
        post_log(read_log("\n".join(lines).encode()))
        assert last_act().head == head
        assert export_all() == lines


def test_no_field_of_a_command_is_forgotten():
    with another_machine():
        cast()
        known = {*fridays(Friday(a_house(waiting=FAVOURS)).full("Bo", "Cy"))}
    with another_machine():
        known |= {*evenings(Evening("mike"))}
    stamped = {("Stamp", each.name) for each in fields(Stamp) if each.type is str and each.name != "key"}
    planned = {("Plan", each.name) for each in fields(Plan) if each.type is str and each.name != "zone"}

    assert known == commands_with_texts() | stamped | planned


@QUICKLY
@given(st.data())
def test_whatever_a_command_records_comes_to_the_same_head_elsewhere(data):
    every_act_comes_to_the_same_head(data)


@pytest.mark.long
@AT_LENGTH
@given(st.data())
def test_whatever_two_hundred_evenings_record_comes_to_the_same_head_elsewhere(data):
    every_act_comes_to_the_same_head(data)


def every_act_comes_to_the_same_head(data):
    with another_machine():
        world = evenings(Evening("mike"))
        texts = data.draw(st.lists(TEXTS, min_size=len(world), max_size=len(world), unique_by=name_key))
        for (command, field), text in zip(world, texts, strict=True):
            records(command, field, world[command, field], text)
        lines, head = export_all(), last_act().head
    comes_to_the_same_head_elsewhere(lines, head)


def records(command, field, run, text):
    """Run a command, and check that it records a valid text in its kept form and refuses any other text."""
    kept, before = as_kept(command, field, text), recorded_texts()
    said = ""
    try:
        run(text)
    except Problem as problem:
        said = str(problem)
    after = recorded_texts()
    is_right = after == before if kept is None else json.dumps(kept, ensure_ascii=False) in after
    assert is_right, (command, field, text, said)


@QUICKLY
@given(st.data())
def test_whatever_is_said_of_coming_is_kept_in_one_way(data):
    every_fact_is_kept_in_one_way(data)


@pytest.mark.long
@AT_LENGTH
@given(st.data())
def test_whatever_is_said_of_coming_to_two_hundred_nights_is_kept_in_one_way(data):
    every_fact_is_kept_in_one_way(data)


def every_fact_is_kept_in_one_way(data):
    with another_machine():
        cast()
        friday = Friday(a_house(waiting=FAVOURS)).full("Bo", "Cy", "Eve", "Fay")
        world = fridays(friday)
        for (command, field), run in world.items():
            with another_machine():
                records(command, field, run, data.draw(TEXTS))


LEGACY = ["x\u202ey", "\u0001", "a\tb", "two\nlines", "Zoe\u0308", " x ", "\ufeff", "", "x" * 300]
"""Texts that earlier versions accepted as a ruling or a reason."""


def recorded_by_an_earlier_version(evening, kind, content, **columns):
    """Write the next act of the night as a row with its digests, without a check of its texts."""
    last, stamp = last_act(), evening.stamp()
    act = Act(number=last.number + 1, key=stamp.key, kind=kind, night=evening.night, at=stamp.at, by="Ann")
    act.content, act.recorded_at = chain.canonical(content), stamp.at
    for name, value in columns.items():
        setattr(act, name, value)
    act.head = chain.head_of(last.head, chain.portable(act, evening.opening.act.number), [])
    act.seal = chain.seal_of(last.seal, act.head, chain.local(act))
    act.save(force_insert=True)
    return act


@pytest.mark.sweep
@pytest.mark.parametrize("text", LEGACY)
def test_books_that_have_such_a_text_verify_and_go_elsewhere_with_the_same_head(text):
    with another_machine():
        evening = Evening("mike")
        bo = one("Bo").number
        rulings = {"ruling": text, "count_ruling": text}
        came = recorded_by_an_earlier_version(evening, Kind.ARRIVE, {"player": bo}, **rulings)
        said = {"of": came.key, "reason": text}
        recorded_by_an_earlier_version(evening, Kind.REVERSE, said, reverses=came)
        assert list(faults()) == []
        lines, head = export_all(), last_act().head

    comes_to_the_same_head_elsewhere(lines, head)


def test_such_a_text_is_seen_in_the_file_and_named():
    evening = Evening("mike")
    recorded_by_an_earlier_version(evening, Kind.ARRIVE, {"player": one("Bo").number}, ruling="x\u202ey")
    evening.arrives("Cy", ruling="schön")

    old, new = export_all()[-2:]

    assert (json.loads(old)["as_recorded"], "\\u202e" in old, old.isascii()) == (["ruling"], True, True)
    assert ("as_recorded" in json.loads(new), "schön" in new) == (False, True)


@pytest.mark.parametrize("said", [{"as_recorded": "ruling"}, {"as_recorded": [1]}, {"as_recorded": ["ruling"]}])
def test_what_is_repeated_as_recorded_is_a_list_of_texts_that_are_there(said):
    line = {"id": "line-0001", "at": "2026-11-20T20:00:00Z", "act": "player", "name": "Ann", **said}

    with pytest.raises(Faulty):
        read_log(json.dumps(line).encode())


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x" * 301])
def test_what_no_database_holds_is_refused_as_recorded_too(text):
    line = {"id": "line-0001", "at": "2026-11-20T20:00:00Z", "act": "player", "name": "Ann", "ruling": text}

    with pytest.raises(Faulty):
        read_log(json.dumps({**line, "as_recorded": ["ruling"]}).encode())


def test_every_command_about_coming_keeps_a_plain_text():
    cast()
    friday = Friday(a_house(waiting=FAVOURS)).full("Bo", "Cy", "Eve", "Fay")
    for (command, field), run in fridays(friday).items():
        with another_machine():
            records(command, field, run, "because")


def test_what_moves_no_money_comes_to_the_same_head_elsewhere():
    with another_machine():
        evening = Evening("mike")
        evening.gave_others(evening.buy_in("Bo", "10.00"), green=2)
        evening.behind("Bo", "5.00", ruling="a birthday")
        evening.arrives("Cy")
        evening.leaves("Cy")
        lines, head = [*export_all()], last_act().head
    comes_to_the_same_head_elsewhere(lines, head)
