"""The table of the history, on the page and as a file."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from hostdesk.base.lists import tables as lists
from hostdesk.standings.book.entry_queries import HistoryEntry


class WhatColumn(lists.ValueColumn):
    """The event, with a link to its page and its notes below."""

    def render(self, record: HistoryEntry) -> SafeString:
        """Draw both."""
        what = format_html('<bdi dir="ltr">{}</bdi>', record.what)
        notes = format_html_join("", '<p class="hint"><bdi dir="ltr">{}</bdi></p>', ((note,) for note in record.notes))
        return format_html("{}{}", format_html('<a href="{}">{}</a>', record.url, what) if record.url else what, notes)


_DAY = {"td": {"class": "day plain"}}
"""A time has no label on a phone: it is below the event."""


class ManyColumn(lists.ValueColumn):
    """Several words, in a file with a semicolon between them."""

    def render(self, value: tuple[str, ...]) -> SafeString:
        """Draw every word as a mark."""
        return format_html_join(" ", '<span class="pill">{}</span>', ((text,) for text in value))

    def value(self, value: tuple[str, ...]) -> str:
        """Write them."""
        return "; ".join(value)


class HistoryTable(lists.DeskTable):
    """Every record, by its time."""

    what = WhatColumn(verbose_name="What", orderable=False, attrs=lists.HEAD)
    at = lists.MomentColumn(verbose_name="Time", attrs=_DAY)
    number = lists.NumberColumn(verbose_name="No.", orderable=False, attrs=lists.WIDE_NUMBER)
    names = ManyColumn(verbose_name="Players", orderable=False, visible=False)
    night = lists.DayColumn(verbose_name="Night", accessor="night__date", orderable=False, visible=False)
    house = lists.NameColumn(
        verbose_name="House", accessor="night__house__name", linkify=lists.TO_NIGHT, orderable=False, attrs=_DAY
    )
    cents = lists.CentsColumn(verbose_name="Amount", orderable=False, attrs=lists.SUM)
    by = lists.NameColumn(verbose_name="By", orderable=False, attrs=lists.WIDE_ONLY)
    notes = ManyColumn(verbose_name="Rulings", orderable=False, visible=False)
    marks = ManyColumn(verbose_name="Marks", orderable=False, attrs=lists.PLAIN)

    caption = "History"
    sheet = "history"
    ties = ("sort", "pk")

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.undone else ""}
