"""The slips of a consolidation, read back."""

import io
import re
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pypdf
import pytest
import segno
from reportlab.lib.units import mm

from ledger.months.pdf import month_slips_pdf
from ledger.months.report import MonthLine, PaidBy, PlanShare, PlayerMonth
from tests.ledger.evenings import HOSTILE
from tests.ledger.months.papers import ANN, BO, CY, GIL, OCTOBER
from tests.ledger.reading import as_drawn, pages, places

CUT = "✂"


def slips(*people: PlayerMonth) -> list[list[str]]:
    """Return the lines of each slip, without the foot of each page."""
    read = [line for page in pages(month_slips_pdf(replace(OCTOBER, people=people))) for line in page[:-1]]
    ends = [at for at, line in enumerate(read) if line == CUT]
    starts = [0, *(at + 1 for at in ends)]
    return [read[start:end] for start, end in zip(starts, ends, strict=False)]


def test_the_same_report_gives_the_same_bytes():
    assert month_slips_pdf(OCTOBER) == month_slips_pdf(replace(OCTOBER))


def test_the_slip_of_one_who_pays():
    [slip] = slips(BO)

    assert slip == [
        "THE BOOK · OCTOBER 2026 · ACT 57 · AMOUNTS IN US DOLLARS",
        *("Bo You pay", "Ann $5.00"),
        "settled on, signature",
        "Day Result THE BOOK",
        *("Carried over from September", "2026", "−10.00"),
        *("Fri 2 Oct Mike's game −25.00 −25.00", "Fri 9 Oct Bo pays Ann +5.00", "Fri 16 Oct Mike's game +25.00 +25.00"),
        *("Before −5.00", "After these payments 0.00"),
        "Your oldest debt is of 2 October 2026.",
    ]


def test_a_debt_that_was_let_go_says_so():
    night, _, win = BO.added
    gift = MonthLine(date(2026, 10, 9), "Ann forgives Bo a debt: a birthday", 500, 31)

    [slip] = slips(replace(BO, added=(night, gift, win)))

    assert "Ann forgives Bo a debt: a" in " ".join(slip)


def test_the_slip_of_one_who_gets():
    assert slips(ANN)[0][1:4] == ["Ann You get", "Bo $5.00", "Cy $25.00"]


def test_who_neither_pays_nor_gets_has_no_slip():
    assert [slip[1] for slip in slips(ANN, GIL, BO)] == ["Ann You get", "Bo You pay"]
    assert pages(month_slips_pdf(replace(OCTOBER, people=(GIL,))))[0][0] == "Nobody has anything to pay or to get."


def test_a_slip_says_how_the_other_one_is_paid_and_the_text_to_pay_with():
    ways = (PaidBy("Bank transfer: DE89, 5.00"), PaidBy("own words: cash only"))
    bo = replace(BO, pays=(PlanShare("Ann", 500, text="dinner 57-1", ways=ways),))

    said = slips(bo)[0]
    at = said.index("Ann $5.00")
    assert said[at + 1 : at + 4] == [*(way.words for way in ways), "Text of the payment: dinner 57-1"]


def drawn_code(paper: bytes) -> list[list[int]]:
    """Return the modules of the QR code on a paper, read back from its filled squares."""
    content = pypdf.PdfReader(io.BytesIO(paper)).pages[0].get_contents().get_data().decode("latin-1")
    found = [tuple(map(float, four)) for four in re.findall(r"(\S+) (\S+) (\S+) (\S+) re f\*?\n", content)]
    heights = [height for *_, height in found]
    module = max(set(heights), key=heights.count) / 1.02
    squares = [each for each in found if abs(each[3] / 1.02 - module) < 0.001]
    left, low = min(x for x, *_ in squares), min(y for _, y, *_ in squares)
    count = round((max(y for _, y, *_ in squares) - low) / module) + 1
    rows = [[0] * count for _ in range(count)]
    for x, y, width, _ in squares:
        start = round((x - left) / module)
        rows[count - 1 - round((y - low) / module)][start : start + round(width / module)] = [1] * round(width / module)
    return rows


def test_the_qr_code_on_a_slip_is_the_one_with_the_amount():
    code = segno.make("https://paypal.me/AnnLee/5USD", error="m", micro=False)
    bo = replace(
        BO, pays=(PlanShare("Ann", 500, text="57-1", ways=(PaidBy("PayPal: AnnLee, 5.00", code, has_amount=True),)),)
    )

    paper = month_slips_pdf(replace(OCTOBER, people=(bo,)))

    assert drawn_code(paper) == [list(row) for row in code.matrix]
    assert "PayPal: AnnLee, 5.00 (QR code)" in slips(bo)[0]


