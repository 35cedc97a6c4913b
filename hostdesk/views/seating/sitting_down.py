"""Somebody who has just come takes the seat that was proposed to them; where it is gone by then, they are here all the
same.
"""

from django.urls import reverse
from django.utils import timezone

from hostdesk.seating.seat_forms import HereForm
from hostdesk.seating.seating_now import present_at
from hostdesk.sign_in.rights import DeskRequest
from reservations.commands import take_seat
from reservations.kinds import Stamp
from reservations.models import Night, Player
from reservations.problems import Problem
from reservations.seats import Spot, Why


def sit_down(request: DeskRequest, night: Night, player: Player, form: HereForm) -> str:
    """Give the seat that the form asks for, if it does, to somebody whose arrival it recorded.

    Return the address of their panel, which tells what came of it.
    """
    url, spot = reverse("tonight_player", args=[night.pk, player.number]), form.cleaned_data["spot"]
    if spot is None:
        return url
    stamp = Stamp(f"{form.cleaned_data['key']}.seat", timezone.now(), request.who.name)
    try:
        return f"{url}?noted={_take(stamp, night, player, spot)}"
    except Problem as problem:
        request.session["said"] = f"{player} is here, and has no seat yet. {problem}"
        return url


def _take(stamp: Stamp, night: Night, player: Player, spot: Spot) -> int:
    here = present_at(night)
    noted = take_seat(stamp=stamp, night=night, player=player, spot=spot, present=here, why=Why.ARRIVAL)
    return noted.fact.pk
