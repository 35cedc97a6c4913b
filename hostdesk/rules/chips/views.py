"""The chip planner: a starting stack for everybody, the rebuys after it, and the exchanges when colours run out."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from hostdesk.base.sign_in.guard import DeskRequest, for_house
from hostdesk.base.site.act_views import UNPROCESSABLE
from hostdesk.rules.chips.forms import CaseForm
from ledger.bank.queries import FULL_TABLE
from ledger.chips.plan import chip_plan
from ledger.money.cents import field_cents
from ledger.night.stakes_queries import NightStakes, stakes_of
from reservations.houses.queries import attendance_of
from reservations.models import House, Night
from reservations.parsing.names import whole_number

_USUAL_BIG_BLINDS = 100


@for_house.get
def plan(request: DeskRequest, key: str) -> HttpResponse:
    """Plan the chips of a house, or with ``?night=`` of one of its nights; typed values are in the address alone."""
    house, night = get_object_or_404(House, key=key), None
    if (number := whole_number(request.GET.get("night", ""))) is not None:
        night = get_object_or_404(Night.objects.select_related("house", "rules"), pk=number, house=house)
    stakes = stakes_of(night) if night else NightStakes(house.newest(), {})
    initial = _proposed(stakes, night)
    is_sent = "players" in request.GET
    form = CaseForm(request.GET if is_sent else None, case=stakes.terms.chips, initial=initial)
    # Before anything is typed, the plan is that of the house's own figures, if they are enough for one.
    shown = {name: form.get_initial_for_field(form.fields[name], name) for name in form.fields}
    as_sent = {name: value for name, value in shown.items() if value not in (None, False)}
    chips = form if is_sent else CaseForm(as_sent, case=stakes.terms.chips)
    planned = None
    if chips.is_valid():
        figures = chips.cleaned_data
        planned = chip_plan(chips.case(), players=figures["players"], buy_in_cents=figures["buy_in"], bets=chips.bets())
    context = {"section": "houses", "house": house, "night": night, "form": form, "plan": planned}
    return render(
        request, "rules/chips/plan.html", context, status=UNPROCESSABLE if is_sent and planned is None else 200
    )


def _proposed(stakes: NightStakes, night: Night | None) -> dict[str, Any]:
    """Return the first figures of a plan: those of the house, or of the night."""
    seats = night.seats if night else attendance_of(stakes.rules).seats
    blinds, limits = stakes.blinds, stakes.limits
    usual = limits.usual_cents or limits.maximum_cents
    if usual is None and blinds is not None:
        usual = blinds.big_cents * _USUAL_BIG_BLINDS
    figures = {"buy_in": usual} | ({"small_blind": blinds.small_cents, "big_blind": blinds.big_cents} if blinds else {})
    return {"players": seats or FULL_TABLE} | {name: field_cents(cents) for name, cents in figures.items() if cents}
