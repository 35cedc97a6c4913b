"""The events at the table: arrivals, notices, the level, the big stack, the last hand, the banker."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_house
from hostdesk.base.site import act_views
from hostdesk.base.site.act_views import attempt, carry_out, fact_context, person_or_404, refused_context, status_of
from hostdesk.invitations.coming.forms import ExpectForm
from hostdesk.invitations.nights.stakes_forms import NewStakesForm
from hostdesk.table.requests.commands import end_request
from hostdesk.table.requests.forms import DeclineForm
from hostdesk.table.requests.queries import asked_now
from hostdesk.table.tables.forms import HereForm
from hostdesk.table.tables.queries import present_at
from hostdesk.table.tonight import views as tonight_views
from hostdesk.table.tonight.commands import admit, give_notice_to_all
from hostdesk.table.tonight.views import answered, if_asked, player_context, read, read_player, show
from ledger.buy_in import commands as buy_in_commands
from ledger.clock.commands import next_level
from ledger.clock.queries import clock_now
from ledger.entries.forms import AmountForm, BankerForm, LevelForm
from ledger.night import commands as night_commands
from ledger.night.requests import Ended
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.parsing.documents import beside
from reservations.players.queries import person_named, regulars
from reservations.rsvps.commands import expect_at
from reservations.rsvps.queries import people_for, zone_of
from reservations.tables.seat_commands import take_seat
from reservations.tables.seats import MoveReason

_OFFERED = 24


@for_bank.both
def add(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let a player come, known or new; a new one is put on the list first. Their panel opens.

    They take the seat in the form, if it has one. ``?name=…`` fills the form in, with ``guest`` and ``invited_by`` for
    a guest who was announced.
    """
    tonight = read(night_id)
    form = HereForm(request.POST or None)
    answer = attempt(request, form, admit, night=tonight.night)
    if answer:
        player = person_named(form.cleaned_data["name"])
        return act_views.done(request, answer, _sit_down(answer, tonight.night, player, form))
    here = {each.number for each in tonight.players}
    known = [each for each in Player.objects.people().order_by("name_key") if each.number not in here]
    context = refused_context(form, request.path)
    context |= {"known": known, "absent": known[:_OFFERED], "hosts": regulars(), "typed": form.data or request.GET}
    return show(request, tonight, "table/tonight/panels/_add.html", status=status_of(form), **context)


def _sit_down(came: Answer, night: Night, player: Player, form: HereForm) -> str:
    """Give a player who has just come the seat in the form; if it is taken by then, they have none yet.

    Return the address of their panel, which shows the result.
    """
    url, spot = reverse("tonight_player", args=[night.pk, player.number]), form.cleaned_data["spot"]
    if spot is None:
        return url
    stamp, here = Stamp(f"{came.act.key}.seat", came.act.at, came.act.by), present_at(night)
    try:
        seated = take_seat(stamp=stamp, night=night, player=player, spot=spot, present=here, why=MoveReason.ARRIVAL)
    except Problem as problem:
        return act_views.saying(f"{player} is here, and has no seat yet. {problem}", url)
    return f"{url}?noted={seated.fact.pk}"


_GOES: Mapping[str, Callable[..., Answer]] = {"notice": night_commands.give_notice, "left": night_commands.leave}


@for_bank.post
def goes(request: DeskRequest, night_id: int, number: int, what: str) -> HttpResponse:
    """Record a player's notice of leaving, or that they have left without buying chips."""
    tonight, player, form = read(night_id), person_or_404(number), ActForm(request.POST)
    answer = attempt(request, form, if_asked(request, _GOES[what]), night=tonight.night, player=player)
    context = player_context(tonight, number)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_player.html", **context)


