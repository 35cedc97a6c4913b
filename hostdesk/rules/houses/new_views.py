"""The houses of the desk, and a new one: from eight questions, as a copy of another, or by written rules."""

from typing import Any

from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_host, for_hosts
from hostdesk.base.site.act_views import UNPROCESSABLE
from hostdesk.rules.houses import presets
from hostdesk.rules.houses.comparison import compare
from hostdesk.rules.houses.own_game import copied
from hostdesk.rules.houses.own_game_forms import CopyForm, OwnGameForm, called_after
from hostdesk.rules.houses.queries import houses, newest_rules, presets_left, read_rules
from reservations.acts.problems import Problem
from reservations.houses.commands import make_house
from reservations.models import House


@for_hosts.get
def index(request: DeskRequest) -> HttpResponse:
    """List the houses with their stakes in short, and two or more side by side."""
    read = newest_rules(request.who.houses)
    compared = compare([rules.document for rules in read])
    side_by_side = compared if len(compared) > 1 else []
    context = {"section": "houses", "houses": list(zip(read, compared, strict=True)), "compared": side_by_side}
    return render(request, "rules/houses/houses.html", context)


@for_host.both
def new(request: DeskRequest) -> HttpResponseBase:
    """Make a house of the preset or the house in the form, else of its answers, and show its rules."""
    mine = list(houses())
    taken = {house.key for house in mine} | {*presets.preset_keys()}
    from_preset, from_house = "preset" in request.POST, "copy" in request.POST
    posted = None if from_preset or from_house or request.method != "POST" else request.POST
    called = called_after(request.who.name, taken=[house.name for house in mine])
    form = OwnGameForm(posted, taken=taken, called=called)
    copy = CopyForm(request.POST if from_house else None, houses=[(house.key, house.name) for house in mine])
    problem, document = "", dict[str, Any]()
    try:
        if from_preset:
            document = presets.load_preset(request.POST["preset"])
        elif copy.is_valid():
            source = House.objects.get(key=copy.cleaned_data["copy"]).newest()
            document = copied(read_rules(source).document, copy.cleaned_data["copy_name"], taken=taken)
        elif form.is_valid():
            document = form.document or {}
        if document:
            rules = make_house(document=document)
            return HttpResponseRedirect(reverse("house", args=[rules.house.key]), status=303)
    except Problem as refused:
        problem = str(refused)
    context = {"section": "houses", "form": form, "copy": copy, "problem": problem}
    left = {preset["key"] for preset in presets_left()}
    compared = compare([presets.load_preset(key) for key in presets.preset_keys()])
    context["presets"] = [preset for preset in compared if preset.key in left]
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "rules/houses/new.html", context, status=status)
