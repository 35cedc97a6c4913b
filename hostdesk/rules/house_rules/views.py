"""The rules of a house for its host and players, also as files; the comparison of versions, and the news of them."""

import json

from django import forms
from django.db.models import Count
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, Role, for_house, for_signed_in
from hostdesk.base.site.act_views import attempt, last_remark, noted, saying
from hostdesk.rules.house_rules.page import acceptance_of, changes_to_tell, compared, rules_page
from hostdesk.rules.houses import presets
from hostdesk.rules.houses.comparison import compare
from hostdesk.rules.houses.queries import open_nights_behind, read_rules, rules_of_night
from hostdesk.rules.houses.toml_text import toml_text
from reservations.acts.forms import ActForm
from reservations.houses.commands import tell_rules
from reservations.models import House, Night
from reservations.parsing.names import whole_number


class VersionForm(ActForm):
    """A step about a version of the rules."""

    version = forms.IntegerField(min_value=1, max_value=10**6)

    takes = ("version",)


@for_signed_in.get
def rules(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show the rules of a house, or those that ``?q=`` finds; ``?version=`` shows an earlier version.

    A phone that is not confirmed yet reads them only if everybody behind a group link does.
    """
    house = get_object_or_404(House, key=key)
    if not request.who.is_confirmed and not request.desk.rules_shared:
        return redirect("own", request.who.player)
    number = whole_number(request.GET.get("night", ""))
    opened = Night.objects.select_related("house", "rules").exclude(rules=None)
    return rules_response(request, house, way_back(request, house), opened.filter(pk=number or 0, house=house).first())


def way_back(request: DeskRequest, house: House) -> str:
    """Return the page that leads to the rules of a house."""
    if request.who.role == Role.BANKER:
        return reverse("tonight", args=[request.who.night])
    if request.who.player is not None:
        return reverse("own", args=[request.who.player])
    return reverse("house", args=[house.key])


def rules_response(request: DeskRequest, house: House, back: str, night: Night | None = None) -> HttpResponse:
    """Show the rules of a house, or as ``night`` has them, which was opened."""
    page = rules_page(house, request.GET.dict(), rules_of_night(night) if night else None)
    kept = {} if page.is_newest else {"version": page.read.rules.version}
    context = {"section": "houses", "house": house, "page": page, "back": back, "here": request.path}
    context["kept"] = {"night": night.pk} if night else kept
    return render(request, "rules/house_rules/rules.html", context)


@for_signed_in.get
def changes(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show two versions side by side, those of ``?from=`` and ``?to=``, else the newest and the one before it."""
    house = get_object_or_404(House, key=key)
    if not request.who.is_confirmed:
        return redirect("own", request.who.player)
    before, after = (whole_number(request.GET.get(name, "")) for name in ("from", "to"))
    context = {"house": house, "compared": compared(house, before, after), "back": way_back(request, house)}
    return render(request, "rules/house_rules/changes.html", {"section": "houses", **context})


@for_house.post
def tell(request: DeskRequest, key: str) -> HttpResponse:
    """Announce the changes of the rules to the players of a house who are not informed yet."""
    house = get_object_or_404(House, key=key)
    form, players = VersionForm(request.POST), acceptance_of(house).to_tell
    answer = attempt(request, form, tell_rules, house=house, players=players, changes=changes_to_tell(house))
    page = reverse("house", args=[key])
    if answer is not None:
        return noted(answer, f"{page}#accepted")
    return HttpResponseRedirect(saying(form.problem or "Nobody was told: try again.", f"{page}#accepted"), status=303)


@for_house.get
def show(request: DeskRequest, key: str) -> HttpResponse:
    """Show a house by its newest version, or by the one of ``?version=``."""
    house = get_object_or_404(House, key=key)
    versions = list(house.versions.order_by("-version").annotate(played=Count("nights")))
    version = request.GET.get("version", "")
    shown = next((rules for rules in versions if str(rules.version) == version), versions[0])
    saved, remark = request.GET.get("saved", ""), ""
    if saved == "same":
        remark = "No changes: this is already the latest version."
    elif saved == str(shown.version):
        remark = f"Version {saved} is saved. Opened nights keep their version."
    context = {"section": "houses", "house": house, "versions": versions}
    read = read_rules(shown)
    context["in_short"] = compare([read.document])[0].rows
    context |= {"read": read, "last_remark": remark or last_remark(request), "acceptance": acceptance_of(house)}
    context["behind"] = open_nights_behind(house) if shown == versions[0] else []
    # Houses that were made of a preset before it had all its articles have few.
    first, newest = json.loads(versions[-1].document), json.loads(versions[0].document)
    context["lacks_articles"] = presets.with_articles_of_preset(first, newest) is not None
    return render(request, "rules/houses/house.html", context)


@for_house.get
def toml(request: DeskRequest, key: str) -> HttpResponse:
    """Send the rules of a house as a file, of the version in ``?version=`` or of the newest."""
    house = get_object_or_404(House, key=key)
    number = whole_number(request.GET.get("version", ""))
    found = house.versions.filter(version=number).first() if number else None
    rules = found or house.newest()
    name = f"{house.key}-{rules.version}.toml"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(toml_text(read_rules(rules).document), content_type="application/toml", headers=headers)
