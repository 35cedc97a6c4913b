"""A player's own side of a plan: the steps of a payment that each side may take."""

import re

import pytest

from ledger.months.plan_queries import payment_now
from reservations.models import Act, Desk
from tests.hostdesk.browsing import Browser, own, phone
from tests.signed_in import host_client
from tests.stories.evening import book
from tests.stories.months import NOVEMBER, a_plan

pytestmark = pytest.mark.django_db
PAYMENT = "payments/28/3/"  # Cy pays Ann 25.00


@pytest.fixture(autouse=True)
def plan(db):
    """An October consolidated by act 28: Bo pays Ann 5.00 and Dee 5.00, Cy pays Ann 25.00."""
    return a_plan()


def form_of(page, step):
    """Return the first form of a page with a button for that step."""
    return next(form for form in page.forms if ("step", step, "submit") in form.buttons)


def steps(page):
    """Return the steps that a page offers, by its buttons."""
    return sorted({value for form in page.forms for name, value, _ in form.buttons if name == "step"})


def says(name, step, address=PAYMENT, **said):
    browser = phone(name)
    return browser.sends(form_of(browser.opens(own(name, address)), step), step=step, **said)


def posts(browser, address, **said):
    return browser.client.post(address, {"key": "forged-0001", **said}).status_code


def test_the_own_page_says_what_to_pay_and_what_comes():
    owes = "You owe due Mon 4 Nov 2024 overdue 10.00"
    pays = "You pay Ann 5.00 I have paid Ann 5.00 You pay Dee 5.00 I have paid Dee 5.00"
    assert f"{owes} {pays}" in phone("Bo").opens(own("Bo")).text
    gets = "Bo pays you +5.00 I got the money… Ask for it… Let it go… Cy pays you +25.00 I got the money…"
    assert gets in phone("Ann").opens(own("Ann")).text
    assert "pays you" not in phone("Gil").opens(own("Gil")).text


def test_the_payer_says_that_they_have_paid_and_the_receiver_confirms_it():
    claimed = says("Cy", "claim")
    before = book()["Cy"]

    confirmed = says("Ann", "confirm")

    assert "You said that you paid Ann 25.00 . Act 29" in claimed.text
    assert confirmed.receipt == "Cy 25.00 30"
    assert (before, book().get("Cy")) == ("-25.00", None)


def test_the_payer_says_so_with_one_tap_and_the_receiver_confirms_it_with_one():
    cy, ann = phone("Cy"), phone("Ann")

    told = cy.sends(cy.opens(own("Cy")).form(PAYMENT), step="claim")
    come = ann.sends(form_of(ann.opens(own("Ann")), "confirm"), step="confirm")

    assert (told.receipt, "You said that you paid 25.00" in told.text, "I have paid" in told.text) == (
        "Ann 25.00 29",
        True,
        False,
    )
    assert (come.receipt, book().get("Cy")) == ("Cy 25.00 30", None)


@pytest.mark.further
def test_the_receiver_disputes_and_takes_it_back():
    says("Cy", "claim", amount="20")

    says("Ann", "dispute", reason="nothing came")
    told = phone("Cy").opens(own("Cy", PAYMENT)).text
    says("Ann", "undo")

    assert "You said that you paid 20.00 . Ann says no: nothing came" in told
    assert payment_now(28, 3).state == "marked as paid"


def test_the_payer_takes_a_claim_back():
    says("Cy", "claim")

    says("Cy", "undo")

    assert payment_now(28, 3).state == "open"


def test_each_side_is_offered_its_own_words():
    says("Cy", "claim")

    assert steps(phone("Cy").opens(own("Cy", PAYMENT))) == ["claim", "undo"]
    assert steps(phone("Ann").opens(own("Ann", PAYMENT))) == ["confirm", "dispute", "pay"]
    assert steps(phone("Ann").opens(own("Ann", "payments/28/1/"))) == ["ask", "forgive", "pay"]


