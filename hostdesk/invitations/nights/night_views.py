"""The page of a night in all its states, the forms of its parts, and its result as picture, paper and tables.

Its parts are reminders, the banker's link and settling up.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.queries import NightState, state_of
from hostdesk.base.lists.views import pdf_file, sheet
from hostdesk.base.sign_in import link_commands
from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_house
from hostdesk.base.site import act_views, server
from hostdesk.base.site.act_views import carry_out, fact_context, night_or_404, receipt_act, refused_context, remark_on
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.guests.forms import ReminderForm, ReminderSwitchForm
from hostdesk.invitations.guests.page import guests_part
from hostdesk.invitations.nights.plan_queries import is_due, plan_words
from hostdesk.invitations.nights.report_tables import AfterNightTable, BroughtTable, report_tables
from hostdesk.invitations.nights.result_page import bars_of, night_result, result_page, story_page
from hostdesk.invitations.reminders.page import reminders_of
from hostdesk.safekeeping.backups.page import backup_of_close
from hostdesk.standings.book.commands import may_undo, settle_tonight
from hostdesk.standings.book.queries import NightBook, night_book, payment_between
from ledger.cash_out.forms import NightPaymentForm
from ledger.money.cents import without_thousands
from ledger.night.act_queries import act_line
from ledger.reports.night_pdf import night_report_pdf, results_pdf
from ledger.reports.night_queries import night_report
from ledger.reports.result_png import POST, STORY, result_png
from ledger.results.closed_queries import results_report
from ledger.seasons.commands import Shared
from ledger.undoing.queries import taken_back_by
from reservations.acts.fact_queries import Noted
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.problems import Malformed, Unknown
from reservations.models import Night, Player
from reservations.parsing.names import whole_number
from reservations.players.queries import fields_by_person, person_named
from reservations.rsvps.door_queries import not_accounted_for
from reservations.rsvps.lock_commands import remind_now, switch_reminder
from reservations.rsvps.queries import zone_of

_OVER = (NightState.CLOSED, NightState.TAKEN_BACK, NightState.RESULTS)
_MOST_OPEN = 14
"""How many players' results are shown at once: the page stays within three screens of a tablet."""


