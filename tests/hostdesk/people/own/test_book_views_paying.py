"""How players are paid: the details that the payer's page fills in, who sees them, and a payee's ways to be paid."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from hostdesk.models import PaymentWay
from hostdesk.standings.paying.commands import add_way
from hostdesk.standings.paying.kinds import KINDS
from hostdesk.standings.paying.queries import last_paid_at, ways_of
from reservations.models import Desk
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.signed_in import host_client
from tests.stories.months import NOVEMBER, a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]
PAYMENT = "payments/28/3/"  # Cy pays Ann 25.00
ALL = {
    "paypal": {"name": "AnnLee"},
    "venmo": {"name": "Ann-Lee"},
    "zelle": {"account": "ann@bank.example"},
    "swish": {"number": "0701234567"},
}


@pytest.fixture(autouse=True)
def plan(db):
    """An October consolidated by act 28: Bo pays Ann 5.00 and Dee 5.00, Cy pays Ann 25.00."""
    return a_plan()


def is_paid_by(*keys, name="Ann", at=None, **typed):
    for key in keys:
        add_way(player=player_named(name), kind=KINDS[key], typed=typed or ALL[key], at=at or timezone.now())


def ways(name="Ann"):
    number = player_named(name).number
    return [(way.kind.key, way.shown) for way in ways_of([number]).get(number, ())]


def link_of(page, word):
    return next(address for label, address in page.links.items() if word in label)


def code_of(page):
    return [part.split('"')[0].replace("&amp;", "&") for part in page.html.split('src="')[1:] if "qr.svg" in part]


def test_the_payer_has_a_link_with_the_amount_for_every_way():
    is_paid_by("paypal", "venmo")

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert link_of(page, "with PayPal") == "https://paypal.me/AnnLee/25USD"
    assert link_of(page, "with Venmo").endswith("recipients=Ann-Lee&amount=25&note=28-3")
    assert page.html.count('rel="noreferrer noopener"') == 2


def test_a_part_is_filled_in_everywhere_and_claimed():
    is_paid_by("paypal")
    cy = phone("Cy")

    page = cy.opens(own("Cy", f"{PAYMENT}?amount=12.50"))
    claimed = cy.sends(next(form for form in page.forms if ("step", "claim", "submit") in form.buttons), step="claim")

    assert link_of(page, "Pay") == "https://paypal.me/AnnLee/12.50USD"
    assert code_of(page)[0].endswith("&amount=12.50")
    assert (claimed.receipt, "of 25.00" in page.text) == ("Ann 12.50 29", True)


def test_more_than_is_unclaimed_is_no_part(plan):
    is_paid_by("paypal")
    plan.claims("Cy", "Ann", "12.50")

    page = phone("Cy").opens(own("Cy", f"{PAYMENT}?amount=25"))

    assert "At most 12.50 is left to pay; 12.50 is marked as paid." in page.text
    assert link_of(page, "with PayPal") == "https://paypal.me/AnnLee/12.50USD"


def test_more_than_is_left_is_no_part_and_has_no_code():
    is_paid_by("paypal")
    cy, address = phone("Cy"), own("Cy", PAYMENT)

    page = cy.opens(f"{address}?amount=25.01")

    assert (link_of(page, "Pay"), "At most 25.00 is left to pay." in page.text) == (
        "https://paypal.me/AnnLee/25USD",
        True,
    )
    assert cy.client.get(f"{address}qr.svg?way=1&amount=25.01").status_code == 404


def test_who_has_claimed_all_of_it_is_asked_for_nothing_and_may_still_pay_again(plan):
    is_paid_by("paypal")
    plan.claims("Cy", "Ann", "25.00")

    page, home = phone("Cy").opens(own("Cy", PAYMENT)), phone("Cy").opens(own("Cy"))

    assert ("How to pay Ann" in page.text, "Ann has not confirmed yet" in page.text) == (True, True)
    assert (link_of(page, "Pay"), "How to pay" in home.text) == ("https://paypal.me/AnnLee/25USD", False)


def test_who_has_claimed_a_part_is_asked_for_the_rest(plan):
    is_paid_by("paypal")
    plan.claims("Cy", "Ann", "12.50")

    page, home = phone("Cy").opens(own("Cy", PAYMENT)), phone("Cy").opens(own("Cy"))
    code = phone("Cy").client.get(code_of(page)[0])

    assert link_of(page, "Pay") == "https://paypal.me/AnnLee/12.50USD"
    assert (code_of(page)[0].endswith("&amount=12.50"), code.status_code) == (True, 200)
    assert ("of 25.00" in page.text, "Pay it again" in page.text) == (True, False)
    assert "Pay the other 12.50…" in home.text


def test_the_text_of_the_payment_is_copied_whatever_the_way():
    is_paid_by("paypal")

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert ('<bdi id="reference">28-3</bdi>' in page.html, 'data-copy="reference"' in page.html) == (True, True)


@pytest.mark.parametrize("amount", ["", "0", "-1", "x", "1e3"])
def test_without_a_readable_part_all_of_it_is_filled_in(amount):
    is_paid_by("paypal")

    page = phone("Cy").opens(own("Cy", f"{PAYMENT}?amount={amount}"))

    assert link_of(page, "Pay") == "https://paypal.me/AnnLee/25USD"


def test_where_there_is_no_public_link_number_and_amount_are_to_be_copied():
    is_paid_by("zelle")

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert "Zelle has no public link for a payment: copy these." in page.text
    assert ("ann@bank.example" in page.text, [label for label in page.links if "Pay" in label]) == (True, [])


def test_a_way_that_does_not_carry_the_currency_of_the_desk_says_so():
    is_paid_by("swish")
    Desk.objects.update(currency="EUR")

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert ("Swish: not in EUR" in page.text, "with Swish" in page.text) == (True, False)
    assert "Swish does not carry EUR." in page.text
    assert "app.swish.nu" not in page.html


def test_free_text_is_shown_and_is_no_link():
    is_paid_by("text", text="javascript:alert(1) or https://pay.example/ann")

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert "javascript:alert(1) or https://pay.example/ann" in page.text
    assert [address for address in page.links.values() if "javascript" in address or "pay.example" in address] == []


def test_details_are_seen_by_their_debtors_and_the_host_alone():
    is_paid_by("paypal")

    seen = {
        name: "AnnLee" in phone(name).opens(own(name, page)).html
        for name, page in (("Cy", PAYMENT), ("Bo", "payments/28/1/"), ("Dee", "payments/28/2/"), ("Ann", PAYMENT))
    }

    assert seen == {"Cy": True, "Bo": True, "Dee": False, "Ann": False}
    assert "AnnLee" in Browser(host_client()).opens(own("Ann", "book/")).html


def test_the_code_is_drawn_for_the_payer_alone():
    is_paid_by("paypal", "zelle")
    cy = phone("Cy")
    code = code_of(cy.opens(own("Cy", PAYMENT)))[0]

    answer = cy.client.get(code)

    assert (answer.status_code, answer["Content-Type"], answer.content[:4]) == (200, "image/svg+xml", b"<svg")
    assert phone("Ann").client.get(code.replace(own("Cy"), own("Ann"))).status_code == 404
    assert phone("Bo").client.get(code).status_code == 404


@pytest.mark.parametrize("query", ["", "?way=x", "?way=0", "?way=9999", "?way={zelle}", "?way={dee}"])
def test_there_is_no_code_of_another_way(query):
    is_paid_by("zelle")
    is_paid_by("paypal", name="Dee")
    rows = {"zelle": PaymentWay.objects.get(kind="zelle").pk, "dee": PaymentWay.objects.get(kind="paypal").pk}

    assert phone("Cy").client.get(own("Cy", f"{PAYMENT}qr.svg{query.format(**rows)}")).status_code == 404


def test_without_details_the_page_says_so():
    assert "Ann has no payment details" in phone("Cy").opens(own("Cy", PAYMENT)).text


@pytest.mark.parametrize("over", ["paid", "rolled over"])
def test_once_nothing_is_owed_details_are_not_shown(plan, over):
    is_paid_by("paypal")
    if over == "paid":
        plan.pays_debt("Cy", "Ann", "25.00")
    else:
        plan.is_on(NOVEMBER)
        plan.consolidates(NOVEMBER)

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert (f"State {over}" in page.text, "AnnLee" in page.html) == (True, False)


def test_a_changed_detail_is_new_to_a_payer_until_they_have_paid(plan):
    """Ann's account changes after Cy has paid her 5.00; the change is new to Cy until he pays again."""
    plan.pays_debt("Cy", "Ann", "5.00")
    cy, ann = player_named("Cy").number, player_named("Ann").number
    paid_at = last_paid_at(cy, ann)
    assert paid_at is not None
    is_paid_by("paypal", at=paid_at - timedelta(hours=1))
    is_paid_by("venmo", at=paid_at + timedelta(hours=1))

    before = phone("Cy").opens(own("Cy", PAYMENT)).text
    way = PaymentWay.objects.get(kind="venmo")
    way.since = paid_at
    way.save()

    assert (before.count("new since"), before.index("new since") > before.index("with Venmo")) == (1, True)
    assert "new since" not in phone("Cy").opens(own("Cy", PAYMENT)).text


