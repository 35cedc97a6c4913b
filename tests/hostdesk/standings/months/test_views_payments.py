"""A payment of a plan on the host's page: claimed, confirmed, disputed, recorded at once, in part, and undone."""

import re

import pytest

from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from ledger.months.plan_queries import payment_now
from reservations.models import Act
from reservations.players.queries import player_named
from tests.ledger.reading import pages
from tests.played_once import played_once
from tests.stories.evening import book
from tests.stories.months import OCTOBER, a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]
CY_PAYS_ANN = "/book/months/28/payments/3/"


@pytest.fixture
@played_once
def plan(db):
    """An October consolidated by act 28: Bo pays Ann 5.00 and Dee 5.00, Cy pays Ann 25.00."""
    return a_plan()


def form_of(page, step):
    """Return the first form of a page with a button for that step."""
    return next(form for form in page.forms if ("step", step, "submit") in form.buttons)


def says(desk, step, **said):
    return desk.sends(form_of(desk.opens(CY_PAYS_ANN), step), step=step, **said)


def cys():
    found = payment_now(28, 3)
    return found.state.value, found.paid_cents, found.left_cents


def test_a_payment_is_recorded_at_once_after_one_more_look(desk, plan):
    asked = says(desk, "pay")
    before = cys()

    page = desk.sends(next(form for form in asked.forms if "sure" in str(form.buttons)), sure="yes")

    assert "Record that Cy has paid Ann 25.00 and Ann received it?" in asked.text
    assert (before, page.url) == (("open", 0, 2500), "/book/months/28/?receipt=29")
    assert (cys(), book()) == (("paid", 2500, 0), {"Ann": "5.00", "Bo": "-10.00", "Dee": "5.00"})


def test_it_may_be_a_part_of_it(desk, plan):
    asked = says(desk, "pay", amount="10")

    says(desk, "pay", amount="10", sure="yes")

    assert "25.00 is left of this payment." in asked.text
    assert cys() == ("part paid", 1000, 1500)
    assert form_of(desk.opens(CY_PAYS_ANN), "pay").fields["amount"] == ["15.00"]


def test_it_may_be_more(desk, plan):
    says(desk, "pay", amount="30", sure="yes")

    assert (cys(), book()["Cy"]) == (("paid", 3000, 0), "5.00")


def test_the_payers_word_waits_for_the_receiver(desk, plan):
    says(desk, "claim")

    assert (cys(), book()["Cy"]) == (("marked as paid", 0, 2500), "-25.00")
    assert "Marked as paid" in desk.opens(CY_PAYS_ANN).text


def test_a_claim_is_confirmed(desk, plan):
    says(desk, "claim", amount="20")

    page = says(desk, "confirm")

    assert page.receipt == "Cy Ann 20.00 30"
    assert cys() == ("part paid", 2000, 500)


def test_a_claim_is_disputed_and_confirmed_after_all(desk, plan):
    says(desk, "claim")

    says(desk, "dispute", reason="nothing <came>")
    disputed = desk.opens(CY_PAYS_ANN)
    says(desk, "confirm")

    assert "Disputed: nothing <came>" in disputed.text
    assert cys() == ("paid", 2500, 0)


def test_a_dispute_needs_a_reason(desk, plan):
    says(desk, "claim")

    page = says(desk, "dispute", reason=" ")

    assert (page.status, "Give a reason." in page.text, cys()[0]) == (422, True, "marked as paid")


@pytest.mark.parametrize("step", ["pay", "claim"])
@pytest.mark.parametrize("amount", ["", "0", "-5", "abc", "99999999999"])
def test_what_is_no_amount_is_refused_and_kept(desk, plan, step, amount):
    page = says(desk, step, amount=amount, sure="yes")

    assert (page.status, cys()) == (422, ("open", 0, 2500))
    assert form_of(page, "pay").fields["amount"] == [amount or "25.00"]


@pytest.mark.parametrize("step", ["claim", "pay"])
def test_pressed_twice_it_is_one(desk, plan, step):
    form = form_of(desk.opens(CY_PAYS_ANN), step)

    first, second = (desk.sends(form, step=step, sure="yes") for _ in range(2))

    assert (first.url, Act.objects.count()) == (second.url, 29)


def test_confirmed_twice_it_is_one(desk, plan):
    says(desk, "claim")
    form = form_of(desk.opens(CY_PAYS_ANN), "confirm")

    first, second = (desk.sends(form, step="confirm") for _ in range(2))

    assert (first.url, Act.objects.count()) == (second.url, 30)


def test_everything_said_is_undone_by_its_mirror_image(desk, plan):
    says(desk, "claim")
    says(desk, "dispute", reason="nothing came")
    undone = []
    for _ in range(2):
        says(desk, "undo")
        undone.append(cys()[0])
    says(desk, "pay", sure="yes")
    says(desk, "undo")

    assert (undone, cys(), book()["Cy"]) == (["marked as paid", "open"], ("open", 0, 2500), "-25.00")


