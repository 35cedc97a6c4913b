"""Django's settings. Only the environment configures an installation; ``docs/operating.md`` lists the names."""

import os
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

from hostdesk.base.site import environment
from hostdesk.base.site.addresses import own_hosts
from hostdesk.mail.mail_account.account import MailServer
from hostdesk.mail.messages.mail_server import read_mail_server, read_mailbox
from reservations.acts.program import IS_INSTALLED, PACKED

BASE_DIR = Path(__file__).resolve().parent.parent


def sqlite_settings(name: str) -> dict[str, Any]:
    """Return the settings of a SQLite file. All options were measured; docs/decisions.md has the reasons."""
    # Before 3.51.3 a write-ahead log with two connections can corrupt the file when it is reset. A rollback journal
    # that stays is as durable as one made anew for every transaction, and the disk does it in a third of the time.
    journal_mode = "WAL" if sqlite3.sqlite_version_info >= (3, 51, 3) else "PERSIST"
    pragmas = [f"journal_mode={journal_mode}", "synchronous=EXTRA", "recursive_triggers=ON", "foreign_keys=ON"]
    # A Mac's disk may keep synced data in its own memory; the other systems do not have this option.
    pragmas += ["fullfsync=ON", "checkpoint_fullfsync=ON"]
    return {
        "ENGINE": "hostdesk.base.sqlite",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # The write lock is taken at the start: a transaction that reads first never meets "database is locked".
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # Of 128, as Python keeps them, eight threads held 10 MB and no page was faster.
            "cached_statements": 32,
            "init_command": " ".join(f"PRAGMA {pragma};" for pragma in pragmas),
        },
    }


try:
    environment.refuse_unknown(os.environ)
    DEMO = environment.read_flag(os.environ, "HOSTDESK_DEMO", default=False)
    HOME = user_data_path("hostdesk", appauthor=False) if IS_INSTALLED else BASE_DIR / "var"
    # The books of a source, which lies in the folder from which the desk is started or in the usual one.
    USUAL = Path(os.path.expanduser("~/hostdesk/var"))  # noqa: PTH111 - a user without a home has none, and is no fault
    BEFORE = (Path("var"), USUAL) if IS_INSTALLED and not DEMO else ()
    VAR = environment.read_folder(os.environ, "HOSTDESK_VAR", home=HOME / "demo" if DEMO else HOME, before=BEFORE)
    DEBUG = environment.read_flag(os.environ, "HOSTDESK_DEBUG", default=False)
    SECRET_KEY = environment.secret_key(os.environ, "HOSTDESK_SECRET_KEY", folder=VAR)
    TLS = environment.read_flag(os.environ, "HOSTDESK_TLS", default=False)
    TIME_ZONE = environment.read_time_zone(os.environ, "HOSTDESK_TIME_ZONE")
    # The choice on the desk's settings page counts only if the environment has none.
    TIME_ZONE_IS_SET = bool(os.environ.get("HOSTDESK_TIME_ZONE", "").strip())
    HSTS = environment.read_hsts(os.environ, "HOSTDESK_HSTS")
    # Behind a proxy on this machine only the proxy has to reach the desk; without one the tablets do.
    PROXY = environment.read_proxy(os.environ, "HOSTDESK_PROXY", tls=TLS)
    LISTEN_TO = "127.0.0.1" if TLS and PROXY.startswith("127.") else "0.0.0.0"  # noqa: S104
    LISTEN = environment.read_listen(os.environ, "HOSTDESK_LISTEN", default=LISTEN_TO)
    PORT = environment.read_whole(os.environ, "HOSTDESK_PORT", default=8001 if DEMO else 8000, least=1, most=65535)
    BACKUPS_KEPT = environment.read_whole(os.environ, "HOSTDESK_BACKUPS_KEPT", default=30, least=0, most=10_000)
    BACKUPS_KEPT = 0 if DEMO else BACKUPS_KEPT  # its books are rebuilt tomorrow
    BACKUP_TO = None if DEMO else environment.read_second_place(os.environ, "HOSTDESK_BACKUP_TO", var=VAR)
    BACKUP_RECIPIENT = os.environ.get("HOSTDESK_BACKUP_RECIPIENT", "").strip()
    # The place of the last act's head outside of the database; the demo begins anew every day.
    HEAD = None if DEMO else VAR / "head"
    FAULTS = VAR / "faults"
    # Another name, so that no setting of the folder makes the demo use the host's own books.
    BOOKS = "demo.sqlite3" if DEMO else environment.BOOKS
    NAMED_HOSTS = environment.read_hosts(os.environ, "HOSTDESK_HOSTS")
    # The demo's links lead to the demo.
    URL = "" if DEMO else environment.read_url(os.environ, "HOSTDESK_URL", tls=TLS)
    PREFIX = "" if DEMO else environment.read_prefix(os.environ, "HOSTDESK_PREFIX")
    NETWORKS = environment.read_networks(os.environ, "HOSTDESK_NETWORKS", tls=TLS)
    URL_HOSTS = [found["host"] for found in [environment.URL.fullmatch(URL)] if found]
    ALLOWED_HOSTS = [*own_hosts(), *NAMED_HOSTS, *URL_HOSTS]
    MAIL_SERVER = MailServer() if DEMO else read_mail_server(os.environ)  # the demo sends no e-mail
    MAILBOX = None if DEMO else read_mailbox(os.environ)
    CHOICE = environment.read_database(os.environ, default=VAR / BOOKS)
    ON_POSTGRESQL: dict[str, Any] = {**(CHOICE.postgresql or {}), "CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    SESSION_NAME = {"application_name": environment.session_name(SECRET_KEY)}
    ON_POSTGRESQL["OPTIONS"] = {**ON_POSTGRESQL.get("OPTIONS", {}), **SESSION_NAME}
    DATABASES = {"default": ON_POSTGRESQL if CHOICE.postgresql else sqlite_settings(CHOICE.sqlite_name)}
except environment.BadSetting as bad:
    raise ImproperlyConfigured(str(bad)) from None

INSTALLED_APPS = [
    "reservations",
    "ledger",
    "hostdesk",
    # Leaves: without its line and its folders, a feature is gone (hostdesk/base/leaves/queries.py).
    "hostdesk.safekeeping.second_place",
    "hostdesk.table.table_help",
    "hostdesk.people.witness",
    "hostdesk.imports.pokernow",
    "hostdesk.imports.shared_expenses",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "django_htmx",
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
LANGUAGE_CODE = "en"
USE_I18N = False

ROOT_URLCONF = "hostdesk.urls"
WSGI_APPLICATION = "hostdesk.wsgi.application"
MIDDLEWARE = [
    "hostdesk.front.serving.middleware.head_without_body",
    "hostdesk.front.serving.middleware.security_headers",  # around the others, so that every response has them
    "hostdesk.front.serving.middleware.network_guard",
    "hostdesk.front.serving.middleware.compressed",  # around the files and the pages
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "hostdesk.front.serving.middleware.recorded_guard",  # outside the sessions, which write after the view
    "hostdesk.base.site.poll_middleware.quiet_polls",  # outside every reader of the database
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "hostdesk.front.serving.middleware.standby_guard",
    "hostdesk.front.serving.middleware.desk_locale",
    "hostdesk.people.pin.guard.PinGuard",  # without it the next one shows no page of a player with a PIN
    "hostdesk.base.sign_in.guard.Guard",
    "hostdesk.front.serving.middleware.forms_that_can_be_read",
    "hostdesk.front.serving.middleware.messages_of_facts",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PACKED if IS_INSTALLED else BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "builtins": ["django.templatetags.static"],
            # As an app it would load with every command, and the driver of PostgreSQL with it.
            "libraries": {"django_tables2": "django_tables2.templatetags.django_tables2"},
            "context_processors": [
                "django.template.context_processors.request",
                "hostdesk.base.site.theme_context.page_theme",
            ],
        },
    }
]

