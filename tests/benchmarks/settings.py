"""The product's settings, with the bare pages beside its own and room for the test client."""

from hostdesk.settings import *  # noqa: F403
from hostdesk.settings import ALLOWED_HOSTS, TEMPLATES

ROOT_URLCONF = "tests.benchmarks.urls"
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "testserver"]
# The library's own table, to measure against.
TEMPLATES = [{**TEMPLATES[0], "APP_DIRS": True}]
