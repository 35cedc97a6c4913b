"""What the commands that show or read a time have in common."""

from typing import Any

from django.core.management.base import BaseCommand

from ledger.money.locale_queries import at_home


class AtHomeCommand(BaseCommand):
    """A command that tells the time, and writes amounts for people, as the desk's pages do."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Do what the command does, at home."""
        with at_home():
            return super().execute(*args, **options)
