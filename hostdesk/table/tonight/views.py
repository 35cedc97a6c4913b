"""Tonight: the page of an open night, its panel, and the news since."""

import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_house
from hostdesk.base.site import act_views
from hostdesk.base.site.act_views import attempt, night_or_404, receipt_act, refused_context, remark_on
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.base.site.poll_middleware import drawn_for_all
from hostdesk.base.site.rounds import CLOCK, has_stopped
from hostdesk.base.site.since_views import polls_at, unchanged
from hostdesk.base.site.since_views import since as changed_since
from hostdesk.invitations.guests.page import Awaited, Expected, expected_of
from hostdesk.invitations.nights.commands import let_articles_in
from hostdesk.rules.house_rules.page import rules_page
from hostdesk.rules.house_rules.views import VersionForm
from hostdesk.rules.houses.queries import rules_of_night
from hostdesk.table.notes.queries import free_mark, moved_by, written_by
from hostdesk.table.open_night.queries import PlayerTonight, Tonight
from hostdesk.table.requests.commands import accept
from hostdesk.table.requests.queries import open_requests
from hostdesk.table.tables.seats_page import SeatMap, noted_context, seat_context, seat_map_of
from hostdesk.table.tonight.cash_out_page import staying_out
from hostdesk.table.tonight.commands import undo_together
from hostdesk.table.tonight.counted import CLOSING
from hostdesk.table.tonight.offer_page import Offer
from ledger.bank.queries import bank_of
from ledger.cash_out.queries import IN_CASH, how_paid
from ledger.chips.colours import ChipsTonight
from ledger.clock.queries import clock_now
from ledger.entries.forms import UndoForm
from ledger.money.cash import denominations, hand_out
from ledger.money.cents import parse_typed_cents
from ledger.money.words import beforehand
from ledger.night.act_queries import recorded_with
from ledger.undoing import commands as undoing_commands
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible, Malformed
from reservations.acts.queries import Answer, Books
from reservations.houses.off_table import off_table_changes
from reservations.models import Act, Player
from reservations.parsing.names import whole_number
from reservations.players.queries import mark_of, regulars
from reservations.rsvps.door_queries import no_id_of
from reservations.tables.rules import two_tables_matter

_WRITING = (Kind.BUY_IN, Kind.CHIP_SALE, Kind.CHANGE_PAY)
VIEWS = ("table", "list", "turned")
"""How this browser shows the players: around their tables, as a list, or so that the table may look on."""
_VIEW, _VIEW_BEFORE = settings.COOKIE.format("tonight"), "tonight"  # the cookie that remembers it
_YEAR = 365 * 24 * 60 * 60
_NIGHT, _SEATS = "table/tonight/panels/_night.html", "table/tables/panels/_seats.html"
_KINDS = {_NIGHT: "night", "table/tables/panels/_seat.html": "bar", _SEATS: "bar"}
_HANDED = ("pieces", "paid", "handed_out", "wrote", "paid_note")  # the sentences of a receipt beside its line
_PARTS = {
    "bank": "table/tonight/_bank.html",
    "players": "table/tonight/_players.html",
    "acts": "table/tonight/_acts.html",
    "fault": "base/site/_books_fault.html",
}


