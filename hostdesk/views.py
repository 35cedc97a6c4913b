"""The pages that belong to neither app."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hostdesk import health


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say that the desk is running and what it can do. Nobody signs in yet, so nothing of the books is shown."""
    return render(request, "hostdesk/home.html")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Tell a watching program how the desk is: 200 when well, else 503."""
    found = health.look()
    return JsonResponse({"well": found.well, **asdict(found)}, status=200 if found.well else 503)
