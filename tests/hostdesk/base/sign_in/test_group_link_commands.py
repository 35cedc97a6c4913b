"""The link for a group chat: the night it leads to, its end, and the limit on its use."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.base.sign_in.group_link_commands import (
    LOOK,
    MOST_IN_AN_HOUR,
    TRY,
    GroupLinkOver,
    find_group_link,
    give_group_link,
    group_link_to,
    make_group_link,
    may_use,
    network_of,
    night_behind,
    set_group_links,
)
from hostdesk.base.sign_in.link_commands import end_link, secret_of
from hostdesk.models import GroupLinkUse, Link
from ledger.models import Bank
from reservations.acts.kinds import Stamp
from reservations.models import Desk, Series
from reservations.nights.commands import cancel_night, restore_night
from tests.hostdesk.invitations.group_link.chat import a_chat
from tests.reservations.friday import Friday, a_house
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def chat(db):
    return a_chat()


def over(link, now):
    """Return the reason why a link leads nowhere; "" if it leads somewhere."""
    try:
        night_behind(link, now)
    except GroupLinkOver as why:
        return str(why)
    return ""


def a_series(starts_at, weeks=3):
    """Make a weekly series of Fridays, and return its nights."""
    house = a_house("weekly")
    series = Series.objects.create(
        house=house, every="weekly", first=starts_at.date(), starts=starts_at.time(), time_zone="UTC"
    )
    return [
        Friday(
            house,
            starts_at=starts_at + timedelta(weeks=week),
            time_zone="UTC",
            series=series,
            series_day=starts_at.date() + timedelta(weeks=week),
        ).night
        for week in range(weeks)
    ]


def test_a_link_leads_to_its_night_and_can_be_written_again(chat):
    secret = secret_of(chat.link)

    assert (len(secret), find_group_link(secret), night_behind(chat.link, chat.now)) == (43, chat.link, chat.night)
    assert Link.objects.filter(digest=secret).count() == 0


def test_a_secret_that_nobody_made_leads_nowhere(chat):
    assert find_group_link("x" * 43) is None


def test_with_another_secret_of_the_desk_it_cannot_be_written(chat, settings):
    settings.SECRET_KEY = "another one " * 4

    assert secret_of(chat.link) == ""


def test_a_new_link_ends_the_one_before(chat):
    made = make_group_link(chat.night, made_by="Ann")

    chat.link.refresh_from_db()
    assert over(chat.link, chat.now) == "The host has ended this link."
    assert (secret_of(chat.link), group_link_to(chat.night), over(made, chat.now)) == ("", made, "")


def test_an_ended_link_is_not_made_again_by_itself(chat):
    end_link(chat.link)

    give_group_link(chat.night)

    assert group_link_to(chat.night) is None


def test_a_night_without_a_link_gets_one_by_itself(chat):
    other = Friday(chat.night.house, starts_at=chat.friday.start + timedelta(days=7)).night

    for _ in range(2):
        give_group_link(other, made_by="Ann")

    assert Link.objects.filter(night=other, made_by="Ann").count() == 1


def test_a_night_of_a_series_with_a_link_gets_none_of_its_own(db):
    first, *_ = a_series(timezone.now() + timedelta(days=3))
    made = make_group_link(first.series, made_by="Ann")

    give_group_link(first)

    assert (group_link_to(first), Link.objects.count()) == (made, 1)


def test_the_link_of_a_series_comes_before_that_of_a_night(db):
    first, second, _ = a_series(timezone.now() + timedelta(days=3))
    make_group_link(first, made_by="Ann")
    of_all = make_group_link(first.series, made_by="Ann")

    assert [group_link_to(first), group_link_to(second)] == [of_all, of_all]


def test_the_link_of_a_series_leads_to_the_next_night_of_it(db):
    start = timezone.now() + timedelta(days=3)
    first, second, third = a_series(start)
    link = make_group_link(first.series, made_by="Ann")
    cancel_night(stamp=Stamp("the-heating", timezone.now()), night=second, reason="The heating.")

    moments = [start, start + timedelta(hours=13), start + timedelta(weeks=2, hours=11)]

    assert [night_behind(link, moment) for moment in moments] == [first, third, third]
    assert over(link, start + timedelta(weeks=2, hours=13)) == (
        "No night of this series is planned now. Look again later, or ask the host."
    )


def test_a_link_is_over_a_day_after_the_day_of_its_night(chat):
    starts_at = chat.night.starts_at

    assert over(chat.link, starts_at + timedelta(hours=11)) == ""
    assert over(chat.link, starts_at + timedelta(hours=49)).endswith(" is over.")


def test_a_cancelled_night_has_its_link_again_once_it_is_on_again(chat):
    cancel_night(stamp=chat.friday.at(900), night=chat.night, reason="The heating.")
    off = over(chat.link, chat.now)

    restore_night(stamp=chat.friday.at(800), night=chat.night)

    assert (off.endswith(" is cancelled."), over(chat.link, chat.now)) == (True, "")


def test_a_night_that_is_closed_has_no_link(db):
    evening = Evening("dave-2018")
    link = make_group_link(evening.night, made_by="Hanna")
    before = over(link, evening.now)

    Bank.objects.update(closed=evening.night.bank.opened)

    assert (before, over(link, evening.now).endswith(" is over.")) == ("", True)


def test_one_address_uses_up_its_own_share(chat):
    most, _ = MOST_IN_AN_HOUR[TRY]

    used = [may_use(chat.link, TRY, "10.0.0.1", chat.now) for _ in range(most + 2)]

    assert used == [True] * most + [False] * 2
    assert may_use(chat.link, TRY, "10.0.0.2", chat.now)
    assert may_use(chat.link, LOOK, "10.0.0.1", chat.now)


def test_all_addresses_together_have_a_bound(chat):
    most = MOST_IN_AN_HOUR[TRY][1]
    may_use(chat.link, TRY, "10.0.0.1", chat.now)
    GroupLinkUse.objects.filter(address="").update(times=most - 1)

    assert [may_use(chat.link, TRY, f"10.0.0.{host}", chat.now) for host in (2, 3)] == [True, False]


def test_the_next_hour_counts_anew_and_forgets_those_of_days_ago(chat):
    may_use(chat.link, TRY, "10.0.0.1", chat.now - timedelta(days=3))
    may_use(chat.link, TRY, "10.0.0.1", chat.now)
    GroupLinkUse.objects.update(times=MOST_IN_AN_HOUR[TRY][1])

    assert GroupLinkUse.objects.filter(hour__lt=chat.now - timedelta(days=2)).count() == 0
    assert may_use(chat.link, TRY, "10.0.0.1", chat.now + timedelta(hours=1))


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("fd00:1:2:3:4:5:6:7", "fd00:1:2:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nobody", "unknown"),
    ],
)
def test_a_home_is_counted_as_one(address, counted):
    assert network_of(address) == counted


def test_the_desk_lets_phones_wait_if_it_is_told_so(chat):
    before = Desk.objects.get().claims_wait

    set_group_links(waits=True, shares_rules=False)

    assert (before, Desk.objects.get().claims_wait) == (False, True)
