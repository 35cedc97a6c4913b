"""Players and houses: additions, updates and the next versions."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from reservations.acts.kinds import Stamp
from reservations.acts.problems import Changed, Impossible, Malformed, Refused
from reservations.acts.queries import KeyTaken
from reservations.houses.commands import make_house, revise_house
from reservations.models import Act, House, Player, Rules
from reservations.parsing.names import BadName, parse_mark
from reservations.players.commands import record_player

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
FRIDAY = {"key": "friday", "name": "Friday game", "articles": []}


def add(name, key="", **fields):
    number = Act.objects.count() + 1
    return record_player(stamp=Stamp(key or f"player-{number:02}", NOON), name=name, **fields)


def player(name):
    return Player.objects.get(name=name)


@pytest.fixture
def ann():
    add("Ann", regular=True, mark="BOA")
    return player("Ann")


@pytest.fixture
def gil(ann):
    add("Gil", regular=False, invited_by=ann)
    return player("Gil")


def test_a_regular_is_known_by_the_number_of_their_first_act(ann):
    assert (ann.number, ann.name, ann.regular, ann.mark, ann.invited_by) == (1, "Ann", True, "BOA", None)
    assert Act.objects.get().content == '{"mark":"BOA","name":"Ann","regular":true}'


def test_a_guest_has_an_inviter(ann, gil):
    assert (gil.number, gil.regular, gil.invited_by) == (2, False, ann)
    assert Act.objects.get(number=2).content == '{"invited_by":1,"name":"Gil","regular":false}'


def test_who_is_answered_for(ann, gil):
    add("Hal", regular=False)

    assert [each.is_answered_for for each in (ann, gil, player("Hal"))] == [True, True, False]


def test_a_known_name_is_updated_in_the_fields_given(ann):
    answer = add(" ann ", mark="bof")

    changed = Player.objects.get()
    assert (changed.number, changed.name, changed.regular, changed.mark) == (1, "ann", True, "BOF")
    assert (answer.act.number, answer.remark) == (2, "")


def test_a_player_is_taken_out_of_the_group_and_back(ann):
    out, back = add("Ann", removed=True), add("Ann", removed=False)

    assert [json.loads(each.act.content) for each in (out, back)] == [
        {"name": "Ann", "removed": True},
        {"name": "Ann", "removed": False},
    ]
    assert player("Ann").removed is False


def test_who_is_out_of_the_group_stays_so_whatever_else_is_said(ann):
    add("Ann", removed=True)

    add("Ann", regular=False)

    assert (player("Ann").removed, player("Ann").regular) == (True, False)


def test_a_name_is_the_same_however_its_accents_were_typed():
    add("Zo\u00eb", regular=True)
    add("ZOE\u0308", regular=True)

    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("regular", "remark"), [(True, "Gil was a guest and is a regular now."), (False, ""), (None, "")]
)
def test_a_guest_who_turns_regular_is_reported(gil, regular, remark):
    assert add("Gil", regular=regular).remark == remark


def test_a_regular_who_turns_guest_is_reported(ann):
    assert add("Ann", regular=False).remark == "Ann was a regular and is a guest now."
    assert not player("Ann").regular


def test_somebody_new_is_called_regular_or_guest():
    with pytest.raises(Malformed) as refusal:
        add("Zoe")

    assert str(refusal.value) == "Zoe is new: say whether they are a regular."
    assert not Act.objects.exists()


def test_a_guest_answers_for_nobody(gil):
    with pytest.raises(Impossible) as refusal:
        add("Hal", regular=False, invited_by=gil)

    assert str(refusal.value) == "Gil is a guest and cannot answer for Hal: only a regular can."


def test_nobody_answers_for_themselves(ann):
    with pytest.raises(Impossible) as refusal:
        add("Ann", regular=False, invited_by=ann)

    assert str(refusal.value) == "Ann cannot be their own guest."


def test_a_mark_belongs_to_one_player(ann):
    with pytest.raises(Impossible) as refusal:
        add("Bo", regular=True, mark="boa")

    assert str(refusal.value) == "The mark BOA is Ann's: take another one for Bo."
    assert not Player.objects.filter(name="Bo").exists()


def test_a_player_keeps_their_own_mark(ann):
    add("Ann", mark="BOA")

    assert Player.objects.get().mark == "BOA"


def test_marks_of_several_players_may_be_missing(ann):
    add("Bo", regular=True)
    add("Cy", regular=True)

    assert list(Player.objects.values_list("mark", flat=True)) == ["BOA", None, None]


@pytest.mark.parametrize(("text", "mark"), [("BOF", "BOF"), (" bo7 ", "BO7"), ("AB", "AB"), ("ABCDEFGH", "ABCDEFGH")])
def test_marks(text, mark):
    assert parse_mark(text) == mark


@pytest.mark.parametrize("text", ["", "B", "ABCDEFGHI", "B F", "BÖF", "B\x00F", "٣٣"])
def test_what_is_no_mark(text):
    with pytest.raises(Malformed) as refusal:
        parse_mark(text)

    assert str(refusal.value) == "A mark is 2 to 8 letters A-Z or digits, as in BOF."


def test_what_is_no_name():
    with pytest.raises(BadName):
        add("\u200b", regular=True)


def test_a_key_that_comes_again_adds_nobody(ann):
    again = add("ANN", key="player-01", regular=True, mark="BOA")

    assert (again.known, again.act.number) == (True, 1)
    with pytest.raises(KeyTaken):
        add("Ann", key="player-01", regular=True)
    assert (Act.objects.count(), player("Ann")) == (1, ann)


def test_a_house_begins_with_version_1():
    rules = make_house(document=FRIDAY)

    assert (rules.house.key, str(rules.house), rules.version) == ("friday", "Friday game", 1)
    assert rules.document == '{"articles":[],"key":"friday","name":"Friday game"}'
    assert str(rules) == "Friday game, version 1"


@pytest.mark.parametrize("other", [{"name": "Another"}, {"key": "another"}, {"key": "another", "name": "FRIDAY game"}])
def test_a_house_has_a_key_and_a_name_of_its_own(other):
    make_house(document=FRIDAY)

    with pytest.raises(Impossible) as refusal:
        make_house(document={**FRIDAY, **other})

    assert str(refusal.value) == (
        "There is a house Friday game (friday) already: revise it, or take another key and name."
    )
    assert House.objects.count() == 1


def test_a_house_is_revised_version_by_version():
    house = make_house(document=FRIDAY).house

    versions = [revise_house(house=house, document={**FRIDAY, "summary": text}).version for text in ("a", "b")]

    assert versions == [2, 3]
    assert json.loads(house.newest().document)["summary"] == "b"
    assert json.loads(Rules.objects.get(version=1).document) == FRIDAY


def test_the_same_document_again_is_the_version_that_is_there():
    first = make_house(document=FRIDAY)

    assert revise_house(house=first.house, document=dict(reversed(FRIDAY.items()))) == first
    assert Rules.objects.count() == 1


def test_a_document_is_not_saved_over_a_version_it_does_not_know():
    house = make_house(document=FRIDAY).house
    revise_house(house=house, document={**FRIDAY, "summary": "theirs"}, after=1)

    with pytest.raises(Changed) as refusal:
        revise_house(house=house, document={**FRIDAY, "summary": "mine"}, after=1)

    assert str(refusal.value) == (
        "Version 2 of the rules of Friday game was saved meanwhile: this was written from version 1."
    )
    assert revise_house(house=house, document={**FRIDAY, "summary": "theirs"}, after=1).version == 2


def test_a_version_that_was_left_may_come_back():
    house = make_house(document=FRIDAY).house
    revise_house(house=house, document={**FRIDAY, "summary": "a"})

    assert revise_house(house=house, document=FRIDAY).version == 3


@pytest.mark.parametrize("other", [{"name": "Another"}, {"key": "another"}])
def test_a_new_version_keeps_key_and_name(other):
    house = make_house(document=FRIDAY).house

    with pytest.raises(Impossible) as refusal:
        revise_house(house=house, document={**FRIDAY, **other})

    assert str(refusal.value) == "A new version keeps the house's key and name: friday, Friday game."


def test_a_key_needs_a_time_with_its_offset():
    with pytest.raises(Malformed, match="offset"):
        Stamp("no-offset-1", datetime(2026, 11, 20, 20))  # noqa: DTZ001 - the desk refuses it


def test_a_mark_that_the_register_keeps_is_taken_under_a_ruling_alone(ann):
    taken: dict[str, Any] = {"name": "Bo", "regular": True, "mark": "BOB", "reserved_marks": {"BOA", "BOB"}}
    with pytest.raises(Refused):
        add(**taken)

    answer = record_player(stamp=Stamp("bo-again", NOON, ruling="it was his before"), **taken)
    kept = add("Ann", mark="BOA", reserved_marks={"BOA", "BOB"})

    assert (player("Bo").mark, len(json.loads(answer.act.overruled))) == ("BOB", 1)
    assert json.loads(kept.act.overruled) == []
