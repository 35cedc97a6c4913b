"""The sizes of paper, the size for a place, and the room on a page.

A page holds the same in every place, since it fills the part that A4 and US Letter share: lines and pages break alike,
and only the margins differ.
"""

from contextvars import ContextVar
from dataclasses import dataclass

_MM, _INCH = 72 / 25.4, 72  # In points.
# The countries that CLDR lists with US Letter; everybody else prints on A4.
_ON_LETTER = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])


@dataclass(frozen=True)
class PaperSize:
    """A size of paper, upright: its name in shops, and its width and height, in points."""

    name: str
    width: float
    height: float


A4, LETTER = PaperSize("A4", 210 * _MM, 297 * _MM), PaperSize("US Letter", 8.5 * _INCH, 11 * _INCH)
PAPERS = {"a4": A4, "letter": LETTER}
"""The paper sizes of a desk, by the key of the setting."""

PRINTED_ON = ContextVar("PRINTED_ON", default=("a4", ""))
"""The setting of the desk's paper, and its locale like "en_US": without a setting it is the paper of that country."""


@dataclass(frozen=True)
class Page:
    """A page: its paper, and the width and height of its content in points, centred apart from the foot."""

    paper: PaperSize
    width: float
    height: float

    @property
    def left(self) -> float:
        """The distance of its lines from the left edge."""
        return (self.paper.width - self.width) / 2

    @property
    def bottom(self) -> float:
        """The distance of its lines from the lower edge: the foot needs more room than the top has."""
        return (self.paper.height - self.height) / 2 + 1.5 * _MM


def full_page() -> Page:
    """Return a page of a report, on the desk's paper."""
    chosen, locale = PRINTED_ON.get()
    paper = PAPERS.get(chosen) or (LETTER if locale.rpartition("_")[2] in _ON_LETTER else A4)
    return Page(paper, A4.width - 36 * _MM, A4.height - 47 * _MM)
