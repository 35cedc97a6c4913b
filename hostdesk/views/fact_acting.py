"""One way of recording a fact about coming from a page: the form, the command, what was refused, where to go on."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseRedirect
from django.utils import timezone

from hostdesk.rights import DeskRequest
from hostdesk.views.acting import CONFLICT, UNPROCESSABLE, forbid_overruling
from reservations.fact_log import Noted
from reservations.forms import ActForm
from reservations.kinds import Stamp
from reservations.models import Fact
from reservations.problems import Problem

_RECENT = 4


def attempt_fact(request: DeskRequest, form: ActForm, act: Callable[[Stamp], Noted]) -> Noted | None:
    """Run one command with the stamp of the form; nothing where the form is wrong or the command refused.

    What was refused is kept in the form. Raises ``PermissionDenied`` when somebody else than the host overrules.
    """
    if not form.is_valid():
        return None
    forbid_overruling(request, form)
    try:
        return act(form.stamp(timezone.now(), request.who.name))
    except Problem as problem:
        form.refuse(problem)
        return None


def fact_status(form: ActForm) -> int:
    """Return the status of the page that shows the form again: 409 where its key is taken, 422 for the rest."""
    if not form.is_bound:
        return 200
    return CONFLICT if form.conflict else UNPROCESSABLE


def noted(request: DeskRequest, noted: Noted, url: str) -> HttpResponseRedirect:
    """Go on to a page that says once what came of it (``_said.html``)."""
    request.session["said"] = noted.remark
    return HttpResponseRedirect(url, status=303)


def said_once(request: DeskRequest) -> str:
    """Return what came of the last thing this browser recorded, and forget it."""
    return str(request.session.pop("said", ""))


def recent_fact_reasons() -> list[str]:
    """Return the reasons that were given lately for a seat or a place in line, each once, the newest first."""
    texts = Fact.objects.exclude(reason="").exclude(by="").order_by("-id").values_list("reason", flat=True)[:40]
    return list(dict.fromkeys(texts))[:_RECENT]


def fact_context(form: ActForm, url: str) -> dict[str, Any]:
    """Return what a page shows of a form that was sent: what was typed, why not, and where to send it again."""
    if not form.is_bound:
        return {"act_url": url}
    reasons = recent_fact_reasons() if form.refusal else []
    return {"act_url": url, "form": form, "reasons": reasons}
