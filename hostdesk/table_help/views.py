"""The pages for the table: a list of them, and one for each question. All are asked by GET, and record nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from hostdesk.sign_in.guard import DeskRequest, Role, for_signed_in
from hostdesk.table_help import answer_page
from hostdesk.table_help.forms import ChipsForm, LeavingForm, RaiseForm, ReturnForm, SidePotsForm, SplitForm, TableForm
from hostdesk.table_help.page import TableNow, Viewer, table_of
from ledger.money.cents import show_cents


@dataclass(frozen=True)
class Question:
    """A question at the table: its heading, the answer to its form, and where the house says something of it.

    ``terms`` are those whose sentences stand below the answer.
    """

    title: str
    about: str
    form: type[TableForm]
    answer: Callable[[TableNow, Any], dict[str, Any]]
    terms: tuple[str, ...]


QUESTIONS = {
    "split": Question(
        "Split a pot",
        "Who gets how much, and the odd chips",
        SplitForm,
        answer_page.split_answer,
        ("betting-odd_chips",),
    ),
    "side-pots": Question(
        "Side pots",
        "Players are all-in for different amounts",
        SidePotsForm,
        answer_page.side_pots_answer,
        ("betting-odd_chips",),
    ),
    "raise": Question(
        "Raises and straddles",
        "How much at least, and who may raise again",
        RaiseForm,
        answer_page.raise_answer,
        ("betting-greatest_bet", "betting-most_raises", "betting-straddles"),
    ),
    "chips": Question(
        "Chips without a word",
        "One large chip, or a stack short of a raise",
        ChipsForm,
        answer_page.chips_answer,
        ("betting-short_raise",),
    ),
    "return": Question(
        "Coming back",
        "Blinds that were missed, and new players",
        ReturnForm,
        answer_page.return_answer,
        ("blinds-entering", "blinds-missed", "blinds-away_dealt_in"),
    ),
    "button": Question(
        "Somebody left",
        "Who has the button and posts the blinds next",
        LeavingForm,
        answer_page.leaving_answer,
        ("blinds-button",),
    ),
}


@for_signed_in.get
def index(request: DeskRequest) -> HttpResponse:
    """List what can be asked, at the table of the open night or of the night or house in the address."""
    context = {"section": "nights", "table": _table(request), "questions": QUESTIONS.items()}
    return render(request, "table_help/index.html", context)


@for_signed_in.get
def ask(request: DeskRequest, what: str) -> HttpResponse:
    """Show one question and, once the address says enough, its answer."""
    question = QUESTIONS.get(what)
    if question is None:
        raise Http404
    table = _table(request)
    said = request.GET.copy()
    said.setdefault("chip", show_cents(table.smallest_chip_cents))
    if table.blinds:
        said.setdefault("small", show_cents(table.blinds.small_cents))
        said.setdefault("big", show_cents(table.blinds.big_cents))
    form = question.form(said, players=table.players, auto_id="%s")
    context = {
        "section": "nights",
        "table": table,
        "form": form,
        "what": what,
        "question": question,
        "answer": question.answer(table, form),
        "says": table.says(question.terms),
        "articles": table.articles(what),
    }
    return render(request, f"table_help/{what.replace('-', '_')}.html", context)


def _table(request: DeskRequest) -> TableNow:
    who = request.who
    viewer = Viewer(
        is_host=who.is_host,
        houses=who.houses,
        banks=who.night if who.role is Role.BANKER else None,
        player=who.player if who.is_confirmed else None,
    )
    return table_of(viewer, request.GET, timezone.now())
