"""The fixed evening's paper, read line by line."""

from ledger.reports.night_pdf import night_report_pdf
from tests.ledger.evenings import evening
from tests.ledger.reading import pages

TITLES = {
    *("Players", "Drawer", "Chips", "Final pot", "Notes", "Into THE BOOK", "Corrected later", "Rulings", "Timeline")
}


def words(**changes: object) -> list[str]:
    """The lines of the evening's paper, with some of it changed, without the feet."""
    return [text for page in pages(night_report_pdf(evening(**changes))) for text in page[:-1]]


def part(title: str, read: list[str]) -> list[str]:
    """The lines of one part of the paper, from its title to the next one."""
    start = read.index(title) + 1
    return read[start : next((at for at in range(start, len(read)) if read[at] in TITLES), len(read))]
