"""Django's settings. An installation is set by its environment alone; ``docs/operating.md`` lists the names."""

import os
import sqlite3
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from hostdesk import environment
from hostdesk.addresses import own_hosts

BASE_DIR = Path(__file__).resolve().parent.parent


def _sqlite(name: str) -> dict[str, Any]:
    """Return the settings of a SQLite file. Each of the options was measured; docs/decisions.md has the reasons."""
    # Before 3.51.3 a write-ahead log with two connections can corrupt the file when it is reset.
    journal_mode = "WAL" if sqlite3.sqlite_version_info >= (3, 51, 3) else "DELETE"
    pragmas = (f"journal_mode={journal_mode}", "synchronous=EXTRA", "recursive_triggers=ON", "foreign_keys=ON")
    return {
        "ENGINE": "hostdesk.sqlite",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # The write lock is taken at the start: a transaction that reads first never meets "database is locked".
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": " ".join(f"PRAGMA {pragma};" for pragma in pragmas),
        },
    }


def _database(choice: environment.DatabaseChoice) -> dict[str, Any]:
    if choice.postgresql is None:
        return _sqlite(choice.sqlite_name)
    return {**choice.postgresql, "CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}


try:
    environment.refuse_unknown(os.environ)
    VAR = Path(os.environ.get("HOSTDESK_VAR") or BASE_DIR / "var").absolute()
    DEBUG = environment.read_flag(os.environ, "HOSTDESK_DEBUG", default=False)
    SECRET_KEY = environment.secret_key(os.environ, "HOSTDESK_SECRET_KEY", folder=VAR)
    TIME_ZONE = environment.read_time_zone(os.environ, "HOSTDESK_TIME_ZONE")
    LISTEN = environment.read_listen(os.environ, "HOSTDESK_LISTEN", default="0.0.0.0")  # noqa: S104 - the tablets
    PORT = environment.read_whole(os.environ, "HOSTDESK_PORT", default=8000, least=1, most=65535)
    BACKUPS_KEPT = environment.read_whole(os.environ, "HOSTDESK_BACKUPS_KEPT", default=30, least=0, most=10_000)
    ALLOWED_HOSTS = [*own_hosts(), *environment.read_hosts(os.environ, "HOSTDESK_HOSTS")]
    DATABASES = {"default": _database(environment.read_database(os.environ, default=VAR / "hostdesk.sqlite3"))}
except environment.Nonsense as nonsense:
    raise ImproperlyConfigured(str(nonsense)) from None

INSTALLED_APPS = ["reservations", "ledger", "hostdesk", "django.contrib.staticfiles"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
LANGUAGE_CODE = "en"
USE_I18N = False

ROOT_URLCONF = "hostdesk.urls"
WSGI_APPLICATION = "hostdesk.wsgi.application"
MIDDLEWARE = [
    "hostdesk.headers.security_headers",  # first, so that no answer leaves without them
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"builtins": ["django.templatetags.static"]},
    }
]

STATIC_URL = "/static/"
# Served straight out of the source: nothing to collect before the first start, and nothing stale after an upgrade.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header on plain http and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would mail the errors of a server that is not in debug mode; the terminal shows them.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Anybody in the network can send a wrong Host header, as often as they like: the answer says it, not the log.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
