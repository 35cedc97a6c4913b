"""A player's strikes, with the host's decisions on them, and a strike that is recorded by hand."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from reservations.acts.facts import Cause
from reservations.models import Fact
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import strikes_of
from tests.reservations.friday import Friday, a_house, cast, one, strikes

pytestmark = [pytest.mark.further, pytest.mark.django_db]

REMOVED = "removed from the group"


def friday(house, days=0):
    """Return a night of three seats that began a week ago, or that many days later."""
    start = timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(weeks=1)
    return Friday(house, seats=3, starts_at=start + timedelta(days=days))


def removed(house):
    """Let Bo miss two nights."""
    friday(house).strike("Bo")
    friday(house, days=1).strike("Bo")


def page_of(name):
    return f"/players/{one(name).number}/"


# One player


def test_a_strike_stands_with_its_night_and_what_it_means(desk, struck):
    page = desk.opens(page_of("Bo"))

    assert "1 of 2: at the second strike removed from the group" in page.text
    assert "No-show, " in page.text
    assert page.links[f"{struck.night.date:%a} {struck.night.date.day} {struck.night.date:%b %Y}"]
    assert "Consequence: a friendly reminder." in page.text


def test_no_seconds_stand_where_nobody_needs_them(desk, struck):
    """Neither in the time at which a strike was marked nor in the time at which its night was answered."""
    paths = [page_of("Bo"), f"/nights/{struck.night.pk}/guests/{one('Bo').number}/"]

    pages = [desk.opens(path).text for path in paths]

    assert [re.findall(r"(?:marked|[Aa]nswered) [^,]*, \d\d:\d\d(?!:)\b", page) != [] for page in pages] == [True, True]


def test_a_strike_leads_to_the_reservations_to_come_and_to_the_message(desk, struck):
    later = Friday(struck.night.house, seats=3, starts_at=struck.start + timedelta(weeks=2)).full("Bo")
    Friday(struck.night.house, seats=3, starts_at=struck.start + timedelta(weeks=3)).full("Cy")

    page = desk.opens(page_of("Bo"))

    led_to = [link for link in page.links.values() if link.endswith(f"/guests/{one('Bo').number}/")]
    assert led_to == [f"/nights/{later.night.pk}/guests/{one('Bo').number}/"]
    assert page.links["Messages…"] == f"/nights/{struck.night.pk}/messages/"


def test_without_a_strike_it_says_so(desk, house):
    assert "No strikes." in desk.opens(page_of("Di")).text


def test_the_host_pardons_with_a_reason(desk, struck):
    page = desk.opens(page_of("Bo"))

    page = desk.sends(page.form("/pardon/"), reason="a flat tyre")

    assert strikes("Bo") == [("no-show", "pardoned")]
    assert "The strike is pardoned." in page.text
    assert "Pardoned: a flat tyre" in page.text
    assert "No strike counts." in page.text


def test_the_host_says_that_it_was_none(desk, struck):
    desk.sends(desk.opens(page_of("Bo")).form("/unmark/"), reason="he was here")

    assert strikes("Bo") == [("no-show", "not a strike")]


@pytest.mark.parametrize("form", ["/pardon/", "/unmark/"])
def test_without_a_reason_nothing_is_recorded(desk, struck, form):
    page = desk.sends(desk.opens(page_of("Bo")).form(form), reason="")

    assert page.status == 422
    assert strikes("Bo") == [("no-show", "counts")]


def test_two_hosts_pardon_at_once_and_one_is_told(desk, struck):
    first, second = (desk.opens(page_of("Bo")).form("/pardon/") for _ in range(2))

    desk.sends(first, reason="a flat tyre")
    late = desk.sends(second, reason="his birthday")

    assert (late.status, "This strike no longer counts: pardoned." in late.text) == (422, True)
    assert Fact.objects.filter(kind="pardon").count() == 1


def test_a_double_tap_is_one_pardon(desk, struck):
    form = desk.opens(page_of("Bo")).form("/pardon/")

    pages = [desk.sends(form, reason="a flat tyre") for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert Fact.objects.filter(kind="pardon").count() == 1


def test_a_key_that_said_something_else_is_a_conflict(desk, struck):
    page = desk.opens(page_of("Bo"))
    desk.sends(page.form("/unmark/"), reason="he was here")

    page.form("/pardon/").fields["key"] = page.form("/unmark/").fields["key"]

    assert desk.sends(page.form("/pardon/"), reason="a flat tyre").status == 409


def test_the_players_own_words_stand_beside_it(desk, struck):
    strike = strikes_of(one("Bo"))[0].fact
    strikes_commands.contest(stamp=struck.at(-90), strike=strike, words="<b>I was at the door")

    page = desk.opens(page_of("Bo"))

    assert "Bo contests it: <b>I was at the door" in page.text


def test_a_strike_that_waits_for_the_hosts_answer_stands_first(desk, struck):
    """Bo contests the older of two strikes; after the host's answer the newer one is first again."""
    contested = strikes_of(one("Bo"))[0].fact
    newer = friday(struck.night.house, days=1).strike("Bo").fact.pk
    strikes_commands.contest(stamp=struck.at(-90), strike=contested, words="I was at the door")
    before = desk.opens(page_of("Bo")).html

    strikes_commands.uphold(stamp=struck.at(-90), strike=contested, reason="nobody saw you")

    after = desk.opens(page_of("Bo")).html
    places = [[page.index(f'id="strike-{each}"') for each in (contested, newer)] for page in (before, after)]
    assert [first < second for first, second in places] == [True, False]


