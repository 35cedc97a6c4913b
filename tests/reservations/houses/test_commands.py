"""Versions of a house's rules: their reasons and predecessors, the players told of them, and acceptance."""

import pytest

from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Changed, Impossible
from reservations.houses.commands import accept_rules, make_house, revise_house, tell_rules
from reservations.houses.queries import accepted_by, answered_at, informed_of
from reservations.models import Fact
from reservations.parsing.names import BadLine
from tests.reservations.friday import START, Friday, a_house, cast, one

pytestmark = pytest.mark.django_db

FRIDAY = {"key": "friday", "name": "Friday game", "summary": "Ours."}


def test_a_version_keeps_why_it_was_made():
    house = make_house(document=FRIDAY).house

    rules = revise_house(house=house, document={**FRIDAY, "summary": "Mine."}, after=1, reason=" Ann asked for it. ")

    assert (rules.version, rules.reason) == (2, "Ann asked for it.")
    assert house.versions.get(version=1).reason == ""


def test_a_reason_is_one_line():
    house = make_house(document=FRIDAY).house

    with pytest.raises(BadLine):
        revise_house(house=house, document={**FRIDAY, "summary": "Mine."}, reason="one\ntwo")


def test_the_later_of_two_is_told():
    house = make_house(document=FRIDAY).house
    revise_house(house=house, document={**FRIDAY, "summary": "Hers."}, after=1)

    with pytest.raises(Changed, match=r"Version 2 .* was saved meanwhile: this was written from version 1"):
        revise_house(house=house, document={**FRIDAY, "summary": "His."}, after=1)


def test_the_same_rules_again_are_the_version_that_is_there():
    house = make_house(document=FRIDAY).house

    assert revise_house(house=house, document=FRIDAY, after=1, reason="Again.").version == 1


def test_a_key_or_a_name_is_taken_once():
    make_house(document=FRIDAY)

    with pytest.raises(Impossible, match="There is a house Friday game"):
        make_house(document={**FRIDAY, "key": "other"})


def test_a_house_keeps_its_key_and_name():
    house = make_house(document=FRIDAY).house

    with pytest.raises(Impossible, match="keeps the house's key and name"):
        revise_house(house=house, document={**FRIDAY, "name": "Saturday game"})


@pytest.fixture
def fridays():
    """Return a house at version 2 of its rules, with Bo and Cy among its players."""
    cast()
    house = make_house(document=FRIDAY).house
    revise_house(house=house, document={**FRIDAY, "summary": "Yours."})
    return house


def accepts(house, name, key="1", version=2):
    stamp = Stamp(f"{name}-accepts-{key}", START, name)
    return accept_rules(stamp=stamp, player=one(name), house=house, version=version)


def tells(house, *names, key="1", version=2):
    players = [one(name).number for name in names]
    return tell_rules(
        stamp=Stamp(f"rules-told-{key}", START), house=house, version=version, players=players, changes=["Cash."]
    )


def accepted(house):
    return {number: fact.content["version"] for number, fact in accepted_by(house).items()}


def test_a_version_is_accepted_once(fridays):
    first, double_tap, once_more = (accepts(fridays, "Bo", key) for key in ("1", "1", "2"))

    assert [each.known for each in (first, double_tap, once_more)] == [False, True, True]
    assert (accepted(fridays), Fact.objects.filter(kind=FactKind.ACCEPT).count()) == ({one("Bo").number: 2}, 1)


def test_only_the_newest_version_is_accepted_and_then_the_next_one(fridays):
    accepts(fridays, "Bo")
    revise_house(house=fridays, document=FRIDAY)

    with pytest.raises(Impossible, match="version 3 now"):
        accepts(fridays, "Cy")
    accepts(fridays, "Bo", "again", version=3)

    assert accepted(fridays) == {one("Bo").number: 3}


def test_nobody_is_told_twice_or_what_they_have_accepted(fridays):
    accepts(fridays, "Di")

    tells(fridays, "Bo", "Di")
    tells(fridays, "Bo", "Cy", "Di", key="2")

    assert informed_of(fridays, 2) == {one("Bo").number, one("Cy").number}
    with pytest.raises(Impossible, match="nobody left to tell of version 2"):
        tells(fridays, "Bo", "Cy", "Di", key="3")


def test_nobody_is_told_of_a_version_that_is_not_the_newest(fridays):
    with pytest.raises(Impossible, match="version 2 now"):
        tells(fridays, "Bo", version=1)

    assert informed_of(fridays, 1) == set()


def test_who_has_answered_for_a_night_plays_there():
    cast()
    friday, other = Friday(a_house()), Friday(a_house("other"))
    friday.no("Bo")
    other.yes("Cy")

    assert answered_at(friday.night.house) == {one("Bo").number}
