"""Claims that are open when the next month is consolidated: named before it, and answered after it."""

import pytest

from ledger.months.plan_queries import payment_now, plans_of, unanswered
from ledger.months.queries import latest
from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import own, phone
from tests.played_once import played_once
from tests.stories.evening import book
from tests.stories.months import NOVEMBER, OCTOBER, Months, a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]
DECEMBER = NOVEMBER.replace(month=12, day=1)
CY_PAYS_ANN = "/book/months/28/payments/3/"
ASKED = "/book/months/new/?until=2024-11-30"


@pytest.fixture
@played_once
def plan(db) -> Months:
    """An October consolidated by act 28: Cy pays Ann 25.00, among others, and claims by act 29 to have paid."""
    months = a_plan()
    months.is_on(OCTOBER.replace(month=11, day=5))
    months.claims("Cy", "Ann", "25.00")
    months.is_on(DECEMBER)
    return months


def form_of(page, step):
    """Return the first form of a page with a button for that step."""
    return next(form for form in page.forms if ("step", step, "submit") in form.buttons)


def says(browser, address, step, **said):
    return browser.sends(form_of(browser.opens(address), step), step=step, **said)


def new_payment():
    """Return the state of Cy's payment to Ann in the latest plan, and the amount left of it."""
    place = next(at for at, each in enumerate(latest().plan.payments, 1) if (each.payer, each.payee) == (3, 1))
    found = payment_now(latest().number, place)
    return found.state.value, found.left_cents


def test_a_claim_that_waits_is_told_before(desk, plan):
    page = desk.opens(ASKED)

    assert "Cy says they paid Ann 25.00 , without an answer yet: answer first , or it counts as not paid." in page.text
    assert page.links["answer first"] == CY_PAYS_ANN


def test_one_that_is_disputed_is_told_before(desk, plan):
    says(desk, CY_PAYS_ANN, "dispute", reason="nothing came")

    assert "Cy says they paid Ann 25.00 , but that is disputed: answer first" in desk.opens(ASKED).text


def test_one_that_is_answered_is_not(desk, plan):
    says(desk, CY_PAYS_ANN, "confirm")

    assert "says they paid" not in desk.opens(ASKED).text


def test_the_host_answers_it_after_the_next_plan(desk, plan):
    plan.consolidates(NOVEMBER)
    before = new_payment()

    page = says(desk, CY_PAYS_ANN, "confirm")

    assert "Cy pays Ann (as claimed) 25.00" in page.text
    assert (before, new_payment(), book().get("Cy")) == (("open", 2500), ("paid", 0), None)
    assert payment_now(28, 3).state == "rolled over"


def test_a_debt_that_is_claimed_as_a_whole_is_not_asked_for_again(desk, plan):
    plan.consolidates(NOVEMBER)
    address = f"/book/months/{latest().number}/payments/"

    pages = [desk.opens(f"{address}{place}/") for place in range(1, len(latest().plan.payments) + 1)]

    asking = {page.html.partition("<title>")[2].partition("</title>")[0]: 'id="ask"' in page.html for page in pages}
    assert asking.pop("Cy pays Ann") is False
    assert asking == {"Bo pays Ann": True, "Bo pays Dee": True}


def test_the_two_of_them_answer_it_on_their_own_pages(plan):
    plan.consolidates(NOVEMBER)
    page = phone("Ann").opens(own("Ann"))

    says(phone("Ann"), own("Ann", "payments/28/3/"), "dispute", reason="nothing came")

    assert "Cy says they paid 25.00 . Did it come? Yes, all of it Not all of it…" in page.text
    assert "You pay Ann 25.00 Ann says no to 25.00: nothing came" in phone("Cy").opens(own("Cy")).text
    assert "Ann says no: nothing came" in phone("Cy").opens(own("Cy", "payments/28/3/")).text


def test_a_late_answer_can_be_taken_back(plan):
    plan.consolidates(NOVEMBER)

    for step in ("confirm", "undo"):
        says(phone("Ann"), own("Ann", "payments/28/3/"), step)

    assert (new_payment(), book()["Cy"]) == (("open", 2500), "-25.00")


def test_nothing_else_is_said_of_a_plan_that_is_over(desk, plan):
    plan.consolidates(NOVEMBER)

    page = desk.opens(CY_PAYS_ANN)

    said = {value for form in page.forms for name, value, _ in form.buttons if name == "step"}
    assert said == {"confirm", "dispute", "undo"}


def test_the_payer_who_has_paid_all_of_the_next_plan_has_settled_it(desk, plan):
    """Cy claimed a payment of 25.00 to Ann; by the next plan he pays her 20.00 and 5.00, recorded at once."""
    form = form_of(desk.opens(CY_PAYS_ANN), "confirm")
    plan.consolidates(NOVEMBER)
    waits = [(each.payer_name, each.month) for each in unanswered()]
    plan.pays_debt("Cy", "Ann", "20.00")
    plan.pays_debt("Cy", "Ann", "5.00")

    page = desk.sends(form, step="confirm")

    assert (waits, unanswered(), page.status) == ([("Cy", 28)], [], 422)


def test_the_host_sees_what_waits_and_what_is_disputed(desk, plan):
    plan.disputes(plan.claims("Bo", "Dee", "5.00"), "nothing came")
    plan.consolidates(NOVEMBER)

    text = desk.opens("/inbox/").text

    waits = [name for page in ("/?stay=yes", "/book/") for name in desk.opens(page).links if "in your inbox" in name]
    assert waits == ["3 in your inbox"] * 2  # including the month that has ended
    assert "· disputed “ nothing came ”" in text.partition("Bo paid Dee ? 5.00")[2]
    assert "Cy paid Ann ? 25.00 Tue 5 Nov 2024 · no answer" in text


def test_paid_by_the_next_plan_it_is_not_confirmed_too(desk, plan):
    plan.consolidates(NOVEMBER)
    form = form_of(desk.opens(CY_PAYS_ANN), "confirm")
    plan.pays_debt("Cy", "Ann", "25.00")
    acts = Act.objects.count()

    page = desk.sends(form, step="confirm")

    assert (page.status, Act.objects.count()) == (422, acts)
    assert "Cy has paid Ann since, by the plan of act 30" in page.text


def test_a_claim_that_the_latest_plan_knows_is_told_there(plan):
    plan.claims("Bo", "Ann", "5.00")
    plan.consolidates(NOVEMBER)

    ann, bo = (plans_of(player_named(name)).unsettled for name in ("Ann", "Bo"))
    assert ([each.payer_name for each in ann], bo) == (["Cy"], [])
