"""Money for chips, from the pages: two counts, the payout that they would lead to, and the payment."""

import re

import pytest

from hostdesk.table.open_night.queries import tonight_of
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, Page
from tests.hostdesk.counting import bank, closing, counted, counting, form_for, last, panel
from tests.played_once import played_once
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
@played_once
def evening():
    """Bo is in for 40.00 and Cy for 20.00 at a house where players may leave at any time, after notice."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    return evening


def test_what_would_be_paid_is_shown_and_nothing_recorded(desk, evening):
    page = counted(desk, evening, "35")

    assert page.status == 200
    assert page.says("40.00 35.00 −5.00 35.00 1 20.00 1 10.00 1 5.00")
    assert bank(evening) == ("260.00", "60.00", "0.00", "0.00")


def looked_at(desk, evening, amount, **said):
    """Type a count; return the preview before any press, and the form with the plan of the payout."""
    form = counting(desk, evening)
    sent = {**form.fields, "player_count": amount, **said}
    live = Page(desk.client.post(f"{form.action}live/", sent, headers={"HX-Request": "true"}), form.action)
    form.fields["plan"] = re.findall(r'name="plan" value="(.*)"', live.html)
    return live, form


def test_a_count_is_paid_on_the_page_on_which_it_is_typed(desk, evening):
    live, form = looked_at(desk, evening, "35")
    before = bank(evening)

    paid = desk.sends(form, player_count="35", step="pay")

    assert (live.says("35.00 −5.00 1 20.00 1 10.00 1 5.00"), before) == (True, ("260.00", "60.00", "0.00", "0.00"))
    assert "Bo cashes out 35.00" in paid.text
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")


def test_a_count_that_is_not_the_one_shown_is_not_paid(desk, evening):
    """The page has shown 35.00 and 35.05 is typed: the page counts again and shows the new result."""
    live, form = looked_at(desk, evening, "35")

    page = desk.sends(form, player_count="35.05", step="pay")

    assert live.says("35.00 −5.00")
    assert (page.status, page.says("40.00 35.05 −4.95")) == (409, True)
    assert bank(evening) == ("260.00", "60.00", "0.00", "0.00")


def test_what_another_tablet_has_paid_meanwhile_is_not_paid_again(desk, evening):
    """Two tablets show Bo's 30.00, and there are chips enough in play for both payments; only one pays."""
    first, second = (looked_at(desk, evening, "30")[1] for _ in range(2))
    desk.sends(first, player_count="30", step="pay")

    page = desk.sends(second, player_count="30", step="pay")

    assert (page.status, "Bo has cashed out 30.00 in all." in page.text) == (409, True)
    assert bank(evening) == ("230.00", "30.00", "0.00", "0.00")


@pytest.mark.parametrize(
    ("amount", "said"), [("3.", {}), ("many", {}), ("61", {}), ("35", {"banker_count": "36"}), ("260", {})]
)
def test_what_cannot_be_paid_as_it_is_typed_waits_for_the_button(desk, evening, amount, said):
    """A count that is no amount, exceeds the 60.00 in play, or differs from the banker's."""
    live, form = looked_at(desk, evening, amount, **said)

    assert (live.status, live.text, form.fields["plan"]) == (200, "Counts match", [])


def test_a_count_sent_again_after_a_sign_in_is_a_whole_page(desk, evening):
    form = counting(desk, evening)
    form.action += "live/"

    page = desk.sends(form, player_count="35")

    assert page.says("40.00 35.00 −5.00")
    assert desk.sends(form_for(page, "pay")).status == 200


def test_the_chips_of_who_leaves_are_counted_next(desk):
    """Bo plays on and Cy has given notice: a tap on Cy leads to the count; after the last hand so does one on Bo."""
    evening = Evening("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="10.00", buy_in_max="40.00")
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "40.00")
    evening.notice("Cy")
    tonight = f"/nights/{evening.night.pk}/tonight/"

    before = desk.opens(tonight).links.values()
    evening.last_hand()
    after = desk.opens(tonight).links.values()

    assert [panel(evening, name) in before for name in ("Bo", "Cy")] == [False, True]
    assert [panel(evening, name) in after for name in ("Bo", "Cy")] == [True, True]


def test_one_more_press_pays(desk, evening):
    page = desk.sends(form_for(counted(desk, evening, "35"), "pay"))

    assert "Bo cashes out 35.00" in page.text
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")
    assert (last().kind, last().by) == ("cash_out", "Ann")


def test_the_last_cash_out_offers_to_close_the_night(desk, evening):
    first = desk.sends(form_for(counted(desk, evening, "35"), "pay"))
    last_one = desk.sends(form_for(counted(desk, evening, "25", "Cy"), "pay"))

    closing = f"/nights/{evening.night.pk}/closing/"
    assert [closing in page.links.values() for page in (first, last_one)] == [False, True]


