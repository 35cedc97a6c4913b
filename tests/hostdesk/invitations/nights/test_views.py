"""The pages of nights: planning a night, opening its bank, and its own page before, during and after it."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import localdate

from hostdesk.invitations.nights.commands import plan_night
from ledger.bank.queries import bank_of, last_act
from ledger.money.cents import show_cents
from ledger.night.commands import estimate_big_stack
from reservations.acts.kinds import Stamp
from reservations.models import Night, Player
from reservations.players.queries import player_named
from tests.reservations.regulars import add
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

FIGURES = {"small_blind": "0.25", "big_blind": "0.50", "buy_in_min": "10", "buy_in_max": "50.00"}


@pytest.fixture
def planned():
    """A planned night at a house that sets no figures; Ann, Bo and Ann's guest Gil are known."""
    for name in ("Ann", "Bo"):
        add(name, regular=True)
    add("Gil", regular=False, invited_by=player_named("Ann"))
    return plan_night(date=date(2026, 11, 27), house="ericn")


def opening(desk, night):
    """Return the form that opens the bank of a night."""
    return desk.opens(f"/nights/{night.pk}/open/").form("/open/")


def test_a_night_is_planned_in_a_house_or_by_a_preset(desk):
    page = desk.sends(desk.opens("/nights/plan/").form("/plan/"), date="2026-11-27", house="hybrid")

    night = Night.objects.select_related("house").get()
    assert (page.url, str(night.date), night.house.key) == (f"/nights/{night.pk}/", "2026-11-27", "hybrid")
    assert "Fri 27 Nov 2026" in page.text


@pytest.mark.further
def test_a_planned_night_leads_to_its_rules_and_repeats_none_of_them(desk, planned):
    page = desk.opens(f"/nights/{planned.pk}/")
    rules = desk.opens(page.links["Rules of the night"])

    assert (page.text.count("strikes:"), page.text.count("At most 11 sit at one table.")) == (0, 0)
    assert "At most 11 sit at one table. First come, first served. With 12" in rules.text
    assert "2 strikes: removed from the group, with no reservations until the host takes them back." in rules.text


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"date": ""}, "Say when."),
        ({"house": None}, "Say in which house."),
        ({"date": "2026-02-30"}, "'2026-02-30' is no date as in 2026-11-20."),
        ({"date": "1066-10-14"}, "1066-10-14 is out of reach: from 1900 to 2199."),
        ({"house": "nope"}, "Select a valid choice. nope is not one of the available choices."),
    ],
)
def test_a_night_that_cannot_be_is_told(desk, said, sentence):
    page = desk.sends(desk.opens("/nights/plan/").form("/plan/"), **said)

    assert (page.status, Night.objects.count()) == (422, 0)
    assert sentence in page.text


def test_before_it_opens_the_limits_are_said_where_it_is_opened(desk, planned):
    page = desk.opens(f"/nights/{planned.pk}/")

    assert page.links["Open the bank"] == f"/nights/{planned.pk}/open/"
    assert "The minimum buy-in is set when the night opens." in desk.opens(page.links["Open the bank"]).text


def test_the_bank_opens_with_the_nights_figures(desk, planned):
    bo = player_named("Bo").number

    page = desk.sends(opening(desk, planned), banker=str(bo), float_cents="200", **FIGURES)

    now = bank_of(planned)
    assert page.url == f"/nights/{planned.pk}/tonight/?receipt={last_act().number}"
    assert page.links["Game card"] == f"/nights/{planned.pk}/tv/?show=card"
    assert (now.bank.banker.name, now.balances.float_cents) == ("Bo", 20000)
    assert (now.limits.minimum_cents, now.limits.maximum_cents, str(now.blinds)) == (1000, 5000, "0.25/0.50")


@pytest.mark.further
def test_a_float_that_is_left_empty_is_none(desk, planned):
    desk.sends(opening(desk, planned), float_cents="", **FIGURES)

    assert bank_of(planned).balances.float_cents == 0


def test_the_host_is_proposed_as_banker_and_a_guest_is_not(desk, planned):
    page = desk.opens(f"/nights/{planned.pk}/open/")

    assert page.form("/open/").fields["banker"] == [str(player_named("Ann").number)]
    assert "Gil" not in page.text


@pytest.mark.further
def test_the_stakes_of_a_night_are_folded_until_one_of_them_is_refused(desk, planned):
    night, unfolded = (
        plan_night(date=date(2026, 12, 4), house="dave-2018"),
        '<details class="fold" open><summary>Other stakes',
    )

    page = desk.opens(f"/nights/{night.pk}/open/")
    refused = desk.sends(page.form("/open/"), small_blind="1.00", big_blind="0.50")

    first, again = (re.sub(r">\s+<", "><", each.html) for each in (page, refused))
    assert ("Other stakes tonight…" in page.text, unfolded in first, unfolded in again) == (True, False, True)


