"""The closing, from its pages: the players with chips, the chips that do not add up, and the end of the night."""

import pytest

from reservations.models import Act
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, figures
from tests.hostdesk.counting import bank, closing, counting, counts, drawer_form, form_for, last, panel, steps
from tests.signed_in import banker_client
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def cashes_out(desk, evening, name, amount):
    """Cash a player out from the closing page."""
    preview = desk.sends(counting(desk, evening, name, "?then=closing"), player_count=amount)
    return desk.sends(form_for(preview, "pay"))


def declaring(page):
    """Return the form that declares extra chips beside a count."""
    return next(form for form in page.forms if "declares" in form.fields)


def test_who_still_has_chips_comes_first(desk, evening):
    page = desk.opens(closing(evening))

    assert "60.00 is still out, with 2 players." in page.text
    assert steps(page) == {"players": "now", "chips": "later", "drawer": "later", "close": "later"}


def test_one_after_the_other_is_counted_and_paid_in_place(desk, evening):
    """Bo's chips come first, then Cy's; the receipt says how to pay Bo his 35.00: a twenty, a ten and a five."""
    bo = desk.opens(closing(evening))

    cy = desk.sends(form_for(bo, "count"), player_count="35", step="pay")
    done = desk.sends(form_for(cy, "count"), player_count="25", step="pay")

    assert cy.receipt.startswith("Bo 35.00")
    assert cy.receipt.endswith("1 20.00 1 10.00 1 5.00")
    assert steps(done) == {"players": "done", "chips": "done", "drawer": "now", "close": "later"}
    assert bank(evening) == ("200.00", "0.00", "0.00", "0.00")


def test_another_player_is_counted_first_at_a_tap(desk, evening):
    page = desk.opens(desk.opens(closing(evening)).links["Cash out: Cy"])

    assert form_for(page, "count").action == panel(evening, "Cy")
    assert "Cash out: Bo" in page.links
    assert steps(page)["players"] == "now"


def test_who_should_be_first_is_counted_first(desk):
    """With 220.00 in the drawer and 340.00 in play, Gil, a guest, has to be paid before Bo."""
    evening = Evening("mike")
    evening.buy_in("Bo", "320.00", pay="book", ruling="a big night")
    evening.buy_in("Gil", "20.00")
    evening.last_hand()

    page = desk.opens(closing(evening))

    assert form_for(page, "count").action == panel(evening, "Gil")


def test_what_is_undone_from_the_closing_leads_back_there(desk, evening):
    page = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="35", step="pay")

    asked = desk.opens(page.links["Undo"])
    undone = desk.sends(asked.form("?then=closing"))

    assert asked.links["Cancel"] == closing(evening)
    assert (undone.url.partition("?")[0], bank(evening)) == (closing(evening), ("260.00", "60.00", "0.00", "0.00"))


def test_counts_that_differ_are_told_in_place(desk, evening):
    page = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="35", banker_count="36")

    assert page.status == 422
    assert page.alert == "Bo 35.00 36.00 1.00 Bo"
    assert steps(page)["players"] == "now"
    assert desk.opens(page.links["Count again"]).form("/cash-out/").fields["then"] == ["closing"]


def test_a_cash_out_that_another_tablet_has_paid_meanwhile_is_told(desk, evening):
    form = form_for(desk.opens(closing(evening)), "count")
    evening.cash_out("Bo", "35.00")

    page = desk.sends(form, player_count="35", step="pay")

    assert (page.status, "Bo has cashed out 35.00 in all." in page.text) == (409, True)
    assert bank(evening) == ("225.00", "25.00", "0.00", "0.00")


def test_more_chips_than_are_in_play_are_looked_for_in_place(desk, evening):
    """60.00 is in play, 75.00 is counted: 15.00 too much."""
    page = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="75")

    assert (page.status, declaring(page).fields["amount"]) == (422, ["15.00"])


