"""The door list on the pages of the desk."""

import pytest

from tests.ledger.reading import pages
from tests.reservations.friday import Friday, a_house, cast
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_the_list_says_whose_it_is(host):
    cast()
    friday = Friday(a_house()).full("Bo")

    answer = host_client(host.name).get(f"/nights/{friday.night.pk}/door.pdf")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="door-2026-11-20-{friday.night.pk}.pdf"'
    assert {"The friday game", "☐ Bo"} <= {*pages(answer.content)[0]}


def test_the_same_facts_give_the_same_bytes(host):
    cast()
    friday = Friday(a_house()).full("Bo", "Cy", "Di")

    papers = [host_client(host.name).get(f"/nights/{friday.night.pk}/door.pdf").content for _ in range(2)]

    assert papers[0] == papers[1]


def test_the_banker_of_the_night_gets_it_too():
    night = Evening("mike").night

    assert banker_client(night, night.bank.banker).get(f"/nights/{night.pk}/door.pdf").status_code == 200


def test_a_night_that_is_not_there(host):
    assert host_client(host.name).get("/nights/99/door.pdf").status_code == 404
