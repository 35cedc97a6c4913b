"""The host's side of group links: making and ending them, and the first rights of a phone behind one."""

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from hostdesk.base.sign_in.group_link_commands import end_group_link, group_link_to, make_group_link, set_group_links
from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_house
from hostdesk.base.site.act_views import night_or_404, saying
from hostdesk.invitations.polls.page import poll_or_404
from reservations.models import Night


@for_house.post
def change_group_link(request: DeskRequest, night_id: int = 0, poll_id: int = 0) -> HttpResponse:
    """Make the link of a night or a poll for the group chat, or that of the night's series, or end the present one."""
    of = night_or_404(night_id) if night_id else poll_or_404(poll_id)
    before, series, do = group_link_to(of), of.series if isinstance(of, Night) else None, request.POST.get("do", "")
    if do == "end" and before is not None:
        end_group_link(before)
    elif do == "series" and series is not None:
        make_group_link(series, made_by=request.who.name)
    elif do == "make":
        # Another link replaces the shown one, so it leads to as much.
        is_of_series = before is not None and before.series_id is not None
        make_group_link(series if is_of_series and series else of, made_by=request.who.name)
    page = reverse("night_messages", args=[night_id]) if night_id else reverse("poll_messages", args=[poll_id])
    return HttpResponseRedirect(f"{page}#all", status=303)


@for_host.post
def group_link_setting(request: DeskRequest) -> HttpResponse:
    """Set whether a phone that takes a name counts at once or waits, and whether the rules are open without one."""
    set_group_links(waits=request.POST.get("claims") == "wait", shares_rules="rules" in request.POST)
    return HttpResponseRedirect(saying("Saved.", reverse("settings")), status=303)
