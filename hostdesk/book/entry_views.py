"""What is written into THE BOOK between nights by hand: a payment, a correction. Looked at first, then recorded."""

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from hostdesk.book.page import book_act_rows, opened_days
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, CONFLICT, attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from ledger.book import commands as book_commands
from ledger.book.changes import Change, likely, likely_with, overshoots
from ledger.book.forms import BookForm, CorrectionForm, PaymentForm
from ledger.book.standing_queries import standings
from ledger.money.cents import show_cents
from reservations.acts.chain import canonical
from reservations.acts.kinds import Kind
from reservations.acts.queries import Answer, in_effect, is_recorded
from reservations.models import Act, Player
from reservations.parsing.digits import whole_number

SAME_WITHIN = timedelta(minutes=1)


@require_http_methods(BOTH)
@for_host
def payment(request: DeskRequest) -> HttpResponse:
    """Record that somebody paid somebody: shown with both standings before and after, then recorded."""
    players = {each.number: each for each in Player.objects.people().order_by("name_key")}
    now = standings()
    data = request.POST if request.method == "POST" else None
    form = PaymentForm(data, players=list(players.values()), initial=_asked_for(request, now))

    changes = _changes(form, players, now, signs=(1, -1))
    settled = standings(timezone.localdate())
    proposed = [
        {"payer": players[each.payer], "payee": players[each.payee], "cents": each.cents} for each in likely(settled)
    ]
    context = {"likely": proposed, "odd": list(overshoots(*changes)) if changes else []}
    return _look_and_record(request, form, book_commands.pay_debt, Kind.PAYMENT, {**context, "changes": changes})


@require_http_methods(BOTH)
@for_host
def correct(request: DeskRequest) -> HttpResponse:
    """Correct THE BOOK: shown with both standings before and after, then recorded."""
    players = {each.number: each for each in Player.objects.people().order_by("name_key")}
    data = request.POST if request.method == "POST" else None
    asked = {role: whole_number(request.GET.get(role, "")) for role in CorrectionForm.two}
    form = CorrectionForm(data, players=list(players.values()), nights=opened_days(), initial=asked)

    changes = _changes(form, players, standings(), signs=(-1, 1))
    return _look_and_record(request, form, book_commands.correct_book, Kind.CORRECT, {"changes": changes})


def _look_and_record(
    request: DeskRequest,
    form: PaymentForm | CorrectionForm,
    command: Callable[..., Answer],
    kind: Kind,
    context: Mapping[str, Any],
) -> HttpResponse:
    """Record what was looked at and confirmed; what looks like the same from another device is asked about first."""
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
    """Return an act of the last minute that stands and says the same under another key, unless it was asked about."""
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
    """Return what the form would do to the standings of its two, once it can be read."""
    if not form.is_valid():
        return []
    said = form.cleaned_data
    return [
        Change(players[said[role]].name, now.get(said[role], 0), sign * said["amount"])
        for role, sign in zip(form.two, signs, strict=True)
    ]


def _asked_for(request: DeskRequest, now: Mapping[int, int]) -> dict[str, Any]:
    """Return what the address already says of a payment, with the other side and the amount that go with it."""
    payer, payee = (whole_number(request.GET.get(role, "")) for role in PaymentForm.two)
    found = likely_with(now, payer=payer, payee=payee)
    if found is None:
        return {"payer": payer, "payee": payee}
    return {"payer": found.payer, "payee": found.payee, "amount": show_cents(found.cents)}
