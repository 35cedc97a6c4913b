"""The WSGI application, for ``manage.py serve`` and for another server in front of PostgreSQL."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hostdesk.settings")

application = get_wsgi_application()
