"""The tables of nights, of players, of one player's nights, and of bank notes."""

from collections.abc import Mapping
from datetime import date as day
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.lists.queries import PlayerRow, State
from hostdesk.nights.plan_queries import start_of
from ledger.files.tables import (
    HEAD,
    HEAD_DAY,
    HEAD_NUMBER,
    WIDE_ONLY,
    CentsColumn,
    DayColumn,
    DeskTable,
    NameColumn,
    NumberColumn,
    PillColumn,
)
from ledger.notes.rules import NoteState
from reservations.models import Night
from reservations.parsing.days import day_of


class NightTable(DeskTable):
    """All nights: planned, open and closed."""

    date = DayColumn(verbose_name="Date", linkify=("night", {"night_id": tables.A("pk")}), attrs=HEAD_DAY)
    house = NameColumn(verbose_name="House", accessor="house__name", order_by="house__name_key")
    state = PillColumn(verbose_name="State", stands_out=lambda record: record.state == State.OPEN)
    banker = NameColumn(verbose_name="Banker", accessor="bank__banker__name", order_by="bank__banker__name_key")
    players = NumberColumn(verbose_name="Players")
    sold_cents = CentsColumn(verbose_name="Sold")
    over_cents = CentsColumn(verbose_name="Over / short", signed=True)

    caption = "Nights"
    sheet = "nights"
    ties = ("date", "pk")

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.state == State.CANCELLED else ""}

    def render_date(self, record: Night) -> SafeString:
        """Draw the day, and below it when the night starts, by the clock of its own place."""
        start = start_of(record)
        return format_html(
            "{}{}", day_of(record.date), format_html('<span class="start">{}</span>', start) if start else ""
        )

    def value_date(self, record: Night) -> day:
        """Write the day."""
        return record.date


class PlayerTable(DeskTable):
    """Everybody who plays."""

    name = NameColumn(
        verbose_name="Name",
        accessor="player__name",
        order_by="player__name_key",
        linkify=("player", {"number": tables.A("player__number")}),
        attrs=HEAD,
    )
    kind = tables.Column(accessor="player__regular", verbose_name="Plays as", order_by="-player__regular")
    nights = NumberColumn(verbose_name="Nights")
    result_cents = CentsColumn(verbose_name="Result", signed=True)
    last_seen = DayColumn(verbose_name="Last seen")

    caption = "Players"
    sheet = "players"
    ties = ("player__name_key",)

    def __init__(self, data: Any, *, strikes: Mapping[int, int] | None = None, **options: Any) -> None:
        self.strikes = strikes or {}
        super().__init__(data, **options)

    def render_kind(self, record: PlayerRow) -> SafeString:
        """Draw regular or guest, whose guest, and how many strikes count."""
        on, kind = (" on", "regular") if record.player.regular else ("", "guest")
        whose = format_html(" of <bdi>{}</bdi>", record.player.guest_of) if record.player.guest_of else ""
        strikes = self.strikes.get(record.player.number, 0)
        count = format_html(' <span class="soft">{} strike{}</span>', strikes, "" if strikes == 1 else "s")
        return format_html('<span class="pill{}">{}</span>{}{}', on, kind, whose, count if strikes else "")

    def value_kind(self, record: PlayerRow) -> str:
        """Write the same."""
        if record.player.regular:
            return "regular"
        return f"guest of {record.player.guest_of}" if record.player.guest_of else "guest"


class PlayerNightTable(DeskTable):
    """The nights of one player."""

    date = DayColumn(verbose_name="Date", linkify=("night", {"night_id": tables.A("night")}), attrs=HEAD_DAY)
    house = NameColumn(verbose_name="House")
    bought_cents = CentsColumn(verbose_name="Bought")
    received_cents = CentsColumn(verbose_name="Received")
    result_cents = CentsColumn(verbose_name="Result", signed=True)
    state = PillColumn(verbose_name="State", stands_out=lambda record: record.state == State.OPEN, orderable=False)

    caption = "Nights"
    sheet = "player-nights"
    ties = ("date", "night")


class RegisterTable(DeskTable):
    """The register of bank notes: every number ever given."""

    number = NumberColumn(
        verbose_name="No.",
        accessor="note__number",
        linkify=("note", {"note": tables.A("note__number")}),
        attrs=HEAD_NUMBER,
    )
    date = DayColumn(
        verbose_name="Night", accessor="night__date", linkify=("night", {"night_id": tables.A("night__pk")})
    )
    name = NameColumn(verbose_name="Note", accessor="note__name", orderable=False)
    debtor = NameColumn(verbose_name="Debtor", accessor="debtor__name", order_by="debtor__name_key")
    mark = tables.Column(verbose_name="Mark", attrs=WIDE_ONLY)
    face_cents = CentsColumn(verbose_name="Face", accessor="note__face_cents")
    out_cents = CentsColumn(verbose_name="Out", accessor="note__out_cents")
    holder = NameColumn(verbose_name="Held by", accessor="held_by")
    state = PillColumn(
        verbose_name="State", accessor="note__state", stands_out=lambda record: record.note.state == NoteState.OUT
    )

    caption = "Bank notes"
    sheet = "notes"
    ties = ("note__number",)

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.note.state == NoteState.VOID else ""}
