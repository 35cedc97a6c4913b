"""Players' statements of their own limits, kept in their order."""

from datetime import UTC, date, datetime, timedelta

import pytest

from hostdesk.people.players.commands import merge_players
from reservations.acts.problems import Impossible, Malformed
from reservations.models import Desk, OwnLimitSaid
from reservations.own_limits.commands import say_help_line, say_own_limits
from reservations.own_limits.queries import figures_in_force, not_to_be_invited, own_limits
from reservations.own_limits.rules import Limited
from reservations.players.queries import same_person
from reservations.waiting_list.commands import invite
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, cast, one

pytestmark = [pytest.mark.django_db, pytest.mark.pg]

NOON = datetime(2026, 11, 10, 12, tzinfo=UTC)
DAY = timedelta(days=1)
MARCH = date(2027, 3, 1).toordinal()


@pytest.fixture
@played_once
def friday():
    cast()
    return Friday(a_house())


def says(name, *, at=NOON, **figures):
    say_own_limits(player=one(name), figures={Limited(what): figure for what, figure in figures.items()}, at=at)


def test_each_limit_stands_for_itself_and_for_its_player(friday):
    says("Bo", night=5000, rebuys=2)
    says("Bo", rebuys=1, month=None)

    assert figures_in_force([one("Bo").number], NOON) == {Limited.NIGHT: 5000, Limited.REBUYS: 1}
    assert figures_in_force(same_person(one("Cy")), NOON) == {}


def test_what_holds_or_is_on_its_way_is_not_said_again(friday):
    says("Bo", night=5000)
    says("Bo", night=5000)
    says("Bo", night=None)
    says("Bo", night=None, at=NOON + DAY / 2)

    assert OwnLimitSaid.objects.count() == 2
    assert own_limits([one("Bo").number], NOON + DAY)[Limited.NIGHT].figure is None


@pytest.mark.parametrize("figures", [{"night": -1}, {"pause": MARCH + 4000}])
def test_what_no_limit_can_be_is_refused_with_all_that_was_said_with_it(friday, figures):
    with pytest.raises(Malformed):
        says("Bo", rebuys=1, **figures)

    assert OwnLimitSaid.objects.count() == 0


def test_a_limit_goes_along_with_a_merge(friday):
    says("Bo", night=5000)
    merge_players(stamp=friday.at(9000), player=one("Bo"), into=one("Cy"))

    assert figures_in_force(same_person(one("Cy")), NOON) == {Limited.NIGHT: 5000}


def test_who_takes_a_break_is_not_to_be_invited(friday):
    says("Bo", pause=MARCH)
    says("Di", night=5000)
    invited = invite(stamp=friday.at(9000), night=friday.night, players=[one("Bo"), one("Cy")])
    numbers = [one(name).number for name in ("Bo", "Cy", "Di")]

    assert not_to_be_invited(numbers, NOON) == {one("Bo").number: "Mon 1 Mar 2027"}
    assert not_to_be_invited(numbers, datetime(2027, 3, 2, tzinfo=UTC)) == {}
    assert invited.remark == "One is invited. Bo takes a break until Mon 1 Mar 2027."
    assert friday.rsvp_state.invited == {one("Cy").number}
    with pytest.raises(Impossible, match=r"^Bo takes a break until Mon 1 Mar 2027\.$"):
        invite(stamp=friday.at(8000), night=friday.night, players=[one("Bo")])


def test_the_host_says_where_help_is_found():
    say_help_line("Call 1-800-GAMBLER")

    assert Desk.objects.get().help_line == "Call 1-800-GAMBLER"
