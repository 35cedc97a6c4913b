"""The page of every way in: empty, with the faults of its files, with their preview, or the way on after posting."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render

from hostdesk.base.sign_in.guard import DeskRequest
from hostdesk.base.site.act_views import CONFLICT, UNPROCESSABLE, last_remark
from hostdesk.imports.ways_in.files import FaultyFiles
from hostdesk.imports.ways_in.forms import FilesForm
from reservations.acts.problems import Faulty, Problem

_MOST_FAULTS = 60


def way_context(way: str, places: str, faults: Sequence[tuple[Any, str]]) -> dict[str, Any]:
    """Return the context of a way in: its name, and the first faults by their ``places``."""
    more = len(faults[_MOST_FAULTS:])
    return {"section": "players", "way": way, "places": places, "faults": faults[:_MOST_FAULTS], "more": more}


def way_page(
    request: DeskRequest,
    form: FilesForm,
    template: str,
    look: Callable[[dict[str, Any]], HttpResponseBase | None],
    *,
    way: str,
    places: str,
) -> HttpResponseBase:
    """Return the page of a way in, or the answer of ``look`` once it has posted a confirmed preview.

    ``look`` adds the preview of the files to the context of the page, with its ``faults`` and its ``status``, if they
    are its own. It may raise ``Faulty`` and ``FaultyFiles``, and another problem if something was posted meanwhile.
    """
    context: dict[str, Any] = {"form": form, "last_remark": last_remark(request)}
    is_valid = form.is_valid()
    faults, status = form.faults, UNPROCESSABLE if form.errors else 200
    if is_valid:
        try:
            if (answer := look(context)) is not None:
                return answer
            faults, status = context.get("faults", []), UNPROCESSABLE if form.errors or form.is_confirmed else 200
        except (Faulty, FaultyFiles) as faulty:
            faults, status = faulty.placed, UNPROCESSABLE
        except Problem as problem:
            context["problem"], status = str(problem), CONFLICT
    context |= way_context(way, places, faults)
    return render(request, template, context, status=context.get("status", status))
