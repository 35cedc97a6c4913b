"""Money for chips in houses with more rules: a notice, a final pot, colours, transfers."""

import json
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.counting import bank, counted, counting, form_for, last, panel
from tests.hostdesk.seated import Tables
from tests.ledger.transfer_house import friday
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def seated(evening):
    """Sell Bo chips for 40.00 and Cy for 20.00, and play the last hand."""
    evening.buy_in("Bo", "40.00")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    return evening


def deals(page):
    """Return the form for the numbers of hands that the first and the last dealer have dealt."""
    return next(form for form in page.forms if "last_dealt" in form.fields)


def ways(form):
    """Return the names of a form's buttons."""
    return [name for name, _, _ in form.buttons]


class TestABust:
    """At the hybrid game no chips turn into cash before the blinds go up; a player without chips may go at any time."""

    @pytest.fixture
    def evening(self):
        evening = Evening("hybrid")
        evening.buy_in("Bo", "10.00")
        evening.buy_in("Cy", "8.00")
        return evening

    @pytest.fixture
    def asked(self, desk, evening):
        page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/")
        bust = next(form for form in page.forms if form.fields.get("player_count") == ["0"])
        return desk.sends(bust, step="count")

    def test_it_is_asked_before_it_is_recorded_and_there_is_nothing_to_pay(self, evening, asked):
        assert (last().kind, asked.status) == ("buy_in", 200)
        assert "Result −10.00 Nothing to pay Busted: Bo leaves" in asked.text
        assert "To pay" not in asked.text

    def test_who_is_busted_is_out_and_the_bank_pays_nothing(self, desk, evening, asked):
        out = desk.sends(form_for(asked, "pay"))

        assert (last().kind, bank(evening)) == ("cash_out", ("218.00", "18.00", "0.00", "0.00"))
        assert "Bo is busted and leaves Act" in out.text
        assert out.part(f"sitting-{player_named('Bo').number}") == "Bo out, lost 10.00 in for 10.00"

    def test_chips_of_the_same_player_are_refused_at_that_time(self, desk, evening):
        page = counted(desk, evening, "2")

        assert (page.status, "Chips turn into cash within 5 minutes" in page.text) == (422, True)


class TestTheNotice:
    """At Dave's the notice is half an hour or a round."""

    @pytest.fixture
    def evening(self, monkeypatch):
        evening = Evening("dave-2018")
        evening.it_is("21:04")
        evening.buy_in("Bo", "40.00")
        evening.notice("Bo")
        moment = datetime(2026, 11, 20, 21, 24, tzinfo=ZoneInfo("America/New_York"))
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return evening

    def test_it_is_said_before_anything_is_counted(self, desk, evening):
        page = desk.opens(panel(evening))

        assert page.says("21:04 21:34")

    def test_the_refusal_is_seen_before_paying(self, desk, evening):
        page = counted(desk, evening, "35")

        assert page.status == 422
        assert ("To pay" in page.text, page.text.index("says no.") < page.text.index("Counted")) == (False, True)
        assert page.says("21:04 21:34")
        assert [button for form in page.forms for button in form.buttons if "Pay" in button] == []

    def test_a_round_played_since_is_enough(self, desk, evening):
        page = counted(desk, evening, "35", round_played="yes")

        assert page.status == 200
        assert desk.sends(form_for(page, "pay")).status == 200
        assert bank(evening) == ("205.00", "5.00", "0.00", "0.00")

    def test_a_round_played_is_one_press_from_the_refusal(self, desk, evening):
        refused = counted(desk, evening, "35")

        page = desk.sends(form_for(refused, "count"))

        assert page.status == 200
        assert "To pay: 35.00" in page.text

    def test_the_host_overrules_and_pays_at_once(self, desk, evening):
        refused = counted(desk, evening, "35")

        page = desk.sends(next(form for form in refused.forms if "ruling" in form.fields), ruling="a sick child")

        assert "Overruled by the host: a sick child" in page.text
        assert (last().kind, last().ruling) == ("cash_out", "a sick child")
        assert bank(evening) == ("205.00", "5.00", "0.00", "0.00")

    def test_ending_the_game_for_all_is_the_last_way_out_of_a_refusal(self, desk, evening):
        refused = counted(desk, evening, "35")

        text = refused.text[refused.text.index("says no.") : refused.text.index("Counted")]
        ways_out = ("One round played since the notice", "Try again", "Overrule…", "The game ends for all…")
        assert sorted(ways_out, key=text.index) == [*ways_out]

    def test_the_last_hand_is_one_press(self, desk, evening):
        refused = counted(desk, evening, "35")

        page = desk.sends(next(form for form in refused.forms if "last_hand" in ways(form)), last_hand="end-of-play")

        assert (page.status, last().kind) == (200, "last_hand")
        assert "To pay: 35.00" in page.text
        assert "Notice was given" not in page.text

    def test_the_last_hand_while_counting_loses_no_count(self, desk, evening):
        page = desk.sends(counting(desk, evening), player_count="35", last_hand="end-of-play", round_played="yes")

        assert (page.status, last().kind) == (200, "last_hand")
        assert form_for(page, "pay").fields["player_count"] == ["35.00"]

    def test_a_second_tablet_records_no_second_last_hand(self, desk, evening):
        """Two tablets count Bo's 35.00; the second keeps its count, and pays it with the next press."""
        second = counting(desk, evening)
        desk.sends(counting(desk, evening), last_hand="end-of-play")

        page = desk.sends(second, player_count="35", last_hand="end-of-play-2")

        assert (page.status, Act.objects.filter(kind="last_hand").count()) == (422, 1)
        assert form_for(page, "count").fields["player_count"] == ["35"]

    def test_the_last_hand_before_a_count_is_told(self, desk, evening):
        page = desk.sends(counting(desk, evening), last_hand="end-of-play")

        assert (page.status, last().kind) == (200, "last_hand")
        assert "The last hand has been played." in page.text

    def test_a_last_hand_that_cannot_be_noted_is_told(self, desk, evening):
        page = desk.sends(counting(desk, evening), player_count="35", last_hand="no key")

        assert (page.status, last().kind) == (422, "leave_notice")
        assert "The last hand has been played." not in page.text
        assert form_for(page, "count").fields["player_count"] == ["35"]

    def test_the_same_last_hand_twice_is_one(self, desk, evening):
        form = counting(desk, evening)

        pages = [desk.sends(form, player_count="35", banker_count="35", last_hand="end-of-play") for _ in range(2)]

        assert [(page.status, "To pay: 35.00" in page.text) for page in pages] == [(200, True)] * 2
        assert Act.objects.filter(kind="last_hand").count() == 1


