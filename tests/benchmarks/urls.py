"""The product's addresses, and beside them the barest pages of the same kind to measure against."""

import django_tables2
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path

from hostdesk.urls import urlpatterns as of_the_product
from tests.benchmarks.buying_in import Bare

COLUMNS = 12
ROWS = [{"number": number, "name": f"Player {number}", "cents": number * 100} for number in range(25)]


class BareTable(django_tables2.Table):  # type: ignore[misc]
    """Three columns, as the library draws them."""

    number = django_tables2.Column()
    name = django_tables2.Column()
    cents = django_tables2.Column()

    class Meta:
        template_name = "django_tables2/table.html"


def insert(request: HttpRequest) -> HttpResponse:
    """Insert one row and go elsewhere."""
    Bare(cents=int(request.POST["cents"])).save(force_insert=True)
    return HttpResponseRedirect("/", status=303)


def listed(request: HttpRequest) -> HttpResponse:
    """Show 25 rows of as many columns as ``?columns=`` says."""
    more = [(f"more {number}", django_tables2.Column(accessor="cents")) for number in range(3, COLUMNS + 1)]
    wanted = int(request.GET.get("columns", "3")) - 3
    return HttpResponse(BareTable(ROWS, extra_columns=more[:wanted]).as_html(request))


def page(request: HttpRequest) -> HttpResponse:
    """Draw the frame that every page of the product has, with nothing in it."""
    return render(request, "site/base.html")


urlpatterns = [*of_the_product, path("bare/insert/", insert), path("bare/listed/", listed), path("bare/page/", page)]
