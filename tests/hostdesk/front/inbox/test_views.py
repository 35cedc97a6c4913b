"""The inbox of a host of all houses, of a host of some houses, and of the banker of a night."""

from datetime import timedelta

import pytest
from django.utils import timezone

from hostdesk.base.sign_in.commands import add_host
from hostdesk.models import WitnessReport
from hostdesk.table.requests.commands import ask
from ledger.night.requests import Wanted
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening
from tests.stories.months import a_plan

pytestmark = pytest.mark.django_db

HEAD = "0123456789abcdef" * 4


@pytest.fixture
@played_once
def evening():
    """Bo is in for 40.00 and asks for 20.00 more; Cy is in for 20.00."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    bo = player_named("Bo")
    ask(stamp=evening.stamp(), night=evening.night, player=bo, wanted=Wanted.REBUY, amount_cents=2000)
    return evening


def objects(name, act):
    browser = phone(name)
    page = browser.opens(own(name, f"lines/{act}/"))
    return browser.sends(next(form for form in page.forms if "words" in form.fields), words=f"{name} says no")


def waiting(browser, query=""):
    """Return the number of waiting requests, and the names of the players with open objections."""
    found = browser.client.get(f"/inbox/{query}").context["waiting"]
    return len(found.get("requests", ())), [each.name for each in found.get("objections", ())]


def test_where_nothing_waits_it_says_so(desk):
    page = desk.opens("/inbox/")

    assert "Nothing waits for you." in page.text
    assert [name for name in desk.opens("/?stay=yes").links if "for you" in name] == []


def test_what_is_asked_for_on_an_open_night_is_answered_there(evening):
    page = Browser(host_client("Hanna")).opens("/inbox/")

    bo = player_named("Bo").number
    assert f"/nights/{evening.night.pk}/tonight/players/{bo}/" in [each.partition("?")[0] for each in page.leads_to]


def test_a_banker_sees_the_own_night_alone(evening):
    first, bo = evening.night, player_named("Bo")
    evening.opens("mike")
    objects("Cy", evening.buy_in("Cy", "5.00").act.number)
    banker = Browser(banker_client(first, bo))

    assert [waiting(banker), waiting(banker, f"?night={evening.night.pk}")] == [(1, []), (1, [])]
    assert waiting(Browser(banker_client(evening.night, bo))) == (0, ["Cy"])


def test_a_host_of_some_houses_sees_what_is_theirs(evening):
    first = evening.night
    evening.opens("mike")
    objects("Cy", evening.buy_in("Cy", "5.00").act.number)
    add_host("Zoë", [first.house])
    zoe, hanna = Browser(host_client("Zoë")), Browser(host_client("Hanna"))

    assert [waiting(each) for each in (zoe, hanna)] == [(1, []), (1, ["Cy"])]
    assert zoe.client.get(f"/inbox/?night={evening.night.pk}").status_code == 404
    assert waiting(hanna, f"?night={evening.night.pk}") == (0, ["Cy"])


def test_a_player_has_no_inbox(evening):
    assert phone("Bo").client.get("/inbox/").status_code == 404


def test_a_report_waits_for_the_host_once_until_it_was_looked_into(evening):
    bo, host = phone("Bo"), Browser(host_client("Hanna"))
    said = {"number": "3", "head": HEAD, "says": "Act 3 is not what it was."}

    answers = [bo.client.post(own("Bo", "witness/"), said).status_code for _ in range(2)]
    home = host.opens("/?stay=yes")
    host.sends(host.opens("/inbox/").form(f"/desk/phones/{WitnessReport.objects.get().pk}/"))

    assert answers == [204, 204]
    assert home.links.get("2 in your inbox, 1 urgent") == "/inbox/"
    report = WitnessReport.objects.get()
    assert (report.player.name, report.number, report.dealt_by) == ("Bo", 3, "Hanna")
    assert host.opens("/?stay=yes").links.get("1 in your inbox") == "/inbox/"
    assert "What phones saw: 1 looked into" in host.opens("/desk/?open=desk").text


def test_a_report_after_one_that_was_looked_into_waits_again(evening):
    bo, host = phone("Bo"), Browser(host_client("Hanna"))
    reports = [{"number": number, "head": HEAD, "says": f"Act {number} is not what it was."} for number in "34"]
    bo.client.post(own("Bo", "witness/"), reports[0])
    host.sends(host.opens("/inbox/").form(f"/desk/phones/{WitnessReport.objects.get().pk}/"))

    bo.client.post(own("Bo", "witness/"), reports[1])
    seen = [f"Act {number} is not" in host.opens("/inbox/").text for number in "34"]

    assert seen == [False, True]


@pytest.mark.parametrize(("hours", "state"), [(-1, "not confirmed"), (1, "no answer")])
def test_a_claim_without_an_answer_after_the_days_of_the_house_is_said_so(desk, hours, state):
    """Cy says that 25.00 to Ann is paid; debts at that house are overdue after 31 days."""
    months = a_plan()
    months.now = timezone.now() - timedelta(days=31, hours=hours)
    months.claims("Cy", "Ann", "25.00")

    page = desk.opens("/inbox/")

    assert f" · {state} " in page.text.partition("Cy paid Ann ? 25.00")[2]
