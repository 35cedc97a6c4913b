"""The record of acts: numbered and chained, with every key used once."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from reservations.acts.chain import NO_ACT, ChainEnd
from reservations.acts.commands import append_act, chained
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Malformed, RuleViolation, read_violations
from reservations.acts.queries import Answer, Draft, KeyTaken, known_act, lock_desk
from reservations.models import Act, Desk, House, Night
from reservations.parsing.names import AsRecorded

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
IN_NEW_YORK = NOON.astimezone(timezone(timedelta(hours=-5)))
TOO_MUCH = RuleViolation("maximum buy-in", "Too much.")
ARRIVE = Draft(Kind.ARRIVE, Stamp("act-0001", NOON), {"player": 1})


def first(draft, opened=None, **more):
    """Return the first act of a ledger."""
    return chained(draft, NO_ACT, opened=opened, **more)


def follows(act):
    """Return the act that follows this one in a ledger."""
    return chained(ARRIVE, ChainEnd(act.number, act.head, act.seal), opened=None)


def stamped(**changes):
    return replace(ARRIVE, stamp=replace(ARRIVE.stamp, **changes))


def night():
    house = House.objects.get_or_create(key="friday", name="Friday", name_key="friday")[0]
    return Night.objects.create(date=date(2026, 11, 20), house=house)


@pytest.mark.parametrize("key", ["seven-7", "x" * 65, "line 0001", "line-0001\n", "línea-01", ""])
def test_a_key_is_8_to_64_plain_characters(key):
    with pytest.raises(Malformed) as refusal:
        Stamp(key, NOON)

    assert str(refusal.value) == "An act's id is 8 to 64 of the characters A-Z a-z 0-9 . _ - and nothing else."


def test_a_time_knows_its_offset():
    with pytest.raises(Malformed) as refusal:
        Stamp("act-0001", NOON.replace(tzinfo=None))

    assert str(refusal.value) == "The time of an act needs its offset from UTC, as in 2026-11-20T21:04:00-05:00."


def test_the_head_of_a_ledger_is_the_same_for_ever():
    transfers = [[["drawer", 1, None], ["chips", 1, None], 2000, 1]]

    assert first(ARRIVE, opened=1, transfers=transfers).head == (
        "3c5d5ffe213e4c976a727e1b06781ec28a4b9ddbe9e19a86006597274cb7ca1c"
    )


def test_the_head_is_the_same_wherever_and_by_whomever_it_was_written():
    here = first(ARRIVE)
    there = first(stamped(at=IN_NEW_YORK, by="Ann"), ids=[7, 8, 9], overruled=[TOO_MUCH])

    assert there.head == here.head
    assert there.seal != here.seal


@pytest.mark.parametrize(
    "other",
    [
        replace(ARRIVE, kind=Kind.LEAVE_NOTICE),
        replace(ARRIVE, content={"player": 2}),
        stamped(key="act-0002"),
        stamped(at=NOON + timedelta(microseconds=1)),
        stamped(ruling="just once"),
        stamped(count_ruling=AsRecorded("just once")),
    ],
)
def test_the_head_covers_what_was_said(other):
    assert first(other).head != first(ARRIVE).head


def test_the_head_covers_the_night_the_transfers_and_all_acts_before():
    heads = {
        first(ARRIVE).head,
        first(ARRIVE, opened=1).head,
        first(ARRIVE, opened=0).head,
        first(ARRIVE, transfers=[1]).head,
        follows(first(ARRIVE)).head,
        follows(first(stamped(ruling="just once"))).head,
    }

    assert len(heads) == 6


@pytest.mark.django_db
@pytest.mark.pg
def test_acts_are_numbered_without_a_gap():
    numbers = [append_act(stamped(key=f"act-000{number}")).number for number in (1, 2, 3)]

    assert numbers == [1, 2, 3]


@pytest.mark.django_db
@pytest.mark.pg
def test_an_act_keeps_what_was_said():
    append_act(stamped(by="Ann", ruling="just once", count_ruling=AsRecorded("the banker's")), overruled=[TOO_MUCH])

    act = Act.objects.get()
    assert (act.key, act.kind, act.at, act.content) == ("act-0001", "arrive", NOON, '{"player":1}')
    assert (act.by, act.ruling, act.count_ruling) == ("Ann", "just once", "the banker's")
    assert act.overruled == '[["maximum buy-in","Too much."]]'
    assert read_violations(json.loads(act.overruled)) == (TOO_MUCH,)


@pytest.mark.django_db
def test_a_new_key_is_not_known():
    assert known_act(ARRIVE) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "again",
    [ARRIVE, stamped(at=IN_NEW_YORK + timedelta(hours=1), by="Bo", ruling="why", count_ruling=AsRecorded("why"))],
)
def test_the_same_key_and_content_is_known(again):
    act = append_act(ARRIVE)

    assert known_act(again) == Answer(act, known=True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("other", "said"),
    [
        (replace(ARRIVE, content={"player": 2}), 'arrive {"player":2}'),
        (replace(ARRIVE, content={}), "arrive {}"),
        (replace(ARRIVE, content={"player": 1, "stack": 0}), 'arrive {"player":1,"stack":0}'),
        (replace(ARRIVE, kind=Kind.LEAVE_NOTICE), 'leave_notice {"player":1}'),
    ],
)
def test_the_same_key_with_other_content_is_taken(other, said):
    append_act(ARRIVE)

    with pytest.raises(KeyTaken) as taken:
        known_act(other)

    assert str(taken.value) == (
        f'The id act-0001 is taken by act 1: arrive {{"player":1}}. This is another act: {said}.'
    )
    assert (taken.value.act.number, taken.value.draft) == (1, other)


@pytest.mark.django_db
def test_the_same_key_of_another_night_is_taken():
    tonight, tomorrow = replace(ARRIVE, night=night()), replace(ARRIVE, night=night())
    append_act(tonight, opened=1)

    assert known_act(tonight)
    assert known_act(ARRIVE)
    with pytest.raises(KeyTaken):
        known_act(tomorrow)


@pytest.mark.django_db
def test_names_are_compared_without_case():
    player = Draft(Kind.PLAYER, ARRIVE.stamp, {"name": "Ann", "regular": True})
    append_act(player)

    assert known_act(replace(player, content={"name": "ANN", "regular": True}))


@pytest.mark.django_db
def test_a_field_that_was_filled_in_is_not_compared():
    opening = Draft(Kind.OPEN, ARRIVE.stamp, {"house": "mike", "version": 1})
    append_act(opening)
    later = {"house": "mike", "version": 2}

    assert known_act(replace(opening, content=later, assumed=frozenset({"version"})))
    with pytest.raises(KeyTaken):
        known_act(replace(opening, content=later))


def test_only_what_is_counted_has_a_ruling_on_its_counts():
    with pytest.raises(Malformed) as refusal:
        stamped(count_ruling="just once")

    assert str(refusal.value) == "Only a cash_out has a ruling on its counts, no arrive."


@pytest.mark.pg
@pytest.mark.django_db
def test_there_is_one_desk():
    lock_desk()

    assert str(Desk.objects.get()) == "the desk"
