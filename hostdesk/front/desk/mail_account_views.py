"""E-mail in the settings: the address, a trial, keeping it and stopping it."""

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import UNPROCESSABLE, opened_at, saying
from hostdesk.base.site.rounds import E_MAIL, MAILBOX, wake
from hostdesk.front.desk.settings_views import show_settings
from hostdesk.mail.mail_account.commands import decline_account, forget_account, keep_account, with_kept_password
from hostdesk.mail.mail_account.forms import MailAccountForm, WhoseMailForm, proposed
from hostdesk.mail.mail_account.queries import incoming, kept_account, outgoing
from hostdesk.mail.mailbox.trial_server import read_test, send_test
from reservations.acts.problems import Problem

_SAVED = "Saved. “Send me a test” shows whether it works."
_LEARNT = " {} says who wrote a mail: save, and answers that it vouches for count."
_NOT_LEARNT = " Nobody knows yet which server says who wrote a mail: send yourself a test, then try again."
_STOPPED = "The desk sends no e-mail any more. The password is forgotten."


@sensitive_post_parameters("password")
@for_host.both
def mail_account(request: DeskRequest) -> HttpResponse:
    """Show the mail account, or begin one (``?address=``, ``?provider=``); try the typed one, or keep it.

    A trial keeps nothing and uses the typed values; with no password typed it takes the kept one.
    """
    if settings.DEMO or settings.MAIL_SERVER.sender:
        return show_settings(request, "email", from_environment=True, server=outgoing(), mailbox=incoming())
    kept, remark, problem = kept_account(), "", ""
    whose = WhoseMailForm(request.GET if "address" in request.GET else None)
    if request.method == "POST":
        form: MailAccountForm | None = MailAccountForm(request.POST, account=None)
    elif whose.is_valid():
        form = MailAccountForm(account=proposed(whose.cleaned_data["address"], whose.chosen))
    else:
        form = MailAccountForm(account=kept) if kept and not whose.is_bound else None
    if form and form.is_valid():
        account, do = form.account, request.POST.get("do")
        try:
            if do not in ("test", "read"):
                keep_account(account, now=timezone.now(), by=request.who.name)
                wake(E_MAIL)
                wake(MAILBOX)
                return HttpResponseRedirect(saying(_SAVED, opened_at("email")), status=303)
            account = with_kept_password(account)
            if do == "test":
                send_test(account.server, to=account.address)
                remark = f"Sent to {account.address}. Look into its inbox, and its folder for spam."
            elif account.mailbox:
                learnt = read_test(account.mailbox)
                remark = "Answers can be read: the desk is let in, and the inbox opens."
                remark += _LEARNT.format(learnt) if learnt else "" if account.vouches else _NOT_LEARNT
                form = MailAccountForm({**request.POST.dict(), **({"vouches": learnt} if learnt else {})}, account=None)
            else:
                problem = "Type a server for reading answers first."
        except Problem as fault:
            problem = str(fault)
    chosen = whose.chosen if whose.is_bound and whose.is_valid() else None
    context = {
        "kept": kept,
        "whose": whose,
        "form": form,
        "reads_otherwise": settings.MAILBOX,
        "provider": chosen or (form and form.provider),
        "worked": remark,
        "problem": problem,
    }
    is_refused = bool(problem) or (form is not None and form.is_bound and not form.is_valid())
    return show_settings(request, "email", status=UNPROCESSABLE if is_refused else 200, **context)


@for_host.post
def mail_account_forget(request: DeskRequest) -> HttpResponse:
    """Stop sending e-mail and forget the password; with ``decline`` only record that none is wanted."""
    if "decline" in request.POST:
        decline_account(now=timezone.now(), by=request.who.name)
        return HttpResponseRedirect(reverse("inbox"), status=303)
    forget_account(now=timezone.now(), by=request.who.name)
    return HttpResponseRedirect(saying(_STOPPED, opened_at("email")), status=303)
