"""The product's settings as the tests run with them: no test reads or touches the developer's own desk.

DATABASE_URL chooses the database; without it the tests run on a SQLite file, as the product does.
"""

import atexit
import os
import shutil
import tempfile

for name in [name for name in os.environ if name.startswith("HOSTDESK_")]:
    del os.environ[name]
# The first process makes the folder and removes it at its end; the processes that it starts inherit the name.
if "DESK_TESTS" not in os.environ:
    os.environ["DESK_TESTS"] = tempfile.mkdtemp(prefix="desk-tests-")
    atexit.register(shutil.rmtree, os.environ["DESK_TESTS"], ignore_errors=True)
os.environ.update(
    HOSTDESK_VAR=os.environ["DESK_TESTS"],
    HOSTDESK_SECRET_KEY="only-for-tests-" * 3,
    HOSTDESK_TIME_ZONE="America/New_York",
)

from hostdesk.settings import *  # noqa: E402, F403 - all of them, once the environment is right
from hostdesk.settings import DATABASES, INSTALLED_APPS, VAR  # noqa: E402

INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]  # watches only inside of zeal_context, where a list is shown

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # at full strength it would dominate every test
# Otherwise every client would look through all styles and scripts first; found one by one, the files are the same.
WHITENOISE_AUTOREFRESH = True
HEAD = None  # The databases of many tests share one folder; the tests of the head set a file of their own.
BACKUPS_KEPT = 0  # Tests close a night a hundred times over; the tests of backups set their own number.

if DATABASES["default"]["ENGINE"] == "hostdesk.base.sqlite":
    # A file, because tests with threads cannot share a database in memory.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
