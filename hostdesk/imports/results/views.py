"""Bring your past along: the page with every way in, and that of a results sheet."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.leaves.queries import with_leaves
from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import UNPROCESSABLE, attempt, last_remark, saying
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.imports.results.columns import Role
from hostdesk.imports.results.commands import take_back_import
from hostdesk.imports.results.forms import SheetForm, column_choices, who_choices
from hostdesk.imports.results.posting_commands import Brings, not_said, post_sheet
from hostdesk.imports.results.queries import imports, plan_of
from hostdesk.imports.results.reading import other_sheets, read_grid
from hostdesk.imports.results.sheets import read_sheet
from hostdesk.rules.houses.queries import house_choices
from hostdesk.safekeeping.backups.commands import back_up_after_close
from ledger.entries.forms import UndoForm
from ledger.results.queries import played_nights, starting_results
from ledger.results.report import result_lines
from ledger.undoing import commands as undoing_commands
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Faulty
from reservations.models import Act, Night, Player
from reservations.parsing.documents import beside
from reservations.parsing.names import counted
from reservations.players.queries import player_names

_MOST_FAULTS = 60
_WAYS = with_leaves(beside(__file__, "ways.toml")["ways"], "ways")


@for_host.get
def bring(request: DeskRequest) -> HttpResponse:
    """Show the ways in: a card for each kind of file in which a group keeps its past; and the starting results."""
    found = starting_results()
    names = player_names(one.player for each in found for one in each.results)
    starting = [(each, result_lines(each.results, names)) for each in found]
    context = {
        "section": "players",
        "said": last_remark(request),
        "starting": starting,
        "imports": imports(),
        "ways": _WAYS,
    }
    return render(request, "imports/results/bring.html", context)


@for_host.post
def undo_start(request: DeskRequest, act: int) -> HttpResponseBase:
    """Undo a starting result, by the number of its act."""
    found = get_object_or_404(Act, kind=Kind.RESULTS, night=None, number=act)
    form = UndoForm(request.POST)
    answer = attempt(request, form, undoing_commands.reverse, of=found.key)
    said = str(form.problem or "") if answer is None else "The starting results are undone."
    return HttpResponseRedirect(saying(said, reverse("bring")), status=303)


@for_host.post
def undo_import(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Take back a whole import, by the id of its first night."""
    found = get_object_or_404(Night, pk=night_id, imported__batch=night_id)
    form = UndoForm(request.POST)
    answer = attempt(request, form, take_back_import, batch=found)
    said = str(form.problem or "Say why.") if answer is None else answer.remark
    return HttpResponseRedirect(saying(said, reverse("bring")), status=303)


def way_context(way: str, places: str, faults: Sequence[tuple[Any, str]]) -> dict[str, Any]:
    """Return the context of a way in: its name, and the first faults by their ``places``."""
    more = len(faults[_MOST_FAULTS:])
    return {"section": "players", "way": way, "places": places, "faults": faults[:_MOST_FAULTS], "more": more}


@for_host.both
def sheet(request: DeskRequest) -> HttpResponseBase:
    """Preview a results sheet, and post it after a confirmation."""
    choices = house_choices()
    latest = Night.objects.exclude(rules=None, results=None).order_by("-pk").values_list("house__key", flat=True)
    first = played_nights().order_by("date").values_list("date", flat=True).first()
    initial = {
        "house": latest.first() or choices[0][0],
        "until": (first - timedelta(days=1)).isoformat() if first else "",
    }
    data = {**initial, **request.POST.dict()} if request.method == "POST" else None
    form = SheetForm(data, request.FILES or None, houses=choices, initial=initial)
    way = partial(way_context, "A spreadsheet", "Row")
    context: dict[str, Any] = {**way(()), "form": form}
    if not form.is_valid():
        return render(request, "imports/results/sheet.html", context, status=UNPROCESSABLE if form.is_bound else 200)
    try:
        read = read_sheet(read_grid(form.cleaned_data["bytes"]), form.roles(), form.chosen_order(), form.chosen_unit())
    except Faulty as faulty:
        return render(request, "imports/results/sheet.html", context | way(faulty.faults), status=UNPROCESSABLE)
    said = form.cleaned_data
    brings = Brings(read, said["house"], form.answers, said["reason"], said["until"], said["beside"])
    tried: list[tuple[int, str]] = []
    if request.POST.get("then") == "bring" and not form.is_new:
        try:
            posted = post_sheet(brings, Stamp(new_key(), timezone.now(), request.who.name))
            back_up_after_close()
            done = (
                "What players start with is brought in."
                if read.is_starting
                else f"{counted(posted.nights, 'night')} brought in."
            )
            done = done if posted.nights else "Nothing is new in this sheet."
            known = f" {counted(posted.known, 'night')} known already." if posted.known and not read.is_starting else ""
            return HttpResponseRedirect(saying(f"{done}{known}", reverse("bring")), status=303)
        except Faulty as faulty:
            tried = [*faulty.faults]
    plan = plan_of(read, form.answers, said["until"], beside=said["beside"])
    everybody = list(Player.objects.people().order_by("name_key"))
    columns = column_choices(read)
    read_as = [f"{letter} {role}" for letter, _, _, role in columns if role is not Role.EACH]
    faults = sorted({*read.faults, *plan.faults, *(tried if not not_said(brings, plan) else ())})
    context |= way(faults) | {
        "sheet": read,
        "shown": True,
        "plan": plan,
        "missing": [] if faults else not_said(brings, plan),
        "tried": bool(tried),
        "others": other_sheets(said["bytes"]),
        "columns": columns,
        "read_as": [*read_as, "the others results"] if len(read_as) < len(columns) else read_as,
        "roles": [(role.value, str(role)) for role in Role],
        "doubtful": [(each, who_choices(each, everybody)) for each in plan.asked if each.alike],
        "fresh": [(each, who_choices(each, everybody)) for each in plan.asked if not each.alike],
    }
    return render(request, "imports/results/sheet.html", context, status=UNPROCESSABLE if tried else 200)
