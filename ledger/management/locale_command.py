"""What commands share that show or read times and amounts, or are told which night."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from ledger.money.locale_queries import in_locale
from ledger.results.queries import played_nights
from reservations.acts.problems import Malformed, Problem, Unknown
from reservations.models import Night
from reservations.parsing.days import parse_day
from reservations.parsing.names import whole_number


class LocaleCommand(BaseCommand):
    """A command in the time zone and locale of the desk; a ``Problem`` ends it with its sentence."""

    requires_system_checks = ()  # what they look at comes with a release: `migrate` looks then

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command there. Raises ``CommandError`` for what cannot be done."""
        with in_locale():
            try:
                return super().execute(*args, **options)
            except Problem as problem:
                raise CommandError(str(problem)) from problem


def night_called(text: str) -> Night:
    """Return the night that was played on that date (2026-11-20), or has that id if two share one.

    Of one date, nights that were taken back come second: their file has come in again. Raises ``Unknown``.
    """
    number = whole_number(text)
    try:
        asked = Q(date=parse_day(text)) if number is None else Q(pk=number)
    except Malformed as wrong:
        raise Unknown(f"{text!r:.40} is neither a date, as in 2026-11-20, nor the id of a night.") from wrong
    found = Night.objects.exclude(rules=None, results=None).filter(asked)
    nights = list(found.select_related("house", "rules"))
    if not nights:
        raise Unknown(f"No night goes by {text}: give its date, as in 2026-11-20, or its id.")
    if len(nights) > 1:
        nights = list(played_nights().filter(asked).select_related("house", "rules")) or nights
    if len(nights) > 1:
        ids = " or ".join(str(night.pk) for night in nights)
        raise Unknown(f"{len(nights)} nights share the date {text}: give an id, {ids}.")
    return nights[0]
