"""The tables of a night as they stand in the books."""

from datetime import timedelta

import pytest

from hostdesk.commands import merge_twins
from reservations.facts import FactKind
from reservations.kinds import Stamp
from reservations.rolls import facts_of
from reservations.tables import seating_of, seating_terms_of, table_facts
from tests.reservations.at_tables import Evening
from tests.reservations.friday import START, a_house, one, preset

pytestmark = pytest.mark.django_db


def test_a_twin_sits_where_the_person_does_whom_they_were_merged_into():
    evening = Evening(a_house(), "Ann", "Bo", "Bob").seated(["Ann", "Bob"])
    evening.do("set_away", "Bob", away=True)

    merge_twins(stamp=Stamp("bob-is-bo", START + timedelta(hours=1)), player=one("Bob"), into=one("Bo"))

    evening.here.remove("Bob")
    assert evening.where == {"Ann": (1, 1), "Bo": (1, 2)}
    assert list(seating_of(evening.night).away) == [one("Bo").number]


def test_a_night_has_the_terms_it_was_opened_with_and_before_that_the_newest():
    evening = Evening(preset("ericn"), "Ann")
    planned = Evening(a_house(), "Bo")
    planned.night.rules = None

    assert (seating_terms_of(evening.night).suits_rank, seating_terms_of(planned.night).suits_rank) == (True, False)


def test_facts_at_the_table_are_told_by_kind_and_are_none_about_coming():
    evening = Evening(a_house(), "Ann", "Bo").seated(["Ann", "Bo"])
    away = evening.do("set_away", "Bo", away=True).fact

    assert [fact.kind for fact in table_facts(evening.night)] == [FactKind.MOVE, FactKind.AWAY]
    assert [fact.id for fact in table_facts(evening.night, FactKind.AWAY)] == [away.pk]
    assert facts_of(evening.night) == []
