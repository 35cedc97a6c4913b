"""Adding players from the pages: first a review, then all of them at once."""

from dataclasses import replace

import pytest

from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.people.players.forms import REGULAR
from reservations.models import Act, Player
from reservations.players.queries import player_named
from tests.reservations.regulars import add

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def looked_through(desk, names, **said):
    """Send the names for review; return the page, and its form that adds them, with the names in its text area."""
    page = desk.sends(desk.opens(f"/players/add/{said.pop('query', '')}").form("/add/"), names=names, **said)
    form = page.form("/add/")
    return page, replace(form, fields=form.fields | {"names": [names]})


def names():
    return [player.name for player in Player.objects.all()]


def test_a_list_is_looked_through_before_anything_is_recorded(desk):
    add("Ann", regular=True)

    page, _ = looked_through(desk, "ann, Bo\nCy\n\x07")

    assert "2 new, 1 known, 1 left out" in page.text
    assert 'Line 3: "�" is not a name' in page.text
    assert names() == ["Ann"]


def test_all_new_ones_are_added_in_one_go(desk):
    _, form = looked_through(desk, "Ann, Bo\nCy")

    page = desk.sends(form, confirm="yes")

    assert (names(), page.url) == (["Ann", "Bo", "Cy"], f"/players/?receipt={Act.objects.count()}")
    assert "Added: Ann, Bo, Cy." in page.text


def test_a_double_tap_adds_them_once(desk):
    _, form = looked_through(desk, "Ann, Bo")

    pages = [desk.sends(form, confirm="yes") for _ in range(2)]

    assert ([page.status for page in pages], Act.objects.count()) == ([200, 200], 2)


def test_guests_come_with_who_invited_them(desk):
    add("Ann", regular=True)
    ann = player_named("Ann")

    page, form = looked_through(desk, "Gil", plays_as="guest", invited_by=str(ann.number))
    desk.sends(form, confirm="yes")

    gil = player_named("Gil")
    assert (gil.regular, gil.invited_by) == (False, ann)
    assert "1 new: guest of Ann" in page.text


def test_who_invited_them_can_be_changed_after_the_review(desk):
    add("Ann", regular=True)
    add("Bo", regular=True)
    _, form = looked_through(desk, "Gil, Hal", plays_as="guest", invited_by=str(player_named("Ann").number))

    page = desk.sends(form, confirm="yes", invited_by=str(player_named("Bo").number))

    assert [player_named(name).invited_by for name in ("Gil", "Hal")] == [player_named("Bo")] * 2
    assert "Added: Gil, Hal." in page.text


def test_other_names_are_reviewed_before_they_are_added(desk):
    _, form = looked_through(desk, "Ann")

    page = desk.sends(form, confirm="yes", names="Ann, Bo")

    assert (page.status, "2 new" in page.text, names()) == (200, True, [])


def test_a_regular_with_an_inviter_is_a_slip(desk):
    add("Ann", regular=True)

    page, _ = looked_through(desk, "Gil", invited_by=str(player_named("Ann").number))

    assert (page.status, "Only a guest has an inviter." in page.text) == (422, True)


def test_of_a_long_list_the_first_are_named(desk):
    _, form = looked_through(desk, ",".join(f"P{number}" for number in range(43)))

    page = desk.sends(form, confirm="yes")

    assert "P38, P39 and 3 more." in page.text


def test_who_came_from_a_page_goes_back_to_it(desk):
    _, form = looked_through(desk, "Ann", query="?next=/nights/plan/")

    assert desk.sends(form, confirm="yes").url == "/nights/plan/?receipt=1"


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:1", "/\\example.com"])
def test_nobody_is_sent_elsewhere(desk, elsewhere):
    _, form = looked_through(desk, "Ann")

    assert desk.sends(form, confirm="yes", next=elsewhere).url == "/players/?receipt=1"


@pytest.mark.parametrize("elsewhere", ["/", "/other/", "/any/prefix/../other/"])
def test_below_a_path_nobody_is_sent_to_another_program(desk, below_a_path, elsewhere):
    fields = {"key": new_key(), "names": "Ann", "plays_as": REGULAR, "confirm": "yes", "next": elsewhere}

    sent = desk.client.post("/players/add/", fields)

    assert sent["Location"].partition("&")[0] == f"{below_a_path}/players/?receipt=1"


def test_a_list_of_known_names_has_nothing_to_add(desk):
    add("Ann", regular=True)

    page, _ = looked_through(desk, "Ann")

    assert "No new players, 1 known" in page.text
    assert [form.action for form in page.forms].count("/players/add/") == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"names": " "}, "Enter at least one name."),
        ({"names": ",".join(map(str, range(201)))}, "201 names are too many: at most 200"),
        ({"names": "x" * 20_001}, "Ensure this value has at most 20000 characters"),
        ({"names": "Ann", "plays_as": "ghost"}, "Select a valid choice. ghost is not one of the available choices."),
        ({"names": "Ann", "key": "!"}, "An act's id is 8 to 64 of the characters"),
    ],
)
def test_what_cannot_be_read_is_told(desk, said, sentence):
    page = desk.sends(desk.opens("/players/add/").form("/add/"), **{"confirm": "yes", **said})

    assert (page.status, Player.objects.count()) == (422, 0)
    assert sentence in page.text


def test_a_form_that_was_used_for_another_list_is_told_apart(desk):
    _, form = looked_through(desk, "Ann")
    desk.sends(form, confirm="yes")

    page = desk.sends(form, confirm="yes", names="Bo", reviewed="Bo")

    assert (page.status, names()) == (409, ["Ann"])
    assert "This form has been used already." in page.text


def test_a_new_player_is_added_in_place_and_a_known_one_is_told(desk):
    add("Ann", regular=True)

    added = desk.sends(desk.opens("/players/").form("/add/"), names="Bo", confirm="yes")
    known = desk.sends(desk.opens("/players/").form("/add/"), names="ann", confirm="yes")

    assert ("Added: Bo." in added.text, player_named("Bo").regular) == (True, True)
    assert ("No new players, 1 known" in known.text, names()) == (True, ["Ann", "Bo"])
