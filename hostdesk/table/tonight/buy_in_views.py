"""Chips for money at the table: buy-ins, everyone at once, sales between players, and changes of payment."""

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import attempt, done
from hostdesk.table.open_night.queries import Tonight
from hostdesk.table.tonight import views
from hostdesk.table.tonight.commands import buy_in_everyone, with_id, with_mark
from hostdesk.table.tonight.offer_page import offer, offer_instead
from ledger.buy_in import commands as buy_in_commands
from ledger.buy_in.forms import BuyInForm, ChangePayForm, ChipSaleForm, EveryoneForm, GaveOthersForm
from ledger.buy_in.rules import MINIMUM_AGE, is_late_rebuy
from ledger.chips.colours import ChipBreakdown, Sale, turns_of
from ledger.money.cents import parse_typed_cents, show_cents
from ledger.money.words import Means, beforehand
from ledger.night.act_queries import act_line
from reservations.acts.kinds import Kind
from reservations.acts.problems import Malformed
from reservations.acts.queries import is_recorded
from reservations.models import Act, Player
from reservations.parsing.names import whole_number

_SAME_WITHIN = timedelta(minutes=1)


@for_bank.post
def buy_in(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Sell chips to a player; ask first after the last hand, or if another tablet seems to have recorded the same.

    In a house where busted players buy again at once or at the next level, a rebuy between the two asks for the time of
    the bust.
    """
    tonight, player = views.read_player(night_id, number)
    form = BuyInForm(request.POST, colours=tonight.now.terms.chips)
    sells = views.for_request(request, partial(with_id, command=buy_in_commands.buy_in, whose=player))
    command = partial(with_mark, command=sells, debtor=player)
    busted_at = _busted_at(form, tonight, player.number)
    question = _question_before(form, tonight, player.number, busted_at)
    facts = {"night": tonight.night, "player": player, "busted_at": busted_at}
    answer = None if question else attempt(request, form, command, **facts)
    if answer:
        return done(request, answer, reverse("tonight", args=[night_id]))
    context = views.player_context(tonight, number) | question
    context |= views.offering(offer_instead(form, tonight, context["sitting"]))
    return views.answered(request, tonight, form, answer, panel="table/tonight/panels/_player.html", **context)


def _is_late(form: ChipSaleForm | EveryoneForm, tonight: Tonight) -> bool:
    """Tell whether the last hand has been played and no confirmation allows a sale."""
    if not tonight.now.history.is_over or not form.is_valid():
        return False
    return not (form.cleaned_data["late"] or form.overrules() or is_recorded(form.cleaned_data["key"]))


def _question_before(form: BuyInForm, tonight: Tonight, number: int, busted_at: datetime | None) -> dict[str, Any]:
    """Return the question before a sale to a player, for its panel; {} for none.

    ``is_late``: the last hand has been played. ``double``: an equal buy-in of the last minute under another key.
    ``busted_after``: the last time with chips of a player whose rebuy may be late, without the time of the bust.
    """
    if not form.is_valid() or form.overrules():
        return {}
    cleaned, history, now, question = form.cleaned_data, tonight.now.history, timezone.now(), dict[str, Any]()
    last = next((act for act in reversed(history.of(number).bought) if act.kind == Kind.BUY_IN), None)
    is_same = last and last.at >= now - _SAME_WITHIN and last.content["amount"] == cleaned["amount"]
    if history.is_over and not cleaned["late"]:
        question = {"is_late": True}
    elif is_same and not cleaned["again"]:
        question = {"double": last}
    elif cleaned["stack"] == 0 and history.of(number).holds_since is not None and not busted_at:
        had_chips_at = history.of(number).bought[-1].at
        if is_late_rebuy(had_chips_at, at=now, level_at=history.level_at, terms=tonight.now.terms):
            question = {"busted_after": had_chips_at}
    return {} if question and is_recorded(cleaned["key"]) else question


def _busted_at(form: BuyInForm, tonight: Tonight, number: int) -> datetime | None:
    """Return the time of the bust of a player who rebuys with nothing in front, by an act or the form, or None.

    It is not before they had chips last.
    """
    history = tonight.now.history
    if not form.is_valid() or form.cleaned_data["stack"] != 0 or not history.of(number).bought:
        return None
    busted_at = history.busted_at(number) or form.when_busted(timezone.now())
    return busted_at and max(busted_at, history.of(number).bought[-1].at)


@for_bank.both
def everyone(request: DeskRequest, night_id: int) -> HttpResponse:
    """Sell the usual amount to all players without chips who are here or have accepted: to all of them or none.

    A buy-in records the arrival of its player. An absent player is ticked beforehand only if nobody is marked as here,
    and comes now. If nobody has answered, the regulars can be ticked. ``?amount=…&players=…`` shows the chips for
    these.
    """
    tonight = views.read(night_id)
    expected, away = views.coming_to(tonight), tonight.turned_away
    awaited = [player for player in expected.awaited if player.number not in away]
    arrived = [player for player in tonight.players if player.state == "arrived" and player.number not in away]
    here = {player.number for player in awaited if player.is_here} | {player.number for player in arrived}
    chosen = here or {player.number for player in awaited if not player.is_later}
    newcomers: list[Any] = [*awaited, *arrived, *expected.regulars]
    offered = {player.number for player in (*newcomers, *tonight.players)}
    form = EveryoneForm(request.POST or None, players=sorted(offered))
    data = request.POST or request.GET
    if "amount" in data:
        chosen = {number for text in data.getlist("players") if (number := whole_number(text))}
    is_late = _is_late(form, tonight)
    answer = None if is_late else attempt(request, form, buy_in_everyone, night=tonight.night)
    usual = tonight.now.limits.usual_cents
    context = {"newcomers": newcomers, "here": here, "chosen": chosen, "is_late": is_late, "usual": usual}
    with suppress(Malformed):
        cents = parse_typed_cents(data["amount"]) if "amount" in data else usual
        context["stacks"] = _stacks(tonight, cents, len(chosen & offered))
    if form.refusal and all(violation.term == MINIMUM_AGE for violation in form.refusal.violations):
        words = f"IDs seen, and sell {len(chosen)} × {show_cents(form.cleaned_data['amount'])}"
        context |= views.offering(offer(form, words, id_seen="yes"))
    return views.answered(request, tonight, form, answer, panel="table/tonight/panels/_everyone.html", **context)


def _stacks(tonight: Tonight, cents: int | None, players: int) -> list[tuple[int, ChipBreakdown | None]]:
    """Return the chips of so many buyers of cents at once, equal ones together with the number of buyers.

    They are None once the rack cannot make them.
    """
    if tonight.now.chips is None or not cents:
        return []
    sales = (Sale(cents, None, players, place) for place in range(players))
    stacks = (share.last for share in turns_of(sales, tonight.now.chips, tonight.now.sharing))
    return [(len([*same]), stack) for stack, same in groupby(stacks)]


@for_bank.both
def sell(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let one player sell chips to another; the seller holds a note for them."""
    tonight, player = views.read_player(night_id, number)
    form = ChipSaleForm(request.POST or None)
    buyer = get_object_or_404(Player, pk=form.cleaned_data["buyer"]) if form.is_valid() else player
    sells = partial(with_id, command=buy_in_commands.sell_chips, whose=buyer)
    command = partial(with_mark, command=sells, debtor=buyer)
    is_late = _is_late(form, tonight)
    answer = None if is_late else attempt(request, form, command, night=tonight.night, seller=player, buyer=buyer)
    buyers = [one for one in tonight.players if one.number != player.number]
    context: dict[str, Any] = {"player": player, "buyers": buyers, "is_late": is_late}
    means = [way for way in tonight.means if way is not Means.TRANSFER]
    context |= {"means": means, "paid_by": beforehand(means)}
    context |= {"free_mark": form.free_mark or form.data.get("mark", "")}
    context |= views.offering(offer_instead(form, tonight))
    return views.answered(request, tonight, form, answer, panel="table/tonight/panels/_sell.html", **context)


@for_bank.both
def gave_others(request: DeskRequest, night_id: int, act: int) -> HttpResponse:
    """Record other chips for a buy-in than the page proposed."""
    tonight, bought = views.read(night_id), get_object_or_404(Act, night_id=night_id, number=act, kind=Kind.BUY_IN)
    colours = tonight.now.terms.chips
    form = GaveOthersForm(request.POST or None, colours=colours)
    answer = attempt(request, form, buy_in_commands.give_others, night=tonight.night, of=bought.key)
    if not form.is_bound and (chips := tonight.now.chips_at(act)) and chips.last:
        handed_out = dict(chips.last.counts)
        form.data = {f"amount-{place}": str(handed_out.get(colour, "")) for place, colour in enumerate(colours)}
    context = {"line": act_line(bought, tonight.now.names), "given": form}
    return views.answered(request, tonight, form, answer, panel="table/tonight/panels/_gave_others.html", **context)


@for_bank.both
def paid(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Correct the payment of a buy-in of this player."""
    tonight, player = views.read_player(night_id, number)
    form = ChangePayForm(request.POST or None)
    command = partial(with_mark, command=buy_in_commands.change_pay, debtor=player)
    answer = attempt(request, form, command, night=tonight.night)
    if answer:
        return done(request, answer, reverse("tonight", args=[night_id]))
    history, buy_ins = tonight.now.history, []
    for act in history.acts:
        if act.kind == Kind.BUY_IN and act.content["player"] == player.number:
            means = history.means_of(act)
            others = [other for other in tonight.means if other != means]
            line = {"key": act.key, "at": act.at, "cents": act.content["amount"], "means": means}
            buy_ins.append({**line, "others": others, "may_be_note": Means.NOTE in others})
    context = {"player": player, "buy_ins": buy_ins, **views.note_context(tonight, player)}
    context |= views.offering(offer_instead(form, tonight))
    return views.answered(request, tonight, form, answer, panel="table/tonight/panels/_paid.html", **context)
