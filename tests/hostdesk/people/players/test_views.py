"""The pages of the players: a page with every night, changing a player, and merging duplicates."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reservations.models import Act, Player
from reservations.parsing.days import day_of
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.reservations.friday import Friday, preset
from tests.reservations.regulars import add
from tests.stories.evening import a_closed_night

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """A closed night in which Bo lost 10.00 to Ann, and an open night with Bo in it."""
    evening = a_closed_night()
    evening.opens("dave-2018")
    evening.buy_in("Bo", "30.00")
    return evening


def address(name, page=""):
    return f"/players/{player_named(name).number}/{page}"


def acts():
    return Act.objects.count()


def test_a_player_has_all_nights_and_the_sum_of_the_closed_ones(desk, evening):
    page = desk.opens(address("Bo"))

    assert "Total of 1 closed night −10.00" in page.text
    assert "30.00 0.00 — open" in page.text
    assert "20.00 10.00 −10.00 closed" in page.text


def test_somebody_who_never_played_says_so(desk, evening):
    assert "Cy has not played yet." in desk.opens(address("Cy")).text


def test_a_player_is_renamed(desk, evening):
    form = desk.opens(address("Bo", "edit/")).form("/edit/")

    page = desk.sends(form, name="Bob")

    assert page.url == f"{address('Bob')}?receipt={acts()}"
    assert "Bob is the new name of a player . Act" in page.text
    assert player_named("Bo") == Player.objects.get(name="Bob")


def test_a_player_is_taken_out_of_the_group_and_back(desk, evening):
    out = desk.sends(desk.opens(address("Bo", "?part=remove")).form("/remove/"), on="yes")
    gone = player_named("Bo").removed

    back = desk.sends(desk.opens(address("Bo", "?part=remove")).form("/remove/"), on="no")

    assert f"Bo is removed from the group . Act {acts() - 1}" in out.text
    assert f"Bo is in the group again . Act {acts()}" in back.text
    assert (gone, player_named("Bo").removed) == (True, False)


def test_removing_says_what_they_owe_and_the_list_marks_who_is_removed(desk, evening):
    evening.takes_over(Bo="-12.00", Cy="12.00")
    page = desk.opens(address("Bo", "?part=remove"))

    desk.sends(page.form("/remove/"), on="yes")
    rows = desk.rows("/players/?as=csv")

    assert "Bo in THE BOOK: owes 12.00 . That stays" in page.text
    assert "removed" in desk.opens("/players/").text
    assert [row[1] for row in rows if row[0] == "Bo"] == ["regular, removed"]


@pytest.mark.sweep
@pytest.mark.parametrize("on", [None, "", "maybe"])
def test_whether_in_or_out_has_to_be_said(desk, evening, on):
    page = desk.sends(desk.opens(address("Bo", "?part=remove")).form("/remove/"), on=on)

    assert (page.status, player_named("Bo").removed) == (422, False)
    assert page.form("/remove/").action == address("Bo", "remove/")


def test_a_guest_becomes_a_regular_and_back(desk, evening):
    edit = address("Gil", "edit/")
    page = desk.sends(desk.opens(edit).form("/edit/"), plays_as="regular")

    desk.sends(desk.opens(edit).form("/edit/"), plays_as="guest", invited_by=str(player_named("Bo").number))

    gil = player_named("Gil")
    assert "Gil was a guest and is a regular now." in page.text
    assert (gil.regular, gil.invited_by) == (False, player_named("Bo"))


@pytest.mark.further
def test_a_player_who_invited_them_is_offered_as_the_person_they_are_now(desk, evening):
    evening.merges("Ann", into="Bo")
    before = acts()

    form = desk.opens(address("Gil", "edit/")).form("/edit/")
    desk.sends(form)

    assert form.fields["invited_by"] == [str(player_named("Bo").number)]
    assert acts() == before


def test_a_guest_is_not_left_with_nobody(desk, evening):
    form, before = desk.opens(address("Gil", "edit/")).form("/edit/"), acts()

    page = desk.sends(form, invited_by="")

    assert (page.status, acts()) == (422, before)
    assert page.alert == "Ann"
    assert "No inviter" not in page.text


@pytest.mark.further
def test_a_guest_of_nobody_may_stay_one(desk, evening):
    evening.brings_along("Hal")

    page = desk.sends(desk.opens(address("Hal", "edit/")).form("/edit/"), name="Hall")

    assert (page.status, player_named("Hall").invited_by) == (200, None)


@pytest.mark.further
def test_an_inviter_who_is_a_regular_no_more_is_not_changed_by_the_way(desk, evening):
    desk.sends(desk.opens(address("Ann", "edit/")).form("/edit/"), plays_as="guest")

    desk.sends(desk.opens(address("Gil", "edit/")).form("/edit/"), name="Gilda")

    assert player_named("Gilda").invited_by == player_named("Ann")


@pytest.mark.further
def test_both_at_once_are_two_acts_and_sent_twice_they_are_still_two(desk, evening):
    form, before = desk.opens(address("Gil", "edit/")).form("/edit/"), acts()

    pages = [desk.sends(form, name="Gilda", plays_as="regular") for _ in range(2)]

    assert (acts() - before, [page.status for page in pages]) == (2, [200, 200])
    assert player_named("Gilda").regular


def test_nothing_changed_is_nothing_recorded(desk, evening):
    before = acts()

    page = desk.sends(desk.opens(address("Gil", "edit/")).form("/edit/"))

    assert (acts(), page.url) == (before, address("Gil"))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Ann", "Ann is another player: take another name for Bo."), ("", "Enter a name."), ("\x07", "is not a name")],
)
def test_a_name_that_will_not_do_is_told(desk, evening, name, sentence):
    before = acts()

    page = desk.sends(desk.opens(address("Bo", "edit/")).form("/edit/"), name=name, plays_as="guest")

    assert (page.status, acts()) == (422, before)
    assert sentence in page.text


def test_duplicates_are_looked_at_before_they_are_merged(desk, evening):
    number = player_named("Cy").number

    page = desk.opens(f"{address('Bo', 'merge/')}?with={number}")

    assert "Together 1 −10.00" in page.text
    assert "From now on Cy counts as Bo" in page.text
    assert page.links["Merge the other way: keep Cy"] == (
        f"/players/{number}/?part=merge&with={player_named('Bo').number}"
    )


def merged(desk, duplicate, into):
    page = desk.opens(f"{address(into, 'merge/')}?with={player_named(duplicate).number}")
    return desk.sends(next(form for form in page.forms if "duplicate" in form.fields))


def test_a_merge_adds_the_duplicates_nights_and_can_be_undone(desk, evening):
    duplicate = address("Bo")

    page = merged(desk, "Bo", "Ann")
    back = desk.sends(page.form(f"split/{acts()}/"))

    assert "Bo is the same person as Ann" in page.text
    assert "Total of 1 closed night 0.00" in page.text
    assert "Total of 1 closed night +10.00" in back.text
    assert desk.opens(duplicate).url == duplicate


@pytest.mark.further
def test_who_waits_after_a_merge_was_undone_is_told_beside_it(desk, evening):
    """Ann and Bo have two seats; as one person they leave one to Cy, and when they are two again Bo has to wait."""
    house, start = preset("dave-2018"), timezone.now() + timedelta(days=30)
    friday = Friday(house, starts_at=start).full("Ann", "Bo", "Cy")
    page = merged(desk, "Bo", "Ann")
    friday.tick(9_000)

    back = desk.sends(page.form(f"split/{acts()}/"))

    waits = (
        f"Bo is first on the waiting list of the night of {day_of(friday.night.date)}: there is no seat left for both."
    )
    assert (waits in back.text, friday.seated, friday.waiting) == (True, ["Ann", "Cy"], ["Bo"])


@pytest.mark.further
def test_a_merged_entry_leads_to_the_person(desk, evening):
    duplicate, edit = address("Bo"), address("Bo", "edit/")

    merged(desk, "Bo", "Ann")

    assert desk.opens(duplicate).url == address("Ann")
    assert desk.opens(edit).form("/edit/").action == address("Ann", "edit/")
    assert [each.name for each in Player.objects.people()] == ["Ann", "Cy", "Gil"]


def test_what_cannot_be_merged_is_told(desk, evening):
    page = merged(desk, "Ann", "Gil")

    assert (page.status, Player.objects.people().count()) == (422, 4)
    assert page.alert == "Gil Ann Gil Ann"


@pytest.mark.sweep
@pytest.mark.parametrize("asked", ["with=0", "with=x", "with=99999999999999999999", "with=%00"])
def test_a_duplicate_who_is_nobody_is_not_shown(desk, evening, asked):
    page = desk.opens(f"{address('Bo', 'merge/')}?{asked}")

    assert (page.status, "What happens:" in page.text) == (200, False)


@pytest.mark.further
def test_a_merge_that_was_undone_meanwhile_is_not_undone_twice(desk, evening):
    form = merged(desk, "Bo", "Ann").form(f"split/{acts()}/")

    pages = [desk.sends(form), desk.sends(form)]

    assert ([page.status for page in pages], Player.objects.people().count()) == ([200, 200], 4)


@pytest.mark.parametrize("page", ["", "?part=change", "?part=merge"])
def test_a_player_who_is_not_there_is_not_found(desk, page):
    assert [desk.client.get(f"/players/{number}/{page}").status_code for number in (0, 99, 10**30)] == [404] * 3


def test_a_list_of_one_needs_no_duplicate(desk):
    add("Ann", regular=True)

    assert "There are no other players." in desk.opens(address("Ann", "merge/")).text


def test_a_file_of_players_keeps_the_order_of_its_columns(desk):
    assert desk.rows("/players/?as=csv")[0] == ["Name", "Plays as", "Nights", "Result", "Last seen"]
