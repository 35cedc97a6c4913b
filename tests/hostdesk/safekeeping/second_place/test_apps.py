"""The host's own key in the environment."""

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured

from hostdesk.safekeeping.second_place.sheet_key import public_half
from tests.hostdesk.safekeeping.second_place.conftest import KEY


def test_the_environment_may_name_a_public_half_or_none(settings):
    for settings.BACKUP_RECIPIENT in (public_half(KEY), ""):
        apps.get_app_config("second_place").ready()


def test_a_key_in_the_environment_is_refused_and_not_repeated(settings):
    settings.BACKUP_RECIPIENT = KEY

    with pytest.raises(ImproperlyConfigured, match="takes the public half") as told:
        apps.get_app_config("second_place").ready()

    assert KEY not in str(told.value)
