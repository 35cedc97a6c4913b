"""A phone's comparison of the books, a receipt of a night, and a check of an act on paper."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_player, for_signed_in
from hostdesk.base.site.act_views import UNPROCESSABLE, night_or_404, person_or_404, sent
from hostdesk.base.site.server import qr_picture
from hostdesk.people.witness.commands import deal_with, report_difference
from hostdesk.people.witness.forms import CheckForm, ReportForm
from hostdesk.people.witness.queries import MOST_LINES, checked, witnessed
from ledger.bank.queries import bank_of
from ledger.results.queries import results
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible
from reservations.models import Act
from reservations.parsing.names import whole_number


@for_player.both
def own_witness(request: DeskRequest, number: int) -> HttpResponse:
    """Send a phone its data, ``?number=412&acts=3,17`` for those it kept; or take its report of a difference."""
    if request.who.is_host:
        raise PermissionDenied("A player's own phone asks here.")
    player = person_or_404(number)
    if request.method == "POST":
        form = ReportForm(request.POST)
        if not form.is_valid():
            return HttpResponse(status=UNPROCESSABLE)
        report_difference(player, **form.cleaned_data, at=timezone.now())
        return HttpResponse(status=204)
    kept = [whole_number(part) or 0 for part in request.GET.get("acts", "").split(",")[: 2 * MOST_LINES]]
    now = witnessed(player, whole_number(request.GET.get("number", "")) or 0, kept)
    lines = {line.number: [line.digest, line.text] for line in now.lines}
    return JsonResponse({"number": now.number, "head": now.head, "seen": now.seen, "lines": lines})


@for_player.get
def own_receipt(request: DeskRequest, number: int, night_id: int) -> HttpResponse:
    """Show a player who has cashed out their purchases and receipts of that night, with the act and its head."""
    player, night = person_or_404(number), night_or_404(night_id)
    try:
        now = bank_of(night)
    except Impossible as problem:
        raise Http404 from problem
    mine = now.history.of(player.number)
    numbers = now.people.entries(player.number)
    outs = [act for act in now.history.of_kind(Kind.CASH_OUT) if act.content["player"] in numbers]
    if mine.cashed_out_cents is None or not outs:
        raise Http404
    act = Act.objects.get(number=outs[-1].number)
    picture, won_cents = qr_picture(f"act {act.number} {act.head}"), results(night)[player.number].result_cents
    context = {"player": player, "night": night, "mine": mine, "act": act, "picture": picture, "won_cents": won_cents}
    return render(request, "people/witness/receipt.html", context)


@for_signed_in.both
def check_act(request: DeskRequest) -> HttpResponse:
    """Show whether an act on a receipt, a paper or a phone is unchanged."""
    form, found = CheckForm(sent(request)), None
    if form.is_valid():
        act, head = form.cleaned_data["said"]
        found = {"number": act, "answer": checked(act, head).name}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "people/witness/check.html", {"form": form, "found": found}, status=status)


@for_host.post
def report_dealt(request: DeskRequest, report: int) -> HttpResponse:
    """Note that a host has looked into a phone's report."""
    deal_with(report, by=request.who.name, at=timezone.now())
    return HttpResponseRedirect(reverse("inbox"), status=303)
