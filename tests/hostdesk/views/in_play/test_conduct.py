"""Conduct on Tonight: the tally in money, warnings, rulings, the clock on somebody; and the log of it all."""

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from hostdesk.templatetags.desk import clock
from ledger.queries import last_act
from reservations import commands
from reservations.conduct import Decider
from reservations.conducting import conduct_of
from reservations.fact_log import FactDraft, record_fact
from reservations.facts import FactKind
from reservations.kinds import Stamp
from reservations.queries import player_named
from tests.browser.scenes import HOSTILE
from tests.hostdesk.views.browsing import Browser
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """An evening at mike's on which Bo and Cy are at the table."""
    evening = Evening("mike")
    evening.arrives("Bo")
    evening.arrives("Cy")
    return evening


@pytest.fixture
def url(evening):
    return f"/nights/{evening.night.pk}/tonight/conduct/"


def of(name):
    return f"?player={player_named(name).number}"


def jumps(desk, url, name):
    return desk.sends(desk.opens(url + of(name)).form("/jump/"), player=str(player_named(name).number))


def at_ericns():
    evening = Evening("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="5.00", buy_in_max="20.00")
    evening.arrives("Bo")
    return evening, f"/nights/{evening.night.pk}/tonight/conduct/"


def test_the_first_jumped_bet_is_a_warning_and_the_next_costs(desk, url):
    first, second = jumps(desk, url, "Bo"), jumps(desk, url, "Cy")

    assert "Bo jumped the bet: this time it is a warning." in first.text
    assert "Cy jumped the bet: 0.20 goes straight into the pot." in second.text
    assert "Player Warned Jumped Into pots Cy 1 0.20 Bo 1 The night 1 0.20" in second.text


def test_the_bank_sees_nothing_of_it(desk, url, evening):
    evening.buy_in("Cy", "5.00")
    before = last_act()

    for _ in range(3):
        jumps(desk, url, "Cy")

    assert last_act() == before
    evening.stands(drawer="205.00", chips="5.00")


def test_pressed_twice_it_is_noted_once(desk, url, evening):
    form = desk.opens(url + of("Bo")).form("/jump/")

    for _ in range(2):
        desk.sends(form, player=str(player_named("Bo").number))

    assert len(conduct_of(evening.night).jumps) == 1


def test_the_same_form_for_somebody_else_is_a_conflict(desk, url):
    form = desk.opens(url + of("Bo")).form("/jump/")
    desk.sends(form, player=str(player_named("Bo").number))

    page = desk.sends(form, player=str(player_named("Cy").number))

    assert page.status == 409


def test_a_warning_says_why_and_its_words_are_offered_again(desk, url, evening):
    desk.sends(desk.opens(url + of("Bo")).form("/warn/"), words="on the phone")

    page = desk.opens(url + of("Cy"))

    offered = [value for form in page.forms for name, value, _ in form.buttons if name == "words"]
    assert offered[:2] == ["on the phone", "Acted out of turn"]
    assert conduct_of(evening.night).warnings[0].words == "on the phone"


def test_a_warning_without_words_comes_back_with_its_player(desk, url):
    page = desk.sends(desk.opens(url + of("Bo")).form("/warn/"), words=" ")

    assert page.status == 422
    assert "Conduct of Bo" in page.text
    assert "Say what they are warned of." in page.text


@pytest.mark.parametrize("player", ["", "0", "999", "x", "Gil"])
def test_nobody_is_tallied_who_is_not_at_the_table(desk, url, evening, player):
    number = str(player_named("Gil").number) if player == "Gil" else player

    page = desk.sends(desk.opens(url + of("Bo")).form("/jump/"), player=number)

    assert page.status == 422
    assert conduct_of(evening.night).jumps == ()


def test_a_ruling_is_kept_with_who_decided(desk, url, evening):
    form = desk.opens(url).form("/rule/")

    page = desk.sends(form, dispute="Bo showed one card", decision="he shows both", decider="the table")

    assert "Ruling of the table. Bo showed one card : he shows both" in page.text
    assert conduct_of(evening.night).rulings[0].decider == Decider.TABLE


def test_half_a_ruling_keeps_what_was_typed(desk, url):
    page = desk.sends(desk.opens(url).form("/rule/"), dispute="a misdeal", decider="the table")

    assert (page.status, page.form("/rule/").fields["dispute"]) == (422, ["a misdeal"])
    assert page.form("/rule/").fields["decider"] == ["the table"]


def test_a_house_that_is_silent_offers_warnings_and_rulings():
    evening = Evening("dave-2018")
    evening.arrives("Bo")
    desk = Browser(banker_client(evening.night, player_named("Ann")))

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/conduct/" + of("Bo"))

    assert [form.action.split("/")[-2] for form in page.forms if "/conduct/" in form.action] == ["warn", "warn"]
    assert "A ruling…" in desk.opens(f"/nights/{evening.night.pk}/tonight/conduct/").text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("jump/", "Jumping the bet costs nothing in this house: Bo can only be warned."),
        ("call/", "Nobody calls the clock in this house."),
    ],
)
def test_what_a_house_does_not_know_is_refused(desk, address, words):
    evening = Evening("dave-2018")
    evening.arrives("Bo")
    url = f"/nights/{evening.night.pk}/tonight/conduct/"
    form = desk.opens(url + of("Bo")).form("/warn/")
    form.action = url + address

    page = desk.sends(form)

    assert page.status == 422
    assert words in page.text


