"""A phone's copy of the books, compared with the desk's own."""

import pytest
from django.db import connection

from hostdesk.models import WitnessReport
from reservations.models import Act
from tests.hostdesk.browsing import Browser, own, phone
from tests.played_once import played_once
from tests.signed_in import host_client
from tests.stories.evening import Evening
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db

HEAD = "0123456789abcdef" * 4


@pytest.fixture
@played_once
def evening():
    """Bo is in for 40.00, and Cy for 20.00."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    return evening


def asks(name, **said):
    answer = phone(name).client.get(own(name, "witness/"), said)
    assert answer.status_code == 200
    return answer.json()


def tampers(act, **columns):
    remove_triggers(connection)
    Act.objects.filter(number=act.number).update(**columns)


def test_a_phone_keeps_the_last_act_and_its_players_own_lines(evening):
    last = Act.objects.latest("number")

    kept = asks("Bo")

    bought = Act.objects.get(kind="buy_in", content__contains='"amount":4000')
    assert (kept["number"], kept["head"], kept["seen"]) == (last.number, last.head, "")
    assert [*kept["lines"]] == [str(bought.number)]
    assert "Bo" in kept["lines"][str(bought.number)][1]


def test_it_is_told_the_head_now_of_the_act_that_it_kept(evening):
    kept = asks("Bo")
    evening.buy_in("Cy", "20.00", stack="0.00")

    again = asks("Bo", number=kept["number"])

    assert (again["seen"], again["number"]) == (kept["head"], kept["number"] + 1)
    assert asks("Bo", number=9999)["seen"] == ""


def test_a_line_that_is_changed_has_another_digest(evening):
    [(number, (before, _))] = asks("Bo")["lines"].items()
    act = Act.objects.get(number=number)

    tampers(act, content=act.content.replace("4000", "5000"))

    assert asks("Bo")["lines"][number][0] != before


def test_an_act_undone_a_new_name_and_a_merge_leave_lines_as_they_were(evening):
    before = asks("Bo")["lines"]
    evening.renames("Bo", "Bobby")
    evening.merges("Cy", "Bobby")

    after = asks("Bobby")["lines"]

    assert {number: after[number][0] for number in before} == {number: line[0] for number, line in before.items()}


def test_of_an_act_of_somebody_else_a_phone_gets_the_digest_alone(evening):
    [number] = asks("Cy")["lines"]

    assert asks("Bo", acts=number)["lines"][number][1] == ""


@pytest.mark.parametrize("wrong", [{"head": "x"}, {"number": "-1"}, {"says": ""}])
def test_a_report_that_says_nothing_is_not_kept(evening, wrong):
    said = {"number": "3", "head": HEAD, "says": "Act 3 is not what it was.", **wrong}

    assert phone("Bo").client.post(own("Bo", "witness/"), said).status_code == 422
    assert WitnessReport.objects.count() == 0


def test_who_leaves_has_a_receipt_of_the_act(evening):
    left = evening.cash_out("Bo", "55.00", ruling="the table agreed")

    page = phone("Bo").opens(own("Bo", f"nights/{evening.night.pk}/receipt/"))

    assert f"act {left.act.number} {left.act.head[:12]}" in page.text
    assert left.act.head in page.text.replace(" ", "")
    assert ("40.00" in page.text, "55.00" in page.text) == (True, True)
    assert page.html.count('<svg viewBox="0 0 45 45" class="qr">') == 1


def test_who_is_still_there_has_none(evening):
    assert phone("Bo").opens(own("Bo", f"nights/{evening.night.pk}/receipt/")).status == 404


@pytest.mark.parametrize(
    "typed",
    [
        "act {number} {head}",
        "Act {number}\n{head:.12}",
        "up to act {number}: {head}",
        "{number}:{head:.12}",
        " {number}: {head}…",
    ],
)
def test_an_act_on_a_receipt_or_a_paper_is_what_it_was(evening, typed):
    act = Act.objects.get(number=5)

    assert checks(typed.format(number=5, head=act.head)) == "SAME"


def test_an_act_that_was_changed_or_is_gone_is_told(evening):
    act = Act.objects.get(number=5)

    assert checks(f"act 5 {HEAD}") == "OTHER"
    assert checks(f"act 999 {act.head}") == "NOT_THERE"


@pytest.mark.parametrize("typed", ["", "5", "act 5", "act 5 abc", "act x 0123456789abcdef"])
def test_what_names_no_act_is_asked_for_again(evening, typed):
    browser = phone("Bo")

    page = browser.client.post("/check/", {"said": typed})

    assert (page.status_code, page.context["found"]) == (422, None)


def checks(typed):
    return phone("Bo").client.post("/check/", {"said": typed}).context["found"]["answer"]


def test_from_the_check_a_host_goes_back_to_the_history_and_a_player_does_not(evening):
    pages = [browser.opens("/check/") for browser in (Browser(host_client()), phone("Bo"))]

    assert [page.links.get("History") for page in pages] == ["/history/", None]
