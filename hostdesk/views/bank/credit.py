"""How much one player may owe, and whether they want any credit: shown, set, and taken back."""

from collections.abc import Callable

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.bank.credit_said import credit_acts, credit_said, sets_limit
from hostdesk.keys import new_key
from hostdesk.players.player_forms import CreditAgainForm
from hostdesk.rules.house_rules import newest_rules
from hostdesk.sign_in.rights import DeskRequest, for_host
from hostdesk.views.acting import BOTH, attempt, done, person_or_404, refused_context, status_of
from hostdesk.views.players.players import receipt, under
from ledger import commands
from ledger.forms import CreditForm
from ledger.owing import own_credit
from ledger.standings import standing_of
from reservations.acts import Answer
from reservations.desk import whole_file
from reservations.forms import ActForm
from reservations.kinds import Stamp
from reservations.models import Act, Player
from reservations.problems import Impossible


@require_http_methods(BOTH)
@for_host
def player_credit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player's credit; set a limit or go back to the house's, say "no credit" for them or take it back."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("player_credit", player.number)
    wanted = request.POST.get("do", "limit")
    kind, command = _WAYS.get(wanted, _WAYS["limit"])
    form = kind(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, lambda stamp: command(stamp, player, form))
    if answer is not None:
        return done(request, answer, reverse("player_credit", args=[number]))
    return _page(request, player, form, wanted)


def _page(request: DeskRequest, player: Player, form: ActForm, wanted: str) -> HttpResponse:
    context = {
        "section": "players",
        "player": player,
        "said": credit_said(player),
        "houses": [each for each in newest_rules() if each.terms.has_book],
        "standing_cents": standing_of(player),
        "wanted": wanted,
        "key": new_key(),
        **receipt(request),
        **refused_context(form, request.path),
    }
    return render(request, "hostdesk/player_credit.html", context, status=status_of(form))


def _limit(stamp: Stamp, player: Player, form: ActForm) -> Answer:
    said = form.cleaned_data
    return commands.set_credit(stamp=stamp, player=player, limit_cents=said["limit"], hard=said["hard"])


def _back_to_house(stamp: Stamp, player: Player, _form: ActForm) -> Answer:
    """Undo whatever set a limit for a player; what such an act said of wanting no credit is said once more."""
    with whole_file():
        if first := Act.objects.filter(key=under(stamp, 1).key).first():
            return Answer(first, known=True)
        refused, acts = own_credit(player).refuses, [act for act in credit_acts(player) if sets_limit(act)]
        if not acts:
            raise Impossible(f"{player} has no limit of their own: those of the houses hold.")
        answers = [
            commands.reverse(stamp=under(stamp, place), of=act.key, reason="back to the limit of the house")
            for place, act in enumerate(acts, start=1)
        ]
        if own_credit(player).refuses != refused:
            commands.set_credit(stamp=under(stamp, 0), player=player, refuses=refused)
        return answers[0]


def _refuse(stamp: Stamp, player: Player, _form: ActForm) -> Answer:
    return commands.set_credit(stamp=stamp, player=player, refuses=True)


def _allow(stamp: Stamp, player: Player, _form: ActForm) -> Answer:
    return commands.set_credit(stamp=stamp, player=player, refuses=False)


_WAYS: dict[str, tuple[type[ActForm], Callable[[Stamp, Player, ActForm], Answer]]] = {
    "limit": (CreditForm, _limit),
    "house": (ActForm, _back_to_house),
    "refuse": (ActForm, _refuse),
    "allow": (CreditAgainForm, _allow),
}
"""What can be done here: the form of each, and what it records."""
