"""Players turned away at the door: no chips, no seat, no tick and no bank, until a tap lets them in after all."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate

from hostdesk.table.tables.queries import present_at
from ledger.bank.queries import bank_of
from reservations.players.queries import player_called
from reservations.rsvps.door_queries import arrived, turned_away
from tests.hostdesk.at_the_door import a_friday, arrives, form_of, lets_in, opens, url
from tests.reservations.friday import one, strikes

pytestmark = [pytest.mark.further, pytest.mark.django_db]

friday = pytest.fixture(a_friday)
opened = pytest.fixture(opens)


def turns_away(desk, friday, name, reason="under 21"):
    """Turn a player away, on the page that asks for the reason."""
    page = desk.opens(url(friday, f"{one(name).number}/away/"))
    return desk.sends(page.form("/away/"), reason=reason)


def kept_out(friday):
    """Return the reasons for which Bo and Cy may not come in."""
    return {name: turned_away(friday.night).get(one(name).number) for name in ("Bo", "Cy")}


def tonight(desk, friday, rest=""):
    return desk.opens(f"/nights/{friday.night.pk}/tonight/{rest}")


def test_turned_away_before_the_bank_is_open_frees_the_seat_and_is_no_strike(desk, friday):
    lets_in(desk, friday, "Bo")

    page = turns_away(desk, friday, "Bo")

    assert (page.url, "Bo is turned away: under 21." in page.text) == (url(friday), True)
    assert "Turned away: under 21" in page.text
    assert (kept_out(friday), arrived(friday.night)) == ({"Bo": "under 21", "Cy": None}, {})
    assert (friday.seated, strikes("Bo")) == (["Cy"], [])


def test_another_reason_is_typed_and_one_is_needed(desk, friday):
    refused = turns_away(desk, friday, "Bo", reason=" ")
    page = turns_away(desk, friday, "Bo", reason="No room for two more")

    assert (refused.status, "Say why" in refused.text) == (422, True)
    assert "Turned away: No room for two more" in page.text


def test_a_tap_lets_them_in_after_all_with_their_seat(desk, friday):
    page = turns_away(desk, friday, "Bo")

    page = desk.sends(form_of(page, "Bo", "away/"), away="no")

    assert "Bo may come in after all." in page.text
    assert (kept_out(friday)["Bo"], sorted(friday.seated)) == (None, ["Bo", "Cy"])


def test_a_guest_who_is_brought_is_put_on_the_list_and_turned_away(desk, friday):
    friday.yes("Bo", before=50, guests=["Max"])
    page = desk.opens(url(friday, f"{one('Bo').number}/away/?guest=Max"))

    page = desk.sends(page.form("/away/"), reason="under 21")

    assert "turned away: under 21" in page.text
    assert turned_away(friday.night) == {player_called("Max").number: "under 21"}
    assert sorted(friday.seated) == ["Bo", "Cy"]


def test_the_door_lets_nobody_in_who_was_turned_away(desk, friday):
    form = form_of(desk.opens(url(friday)), "Bo", "came/")
    turns_away(desk, friday, "Bo")

    page = desk.sends(form, came="yes")

    assert (page.status, "Bo was turned away at the door: under 21." in page.text) == (422, True)
    assert arrived(friday.night) == {}


def test_a_deleted_reservation_or_another_yes_lets_nobody_in(desk, friday):
    turns_away(desk, friday, "Bo")
    friday.do("release", "Bo", before=-40)

    page = desk.opens(f"/nights/{friday.night.pk}/guests/{one('Bo').number}/")

    answers = [form for form in page.forms if form.action.endswith("/answer/")]
    assert ("Turned away: under 21" in page.text, answers) == (True, [])
    assert kept_out(friday)["Bo"] == "under 21"


@pytest.mark.parametrize("at_the_table", [False, True])
def test_they_are_not_ticked_not_seated_and_get_no_chips(desk, opened, at_the_table):
    arrives(opened, "Cy", -31)
    if at_the_table:
        lets_in(desk, opened, "Bo")
    turns_away(desk, opened, "Bo")
    everyone = tonight(desk, opened, "everyone/").form("/everyone/")
    panel = tonight(desk, opened, f"players/{one('Bo').number}/")

    refused = desk.sends(panel.form("/buy-in/"), amount="50")
    desk.sends(everyone, amount="50", id_seen="yes")

    assert everyone.fields["players"] == [str(one("Cy").number)]
    assert (refused.status, "Bo was turned away at the door: under 21." in refused.text) == (422, True)
    assert present_at(opened.night).here == (one("Cy").number,)
    assert bank_of(opened.night).balances.chips_cents == 5000


def test_the_host_can_overrule_it_for_one_buy_in(desk, opened):
    turns_away(desk, opened, "Bo")
    panel = tonight(desk, opened, f"players/{one('Bo').number}/")

    desk.sends(panel.form("/buy-in/"), amount="50", ruling="their father is here")

    assert bank_of(opened.night).balances.chips_cents == 5000


def test_they_are_not_offered_as_banker_and_cannot_be_one(desk, friday):
    form = desk.opens(f"/nights/{friday.night.pk}/open/").form("/open/")
    turns_away(desk, friday, "Bo")

    page = desk.opens(f"/nights/{friday.night.pk}/open/")
    refused = desk.sends(form, banker=one("Bo").number, float="100")

    assert (f'value="{one("Cy").number}"' in page.html, f'value="{one("Bo").number}"' in page.html) == (True, False)
    assert (refused.status, friday.rsvp_state.of(one("Bo").number).turned_away) == (422, "under 21")


def test_a_birth_date_that_is_kept_turns_them_away_wherever_that_age_is_asked(desk, opened):
    page = desk.opens(f"/players/{one('Bo').number}/?part=id")
    page = desk.sends(
        page.form("/id/"), on=str(localdate()), keep_born="yes", born=str(localdate() - timedelta(days=20 * 365))
    )
    door = desk.opens(url(opened))

    panel = tonight(desk, opened, f"players/{one('Bo').number}/")
    refused = desk.sends(panel.form("/buy-in/"), amount="50")

    assert "Bo is under 21: turned away at the door." in page.text
    assert "Turned away: under 21 by their birth date" in door.text
    assert (refused.status, "under 21 by their birth date" in refused.text) == (422, True)


def test_an_id_that_was_not_seen_stays_on_the_panel_until_it_is(desk, opened):
    arrives(opened, "Bo", -31)
    panel = tonight(desk, opened, f"players/{one('Bo').number}/")

    after = desk.sends(panel.form("/id/"))

    assert ("ID not seen" in panel.text, "ID not seen" in after.text) == (True, False)
    assert after.url.startswith(f"/nights/{opened.night.pk}/tonight/players/{one('Bo').number}/")