def test_the_receiver_asks_for_it_and_the_payer_reads_so_on_their_phone():
    page = says("Ann", "ask")

    assert ("Cy is asked to pay 25.00" in page.text, page.url.partition("?")[0]) == (True, own("Ann"))
    assert "25.00 to Ann" in phone("Cy").opens(own("Cy")).text
    assert "25.00 to Ann" not in phone("Bo").opens(own("Bo")).text


def test_asked_twice_in_three_days_it_is_refused_with_the_reason():
    says("Ann", "ask")

    again = says("Ann", "ask")

    assert (again.status, "Cy was asked less than 3 days ago." in again.text) == (422, True)


def test_the_text_to_share_names_the_rest_the_number_and_the_payers_page(settings):
    settings.URL = "https://desk.example.org"

    page = phone("Ann").opens(own("Ann", PAYMENT))

    [text] = re.findall(r'id="asking"[^>]*>([^<]*)<', page.html)
    assert text.splitlines() == [
        "Hello Cy,",
        "$25.00 to Ann is still open.",
        "Text of the payment: 28-3",
        f"Your page: https://desk.example.org{own('Cy', PAYMENT)}",
    ]


@pytest.mark.parametrize(("part", "opens"), [("ask", [True, False]), ("forgive", [False, True]), ("", [False, False])])
def test_ask_for_it_and_let_it_go_open_beside_each_other(part, opens):
    page = phone("Ann").opens(own("Ann", f"{PAYMENT}?part={part}"))

    folds = re.findall(r"<details([^>]*)>\s*<summary>(?:Ask for|Let) it", page.html)
    assert ["open" in fold.split() for fold in folds] == opens


def test_both_sides_see_the_same_text_of_the_payment():
    Desk.objects.update(payment_text="dinner")

    pages = [phone(name).opens(own(name, PAYMENT)).text for name in ("Ann", "Cy")]

    assert ["Payment reference dinner 28-3" in text for text in pages] == [True, True]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Cy", {"step": "confirm"}),
        ("Cy", {"step": "ask"}),
        ("Cy", {"step": "dispute", "reason": "no"}),
        ("Cy", {"step": "pay", "amount": "25", "sure": "yes"}),
        ("Cy", {"step": "pay", "amount": "25"}),
        ("Ann", {"step": "claim", "amount": "25"}),
        ("Ann", {"step": "undo", "act": "29"}),
        ("Cy", {"step": "undo", "act": "28"}),
    ],
)
def test_nobody_says_the_other_sides_word(plan, name, said):
    claim = plan.claims("Cy", "Ann", "25.00").act

    status = posts(phone(name), own(name, PAYMENT), claim=claim.key, **said)

    assert (status, Act.objects.count()) == (403, 29)


@pytest.mark.further
def test_only_a_part_came_and_the_rest_stays_claimed():
    says("Cy", "claim")

    says("Ann", "confirm", amount="1.00")
    told = phone("Cy").opens(own("Cy")).text
    says("Ann", "confirm")

    assert "You said that you paid 25.00: Ann says that 1.00 came, and has not confirmed 24.00 yet." in told
    assert (payment_now(28, 3).state, book().get("Cy")) == ("paid", None)


@pytest.mark.sweep
@pytest.mark.parametrize("amount", ["0", "26", "x"])
def test_no_more_is_confirmed_than_was_claimed(amount):
    says("Cy", "claim")

    page = says("Ann", "confirm", amount=amount)

    assert (page.status, payment_now(28, 3).paid_cents) == (422 if amount != "26" else 200, 0)


def test_the_receiver_records_cash_without_waiting_for_the_payer_and_takes_it_back():
    asked = says("Ann", "pay", amount="10")
    recorded = says("Ann", "pay", amount="10", sure="yes")
    left = payment_now(28, 3).left_cents
    says("Ann", "undo")

    assert "Record that Cy has paid Ann 10.00 and Ann received it?" in asked.text
    assert (recorded.receipt, left, payment_now(28, 3).left_cents) == ("Cy 10.00 29", 1500, 2500)


