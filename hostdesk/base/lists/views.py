"""The answer of every list: a page of rows, or the whole list as a file; and the sending of papers."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from hostdesk.base.lists.tables import DeskTable
from hostdesk.base.sign_in.guard import DeskRequest
from ledger.files.csv_rows import KINDS, Cell, csv_text
from ledger.files.spreadsheets import workbook

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def show_list(
    request: DeskRequest, table: DeskTable, page: str, context: dict[str, Any], status: int = 200, **others: DeskTable
) -> HttpResponse:
    """Answer with the page for ``?sort=`` and ``?page=``, or with the whole list as a file (``?as=csv``, xlsx).

    These parameters apply to the first table of the page, or to the table of ``others`` that ``?part=`` names. With a
    single house the page has no column of houses, but the file has it.
    """
    chosen = others.get(request.GET.get("part", ""), table)
    if sort := request.GET.getlist("sort"):
        chosen.order_by = sort
    if (kind := request.GET.get("as")) in KINDS:
        return sheet(chosen.sheet, chosen.cells(), as_workbook=kind == "xlsx")
    for name, listed in {"": table, **others}.items():
        if "house" in listed.columns.names() and not request.needs.houses:
            listed.columns.hide("house")
        listed.part, listed.place = name, f"#{name or listed.sheet}" if others else ""
        listed.paginator = Paginator(listed.rows, listed.per_page)
        listed.page = listed.paginator.get_page(request.GET.get("page") if listed is chosen else 1)
    return render(request, page, {**context, "table": table, **others}, status=status)


def sheet(name: str, cells: Sequence[Sequence[Cell]], *, as_workbook: bool) -> HttpResponse:
    """Answer with a file of that name."""
    content = workbook(name, cells) if as_workbook else csv_text(cells)
    kind, ending = (XLSX, "xlsx") if as_workbook else (CSV, "csv")
    headers = {"Content-Disposition": f'attachment; filename="{slugify(name) or "list"}.{ending}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


def pdf_file(content: bytes, name: str) -> HttpResponse:
    """Answer with a paper of that name, for the browser to show."""
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def form_state(request: DeskRequest, chosen: Any) -> dict[str, Any]:
    """Return the filter's form state: whether the list is filtered, and its sorting."""
    filtered = any(request.GET.get(name) for name in chosen.form.fields)
    return {"filtered": filtered, "sorted_by": request.GET.getlist("sort")}
