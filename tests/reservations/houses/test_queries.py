"""The houses that are asked for, and a version of their rules."""

import pytest

from reservations.acts.problems import Unknown
from reservations.houses.commands import make_house, revise_house
from reservations.houses.queries import houses_among, newest_rules_called, rules_of

pytestmark = [pytest.mark.further, pytest.mark.django_db]

FRIDAY = {"key": "friday", "name": "Friday game", "summary": "Ours."}


@pytest.fixture
def house():
    made = make_house(document=FRIDAY).house
    revise_house(house=made, document={**FRIDAY, "summary": "Mine."}, after=1)
    return made


def test_without_a_version_the_newest_rules_are_meant(house):
    assert [rules_of(house, version).version for version in (None, 1, 2)] == [2, 1, 2]


def test_a_version_that_a_house_has_not_is_refused_with_its_newest(house):
    with pytest.raises(Unknown, match="Friday game has no version 3 of its rules; its newest is 2"):
        rules_of(house, 3)


def test_a_house_is_called_by_its_key_or_by_its_name_in_any_spelling(house):
    other = make_house(document={**FRIDAY, "key": "friday-game", "name": "Friday"}).house

    found = [newest_rules_called(text) for text in ("friday", "FRIDAY game", "friday-game")]

    assert [(rules.house, rules.version) for rules in found] == [(house, 2), (house, 2), (other, 1)]


def test_no_house_of_that_name_is_told(house):
    with pytest.raises(Unknown, match="No house is called 'monday'"):
        newest_rules_called("monday")


def test_a_host_of_some_houses_has_those_alone(house):
    other = make_house(document={**FRIDAY, "key": "other", "name": "Other game"}).house

    assert [{*houses_among(ids)} for ids in (None, [other.pk], [])] == [{house, other}, {other}, set()]