@pytest.mark.parametrize(
    ("house", "amount", "rules"),
    [
        ("mike", "20.00", ["after the last hand"]),
        ("dave-2018", "40.00", ["30 minutes' notice"]),
        ("hybrid", "10.00", ["after the last hand", "when the blinds go up"]),
    ],
)
def test_the_rule_beside_the_last_hand_is_one_of_the_house(desk, house, amount, rules):
    evening = Evening(house)
    evening.buy_in("Bo", amount)

    page = desk.opens(closing(evening))

    known = ("after the last hand", "30 minutes' notice", "when the blinds go up", "bad manners")
    assert [each for each in known if each in page.text] == rules


def test_a_whole_closing_by_its_forms(desk, evening):
    cashes_out(desk, evening, "Bo", "35")
    page = cashes_out(desk, evening, "Cy", "25")
    assert steps(page) == {"players": "done", "chips": "done", "drawer": "now", "close": "later"}

    page = desk.sends(drawer_form(counts(desk, evening, counted="200"), "record"), step="record")
    assert steps(page) == {"players": "done", "chips": "done", "drawer": "done", "close": "now"}

    page = desk.sends(page.form("/close/"))
    assert page.url == f"/nights/{evening.night.pk}/?receipt={last().number}"
    assert (last().kind, last().by) == ("close", "Ann")


def test_the_end_is_the_result(desk):
    """Bo buys 40.00 on credit and leaves with 10.00, Cy wins 30.00; Ann's drawer is 30.00 short of her 200.00."""
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00", pay="book")
    evening.buy_in("Cy", "20.00")
    evening.last_hand()
    evening.cash_out("Bo", "10.00")
    evening.cash_out("Cy", "50.00")
    page = desk.sends(drawer_form(counts(desk, evening, counted="170"), "record"), step="record")

    page = desk.sends(page.form("/close/"))

    assert page.receipt == "Ann 30.00"
    places = [page.text.index(words) for words in ("The podium", "Share", "Settle tonight", "Results", "The drawer")]
    assert places == sorted(places)
    text = desk.opens(f"/nights/{evening.night.pk}/?names=whole").text.partition("Copy the text")[2]
    told = figures(text.partition("The season")[0])
    assert told[:11] == ["20", "2026", "1", "Cy", "+30.00", "2", "Bo", "−30.00", "2", "60.00", "2026"]
    assert told[-4:] == ["Bo", "Ann", "30.00", "1"]
    assert page.links["Paid… by Bo to Ann"].startswith("?payer=")


def test_closing_twice_is_closing_once(desk, paid_out):
    form = desk.sends(drawer_form(counts(desk, paid_out, counted="200"), "record"), step="record").form("/close/")

    first, second = desk.sends(form), desk.sends(form)

    assert first.url == second.url
    assert Act.objects.filter(kind="close").count() == 1


def test_busted_players_are_out_with_one_press(desk, evening):
    forms = [form for form in desk.opens(closing(evening)).forms if form.fields.get("player_count") == ["0"]]

    page = desk.sends(forms[1], step="pay")

    assert "Cy is busted and leaves" in page.text
    assert "60.00 is still out, with 1 player." in page.text


def test_a_player_who_lost_everything_keeps_nobody(desk, evening):
    evening.cash_out("Bo", "60.00")

    page = desk.opens(closing(evening))

    assert "All chips are back; Cy left with none." in page.text
    assert steps(page)["drawer"] == "now"


