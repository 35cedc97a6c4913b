"""A month as text for a chat."""

from dataclasses import replace

import pytest

from ledger.months.report import PaidBy
from ledger.months.text import asking_text, month_text, payment_reference
from ledger.settle.fewest_payments import Payment
from tests.ledger.months.papers import ANN, BO, CY, OCTOBER

TEXT = """\
THE BOOK, October 2026
Consolidated up to 31 October 2026

Who pays whom
Bo pays Ann $5.00
Cy pays Ann $25.00
Fewest possible: proven. 2 payments, old debts included. Its 2 nights, each settled by itself, would have taken 4.

Standings before, in US dollars (+ is owed, − owes)
Ann +30.00
Bo −5.00, some of it since 2 October 2026
Cy −25.00, some of it since 2 October 2026
These payments clear all debts.

Left of September 2026, 31 days old, included above: Bo to Ann $5.00
Still open, not included: Fri 30 Oct 2026, Mike's game

Act 57, includes acts up to 56. Ledger hash 9f86d081884c7d65
"""


def test_the_whole_text():
    assert month_text(OCTOBER) == TEXT


def test_through_one_person_and_before_it_is_recorded():
    report = replace(OCTOBER, hub="Ann", is_preview=True, rolled=(), open_nights=())

    lines = month_text(report).splitlines()

    assert lines[1] == "Standings up to 31 October 2026:"
    assert lines[6].startswith("All payments go through Ann. Fewest possible: proven.")
    assert lines[-2:] == ["", "Preview, not recorded. Up to act 56."]


def test_what_rolls_into_the_next_month():
    bo = replace(BO, pays=(), stays_cents=-500)
    report = replace(OCTOBER, people=(replace(ANN, stays_cents=500), bo, CY), least_cents=1000, rolled=())

    text = month_text(report)

    assert "\nNo payment under $10.00. Fewest possible" in text
    assert "and roll into the next month:\nAnn +5.00\nBo −5.00\n" in text
    assert "clear all debts" not in text


def test_a_name_that_is_read_from_the_right_turns_nothing_else_round():
    payments = (Payment("שלום", "Ann", 500),)

    text = month_text(replace(OCTOBER, payments=payments, people=(replace(ANN, name="a<b>"),)))

    assert text.splitlines()[4] == "\u2068שלום\u2069 pays Ann $5.00"
    assert text.splitlines()[8] == "a<b> +30.00"


@pytest.mark.parametrize(("word", "text"), [("", "28-3"), ("dinner", "dinner 28-3")])
def test_a_payment_carries_the_houses_word_and_its_number(word, text):
    assert payment_reference(word, month=28, place=3) == text


def test_who_is_asked_reads_the_amount_the_text_and_the_way_to_their_page():
    text = asking_text("Ben", "Ann", 2700, "dinner 28-3", "https://desk.example.org/own/2/")

    assert text.splitlines() == [
        "Hello Ben,",
        "$27.00 to Ann is still open.",
        "Text of the payment: dinner 28-3",
        "Your page: https://desk.example.org/own/2/",
    ]


def test_the_chat_leads_to_the_pages_of_players_and_names_no_account():
    bo = replace(BO, pays=(replace(BO.pays[0], text="57-1", ways=(PaidBy("Bank transfer: DE89"),)),))

    text = month_text(replace(OCTOBER, people=(ANN, bo, CY)), "https://desk.example.org/")

    assert ("your own page at https://desk.example.org/\n" in text, "DE89" in text) == (True, False)
