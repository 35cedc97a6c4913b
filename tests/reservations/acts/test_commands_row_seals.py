"""Facts, plans, own limits and the desk's own row are sealed as they are written, each seal chained to the last."""

from datetime import UTC, date, datetime, time

import pytest
from django.db import connection

from hostdesk.front.set_up.commands import move_desk
from hostdesk.invitations.nights.commands import plan_night, plan_nights
from reservations.acts.chain import GENESIS, row_head_of
from reservations.acts.commands import atomic_batch, erase_rows
from reservations.acts.head_queries import kept_head_fault, row_seal_faults
from reservations.acts.kept_head import KeptHead, keep_in, kept_in, rows_beside
from reservations.acts.kinds import Stamp
from reservations.models import Desk, Fact, Night, OwnLimitSaid, Player, RowSeal
from reservations.nights.commands import cancel_night, restore_night
from reservations.nights.plans import Plan
from reservations.own_limits.commands import say_own_limits
from reservations.own_limits.rules import Limited
from reservations.players.commands import record_player
from reservations.waiting_list.commands import invite
from tests.triggers import remove_triggers

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
BERLIN = {"time_zone": "Europe/Berlin", "currency": "EUR", "locale": "de_DE"}


@pytest.fixture
def kept(settings, tmp_path, django_capture_on_commit_callbacks):
    """Return the file beside the books that holds the newest row seal, after invitations of Ann and Bo."""
    settings.HEAD = tmp_path / "head"
    with django_capture_on_commit_callbacks(execute=True):
        invited("Ann-", "Bo--")
    return rows_beside(settings.HEAD)


def a_night():
    """Plan a night of a preset; its rules are sealed first."""
    return plan_night(date=date(2026, 12, 4), house="mike")


def invited(*names):
    """Invite these players one at a time, and return the facts."""
    night, facts = a_night(), []
    for name in names:
        player = record_player(stamp=Stamp(f"player-{name}", AT), name=name, regular=True).act.number
        players = [Player.objects.get(pk=player)]
        facts.append(invite(stamp=Stamp(f"invite-{name}", AT), night=night, players=players).fact)
    return facts


def sealed():
    return [*RowSeal.objects.order_by("number").values_list("table", flat=True)]


def last():
    newest = RowSeal.objects.latest("number")
    return KeptHead(newest.number, newest.head, Desk.objects.get().books.hex)


def test_every_writing_of_a_plan_is_sealed():
    night = a_night()
    cancel_night(stamp=Stamp("called-off", AT), night=night, reason="snow")
    restore_night(stamp=Stamp("on-again", AT), night=Night.objects.get())

    assert a_night() == night
    assert sealed() == ["rules", "night", "fact", "night", "fact", "night"]
    assert list(row_seal_faults()) == []


def test_a_series_is_sealed_with_its_nights():
    plan = Plan(day=date(2026, 12, 4), starts=time(19, 30), zone="UTC", seats=9)

    plan_nights(stamp=Stamp("one-night", AT), house="mike", plan=plan)

    assert sealed() == ["rules", "night", "fact"]


def test_the_desks_own_row_is_sealed_once_somebody_has_set_it():
    before = list(row_seal_faults())

    move_desk(**BERLIN)

    assert (before, sealed(), list(row_seal_faults())) == ([], ["desk"], [])


def test_row_seals_are_numbered_without_a_gap_and_chained():
    invited("Ann-", "Bo--")

    head = GENESIS
    for number, each in enumerate(RowSeal.objects.order_by("number"), start=1):
        head = row_head_of(head, each.table, each.row, each.cells)
        assert (each.number, each.head) == (number, head)
    assert number == 4


def test_the_newest_is_kept_beside_the_books(kept):
    assert (kept_in(kept), kept_head_fault()) == (last(), "")


def test_facts_that_were_cut_off_at_the_end_are_missed_by_what_is_kept_alone(kept):
    fact = Fact.objects.latest("pk")
    remove_triggers(connection)
    RowSeal.objects.filter(table="fact", row=fact.pk).delete()
    Fact.objects.filter(pk=fact.pk).delete()

    told = kept_head_fault()

    assert list(row_seal_faults()) == []
    assert told.startswith(
        "Answers and plans were recorded up to row seal 4: 1 row seal missing. Record nothing more. "
    )
    assert told.endswith("`.venv/bin/python manage.py restore --as-they-are`.")


def test_another_row_seal_in_its_place_is_told(kept):
    keep_in(kept, KeptHead(4, "9f" * 32))

    assert kept_head_fault().startswith(f"Row seal 4 has the head {last().head[:12]} here, not 9f9f9f9f9f9f.")


def test_what_is_kept_and_lost_is_still_told_after_the_next_one(kept, django_capture_on_commit_callbacks):
    keep_in(kept, KeptHead(9, "9f" * 32))

    with django_capture_on_commit_callbacks(execute=True):
        move_desk(**BERLIN)

    assert (kept_in(kept).number, "row seal 9" in kept_head_fault()) == (9, True)


@pytest.fixture
def limit():
    """Return Ann's own limit: 50.00 a night at most."""
    ann = record_player(stamp=Stamp("ann-is-here", AT), name="Ann", regular=True).act.number
    say_own_limits(player=Player.objects.get(pk=ann), figures={Limited.NIGHT: 5000}, at=AT)
    return OwnLimitSaid.objects.get()


def test_a_limit_that_the_desk_erased_is_not_missed(limit):
    with atomic_batch():
        erase_rows(OwnLimitSaid.objects.all())

    assert ([*row_seal_faults()], OwnLimitSaid.objects.count(), last().number) == ([], 0, 2)


def test_a_limit_that_somebody_else_deleted_is_missed(limit):
    number = limit.pk
    limit.delete()

    assert [*row_seal_faults()] == [f"Ownlimitsaid {number} is missing, which row seal 1 is of."]


def test_no_row_of_another_table_passes_for_erased():
    number = a_night().pk
    with atomic_batch():
        erase_rows(Night.objects.filter(pk=number))

    assert [*row_seal_faults()][-1].startswith(f"Night {number} is missing")