@for_bank.get
def page(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the night; with ``?receipt=N`` the receipt of act N, with ``?more`` all actions on the night.

    ``?view=list`` shows the players as a list, and this browser remembers it. A night without an open bank has a page
    of its own.
    """
    night = night_or_404(night_id)
    try:
        tonight = Tonight(night, bank_of(night))
    except Impossible:
        return redirect("night", night_id)
    receipt = receipt_of(request, tonight)
    panel = "receipt" if receipt else "more" if "more" in request.GET else "night"
    response = show(request, tonight, f"table/tonight/panels/_{panel}.html", **receipt)
    if (view := request.GET.get("view", "")) in VIEWS:
        response.set_cookie(_VIEW, view, max_age=_YEAR, samesite="Lax", secure=settings.TLS, httponly=True)
    return response


@for_bank.get
def player(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Show the actions of one player, here or not; with ``?stack=45`` the usual amount fits those chips in front.

    ``?amount=20`` fills in another amount, and ``?request=7`` that of a request.
    """
    tonight = read(night_id)
    context = player_context(tonight, number) | receipt_of(request, tonight)
    with contextlib.suppress(Malformed):
        context["usual"] = parse_typed_cents(request.GET.get("amount", ""))
    context |= {"accepts": whole_number(request.GET.get("request", "")), "last_remark": act_views.last_remark(request)}
    with contextlib.suppress(Malformed):
        stack, usual = parse_typed_cents(request.GET.get("stack", ""), zero=True), context["usual"]
        context["usual"] = (usual and tonight.nearest_for(context["sitting"], usual, stack)) or usual
    return show(request, tonight, "table/tonight/panels/_player.html", **context)


@for_bank.get
def since(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Send the parts of the page that another device has changed since that act; 204 without any.

    The drawing for one device is sent to the others that ask a moment later: thirty may ask after every act.
    """
    if has_stopped(CLOCK) != ("stopped" in request.GET):
        return _changed(request, night_id)
    return unchanged(request, night_id, act) or drawn_for_all(request, partial(_changed, request, night_id))


def _changed(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the parts that read otherwise than the page knows; a closed night leads to its own page."""
    tonight = read(night_id)
    if not tonight.is_open:
        return HttpResponse(status=204, headers={"HX-Redirect": reverse("night", args=[night_id])})
    expected, seats = coming_to(tonight), seat_map_of(tonight, timezone.now())
    context = _now(request, tonight, expected) | {"tonight": tonight, "expected": expected, "seats": seats}
    return changed_since(request, _PARTS, context["polls"], context)


def _now(request: DeskRequest, tonight: Tonight, expected: Expected) -> dict[str, Any]:
    """Return the clock of a night, its open requests, and the address at which its page asks for news."""
    stopped, books = has_stopped(CLOCK), Books.read_with(request.desk)
    address = reverse("tonight_since", args=[tonight.night.pk, books.act])
    return {
        "clock": clock_now(tonight.now, timezone.now(), tonight.facts),
        "clock_stopped": stopped,
        "requests": open_requests(tonight),
        "polls": polls_at(books, address, expected.changes_at, **({"stopped": ""} if stopped else {})),
    }


@for_bank.both
def undo(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Ask whether to undo the act, and undo it; ``?then=closing`` goes back there."""
    tonight = read(night_id)
    wanted = get_object_or_404(Act.objects.select_related("reversed_by"), night_id=night_id, number=act)
    form = UndoForm(request.POST or None)
    then = CLOSING if request.GET.get("then") == CLOSING else "tonight"
    mine = f"{request.POST.get('key')}."  # An act that this form has undone already is not undone again.
    undone_by = {act: getattr(act, "reversed_by", None) for act in recorded_with(wanted)}
    batch = [act for act, by in undone_by.items() if by is None or by.key.startswith(mine)]
    if form.is_valid() and form.cleaned_data["together"] and batch:
        answer = attempt(request, form, undo_together, of=[act.key for act in reversed(batch)])
    else:
        answer = attempt(request, form, undoing_commands.reverse, of=wanted.key)
    if answer:
        return act_views.done(request, answer, reverse(then, args=[night_id]))
    context = {"act": wanted, "line": tonight.line_of(wanted), "first": form.first, "then": then, "batch": batch}
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_undo.html", **context)


def coming_to(tonight: Tonight) -> Expected:
    """Return the players still to come; without any, before the first sale, the regulars who did not say no."""
    here = {player.number for player in tonight.players}
    expected = expected_of(tonight.night, tonight.facts, here, tonight.now.names, timezone.now(), tonight.attendance)
    if expected.awaited or tonight.line.sold_cents:
        return expected
    away = {*here, *expected.noes, *tonight.turned_away}
    known = [player for player in regulars() if not player.removed and player.number not in away]
    return replace(expected, regulars=tuple(Awaited(player.number, player.name, "regular") for player in known))


def read(night_id: int) -> Tonight:
    """Read a night whose bank was opened. Raises ``Http404``."""
    try:
        night = night_or_404(night_id)
        return Tonight(night, bank_of(night))
    except Impossible as problem:
        raise Http404(str(problem)) from problem


def read_player(night_id: int, number: int) -> tuple[Tonight, Player]:
    """Read a night and the person of that number. Raises ``Http404`` without the bank or the person."""
    tonight = read(night_id)
    return tonight, person_in(tonight, number)


def person_in(tonight: Tonight, number: int) -> Player:
    """Return the person of that number, here or not, from a night that was read. Raises ``Http404``."""
    try:
        return tonight.now.person(number)
    except Player.DoesNotExist as missing:
        raise Http404 from missing


def show(request: DeskRequest, tonight: Tonight, panel: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """Draw the whole page with that panel; htmx takes the parts it needs from it.

    Once the bank is closed a page without a form leads to the night's own page.
    """
    if not tonight.is_open and status == HTTPStatus.OK:
        return redirect("night", tonight.night.pk)
    expected, seats = coming_to(tonight), seat_map_of(tonight, timezone.now())
    context = {"key": new_key(), "expected": expected, "seats": seats, **context, "tonight": tonight}
    people = len(seats.present.here) + len(expected.awaited)
    context["two_tables"] = two_tables_matter(seats.seating, people, seats.read.terms)
    context |= _now(request, tonight, expected)
    if noted := request.GET.get("noted"):
        context |= noted_context(tonight.night, seats, noted)
    context |= {"panel": panel, "kind": kind_of(panel, context, seats)}
    chosen = (request.GET.get("view"), request.COOKIES.get(_VIEW), request.COOKIES.get(_VIEW_BEFORE))
    context["view"] = next(filter(VIEWS.__contains__, chosen), VIEWS[0])
    if "sitting" in context:
        number = context["sitting"].number
        context |= {"is_here": tonight.player(number) is not None, "awaited": expected.of(number)}
        context |= seat_context(seats, number)
    response = render(request, "table/tonight/tonight.html", context, status=status)
    if status != HTTPStatus.OK:
        # A reload of a refused form's address shows the page that the browser showed before.
        response.headers["HX-Push-Url"] = "false"
    return response


def kind_of(panel: str, context: Mapping[str, Any], seats: SeatMap) -> str:
    """Return the form of a panel: ``doing``, a card; ``told``, a short receipt; ``night`` and ``bar``, a line."""
    asks = panel == _SEATS and (context["spot"] or seats.unseated or not seats.is_drawn)
    is_still = ("stands" in context and "uneven" not in context) or not context.get("merge", {"can_be": True})["can_be"]
    if is_still or (panel in _KINDS and not asks):
        return _KINDS.get(panel, "bar")
    if panel != "table/tonight/panels/_receipt.html" or any(context.get(name) for name in _HANDED):
        return "doing"
    stands = any(player.spot and player.sitting.number == context.get("sits_down") for player in seats.unseated)
    leads_on = context["act"].kind in (Kind.OPEN, Kind.STAKES, Kind.CASH_OUT) or (seats.is_drawn and stands)
    return "doing" if leads_on else "told"


def answered(
    request: DeskRequest, tonight: Tonight, form: ActForm, answer: Answer | None, *, panel: str, **context: Any
) -> HttpResponse:
    """Redirect to the receipt of a panel's form; else show the panel with ``form`` and the reason.

    With ``is_late``, ``double`` or ``busted_after`` it asks first, and no command was run.
    """
    if answer:
        return act_views.done(request, answer, reverse("tonight", args=[tonight.night.pk]))
    asks_first = any(context.get(question) for question in ("is_late", "double", "busted_after"))
    status = act_views.CONFLICT if asks_first else act_views.status_of(form)
    panel = "table/tonight/panels/_asked_first.html" if asks_first else panel
    return show(request, tonight, panel, status=status, **{**context, **refused_context(form, request.path)})


def show_fact(request: DeskRequest, tonight: Tonight, form: ActForm, panel: str, **context: Any) -> HttpResponse:
    """Show the panel of a fact's form: unsent, or as it was refused."""
    context = {**act_views.fact_context(form, request.path), **context}
    return show(request, tonight, panel, status=act_views.status_of(form), **context)


def player_context(tonight: Tonight, number: int) -> dict[str, Any]:
    """Return the context of a player's panel. Raises ``Http404`` for nobody."""
    one = person_in(tonight, number)
    seated = tonight.player(one.number) or PlayerTonight(one.number, one.name)
    notice_ends = tonight.notice_met_at(replace(seated, notice_at=timezone.now()))
    met_at, is_rebuy = tonight.notice_met_at(seated), seated.last_buy_cents is not None
    return {
        "player": one,
        "sitting": seated,
        "usual": tonight.usual_for(seated),
        "quick_amounts": tonight.quick_amounts_for(seated),
        "is_rebuy": is_rebuy,
        "paid_by": beforehand(tonight.means),
        "needs_stack": tonight.now.terms.rebuy_needs_stack and is_rebuy,
        "turned_away": tonight.turned_away.get(one.number, ""),
        "own_count": tonight.own_counts.get(one.number),
        "no_id": no_id_of(one, tonight.night),
        "notice_met_at": met_at,
        "leaves_from": notice_ends if met_at is None else None,
        "is_notice_met": met_at is not None and met_at <= timezone.now(),
        **note_context(tonight, one),
    }


def receipt_of(request: DeskRequest, tonight: Tonight) -> dict[str, Any]:
    """Return the context of the receipt of ``?receipt=N``; nothing for an act that is not of this night.

    For a cash-out: its payment, the notes and coins of its cash, and the player's result.
    """
    number = whole_number(request.GET.get("receipt", ""))
    act = next((act for act in tonight.recent if act.number == number), None)
    act = act or receipt_act(request, night=tonight.night)
    if act is None:
        return {}
    line, content = tonight.line_of(act), tonight.now.people.in_fields(json.loads(act.content))
    context: dict[str, Any] = {"receipt": line, "act": act, "remark": remark_on(request, act), "together": 1}
    if act.kind == Kind.BUY_IN and not line.undone:
        context["sits_down"] = content["player"]
        context["handed_out"] = _handed_out(tonight, [act])
    if act.kind in _WRITING and "note" in content:
        context["wrote"] = written_by(act)
    elif act.kind == Kind.REDEEM_NOTE:
        context["paid_note"] = moved_by(act)
    elif act.kind == Kind.CASH_OUT:
        player, paid = content["player"], how_paid(act)
        cash = dict(paid).get(IN_CASH, 0)
        context |= {
            "paid": paid,
            "pieces": hand_out(cash, denominations(request.desk.currency)) if cash else (),
            "result": None if content.get("plays_on") else tonight.player(player),
            "staying_out": staying_out(tonight, player),
        }
    alike = recorded_with(act)
    context["together"] = len(alike)
    if "handed_out" in context and len(alike) > 1:
        context["handed_out"] = _handed_out(tonight, [act for act in alike if not hasattr(act, "reversed_by")])
    return context


def _handed_out(tonight: Tonight, buy_ins: Sequence[Act]) -> list[tuple[ChipsTonight, list[str]]]:
    """Return the chips for buy-ins that were recorded together, equal ones once, with their players.

    A single buy-in has no names.
    """
    shares = dict[str, tuple[ChipsTonight, list[str]]]()
    for act in buy_ins:
        if (chips := tonight.now.chips_at(act.number)) is None:
            return []
        alike = shares.get(reads := f"{chips.change}: {chips.last or chips.problem}", (chips, []))[1]
        names = [tonight.now.names[json.loads(act.content)["player"]]] if len(buy_ins) > 1 else []
        shares[reads] = (chips, [*alike, *names])
    return list(shares.values())


def for_request(request: DeskRequest, command: Callable[..., Answer]) -> Callable[..., Answer]:
    """Return the command; for a form that accepts a player's request, one that runs only while that is open."""
    number = whole_number(request.POST.get("request", ""))
    return command if number is None else partial(accept, run=command, wish=number)


def note_context(tonight: Tonight, debtor: Player) -> dict[str, Any]:
    """Return the context for a note of that player: their mark, or a free one."""
    if not tonight.takes_notes:
        return {}
    mark = mark_of(debtor, tonight.now.people)
    return {"mark": mark, "free_mark": "" if mark else free_mark(debtor)}


def offering(found: Offer | None) -> dict[str, Any]:
    """Return the context of an offer after a refusal, if there is one."""
    return {"suggestion": "table/tonight/_offer.html", "offer": found} if found else {}


@for_bank.get
def tonight_rules(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the rules of a night in the panel beside it, with the focus in the search field."""
    return _rules_beside(request, read(night_id))


@for_house.post
def tonight_let_in(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let the articles of another version that do not touch the game into an open night."""
    tonight, form = read(night_id), VersionForm(request.POST)
    url = reverse("tonight_rules", args=[night_id])
    response = act_views.carry_out(request, form, let_articles_in, url, night=tonight.night)
    return response or _rules_beside(request, tonight, form)


def _rules_beside(request: DeskRequest, tonight: Tonight, form: VersionForm | None = None) -> HttpResponse:
    """Show the rules beside a night; a host is offered newer articles, and the night's own again."""
    night, as_played = tonight.night, rules_of_night(tonight.night)
    page = rules_page(night.house, request.GET.dict(), as_played)
    context: dict[str, Any] = {"page": page, "house": night.house, "here": reverse("tonight_rules", args=[night.pk])}
    context |= {"last_remark": act_views.last_remark(request), **(refused_context(form, request.path) if form else {})}
    if request.who.is_host and tonight.is_open:
        newest = night.house.newest()
        for name, rules in (("newer", newest), ("own", night.kept_rules)):
            changes = off_table_changes(as_played.document, json.loads(rules.document))
            context[name] = {"version": rules.version, "changes": changes} if changes else None
    status = act_views.status_of(form)
    return show(request, tonight, "rules/house_rules/panels/_rules.html", status=status, **context)