@for_bank.get
def show(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Show a night: its guests before it, then its state, and in the end its result.

    ``?who=`` a name leads a host to that player's panel; ``?part=`` opens a part, and ``?step=`` has the story up to
    that step.
    """
    night, name = night_or_404(night_id), request.GET.get("who", "").strip()
    if night.rules is not None and "HX-Request" in request.headers and "step" in request.GET:
        story = story_page(night_report(night), request.GET["step"])
        return render(request, "invitations/nights/_story.html", {"night": night, "story": story})
    if not (name and request.who.is_host):
        return night_response(request, night)
    try:
        return redirect("night_guest", night_id, person_named(name).number)
    except (Malformed, Unknown):
        return night_response(request, night, nobody=name)


def night_response(
    request: DeskRequest,
    night: Night,
    form: ActForm | None = None,
    refused: Callable[[ActForm, str], dict[str, Any]] = refused_context,
    /,
    *,
    panel: str = "",
    number: int = 0,
    status: int = 0,
    **context: Any,
) -> HttpResponse:
    """Show a night's page; with a ``panel`` beside its lists, which may be about the player of that ``number``.

    ``form`` comes back refused, in the context of ``refused`` for an act or a fact. ``part`` in the context names the
    open part, else ``?part=`` does.
    """
    now, state, is_host = timezone.now(), state_of(night), request.who.is_host
    is_ahead = state in (NightState.PLANNED, NightState.CANCELLED)
    shown: dict[str, Any] = {"section": "nights", "night": night, "state": state, "is_ahead": is_ahead}
    shown |= {"key": new_key(), "last_remark": act_views.last_remark(request), "part": request.GET.get("part", "")}
    shown |= {
        "is_due": state == NightState.PLANNED and is_due(night, timezone.localdate()),
        "plan_words": None if state in _OVER else plan_words(night),
        "unaccounted": 0 if state in (NightState.OPEN, NightState.RESULTS) else not_accounted_for(night, now),
        "panel": panel or ("invitations/guests/_ask.html" if is_ahead and is_host else ""),
        "zone": zone_of(night),
    }
    shown |= (refused(form, request.path) if form else {}) | context
    if is_host and (shown["panel"] or shown["part"] == "guests" or "nobody" in shown):
        shown |= guests_part(night, now, number)
    if is_host and state in (NightState.PLANNED, NightState.OPEN):
        shown |= banker_part(night) | {"reminders": reminders_of(night, now)}
    if not is_ahead and not shown["panel"]:
        shown |= _brought(night) if night.results_id is not None else _reported(request, night)
    return render(request, "invitations/nights/night.html", shown, status=status or act_views.status_of(form))


def _brought(night: Night) -> dict[str, Any]:
    brought, undoing = results_report(night), taken_back_by(night)
    bars = bars_of([(line.name, line.net_cents) for line in brought.lines])
    taken_back = undoing and act_line(undoing)
    tables = [BroughtTable(brought.lines)]
    return {"brought": brought, "taken_back": taken_back, "bars": bars, "tables": tables}


def _reported(request: DeskRequest, night: Night) -> dict[str, Any]:
    """Return the report of a night whose bank was opened; of a closed one also its result and its payments."""
    report = night_report(night)
    tables = [table for table in report_tables(report).values() if table.lines]
    context: dict[str, Any] = {"report": report, "tables": tables}
    context["story"] = story_page(report, request.GET.get("step", ""))
    context["is_short"] = report.closed and len(report.players) <= _MOST_OPEN
    context["bars"] = bars_of([(line.name, line.result_cents) for line in report.players]) if report.closed else None
    if undoing := taken_back_by(night):
        return {**context, "taken_back": act_line(undoing)}
    if not report.closed:
        return context
    book, is_host = night_book(night), request.who.hosts_all
    is_new = whole_number(request.GET.get("receipt", "")) == book.closed
    link = server.address_for_others(reverse("seasons"), request)
    page = result_page(night, report, book, request.desk, names_shared(request), link=link, is_host=is_host)
    context |= {"page": page, "is_new": is_new, "backup": backup_of_close() if is_new else None}
    after = AfterNightTable(book, in_full=is_host) if book.touched else None
    return {**context, **settle_part(request, book), "after": after}


_REMINDS: Mapping[str, tuple[type[ActForm], Callable[..., Noted], str, str]] = {
    "switch": (ReminderSwitchForm, switch_reminder, "night", "?part=reminders#reminders"),
    "send": (ReminderForm, remind_now, "night_messages", ""),
}


@for_house.post
def remind(request: DeskRequest, night_id: int, do: str = "switch") -> HttpResponse:
    """Switch a reminder on or off; or send it at once, and go on to its messages."""
    night, (kind, command, page, part) = night_or_404(night_id), _REMINDS[do]
    form = kind(request.POST)
    if response := carry_out(request, form, command, reverse(page, args=[night_id]) + part, night=night):
        return response
    return night_response(request, night, form, fact_context, part="reminders")


def banker_part(night: Night) -> dict[str, Any]:
    """Return the context of the banker's links: the next receiver, and the present links with their validity."""
    bank, now = getattr(night, "bank", None), timezone.now()
    return {
        "players": Player.objects.people().order_by("-regular", "name_key"),
        "suggested": bank.run_by.number if bank else None,
        "needs_no_banker": link_commands.is_closed(night),
        "links": [(link, link_commands.lasts(link, now)) for link in link_commands.banker_links(night)],
    }


@for_house.post
def night_banker(request: DeskRequest, night_id: int) -> HttpResponse:
    """Make a link for the banker of a night, shown this once, or end one."""
    night = get_object_or_404(Night.objects.select_related("house", "rules", "series", "bank__banker"), pk=night_id)
    if request.POST.get("end", ""):
        links = link_commands.banker_links(night).filter(pk=whole_number(request.POST["end"]) or 0)
        link_commands.end_link(get_object_or_404(links))
        return redirect(f"{reverse('night', args=[night.pk])}?part=banker#banker")
    player = Player.objects.people().filter(pk=whole_number(request.POST.get("player", "")) or 0).first()
    if player is None or link_commands.is_closed(night):
        problem = "The night is closed: it needs no banker any more." if player else "Choose the banker."
        return night_response(request, night, part="banker", problem=problem, status=act_views.UNPROCESSABLE)
    secret = link_commands.new_banker_link(night, player, made_by=request.who.name, key=request.POST.get("key", ""))
    shown = server.shown_once(request, "link", secret)
    return night_response(request, night, part="banker", made_for=player, **shown)


@for_bank.post
def settle(request: DeskRequest, night_id: int) -> HttpResponse:
    """Record a payment that settles a closed night, or undo one."""
    opened = Night.objects.select_related("house", "rules", "series", "bank").exclude(rules=None)
    night = get_object_or_404(opened, pk=night_id)
    if night.bank.closed_id is None:
        return redirect("closing", night_id)
    form = NightPaymentForm(request.POST)
    facts, place = {"night": night, "is_host": request.who.is_host}, f"{reverse('night', args=[night_id])}#settle"
    if response := carry_out(request, form, settle_tonight, place, **facts):
        return response
    return night_response(request, night, form)


def settle_part(request: DeskRequest, book: NightBook) -> dict[str, Any]:
    """Return the context of settling a night: sent ``payer`` and ``payee`` or ``act`` ask for confirmation."""
    sent: Mapping[str, str] = request.POST or request.GET
    payer, payee, act = (whole_number(sent.get(name, "")) or 0 for name in ("payer", "payee", "act"))
    me = request.who
    mine = {paid.number for due in book.payments for paid in due.paid if may_undo(paid, by=me.name, is_host=me.is_host)}
    paid = ((payment, one) for payment in book.payments for one in payment.paid if one.number == act)
    undoing, paying = next(paid, None) if act in mine else None, payment_between(book, payer, payee)
    return {
        "book": book,
        "paying": paying if paying and paying.left_cents and not undoing else None,
        "undoing": undoing,
        "undoable": mine,
        "receipt": _receipt(request, book),
    }


def _receipt(request: DeskRequest, book: NightBook) -> dict[str, Any] | None:
    """Return the context of ``?receipt=N`` for a payment of the night's plan, or its undoing; None for others."""
    act = receipt_act(request, night=None)
    paid = act and (act.reverses or act)
    if act is None or paid is None or paid.kind != Kind.PAYMENT or paid.number < book.closed:
        return None
    [fields] = fields_by_person([paid.content])
    is_of_plan = payment_between(book, fields["payer"], fields["payee"]) is not None
    return {"line": act_line(act), "remark": remark_on(request, act)} if is_of_plan else None


def opened_or_404(night_id: int) -> Night:
    """Return a night whose bank was opened. Raises ``Http404`` for none, or one that is only planned."""
    night = night_or_404(night_id)
    if night.rules is None:
        raise Http404
    return night


def names_shared(request: DeskRequest) -> Shared:
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
    result = night_result(night, report, night_book(night), request.desk, names_shared(request))
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