class TestAtMikes:
    """Chips of six colours, whole dollars, and no cash-out before the end."""

    @pytest.fixture
    def evening(self):
        return seated(Evening("mike"))

    def test_odd_cents_go_into_the_final_pot(self, desk, evening):
        page = counted(desk, evening, "35.40")

        assert page.says("−5.00 35.00 0.40")
        assert "0.40 more goes into the final pot." in page.text
        desk.sends(form_for(page, "pay"))
        assert bank(evening) == ("225.00", "24.60", "0.40", "0.00")

    def test_less_than_a_dollar_goes_there_whole(self, desk, evening):
        page = counted(desk, evening, "0.40")

        assert "Nothing to pay 0.40 goes into the final pot." in page.text
        desk.sends(form_for(page, "pay"))
        assert bank(evening) == ("260.00", "59.60", "0.40", "0.00")

    def test_chips_are_counted_by_colour(self, desk, evening):
        form = counting(desk, evening)

        page = desk.sends(form, **{"player_count-0": "20", "player_count-2": "8", "player_count-5": "6"})

        assert "Counted 33.00" in page.text

    def test_the_difference_is_told_by_colour(self, desk, evening):
        of_player = {"player_count-1": "12", "player_count-5": "6"}
        of_banker = {"banker_count-1": "12", "banker_count-2": "2", "banker_count-5": "6"}

        page = desk.sends(counting(desk, evening), **of_player, **of_banker)

        assert page.says("Bo 31.20 31.70")
        assert "blue: 0 by the player, 2 by the banker (0.50 more)" in page.text

    def test_chips_that_cannot_be_read_are_kept_as_written(self, desk, evening):
        page = desk.sends(counting(desk, evening), **{"player_count-1": "a few"})

        assert page.status == 422
        assert '"a few" is not a number of red chips' in page.text
        assert form_for(page, "count").fields["player_count-1"] == ["a few"]

    def test_before_the_end_it_says_when(self, desk):
        evening = Evening("mike")
        evening.buy_in("Bo", "40.00")

        assert (
            "Bo can cash out when the first and the last dealer have dealt equally, or after the last hand."
            in desk.opens(panel(evening)).text
        )
        assert counted(desk, evening, "0").status == 422

    def test_who_leaves_when_both_ends_have_dealt_equally_is_paid_without_a_ruling(self, desk):
        """Six hands each: 35.00 of the 40.00 is paid, and the act keeps the table's answer."""
        evening = Evening("mike")
        evening.buy_in("Bo", "40.00")
        refused = counted(desk, evening, "35")

        page = desk.sends(deals(refused), dealt="6", last_dealt="6")
        desk.sends(form_for(page, "pay"))

        assert (refused.status, page.status) == (422, 200)
        assert (last().kind, json.loads(last().content)["dealt"], last().ruling) == ("cash_out", 6, "")
        assert bank(evening) == ("205.00", "5.00", "0.00", "0.00")

    def test_the_busted_leave_then_as_well(self, desk):
        evening = Evening("mike")
        evening.buy_in("Bo", "40.00")
        refused = counted(desk, evening, "0")

        page = desk.sends(deals(refused), dealt="0", last_dealt="0")
        again = desk.sends(deals(refused), dealt="2", last_dealt="2")

        assert (page.status, again.status) == (422, 200)
        assert desk.sends(form_for(again, "pay")).status == 200
        assert bank(evening) == ("240.00", "40.00", "0.00", "0.00")

    def test_six_and_five_hands_are_refused_and_six_and_six_are_paid(self, desk):
        """Ann banks and deals first; Cy sits to her right and has dealt one hand less."""
        evening = Tables("mike").play("Ann", "Bo", "Cy")
        evening.seat_all()
        refused = counted(desk, evening, "20")

        unequal = desk.sends(deals(refused), dealt="6", last_dealt="5")
        said = (deals(unequal).fields["dealt"], deals(unequal).fields["last_dealt"])
        equal = desk.sends(deals(unequal), dealt="6", last_dealt="6")
        desk.sends(form_for(equal, "pay"))

        assert (unequal.status, equal.status, said) == (422, 200, (["6"], ["5"]))
        assert "Hands dealt: Ann (first dealer) 6, Cy (last dealer) 5." in unequal.text
        assert (last().kind, json.loads(last().content)["dealt"]) == ("cash_out", 6)

    @pytest.mark.parametrize("said", [("6", ""), ("", "6")])
    def test_one_number_alone_says_nothing_of_the_other_end(self, desk, said):
        evening = Evening("mike")
        evening.buy_in("Bo", "40.00")

        page = desk.sends(deals(counted(desk, evening, "35")), dealt=said[0], last_dealt=said[1])

        assert (page.status, "Enter how many hands each has dealt." in page.text) == (422, True)

    def test_what_the_host_overrules_keeps_no_number_of_equal_deals(self, desk):
        evening = Evening("mike")
        evening.buy_in("Bo", "40.00")
        unequal = desk.sends(deals(counted(desk, evening, "35")), dealt="6", last_dealt="5")

        desk.sends(next(form for form in unequal.forms if "ruling" in form.fields), ruling="His train leaves")

        assert ("dealt" in json.loads(last().content), last().ruling) == (False, "His train leaves")


