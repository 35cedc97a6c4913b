"""The pages of a poll: asking, answering from a phone, the host's view, and the tap that makes a night of it."""

import json
from datetime import date, datetime, timedelta

import pytest
from django.test import Client

from hostdesk.base.sign_in.player_link_commands import answer_secrets
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.mail.messages.commands import draft_messages
from hostdesk.models import Message
from hostdesk.people.players.commands import merge_players
from reservations.acts.facts import FactKind
from reservations.models import Fact, Night, Player
from reservations.polls.rules import Suits
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.reservations.friday import NEW_YORK, Friday, a_house, cast, one
from tests.reservations.polls.dates import Dates

pytestmark = [pytest.mark.further, pytest.mark.django_db]

FAR = datetime(2099, 11, 20, 19, tzinfo=NEW_YORK)
FRIDAYS = [FAR + timedelta(weeks=week) for week in range(4)]
LETTERS = {"y": "yes", "m": "if need be", "n": "no"}


@played_once
def asked():
    cast()
    return Dates(a_house(attendance={"seats": 2}), "Ann", "Bo", "Cy", "Di", dates=FRIDAYS, last_day=None)


@pytest.fixture
def dates():
    """A poll by Ann about four Fridays many years ahead, for herself, Bo, Cy and Di."""
    dates = asked()
    draft_messages()
    return dates


def poll_of(dates, rest=""):
    return f"/polls/{dates.number}/{rest}"


def answers(browser, dates, name, words):
    """Answer on a player's page of the poll with a letter for each date."""
    page = browser.opens(own(name, f"polls/{dates.number}/"))
    said = {f"date_{which}": LETTERS[letter] for which, letter in enumerate(words) if letter in LETTERS}
    return browser.sends(page.forms[-1], **said)


def asking(desk, **said):
    form = desk.opens("/polls/new/").form("/polls/new/")
    days = {f"date_{place}": f"2099-11-{day}" for place, day in enumerate((20, 21, 27), 1)}
    return desk.sends(form, **{**days, "starts_2": "20:30", "last_day": "2099-11-18", "house": "friday", **said})


def test_asking_leads_to_the_messages_of_those_who_are_asked(desk):
    cast()
    a_house()

    page = asking(desk)

    poll = Fact.objects.get(kind=FactKind.POLL)
    content = json.loads(poll.content)
    assert page.url == f"/polls/{poll.pk}/messages/"
    assert [each[:16] for each in content["dates"]] == ["2099-11-21T00:00", "2099-11-22T01:30", "2099-11-28T00:00"]
    assert (content["last_day"], len(content["players"])) == ("2099-11-18", 6)
    assert Message.objects.filter(kind="poll").count() == 5  # all regulars but the host


def test_the_group_of_the_last_night_is_ticked_and_its_start_proposed(desk):
    cast()
    friday = Friday(a_house(), starts_at=FAR.replace(hour=20)).full("Bo", "Gil")

    form = desk.opens("/polls/new/").form("/polls/new/")

    assert sorted(form.fields["players"]) == sorted(str(one(name).number) for name in ("Bo", "Gil"))
    assert (form.fields["house"], form.fields["starts_1"]) == ([friday.night.house.key], ["20:00"])


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"date_3": ""}, "A poll has 3 to 8 dates; this one has 2."),
        ({"date_3": "20.11."}, "'20.11.' is no date as in 2026-11-20."),
        ({"starts_3": ""}, "Say when it starts."),
        ({"starts_3": "late"}, "'late' is not a time like 20:30."),
        ({"players": None}, "Choose whom to ask."),
        ({"house": None}, "Say in which house."),
    ],
)
def test_what_cannot_be_asked_stays_in_the_form(desk, said, why):
    cast()
    a_house()

    page = asking(desk, **said)

    assert (page.status, why in page.text, Fact.objects.filter(kind=FactKind.POLL).count()) == (422, True, 0)
    assert page.form("/polls/new/").fields["date_1"] == ["2099-11-20"]


def test_who_was_removed_meanwhile_is_not_asked(desk):
    cast()
    a_house()
    form = desk.opens("/polls/new/").form("/polls/new/")
    Player.objects.filter(name="Bo").update(removed=True)

    page = desk.sends(form, house="friday", **{f"date_{place}": f"2099-11-2{place}" for place in (1, 2, 3)})

    assert (page.status, "no longer in the group" in page.text) == (422, True)


def test_a_new_phone_answers_and_is_signed_in_with_one_form(dates):
    secret = answer_secrets(Fact.objects.get(pk=dates.number))[one("Bo").number]
    browser = Client()
    assert "bo" in browser.get(f"/link/{secret}/").content.decode().casefold()

    said = {"answer": "poll", "key": new_key(), "date_0": "yes", "date_2": "if need be"}
    page = browser.post(f"/link/{secret}/", said, follow=True)

    assert [status for _, status in page.redirect_chain] == [307, 303]
    assert page.request["PATH_INFO"] == own("Bo", f"polls/{dates.number}/")
    assert dates.poll.answers_of(one("Bo").number) == {0: Suits.YES, 2: Suits.IF_NEED_BE}
    # The device is Bo's now, and the link leads to his page.
    assert browser.get(f"/link/{secret}/").headers["Location"] == own("Bo", f"polls/{dates.number}/")
    assert Client().get(f"/link/{secret}/").status_code == 410


