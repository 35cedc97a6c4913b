"""How players are paid, in their own words."""

import pytest

from hostdesk.models import PaymentHandle
from hostdesk.standings.months.payment_details_commands import payment_details_of, set_payment_details
from reservations.players.queries import player_named
from tests.ledger.the_book import regulars


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://pay.example/bo?a=1", "https://pay.example/bo?a=1"),
        ("http://pay.example/bo", ""),
        ("javascript:alert(1)", ""),
        ("https://", ""),
        ("https://[", ""),
        ("https://pay.example/bo or cash", ""),
        ("bo@bank", ""),
        ("<a href='https://x'>", ""),
    ],
)
def test_only_an_https_address_becomes_a_link(text, link):
    assert PaymentHandle(text=text).link == link


@pytest.mark.django_db
def test_it_is_set_changed_and_taken_back():
    regulars("Bo")
    bo = player_named("Bo")

    kept = []
    for text in ("bo@bank", "cash only", ""):
        set_payment_details(bo, text)
        kept.append(getattr(payment_details_of(bo), "text", None))

    assert kept == ["bo@bank", "cash only", None]
