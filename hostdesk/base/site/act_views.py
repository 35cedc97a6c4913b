"""The recording by every page: run the command with the form, then show a receipt, or the form with the refusal.

`carry_out` runs the command and redirects, `form_page` shows a form. An act of the night log is answered by `done` or
`refused_context`; a fact about coming (an answer, a seat, a strike) by `noted` or `fact_context`.
"""

import json
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core import signing
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from hostdesk.base.sign_in.device_commands import person_of
from hostdesk.base.sign_in.guard import DeskRequest
from hostdesk.base.site.idempotency_keys import new_key
from ledger.bank.queries import terms_of
from ledger.clock.commands import turn_due
from ledger.night.act_queries import act_line, with_ruling
from reservations.acts.fact_queries import Noted
from reservations.acts.forms import ActForm
from reservations.acts.kept_queries import KeptRows
from reservations.acts.problems import MayNotOverrule, Problem
from reservations.acts.queries import Answer
from reservations.models import Act, Fact, Night, Player
from reservations.parsing.names import whole_number

Answered = TypeVar("Answered")
"""The result of a command: the answer of an act, or of a fact."""
Found = TypeVar("Found")

CONFLICT, UNPROCESSABLE = 409, 422
_SALT, _REMARK_FOR = "said", 600
"""The salt that signs a remark in an address, and its seconds on the page: a bookmark shows none."""
_RECENT, _LOOKED_AT = 4, 200

log = logging.getLogger(__name__)


def person_or_404(number: int) -> Player:
    """Return the person of that number. Raises ``Http404`` if there is none."""
    try:
        return Player.objects.person(number)
    except Player.DoesNotExist as missing:
        raise Http404 from missing


def own_person(request: DeskRequest, number: int) -> Player:
    """Return the person of that number as above: on a device of theirs, as the sign-in has read them."""
    signed_in = person_of(request)
    return signed_in if signed_in and signed_in.number == number else person_or_404(number)


_NIGHT = KeptRows(lambda number: Night.objects.filter(pk=number), -1, related=("house", "rules", "series"))


def night_or_404(night_id: int) -> Night:
    """Return a night with its house, its rules and its series. Raises ``Http404`` if there is none."""
    return or_404(_NIGHT.first(night_id))


def or_404(found: Found | None) -> Found:
    """Return the found object. Raises ``Http404`` for None."""
    if found is None:
        raise Http404
    return found


def sent(request: DeskRequest) -> QueryDict | None:
    """Return the fields of a sent form; None for a page that is only shown."""
    return request.POST if request.method == "POST" else None


def attempt(request: DeskRequest, form: ActForm, command: Callable[..., Answered], **facts: Any) -> Answered | None:
    """Run a command with the form's stamp and arguments and these facts; None for a wrong form or a refusal.

    The blinds go up first if they are due, so the level is the clock's. The form keeps the refusal. Messages about a
    recorded fact are written as soon as the view has answered.
    Raises ``PermissionDenied`` for a ruling by anybody but the host.
    """
    if not form.is_valid():
        return None
    now, night = timezone.now(), facts.get("night")
    try:
        if night is None or (night.rules and terms_of(night.rules).levels):
            turn_due(now)
    except DatabaseError:
        raise
    except Exception:
        # A fault in raising the blinds does not stop the record.
        log.exception("The blinds could not be raised.")
    try:
        stamp = form.stamp(now, request.who.name, may_overrule=request.who.is_host)
        answer = command(stamp=stamp, **form.arguments(), **facts)
        request.is_recorded = True
    except MayNotOverrule as problem:
        raise PermissionDenied(str(problem)) from problem
    except Problem as problem:
        form.refuse(problem)
        return None
    if isinstance(answer, Noted):
        request.is_noted = True
    return answer


def carry_out(
    request: DeskRequest, form: ActForm, command: Callable[..., Answer | Noted], url: str, **facts: Any
) -> HttpResponseRedirect | None:
    """Run a command as `attempt` does and redirect to the page at ``url`` with the result.

    None for a wrong form or a refusal: then the page shows the form again.
    """
    answer = attempt(request, form, command, **facts)
    if answer is None:
        return None
    return noted(answer, url) if isinstance(answer, Noted) else done(request, answer, url)


def status_of(form: ActForm | None) -> int:
    """Return the status of a page: 200, or with a refused form 409 for a taken key and 422 otherwise."""
    if form is None or not form.is_bound or form.asks_first:
        return 200
    return CONFLICT if form.conflict else UNPROCESSABLE


