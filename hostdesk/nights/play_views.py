"""*Play tonight*: from nothing to a table with everybody at it, on one page and with one tap."""

from django.http import HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.houses.queries import houses, read_rules
from hostdesk.nights.play_forms import PlayForm
from hostdesk.nights.stakes_forms import figures_shown
from hostdesk.sign_in.guard import DeskRequest, for_hosts
from hostdesk.site.act_views import attempt, done, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.commands import play_tonight
from ledger.night.history import FIGURES
from reservations.models import Night
from reservations.parsing.names import name_key
from reservations.players.queries import regulars


@for_hosts.both
def play(request: DeskRequest) -> HttpResponseBase:
    """Plan tonight, open its bank and let the players in, all of it or nothing; then go to the table.

    The house is the one of ``?house=``, else the one that was played in last.
    """
    mine = {house.key: house for house in houses(request.who.houses)}
    if not mine:
        return HttpResponseRedirect(reverse("house_new"), status=303)
    played = (
        Night.objects.in_houses(request.who.houses)
        .filter(bank__isnull=False)
        .order_by("-bank__opened")
        .values_list("house__key", flat=True)
    )
    asked = request.POST.get("house") or request.GET.get("house") or played.first()
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
        return done(request, answer, reverse("tonight", args=[answer.act.night_id]))
    context = {
        "section": "nights",
        **refused_context(form, request.path),
        "form": form,
        "key": new_key(),
        "heading": "Play tonight",
        "house": rules,
        "stated": rules.stated,
        "several": len(mine) > 1,
        "asks": any(form.fields[name].required for name in FIGURES),
        "also_open": Night.objects.in_houses(request.who.houses)
        .filter(bank__closed=None, bank__isnull=False)
        .select_related("house"),
    }
    return render(request, "nights/open.html", context, status=status_of(form))
