"""The product's addresses, and bare pages of the same kind as a reference."""

import json

import django_tables2
from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import path
from django.utils import timezone

from hostdesk.urls import urlpatterns as of_the_product
from tests.benchmarks.buying_in import Bare, BareAct, BareTransfer

COLUMNS = 12
ROWS = [{"number": number, "name": f"Player {number}", "cents": number * 100} for number in range(25)]


class BareTable(django_tables2.Table):  # type: ignore[misc]
    """Three columns, drawn by the library."""

    number = django_tables2.Column()
    name = django_tables2.Column()
    cents = django_tables2.Column()

    class Meta:
        template_name = "django_tables2/table.html"


def insert(request: HttpRequest) -> HttpResponse:
    """Insert one row and redirect."""
    Bare(cents=int(request.POST["cents"])).save(force_insert=True)
    return HttpResponseRedirect("/", status=303)


class BareForm(forms.Form):
    """The fields of a buy-in, with Django's own checks alone."""

    key = forms.CharField(max_length=64)
    amount = forms.DecimalField(max_digits=12, decimal_places=2)
    pay = forms.ChoiceField(choices=[(each, each) for each in ("cash", "note", "book", "transfer")], required=False)
    note = forms.CharField(max_length=40, required=False)
    mark = forms.CharField(max_length=20, required=False)
    stack = forms.DecimalField(max_digits=12, decimal_places=2, required=False)
    busted = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)
    late = forms.BooleanField(required=False)
    ruling = forms.CharField(max_length=300, required=False)


def buy_in(request: HttpRequest) -> HttpResponse:
    """Check a form with the fields of a buy-in, write an act and a transfer, and redirect."""
    form = BareForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=422)
    said = form.cleaned_data
    with transaction.atomic(durable=True):
        content = json.dumps({"amount": str(said["amount"]), "pay": said["pay"]})
        act = BareAct(key=said["key"], kind="buy_in", at=timezone.now(), content=content)
        act.save(force_insert=True)
        BareTransfer(act=act, debit=1, credit=2, cents=int(said["amount"] * 100)).save(force_insert=True)
    return HttpResponseRedirect("/", status=303)


def listed(request: HttpRequest) -> HttpResponse:
    """Show 25 rows with the number of columns that ``?columns=`` gives."""
    more = [(f"more {number}", django_tables2.Column(accessor="cents")) for number in range(3, COLUMNS + 1)]
    wanted = int(request.GET.get("columns", "3")) - 3
    return HttpResponse(BareTable(ROWS, extra_columns=more[:wanted]).as_html(request))


def page(request: HttpRequest) -> HttpResponse:
    """Draw the frame of the product's pages without content."""
    return render(request, "base/site/base.html")


urlpatterns = [
    *of_the_product,
    path("bare/insert/", insert),
    path("bare/buy-in/", buy_in),
    path("bare/listed/", listed),
    path("bare/page/", page),
]
