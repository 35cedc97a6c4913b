"""The tables of nights, of players, and of one player's nights."""

from collections.abc import Mapping
from datetime import date as day
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from hostdesk.coming.night_words import start_of
from hostdesk.listing import State
from ledger.notes import NoteState
from ledger.tables import CentsColumn, DayColumn, DeskTable, NameColumn, NumberColumn
from reservations.days import day_of
from reservations.models import Night

_HEAD = {"td": {"class": "head"}}
_HEAD_DAY = {"td": {"class": "head day"}}
_WIDE_ONLY = {"td": {"class": "wide-only"}, "th": {"class": "wide-only"}}


class NightTable(DeskTable):
    """All nights: planned, open and closed."""

    date = DayColumn(
        verbose_name="Date", order_by=("date", "pk"), linkify=("night", {"night_id": tables.A("pk")}), attrs=_HEAD_DAY
    )
    house = NameColumn(verbose_name="House", accessor="house__name", order_by=("house__name_key", "date", "pk"))
    state = tables.Column(verbose_name="State", order_by=("state", "date", "pk"))
    banker = NameColumn(
        verbose_name="Banker", accessor="bank__banker__name", order_by=("bank__banker__name_key", "date", "pk")
    )
    players = NumberColumn(verbose_name="Players", order_by=("players", "date", "pk"))
    sold_cents = CentsColumn(verbose_name="Sold", order_by=("sold_cents", "date", "pk"))
    over_cents = CentsColumn(verbose_name="Over / short", signed=True, order_by=("over_cents", "date", "pk"))

    caption = "Nights"
    sheet = "nights"

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

    def render_state(self, value: str) -> SafeString:
        """Draw it as a mark of its own."""
        return state_mark(value)

    def value_state(self, value: str) -> str:
        """Write it."""
        return value


class PlayerTable(DeskTable):
    """Everybody who plays."""

    name = NameColumn(
        verbose_name="Name", order_by=("name_key",), linkify=("player", {"number": tables.A("number")}), attrs=_HEAD
    )
    kind = tables.Column(accessor="regular", verbose_name="Plays as", order_by=("guest", "name_key"), empty_values=())
    nights = NumberColumn(verbose_name="Nights", order_by=("nights", "name_key"))
    result_cents = CentsColumn(verbose_name="Result", signed=True, order_by=("result_cents", "name_key"))
    last_seen = DayColumn(verbose_name="Last seen", order_by=("last_seen", "name_key"))

    caption = "Players"
    sheet = "players"

    def __init__(self, data: Any, *, strikes: Mapping[int, int] | None = None, **options: Any) -> None:
        self.strikes = strikes or {}
        super().__init__(data, **options)

    def render_kind(self, record: Any) -> SafeString:
        """Draw regular or guest, whose guest, and how many strikes count."""
        return format_html("{}{}", self._plays_as(record), strikes_mark(self.strikes.get(record.number, 0)))

    def _plays_as(self, record: Any) -> SafeString:
        if record.regular:
            return format_html('<span class="pill on">{}</span>', "regular")
        whose = format_html(" of <bdi>{}</bdi>", record.invited_by) if record.invited_by else ""
        return format_html('<span class="pill">guest</span>{}', whose)

    def value_kind(self, record: Any) -> str:
        """Write the same."""
        if record.regular:
            return "regular"
        return f"guest of {record.invited_by}" if record.invited_by else "guest"


class PlayerNightTable(DeskTable):
    """The nights of one player."""

    date = DayColumn(
        verbose_name="Date",
        order_by=("date", "night"),
        linkify=("night", {"night_id": tables.A("night")}),
        attrs=_HEAD_DAY,
    )
    house = NameColumn(verbose_name="House", order_by=("house", "date", "night"))
    bought_cents = CentsColumn(verbose_name="Bought", order_by=("bought_cents", "date", "night"))
    received_cents = CentsColumn(verbose_name="Received", order_by=("received_cents", "date", "night"))
    result_cents = CentsColumn(verbose_name="Result", signed=True, order_by=("result_cents", "date", "night"))
    state = tables.Column(verbose_name="State", orderable=False)

    caption = "Nights"
    sheet = "player-nights"

    def render_state(self, value: str) -> SafeString:
        """Draw that a night is still open."""
        return state_mark(value)

    def value_state(self, value: str) -> str:
        """Write it."""
        return value


class RegisterTable(DeskTable):
    """The register of bank notes: every number ever given."""

    number = NumberColumn(
        verbose_name="No.",
        linkify=("note", {"note": tables.A("number")}),
        attrs={"td": {"class": "num head"}, "th": {"class": "num"}},
    )
    date = DayColumn(
        verbose_name="Night",
        order_by=("date", "number"),
        linkify=("night", {"night_id": tables.A("night")}),
    )
    name = NameColumn(verbose_name="Note", orderable=False)
    debtor = NameColumn(verbose_name="Debtor", order_by=("debtor_key", "number"))
    mark = tables.Column(verbose_name="Mark", order_by=("mark", "number"), attrs=_WIDE_ONLY)
    face_cents = CentsColumn(verbose_name="Face", order_by=("face_cents", "number"))
    out_cents = CentsColumn(verbose_name="Out", order_by=("out_cents", "number"))
    holder = NameColumn(verbose_name="Held by", order_by=("holder", "number"))
    state = tables.Column(verbose_name="State", order_by=("state", "number"))

    caption = "Bank notes"
    sheet = "notes"

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.state == NoteState.VOID else ""}

    def render_state(self, value: str) -> SafeString:
        """Draw it as a mark of its own; what is out stands out."""
        return format_html('<span class="pill{}">{}</span>', " on" if value == NoteState.OUT else "", value)

    def value_state(self, value: str) -> str:
        """Write it."""
        return str(value)


def state_mark(state: str) -> SafeString:
    """Draw what has become of a night; an open one stands out."""
    return format_html('<span class="pill{}">{}</span>', " on" if state == State.OPEN else "", state)


def strikes_mark(strikes: int) -> SafeString | str:
    """Draw how many strikes count, so that it stands back; nothing for none."""
    if not strikes:
        return ""
    return format_html(' <span class="soft">{} strike{}</span>', strikes, "" if strikes == 1 else "s")
