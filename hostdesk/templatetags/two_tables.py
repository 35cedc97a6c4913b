"""What the page says of two tables: ``{% load two_tables %}``."""

from collections.abc import Sequence

from django import template

from hostdesk.clock.queries import ClockNow
from hostdesk.tables.calls_page import TableCall, calls_of
from hostdesk.tables.seat_map_page import SeatMap

register = template.Library()


@register.simple_tag
def table_calls(seats: SeatMap, clock: ClockNow) -> Sequence[TableCall]:
    """Give what the tables and a call of the clock ask for, the most urgent first."""
    return calls_of(seats.read, clock.called)
