"""Taking an old book over: typed or from a file, reviewed first, and then recorded whole or not at all."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from reservations.models import Act, Player
from reservations.players.queries import player_named
from tests.stories.evening import book

pytestmark = [pytest.mark.further, pytest.mark.django_db]

PAGE = "/bring/balances/"
CSV = "player,balance\nAnn,12.50\nBo,-12.50\n"


def typed(desk, *lines, reason="the paper book", **said):
    """Send rows of name, side and amount."""
    columns = zip(*lines, strict=True) if lines else ([""], [""], [""])
    rows = dict(zip(("who", "side", "amount"), map(list, columns), strict=True))
    return desk.sends(desk.opens(PAGE).form(PAGE), reason=reason, **rows, **said)


def pasted(desk, text=CSV, reason="the paper book", **said):
    """Send the text of a file."""
    form = next(form for form in desk.opens(PAGE).forms if "text" in form.fields or "file" in form.fields)
    return desk.sends(form, text=text, reason=reason, **said)


def uploaded(desk, content, name="book.csv"):
    file = SimpleUploadedFile(name, content)
    key = desk.opens(PAGE).form(PAGE).fields["key"][0]
    return desk.client.post(PAGE, {"key": key, "reason": "the paper book", "file": file}).content.decode()


def confirm(page):
    return next(form for form in page.forms if ("confirm", "yes", "submit") in form.buttons)


def take_over(desk, page, **said):
    return desk.sends(confirm(page), confirm="yes", **said)


BO_OWES_ANN = (("Ann", "is owed", "12.50"), ("Bo", "owes", "12.50"))


def test_it_is_looked_through_before_anything_is_recorded(desk, evening):
    before = book()

    page = typed(desk, *BO_OWES_ANN)

    assert page.receipt == "Ann +25.00 +12.50 +37.50 Bo −15.00 −12.50 −27.50 +10.00 0.00 +10.00"
    assert (page.status, book()) == (200, before)


@pytest.mark.parametrize("way", [lambda desk: typed(desk, *BO_OWES_ANN), pasted])
def test_it_adds_to_what_stands(desk, evening, way):
    page = take_over(desk, way(desk))

    act = Act.objects.latest("number")
    assert page.url == f"/book/?receipt={act.number}"
    assert "An old book is imported: the paper book" in page.text
    assert json.loads(act.content)["standings"] == [{"player": 1, "balance": 1250}, {"player": 2, "balance": -1250}]
    assert book() == {"Ann": "37.50", "Bo": "-27.50", "Cy": "-10.00"}


def test_it_is_undone_as_a_whole(desk, evening):
    before, address = book(), take_over(desk, pasted(desk)).links["Undo…"]

    desk.sends(desk.opens(address).form(address))

    assert book() == before


def test_pressed_twice_it_is_taken_over_once(desk, evening):
    form, before = confirm(pasted(desk)), Act.objects.count()

    pages = [desk.sends(form, confirm="yes") for _ in range(2)]

    assert ([page.status for page in pages], Act.objects.count() - before) == ([200, 200], 1)


def test_the_same_book_from_another_device_is_asked_about(desk, evening):
    take_over(desk, pasted(desk))

    asked = take_over(desk, typed(desk, *BO_OWES_ANN))

    assert asked.status == 409
    assert "An old book is imported: the paper book 12.50 was recorded at" in asked.text
    desk.sends(next(form for form in asked.forms if ("again", "yes", "submit") in form.buttons), again="yes")
    assert book() == {"Ann": "50.00", "Bo": "-40.00", "Cy": "-10.00"}


@pytest.mark.parametrize(
    ("amount", "sentence"), [("12.51", "The sum is not zero: −0.01"), ("12.49", "The sum is not zero: +0.01")]
)
def test_it_has_to_come_to_zero_and_says_by_how_much_it_does_not(desk, evening, amount, sentence):
    page = typed(desk, ("Ann", "is owed", "12.50"), ("Bo", "owes", amount))

    assert (page.status, sentence in page.text) == (422, True)
    assert [form for form in page.forms if ("confirm", "yes", "submit") in form.buttons] == []


def test_what_was_typed_is_still_there(desk, evening):
    page = typed(desk, ("Ann", "is owed", "12.50"), ("Nobody yet", "owes", "x"))

    fields = page.form(PAGE).fields
    assert (fields["who"][:2], fields["amount"][:2]) == (["Ann", "Nobody yet"], ["12.50", "x"])
    assert 'Line 2: "x" is not an amount: only the digits 0 to 9 count' in page.text


def test_the_lines_of_a_file_can_be_mended_by_typing(desk, evening):
    fields = pasted(desk, "player,balance\nAnn,12.50\nBo,-12\n").form(PAGE).fields

    assert (fields["who"][:2], fields["amount"][:2], fields["reason"]) == (
        ["Ann", "Bo"],
        ["12.50", "12.00"],
        ["the paper book"],
    )


def test_more_lines_are_a_press_away_and_nothing_is_lost(desk, evening):
    form = desk.opens(PAGE).form(PAGE)

    page = desk.sends(
        form, who=["Ann", *[""] * 7], amount=["1", *[""] * 7], side=["owes", *["is owed"] * 7], more="yes"
    )

    fields = page.form(PAGE).fields
    assert (page.status, len(form.fields["who"]), len(fields["who"])) == (200, 8, 16)
    assert (fields["who"][0], fields["amount"][0]) == ("Ann", "1")


def test_names_that_are_not_on_the_list_are_named(desk, evening):
    page = pasted(desk, "player,balance\nDee,5\nEd,7.50\nBo,-12.50\n")

    assert "2 of these are not on the list of players yet: Dee , Ed ." in page.text
    assert page.links["Add players"] == "/players/add/?next=/bring/balances/"
    assert "add" not in confirm(page).fields


def test_they_are_added_as_regulars_where_that_is_ticked(desk, evening):
    page = pasted(desk, "player,balance\nDee,5\nEd,7.50\nBo,-12.50\n")

    take_over(desk, page, add="yes")

    assert [(name, player_named(name).regular) for name in ("Dee", "Ed")] == [("Dee", True), ("Ed", True)]
    assert book() == {"Ann": "25.00", "Bo": "-27.50", "Cy": "-10.00", "Dee": "5.00", "Ed": "7.50"}


def test_without_the_tick_nobody_is_added(desk, evening):
    before = Act.objects.count()

    page = take_over(desk, pasted(desk, "player,balance\nDee,12.50\nBo,-12.50\n"))

    assert (page.status, Act.objects.count()) == (200, before)
    assert "1 of these is not on the list of players yet: Dee ." in page.text


def test_added_twice_over_they_are_one(desk, evening):
    form = confirm(pasted(desk, "player,balance\nDee,12.50\nBo,-12.50\n"))

    pages = [desk.sends(form, confirm="yes", add="yes") for _ in range(2)]

    assert ([page.status for page in pages], Player.objects.filter(name="Dee").count()) == ([200, 200], 1)
    assert book()["Dee"] == "12.50"


def test_a_guest_who_would_owe_is_refused_with_everybody_who_is_new(desk, evening):
    page = take_over(desk, pasted(desk, "player,balance\nDee,5\nGil,-5\n"), add="yes")

    assert (page.status, Player.objects.filter(name="Dee").exists()) == (422, False)
    assert page.alert == "Gil"
    desk.sends(next(form for form in page.forms if form.fields.get("add") == ["yes"]), ruling="he may")
    assert (book()["Gil"], Act.objects.latest("number").ruling) == ("-5.00", "he may")


def test_a_name_carried_before_and_a_duplicate_are_the_person(desk, evening):
    evening.renames("Bo", "Bob")
    evening.merges("Cy", into="Bob")

    page = pasted(desk, "player,balance\nAnn,5\nBo,-5\n")

    assert page.says("Bo −25.00 −5.00 −30.00")
    assert (
        "Line 4: Cy is the same player as Bo in line 3." in pasted(desk, "player,balance\nAnn,10\nBo,-5\nCy,-5\n").text
    )


def test_a_file_is_uploaded(desk, evening):
    page = uploaded(desk, b"\xef\xbb\xbf" + CSV.replace("\n", "\r\n").encode())

    assert "Preview</h2>" in page
    assert 'value="player,balance\nAnn,12.50\nBo,-12.50\n"' in page


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Name the book"),
        (b"player,balance\nJos\xe9,1\n", "Line 2: <bdi>this is not UTF-8 text.</bdi>"),
        (b"player;balance\n", "Line 1: <bdi>the columns are separated by semicolons"),
        (b"x" * 1_000_001, "Line 1: <bdi>the file is larger than 1,000,000 bytes.</bdi>"),
        (b"\0" * 10, "Line 1: <bdi>there is a NUL in this line: this is not a text file.</bdi>"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(desk, evening, content, sentence):
    found = uploaded(desk, content) if content else pasted(desk, reason="").html

    assert sentence in found
    assert "Import</button>" not in found


def test_the_file_of_our_own_command_comes_back(desk, evening):
    evening.renames("Bo", "=1+1")
    text = "player,balance\n'=1+1,-12.50\nAnn,12.50\n"

    take_over(desk, pasted(desk, text))

    assert book() == {"Ann": "37.50", "=1+1": "-27.50", "Cy": "-10.00"}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"text": "player,balance\nAnn,0\nBo,0.00\n"}, "All lines are zero."),
        ({"text": "player,balance\n"}, "Line 1: there is no balance below this line."),
        ({"text": "x" * 1_000_001}, "Ensure this value has at most 1000000 characters"),
        ({"text": CSV, "reason": " "}, "Name the book"),
        ({"text": CSV, "key": "!"}, "An act's id is 8 to 64 of the characters"),
    ],
)
def test_what_cannot_be_taken_over_is_told(desk, evening, said, sentence):
    page = pasted(desk, **said)

    assert (page.status, sentence in page.text) == (422, True)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "Line 1: it is empty."),
        ([("Ann", "is owed", "0"), ("Bo", "owes", "0")], "All lines are zero."),
        ([("Ann", "is owed", "1"), ("", "owes", "1")], 'Line 2: "" is not a name'),
        ([("Ann", "maybe", "1")], "Line 1: say whether they owe it or are owed it."),
        ([("Ann", "is owed", "1"), ("ann", "owes", "1")], "Line 2: ann is already in line 1."),
        ([("Ann", "is owed", "1000000.01")], "Line 1: "),
    ],
)
def test_rows_that_cannot_be_read_are_told(desk, evening, lines, sentence):
    page = typed(desk, *lines)

    assert (page.status, sentence in page.text) == (422, True)


def test_forged_rows_of_other_lengths_are_an_answer(desk, evening):
    key = desk.opens(PAGE).form(PAGE).fields["key"]

    answer = desk.client.post(PAGE, {"key": key, "reason": "x", "who": ["Ann", "Bo"], "amount": ["1"]})

    assert answer.status_code == 422


def test_names_that_are_markup_are_words(desk, evening):
    page = pasted(desk, 'player,balance\n<b>Dee</b>,12.50\n"""><script>",-12.50\n')

    assert ("<b>Dee</b>" in page.html, "<b>Dee</b>" in page.text, '<script>"' in page.html) == (False, True, False)


@pytest.mark.sqlite  # PostgreSQL has one more query, for its lock
@pytest.mark.parametrize("players", [1, 30])
def test_thirty_lines_take_as_many_queries_as_one(desk, evening, players, django_assert_num_queries):
    for number in range(players):
        evening.knows(f"Dee {number}")
    lines = "".join(f"Dee {number},1\n" for number in range(players))
    text = f"player,balance\nAnn,-{players}\n{lines}"
    form = desk.opens(PAGE).form(PAGE)

    with django_assert_num_queries(10):
        desk.sends(form, text=text, reason="x", who=[], amount=[], side=[])
