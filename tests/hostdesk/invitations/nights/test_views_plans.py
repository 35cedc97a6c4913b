"""The pages that plan nights and change them."""

from datetime import UTC, date, datetime, time

import pytest
from django.utils.timezone import localdate

from hostdesk.invitations.nights.commands import plan_night
from reservations.houses.commands import make_house
from reservations.models import Night, Series
from reservations.nights.queries import plan_of
from reservations.players.queries import regulars
from reservations.rsvps.queries import rsvp_state_of
from tests.reservations.planned import again, comes, friday_document, said_of
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

HERE = "America/New_York"


def planning(desk, address="/nights/plan/"):
    return next(form for form in desk.opens(address).forms if "house" in form.fields)


def changing(desk, night):
    return desk.opens(f"/nights/{night.pk}/change/").form("/change/")


def test_a_night_is_planned_with_all_that_is_said_of_it(desk):
    form = planning(desk)

    said = {"starts": "19:30", "ends": "01:00", "seats": "12", "tables": "2", "place": "Elm Street 7"}
    page = desk.sends(form, date="2099-11-20", house="hybrid", note="Shoes off", maybe_hours="24", **said)

    night = Night.objects.get()
    assert (page.url, plan_of(night).starts, plan_of(night).ends) == (f"/nights/{night.pk}/", time(19, 30), time(1))
    assert (night.seats, night.tables, night.place, night.note) == (12, 2, "Elm Street 7", "Shoes off")
    shown = ("19:30 to about 01:00", "Hybrid game", "“Maybe” closes Thu 19 Nov 2099, 19:30", "Elm Street 7")
    assert [words for words in (*shown, "Rules of the night", "Shoes off") if words not in page.text] == []
    assert "0 of 12 seats taken" in page.text


def test_a_night_is_planned_and_all_regulars_are_invited_once(desk):
    Evening("dave-2018")
    form = planning(desk)
    said = {"date": "2099-11-20", "house": "hybrid", "starts": "19:30", "then": "invite"}

    pages = [desk.sends(form, **said) for _ in range(2)]

    night = Night.objects.get(date=date(2099, 11, 20))
    assert [page.url for page in pages] == [f"/nights/{night.pk}/messages/"] * 2
    assert [fact.kind for fact in night.facts.order_by("pk")] == ["invite"]
    assert rsvp_state_of(night).invited == {each.number for each in regulars()}


def test_a_start_that_no_clock_shows_is_refused_with_one_that_would_do(desk):
    form = planning(desk)
    said = {"date": "2099-03-08", "house": "hybrid", "zone": HERE}

    refused = desk.sends(form, **said, starts="02:30", status=422)
    page = desk.sends(refused.form("/plan/"), starts="03:00")
    night = Night.objects.get()
    again = desk.sends(changing(desk, night), starts="02:15", status=422)

    assert "Clocks go forward and skip 02:30 that day. Write 03:00." in refused.text
    assert "skip 02:15 that day" in again.text
    assert (page.url, plan_of(night).starts) == (f"/nights/{night.pk}/", time(3))


def test_a_double_tap_plans_one(desk):
    form = planning(desk)

    pages = [desk.sends(form, date="2099-11-20", house="hybrid") for _ in range(2)]

    assert (pages[0].url, Night.objects.count()) == (pages[1].url, 1)


def test_a_form_that_was_used_already_is_told(desk):
    form = planning(desk)
    desk.sends(form, date="2099-11-20", house="hybrid")

    page = desk.sends(form, date="2099-11-21", house="hybrid")

    assert (page.status, Night.objects.count()) == (409, 1)


def test_a_night_elsewhere_has_the_times_of_its_place(desk):
    page = desk.sends(planning(desk), date="2099-11-20", starts="19:00", house="hybrid", zone="Europe/Berlin")

    assert Night.objects.get().starts_at == datetime(2099, 11, 20, 18, tzinfo=UTC)
    assert "19:00 (Europe/Berlin)" in page.text


def test_a_night_that_repeats(desk):
    page = desk.sends(
        planning(desk), date="2099-11-20", house="hybrid", repeat="monthly", interval="2", until="2100-02-28"
    )

    assert [str(day) for day in Night.objects.values_list("date", flat=True)] == ["2099-11-20", "2100-01-15"]
    assert "Planned: 2 nights. Later ones follow by themselves." in page.text
    assert page.links["Every 2 months on the third Friday"] == f"/series/{Series.objects.get().pk}/"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"starts": ""}, "Say when it starts."),
        ({"starts": "7pm"}, "'7pm' is not a time like 20:30."),
        ({"seats": "0"}, "A night has 1 to 1000 seats."),
        ({"seats": "٣"}, "'٣' is no whole number."),
        ({"seats": "1e3"}, "'1e3' is no whole number."),
        ({"tables": "3"}, "Select a valid choice. 3 is not one of the available choices."),
        ({"place": "a\nb"}, "no place in a line of text"),
        ({"note": "n" * 501}, "it is longer than 500 characters"),
        ({"maybe_hours": "3", "maybe_on": "2099-11-19"}, "in hours or as a day, not both"),
        ({"maybe_on": "2099-11-21"}, "write an earlier day"),
        ({"zone": "Mars/Olympus"}, "Select a valid choice. Mars/Olympus is not one of the available choices."),
        ({"repeat": "daily"}, "Select a valid choice. daily is not one of the available choices."),
        ({"repeat": "weekly", "interval": "0"}, "Nights repeat every 1 to 12 weeks or months."),
        ({"repeat": "weekly", "until": "2099-11-19"}, "The last night cannot be before the first."),
        ({"repeat": "weekly", "date": "2020-11-20"}, "A series begins today or later."),
    ],
)
def test_a_night_that_cannot_be_is_told_and_what_was_typed_stays(desk, said, sentence):
    page = desk.sends(planning(desk), **{"date": "2099-11-20", "house": "hybrid", "place": "Elm Street 7", **said})

    assert (page.status, Night.objects.count()) == (422, 0)
    assert sentence in page.text
    assert page.form("/plan/").fields["house"] == ["hybrid"]


