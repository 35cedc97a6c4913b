"""Nights planned ahead, with words that are only words: a series, one of its nights skipped and one changed."""

from dataclasses import replace
from datetime import time, timedelta
from typing import Any

from django.utils import timezone

from hostdesk.nights.commands import plan_nights
from reservations.acts.kinds import Stamp
from reservations.models import Night, Series
from reservations.nights.change_commands import cancel_night, change_night
from reservations.nights.plans import Plan
from reservations.nights.queries import plan_of
from reservations.nights.recurring import WEEKS, Repeats


def _now(scene: Any) -> Stamp:
    stamp: Stamp = scene.stamp()
    return replace(stamp, at=timezone.now())


def planned_ahead(scene: Any, house: str, words: str) -> dict[str, Any]:
    """Plan a night for every week from in eight days on; return the series and some of its nights by what they are."""
    first = timezone.localdate() + timedelta(days=8)
    plan = Plan(first, time(19, 30), time(1), "Europe/Berlin", seats=10, tables=2, maybe_hours=24)
    plan = replace(plan, place=words, note=words * 3)
    plan_nights(stamp=_now(scene), house=house, plan=plan, repeats=Repeats(WEEKS, 1, first))
    nights = Night.objects.exclude(series=None).order_by("date")
    skipped, changed = nights[1], nights[2]
    cancel_night(stamp=_now(scene), night=skipped, reason=words)
    shown = plan_of(changed)
    change_night(stamp=_now(scene), night=changed, shown=shown, wanted=replace(shown, seats=None))
    made = {"series": Series.objects.get().pk, "of_series": changed.pk, "skipped": skipped.pk}
    return {**made, "month_ahead": f"{first:%Y-%m}"}