def test_the_clock_is_called_and_ended(desk):
    evening, url = at_ericns()
    page = desk.opens(url + of("Bo"))
    assert "Call the clock, 1:00" in page.text

    page = desk.sends(page.form("/call/"), player=str(player_named("Bo").number))
    call = conduct_of(evening.night).call
    assert f'data-countdown="{int(call.until.timestamp() * 1000)}"' in page.html
    page = desk.sends(page.form("/call-end/"), call=str(call.fact))

    assert "The clock is off Bo." in page.text
    assert conduct_of(evening.night).call is None


def test_a_call_is_in_sight_also_where_its_panel_is_closed(desk):
    evening, url = at_ericns()
    tonight = url.removesuffix("conduct/")
    commands.call_clock(
        stamp=Stamp("called-now", timezone.now()), night=evening.night, player=player_named("Bo"), seconds=60
    )

    page = desk.opens(tonight)

    until = int(conduct_of(evening.night).call.until.timestamp() * 1000)
    assert "Clock called on Bo · " in page.text
    assert f'data-countdown="{until}"' in page.html


def test_the_time_is_up(desk):
    evening, url = at_ericns()
    stamp = Stamp("a-minute-ago", timezone.now() - timedelta(seconds=70))
    commands.call_clock(stamp=stamp, night=evening.night, player=player_named("Bo"), seconds=60)

    page = desk.opens(url)

    assert "Bo has had their time: the hand is dead. 0:00 Done" in page.text


def test_a_second_call_waits_for_the_first(desk):
    evening, url = at_ericns()
    evening.arrives("Cy")
    form = desk.opens(url + of("Cy")).form("/call/")
    stamp = Stamp("just-a-moment-ago", timezone.now())
    commands.call_clock(stamp=stamp, night=evening.night, player=player_named("Bo"), seconds=600)

    page = desk.sends(form, player=str(player_named("Cy").number))

    assert page.status == 422
    assert "The clock runs on Bo already: end that call first." in page.text


def test_what_was_taken_back_is_gone_from_the_tally(desk, url, evening):
    jumps(desk, url, "Bo")
    jumps(desk, url, "Cy")
    costs = f"/take-back/{conduct_of(evening.night).jumps[1].fact}/"

    page = desk.sends(desk.opens(f"/nights/{evening.night.pk}/tonight{costs}").form(costs))

    assert "Conduct × Taken back. Who jumped the bet" in page.text
    assert "Player Warned Jumped Into pots Bo 1 Noted tonight" in page.text


def test_nothing_is_noted_once_the_bank_is_closed(desk, url, evening):
    form = desk.opens(url + of("Bo")).form("/warn/")
    evening.counts_drawer("200.00")
    evening.closes()

    page = desk.sends(form, words="slow")

    assert page.status == 422
    assert conduct_of(evening.night).warnings == ()


