"""The months: the consolidation of THE BOOK, its standings and payments, its papers, and its undoing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.views import pdf_file
from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site import act_views
from hostdesk.base.site.act_views import UNPROCESSABLE, attempt, carry_out, done, form_page, or_404, sent, status_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.base.site.server import address_for_others
from hostdesk.standings.months.commands import PaymentStep, consolidate_shown, digest_of, settle_payment
from hostdesk.standings.months.forms import ConsolidateForm, ConsolidationForm, PlanPaymentForm
from hostdesk.standings.paying.queries import filled_ways, ways_left
from ledger.book.payment_queries import PaymentAct
from ledger.entries.forms import UndoForm
from ledger.months.pdf import month_pdf, month_slips_pdf
from ledger.months.plan_queries import PaymentNow, payment_now, payments_now, unanswered
from ledger.months.queries import Consolidation, consolidation_of, latest, month_due, progress
from ledger.months.report import MonthReport, PaidBy, PlanShare
from ledger.months.report_queries import month_report, recorded_after, would_be
from ledger.months.text import asking_text, month_text, payment_reference
from ledger.night.act_queries import act_lines
from ledger.settle.picture import payments_picture
from ledger.undoing import commands as undoing_commands
from reservations.acts.kinds import Kind
from reservations.acts.problems import Problem, Unannounced
from reservations.acts.queries import is_recorded
from reservations.models import Act, Desk, Player
from reservations.parsing.days import day_of
from reservations.players.queries import player_names, regulars


@for_host.both
def new(request: DeskRequest) -> HttpResponse:
    """Choose a period, preview its standings and payments, and consolidate it."""
    if request.method == "POST":
        return _consolidate(request)
    form = ConsolidationForm(request.GET if "until" in request.GET else None, **_choices())
    if not form.is_bound or not form.is_valid():
        return _choose(request, form, status=UNPROCESSABLE if form.is_bound else 200)
    try:
        made = would_be(form.last_day, form.wishes, timezone.now())
    except Problem as problem:
        return _choose(request, form, problem=str(problem), until=form.last_day, status=UNPROCESSABLE)
    return _choose(request, form, **_shown(made))


def _choices() -> dict[str, Any]:
    today, before = timezone.localdate(), latest()
    people = [(regular.number, regular.name) for regular in regulars()]
    initial = {"until": month_due(today) or today}
    return {"today": today, "since": before and before.until, "people": people, "initial": initial}


def _choose(request: DeskRequest, period: ConsolidationForm, *, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"section": "book", "period": period, "latest": latest()}
    return render(request, "standings/months/new.html", context, status=status)


def _shown(made: Consolidation) -> dict[str, Any]:
    """Return the context of a preview."""
    report = month_report(made)
    every = zip(report.payments, progress(made), strict=True)
    paid = [(line, progressed) for line, progressed in every if progressed.paid_cents or progressed.forgiven_cents]
    context = {"report": report, "paid_since": paid, "made": made, "unanswered": unanswered()}
    context["picture"] = payments_picture(report.payments)
    return context | {"shown": digest_of(made), "key": new_key()}


def _consolidate(request: DeskRequest) -> HttpResponse:
    form = ConsolidateForm(request.POST)
    answer = attempt(request, form, consolidate_shown)
    if answer is not None:
        return done(request, answer, reverse("month", args=[answer.act.number]))
    cleaned = form.cleaned_data
    context: dict[str, Any] = {"until": cleaned.get("until"), **act_views.refused_context(form, request.path)}
    if form.changed:
        context |= _shown(would_be(cleaned["until"], cleaned["wishes"], timezone.now()))
    return _choose(request, ConsolidationForm(None, **_choices()), status=status_of(form), **context)


@for_host.get
def show(request: DeskRequest, month: int) -> HttpResponse:
    """Show the standings and payments of a consolidation with their present state; ``?as=txt`` sends it as a text."""
    found = or_404(consolidation_of(month))
    if request.GET.get("as") == "txt":
        headers = {"Content-Disposition": f'attachment; filename="book-{found.until}.txt"'}
        written = month_text(month_report(found), address_for_others(reverse("home"), request))
        return HttpResponse(written, content_type="text/plain; charset=utf-8", headers=headers)
    receipt = act_views.receipt(request, night=None)
    return _month_page(request, found, last_remark=act_views.last_remark(request), **receipt)


def _month_page(request: DeskRequest, found: Consolidation, *, status: int = 200, **more: Any) -> HttpResponse:
    payments, report = payments_now(found), month_report(found)
    ways = ways_left(payments, request.desk)
    context = {
        "section": "book",
        "month": found,
        "report": report,
        "picture": payments_picture(report.payments),
        "payments": payments,
        "payable": [
            {"payment": due, "ways": ways[due.place], "player": {"number": due.payer}}
            for due in payments
            if ways.get(due.place)
        ],
        "left": sum(not due.is_over for due in payments),
        "following": consolidation_of(found.following) if found.following else None,
        "after": recorded_after(found),
        "text": month_text(report, address_for_others(reverse("home"), request)),
    }
    return render(request, "standings/months/month.html", {**context, **more}, status=status)


@for_host.post
def undo(request: DeskRequest, month: int) -> HttpResponse:
    """Undo a consolidation."""
    wanted = get_object_or_404(Act, number=month, kind=Kind.CONSOLIDATE)
    form = UndoForm(request.POST)
    if response := carry_out(request, form, undoing_commands.reverse, reverse("book"), of=wanted.key):
        return response
    found = or_404(consolidation_of(month))
    # The acts to undo first, with their pages: a later consolidation, or a payment of this one.
    later = Act.objects.filter(number__in=form.first, kind=Kind.CONSOLIDATE).values_list("number", flat=True)
    urls = {number: f"{reverse('month', args=[number])}#undo" for number in later}
    for due in payments_now(found) if form.first else ():
        about: list[PaymentAct] = [*due.payments, *due.forgivings, *due.waiting, *due.disputed]
        urls |= {act.number: reverse("month_payment", args=[month, due.place]) for act in about}
    first = [(number, urls[number]) for number in form.first if number in urls]
    refused = act_views.refused_context(form, request.path)
    return _month_page(request, found, status=status_of(form), part="undo", first=first, **refused)


_PAPERS: Mapping[str, Callable[[MonthReport], bytes]] = {"sheet": month_pdf, "slips": month_slips_pdf}


@for_host.get
def paper(request: DeskRequest, month: int, what: str) -> HttpResponse:
    """Send the sheet of a consolidation, or its slips with the ways to pay the rests, and their QR codes."""
    found = or_404(consolidation_of(month))
    report = _with_ways(month_report(found), found, request.desk)
    return pdf_file(_PAPERS[what](report), f"book-{report.until}-{what}")


def _with_ways(report: MonthReport, found: Consolidation, desk: Desk) -> MonthReport:
    """Return the report with the ways to pay the unclaimed rests of its payments now, and their texts."""
    ways = ways_left(payments_now(found), desk)

    def paid_by(share: PlanShare) -> PlanShare:
        if share.place not in ways:
            return share
        shown = list[PaidBy]()
        for filled, is_new in ways[share.place]:
            new = f", new since {day_of(timezone.localdate(filled.way.since))}" if is_new else ""
            shown.append(PaidBy(f"{filled.words}{new}", filled.code, filled.has_amount, filled.is_swiss))
        text = payment_reference(desk.payment_text, found.number, share.place)
        return replace(share, text=text, ways=tuple(shown))

    people = [replace(person, pays=tuple(map(paid_by, person.pays))) for person in report.people]
    return replace(report, people=tuple(people))


@for_host.both
def payment(request: DeskRequest, month: int, place: int) -> HttpResponse:
    """Show a payment with its claims, and take the host's step."""
    form, url = PlanPaymentForm(sent(request)), reverse("month", args=[month])
    if response := settle(request, form, url, lambda found: None, month=month, place=place):
        return response
    found, context = or_404(payment_now(month, place)), {"section": "book", "month": or_404(consolidation_of(month))}
    cents = found.unclaimed_cents or found.left_cents
    context |= {"may_claim": True, "may_answer": True, "payer": {"number": found.payer}, "way_cents": cents}
    if not found.is_over:
        context["ways"] = filled_ways(found, cents, request.desk)
    return payment_page(request, "standings/months/payment.html", form, found, found.undoable, **context)


