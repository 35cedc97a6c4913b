"""The memory of a desk when it opens, and after a host saw every page and every paper was drawn."""

import http.client
import re
import tempfile
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from urllib.parse import quote, urljoin

from tests import desk
from tests.benchmarks.timing import Line
from tests.browser.scenes import fill
from tests.browser.test_every_page import PAGES
from tests.browser.visit import Visit

MEGABYTES = 180
PATHS = [path for paths in PAGES.values() for path in paths]
OF_ONE_CONNECTION = 20  # pages: with each connection another thread may answer
PAPER = re.compile(r'href="([^"]*(?:\.pdf|\.png|[?;]as=\w+)[^"]*)"')


def measure() -> Iterator[Line]:
    """Yield both figures in megabytes; the memory that other processes share with the desk counts in full."""
    with tempfile.TemporaryDirectory() as folder:
        with desk.running(Path(folder)):  # makes the tables
            made = fill(Path(folder), "everything")
        with desk.running(Path(folder)) as running:
            yield from _grown(Visit(running, made))


def _grown(visit: Visit) -> Iterator[Line]:
    yield {"benchmark": "memory of a desk that opens", "megabytes": _megabytes(visit.desk)}
    pages = [quote(path.format(**visit.made), safe="/?&=+") for path in PATHS]
    linked = [
        (page, paper) for page, text in zip(pages, _answers(visit, pages), strict=True) for paper in PAPER.findall(text)
    ]
    papers = sorted({urljoin(page, unescape(paper)) for page, paper in linked})
    drawn = sum(1 for _ in _answers(visit, papers))
    now = _megabytes(visit.desk)
    name = "memory of a desk after every page and every paper"
    line: Line = {"benchmark": name, "megabytes": now, "at_most": MEGABYTES, "holds": now <= MEGABYTES}
    yield line | {"pages": len(pages), "papers": drawn}


def _answers(visit: Visit, paths: list[str]) -> Iterator[str]:
    """Yield what the desk answers to its host."""
    cookie = {"Cookie": f"desk{visit.desk.port}={visit.made['session']}"}
    for first in range(0, len(paths), OF_ONE_CONNECTION):
        with closing(http.client.HTTPConnection("127.0.0.1", visit.desk.port, timeout=600)) as browser:
            for path in paths[first : first + OF_ONE_CONNECTION]:
                browser.request("GET", path, headers=cookie)
                answer = browser.getresponse()
                if answer.status >= 500:
                    raise RuntimeError(f"{path} was answered with {answer.status}.")
                yield answer.read().decode("utf-8", "replace")


def _megabytes(running: desk.Desk) -> float:
    """Return the memory that a desk has resident, in megabytes of 1,024 kB."""
    status = Path(f"/proc/{running.process.pid}/status").read_text(encoding="ascii")
    return round(int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024, 1)
