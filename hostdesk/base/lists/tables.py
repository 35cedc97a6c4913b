"""The tables of the desk and their columns: ``render`` draws a cell on the page, ``value`` writes it to a file."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date as day
from datetime import datetime
from decimal import Decimal
from functools import cached_property, partial
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django_tables2.data import TableQuerysetData
from django_tables2.utils import OrderBy, OrderByTuple, signature

from hostdesk.base.lists.queries import NightFigures, NightRow, NightState, PlayerRow
from ledger.bank.notes import NoteNow, NoteState
from ledger.files.csv_rows import Cell, amount
from ledger.money.cents import show_cents, show_signed
from reservations.models import Night
from reservations.nights.queries import start_of
from reservations.parsing.days import day_of
from reservations.rsvps.queries import rsvp_states_of

HEAD, HEAD_DAY = {"td": {"class": "head"}}, {"td": {"class": "head day"}}
HEAD_NUMBER = {"td": {"class": "num head"}, "th": {"class": "num"}}
SUM = {"td": {"class": "num sum"}, "th": {"class": "num"}}
END, PLAIN = {"td": {"class": "sum"}}, {"td": {"class": "plain"}}
"""On a phone both have no label; the first ends the line of the head, as a sum does."""
WIDE_ONLY = {"td": {"class": "wide-only soft"}, "th": {"class": "wide-only"}}
WIDE_NUMBER = {"td": {"class": "num wide-only"}, "th": {"class": "num wide-only"}}


class DeskTable(tables.Table):
    """A table in the desk's look: ``caption``, name of its file (``sheet``), and ``ties`` that order equal rows.

    A page has ``per_page`` rows. What ``heading`` of the row's attributes returns stands once above the rows that share
    it, unless the page says it ``above`` the table. On a phone rows are cards, unless the table scrolls ``sideways``. A
    column with ``most_first`` sorts the most to the top at the first tap. On a page with several tables, ``part`` names
    every table but the first in the address, and ``place`` leads to its section.
    """

    caption = ""
    part = place = above = ""
    per_page = 25
    sheet = "list"
    sideways = False
    ties: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        for name, column in cls.base_columns.items():
            first = column.order_by or (column.accessor or name,)
            column.order_by = OrderByTuple(dict.fromkeys((*first, *cls.ties)))

    def __init__(self, data: Any, **options: Any) -> None:
        super().__init__(data, template_name="base/lists/_table.html", **{"attrs": {"class": "list"}, **options})

    def drawn_rows(self) -> SafeString:
        """Draw the rows of the page, with one look-up per column: the library repeats it at every cell."""
        columns, rows, above = [], [], self.above
        for column in self.columns:
            label, kind = escape(column.header), column.attrs["td"].get("class") or ""
            head = f'<td role="cell" data-label="{label}" class="{kind}'
            columns.append((column, head, signature(column.render)[0], column.column.empty_values))
        look_of, heading_of = (self.row_attrs.get(name, lambda record: "") for name in ("class", "heading"))
        for record in (row.record for row in self.paginated_rows):
            if (heading := heading_of(record)) != above:
                above, line = heading, '<tr role="row"><th role="rowheader" colspan="{}">{}</th></tr>'
                rows.append(str(format_html(line, len(columns), heading)))
            cells = [f'<tr role="row" class="{escape(look_of(record))}">']
            for column, head, wanted, empty in columns:
                given = {"value": column.accessor.resolve(record, quiet=True), "record": record, "table": self}
                if given["value"] in empty:
                    cell = column.default
                else:
                    cell = column.render(**{name: given[name] for name in wanted})
                    cell = column.link(cell, bound_column=column, **given) if column.link else cell
                blank = " blank" if cell in ("—", "") else ""
                cells.append(f'{head}{blank}"><div>{conditional_escape(cell)}</div></td>')
            rows.append("".join([*cells, "</tr>"]))
        return mark_safe("\n".join(rows))  # noqa: S308  # every cell is escaped

    def cells(self) -> list[list[Cell]]:
        """Return the whole table, all pages, for a file: the heads, then the rows."""
        self.sequence = [*self.base_columns]  # a file keeps the order of its columns
        return [list(row) for row in self.as_values()]


_Figures = Mapping[str, Callable[[], Mapping[int, int | None]]]


class PageData(TableQuerysetData):
    """A query that reads only the rows of the page; ``read`` makes the rows.

    ``figures`` holds values that the database does not know, by column and key: sorting by these columns sorts the
    keys.
    """

    def __init__(self, data: QuerySet[Any], read: Callable[[Iterable[Any]], list[Any]], figures: _Figures) -> None:
        super().__init__(data)
        self.read, self.figures = read, figures
        self.keys: list[int] | None = None

    def order_by(self, aliases: OrderByTuple) -> None:
        """Sort by the columns; by a figure in memory, with rows without a figure first."""
        first = OrderBy(aliases[0] if aliases else "")
        if first.bare not in self.figures:
            super().order_by(aliases)
            return
        known = {key: (value is not None, value) for key, value in self.figures[first.bare]().items()}
        keys = self.data.order_by(*self.table.ties).values_list("pk", flat=True)
        self.keys = sorted(keys, key=lambda key: known.get(key, (False, None)))
        if first.is_descending:
            self.keys.reverse()

    def __len__(self) -> int:
        return int(super().__len__()) if self.keys is None else len(self.keys)

    def __getitem__(self, key: slice) -> list[Any]:
        if self.keys is None:
            return self.read(self.data[key])
        found = self.data.in_bulk(self.keys[key])
        return self.read([found[name] for name in self.keys[key]])

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])


class ValueColumn(tables.Column):
    """A value that goes into a file unchanged."""

    def value(self, value: Any) -> Any:
        return value


class NameColumn(ValueColumn):
    """A name or a typed text: it keeps its own reading direction, and its markup is escaped."""

    def render(self, value: Any) -> SafeString:
        return format_html("<bdi>{}</bdi>", value)


def person_column(page: str, *, person: str = "player", label: str = "Name") -> NameColumn:
    """Return the column of a name with a link to a page of the person in ``person`` of the row."""
    number = {"number": tables.A(f"{person}__number")}
    names = {"accessor": f"{person}__name", "order_by": "player__name_key"}
    return NameColumn(verbose_name=label, linkify=(page, number), attrs=HEAD, **names)


class PhraseColumn(ValueColumn):
    """A sentence of the desk with a name in it: it reads from the left, whatever the name."""

    def render(self, value: Any) -> SafeString:
        return format_html('<bdi dir="ltr">{}</bdi>', value)


class PillColumn(tables.Column):
    """A word as a pill, with a different look in rows where ``stands_out`` is true."""

    kind = "pill"

    def __init__(self, *, stands_out: Callable[[Any], bool] = lambda record: False, look: str = "on", **options: Any):
        self.stands_out, self.look = stands_out, look
        super().__init__(**options)

    def render(self, value: Any, record: Any) -> SafeString:
        look = f" {self.look}" if self.stands_out(record) else ""
        return format_html('<span class="{}{}">{}</span>', self.kind, look, value)

    def value(self, value: Any) -> str:
        return str(value)


class NumberColumn(ValueColumn):
    """A whole number."""

    attrs = {"td": {"class": "num"}, "th": {"class": "num"}}


class CentsColumn(NumberColumn):
    """An amount; with ``signed``, one that is won or lost, over or short."""

    def __init__(self, *, signed: bool = False, **options: Any) -> None:
        self.signed = signed
        super().__init__(**options)

    def render(self, value: int) -> str:
        """Draw the amount, with a plus or a true minus if it is signed."""
        return show_signed(value) if self.signed else show_cents(value)

    def value(self, value: int) -> Decimal | None:
        return amount(value)


class DayColumn(ValueColumn):
    """A day in a form that nobody mistakes for another month."""

    attrs = {"td": {"class": "day"}}

    def render(self, value: day) -> str:
        return day_of(value)


class MomentColumn(ValueColumn):
    """A time of day, below a heading with its day."""

    def render(self, value: datetime) -> str:
        return f"{localtime(value):%H:%M}"

    def value(self, value: datetime | None) -> datetime | None:
        """Write the time in the desk's time zone."""
        return value and localtime(value)


