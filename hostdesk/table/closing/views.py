"""The closing of a night: one page that leads through it, and its acts."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import attempt, done, form_page, night_or_404, refused_context, status_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.safekeeping.backups.page import backup_of_close
from hostdesk.table.closing.commands import close_and_back_up
from hostdesk.table.closing.page import Closing, hints_for, reasons_given
from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tonight.cash_out_page import count_context
from hostdesk.table.tonight.counted import CLOSING, differed_at, piece_inputs
from hostdesk.table.tonight.views import person_in, player_context, read, receipt_of
from ledger.audit.discrepancies import CountedPlace
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.forms import RECORD, DeclareForm, DrawerForm, FinalPotForm, NotesForm
from ledger.credit import commands as credit_commands
from ledger.money.cash import denominations
from ledger.night import commands as night_commands
from ledger.night.rules import Count
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.queries import Answer
from reservations.models import Act, Night
from reservations.parsing.names import whole_number

_LONGEST = 12
"""The digits of an amount in cents, with room to spare."""


@for_bank.get
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the state of the closing; ``?extra=2000`` looks for too many chips that came back, in cents."""
    tonight = read(night_id)
    if not tonight.is_open:
        return redirect("night", night_id)
    return show(request, tonight, **receipt_of(request, tonight))


_TAKES: Mapping[str, tuple[type[ActForm], Callable[..., Answer]]] = {
    "players": (ActForm, night_commands.play_last_hand),
    "pot": (FinalPotForm, cash_out_commands.win_final_pot),
    "chips": (DeclareForm, cash_out_commands.declare_chips),
    "notes": (NotesForm, credit_commands.commit_notes),
}
"""The actions of the steps: the form and the command."""


@for_bank.post
def take(request: DeskRequest, night_id: int, step: str) -> HttpResponse:
    """Record a step: the last hand, the winner of the pot, chips missing or extra, notes for THE BOOK."""
    form_class, command = _TAKES[step]
    return _record(request, night_id, form_class(request.POST), command, step)


@for_bank.both
def lapse(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the notes that lapse and the players who lose by it; after a confirmation let them lapse.

    ``note`` names the only note to lapse; without it, all of them lapse.
    """
    form = NotesForm(request.POST if request.method == "POST" else None)
    if answer := attempt(request, form, credit_commands.lapse_notes, night=night_or_404(night_id)):
        return done(request, answer, reverse("closing", args=[night_id]))
    tonight = read(night_id)
    if not tonight.is_open:
        return redirect("night", night_id)
    closing = Closing(tonight, (request.POST if form.is_bound else request.GET).get("note", ""))
    if not form.is_bound and not closing.notes_cents:
        return _back(night_id, "notes")
    # The parts with the reason for a refusal need the name of their step.
    context = {"tonight": tonight, "closing": closing, "name": "notes", "refused_at": "notes"}
    return form_page(request, "table/closing/lapse.html", form, **context)


@for_bank.post
def drawer(request: DeskRequest, night_id: int) -> HttpResponse:
    """Keep a count of the drawer to compare it with the books, drop it, or record it."""
    form = DrawerForm(request.POST, pieces=denominations(request.desk.currency))
    if request.POST.get("step") == "again":
        request.session.pop(_kept(night_id), None)
        return _back(night_id, "drawer")
    if not form.is_valid() or form.cleaned_data["step"] == RECORD:
        return _record(request, night_id, form, night_commands.count_drawer, "drawer")
    written = {name: str(value)[:_LONGEST] for name, value in request.POST.items() if name.startswith("counted")}
    count = {"cents": form.cleaned_data["counted"], "fields": written, "after": read(night_id).now.last.number}
    request.session[_kept(night_id)] = count
    return _back(night_id, "drawer")


def _kept(night_id: int) -> str:
    """Return the session key of a count of the drawer that waits for its record."""
    return f"drawer-{night_id}"


def _kept_count(request: DeskRequest, night: Night) -> dict[str, Any]:
    """Return the count of the drawer that waits for its record; {} for none, and once a later one is recorded."""
    kept: dict[str, Any] = request.session.get(_kept(night.pk), {})
    counts = Act.objects.filter(night=night, kind=Kind.COUNT_DRAWER, number__gt=kept.get("after", 0))
    return {} if kept and counts.exists() else kept


@for_bank.post
def close(request: DeskRequest, night_id: int) -> HttpResponse:
    """Close the night and show its result."""
    return _record(request, night_id, ActForm(request.POST), close_and_back_up, "close", then="night")


@for_bank.get
def backup(request: DeskRequest, night_id: int) -> HttpResponse:
    """Tell the page after the close the state of the backup; 204 while the page shows it (``?shown=waits``)."""
    now = backup_of_close()
    if now is None or now.state == request.GET.get("shown"):
        return HttpResponse(status=204)
    return render(request, "safekeeping/backups/_backup.html", {"night": night_or_404(night_id), "backup": now})


def _record(
    request: DeskRequest, night_id: int, form: ActForm, command: Callable[..., Answer], step: str, then: str = CLOSING
) -> HttpResponse:
    """Record a step and go on to the page ``then``; else show the closing as it is now, with the reason at the step."""
    if answer := attempt(request, form, command, night=night_or_404(night_id)):
        return done(request, answer, reverse(then, args=[night_id]))
    tonight = read(night_id)
    if not tonight.is_open:
        return redirect("night", night_id)
    refused = refused_context(form, request.path)
    return show(request, tonight, status=status_of(form), refused_at=step, **refused)


def _back(night_id: int, step: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('closing', args=[night_id])}#{step}", status=303)


def show(request: DeskRequest, tonight: Tonight, *, status: int = 200, **context: Any) -> HttpResponse:
    """Draw the closing, with the count of the ``player`` in the context, else of the player who should be first."""
    closing, pieces = Closing(tonight), denominations(request.desk.currency)
    differed = request.session.get(differed_at(tonight.night.pk), ())
    extra = context.get("extra") or whole_number(request.GET.get("extra", ""), most_digits=_LONGEST) or 0
    is_time = tonight.now.history.is_over or not tonight.waits_for_the_end
    if closing.holders and is_time and "player" not in context:
        first = closing.guests_first or [closing.holders[0].name]
        number = next(holder.number for holder in closing.holders if holder.name in first)
        context |= player_context(tonight, number) | count_context(tonight, person_in(tonight, number), {})
    missing = 0 if closing.holders or extra else closing.chips_cents
    # A count of the drawer that was kept, or one that could not be read, is shown again.
    kept = _kept_count(request, tonight.night)
    is_wrong = context.get("refused_at") == "drawer" and not kept
    fields = request.POST if is_wrong else kept.get("fields", {})
    context |= {
        "tonight": tonight,
        "closing": closing,
        "then": CLOSING,
        "key": new_key(),
        "reasons_given": reasons_given(),
        "drawer_pieces": piece_inputs(fields, "counted", pieces),
        "typed": fields.get("counted", ""),
        "extra": extra,
        "missing": missing,
        "chip_hints": hints_for(tonight, CountedPlace.CHIPS, extra or -missing, differed),
    }
    if kept:
        count = Count(expected_cents=tonight.line.drawer_cents, counted_cents=kept["cents"])
        hints = hints_for(tonight, CountedPlace.DRAWER, count.difference_cents, differed)
        context |= {"count": count, "drawer_hints": hints}
    return render(request, "table/closing/closing.html", context, status=status)
