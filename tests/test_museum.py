"""Databases that earlier versions made: this one migrates them, and reads the same books out of them."""

import json
import shutil

import pytest
from django.core.management import call_command

from ledger.book.standing_queries import standings
from ledger.night.queries import last_act
from ledger.reports.winnings_queries import results
from reservations.models import Night
from reservations.players.queries import player_names
from tests.hostdesk.backups.books import NIGHTS, opened
from tests.running import Ran, run

MUSEUM = NIGHTS.with_name("museum")


@pytest.mark.parametrize("version", sorted(path.stem for path in MUSEUM.glob("*.json")))
def test_an_older_versions_database_keeps_its_figures(version, tmp_path, django_db_blocker):
    told = json.loads((MUSEUM / f"{version}.json").read_text(encoding="utf-8"))
    shutil.copy(MUSEUM / f"{version}.sqlite3", path := tmp_path / "hostdesk.sqlite3")

    with django_db_blocker.unblock(), opened(path):
        call_command("migrate", verbosity=0)
        checked, last = run("ledger_check"), last_act()
        found = {"standings": by_name(standings()), "results": results_by_date()}

    assert checked == Ran(0)
    assert {"act": last.number, "head": last.head, **found} == told


def results_by_date():
    """Return what each won or lost on each closed night, in cents."""
    nights = Night.objects.filter(bank__closed__isnull=False)
    return {
        str(night.date): by_name({player: each.result_cents for player, each in results(night).items()})
        for night in nights
    }


def by_name(cents):
    """Return amounts of players by their names."""
    names = player_names(cents)
    return {names[player]: amount for player, amount in cents.items()}
