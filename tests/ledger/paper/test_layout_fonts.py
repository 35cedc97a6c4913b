"""Names in all scripts on papers and pictures of money: every letter is drawn, in a font that has it."""

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest
from PIL import ImageFont

from hostdesk.safekeeping.second_place.pdf import recovery_sheet_pdf
from hostdesk.safekeeping.second_place.text import RecoverySheet
from ledger.book.pdf import book_pdf
from ledger.credit.notes_pdf import note_slip_pdf
from ledger.months.pdf import month_pdf, month_slips_pdf
from ledger.paper.layout import Foot, TextStyle, font_path, printed, runs, shown
from ledger.pictures.paper import bare
from ledger.reports.emergency_sheet_pdf import emergency_sheet_pdf
from ledger.reports.night_pdf import night_report_pdf, results_pdf
from ledger.reports.night_picture import results_picture
from ledger.reports.night_result import NightResult, Placing
from ledger.reports.result_png import result_png
from tests.ledger.book.books import BOOK
from tests.ledger.credit.test_notes_pdf import SLIP
from tests.ledger.evenings import EVENING
from tests.ledger.months.papers import OCTOBER
from tests.ledger.reading import as_drawn, glyphs
from tests.ledger.reports.test_emergency_sheet_pdf import SHEET
from tests.ledger.reports.test_night_pdf_results import NIGHT

# A name in each script, and the letters that are on paper.
NAMES = {
    "Łukasz Żółć": "Łukasz Żółć",
    "Nguyễn Ánh": "Nguyễn Ánh",
    "Ольга Їжак": "Ольга Їжак",
    "Νίκος": "Νίκος",
    "Անի": "Անի",
    "ნინო": "ნინო",
    "שלום כהן": "שלום כהן",
    "محمد": "محمد",
    "王小明": "WangXiaoMing",
    "김민준": "GimMinJun",
    "राहुल": "rahul",
    "สมชาย": "smchay",
    "Ann ♠ 🎉": "Ann ♠ :tada:",
}
FONT_NAMES = {"Inter-Regular": "Inter", "Inter-SemiBold": "Inter SemiBold", "Fraunces-SemiBold": "Fraunces"}
FIRST = NightResult("Ann's", EVENING.date, places=(Placing(1, "Ann"),), player_count=1, ahead=1)
RECOVERY = RecoverySheet("AGE-SECRET-KEY-1", EVENING.date, "/media/Ann", "", on_postgresql=False)
PAPERS = {
    "night report": lambda named: night_report_pdf(named(EVENING)),
    "results": lambda named: results_pdf(named(NIGHT)),
    "THE BOOK": lambda named: book_pdf(named(BOOK)),
    "note": lambda named: note_slip_pdf(named(SLIP)),
    "month": lambda named: month_pdf(named(OCTOBER)),
    "month slips": lambda named: month_slips_pdf(named(OCTOBER)),
    "emergency sheet": lambda named: emergency_sheet_pdf(named(SHEET)),
    "recovery sheet": lambda named: recovery_sheet_pdf(named(RECOVERY)),
    "picture": lambda named: printed([bare(results_picture([(named("Ann"), 100)], 324))], Foot("", 1, "")),
}


def naming(value: Any, name: str) -> Any:
    """Return the value with that name in place of every Ann and Fay."""
    if isinstance(value, str):
        return value.replace("Ann", name).replace("Fay", name)
    if isinstance(value, tuple | list):
        named = [naming(each, name) for each in value]
        return type(value)(*named) if hasattr(value, "_fields") else type(value)(named)
    if is_dataclass(value) and not isinstance(value, type):
        made = {each.name: naming(getattr(value, each.name), name) for each in fields(value) if each.init}
        return replace(value, **made)
    return value


@cache
def is_in(letter: str, font: str) -> bool:
    """Tell whether a font has its own glyph for a letter."""
    of = ImageFont.truetype(font_path(FONT_NAMES.get(font, font)), 40, layout_engine=ImageFont.Layout.BASIC)
    return letter == " " or bytes(of.getmask(letter)) not in (b"", bytes(of.getmask("\uffff")))


@pytest.mark.sweep
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", NAMES)
def test_every_letter_of_a_name_is_on_paper(paper, name):
    drawn = glyphs(PAPERS[paper](lambda value: naming(value, name)))

    letters = {letter for letter, _ in drawn}
    assert [letter for letter, font in sorted(drawn) if font and not is_in(letter, font)] == []
    assert set(NAMES[name]) - letters == set()
    assert "�" not in letters


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_written_in_letters_that_the_fonts_have(name):
    assert shown(name) == NAMES[name]


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_the_picture_for_a_chat_draws_every_letter(name):
    drawn, spelled = result_png(naming(FIRST, name)), result_png(naming(FIRST, NAMES[name]))

    parts = runs(shown(name), "Fraunces")
    assert [c for font, part in parts for c in part if not is_in(c, font)] == []
    assert drawn == spelled


def test_a_title_is_of_one_typeface():
    assert [font for font, _ in runs("Łukasz's game, 20.00", "Fraunces")] == ["Fraunces"]
    assert [font for font, _ in runs("Ольга's game ♠", "Fraunces")] == ["Inter SemiBold", "DejaVu Sans"]


def test_strong_words_have_a_weight_of_their_own():
    paper = printed([bare(results_picture([("Ann", 100)], 324))], Foot("", 1, ""))

    assert {("A", "Inter-Regular"), ("1", "Inter-SemiBold")} <= glyphs(paper)
    assert b" Tr " not in paper


@pytest.mark.parametrize("style", [TextStyle(10), TextStyle(10, strong=True)])
def test_figures_are_equally_wide(style):
    assert {round(style.measure(figure), 3) for figure in "0123456789−+"} == {round(style.measure("0"), 3)}


def test_a_name_from_right_to_left_is_drawn_from_its_end():
    read = as_drawn(night_report_pdf(naming(EVENING, "שלום כהן")))

    assert [line for line in read[0] if line.startswith("ןהכ םולש  ")]