def done(request: DeskRequest, answer: Answer, url: str) -> HttpResponseRedirect:
    """Redirect to a page that shows the receipt of the act, with the command's remark."""
    return HttpResponseRedirect(saying(answer.remark, url, receipt=answer.act.number), status=303)


def saying(remark: str, url: str, *, receipt: int = 0) -> str:
    """Return the address of a page with the receipt of that act, if any, and a remark on it or on a fact.

    The remark travels in the address, signed: after the record of an act nothing else needs a write.
    """
    page, hash_, place = url.partition("#")
    named = {"receipt": str(receipt)} if receipt else {}
    if remark:
        named["said"] = signing.dumps([receipt, remark], salt=_SALT, compress=True)
    query = urlencode(named)
    joint = "&" if "?" in page else "?"
    return f"{page}{joint if query else ''}{query}{hash_}{place}"


def _remark(request: DeskRequest) -> tuple[int, str]:
    """Return the act (0: a fact) and the remark in the page's address; "" for an expired remark."""
    try:
        number, remark = signing.loads(request.GET.get("said", ""), salt=_SALT, max_age=_REMARK_FOR)
    except signing.BadSignature:
        return 0, ""
    return number, remark


def remark_on(request: DeskRequest, act: Act) -> str:
    """Return the command's remark on the act, "" if this browser's last act is another one."""
    number, remark = _remark(request)
    return remark if number == act.number else ""


def receipt_act(request: DeskRequest, **only: Any) -> Act | None:
    """Return the act of ``?receipt=N``; None without it, or for an act that does not match ``only``."""
    number = whole_number(request.GET.get("receipt", ""))
    return Act.objects.filter(number=number, **only).select_related("reversed_by").first() if number else None


def receipt(request: DeskRequest, **only: Any) -> dict[str, Any]:
    """Return the context of the receipt on the page that follows an act; {} without one."""
    act = receipt_act(request, **only)
    return {"receipt": act_line(act), "remark": remark_on(request, act)} if act else {}


def recent_rulings(field: str = "ruling") -> list[str]:
    """Return the reasons of the latest rulings, without repetition, newest first; ``field`` may be ``count_ruling``."""
    texts = Act.objects.exclude(**{field: ""}).order_by("-number").values_list(field, flat=True)[:40]
    return list(dict.fromkeys(texts))[:_RECENT]


def refused_context(form: ActForm, url: str) -> dict[str, Any]:
    """Return the context of an act's form: its address; after a refusal also the typed values and the reason."""
    if not form.is_bound:
        return {"act_url": url}
    context: dict[str, Any] = {"act_url": url, "form": form}
    if form.refusal:
        context["reasons"] = recent_rulings()
    if form.taken:
        context["taken_line"] = act_line(form.taken.act)
    return context


def noted(answer: Noted, url: str) -> HttpResponseRedirect:
    """Redirect to a page that shows the result of the fact, and the author of a ruling (``_last_remark.html``)."""
    return HttpResponseRedirect(saying(with_ruling(answer.remark, answer.fact), url), status=303)


def last_remark(request: DeskRequest) -> str:
    """Return the remark on the fact before this page; "" without a fact, and for an expired remark."""
    number, remark = _remark(request)
    return "" if number else remark


def fact_context(form: ActForm, url: str) -> dict[str, Any]:
    """Return the context of a fact's form, as `refused_context` does for an act's.

    The reasons are those of the latest rulings on facts.
    """
    if not form.is_bound:
        return {"act_url": url}
    latest = Fact.objects.order_by("-pk").values_list("outcome", flat=True)[: _LOOKED_AT if form.refusal else 0]
    rulings = [json.loads(outcome).get("ruling") for outcome in latest]
    return {"act_url": url, "form": form, "reasons": list(dict.fromkeys(filter(None, rulings)))[:_RECENT]}


Tells = Callable[[ActForm, str], dict[str, Any]]
"""Returns the context of a form for its address: `refused_context` or `fact_context`."""


def form_page(
    request: DeskRequest, page: str, form: ActForm, tell: Tells = refused_context, status: int = 0, /, **context: Any
) -> HttpResponse:
    """Show the page of a form, by its template, with a new key: unsent, or refused with the context of ``tell``.

    Its status is that of the form, unless ``status`` is given.
    """
    shown = {"form": form, "key": new_key(), **tell(form, request.path), **context}
    return render(request, page, shown, status=status or status_of(form))


def opened_at(key: str) -> str:
    """Return the address of the settings with the row of that key open."""
    return f"{reverse('settings')}?open={key}#{key}"
