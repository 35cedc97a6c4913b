"""One player who accepts the rules on two phones at once, and two hosts who announce them at once."""

import pytest

from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.houses.commands import accept_rules, make_house, revise_house, tell_rules
from reservations.models import Fact
from tests.faults.racing import at_once, told
from tests.reservations.friday import START, cast, one

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]

FRIDAY = {"key": "friday", "name": "Friday game", "summary": "Ours."}


@pytest.fixture
def house():
    cast()
    made = make_house(document=FRIDAY).house
    revise_house(house=made, document={**FRIDAY, "summary": "Yours."})
    return made


def test_two_phones_that_accept_at_once_accept_once(house):
    def accepting(key):
        stamp = Stamp(f"accept-{key}", START, "Bo")
        return lambda: accept_rules(stamp=stamp, player=one("Bo"), house=house, version=2)

    outcomes = at_once(accepting("here"), accepting("there"))

    assert sorted(told(outcomes)) == ["known", "new"]
    assert Fact.objects.filter(kind=FactKind.ACCEPT).count() == 1


def test_two_hosts_who_tell_at_once_tell_once(house):
    players = [one("Bo").number, one("Cy").number]

    def telling(key):
        stamp = Stamp(f"tell-{key}", START, key)
        return lambda: tell_rules(stamp=stamp, house=house, version=2, players=players, changes=["Cash."])

    outcomes = at_once(telling("Ann"), telling("Hanna"))

    assert sorted(told(outcomes)) == ["Impossible", "new"]
    assert Fact.objects.filter(kind=FactKind.RULES).count() == 1
