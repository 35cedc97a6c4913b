"""One way of going on from a page after a fact about coming: what came of it, or the form with what was refused."""

from typing import Any

from django.http import HttpResponseRedirect

from hostdesk.guests.page import recent_reasons
from hostdesk.sign_in.guard import DeskRequest
from reservations.acts.fact_queries import Noted
from reservations.acts.facts import FactKind
from reservations.acts.forms import ActForm


def noted(request: DeskRequest, answer: Noted, url: str) -> HttpResponseRedirect:
    """Go on to a page that says once what came of it (``_said.html``)."""
    request.session["said"] = answer.remark
    return HttpResponseRedirect(url, status=303)


def said_once(request: DeskRequest) -> str:
    """Return what came of the last thing this browser recorded, and forget it."""
    return str(request.session.pop("said", ""))


def fact_context(form: ActForm, url: str) -> dict[str, Any]:
    """Return what a page shows of a form that was sent: what was typed, why not, and where to send it again."""
    if not form.is_bound:
        return {"act_url": url}
    reasons = recent_reasons()[FactKind.SEAT] if form.refusal else []
    return {"act_url": url, "form": form, "reasons": reasons}
