"""Changing the rules of a house: by a form, or by a file, reviewed before the next version is saved."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_house
from hostdesk.base.site.act_views import CONFLICT, UNPROCESSABLE
from hostdesk.rules.changing.changes import article_changes, changes
from hostdesk.rules.changing.page import sections_shown, sentences_of, users_of, wrongs
from hostdesk.rules.changing.typed import GIVEN, Typed, document_of, rearranged, touched_by, typed_of
from hostdesk.rules.houses import presets
from hostdesk.rules.houses.contradictions import contradictions
from hostdesk.rules.houses.queries import read_rules
from hostdesk.rules.houses.toml_text import toml_text
from reservations.acts.problems import Changed, Problem
from reservations.houses.commands import check_same_house, revise_house
from reservations.models import House
from reservations.parsing.documents import BadTerms, Fault
from reservations.parsing.names import whole_number

_MOST_BYTES = 200_001
"""The most bytes read of a file: the reader of documents refuses longer ones."""


class RulesForm(forms.Form):
    """The rules of a house as a text or as a file, the version they were written from, and the reason."""

    document = forms.CharField(
        label="Rules",
        strip=False,
        required=False,
        widget=forms.Textarea(attrs={"rows": 28, "spellcheck": "false", "autocomplete": "off", "class": "code"}),
    )
    file = forms.FileField(label="Or a file", required=False, widget=forms.FileInput(attrs={"accept": ".toml"}))
    version = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Why?", required=False, max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def clean_file(self) -> str:
        """Return the text of a file; "" without one."""
        file = self.cleaned_data["file"]
        # A file that is no text is left to the reader of documents, which reports it.
        return "" if file is None else file.read(_MOST_BYTES).decode("utf-8", "surrogateescape")

    def clean(self) -> dict[str, Any]:
        """Use the file in place of the text if there is one. Refuses neither."""
        cleaned: dict[str, Any] = {**self.cleaned_data}
        cleaned["document"] = cleaned.get("file") or cleaned.get("document") or ""
        if not cleaned["document"]:
            self.add_error("document", "The rules are empty.")
        return cleaned


@for_house.both
def change(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show the rules of a house as a form, and take it: another row, a preview, or the way to saving it."""
    house = get_object_or_404(House, key=key)
    newest = house.newest()
    action, version = request.POST.get("do", ""), whole_number(request.POST.get("version", "")) or newest.version
    typed: Typed = typed_of(read_rules(newest).document)
    if action == "edit":
        # Rules under review come back to be changed further.
        try:
            typed = typed_of(presets.read_document(request.POST.get("document", "")))
        except BadTerms:
            return revise(request, key)
    elif request.method == "POST":
        typed = rearranged(dict(request.POST.lists()), action)
    document, faults = _read(house, typed)
    if action == "review" and not faults:
        return _review(request, house, document, version)
    # A row that was added a moment ago is empty, and that is no fault yet.
    is_refused, (touched, focus) = bool(faults) and action in ("review", "check"), touched_by(typed, action)
    wrong, sentences = wrongs(faults, typed) if is_refused else [], {} if faults else sentences_of(document)
    context = {
        "section": "houses",
        "house": house,
        "version": version,
        "next_version": newest.version + 1,
        "sections": sections_shown(typed, wrong, sentences, users_of(house), touched, focus),
        "wrong": wrong,
        "focus": focus,
        "given": typed.get(GIVEN, ()),
        "headings": sorted({row["section"] for row in document.get("articles", ()) if "section" in row}),
        "checked": action == "check" and not faults,
        **({} if faults else _stated_otherwise(read_rules(newest).document, document)),
    }
    return render(request, "rules/changing/change.html", context, status=UNPROCESSABLE if is_refused else 200)


@for_house.post
def statement(request: DeskRequest, key: str) -> HttpResponse:
    """Answer the form's present state: the sentences beside its fields, or its faults, for htmx."""
    house = get_object_or_404(House, key=key)
    typed = rearranged(dict(request.POST.lists()))
    document, faults = _read(house, typed)
    sentences = {} if faults else sentences_of(document)
    context = {"sections": sections_shown(typed, wrongs(faults, typed), sentences, {}), "faults": faults}
    return render(request, "rules/changing/statement.html", context)


