"""The door list of a night as PDF."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from hostdesk.door.page import door_list_of
from hostdesk.door.pdf import door_list_pdf
from hostdesk.sign_in.guard import DeskRequest, for_bank
from reservations.models import Night


@require_safe
@for_bank
def door_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the list of who is let in, comes later, waits, and has to show an ID."""
    night = get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id)
    return HttpResponse(
        door_list_pdf(door_list_of(night)),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="door-{night.date}-{night.pk}.pdf"'},
    )
