"""The rows below the most important part: eight at most, and none without a concern of the player's."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hostdesk.invitations.coming.page import nights_ahead
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.people.own.rows_page import answer_rows, own_rows
from hostdesk.rules.houses.presets import load_preset
from ledger.book.commands import object_to
from reservations.acts.kinds import Stamp
from reservations.houses.commands import revise_house
from reservations.models import Act, Desk, House
from tests.hostdesk.browsing import own, phone
from tests.played_once import played_once
from tests.reservations.friday import Friday, cast, one
from tests.reservations.polls.dates import Dates
from tests.stories.evening import Evening
from tests.stories.months import a_plan

pytestmark = [pytest.mark.further, pytest.mark.django_db]
NOW = timezone.now().replace(second=0, microsecond=0)
DATES = [NOW + timedelta(weeks=week) for week in (1, 2, 3)]


def rows_of(name, *, in_book=False):
    later = nights_ahead(one(name), NOW, timezone.localdate(NOW), frozenset())[1:]
    return own_rows(one(name), Desk.objects.get(), later, NOW, in_book=in_book)


@pytest.fixture
@played_once
def fullest():
    """Bo is in THE BOOK, objects twice, has two date polls, and is invited to three nights under changed rules."""
    a_plan()
    house = House.objects.get()
    mine = Act.objects.filter(kind="buy_in", content__contains=f'"player":{one("Bo").number}')[:2]
    for act in mine:
        object_to(stamp=Stamp(f"objects-{act.number}", NOW, "Bo"), player=one("Bo"), act=act.number, words="No.")
    revise_house(house=house, document={**load_preset("ericn"), "key": house.key, "name": house.name})
    for week in (1, 2, 3):
        Friday(house, starts_at=NOW + timedelta(weeks=week)).invite("Bo", before=60)
    for _ in range(2):
        Dates(house, "Bo", dates=DATES, last_day=timezone.localdate(NOW) + timedelta(days=3))
    draft_messages()


def test_more_nights_polls_messages_and_objections_are_no_more_queries(fullest):
    client = phone("Bo").client
    client.get(own("Bo"))
    with CaptureQueriesContext(connection) as before:
        client.get(own("Bo"))
    for week in (4, 5):
        Friday(House.objects.get(), starts_at=NOW + timedelta(weeks=week)).invite("Bo", before=60)
    for _ in range(2):
        Dates(House.objects.get(), "Bo", dates=DATES, last_day=timezone.localdate(NOW) + timedelta(days=3))
    for act in Act.objects.filter(kind="buy_in", content__contains=f'"player":{one("Bo").number}')[2:4]:
        object_to(stamp=Stamp(f"objects-{act.number}", NOW, "Bo"), player=one("Bo"), act=act.number, words="No.")
    draft_messages()

    client.get(own("Bo"))
    with CaptureQueriesContext(connection) as after:
        client.get(own("Bo"))

    assert len(after) == len(before)


def test_in_the_fullest_state_there_are_eight(fullest):
    rows = rows_of("Bo", in_book=True)

    assert [(row.title, row.pill, len(row.more)) for row in rows] == [
        ("For you", f"{rows[0].pill.split()[0]} new", 0),
        ("When can you come?", "answer", 2),
        ("2 more nights", "", 2),
        ("The rules changed", "read", 0),
        ("What you object to", "", 2),
        ("My nights", "", 0),
        ("THE BOOK", "", 0),
        ("Me", "", 0),
    ]


def test_who_is_new_has_one():
    cast()

    assert [(row.title, row.url) for row in rows_of("Bo")] == [("Me", own("Bo", "me/"))]


def test_one_of_a_kind_stands_for_itself():
    cast()
    poll = Dates(None, "Bo", "Cy", dates=DATES, last_day=timezone.localdate(NOW) + timedelta(days=3))
    poll.says("Cy", "yny")

    rows = [answer_rows(one(name), (), NOW) for name in ("Bo", "Cy", "Di")]

    assert [[(row.url, row.pill) for row in each] for each in rows] == [
        [(own("Bo", f"polls/{poll.number}/"), "answer")],
        [(own("Cy", f"polls/{poll.number}/"), "")],
        [],
    ]


def test_the_season_says_what_it_came_to():
    evening = Evening("dave-2020")
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.ends("200.00")

    season = next(row for row in rows_of("Bo") if row.url == own("Bo", "nights/"))

    assert (season.about.startswith("1 night"), season.figure) == (True, "0.00")
