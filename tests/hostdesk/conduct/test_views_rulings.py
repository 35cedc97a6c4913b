"""The log of a night: what was decided and what was allowed, in order, also after the close."""

from functools import partial

import pytest

from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind
from reservations.conduct import commands as conduct_commands
from reservations.conduct.rules import Decider
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """An evening at mike's on which Bo is at the table."""
    evening = Evening("mike")
    evening.arrives("Bo")
    return evening


def test_the_log_has_every_ruling_in_order_also_after_the_close(desk, evening):
    evening.buy_in("Bo", "5.00")
    evening.it_is("20:30")
    allowed = evening.buy_in("Bo", "3.00", ruling="the table agreed: small change")
    evening.it_is("21:00")
    decided = partial(conduct_commands.rule, dispute="a misdeal", decision="deal again", decider=Decider.HOST)
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
            "The bank sells chips in multiples of 5.00, not 3.00. Allowed by the table: small change "
            "a misdeal 21:00 Decided by the host: deal again noted by Ann "
        )
    )


def test_an_empty_log_says_so(desk, evening):
    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    assert "No disputes, nothing overruled." in page.text


def test_the_log_is_a_tap_away_from_tonight_and_from_the_night(desk, evening):
    night = f"/nights/{evening.night.pk}/"

    links = [desk.opens(page).links["Rulings"] for page in (f"{night}tonight/?more=yes", night)]

    assert links == [f"{night}rulings/"] * 2


def test_what_was_allowed_at_the_tables_is_in_the_log(desk, evening):
    outcome = {"remark": "Bo sits at table 1.", "ruling": "a chair was found", "overruled": ["A table has 11 players."]}
    draft = FactDraft(FactKind.MOVE, evening.night, content={"moves": [], "why": "moved by the host"})
    record_fact(draft, evening.stamp(by="Ann"), outcome)

    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    words = "Bo sits at table 1. 20:00 A table has 11 players. Allowed by the host: a chair was found noted by Ann"
    assert words in page.text


def test_what_was_taken_back_at_the_tables_is_not_in_the_log(desk, evening):
    draft = FactDraft(FactKind.MOVE, evening.night, content={"moves": [], "why": "moved by the host"})
    fact = record_fact(draft, evening.stamp(), {"remark": "Bo sits at table 1.", "ruling": "a chair", "overruled": []})
    record_fact(FactDraft(FactKind.TAKE_BACK, evening.night, about=fact), evening.stamp())

    assert "a chair" not in desk.opens(f"/nights/{evening.night.pk}/rulings/").text


def test_who_was_let_come_is_in_the_log(desk, evening):
    draft = FactDraft(FactKind.ANSWER, evening.night, player_named("Bo"), content={"answer": "yes"})
    record_fact(draft, evening.stamp(by="Ann"), {"place": "seat", "ruling": "he has paid"})

    page = desk.opens(f"/nights/{evening.night.pk}/rulings/")

    assert (
        "Bo may come 20:00 They could have no reservation. Allowed by the host: he has paid noted by Ann" in page.text
    )


def test_who_was_merged_into_somebody_who_came_later_is_in_the_log(desk, evening):
    conduct_commands.warn(stamp=evening.stamp(), night=evening.night, player=player_named("Bo"), words="slow")
    evening.counts_drawer("200.00")
    evening.closes()
    evening.knows("Bobby")
    evening.merges("Bo", "Bobby")

    assert "Bobby warned: slow" in desk.opens(f"/nights/{evening.night.pk}/rulings/").text.replace(" :", ":")


def test_a_planned_night_has_no_log(desk, evening):
    assert desk.opens("/nights/999/rulings/").status == 404
