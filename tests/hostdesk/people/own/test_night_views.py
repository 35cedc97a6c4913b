"""A night on a player's own pages: one-tap answers, the reasons for waiting, details hidden from others, and keys."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.seasons.commands import Shared, share_seasons
from reservations.acts.facts import Mark, Place, Reply
from reservations.models import Fact, Night, Player
from reservations.nights import commands as nights_commands
from tests.hostdesk.ahead import ELM_STREET, a_friday, clock, looks, night_of, place_of, says
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.reservations.friday import Friday, a_house, preset, where_it_is_noon
from tests.signed_in import host_client

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
@played_once
def friday():
    return a_friday()


def test_nothing_is_said_yet(friday):
    page = looks("Bo", friday)

    assert "Not answered" in page.text
    assert [each.buttons for each in page.forms if each.action.endswith("/answer/")] == [
        [("answer", "yes", "submit")],
        [("answer", "no", "submit")],
        [("answer", "maybe", "submit")],
        [("answer", "yes", "submit")],
    ]


def test_a_yes_is_a_seat_with_one_tap(friday):
    page = says("Bo", friday, answer="yes")

    assert (page.status, page.url, place_of("Bo", friday)) == (200, night_of("Bo", friday), Place.SEAT)
    assert page.text.count("You have a seat") == 1
    assert "1 of 2 taken" in page.text


@pytest.mark.parametrize(("answer", "words"), [("no", "You are not coming"), ("maybe", "Maybe A maybe keeps no seat.")])
def test_another_answer_is_said_in_words(friday, answer, words):
    page = says("Bo", friday, answer=answer)

    assert (words in page.text, place_of("Bo", friday)) == (True, Place.NONE)


def test_it_is_answered_on_the_first_page_and_stays_there(friday):
    browser = phone("Bo")
    form = next(each for each in browser.opens(own("Bo")).forms if each.action == night_of("Bo", friday, "answer/"))

    page = browser.sends(form, answer="yes")

    assert (page.url, place_of("Bo", friday)) == (f"{own('Bo')}#coming-{friday.night.pk}", Place.SEAT)
    assert "You have a seat" in page.text


def test_who_waits_reads_why(friday):
    friday.full("Ann", "Bo", "Cy")

    page = looks("Cy", friday)

    assert "1st in line" in page.text
    assert "Leaving the waiting list never counts against you." in page.text
    assert "2 of 2 taken, 1 waiting" in page.text


def test_regulars_stand_before_a_guest():
    friday = a_friday(house=a_house(waiting={"regulars_first": True}))
    friday.full("Ann", "Bo", "Gil", "Cy", "Di")

    assert "3rd in line Two regulars are before you." in looks("Gil", friday).text


def test_the_last_seat_is_gone_and_the_words_say_so(friday):
    friday.full("Ann", "Bo")

    page = says("Cy", friday, answer="yes")

    assert (place_of("Cy", friday), page.status) == (Place.WAITING, 200)
    assert "You are on the waiting list." in page.text


def test_a_player_who_leaves_the_list_is_not_punished(friday):
    friday.full("Ann", "Bo", "Cy")

    page = says("Cy", friday, answer="no")

    assert "You left the waiting list." in page.text
    assert "Strikes" not in phone("Cy").opens(own("Cy")).text


@pytest.mark.parametrize("answer", ["nothing", "no", "maybe", "waiting", "offered"])
def test_where_it_is_stands_in_no_page_without_a_seat(friday, answer):
    friday.full("Ann", "Di")
    if answer == "offered":
        Night.objects.update(house=a_house("offers", waiting={"moves_up": "by an offer", "offer_minutes": 30}))
        friday.yes("Bo")
        friday.no("Di", before=(friday.start - timezone.now()).total_seconds() / 60)
    elif answer != "nothing":
        friday.do("answer", "Bo", reply=Reply({"waiting": "yes"}.get(answer, answer)))

    pages = [looks("Bo", friday), phone("Bo").opens(own("Bo"))]

    assert [ELM_STREET in page.html for page in pages] == [False, False]
    assert ELM_STREET in looks("Ann", friday).html


def test_nobody_elses_name_is_on_the_page(friday):
    friday.full("Ann", "Cy", "Di", "Bo")

    page = looks("Bo", friday)

    # Compared as words: the letters of a short name may also occur by chance, in the key of a form.
    assert {"Ann", "Cy", "Di", "Eve", "Fay", "Gil"} & set(re.findall(r"\w+", page.html)) == set()


def test_the_night_of_another_player_is_not_there(friday):
    browser = phone("Cy")

    assert browser.client.get(night_of("Bo", friday)).status_code == 404
    assert browser.client.post(night_of("Bo", friday, "answer/"), {"answer": "no"}).status_code == 404


def test_a_night_long_ago_is_not_there_for_players_who_said_nothing(friday):
    friday.yes("Ann")
    Night.objects.update(date="2026-01-02", starts_at=timezone.now() - timedelta(days=300))

    assert [looks(name, friday).status for name in ("Ann", "Bo")] == [200, 404]


def test_a_cancelled_night_says_so_and_takes_no_answer(friday):
    friday.yes("Bo")
    form = looks("Bo", friday).form("/answer/")
    nights_commands.cancel_night(stamp=friday.at(5_000), night=friday.night, reason="snow")

    page = phone("Bo").sends(form, answer="no")

    assert (page.status, "Cancelled It counts as no strike." in page.text) == (422, True)
    assert "It counts as no strike." in phone("Bo").opens(own("Bo")).text
    assert "It counts as no strike." not in phone("Cy").opens(own("Cy")).text


def test_once_it_has_begun_the_host_is_asked():
    friday = a_friday(hours=-0.5)
    friday.yes("Bo")
    browser, page = phone("Bo"), looks("Bo", friday)

    form = page.form("/expect/")
    form.action = night_of("Bo", friday, "answer/")
    refused = browser.sends(form, answer="no")

    assert "if you cannot come, tell the host at once" in page.text
    assert (refused.status, "The night has begun." in refused.text) == (422, True)
    assert place_of("Bo", friday) == Place.SEAT


def test_who_is_late_says_when_also_after_the_start():
    friday = a_friday(hours=-0.5, time_zone=where_it_is_noon())
    friday.yes("Bo")

    assert f"You come late, at {clock(friday, 2)}." in says("Bo", friday, "expect", expected=clock(friday, 2)).text


def test_a_player_who_is_not_there_in_time_reads_until_when_the_seat_was_kept():
    friday = a_friday(hours=-2)
    friday.yes("Bo")

    page = looks("Bo", friday)

    assert "The night has begun. Your seat was kept until" in page.text
    assert ("In time" in page.text, "say when, and tell the host." in page.text) == (False, True)


def test_a_no_show_says_nothing_of_coming_and_leads_to_the_strike():
    friday = a_friday(hours=-2, house=preset("ericn"))
    friday.yes("Bo")
    friday.mark("Bo", Mark.NO_SHOW)

    page, first = looks("Bo", friday), phone("Bo").opens(own("Bo"))

    assert [each.links["See the strike…"] for each in (page, first)] == [own("Bo", "me/#strikes")] * 2
    assert "When you come" not in page.text


def test_a_player_who_is_excused_says_nothing_of_coming():
    friday = a_friday(hours=-2)
    friday.yes("Bo")
    friday.mark("Bo", Mark.EXCUSED)

    page = looks("Bo", friday)

    assert ("You are excused" in page.text, "When you come" in page.text, "strike, or" in page.text) == (
        True,
        False,
        False,
    )


def test_a_player_who_waits_is_promised_no_seat(friday):
    friday.full("Ann", "Bo", "Cy")

    page = looks("Cy", friday)

    assert "On time. If you get a seat, it is kept for you until the time you say." in page.text
    assert "your seat" not in page.text.lower().partition("when you come")[2].partition("house rules")[0]


def test_a_player_who_is_out_of_the_group_reads_whom_to_ask():
    friday = a_friday(house=preset("ericn"))
    for day in (7, 14):
        before = Friday(friday.night.house, starts_at=friday.start - timedelta(days=day), place=ELM_STREET)
        before.strike("Bo")

    page = looks("Bo", friday)
    refused = phone("Bo").sends(page.form("/answer/"), answer="yes")

    assert "You cannot take a seat now." in page.text
    assert "Ask the host." in page.text
    assert [each.buttons for each in page.forms if each.action.endswith("/answer/")] == [[("answer", "no", "submit")]]
    assert (refused.status, place_of("Bo", friday)) == (422, Place.NONE)


def test_a_double_tap_answers_once(friday):
    form = looks("Bo", friday).form("/answer/")

    pages = [phone("Bo").sends(form, answer="yes") for _ in range(2)]

    assert [page.status for page in pages] == [200, 200]
    assert friday.kinds == ["answer Bo"]


def test_another_answer_with_the_same_key_shows_both(friday):
    form = looks("Bo", friday).form("/answer/")
    phone("Bo").sends(form, answer="yes", guests="Max")

    page = phone("Bo").sends(form, answer="no")

    assert (page.status, place_of("Bo", friday)) == (409, Place.SEAT)
    assert "Recorded before: You come with Max. Now it says: You do not come." in page.text


def test_the_key_of_somebody_else_tells_nothing_of_them(friday):
    form = looks("Bo", friday).form("/answer/")
    phone("Bo").sends(form, answer="maybe")
    form.action = night_of("Cy", friday, "answer/")

    page = phone("Cy").sends(form, answer="yes")

    assert (page.status, "Recorded before" in page.text, "Maybe you come" in page.text) == (409, False, False)


def test_what_the_host_says_there_is_said_by_the_host(friday):
    browser = Browser(host_client("Hanna"))
    page = browser.opens(night_of("Bo", friday))

    browser.sends(page.form("/answer/"), answer="yes")

    assert Fact.objects.get().by == "Hanna"


@pytest.mark.parametrize("step", ["answer", "expect", "confirm", "offer"])
def test_a_form_without_anything_is_refused(friday, step):
    answer = phone("Bo").client.post(night_of("Bo", friday, f"{step}/"), {"nothing": "at all"})

    assert (answer.status_code, Fact.objects.count()) == (422, 0)


@pytest.mark.parametrize(
    ("shared", "shown"), [(Shared.OWN, False), (Shared.RANKS, False), (Shared.FIRST_NAMES, True), (Shared.WHOLE, True)]
)
def test_who_comes_is_named_where_the_host_shares_names(friday, shared, shown):
    says("Cy", friday, answer="yes")
    share_seasons(shared=shared, records_shown=True, least_nights=1)

    page = looks("Bo", friday)

    is_anywhere = bool(re.search(r"\bCy\b", page.html))  # not in the middle of a form's token
    assert ("1 of 2 taken" in page.text, "Who comes Cy" in page.text, is_anywhere) == (True, shown, shown)


@pytest.mark.parametrize(("shared", "named"), [(Shared.FIRST_NAMES, "Fay"), (Shared.WHOLE, "Fay Miller")])
def test_last_names_are_shown_only_where_the_host_shares_whole_names(friday, shared, named):
    Player.objects.filter(name="Fay").update(name="Fay Miller", name_key="fay miller")
    friday.yes("Fay Miller")
    share_seasons(shared=shared, records_shown=True, least_nights=1)

    page = looks("Bo", friday)

    assert re.findall(r"Fay(?: Miller)?", page.text) == [named]


def test_stakes_and_limits_of_the_night_are_told(friday):
    assert "Blinds 0.25/0.50 Buy-in" in looks("Bo", friday).text
