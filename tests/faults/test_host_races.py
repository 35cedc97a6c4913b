"""Two hosts at once: each records only in their own houses, and one host of all houses always stays."""

import pytest

from hostdesk.base.sign_in.commands import add_host, give_houses
from hostdesk.models import Host
from ledger.bank.queries import bank_of
from tests.faults.racing import ROUNDS, at_once, faults, opened, told
from tests.signed_in import a_host, host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db(transaction=True)]


def posting(browser, said, night):
    return lambda: browser.post(f"/nights/{night.pk}/tonight/float/", said).status_code


def test_of_two_hosts_who_post_at_once_the_one_of_another_house_records_nothing(players):
    east, west = opened(players, 7, house="dave-2018"), opened(players, 6)
    add_host("Zoë", [east.house])
    add_host("Otto", [west.house])
    browsers = [host_client(name) for name in ("Zoë", "Otto")]

    for place in range(ROUNDS):
        said = [{"key": f"{who}-{place:06}", "amount": f"{10 + place}"} for who in ("zoe", "otto")]
        assert at_once(*[posting(*each, east) for each in zip(browsers, said, strict=True)]) == [303, 404]

    added = sum(10 + place for place in range(ROUNDS)) * 100
    assert [bank_of(night).balances.drawer_cents for night in (east, west)] == [10000 + added, 10000]
    assert faults() == []


def test_of_two_who_take_each_others_houses_at_once_one_keeps_all(night):
    hanna, otto = a_host("Hanna"), a_host("Otto")

    for _ in range(ROUNDS):
        takes = [
            lambda whom=whom, by=by: give_houses(whom.pk, [night.house], by=by.name).pk
            for whom, by in ((hanna, otto), (otto, hanna))
        ]
        assert sorted(told(at_once(*takes))) == ["NotRemoved", "int"]
        assert Host.objects.filter(all_houses=True).count() == 1
        Host.objects.update(all_houses=True)
