"""What the host writes into THE BOOK between nights: payments, corrections, an old book. A preview, then the act."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.book.commands import import_old_book
from hostdesk.book.page import book_act_rows
from hostdesk.book.queries import OldBook, old_book
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, CONFLICT, UNPROCESSABLE, attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from ledger.book import commands as book_commands
from ledger.book.balances_file import HEADER
from ledger.book.changes import Change, likely_payment, likely_payments, overshoots
from ledger.book.forms import IS_OWED, OWES, ROWS_AT_ONCE, BalancesForm, BookForm, CorrectionForm, PaymentForm
from ledger.book.standing_queries import standings
from ledger.files.spreadsheets import csv_text
from ledger.money.cents import format_cents, show_cents
from reservations.acts.chain import canonical
from reservations.acts.kinds import Kind
from reservations.acts.queries import Answer, in_effect, is_recorded
from reservations.models import Act, Night, Player
from reservations.parsing.names import whole_number

SAME_WITHIN = timedelta(minutes=1)


@require_http_methods(BOTH)
@for_host
def payment(request: DeskRequest) -> HttpResponse:
    """Record a payment, after a preview of both standings."""
    players = {each.number: each for each in Player.objects.people().order_by("name_key")}
    now = standings()
    data = request.POST if request.method == "POST" else None
    initial: dict[str, Any] = {role: whole_number(request.GET.get(role, "")) for role in PaymentForm.two}
    if likely := likely_payment(now, **initial):
        initial = {"payer": likely.payer, "payee": likely.payee, "amount": show_cents(likely.cents)}
    form = PaymentForm(data, players=list(players.values()), initial=initial)
    changes = _changes(form, players, now, signs=(1, -1))
    proposed = [
        {"payer": players[each.payer], "payee": players[each.payee], "cents": each.cents}
        for each in likely_payments(standings(timezone.localdate()))
    ]
    context = {"likely": proposed, "odd": list(overshoots(*changes)) if changes else []}
    return _preview_and_record(request, form, book_commands.pay_debt, Kind.PAYMENT, {**context, "changes": changes})


@require_http_methods(BOTH)
@for_host
def correct(request: DeskRequest) -> HttpResponse:
    """Correct THE BOOK, after a preview of both standings."""
    players = {each.number: each for each in Player.objects.people().order_by("name_key")}
    data = request.POST if request.method == "POST" else None
    asked = {role: whole_number(request.GET.get(role, "")) for role in CorrectionForm.two}
    nights = Night.objects.exclude(rules=None).order_by("-date").values_list("date", flat=True).distinct()
    form = CorrectionForm(data, players=list(players.values()), nights=list(nights), initial=asked)
    changes = _changes(form, players, standings(), signs=(-1, 1))
    return _preview_and_record(request, form, book_commands.correct_book, Kind.CORRECT, {"changes": changes})


def _preview_and_record(
    request: DeskRequest,
    form: PaymentForm | CorrectionForm,
    command: Callable[..., Answer],
    kind: Kind,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Record what was confirmed after its preview; ask first if the same was recorded a moment ago."""
    confirmed = form.is_valid() and form.cleaned_data["confirm"]
    same = recorded_lately(form, kind, form.content()) if confirmed else None
    answer = attempt(request, form, command) if confirmed and same is None else None
    if answer is not None:
        return done(request, answer, reverse("book"))
    looks = form.is_valid() and not confirmed
    page = {"section": "book", "form": form, **refused_context(form, request.path), **context}
    page |= {"key": new_key(), "looks": looks, "same": same and book_act_rows([same])[0]}
    status = 200 if looks else CONFLICT if same else status_of(form)
    return render(request, f"book/{kind}.html", page, status=status)


def recorded_lately(form: BookForm, kind: Kind, content: Mapping[str, Any]) -> Act | None:
    """Return an act of the last minute that says the same under another key; None if the form says it is another."""
    said = form.cleaned_data
    if said["again"] or form.overrules() or is_recorded(said["key"]):
        return None
    after = timezone.now() - SAME_WITHIN
    acts = in_effect(Act.objects.filter(night=None, kind=kind, recorded_at__gte=after)).order_by("-number")
    wanted = json.loads(canonical(content))
    return next((each for each in acts if wanted.items() <= json.loads(each.content).items()), None)


def _changes(
    form: PaymentForm | CorrectionForm, players: Mapping[int, Player], now: Mapping[int, int], signs: tuple[int, int]
) -> list[Change]:
    """Return what a valid form would do to the standings of its two players."""
    if not form.is_valid():
        return []
    said = form.cleaned_data
    return [
        Change(players[said[role]].name, now.get(said[role], 0), sign * said["amount"])
        for role, sign in zip(form.two, signs, strict=True)
    ]


@require_http_methods(BOTH)
@for_host
def balances(request: DeskRequest) -> HttpResponse:
    """Import an old book: a preview of its lines and their standings first, then one act."""
    form = BalancesForm(request.POST, request.FILES) if request.method == "POST" else BalancesForm()
    if "more" in request.POST:
        return _page(request, form, None, status=200)
    found = old_book(form.balances) if form.is_valid() else None
    if found is None or not found.lines or found.total_cents or found.faults:
        return _page(request, form, found, status=UNPROCESSABLE if form.is_bound else 200)
    confirmed = form.cleaned_data["confirm"] and (form.cleaned_data["add"] or not found.unknown)
    standings = [{"player": each.player.number, "balance": each.cents} for each in found.lines if each.player]
    content = {"standings": standings, "reason": form.cleaned_data["reason"]}
    same = recorded_lately(form, Kind.BALANCES, content) if confirmed else None
    answer = attempt(request, form, import_old_book, lines=found.lines) if confirmed and not same else None
    if answer is not None:
        return done(request, answer, reverse("book"))
    status = 200 if not confirmed else CONFLICT if same else status_of(form)
    return _page(request, form, found, status=status, looks=not confirmed, same=same and book_act_rows([same])[0])


def _page(
    request: DeskRequest, form: BalancesForm, found: OldBook | None, *, status: int, **context: Any
) -> HttpResponse:
    # The lines as the file that says them: what the preview hands on.
    lines = [[each.name, format_cents(each.cents)] for each in found.lines] if found else []
    if found and form.is_a_file:
        rows = [(each.name, show_cents(abs(each.cents)), OWES if each.cents < 0 else IS_OWED) for each in found.lines]
        rows.append(("", "", IS_OWED))
    else:
        rows = form.rows(ROWS_AT_ONCE if "more" in request.POST else 0)
    page: dict[str, Any] = {
        "section": "book",
        "form": form,
        **refused_context(form, request.path),
        "found": found,
        "text": csv_text([HEADER, *lines]) if found else "",
        "faults": [*form.faults, *(found.faults if found else ())],
        "rows": rows,
        "sides": (IS_OWED, OWES),
        "names": Player.objects.people().order_by("name_key"),
        "short_cents": -found.total_cents if found else 0,
        "key": new_key(),
        "other_key": new_key(),
    }
    return render(request, "book/balances.html", page | context, status=status)