class TestAtErics:
    """A player who leaves early is teased, but not after the last hand."""

    @pytest.fixture
    def evening(self):
        evening = Evening("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="10.00", buy_in_max="40.00")
        evening.buy_in("Bo", "40.00")
        return evening

    def test_the_last_hand_is_one_press_beside_the_tease(self, desk, evening):
        teased = counted(desk, evening, "35")

        page = desk.sends(next(form for form in teased.forms if "last_hand" in ways(form)), last_hand="end-of-play")

        assert ("bad manners" in teased.text, "bad manners" in page.text) == (True, False)
        assert (page.status, last().kind, "To pay: 35.00" in page.text) == (200, "last_hand", True)

    @pytest.mark.parametrize("page", ["tonight/?more=yes", "closing/"])
    def test_the_last_hand_is_offered_until_it_is_played(self, desk, evening, page):
        before = desk.opens(f"/nights/{evening.night.pk}/{page}")
        evening.last_hand()
        after = desk.opens(f"/nights/{evening.night.pk}/{page}")

        offered = [any("last-hand" in form.action for form in each.forms) for each in (before, after)]
        assert offered == [True, False]


class TestATransferHouse:
    """In this house the banker's own account is as good as cash."""

    @pytest.fixture
    def evening(self):
        return seated(friday())

    def test_all_by_transfer(self, desk, evening):
        desk.sends(form_for(counted(desk, evening, "35"), "pay"), by="transfer")

        assert bank(evening) == ("260.00", "25.00", "0.00", "0.00")

    def test_a_part_in_cash(self, desk, evening):
        desk.sends(form_for(counted(desk, evening, "35"), "pay"), by="split", cash_part="15")

        assert bank(evening) == ("245.00", "25.00", "0.00", "0.00")

    def test_no_more_in_cash_than_is_to_be_paid(self, desk, evening):
        page = desk.sends(form_for(counted(desk, evening, "35"), "pay"), by="split", cash_part="36")

        assert page.status == 422
        assert "36.00 in cash is more than the 35.00 to be paid." in page.text
        assert form_for(page, "pay").fields["cash_part"] == ["36"]

    def test_a_short_drawer_leaves_the_transfer(self, desk, evening):
        evening.counts_drawer("30.00")
        page = counted(desk, evening, "35")

        desk.sends(form_for(page, "pay"), by="transfer")

        assert page.status == 422
        assert bank(evening) == ("30.00", "25.00", "0.00", "230.00")