def test_undone_by_two_hosts_it_is_undone_once(desk, plan):
    says(desk, "pay", sure="yes")
    mine, theirs = (form_of(desk.opens(CY_PAYS_ANN), "undo") for _ in range(2))

    first, second = desk.sends(mine, step="undo"), desk.sends(theirs, step="undo")

    assert (first.url, Act.objects.count()) == (second.url, 30)


@pytest.mark.parametrize("act", ["1", "28", "999", ""])
def test_only_what_is_about_the_payment_is_undone_here(desk, plan, act):
    says(desk, "claim")

    page = says(desk, "undo", act=act)

    assert "No act about this payment with that number" in page.text
    assert (page.status, Act.objects.count()) == (422, 29)


@pytest.mark.parametrize("key", ["evening-0003", "", "no-such-key"])
def test_a_claim_of_others_is_not_confirmed_here(desk, plan, key):
    others = plan.claims("Bo", "Ann", "5.00").act.key
    says(desk, "claim")

    pages = [says(desk, "confirm", claim=each) for each in (key, others)]

    assert [page.status for page in pages] == [422, 422]
    assert cys()[0] == "marked as paid"


def test_a_plan_that_is_over_is_only_looked_at(desk, plan):
    form = form_of(desk.opens(CY_PAYS_ANN), "claim")
    plan.is_on(OCTOBER.replace(month=12, day=1))
    plan.consolidates(OCTOBER.replace(month=11, day=30))

    page = desk.sends(form, step="claim")

    assert "This payment is rolled over already." in page.text
    assert [form.buttons for form in page.forms if ("step", "claim", "submit") in form.buttons] == []


def test_a_guest_who_would_owe_is_refused_and_overruled(desk, plan):
    plan.plays(OCTOBER.replace(month=11, day=8), Gil="20.00", Bo="-20.00")
    plan.is_on(OCTOBER.replace(month=12, day=1))
    plan.consolidates(OCTOBER.replace(month=11, day=30))
    number = Act.objects.latest("number").number
    place = next(n for n in range(1, 9) if payment_now(number, n).payee_name == "Gil")
    address = f"/book/months/{number}/payments/{place}/"

    page = desk.sends(form_of(desk.opens(address), "pay"), step="pay", amount="90", sure="yes")
    again = next(form for form in page.forms if "ruling" in form.fields)

    assert (page.status, "Gil is a guest" in page.text) == (422, True)
    assert desk.sends(again, ruling="they want it so").status == 200
    assert book()["Gil"].startswith("-")


@pytest.mark.parametrize("address", ["/book/months/28/payments/4/", "/book/months/28/payments/0/"])
def test_a_payment_that_is_not_there(desk, plan, address):
    assert desk.client.get(address).status_code == 404


def test_a_claim_that_waits_is_not_said_again(desk, plan):
    says(desk, "claim")

    page = says(desk, "claim")

    assert "Act 29 claims that already" in page.text
    assert (page.status, Act.objects.count()) == (422, 29)


def test_another_amount_is_another_claim(desk, plan):
    says(desk, "claim", amount="10")

    assert says(desk, "claim", amount="15").status == 200


def test_the_host_lets_a_debt_go_for_its_owner(desk, plan):
    """Ann forgives all of Cy's payment to her; the month calls it forgiven, and no payment is made."""
    page = says(desk, "forgive", amount="25", reason="Ann wants it so")

    assert page.url == "/book/months/28/?receipt=29"
    assert "25.00 forgiven, 0.00 left" in page.text
    assert (cys(), book()) == (("forgiven", 0, 0), {"Ann": "5.00", "Bo": "-10.00", "Dee": "5.00"})


def test_confirming_more_than_is_left_is_asked_where_the_button_was(desk, plan):
    """Cy claims 25.00 and pays 10.00 outside the claim: 15.00 is left when Ann confirms the claim."""
    says(desk, "claim")
    plan.pays_debt("Cy", "Ann", "10.00")

    asked = says(desk, "confirm")
    question = next(form for form in asked.forms if "sure" in str(form.buttons))
    steps = [value for form in asked.forms for name, value, _ in form.buttons if name == "step"]
    desk.sends(question, sure="yes")

    assert "That is 10.00 more than is left to pay." in asked.text
    assert asked.html.index('id="asked"') < asked.html.index("<h2>I sent another payment</h2>")
    assert ("confirm" in steps, cys()) == (False, ("paid", 3500, 0))


def test_a_dispute_that_was_settled_stays_to_be_seen(desk, plan):
    says(desk, "claim")
    says(desk, "dispute", reason="nothing is here")

    says(desk, "confirm")

    page = desk.opens(CY_PAYS_ANN)
    assert "Cy said they paid 25.00 . Disputed: nothing is here settled" in page.text


