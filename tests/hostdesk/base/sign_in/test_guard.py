"""Permissions at every address of the desk.

Every kind of visitor asks every address with every method, and a new address without a row fails. The forms are posted
without any of their fields: the test is only about the visitors that get far enough to be told so. The desk and the
browsers are made once; the changes by the requests to one address are rolled back before the next one.
"""

import html
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import time, timedelta
from functools import partial
from typing import Any

import pytest
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory, TestCase
from django.urls import URLPattern, URLResolver, get_resolver, path, resolve, reverse
from django_htmx.middleware import HtmxDetails

from hostdesk.base.sign_in.commands import add_host
from hostdesk.base.sign_in.device_commands import houses_of
from hostdesk.base.sign_in.guard import (
    Audience,
    Guard,
    Role,
    Who,
    for_anyone,
    for_bank,
    for_host,
    for_hosts,
    for_house,
    for_player,
    for_signed_in,
)
from hostdesk.base.sign_in.link_commands import make_link
from hostdesk.invitations.nights.commands import ask_for_date, plan_nights
from hostdesk.models import LinkKind
from hostdesk.table.requests.commands import ask
from hostdesk.table.tables.queries import present_at
from ledger.night.requests import Wanted
from ledger.seasons.commands import make_season
from reservations.acts.facts import Cause
from reservations.models import House, Series
from reservations.nights.plans import WEEKS, Plan, Repeats
from reservations.players.commands import record_player
from reservations.players.queries import player_named
from reservations.strikes.commands import strike
from reservations.tables.seat_commands import seat_everybody
from tests.hostdesk.base.sign_in.rows import (
    ANOTHER,
    BANK,
    BANKER,
    HOST,
    HOSTS,
    HOUSE,
    METHODS,
    NOBODY,
    NOT_THERE,
    NOT_YOURS,
    NOTHING,
    OTHER,
    PEOPLE,
    PLAYER,
    REMOVED,
    ROWS,
    SIGNED_IN,
    THE_HOST,
    THE_PLAYER,
    Row,
    expected,
)
from tests.played_once import played_once
from tests.signed_in import a_host, banker_client, host_client, player_client
from tests.stories.evening import Evening

ASKED = [(who, method) for method in METHODS for who in PEOPLE]
"""Every visitor, with every method."""
TAKEN = [(who, method) for who, method in ASKED if method in ("GET", "POST") or (who, method) == (THE_HOST, "PUT")]
"""Every visitor with the methods that some view takes; with another method only one who passes the guard everywhere."""


def patterns(found: list[Any] | None = None) -> Iterator[URLPattern]:
    """Yield every address of the resolver, nested ones too."""
    for each in get_resolver().url_patterns if found is None else found:
        if isinstance(each, URLResolver):
            yield from patterns(each.url_patterns)
        else:
            yield each


def without_a_row(found: Iterator[URLPattern]) -> list[str]:
    """Return the addresses that have no row."""
    return [str(each.pattern) for each in found if each.name not in ROWS]


class Desk:
    """A desk with an open night, a second night, and every kind of visitor."""

    def __init__(self) -> None:
        evening, first, bought, wrote, consolidated, weekly, struck, sat, polled, asked = _two_nights()
        self.night = first.act.night
        self.banker = self.night.bank.banker
        self.host = a_host()
        # Shared by all browsers: with a handler for each, the middleware would look through every static file again.
        self.handler = Client().handler
        self.removed = player_named("Cy")
        self.evening = evening
        self.season = make_season(key="season-1", name="Autumn", first=evening.now.date()).pk
        browsers = {
            NOBODY: Client(),
            BANKER: banker_client(self.night, self.banker),
            OTHER: banker_client(evening.night, self.banker),
            THE_HOST: host_client(),
            THE_PLAYER: player_client(self.banker),
            ANOTHER: player_client(player_named("Bo")),
            REMOVED: self._browser_of_a_removed_player(),
        }
        for browser in browsers.values():
            browser.get("/")  # marks the visitor as seen today, so that later answers need not
        self.cookies = {who: browser.cookies.output(header="") for who, browser in browsers.items()}
        self.arguments: dict[str, Callable[[str], Any]] = {
            "night_id": lambda who: self.night.pk,
            "number": lambda who: self.removed.number if who == REMOVED else self.banker.number,
            "act": lambda who: bought.act.number,
            "note": lambda who: wrote.act.note.number,
            "month": lambda who: consolidated.act.number,
            "year": lambda who: 2026,
            "series_id": lambda who: weekly.pk,
            "season_id": lambda who: self.season,
            "place": lambda who: 1,
            "strike": lambda who: struck,
            "claim": lambda who: 1,
            "table": lambda who: 1,
            "fact": lambda who: sat,
            "wish": lambda who: asked,
            "poll_id": lambda who: polled,
            "report": lambda who: 1,
            "key": lambda who: self.night.house.key,
            "what": lambda who: "split",
            "secret": lambda who: make_link(LinkKind.HOST, host=self.host),
        }

    def _browser_of_a_removed_player(self) -> Client:
        # Sign in first and remove the player then, so that only the sign-in is no longer valid.
        record_player(stamp=self.evening.stamp(), name="Cy", removed=False)
        browser = player_client(self.removed)
        record_player(stamp=self.evening.stamp(), name="Cy", removed=True)
        return browser

    def answers(self, pattern: URLPattern, asked: Sequence[tuple[str, str]] = ASKED) -> dict[tuple[str, str], int]:
        """Return the answers of an address to these visitors with these methods."""
        browsers = {who: Client() for who in PEOPLE}
        for who, browser in browsers.items():
            browser.cookies.load(self.cookies[who])
        return {(who, method): self._ask(pattern, who, method, browsers[who]) for who, method in asked}

    def _ask(self, pattern: URLPattern, who: str, method: str, browser: Client) -> int:
        wanted = {name: self.arguments[name](who) for name in pattern.pattern.converters}
        address = reverse(str(pattern.name), kwargs=wanted)
        browser.handler = self.handler
        answer = browser.post(address, NOTHING) if method == "POST" else browser.generic(method, address)
        return answer.status_code


