"""The list of what went out by e-mail: to whom, when, about which night, and what failed and why."""

from datetime import datetime

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from hostdesk.lists.tables import WIDE_ONLY, DeskTable, NameColumn, ValueColumn, person_column
from hostdesk.models import Message
from reservations.parsing.days import day_of


class MomentColumn(ValueColumn):
    """A moment, by its day and time."""

    def render(self, value: datetime) -> str:
        """Return the text of the cell."""
        return f"{day_of(localtime(value).date())}, {localtime(value):%H:%M}"

    def value(self, value: datetime) -> datetime:
        """Write it in the desk's time zone."""
        return localtime(value)


class SentTable(DeskTable):
    """The e-mails of the desk, one a row. The address is not kept: players change theirs and have it forgotten."""

    player = person_column("player", person="person", label="Player")
    tried_at = MomentColumn(verbose_name="When")
    night = tables.Column(verbose_name="About", accessor="fact", order_by="fact__night__date", empty_values=())
    subject = NameColumn(verbose_name="Subject", attrs=WIDE_ONLY)
    state = tables.Column(verbose_name="State", accessor="pk", orderable=False)
    failed = NameColumn(verbose_name="Why", orderable=False)

    caption = "Sent e-mails"
    sheet = "sent"
    ties = ("-tried_at", "-pk")

    def render_night(self, record: Message) -> SafeString | str:
        """Draw the night, which leads to its messages; of what is about none, the house."""
        if record.fact.night is None:
            return format_html("<bdi>{}</bdi>", record.fact.house)
        url = reverse("night_messages", args=[record.fact.night_id])
        return format_html('<a href="{}">{}</a>', url, day_of(record.fact.night.date))

    def value_night(self, record: Message) -> str:
        """Write the same."""
        return str(record.fact.house) if record.fact.night is None else record.fact.night.date.isoformat()

    def render_state(self, record: Message) -> SafeString:
        """Draw what became of it."""
        look = "pill on" if record.sent_at else "pill stop"
        return format_html('<span class="{}">{}</span>', look, self.value_state(record))

    def value_state(self, record: Message) -> str:
        """Write the same; one that nobody has claimed is tried again by the desk itself."""
        if record.sent_at:
            return "sent"
        if record.failed:
            return "failed" if record.claimed_at else "waits"
        return "not known whether it was sent"
