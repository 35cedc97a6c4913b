"""Open the bank of a planned night, or *Play tonight*: from nothing to a table with all players, with one tap."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.queries import NightState, state_of
from hostdesk.base.sign_in.guard import DeskRequest, for_hosts, for_house
from hostdesk.base.site.act_views import attempt, done, form_page, night_or_404
from hostdesk.invitations.nights.commands import open_night
from hostdesk.invitations.nights.forms import OpenForm, opened_like
from hostdesk.invitations.nights.plan_queries import last_opening
from hostdesk.invitations.nights.stakes_forms import figures_shown
from hostdesk.rules.houses.queries import HouseRules, articles_against, houses, read_rules
from hostdesk.table.tonight.commands import play_tonight
from hostdesk.table.tonight.opening_forms import PlayForm
from ledger.bank.history import FIGURES
from ledger.models import Bank
from ledger.money.cents import show_money
from ledger.night.stakes_queries import stated
from reservations.acts.problems import Problem
from reservations.acts.queries import Answer
from reservations.houses.queries import attendance_of
from reservations.models import Night
from reservations.parsing.names import name_key
from reservations.players.queries import regulars
from reservations.rsvps.door_queries import turned_away
from reservations.rsvps.queries import people_for


@for_house.both
def open_(request: DeskRequest, night_id: int) -> HttpResponseBase:
    """Open the bank of a planned night, and go to Tonight."""
    night = night_or_404(night_id)
    if request.method != "POST" and state_of(night) != NightState.PLANNED:
        return redirect("night", night.pk)
    house = read_rules(night.house.newest())
    out = {number for number, each in people_for(night).items() if each.barred}
    out |= turned_away(night, attendance_of(house.rules)).keys()
    bankers = [each for each in regulars() if each.number not in out]
    data = request.POST if request.method == "POST" else None
    mine = next((each.number for each in bankers if each.name_key == name_key(request.who.name)), None)
    like = opened_like(last_opening(night))
    if night.stakes:
        like = {name: value for name, value in like.items() if name not in FIGURES} | figures_shown(night.stakes)
    if like.get("banker") not in {each.number for each in bankers}:
        like["banker"] = mine
    form = OpenForm(data, terms=house.terms, bankers=bankers, initial=like)
    typed = form if form.is_bound else OpenForm(request.GET or like, terms=house.terms, bankers=bankers)
    facts = {"house": night.house.key, "date": night.date, "planned": night}
    if (answer := attempt(request, form, open_night, **facts)) is not None:
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
    asked = request.POST.get("house") or request.GET.get("house") or played.values_list("house__key", flat=True).first()
    house = mine.get(str(asked)) or next(iter(mine.values()))
    rules, known = read_rules(house.newest()), regulars()
    today = timezone.localdate()
    planned = Night.objects.planned().filter(date=today, house=house).first()
    me = next((each.number for each in known if each.name_key == name_key(request.who.name)), None)
    form = PlayForm(
        request.POST if request.method == "POST" else None,
        terms=rules.terms,
        houses=[(each.key, each.name) for each in mine.values()],
        known=known,
        initial={"house": house.key, "banker": me, "players": [me], **figures_shown(planned.stakes if planned else {})},
    )
    if (answer := attempt(request, form, play_tonight, date=today)) is not None:
        return _to_the_table(request, answer)
    return _opening(request, form, rules, heading="Play tonight", stated=rules.stated, several=len(mine) > 1)


def _to_the_table(request: DeskRequest, answer: Answer) -> HttpResponse:
    """Go to the page of the night; the first bank of a desk says what to do there."""
    if Bank.objects.count() == 1:
        answer = replace(answer, remark=answer.remark or "Tap a player to sell chips.")
    return done(request, answer, reverse("tonight", args=[answer.act.night_id]))


def _opening(request: DeskRequest, form: OpenForm, house: HouseRules, **context: Any) -> HttpResponse:
    """Show the form that opens a bank, beside the rules of its house and the other open nights."""
    opened = Night.objects.in_houses(request.who.houses).filter(bank__closed=None, bank__isnull=False)
    context |= {"section": "nights", "house": house, "also_open": opened.select_related("house")}
    context["asks"] = any(form.fields[name].required for name in FIGURES)
    return form_page(request, "invitations/nights/open.html", form, **context)
