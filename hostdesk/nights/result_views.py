"""What a night came to, beside its page: the picture for the group's chat, and the story moment by moment."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from hostdesk.book.queries import night_book
from hostdesk.nights.result_page import night_result, story_page
from hostdesk.sign_in.guard import DeskRequest, for_bank
from hostdesk.site.act_views import night_or_404
from ledger.night.taking_back_queries import taken_back_by
from ledger.reports.night_queries import night_report
from ledger.reports.result_png import result_png
from ledger.seasons.commands import Shared
from reservations.models import Night


def opened_or_404(night_id: int) -> Night:
    """Return a night whose bank was opened. Raises ``Http404`` for none, or one that is only planned."""
    night = night_or_404(night_id)
    if night.rules is None:
        raise Http404
    return night


def names_asked(request: DeskRequest) -> Shared:
    """Return whom picture and text for the chat name: as seasons are shared, or as a host of all asks (``?names=``)."""
    asked = request.GET.get("names", "")
    return Shared(asked if request.who.hosts_all and asked in list(Shared) else request.desk.season_shared)


@for_bank.get
def result_picture(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the result of a closed night as a picture for the group's chat, with the names that the host shares."""
    report = night_report(night := opened_or_404(night_id))
    if not report.closed or taken_back_by(night):
        raise Http404
    result = night_result(night, report, night_book(night), request.desk, names_asked(request))
    headers = {"Content-Disposition": f'inline; filename="night-{report.date}.png"'}
    return HttpResponse(result_png(result), content_type="image/png", headers=headers)


@for_bank.get
def story(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the story of a night, or how far it was after so many of its steps: ``?step=12``."""
    report = night_report(night := opened_or_404(night_id))
    context = {"section": "nights", "night": night, "story": story_page(report, request.GET.get("step", ""))}
    return render(request, "nights/story.html", context)
