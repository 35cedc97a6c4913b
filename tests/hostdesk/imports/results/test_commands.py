"""Results without a bank: recorded, counted in the season but not in THE BOOK, and undone."""

from datetime import date

import pytest

from hostdesk.imports.night_log.commands import read_log
from hostdesk.imports.night_log.export_queries import export_night
from hostdesk.imports.ways_in.commands import keep_import, take_back_import
from ledger.audit.queries import faults
from ledger.bank.queries import last_act
from ledger.management.locale_command import night_called
from ledger.results.closed_queries import closed_nights
from ledger.results.queries import brought_to
from ledger.seasons.queries import season_report
from ledger.seasons.spans import Span, calendar_span
from ledger.standings.queries import standings
from ledger.undoing.commands import reverse, take_back_night
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import KeyTaken, Merged
from reservations.models import Night
from reservations.nights.commands import cancel_night
from reservations.players.queries import player_named
from tests.hostdesk.imports.results.winter import NINTH, SIXTEENTH, brings, knows, stamp
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db

YEAR = calendar_span("2026") or Span("", "")


@pytest.fixture(autouse=True)
def players(db):
    knows("Ann", "Bo", "Cy")


def night_called_on(day):
    return night_called(day.isoformat())


def season(span=YEAR):
    """Return the nights and the net of every player, by name."""
    return {line.name: (line.nights, line.net_cents) for line in season_report(span).lines}


def test_a_night_of_results_counts_and_moves_no_money():
    brings(NINTH, Ann=1500, Bo=-500, Cy=-1000)

    assert season() == {"Ann": (1, 1500), "Bo": (1, -500), "Cy": (1, -1000)}
    assert [night.of_results for night in season_report(YEAR).nights] == [True]
    assert standings() == {}
    assert [*faults()] == []


def test_a_second_tap_is_known():
    first = brings(NINTH, Ann=1500, Bo=-1500)

    again = brings(NINTH, Ann=1500, Bo=-1500)

    assert (again.known, again.act.number) == (True, first.act.number)
    with pytest.raises(KeyTaken):
        brings(NINTH, Ann=1000, Bo=-1000)


def test_a_declared_difference_is_nobodys():
    brings(NINTH, reason="a chip too many", Ann=1500, Bo=-1300)

    night = Night.objects.get()
    brought = brought_to(night)
    assert brought is not None
    assert (brought.difference_cents, brought.reason) == (200, "a chip too many")
    assert (sum(net for _, net in season().values()), standings()) == (200, {})


def test_a_date_has_one_night():
    brings(NINTH, Ann=1500, Bo=-1500)

    with pytest.raises(Impossible, match="Fri 9 Jan 2026"):
        brings(NINTH, "another", Ann=500, Cy=-500)


def test_a_night_of_the_desk_is_not_brought_again():
    evening = Evening("mike")

    with pytest.raises(Impossible, match="Fri 20 Nov 2026"):
        brings(evening.night.date, Ann=0, Bo=0)


def test_a_night_still_to_come_has_no_results():
    with pytest.raises(Impossible, match="still to come"):
        brings(date(2999, 1, 1), Ann=0)


def test_a_merged_player_takes_no_result():
    evening = Evening("mike")
    evening.merges("Cy", "Bo")

    with pytest.raises(Merged):
        brings(NINTH, Ann=500, Cy=-500)


def test_results_of_two_entries_become_one_persons():
    brings(NINTH, Ann=1500, Bo=-500, Cy=-1000)
    evening = Evening("mike")

    evening.merges("Cy", "Bo")

    assert season() == {"Ann": (1, 1500), "Bo": (1, -1500)}


def two_nights_of_an_import():
    for day in (NINTH, SIXTEENTH):
        brings(day, Ann=1500, Bo=-1500)
    nights = [*Night.objects.order_by("pk")]
    keep_import(nights)
    return nights


def test_an_import_is_taken_back_whole_and_once():
    nights = two_nights_of_an_import()

    first, again = (take_back_import(stamp=stamp(key), batch=nights[0], reason="a slip") for key in ("back", "anew"))

    assert (season(), first.known, again.known) == ({}, False, True)
    assert (first.remark.split(".")[0], again.remark.split()[0]) == ("2 nights taken back", "0")


