"""What commands share that show or read times and amounts."""

from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from ledger.money.locale_queries import in_locale
from reservations.acts.problems import Problem

CHECKED = (Tags.models, Tags.database, Tags.caches, Tags.files, Tags.compatibility, Tags.translation)
"""What is checked before a command that serves no page: all but addresses and templates, which load every page."""


class LocaleCommand(BaseCommand):
    """A command in the time zone and locale of the desk; a ``Problem`` ends it with its sentence."""

    requires_system_checks = CHECKED

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command there. Raises ``CommandError`` for what cannot be done."""
        with in_locale():
            try:
                return super().execute(*args, **options)
            except Problem as problem:
                raise CommandError(str(problem)) from problem
