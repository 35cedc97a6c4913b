"""The pages of the months: the offer, the preview, the frozen plan, its papers, and its undoing."""

import io
from datetime import date, timedelta

import pypdf
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.months.queries import consolidations
from ledger.months.text import month_text
from reservations.acts.facts import Mark
from reservations.models import Act
from reservations.players.queries import player_named
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import strikes_of
from tests.played_once import played_once
from tests.reservations.friday import Friday, preset
from tests.stories.months import NOVEMBER, OCTOBER, a_plan, an_october, plan_of, the_month, the_report

pytestmark = pytest.mark.django_db
ASKED = "/book/months/new/?until=2024-10-31"


@pytest.fixture
@played_once
def months(db):
    """An October of two nights that is not consolidated yet."""
    return an_october()


@pytest.fixture
@played_once
def plan(db):
    """The same, consolidated by act 28."""
    return a_plan()


def acts():
    return Act.objects.count()


def test_without_a_month_the_list_says_what_it_is_for(desk, months):
    page = desk.opens("/book/")

    assert "THE BOOK has not been settled up yet." in page.text


def chosen(desk):
    """Return the day until which the form would settle up, if left unchanged."""
    return [form.fields["until"] for form in desk.opens("/book/months/new/").forms if "until" in form.fields]


def test_the_month_that_waits_is_chosen_beforehand_and_without_one_today(desk, months):
    today = timezone.localdate()
    last = today.replace(day=1) - timedelta(days=1)

    before = chosen(desk)
    months.is_on(today)
    months.consolidates(last)

    assert (before, chosen(desk)) == ([[last.isoformat()]], [[today.isoformat()]])


@pytest.mark.parametrize("address", ["/inbox/", "/book/"])
def test_a_month_that_has_ended_is_offered(desk, months, address):
    first = timezone.localdate().replace(day=1)
    page = desk.opens(address)

    asked = desk.opens(next(page.links[name] for name in page.links if name.startswith("Settle up")))

    assert asked.url.endswith(f"?until={date.fromordinal(first.toordinal() - 1)}")
    assert "Settle up: 3 payments" in asked.text


def test_in_the_inbox_a_contested_strike_stands_above_the_offer(desk, months):
    friday = Friday(preset("ericn"))
    friday.yes("Bo")
    friday.mark("Bo", Mark.NO_SHOW)
    [strike] = strikes_of(player_named("Bo"))
    strikes_commands.contest(stamp=friday.at(-90), strike=strike.fact, words="The train stood still.")

    text = desk.opens("/inbox/").text

    assert 0 < text.find("Bo contests a strike") < text.find("Settle up")


def test_the_list_tells_how_far_each_is(desk, plan):
    plan.pays_debt("Bo", "Ann", "5.00")

    assert "October 2024 Thu 31 Oct 2024 28 3 2 being paid" in desk.opens("/book/").text


@pytest.mark.sweep
@pytest.mark.parametrize("forged", ["sort=-", "sort=password", "page=99", "as=exe", "receipt=1x"])
def test_whatever_the_address_of_the_list_says_there_is_an_answer(desk, plan, forged):
    assert desk.client.get(f"/book/?part=months&{forged}").status_code == 200


def test_the_preview_shows_both_sides_and_records_nothing(desk, months):
    before = acts()

    page = desk.opens(ASKED)

    assert "Fewest possible: proven. 3 payments. Its 2 nights, each settled by itself, would have taken 5." in page.text
    assert (
        "Bo Pays Ann 5.00 . Pays Dee 5.00 . −10.00 Standing, line by line "
        "Fri 4 Oct 2024 Mike's game −25.00 Fri 18 Oct 2024 Mike's game +15.00 "
        "Before oldest debt Fri 4 Oct 2024 −10.00 "
        "Payments Before −10.00 pays Ann +5.00 pays Dee +5.00 After 0.00"
    ) in page.text
    assert acts() == before


def test_a_picture_shows_who_pays_whom_in_the_preview_and_on_the_page_of_the_month(desk, plan):
    month = desk.opens("/book/months/28/")
    preview = desk.opens("/book/months/new/?until=2024-11-15")

    drawn = 'aria-label="Who pays whom. Bo pays Dee $5.00. Bo pays Ann $5.00. Cy pays Ann $25.00."'
    assert (drawn in month.html, drawn in preview.html) == (True, True)
    assert month.html.count("<path ") == 3


def test_a_night_that_is_open_is_named(desk, months):
    months.begins(date(2024, 10, 25), Ann="10.00", Cy="-10.00")

    assert "The night of Fri 25 Oct 2024, Mike's game is still open" in desk.opens(ASKED).text


def test_what_was_shown_is_consolidated(desk, months):
    page = desk.sends(desk.opens(ASKED).form("/new/"))

    assert page.url == "/book/months/28/?receipt=28"
    assert page.receipt == "31 2024 3 28"
    assert plan_of(the_report()) == ["Bo Ann 5.00", "Bo Dee 5.00", "Cy Ann 25.00"]


