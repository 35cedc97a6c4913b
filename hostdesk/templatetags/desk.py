"""Money, times and days as the pages write them: ``{% load desk %}``."""

import math
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import partial
from html import escape

from django import template
from django.forms import BoundField, Form, Select
from django.forms.utils import flatatt
from django.template import Context
from django.template.defaultfilters import time
from django.template.defaulttags import CsrfTokenNode
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime

from hostdesk.base.leaves.queries import added
from hostdesk.base.pictures import svg
from hostdesk.base.site import idempotency_keys
from hostdesk.base.site.server import address_for_others, opens_in
from hostdesk.front.inbox.page import OpenMatters, waiting_for
from hostdesk.table.tables.page import TableCall, calls_of
from hostdesk.table.tables.seats_page import SeatMap
from ledger.book.report import standing_in_words
from ledger.clock.queries import ClockNow
from ledger.money.cents import field_cents, show_cents, show_money, show_signed, style_now
from ledger.paper.sizes import full_page
from ledger.pictures.shapes import Picture
from reservations.acts.program import called
from reservations.nights.queries import times_of
from reservations.parsing.days import day_of
from reservations.parsing.names import counted, ordinal

register = template.Library()
register.simple_tag(called)


@register.filter
def typed(cents: int | None) -> str:
    """Write cents for a form's field or a script: 1234.50; "" for None."""
    return "" if cents is None else field_cents(cents)


@register.filter
def currency(cents: int | None) -> str:
    """Write cents for readers with the currency's sign: $1,234.50; "" for None."""
    return "" if cents is None else show_money(cents)


@register.filter
def short(cents: int) -> str:
    """Write an amount for a small button: 20, or 2.50."""
    return show_cents(cents).removesuffix(f"{style_now().separator}00")


@register.filter
def day(when: date | None) -> str:
    """Write a date, or a moment's date in the desk's zone: Fri 20 Nov 2026."""
    when = localtime(when) if isinstance(when, datetime) else when
    return "" if when is None else day_of(when)


@register.filter
def size(cents: int) -> int:
    """Return an amount without its sign."""
    return abs(cents)


@register.filter
def drawn(field: BoundField) -> SafeString:
    """Draw a field of a filter. Django draws every option of a choice with templates of its own: half of its page."""
    widget = field.field.widget
    if not isinstance(widget, Select):
        return mark_safe(str(field))  # noqa: S308  # Django has escaped it
    groups = (label if isinstance(label, list | tuple) else [(value, label)] for value, label in widget.choices)
    options = {str(value): label for group in groups for value, label in group}
    chosen = next((value for value in widget.format_value(field.value()) if value in options), None)
    drawn_options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(str(label))}</option>'
        for value, label in options.items()
    )
    attrs = flatatt(field.build_widget_attrs(widget.attrs) | {"id": field.auto_id, "name": field.html_name})
    return format_html("<select{}>{}</select>", attrs, mark_safe(drawn_options))  # noqa: S308  # escaped


@register.filter
def span(seconds: int) -> str:
    """Write a duration, in either direction: "40 seconds", "59 minutes", "3 hours"."""
    seconds = abs(seconds)
    for unit, what in ((3600, "hour"), (60, "minute")):
        if seconds >= 2 * unit:
            return counted(seconds // unit, what)
    return counted(seconds, "second")


@register.simple_tag(takes_context=True)
def keyed(context: Context, key: str = "") -> SafeString:
    """Draw the hidden fields of a form that records: Django's token, and a key for one use, a new one by default."""
    token, key = CsrfTokenNode().render(context), key or idempotency_keys.new_key()
    return format_html('{}<input type="hidden" name="key" value="{}">', token, key)


@register.simple_tag
def again(pairs: Iterable[tuple[str, str]], *but: str) -> SafeString:
    """Draw hidden fields that repeat the entries of a form, without the fields named in ``but``."""
    fields = (pair for pair in pairs or () if pair[0] not in but)
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)


@register.simple_tag
def countdown(until: datetime) -> str:
    """Write the time left until then, 0:42, for the page's script to count down to 0:00."""
    left = max(0, math.ceil((until - timezone.now()).total_seconds()))
    written = f"{left // 60}:{left % 60:02}"
    return format_html('<span class="num" data-countdown="{}">{}</span>', int(until.timestamp() * 1000), written)


for written_as, form in (("clock", "H:i"), ("clock_seconds", "H:i:s")):  # in the desk's zone: 21:04, 21:04:12
    register.filter(written_as, partial(time, arg=form), expects_localtime=True)
register.filter("money", show_cents)
register.filter("ordinal", ordinal)
register.filter("signed", show_signed)
register.filter("standing", standing_in_words)
register.filter("times", times_of)
register.simple_tag(idempotency_keys.new_key)
register.simple_tag(lambda: style_now().separator, name="separator")
register.simple_tag(lambda: style_now().thousands, name="thousands")
register.simple_tag(lambda: style_now().sign, name="currency_sign")
register.simple_tag(lambda: full_page().paper.name, name="paper")


@register.simple_tag(name="svg")
def svg_of(picture: Picture, player: int | str = 0, query: str = "") -> SafeString:
    """Draw a picture; with a player the others stand back, and with a query the marks lead to its page."""
    return mark_safe(svg.drawn(picture, int(player or 0), query))  # noqa: S308  # it escapes


@register.simple_tag
def rows_behind(picture: Picture) -> SafeString:
    """Draw the rows of the numbers behind a picture."""
    return mark_safe(svg.rows_drawn(picture))  # noqa: S308  # it escapes


@register.inclusion_tag("base/site/_link_address.html", takes_context=True)
def link_address(context: Context) -> dict[str, str]:
    """Show the address of the links that a page makes, and where they open."""
    address = address_for_others(reverse("home"), context["request"])
    return {"address": address, "opens_in": opens_in(address)}


@register.inclusion_tag("front/inbox/_waits.html", takes_context=True)
def waits_for_you(context: Context) -> dict[str, OpenMatters | None]:
    """Show a host the number of open matters in the inbox, with a link; nothing to anybody else."""
    who = context["request"].who
    return {"waiting": waiting_for(who.houses, timezone.now()) if who.is_host else None}


@register.simple_tag(takes_context=True)
def leaf_parts(context: Context, place: str) -> SafeString:
    """Draw the parts that leaves add to a place of the page."""
    names = (name for name, where in added("parts").items() if where == place)
    drawn = (context.template.engine.get_template(name).render(context) for name in names)  # type: ignore[union-attr]
    return mark_safe("".join(drawn))  # noqa: S308  # templates escape


@register.simple_tag
def typed_in(form: Form | None, field: str, place: int | None = None, cents: int | str | None = None) -> str:
    """Return the typed text when the form is shown again, for the colour at that place if one is given; else cents."""
    name = field if place is None else f"{field}-{place}"
    return str(form.data[name]) if form and name in form.data else typed(cents if isinstance(cents, int) else None)


@register.simple_tag
def table_calls(seats: SeatMap, clock: ClockNow) -> Sequence[TableCall]:
    """Return the calls of the tables and of the clock, the most urgent first."""
    return calls_of(seats.read, clock.called)