_TO_NIGHT = ("night", {"night_id": tables.A("night__pk")})
_UNCHANGED = staticmethod(lambda value: value)
"""Writes the value of a column that a table draws in its own way."""
_COUNTS_NOWHERE = (NightState.CANCELLED, NightState.TAKEN_BACK)


class NightTable(DeskTable):
    """All nights: planned, open and closed."""

    date = DayColumn("Date", "night__date", order_by="date", linkify=_TO_NIGHT, attrs=HEAD_DAY)
    house = NameColumn(verbose_name="House", accessor="night__house__name", order_by="house__name_key", attrs=PLAIN)
    state = PillColumn(verbose_name="State", stands_out=lambda record: record.state == NightState.OPEN, attrs=END)
    banker = NameColumn("Banker", "night__bank__banker__name", order_by="bank__banker__name_key", attrs=WIDE_ONLY)
    players = NumberColumn(verbose_name="Players", empty_values=())
    sold_cents = CentsColumn(verbose_name="Sold")
    over_cents = CentsColumn(verbose_name="Over / short", signed=True)

    caption = "Nights"
    sheet = "nights"
    ties = ("date", "pk")

    class Meta:
        row_attrs = {"class": lambda record: "undone" if record.state in _COUNTS_NOWHERE else str(record.state)}

    def __init__(self, listed: QuerySet[Night], **options: Any) -> None:
        figures = NightFigures()
        every = {name: partial(figures.of_all, listed, name) for name in ("players", "sold_cents", "over_cents")}
        super().__init__(PageData(listed, lambda nights: [figures.row(night) for night in nights], every), **options)

    @cached_property
    def coming(self) -> dict[int, str]:
        """The yeses to the planned nights of the page, out of their seats, by night."""
        planned = [row.record.night for row in self.paginated_rows if row.record.state == NightState.PLANNED]
        return {number: state.filled for number, state in (rsvp_states_of(planned).items() if planned else ())}

    def render_players(self, record: NightRow, value: int | None) -> str:
        """Draw the number of players; before the night, the yeses out of the seats."""
        return self.coming.get(record.night.pk) or ("—" if value is None else str(value))

    def render_date(self, record: NightRow) -> SafeString:
        """Draw the day, and below it the start of the night by the clock of its own place."""
        at = format_html('<span class="start">{}</span>', start) if (start := start_of(record.night)) else ""
        return format_html("{}{}", day_of(record.night.date), at)

    # On the page an open night, which is not settled, is neither over nor short yet; a file keeps what it has.
    render_over_cents = staticmethod(lambda record, value: "" if record.state == "open" else show_signed(value))
    value_over_cents = CentsColumn().value
    value_players = value_date = _UNCHANGED


