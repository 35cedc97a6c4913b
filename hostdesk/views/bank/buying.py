"""Chips for money at the table: buy-ins, everyone at once, sales between players, and how it was really paid."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.bank.tonight import Tonight, not_here_yet
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.views.acting import BOTH, attempt, done, person_or_404, refused_context, status_of
from hostdesk.views.bank.paying import instead_of_credit, note_context, paid_with
from hostdesk.views.bank.tonight import coming_to, player_context, read, show, to_tonight
from ledger import commands
from ledger.course import Happening
from ledger.forms import BuyInForm, ChangePayForm, ChipSaleForm, EveryoneForm
from ledger.queries import course_of
from ledger.terms import Means
from reservations.acts import Answer, is_recorded
from reservations.desk import whole_file
from reservations.digits import whole_number
from reservations.kinds import Kind, Stamp
from reservations.models import Night, Player
from reservations.problems import Impossible

_SAME_WITHIN = timedelta(minutes=1)


@require_POST
@for_bank
def buy_in(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Sell chips to a player; what looks like the same buy-in from another tablet is asked about first."""
    tonight, player = read(night_id), person_or_404(number)
    form = BuyInForm(request.POST, colours=tonight.now.terms.chips)
    twin = _twin(form, tonight, player.number) if form.is_valid() else None
    answer = None if twin else attempt(request, form, lambda stamp: _sell(stamp, tonight, player, form))
    if answer:
        return done(request, answer, to_tonight(night_id))
    context = {**player_context(tonight, number), "twin": twin}
    context |= refused_context(form, reverse("tonight_buy_in", args=[night_id, number]))
    context |= instead_of_credit(form, tonight) or _suggestion(form, context, tonight)
    return show(request, tonight, "player", status=409 if twin else status_of(form), **context)


def _sell(stamp: Stamp, tonight: Tonight, player: Player, form: BuyInForm) -> Answer:
    said = form.cleaned_data
    return paid_with(
        stamp,
        form,
        player,
        lambda: commands.buy_in(
            stamp=stamp,
            night=tonight.night,
            player=player,
            amount_cents=said["amount"],
            pay=said["pay"],
            note=said["note"],
            stack_cents=said["stack"],
        ),
    )


def _twin(form: BuyInForm, tonight: Tonight, number: int) -> Happening | None:
    """Return a buy-in of the last minute that says the same under another key."""
    said = form.cleaned_data
    if said["again"] or form.overrules() or is_recorded(said["key"]):
        return None
    after = timezone.now() - _SAME_WITHIN
    for each in reversed(tonight.now.course.happenings):
        if each.kind == Kind.BUY_IN and each.content["player"] == number and each.at >= after:
            return each if each.content["amount"] == said["amount"] else None
    return None


def _suggestion(form: BuyInForm, context: dict[str, Any], tonight: Tonight) -> dict[str, Any]:
    """Offer the most that the house allows, where it refused more."""
    if form.refusal is None:
        return {}
    stack, answered_for = form.cleaned_data["stack"], context["player"].is_answered_for
    most = tonight.most_for(context["sitting"], stack, answered_for=answered_for)
    untold = context["stack_asked"] and stack is None
    return {"suggestion": "hostdesk/_buy_allowed.html", "most": most, "untold": untold} if most else {}


@require_http_methods(BOTH)
@for_bank
def everyone(request: DeskRequest, night_id: int) -> HttpResponse:
    """Sell the usual amount to everybody who has come and has no chips yet: all of them or none."""
    tonight = read(night_id)
    early = [not_here_yet(each.number, each.name) for each in coming_to(tonight).awaited if each.is_here]
    newcomers = early + [each for each in tonight.players if each.state == "arrived"]
    chosen = {each.number for each in newcomers}
    form = EveryoneForm(request.POST or None, players=[each.number for each in (*early, *tonight.players)])
    if form.is_bound:
        chosen &= {number for each in request.POST.getlist("players") if (number := whole_number(each))}
        answer = attempt(request, form, lambda stamp: _sell_to_all(stamp, tonight, form))
        if answer:
            return done(request, answer, to_tonight(night_id))
    context = {"newcomers": newcomers, "chosen": chosen, "usual": tonight.now.limits.usual_cents}
    context |= refused_context(form, reverse("tonight_everyone", args=[night_id]))
    return show(request, tonight, "everyone", status=status_of(form), **context)