@pytest.mark.further
def test_more_than_is_left_is_asked_about_before_it_is_claimed():
    asked = says("Cy", "claim", amount="30")
    before = payment_now(28, 3).state
    says("Cy", "claim", amount="30", sure="yes")

    over = says("Ann", "confirm")
    sure = phone("Ann").sends(next(form for form in over.forms if "sure" in str(form.buttons)), sure="yes")

    assert ("That is 5.00 more than is left to pay." in asked.text, before) == (True, "open")
    assert ("That is 5.00 more than is left to pay." in over.text, sure.receipt) == (True, "Cy 30.00 30")
    assert book()["Cy"] == "5.00"


@pytest.mark.further
def test_three_claims_of_two_are_asked_about():
    """25.00 is left, with 10.00 and 15.00 claimed: a third claim of 2.00 would be too much."""
    says("Cy", "claim", amount="10")
    says("Cy", "claim", amount="15")

    asked = says("Cy", "claim", amount="2")

    assert "That is 2.00 more than is left to pay, with what waits to be confirmed." in asked.text
    assert payment_now(28, 3).above_cents(200, claimed=False) == 0


def test_a_payer_takes_no_answered_claim_back(plan):
    plan.disputes(claim := plan.claims("Cy", "Ann", "25.00"))

    assert posts(phone("Cy"), own("Cy", PAYMENT), step="undo", act=claim.act.number) == 403


@pytest.mark.sweep
@pytest.mark.parametrize("page", [PAYMENT, f"{PAYMENT}qr.svg", "payments/28/9/", "payments/27/1/"])
def test_a_payment_between_others_is_not_there(page):
    assert phone("Dee").client.get(own("Dee", page)).status_code == 404
    assert posts(phone("Dee"), own("Dee", page.removesuffix("qr.svg")), step="claim", amount="1") == 404


def test_the_pages_of_another_player_are_not_there():
    assert phone("Bo").client.get(own("Cy", PAYMENT)).status_code == 404
    assert posts(phone("Bo"), own("Cy", PAYMENT), step="claim", amount="1") == 404
    assert phone("Bo").client.get(own("Cy", "handle/")).status_code == 404


@pytest.mark.further
def test_the_host_says_everything():
    browser = Browser(host_client())
    address = own("Cy", PAYMENT)

    browser.sends(form_of(browser.opens(address), "claim"), step="claim")
    browser.sends(form_of(browser.opens(address), "confirm"), step="confirm")
    undone = browser.sends(form_of(browser.opens(address), "undo"), step="undo")
    asked = browser.sends(form_of(browser.opens(address), "pay"), step="pay")

    assert (undone.status, payment_now(28, 3).state) == (200, "marked as paid")
    assert "Record that Cy has paid Ann 25.00" in asked.text


@pytest.mark.parametrize(("name", "said"), [("Cy", ["claim"]), ("Ann", ["claim", "dispute"])])
def test_undone_by_a_double_tap_it_is_undone_once(name, said):
    for who, step in zip(("Cy", "Ann"), said, strict=False):
        says(who, step, reason="nothing came")
    form = form_of(phone(name).opens(own(name, PAYMENT)), "undo")

    first, second = (phone(name).sends(form, step="undo") for _ in range(2))

    assert (first.status, second.status, first.url) == (200, 200, second.url)


@pytest.mark.further
def test_the_receiver_takes_a_slip_of_the_finger_back():
    says("Cy", "claim")
    says("Ann", "confirm")

    says("Ann", "undo")

    assert (payment_now(28, 3).state, book()["Cy"]) == ("marked as paid", "-25.00")


@pytest.mark.further
def test_a_confirmation_stays_once_more_was_said(plan):
    says("Cy", "claim", amount="10")
    says("Ann", "confirm")
    says("Cy", "claim", amount="15")

    assert steps(phone("Ann").opens(own("Ann", PAYMENT))) == ["confirm", "dispute", "pay"]
    assert posts(phone("Ann"), own("Ann", PAYMENT), step="undo", act="30") == 403


