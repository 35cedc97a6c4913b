"""Reads a printed paper back: the words of each page, and their places."""

import io
import re
from typing import Any

import pypdf
from pypdf.generic import ContentStream


def pages(paper: bytes) -> list[list[str]]:
    """Return the lines of every page from the top down; the last one is the foot. A name reads as it is spoken."""
    texts = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(paper)).pages]
    return [[line.strip() for line in text.splitlines()] for text in texts]


def as_drawn(paper: bytes) -> list[list[str]]:
    """Return the lines of every page as they look, with letters and spaces from left to right."""
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
    """Return the drawing commands of the first page, as PDF."""
    content = pypdf.PdfReader(io.BytesIO(paper)).pages[0].get_contents()
    return content.get_data() if content is not None else b""


def glyphs(paper: bytes) -> set[tuple[str, str]]:
    """Return every letter that is drawn, with the name of the font that draws it."""
    found: set[tuple[str, str]] = set()
    for page in pypdf.PdfReader(io.BytesIO(paper)).pages:
        resources: Any = page["/Resources"]
        fonts = resources["/Font"]
        font, letters = "", dict[int, str]()
        for operands, operator in ContentStream(page.get_contents(), None).operations:
            if operator == b"Tf":
                font = fonts[operands[0]]["/BaseFont"].partition("+")[2]
                letters = _letters(fonts[operands[0]])
            elif operator == b"Tj":
                found |= {(letters.get(code, chr(code)), font) for code in operands[0].original_bytes}
    return found


def _letters(font: Any) -> dict[int, str]:
    """Return the letter of every code of a font; an empty dict for a font with ASCII alone."""
    if "/ToUnicode" not in font:
        return {}
    text = font["/ToUnicode"].get_data().decode()
    return {
        int(code, 16): chr(int(letter, 16)) for code, letter in re.findall(r"^<(\w\w)> <(\w+)>$", text, re.MULTILINE)
    }
