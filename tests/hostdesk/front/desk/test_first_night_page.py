"""The steps of the first night: records tick them off, and every step links to its page."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate

from hostdesk.front.desk.first_night_page import first_night_steps
from hostdesk.invitations.nights.commands import plan_night
from hostdesk.rules.houses.presets import load_preset
from reservations.houses.commands import make_house
from reservations.models import Desk, Night, Player
from reservations.nights.commands import cancel_night
from reservations.players.commands import record_player
from reservations.waiting_list.commands import invite
from tests.hostdesk.imports.results.winter import brings
from tests.reservations.planned import stamp
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def steps():
    """Return the number of finished steps and the address of the next one, None after the last."""
    found = first_night_steps(Desk.objects.get())
    return [step.done for step in found].count(True), next((step.url for step in found if step.is_next), None)


def knows(*names):
    for name in names:
        record_player(stamp=stamp(f"key-of-{name}"), name=name, regular=True)


def test_the_steps_go_from_a_house_to_invitations():
    told = [steps()]
    make_house(document=load_preset("mike"))
    told.append(steps())
    knows("Ann", "Bo")
    told.append(steps())
    night = plan_night(date=localdate() + timedelta(days=3), house="mike")
    told.append(steps())
    invite(stamp=stamp("key-of-all"), night=night, players=[*Player.objects.all()])
    told.append(steps())

    assert told == [
        (0, "/houses/new/"),
        (1, "/players/add/"),
        (2, "/nights/plan/"),
        (3, f"/nights/{night.pk}/"),
        (4, f"/nights/{night.pk}/open/"),
    ]


def test_a_cancelled_night_is_no_first_night():
    make_house(document=load_preset("mike"))
    knows("Ann", "Bo")
    cancel_night(stamp=stamp("key-of-off"), night=plan_night(date=localdate(), house="mike"), reason="")

    assert steps() == (2, "/nights/plan/")


def test_results_of_the_past_are_no_first_night():
    make_house(document=load_preset("mike"))
    knows("Ann", "Bo")
    brings(Ann=500, Bo=-500)

    assert steps() == (2, "/nights/plan/")


@pytest.mark.pg
def test_a_bank_that_is_open_needs_no_plan_and_no_invitations():
    evening = Evening("dave-2018")
    evening.knows("Bo")
    plan_night(date=localdate(), house="dave-2018")

    assert steps() == (5, f"/nights/{evening.night.pk}/closing/")


def test_after_the_first_close_there_are_none(paid_out):
    paid_out.ends("200.00")

    assert Night.objects.filter(bank__closed__isnull=False).count() == 1
    assert steps() == (0, None)


def test_home_leads_through_them_until_the_host_hides_them(desk):
    page = desk.opens("/")
    hidden = desk.sends(page.form("/desk/first-night/hide/"))

    assert (page.links["1 Make your house"], "2 Add your players" in page.links) == ("/houses/new/", True)
    assert (hidden.url, "2 Add your players" in hidden.links, steps()) == ("/", False, (0, None))


def test_an_open_night_leaves_home_in_reach(desk):
    night = Evening("dave-2018").night

    page = desk.opens("/?stay=yes")

    assert page.links["6 Close it"] == f"/nights/{night.pk}/closing/"
