"""Taking an old book over: typed in or as a file, looked through with all its standings, then recorded as one act."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.book.balances_queries import OldBook, old_book
from hostdesk.book.commands import take_old_book_over
from hostdesk.book.entry_views import recorded_lately
from hostdesk.book.page import book_act_rows
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, CONFLICT, UNPROCESSABLE, attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from ledger.book.balances_file import HEADER
from ledger.book.forms import IS_OWED, OWES, ROWS_AT_ONCE, BalancesForm
from ledger.files.spreadsheet_queries import csv_text
from ledger.money.cents import format_cents, show_cents
from reservations.acts.kinds import Kind
from reservations.models import Act, Player


@require_http_methods(BOTH)
@for_host
def balances(request: DeskRequest) -> HttpResponse:
    """Take an old book over: its lines are shown with what they come to before anything is recorded."""
    form = BalancesForm(request.POST, request.FILES) if request.method == "POST" else BalancesForm()
    if "more" in request.POST:
        return _page(request, form, None, status=200)
    found = old_book(form.balances) if form.is_valid() else None
    if found is None or not found.lines or found.total_cents or found.faults:
        return _page(request, form, found, status=UNPROCESSABLE if form.is_bound else 200)
    confirmed = form.cleaned_data["confirm"] and (form.cleaned_data["add"] or not found.unknown)
    same = _same(form, found) if confirmed else None
    answer = attempt(request, form, take_old_book_over, lines=found.lines) if confirmed and not same else None
    if answer is not None:
        return done(request, answer, reverse("book"))
    looks = not confirmed
    status = 200 if looks else CONFLICT if same else status_of(form)
    return _page(request, form, found, status=status, looks=looks, same=same and book_act_rows([same])[0])


def _same(form: BalancesForm, found: OldBook) -> Act | None:
    """Return an old book of the last minute that is this one, from another device or pressed again."""
    said = [{"player": each.player.number, "balance": each.cents} for each in found.lines if each.player]
    return recorded_lately(form, Kind.BALANCES, {"standings": said, "reason": form.cleaned_data["reason"]})


def _page(
    request: DeskRequest, form: BalancesForm, found: OldBook | None, *, status: int, **context: Any
) -> HttpResponse:
    page: dict[str, Any] = {"section": "book", "form": form, **refused_context(form, request.path)}
    page |= {"found": found, "text": _as_text(found), "faults": [*form.faults, *(found.faults if found else ())]}
    page |= {"rows": _rows(form, found, more="more" in request.POST), "sides": (IS_OWED, OWES)}
    page |= {"names": Player.objects.people().order_by("name_key"), "key": new_key(), "other_key": new_key(), **context}
    page["short_cents"] = -found.total_cents if found else 0
    return render(request, "book/balances.html", page, status=status)


def _as_text(found: OldBook | None) -> str:
    """Return the lines as the file that says them: what the page that only shows hands on."""
    if found is None:
        return ""
    return csv_text([HEADER, *([each.name, format_cents(each.cents)] for each in found.lines)])


def _rows(form: BalancesForm, found: OldBook | None, *, more: bool) -> list[tuple[str, str, str]]:
    """Return the rows to type in: what was typed, or the lines of a file, and empty ones after them."""
    if found is None or not form.is_a_file:
        return form.rows(ROWS_AT_ONCE if more else 0)
    sides = [(each.name, show_cents(abs(each.cents)), OWES if each.cents < 0 else IS_OWED) for each in found.lines]
    return [*sides, ("", "", IS_OWED)]
