"""The settings of the desk on one page: a row for every setting with its value, and below an open row its form."""

from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk import VERSION
from hostdesk.base.faults.kept_faults import last_faults
from hostdesk.base.leaves.queries import added
from hostdesk.base.sign_in.commands import open_devices
from hostdesk.base.sign_in.form_replay_queries import page_at
from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_hosts
from hostdesk.base.site import server
from hostdesk.base.site.act_views import UNPROCESSABLE, last_remark, opened_at, saying, sent
from hostdesk.base.site.league_queries import league_faults
from hostdesk.base.site.rounds import E_MAIL, MAILBOX, rounds, the_clock, wake
from hostdesk.front.desk.bug_report_queries import bug_report
from hostdesk.front.set_up.commands import move_desk
from hostdesk.front.set_up.forms import DeskForm
from hostdesk.invitations.nights.calendar_feed_commands import end_feed, feed_of
from hostdesk.invitations.nights.views import feed_shown
from hostdesk.mail.mail_account.commands import decline_account, forget_account, keep_account, with_kept_password
from hostdesk.mail.mail_account.forms import MailAccountForm, WhoseMailForm, proposed
from hostdesk.mail.mail_account.queries import incoming, kept_account, outgoing
from hostdesk.mail.mailbox.trial_server import read_test, send_test
from hostdesk.models import Host
from hostdesk.people.own_limits.forms import HelpLineForm
from hostdesk.safekeeping.backups import queries as backups_queries
from hostdesk.safekeeping.backups.page import backup_of_close, described
from ledger.paper.sizes import full_page
from reservations.acts.problems import Problem
from reservations.own_limits.commands import say_help_line

SETTINGS = {
    "password": ("Your password", "front/entrance/_password.html", "password"),
    "calendar": ("Your calendar", "invitations/nights/_calendar_feed.html", "host_calendar"),
    "email": ("E-mail", "mail/mail_account/_account.html", "mail_account"),
    "group-links": ("Group chat links", "invitations/group_link/_setting.html", ""),
    "help": ("Help with gambling", "people/own_limits/_help_line.html", "help_line"),
    "hosts": ("Hosts and devices", "front/entrance/_hosts.html front/entrance/_devices.html", "hosts"),
    "place": ("Time zone and currency", "front/desk/_place.html", ""),
    "copies": ("Backups", "safekeeping/backups/_backups.html", ""),
    "desk": ("This desk", "front/desk/_this_desk.html front/desk/_on_paper.html", ""),
    "faults": ("Faults", "base/faults/_last.html base/faults/_report.html", ""),
    **added("settings"),
}
"""The rows by their key in addresses: the name, the templates of its cards, and the address of the form's view.

Without an address this page has all data for the template.
"""
OWN = ("password", "calendar")
"""The rows that every host sees; a host of some houses sees no others."""


_SAVED = "Saved. “Send me a test” shows whether it works."
_LEARNT = " {} says who wrote a mail: save, and answers that it vouches for count."
_NOT_LEARNT = " Nobody knows yet which server says who wrote a mail: send yourself a test, then try again."
_STOPPED = "The desk sends no e-mail any more. The password is forgotten."


def show_settings(request: DeskRequest, opened: str = "", *, status: int = 200, **context: Any) -> HttpResponse:
    """Show the settings with the row of that key open and the data of its form."""
    shown: dict[str, Any] = {"section": "desk", "opened": opened, "last_remark": last_remark(request)}
    shown["settings"] = [(key, *SETTINGS[key]) for key in SETTINGS if request.who.hosts_all or key in OWN]
    shown["feed"] = feed_of(Host.objects.get(name=request.who.name))
    if request.who.hosts_all:
        shown |= _of_the_desk()
    return render(request, "front/desk/settings.html", {**shown, **context}, status=status)


