"""The rules of a house for everybody who plays there: on a page, behind a group link, beside the night in play."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.group_link.commands import LOOK, GroupLinkOver, behind, find_group_link, may_use
from hostdesk.house_rules.page import rules_page
from hostdesk.houses.rule_book_page import rule_book_of
from hostdesk.houses.rule_book_pdf import rule_book_pdf
from hostdesk.lists.views import pdf_file
from hostdesk.sign_in.guard import DeskRequest, Role, for_anyone, for_bank, for_signed_in
from hostdesk.sign_in.views import GONE, TOO_MANY
from hostdesk.tonight.views import read, show
from reservations.models import House, Night
from reservations.parsing.names import whole_number

_FORBIDDEN = 403


@for_signed_in.get
def rules(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show the rules of a house, or what ``?q=`` finds in them; ``?version=`` asks for an earlier version.

    A phone that the host does not know yet reads them only where everybody behind a group link does.
    """
    house = get_object_or_404(House, key=key)
    if not request.who.is_confirmed and not request.desk.rules_shared:
        return redirect("own", request.who.player)
    return _page(request, house, way_back(request, house))


def way_back(request: DeskRequest, house: House) -> str:
    """Return the page that leads to the rules of a house."""
    if request.who.role == Role.BANKER:
        return reverse("tonight", args=[request.who.night])
    if request.who.player is not None:
        return reverse("own", args=[request.who.player])
    return reverse("house", args=[house.key])


@for_signed_in.get
def book_pdf(request: DeskRequest, key: str) -> HttpResponseBase:
    """Send the rule book of a house to whoever reads its rules: the newest version, or the one of ``?version=``."""
    house = get_object_or_404(House, key=key)
    if not request.who.is_confirmed and not request.desk.rules_shared:
        return redirect("own", request.who.player)
    asked = request.GET.get("version", "")
    version = get_object_or_404(house.versions, version=whole_number(asked)) if asked else house.newest()
    return pdf_file(rule_book_pdf(rule_book_of(version)), f"rules-{house.key}-{version.version}")


@for_anyone.get
def group_rules(request: DeskRequest, secret: str) -> HttpResponse:
    """Show the rules of the house behind a group link, if the host lets everybody read them who has the link."""
    link, now = find_group_link(secret), timezone.now()
    if link is None:
        return render(request, "group_link/gone.html", {"why": ""}, status=404)
    try:
        leads_to = behind(link, now)
    except GroupLinkOver as over:
        return render(request, "group_link/gone.html", {"why": str(over)}, status=GONE)
    if not request.desk.rules_shared:
        return render(request, "group_link/gone.html", {"secret": secret}, status=_FORBIDDEN)
    # Whoever types what they look for asks many times.
    if "q" not in request.GET and not may_use(link, LOOK, request.META["REMOTE_ADDR"], now):
        return render(request, "group_link/gone.html", {"is_busy": True}, status=TOO_MANY)
    house = leads_to.house if isinstance(leads_to, Night) else House.objects.get(pk=leads_to.house)
    return _page(request, house, reverse("group", args=[secret]))


def _page(request: DeskRequest, house: House, back: str) -> HttpResponse:
    page = rules_page(house, request.GET.dict())
    version = "" if page.is_newest else page.read.rules.version
    context = {"section": "houses", "house": house, "page": page, "version": version, "back": back}
    return render(request, "house_rules/rules.html", context | {"here": request.path})


@for_bank.get
def tonight_rules(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the rules that a night is played by in the panel beside it, with the field to look them up in hand."""
    tonight = read(night_id)
    page = rules_page(tonight.night.house, request.GET.dict(), tonight.night.kept_rules)
    return show(
        request, tonight, "house_rules/panels/_rules.html", page=page, house=tonight.night.house, here=request.path
    )