@pytest.mark.further
def test_the_last_night_of_the_house_fills_in_the_next(desk, planned):
    bo = player_named("Bo").number
    desk.sends(opening(desk, planned), banker=str(bo), float_cents="200", **FIGURES)
    friday = plan_night(date=date(2026, 12, 4), house="ericn")

    form = opening(desk, friday)
    page = desk.sends(form)

    assert form.fields["banker"] == [str(bo)]
    now = bank_of(friday)
    assert page.url == f"/nights/{friday.pk}/tonight/?receipt={last_act().number}"
    assert (now.balances.float_cents, now.limits.minimum_cents, str(now.blinds)) == (20000, 1000, "0.25/0.50")


@pytest.mark.further
def test_who_runs_no_bank_any_more_is_not_filled_in(desk, planned):
    bo = player_named("Bo")
    desk.sends(opening(desk, planned), banker=str(bo.number), float_cents="200", **FIGURES)
    Player.objects.filter(pk=bo.pk).update(regular=False)

    form = opening(desk, plan_night(date=date(2026, 12, 4), house="ericn"))

    assert form.fields["banker"] == [str(player_named("Ann").number)]


def test_from_home_a_bank_is_open_with_three_taps(desk, planned):
    ahead = plan_night(date=localdate() + timedelta(days=7), house="hybrid")
    plan = desk.opens(desk.opens("/").links["Plan a night"])

    opens = desk.sends(plan.form("/plan/"), house="ericn", then="open")
    desk.sends(opens.form("/open/"), float_cents="200", **FIGURES)

    assert bank_of(Night.objects.exclude(pk__in=[planned.pk, ahead.pk]).get()).balances.float_cents == 20000


def test_a_double_tap_opens_once(desk, planned):
    form = opening(desk, planned)

    pages = [desk.sends(form, float_cents="200", **FIGURES) for _ in range(2)]

    assert pages[0].url == pages[1].url
    assert Night.objects.count() == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"float_cents": "a lot"}, "a lot"),
        ({"big_blind": ""}, "This house asks for it every night: the big blind."),
        ({"small_blind": "1.00"}, "The small blind of 1.00 is above the big blind of 0.50."),
        ({"buy_in_min": "60"}, "The minimum buy-in of 60.00 is above the maximum of 50.00."),
    ],
)
def test_what_does_not_fit_is_told_and_what_was_typed_stays(desk, planned, said, sentence):
    page = desk.sends(opening(desk, planned), **{"float_cents": "200", **FIGURES, **said})

    assert (page.status, Night.objects.planned().count()) == (422, 1)
    assert sentence in page.text
    assert page.form("/open/").fields["buy_in_max"] == ["50.00"]


def test_a_house_with_figures_of_its_own_asks_for_none(desk):
    Evening("dave-2018")
    night = plan_night(date=date(2026, 11, 27), house="dave-2018")

    page = desk.opens(f"/nights/{night.pk}/open/")
    desk.sends(page.form("/open/"), float_cents="0")

    assert "Open too: Dave's cash game (2018)" in page.text
    assert 'placeholder="10.00"' in page.html
    assert bank_of(night).limits.minimum_cents == 1000


def daves(desk):
    """Return a planned night at dave's, and the form that opens it."""
    Evening("dave-2018")
    night = plan_night(date=date(2026, 11, 27), house="dave-2018")
    return night, opening(desk, night)


@pytest.mark.further
def test_a_maximum_in_big_blinds_with_the_big_stack_holds_wherever_it_is_shown(desk):
    night, form = daves(desk)
    desk.sends(form, float_cents="0", small_blind="0.50", big_blind="1", big_blinds="50", or_big_stack="on")
    stamp = Stamp("a-big-stack", timezone.now())
    estimate_big_stack(stamp=stamp, night=night, amount_cents=8500)

    tonight = desk.opens(f"/nights/{night.pk}/tonight/")
    report = desk.opens(f"/nights/{night.pk}/")

    assert "up to 50.00, or the big stack: 85.00" in tonight.text
    assert "The maximum buy-in is 50.00, or the big stack: 85.00 (set for this night)." in report.text
    assert "Version 1 of the rules, since" in report.text
    assert report.links["Dave's cash game (2018)"] == "/houses/dave-2018/?version=1"


@pytest.mark.further
def test_a_maximum_without_the_big_stack_and_no_minimum(desk):
    night, form = daves(desk)
    form.fields.pop("or_big_stack")
    desk.sends(form, float_cents="0", buy_in_min="0", buy_in_max="60")

    limits = bank_of(night).limits
    again = opening(desk, plan_night(date=date(2026, 12, 4), house="dave-2018"))
    assert (limits.minimum_cents, limits.maximum_in_words(show_cents)) == (0, "60.00")
    assert (again.fields["buy_in_max"], "or_big_stack" in again.fields) == (["60.00"], False)


@pytest.mark.parametrize(
    ("house", "said", "sentence"),
    [("dave-2018", {"big_blinds": "50", "buy_in_max": "60"}, "not both"), ("mike", {"big_blinds": "50"}, "no blinds")],
)
def test_a_maximum_in_big_blinds_that_cannot_be_counted_is_refused(desk, house, said, sentence):
    Evening(house)
    night = plan_night(date=date(2026, 11, 27), house=house)

    page = desk.sends(opening(desk, night), float_cents="0", **said)

    assert (page.status, Night.objects.planned().count()) == (422, 1)
    assert sentence in page.text


