"""The tables of a night as PDF: the seating chart, and a card for every seat."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.tables.queries import chart_of
from hostdesk.tables.seat_cards_pdf import seat_cards_pdf as cards_of
from hostdesk.tables.seating_pdf import seating_pdf as paper_of
from reservations.models import Night


@require_safe
@for_bank
def seating_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send who sits where, a page a table."""
    night = _night(night_id)
    return _sent(paper_of(chart_of(night)), f"seats-{night.date}-{night.pk}")


@require_safe
@for_bank
def seat_cards_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send a card for every seat, the free ones too."""
    night = _night(night_id)
    return _sent(cards_of(chart_of(night)), f"seat-cards-{night.date}-{night.pk}")


def _night(night_id: int) -> Night:
    return get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id)


def _sent(paper: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(paper, content_type="application/pdf", headers=headers)
