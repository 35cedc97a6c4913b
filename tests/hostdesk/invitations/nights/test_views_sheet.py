"""The emergency sheet on the pages of the desk."""

from datetime import date

import pytest

from hostdesk.invitations.nights.commands import plan_night
from tests.ledger.reading import pages
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening, a_closed_night

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def test_the_sheet_of_a_night_says_whose_it_is(desk):
    evening = Evening("mike")

    answer = host_client("Ann").get(f"/nights/{evening.night.pk}/sheet.pdf")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="sheet-2026-11-20-{evening.night.pk}.pdf"'
    assert "Mike's game" in pages(answer.content)[0]


def test_a_blank_one_says_nothing(host):
    answer = host_client(host.name).get("/desk/sheet.pdf")

    assert answer["Content-Disposition"] == 'inline; filename="sheet.pdf"'
    assert "A night by hand" in pages(answer.content)[0]


def test_the_banker_of_the_night_gets_it_too():
    evening = Evening("mike")
    banker = evening.night.bank.banker

    assert banker_client(evening.night, banker).get(f"/nights/{evening.night.pk}/sheet.pdf").status_code == 200


def test_a_night_that_is_not_there(host):
    assert host_client(host.name).get("/nights/99/sheet.pdf").status_code == 404


def test_it_is_offered_before_and_during_a_night(desk):
    planned, running = plan_night(date=date(2026, 11, 27), house="mike"), Evening("mike").night

    for night in (planned, running):
        print_page = f"/print/?night={night.pk}"
        assert print_page in desk.opens(f"/nights/{night.pk}/").leads_to
        assert f"/nights/{night.pk}/sheet.pdf" in desk.opens(print_page).leads_to


def test_a_closed_night_needs_none(desk):
    night = a_closed_night().night

    assert f"/nights/{night.pk}/sheet.pdf" not in desk.opens(f"/print/?night={night.pk}").leads_to


def test_a_blank_one_is_offered_at_the_desk(desk):
    assert "/desk/sheet.pdf" in desk.opens("/print/").leads_to