@for_house.both
def revise(request: DeskRequest, key: str) -> HttpResponseBase:
    """Take the next version of a house's rules as text or a file; all its faults are shown, the typed text stays."""
    house = get_object_or_404(House, key=key)
    newest = house.newest()
    written = {"document": toml_text(read_rules(newest).document), "version": newest.version}
    form = RulesForm(request.POST or None, request.FILES or None, initial=written)
    faults = tuple[str, ...]()
    if form.is_bound and form.is_valid():
        try:
            document = presets.read_document(form.cleaned_data["document"])
            check_same_house(house, document)
            return _review(request, house, document, form.cleaned_data["version"])
        except BadTerms as problem:
            faults = tuple(map(str, problem.faults))
        except Problem as problem:
            faults = (str(problem),)
        text = form.cleaned_data["document"].encode("utf-8", "replace").decode()
        form = RulesForm(initial={**form.cleaned_data, "document": text})
    context = {"section": "houses", "house": house, "newest": newest, "form": form, "faults": faults}
    return render(
        request, "rules/changing/revise.html", context, status=UNPROCESSABLE if faults or form.errors else 200
    )


@for_house.post
def save(request: DeskRequest, key: str) -> HttpResponseBase:
    """Save the reviewed next version of a house's rules, with the reason for it."""
    house = get_object_or_404(House, key=key)
    form = RulesForm(request.POST)
    if not form.is_valid():
        return HttpResponseRedirect(reverse("house_change", args=[house.key]), status=303)
    version, reason = form.cleaned_data["version"], form.cleaned_data["reason"]
    try:
        document = presets.read_document(form.cleaned_data["document"])
    except BadTerms:
        return revise(request, key)
    try:
        rules = revise_house(house=house, document=document, after=version, reason=reason)
    except Problem as problem:
        return _review(request, house, document, version, problem)
    saved = "same" if rules.version == version else rules.version
    return HttpResponseRedirect(f"{reverse('house', args=[house.key])}?saved={saved}", status=303)


@for_house.get
def template(request: DeskRequest, key: str) -> HttpResponseBase:
    """Show the changes by the present articles of the house's preset, to be saved as the next version."""
    house = get_object_or_404(House, key=key)
    newest, first = house.newest(), read_rules(house.versions.get(version=1)).document
    document = presets.with_articles_of_preset(first, read_rules(newest).document)
    if document is None:
        return HttpResponseRedirect(reverse("house", args=[house.key]), status=303)
    # The template states the numbers that the house began with.
    stated = {"reason": "The articles of the template.", "outdated": presets.outdated_articles(first, document)}
    return _review(request, house, document, newest.version, stated=stated)


def _read(house: House, typed: Typed) -> tuple[dict[str, Any], list[Fault]]:
    """Return the document of a form, and all its faults."""
    document, faults = document_of(typed, key=house.key, name=house.name)
    try:
        presets.check_document(document)
    except BadTerms as problem:
        known = {fault.place for fault in faults}
        faults += [fault for fault in problem.faults if fault.place not in known]
    return document, faults


def _stated_otherwise(now: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the articles of a document that state an old number of the rules, or another than its terms."""
    outdated = presets.outdated_articles(now, document)
    return {"outdated": outdated, "contradictions": contradictions(document, outdated)}


def _review(
    request: DeskRequest,
    house: House,
    document: dict[str, Any],
    version: int,
    problem: Problem | None = None,
    stated: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Show the next version beside the present one; of one that came in between, its changes.

    ``stated`` replaces the page's own statements.
    """
    newest = house.newest()
    now, between = read_rules(newest).document, None
    if version != newest.version:
        before = house.versions.filter(version=version).first() or newest
        written_from = read_rules(before).document
        between = [*changes(written_from, now), *article_changes(written_from, now)]
    context = {
        "section": "houses",
        "house": house,
        "newest": newest,
        "version": version,
        "between": between,
        "changes": changes(now, document),
        "articles": article_changes(now, document),
        "same": document == now,
        **_stated_otherwise(now, document),
        "problem": "" if isinstance(problem, Changed) else str(problem or ""),
        "document": toml_text(document),
        "reason": request.POST.get("reason", ""),
        **(stated or {}),
    }
    status = 200 if problem is None else CONFLICT if isinstance(problem, Changed) else UNPROCESSABLE
    return render(request, "rules/changing/review.html", context, status=status)
