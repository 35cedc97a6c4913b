"""The first load of a page in a browser: compressed, and light enough for the network of a cellar."""

import gzip
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
import tinycss2

from hostdesk.rules.houses.presets import load_preset, preset_keys
from reservations.houses.commands import make_house
from tests.hostdesk.seated import Tables
from tests.signed_in import host_client

pytestmark = pytest.mark.django_db

LINKED = re.compile(r'<(?:link rel="(?:icon|manifest|stylesheet)"|script)[^>]* (?:href|src)="([^"]+)"')
IMPORTED = re.compile(r'^import [^"]*"(\.[^"]+)"', re.MULTILINE)
SHEET = "/static/hostdesk/base/base.css"
TAKES_GZIP = {"accept-encoding": "gzip, deflate, br"}
ELEVEN = ["Ann", "Bo", "Cy", "Gil", "Dee", "Eve", "Fay", "Hal", "Ida", "Jim", "Kit"]


def sent(client, url):
    """Return the number of bytes sent for an address, and the text."""
    answer = client.get(url, headers=TAKES_GZIP)
    body = answer.getvalue()
    assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip")
    return len(body), gzip.decompress(body).decode()


def loaded(client, page):
    """Return the bytes sent for a page and for its style sheets, scripts and icons, by address."""
    weights, waiting = {}, [page]
    while waiting:
        url = waiting.pop()
        if url not in weights:
            weights[url], words = sent(client, url)
            waiting += [urljoin(url, other) for other in (LINKED if url == page else IMPORTED).findall(words)]
    return weights


def rules_of(text):
    """Return the rules of a style sheet as their words, without comments and spaces."""
    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    return [[each.type, *words_of(each.prelude), *words_of(each.content or [])] for each in rules]


def words_of(parts):
    """Return the words of a part of a rule, those of its blocks too."""
    found = []
    for each in parts:
        inner = getattr(each, "content", None) or getattr(each, "arguments", None)
        if inner and not isinstance(inner, str):
            found += [each.type, *words_of(inner)]
        elif each.type not in {"comment", "whitespace"}:
            found.append(each.serialize())
    return found


def test_random_bytes_hide_the_length_of_a_page_and_cost_no_file_anything():
    client, has_a_name = host_client(), 8  # the flag of gzip: Django's random bytes are the name of a file

    def flags(url):
        return {client.get(url, headers=TAKES_GZIP).getvalue()[3] & has_a_name for _ in range(5)}

    assert (flags(SHEET), has_a_name in flags("/nights/")) == ({0}, True)


def test_tonight_with_a_full_table_is_light_at_its_first_load():
    evening = Tables("mike").play(*ELEVEN)
    evening.seat_all()

    weights = loaded(host_client(), f"/nights/{evening.night.pk}/tonight/")

    assert len(weights) > 15
    assert sum(weights.values()) <= 80_000


@pytest.mark.parametrize("headers", [TAKES_GZIP, {}])
def test_a_style_sheet_goes_without_its_comments_and_with_all_its_rules(headers):
    kept = (Path("hostdesk") / SHEET.removeprefix("/")).read_text()

    answer = host_client().get(SHEET, headers=headers)
    body = answer.getvalue()

    text = (gzip.decompress(body) if headers else body).decode()
    assert ("/*" in kept, "/*" in text) == (True, False)
    assert rules_of(text) == rules_of(kept)
    assert answer.headers.get("Content-Length") in {None, str(len(body))}


@pytest.mark.sweep
@pytest.mark.parametrize("house", preset_keys())
def test_the_form_of_a_house_s_rules_is_light_at_its_first_load(house):
    make_house(document=load_preset(house))

    weights = loaded(host_client(), page := f"/houses/{house}/change/")

    assert weights[page] <= 60_000
    assert sum(weights.values()) <= 80_000


def test_a_file_that_has_not_changed_is_not_sent_again():
    first = host_client().get(SHEET, headers=TAKES_GZIP)
    first.getvalue()

    again = host_client().get(SHEET, headers={**TAKES_GZIP, "if-none-match": first.headers["ETag"]})

    assert again.status_code == 304


@pytest.mark.parametrize("headers", [{}, {"accept-encoding": "identity"}])
def test_a_program_that_takes_no_gzip_gets_the_words(headers):
    answer = host_client().get(SHEET, headers=headers)

    assert b"body {" in answer.getvalue()
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", ["icon-180.png", "base/fonts/inter-5.3.0-latin.woff2"])
def test_what_is_compressed_already_is_sent_as_it_is(path):
    answer = host_client().get(f"/static/hostdesk/{path}", headers=TAKES_GZIP)
    answer.getvalue()

    assert "Content-Encoding" not in answer.headers


def test_one_page_compressed_twice_has_two_lengths():
    """With a fixed length, a page that repeats a visitor's words would leak its other content."""
    client = host_client()

    assert len({sent(client, "/houses/")[0] for _ in range(12)}) > 1