class TestChips:
    """Chips that are missing, and more chips than were sold."""

    def test_what_is_missing_is_declared_with_a_reason(self, desk, evening):
        evening.cash_out("Bo", "35.00")
        evening.cash_out("Cy", "15.00")

        before = desk.opens(closing(evening))
        page = desk.sends(before.form("/chips/"), reason="under the sofa")

        assert ("the banker keeps" in before.text, "the banker bears" in before.text) == (True, False)
        assert "10.00 of chips declared missing: under the sofa" in page.text
        assert bank(evening) == ("210.00", "0.00", "0.00", "-10.00")
        assert steps(page)["chips"] == "done"

    def test_a_reason_given_before_is_one_press(self, desk, evening):
        evening.declares_missing("1.00", "the dog")
        evening.cash_out("Bo", "35.00")
        evening.cash_out("Cy", "15.00")
        form = desk.opens(closing(evening)).form("/chips/")

        desk.sends(form, recent="the dog")

        assert ("recent", "the dog", "submit") in form.buttons
        assert bank(evening) == ("210.00", "0.00", "0.00", "-10.00")

    def test_without_a_reason_nothing_is_declared(self, desk, evening):
        evening.cash_out("Bo", "35.00")
        evening.cash_out("Cy", "15.00")

        page = desk.sends(desk.opens(closing(evening)).form("/chips/"), amount="9")

        assert page.status == 422
        assert "Enter a reason: it is printed in the report." in page.text
        assert page.form("/chips/").fields["amount"] == ["9"]

    def test_no_more_is_missing_than_is_out(self, desk, evening):
        evening.cash_out("Bo", "35.00")
        evening.cash_out("Cy", "15.00")

        page = desk.sends(desk.opens(closing(evening)).form("/chips/"), amount="10.01", reason="lost")

        assert page.status == 422
        assert "10.00 of chips are in play; no more can be missing." in page.text

    def test_a_buy_in_recorded_twice_is_found(self, desk, evening):
        evening.it_is("21:04")
        twice = evening.buy_in("Cy", "20.00", stack="0")
        evening.it_is("21:05")
        again = evening.buy_in("Cy", "20.00", stack="0")
        evening.cash_out("Bo", "55.00")
        evening.cash_out("Cy", "25.00")

        page = desk.opens(closing(evening))

        first, second = twice.act.number, again.act.number
        assert "20.00 of chips never came back." in page.text
        assert f"undoing act {second} would explain it. Look at act {second}" in page.text
        assert page.links[f"Look at act {second}"] == f"/nights/{evening.night.pk}/tonight/undo/{second}/"
        assert f"Look at act {first}" not in page.links

    def test_undoing_it_mends_the_chips(self, desk, evening):
        evening.buy_in("Cy", "20.00", stack="0")
        again = evening.buy_in("Cy", "20.00", stack="0")
        evening.cash_out("Bo", "55.00")
        evening.cash_out("Cy", "25.00")

        undoing = desk.opens(desk.opens(closing(evening)).links[f"Look at act {again.act.number}"])
        desk.sends(undoing.form(f"/undo/{again.act.number}/"))

        assert bank(evening) == ("200.00", "0.00", "0.00", "0.00")
        assert steps(desk.opens(closing(evening)))["chips"] == "done"

    def test_a_forgotten_rebuy_is_found_where_too_many_come_back(self, desk, evening):
        evening.cash_out("Bo", "35.00")

        refused = desk.sends(
            form_for(
                desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Cy').number}/cash-out/"), "count"
            ),
            player_count="45",
        )
        page = desk.sends(refused.form("#chips"))

        assert "20.00 more chips returned than sold." in page.text
        assert (
            "A buy-in of 20.00 may not have been recorded. Bought as much the last time: Cy. To the player" in page.text
        )

    def test_too_many_are_declared_extra_and_then_paid(self, desk, evening):
        evening.cash_out("Bo", "35.00")
        page = desk.opens(f"{closing(evening)}?extra=500")

        assert ("the banker keeps" in page.text, "The banker pays" in page.text) == (False, True)
        desk.sends(page.form("/chips/"), reason="from another set")
        cashes_out(desk, evening, "Cy", "30")

        assert bank(evening) == ("195.00", "0.00", "0.00", "5.00")

    def test_the_count_stays_while_its_extra_chips_are_declared(self, desk, evening):
        """60.00 is in play and Bo has counted 75.40; after a reason it takes one press to pay."""
        refused = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="75.40")

        asked = desk.sends(declaring(refused))
        declared = desk.sends(declaring(asked), reason="from another set")
        paid = desk.sends(form_for(declared, "pay"))

        assert (asked.status, form_for(asked, "count").fields["player_count"]) == (422, ["75.40"])
        assert (declared.status, declared.receipt) == (200, "15.40 9")
        assert paid.receipt.startswith("Bo 75.40")
        assert bank(evening) == ("184.60", "0.00", "0.00", "15.40")

    def test_declared_too_little_the_rest_is_asked_for(self, desk, evening):
        refused = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="75.40")

        page = desk.sends(declaring(refused), reason="from another set", amount="15")

        assert (page.status, declaring(page).fields["amount"]) == (422, ["0.40"])
        assert Act.objects.filter(kind="declare_chips").count() == 1

    def test_chips_are_declared_once_however_often_it_is_sent(self, desk, evening):
        refused = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="75.40")

        pages = [desk.sends(declaring(refused), reason="from another set") for _ in range(2)]

        assert [page.receipt for page in pages] == ["15.40 9", "15.40 9"]
        assert Act.objects.filter(kind="declare_chips").count() == 1

    def test_what_another_tablet_has_declared_is_not_declared_again(self, desk, evening):
        """Two tablets have shown Bo's 15.40 extra: the second leads to the payment, too."""
        count = form_for(desk.opens(closing(evening)), "count")
        tablets = [declaring(desk.sends(count, player_count="75.40")) for _ in range(2)]

        pages = [desk.sends(tablet, reason="from another set") for tablet in tablets]

        assert [form_for(page, "pay").fields["player_count"] for page in pages] == [["75.40"], ["75.40"]]
        assert bank(evening) == ("260.00", "75.40", "0.00", "15.40")

    def test_from_the_table_the_count_goes_along_too(self, desk, evening):
        refused = desk.sends(counting(desk, evening), player_count="75.40")

        page = desk.sends(declaring(desk.sends(refused.form("#chips"))), reason="from another set")

        assert form_for(page, "pay").fields["player_count"] == ["75.40"]

    def test_a_rebuy_meanwhile_is_told_and_nothing_declared(self, desk, evening):
        refused = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="75.40")
        evening.buy_in("Bo", "20.00", stack="0", ruling="a last one")

        page = desk.sends(declaring(refused), reason="from another set")

        assert (page.status, Act.objects.filter(kind="declare_chips").count()) == (409, 0)

    def test_a_page_of_an_earlier_version_declares_nothing_and_is_shown_anew(self, desk, evening):
        """That page sends the number of the last act instead of the chips in play that it has shown."""
        refused = desk.sends(form_for(desk.opens(closing(evening)), "count"), player_count="75.40")

        page = desk.sends(declaring(refused), reason="from another set", in_play=None, as_of="8")

        assert (page.status, declaring(page).fields["amount"]) == (422, ["15.40"])
        assert Act.objects.filter(kind="declare_chips").count() == 0

    def test_36_for_63_is_found(self, desk, evening):
        evening.buy_in("Bo", "40.00", stack="0")
        typed = evening.cash_out("Bo", "36.00")
        evening.cash_out("Cy", "37.00")

        page = desk.opens(closing(evening))

        assert "27.00 of chips never came back." in page.text
        assert (
            f"Bo's cash-out of 36.00 at 23:00 (act {typed.act.number}) may have been 63.00, with two digits swapped"
        ) in page.text


