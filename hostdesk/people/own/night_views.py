"""A player's own pages of the nights ahead: answer, arrival, guests, and the reason for a wait."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_answers
from hostdesk.base.sign_in.link_commands import secret_of
from hostdesk.base.site.act_views import attempt, fact_context, last_remark, noted, own_person, status_of
from hostdesk.invitations.coming.forms import AnswerForm, Back, ExpectForm, NightForm, OfferForm
from hostdesk.invitations.coming.page import NightAhead, earlier_answer, is_shown, see_nights
from hostdesk.invitations.coming.text import in_words, who_comes
from hostdesk.invitations.group_link.claim_commands import by_phone
from hostdesk.invitations.guests.double_seats import DoubleSeat, brought_regulars
from hostdesk.invitations.nights.game_card_page import headlines
from hostdesk.models import NameClaim
from hostdesk.standings.book.standing_queries import arrears_now
from ledger.night.stakes_queries import stakes_of
from ledger.seasons.commands import Shared
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import Place
from reservations.houses.text import attendance_statement
from reservations.models import Night, Player
from reservations.parsing.names import first_names
from reservations.players.queries import player_names
from reservations.rsvps import commands as rsvps_commands
from reservations.rsvps.door_queries import known_guests


@for_answers.get
def own_night(request: DeskRequest, number: int, night_id: int) -> HttpResponseBase:
    """Show a player one night; the address of a duplicate leads to the player it was merged into."""
    player = own_person(request, number)
    return _page(request, _coming(player, night_id))


def _coming(player: Player, night_id: int) -> NightAhead:
    """Return a night for a player. Raises ``Http404`` if it is not theirs."""
    night = get_object_or_404(Night.objects.select_related("house", "rules"), pk=night_id)
    coming = see_nights(player, [night], timezone.now(), arrears_now())[0]
    if not is_shown(coming, timezone.localdate()):
        raise Http404
    return coming


def _page(request: DeskRequest, coming: NightAhead, form: NightForm | None = None, **more: Any) -> HttpResponse:
    """Show the page of a night, with their guests who answer for themselves.

    A phone that took the player's name behind a group link can choose another one.
    """
    doubled = list[DoubleSeat]()
    if coming.rsvp.guests and coming.takes_answers:
        known = known_guests(coming.rsvp_state)
        found = Player.objects.people().filter(pk__in=known.values(), regular=True)
        regular = set(found.values_list("pk", flat=True))
        doubled = list(brought_regulars(coming.rsvp, {key: pk for key, pk in known.items() if pk in regular}))
    names = dict[int, str]()
    if request.who.is_confirmed and request.desk.season_shared in (Shared.FIRST_NAMES, Shared.WHOLE):
        names = player_names([seat.player for seat in coming.rsvp_state.seated])
        short = first_names(names.values()) if request.desk.season_shared == Shared.FIRST_NAMES else {}
        names = {number: short.get(name, name) for number, name in names.items()}
    claim = NameClaim.objects.get(pk=request.who.claim) if request.who.claim else None
    context = {
        "player": Player.objects.get(pk=coming.person.number),
        "coming": replace(coming, tells_place=request.who.is_confirmed),
        "group_secret": secret_of(claim.group_link) if claim else "",
        "doubled": doubled,
        "night": coming.night,
        "who_comes": who_comes(coming.rsvp_state.seated, names, coming.person.number) if names else "",
        "stakes": [*headlines(stakes_of(coming.night))] if request.who.is_confirmed else [],
        "asks": attendance_statement(coming.terms),
        "last_remark": "" if form else last_remark(request),
        **(fact_context(form, request.path) if form else {}),
        **more,
    }
    return render(request, "people/own/night.html", context, status=status_of(form))


_SAYS: Mapping[str, tuple[type[NightForm], Callable[..., Noted]]] = {
    "answer": (AnswerForm, lambda **facts: rsvps_commands.answer(arrears=arrears_now(), **facts)),
    "expect": (ExpectForm, rsvps_commands.expect_at),
    "confirm": (NightForm, rsvps_commands.confirm_seat),
    "offer": (
        OfferForm,
        lambda take, **facts: (rsvps_commands.take_offer if take else rsvps_commands.decline_offer)(
            arrears=arrears_now(), **facts
        ),
    ),
}
"""The forms of a player about a night: their answer, their arrival, their confirmation, or an offered seat."""


@for_answers.post
def own_says(request: DeskRequest, number: int, night_id: int, what: str) -> HttpResponse:
    """Record a player's word on a night and return to its page; a refusal is shown on the night's page.

    A strike without warning is announced first, by the clock of the tap.
    """
    player = own_person(request, number)
    coming = _coming(player, night_id)
    form_class, command = _SAYS[what]
    form = form_class(request.POST, starts_at=coming.night.starts_at, zone=coming.zone)
    answer = form.cleaned_data if form.is_valid() else {}
    is_closed = not coming.takes_answers and not coming.night.cancelled_at
    if is_closed and not answer.keys().isdisjoint({"answer", "take"}) and not request.who.is_host:
        form.problem = "The night has begun. Tell the host: only they give seats now."
        return _page(request, coming, form)
    answered = attempt(request, form, by_phone(request.who.claim, command), night=coming.night, player=player)
    if answered is not None:
        if _coming(player, night_id).rsvp.place == Place.OFFERED:
            # The wait is over with the answer: the seat that is kept for them is shown below.
            answered = replace(answered, remark="")
        back = {
            Back.NIGHT: reverse("own_night", args=[player.number, night_id]),
            Back.OWN: f"{reverse('own', args=[player.number])}#coming-{night_id}",
            Back.MESSAGES: reverse("night_messages", args=[night_id]),
        }
        return noted(answered, back[form.cleaned_data["back"]])
    now = _coming(player, night_id)
    if form.asks_first:
        return _page(request, now, sure=now.gives_up_late, again=form.repeated_fields())
    if not form.conflict:
        # No seat for the guests of the form beside the one they have: they may wait together.
        more = len(form.cleaned_data.get("guests") or ()) + 1 - now.rsvp.party
        is_short = now.has_seat and more > 0 and not now.rsvp_state.fits(more)
        return _page(request, now, form, together=form.problem and is_short)
    before = earlier_answer(form.cleaned_data["key"], now)
    return _page(request, now, form, before=before, wanted=in_words(*form.wants, now.occasion))