def test_the_same_payment_twice_is_made_once(desk, evening):
    form = form_for(counted(desk, evening, "35"), "pay")

    first, second = desk.sends(form), desk.sends(form)

    assert first.url == second.url
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")


def test_the_same_form_with_another_count_shows_what_it_paid(desk, evening):
    form = form_for(counted(desk, evening, "35"), "pay")
    desk.sends(form)

    page = desk.sends(form, player_count="36.00", banker_count="36.00")

    assert page.status == 409
    assert "Recorded: Bo cashes out 35.00" in page.text
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")


def test_a_rebuy_on_another_tablet_meanwhile_has_the_chips_counted_again(desk, evening):
    form = form_for(counted(desk, evening, "35"), "pay")
    evening.buy_in("Bo", "5.00", stack="35.00")

    page = desk.sends(form)

    assert page.status == 409
    assert page.alert == "Bo 40.00 45.00"
    assert form_for(page, "count").fields["player_count"] == [""]
    assert bank(evening) == ("265.00", "65.00", "0.00", "0.00")


def test_a_cash_out_on_another_tablet_meanwhile_is_not_paid_twice(desk, evening):
    form = form_for(counted(desk, evening, "35"), "pay")
    evening.cash_out("Bo", "35.00")

    page = desk.sends(form)

    assert page.status == 409
    assert "Bo has cashed out 35.00 in all." in page.text
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")


def test_a_cash_out_that_was_undone_meanwhile_is_told(desk, evening):
    paid = evening.cash_out("Bo", "30.00")
    form = counting(desk, evening)
    evening.undo(paid)

    page = desk.sends(form, player_count="30")

    assert page.status == 409
    assert page.alert == "Bo 30.00"


def test_a_player_who_has_cashed_out_is_said_to_have(desk, evening):
    evening.cash_out("Bo", "30.00")

    page = desk.opens(panel(evening))

    assert "Bo has cashed out 30.00 already and has bought nothing since." in page.text


def test_counts_that_differ_stop(desk, evening):
    page = desk.sends(counting(desk, evening), player_count="35", banker_count="36")

    assert page.status == 422
    assert page.alert == "Bo 35.00 36.00 1.00 Bo"
    assert bank(evening) == ("260.00", "60.00", "0.00", "0.00")


@pytest.mark.parametrize(
    ("player", "banker", "slip"),
    [
        ("36.50", "63.50", "Two digits may be swapped."),
        ("5.20", "52.00", "The point may be in the wrong place: 5.20 or 52.00 ."),
        ("35", "45", "They are exactly 10.00 apart"),
    ],
)
def test_what_stands_out_of_two_counts_is_said_at_once(desk, evening, player, banker, slip):
    page = desk.sends(counting(desk, evening), player_count=player, banker_count=banker)

    assert slip.replace(" .", ".") in page.text
    assert page.says(f"Bo {player} {banker}".replace("35 45", "35.00 45.00"))


@pytest.mark.parametrize(("player", "banker", "may_be_taken"), [("40", "125.20", False), ("125.20", "40", True)])
def test_a_count_of_more_than_is_in_play_is_told_and_never_taken(desk, evening, player, banker, may_be_taken):
    """60.00 is in play: a count of 125.20 is impossible for the player and for the banker."""
    page = desk.sends(counting(desk, evening), player_count=player, banker_count=banker)

    assert "Only 60.00 in chips is on the table, so 125.20 can’t be right." in page.text
    assert any("count_ruling" in form.fields for form in page.forms) is may_be_taken


def test_a_count_that_differed_at_first_is_tried_at_the_closing(desk, evening):
    """Bo counted 53.00 and agreed to 35.00; Cy cashes out 7.00, and 18.00 seems to be missing."""
    desk.sends(counting(desk, evening), player_count="53", banker_count="35")
    desk.sends(form_for(counted(desk, evening, "35"), "pay"))
    desk.sends(form_for(counted(desk, evening, "7", "Cy"), "pay"))

    page = desk.opens(closing(evening))

    assert "Bo's cash-out of 35.00" in page.text
    assert "was also counted as 53.00: that would explain it." in page.text


def test_part_of_a_stack_stays_on_the_table(desk):
    """Until the last hand the page offers to take part of a stack; after it no part can stay."""
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")
    early = desk.opens(panel(evening))
    evening.last_hand()

    assert ["Cash out some, keep playing" in page.text for page in (early, desk.opens(panel(evening)))] == [True, False]


