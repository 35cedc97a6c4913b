"""PostgreSQL dies while a desk records, and its standby takes over: every acknowledged act is there, once."""

import threading
from http import HTTPStatus

import pytest
from django.db import DatabaseError, OperationalError, connections, transaction

from hostdesk.base.site import league_queries
from hostdesk.base.site.health_queries import check_health
from hostdesk.base.site.troubles import BUSY, NOT_FOLLOWED, trouble_in
from hostdesk.management.commands import doctor
from hostdesk.safekeeping.backups.queries import instead_of_default
from ledger.buy_in.commands import buy_in
from ledger.money.words import Means
from reservations.acts import queries
from reservations.models import Act
from tests.faults.racing import faults, stamp
from tests.replica import running_pair
from tests.signed_in import host_client

pytestmark = [pytest.mark.pg, pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

ACTS = 3


class Desk(threading.Thread):
    """Records buy-ins one after the other, until the database is gone."""

    def __init__(self, night, player, address):
        super().__init__(daemon=True)
        self.night, self.player, self.address = night, player, address
        self.told, self.unsure = [], ""

    def run(self):
        other = connections["default"].copy()
        other.settings_dict = {**other.settings_dict, **self.address}
        with instead_of_default(other):
            try:
                for number in range(1_000):
                    self.unsure = f"act-{number}"
                    self.records(self.unsure)
                    self.told.append(self.unsure)
            except DatabaseError:
                other.close()

    def records(self, key):
        buy_in(stamp=stamp(key), night=self.night, player=self.player, amount_cents=1000, pay=Means.CASH)


@pytest.mark.parametrize("waits", [True, False])
def test_what_was_acknowledged_is_at_the_standby_if_it_was_waited_for(waits, night, players, monkeypatch):
    monkeypatch.setattr(league_queries, "WAITS_AT_MOST", 0)  # seconds: an act that waits is reported at once
    socket = connections["default"].settings_dict["OPTIONS"]["host"]
    with running_pair(waits_for_second=waits, of=f"host={socket}") as pair:
        ports = f"{pair.first.port},{pair.second.port}"
        both = {"HOST": "127.0.0.1,127.0.0.1", "PORT": ports, "OPTIONS": {"target_session_attrs": "read-write"}}
        other, tablet = connections["default"].copy(), host_client(raise_request_exception=False)
        other.settings_dict = {**other.settings_dict, **both}
        desk = Desk(night, players[1], both)
        desk.start()
        pair.until(lambda: len(desk.told) >= ACTS)
        pair.cut_the_line()
        with instead_of_default(other):
            pair.until(lambda: league_queries.waits_for_standby() if waits else len(desk.told) >= 3 * ACTS)
            told = {check_health().trouble, f"{doctor.league().sentence}. {doctor.league().way_out}."}
            refused = tablet.post("/theme/", {"theme": "dark"}).status_code == HTTPStatus.SERVICE_UNAVAILABLE
        pair.fail_over()
        desk.join(30)
        pair.first.order("ALTER SYSTEM SET synchronous_standby_names = ''")

        with instead_of_default(other):
            there = {*Act.objects.values_list("key", flat=True)}
            lost = {f"{key:_<8}" for key in desk.told} - there
            desk.records(desk.unsure)
            desk.records(desk.unsure)
            numbers = [*Act.objects.order_by("number").values_list("number", flat=True)]
            found = faults()

    assert (not lost, refused, told == {str(NOT_FOLLOWED)}) == (waits, waits, waits)
    assert (numbers, found) == ([*range(1, len(numbers) + 1)], [])


@pytest.mark.usefixtures("night")
def test_an_act_waits_for_the_one_before_it_and_no_longer_than_a_page_may(monkeypatch):
    monkeypatch.setattr(queries, "LOCKED_AT_MOST", 0.1)
    other = connections["default"].copy()
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("SELECT FROM reservations_desk FOR UPDATE")

    with pytest.raises(OperationalError) as refused, transaction.atomic():
        queries.lock_desk()
    other.close()

    assert trouble_in(refused.value) is BUSY
