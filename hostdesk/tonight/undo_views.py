"""Undo an act, after one look at it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import BOTH, attempt
from hostdesk.tonight.views import answered, read
from ledger.buy_in.forms import UndoForm
from ledger.night import undo_commands as undo_commands
from reservations.models import Act


@require_http_methods(BOTH)
@for_bank
def undo(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Ask whether the act is to be undone, and undo it."""
    tonight = read(night_id)
    wanted = get_object_or_404(Act.objects.select_related("reversed_by"), night_id=night_id, number=act)
    form = UndoForm(request.POST or None)
    answer = attempt(request, form, undo_commands.reverse, of=wanted.key)
    context = {"act": wanted, "line": tonight.line_of(wanted), "first": form.first}
    url = reverse("tonight_undo", args=[night_id, act])
    return answered(request, tonight, form, answer, panel="tonight/panels/_undo.html", url=url, **context)