def settle(
    request: DeskRequest, form: PlanPaymentForm, url: str, may: Callable[[PaymentNow], None], **payment: int
) -> HttpResponse | None:
    """Record the step of a form and redirect to ``url``; None if a page with a refusal or a question follows.

    ``may`` raises the sender's obstacle to the payment, which is read once, under the lock.
    """

    def check(found: PaymentNow) -> None:
        may(found)
        form.question = question_about(form, found)
        if form.question:
            raise Unannounced("Confirm the payment.")

    return carry_out(request, form, settle_payment, url, check=check, **payment)


def payment_page(
    request: DeskRequest, template: str, form: PlanPaymentForm, found: PaymentNow, undo: Sequence[int], **context: Any
) -> HttpResponse:
    """Show a payment, with the question before its record if there is one.

    ``undo`` are the numbers of the acts that can be undone here.
    """
    acts = list(Act.objects.filter(number__in=undo).select_related("reversed_by").order_by("number"))
    lines = act_lines(acts, player_names(Player.objects.values_list("number", flat=True)))
    # The typed amount; "" if it was not typed, and the page shows the rest.
    typed = "" if form.question else str(form.data.get("amount", ""))
    reference = payment_reference(request.desk.payment_text, found.month, found.place)
    page = address_for_others(reverse("own_payment", args=[found.payer, found.month, found.place]), request)
    cents = found.unclaimed_cents or found.left_cents
    asking = asking_text(found.payer_name, found.payee_name, cents, reference, page)
    context = {"payment": found, "question": form.question, "typed": typed, "lines": lines, **context}
    context |= {"reference": reference, "asking": asking, "part": request.GET.get("part")}
    return form_page(request, template, PlanPaymentForm() if form.question else form, **context)


def question_about(form: PlanPaymentForm, found: PaymentNow) -> dict[str, Any] | None:
    """Return the page's question before a record: on an instant payment, or an excess; None without a question."""
    data = form.cleaned_data
    step, cents = data["step"], data["amount"]
    clear = (PaymentStep.DISPUTE, PaymentStep.FORGIVE, PaymentStep.UNDO, PaymentStep.ASK)
    if data["sure"] or step in clear:
        return None
    claim = next((claim for claim in found.unanswered if claim.key == data["claim"]), None)
    if step == PaymentStep.CONFIRM:
        cents = cents or (claim.left_cents if claim else 0)
    claims = step == PaymentStep.CLAIM
    if claims and any(claim.left_cents == cents for claim in found.waiting):
        return None  # The command names the act.
    above_cents = found.above_cents(cents, claimed=claims)
    if (step != PaymentStep.PAY and not above_cents) or is_recorded(data["key"]):
        return None
    return {"step": step, "cents": cents, "above_cents": above_cents, "claim": data["claim"], "shown": data["shown"]}
