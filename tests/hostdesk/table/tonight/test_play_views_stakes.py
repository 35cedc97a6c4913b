"""The stakes of an open night, changed from Tonight."""

import pytest

from ledger.bank.queries import bank_of
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.played_once import played_once
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def evening():
    return Evening("dave-2018", buy_in_max="60.00")


@pytest.fixture
def url(evening):
    return f"/nights/{evening.night.pk}/tonight/stakes/"


def limits(evening):
    now = bank_of(evening.night)
    return str(now.blinds), now.limits.minimum_cents, now.limits.maximum_cents


def test_the_form_shows_them_as_they_stand_and_sets_others(desk, evening, url):
    more = desk.opens(f"/nights/{evening.night.pk}/tonight/?more=yes")
    form = desk.opens(more.links["Stakes"]).form("/stakes/")

    page = desk.sends(form, small_blind="0.50", big_blind="1", buy_in_max="", big_blinds="150")

    assert (form.fields["buy_in_max"], form.fields["small_blind"]) == (["60.00"], [""])
    assert (page.status, limits(evening)) == (200, ("0.50/1.00", 2000, 15000))
    assert "blinds 0.50/1.00, buy-ins up to 150.00" in page.text
    assert page.links["Game card"] == f"/nights/{evening.night.pk}/tv/?show=card"


def test_after_the_first_buy_in_the_host_gives_a_reason(desk, evening, url):
    evening.buy_in("Bo", "20.00")
    page = desk.sends(desk.opens(url).form("/stakes/"), buy_in_max="80")
    refused = limits(evening)

    desk.sends(next(form for form in page.forms if "ruling" in form.fields), ruling="the table agreed")

    assert (page.status, refused, limits(evening)) == (422, ("0.25/0.50", 1000, 6000), ("0.25/0.50", 1000, 8000))
    assert Act.objects.latest("number").ruling == "the table agreed"


def test_once_a_level_is_played_only_the_buy_ins_are_asked_for(desk):
    evening = Evening("hybrid", small_blind="0.05", big_blind="0.10")
    evening.level(2)
    form = desk.opens(f"/nights/{evening.night.pk}/tonight/stakes/").form("/stakes/")

    desk.sends(form, buy_in_max="20")

    assert {"small_blind", "big_blind", "big_blinds"} & form.fields.keys() == set()
    assert limits(evening) == ("0.02/0.04", 400, 2000)
    assert bank_of(evening.night).history.figures == {"small_blind": 5, "big_blind": 10, "buy_in_max": 2000}


def test_the_banker_who_is_no_host_is_not_offered_it(evening):
    banker = Browser(banker_client(evening.night, player_named("Bo")))

    assert "Stakes" not in banker.opens(f"/nights/{evening.night.pk}/tonight/?more=yes").links