def test_a_night_is_proposed_like_the_last_one_that_was_planned(desk, night):
    fields = planning(desk).fields

    assert (fields["date"], fields["starts"], fields["ends"]) == (["2099-11-27"], ["19:00"], ["01:00"])
    assert (fields["house"], fields["seats"], fields["place"]) == (["friday"], ["10"], ["Elm Street 7"])
    assert (fields["note"], fields["zone"]) == ([""], [HERE])


def test_after_a_night_without_a_time_the_usual_one_is_proposed(desk):
    plan_night(date=date(2020, 1, 1), house="hybrid")

    fields = planning(desk).fields

    assert (fields["date"], fields["starts"], fields["house"]) == ([str(localdate())], ["19:00"], ["hybrid"])


def test_the_first_night_of_a_desk_has_the_seats_of_its_house(desk):
    make_house(document={**friday_document(), "key": "small", "name": "Small game", "attendance": {"seats": 5}})

    desk.sends(planning(desk), date="2099-11-20")

    night = Night.objects.get()
    assert (night.house.key, night.seats) == ("small", 5)


def test_the_seats_of_one_night_are_not_those_of_the_house(desk):
    make_house(document={**friday_document(), "key": "small", "name": "Small game", "attendance": {"seats": 6}})
    desk.sends(planning(desk), date="2099-11-20", house="small", seats="9")

    assert (Night.objects.get().seats, planning(desk).fields["seats"]) == (9, ["6"])


def test_the_seats_are_those_of_the_house(desk):
    make_house(document={**friday_document(), "key": "small", "name": "Small game", "attendance": {"seats": 6}})
    plan_night(date=date(2020, 1, 1), house="small")

    page = desk.opens("/nights/plan/")

    assert page.form("/plan/").fields["seats"] == ["6"]
    assert '<option value="small" selected data-seats="6">' in page.html


@pytest.mark.parametrize(("asked", "day"), [("2099-12-24", "2099-12-24"), ("<b>", None), ("", None)])
def test_a_day_of_the_calendar_is_taken_over(desk, asked, day):
    assert planning(desk, f"/nights/plan/?date={asked}").fields["date"] == [day or str(localdate())]


def test_a_night_is_changed_in_what_was_typed(desk, night):
    page = desk.sends(changing(desk, night), date="2099-11-21", starts="20:00", seats="8")

    night = again(night)
    assert (page.url, night.starts_at, night.seats) == (
        f"/nights/{night.pk}/",
        datetime(2099, 11, 21, 19, tzinfo=UTC),
        8,
    )
    assert [kind for kind, _, _ in said_of(night)] == ["change"]
    assert "Changed. No one to notify." in page.text
    assert page.links["Messages"] == f"/nights/{night.pk}/messages/"


def test_one_night_or_all_that_follow(desk, series):
    second = series.nights.order_by("date")[1]
    form = changing(desk, second)

    page = desk.sends(form, starts="20:00", scope="following")

    assert "Changed, and 2 nights after it." in page.text
    assert [night.starts_at.hour for night in series.nights.order_by("date")] == [18, 19, 19, 19]


def test_nothing_different_is_told(desk, night):
    page = desk.sends(changing(desk, night))

    assert (page.status, said_of(night)) == (422, [])
    assert "Nothing is different from before." in page.text


def test_what_another_tablet_changed_stays_and_is_shown(desk, night):
    form = changing(desk, night)
    desk.sends(changing(desk, night), seats="8", place="Oak Street 1")

    page = desk.sends(form, seats="12", note="Snacks")

    assert page.status == 409
    assert "changed the seats meanwhile" in page.text
    assert "Now Starts 19:00 to about 01:00 (Europe/Berlin) Seats 0 of 8 taken" in page.text
    fields = page.form("/change/").fields
    assert (fields["seats"], fields["place"], fields["note"]) == (["12"], ["Oak Street 1"], ["Snacks"])


def test_it_can_be_sent_once_more_if_it_is_still_meant(desk, night):
    form = changing(desk, night)
    desk.sends(changing(desk, night), seats="8", place="Oak Street 1")

    desk.sends(desk.sends(form, seats="12").form("/change/"))

    assert (again(night).seats, again(night).place) == (12, "Oak Street 1")


@pytest.mark.parametrize("shown", ["", "nothing of ours", "x" * 5_000])
def test_a_form_that_was_tampered_with_is_told(desk, night, shown):
    page = desk.sends(changing(desk, night), shown=shown, seats="8")

    assert (page.status, again(night).seats) == (422, 10)


def test_fewer_seats_than_are_taken_are_told(desk, night):
    comes(night, "Ann", "Bo", "Cy")

    page = desk.sends(changing(desk, night), seats="1")

    assert "3 seats are taken on the night of Fri 20 Nov 2099: 2 must make room first." in page.text


def test_an_open_night_keeps_its_times(desk):
    night = Evening("dave-2018").night
    form = changing(desk, night)

    desk.sends(form, seats="9", note="Upstairs")

    assert [name for name in ("date", "starts", "scope", "maybe_on") if name in form.fields] == []
    assert (again(night).seats, again(night).note) == (9, "Upstairs")
