"""The result of a night as files: the picture for the group's chat, the report on paper, and its tables."""

from django.http import Http404, HttpResponse

from hostdesk.base.lists.views import pdf_file, sheet
from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import night_or_404
from hostdesk.invitations.nights.report_tables import report_tables
from hostdesk.invitations.nights.result_page import night_result
from hostdesk.standings.book.queries import night_book
from ledger.money.cents import without_thousands
from ledger.reports.night_pdf import night_report_pdf
from ledger.reports.night_queries import night_report
from ledger.reports.result_png import POST, STORY, result_png
from ledger.reports.results_pdf import results_pdf
from ledger.results.past_queries import results_report
from ledger.seasons.commands import Shared
from ledger.undoing.taking_back_queries import taken_back_by
from reservations.models import Night


def opened_or_404(night_id: int) -> Night:
    """Return a night whose bank was opened. Raises ``Http404`` for none, or one that is only planned."""
    night = night_or_404(night_id)
    if night.rules is None:
        raise Http404
    return night


def names_asked(request: DeskRequest) -> Shared:
    """Return the names setting of picture and text for the chat: that of seasons, or a host of all's ``?names=``."""
    names = request.GET.get("names", "")
    return Shared(names if request.who.hosts_all and names in list(Shared) else request.desk.season_shared)


@for_bank.get
def result_picture(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the result of a closed night as a picture for the group's chat, with the names that the host shares.

    With ``?as=story`` it is as high as a phone's screen.
    """
    report = night_report(night := opened_or_404(night_id))
    if not report.closed or taken_back_by(night):
        raise Http404
    result = night_result(night, report, night_book(night), request.desk, names_asked(request))
    headers = {"Content-Disposition": f'inline; filename="night-{report.date}.png"'}
    picture = result_png(result, STORY if request.GET.get("as") == "story" else POST)
    return HttpResponse(picture, content_type="image/png", headers=headers)


@for_bank.get
def report_pdf(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the paper of the report."""
    night = night_or_404(night_id)
    if night.results_id is not None:
        return pdf_file(results_pdf(results_report(night)), f"night-{night.date}-{night.pk}")
    if night.rules is None:
        raise Http404
    report = night_report(night)
    return pdf_file(night_report_pdf(report), f"night-{report.date}-{report.night_id}")


@for_bank.get
@without_thousands()
def results(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the results of the report as CSV, or a workbook with ``?as=xlsx``; with ``?of=`` another of its tables."""
    report = night_report(opened_or_404(night_id))
    tables = report_tables(report)
    table = tables.get(request.GET.get("of", ""), tables["results"])
    name = f"night-{report.date}{'' if table is tables['results'] else f'-{table.sheet}'}"
    return sheet(name, table.cells(), as_workbook=request.GET.get("as") == "xlsx")