def test_a_link_opens_without_an_answer_once_the_date_is_set(dates):
    secret = answer_secrets(Fact.objects.get(pk=dates.number))[one("Bo").number]
    dates.decides()
    browser = Browser(Client())

    page = browser.opens(f"/link/{secret}/")
    assert "Fri 20 Nov 2099" in page.text
    page = browser.sends(page.forms[-1])

    assert page.url == own("Bo", f"polls/{dates.number}/")
    assert own("Bo", f"nights/{dates.night.pk}/") in page.leads_to


def test_an_answer_can_be_changed_until_the_date_is_chosen(dates):
    bo = phone("Bo")
    answers(bo, dates, "Bo", "ymn")

    page = answers(bo, dates, "Bo", "nnyy")
    assert page.forms[-1].fields["date_2"] == ["yes"]
    dates.decides(2)

    page = bo.sends(page.forms[-1])
    assert (page.status, "chosen already" in page.alert or "chosen already" in page.text) == (422, True)
    assert dates.poll.answers_of(one("Bo").number) == {0: Suits.NO, 1: Suits.NO, 2: Suits.YES, 3: Suits.YES}


def test_an_answer_without_a_word_is_refused(dates):
    page = answers(phone("Bo"), dates, "Bo", "")

    assert (page.status, "at least one of the dates" in page.text, dates.poll.answered) == (422, True, frozenset())


def test_a_player_sees_counts_and_no_other_names(dates):
    dates.says("Cy", "ynnm")

    page = phone("Bo").opens(own("Bo", f"polls/{dates.number}/"))

    assert "So far 1 yes" in page.text
    assert "Cy" not in page.text


def test_a_poll_is_on_the_own_page_of_who_is_asked_while_they_can_answer(dates):
    address = own("Bo", f"polls/{dates.number}/")

    assert address in phone("Bo").opens(own("Bo")).leads_to
    assert own("Eve", f"polls/{dates.number}/") not in phone("Eve").opens(own("Eve")).leads_to
    dates.closes()
    assert address not in phone("Bo").opens(own("Bo")).leads_to


def test_only_who_is_asked_has_a_page_of_it(dates):
    assert [phone(name).opens(own(name, f"polls/{dates.number}/")).status for name in ("Bo", "Eve")] == [200, 404]
    assert phone("Bo").opens(own("Cy", f"polls/{dates.number}/")).status == 404


def test_the_host_answers_for_somebody_and_comes_back(desk, dates):
    page = answers(desk, dates, "Di", "nnny")

    assert page.url == poll_of(dates)
    assert [(word.player, word.by) for word in dates.poll.dates[3].words] == [(one("Di").number, "Ann")]


def test_the_best_date_comes_first_with_who_can(desk, dates):
    for name, words in (("Bo", "nyyn"), ("Cy", "nymn"), ("Di", "mnnn")):
        dates.says(name, words)

    page = desk.opens(poll_of(dates))

    assert [page.part(f"date-{which}") for which in range(4)] == [f"{day}, 19:00" for day in _DAYS]
    assert "The best so far is Fri 27 Nov, 19:00 : 2 yes." in page.text
    heads = [page.html.index(f'id="date-{which}"') for which in (1, 2, 0, 3)]
    assert heads == sorted(heads)
    assert page.part("silent").startswith("Not answered yet Ann")


_DAYS = ("Fri 20 Nov", "Fri 27 Nov", "Fri 4 Dec", "Fri 11 Dec")


def test_dates_as_good_as_each_other_are_said_to_be(desk, dates):
    dates.says("Bo", "yyn-")

    page = desk.opens(poll_of(dates))

    assert "2 dates are equally good" in page.text
    assert page.text.count("equally good") == 3  # once above, and once at both dates
    assert "2 dates are equally good" in desk.opens("/nights/").text


def deciding(desk, dates):
    """Return the form by which the host chooses the date of the night."""
    return next(form for form in desk.opens(poll_of(dates)).forms if form.action.endswith("/decide/"))


def test_one_tap_makes_the_night_and_seats_them_in_the_order_of_their_answers(desk, dates):
    """Two seats by the rules of the house: Di and Bo were first, Cy waits."""
    for name in ("Di", "Bo", "Cy"):
        dates.says(name, "nyn-")

    page = desk.sends(deciding(desk, dates), which="1")

    assert page.url == f"/nights/{dates.night.pk}/messages/"
    assert (dates.seated, dates.waiting, dates.night.date) == (["Di", "Bo"], ["Cy"], date(2099, 11, 27))
    told = Message.objects.filter(fact__night=dates.night).order_by("pk")
    assert [f"{each.kind} {each.player}" for each in told] == ["date Bo", "date Di", "date for others Cy"]