def test_a_night_with_things_left_to_do_is_not_closed(desk, evening):
    page = desk.opens(closing(evening))

    refused = desk.client.post(f"{closing(evening)}close/", {"key": "closing-now"})

    assert "60.00 of chips are still in play: cash them out, or declare them missing." in page.text
    assert refused.status_code == 422
    assert last().kind == "last_hand"


def test_the_banker_closes_the_night(paid_out, db):
    banker = Browser(banker_client(paid_out.night, player_named("Ann")))

    page = banker.sends(drawer_form(counts(banker, paid_out, counted="195"), "record"), step="record")
    closed = banker.sends(page.form("/close/"))

    assert closed.status == 200
    assert last().kind == "close"


def test_the_banker_overrules_no_final_pot(desk, db):
    evening = Evening("mike")
    evening.buy_in("Bo", "40.00")
    evening.last_hand()
    evening.cash_out("Bo", "39.50")
    banker = Browser(banker_client(evening.night, player_named("Ann")))
    form = banker.opens(closing(evening)).form("/final-pot/")

    refused = banker.sends(form, winner=player_named("Bo").number, total=None, ruling="never mind")

    assert refused.status == 403


def test_a_closed_night_leads_to_its_page(desk, paid_out):
    paid_out.counts_drawer("200.00")
    paid_out.closes()

    assert desk.opens(closing(paid_out)).url == f"/nights/{paid_out.night.pk}/"
