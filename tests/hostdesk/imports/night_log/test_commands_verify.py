"""``manage.py verify``: the head of a log, computed in separate books."""

import json

import pytest

from hostdesk.imports.night_log.commands import Verified, verify_log
from hostdesk.imports.night_log.export_queries import export_all
from hostdesk.rules.houses.presets import load_preset
from ledger.bank.queries import last_act
from reservations.acts.kept_head import KeptHead
from reservations.acts.problems import Faulty
from reservations.houses.commands import make_house
from reservations.models import Act, House
from tests.hostdesk.logs import ANN, EVENING, NIGHTS, OPEN, log, posted
from tests.running import Ran, run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_a_folder_of_its_own")]


def exported():
    return "".join(f"{line}\n" for line in export_all()).encode()


def test_an_export_comes_to_the_head_of_its_books_and_they_stay_as_they_are():
    posted((NIGHTS / "every-act.jsonl").read_text("utf-8"))
    head, acts = last_act().head, Act.objects.count()

    found = verify_log(exported())

    assert (found.last.number, found.last.head, found.faults) == (63, head, ())
    assert (Act.objects.count(), last_act().head) == (acts, head)


def test_a_line_that_was_changed_comes_to_another_head():
    posted(log(*EVENING))
    head = last_act().head
    changed = exported().replace(b'"name": "Ann"', b'"name": "Ann"', 1).replace(b"T20:", b"T21:", 1)

    found = verify_log(exported(), [KeptHead(6, head)]), verify_log(changed, [KeptHead(6, head[:12])])

    assert found[0] == Verified(found[0].last, ())
    assert [len(each.faults) for each in found] == [0, changed != exported()]


def test_a_log_that_ends_before_an_act_that_was_seen(tmp_path):
    posted(log(ANN))
    (tmp_path / "books.jsonl").write_bytes(exported())
    head = last_act().head

    ran = run("verify", str(tmp_path / "books.jsonl"), "--head", f"1:{head}", "--head", f"3:{'9f' * 6}")

    told = "The books end with act 1, and act 3 (head 9f9f9f9f9f9f) was seen: 2 acts missing.\n"
    assert ran == Ran(1, f"1 acts, head {head}\n", told)


def test_a_log_that_has_what_was_seen(tmp_path):
    posted(log(ANN))
    (tmp_path / "books.jsonl").write_bytes(exported())
    head = last_act().head

    ran = run("verify", str(tmp_path / "books.jsonl"), "--head", f"1:{head[:12]}")

    assert ran == Ran(0, f"1 acts, head {head}\nIt has every act and head that you gave.\n")


def test_a_house_of_ones_own_is_taken_from_the_desk_and_is_told_where_it_is_not():
    make_house(document={**load_preset("mike"), "key": "ours", "name": "Our game"})
    posted(log(ANN, {**OPEN, "house": "ours"}))
    data, head = exported(), last_act().head

    here = verify_log(data)
    with pytest.raises(Faulty, match="No house and no preset is called 'theirs'"):
        verify_log(data.replace(b'"ours"', b'"theirs"'))

    assert (here.last.head, House.objects.count()) == (head, 1)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "No such file or directory"),
        ("{", "1: this is not one JSON object"),
        (json.dumps({"id": "line-0001"}), "1: every act needs act."),
    ],
)
def test_a_file_that_cannot_be_read(content, told, tmp_path):
    path = tmp_path / "books.jsonl"
    if content is not None:
        path.write_text(content, "utf-8")

    ran = run("verify", str(path))

    assert (ran.code, ran.out, ran.err.startswith(f"{path}:"), told in ran.err) == (1, "", True, True)
