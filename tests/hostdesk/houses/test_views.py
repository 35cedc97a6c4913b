"""The pages of a house: its rules in words, and the next version of them."""

import pytest

from hostdesk.houses.presets import load_preset
from hostdesk.houses.toml_text import toml_text
from ledger.night.queries import terms_of
from reservations.houses.commands import make_house, revise_house
from reservations.models import House, Rules
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

REVISE = "/houses/mike/revise/"


@pytest.fixture
@played_once
def mikes():
    return make_house(document=load_preset("mike")).house


def saved(desk, document, **said):
    return desk.sends(desk.opens(REVISE).form("/revise/"), document=document, **said)


def test_a_house_says_its_terms_in_words(desk, mikes):
    page = desk.opens("/houses/mike/")

    assert "The bank sells chips in multiples of 5.00." in page.text
    assert "Players may sell chips to each other; multiples and limits do not apply." in page.text
    assert 'class="chip chip-white"' in page.html
    assert "Version 1 since" in page.text
    assert ("multiples of $5.00." in page.html, '<td class="num">$0.05</td>' in page.html) == (True, True)


def test_a_house_says_what_staying_away_means(desk):
    make_house(document=load_preset("ericn"))

    page = desk.opens("/houses/ericn/")

    assert (
        "Reservations and attendance "
        "Giving up a seat less than 2 hours before the start is a no-show; exactly 2 hours is still fine. "
        "It stays a strike even if somebody else takes the seat."
    ) in page.text


def test_a_house_says_what_holds_at_its_tables(desk):
    make_house(document=load_preset("ericn"))

    page = desk.opens("/houses/ericn/")

    assert (
        "The blinds of players who are away are put in for them, so none is missed. "
        "Players who are away are dealt in. A player who is not there on their turn has a dead hand. "
        "Anybody may call the clock: the player to act then has 1 minute, or the hand is dead."
    ) in page.text


def test_a_house_has_its_terms_for_the_tables_revised(desk, mikes):
    page = saved(
        desk,
        toml_text({**load_preset("mike"), "seating": {"most": 8}, "conduct": {"jumped_bet": "0.50"}}),
        anyway="yes",
    )

    assert "At most 8 sit at one table. First come, first served. With 9 the game goes on at two tables" in page.text
    assert "A jumped bet that is past warning costs 0.50, straight into the pot." in page.text
    assert "At most 11 sit at one table." in desk.opens("/houses/mike/?version=1").text


def test_terms_for_the_tables_that_do_not_hold_together_are_told(desk, mikes):
    page = saved(desk, toml_text({**load_preset("mike"), "seating": {"split_at": 30}, "conduct": {"jumped": 60}}))

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert "[seating] split_at: Two tables of 11 hold 22 at most; write fewer." in page.text
    assert "[conduct] jumped: This is unknown; do you mean jumped_bet?" in page.text


def test_attendance_terms_that_do_not_hold_together_are_told(desk, mikes):
    document = {**load_preset("mike"), "attendance": {"steps": [[2, "reminder"], [1, "removed"]]}}

    page = saved(desk, toml_text(document))

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert "[attendance] steps: The strikes have to rise from one step to the next." in page.text


def test_levels_are_shown(desk):
    make_house(document=load_preset("hybrid"))

    page = desk.opens("/houses/hybrid/")

    assert "Levels of 20 minutes 0.01/0.02 0.02/0.04" in page.text
    assert "/houses/hybrid/rules/" in page.leads_to


def test_a_new_version_is_saved_and_nights_keep_theirs(desk):
    evening = Evening("mike")
    document = {**load_preset("mike"), "buy_in": {**load_preset("mike")["buy_in"], "multiple": "10.00"}}

    page = saved(desk, toml_text(document), anyway="yes")

    newest = House.objects.get().newest()
    assert (page.url, terms_of(newest).multiple_cents) == ("/houses/mike/?saved=2", 1000)
    assert "Version 2 is saved." in page.text
    assert evening.night.kept_rules.version == 1
    assert "multiples of 5.00" in desk.opens("/houses/mike/?version=1").text


def test_articles_that_state_the_old_number_are_pointed_out_before_it_is_saved(desk, mikes):
    document = toml_text(load_preset("mike")).replace('jumped_bet = "0.20"', 'jumped_bet = "0.25"')

    asked = saved(desk, document)
    page = desk.sends(asked.form("/revise/"), document=document)

    assert (asked.status, asked.alert.split()[-2:], mikes.versions.count()) == (422, ["16", "0.20"], 2)
    assert page.url == "/houses/mike/?saved=2"


def test_an_article_that_is_changed_as_well_is_saved_at_once(desk, mikes):
    document = toml_text(load_preset("mike")).replace("0.20", "0.25")

    assert saved(desk, document).url == "/houses/mike/?saved=2"


def test_saving_the_same_changes_nothing(desk, mikes):
    page = saved(desk, toml_text(load_preset("mike")))

    assert "No changes" in page.text
    assert Rules.objects.count() == 1


def test_every_fault_is_told_and_what_was_typed_stays(desk, mikes):
    typed = toml_text(load_preset("mike")).replace('"5.00"', '"five"').replace("[rebuy]", "[rebuys]") + "# mine"

    page = saved(desk, typed)

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert page.text.count("[buy_in] multiple:") == 1
    assert "This is unknown; do you mean rebuy?" in page.text
    assert "# mine" in page.text


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("", "The rules are empty."),
        ("x =", "This is not TOML"),
        ("x" * 200_001, "A house has at most 200000 bytes, and this is more."),
        (toml_text({**load_preset("mike"), "name": "Another"}), "A new version keeps the house's key and name"),
    ],
)
def test_what_is_no_next_version_is_told(desk, mikes, document, sentence):
    page = saved(desk, document)

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert sentence in page.text


def test_a_version_that_another_tablet_saved_is_not_written_over(desk, mikes):
    form = desk.opens(REVISE).form("/revise/")
    revise_house(house=mikes, document={**load_preset("mike"), "summary": "Theirs."})

    page = desk.sends(form, document=toml_text({**load_preset("mike"), "summary": "Mine."}))

    assert (page.status, Rules.objects.count()) == (409, 2)
    assert "Version 2 of the rules of Mike's game was saved meanwhile: this was written from version 1." in page.text
    assert "Mine." in page.text
    assert page.form("/revise/").fields["version"] == ["1"]


def test_saved_twice_by_a_double_tap_is_saved_once(desk, mikes):
    form, document = desk.opens(REVISE).form("/revise/"), toml_text({**load_preset("mike"), "summary": "Mine."})

    pages = [desk.sends(form, document=document), desk.sends(form, document=document)]

    assert [page.url for page in pages] == ["/houses/mike/?saved=2"] * 2
    assert Rules.objects.count() == 2


@pytest.mark.parametrize("page", ["", "revise/"])
def test_a_house_that_is_not_there_is_not_found(desk, page):
    assert desk.client.get(f"/houses/nope/{page}").status_code == 404


@pytest.mark.parametrize("asked", ["version=9", "version=x", "saved=9", "saved=<b>"])
def test_a_version_that_is_not_there_is_the_newest(desk, mikes, asked):
    page = desk.opens(f"/houses/mike/?{asked}")

    assert (page.status, "is saved" in page.text) == (200, False)
