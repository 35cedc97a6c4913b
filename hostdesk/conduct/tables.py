"""The table of the rulings of all nights."""

from datetime import date

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from hostdesk.conduct.ruling_queries import RulingRow
from hostdesk.lists.tables import HEAD_DAY, WIDE_ONLY, ClockColumn, DayColumn, DeskTable, NameColumn
from reservations.parsing.days import day_of


class RulesColumn(tables.Column):
    """The rules that were set aside: each as a mark with its sentence, which a file has too."""

    def render(self, value: tuple[str, ...], record: RulingRow) -> SafeString:
        """Draw the names of the rules, and below them what was refused."""
        marks = format_html_join(" ", '<span class="pill">{}</span>', ((each,) for each in value))
        said = format_html_join(
            "", '<p class="hint"><bdi dir="ltr">{}</bdi></p>', ((each,) for each in record.line.refused)
        )
        return format_html("{}{}", marks, said)

    def value(self, value: tuple[str, ...]) -> str:
        """Write the names."""
        return ", ".join(value)


class RulingTable(DeskTable):
    """Every rule that was set aside and every dispute that was decided."""

    night = DayColumn(
        verbose_name="Night",
        accessor="night__date",
        linkify=("night_rulings", {"night_id": tables.A("night__pk")}),
        attrs=HEAD_DAY,
    )
    house = NameColumn(verbose_name="House", accessor="house__name", visible=False)
    at = ClockColumn(verbose_name="Time", accessor="line__at", attrs=WIDE_ONLY)
    rules = RulesColumn(verbose_name="Rule")
    what = NameColumn(verbose_name="What", accessor="line__what", orderable=False)
    decided_by = tables.Column(verbose_name="Decided by", accessor="line__decided_by")
    reason = NameColumn(verbose_name="Reason", accessor="line__reason", orderable=False)
    by = NameColumn(verbose_name="Noted by", accessor="line__by", orderable=False, attrs=WIDE_ONLY)

    caption = "Rulings"
    sheet = "rulings"
    ties = ("place",)

    def render_night(self, record: RulingRow, value: date) -> SafeString:
        """Draw the day, and the house below it."""
        return format_html('{}<span class="start"><bdi>{}</bdi></span>', day_of(value), record.house)

    def value_night(self, value: date) -> date:
        """Write the day."""
        return value
