"""The sizes of paper, which of them a place prints on, and what a page of each holds.

A page holds the same in every place, since it fills what A4 and US Letter have in common: lines and pages break alike,
and only the margins differ.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

_MM, _INCH = 72 / 25.4, 72  # In points.
# The countries that CLDR lists with US Letter; everybody else prints on A4.
_ON_LETTER = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])


@dataclass(frozen=True)
class PaperSize:
    """A size of paper, upright: what shops call it, and how wide and high it is, in points."""

    name: str
    width: float
    height: float


A4, LETTER = PaperSize("A4", 210 * _MM, 297 * _MM), PaperSize("US Letter", 8.5 * _INCH, 11 * _INCH)
PAPERS = {"a4": A4, "letter": LETTER}
"""What a desk can print on, by the key that its setting has."""

_now = ContextVar("_now", default=A4)


@contextmanager
def printed_on(paper: PaperSize) -> Iterator[None]:
    """Let papers be drawn for that size, A4 or US Letter, inside the block."""
    token = _now.set(paper)
    try:
        yield
    finally:
        _now.reset(token)


def usual_in(locale: str) -> PaperSize:
    """Return what the country of a locale like "en_US" prints on."""
    return LETTER if locale.rpartition("_")[2] in _ON_LETTER else A4


@dataclass(frozen=True)
class Page:
    """A page: its paper, and in points how wide and high that is what it holds, in the middle but for the foot."""

    paper: PaperSize
    width: float
    height: float

    @property
    def left(self) -> float:
        """How far from the left edge its lines begin."""
        return (self.paper.width - self.width) / 2

    @property
    def bottom(self) -> float:
        """How far from the lower edge its lines end: the foot takes some more than there is at the top."""
        return (self.paper.height - self.height) / 2 + 1.5 * _MM


def full_page() -> Page:
    """Return a page as reports have it."""
    return Page(_now.get(), A4.width - 36 * _MM, A4.height - 47 * _MM)
