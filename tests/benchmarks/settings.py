"""The product's settings, with the bare pages beside its own and room for the test client."""

from hostdesk.settings import *  # noqa: F403
from hostdesk.settings import ALLOWED_HOSTS, INSTALLED_APPS, TEMPLATES

ROOT_URLCONF = "tests.benchmarks.urls"
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
# The library's own table, to measure against.
INSTALLED_APPS = [*INSTALLED_APPS, "django_tables2"]
TEMPLATES = [{**TEMPLATES[0], "APP_DIRS": True}]
