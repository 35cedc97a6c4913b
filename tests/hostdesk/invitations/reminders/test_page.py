"""The reminders on a night's page: listed in advance, switched, and sent at once; and their line on the home page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.invitations.reminders.page import reminders_of
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import Message
from reservations.acts.facts import ReminderKind
from reservations.models import Night
from reservations.nights import commands as nights_commands
from tests.hostdesk.post import SERVER, drafted, reach
from tests.reservations.friday import START, Friday, a_house, cast, one, where_it_is_noon
from tests.signed_in import banker_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]

SEATED, UNANSWERED = ReminderKind.SEATED, ReminderKind.UNANSWERED
DAYS = 24 * 60


def a_friday():
    """Plan a Friday: Bo has a seat; Di and Eve were invited long ago and have not answered."""
    cast()
    night = Friday(a_house(), place="12 Elm Street")
    night.invite("Di", "Eve", before=12 * DAYS)
    return night.full("Bo")


def in_ten_days():
    """Plan the same for a night in ten days, in a time zone where it is noon now."""
    cast()
    start = (timezone.now() + timedelta(days=10)).replace(second=0, microsecond=0)
    night = Friday(a_house(), starts_at=start, time_zone=where_it_is_noon())
    night.invite("Di", "Eve", before=12 * DAYS)
    return night.full("Bo")


def listed(night, before):
    return reminders_of(night.night, START - timedelta(minutes=before))


def test_each_reminder_is_listed_with_its_moment_and_its_people():
    found = listed(a_friday(), 5 * DAYS)

    assert [(each.kind, each.on, each.when, each.names) for each in found.listed] == [
        (UNANSWERED, True, "Tue 17 Nov 2026, 19:00", ["Di", "Eve"]),
        (SEATED, True, "Thu 19 Nov 2026, 19:00", ["Bo"]),
    ]
    assert (found.sent, found.zone, found.to_pass_on) == ([], "America/New York", 0)


def test_what_each_says_is_shown_as_its_first_reader_gets_it():
    unanswered, seated = listed(a_friday(), 5 * DAYS).listed

    assert [each.subject.split(" ")[0] for each in (unanswered, seated)] == ["Are", "Reminder:"]
    assert [each.text.split(",")[0] for each in (unanswered, seated)] == ["Hello Di", "Hello Bo"]
    assert ["Elm Street" in each.text for each in (unanswered, seated)] == [False, True]


def test_who_gets_it_by_mail_and_whom_the_host_has_to_tell(settings):
    settings.MAIL_SERVER, settings.DEFAULT_FROM_EMAIL = SERVER, SERVER.sender
    night = a_friday()
    reach("Eve")

    unanswered, _ = listed(night, 5 * DAYS).listed

    assert (unanswered.by_mail, unanswered.to_copy) == (["Eve"], ["Di"])


@pytest.mark.parametrize(
    ("before", "when"),
    [(3 * DAYS, "at once"), (3 * DAYS - 3 * 60, "Wed 18 Nov 2026, 09:00"), (30, "at once"), (29, "")],
)
def test_a_late_one_says_when_it_goes_out_now(before, when):
    assert listed(a_friday(), before).listed[0].when == when


def test_why_nobody_gets_one_is_said():
    cast()
    bare = Friday(a_house())
    quiet = Friday(a_house("quiet", confirmation={"remind_minutes": 0, "unanswered_minutes": 0}))
    timeless = Friday(a_house("timeless"), starts_at=None)

    reasons = [tuple(each.why_none for each in listed(night, 5 * DAYS).listed) for night in (bare, quiet, timeless)]

    assert [len({*each}) for each in reasons] == [2, 1, 1]
    assert len({reason for each in reasons for reason in each}) == 4


def test_what_was_sent_is_listed_and_not_still_to_come():
    night = a_friday()
    night.tick(3 * DAYS)
    draft_messages()

    found = listed(night, 2 * DAYS)

    assert ([each.kind for each in found.listed], found.to_pass_on) == ([SEATED], 2)
    assert [(each.when, each.names, each.by) for each in found.sent] == [("Tue 17 Nov 2026, 19:00", ["Di", "Eve"], "")]


@pytest.mark.parametrize("minutes", [0, -60])
def test_once_the_night_has_begun_there_is_nothing_to_remind_of(minutes):
    assert listed(a_friday(), minutes) is None


def test_a_night_that_is_off_reminds_nobody():
    night = a_friday()
    nights_commands.cancel_night(stamp=night.at(6 * DAYS), night=night.night, reason="snow")

    assert reminders_of(Night.objects.get(pk=night.night.pk), START - timedelta(days=5)) is None


def page_of(night):
    return f"/nights/{night.night.pk}/"


def switching(page, who):
    """Return the form on the page that switches the reminder for that group."""
    forms = [form for form in page.forms if form.action.endswith("/reminders/")]
    return next(form for form in forms if ("who", who) in {(name, value) for name, value, _ in form.buttons})


def test_a_reminder_is_switched_off_and_on_again_on_the_nights_page(desk):
    night = in_ten_days()

    off = desk.sends(switching(desk.opens(page_of(night)), UNANSWERED), who=UNANSWERED)
    switched = dict(night.rsvp_state.switched)
    on = desk.sends(switching(off, UNANSWERED), who=UNANSWERED)

    assert [page.status for page in (off, on)] == [200, 200]
    assert (switched, night.rsvp_state.switched) == (
        {SEATED: True, UNANSWERED: False},
        {SEATED: True, UNANSWERED: True},
    )


def test_sent_now_its_messages_are_there_to_copy(desk):
    night = in_ten_days()
    form = next(form for form in desk.opens(page_of(night)).forms if form.action.endswith("/reminders/now/"))

    pages = [desk.sends(form, who=UNANSWERED) for _ in range(2)]

    assert [page.url for page in pages] == [f"/nights/{night.night.pk}/messages/"] * 2
    assert drafted()[-2:] == ["reminder to answer Di", "reminder to answer Eve"]


def test_what_cannot_be_sent_says_why_and_the_rest_is_still_there(desk):
    night = in_ten_days()
    form = next(form for form in desk.opens(page_of(night)).forms if form.action.endswith("/reminders/now/"))
    night.no("Bo")

    page = desk.sends(form, who=SEATED)

    assert (page.status, "no one has had a seat" in page.text, "Di and Eve" in page.text) == (422, True, True)


def test_the_old_page_of_the_reminders_leads_to_them(desk):
    night = in_ten_days()

    moved = desk.client.get(f"{page_of(night)}reminders/")

    assert (moved.status_code, moved.url) == (301, f"{page_of(night)}?part=reminders#reminders")


def test_home_says_how_many_wait_to_be_passed_on_until_they_are(desk):
    night = in_ten_days()
    night.tick(3 * DAYS)
    draft_messages()
    assert desk.opens("/").links["1 in your inbox"] == "/inbox/"
    assert "2 reminders to pass on" in desk.opens("/inbox/").text

    Message.objects.filter(kind="reminder to answer", player=one("Di")).update(given_at=timezone.now())
    one_left = desk.opens("/inbox/").text
    night.yes("Eve")

    assert ("1 reminder to pass" in one_left, "to pass on" in desk.opens("/inbox/").text) == (True, False)


def test_what_went_by_mail_waits_for_nobody(desk, settings):
    settings.MAIL_SERVER, settings.DEFAULT_FROM_EMAIL = SERVER, SERVER.sender
    night = in_ten_days()
    reach("Di", "Eve")
    night.tick(3 * DAYS)
    draft_messages()
    waiting = [reminders_of(night.night, timezone.now()).to_pass_on]

    Message.objects.filter(player=one("Di")).update(failed="It was refused.", claimed_at=timezone.now())

    assert [*waiting, reminders_of(night.night, timezone.now()).to_pass_on] == [0, 1]


def test_a_banker_sees_the_night_without_its_reminders(desk):
    night = in_ten_days()

    seen = [
        client.get(page_of(night)).content.decode() for client in (desk.client, banker_client(night.night, one("Bo")))
    ]

    assert ["Di" in page for page in seen] == [True, False]
