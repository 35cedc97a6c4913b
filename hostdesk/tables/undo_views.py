"""Take back what was noted at the tables, after one look at it: a move, a wish, a call of the clock, a ruling."""

import json

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, status_of
from hostdesk.tables.page import Tables, tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tonight.views import read, show
from reservations.acts.facts import AT_THE_TABLE, FactKind
from reservations.acts.forms import ActForm
from reservations.models import Fact, Night
from reservations.tables import seat_commands as seat_commands
from reservations.tables.queries import seating_before
from reservations.tables.seats import Moves

_CONDUCT = frozenset({FactKind.CALL, FactKind.CONDUCT, FactKind.RULED})


@require_http_methods(BOTH)
@for_bank
def take_back(request: DeskRequest, night_id: int, fact: int) -> HttpResponse:
    """Ask whether it is to be taken back, and do so."""
    tonight, form = read(night_id), ActForm(request.POST or None)
    wanted = get_object_or_404(Fact, pk=fact, night=night_id, kind__in=AT_THE_TABLE - {FactKind.TAKE_BACK})
    present = present_tonight(tonight)
    recorded = attempt(request, form, seat_commands.take_back, night=tonight.night, fact=fact, present=present)
    if recorded:
        panel = "tonight_conduct" if wanted.kind in _CONDUCT else "tonight_seats"
        return HttpResponseRedirect(f"{reverse(panel, args=[night_id])}?noted={recorded.fact.pk}", status=303)
    tables = tables_of(tonight)
    context = {
        "fact": wanted,
        "line": json.loads(wanted.outcome).get("remark") or str(wanted.kind),
        "goes": tables.goes(_way_back(tonight.night, wanted, tables)),
        "is_taken_back": Fact.objects.filter(about=wanted, kind=FactKind.TAKE_BACK).exists(),
        **fact_context(form, request.path),
    }
    return show(request, tonight, "tonight/panels/_take_back.html", status=status_of(form), **context)


def _way_back(night: Night, fact: Fact, tables: Tables) -> Moves:
    """Return where people go who are here when a move is taken back; nothing where others have moved since."""
    if fact.pk != tables.seating.last_move:
        return []
    now, before = tables.seating.spots, seating_before(night, fact.pk).only(tables.present).spots
    people = tables.present.here
    return [(number, before.get(number)) for number in people if before.get(number) != now.get(number)]