# Below a path, behind a proxy: Django begins every address with it.
FORCE_SCRIPT_NAME = PREFIX or None
STATIC_URL = f"{PREFIX}/static/"
# Served from the source: nothing to collect before the first start, nothing stale after an upgrade.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
# The name of a typeface's file contains its version, so a file with that name never changes.
WHITENOISE_IMMUTABLE_FILE_TEST = r"/fonts/[a-z]+-[\d.]+-[a-z-]+\.woff2$"
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

AUTH_USER_MODEL = "hostdesk.Host"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# The form of a house's rules has half a dozen fields for an article.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6_000
# A year of ledgers of online tables has a file for every night.
DATA_UPLOAD_MAX_NUMBER_FILES = 600
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = TLS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = TLS
CSRF_FAILURE_VIEW = "hostdesk.base.sign_in.views.form_is_stale"
# Browsers send a machine's cookies to all of its ports: the names keep two desks apart, and the demo from the books.
# So does the prefix: __Host- allows no cookie of one path. Browsers drop __Host- silently on plain http, and with it
# the sign-in.
COOKIE = f"{'__Host-' if TLS else ''}{{}}{PORT}{PREFIX.replace('/', '.')}"
SESSION_COOKIE_NAME = COOKIE.format("desk")
CSRF_COOKIE_NAME = COOKIE.format("form")

# By name and address together, and a known device by itself: a guest who guesses locks out their own device, never the
# host's. hostdesk/base/sign_in/guess_commands.py counts the guesses at one name from all addresses together.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "hostdesk.base.sign_in.views.too_many_tries"
# People type passwords in the wrong field: only a digest of the name is kept, and no form.
AXES_USERNAME_FORM_FIELD = "username"
AXES_USERNAME_CALLABLE = "hostdesk.base.sign_in.guess_commands.counted_name"
AXES_CLIENT_STR_CALLABLE = "hostdesk.base.sign_in.guess_commands.described_client"
AXES_SENSITIVE_PARAMETERS = ["username", "name", "next", "path", "body"]
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False

EMAIL_TIMEOUT = 10  # seconds; messages are sent one by one

if TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [rf"^({PREFIX[1:]}/)?healthz$"]  # a monitor asks it on this machine, without https
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Both reach beyond the desk, and browsers keep to them for a year: only the owner of the domain can ask for them.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS != "host"
    SECURE_HSTS_PRELOAD = HSTS == "preload"
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

SECURE_REFERRER_POLICY = "strict-origin"  # as the headers of every answer say
# Browsers ignore this header on plain http and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "datefmt": "%Y-%m-%d %H:%M:%S%z", "style": "{"}
    },
    "filters": {
        "numbered": {"()": "hostdesk.base.faults.kept_faults.Numbered", "path": FAULTS},
        "secrets": {"()": "hostdesk.base.site.addresses.HideSecrets"},
        "in words": {"()": "hostdesk.base.site.troubles.InWords"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["numbered", "in words", "secrets"],  # in words, a fault has no traceback any more
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Successful and refused sign-ins.
        "hostdesk.security": {"handlers": [], "level": "INFO", "propagate": True},
        # Django's own handlers would e-mail errors; the terminal shows them.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # The answer names the missing page or the refused data; the log is for the desk's own faults.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        # A line for every request that waits for a thread.
        "waitress.queue": {"handlers": [], "level": "ERROR", "propagate": True},
        # Anybody in the network can send wrong Host headers: the answer reports them, not the log.
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.security.RequestDataTooBig": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.security.TooManyFieldsSent": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
