"""The inbox, and the answers of a host or a banker there.

Mails are shown as plain text without their attachments: no HTML, no picture. An address in a mail is text, not a link.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_host, for_hosts, for_house
from hostdesk.base.site import act_views
from hostdesk.front.inbox.page import mailbox_context, waiting_for, waiting_on
from hostdesk.invitations.group_link.claim_commands import confirm_claim, recognise, refuse_claim, take_in
from hostdesk.invitations.group_link.forms import TakeInForm
from hostdesk.mail.mailbox.commands import deal_with
from hostdesk.models import NameClaim
from ledger.book.commands import answer_objection
from ledger.book.own_queries import OBJECTIONS, Objection, objections, objections_in
from reservations.acts.forms import ObjectForm
from reservations.acts.problems import Problem
from reservations.models import Night
from reservations.parsing.names import counted, whole_number
from reservations.players.queries import night_facts


@for_bank.get
def inbox(request: DeskRequest) -> HttpResponse:
    """Show a host's open matters, with ``?night=7`` those of one night; a banker sees those of their own night."""
    who = request.who
    number = who.night or whole_number(request.GET.get("night", ""))
    night = act_views.night_or_404(number) if number else None
    if night is not None and who.is_host and not who.hosts(night.house):
        raise Http404
    return _show(request, night)


def _show(request: DeskRequest, night: Night | None = None, *, status: int = 200, **context: Any) -> HttpResponse:
    now, who = timezone.now(), request.who
    context |= {"section": "inbox", "night": night, "last_remark": act_views.last_remark(request)}
    context["waiting"] = waiting = waiting_on(night) if night else waiting_for(who.houses, now)
    if night is None and who.hosts_all:
        context |= mailbox_context(waiting.get("mails", ()), now)
    return render(request, "front/inbox/inbox.html", context, status=status)


@for_bank.post
def answer_of_night(request: DeskRequest, night_id: int) -> HttpResponse:
    """Take the answer to an objection of one night, from its banker too."""
    night = act_views.night_or_404(night_id)
    return _answer(request, objections(night_facts(night).of(OBJECTIONS)), night)


@for_hosts.post
def answer(request: DeskRequest) -> HttpResponse:
    """Take the answer to an objection of any night, or of THE BOOK."""
    return _answer(request, objections_in(request.who.houses))


def _answer(request: DeskRequest, among: Sequence[Objection], night: Night | None = None) -> HttpResponse:
    called, form = request.POST.get("objection"), ObjectForm(request.POST)
    wanted = act_views.or_404(next((objection for objection in among if str(objection.id) == called), None))
    noted = act_views.attempt(request, form, answer_objection, objection=wanted.id)
    if noted is not None:
        return act_views.noted(noted, reverse("inbox") + (f"?night={night.pk}" if night else ""))
    status = act_views.status_of(form)
    return _show(request, night, status=status, wanted=wanted, **act_views.fact_context(form, request.path))


_SAYS: Mapping[str, tuple[Callable[..., NameClaim], str]] = {
    "yes": (confirm_claim, "{name}’s phone is known now."),
    "no": (refuse_claim, "That phone is refused. From now on every phone behind that link waits for you.{rest}"),
    "known": (recognise, "{name} is invited, and their phone goes on."),
    "new": (take_in, "{name} is added and invited, and their phone goes on."),
}
"""The host's decisions about a phone: the command, and the result in words."""


@for_house.post
def name_claim(request: DeskRequest, claim: int) -> HttpResponse:
    """Record the host's decision about a phone: its owner, a wrong name, or a newcomer taken in."""
    says, now = request.POST.get("say", ""), timezone.now()
    if says not in _SAYS or not NameClaim.objects.filter(pk=claim).exists():
        raise Http404
    form = TakeInForm(request.POST)
    if says == "new" and not form.is_valid():
        return _refused(request, claim, " ".join(map(str, form.errors["name"])))
    command, words = _SAYS[says]
    names = {"name": form.cleaned_data["name"]} if says == "new" else {}
    try:
        answered = command(claim, by=request.who.name, now=now, **names)
    except Problem as problem:
        return _refused(request, claim, str(problem))
    request.is_recorded = request.is_noted = True
    name = str(answered.person or answered.name)
    spoke = answered.link is not None and answered.person is not None
    rest = f" What it answered for {name} stays: look at it on the night’s Guests." if spoke else ""
    return _back(words.format(name=name, rest=rest))


def _refused(request: DeskRequest, claim: int, problem: str) -> HttpResponse:
    typed = request.POST.get("name", "")
    return _show(request, refused=claim, problem=problem, typed=typed, status=act_views.UNPROCESSABLE)


def _back(remark: str) -> HttpResponse:
    return HttpResponseRedirect(act_views.saying(remark, reverse("inbox")), status=303)


@for_host.post
def mails_done(request: DeskRequest, number: int = 0) -> HttpResponse:
    """Note that a host has finished one mail, or the shown mails; a second host's tap changes nothing.

    They leave the page and stay in the mailbox; the desk forgets them after `KEPT_FOR`, and sends no answer.
    """
    shown = [number] if number else [whole_number(text) or 0 for text in request.POST.getlist("mail")]
    count = deal_with(Q(pk__in=shown), by=request.who.name, now=timezone.now())
    return _back(f"Done with {counted(count, 'mail')}.")