@for_bank.post
def comes(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Record another arrival time of an expected player."""
    tonight, player = read_player(night_id, number)
    zone = ZoneInfo(zone_of(tonight.night))
    form = ExpectForm(request.POST, starts_at=tonight.night.starts_at, zone=zone)
    recorded = attempt(request, form, expect_at, night=tonight.night, player=player)
    if recorded:
        said = replace(recorded, remark=f"{player} comes at {form.cleaned_data['expected'].astimezone(zone):%H:%M}.")
        return act_views.noted(said, reverse("tonight_player", args=[night_id, number]))
    context = {**player_context(tonight, number), **fact_context(form, request.path)}
    return show(request, tonight, "table/tonight/panels/_player.html", status=status_of(form), **context)


@for_bank.post
def level(request: DeskRequest, night_id: int) -> HttpResponse:
    """Raise the blinds, and the clock with them if it was started."""
    tonight, form = read(night_id), LevelForm(request.POST)
    if clock_now(tonight.now, timezone.now(), tonight.facts).state is None:
        answer = attempt(request, form, night_commands.raise_level, night=tonight.night)
        return answered(request, tonight, form, answer, panel="table/clock/panels/_clock.html")
    if response := carry_out(request, form, next_level, reverse("tonight_clock", args=[night_id]), night=tonight.night):
        return response
    context = fact_context(form, request.path)
    return show(request, tonight, "table/clock/panels/_clock.html", status=status_of(form), **context)


_ENDS: Mapping[str, Callable[..., Answer]] = {"last hand": night_commands.play_last_hand, "notice": give_notice_to_all}


@for_bank.post
def ends(request: DeskRequest, night_id: int, what: str) -> HttpResponse:
    """Record the end of play, or the notice of all players with chips."""
    tonight, form = read(night_id), ActForm(request.POST)
    answer = attempt(request, form, _ENDS[what], night=tonight.night)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_more.html")


_AMOUNTS: Mapping[str, Callable[..., Answer]] = {
    "float": night_commands.add_float,
    "stack": night_commands.estimate_big_stack,
    "behind": buy_in_commands.play_behind,
}
"""The commands of a banker with one amount."""
_AMOUNT_WORDS: Mapping[str, Mapping[str, str]] = beside(__file__, "amounts.toml")
"""The words of the panel of each."""


@for_bank.both
def amount(request: DeskRequest, night_id: int, what: str, number: int | None = None) -> HttpResponse:
    """Put the banker's own money into the drawer, or record the biggest stack, or a player's cash behind."""
    tonight, form, words = read(night_id), AmountForm(request.POST or None), _AMOUNT_WORDS[what]
    about = {} if number is None else {"player": person_or_404(number)}
    answer = attempt(request, form, _AMOUNTS[what], night=tonight.night, **about)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_amount.html", **words, **about)


@for_house.both
def stakes(request: DeskRequest, night_id: int) -> HttpResponse:
    """Set the stakes and limits of an open night anew."""
    tonight = read(night_id)
    form = NewStakesForm(request.POST or None, now=tonight.now)
    answer = attempt(request, form, night_commands.set_stakes, night=tonight.night)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_stakes.html", figures=form)


@for_bank.both
def hand_over(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let another player run the bank."""
    tonight, form = read(night_id), BankerForm(request.POST or None)
    answer = attempt(request, form, night_commands.hand_over, night=tonight.night)
    out = {number for number, each in people_for(tonight.night).items() if each.barred}
    out |= {tonight.now.history.banker, *tonight.turned_away}
    bankers = [each for each in regulars() if each.number not in out]
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_hand_over.html", bankers=bankers)


QUICK_WORDS = ("After this hand", "Come to me", "Not tonight")


@for_bank.both
def tonight_request(request: DeskRequest, night_id: int, asked: int) -> HttpResponse:
    """Show a player's request, and decline it with a word; ``from=door`` goes back there."""
    tonight = tonight_views.read(night_id)
    form, at_door = DeclineForm(request.POST or None), "door" in (request.GET.get("from"), request.POST.get("from"))
    facts = {"night": tonight.night, "asked": asked, "how": Ended.DECLINED}
    url = reverse("night_door" if at_door else "tonight", args=[night_id])
    if response := act_views.carry_out(request, form, end_request, url, **facts):
        return response
    found = next((each for each in asked_now(tonight) if each.request.fact == asked), None)
    if found is None and not form.problem:
        raise Http404
    context = {"asked": found, "quick_words": QUICK_WORDS, "at_door": at_door}
    context |= act_views.fact_context(form, request.path)
    status = act_views.status_of(form)
    return tonight_views.show(request, tonight, "table/requests/panels/_request.html", status=status, **context)
