"""Two tables become one again."""

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from hostdesk.seating.seating_now import present_tonight
from hostdesk.seating.table_forms import MergeForm
from hostdesk.seating.two_tables import merge_plan, tables_of
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import BOTH, attempt, status_of
from hostdesk.views.bank.tonight import read, show
from hostdesk.views.fact_acting import fact_context
from hostdesk.views.seating.splitting import to_drawn
from reservations.commands import merge_tables


@require_http_methods(BOTH)
@for_bank
def merge(request: DeskRequest, night_id: int) -> HttpResponse:
    """Propose one table where so few are left; its seats are given first come, first served, or drawn."""
    tonight, form = read(night_id), MergeForm(request.POST or None)
    recorded = attempt(request, form, merge_tables, night=tonight.night, present=present_tonight(tonight))
    if recorded:
        return HttpResponseRedirect(to_drawn(night_id, recorded, turns=not recorded.known), status=303)
    context = {"merge": merge_plan(tables_of(tonight)), **fact_context(form, request.path)}
    return show(request, tonight, "merge", status=status_of(form), **context)
