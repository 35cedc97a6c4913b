"""How much one player may owe, and whether they want any credit: shown, set, and taken back."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from hostdesk.houses.queries import newest_rules
from hostdesk.players.credit_history_queries import credit_history
from hostdesk.players.forms import CreditAgainForm
from hostdesk.players.views import receipt
from hostdesk.sign_in.guard import DeskRequest, for_host
from hostdesk.site.act_views import BOTH, attempt, done, person_or_404, refused_context, status_of
from hostdesk.site.idempotency_keys import new_key
from hostdesk.tonight.commands import drop_credit_limit
from ledger.book import commands as book_commands
from ledger.book.standing_queries import standing_of
from ledger.buy_in.forms import CreditForm
from reservations.acts.forms import ActForm
from reservations.acts.queries import Answer


@require_http_methods(BOTH)
@for_host
def player_credit(request: DeskRequest, number: int) -> HttpResponseBase:
    """Show a player's credit; set a limit or go back to the house's, say "no credit" for them or take it back."""
    player = person_or_404(number)
    if player.number != number:
        return redirect("player_credit", player.number)
    wanted = request.POST.get("do", "limit")
    kind, command, always = _WAYS.get(wanted, _WAYS["limit"])
    form = kind(request.POST if request.method == "POST" else None)
    answer = attempt(request, form, command, player=player, **always)
    if answer is not None:
        return done(request, answer, reverse("player_credit", args=[number]))
    context = {
        "section": "players",
        "player": player,
        "said": credit_history(player),
        "houses": [each for each in newest_rules() if each.terms.has_book],
        "standing_cents": standing_of(player),
        "wanted": wanted,
        "key": new_key(),
        **receipt(request),
        **refused_context(form, request.path),
    }
    return render(request, "players/credit.html", context, status=status_of(form))


_WAYS: dict[str, tuple[type[ActForm], Callable[..., Answer], dict[str, bool]]] = {
    "limit": (CreditForm, book_commands.set_credit, {}),
    "house": (ActForm, drop_credit_limit, {}),
    "refuse": (ActForm, book_commands.set_credit, {"refuses": True}),
    "allow": (CreditAgainForm, book_commands.set_credit, {"refuses": False}),
}
"""What can be done here: its form, its command, and the arguments that are always the same."""