def test_of_an_import_nothing_is_taken_back_where_a_night_must_stay():
    nights = two_nights_of_an_import()

    with pytest.raises(Malformed):
        take_back_import(stamp=stamp("back"), batch=nights[0], reason="")

    assert season() == {"Ann": (2, 3000), "Bo": (2, -3000)}


def test_undone_results_are_gone_and_can_come_again():
    night = brings(NINTH, Ann=1500, Bo=-1500).act
    assert closed_nights().players[player_named("Ann").number].result_cents == 1500

    reverse(stamp=stamp("undo"), of=night.key, reason="the wrong column")

    assert (season(), closed_nights().nights) == ({}, {})
    brings(NINTH, "again", Ann=500, Bo=-500)
    assert season() == {"Ann": (1, 500), "Bo": (1, -500)}
    assert [*faults()] == []


def test_a_night_of_results_is_taken_back_like_any_other():
    brings(NINTH, Ann=1500, Bo=-1500)
    night = Night.objects.get()

    answers = [take_back_night(stamp=stamp(key), night=night, reason="a slip") for key in ("back", "again")]

    assert [each.known for each in answers] == [False, True]
    assert (season(), night_called_on(NINTH)) == ({}, night)
    brings(NINTH, "corrected", Ann=500, Bo=-500)
    assert (season(), night_called_on(NINTH) == night) == ({"Ann": (1, 500), "Bo": (1, -500)}, False)
    assert [*faults()] == []


def test_a_starting_result_counts_in_the_net_and_as_no_night():
    brings(date(2026, 1, 1), starting=True, Ann=10000, Bo=-10000)
    brings(NINTH, Ann=500, Cy=-500)

    ann = next(line for line in season_report(YEAR).lines if line.name == "Ann")
    assert season() == {"Ann": (1, 10500), "Cy": (1, -500), "Bo": (0, -10000)}
    assert (ann.average_cents, ann.best_cents, ann.curve, ann.starting_cents) == (500, 500, (10500,), 10000)
    assert season(calendar_span("2025")) == {}
    assert closed_nights().players[player_named("Bo").number].result_cents == -10000
    assert [*faults()] == []


def test_a_starting_result_counts_in_its_own_house():
    brings(date(2026, 1, 1), starting=True, Ann=500, Bo=-500)
    evening = Evening("mike")
    mikes = evening.night.house_id
    evening.opens("dave-2018", day=date(2026, 11, 27))

    spans = [Span("", "", house=each) for each in (mikes, evening.night.house_id)]

    assert [season(span) for span in spans] == [{"Ann": (0, 500), "Bo": (0, -500)}, {}]


def test_nothing_counts_twice():
    brings(NINTH, Ann=500, Bo=-500)

    with pytest.raises(Impossible, match="Ann played here on Fri 9 Jan 2026"):
        brings(SIXTEENTH, starting=True, Ann=500, Cy=-500)


def test_a_starting_result_can_be_undone():
    start = brings(date(2026, 1, 1), starting=True, Ann=500, Bo=-500).act

    reverse(stamp=stamp("undo"), of=start.key, reason="a slip")

    assert season() == {}
    assert [*faults()] == []


@pytest.mark.parametrize("nets", [{}, {"Ann": 500}])
def test_what_does_not_add_up_is_not_recorded(nets):
    before = last_act()

    with pytest.raises(Malformed):
        brings(NINTH, **nets)

    assert (last_act(), Night.objects.count()) == (before, 0)


def test_one_night_is_exported_with_its_players():
    brings(NINTH, Ann=500, Bo=-500)
    brings(SIXTEENTH, Bo=500, Cy=-500)

    exported = export_night(Night.objects.get(date=NINTH))

    kinds = [line.fields.get("name", line.kind) for _, line in read_log("\n".join(exported).encode())]
    assert kinds == ["Ann", "Bo", "results"]


def test_a_night_with_results_is_not_cancelled():
    brings(NINTH, Ann=500, Bo=-500)

    with pytest.raises(Impossible, match="has its results"):
        cancel_night(stamp=stamp("off"), night=Night.objects.get(), reason="snow")
