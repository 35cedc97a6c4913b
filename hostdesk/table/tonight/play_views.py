"""The bank opens, and the events at the table: arrivals, notices, the level, the big stack, the last hand, the banker.

*Play tonight* makes a table with all its players out of nothing, with one tap.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.queries import NightState, state_of
from hostdesk.base.sign_in.guard import DeskRequest, for_bank, for_hosts, for_house
from hostdesk.base.site import act_views
from hostdesk.invitations.coming.forms import ExpectForm
from hostdesk.invitations.nights.commands import open_night
from hostdesk.invitations.nights.forms import NewStakesForm, OpenForm, figures_shown, opened_like
from hostdesk.invitations.nights.plan_queries import last_opening
from hostdesk.rules.houses.queries import HouseRules, articles_against, houses, read_rules
from hostdesk.table.requests.commands import end_request
from hostdesk.table.requests.forms import DeclineForm
from hostdesk.table.requests.queries import open_requests
from hostdesk.table.tables.forms import HereForm
from hostdesk.table.tables.queries import present_at
from hostdesk.table.tonight import views
from hostdesk.table.tonight.commands import admit, give_notice_to_all, play_tonight
from hostdesk.table.tonight.opening_forms import PlayForm
from hostdesk.table.tonight.views import answered, for_request, player_context, read, read_player, show, show_fact
from ledger.bank.history import FIGURES
from ledger.buy_in import commands as buy_in_commands
from ledger.clock.commands import next_level
from ledger.clock.queries import clock_now
from ledger.entries.forms import AmountForm, BankerForm, LevelForm
from ledger.models import Bank
from ledger.money.cents import show_money
from ledger.night import commands as night_commands
from ledger.night.requests import Ended
from ledger.night.stakes_queries import stated
from reservations.acts.forms import ActForm
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Problem
from reservations.acts.queries import Answer
from reservations.houses.queries import attendance_of
from reservations.models import Night, Player
from reservations.parsing.documents import beside
from reservations.parsing.names import name_key
from reservations.players.queries import person_named, regulars
from reservations.rsvps.commands import expect_at
from reservations.rsvps.door_queries import turned_away
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
    tonight, form = read(night_id), HereForm(request.POST or None)
    if answer := act_views.attempt(request, form, admit, night=tonight.night):
        player = person_named(form.cleaned_data["name"])
        return act_views.done(request, answer, _sit_down(answer, tonight.night, player, form))
    here, due = ({player.number for player in people} for people in (tonight.players, views.coming_to(tonight).awaited))
    known = [player for player in Player.objects.people().order_by("name_key") if player.number not in here]
    absent = {"Expected": [player for player in known if player.number in due]}
    absent["Others" if absent["Expected"] else "Not here yet"] = [
        player for player in known if player.number not in due
    ][:_OFFERED]
    context = act_views.refused_context(form, request.path)
    context |= {"known": known, "absent": absent.items(), "hosts": regulars(), "typed": form.data or request.GET}
    return show(request, tonight, "table/tonight/panels/_add.html", status=act_views.status_of(form), **context)


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
    tonight, player, form = read(night_id), act_views.person_or_404(number), ActForm(request.POST)
    answer = act_views.attempt(request, form, for_request(request, _GOES[what]), night=tonight.night, player=player)
    context = player_context(tonight, number)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_player.html", **context)


@for_bank.post
def comes(request: DeskRequest, night_id: int, number: int) -> HttpResponse:
    """Record another arrival time of an expected player."""
    tonight, player = read_player(night_id, number)
    zone = ZoneInfo(zone_of(tonight.night))
    form = ExpectForm(request.POST, starts_at=tonight.night.starts_at, zone=zone)
    if recorded := act_views.attempt(request, form, expect_at, night=tonight.night, player=player):
        at = form.cleaned_data["expected"].astimezone(zone)
        remarked = replace(recorded, remark=f"{player} comes at {at:%H:%M}.")
        return act_views.noted(remarked, reverse("tonight_player", args=[night_id, number]))
    return show_fact(request, tonight, form, "table/tonight/panels/_player.html", **player_context(tonight, number))


@for_bank.post
def level(request: DeskRequest, night_id: int) -> HttpResponse:
    """Raise the blinds, and the clock with them if it was started."""
    tonight, form = read(night_id), LevelForm(request.POST)
    if clock_now(tonight.now, timezone.now(), tonight.facts).state is None:
        answer = act_views.attempt(request, form, night_commands.raise_level, night=tonight.night)
        return answered(request, tonight, form, answer, panel="table/clock/panels/_clock.html")
    url = reverse("tonight_clock", args=[night_id])
    response = act_views.carry_out(request, form, next_level, url, night=tonight.night)
    return response or show_fact(request, tonight, form, "table/clock/panels/_clock.html")


_ENDS: Mapping[str, Callable[..., Answer]] = {"last hand": night_commands.play_last_hand, "notice": give_notice_to_all}


@for_bank.post
def ends(request: DeskRequest, night_id: int, what: str) -> HttpResponse:
    """Record the end of play, or the notice of all players with chips."""
    tonight, form = read(night_id), ActForm(request.POST)
    answer = act_views.attempt(request, form, _ENDS[what], night=tonight.night)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_more.html")


_AMOUNTS: Mapping[str, Callable[..., Answer]] = {
    "float": night_commands.add_float,
    "stack": night_commands.estimate_big_stack,
    "behind": buy_in_commands.play_behind,
}
"""The commands of a banker with one amount."""
_AMOUNT_WORDS: Mapping[str, Mapping[str, str]] = beside(__file__, "amounts.toml")
"""The words of the panel of an amount."""


@for_bank.both
def amount(request: DeskRequest, night_id: int, what: str, number: int | None = None) -> HttpResponse:
    """Put the banker's own money into the drawer, or record the biggest stack, or a player's cash behind."""
    tonight, form, words = read(night_id), AmountForm(request.POST or None), _AMOUNT_WORDS[what]
    about = {} if number is None else {"player": act_views.person_or_404(number)}
    answer = act_views.attempt(request, form, _AMOUNTS[what], night=tonight.night, **about)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_amount.html", **words, **about)


@for_house.both
def stakes(request: DeskRequest, night_id: int) -> HttpResponse:
    """Set the stakes and limits of an open night anew."""
    tonight = read(night_id)
    form = NewStakesForm(request.POST or None, now=tonight.now)
    answer = act_views.attempt(request, form, night_commands.set_stakes, night=tonight.night)
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_stakes.html", figures=form)


@for_bank.both
def hand_over(request: DeskRequest, night_id: int) -> HttpResponse:
    """Let another player run the bank."""
    tonight, form = read(night_id), BankerForm(request.POST or None)
    answer = act_views.attempt(request, form, night_commands.hand_over, night=tonight.night)
    out = {number for number, person in people_for(tonight.night).items() if person.barred}
    out |= {tonight.now.history.banker, *tonight.turned_away}
    bankers = [player for player in regulars() if player.number not in out]
    return answered(request, tonight, form, answer, panel="table/tonight/panels/_hand_over.html", bankers=bankers)


QUICK_WORDS = ("After this hand", "Come to me", "Not tonight")


@for_bank.both
def tonight_request(request: DeskRequest, night_id: int, wish: int) -> HttpResponse:
    """Show a player's request, and decline it with a word; ``from=door`` goes back there."""
    tonight = read(night_id)
    form, at_door = DeclineForm(request.POST or None), "door" in (request.GET.get("from"), request.POST.get("from"))
    facts = {"night": tonight.night, "wish": wish, "how": Ended.DECLINED}
    url = reverse("night_door" if at_door else "tonight", args=[night_id])
    if response := act_views.carry_out(request, form, end_request, url, **facts):
        return response
    found = next((one for one in open_requests(tonight) if one.request.fact == wish), None)
    if found is None and not form.problem:
        raise Http404
    context = {"found": found, "quick_words": QUICK_WORDS, "at_door": at_door}
    return show_fact(request, tonight, form, "table/requests/panels/_request.html", **context)


