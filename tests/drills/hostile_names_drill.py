"""Names that look like markup, addresses, paths and formulas are drawn and written as names: nothing opens them.

The drill requests every paper, table and calendar while the interpreter reports each opened file and each name or
address that is looked up. `tests/browser/test_every_page.py` tests the pages in a browser.
"""

import csv
import io
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from openpyxl import load_workbook
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from hostdesk.base.site.addresses import NOWHERE
from reservations.models import Player
from tests.browser.test_every_page import PAGES
from tests.drills.attacks import attack
from tests.drills.crawled import crawl, patterns
from tests.drills.drill import Drill, Found
from tests.drills.inside import Answer, Inside

PLANTED = "planted"
NAMES = (
    f'<img src="/tmp/{PLANTED}.png"/>',
    f"<img src='http://127.0.0.1:9/{PLANTED}'/>",
    f"file:///tmp/{PLANTED}",
    f"../../../tmp/{PLANTED}",
    f'=HYPERLINK("http://127.0.0.1:9/{PLANTED}")'[:40],
    f"@SUM(1+1)*cmd|'/c {PLANTED}'!A0"[:40],
    f"+1|{PLANTED}",
    f"-2+3 {PLANTED}",
    f"<!ENTITY x SYSTEM '/tmp/{PLANTED}'>"[:40],
    f"Bcc: {PLANTED}@evil.example",
)
LOOKED_FOR = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request", "subprocess.Popen")
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = ("application/pdf", "text/csv", SHEET, "text/calendar", "image/", "text/plain", "application/toml")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def written(inside: Inside, most: int, *, damaged: bool) -> dict[str, Any]:
    """Request so many pages and all the files they lead to; return the opened files and the cells that are formulas."""
    for place, name in enumerate(NAMES):
        # An older version or a hand in the database may have left such names: no form takes all of them.
        Player.objects.filter(pk=inside.made[f"hostile_{place}"]).update(name=name, name_key=name.casefold())
    if damaged:
        _damage()
    opened, formulas, kinds = list[str](), list[str](), dict[str, int]()
    _listen(opened)
    asked = [each.format(**inside.made) for each in PAPERS] if most < len(PAGES) else None
    answers = ((each, inside.ask("GET", each)) for each in asked) if asked else _crawled(inside, most)
    for address, answer in answers:
        kind = answer.headers.get("content-type", "").partition(";")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
        formulas += [f"{cell!r} of {address}" for cell in _formulas(kind, answer)]
    return {"kinds": kinds, "opened": opened, "formulas": formulas}


PAPERS = ("/nights/{closed}/report.pdf", "/players/?as=csv", "/players/?as=xlsx")


def _crawled(inside: Inside, most: int) -> Iterator[tuple[str, Answer]]:
    for seen in crawl(inside, most):
        yield seen.address, seen.answer


def _listen(opened: list[str]) -> None:
    """Note each file that is opened by a planted name, all access to a network, and new processes."""

    def hears(event: str, said: tuple[Any, ...]) -> None:
        if event == "open" and PLANTED in str(said[0]):
            opened.append(f"open {said[0]}")
        elif event in LOOKED_FOR and said[1:] != (
            NOWHERE,
        ):  # by which the desk learns its own address; nothing is sent
            opened.append(f"{event} {said[1:]}")

    sys.addaudithook(hears)


def _formulas(kind: str, answer: Answer) -> Iterator[str]:
    """Yield the cells of a table that a spreadsheet would calculate."""
    if kind == "text/csv" and answer.status == 200:
        cells = (cell for row in csv.reader(io.StringIO(answer.html)) for cell in row)
        yield from (cell for cell in cells if cell.startswith(FORMULA) and not _is_number(cell))
    elif kind == SHEET:
        for sheet in load_workbook(io.BytesIO(answer.body)).worksheets:
            yield from (str(cell.value) for row in sheet.iter_rows() for cell in row if cell.data_type == "f")


def _is_number(cell: str) -> bool:
    return cell.lstrip("+-").replace(".", "").replace(",", "").replace("%", "").isdecimal()


def _damage() -> None:
    """Let a paper read its names as markup."""
    paper = next(each for each in patterns() if each.name == "night_report_pdf")
    whole = paper.callback

    def draws(request: Any, *places: Any, **named: Any) -> Any:
        Paragraph(NAMES[0], ParagraphStyle("plain")).wrap(400, 400)
        return whole(request, *places, **named)

    draws.audience = "host"  # type: ignore[attr-defined]
    paper.callback = draws


def only_names(most: int, *, damaged: bool = False) -> Found:
    """Request everything that the desk writes, and count the opened files and the formulas."""
    found = attack("tests.drills.hostile_names_drill:written", most, damaged=damaged)
    kinds, wrong = found["kinds"], [*found["opened"], *found["formulas"]]
    files = sum(many for kind, many in kinds.items() if kind.startswith(FILES))
    figure = (
        f"{files:,} papers, tables and calendars, {kinds.get('text/html', 0):,} pages with {len(NAMES)} such names: "
        f"{len(found['opened'])} files or sockets opened, {len(found['formulas'])} formulas"
    )
    return Found(f"{figure} ({wrong[0]})" if wrong else figure, not wrong)


DRILLS = [Drill("a name is only a name on paper and in files", only_names, partial(only_names, damaged=True), 2_000, 3)]
