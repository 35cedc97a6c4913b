"""The clock of the levels beside the table: its panel, its line on Tonight, and the data that devices draw it from."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ledger.clock.commands import start_clock
from reservations.acts.kinds import Stamp
from reservations.models import Act, Fact
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.ledger.clocks import ClockEvening
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


@pytest.fixture
def evening():
    return ClockEvening()


@pytest.fixture
def paused(evening):
    """A clock that is stopped at 12:41 of the first level, at any time of day."""
    evening.starts_clock()
    evening.it_is("20:07:19")
    evening.pauses_clock()
    return evening


@pytest.fixture
def url(evening):
    return f"/nights/{evening.night.pk}/tonight/"


@pytest.fixture
def panel(url):
    return f"{url}clock/"


def press(page, do, seconds=None):
    """Return the form of a button of the panel; of two that add time, the one with those seconds."""
    wanted = [form for form in page.forms if any(value == do for _, value, _ in form.buttons)]
    return next(form for form in wanted if seconds is None or form.fields["seconds"] == [str(seconds)])


def presses(page):
    """Return the buttons beside the clock."""
    return [form.buttons[0][1] for form in page.forms if form.action.endswith("/tonight/clock/")]


def acts():
    return [(act.kind, act.content) for act in Act.objects.filter(kind__in=("level", "reverse")).order_by("number")]


def started_before(evening, minutes):
    """Start the clock that many minutes ago by the machine's own time."""
    start_clock(stamp=Stamp("long-ago", timezone.now() - timedelta(minutes=minutes)), night=evening.night)


def test_before_its_start_the_strip_has_the_level_and_the_panel_its_button(desk, url, panel):
    page = desk.opens(url)

    assert ("Level <b data-clock-level>1</b>" in page.html, 'data-state="waiting"' in page.html) == (True, True)
    presses = desk.opens(panel).form("/level/").buttons
    assert [each for each in presses if each[0]] == [("level", "2", "submit")]  # the sound's button sends nothing


def test_the_strip_of_a_clock_leads_to_its_panel(desk, url, paused):
    page = desk.opens(url)

    strip = next(href for text, href in page.links.items() if text.startswith("Level 1 · 12:41 paused"))
    assert strip == f"{url}clock/"
    assert [form for form in page.forms if form.action.endswith("/level/")] == []


def test_the_strip_tells_a_device_where_to_ask_and_how_to_go_on_alone(desk, url, evening):
    html = " ".join(desk.opens(url).html.split())

    assert f'data-clock="/nights/{evening.night.pk}/clock.json" data-clock-fact="0" data-clock-length="1200000"' in html
    assert 'data-clock-levels="0.01 / 0.02|0.02 / 0.04|' in html


def test_a_clock_that_waits_can_be_started(desk, panel):
    page = desk.opens(panel)
    assert ("Not started" in page.text, presses(page)) == (True, ["start"])

    after = desk.sends(press(page, "start"), do="start")

    assert (after.url, presses(after)) == (panel, ["pause", "add", "add", "next"])
    assert "The clock runs: Level 1, 0.01 / 0.02." in after.text


@pytest.mark.parametrize("rest", ["", "?receipt={opened}"])
def test_a_night_with_levels_opens_with_the_clock_to_be_started(desk, url, evening, rest):
    opened = f"{url}{rest}".format(opened=evening.opening.act.number)
    first = desk.opens(opened)

    desk.sends(press(first, "start"), do="start")

    assert (presses(first), presses(desk.opens(opened))) == (["start"], [])


def test_a_night_without_levels_has_no_clock_to_start(desk):
    evening = Evening("dave-2018")

    assert presses(desk.opens(f"/nights/{evening.night.pk}/tonight/")) == []


def test_what_came_of_a_press_is_said_once(desk, panel):
    desk.sends(press(desk.opens(panel), "start"), do="start")

    assert "The clock runs: Level 1" not in desk.opens(panel).text


def test_a_running_clock_is_paused_and_says_so(desk, panel, evening):
    started = desk.sends(press(desk.opens(panel), "start"), do="start")

    page = desk.sends(press(started, "pause"), do="pause")

    assert presses(page) == ["start", "add", "add", "next"]
    assert ("data-clock-paused>Paused" in page.html, page.text.count("The clock is paused")) == (True, 1)
    assert [each["running"] for each in evening.facts()] == [True, False]


def test_a_paused_clock_goes_on(desk, panel, paused):
    page = desk.sends(press(desk.opens(panel), "start"), do="start")

    assert "The clock runs on: 12:41 left." in page.text


@pytest.mark.parametrize(("seconds", "left"), [(60, "13:41"), (-60, "11:41")])
def test_a_minute_more_and_a_minute_less(desk, panel, paused, seconds, left):
    page = desk.sends(press(desk.opens(panel), "add", seconds), do="add")

    assert f'role="timer">{left}</p>' in page.html


def test_next_is_an_act_of_the_night(desk, panel, paused):
    page = desk.sends(press(desk.opens(panel), "next"), do="next")

    assert ("Level 2, 0.02 / 0.04." in page.text, acts()) == (True, [("level", '{"level":2}')])


def test_a_page_that_did_not_see_the_level_go_up_raises_nothing(desk, panel, paused):
    form = press(desk.opens(panel), "next")
    paused.next_level(2)

    page = desk.sends(form, do="next")

    assert (page.status, len(acts())) == (422, 1)
    assert page.alert == "2"