@played_once
def _two_nights() -> tuple[Any, ...]:
    """Return an evening that has opened its second night, and the acts and facts from before that."""
    evening = Evening("dave-2018")
    first = evening.opening
    bought = evening.buy_in("Bo", "20.00")
    wrote = evening.buy_in("Bo", "20.00", note="n1", ruling="his birthday")
    evening.takes_over(Ann="5.00", Bo="-5.00")
    consolidated = evening.consolidates(evening.now.date())
    weekly = _series(evening)
    struck = _strike_of_the_banker(evening)
    sat, polled = _seats(evening), _poll(evening)
    bo = player_named("Bo")
    asked = ask(stamp=evening.stamp(), night=evening.night, player=bo, wanted=Wanted.REBUY, amount_cents=2000).fact.pk
    evening.opens("dave-2018")
    return evening, first, bought, wrote, consolidated, weekly, struck, sat, polled, asked


def _series(evening: Evening) -> Series:
    """Plan a weekly night and return its series."""
    first = evening.now.date() + timedelta(days=7)
    weekly = Repeats(WEEKS, 1, first)
    plan_nights(stamp=evening.stamp(), house="mike", plan=Plan(first, time(19)), repeats=weekly)
    return Series.objects.get()


def _strike_of_the_banker(evening: Evening) -> int:
    """Record a strike against the banker and return its fact."""
    night, banker = evening.night, evening.night.bank.banker
    noted = strike(stamp=evening.stamp(), night=night, player=banker, cause=Cause.NO_SHOW, reason="nobody saw them")
    return noted.fact.pk


def _seats(evening: Evening) -> int:
    """Give a seat to everybody who is here and return the fact."""
    return seat_everybody(stamp=evening.stamp(), night=evening.night, present=present_at(evening.night)).fact.pk


def _poll(evening: Evening) -> int:
    """Poll the night's banker for a date and return the fact."""
    dates = [evening.now + timedelta(weeks=week) for week in (1, 2, 3)]
    asked = [evening.night.bank.banker]
    noted = ask_for_date(stamp=evening.stamp(), house="dave-2018", dates=dates, zone="UTC", players=asked)
    return noted.fact.pk


@pytest.fixture(scope="module")
def laid_out(django_db_setup, django_db_blocker):
    """A desk for all addresses, in a transaction around those that roll back each test."""
    with django_db_blocker.unblock():
        begun = TestCase._enter_atomics()  # type: ignore[attr-defined]
        yield Desk()
        TestCase._rollback_atomics(begun)  # type: ignore[attr-defined]


@pytest.fixture
def desk(laid_out, db):
    return laid_out


def test_a_stranger_gets_what_the_row_says_at_every_address(desk):
    asked = [(NOBODY, "GET"), (NOBODY, "POST")]

    answers = {pattern.name: desk.answers(pattern, asked) for pattern in patterns()}

    assert answers == {name: {each: expected(row)[each] for each in asked} for name, row in ROWS.items()}


@pytest.mark.sweep
@pytest.mark.parametrize("pattern", [*patterns()], ids=lambda pattern: str(pattern.name))
def test_everybody_gets_what_the_row_says(desk, pattern):
    row = ROWS[pattern.name]

    answers = desk.answers(pattern, TAKEN)

    assert answers == {asked: expected(row)[asked] for asked in TAKEN}


@pytest.mark.long
@pytest.mark.parametrize("pattern", [*patterns()], ids=lambda pattern: str(pattern.name))
def test_everybody_gets_what_the_row_says_in_every_way(desk, pattern):
    row = ROWS[pattern.name]

    assert desk.answers(pattern) == expected(row)


def test_every_address_has_a_row():
    assert without_a_row(patterns()) == []


def test_every_row_has_an_address():
    assert set(ROWS) - {str(pattern.name) for pattern in patterns()} == set()


def answered(request, **_):
    return HttpResponse("the books")


