"""Bring your past along: the page that leads to every way in."""

from django.http import HttpResponse
from django.shortcuts import render

from hostdesk.sign_in.guard import DeskRequest, for_host


@for_host.get
def bring(request: DeskRequest) -> HttpResponse:
    """Show the ways in: a card for each kind of file that a group keeps its past in."""
    return render(request, "results/bring.html", {"section": "players"})
