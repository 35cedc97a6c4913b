"""Versions of a house's rules: compared, told to the players, and accepted by them."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.sign_in.guard import DeskRequest, for_house, for_player, for_signed_in
from hostdesk.base.site.act_views import attempt, fact_context, noted, person_or_404, saying, status_of
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.mail.messages.commands import note_seen
from hostdesk.mail.messages.page import unseen_by
from hostdesk.rules.house_rules.versions_page import acceptance_of, changes_to_tell, compared
from hostdesk.rules.house_rules.views import VersionForm, way_back
from reservations.houses.commands import accept_rules, tell_rules
from reservations.houses.queries import accepted_by
from reservations.messages.rules import MessageKind
from reservations.models import House
from reservations.parsing.names import whole_number


@for_signed_in.get
def changes(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show two versions side by side, those of ``?from=`` and ``?to=``, else the newest and the one before it."""
    house = get_object_or_404(House, key=key)
    if not request.who.is_confirmed:
        return redirect("own", request.who.player)
    before, after = (whole_number(request.GET.get(name, "")) for name in ("from", "to"))
    context = {
        "section": "houses",
        "house": house,
        "compared": compared(house, before, after),
        "back": way_back(request, house),
    }
    return render(request, "rules/house_rules/changes.html", context)


@for_player.both
def own_rules(request: DeskRequest, number: int, key: str) -> HttpResponse:
    """Show a player what changed in the rules since the version they accepted, and let them accept the newest."""
    player, house = person_or_404(number), get_object_or_404(House, key=key)
    if request.method == "POST" and request.who.is_host:
        raise PermissionDenied("Only the player accepts the rules.")
    form = VersionForm(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, accept_rules, player=player, house=house)
    if answer is not None:
        seen = unseen_by(player, timezone.now())
        note_seen(
            [each for each in seen if each.fact.house_id == house.pk and each.kind == MessageKind.RULES], timezone.now()
        )
        return noted(answer, reverse("own", args=[player.number]))
    accepted = accepted_by(house).get(player.number)
    context = {
        "house": house,
        "player": player,
        "compared": compared(house, accepted.content["version"] if accepted else None),
        "accepted": accepted,
        "back": reverse("own", args=[player.number]),
        "key": new_key(),
        **fact_context(form, request.path),
    }
    return render(request, "rules/house_rules/changes.html", context, status=status_of(form))


@for_house.post
def tell(request: DeskRequest, key: str) -> HttpResponse:
    """Tell the players of a house what changed in its rules, those who have not been told."""
    house = get_object_or_404(House, key=key)
    form, told = VersionForm(request.POST), acceptance_of(house).to_tell
    answer = attempt(request, form, tell_rules, house=house, players=told, changes=changes_to_tell(house))
    page = reverse("house", args=[key])
    if answer is not None:
        return noted(answer, f"{page}#accepted")
    return HttpResponseRedirect(saying(form.problem or "Nobody was told: try again.", f"{page}#accepted"), status=303)
