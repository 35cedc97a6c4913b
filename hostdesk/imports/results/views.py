"""Bring your past along: the page with every way in, that of a results sheet, and that of an old book."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.leaves.queries import with_leaves
from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import CONFLICT, attempt, carry_out, form_page, last_remark, refused_context, saying
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.imports.results.columns import Heading
from hostdesk.imports.results.commands import post_plan
from hostdesk.imports.results.forms import SheetForm, column_choices
from hostdesk.imports.results.queries import plan_of
from hostdesk.imports.ways_in.commands import planning, take_back_import
from hostdesk.imports.ways_in.forms import who_choices
from hostdesk.imports.ways_in.queries import imports
from hostdesk.imports.ways_in.views import way_context, way_page
from hostdesk.rules.houses.queries import house_choices
from hostdesk.safekeeping.backups.commands import back_up_after_close
from hostdesk.standings.book.commands import import_old_book
from hostdesk.standings.book.entry_queries import act_entries
from hostdesk.standings.book.queries import OldBook, old_book
from hostdesk.standings.book.views import recorded_lately
from ledger.book.balances_file import HEADER
from ledger.book.forms import IS_OWED, OWES, ROWS_AT_ONCE, BalancesForm
from ledger.entries.forms import UndoForm
from ledger.files.csv_rows import csv_text
from ledger.money.cents import field_cents, format_cents
from ledger.results.queries import played_nights, starting_results
from ledger.results.rules import result_lines
from ledger.undoing import commands as undoing_commands
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Faulty
from reservations.acts.queries import Answer
from reservations.models import Act, Night, Player
from reservations.parsing.documents import beside
from reservations.parsing.names import counted
from reservations.players.queries import player_names

_WAYS = with_leaves(beside(__file__, "ways.toml")["ways"], "ways")


@for_host.get
def bring(request: DeskRequest) -> HttpResponse:
    """Show the ways in: a card for every kind of file in which a group keeps its past; and the starting results."""
    found = starting_results()
    names = player_names(one.player for brought in found for one in brought.results)
    starting = [(brought, result_lines(brought.results, names)) for brought in found]
    context = {"section": "players", "last_remark": last_remark(request), "starting": starting}
    return render(request, "imports/results/bring.html", context | {"imports": imports(), "ways": _WAYS})


@for_host.post
def undo_start(request: DeskRequest, act: int) -> HttpResponseBase:
    """Undo a starting result, by the number of its act."""
    found = get_object_or_404(Act, kind=Kind.RESULTS, night=None, number=act)
    return _undone(request, undoing_commands.reverse, "The starting results are undone.", of=found.key)


@for_host.post
def undo_import(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Take back a whole import, by the id of its first night."""
    found = get_object_or_404(Night, pk=night_id, imported__batch=night_id)
    return _undone(request, take_back_import, batch=found)


def _undone(request: DeskRequest, command: Callable[..., Answer], done: str = "", **of: Any) -> HttpResponseRedirect:
    """Undo an import, and redirect with ``done`` or the command's remark, or else with the refusal."""
    form = UndoForm(request.POST)
    answer = attempt(request, form, command, **of)
    remark = str(form.problem or "Say why.") if answer is None else done or answer.remark
    return HttpResponseRedirect(saying(remark, reverse("bring")), status=303)


@for_host.both
def sheet(request: DeskRequest) -> HttpResponseBase:
    """Preview a results sheet, and post it after a confirmation."""
    choices = house_choices()
    latest = Night.objects.exclude(rules=None, results=None).order_by("-pk").values_list("house__key", flat=True)
    first = played_nights().order_by("date").values_list("date", flat=True).first()
    until = (first - timedelta(days=1)).isoformat() if first else ""
    initial = {"house": latest.first() or choices[0][0], "until": until}
    data = {**initial, **request.POST.dict()} if request.method == "POST" else None
    form = SheetForm(data, request.FILES or None, houses=choices, initial=initial)
    look = partial(_looked_at, request, form)
    return way_page(request, form, "imports/results/sheet.html", look, way="A spreadsheet", places="Row")


def _looked_at(request: DeskRequest, form: SheetForm, context: dict[str, Any]) -> HttpResponseBase | None:
    """Add the preview of the sheet to the ``context``; post it once the host has confirmed it, and redirect."""
    tried: Sequence[tuple[int, str]] = ()
    try:
        with planning(to_post=form.is_confirmed):
            plan = plan_of(form.brings)
            posted = None
            if form.is_confirmed and not plan.faults and not plan.missing:
                posted = post_plan(plan, Stamp(new_key(), timezone.now(), request.who.name))
    except Faulty as faulty:
        posted, tried = None, faulty.faults
    if posted is not None:
        back_up_after_close()
        is_starting = form.sheet.is_starting
        what = "What players start with is" if is_starting else counted(posted.nights, "night")
        done = f"{what} brought in." if posted.nights else "Nothing is new in this sheet."
        known = f" {counted(posted.known, 'night')} known already." if posted.known and not is_starting else ""
        return HttpResponseRedirect(saying(f"{done}{known}", reverse("bring")), status=303)
    everybody = list(Player.objects.people().order_by("name_key"))
    columns = column_choices(form.sheet)
    read_as = [f"{letter} {role}" for letter, _, _, role in columns if role is not Heading.DAY]
    faults = [*plan.faults, *tried]
    context |= {"faults": faults, "sheet": form.sheet, "others": form.others, "shown": True, "plan": plan}
    context |= {"missing": [] if faults else plan.missing, "tried": form.is_confirmed, "columns": columns}
    context |= {"read_as": [*read_as, "the others results"] if len(read_as) < len(columns) else read_as}
    context |= {"roles": [(role.value, str(role)) for role in Heading]}
    context["doubtful"] = [(name, who_choices(name, everybody)) for name in plan.unknown if name.near]
    context["fresh"] = [(name, who_choices(name, everybody)) for name in plan.unknown if not name.near]
    return None


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
    # The preview hands the lines on as a file of this form.
    lines = [[line.name, format_cents(line.cents)] for line in found.lines] if found else []
    if found and (form.cleaned_data.get("file") or form.cleaned_data.get("text")):
        rows = [(line.name, field_cents(abs(line.cents)), OWES if line.cents < 0 else IS_OWED) for line in found.lines]
        rows.append(("", "", IS_OWED))
    else:
        rows = form.rows(ROWS_AT_ONCE if "more" in request.POST else 0)
    page = way_context("An old book", "Line", [*form.faults, *(found.faults if found else ())])
    page |= {"section": "book", "found": found, "shown": found, "rows": rows, "sides": (IS_OWED, OWES)}
    page |= {"text": csv_text([HEADER, *lines]) if found else ""}
    page |= {"names": Player.objects.people().order_by("name_key")}
    return form_page(request, "imports/results/balances.html", form, refused_context, status, **page | context)