def test_the_code_of_a_swiss_bill_has_its_cross():
    code = segno.make("SPC", error="m", micro=False)
    plain = PaidBy("Bank transfer: CH44", code, has_amount=True)

    drawn = [
        content_of(replace(BO, pays=(PlanShare("Ann", 500, text="57-1", ways=(way,)),))).count(b" re f")
        for way in (plain, replace(plain, is_swiss=True))
    ]

    assert drawn[1] - drawn[0] == 4


def content_of(person):
    """Return what a slip draws, in the words of the paper's own language."""
    [page, *_] = pypdf.PdfReader(io.BytesIO(month_slips_pdf(replace(OCTOBER, people=(person,))))).pages
    return page.get_contents().get_data()


def test_the_code_of_a_slip_carries_the_amount_where_any_does():
    page, paypal = (PaidBy(words, segno.make(words)) for words in ("Own page: ann", "PayPal: AnnLee"))
    shares = [
        PlanShare("Ann", 500, text="57-1", ways=ways) for ways in ((page, replace(paypal, has_amount=True)), (page,))
    ]

    first, second = (" ".join(slips(replace(BO, pays=(share,)))[0]) for share in shares)

    assert ("PayPal: AnnLee (QR code)" in first, "ann (QR" in first) == (True, False)
    assert "Own page: ann (QR code without the amount)" in second


def test_who_pays_nothing_now_reads_what_rolls_into_the_next_month():
    bo = replace(BO, pays=(), stays_cents=-500)

    paper = month_slips_pdf(replace(OCTOBER, people=(bo, GIL), least_cents=1000))
    read = " ".join(line for page in pages(paper) for line in page)

    said = ("−5.00 stays in THE BOOK and rolls into the next month.", "No payment is under $10.00.")
    assert [sentence in read for sentence in (*said, "After these payments −5.00", "Gil")] == [True, True, True, False]


def test_four_slips_to_a_page_are_equally_high():
    paper = month_slips_pdf(replace(OCTOBER, people=(ANN, BO, CY, replace(GIL, gets=BO.pays))))

    cuts = [y for text, _, y in places(paper) if text == CUT]

    assert len(pages(paper)) == 1
    assert {round(above - below) for above, below in pairwise(cuts)} == {177}


def test_four_slips_with_two_codes_each_are_one_page_and_a_code_is_22_mm():
    code = segno.make("https://paypal.me/AnnLee/5USD", error="m", micro=False)
    ways = (PaidBy("PayPal: AnnLee, 5.00", code, has_amount=True), PaidBy("Zelle: +12125550123, Ann Lee, 5.00"))
    bo = replace(BO, pays=tuple(PlanShare(name, 500, text="dinner 57-1", ways=ways) for name in ("Ann", "Cy")))

    paper = month_slips_pdf(replace(OCTOBER, people=(bo,) * 4))

    widths = {round(float(width) * len(code.matrix), 1) for width in re.findall(rb"(\S+) \S+ re f", content_of(bo))}
    assert (len(pages(paper)), round(22 * mm, 1) in {round(width / 7, 1) for width in widths}) == (1, True)


def test_a_long_slip_takes_pages_of_its_own():
    hub = replace(ANN, gets=tuple(PlanShare(f"Player {number}", 100) for number in range(200)), added=ANN.added * 40)

    read = [line for page in pages(month_slips_pdf(replace(OCTOBER, people=(hub, BO)))) for line in page]

    assert sum(line.startswith("Player ") for line in read) == 200
    assert read.count("After these payments 0.00") == 1


@pytest.mark.sweep
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(name):
    person = replace(ANN, name=name, pays=(PlanShare(name, 123456),))

    read = "".join(
        "".join(line.split()) for page in pages(month_slips_pdf(replace(OCTOBER, people=(person,)))) for line in page
    )

    assert "".join(name.split()) in read


def test_the_names_are_drawn_as_they_are_read():
    drawn = as_drawn(month_slips_pdf(replace(OCTOBER, people=(replace(ANN, name="שלום"),))))

    assert "םולש" in [line.split("  ")[0] for line in drawn[0]]
