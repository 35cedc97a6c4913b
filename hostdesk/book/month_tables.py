"""The table of the consolidations."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.tables import DayColumn, DeskTable, NumberColumn

_WIDE_NUMBER = {"td": {"class": "num wide-only"}, "th": {"class": "num wide-only"}}


class MonthTable(DeskTable):
    """All consolidations, the latest first."""

    title = tables.Column(
        verbose_name="Month",
        order_by=("until",),
        linkify=("month", {"month": tables.A("number")}),
        attrs={"td": {"class": "head day"}},
    )
    until = DayColumn(verbose_name="Up to")
    number = NumberColumn(verbose_name="Act", attrs=_WIDE_NUMBER)
    payments = NumberColumn(verbose_name="Payments", order_by=("payments", "until"))
    left = NumberColumn(verbose_name="Not paid in full", order_by=("left", "until"))
    state = tables.Column(verbose_name="State", order_by=("state", "until"))

    caption = "Consolidations"
    sheet = "months"

    def render_title(self, value: str) -> str:
        """Begin it with a capital."""
        return f"{value[0].upper()}{value[1:]}"

    def render_state(self, value: str, record: Any) -> SafeString:
        """Draw it as a mark of its own."""
        return format_html('<span class="pill{}">{}</span>', " on" if record.is_latest and record.left else "", value)

    def value_state(self, value: str) -> str:
        """Write it."""
        return value
