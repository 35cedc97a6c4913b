"""The Django application of the project's own templates, static files and commands."""

from django.apps import AppConfig


class HostdeskConfig(AppConfig):
    """Hostdesk itself: the pages, and the commands that need more than one app."""

    name = "hostdesk"
