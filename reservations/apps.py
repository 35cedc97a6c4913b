"""The ground floor: players, nights, and the record of acts and facts."""

from typing import Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.core import checks
from django.db import connections
from django.db.models.signals import post_migrate

from reservations.acts import append_only_schema


class ReservationsConfig(AppConfig):
    """Keep the append-only triggers and the desk in place."""

    name = "reservations"

    def ready(self) -> None:
        """Hook into the end of every migration and into the system checks of the database."""
        post_migrate.connect(_after_migration, dispatch_uid="reservations.after_migration")
        checks.register(append_only_schema.check_triggers, checks.Tags.database)


def _after_migration(using: str, app_config: AppConfig, apps: Apps = apps, **_: Any) -> None:
    # Sent once for every app; after the last one every table has its triggers.
    append_only_schema.install(connections[using])
    if app_config.name == "reservations":
        # For the state after the migration, which may be that of an earlier version.
        apps.get_model("reservations", "Desk")._default_manager.using(using).get_or_create(pk=1)