class PlayerTable(DeskTable):
    """All players."""

    name = NameColumn(verbose_name="Name", accessor="player__name", order_by="player__name_key", attrs=HEAD)
    kind = tables.Column("Plays as", accessor="player__regular", order_by="-player__regular", visible=False)
    nights = NumberColumn(verbose_name="Nights")
    result_cents = CentsColumn(verbose_name="Result", signed=True, attrs=SUM)
    last_seen = DayColumn(verbose_name="Last seen")

    caption = "Players"
    sheet = "players"
    ties = ("player__name_key",)

    def __init__(self, data: Any, *, strikes: Mapping[int, int] | None = None, **options: Any) -> None:
        self.strikes = strikes or {}
        super().__init__(data, sequence=("name", "kind", "last_seen", "..."), **options)

    def render_name(self, record: PlayerRow) -> SafeString:
        """Draw the name, and what is unusual: a guest, the inviter, a removal from the group, valid strikes."""
        to, strikes = reverse("player", args=[record.player.number]), self.strikes.get(record.player.number, 0)
        whose = format_html(" of <bdi>{}</bdi>", record.player.guest_of) if record.player.guest_of else ""
        kind = "" if record.player.regular else format_html(' <span class="hint">guest{}</span>', whose)
        bad = format_html(' <span class="pill warn">{} strike{}</span>', strikes, "" if strikes == 1 else "s")
        off = format_html(' <span class="pill off">{}</span>', "removed") if record.player.removed else ""
        return format_html('<a href="{}"><bdi>{}</bdi></a>{}{}{}', to, record.player, kind, off, bad if strikes else "")

    value_name = _UNCHANGED

    def value_kind(self, record: PlayerRow) -> str:
        """Write the same."""
        whose = f" of {record.player.guest_of}" if record.player.guest_of else ""
        removed = ", removed" if record.player.removed else ""
        return f"regular{removed}" if record.player.regular else f"guest{whose}{removed}"


_TO_NOTE = ("note", {"note": tables.A("note__number")})


class RegisterTable(DeskTable):
    """The register of bank notes: every number ever given."""

    number = ValueColumn(verbose_name="No.", accessor="note__number")
    date = DayColumn(verbose_name="Night", accessor="night__date")
    name = NameColumn(verbose_name="Note", accessor="note__name", orderable=False, attrs=WIDE_ONLY)
    debtor = NameColumn("Debtor", "debtor__name", order_by="debtor__name_key", linkify=_TO_NOTE, attrs=HEAD)
    mark = tables.Column(verbose_name="Mark", attrs=WIDE_ONLY)
    face_cents = CentsColumn(verbose_name="Face", accessor="note__face_cents")
    out_cents = CentsColumn(verbose_name="Out", accessor="note__out_cents", attrs=SUM)
    holder = NameColumn(verbose_name="Held by", accessor="held_by")
    state = tables.Column(verbose_name="State", accessor="note__state")

    caption = "Bank notes"
    sheet = "notes"
    ties = ("note__number",)

    class Meta:
        row_attrs = {"class": lambda record: _look_of(record.note)}


def _look_of(note: NoteNow) -> str:
    """Return what is usual of a note: it ended, none of it is paid, the bank keeps it."""
    is_so = (note.state is NoteState.VOID, not note.is_out, note.out_cents == note.face_cents, note.held_by is None)
    return " ".join(look for look, fits in zip(("undone", "ended", "whole", "kept"), is_so, strict=True) if fits)
