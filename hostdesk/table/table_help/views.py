"""The pages for the table: a list of them, and one for every question. All are sent by GET, and record nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode

from hostdesk.base.sign_in.guard import DeskRequest, Role, for_signed_in
from hostdesk.table.table_help import answer_page, forms
from hostdesk.table.table_help.page import TableNow, Viewer, table_of
from ledger.money.cents import field_cents
from reservations.parsing.documents import beside

_FORMS: dict[str, tuple[type[forms.TableForm], Callable[[TableNow, Any], dict[str, Any]]]] = {
    "split": (forms.SplitForm, answer_page.split_answer),
    "side-pots": (forms.SidePotsForm, answer_page.side_pots_answer),
    "raise": (forms.RaiseForm, answer_page.raise_answer),
    "chips": (forms.SilentChipsForm, answer_page.chips_answer),
    "return": (forms.ReturnForm, answer_page.return_answer),
    "button": (forms.LeavingForm, answer_page.leaving_answer),
}
"""The form of a question at the table, and its answer."""

QUESTIONS: Mapping[str, Mapping[str, Any]] = beside(__file__, "questions.toml")
"""The heading of a question, and the house's terms about it, whose sentences stand below the answer.

The ``legend`` is the question for a tap, the ``button`` sends typed values, ``fold`` names the rare fields; with
``order`` the players after the button matter.
"""


@for_signed_in.get
def index(request: DeskRequest) -> HttpResponse:
    """List the questions, at the table of the open night or of the night or house in the address."""
    return _page(request, _table(request), questions=QUESTIONS.items())


@for_signed_in.get
def ask(request: DeskRequest, what: str) -> HttpResponse:
    """Show one question and, once the address holds enough, its answer."""
    if what not in _FORMS:
        raise Http404
    (form_class, answer), question, table = _FORMS[what], QUESTIONS[what], _table(request)
    query = request.GET.copy()
    query.setdefault("chip", field_cents(table.smallest_chip_cents))
    if table.blinds:
        query.setdefault("small", field_cents(table.blinds.small_cents))
        query.setdefault("big", field_cents(table.blinds.big_cents))
    form = form_class(query, players=table.players, auto_id="%s")
    context = {"form": form, "what": what, "question": question, "answer": answer(table, form)}
    return _page(request, table, **context, says=table.says(question["terms"]), articles=table.articles(what))


def _page(request: DeskRequest, table: TableNow, **context: Any) -> HttpResponse:
    context |= {"section": "nights", "table": table, "query": urlencode(table.query)}
    return render(request, "table/table_help/table_help.html", context)


def _table(request: DeskRequest) -> TableNow:
    who = request.who
    banks, player = who.night if who.role is Role.BANKER else None, who.player if who.is_confirmed else None
    return table_of(Viewer(who.is_host, who.houses, banks, player), request.GET, timezone.now())
