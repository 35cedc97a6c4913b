"""An old book brought along: a preview of its lines and of the standings, then one act."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import CONFLICT, carry_out, form_page, refused_context
from hostdesk.imports.ways_in.views import way_context
from hostdesk.standings.book.commands import import_old_book
from hostdesk.standings.book.entry_queries import act_entries
from hostdesk.standings.book.queries import OldBook, old_book
from hostdesk.standings.book.views import recorded_lately
from ledger.book.balances_file import HEADER
from ledger.book.forms import IS_OWED, OWES, ROWS_AT_ONCE, BalancesForm
from ledger.files.csv_rows import csv_text
from ledger.money.cents import field_cents, format_cents
from reservations.acts.kinds import Kind
from reservations.models import Player


@for_host.both
def balances(request: DeskRequest) -> HttpResponse:
    """Import an old book: a preview of its lines and their standings first, then one act."""
    form = BalancesForm(request.POST, request.FILES) if request.method == "POST" else BalancesForm()
    if "more" in request.POST:
        return _balances_page(request, form, None, status=200)
    found = old_book(form.balances) if form.is_valid() else None
    if found is None or not found.lines or found.total_cents or found.faults:
        return _balances_page(request, form, found)
    confirmed = form.cleaned_data["confirm"] and (form.cleaned_data["add"] or not found.unknown)
    standings = [{"player": line.player.number, "balance": line.cents} for line in found.lines if line.player]
    content = {"standings": standings, "reason": form.cleaned_data["reason"]}
    same = recorded_lately(form, Kind.BALANCES, content) if confirmed else None
    if confirmed and not same:
        response = carry_out(request, form, import_old_book, reverse("book"), lines=found.lines)
        return response or _balances_page(request, form, found)
    page = {"looks": not confirmed, "same": same and act_entries([same.number])[same.number]}
    return _balances_page(request, form, found, status=CONFLICT if same else 200, **page)


def _balances_page(
    request: DeskRequest, form: BalancesForm, found: OldBook | None, *, status: int = 0, **context: Any
) -> HttpResponse:
    # The lines as the file that says them: what the preview hands on.
    lines = [[line.name, format_cents(line.cents)] for line in found.lines] if found else []
    if found and (form.cleaned_data.get("file") or form.cleaned_data.get("text")):
        rows = [(line.name, field_cents(abs(line.cents)), OWES if line.cents < 0 else IS_OWED) for line in found.lines]
        rows.append(("", "", IS_OWED))
    else:
        rows = form.rows(ROWS_AT_ONCE if "more" in request.POST else 0)
    page = way_context("An old book", "Line", [*form.faults, *(found.faults if found else ())]) | {
        "section": "book",
        "found": found,
        "text": csv_text([HEADER, *lines]) if found else "",
        "rows": rows,
        "sides": (IS_OWED, OWES),
        "names": Player.objects.people().order_by("name_key"),
        "shown": found,
    }
    return form_page(request, "imports/results/balances.html", form, refused_context, status, **page | context)
