"""The table of the history, on the page and as a file."""

from datetime import date

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from hostdesk.base.lists import tables as lists
from hostdesk.standings.book.entry_queries import HistoryEntry
from reservations.models import Night
from reservations.parsing.days import day_of


class WhatColumn(lists.ValueColumn):
    """The event, with a link to its page; its marks beside it, its notes below."""

    def render(self, record: HistoryEntry) -> SafeString:
        """Draw them."""
        said = '<bdi dir="ltr">{1}</bdi>' if record.cents or record.notes else '<bdi class="soft" dir="ltr">{1}</bdi>'
        words = f'<a href="{{0}}">{said}</a>{{2}}{{3}}' if record.url else f"{said}{{2}}{{3}}"
        notes = format_html_join("", '<p class="hint"><bdi dir="ltr">{}</bdi></p>', ((note,) for note in record.notes))
        fate = (f"act {record.number}, undone",) if record.undone else record.marks
        marks = format_html_join("", ' <span class="pill">{}</span>', ((mark,) for mark in fate))
        return format_html(words, record.url, record.what, marks, notes)


class ManyColumn(lists.ValueColumn):
    """Several words, in a file with a semicolon between them."""

    def value(self, value: tuple[str, ...]) -> str:
        """Write them."""
        return "; ".join(value)


def heading_of(night: Night | None, day: date) -> str:
    """Return what stands above the rows of a day, and of a night."""
    words = '<a href="{}">{},&nbsp;<bdi>{}</bdi></a>'
    return format_html(words, reverse("night", args=[night.pk]), day_of(day), night.house) if night else day_of(day)


class HistoryTable(lists.DeskTable):
    """Every record, by its time, below the day and the night it is of."""

    what = WhatColumn(verbose_name="What", orderable=False, attrs=lists.HEAD)
    at = lists.MomentColumn(verbose_name="Time", attrs={"td": {"class": "day plain"}})
    number = lists.NumberColumn(verbose_name="No.", orderable=False, visible=False)
    names = ManyColumn(verbose_name="Players", orderable=False, visible=False)
    night = lists.DayColumn(verbose_name="Night", accessor="night__date", orderable=False, visible=False)
    house = lists.NameColumn(verbose_name="House", accessor="night__house__name", orderable=False, visible=False)
    cents = lists.CentsColumn(verbose_name="Amount", orderable=False, attrs=lists.SUM)
    by = lists.NameColumn(verbose_name="By", orderable=False, attrs=lists.WIDE_ONLY)
    notes = ManyColumn(verbose_name="Rulings", orderable=False, visible=False)
    marks = ManyColumn(verbose_name="Marks", orderable=False, visible=False)

    caption = "History"
    sheet = "history"
    ties = ("sort", "pk")

    class Meta:
        sequence = ("at", "...")
        row_attrs = {"heading": lambda record: heading_of(record.night, localtime(record.at).date())}
        row_attrs["class"] = lambda record: "undone" if record.undone else ""
