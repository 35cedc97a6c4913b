"""``manage.py consolidate``."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ledger.bank.queries import last_act
from ledger.months.queries import consolidations
from reservations.models import Act
from tests.played_once import played_once
from tests.stories.months import OCTOBER, an_october, plan_of, the_month, the_report

pytestmark = pytest.mark.django_db
PLAN = """\
THE BOOK, October 2024
Consolidated up to 31 October 2024

Who pays whom
Bo pays Ann $5.00
Bo pays Dee $5.00
Cy pays Ann $25.00
Fewest possible: proven. 3 payments. Its 2 nights, each settled by itself, would have taken 5.

"""


@pytest.fixture
@played_once
def months(db):
    return an_october()


def consolidate(*said: str) -> str:
    out = StringIO()
    call_command("consolidate", *said, stdout=out)
    return out.getvalue()


def test_a_month_is_consolidated_and_printed(months):
    printed = consolidate("--month", "2024-10")

    assert printed.startswith(PLAN)
    assert (the_month().until, the_month().key) == (OCTOBER, "consolidate-2024-10-31-1")


def test_asked_twice_it_is_one(months):
    first = consolidate("--month", "2024-10")
    acts = Act.objects.count()

    second = consolidate("--until", "2024-10-31")

    assert (second, Act.objects.count(), len(consolidations())) == (first, acts, 1)


def test_a_dry_run_records_nothing(months):
    before = last_act()

    printed = consolidate("--month", "2024-10", "--dry-run")

    assert printed.splitlines()[4:7] == PLAN.splitlines()[4:7]
    assert printed.endswith("Preview, not recorded. Up to act 27.\n")
    assert last_act() == before


def test_everything_through_one_person(months):
    consolidate("--month", "2024-10", "--hub", "dee")

    assert plan_of(the_report()) == ["Bo Dee 10.00", "Cy Dee 25.00", "Dee Ann 30.00"]


def test_after_an_undo_it_is_made_anew(months):
    consolidate("--month", "2024-10")
    months.undo(months.consolidates(OCTOBER, key="consolidate-2024-10-31-1"))

    consolidate("--month", "2024-10")

    assert (the_month().key, len(consolidations())) == ("consolidate-2024-10-31-2", 1)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (["--month", "2024-09"], "Nobody owes anything at the end of Mon 30 Sep 2024: there is nothing to settle up."),
        (["--month", "2199-01"], "Thu 31 Jan 2199 is in the future: consolidate up to today at most."),
        (["--month", "October"], "'October' is not a month: write it as in 2026-10."),
        (["--month", "2024-13"], "'2024-13' is not a month: write it as in 2026-10."),
        (["--month", "1024-10"], "1024-10-01 is out of reach: from 1900 to 2199."),
        (["--until", "31.10.2024"], "'31.10.2024' is no date as in 2026-11-20."),
        (["--month", "2024-10", *["--hub", "Ann"] * 2], "The two whom all payments go through have to be two."),
        (["--month", "2024-10", "--hub", "Zoe"], "No player is called Zoe: add them first."),
        (["--month", "2024-10", "--until", "2024-10-15"], "Error: argument --until: not allowed with argument --month"),
        ([], "Error: one of the arguments --month --until is required"),
    ],
)
def test_what_cannot_be_done_is_said(months, said, sentence):
    with pytest.raises(CommandError) as refused:
        consolidate(*said)

    assert str(refused.value) == sentence
    assert consolidations() == []


def test_what_a_page_has_consolidated_is_printed(months):
    months.consolidates(OCTOBER)

    assert (consolidate("--month", "2024-10").startswith(PLAN), len(consolidations())) == (True, 1)


def test_through_two_people_without_small_payments(months):
    printed = consolidate("--month", "2024-10", "--hub", "dee", "--hub", "Ann", "--no-payment-under", "10")

    assert plan_of(the_report()) == ["Bo Dee 10.00", "Cy Ann 25.00"]
    assert printed.splitlines()[6].startswith("All payments go through Dee or Ann. No payment under $10.00. ")


@pytest.mark.parametrize(
    ("hubs", "least", "asked", "how"),
    [
        ((), "", ("--hub", "Ann"), "with the fewest payments"),
        (("Ann",), "", (), "through one person"),
        (("Ann", "Bo"), "", ("--hub", "Ann"), "through two people"),
        ((), "5", ("--no-payment-under", "6"), "with the fewest payments and no payment under 5.00"),
    ],
)
def test_but_not_as_another_plan(hubs, least, asked, how, months):
    months.consolidates(OCTOBER, *hubs, least=least)

    with pytest.raises(CommandError, match=rf"by act 28, {how}: undo that first\.$"):
        consolidate("--month", "2024-10", *asked)
