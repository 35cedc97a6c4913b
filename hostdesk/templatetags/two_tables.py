"""What the page says of two tables: ``{% load two_tables %}``."""

from collections.abc import Sequence

from django import template

from hostdesk.in_play.clock_now import ClockNow
from hostdesk.seating.seat_map import SeatMap
from hostdesk.seating.table_calls import TableCall, calls_of

register = template.Library()


@register.simple_tag
def table_calls(seats: SeatMap, clock: ClockNow) -> Sequence[TableCall]:
    """Give what the tables and a call of the clock ask for, the most urgent first."""
    return calls_of(seats.read, clock.called)
