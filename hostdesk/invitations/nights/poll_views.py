"""A poll for the date: asking, its page with the best date, making a night of it, and a player's answer."""

import json
from dataclasses import replace
from typing import cast

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_hosts, for_house, for_poll
from hostdesk.base.site.act_views import attempt, carry_out, fact_context, form_page, last_remark, noted, person_or_404
from hostdesk.invitations.group_link.claim_commands import by_phone
from hostdesk.invitations.nights.commands import ask_for_date
from hostdesk.invitations.nights.forms import initial_of
from hostdesk.invitations.nights.plan_queries import plan_like
from hostdesk.invitations.polls.forms import DecideForm, PollForm, SuitsForm
from hostdesk.invitations.polls.page import own_poll_of, poll_or_404, poll_page
from hostdesk.rules.houses.queries import house_choices
from hostdesk.standings.book.standing_queries import arrears_now
from reservations.acts.forms import ActForm
from reservations.models import House, Night, Player
from reservations.nights.queries import plan_of
from reservations.polls.commands import answer_poll, close_poll, decide_poll
from reservations.polls.queries import usual_group
from reservations.polls.rules import FEWEST_DATES, MOST_DATES

_USUAL_START, _FIRST_SHOWN = "19:00", FEWEST_DATES + 1


@for_hosts.both
def new(request: DeskRequest) -> HttpResponseBase:
    """Ask for a date, and go on to the messages; the players of the last night are ticked."""
    theirs = request.who.houses
    latest = Night.objects.in_houses(theirs).select_related("house").order_by("pk").last()
    starts = (initial_of(plan_of(latest))["starts"] if latest else "") or _USUAL_START
    players = list(Player.objects.people().filter(removed=False).order_by("-regular", "name_key"))
    group = usual_group(theirs) or {player.number for player in players if player.regular}
    initial = {f"starts_{place}": starts for place in range(1, MOST_DATES + 1)}
    initial |= {"house": latest.house.key if latest else "", "players": [*group]}
    form = PollForm(request.POST if request.method == "POST" else None, houses=house_choices(theirs), initial=initial)
    if (answer := attempt(request, form, ask_for_date)) is not None:
        return noted(answer, reverse("poll_messages", args=[answer.fact.pk]))
    context = {
        "section": "nights",
        "first": form.rows[:_FIRST_SHOWN],
        "more": form.rows[_FIRST_SHOWN:],
        "is_more": any(day.value() or day.errors or starts.errors for day, starts in form.rows[_FIRST_SHOWN:]),
        "players": players,
        "ticked": {str(number) for number in form["players"].value() or ()},
    }
    return form_page(request, "invitations/polls/new.html", form, fact_context, **context)


@for_house.get
def show(request: DeskRequest, poll_id: int) -> HttpResponse:
    """Show the dates with their answers, the best first, and the button that makes a night."""
    return _page(request, poll_id, ActForm())


def _page(request: DeskRequest, poll_id: int, form: ActForm) -> HttpResponse:
    page, remark = poll_page(poll_or_404(poll_id), timezone.now()), last_remark(request)
    context = {"section": "nights", "page": page, "like": plan_like(page.house), "said": remark}
    return form_page(request, "invitations/polls/poll.html", form, fact_context, **context)


@for_house.post
def decide(request: DeskRequest, poll_id: int) -> HttpResponse:
    """Make a night of a date, and go on to its messages."""
    form = DecideForm(request.POST, like=plan_like(cast(House, poll_or_404(poll_id).house)))
    made = attempt(request, form, decide_poll, poll=poll_id, arrears=arrears_now())
    if made is None:
        return _page(request, poll_id, form)
    return noted(made, reverse("night_messages", args=[json.loads(made.fact.outcome)["night"]]))


@for_house.post
def close(request: DeskRequest, poll_id: int) -> HttpResponse:
    """End a poll without a night."""
    form = ActForm(request.POST)
    closed = carry_out(request, form, close_poll, reverse("poll", args=[poll_id]), poll=poll_or_404(poll_id).pk)
    return closed or _page(request, poll_id, form)


@for_poll.both
def own_poll(request: DeskRequest, number: int, poll_id: int) -> HttpResponseBase:
    """Show a player the dates of a poll, and take their answer; the host answers for them here.

    The address of a duplicate leads to the player it was merged into.
    """
    fact, player = poll_or_404(poll_id), person_or_404(number)
    poll = own_poll_of(fact, player, timezone.now())
    form = SuitsForm(request.POST if request.method == "POST" else None, dates=len(poll.dates))
    url = reverse("poll", args=[poll_id]) if request.who.is_host else reverse("own_poll", args=[player.number, poll_id])
    command = by_phone(request.who.claim, answer_poll)
    if response := carry_out(request, form, command, url, poll=poll_id, player=player):
        return response
    if form.is_bound:
        typed = [replace(date, word=form.data.get(f"date_{date.which}")) for date in poll.dates]
        poll = replace(poll, dates=typed)
    context = {
        "player": player,
        "asked": poll,
        "may_answer": not poll.closed or (request.who.is_host and not poll.poll.is_closed),
        "said": last_remark(request),
    }
    return form_page(request, "people/own/poll.html", form, fact_context, **context)
