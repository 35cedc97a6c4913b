"""The door's poll every few seconds: it sends the parts that another device, or the passing time, has changed."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.table.door.page import door_of
from ledger.night import commands as night_commands
from reservations.models import Night
from reservations.strikes import commands as strikes_commands
from tests.hostdesk.at_the_door import a_friday, closes, opens, url
from tests.reservations.friday import one

pytestmark = [pytest.mark.further, pytest.mark.django_db]


friday = pytest.fixture(a_friday)
opened = pytest.fixture(opens)


def asks(desk, page):
    """Poll once as the page does."""
    address = re.search(r'id="pulse" hx-get="([^"]+)"', page.html).group(1)
    return desk.client.get(address.replace("&amp;", "&"), headers={"HX-Request": "true", "HX-Trigger": "pulse"})


def rows(html):
    """Return the rows of a page: the mark of each row's text, by the player's number."""
    return dict(re.findall(r'id="visitor-(\d+)" data-reads="(\w+)"', html))


def comes(friday, name):
    friday.do("mark_came", name, -33, came=True)  # holds even if a minute ends meanwhile


def test_nothing_is_sent_while_nothing_happens(desk, friday):
    page = desk.opens(url(friday))

    assert [asks(desk, page).status_code for _ in range(2)] == [204, 204]


def test_what_another_device_ticks_is_sent_and_the_other_rows_read_as_before(desk, friday):
    page = desk.opens(url(friday))
    comes(friday, "Bo")

    sent = asks(desk, page)

    bo, cy = (str(one(name).number) for name in ("Bo", "Cy"))
    before, after = rows(page.html), rows(sent.content.decode())
    assert (list(after), after[bo] == before[bo], after[cy] == before[cy]) == (list(before), False, True)
    assert sent.content.decode().count('hx-swap-oob="true"') == 6


def test_what_was_sent_is_not_sent_again(desk, friday):
    page = desk.opens(url(friday))
    comes(friday, "Bo")

    page.html = asks(desk, page).content.decode()

    assert asks(desk, page).status_code == 204


def arrives(friday):
    night_commands.arrive(stamp=friday.at(-31), night=friday.night, player=one("Bo"))


def says_no(friday):
    friday.no("Cy", before=-1)


def shows_an_id(friday):
    strikes_commands.see_id(stamp=friday.at(-1), player=one("Bo"), on=timezone.localdate())


@pytest.mark.parametrize("happens", [arrives, says_no, shows_an_id])
def test_acts_answers_and_ids_are_sent(desk, opened, happens):
    page = desk.opens(url(opened))

    happens(opened)

    assert asks(desk, page).status_code == 200


def test_a_time_that_has_passed_is_sent(desk, friday):
    page = desk.opens(url(friday))
    page.html = page.html.replace("changes=0", "changes=1")

    assert asks(desk, page).status_code == 200


def test_it_reads_otherwise_when_somebody_is_due_and_when_their_seat_is_kept_no_more():
    friday = a_friday(started=-60)
    friday.yes("Di", expected_at=friday.start + timedelta(minutes=40))
    night = Night.objects.select_related("house", "rules").get(pk=friday.night.pk)
    at = [friday.start + timedelta(minutes=minutes) for minutes in (-60, 0, 15, 16, 40, 55, 56)]

    changes = [door_of(night, moment).changes_at for moment in at]

    after = [each and (each - friday.start).total_seconds() for each in changes]
    assert after == [0, 901, 901, 2400, 3301, 3301, None]


@pytest.mark.parametrize("happens", [opens, closes])
def test_where_the_bank_opens_or_closes_all_of_it_is_drawn_anew(desk, friday, happens):
    if happens is closes:
        opens(friday)
    page = desk.opens(url(friday))
    happens(friday)

    sent = asks(desk, page)

    assert (sent.headers["HX-Retarget"], sent.headers["HX-Reselect"]) == ("#door", "#door")
    assert 'id="door"' in sent.content.decode()


@pytest.mark.parametrize("said", ["", "fact=x&changes=-1&since=1e9", "fact=999999&changes=99999999999999999"])
def test_whatever_is_asked_the_parts_are_sent(desk, friday, said):
    comes(friday, "Bo")

    assert desk.client.get(url(friday, f"since/0/?state=planned&{said}")).status_code == 200


def test_more_people_take_no_more_queries_while_nothing_happens(desk, friday, django_assert_max_num_queries):
    counts = []
    for name in ("Di", "Eve"):
        page = desk.opens(url(friday.full(name)))
        with django_assert_max_num_queries(20) as queries:
            asks(desk, page)
        counts.append(len(queries))

    assert counts[0] == counts[1]
