"""How the pages write money, times and days: ``{% load desk %}``."""

import math
import re
from datetime import date, datetime

from django import template
from django.forms import Form
from django.utils import timezone
from django.utils.html import format_html
from django.utils.timezone import localtime

from hostdesk.nights.plan_queries import times_of
from hostdesk.site import idempotency_keys
from ledger.money.cents import separator_now, show_cents, show_signed
from reservations.models import Night
from reservations.parsing.days import day_of

register = template.Library()


@register.filter
def money(cents: int | None) -> str:
    """Write cents for people, two decimals always; nothing for none."""
    return "" if cents is None else show_cents(cents)


@register.filter
def signed(cents: int) -> str:
    """Write cents with their sign, a true minus or a plus; nothing is lost or won at 0.00."""
    return show_signed(cents)


@register.filter
def typed(cents: int | None) -> str:
    """Write cents as a form field takes them back, with the separator of the place."""
    return "" if cents is None else show_cents(cents)


@register.filter
def clock(moment: datetime | None) -> str:
    """Write a time of the day in the zone of the desk: 21:04."""
    return "" if moment is None else localtime(moment).strftime("%H:%M")


@register.filter
def clock_seconds(moment: datetime | None) -> str:
    """Write a time of the day to the second: 21:04:12."""
    return "" if moment is None else localtime(moment).strftime("%H:%M:%S")


@register.filter
def day(when: date | None) -> str:
    """Write a day so that nobody takes the month for the day: Fri 20 Nov 2026; of a moment, the day of the desk."""
    when = localtime(when) if isinstance(when, datetime) else when
    return "" if when is None else day_of(when)


@register.filter
def times(night: Night) -> str:
    """Write from when until about when a night goes, by the clock of its own place: 19:00 to about 01:00."""
    return times_of(night)


@register.filter
def slug(name: str) -> str:
    """Write the name of a colour as a part of a class: "Light blue" is light-blue."""
    return "-".join(re.findall("[a-z0-9]+", name.casefold()))


@register.simple_tag
def countdown(until: datetime) -> str:
    """Write how long it is until then, as in 0:42, for the page's script to count down; it ends at 0:00."""
    left = max(0, math.ceil((until - timezone.now()).total_seconds()))
    written = f"{left // 60}:{left % 60:02}"
    return format_html('<span class="num" data-countdown="{}">{}</span>', int(until.timestamp() * 1000), written)


@register.simple_tag
def new_key() -> str:
    """Mint the key of a form."""
    return idempotency_keys.new_key()


@register.simple_tag
def separator() -> str:
    """Give what stands before the cents in this place."""
    return separator_now()


@register.simple_tag
def typed_in(form: Form | None, field: str, place: int) -> str:
    """Give what was typed for the colour at that place, where the form comes back."""
    return str(form.data.get(f"{field}-{place}", "")) if form else ""
