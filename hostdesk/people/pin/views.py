"""A player opens their pages with a PIN; a host removes a forgotten one."""

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.sign_in.device_commands import pin_of
from hostdesk.base.sign_in.form_replay_queries import is_page, replay_in
from hostdesk.base.sign_in.guard import DeskRequest, for_answers, for_host
from hostdesk.base.site.act_views import UNPROCESSABLE, person_or_404
from hostdesk.people.pin.commands import Tried, remove_pin, try_pin
from hostdesk.people.pin.forms import PinForm
from hostdesk.people.pin.guard import is_open, keep_open

TOO_MANY = 429


@for_answers.both
@sensitive_post_parameters()
def own_pin(request: DeskRequest, number: int) -> HttpResponse:
    """Open a player's pages on this device by their PIN; a kept form is offered for sending then."""
    pin, goal = pin_of(request), request.POST.get("next") or request.GET.get("next", "")
    goal = goal if is_page(goal) else reverse("own", args=[number])
    if pin is None or is_open(request, pin):
        return redirect(goal)
    form, tried = PinForm(request.POST if request.method == "POST" else None), None
    if form.is_valid():
        tried = try_pin(form.cleaned_data["pin"], of=pin, device=request.who.device or 0, now=timezone.now())
    if tried is Tried.SIGNED_OUT:
        return redirect("sign_in")
    replay = replay_in(request.POST)
    if tried is Tried.RIGHT:
        answer: HttpResponse = HttpResponseRedirect(goal, status=303)
        if replay is not None:
            answer = render(request, "base/site/send_again.html", {"replay": replay, "is_back": True})
        keep_open(request, answer, pin)
        return answer
    context = {"form": PinForm(), "tried": tried and tried.name, "next": goal, "replay": replay, "number": number}
    status = TOO_MANY if tried is Tried.TOO_SOON else UNPROCESSABLE if form.is_bound else 200
    return render(request, "people/pin/ask.html", context | {"errors": form.errors.get("pin", [])}, status=status)


own_pin.asks_for_pin = True  # type: ignore[attr-defined]  # the guard lets these views through


@for_host.post
def player_pin_remove(request: DeskRequest, number: int) -> HttpResponse:
    """Remove a forgotten PIN of a player."""
    player = person_or_404(number)
    remove_pin(player)
    return HttpResponseRedirect(f"{reverse('player', args=[player.number])}#link", status=303)
