"""Nights imported together are listed on the page that imported them, and taken back in one step."""

import pytest

from hostdesk.imports.pokernow.commands import post_games
from hostdesk.imports.pokernow.reading import read_ledgers
from hostdesk.imports.pokernow.rules import ImportWishes
from hostdesk.imports.ways_in import queries
from hostdesk.imports.ways_in.files import SentFile
from ledger.audit.queries import faults
from ledger.months.payment_commands import pay_debt
from ledger.undoing.commands import take_back_night
from reservations.models import Act, Night, Player
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser
from tests.hostdesk.imports.results.test_views import LIST, sent, shown
from tests.hostdesk.imports.results.winter import stamp
from tests.hostdesk.ledgers import ANN, BO, ledger, row
from tests.signed_in import host_client
from tests.stories.evening import book

pytestmark = [pytest.mark.further, pytest.mark.django_db]
GAME = ledger(row("Ann", ANN, "01:00-02:00", 5000, 4000), row("Bo", BO, "01:30-", 2000, "", 3000))
AGAIN = GAME.replace("11-21", "11-28").replace("2026-", "2025-")


@pytest.fixture
def desk(db):
    return Browser(host_client())


def imports(*texts):
    """Import ledgers of Mike's in one go."""
    files = [SentFile(f"{place}.csv", text.encode()) for place, text in enumerate(texts)]
    return post_games(read_ledgers(files, unit_cents=1), ImportWishes("mike"))


def takes_back(desk, **fields):
    return desk.sends(desk.opens("/bring/").form("/undo/"), reason="the wrong unit", **fields)


def test_an_import_is_taken_back_in_one_step_and_comes_in_again(desk):
    imports(GAME, AGAIN)
    before = book()

    page = takes_back(desk)
    after = book()
    imports(GAME, AGAIN)

    assert (before, after, book()) == ({"Ann": "-20.00", "Bo": "20.00"}, {}, {"Ann": "-20.00", "Bo": "20.00"})
    assert "2 nights taken back." in page.text
    assert [*faults()] == []
    assert (Night.objects.count(), Player.objects.count()) == (4, 2)


def test_the_last_one_stands_first_and_the_other_one_stays(desk):
    imports(GAME)
    imports(AGAIN)

    takes_back(desk)

    assert [form.action for form in desk.opens("/bring/").forms if "/imports/" in form.action] == [
        f"/bring/imports/{Night.objects.order_by('pk')[0].pk}/undo/"
    ]
    assert book() == {"Ann": "-10.00", "Bo": "10.00"}


def test_a_night_that_was_taken_back_before_is_passed_over(desk):
    imports(GAME, AGAIN)
    take_back_night(stamp=stamp("one"), night=Night.objects.earliest("date"), reason="a slip")

    page = takes_back(desk)

    assert "1 night taken back." in page.text
    assert book() == {}


def test_what_depends_on_one_of_them_keeps_all(desk):
    imports(GAME, AGAIN)
    pay_debt(stamp=stamp("paid"), payer=player_named("Ann"), payee=player_named("Bo"), amount_cents=1000)

    page = takes_back(desk)

    assert "Ann has paid Bo 10.00" in page.text
    assert book() == {"Ann": "-10.00", "Bo": "10.00"}
    assert Act.objects.filter(kind="reverse").count() == 0


def test_the_same_form_sent_twice_takes_back_once(desk):
    imports(GAME)
    form = desk.opens("/bring/").form("/undo/")

    desk.sends(form, reason="a slip")
    again = desk.sends(form, reason="a slip")

    assert (again.status, Act.objects.filter(kind="reverse", reverses__kind="close").count()) == (200, 1)


def test_a_sheet_is_an_import_too(desk):
    client = host_client()
    sent(client, shown(client, LIST), then="bring")

    page = takes_back(desk)

    assert "1 night taken back." in page.text
    assert Night.objects.filter(results__reversed_by=None).count() == 0


def test_its_days_are_in_order(db):
    imports(GAME, AGAIN, GAME.replace("2026-", "2024-"))

    assert [[f"{one.night.date}" for one in each] for each in queries.imports()] == [
        ["2024-11-20", "2025-11-27", "2026-11-20"]
    ]


def test_no_night_but_the_first_of_an_import_leads_to_it(desk):
    imports(GAME, AGAIN)
    second = Night.objects.latest("pk")

    assert desk.client.post(f"/bring/imports/{second.pk}/undo/").status_code == 404