def test_only_a_part_is_refused_by_its_name_until_the_host_overrules(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "40.00")

    refused = desk.sends(counting(desk, evening), player_count="15", plays_on="yes")
    ruled = next(form for form in refused.forms if "ruling" in form.fields and "plays_on" in form.fields)
    page = desk.sends(ruled, ruling="a taxi waits")

    assert (refused.status, "ratholing, or going south: chips stay in play until Bo leaves." in refused.text) == (
        422,
        True,
    )
    assert "Bo cashes out a part and plays on 15.00" in page.text
    assert ("Overruled by the host: a taxi waits" in page.text, "tonight" in page.receipt) == (True, False)
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")
    assert tonight_of(evening.night).player(player_named("Bo").number).state == "playing"


def test_a_count_of_the_banker_is_never_passed_over(desk, evening):
    page = desk.sends(counting(desk, evening), player_count="35", banker_count="36")

    assert page.status == 422
    assert "The two counts differ." in page.text


def test_the_host_takes_the_bankers_count_and_says_why(desk, evening):
    differing = desk.sends(counting(desk, evening), player_count="35", banker_count="36")
    preview = desk.sends(form_for(differing, "count"), count_ruling="counted three times", agreed="yes")

    desk.sends(form_for(preview, "pay"))

    assert "Counted 36.00" in preview.text
    assert last().count_ruling == "the table agreed: counted three times"
    assert bank(evening) == ("224.00", "24.00", "0.00", "0.00")


def test_the_banker_settles_no_count(evening, db):
    banker = Browser(banker_client(evening.night, player_named("Ann")))
    form = counting(banker, evening)

    page = banker.sends(form, player_count="35", banker_count="36")
    refused = banker.sends(form, player_count="35", banker_count="36", count_ruling="because")

    assert "Only the host can decide between two counts." in page.text
    assert refused.status == 403
    assert bank(evening) == ("260.00", "60.00", "0.00", "0.00")


def test_the_banker_pays_and_overrules_nothing(evening, db):
    banker = Browser(banker_client(evening.night, player_named("Ann")))
    form = form_for(counted(banker, evening, "35"), "pay")

    assert banker.sends(form, ruling="because").status == 403
    assert banker.sends(form).status == 200
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        ("", 'The player\'s count: "" is not an amount: it is empty.'),
        ("1e3", 'The player\'s count: "1e3" is not an amount: write it out, without an exponent.'),
        ("-5", 'The player\'s count: "-5" is not an amount: an amount carries no sign.'),
    ],
)
def test_what_is_no_count_is_said_and_kept(desk, evening, amount, sentence):
    page = counted(desk, evening, amount)

    assert page.status == 422
    assert sentence in page.text
    assert form_for(page, "count").fields["player_count"] == [amount]


def test_busted_is_out_with_nothing(desk, evening):
    page = counted(desk, evening, "0")

    assert "Result −40.00 Nothing to pay" in page.text
    assert desk.sends(form_for(page, "pay")).status == 200
    assert bank(evening) == ("260.00", "60.00", "0.00", "0.00")


def test_more_than_is_in_play_leads_to_the_search_for_it(desk, evening):
    evening.cash_out("Cy", "20.00")

    page = counted(desk, evening, "60")

    assert page.status == 422
    assert (
        "The banker counted 60.00 for Bo, but 40.00 is in play: count again, or declare 20.00 extra first." in page.text
    )
    assert page.form("/cash-out/#chips").fields["player_count"] == ["60.00"]


def test_a_drawer_that_holds_too_little_says_what_to_put_in(desk, evening):
    evening.counts_drawer("30.00")

    page = counted(desk, evening, "35")

    assert page.status == 422
    assert "the drawer holds 30.00: the banker must put in 5.00 first." in page.text
    assert page.links["Put money into the drawer"] == f"/nights/{evening.night.pk}/tonight/float/"
    assert [form for form in page.forms if form.fields.get("step") == ["pay"]] == []


def test_a_cash_out_begun_at_the_closing_goes_back_there(desk, evening):
    form = counting(desk, evening, query="?then=closing")

    page = desk.sends(form_for(desk.sends(form, player_count="35"), "pay"))

    assert page.url.partition("?")[0] == f"/nights/{evening.night.pk}/closing/"


def test_a_name_is_only_a_name(desk):
    evening = Evening("dave-2018")
    evening.knows("<script>alert(1)</script>")
    evening.buy_in("<script>alert(1)</script>", "40.00")

    page = counted(desk, evening, "35", "<script>alert(1)</script>")

    assert "<script>alert" not in page.html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page.html


def test_nothing_is_cashed_out_once_the_night_is_closed(desk, evening):
    form = counting(desk, evening)
    evening.cash_out("Bo", "40.00")
    evening.cash_out("Cy", "20.00")
    evening.counts_drawer("200.00")
    evening.closes()

    assert desk.opens(panel(evening)).url == f"/nights/{evening.night.pk}/"
    assert desk.sends(form, player_count="35", step="pay", out=None, in_for=None).status == 422
