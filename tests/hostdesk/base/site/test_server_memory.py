"""The server's memory does not grow over thousands of requests."""

import http.client
import re
from contextlib import closing
from pathlib import Path

import pytest

from tests.browser.visit import visiting

pytestmark = [pytest.mark.long, pytest.mark.sqlite]
PAGES = (
    *("/", "/nights/", "/players/", "/book/", "/houses/{house}/", "/desk/"),
    *("/nights/{night}/tonight/", "/nights/{night}/tonight/since/{last_act}/?fact=0", "/nights/{shown}/tv/"),
    *("/nights/{closed}/", "/history/?night={closed}", "/nights/{ending}/closing/", "/nights/{tables}/tonight/seats/"),
    *("/nights/{planned}/", "/healthz", "/not/there/"),
)
FILES = ("/nights/{closed}/report.pdf", "/nights/?as=xlsx", "/book/months/{month}/", "/nights/{closed}/result.png")
"""What takes longest, and is asked for once where every page is asked for six times."""
A_CONNECTION = 100
"""The number of requests that a browser makes over one connection before it closes it."""


def resident(process: int) -> int:
    """Return the memory of a process, in kB."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text(encoding="ascii"))[0])


def test_memory_is_as_large_after_five_thousand_requests_as_after_one_thousand(tmp_path):
    sizes, answers = {}, set()
    with visiting(tmp_path, "everything") as one:
        pages = [page.format(**one.made) for page in 6 * PAGES + FILES]
        cookie = {"Cookie": f"desk{one.desk.port}={one.made['session']}"}

        for done in range(0, 5_001, A_CONNECTION):
            sizes[done] = resident(one.desk.process.pid)
            with closing(http.client.HTTPConnection("127.0.0.1", one.desk.port, timeout=60)) as browser:
                for number in range(done, done + A_CONNECTION):
                    browser.request("GET", pages[number % len(pages)], headers=cookie)
                    answer = browser.getresponse()
                    answer.read()
                    answers.add((pages[number % len(pages)], answer.status))

    assert {page for page, status in answers if status >= 300} == {"/not/there/"}
    assert sizes[5_000] / sizes[1_000] < 1.05