def test_hostile_names_and_words_are_only_that(desk, url, evening):
    for name in HOSTILE:
        evening.knows(name)
        evening.arrives(name)
        desk.sends(desk.opens(url + of(name)).form("/warn/"), words=HOSTILE[1])

    for page in (desk.opens(url), desk.opens(f"/nights/{evening.night.pk}/rulings/")):
        assert ["<img" in page.html, *(name in page.text for name in HOSTILE)] == [False, *[True] * len(HOSTILE)]


def test_the_log_has_every_ruling_in_order_also_after_the_close(desk, url, evening):
    evening.buy_in("Bo", "5.00")
    evening.it_is("20:30")
    allowed = evening.buy_in("Bo", "3.00", ruling="the table agreed: small change")
    evening.it_is("21:00")
    decided = partial(commands.rule, dispute="a misdeal", decision="deal again", decider=Decider.HOST)
    decided(stamp=evening.stamp(by="Ann"), night=evening.night)
    evening.it_is("22:00")
    evening.declares_missing("8.00")
    evening.counts_drawer("208.00")
    evening.closes()

    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    assert (
        page.text.partition("at Mike's game ")[2]
        .partition("at Mike's game ")[2]
        .startswith(
            f"Bo buys in, paid in cash 20:30, act {allowed.act.number} "
            "The bank sells chips in multiples of 5.00, and 3.00 is none. Allowed by the table: small change "
            "a misdeal 21:00 Decided by the host: deal again noted by Ann "
        )
    )


def test_an_empty_log_says_so(desk, evening):
    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    assert "Nothing was in dispute, and no rule of the house was set aside." in page.text


def test_the_log_is_a_tap_away_from_tonight_and_from_the_night(desk, evening):
    night = f"/nights/{evening.night.pk}/"

    links = [desk.opens(page).links["Rulings"] for page in (f"{night}tonight/", night)]

    assert links == [f"{night}rulings/"] * 2


def test_what_was_allowed_at_the_tables_is_in_the_log(desk, evening):
    outcome = {"remark": "Bo sits at table 1.", "ruling": "a chair was found", "overruled": ["A table has 11 players."]}
    draft = FactDraft(FactKind.MOVE, evening.night, content={"moves": [], "why": "moved by the host"})
    record_fact(draft, evening.stamp(by="Ann"), outcome)

    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    words = "Bo sits at table 1. 20:00 A table has 11 players. Allowed by the host: a chair was found noted by Ann"
    assert words in page.text


def test_who_was_let_come_is_in_the_log(desk, evening):
    draft = FactDraft(FactKind.ANSWER, evening.night, player_named("Bo"), content={"answer": "yes"})
    record_fact(draft, evening.stamp(by="Ann"), {"place": "seat", "ruling": "he has paid"})

    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    assert "Bo may come 20:00 Allowed by the host: he has paid noted by Ann" in page.text


def test_who_was_merged_into_somebody_who_came_later_is_in_the_log(desk, evening):
    commands.warn(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), words="slow")
    evening.counts_drawer("200.00")
    evening.closes()
    evening.knows("Bobby")
    evening.merges("Bo", "Bobby")

    assert "Bobby warned: slow" in desk.opens(f"/nights/{evening.night.pk}/rulings/").text.replace(" :", ":")


def test_a_planned_night_has_no_log(desk, evening):
    assert desk.opens("/nights/999/rulings/").status == 404


def test_notice_counts_down_in_the_panel(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    evening.now = timezone.now() - timedelta(minutes=10)
    evening.notice("Bo")
    panel = f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/"
    until = int((evening.now + timedelta(minutes=30)).timestamp() * 1000)

    page = desk.opens(panel)

    assert f'Leaving, said at {clock(evening.now)} · <b><span class="num" data-countdown="{until}">' in page.html


def test_notice_that_is_up_says_so(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    evening.now = timezone.now() - timedelta(minutes=31)
    evening.notice("Bo")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/")

    assert f"Leaving, said at {clock(evening.now)} · notice up " in page.text
    assert "data-countdown" not in page.html