def _of_the_desk() -> dict[str, Any]:
    """Return the state of the desk: its address, its background work, its copies and its faults."""
    now = timezone.now()
    every, here = server.addresses(settings.LISTEN, settings.PORT), ("//localhost:", "//127.0.0.1:")
    others = [address for address in every if not any(host in address for host in here)]
    return {
        "hosts_count": Host.objects.count(),
        "devices_count": len(open_devices(now)),
        "zone_set": settings.TIME_ZONE if settings.TIME_ZONE_IS_SET else "",
        "paper": full_page().paper.name,
        "mail": outgoing(),
        "backup": described(next(iter(backups_queries.kept(backups_queries.own_suffix() or "none")), None)),
        "of_close": backup_of_close(),
        "backups_kept": settings.BACKUPS_KEPT,
        "league_faults": league_faults(),
        "addresses": {address: server.opens_in(address) for address in others},
        "desk_qr": partial(server.qr_picture, others[0]) if others else "",
        "tls": settings.TLS,
        "version": VERSION,
        "last": backups_queries.last_act(),
        "rounds": rounds(),
        "trouble": the_clock.jump or any(state["stopped"] or state["failed"] for state in rounds().values()),
        "jump": the_clock.jump,
        "faults": last_faults(settings.FAULTS),
        **{name: import_string(value)(now) for name, value in added("desk").items()},
    }


@for_hosts.both
def settings_page(request: DeskRequest) -> HttpResponse:
    """Show the settings, with ``?open=email`` the form of that one; the form of the desk's place comes here too.

    Raises ``PermissionDenied`` if a host of some houses sends that form.
    """
    is_sent, theirs = request.method == "POST", SETTINGS if request.who.hosts_all else OWN
    if is_sent and "place" not in theirs:
        raise PermissionDenied
    opened = "place" if is_sent else request.GET.get("open", "")
    if opened == "place" and opened in theirs:
        return _place(request)
    form_at = SETTINGS[opened][-1] if opened in theirs else ""
    if not form_at:
        return show_settings(request, opened if opened in theirs else "")
    moved: Any = page_at(reverse(form_at)).func
    shown: HttpResponse = moved.takes(request)
    return shown


def _place(request: DeskRequest) -> HttpResponse:
    desk = request.desk
    initial = {"time_zone": desk.time_zone or settings.TIME_ZONE, "currency": desk.currency, "locale": desk.locale}
    initial |= {"paper": desk.paper, "payment_text": desk.payment_text}
    form = DeskForm(sent(request), initial=initial)
    if form.is_valid():
        move_desk(**form.cleaned_data)
        return HttpResponseRedirect(saying("Saved.", reverse("settings")), status=303)
    return show_settings(request, "place", status=UNPROCESSABLE if form.is_bound else 200, form=form)


@for_host.post
def download_bug_report(request: DeskRequest) -> HttpResponse:
    """Return the bug report as a text file, for the host to read before sending it on."""
    headers = {"Content-Disposition": 'attachment; filename="hostdesk-bug-report.txt"'}
    return HttpResponse(bug_report(), content_type="text/plain; charset=utf-8", headers=headers)


@for_host.both
def help_line(request: DeskRequest) -> HttpResponse:
    """Let the host name a place for help with gambling."""
    form = HelpLineForm(sent(request), initial={"help_line": request.desk.help_line})
    if form.is_valid():
        say_help_line(form.cleaned_data["help_line"])
        return HttpResponseRedirect(saying("Saved.", reverse("settings")), status=303)
    return show_settings(request, "help", status=UNPROCESSABLE if form.is_bound else 200, form=form)


@for_hosts.both
def host_calendar(request: DeskRequest) -> HttpResponse:
    """Show a host whether their calendar is read; make its address, or end it."""
    host = get_object_or_404(Host, name=request.who.name)
    if "end" in request.POST:
        end_feed(host)
        return HttpResponseRedirect(opened_at("calendar"), status=303)
    return show_settings(request, "calendar", may_make=True, **feed_shown(request, host))


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
    """Stop sending e-mail and forget the password; with ``decline`` only record that no e-mail is wanted."""
    if "decline" in request.POST:
        decline_account(now=timezone.now(), by=request.who.name)
        return HttpResponseRedirect(reverse("inbox"), status=303)
    forget_account(now=timezone.now(), by=request.who.name)
    return HttpResponseRedirect(saying(_STOPPED, opened_at("email")), status=303)
