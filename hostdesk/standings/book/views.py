"""THE BOOK: the standings on any day, the lines of every player, its paper, and the acts between nights."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.views import form_state, pdf_file, show_list
from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import CONFLICT, carry_out, form_page, receipt_act, refused_context, remark_on, sent
from hostdesk.standings.book.entry_queries import act_entries
from hostdesk.standings.book.standing_queries import moved_by, standings_shown
from hostdesk.standings.book.tables import MonthTable, StandingTable
from ledger.book import commands as book_commands
from ledger.book.changes import Change, likely_payment, likely_payments, overshoots
from ledger.book.forms import BetweenTwoForm, BookForm, CorrectionForm, ForgivingForm, PaymentForm, StandingFilter
from ledger.book.pdf import book_pdf
from ledger.book.queries import BOOK_KINDS, book_report, standings_on_paper, standings_report
from ledger.money.cents import field_cents
from ledger.months import payment_commands
from ledger.months.plan_queries import month_rows, offer
from ledger.night.act_queries import act_line
from ledger.standings.queries import standings
from reservations.acts.chain import canonical
from reservations.acts.kinds import Kind
from reservations.acts.queries import Answer, in_effect, is_recorded
from reservations.models import Act, Night, Player
from reservations.parsing.names import whole_number


@for_host.get
def book(request: DeskRequest) -> HttpResponse:
    """List the standings, now or on a day, and the months; ``?overdue`` has the overdue ones."""
    given = request.GET.copy()
    if "overdue" in given:
        given.setdefault("show", "overdue")
    chosen, today = StandingFilter(given), timezone.localdate()
    on = chosen.values.get("on")
    report = standings_report(today=today, on=on)
    rows = standings_shown(report.standing, chosen.values)
    context = {"section": "book", "filter": chosen, **form_state(request, chosen), "report": report, "on": on}
    context |= {"rest": report.total_cents - sum(night.cents for night in report.open_nights)}
    context |= {"filtered": bool(chosen.values), "offer": offer(today)}
    # The act of THE BOOK that this browser recorded, and its movements.
    if done := receipt_act(request, night=None, kind__in=(*BOOK_KINDS, Kind.CONSOLIDATE, Kind.REVERSE)):
        context |= {"receipt": act_line(done), "remark": remark_on(request, done), "receipt_changes": moved_by(done)}
    table, months = StandingTable(rows, report=report), MonthTable(month_rows())
    return show_list(request, table, "standings/book/book.html", context, months=months)


@for_host.get
def pdf(request: DeskRequest) -> HttpResponse:
    """Send the paper of THE BOOK, now or on a day: the standings, with ``?history=yes`` also their lines."""
    on = StandingFilter(request.GET).values.get("on")
    report = book_report(on) if "history" in request.GET else standings_on_paper(on)
    return pdf_file(book_pdf(report), f"the-book-{on or report.number}")


SAME_WITHIN = timedelta(minutes=1)
_WRITES: dict[Kind, tuple[type[BetweenTwoForm], Callable[..., Answer]]] = {
    Kind.PAYMENT: (PaymentForm, payment_commands.pay_debt),
    Kind.CORRECT: (CorrectionForm, book_commands.correct_book),
    Kind.FORGIVE: (ForgivingForm, payment_commands.forgive_debt),
}
"""The entries in THE BOOK between nights: the form and the command."""


@for_host.both
def write(request: DeskRequest, kind: Kind) -> HttpResponse:
    """Record a payment, a correction or a waiver, after a preview of both standings.

    The address may name the two players. If the same was recorded a moment ago, the page asks first.
    """
    (form_of, command), now, is_payment = _WRITES[kind], standings(), kind == Kind.PAYMENT
    initial: dict[str, Any] = {role: whole_number(request.GET.get(role, "")) for role in form_of.two}
    if is_payment and (likely := likely_payment(now, **initial)):
        initial = {"payer": likely.payer, "payee": likely.payee, "amount": field_cents(likely.cents)}
    nights = Night.objects.exclude(rules=None).order_by("-date").values_list("date", flat=True).distinct()
    people = list(Player.objects.people().order_by("name_key"))
    form = form_of(sent(request), players=people, nights=list(nights), initial=initial)
    confirmed = form.is_valid() and form.cleaned_data["confirm"]
    same = recorded_lately(form, kind, form.content()) if confirmed else None
    if confirmed and same is None and (response := carry_out(request, form, command, reverse("book"))):
        return response
    looks, changes = form.is_valid() and not confirmed, _changes(form, now)
    page: dict[str, Any] = {"section": "book", "changes": changes, "looks": looks}
    page["same"] = same and act_entries([same.number])[same.number]
    if is_payment:
        proposed = likely_payments(standings(timezone.localdate()))
        page["likely"] = [(form.players[due.payer], form.players[due.payee], due.cents) for due in proposed]
        page["odd"] = list(overshoots(*changes)) if changes else []
    status = 200 if looks else CONFLICT if same else 0
    return form_page(request, "standings/book/write.html", form, refused_context, status, **page)


def recorded_lately(form: BookForm, kind: Kind, content: Mapping[str, Any]) -> Act | None:
    """Return an equal act of the last minute under another key; None if the form confirms another one."""
    cleaned = form.cleaned_data
    if cleaned["again"] or form.overrules() or is_recorded(cleaned["key"]):
        return None
    after = timezone.now() - SAME_WITHIN
    acts = in_effect(Act.objects.filter(night=None, kind=kind, recorded_at__gte=after)).order_by("-number")
    wanted = json.loads(canonical(content))
    return next((act for act in acts if wanted.items() <= json.loads(act.content).items()), None)


def _changes(form: BetweenTwoForm, now: Mapping[int, int]) -> list[Change]:
    """Return the effect of a valid form on the standings of its two players."""
    if not form.is_valid():
        return []
    cleaned = form.cleaned_data
    return [
        Change(form.players[cleaned[role]].name, now.get(cleaned[role], 0), sign * cleaned["amount"])
        for role, sign in zip(form.two, form.signs, strict=True)
    ]
