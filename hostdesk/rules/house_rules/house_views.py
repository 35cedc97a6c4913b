"""A house: its rules for a host, their versions, and each of these as a file."""

import json

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from hostdesk.base.sign_in.guard import DeskRequest, for_house
from hostdesk.base.site.act_views import last_remark
from hostdesk.rules.house_rules.versions_page import acceptance_of
from hostdesk.rules.houses import presets
from hostdesk.rules.houses.comparison import compare
from hostdesk.rules.houses.queries import open_nights_behind, read_rules
from hostdesk.rules.houses.toml_text import toml_text
from reservations.models import House
from reservations.parsing.names import whole_number


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
    context |= {"read": read, "said": remark or last_remark(request), "acceptance": acceptance_of(house)}
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
