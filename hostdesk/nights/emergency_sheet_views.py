"""The sheet for a night without the machine: of one night, and blank."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from hostdesk.nights.emergency_sheet_page import sheet_of
from hostdesk.sign_in.guard import DeskRequest, for_bank, for_host
from ledger.reports.emergency_sheet import EmergencySheet
from ledger.reports.emergency_sheet_pdf import emergency_sheet_pdf
from reservations.models import Night


@require_safe
@for_bank
def sheet_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the sheet of a night, with what the desk knows of it."""
    night = get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id)
    return _sent(sheet_of(night), f"sheet-{night.date}-{night.pk}")


@require_safe
@for_host
def blank_sheet_pdf(request: DeskRequest) -> HttpResponse:
    """Send a sheet on which nothing is filled in."""
    return _sent(EmergencySheet(), "sheet")


def _sent(sheet: EmergencySheet, name: str) -> HttpResponse:
    return HttpResponse(
        emergency_sheet_pdf(sheet),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )
