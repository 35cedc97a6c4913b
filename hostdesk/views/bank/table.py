"""What happens at the table: who comes, who means to leave, the level, the big stack, the last hand, the banker."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from hostdesk.bank.tonight import Tonight
from hostdesk.in_play.clock_commands import next_level
from hostdesk.in_play.clock_now import clock_now
from hostdesk.seating.seat_forms import HereForm
from hostdesk.sign_in.rights import DeskRequest, for_bank
from hostdesk.templatetags.desk import clock
from hostdesk.views.acting import BOTH, attempt, done, person_or_404, refused_context, status_of
from hostdesk.views.bank.tonight import player_context, read, record, show
from hostdesk.views.fact_acting import fact_context, noted
from hostdesk.views.seating.sitting_down import sit_down
from ledger import commands
from ledger.forms import BankerForm, BigStackForm, FloatForm, LevelForm
from reservations.acts import Answer, is_recorded
from reservations.commands import record_player
from reservations.desk import whole_file
from reservations.fact_log import Noted
from reservations.forms import ActForm, WalkInForm
from reservations.kinds import Stamp
from reservations.models import Player
from reservations.problems import Impossible, Malformed
from reservations.queries import person_named, player_called, regulars

_OFFERED = 24


@require_http_methods(BOTH)
@for_bank
def add(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let somebody come: a known player, or a new one who is put on the list first. Their panel opens.

    They take the seat that the form names, if it does. An address may say already whom: ``?name=…``, with ``guest`` and
    ``invited_by`` for a guest somebody announced.
    """
    tonight = read(night_id)
    form = HereForm(request.POST or None)
    answer = attempt(request, form, lambda stamp: _come(stamp, tonight, form))
    if answer:
        player = person_named(form.cleaned_data["name"])
        return done(request, answer, sit_down(request, tonight.night, player, form))
    here = {each.number for each in tonight.players}
    known = [each for each in Player.objects.people().order_by("name_key") if each.number not in here]
    context = refused_context(form, reverse("tonight_add", args=[night_id]))
    context |= {"known": known, "absent": known[:_OFFERED], "hosts": regulars(), "typed": form.data or request.GET}
    return show(request, tonight, "add", status=status_of(form), **context)


def _come(stamp: Stamp, tonight: Tonight, form: WalkInForm) -> Answer:
    said = form.cleaned_data
    inviter = Player.objects.filter(pk=said["invited_by"] or 0).first()
    if said["invited_by"] and inviter is None:
        raise Malformed("Nobody on the list has invited them: choose who did.")
    first = Stamp(f"{stamp.key}.player", stamp.at, stamp.by)
    with whole_file():  # Somebody whom the house refuses at the door is not put on the list either.
        if player_called(said["name"]) is None:
            inviter = inviter if said["guest"] else None
            record_player(stamp=first, name=said["name"], regular=not said["guest"], invited_by=inviter)
        player = person_named(said["name"])
        sitting = tonight.player(player.number)
        if sitting and sitting.state != "left" and not is_recorded(stamp.key):
            raise Impossible(f"{player} is here already.")
        return commands.arrive(stamp=stamp, night=tonight.night, player=player)