def test_what_is_over_is_only_viewed(desk, plan):
    says(desk, "pay", sure="yes")

    links = desk.opens("/book/months/28/").links

    assert {name for name in links if name in ("View", "Open", "Settle")} == {"View", "Settle"}


def test_the_host_asks_for_it_for_the_payee(desk, plan):
    page = says(desk, "ask")

    assert ("Cy is asked to pay 25.00" in page.text, page.url.partition("?")[0]) == (True, "/book/months/28/")
    assert cys() == ("open", 0, 2500)


def test_while_a_claim_waits_nobody_is_asked_to_pay(desk, plan):
    plan.claims("Cy", "Ann", "25.00")

    page = desk.opens(CY_PAYS_ANN)

    assert [form for form in page.forms if ("step", "ask", "submit") in form.buttons] == []


@pytest.fixture
def paypal(plan):
    """Ann has taken payments by PayPal since 3 November."""
    at = plan.now.replace(day=3)
    add_way(player=player_named("Ann"), kind=KINDS["paypal"], typed={"name": "AnnLee"}, at=at)


def slips(desk):
    paper = desk.client.get("/book/months/28/slips.pdf").content
    return [line for page in pages(paper) for line in page]


def test_a_slip_has_the_way_the_amount_that_is_left_and_the_text(desk, plan, paypal):
    plan.pays_debt("Cy", "Ann", "10.00")

    lines = slips(desk)

    bos, cys = [line for line in lines if line.startswith("PayPal: AnnLee")]
    assert (bos[:22], cys[:23]) == ("PayPal: AnnLee, 5.00, ", "PayPal: AnnLee, 15.00, ")
    assert "new since Sun 3 Nov 2024" in " ".join(lines)
    texts = [line for line in lines if line.startswith("Text of the payment")]
    assert texts == [f"Text of the payment: 28-{place}" for place in (1, 2, 3)]


def test_a_slip_of_a_payment_that_is_settled_asks_nobody_to_pay_again(desk, plan, paypal):
    plan.pays_debt("Cy", "Ann", "25.00")
    plan.forgives("Ann", "Bo", "5.00")

    lines = slips(desk)

    assert [line for line in lines if line.startswith(("PayPal", "Text"))] == ["Text of the payment: 28-2"]


@pytest.mark.parametrize(("claimed", "asked"), [("25.00", []), ("12.50", ["PayPal: AnnLee, 12.50"])])
def test_a_slip_asks_nobody_for_what_they_have_claimed(desk, plan, paypal, claimed, asked):
    plan.claims("Cy", "Ann", claimed)

    lines = [line for line in slips(desk) if line.startswith("PayPal: AnnLee") and "AnnLee, 5.00" not in line]

    assert [line[:21] for line in lines] == asked


def test_the_page_of_an_open_payment_has_its_facts(desk, plan, paypal):
    plan.pays_debt("Cy", "Ann", "10.00")

    said = desk.opens(CY_PAYS_ANN).text

    facts = ("Proposed 25.00", "Paid 10.00", "Left 15.00", "Payment reference 28-3", "State part paid")
    assert [fact for fact in facts if fact not in said] == []


def test_a_host_sees_the_ways_of_a_payment_with_the_amount_until_it_is_settled(desk, plan, paypal):
    link = "https://paypal.me/AnnLee/25USD"
    before = desk.opens(CY_PAYS_ANN).leads_to
    plan.pays_debt("Cy", "Ann", "25.00")

    assert (link in before, link in desk.opens(CY_PAYS_ANN).leads_to) == (True, False)


def test_the_page_of_the_month_has_the_ways_of_what_is_left_and_the_text_for_the_chat_names_no_account(
    desk, plan, paypal
):
    plan.claims("Cy", "Ann", "12.50")

    page, text = desk.opens("/book/months/28/"), desk.client.get("/book/months/28/?as=txt").content.decode()

    links = [address for address in page.leads_to if "paypal.me" in address]
    assert links == ["https://paypal.me/AnnLee/5USD", "https://paypal.me/AnnLee/12.50USD"]
    codes = [code.replace("&amp;", "&") for code in re.findall(r'src="([^"]+qr.svg[^"]+)"', page.html)]
    assert [code.partition("&amount=")[2] for code in codes] == ["5.00", "12.50"]
    assert [desk.client.get(code).status_code for code in codes] == [200, 200]
    assert ("own page at http://testserver/" in text, "AnnLee" in text) == (True, False)


def test_a_month_whose_payments_are_all_claimed_or_paid_has_no_ways(desk, plan, paypal):
    plan.claims("Cy", "Ann", "25.00")
    plan.pays_debt("Bo", "Ann", "5.00")

    assert "AnnLee" not in desk.opens("/book/months/28/").html