def test_tonights_rules_follow_what_is_typed(desk):
    night, _ = daves(desk)

    said = "small_blind=0.50&big_blind=1&buy_in_max=60&or_big_stack=on&float_cents=x"
    typed = desk.opens(f"/nights/{night.pk}/open/?{said}")

    assert "Blinds 0.50/1.00. The minimum buy-in is 20.00 (20 big blinds of 1.00)." in typed.text
    assert "The maximum buy-in is 60.00, or the big stack (set for this night)." in typed.text
    assert "Article 1 says 0.25 : not tonight. Article 2 says 100 : not tonight." in typed.text
    assert typed.alert == ""


@pytest.mark.further
def test_a_bank_that_another_tablet_opened_stays_one(desk, planned):
    form = opening(desk, planned)
    desk.sends(opening(desk, planned), float_cents="200", **FIGURES)

    page = desk.sends(form, float_cents="300", **FIGURES)

    assert (page.status, Night.objects.count()) == (422, 1)
    assert page.alert == "27 2026"
    assert desk.opens(f"/nights/{planned.pk}/open/").url == f"/nights/{planned.pk}/"


def test_a_form_that_was_used_already_shows_both(desk, planned):
    form = opening(desk, planned)
    desk.sends(form, float_cents="200", **FIGURES)

    page = desk.sends(form, float_cents="300", **FIGURES)

    assert page.status == 409
    assert "Recorded: Bank opened by Ann, float 200.00" in page.text


def test_nobody_can_open_before_there_are_players(desk):
    night = plan_night(date=date(2026, 11, 27), house="ericn")

    page = desk.opens(f"/nights/{night.pk}/open/")

    assert page.links["Add the players"] == f"/players/add/?next=/nights/{night.pk}/open/"


def test_during_it_what_was_bought_so_far_and_the_way_to_tonight(desk):
    evening = Evening("dave-2018")
    before = desk.opens(f"/nights/{evening.night.pk}/")
    evening.buy_in("Bo", "20.00")

    page = desk.opens(f"/nights/{evening.night.pk}/")

    assert "Nobody has bought in yet." in before.text
    assert page.says("Bo 20.00 20.00")
    assert "Result" not in page.text
    assert page.links["Tonight"] == f"/nights/{evening.night.pk}/tonight/"


def test_after_it_the_report(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00", ruling="the table agreed: his birthday", pay="transfer")
    evening.undo(evening.buy_in("Cy", "20.00"))
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.counts_drawer("180.35")
    evening.closes()

    page = desk.opens(f"/nights/{evening.night.pk}/")

    assert "The banker, Ann, keeps it." in page.text
    assert "Allowed by the table: his birthday" in page.text
    assert f"/history/?night={evening.night.pk}" in page.leads_to
    assert (f"/print/?night={evening.night.pk}" in page.leads_to, "Tonight" in page.links) == (True, False)


def test_after_it_the_page_says_why_chips_were_declared(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "19.90")
    evening.declares_missing("0.10", "under the sofa")
    evening.counts_drawer("200.10")
    evening.closes()

    page = desk.opens(f"/nights/{evening.night.pk}/")

    assert "0.10 of chips declared missing: under the sofa" in page.text


def test_a_banker_sees_the_night_and_nothing_of_the_rest(db):
    evening = Evening("dave-2018")
    client = banker_client(evening.night, player_named("Ann"))

    pages = [client.get(f"/nights/{evening.night.pk}/{page}") for page in ("", "report.pdf", "results/")]

    assert [page.status_code for page in pages] == [200, 200, 200]
    assert {*re.findall(rb'href="/houses/([^"?]*)', pages[0].content)} == {b"dave-2018/rules/"}


@pytest.mark.parametrize("page", ["", "open/", "report.pdf", "results/"])
def test_a_night_that_is_not_there_is_not_found(desk, page):
    assert [desk.client.get(f"/nights/{pk}/{page}").status_code for pk in (0, 99, 10**30)] == [404, 404, 404]


@pytest.mark.parametrize("page", ["report.pdf", "results/"])
def test_a_planned_night_has_no_report_yet(desk, planned, page):
    assert desk.client.get(f"/nights/{planned.pk}/{page}").status_code == 404


@pytest.mark.further
@pytest.mark.parametrize(("days", "first"), [(0, "open"), (-1, "open"), (1, "Invite"), (7, "Invite")])
def test_before_its_day_a_night_is_about_its_guests_and_on_it_about_the_bank(desk, days, first):
    add("Ann", regular=True)
    night = plan_night(date=localdate() + timedelta(days=days), house="mike")

    page = desk.opens(f"/nights/{night.pk}/")

    primary = re.findall(r'class="button primary"\s+href="/nights/\d+/(\w+)/"', page.html)
    primary += re.findall(r'<button class="primary">(Invite)', page.html)
    assert (primary, page.links["Open the bank"]) == ([first], f"/nights/{night.pk}/open/")
