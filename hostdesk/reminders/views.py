"""The reminders of a night, for the host: their switches, and sending one now."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.guests.forms import ReminderForm, ReminderSwitchForm
from hostdesk.reminders.page import reminders_of
from hostdesk.sign_in.guard import DeskRequest, for_house
from hostdesk.site.act_views import attempt, fact_context, night_or_404, noted, status_of
from reservations.acts.forms import ActForm
from reservations.models import Night
from reservations.reminders.commands import remind_now, switch_reminder


@for_house.both
def reminders(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Show the reminders of a night on a page of their own, and switch one on or off."""
    night, form = night_or_404(night_id), ReminderSwitchForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, switch_reminder, night=night)
    if answer is not None:
        return noted(answer, f"{reverse('night', args=[night_id])}#reminders")
    return _show(request, night, form)


@for_house.post
def send(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Send a reminder at once, and go on to the messages that it made."""
    night, form = night_or_404(night_id), ReminderForm(request.POST)
    answer = attempt(request, form, remind_now, night=night)
    if answer is not None:
        return noted(answer, reverse("night_messages", args=[night_id]))
    return _show(request, night, form)


def _show(request: DeskRequest, night: Night, form: ActForm) -> HttpResponse:
    context = {"section": "nights", "night": night, "reminders": reminders_of(night, timezone.now())}
    context |= fact_context(form, request.path)
    return render(request, "reminders/reminders.html", context, status=status_of(form))