def test_the_seats_and_the_place_can_be_said_with_the_date(desk, dates):
    dates.says("Bo", "y---")

    desk.sends(deciding(desk, dates), which="2", seats="7", place="9 Oak Street")

    assert (dates.night.seats, dates.night.place, dates.night.date) == (7, "9 Oak Street", date(2099, 12, 4))


@pytest.mark.parametrize("said", [{"seats": "many"}, {"seats": "0"}, {"which": "7"}, {"which": None}])
def test_what_makes_no_night_is_refused_and_the_poll_stays_open(desk, dates, said):
    dates.says("Bo", "y---")

    page = desk.sends(deciding(desk, dates), **{"which": "0", **said})

    assert (page.status, Night.objects.count(), dates.poll.is_closed) == (422, 0, False)


def test_a_second_host_is_told_which_date_was_chosen(desk, dates):
    dates.says("Bo", "yy--")
    form = deciding(desk, dates)
    desk.sends(form, which="0")

    page = desk.sends(form, which="1", key=new_key())

    assert (page.status, "chosen already" in page.text, Night.objects.count()) == (422, True, 1)


def test_a_night_is_planned_like_the_last_one_with_the_seats_of_the_house(desk, dates):
    """The house has two seats; nine seats were for that one night."""
    last = Friday(dates.house, seats=9, starts_at=FAR - timedelta(weeks=1), ends_at=FAR - timedelta(days=6, hours=19))
    Night.objects.filter(pk=last.night.pk).update(place="12 Elm Street", tables=2)
    dates.says("Bo", "y---")

    desk.sends(deciding(desk, dates), which="0")

    night = dates.night
    assert (night.seats, night.place, night.tables) == (2, "12 Elm Street", 2)
    assert night.ends_at - night.starts_at == timedelta(hours=5)


def test_a_poll_is_closed_without_a_night(desk, dates):
    page = desk.sends(desk.opens(poll_of(dates)).form("/close/"))

    assert (page.url, dates.poll.is_closed, Night.objects.count()) == (poll_of(dates), True, 0)
    assert [form.action for form in page.forms if "/polls/" in form.action] == []


@pytest.mark.parametrize("path", ["/", "/nights/"])
def test_open_polls_are_above_the_nights(desk, dates, path):
    assert poll_of(dates) in desk.opens(path).leads_to

    dates.decides()
    assert poll_of(dates) not in desk.opens(path).leads_to


def test_a_fact_that_is_no_poll_has_no_page(desk, dates):
    dates.says("Bo", "yyyy")
    answer = Fact.objects.get(kind=FactKind.POLL_ANSWER)

    assert [desk.opens(f"/polls/{number}/").status for number in (answer.pk, 999)] == [404, 404]


def test_messages_are_passed_on_and_links_made_anew(desk, dates):
    told = Message.objects.get(player=one("Bo"))
    address = poll_of(dates, "messages/")
    page = desk.opens(address)
    assert "Not sent yet: Bo , Cy , Di" in page.text

    page = desk.sends(page.form("/passed-on/"), message=str(told.pk))

    told.refresh_from_db()
    assert (page.url, told.given_at is not None) == (address, True)
    assert desk.client.post(f"{address}link/", {"message": told.pk}).status_code == 303
    refused = desk.client.post(f"{address}sent/", {"message": told.pk})
    assert refused.status_code == 422
    assert 'class="qr"' in desk.opens(f"{address}?qr={told.pk}").html


def test_the_group_has_the_dates_as_one_text_while_they_can_be_answered(desk, dates):
    address = poll_of(dates, "messages/")
    assert "Fri 20 Nov 2099, 19:00" in desk.opens(address).part("text")

    dates.closes()
    assert desk.opens(address).part("text") == ""


def test_a_duplicate_leads_to_the_page_of_the_person(desk, dates):
    number = one("Di").number
    merge_players(stamp=dates.stamp(), player=one("Di"), into=one("Cy"))

    assert desk.opens(f"/own/{number}/polls/{dates.number}/").url == own("Cy", f"polls/{dates.number}/")


def test_the_list_of_nights_asks_as_often_for_one_poll_as_for_three(desk, dates, django_assert_max_num_queries):
    desk.opens("/nights/")
    with django_assert_max_num_queries(100) as one_poll:
        desk.opens("/nights/")
    most = len(one_poll)
    for _ in range(2):
        Dates(dates.house, "Bo", "Cy", dates=FRIDAYS, last_day=None)
    desk.opens("/nights/")  # fills the cache of the books' decisions, which new acts empty

    with django_assert_max_num_queries(most):
        desk.opens("/nights/")
