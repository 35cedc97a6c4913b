import json
import logging
import re

import pytest

from hostdesk.base.faults import kept_faults
from hostdesk.base.faults.kept_faults import MOST, Numbered, last_faults, note, number_of

SECRET = "Ann owes 412.50, password seven of clubs"


class Unheard(Exception):
    """An error class that the product does not know."""


@pytest.fixture
def kept(tmp_path):
    """The file of the faults, without unwritten faults of an earlier test."""
    kept_faults._unwritten.clear()
    yield tmp_path / "faults"
    kept_faults._unwritten.clear()


def fault(error=None, cause=None):
    """Return an error as it was caught, with its traceback."""
    try:
        raise error or KeyError(SECRET) from cause
    except (LookupError, ValueError, OSError, Unheard) as caught:
        return caught


def test_a_fault_is_kept_with_its_place_and_without_what_it_says(kept):
    note(kept, fault(KeyError(SECRET), cause=ValueError(SECRET)), "tonight_buy_in")

    (one,) = last_faults(kept)
    assert (one.page, one.what, one.way_out, one.times) == ("tonight_buy_in", "the desk failed (KeyError)", "", 1)
    assert [re.sub(r":\d+", "", line) for line in one.trace] == [
        "KeyError",
        "  tests/hostdesk/base/faults/test_kept_faults.py fault",
        "ValueError",
    ]
    assert SECRET not in kept.read_text()
    assert kept.stat().st_mode & 0o777 == 0o600


def test_the_same_fault_has_the_same_number_whatever_it_says(kept):
    for said in ("Ann", "Bo"):
        note(kept, fault(KeyError(said)), "tonight")

    (one,) = last_faults(kept)

    assert (re.fullmatch(r"\d{3}-\d{3}", one.number) is not None, one.times) == (True, 2)
    assert one.number != number_of(fault(ValueError()))


def test_what_a_host_can_mend_has_one_number_on_all_pages_and_says_what_to_do(kept):
    for page in ("tonight", "players"):
        note(kept, fault(OSError(28, "No space left on device")), page)

    (one,) = last_faults(kept)

    assert (one.what, one.way_out[:14], one.page, one.times) == ("the disk is full", "Make room on t", "players", 2)


def test_an_error_that_goes_round_in_circles_is_told_once_and_no_deeper_than_that(kept):
    def deeper(left):
        if left:
            deeper(left - 1)
        raise KeyError

    with pytest.raises(KeyError) as caught:
        deeper(100)
    caught.value.__context__ = other = ValueError()
    other.__context__ = caught.value

    note(kept, caught.value, "tonight")

    assert len(last_faults(kept)[0].trace) == 1 + 40 + 1


def test_as_many_as_are_kept_the_newest_first(kept):
    kinds = [type(f"Fault{number}", (Unheard,), {}) for number in range(MOST + 3)]

    for kind in kinds:
        note(kept, fault(kind()), "tonight")

    assert len(last_faults(kept)) == MOST
    assert len(kept.read_text().splitlines()) == MOST


def test_what_cannot_be_written_stays_here_and_is_written_later(kept):
    folder = kept.parent / "var"
    note(folder / "faults", fault(), "tonight")
    before = [(one.page, one.times) for one in last_faults(folder / "faults")]
    folder.mkdir()

    note(folder / "faults", fault(), "players")

    kept_faults._unwritten.clear()
    assert (before, [(one.page, one.times) for one in last_faults(folder / "faults")]) == (
        [("tonight", 1)],
        [("players", 2)],
    )


def test_a_line_that_cannot_be_read_hides_no_other(kept):
    note(kept, fault(), "tonight")
    whole = kept.read_text()
    broken = ["{", '{"number": 1}', "7", json.dumps({**json.loads(whole), "at": "yesterday"})]

    kept.write_text("\n".join([*broken, whole]))

    assert [one.page for one in last_faults(kept)] == ["tonight"]


def test_code_from_elsewhere_is_told_without_the_folders_it_lies_in(kept):
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads("{")

    places = [line.split(":")[0] for line in kept_faults.trace_of(caught.value)]

    assert places[-1] == "  decoder.py"
    assert kept_faults._place("/home/ann/.venv/lib/site-packages/django/db/utils.py") == "django/db/utils.py"


def record(error, **further):
    made = logging.makeLogRecord({"name": "desk", "msg": "%s failed", "args": ("It",), **further})
    made.exc_info = (type(error), error, None) if error else None
    return made


def test_the_log_has_the_number_before_what_is_said(kept):
    error = fault()
    told = record(error)

    assert Numbered(kept).filter(told)

    assert told.getMessage() == f"fault {number_of(error)}: It failed"
    assert [(one.number, one.page) for one in last_faults(kept)] == [(number_of(error), "desk")]


def test_what_is_no_fault_has_no_number(kept):
    told = record(None)

    assert Numbered(kept).filter(told)

    assert (told.getMessage(), last_faults(kept)) == ("It failed", [])