def test_a_claim_counts_as_a_payment_and_one_between_others_does_not(plan):
    cy, bo, ann = (player_named(name).number for name in ("Cy", "Bo", "Ann"))

    plan.claims("Cy", "Ann", "25.00")

    assert (type(last_paid_at(cy, ann)), last_paid_at(bo, ann), last_paid_at(ann, cy)) == (datetime, None, None)


def test_what_was_kept_before_days_were_noted_is_not_new():
    PaymentWay.objects.create(player=player_named("Ann"), kind="text", details={"text": "ann@bank"})

    page = phone("Cy").opens(own("Cy", PAYMENT))

    assert ("ann@bank" in page.text, "new since" in page.text) == (True, False)


def test_a_player_adds_ways_and_removes_one():
    browser = phone("Ann")

    for key, typed in (("paypal", {"name": " paypal.me/AnnLee "}), ("zelle", {"account": "212 555 0123"})):
        page = browser.opens(own("Ann", f"book/?kind={key}"))
        page = browser.sends(next(form for form in page.forms if "kind" in form.fields), **typed)
    both = ways()
    browser.sends(page.form("/handle/"), remove=f"{PaymentWay.objects.get(kind='paypal').pk}")

    assert (page.url, both) == (
        own("Ann", "book/?saved=handle#handle"),
        [("paypal", "AnnLee"), ("zelle", "+12125550123")],
    )
    assert ways() == [("zelle", "+12125550123")]


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("text", {"text": "x" * 121}),
        ("text", {"text": "a\nb"}),
        ("text", {"text": "a\u202eb"}),
        ("text", {"text": "a\x00b"}),
        ("paypal", {"name": "Ann Lee"}),
        ("iban", {"iban": "DE89370400440532013001", "name": "Ann"}),
        ("iban", {"iban": "", "name": "Ann"}),
        ("iban", {"iban": "DE89-3704-0044", "name": "Ann"}),
        ("iban", {"iban": "CH5800791123000889012", "name": "Ann", "postcode": "80331"}),
        ("pix", {"key": "²", "name": "Ann", "town": "Recife"}),
        ("nothing", {"text": ""}),
    ],
)
def test_details_that_cannot_be_kept_are_refused(key, typed):
    answer = phone("Ann").client.post(own("Ann", "handle/"), {"kind": key, **typed})

    assert (answer.status_code, ways()) == (422, [])


def test_one_way_too_many_is_refused_with_the_rule():
    for number in range(8):
        is_paid_by("text", text=f"way {number}")

    answer = phone("Ann").client.post(own("Ann", "handle/"), {"kind": "text", "text": "one more"})

    assert (answer.status_code, "At most 8 ways" in answer.content.decode()) == (422, True)


def test_kinds_that_carry_the_desks_currency_are_offered_first():
    page = phone("Ann").opens(own("Ann", "book/?saved=handle"))

    first, other = page.html.index("In USD"), page.html.index("In other currencies")
    assert first < page.html.index('value="venmo"') < other < page.html.index('value="swish"')


def test_another_player_changes_nothing():
    answer = phone("Bo").client.post(own("Ann", "handle/"), {"kind": "text", "text": "to Bo"})

    assert (answer.status_code, ways()) == (404, [])
