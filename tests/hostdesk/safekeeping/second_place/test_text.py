"""The recovery sheet in words, and on paper."""

import io
from datetime import date

from pypdf import PdfReader

from hostdesk.safekeeping.second_place.pdf import recovery_sheet_pdf
from hostdesk.safekeeping.second_place.text import RecoverySheet
from tests.hostdesk.safekeeping.second_place.conftest import KEY

SHEET = RecoverySheet(
    KEY, date(2026, 11, 23), "/media/ann/STICK/desk", "https://code.example/desk.git", on_postgresql=False
)


def typed(sheet: RecoverySheet) -> list[str]:
    """Return every line that the host has to type."""
    return [line for step in sheet.steps for line in step.commands]


def read(sheet: RecoverySheet) -> list[str]:
    """Return the text of every page of the paper."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(recovery_sheet_pdf(sheet))).pages]


def test_the_key_stands_in_four_lines_of_numbered_groups():
    assert SHEET.lines == [
        ("1–4", "65YW EUHF KN3X AT8U"),
        ("5–8", "HV4Y 3PU4 MM3Z VSVM"),
        ("9–12", "XSPF 0KV2 UL80 3XFD"),
        ("13–15", "S02Q 8L6T C6"),
    ]


def test_what_is_typed_on_an_empty_machine():
    assert typed(SHEET) == [
        "sudo apt install git make python3-venv",
        "git clone https://code.example/desk.git hostdesk",
        "cd hostdesk",
        "make install",
        ".venv/bin/python manage.py restore /media/ann/STICK/desk",
        "make run",
    ]


def test_who_has_the_wheel_types_nothing_of_the_source():
    sheet = SHEET._replace(folder="/media/ann/MY STICK", source="", is_installed=True)

    assert typed(sheet) == [
        "sudo apt install pipx",
        "pipx install '/media/ann/MY STICK'/hostdesk-*.whl",
        "pipx ensurepath",
        "hostdesk restore '/media/ann/MY STICK'",
        "hostdesk",
    ]
    assert [step.words for step in sheet.steps if "SOURCE" in step.words or "make" in step.words] == []


def test_postgresql_wants_an_empty_database_first():
    lines = typed(SHEET._replace(on_postgresql=True))

    assert lines[0].endswith(" postgresql")
    assert [line.split()[-1] for line in lines[4:7]] == [
        "hostdesk",
        "hostdesk",
        "DATABASE_URL=postgres://hostdesk:PASSWORD@localhost:5432/hostdesk",
    ]


def test_a_folder_with_spaces_is_typed_in_quotes_and_an_unknown_source_by_hand():
    sheet = SHEET._replace(folder="/media/ann/MY STICK/$(desk)", source="")

    assert ".venv/bin/python manage.py restore '/media/ann/MY STICK/$(desk)'" in typed(sheet)
    assert "git clone SOURCE hostdesk" in typed(sheet)
    assert sheet.steps[1].words.endswith("write that here: " + "_" * 30)


def test_the_paper_has_the_key_and_every_line_to_type_on_one_page():
    (page,) = read(SHEET)

    assert [groups for _, groups in SHEET.lines if groups not in page] == []
    assert [line for line in typed(SHEET) if line not in page.splitlines()] == []
    assert "23 November 2026" in page


def test_a_long_folder_and_postgresql_make_the_letters_smaller_and_no_second_page():
    (page,) = read(SHEET._replace(folder=f"/mnt/{'nas ' * 24}", source="", on_postgresql=True))

    assert "createdb" in page


def test_even_the_longest_folder_is_printed_whole():
    assert len(read(SHEET._replace(folder=f"/mnt/{'nas ' * 500}"))) > 1


def test_the_same_sheet_gives_the_same_bytes():
    assert recovery_sheet_pdf(SHEET) == recovery_sheet_pdf(SHEET._replace())