def _sell_to_all(stamp: Stamp, tonight: Tonight, form: EveryoneForm) -> Answer:
    """Sell to all of them; to nobody where one has bought in meanwhile, perhaps from another tablet."""
    numbers = list(dict.fromkeys(form.cleaned_data["players"]))
    players = Player.objects.in_bulk(numbers)
    with whole_file():
        if not is_recorded(f"{stamp.key}.{numbers[0]}"):
            _check_newcomers(tonight.night, players)
        answers = [
            commands.buy_in(
                stamp=Stamp(f"{stamp.key}.{number}", stamp.at, stamp.by, stamp.ruling),
                night=tonight.night,
                player=players[number],
                amount_cents=form.cleaned_data["amount"],
                pay=Means.CASH,
            )
            for number in numbers
        ]
    return answers[-1]


def _check_newcomers(night: Night, players: Mapping[int, Player]) -> None:
    course = course_of(night)
    bought = [player.name for number, player in players.items() if course.has_bought(number)]
    if bought:
        names = " and ".join(bought) if len(bought) < 3 else ", ".join(bought)
        raise Impossible(f"{names} bought in meanwhile, perhaps from another tablet. Nobody's buy-in was recorded now.")


@require_http_methods(BOTH)
@for_bank
def sell(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Let one player sell chips to another; a note for them is the seller's then."""
    tonight, player = read(night_id), person_or_404(number)
    form = ChipSaleForm(request.POST or None)
    answer = attempt(request, form, lambda stamp: _pass_on(stamp, tonight, player, form))
    if answer:
        return done(request, answer, to_tonight(night_id))
    context = refused_context(form, reverse("tonight_sell", args=[night_id, number]))
    context |= {"player": player, "buyers": [each for each in tonight.players if each.number != player.number]}
    context |= {"means": [each for each in tonight.means if each is not Means.TRANSFER]}
    context |= {"free_mark": form.free_mark or form.data.get("mark", "")}
    context |= instead_of_credit(form, tonight)
    return show(request, tonight, "sell", status=status_of(form), **context)


def _pass_on(stamp: Stamp, tonight: Tonight, seller: Player, form: ChipSaleForm) -> Answer:
    said = form.cleaned_data
    buyer = get_object_or_404(Player, pk=said["buyer"])
    return paid_with(
        stamp,
        form,
        buyer,
        lambda: commands.sell_chips(
            stamp=stamp,
            night=tonight.night,
            seller=seller,
            buyer=buyer,
            amount_cents=said["amount"],
            pay=said["pay"],
            note=said["note"],
        ),
    )


@require_http_methods(BOTH)
@for_bank
def paid(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Say that a buy-in of this player was paid otherwise than recorded."""
    tonight, player = read(night_id), person_or_404(number)
    form = ChangePayForm(request.POST or None)
    answer = attempt(request, form, lambda stamp: _pay_otherwise(stamp, tonight, player, form))
    if answer:
        return done(request, answer, to_tonight(night_id))
    context = {"player": player, "buy_ins": list(_buy_ins(tonight, player.number)), **note_context(tonight, player)}
    context |= refused_context(form, reverse("tonight_paid", args=[night_id, number]))
    context |= instead_of_credit(form, tonight)
    return show(request, tonight, "paid", status=status_of(form), **context)


def _pay_otherwise(stamp: Stamp, tonight: Tonight, player: Player, form: ChangePayForm) -> Answer:
    said = form.cleaned_data
    return paid_with(
        stamp,
        form,
        player,
        lambda: commands.change_pay(
            stamp=stamp, night=tonight.night, of=said["of"], pay=said["pay"], note=said["note"]
        ),
    )


def _buy_ins(tonight: Tonight, number: int) -> Any:
    course = tonight.now.course
    for each in course.happenings:
        if each.kind == Kind.BUY_IN and each.content["player"] == number:
            means = course.means_of(each)
            others = [other for other in tonight.means if other != means]
            line = {"key": each.key, "at": each.at, "cents": each.content["amount"], "means": means}
            yield {**line, "others": others, "may_be_note": Means.NOTE in others}
