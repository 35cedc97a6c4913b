"""What commands share that show or read times and amounts."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.money.locale_queries import in_locale


class LocaleCommand(BaseCommand):
    """A command in the time zone and locale of the desk."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command there."""
        with in_locale():
            return super().execute(*args, **options)
