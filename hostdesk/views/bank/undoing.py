"""Undo an act, after one look at it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import BOTH
from hostdesk.views.bank.tonight import read, record
from ledger.commands import reverse as undo_act
from ledger.commands.undoing import UndoFirst
from ledger.forms import UndoForm
from reservations.acts import Answer
from reservations.kinds import Stamp
from reservations.models import Act


@require_http_methods(BOTH)
@for_bank
def undo(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Ask whether the act is to be undone, and undo it."""
    tonight = read(night_id)
    wanted = get_object_or_404(Act.objects.select_related("reversed_by"), night_id=night_id, number=act)
    form, first = UndoForm(request.POST or None), list[int]()
    return record(
        request,
        tonight,
        form,
        lambda stamp: _undo(stamp, wanted, form, first),
        panel="undo",
        url=reverse("tonight_undo", args=[night_id, act]),
        act=wanted,
        line=tonight.line_of(wanted),
        first=first,
    )


def _undo(stamp: Stamp, act: Act, form: UndoForm, first: list[int]) -> Answer:
    try:
        return undo_act(stamp=stamp, of=act.key, reason=form.cleaned_data["reason"])
    except UndoFirst as problem:
        first += problem.numbers
        raise
