"""All papers of a night, of THE BOOK, of a season and of a house: their purposes and their links."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from hostdesk.base.lists.queries import NightState, nights, soonest_first, state_of
from hostdesk.base.sign_in.guard import DeskRequest, Role, for_signed_in
from hostdesk.standings.seasons.filters import season_choice
from ledger.models import Note
from ledger.months.queries import consolidations
from reservations.houses.queries import houses_among
from reservations.models import Night
from reservations.parsing.days import day_of
from reservations.parsing.documents import beside

_MOST_NIGHTS = 60
_PAPERS: Mapping[str, list[dict[str, Any]]] = beside(__file__, "papers.toml")


@dataclass(frozen=True)
class Paper:
    """A paper: its name, its purpose, and its address, of a PDF or of a page that the browser prints."""

    name: str
    purpose: str
    address: str

    @property
    def is_pdf(self) -> bool:
        """Whether the paper is a file."""
        return self.address.partition("?")[0].endswith(".pdf")


class PapersForm(forms.Form):
    """The night, the month and the season of the papers; other values are ignored."""

    night = forms.ChoiceField(required=False)
    month = forms.ChoiceField(required=False)
    season = forms.ChoiceField(required=False)


@for_signed_in.get
def papers(request: DeskRequest) -> HttpResponse:
    """List the papers that the reader may open: a banker those of their night, a host those of their houses.

    With ``?house=KEY`` the papers of that house come first.

    Raises ``PermissionDenied`` for a player.
    """
    who, today = request.who, timezone.localdate()
    if who.role == Role.PLAYER:
        raise PermissionDenied
    night, offered = _night(request)
    parts = []
    if night:
        # Slips are papers of a night only if its register has a note.
        having = [state_of(night), *(["notes"] if Note.objects.filter(night=night).exists() else [])]
        parts.append((f"{night.house}, {day_of(night.date)}", _listed("night", night.pk, having=having)))
    choices = {"night": [(str(night.pk), f"{day_of(night.date)}, {night.house}") for night in offered]}
    if who.hosts_all and request.needs.book:
        months = {str(consolidation.number): consolidation.title for consolidation in reversed(consolidations())}
        month = chosen if (chosen := request.GET.get("month", "")) in months else next(iter(months), "")
        choices["month"] = [*months.items()]
        parts.append(("THE BOOK", [*(_listed("month", month) if month else ()), *_listed("book")]))
    if who.is_host:
        season = season_choice(request.GET.dict(), request.desk, today, who.houses)
        choices["season"] = season.form({}).fields["season"].choices  # type: ignore[attr-defined]  # a field of choices
        parts.append((f"Season {season.span.name}", _listed("season", query=season.query.removeprefix("?"))))
    among = houses_among(who.houses) if who.is_host else [night.house] if night else []
    named = [house for house in among if house.key == request.GET.get("house")]
    listed = [paper for house in named or among for paper in _listed("house", house.key, title=house.name)]
    parts.insert(0 if named else len(parts), ("House" if named else "Houses", listed))
    if who.is_host:
        parts.append(("Any night", _listed("any")))
    form = PapersForm({"night": night and str(night.pk), **request.GET.dict()})
    for name, field in [*form.fields.items()]:
        field.choices = choices.get(name, [])  # type: ignore[attr-defined]  # all are fields of choices
        if len(choices.get(name, [])) < 2:
            del form.fields[name]
    return render(request, "front/papers/papers.html", {"section": "nights", "parts": parts, "filter": {"form": form}})


def _night(request: DeskRequest) -> tuple[Night | None, list[Night]]:
    """Return the chosen night, else tonight's, else the last, else the next; and the nights to choose from."""
    who, today = request.who, timezone.localdate()
    listed = soonest_first(nights(who.houses).filter(cancelled_at=None), today)
    if who.role == Role.BANKER:
        listed = listed.filter(pk=who.night or 0)
    number = request.GET.get("night", "")[:18]
    found = [*listed.filter(pk=number if number.isdecimal() else 0), *listed[:_MOST_NIGHTS]]
    offered = [*{night.pk: night for night in found}.values()]
    tests: list[Callable[[Night], bool]] = [
        lambda night: str(night.pk) == number,
        lambda night: state_of(night) == NightState.OPEN or night.date == today,
        lambda night: night.date < today,
        lambda night: True,
    ]
    return next((night for fits in tests for night in offered if fits(night)), None), offered


def _listed(kind: str, *of: object, query: str = "", title: str = "", having: Collection[str] = ()) -> list[Paper]:
    """Return the papers of a kind for these parts of the address; some only ``when`` there is content for them."""
    found = []
    for paper in _PAPERS[kind]:
        if not {*paper.get("when", having)}.isdisjoint(having) or not having:
            parameters = "&".join(filter(None, (paper.get("query"), query)))
            address = reverse(paper["at"], args=of) + (f"?{parameters}" if parameters else "")
            found.append(Paper(title or paper["name"], paper["name"] if title else paper["purpose"], address))
    return found