def test_going_back_is_asked_about_first(desk, panel, paused):
    assert [text for text in desk.opens(panel).links if text.startswith("Back to")] == []
    paused.next_level(2)

    asks = desk.opens(desk.opens(panel).links["Back to level 1…"])
    page = desk.sends(press(asks, "back"), do="back")

    assert "Back to level 1? × The blinds go back to 0.01 / 0.02" in asks.text
    assert "Back to level 1: 12:41 left." in page.text
    assert [kind for kind, _ in acts()] == ["level", "reverse"]


def test_there_is_no_question_about_going_back_from_the_first_level(desk, panel, paused):
    assert presses(desk.opens(f"{panel}?back")) == ["start", "add", "add", "next"]


def test_nobody_is_offered_to_go_back_to_the_level_that_is_played(desk, panel, paused):
    paused.level(1)

    assert presses(desk.opens(f"{panel}?back")) == ["start", "add", "add", "next"]
    assert f"{panel}?back" not in desk.opens(panel).links.values()


def test_the_same_form_twice_counts_once(desk, panel, paused):
    form = press(desk.opens(panel), "add", 60)

    pages = [desk.sends(form, do="add") for _ in range(2)]

    assert ([page.status for page in pages], Fact.objects.count()) == ([200, 200], 3)


def test_a_form_that_says_something_else_the_second_time_is_told(desk, panel, paused):
    form = press(desk.opens(panel), "add", 60)
    desk.sends(form, do="add")

    page = desk.sends(form, do="add", seconds="-60")

    assert (page.status, Fact.objects.count()) == (409, 3)
    assert "This form has been used already" in page.text


@pytest.mark.parametrize(
    "said", [{"do": "dance"}, {"do": "next", "level": None}, {"do": "back", "level": "x"}, {"do": "add"}, {}]
)
def test_what_cannot_be_read_is_not_done(desk, panel, paused, said):
    form = press(desk.opens(panel), "start")

    page = desk.sends(form, **said)

    assert (page.status, Fact.objects.count()) == (422, 2)


def test_at_the_last_level_only_back_is_left(desk, panel, paused):
    paused.next_level(11)

    page = desk.opens(panel)

    assert ("The blinds stay until the end" in page.text, presses(page)) == (True, [])
    assert "Back to level 1…" in page.links


def test_after_the_last_hand_the_clock_has_stopped(desk, panel, paused):
    paused.last_hand()

    page = desk.opens(panel)

    assert ("Last hand played: the clock has stopped at level" in page.text, presses(page)) == (True, [])


def test_a_house_without_levels_says_so(desk):
    evening = ClockEvening("dave-2018")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/clock/")

    assert "This house has no levels, so no clock." in page.text
    assert ("Blinds 0.25 / 0.50" in page.text, 'id="clock"' in page.html) == (True, False)


def test_a_closed_night_leads_to_its_page_and_takes_no_press(desk, panel, paused):
    form = press(desk.opens(panel), "start")
    paused.counts_drawer("200.00")
    paused.closes()

    page = desk.sends(form, do="start")

    assert (page.status, desk.opens(panel).url) == (422, f"/nights/{paused.night.pk}/")
    assert "a closed night takes no act." in page.text


def test_the_banker_of_the_night_presses_it_too(evening, panel):
    browser = Browser(banker_client(evening.night, player_named("Ann")))

    browser.sends(press(browser.opens(panel), "start"), do="start")

    assert [(fact.kind, fact.by) for fact in Fact.objects.all()] == [("clock", "Ann")]


def test_looking_posts_nothing(desk, url, evening):
    started_before(evening, minutes=25)

    page = desk.opens(url)

    assert ("Level <b data-clock-level>2</b>" in page.html, acts()) == (True, [])


def test_what_a_page_records_comes_after_the_turn_that_was_due(desk, url, evening):
    started_before(evening, minutes=25)

    desk.sends(desk.opens(f"{url}float/").form("/float/"), amount="5.00")

    assert list(Act.objects.order_by("-number").values_list("kind", flat=True)[:2]) == ["float", "level"]


def test_the_old_button_moves_the_clock(desk, url, panel, evening):
    form = desk.opens(panel).form("/level/")
    evening.starts_clock()
    evening.pauses_clock()

    pages = [desk.sends(form, level="2"), desk.sends(form, level="2")]

    assert ([page.url for page in pages], acts()) == ([f"{url}clock/"] * 2, [("level", '{"level":2}')])
    assert evening.shows() == "2 20:00 paused"


def test_the_old_button_raises_no_level_that_is_over(desk, panel, evening):
    form = desk.opens(panel).form("/level/")
    evening.starts_clock()
    evening.pauses_clock()
    evening.next_level(2)

    page = desk.sends(form, level="2")

    assert (page.status, len(acts())) == (422, 1)


def test_a_device_asks_for_the_clock(desk, paused):
    told = desk.client.get(f"/nights/{paused.night.pk}/clock.json").json()

    told.pop("now")
    assert told == {
        "fact": Fact.objects.latest("pk").pk,
        "running": False,
        "level": 1,
        "last": 11,
        "left": 761_000,
        "blinds": "0.01 / 0.02",
        "next": "0.02 / 0.04",
        "call": None,
    }


def test_a_night_without_a_bank_has_no_clock(desk):
    assert desk.client.get("/nights/4711/clock.json").status_code == 404
