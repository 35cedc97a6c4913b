"""The page that imports ledgers: a preview, questions, and one post for all of them."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reservations.models import Act, Night, Player
from tests.hostdesk.ledgers import ANN, BO, CY, DEE, ledger, row
from tests.running import run
from tests.stories.evening import Evening, book

pytestmark = [pytest.mark.further, pytest.mark.django_db]
FIRST = ledger(row("Ann", ANN, "01:00-02:00", 5000, 4000), row("bo", BO, "01:30-", 2000, "", 3000))
SECOND = FIRST.replace("11-21", "11-28").replace("3000,1000", "3090,1090")


@pytest.fixture
def story():
    return Evening("mike")


def uploads(*texts):
    return [SimpleUploadedFile(f"{place}.csv", text.encode()) for place, text in enumerate(texts)]


def looks(desk, *texts, **fields):
    form = desk.opens("/bring/pokernow/").form("/pokernow/")
    said = {"house": "mike", "unit": "cents", **fields}
    return desk.sends(form, chosen=uploads(*texts), **said)


def preview(page):
    return next(form for form in page.forms if "parcel" in form.fields)


def posts(desk, page, **fields):
    """Post a preview, into THE BOOK unless the fields say otherwise."""
    return desk.sends(preview(page), do="post", **{"settled": "book", **fields})


def people(page):
    """Return the names that the page suggests, by id."""
    return {name: value for name, [value, *_] in preview(page).fields.items() if name.startswith("who-")}


def test_files_are_looked_at_and_then_posted(desk, story):
    page = looks(desk, FIRST, FIRST.replace("11-21", "11-28"))
    before = Night.objects.count()

    after = posts(desk, page)

    assert people(page) == {f"who-{ANN}": "Ann", f"who-{BO}": "Bo"}
    assert (before, Night.objects.count()) == (1, 3)
    assert after.text.count("2 nights posted, with 14 acts.") == 1


@pytest.mark.sqlite  # PostgreSQL is asked for its standby and its lock as well
def test_a_post_plans_once(desk, story):
    """A night of two players: seven acts, and the page after them."""
    page = looks(desk, FIRST)

    with CaptureQueriesContext(connection) as queries:
        posts(desk, page)

    # At a desk the savepoint is a transaction, whose COMMIT does not count.
    told = [query["sql"] for query in queries.captured_queries if not query["sql"].startswith("RELEASE")]
    assert len([sql for sql in told if "LIKE 'pokernow.%'" in sql]) == 1
    assert len(told) <= 60
    assert Act.objects.filter(key__startswith="pokernow.").count() == 7


def test_a_zip_is_looked_at_as_its_files(desk, story):
    parcel = io.BytesIO()
    with zipfile.ZipFile(parcel, "w") as archive:
        archive.writestr("a.csv", FIRST)
    form = desk.opens("/bring/pokernow/").form("/pokernow/")

    page = desk.sends(form, chosen=SimpleUploadedFile("games.zip", parcel.getvalue()), house="mike", unit="cents")

    assert len(people(page)) == 2


def test_a_new_name_is_shown_before_it_is_added(desk, story):
    page = looks(desk, FIRST)

    asked = posts(desk, page, **{f"who-{BO}": "Robert"})
    added = Player.objects.filter(name="Robert").exists()
    posts(desk, asked)

    assert (asked.status, added) == (422, False)
    assert Player.objects.filter(name="Robert").exists()


def test_who_has_to_be_named_is_asked_and_nothing_is_suggested(desk, story):
    posts(desk, looks(desk, FIRST))
    swapped = ledger(row("Bo", ANN, "05:00-06:00", 100, 100))

    page = looks(desk, swapped)
    refused = posts(desk, page)
    posted = posts(desk, refused, **{f"who-{ANN}": "Ann"})

    assert people(page) == {f"who-{ANN}": ""}
    assert (refused.status, posted.status, Night.objects.count()) == (422, 200, 3)


def test_two_ids_that_sit_there_at_once_are_not_suggested_as_one(desk, story):
    twice = ledger(row("Dee", CY, "01:00-02:00", 100, 100), row("dee", DEE, "01:30-03:00", 100, 100))

    assert people(looks(desk, twice)) == {f"who-{CY}": "Dee", f"who-{DEE}": "dee (2)"}


def test_a_difference_is_asked_about_with_who_bears_it(desk, story):
    page = looks(desk, FIRST, SECOND)

    asked = posts(desk, page)
    posts(desk, asked, reason="mid-hand", bearer="Bo")

    assert asked.status == 422
    assert [json.loads(act.content)["banker"] for act in Act.objects.filter(kind="hand_over")] == [2]


def test_the_other_unit_is_one_press(desk, story):
    page = looks(desk, FIRST)

    again = desk.sends(preview(page), unit="whole")

    bought = [each.text.partition("bought in for ")[2].split()[0] for each in (page, again)]
    assert bought == ["50.00", "5,000.00"]


def test_who_is_who_comes_from_a_file_and_is_handed_on(desk, story):
    who = SimpleUploadedFile("who.json", json.dumps({"Cy": [BO], "Ann": ["ANN"]}).encode())

    page = looks(desk, FIRST, who=who)
    posts(desk, page)

    assert people(page) == {f"who-{ANN}": "Ann"}
    assert [json.loads(act.content)["player"] for act in Act.objects.filter(kind="buy_in")] == [1, 3]


@pytest.mark.parametrize(
    ("text", "fields", "told"),
    [
        ("entry,at,order", {}, "0.csv"),
        (FIRST, {"who": SimpleUploadedFile("who.json", b"{")}, "this is no JSON that can be read."),
        (FIRST, {"unit": ""}, "Say what the amounts are in"),
        (FIRST, {"house": ""}, "Choose the house."),
        (FIRST, {"day": "soon"}, "is no date"),
        (ledger(row("Ann", ANN, "-", 100, 100)), {}, "no row says when it began or ended"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_posted(desk, story, text, fields, told):
    page = looks(desk, text, **fields)

    assert (page.status, told in page.text, Night.objects.count()) == (422, True, 1)


def test_nothing_chosen_is_told(desk, story):
    form = desk.opens("/bring/pokernow/").form("/pokernow/")

    assert desk.sends(form, house="mike", unit="cents").status == 422


def test_what_somebody_posts_meanwhile_is_asked_about_again(desk, story):
    page = looks(desk, FIRST)
    posts(desk, looks(desk, ledger(row("Ann", DEE, "09:00-10:00", 10, 10))))

    again = posts(desk, page)

    assert (again.status, Night.objects.count()) == (409, 2)
    assert posts(desk, again).status == 200


def test_what_is_posted_already_is_told(desk, story):
    posts(desk, looks(desk, FIRST))

    page = looks(desk, FIRST)

    assert "2 sittings of these files are posted already and stay as they are." in page.text
    assert people(page) == {}


def test_a_nickname_with_a_sign_that_could_not_be_read_is_suggested_without_it(desk, story):
    page = looks(desk, FIRST.replace('"bo"', '"Zo\ufffde"'))

    assert people(page)[f"who-{BO}"] == "Zoe"
    assert posts(desk, page).status == 200


def test_files_that_came_back_broken_are_refused(desk, story):
    page = posts(desk, looks(desk, FIRST), parcel="broken")

    assert (page.status, Night.objects.count()) == (422, 1)


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_name_that_nobody_can_have_is_refused(desk, story, name):
    page = posts(desk, looks(desk, FIRST), **{f"who-{BO}": name})

    assert (page.status, Night.objects.count()) == (422, 1)


@pytest.mark.parametrize(
    ("settled", "standings", "pay"),
    [("book", {"Ann": "-10.00", "Bo": "10.00"}, ["book", "book"]), ("paid", {}, ["cash", "cash"])],
)
def test_whether_it_is_settled_decides_who_owes(desk, story, settled, standings, pay):
    page = looks(desk, FIRST)

    asked = posts(desk, page, settled="")
    recorded = Night.objects.count()
    posts(desk, asked, settled=settled)

    assert (asked.status, recorded) == (422, 1)
    assert book() == standings
    assert [json.loads(act.content)["pay"] for act in Act.objects.filter(kind="buy_in")] == pay
    night = str(Night.objects.latest("pk").pk)
    assert run("night_result", night, "--csv").out.splitlines()[1:] == [
        "Ann,50.00,40.00,-10.00",
        "Bo,20.00,30.00,10.00",
    ]
    assert run("ledger_check").out == ""


def test_what_is_posted_stays_as_it_was_whatever_is_answered_later(desk, story):
    later = ledger(row("Ann", ANN, "05:00-06:00", 500, 0), row("bo", BO, "05:00-06:00", 500, 1000))
    posts(desk, looks(desk, FIRST), settled="book")

    page = looks(desk, FIRST, later)
    posts(desk, page, settled="paid")

    assert "2 sittings of these files are posted already and stay as they are." in page.text
    assert book() == {"Ann": "-10.00", "Bo": "10.00"}
    assert Night.objects.count() == 3


def test_a_house_without_the_book_is_asked_nothing(desk, story):
    page = looks(desk, FIRST, house="dave-2018")

    posted = desk.sends(preview(page), do="post")

    assert ("settled" in preview(page).fields, posted.status, Night.objects.count()) == (False, 200, 2)


def test_what_everybody_comes_to_is_shown_before_it_is_posted(desk, story):
    page = looks(desk, FIRST, FIRST.replace("11-21", "11-28"))

    assert page.part("totals") == "Player Nights Net Bo 2 +20.00 Ann 2 −20.00"


def test_one_bad_file_of_many_is_set_aside_by_name_and_the_others_come_in(desk, story):
    page = looks(desk, "entry,at,order", FIRST, SECOND.replace("3090,1090", "3000,5"))

    posts(desk, page)

    assert [name in page.text for name in ("0.csv", "1.csv", "2.csv")] == [True, False, True]
    assert (len(people(page)), Night.objects.count()) == (2, 2)


def test_a_file_that_contradicts_what_is_posted_is_set_aside(desk, story):
    posts(desk, looks(desk, FIRST))

    page = looks(desk, FIRST.replace("3000,1000", "3500,1500"), FIRST.replace("11-21", "11-28"))
    posts(desk, page)

    assert [name in page.text for name in ("0.csv", "1.csv")] == [True, False]
    assert Night.objects.count() == 3


def test_a_day_for_all_files_sets_none_of_them_aside(desk, story):
    page = looks(desk, FIRST, FIRST.replace("11-21", "11-28"), day="2026-11-20")

    assert (page.status, "--date is for one" in page.text) == (422, True)
