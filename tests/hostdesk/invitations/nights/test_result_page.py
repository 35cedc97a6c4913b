"""The result of a closed night on its page, as a picture and as text for the chat, with the names the host shares."""

import pytest

from hostdesk.invitations.nights.result_page import night_result
from hostdesk.standings.book.queries import night_book
from ledger.reports.night_queries import night_report
from ledger.reports.night_result import SOMEBODY, Comeback
from ledger.seasons.commands import Shared, keep_results_private, share_seasons
from reservations.models import Desk, Night
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import brings, knows
from tests.ledger.seasons.autumn import FRIDAYS, an_autumn
from tests.played_once import played_once
from tests.signed_in import banker_client, host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def told(night, names=None):
    return night_result(night, night_report(night), night_book(night), Desk.objects.get(), names)


def friday(place):
    return Night.objects.get(date=FRIDAYS[place])


@played_once
def on_the_cuff():
    """Play a night: Bo buys in twice on credit and wins; Cy, on credit, loses 30.00 to Bo. Ann only keeps the bank."""
    evening = Evening("mike")
    evening.it_is("20:00")
    for name, bought in (("Bo", "10.00"), ("Cy", "40.00")):
        evening.buy_in(name, bought, pay="book")
    evening.it_is("21:00")
    evening.buy_in("Bo", "20.00", pay="book", stack="0.00")
    evening.it_is("23:30")
    evening.last_hand()
    evening.cash_out("Bo", "60.00")
    evening.cash_out("Cy", "10.00")
    evening.ends("200.00")
    return evening


def test_the_host_sees_podium_figures_comeback_season_and_payments():
    result = told(on_the_cuff().night)

    assert [(each.name, each.cents) for each in result.podium] == [("Bo", 3000)]
    assert result.figures == (("Players", "2"), ("Bought", "$70.00"), ("Hours", "3:30"), ("Rebuys", "1"))
    assert (result.turned, result.until) == ((3000, 6000), "23:30")
    assert result.comeback == Comeback("Bo", 2000, 3000)
    assert (result.season, result.nights, result.leaders) == ("2026", 1, result.places)
    assert [(each.payer, each.payee, each.cents) for each in result.payments] == [("Cy", "Ann", 3000)]
    assert result.payments_sentence == "1 payment. Fewest possible: proven."


def test_the_season_stands_as_it_did_after_the_night():
    an_autumn()

    assert [(each.name, each.cents) for each in told(friday(0)).leaders] == [("Ann", 1000), ("Bo", -1000)]
    assert [(each.name, each.cents) for each in told(friday(2)).leaders] == [("Ann", 2500), ("Bo", -500)]


@pytest.mark.parametrize(
    ("names", "podium", "payments"),
    [
        (Shared.WHOLE, [("Bo Miller", 3000)], [("Cy", "Ann")]),
        (Shared.FIRST_NAMES, [("Bo", 3000)], [("Cy", "Ann")]),
        (Shared.RANKS, [("Bo Miller", None)], []),
        (Shared.OWN, [], []),
    ],
)
def test_the_group_is_told_what_the_host_shares(names, podium, payments):
    evening = on_the_cuff()
    evening.renames("Bo", "Bo Miller")

    result = told(evening.night, names)

    assert [(each.name, each.cents) for each in result.podium] == podium
    assert [(each.payer, each.payee) for each in result.payments] == payments
    assert (result.payment_count, result.leaders) == (1, result.places)


def test_nobody_who_keeps_their_results_private_is_named():
    evening = on_the_cuff()
    keep_results_private(player=player_named("Bo"), on=True)

    result = told(evening.night, Shared.WHOLE)

    assert [(each.name, each.cents) for each in result.places] == [(SOMEBODY, None), ("Cy", -3000)]
    assert (result.comeback, len(result.payments), "Bo " in result.text) == (None, 1, False)
    assert told(evening.night).podium[0].name == "Bo"


def test_without_records_there_is_no_comeback():
    evening = on_the_cuff()

    share_seasons(shared=Shared.WHOLE, records_shown=False, least_nights=1)

    assert told(evening.night, Shared.WHOLE).comeback is None


def test_a_night_of_nobody_says_so():
    evening = Evening("mike")
    evening.last_hand()
    evening.ends("200.00")

    result = told(evening.night, Shared.WHOLE)

    assert (result.without_podium, result.leaders, result.proof) == ("Nobody played.", (), "")


def test_the_page_leads_to_the_season_and_to_the_picture(desk):
    evening = on_the_cuff()

    page = desk.opens(f"/nights/{evening.night.pk}/?names=first")

    assert page.links["2026"] == "/seasons/?season=2026"
    assert page.links["Download the picture"] == f"/nights/{evening.night.pk}/result.png?names=first"
    assert "Cy pays Ann 30.00 1 payment" in page.text
    assert "/seasons/" in page.text.partition("The season: ")[2]


def test_by_default_the_text_names_those_whom_the_season_names(desk):
    evening = on_the_cuff()

    text = desk.opens(f"/nights/{evening.night.pk}/").text.partition("Copy the text")[2].partition("The season")[0]

    assert "1 player left ahead." in text
    assert "Bo " not in text


def test_what_is_no_choice_of_names_chooses_nothing(desk):
    night = on_the_cuff().night

    plain, odd = (desk.client.get(f"/nights/{night.pk}/result.png{query}") for query in ("", "?names=everything"))

    assert (plain["Content-Type"], plain.content) == ("image/png", odd.content)


def test_the_banker_shares_what_the_host_shares():
    evening = Evening("mike")
    bankers, address = banker_client(evening.night, player_named("Ann")), f"/nights/{evening.night.pk}/result.png"
    evening.buy_in("Bo", "10.00")
    evening.buy_in("Cy", "10.00")
    evening.last_hand()
    evening.cash_out("Bo", "20.00")
    evening.cash_out("Cy", "0.00")
    evening.ends("200.00")

    sent = bankers.get(f"{address}?names=whole")

    assert sent.content == host_client().get(address).content
    assert sent.content != host_client().get(f"{address}?names=whole").content


def test_an_open_night_has_no_picture(desk):
    assert desk.client.get(f"/nights/{Evening('mike').night.pk}/result.png").status_code == 404


def test_the_story_goes_to_and_fro_by_links(desk):
    address = f"/nights/{on_the_cuff().night.pk}/"

    last, first = desk.opens(address), desk.opens(f"{address}?step=1")
    second = desk.opens(first.links["Later"])

    assert ("Later" in last.links, "Earlier" in first.links) == (False, False)
    assert second.links["Earlier"] == f"{address}?step=1#story"


def test_what_a_finger_on_the_bar_asks_for_is_the_story_alone(desk):
    answer = desk.client.get(f"/nights/{on_the_cuff().night.pk}/?step=1", headers={"HX-Request": "true"})

    assert (b'id="night-story"' in answer.content, b"<h1>" in answer.content) == (True, False)


def test_a_night_of_results_only_has_its_bars_too(desk):
    knows("Ann", "Bo")
    brings(Ann=1700, Bo=-1700)

    page = desk.opens(f"/nights/{Night.objects.get().pk}/")

    assert "Ann won most: +17.00" in page.text.replace("\u2068", "").replace("\u2069", "")


def test_a_night_on_which_nothing_has_happened_has_no_story_yet(desk):
    assert "The night in pictures" not in desk.opens(f"/nights/{Evening('mike').night.pk}/").text


def test_the_skyline_has_the_hours_of_its_ends(desk):
    page = desk.client.get(f"/nights/{on_the_cuff().night.pk}/").content.decode()

    assert "<span>20:00</span><span>23:30</span>" in page
