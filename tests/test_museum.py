"""Databases from earlier versions: this version migrates them, reads the same books, and carries on."""

import json
from collections import Counter
from datetime import timedelta
from itertools import count

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from hostdesk.table.closing.commands import close_and_back_up
from ledger.bank.queries import history_of
from ledger.buy_in.commands import buy_in
from ledger.cash_out.commands import cash_out
from ledger.money.words import Means
from ledger.night import commands as night_commands
from reservations.acts import append_only_schema
from reservations.acts.head_queries import kept_head_fault
from reservations.acts.kept_head import KeptHead, keep_in, kept_in
from reservations.acts.kinds import Stamp
from reservations.models import Act, Desk, Night, Player
from tests.museum import MUSEUM, VERSIONS, exhibited, heads, told
from tests.running import Ran, run

pytestmark = pytest.mark.pg


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_versions_database_keeps_its_books_and_its_open_night_goes_on(
    version, tmp_path, django_db_blocker, settings
):
    """The kept head, which lacks an id of its books, is taken over as well."""
    settings.HEAD = tmp_path / "head"
    then = json.loads((MUSEUM / f"{version}.json").read_text(encoding="utf-8"))

    with django_db_blocker.unblock(), exhibited(version, tmp_path):
        before = heads()
        keep_in(settings.HEAD, KeptHead(*before[-1]))
        not_migrated = kept_head_fault()
        call_command("migrate", verbosity=0)
        alarms = [not_migrated, kept_head_fault()]
        checked, after, now = run("ledger_check"), heads(), told()
        renamed = Night.objects.filter(uid_is_shared=False, facts__isnull=False).count()
        triggers, guarded = append_only_schema.count(connection), [is_refused(sql) for sql in FORBIDDEN]
        night = goes_on_and_closes()
        at_the_end, closed, last = heads(), night.bank.closed is not None, run("ledger_check")
        desk, kept = Desk.objects.get(), kept_in(settings.HEAD)

    assert (alarms, kept) == (["", ""], KeptHead(*at_the_end[-1], desk.books.hex))
    assert desk.reached == len(at_the_end)
    assert (checked, after, guarded, renamed) == (Ran(0), before, [True, True], 0)
    assert triggers == append_only_schema.expected()
    assert {name: now[name] for name in then if name != "papers"} == {
        name: said for name, said in then.items() if name != "papers"
    }
    assert [vanished(then["papers"][date], now["papers"][date]) for date in then["papers"]] == [{}, {}]
    assert (at_the_end[: len(before)], closed, last) == (before, True, Ran(0))


FORBIDDEN = ("UPDATE reservations_act SET ruling = 'nobody' WHERE number = 1", "DELETE FROM ledger_transfer")


def is_refused(sql):
    """Tell whether the database itself refuses to change a record."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
            transaction.set_rollback(True)
    except DatabaseError as refusal:
        return "only ever added to" in str(refusal)
    return False


def vanished(then, now):
    """Return the parts that a paper no longer has: it may have more, or have one once instead of three times.

    Pictures come and go with the room on a page, and a page repeats less than two: so amounts are compared as a set.
    """
    if (then["players"], then["csv"]) != (now["players"], now["csv"]):
        return {"csv": now["csv"]}
    return dict.fromkeys(then["amounts"].keys() - now["amounts"].keys())


def goes_on_and_closes():
    """Let the younger open night go on: a rebuy, a cash-out for everybody with the chips in front, and the close."""
    night = Night.objects.filter(bank__closed__isnull=True, bank__isnull=False).latest("pk")
    at, number = Act.objects.latest("number").at, count(1)

    def said():
        """Return a stamp for the next act, which overrules the house's rules."""
        minute = next(number)
        return Stamp(f"museum-{minute:03}", at + timedelta(minutes=minute), ruling="it is a museum")

    bought = [act.content for act in history_of(night).of_kind("buy_in")]
    chips = Counter({act["player"]: 0 for act in bought})
    first, cents = Player.objects.person(bought[0]["player"]), bought[0]["amount"]
    buy_in(stamp=said(), night=night, player=first, amount_cents=cents, pay=Means.CASH)
    for act in [*bought, bought[0]]:
        chips[act["player"]] += act["amount"]
    night_commands.play_last_hand(stamp=said(), night=night)
    for player, cents in chips.items():
        who = Player.objects.person(player)
        cash_out(stamp=said(), night=night, player=who, player_count_cents=cents, banker_count_cents=cents)
    float_cents = history_of(night).opening["float"]
    night_commands.count_drawer(stamp=said(), night=night, counted_cents=float_cents)
    close_and_back_up(stamp=said(), night=night)
    return Night.objects.get(pk=night.pk)
