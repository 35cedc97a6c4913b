"""A player's old line of free text becomes one of their ways to be paid, and back."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from hostdesk.models import PaymentWay
from tests.museum import exhibited
from tests.running import Ran, run

pytestmark = pytest.mark.pg

BEFORE, SEVERAL = "0024_one_table_of_links", "0025_payment_ways"
LINES = ["ann@bank or cash", "https://pay.example/bo?a=1", "https://pay.example/<b>", "javascript:alert(1)"]
KINDS = ["text", "page", "text", "text"]


def model(app, name):
    """Return a model in its state after the applied migrations."""
    executor = MigrationExecutor(connection)
    return executor.loader.project_state([*executor.loader.applied_migrations]).apps.get_model(app, name)


@pytest.mark.further
def test_every_line_is_kept_without_a_day_and_comes_back(tmp_path, django_db_blocker):
    with django_db_blocker.unblock(), exhibited("1.0.0", tmp_path):
        call_command("migrate", "hostdesk", BEFORE, verbosity=0, no_backup=True)
        handles = model("hostdesk", "PaymentHandle").objects
        handles.all().delete()
        players = model("reservations", "Player").objects.order_by("pk")[: len(LINES)]
        for player, text in zip(players, LINES, strict=True):
            handles.create(player_id=player.pk, text=text)

        call_command("migrate", "hostdesk", SEVERAL, verbosity=0, no_backup=True)
        ways = [*PaymentWay.objects.values_list("player_id", "kind", "details", "since")]
        of_coins = model("reservations", "Player").objects.order_by("-pk")[0].pk
        coin = {"coin": "Bitcoin", "address": "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"}
        PaymentWay.objects.create(player_id=of_coins, kind="crypto", details=coin)
        call_command("migrate", "hostdesk", BEFORE, verbosity=0, no_backup=True)
        back = [*model("hostdesk", "PaymentHandle").objects.order_by("pk").values_list("player_id", "text")]
        call_command("migrate", verbosity=0, no_backup=True)
        checked = run("ledger_check")

    expected = zip(players, KINDS, LINES, strict=True)
    assert ways == [(player.pk, kind, {kind: text}, None) for player, kind, text in expected]
    lines = [*((player.pk, text) for player, text in zip(players, LINES, strict=True)), (of_coins, coin["address"])]
    assert (checked, back) == (Ran(0), lines)
