"""The product's settings, with the bare pages and the test client's host added."""

from hostdesk.settings import *  # noqa: F403
from hostdesk.settings import ALLOWED_HOSTS, INSTALLED_APPS, TEMPLATES

ROOT_URLCONF = "tests.benchmarks.urls"
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
# For BareTable, the reference for the lists.
INSTALLED_APPS = [*INSTALLED_APPS, "django_tables2"]
TEMPLATES = [{**TEMPLATES[0], "APP_DIRS": True}]
