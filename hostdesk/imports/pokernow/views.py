"""The import of ledgers of online tables: many files at once, previewed and answered before anything is posted."""

from functools import partial
from typing import Any

from django.http import HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import saying
from hostdesk.imports.pokernow.commands import post_plan
from hostdesk.imports.pokernow.forms import LedgersForm
from hostdesk.imports.pokernow.page import person_questions, shown_of
from hostdesk.imports.pokernow.plan_queries import plan_good
from hostdesk.imports.ways_in.commands import planning
from hostdesk.imports.ways_in.files import FaultyFiles
from hostdesk.imports.ways_in.views import way_page
from reservations.models import Player
from reservations.parsing.names import counted, name_key


@for_host.both
def bring_pokernow(request: DeskRequest) -> HttpResponseBase:
    """Preview ledgers and ask who their players are, then post them all."""
    is_sent = request.method == "POST"
    data, files = (request.POST, request.FILES) if is_sent else (None, None)
    form = LedgersForm(data, files, house=request.GET.get("house", ""))
    look = partial(_looked_at, request, form)
    return way_page(request, form, "imports/pokernow/bring.html", look, way="PokerNow", places="")


def _looked_at(request: DeskRequest, form: LedgersForm, context: dict[str, Any]) -> HttpResponseBase | None:
    """Add the preview of the ledgers to the ``context``; post them once the host has confirmed it, and redirect.

    Raises ``FaultyFiles``, and ``QuestionsChanged``.
    """
    cleaned = form.cleaned_data
    context["everybody"] = Player.objects.people().order_by("name_key").values_list("name", flat=True)
    with planning(to_post=form.is_confirmed):
        planned = plan_good(form.ledgers, form.wishes)
        people = person_questions(planned, form.answers)
        plan = planned.answered({person.doubt.id: person.name for person in people if not person.wrong})
        shown = shown_of(plan, people)
        context |= {"aside": [*form.aside, *plan.aside], "shown": shown, "digest": plan.questions.digest}
        if shown.is_answered and plan.faults:
            raise FaultyFiles(plan.faults)
        if not form.is_confirmed:
            return None
        seen = {name_key(name) for name in request.POST.getlist("new")}
        context["missed"] = [name for name in shown.newcomers if name_key(name) not in seen]
        if shown.differences and not cleaned["reason"]:
            form.add_error("reason", "Say why: the report of the night shows it.")
        elif shown.has_book and shown.nights and not cleaned["settled"]:
            form.add_error("settled", "Say whether it is settled.")
        if form.errors or context["missed"] or not shown.is_answered:
            return None
        posted = post_plan(plan, digest=cleaned["asked"])
    acts = counted(sum(result.new for result in posted.values()), "act")
    remark = f"{counted(len(shown.nights), 'night')} posted, with {acts}."
    return HttpResponseRedirect(saying(remark, reverse("bring_pokernow")), status=303)
