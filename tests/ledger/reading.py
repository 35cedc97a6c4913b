"""Reads a printed paper back: the words of each page, and where they stand."""

import io
from typing import Any

import pypdf


def pages(paper: bytes) -> list[list[str]]:
    """Return the lines of every page from the top down; the last one is the foot. A name reads as it is spoken."""
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(paper)).pages]
    return [[line.strip() for line in text.splitlines()] for text in texts]


def as_drawn(paper: bytes) -> list[list[str]]:
    """Return the lines of every page with letters and spaces as an eye sees them, from left to right."""
    read = [page.extract_text(extraction_mode="layout") for page in pypdf.PdfReader(io.BytesIO(paper)).pages]
    return [[line for line in text.splitlines() if line.strip()] for text in read]


def places(paper: bytes) -> list[tuple[str, float, float]]:
    """Return every piece of text with the point it starts at, from the left and from the foot of its page."""
    found: list[tuple[str, float, float]] = []

    def see(text: str, page: list[float], line: list[float], *_: Any) -> None:
        if text.strip():
            found.append((text.strip(), page[4] + line[4], page[5] + line[5]))

    for page in pypdf.PdfReader(io.BytesIO(paper)).pages:
        page.extract_text(visitor_text=see)
    return found


def drawing(paper: bytes) -> bytes:
    """Return what the first page is drawn with, in PDF's own words."""
    content = pypdf.PdfReader(io.BytesIO(paper)).pages[0].get_contents()
    return content.get_data() if content is not None else b""
