"""Two tables become one again."""

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt, fact_context, status_of
from hostdesk.tables.forms import MergeForm
from hostdesk.tables.page import merge_plan, tables_of
from hostdesk.tables.queries import present_tonight
from hostdesk.tables.split_views import to_drawn
from hostdesk.tonight.views import read, show
from reservations.tables.split_commands import merge_tables


@require_http_methods(BOTH)
@for_bank
def merge(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose one table where so few are left; its seats are given first come, first served, or drawn."""
    tonight, form = read(night_id), MergeForm(request.POST or None)
    recorded = attempt(request, form, merge_tables, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return HttpResponseRedirect(to_drawn(night_id, recorded, turns=not recorded.known), status=303)
    context = {"merge": merge_plan(tables_of(tonight)), **fact_context(form, request.path)}
    return show(request, tonight, "tables/panels/_merge.html", status=status_of(form), **context)
