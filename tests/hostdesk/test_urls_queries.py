"""The most frequent requests, and the exact number of queries that each makes: one more query fails a test.

The head is kept outside of the books, as at every desk.

A page takes as many queries on SQLite as on PostgreSQL. SQLite takes the lock of an act when the transaction begins;
PostgreSQL takes it by a query, so requests with acts are counted on SQLite alone.
"""

import re
from html import unescape
from itertools import count

import pytest
from django.db import connection

from reservations.players.queries import player_named
from tests.signed_in import host_client, player_client
from tests.stories.evening import Evening
from tests.stories.months import a_plan

# Real transactions, because savepoints would be counted as queries.
pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

QUERIES = {
    "buy-in": 13,
    "the page after it": 7,
    "Tonight": 7,
    "a player's panel": 9,
    "the count of a cash-out": 9,
    "a cash-out": 11,
    "the poll": 1,
    "home": 4,
    "a player's own page": 15,
    "THE BOOK": 7,
    "the nights": 11,
}


class Counted:
    """The number of queries of each request, at a device that has seen every page before."""

    def __init__(self) -> None:
        self.counted: dict[str, int] = {}

    def counting(self, what):
        """Count the statements sent to the database, from 0; a COMMIT does not count, nor PostgreSQL's BEGIN."""
        self.counted[what] = 0

        def execute(todo, *arguments):
            self.counted[what] += 1
            return todo(*arguments)

        return connection.execute_wrapper(execute)


class Requests(Counted):
    """A host and a player at their devices."""

    def __init__(self) -> None:
        super().__init__()
        self.evening, self.host, self.keys = Evening("mike"), host_client("Ann"), count()
        for name in ("Bo", "Cy"):
            self.evening.buy_in(name, "20.00")
        self.evening.last_hand()
        self.tonight = f"/nights/{self.evening.night.pk}/tonight/"

    def gets(self, what, url, client=None, **headers):
        client = client or self.host
        for _ in range(2):
            client.get(url, headers=headers)
        with self.counting(what):
            return client.get(url, headers=headers).content.decode()

    def posts(self, what, name, verb, **said):
        url, key = f"{self.tonight}players/{player_named(name).number}/{verb}/", f"key-{next(self.keys):04}"
        with self.counting(what):
            answer = self.host.post(url, {**said, "key": key})
        assert answer.status_code == 303
        return answer["Location"]


@pytest.mark.sqlite  # PostgreSQL also runs queries for its lock and its standby
def test_the_most_used_requests_make_exactly_so_many_queries(settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    requests = Requests()
    bo = player_named("Bo")
    panel = f"{requests.tonight}players/{bo.number}/"

    page = requests.gets("Tonight", requests.tonight)
    (pulse,) = re.findall(r'id="pulse" hx-get="([^"]+)"', page)
    requests.gets("the poll", unescape(pulse), **{"HX-Request": "true", "HX-Trigger": "pulse"})
    requests.gets("a player's panel", panel)
    requests.gets("the count of a cash-out", f"{panel}cash-out/")
    requests.gets("home", "/")
    requests.gets("THE BOOK", "/book/")
    requests.gets("the nights", "/nights/")
    requests.gets("a player's own page", f"/own/{bo.number}/", player_client(bo))
    again = {"amount": "10.00", "again": "yes", "late": "yes"}
    requests.posts("buy-in", "Bo", "buy-in", **again)
    requests.gets("the page after it", requests.posts("buy-in", "Bo", "buy-in", **again))
    requests.posts("a cash-out", "Cy", "cash-out", step="pay", player_count="20.00", banker_count="20.00")

    assert requests.counted == QUERIES


CLOSED = {
    "/nights/": 11,
    "/players/": 6,
    "/book/": 7,
    "/seasons/?season=all": 6,
    "/seasons/pictures/?season=all": 6,
    "/history/?night={night}": 10,
    "/nights/{night}/": 17,
    "/nights/{night}/report.pdf": 7,
}
"""After a closed night, once the cached part of it has been read."""


def test_a_closed_night_and_the_lists_make_exactly_so_many_queries():
    requests = Requests()
    for name in ("Bo", "Cy"):
        requests.evening.cash_out(name, "20.00")
    requests.evening.counts_drawer("200.00")
    requests.evening.closes()

    for url in CLOSED:
        page = url.format(night=requests.evening.night.pk)
        requests.host.get(page)
        with requests.counting(url):
            assert requests.host.get(page).status_code == 200

    assert requests.counted == CLOSED


PAID = {"a player's own page": 13, "I have paid": 15, "the page after it": 20}


@pytest.mark.sqlite  # PostgreSQL also runs queries for its lock and its standby
def test_i_have_paid_and_the_page_after_it_make_exactly_so_many_queries(settings, tmp_path):
    settings.HEAD = tmp_path / "head"
    a_plan()  # Cy pays Ann 25.00
    cy, requests = player_named("Cy"), Counted()
    phone, page = player_client(cy), f"/own/{cy.number}/"
    phone.get(page)

    with requests.counting("a player's own page"):
        phone.get(page)
    with requests.counting("I have paid"):
        answer = phone.post(f"{page}payments/28/3/", {"step": "claim", "amount": "25.00", "key": "key-paid-0001"})
    with requests.counting("the page after it"):
        shown = phone.get(answer["Location"])

    assert (answer.status_code, shown.status_code, requests.counted) == (303, 200, PAID)
