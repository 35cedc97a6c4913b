"""Seasons are made, changed and ended, and the host decides what players see of them."""

from datetime import date

import pytest

from ledger.models import PrivateResults, Season
from ledger.seasons.commands import Shared, change_season, keep_results_private, make_season, share_seasons
from reservations.acts.problems import Changed, Impossible, Malformed
from reservations.models import Act, Desk, Fact, House
from reservations.players.queries import person_named
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

MARCH, JUNE = date(2026, 3, 1), date(2026, 6, 30)


def since_march(**said):
    return make_season(**{"key": "form-one", "name": "Since March", "first": MARCH, **said})


def changed(season, shown=0, **said):
    return change_season(season=season.pk, shown=shown, **{"name": season.name, "first": season.first, **said})


def test_a_season_is_made_and_moves_nothing():
    Evening("dave-2018")
    acts = Act.objects.count()

    season = since_march(house=House.objects.get(), least_nights=5)

    assert (season.name, season.first, season.last, str(season.house), season.least_nights) == (
        *("Since March", MARCH, None),
        *(str(House.objects.get()), 5),
    )
    assert (Act.objects.count(), Fact.objects.count()) == (acts, 0)


def test_one_form_makes_one_season():
    assert since_march() == since_march(name="Again")
    assert [each.name for each in Season.objects.all()] == ["Since March"]


@pytest.mark.parametrize(
    "said",
    [
        {"name": "since  MARCH"},
        {"name": "Spring", "last": date(2026, 2, 28)},
        {"name": "Spring", "least_nights": 0},
        {"name": "Spring", "least_nights": 101},
    ],
)
def test_a_season_that_makes_no_sense_is_refused(said):
    since_march()

    with pytest.raises(Impossible):
        since_march(key="form-two", **said)

    assert Season.objects.count() == 1


def test_a_key_is_one_of_a_form():
    with pytest.raises(Malformed):
        since_march(key="short")


def test_a_season_is_changed_and_ended():
    season = since_march()

    ended = changed(season, name="Spring", last=JUNE)

    assert (ended.name, ended.last, ended.changes) == ("Spring", JUNE, 1)


def test_who_changes_a_season_that_was_changed_meanwhile_is_told():
    season = since_march()
    changed(season, last=JUNE)

    with pytest.raises(Changed, match="Since March"):
        changed(season, name="Spring")

    assert changed(season, last=JUNE).changes == 1
    assert changed(season, 1, name="Spring").name == "Spring"


def test_another_seasons_name_cannot_be_taken():
    season = since_march()
    since_march(key="form-two", name="Spring")

    with pytest.raises(Impossible, match="Spring"):
        changed(season, name="spring")


def test_the_host_says_what_players_see():
    desk = Desk.objects.get()
    assert (desk.season_shared, desk.records_shown, desk.least_nights) == (Shared.OWN, True, 1)

    share_seasons(shared=Shared.RANKS, records_shown=False, least_nights=4)

    desk.refresh_from_db()
    assert (desk.season_shared, desk.records_shown, desk.least_nights) == (Shared.RANKS, False, 4)


def test_nobody_would_be_ranked_by_a_thousand_nights():
    with pytest.raises(Impossible):
        share_seasons(shared=Shared.WHOLE, records_shown=True, least_nights=1000)

    assert Desk.objects.get().season_shared == Shared.OWN


def test_a_player_keeps_results_private_once_and_shows_them_again():
    Evening("dave-2018")
    bo = person_named("Bo")

    for _ in range(2):
        keep_results_private(player=bo, on=True)
    assert [str(each) for each in PrivateResults.objects.all()] == ["the results of Bo are private"]

    for _ in range(2):
        keep_results_private(player=bo, on=False)
    assert not PrivateResults.objects.exists()


def test_a_merged_player_shows_again_what_either_entry_kept_private():
    evening = Evening("dave-2018")
    keep_results_private(player=person_named("Bo"), on=True)
    evening.merges("Bo", into="Cy")

    keep_results_private(player=person_named("Cy"), on=False)

    assert not PrivateResults.objects.exists()