def test_a_confirmation_stays_once_a_plan_is_made_of_it(plan):
    says("Cy", "claim", amount="10")
    says("Ann", "confirm")
    plan.is_on(NOVEMBER.replace(month=12, day=1))
    plan.consolidates(NOVEMBER)

    assert posts(phone("Ann"), own("Ann", PAYMENT), step="undo", act="30") == 403


def test_what_the_host_confirmed_the_host_takes_back(plan):
    plan.pays_debt("Cy", "Ann", "25.00", claim=plan.claims("Cy", "Ann", "25.00"))

    assert posts(phone("Ann"), own("Ann", PAYMENT), step="undo", act="30") == 403


def test_the_receiver_lets_a_part_go_and_takes_it_back():
    """Cy owes Ann 25.00 by the plan: she forgives 20.00 of it."""
    page = says("Ann", "forgive", amount="20", reason="your birthday")
    told, now = phone("Cy").opens(own("Cy", "book/")).text, payment_now(28, 3)

    says("Ann", "undo")

    assert "You forgave Cy a debt: your birthday" in page.text
    assert "Ann forgave you a debt: your birthday" in told
    assert (now.state, now.paid_cents, now.forgiven_cents, now.left_cents) == ("open", 0, 2000, 500)
    assert (payment_now(28, 3).forgiven_cents, book()["Cy"]) == (0, "-25.00")


@pytest.mark.parametrize(
    ("said", "status"),
    [({"amount": "25.01", "reason": "a gift"}, 422), ({"amount": "5", "reason": ""}, 422), ({"reason": "a gift"}, 422)],
)
def test_more_than_is_left_or_without_a_reason_nothing_is_let_go(plan, said, status):
    assert posts(phone("Ann"), own("Ann", PAYMENT), step="forgive", **said) == status
    assert not Act.objects.filter(kind="forgive").exists()


def test_while_a_claim_waits_or_once_a_plan_is_followed_letting_go_is_not_offered(plan):
    says("Cy", "claim")
    waiting = steps(phone("Ann").opens(own("Ann", PAYMENT)))
    says("Ann", "dispute", reason="nothing came")
    plan.is_on(NOVEMBER.replace(month=12, day=1))
    plan.consolidates(NOVEMBER)

    page = phone("Ann").opens(own("Ann", PAYMENT))

    assert "forgive" not in waiting + steps(page)
    assert posts(phone("Ann"), own("Ann", PAYMENT), step="forgive", amount="5", reason="a gift") == 422


def test_the_payer_of_a_refused_payment_answers_and_the_host_reads_it(plan):
    """Ann says that no money came; Cy says when he sent it."""
    says("Cy", "claim")
    says("Ann", "dispute", reason="nothing came")
    cy = phone("Cy")
    page = cy.opens(cy.opens(own("Cy", PAYMENT)).links["Ask the host"])

    cy.sends(next(form for form in page.forms if "words" in form.fields), words="by bank, on Tuesday")

    assert "by bank, on Tuesday" in Browser(host_client()).opens("/inbox/").text


def test_a_refused_payment_leads_on_from_the_first_page(plan):
    """Ann says that no money came; Cy pays again, and Ann confirms it."""
    says("Cy", "claim")
    says("Ann", "dispute", reason="nothing came")
    cy = phone("Cy")
    first = cy.opens(own("Cy"))

    page = cy.opens(first.links["I'll pay again"])
    again = cy.sends(form_of(page, "claim"), step="claim")
    says("Ann", "confirm")

    assert first.links["Ask the host"] == own("Cy", "lines/30/")
    assert ("I have paid" in first.text, "I'll pay again" in page.text) == (False, True)
    assert (again.receipt, book().get("Cy")) == ("Ann 25.00 31", None)


@pytest.mark.further
@pytest.mark.parametrize("name", ["Bo", "Dee"])
def test_a_dispute_of_others_is_not_theirs_to_answer(plan, name):
    says("Cy", "claim")
    says("Ann", "dispute", reason="nothing came")

    denied = Act.objects.latest("number").number

    assert phone(name).client.get(own(name, f"lines/{denied}/")).status_code == 404
