"""A player asks the banker from their own page; the banker looks at a request, and declines it with a word."""

from django.http import Http404, HttpResponse
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site import act_views
from hostdesk.table.requests.commands import end_request
from hostdesk.table.requests.forms import DeclineForm
from hostdesk.table.requests.queries import asked_now
from hostdesk.table.tonight import views as tonight_views
from ledger.night.requests import Ended

QUICK_WORDS = ("After this hand", "Come to me", "Not tonight")


@for_bank.both
def tonight_request(request: DeskRequest, night_id: int, asked: int) -> HttpResponse:
    """Show what a player asks for, and decline it with a word; ``from=door`` goes back there."""
    tonight = tonight_views.read(night_id)
    form, at_door = DeclineForm(request.POST or None), "door" in (request.GET.get("from"), request.POST.get("from"))
    facts = {"night": tonight.night, "asked": asked, "how": Ended.DECLINED}
    url = reverse("night_door" if at_door else "tonight", args=[night_id])
    if response := act_views.carry_out(request, form, end_request, url, **facts):
        return response
    found = next((each for each in asked_now(tonight) if each.request.fact == asked), None)
    if found is None and not form.problem:
        raise Http404
    context = {"asked": found, "quick_words": QUICK_WORDS, "at_door": at_door}
    context |= act_views.fact_context(form, request.path)
    status = act_views.status_of(form)
    return tonight_views.show(request, tonight, "table/requests/panels/_request.html", status=status, **context)