@require_POST
@for_bank
def notice(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Note that a player means to leave."""
    tonight, player = read(night_id), person_or_404(number)
    return record(
        request,
        tonight,
        ActForm(request.POST),
        lambda stamp: _give_notice(stamp, tonight, player),
        panel="player",
        url=reverse("tonight_notice", args=[night_id, number]),
        **player_context(tonight, number),
    )


def _give_notice(stamp: Stamp, tonight: Tonight, player: Player) -> Answer:
    sitting = tonight.player(player.number)
    if sitting and sitting.notice_at and not is_recorded(stamp.key):
        raise Impossible(f"{player} has announced to leave already, at {clock(sitting.notice_at)}.")
    return commands.give_notice(stamp=stamp, night=tonight.night, player=player)


@require_POST
@for_bank
def level(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let the blinds go up, and with them the clock where one was started."""
    tonight, form = read(night_id), LevelForm(request.POST)
    url = reverse("tonight_level", args=[night_id])
    if clock_now(tonight.now, timezone.now()).state is None:
        return record(request, tonight, form, lambda stamp: _rise(stamp, tonight, form), panel="refused", url=url)
    recorded = attempt(request, form, lambda stamp: _turn(stamp, tonight, form))
    if recorded:
        return noted(request, recorded, reverse("tonight_clock", args=[night_id]))
    return show(request, tonight, "clock", status=status_of(form), **fact_context(form, url))


def _turn(stamp: Stamp, tonight: Tonight, form: LevelForm) -> Noted:
    return next_level(stamp=stamp, night=tonight.night, level=form.cleaned_data["level"])


def _rise(stamp: Stamp, tonight: Tonight, form: LevelForm) -> Answer:
    return commands.raise_level(stamp=stamp, night=tonight.night, level=form.cleaned_data["level"])


@require_POST
@for_bank
def last_hand(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note that play is over."""
    tonight = read(night_id)
    return record(
        request,
        tonight,
        ActForm(request.POST),
        lambda stamp: play_last_hand(stamp, tonight),
        panel="refused",
        url=reverse("tonight_last_hand", args=[night_id]),
    )


@require_http_methods(BOTH)
@for_bank
def add_float(request: DeskRequest, night_id: int) -> HttpResponse:
    """Put the banker's own money into the drawer."""
    words = {
        "heading": "Add to the float",
        "explanation": "The banker puts own money into the drawer and takes it home again at the close.",
        "label": "Put in",
        "button": "Put in",
    }
    return _amount(request, night_id, FloatForm, commands.add_float, "tonight_float", words)


@require_http_methods(BOTH)
@for_bank
def big_stack(request: DeskRequest, night_id: int) -> HttpResponse:
    """Note the banker's estimate of the biggest stack."""
    words = {
        "heading": "The biggest stack",
        "explanation": "As the banker estimates it. Where it is more than the house's maximum, buy-ins go up to it.",
        "label": "About",
        "button": "Note",
    }
    return _amount(request, night_id, BigStackForm, commands.estimate_big_stack, "tonight_big_stack", words)


def play_last_hand(stamp: Stamp, tonight: Tonight) -> Answer:
    """Note that play is over. Raises ``Impossible`` when another tablet has noted it."""
    if tonight.now.course.is_over and not is_recorded(stamp.key):
        raise Impossible("The last hand has been noted already.")
    return commands.play_last_hand(stamp=stamp, night=tonight.night)


def _amount(
    request: DeskRequest,
    night_id: int,
    kind: type[ActForm],
    command: Callable[..., Answer],
    name: str,
    words: dict[str, Any],
) -> HttpResponse:
    tonight, form = read(night_id), kind(request.POST or None)
    return record(
        request,
        tonight,
        form,
        lambda stamp: command(stamp=stamp, night=tonight.night, amount_cents=form.cleaned_data["amount"]),
        panel="amount",
        url=reverse(name, args=[night_id]),
        **words,
    )


@require_http_methods(BOTH)
@for_bank
def hand_over(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let another player run the bank."""
    tonight, form = read(night_id), BankerForm(request.POST or None)
    return record(
        request,
        tonight,
        form,
        lambda stamp: _pass_bank(stamp, tonight, form),
        panel="hand_over",
        url=reverse("tonight_hand_over", args=[night_id]),
        bankers=[each for each in regulars() if each.number != tonight.now.course.banker],
    )


def _pass_bank(stamp: Stamp, tonight: Tonight, form: BankerForm) -> Answer:
    banker = get_object_or_404(Player, pk=form.cleaned_data["banker"])
    return commands.hand_over(stamp=stamp, night=tonight.night, banker=banker)
