"""The second place as an app: ``leaf.toml`` has its additions to other places."""

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from hostdesk.safekeeping.second_place.sheet_key import is_public_half


class SecondPlaceConfig(AppConfig):
    """The second place, with a setting of its own."""

    name = "hostdesk.safekeeping.second_place"

    def ready(self) -> None:
        """Check the key in the environment. Raises ``ImproperlyConfigured``."""
        if settings.BACKUP_RECIPIENT and not is_public_half(settings.BACKUP_RECIPIENT):
            # Somebody may have pasted the key itself, so the message does not repeat it.
            raise ImproperlyConfigured(
                "HOSTDESK_BACKUP_RECIPIENT takes the public half of a key, which begins with age1. "
                "The key itself stays on paper."
            )
