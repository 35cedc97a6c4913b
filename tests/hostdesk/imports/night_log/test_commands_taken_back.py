"""Night logs of a night that was taken back: its corrected file is posted, and in a copy it is taken back too."""

import pytest
from django.db.models import Max

from hostdesk.imports.night_log.export_queries import export_all
from ledger.audit.queries import faults
from ledger.models import Bank
from ledger.results.queries import results
from ledger.standings.queries import standings
from ledger.undoing.commands import take_back_night
from reservations.acts.kinds import Stamp
from reservations.models import Act, Night
from tests.hostdesk.logs import (
    ALL_NIGHTS,
    ANN,
    BO,
    BUY_IN,
    CLOSE,
    COUNT,
    EVENING,
    MISSING,
    NIGHTS,
    OPEN,
    another_machine,
    log,
    post,
    posted,
)
from tests.running import Ran

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]

FORTY = ({**BUY_IN, "amount": "40.00"}, {**MISSING, "missing": "40.00"}, {**COUNT, "counted": "240.00"})
CORRECTED = (ANN, OPEN, *FORTY, CLOSE)


def taken_back(key: str = "taking-back") -> Night:
    night = Night.objects.latest("pk")
    at = Act.objects.aggregate(last=Max("at"))["last"]
    take_back_night(stamp=Stamp(key, at, "Ann"), night=night, reason="20.00 was 40.00")
    return night


def bought() -> list[int]:
    """Return Ann's buy-ins, in cents, on the nights that were not taken back."""
    stand = Night.objects.filter(bank__closed__reversed_by=None).order_by("pk")
    return [each.bought_cents for night in stand for each in results(night).values()]


def test_the_corrected_file_goes_in_and_is_known_then():
    posted(log(*EVENING))
    taken_back()

    ran, again = post(log(*CORRECTED)), post(log(*CORRECTED))

    anew = "this night was taken back: its acts are recorded anew, this one as line-0002_2."
    assert ran == Ran(0, f"line 2: {anew}\nposted 5 acts, 1 already known\n", "")
    assert again == Ran(0, "posted 0 acts, 6 already known\n")
    assert bought() == [4000]
    assert list(faults()) == []


def test_what_its_acts_are_about_goes_in_with_them():
    slip = {**BUY_IN, "id": "the-slip", "amount": "10.00"}
    undone = {"act": "reverse", "of": "the-slip", "reason": "a slip", "night": "line-0002"}
    posted(log(*EVENING))
    taken_back()
    posted(log(ANN, OPEN, slip, undone, BUY_IN, MISSING, COUNT, CLOSE))
    taken_back("taken-again")

    posted(log(ANN, OPEN, slip, undone, BUY_IN, MISSING, COUNT, CLOSE))

    keys = Act.objects.filter(night=Night.objects.latest("pk")).order_by("number").values_list("key", flat=True)
    assert list(keys) == [
        "line-0002_3",
        "the-slip_2",
        *(f"line-000{each}_{2 + (each < 7)}" for each in (4, 5, 6, 7, 8)),
    ]
    assert bought() == [2000]


def test_a_copy_of_all_has_the_same_head_and_all_of_it_is_known_then():
    with another_machine():
        posted(log(*EVENING))
        taken_back()
        posted(log(*CORRECTED))
        copy, head = "".join(f"{line}\n" for line in export_all()), Act.objects.latest("number").head

    first, again = post(copy), post(copy)

    assert (first.out, again.out) == ("posted 16 acts, 0 already known\n", "posted 0 acts, 16 already known\n")
    assert (Act.objects.latest("number").head, bought()) == (head, [4000])


def test_results_that_were_taken_back_go_in_again():
    won = [{"player": "Ann", "net": "20.00"}, {"player": "Bo", "net": "-20.00"}]
    results = {"act": "results", "house": "mike", "date": "2026-11-20", "results": won}
    posted(log(ANN, BO, results))
    taken_back()

    ran = post(log(ANN, BO, results))

    anew = "this night was taken back: its acts are recorded anew, this one as line-0003_2."
    assert ran.out == f"line 3: {anew}\nposted 1 acts, 2 already known\n"
    assert list(faults()) == []


def test_a_log_takes_back_all_of_a_night_or_nothing():
    reverse = {"act": "reverse", "of": "line-0006", "reason": "a slip"}

    ran = post(log(*EVENING, reverse))

    said = "The night of Fri 20 Nov 2026 would be taken back only in part: undo all of its acts, or none."
    assert ran == Ran(1, "", f"night.jsonl:7: {said}\n")
    assert Bank.objects.count() == 0


def every_night_goes_and_comes(name):
    """Take an invented night back, check the whole ledger, and post its file again."""
    content = (NIGHTS / f"{name}.jsonl").read_text()
    posted(content)
    before, night = standings(), Night.objects.latest("pk")
    won = results(night)

    taken_back()

    assert (standings(), list(faults())) == ({}, [])
    posted(content)
    assert (standings(), results(Night.objects.latest("pk")), list(faults())) == (before, won, [])


@pytest.mark.parametrize("name", ["mike-1", "hybrid-2"])
def test_an_invented_night_goes_and_comes_again(name):
    every_night_goes_and_comes(name)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in ALL_NIGHTS if name != "mike-2"])  # it has a payment after its close
def test_every_invented_night_goes_and_comes_again(name):
    every_night_goes_and_comes(name)
