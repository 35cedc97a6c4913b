"""The rules of a house as people read them, and the next version of them."""

from typing import Any

from django import forms
from django.db.models import Count
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from hostdesk.houses import presets
from hostdesk.houses.queries import read_rules
from hostdesk.houses.toml_text import toml_text
from hostdesk.houses.versions_page import acceptance_of
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import CONFLICT, UNPROCESSABLE, last_remark
from reservations.acts.problems import Problem
from reservations.houses.commands import Outrun, revise_house
from reservations.models import House
from reservations.parsing.documents import BadTerms


@for_host.get
def show(request: DeskRequest, key: str) -> HttpResponse:
    """Show a house as its newest version has it, or as the one of ``?version=`` had it."""
    house = get_object_or_404(House, key=key)
    versions = list(house.versions.order_by("-version").annotate(played=Count("nights")))
    asked = request.GET.get("version", "")
    shown = next((rules for rules in versions if str(rules.version) == asked), versions[0])
    saved, said = request.GET.get("saved", ""), ""
    if saved == "same":
        said = "No changes: this is already the latest version."
    elif saved == str(shown.version):
        said = f"Version {saved} is saved. Opened nights keep their version."
    context = {"section": "houses", "house": house, "read": read_rules(shown), "versions": versions}
    context |= {"said": said or last_remark(request), "acceptance": acceptance_of(house)}
    return render(request, "houses/house.html", context)


class RulesForm(forms.Form):
    """The rules of a house as a text, and the version they were written from."""

    document = forms.CharField(
        label="Rules",
        strip=False,
        widget=forms.Textarea(attrs={"rows": 28, "spellcheck": "false", "autocomplete": "off", "class": "code"}),
        error_messages={"required": "The rules are empty."},
    )
    anyway = forms.BooleanField(required=False)
    version = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)


@for_host.both
def revise(request: DeskRequest, key: str) -> HttpResponseBase:
    """Write the next version of a house's rules; every fault of it is told at once, and what was typed stays.

    It asks before it is saved if an article states a number that a rule no longer has.
    """
    house = get_object_or_404(House, key=key)
    newest = house.newest()
    written = {"document": toml_text(read_rules(newest).document), "version": newest.version}
    form = RulesForm(request.POST if request.method == "POST" else None, initial=written)
    context: dict[str, Any] = {"section": "houses", "house": house, "newest": newest, "form": form}
    if not form.is_bound:
        return render(request, "houses/revise.html", context)
    status, faults = UNPROCESSABLE, tuple[str, ...]()
    if form.is_valid():
        try:
            after, document = form.cleaned_data["version"], presets.read_document(form.cleaned_data["document"])
            context["outdated"] = presets.outdated_articles(read_rules(newest).document, document)
            if context["outdated"] and not form.cleaned_data["anyway"]:
                return render(request, "houses/revise.html", context, status=status)
            rules = revise_house(house=house, document=document, after=after)
            saved = "same" if rules.version == after else rules.version
            return HttpResponseRedirect(f"{reverse('house', args=[house.key])}?saved={saved}", status=303)
        except Outrun as problem:
            status, context["newest"], context["outrun"] = CONFLICT, house.newest(), str(problem)
        except BadTerms as problem:
            faults = tuple(map(str, problem.faults))
        except Problem as problem:
            faults = (str(problem),)
    return render(request, "houses/revise.html", {**context, "faults": faults}, status=status)
