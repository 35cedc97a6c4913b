"""The page *Mail*: what arrived by e-mail and could not be noted as an answer, for the host to read.

It shows plain text alone, and none of what a mail brings along: no HTML, no picture, no attachment. An address in it is
words that nobody can tap.
"""

from django.db.models import Q
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.mailbox.commands import deal_with
from hostdesk.mailbox.page import mail_page
from hostdesk.models import ReceivedMail
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import last_remark, saying
from reservations.parsing.names import counted, whole_number


@for_host.both
def mailbox(request: DeskRequest) -> HttpResponse:
    """Show the mails that no host has dealt with, each with the reason why it is there, or be done with those shown.

    Whom it seems to be from can be answered for, on the page of the night's guests.
    """
    if request.method == "POST":
        shown = [whole_number(text) or 0 for text in request.POST.getlist("mail")]
        count = deal_with(Q(pk__in=shown), by=request.who.name, now=timezone.now())
        return HttpResponseRedirect(saying(f"Done with {counted(count, 'mail')}.", reverse("mailbox")), status=303)
    context = {"section": "nights", "page": mail_page(timezone.now()), "said": last_remark(request)}
    return render(request, "mailbox/mailbox.html", context)


@for_host.post
def done(request: DeskRequest, number: int) -> HttpResponse:
    """Note that a host has read a mail; another host's tap at the same time does no harm.

    It leaves the page, and stays in the mailbox; the desk forgets it after `KEPT_FOR`, and answers nobody.

    Raises ``Http404`` for a mail that is not there any more.
    """
    found = get_object_or_404(ReceivedMail, pk=number)
    deal_with(Q(pk=found.pk), by=request.who.name, now=timezone.now())
    remark = f"Done with the mail from {found.person or found.sender or 'nobody'}."
    return HttpResponseRedirect(saying(remark, reverse("mailbox")), status=303)