MARKS = (for_anyone, for_signed_in, for_player, for_bank, for_house, for_hosts, for_host)
open_by_mistake = for_anyone.get(lambda request, night_id: HttpResponse("the books"))
urlpatterns = [
    *get_resolver("hostdesk.urls").url_patterns,
    *(
        path(f"{mark.audience}/<num:number>/<num:night_id>/", mark.get(partial(answered)), name=mark.audience.name)
        for mark in MARKS
    ),
    path("planted/", answered, name="planted"),
    path("nights/<num:night_id>/planted/", open_by_mistake, name="open_by_mistake"),
]


def planted(name):
    return next(each for each in patterns(urlpatterns) if each.name == name)


def test_an_address_without_a_row_is_found():
    assert without_a_row(patterns(urlpatterns[-2:])) == ["planted/", "nights/<num:night_id>/planted/"]


@pytest.mark.urls(__name__)
def test_a_view_that_nobody_marked_is_the_hosts(desk):
    row = Row(HOST, get=200, post=200, but={(THE_HOST, "PUT"): 200, (THE_HOST, "DELETE"): 200})

    assert desk.answers(planted("planted")) == expected(row)


@pytest.mark.sweep
@pytest.mark.urls(__name__)
@pytest.mark.parametrize("audience", Audience)
def test_who_asks_in_a_way_that_no_view_takes_learns_no_more_than_by_another(desk, audience):
    assert desk.answers(planted(audience.name)) == expected(Row(audience, get=200))


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("audience", [HOST, BANK, PLAYER, SIGNED_IN])
def test_a_view_that_is_open_by_mistake_is_caught(desk, audience):
    assert desk.answers(planted("open_by_mistake")) != expected(Row(audience, get=200, post=200))


def answered_by_the_guard(desk, pattern, houses):
    """Return the guard's own answer to a host of these houses; 200 if it lets the host through."""
    asked = {name: desk.arguments[name](THE_HOST) for name in pattern.pattern.converters}
    return guarded(desk, pattern.callback, asked, houses)


def guarded(desk, view, asked, houses):
    request: Any = RequestFactory().post("/")
    request.htmx, request.who = HtmxDetails(request), Who(Role.HOST, name="Zoë", houses=houses)
    try:
        answer = Guard(answered).process_view(request, view, (), asked)
    except Http404:
        return NOT_THERE
    return 200 if answer is None else answer.status_code


def test_a_host_of_houses_gets_to_what_is_of_their_houses_and_to_what_asks_for_them(desk):
    houses = frozenset(House.objects.values_list("pk", flat=True))
    closed = {PLAYER: NOT_THERE, HOST: NOT_YOURS}

    answers = {each.name: answered_by_the_guard(desk, each, houses) for each in patterns()}

    assert answers == {name: closed.get(row.audience, 200) for name, row in ROWS.items()} | {
        "name_claim": NOT_THERE,
        "own_poll": 200,
    }


def test_another_house_is_as_little_there_as_none(desk):
    closed = {PLAYER: NOT_THERE, BANK: NOT_THERE, HOUSE: NOT_THERE, HOST: NOT_YOURS}
    others = dict.fromkeys(("house_rules", "house_changes"), NOT_THERE) | {"inbox": 200}
    others |= dict.fromkeys(("history", "history_act", "book_act"), 200)  # their views show the host's own houses only

    answers = {each.name: answered_by_the_guard(desk, each, frozenset([0])) for each in patterns()}

    assert answers == {name: closed.get(row.audience, 200) for name, row in ROWS.items()} | others


def astray(desk, browser, pattern, houses):
    """Return the targets of a page's links that are closed to a host of these houses; the page itself has to open."""
    asked = {name: desk.arguments[name](THE_HOST) for name in pattern.pattern.converters}
    page = browser.get(reverse(str(pattern.name), kwargs=asked), follow=True)
    assert page.status_code == 200, pattern.name
    if not page.headers["Content-Type"].startswith("text/html"):
        return []
    links = {html.unescape(each).partition("?")[0] for each in re.findall(r'(?:href|action)="(/[^"#]*)', page.text)}
    found = [resolve(each) for each in links if not each.startswith("/static/")]
    return sorted(each.url_name for each in found if guarded(desk, each.func, each.kwargs, houses) != 200)


SEEN = [
    pytest.param(each, marks=[pytest.mark.long] if row.audience == BANK else [], id=each.name)
    for each, row in ((each, ROWS[str(each.name)]) for each in patterns())
    if row.audience in (HOUSE, HOSTS, SIGNED_IN, BANK) and row.get in (200, 302)
]


@pytest.mark.sweep
@pytest.mark.parametrize("pattern", SEEN)
def test_no_link_leads_a_host_of_houses_astray(desk, pattern):
    house = desk.night.house
    zoe = add_host("Zoë", [house, Series.objects.get().house])
    browser = host_client("Zoë")
    browser.handler = desk.handler

    assert astray(desk, browser, pattern, houses_of(zoe)) == []
