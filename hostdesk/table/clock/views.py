"""The clock of the levels: its panel beside the table, and its data for every device."""

from collections.abc import Callable, Mapping
from functools import partial

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_bank
from hostdesk.base.site.act_views import carry_out, last_remark
from hostdesk.base.site.poll_middleware import concerns_night, until_news
from hostdesk.table.clock.forms import ClockForm
from hostdesk.table.tonight.views import read, show_fact
from ledger.bank.queries import BankNow, bank_of
from ledger.clock import commands
from ledger.clock.queries import NightClock, clock_now
from reservations.acts.fact_queries import Noted
from reservations.acts.problems import Impossible
from reservations.clock.rules import ClockPress
from reservations.models import Night
from reservations.players.queries import NightFacts, night_facts

_PRESSED: Mapping[ClockPress, Callable[..., Noted]] = {
    ClockPress.START: commands.start_clock,
    ClockPress.PAUSE: commands.pause_clock,
    ClockPress.ADD: commands.add_time,
    ClockPress.NEXT: commands.next_level,
    ClockPress.BACK: commands.previous_level,
}


@for_bank.both
def clock(request: DeskRequest, night_id: int) -> HttpResponse:
    """Show the clock with its buttons, and take a press; ``?back`` asks whether to go back a level."""
    tonight, url = read(night_id), reverse("tonight_clock", args=[night_id])
    form = ClockForm(request.POST or None)
    command = _PRESSED[form.cleaned_data["do"] if form.is_valid() else ClockPress.START]
    context = {"last_remark": last_remark(request), "asks_back": "back" in request.GET}
    response = carry_out(request, form, command, url, night=tonight.night)
    return response or show_fact(request, tonight, form, "table/clock/panels/_clock.html", **context)


@for_bank.get
def clock_json(request: DeskRequest, night_id: int) -> HttpResponse:
    """Send the present clock, for a device to draw; 404 if no bank was opened."""
    try:
        bank = bank_of(get_object_or_404(Night, pk=night_id))
    except Impossible as problem:
        raise Http404(str(problem)) from problem
    return clock_answer(request, bank)


def clock_answer(request: DeskRequest, bank: BankNow, *, screen: int | None = None) -> HttpResponse:
    """Answer with the clock, which is drawn again from the same data until there is news.

    ``screen`` is as for `until_news`.
    """
    facts = night_facts(bank.night)
    read = clock_now(bank, timezone.now(), facts)
    if read.called:
        return JsonResponse(read.as_json())
    concerns = partial(concerns_night, bank.night.pk)
    return until_news(request, concerns, partial(_drawn, bank, read.clock), screen=screen)


def _drawn(bank: BankNow, clock: NightClock | None) -> JsonResponse:
    nobody_called = NightFacts((), {})  # a clock shows no other facts
    answer = clock_now(bank, timezone.now(), nobody_called, clock).as_json()
    return JsonResponse(answer, headers={"Cache-Control": "no-store"})
