"""Conduct on Tonight: the tally in money, warnings and rulings."""

import pytest

from hostdesk.table.conduct.queries import recent_warnings
from ledger.bank.queries import last_act
from reservations.conduct.commands import warn
from reservations.conduct.queries import conduct_of
from reservations.conduct.rules import Decider
from reservations.players.queries import player_named
from tests.browser.scenes import HOSTILE
from tests.hostdesk.browsing import Browser
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


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


def test_the_first_jumped_bet_is_a_warning_and_the_next_costs(desk, url):
    first, second = jumps(desk, url, "Bo"), jumps(desk, url, "Cy")

    assert "Bo jumped the bet: this time it is a warning." in first.text
    assert second.receipt == "Cy 0.20"
    assert second.says("Cy 1 0.20 Bo 1 1 0.20")


def test_who_was_turned_away_is_not_at_the_table(desk, url, evening):
    away = f"/nights/{evening.night.pk}/door/{player_named('Cy').number}/away/"
    before = [name for name in ("Bo", "Cy") if name in desk.opens(url).links]

    desk.sends(desk.opens(away).form("/away/"), reason="the house is full")

    assert before == ["Bo", "Cy"]
    assert [name for name in ("Bo", "Cy") if name in desk.opens(url).links] == ["Bo"]


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
    assert conduct_of(evening.night).warnings[0].reason == "on the phone"


def test_a_warning_without_words_comes_back_with_its_player(desk, url):
    page = desk.sends(desk.opens(url + of("Bo")).form("/warn/"), words=" ")

    assert page.status == 422
    assert "Conduct of Bo" in page.text
    assert "Enter the reason for the warning." in page.text


@pytest.mark.parametrize("player", ["", "0", "999", "x", "Gil"])
def test_nobody_is_tallied_who_is_not_at_the_table(desk, url, evening, player):
    number = str(player_named("Gil").number) if player == "Gil" else player

    page = desk.sends(desk.opens(url + of("Bo")).form("/jump/"), player=number)

    assert page.status == 422
    assert conduct_of(evening.night).jumps == ()


def test_a_ruling_is_kept_with_who_decided(desk, url, evening):
    form = desk.opens(url).form("/rule/")

    page = desk.sends(form, dispute="Bo showed one card", decision="he shows both", decider="the table")

    assert "Ruling of the table. Bo showed one card – he shows both" in page.text
    assert conduct_of(evening.night).rulings[0].content["decider"] == Decider.TABLE


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
        ("call/", "This house does not call the clock on players."),
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


def test_what_was_taken_back_is_gone_from_the_tally(desk, url, evening):
    jumps(desk, url, "Bo")
    jumps(desk, url, "Cy")
    costs = f"/take-back/{conduct_of(evening.night).jumps[1].id}/"

    page = desk.sends(desk.opens(f"/nights/{evening.night.pk}/tonight{costs}").form(costs))

    assert "Jumped bet or warning: who? × Taken back. Bo Cy" in page.text
    assert "Player Warned Jumped Paid Bo 1 Tonight" in page.text


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

    for page in (desk.opens(url), desk.opens(f"/history/?night={evening.night.pk}")):
        assert ["<img" in page.html, *(name in page.text for name in HOSTILE)] == [False, *[True] * len(HOSTILE)]


def test_recent_warnings_are_offered_again_each_once(evening):
    for words in ("slow", "loud", "slow"):
        warn(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), words=words)

    assert recent_warnings(3) == ["slow", "loud", "Acted out of turn"]