def test_a_strike_that_expired_offers_nothing(desk, db):
    cast()
    house = a_house(attendance={"expires_after_nights": 1})
    friday(house).strike("Bo")
    later = friday(house, days=1).night
    later.rules = house.newest()
    later.save(update_fields=["rules"])

    page = desk.opens(page_of("Bo"))

    assert "Expired: " in page.text
    assert [form.action for form in page.forms if "/strikes/" in form.action] == []


def test_who_was_removed_is_taken_back(desk, house):
    removed(house)
    page = desk.opens(page_of("Bo"))
    assert REMOVED in page.text

    page = desk.sends(page.form("/reinstate/"), reason="we talked")

    assert strikes("Bo") == [("no-show", "spent"), ("no-show", "spent")]
    assert [form.action for form in page.forms if "reinstate" in form.action] == []


def test_taken_back_twice_is_told(desk, house):
    removed(house)
    first, second = (desk.opens(page_of("Bo")).form("/reinstate/") for _ in range(2))
    desk.sends(first, reason="we talked")

    late = desk.sends(second, reason="we talked")

    assert (late.status, "No strike of Bo counts at EricN's game." in late.text) == (422, True)


@pytest.mark.parametrize(("house_id", "status"), [("", 422), ("x", 422), ("999999", 404)])
def test_a_house_that_is_none(desk, house, house_id, status):
    removed(house)

    page = desk.sends(desk.opens(page_of("Bo")).form("/reinstate/"), house=house_id, reason="we talked")

    assert page.status == status


# A strike by hand


def by_hand(desk, evening, **said):
    form = desk.opens(page_of("Bo")).form("/strike/")
    return desk.sends(form, night=str(evening.night.pk), cause=Cause.NO_SHOW.value, reason="nobody saw him", **said)


def test_what_follows_is_shown_before_a_strike_is_recorded(desk, house):
    friday(house).strike("Bo")
    evening = friday(house, days=1)

    page = by_hand(desk, evening)

    assert page.status == 200
    assert "2 strikes: removed from the group" in page.text
    assert "Their later reservations in this house end at once." in page.text
    assert len(strikes("Bo")) == 1


def test_what_they_had_answered_is_shown_beside_a_strike_by_hand(desk, house):
    evening = friday(house)
    unanswered = by_hand(desk, evening)
    evening.no("Bo", before=300)

    page = by_hand(desk, evening)

    assert "No answer for that night." in unanswered.text
    assert "Answer for that night: no on " in page.text


def test_then_it_is_recorded(desk, house):
    evening = friday(house)
    looked = by_hand(desk, evening)

    page = desk.sends(looked.form("/strike/"), confirm="yes")

    assert strikes("Bo") == [("no-show", "counts")]
    assert "Bo has a strike." in page.text
    assert "nobody saw him" in page.text


def test_a_night_with_a_strike_has_no_second(desk, struck):
    page = by_hand(desk, struck, confirm="yes")

    assert (page.status, "has a strike of the night of" in page.text) == (422, True)


@pytest.mark.parametrize("missing", ["night", "cause", "reason"])
def test_a_strike_says_of_which_night_what_for_and_why(desk, house, missing):
    said = {"night": str(friday(house).night.pk), "cause": "no-show", "reason": "nobody saw him", missing: ""}

    page = desk.sends(desk.opens(page_of("Bo")).form("/strike/"), **said)

    assert (page.status, strikes("Bo")) == (422, [])


def test_a_night_to_come_has_no_strikes(desk, house):
    later = Friday(house, starts_at=timezone.now() + timedelta(days=1))
    friday(house)

    assert by_hand(desk, later).status == 422
