"""Night logs come to the same results in the ledger and in the model: nights with notes, and a log with every act.

The log `every-act.jsonl` is invented: it takes over an old book, plays a night with every use of notes and THE BOOK,
pays and claims debts, and ends a second night, under other rules, with a note that lapses.
"""

import pytest
from django.db import transaction

from ledger.bank.queries import last_act
from tests.ledger.model import night_rows
from tests.ledger.model.book_compare import compare_sheets, compare_shown
from tests.ledger.model.book_model import BookModel
from tests.ledger.model.desk import NightBooks
from tests.ledger.model.night_houses import HOUSES
from tests.ledger.model.night_lines import FIELDS
from tests.ledger.model.test_night_model import NIGHTS, read_night
from tests.running import Ran, run

pytestmark = pytest.mark.django_db

EVERY_ACT = pytest.param("every-act", marks=pytest.mark.pg)
NAMES = ["mike-1", "mike-2", "mike-3", EVERY_ACT]
FEW = ["mike-1", *(pytest.param(name, marks=pytest.mark.long) for name in NAMES[1:3]), EVERY_ACT]


def imported(name: str) -> tuple[BookModel, NightBooks]:
    """Load a stored log into the model, and into the desk by its command; return both."""
    acts, model = read_night(name), BookModel(*HOUSES.values())
    assert [model.apply(act) for act in acts] == ["ok"] * len(acts)
    assert run("import_night", NIGHTS / f"{name}.jsonl") == Ran(0, f"posted {len(acts)} acts, 0 already known\n")
    return model, NightBooks()


def test_the_log_has_every_act_and_every_way_to_pay():
    acts = read_night("every-act")

    assert {act["act"] for act in acts} == {*FIELDS} - {"consolidate", "results"}
    assert {act["pay"] for act in acts if "pay" in act} == {"cash", "note", "book", "transfer"}
    paid_out = {part["by"] for act in acts for part in act.get("payout", ())}
    assert paid_out == {"own_note", "book", "cash", "note"}


@pytest.mark.parametrize("name", NAMES)
def test_a_log_comes_to_what_the_model_says_and_is_known_from_then_on(name):
    model, desk = imported(name)

    compare_shown(model, desk)
    compare_sheets(model, desk)
    assert night_rows.standings() == model.standings()
    assert desk.faults() == []

    again = run("import_night", NIGHTS / f"{name}.jsonl")

    assert again == Ran(0, f"posted 0 acts, {len(read_night(name))} already known\n")


@pytest.mark.further
@pytest.mark.parametrize("name", FEW)
def test_an_export_comes_to_the_same_head_in_an_empty_ledger(name, tmp_path):
    empty = transaction.savepoint()
    imported(name)
    before = (last_act(), night_rows.standings(), night_rows.papers())
    (tmp_path / "all.jsonl").write_text(run("export_night", "--all").out, "utf-8")

    transaction.savepoint_rollback(empty)
    assert run("import_night", tmp_path / "all.jsonl").code == 0

    assert (last_act().head, night_rows.standings(), night_rows.papers()) == (before[0].head, *before[1:])


def test_one_night_of_several_comes_to_the_same_alone(tmp_path):
    empty = transaction.savepoint()
    model, _ = imported("every-act")
    (tmp_path / "night.jsonl").write_text(run("export_night", "2026-03-20").out, "utf-8")

    transaction.savepoint_rollback(empty)
    assert run("import_night", tmp_path / "night.jsonl").code == 0

    desk = NightBooks()
    assert [desk.state(key) for key in desk.nights] == [model.night.state()]
    assert desk.register() == model.register()[-1:]
    assert desk.standings() == {name: -cents for name, cents in model.night.book().items()}
