"""Ledgers brought in from their page: looked at, answered, and posted all at once."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from reservations.models import Act, Night, Player
from tests.hostdesk.ledgers import ANN, BO, CY, DEE, ledger, row
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db
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


def people(page):
    """Return the names that the page suggests, by id."""
    return {name: value for name, [value, *_] in preview(page).fields.items() if name.startswith("who-")}


def test_files_are_looked_at_and_then_posted(desk, story):
    page = looks(desk, FIRST, FIRST.replace("11-21", "11-28"))
    before = Night.objects.count()

    after = desk.sends(preview(page), do="post")

    assert people(page) == {f"who-{ANN}": "Ann", f"who-{BO}": "Bo"}
    assert (before, Night.objects.count()) == (1, 3)
    assert after.text.count("2 nights posted, with 14 acts.") == 1


def test_a_zip_is_looked_at_as_its_files(desk, story):
    parcel = io.BytesIO()
    with zipfile.ZipFile(parcel, "w") as archive:
        archive.writestr("a.csv", FIRST)
    form = desk.opens("/bring/pokernow/").form("/pokernow/")

    page = desk.sends(form, chosen=SimpleUploadedFile("games.zip", parcel.getvalue()), house="mike", unit="cents")

    assert len(people(page)) == 2


def test_a_new_name_is_shown_before_it_is_added(desk, story):
    page = looks(desk, FIRST)

    asked = desk.sends(preview(page), do="post", **{f"who-{BO}": "Robert"})
    added = Player.objects.filter(name="Robert").exists()
    desk.sends(preview(asked), do="post")

    assert (asked.status, added) == (422, False)
    assert Player.objects.filter(name="Robert").exists()


def test_who_has_to_be_named_is_asked_and_nothing_is_suggested(desk, story):
    desk.sends(preview(looks(desk, FIRST)), do="post")
    swapped = ledger(row("Bo", ANN, "05:00-06:00", 100, 100))

    page = looks(desk, swapped)
    refused = desk.sends(preview(page), do="post")
    posted = desk.sends(preview(refused), do="post", **{f"who-{ANN}": "Ann"})

    assert people(page) == {f"who-{ANN}": ""}
    assert (refused.status, posted.status, Night.objects.count()) == (422, 200, 3)


def test_two_ids_that_sit_there_at_once_are_not_suggested_as_one(desk, story):
    twice = ledger(row("Dee", CY, "01:00-02:00", 100, 100), row("dee", DEE, "01:30-03:00", 100, 100))

    assert people(looks(desk, twice)) == {f"who-{CY}": "Dee", f"who-{DEE}": "dee (2)"}


def test_a_difference_is_asked_about_with_who_bears_it(desk, story):
    page = looks(desk, FIRST, SECOND)

    asked = desk.sends(preview(page), do="post")
    desk.sends(preview(asked), do="post", reason="mid-hand", bearer="Bo")

    assert asked.status == 422
    assert [json.loads(act.content)["banker"] for act in Act.objects.filter(kind="hand_over")] == [2]


def test_the_other_unit_is_one_press(desk, story):
    page = looks(desk, FIRST)

    again = desk.sends(preview(page), unit="whole")

    bought = [each.text.partition("bought in for ")[2].split()[0] for each in (page, again)]
    assert bought == ["50.00", "5000.00"]


def test_who_is_who_comes_from_a_file_and_is_handed_on(desk, story):
    who = SimpleUploadedFile("who.json", json.dumps({"Cy": [BO], "Ann": ["ANN"]}).encode())

    page = looks(desk, FIRST, who=who)
    desk.sends(preview(page), do="post")

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
    desk.sends(preview(looks(desk, ledger(row("Ann", DEE, "09:00-10:00", 10, 10)))), do="post")

    again = desk.sends(preview(page), do="post")

    assert (again.status, Night.objects.count()) == (409, 2)
    assert desk.sends(preview(again), do="post").status == 200


def test_what_is_posted_already_is_told(desk, story):
    desk.sends(preview(looks(desk, FIRST)), do="post")

    page = looks(desk, FIRST)

    assert "2 sittings of these files are posted already and stay as they are." in page.text
    assert people(page) == {}


def test_a_nickname_with_a_sign_that_could_not_be_read_is_suggested_without_it(desk, story):
    page = looks(desk, FIRST.replace('"bo"', '"Zo\ufffde"'))

    assert people(page)[f"who-{BO}"] == "Zoe"
    assert desk.sends(preview(page), do="post").status == 200


def test_files_that_came_back_broken_are_refused(desk, story):
    page = desk.sends(preview(looks(desk, FIRST)), do="post", parcel="broken")

    assert (page.status, Night.objects.count()) == (422, 1)


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_name_that_nobody_can_have_is_refused(desk, story, name):
    page = desk.sends(preview(looks(desk, FIRST)), do="post", **{f"who-{BO}": name})

    assert (page.status, Night.objects.count()) == (422, 1)
