"""Take a whole night back that came in as a file."""

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from hostdesk.lists.queries import NightState, state_of
from hostdesk.nights.forms import TakeBackForm
from hostdesk.sign_in.guard import DeskRequest, for_house
from hostdesk.site.act_views import attempt, done, night_or_404, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from ledger.models import Bank
from ledger.night.taking_back_commands import take_back_night
from ledger.night.taking_back_queries import acts_to_undo, why_not_taken_back
from ledger.reports.night_queries import night_report


@for_house.both
def take_back(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Say what taking a closed night back does, or why it cannot be; then undo all of it."""
    night = night_or_404(night_id)
    if request.method != "POST" and state_of(night) not in (NightState.CLOSED, NightState.RESULTS):
        return redirect("night", night.pk)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, take_back_night, night=night)
    if answer is not None:
        return done(request, answer, reverse("night", args=[night.pk]))
    closed = Bank.objects.filter(pk=night.pk).values_list("closed", flat=True).first()
    context = {"section": "nights", "night": night, **refused_context(form, request.path), "form": form}
    context |= {"why_not": why_not_taken_back(night, closed) if closed else "", "acts": len(acts_to_undo(night))}
    context |= {"key": new_key(), "report": night_report(night) if closed else None}
    return render(request, "nights/take_back.html", context, status=status_of(form))