@for_house.both
def open_(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Open the bank of a planned night, and go to Tonight."""
    night = act_views.night_or_404(night_id)
    if request.method != "POST" and state_of(night) != NightState.PLANNED:
        return redirect("night", night.pk)
    house = read_rules(night.house.newest())
    out = {number for number, person in people_for(night).items() if person.barred}
    out |= turned_away(night, attendance_of(house.rules)).keys()
    bankers = [player for player in regulars() if player.number not in out]
    data = request.POST if request.method == "POST" else None
    mine = next((player.number for player in bankers if player.name_key == name_key(request.who.name)), None)
    like = opened_like(last_opening(night))
    if night.stakes:
        like = {name: value for name, value in like.items() if name not in FIGURES} | figures_shown(night.stakes)
    if like.get("banker") not in {player.number for player in bankers}:
        like["banker"] = mine
    form = OpenForm(data, terms=house.terms, bankers=bankers, initial=like)
    typed = form if form.is_bound else OpenForm(request.GET or like, terms=house.terms, bankers=bankers)
    facts = {"house": night.house.key, "date": night.date, "planned": night}
    if (answer := act_views.attempt(request, form, open_night, **facts)) is not None:
        return _to_the_table(request, answer)
    typed.is_valid()
    try:
        limits = stated(house.terms, typed.figures(), show_money)
        outdated = articles_against(house, typed.figures())
    except Problem:  # the typed figures cannot be computed
        limits, outdated = dict(house.stated), []
    return _opening(request, form, house, night=night, heading="Open the bank", stated=limits, outdated=outdated)


@for_hosts.both
def play(request: DeskRequest) -> HttpResponseBase:
    """Plan tonight, open its bank and let the players in, all of it or nothing; then go to the table.

    The house is the one of ``?house=``, else that of the last night.
    """
    mine = {house.key: house for house in houses(request.who.houses)}
    if not mine:
        return HttpResponseRedirect(reverse("house_new"), status=303)
    played = Night.objects.in_houses(request.who.houses).filter(bank__isnull=False).order_by("-bank__opened")
    key = request.POST.get("house") or request.GET.get("house") or played.values_list("house__key", flat=True).first()
    house = mine.get(str(key)) or next(iter(mine.values()))
    rules, known = read_rules(house.newest()), regulars()
    today = timezone.localdate()
    planned = Night.objects.planned().filter(date=today, house=house).first()
    me = next((player.number for player in known if player.name_key == name_key(request.who.name)), None)
    form = PlayForm(
        request.POST if request.method == "POST" else None,
        terms=rules.terms,
        houses=[(one.key, one.name) for one in mine.values()],
        known=known,
        initial={"house": house.key, "banker": me, "players": [me], **figures_shown(planned.stakes if planned else {})},
    )
    if (answer := act_views.attempt(request, form, play_tonight, date=today)) is not None:
        return _to_the_table(request, answer)
    return _opening(request, form, rules, heading="Play tonight", stated=rules.stated, several=len(mine) > 1)


def _to_the_table(request: DeskRequest, answer: Answer) -> HttpResponse:
    """Go to the page of the night; on the first bank of a desk it explains the next steps."""
    if Bank.objects.count() == 1:
        answer = replace(answer, remark=answer.remark or "Tap a player to sell chips.")
    return act_views.done(request, answer, reverse("tonight", args=[answer.act.night_id]))


def _opening(request: DeskRequest, form: OpenForm, house: HouseRules, **context: Any) -> HttpResponse:
    """Show the form that opens a bank, beside the rules of its house and the other open nights."""
    opened = Night.objects.in_houses(request.who.houses).filter(bank__closed=None, bank__isnull=False)
    context |= {"section": "nights", "house": house, "also_open": opened.select_related("house")}
    context["asks"] = any(form.fields[name].required for name in FIGURES)
    return act_views.form_page(request, "invitations/nights/open.html", form, **context)