def test_it_goes_through_one_person_where_that_is_chosen(desk, months):
    page = desk.opens(f"{ASKED}&hub=4")

    made = desk.sends(page.form("/new/"))

    assert "All payments go through Dee ." in page.text
    assert plan_of(the_report()) == ["Bo Dee 10.00", "Cy Dee 25.00", "Dee Ann 30.00"]
    assert "Dee" in made.text


def test_it_goes_through_two_people_without_small_payments_where_that_is_chosen(desk, months):
    page = desk.opens(f"{ASKED}&hub=4&second_hub=1&least=10")

    made = desk.sends(page.form("/new/"))

    assert plan_of(the_report()) == ["Bo Dee 10.00", "Cy Ann 25.00"]
    assert "Dee or Ann" in made.text
    assert {person.name: person.stays_cents for person in the_report().rolls} == {"Ann": 500, "Dee": -500}


@pytest.mark.further
def test_what_came_since_a_plan_without_small_payments_was_loaded_is_shown_first(desk, months):
    form = desk.opens(f"{ASKED}&least=10").form("/new/")
    months.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")

    page = desk.sends(form)
    again = desk.sends(page.form("/new/"))

    assert (page.status, consolidations()[0].plan.wishes.least_cents) == (409, 1000)
    assert (again.status, plan_of(the_report())) == (200, ["Cy Ann 25.00", "Dee Bo 10.00"])


def test_any_other_day_can_be_asked_for(desk, months):
    form = desk.opens("/book/months/new/").form("/new/")
    address = f"/book/months/new/?until=2024-10-31&day=2024-10-05&hub={form.fields['hub'][0]}"

    page = desk.opens(address)

    assert "Preview: up to 5 October 2024" in page.text
    assert "2 payments. Its one night, settled by itself, would have taken 2." in page.text


def test_pressed_twice_it_is_one(desk, months):
    form = desk.opens(ASKED).form("/new/")

    first, second = desk.sends(form), desk.sends(form)

    assert (first.url, len(consolidations())) == (second.url, 1)


def test_pressed_again_after_something_came_it_is_still_the_same(desk, months):
    form = desk.opens(ASKED).form("/new/")
    first = desk.sends(form)
    months.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")

    assert desk.sends(form).url == first.url


def test_of_two_hosts_one_consolidates_and_the_other_reads_what_happened(desk, months):
    mine, theirs = desk.opens(ASKED).form("/new/"), desk.opens(ASKED).form("/new/")
    desk.sends(mine)

    page = desk.sends(theirs)

    assert (page.status, len(consolidations())) == (422, 1)
    assert page.alert == "31 2024 28"
    assert page.links["See October 2024"] == "/book/months/28/"


def test_what_came_since_the_page_was_loaded_is_shown_first(desk, months):
    form = desk.opens(ASKED).form("/new/")
    months.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")

    page = desk.sends(form)
    again = desk.sends(page.form("/new/"))

    assert page.status == 409
    assert "Something was recorded since you loaded this page" in page.text
    assert (again.status, plan_of(the_report())) == (200, ["Cy Ann 25.00", "Dee Ann 5.00", "Dee Bo 10.00"])


def test_acts_that_change_no_standing_are_no_reason_to_look_again(desk, months):
    form = desk.opens(ASKED).form("/new/")
    months.knows("Eve")

    assert desk.sends(form).status == 200


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("until=2024-09-30", "Nobody owes anything at the end of Mon 30 Sep 2024"),
        ("until=2199-01-01", "Tue 1 Jan 2199 is in the future"),
        ("until=<b>", "'<b>' is no date as in 2026-11-20."),
        ("until=%00", "Null characters are not allowed."),
        ("until=2024-10-32", "is no date as in"),
        ("until=2024-10-31&day=5.10.", "is no date as in"),
        ("until=2024-10-31&hub=99", "Select a valid choice."),
        ("until=2024-10-31&hub=99999999999999999999999", "Select a valid choice."),
        ("until=2024-10-31&second_hub=1", "Choose two players, or leave this empty."),
        ("until=2024-10-31&hub=1&second_hub=1", "Choose two players, or leave this empty."),
        ("until=2024-10-31&least=0", "more than zero"),
    ],
)
def test_a_period_that_cannot_be_says_why(desk, months, query, sentence):
    page = desk.opens(f"/book/months/new/?{query}")

    assert (page.status, sentence in page.text) == (422, True)


@pytest.mark.sweep
@pytest.mark.parametrize("hub", ["99", "0", "x"])
def test_nobody_is_no_hub(desk, months, hub):
    form = desk.opens(ASKED).form("/new/")

    page = desk.sends(form, hub=hub)

    assert (page.status, consolidations()) == (404 if hub == "99" else 422, [])


def test_a_forged_day_is_refused(desk, months):
    page = desk.sends(desk.opens(ASKED).form("/new/"), until="")

    assert (page.status, consolidations()) == (422, [])


