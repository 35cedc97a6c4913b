"""What is said of coming to the demo's nights, as it comes to the books."""

import pytest

from hostdesk.demo.speaking import speak
from hostdesk.demo.words import Verb, Word
from reservations.facts import FactKind
from reservations.kinds import Stamp
from reservations.models import Fact, House, Night
from reservations.problems import Impossible


def test_every_kind_of_word_has_come_to_the_books(demo):
    kinds = set(Fact.objects.values_list("kind", flat=True))

    assert kinds == {
        *(FactKind.PLAN, FactKind.CANCEL, FactKind.INVITE, FactKind.ANSWER, FactKind.SEAT, FactKind.PIN),
        *(FactKind.MARK, FactKind.STRIKE, FactKind.CONTEST, FactKind.PARDON, FactKind.ID_SEEN, FactKind.REMIND),
        *(FactKind.MOVE, FactKind.BUTTON, FactKind.DRAW, FactKind.WISH, FactKind.AWAY),
        *(FactKind.CONDUCT, FactKind.RULED, FactKind.CLOCK),
    }


def test_a_house_is_revised_before_the_nights_that_go_by_it(demo):
    versions = {night.rules.version for night in Night.objects.filter(house__key="dave-2018").exclude(rules=None)}

    assert House.objects.get(key="dave-2018").newest().version == 2
    assert versions == {1, 2}


def test_of_a_strike_that_is_not_there_nothing_is_said(demo):
    fact = Fact.objects.filter(kind=FactKind.ANSWER).earliest("id")
    stamp = Stamp("demo-none-001", fact.at, by="Ann Hollis")
    word = Word(Verb.PARDON, stamp, fact.night.house.key, fact.night.date, fact.player.name, {"reason": "None."})

    with pytest.raises(Impossible) as refused:
        speak([word])

    assert str(refused.value) == f"{fact.player} has no strike of {fact.night.date}."
