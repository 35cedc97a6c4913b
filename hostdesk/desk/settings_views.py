"""The desk's settings: its place, addresses, last backup and last act."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk import VERSION
from hostdesk.backups import check_queries
from hostdesk.backups import queries as backups_queries
from hostdesk.sign_in.forms import PlaceForm
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.sign_in.setup_commands import move_desk
from hostdesk.site import server
from hostdesk.site.act_views import BOTH, UNPROCESSABLE

_ONLY_HERE = ("localhost", "127.0.0.1")


@dataclass(frozen=True)
class LastBackup:
    """The newest backup, and when it was made."""

    path: Path
    made_at: datetime


@require_http_methods(BOTH)
@for_host
def settings_page(request: DeskRequest) -> HttpResponse:
    """Show the settings, and change the desk's place."""
    desk = request.desk
    initial = {
        "time_zone": desk.time_zone or settings.TIME_ZONE,
        "currency": desk.currency,
        "locale": desk.locale,
    }
    form = PlaceForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        move_desk(**form.place())
        return HttpResponseRedirect(f"{reverse('settings')}?changed=yes", status=303)
    every = server.addresses(settings.LISTEN, settings.PORT)
    others = [address for address in every if not any(f"//{name}:" in address for name in _ONLY_HERE)]
    kept = backups_queries.kept(".dump" if connection.vendor == "postgresql" else ".sqlite3")
    context = {
        "form": form,
        "zone_set": settings.TIME_ZONE if settings.TIME_ZONE_IS_SET else "",
        "is_changed": request.method != "POST" and request.GET.get("changed") == "yes",
        "addresses": others,
        "picture": server.qr_picture(others[0]) if others else "",
        "backup": LastBackup(kept[0], backups_queries.made_at(kept[0])) if kept else None,
        "backups_kept": settings.BACKUPS_KEPT,
        "mail": settings.MAIL_SERVER,
        "version": VERSION,
        "last": check_queries.last_act(),
    }
    return render(request, "desk/settings.html", context, status=UNPROCESSABLE if form.is_bound else 200)
