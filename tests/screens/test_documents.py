"""The pictures of the documents show the pages as they are now."""

import pytest

from tests.desk import ROOT
from tests.screens.documents import FOLDER, FROM, digest, kept_digests, sources


@pytest.mark.parametrize("picture", FROM)
def test_a_picture_is_of_the_pages_as_they_are(picture):
    assert kept_digests()[picture] == digest(picture), f"{picture}.png is out of date: run make screens"


def test_every_picture_has_a_digest():
    assert sorted(kept_digests()) == sorted(path.stem for path in FOLDER.glob("*.png")) == sorted(FROM)


@pytest.mark.parametrize("picture", FROM)
def test_the_sources_of_a_picture_begin_with_its_page_and_end_with_the_colours(picture):
    found = {str(path.relative_to(ROOT)) for path in sources(picture)}

    assert {f"templates/{each}" for each in FROM[picture]} < found
    assert "hostdesk/static/hostdesk/base/tokens.css" in found
