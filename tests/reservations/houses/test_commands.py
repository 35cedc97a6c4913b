"""Versions of a house's rules: who wrote them from what, and why."""

import pytest

from reservations.acts.problems import Impossible
from reservations.houses.commands import Outrun, make_house, revise_house
from reservations.parsing.names import BadLine

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

    with pytest.raises(Outrun, match=r"Version 2 .* was saved meanwhile: this was written from version 1"):
        revise_house(house=house, document={**FRIDAY, "summary": "His."}, after=1)


def test_a_house_keeps_its_key_and_name():
    house = make_house(document=FRIDAY).house

    with pytest.raises(Impossible, match="keeps the house's key and name"):
        revise_house(house=house, document={**FRIDAY, "name": "Saturday game"})