def test_the_month_has_the_act_the_head_and_every_state(desk, plan):
    plan.pays_debt("Bo", "Ann", "2.00")
    plan.disputes(plan.claims("Bo", "Dee", "5.00"))
    plan.claims("Cy", "Ann", "25.00")

    page = desk.opens("/book/months/28/")

    assert "Bo Ann 5.00 part paid · 3.00 left Settle" in page.text
    assert "Bo Dee 5.00 disputed Settle" in page.text
    assert "Cy Ann 25.00 marked as paid Settle" in page.text
    assert f"Includes acts up to 27. Ledger hash: {Act.objects.get(number=28).head}" in page.text


def test_what_is_recorded_after_it_is_told(desk, plan):
    plan.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")

    page = desk.opens("/book/months/28/")

    assert "counts in the next month. Fri 11 Oct 2024: Mike's game , 20.00" in page.text


@pytest.mark.further
def test_the_next_month_shows_what_rolled_over_with_its_age(desk, plan):
    plan.pays_debt("Bo", "Ann", "2.00")
    plan.is_on(date(2024, 12, 1))
    plan.consolidates(NOVEMBER)

    before, after = desk.opens("/book/months/28/"), desk.opens(f"/book/months/{the_month().number}/")

    assert "followed by November 2024" in before.text
    assert "Bo Ann 5.00 rolled over · 3.00 left View" in before.text
    assert after.says("Bo Ann 30 2.00 3.00")


def test_a_month_is_undone(desk, plan):
    form = desk.opens("/book/months/28/").form("/undo/")

    page = desk.sends(form, reason="too early")

    assert (page.url, consolidations()) == ("/book/?receipt=29", [])
    assert "Act 28 is undone: too early . Act 29" in page.text
    assert desk.client.get("/book/months/28/").status_code == 404


def test_of_two_hosts_one_undoes_a_month_and_the_other_reads_what_happened(desk, plan):
    mine, theirs = (desk.opens("/book/months/28/").form("/undo/") for _ in range(2))
    desk.sends(mine)

    page = desk.sends(theirs)

    assert (page.url, acts()) == ("/book/?receipt=29", 29)


def test_what_rests_on_a_month_is_undone_first(desk, plan):
    paid = plan.pays_debt("Cy", "Ann", "25.00")
    plan.disputes(claim := plan.claims("Bo", "Ann", "5.00"))

    page = desk.sends(desk.opens("/book/months/28/").form("/undo/"))

    assert page.status == 422
    assert page.links[f"To act {paid.act.number}"] == "/book/months/28/payments/3/"
    assert page.links[f"To act {claim.act.number}"] == "/book/months/28/payments/1/"


def test_a_later_month_is_undone_first(desk, plan):
    plan.is_on(date(2024, 12, 1))
    later = plan.consolidates(NOVEMBER).act.number

    page = desk.sends(desk.opens("/book/months/28/").form("/undo/"))

    assert page.links[f"To act {later}"] == f"/book/months/{later}/#undo"


@pytest.mark.parametrize(("paper", "title"), [("sheet", "consolidation"), ("slips", "slips")])
def test_the_papers(desk, plan, paper, title):
    answer = desk.client.get(f"/book/months/28/{paper}.pdf")

    assert answer["Content-Disposition"] == f'inline; filename="book-2024-10-31-{paper}.pdf"'
    assert pypdf.PdfReader(io.BytesIO(answer.content)).metadata.title == f"THE BOOK · October 2024 · {title}"


def test_the_papers_do_not_change_with_what_comes_later(desk, plan):
    before = desk.client.get("/book/months/28/sheet.pdf").content
    plan.pays_debt("Cy", "Ann", "25.00")
    plan.plays(date(2024, 10, 11), Bo="20.00", Dee="-20.00")
    plan.renames("Bo", "Bob")

    assert desk.client.get("/book/months/28/sheet.pdf").content == before


def test_the_text_can_be_copied_and_saved(desk, plan):
    page = desk.opens("/book/months/28/text/")

    saved = desk.client.get(page.links["Save as a file"])

    assert saved["Content-Disposition"] == 'attachment; filename="book-2024-10-31.txt"'
    assert saved.content.decode() == month_text(the_report(), "http://testserver/")
    assert "Bo pays Ann 5.00" in page.text


@pytest.mark.parametrize("page", ["", "sheet.pdf", "slips.pdf", "payments/1/"])
def test_an_act_that_is_no_consolidation_is_not_there(desk, plan, page):
    assert desk.client.get(f"/book/months/27/{page}").status_code == 404


@pytest.mark.further
def test_more_people_and_nights_take_no_more_queries(desk, months):
    months.consolidates(date(2024, 10, 10))
    months.consolidates(OCTOBER)
    few, many = (queries(desk, each.number) for each in consolidations())

    assert few <= many <= few + 8


def queries(desk, month):
    with CaptureQueriesContext(connection) as captured:
        desk.opens(f"/book/months/{month}/")
    return len(captured)


def test_what_was_paid_since_then_is_said_before(desk, months):
    months.pays_debt("Cy", "Ann", "25.00")

    page = desk.opens(ASKED)

    assert page.says("Cy Ann 25.00")
