"""The register of bank notes: every number ever given, filtered, sorted, as a file, and the life of each note."""

import re

import pytest

from hostdesk.table.tonight.commands import give_mark
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
    """Bo's n1 is partly paid, Gil's n2 is with Cy, and n3 was a slip."""
    evening = Evening("mike")
    give_mark(stamp=evening.stamp(), name="Bo", mark="BOB")
    evening.buy_in("Bo", "20.00", note="n1")
    evening.buy_in("Cy", "10.00")
    evening.sells("Cy", "Gil", "5.00", note="n2")
    evening.undo(evening.buy_in("Bo", "5.00", note="n3"))
    evening.redeems("n1", "12.50")
    return evening


def test_every_number_is_listed_the_voided_ones_too(desk, evening):
    page = desk.opens("/notes/")

    assert "12.50 still out of 30.00" in page.text
    assert page.links["Gil"] == "/notes/2/"
    assert "3 Fri 20 Nov 2026 n3 Bo BOB 5.00 0.00 the bank void" in page.text
    assert "2 Fri 20 Nov 2026 n2 Gil — 5.00 5.00 Cy out" in page.text
    assert "1 Fri 20 Nov 2026 n1 Bo BOB 20.00 7.50 the bank out" in page.text


def test_a_row_knows_what_is_usual_of_its_note(desk, evening):
    looks = re.findall(r'<tr role="row" class="([^"]*)"', desk.opens("/notes/").html)

    assert looks == ["undone ended kept", "whole", "kept"]


def test_where_none_was_written_it_says_so(desk):
    assert "No notes yet." in desk.opens("/notes/").text


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({"state": "out"}, ["2", "1"]),
        ({"state": "void"}, ["3"]),
        ({"debtor": "4"}, ["2"]),
        ({"debtor": "2", "state": "out"}, ["1"]),
        ({"state": "gone"}, ["3", "2", "1"]),
        ({"sort": "face_cents"}, ["2", "3", "1"]),
        ({"sort": "-debtor"}, ["2", "3", "1"]),
        ({"night": "99"}, ["3", "2", "1"]),
    ],
)
def test_it_is_chosen_from_and_sorted(desk, evening, asked, numbers):
    response = desk.client.get("/notes/", {**asked, "as": "csv"})

    lines = response.content.decode().splitlines()[1:]
    assert [line.partition(",")[0] for line in lines] == numbers


def test_the_notes_of_one_night(desk, evening):
    first = evening.night.pk
    evening.opens("mike")
    evening.buy_in("Bo", "10.00", note="n1")

    page = desk.opens(f"/notes/?night={first}")

    assert "still out of 30.00" in page.text


def test_nothing_that_is_like_that(desk, evening):
    assert "No notes match." in desk.opens("/notes/?state=lapsed").text


def test_the_file_has_a_guard_against_formulas(desk, evening):
    evening.buy_in("Bo", "5.00", note="=1+1")

    lines = desk.client.get("/notes/?as=csv").content.decode().splitlines()

    assert lines[:2] == [
        "No.,Night,Note,Debtor,Mark,Face,Out,Held by,State",
        "4,2026-11-20,'=1+1,Bo,BOB,5.00,5.00,the bank,out",
    ]


def test_pages_of_25(desk, evening):
    for place in range(24):
        evening.buy_in("Bo", "5.00", note=f"more {place}")

    page = desk.opens("/notes/?page=2")

    assert "26 to 27 of 27" in page.text


def test_more_notes_take_no_more_queries(desk, evening, django_assert_max_num_queries):
    with django_assert_max_num_queries(100) as few:
        desk.opens("/notes/")
    for name in ("Ann", "Cy", "Gil"):
        evening.buy_in(name, "5.00", note=name)

    with django_assert_max_num_queries(len(few)):
        desk.opens("/notes/")


def test_a_note_tells_its_life_act_by_act(desk, evening):
    page = desk.opens("/notes/1/")

    assert "Bo buys in, paid by bank note n1 +20.00 20.00" in page.text
    assert "The note n1 is paid in cash −12.50 7.50" in page.text
    assert page.links["Pay"] == f"/nights/{evening.night.pk}/tonight/notes/1/"
    assert page.links["Print the slip"] == f"/nights/{evening.night.pk}/notes/1/slip.pdf"


def test_each_act_of_its_life_leads_to_that_act_alone(desk, evening):
    redeemed = str(Act.objects.latest("number").number)

    leads_to = desk.opens("/notes/1/").links[redeemed]

    assert leads_to == f"/history/{redeemed}/"
    assert "The note n1 is paid in cash" in desk.opens(leads_to).text


def test_a_voided_note_tells_that_too(desk, evening):
    page = desk.opens("/notes/3/")

    assert "Bo buys in, paid by bank note n3 +5.00 5.00" in page.text
    assert "is undone: a slip −5.00 0.00" in page.text
    assert "Pay" not in page.links


def test_a_note_that_a_player_holds_changes_by_its_face(desk, evening):
    page = desk.opens("/notes/2/")

    assert "Held by Cy" in page.text
    assert "Cy sells chips to Gil, paid by bank note n2 +5.00 5.00" in page.text


def test_a_note_is_the_persons_whom_its_debtor_turned_out_to_be(desk, evening):
    evening.knows("Bob")
    evening.merges("Bo", into="Bob")

    page = desk.opens("/notes/1/")

    assert "Debtor Bob Mark BOB" in page.text


def test_a_note_keeps_the_mark_it_was_signed_with(desk, evening):
    give_mark(stamp=evening.stamp(), name="Bo", mark="BOBO")
    evening.buy_in("Bo", "5.00", note="n4")

    assert [f"Mark {mark}" in desk.opens(f"/notes/{number}/").text for number, mark in ((1, "BOB"), (4, "BOBO"))] == [
        True,
        True,
    ]


@pytest.mark.parametrize("number", ["0", "4", "9223372036854775808"])
def test_a_number_that_was_not_given(desk, evening, number):
    assert desk.client.get(f"/notes/{number}/").status_code == 404


def test_the_register_is_the_hosts(evening):
    banker = Browser(banker_client(evening.night, player_named("Ann")))

    assert [banker.client.get(url).status_code for url in ("/notes/", "/notes/1/")] == [403, 403]
