"""``manage.py night_report``."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


def test_the_report_is_written_where_it_was_asked_for(tmp_path: Path) -> None:
    Evening("dave-2018").buy_in("Ann", "20.00")

    call_command("night_report", "2026-11-20", "--to", str(tmp_path / "night.pdf"))

    assert (tmp_path / "night.pdf").read_bytes()[:5] == b"%PDF-"


def test_the_same_ledger_gives_the_same_bytes(tmp_path: Path) -> None:
    Evening("dave-2018").buy_in("Ann", "20.00")

    for name in ("first.pdf", "second.pdf"):
        call_command("night_report", "2026-11-20", "--to", str(tmp_path / name))

    assert (tmp_path / "first.pdf").read_bytes() == (tmp_path / "second.pdf").read_bytes()


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["a<b", "Łukasz ♠", "שלום", "W" * 40, "<img src=/etc/passwd>", "'; DROP TABLE"])
def test_players_of_any_name_print(name: str, tmp_path: Path) -> None:
    evening = Evening("dave-2018")
    evening.knows(name)
    evening.buy_in(name, "20.00")

    call_command("night_report", "2026-11-20", "--to", str(tmp_path / "night.pdf"))

    assert (tmp_path / "night.pdf").stat().st_size > 10_000


def test_an_unknown_night_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No night goes by 2026-11-20"):
        call_command("night_report", "2026-11-20", "--to", str(tmp_path / "night.pdf"))


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    Evening("dave-2018")

    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("night_report", "2026-11-20", "--to", str(tmp_path / "nowhere" / "night.pdf"))
