"""*Me* on a player's own pages: rows about them that open in place, and the forms in them.

Limits and PIN are the player's alone: a host neither sees nor sends them.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.sign_in.device_commands import pin_of
from hostdesk.base.sign_in.guard import DeskRequest, for_anyone, for_player, for_player_alone
from hostdesk.base.sign_in.player_link_commands import devices_of, end_device_of
from hostdesk.base.sign_in.views import sign_out, signed_out
from hostdesk.base.site import act_views, server
from hostdesk.base.site.idempotency_keys import new_key
from hostdesk.invitations.group_link.claim_commands import confirm_claim, refuse_claim, unconfirmed_phones
from hostdesk.invitations.nights.calendar_feed_commands import end_feed, feed_of
from hostdesk.invitations.nights.views import feed_shown
from hostdesk.invitations.strikes.page import player_strikes
from hostdesk.mail.messages.commands import note_seen, set_email, who_asks_not_to
from hostdesk.mail.messages.page import unseen_by
from hostdesk.mail.messages.queries import email_of, is_set_up, messages_to
from hostdesk.models import PlayerPin
from hostdesk.people.own.views import receipt_for
from hostdesk.people.own_limits.page import limits_page
from hostdesk.people.pin.commands import remove_pin, set_pin
from hostdesk.people.pin.forms import NewPinForm
from hostdesk.people.pin.guard import keep_open
from hostdesk.people.players.commands import leave_group
from hostdesk.people.players.forms import EmailForm, LeaveForm, NoCreditForm
from hostdesk.rules.house_rules.page import compared, rules_for
from hostdesk.rules.house_rules.views import VersionForm
from hostdesk.rules.houses.queries import read_rules
from ledger.credit import commands as credit_commands
from ledger.credit import exposure_queries
from ledger.seasons.queries import private_players
from ledger.standings.queries import standing_of
from reservations.acts.forms import ObjectForm
from reservations.acts.problems import Malformed
from reservations.houses.commands import accept_rules
from reservations.houses.queries import accepted_by
from reservations.messages.rules import MessageKind
from reservations.models import House, Player
from reservations.own_limits.commands import say_own_limits
from reservations.parsing.names import whole_number
from reservations.strikes import commands as strikes_commands
from reservations.strikes.queries import strike_numbered


@for_player.get
def own_me(request: DeskRequest, number: int) -> HttpResponse:
    """Show a player the rows about them; ``?saved=email`` has that row open."""
    player = act_views.own_person(request, number)
    return me_page(request, player, request.GET.get("saved", ""))


def me_page(request: DeskRequest, player: Player, part: str, *, status: int = 200, **refused: Any) -> HttpResponse:
    """Show that page with the row of that name open, and with its ``refused`` form."""
    now, mail, refuses = timezone.now(), email_of(player), exposure_queries.credit_of(player).refuses
    context = {
        "player": player,
        "part": part,
        "receipt": receipt_for(request, player),
        "last_remark": act_views.last_remark(request),
        "own_messages": unseen_by(player, now),
        "strikes": player_strikes(player),
        "own_rules": rules_for(player),
        "own_email": mail,
        "email_form": EmailForm(initial={"address": mail.address if mail else ""}),
        "is_set_up": is_set_up(),
        "devices": devices_of(player, now),
        "refuses": refuses,
        "is_private": player.number in private_players(),
        "key": new_key(),
        "feed": feed_of(player),
        "not_everywhere": server.opens_in(server.address_for_others("/", request)),
        "may_make": not request.who.is_host,
        "standing_cents": standing_of(player),
    }
    if not request.who.is_host:
        context |= {**limits_page(player, now), "pin_form": NewPinForm(), "has_pin": pin_of(request) is not None}
    return render(request, "people/own/me.html", context | refused, status=status)


def to_me(player: Player, saved: str = "") -> HttpResponseRedirect:
    """Redirect to that page, to the row that was ``saved``."""
    url = reverse("own_me", args=[player.number])
    return HttpResponseRedirect(f"{url}?saved={saved}#{saved}" if saved else url, status=303)


@for_player_alone.post
def own_credit(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player refuse credit, or allow it again."""
    player, form = act_views.own_person(request, number), NoCreditForm(request.POST)
    url = reverse("own_me", args=[player.number])
    if response := act_views.carry_out(request, form, credit_commands.set_credit, url, player=player):
        return response
    refused = act_views.refused_context(form, request.path)
    return me_page(request, player, "credit", status=act_views.status_of(form), **refused)


@for_player.post
def own_contest(request: DeskRequest, number: int, strike: int) -> HttpResponse:
    """Let a player write why a strike of theirs should not count."""
    player, found = act_views.own_person(request, number), strike_numbered(strike)
    if found is None or found.player != player.number:
        raise Http404
    form = ObjectForm(request.POST)
    url = f"{reverse('own_me', args=[player.number])}#strikes"
    if response := act_views.carry_out(request, form, strikes_commands.contest, url, strike=strike):
        return response
    refused = act_views.fact_context(form, request.path)
    return me_page(request, player, "", status=act_views.status_of(form), contested=strike, **refused)


@for_player.post
def own_devices(request: DeskRequest, number: int) -> HttpResponse:
    """End a device that a player is signed in on; ending this device signs it out.

    For a phone that took their name behind a group link the player confirms or refuses it here.
    """
    player = act_views.own_person(request, number)
    if phone := unconfirmed_phones(player).filter(pk=whole_number(request.POST.get("phone", "")) or 0).first():
        says = confirm_claim if request.POST.get("say") == "yes" else refuse_claim
        says(phone.pk, by=request.who.name, now=timezone.now())
        return HttpResponseRedirect(reverse("own", args=[player.number]), status=303)
    ended = whole_number(request.POST.get("end", "")) or 0
    if ended == request.who.device and not request.who.is_host:
        return sign_out(request)
    end_device_of(player, ended)
    return to_me(player, "devices")


@for_player_alone.post
def own_messages_seen(request: DeskRequest, number: int) -> HttpResponse:
    """Record that a player has seen messages on their page; a host's look does not count."""
    player = act_views.own_person(request, number)
    numbers = [whole_number(text) or 0 for text in request.POST.getlist("message")]
    note_seen(messages_to(player).filter(pk__in=numbers), timezone.now())
    return to_me(player)


@for_player_alone.post
def own_leave(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player leave the group, which closes their pages on all devices and signs this one out."""
    player, form = act_views.person_or_404(number), LeaveForm(request.POST)
    if act_views.attempt(request, form, leave_group, player=player) is not None:
        return signed_out(request, has_left=True)
    refused = act_views.refused_context(form, request.path)
    return me_page(request, player, "leave", status=act_views.status_of(form), **refused)


@for_player.post
def own_email(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player, or the host for them, set an e-mail address, and whether they want e-mail."""
    player, form = act_views.own_person(request, number), EmailForm(request.POST)
    if not form.is_valid():
        return me_page(request, player, "email", status=act_views.UNPROCESSABLE, email_form=form)
    typed = form.cleaned_data
    set_email(player, typed["address"], wanted=typed["wanted"], by=request.who.name if request.who.is_host else "")
    return to_me(player, "email")


@for_player.both
def own_rules(request: DeskRequest, number: int, key: str) -> HttpResponse:
    """Show a player the changes of the rules since the version they accepted, and let them accept the newest."""
    player, house = act_views.own_person(request, number), get_object_or_404(House, key=key)
    if request.method == "POST" and request.who.is_host:
        raise PermissionDenied("Only the player accepts the rules.")
    form = VersionForm(request.POST if request.method == "POST" else None)
    answer = act_views.attempt(request, form, accept_rules, player=player, house=house)
    if answer is not None:
        of_house = [message for message in unseen_by(player, timezone.now()) if message.fact.house_id == house.pk]
        note_seen([message for message in of_house if message.kind == MessageKind.RULES], timezone.now())
        return act_views.noted(answer, reverse("own", args=[player.number]))
    accepted = accepted_by(house).get(player.number)
    versions = compared(house, accepted.content["version"] if accepted else None)
    context = {
        "house": house,
        "player": player,
        "compared": versions,
        "accepted": accepted,
        "stated": read_rules(versions.after).stated.values() if versions.after.version == 1 else (),
        "back": reverse("own", args=[player.number]),
        "key": new_key(),
        **act_views.fact_context(form, request.path),
    }
    return render(request, "rules/house_rules/changes.html", context, status=act_views.status_of(form))


# A mail program sends the form without having seen the page: the secret in the address is all that it needs.
@csrf_exempt
@for_anyone.both
def do_not_write(request: DeskRequest, secret: str) -> HttpResponse:
    """Show whether a player gets e-mail, and stop it or let it begin again; looking at it changes nothing."""
    email = who_asks_not_to(secret)
    if email is not None and request.method == "POST":
        set_email(email.player, email.address, wanted=request.POST.get("wanted") == "yes")
        return HttpResponseRedirect(request.path, status=303)
    return render(request, "people/own/do_not_write.html", {"email": email}, status=200 if email else 404)


@for_player.post
def own_calendar(request: DeskRequest, number: int) -> HttpResponse:
    """Make the address of a player's calendar, which they alone see, or end it."""
    player = act_views.own_person(request, number)
    if "end" in request.POST:
        end_feed(player)
        return to_me(player, "calendar")
    if request.who.is_host:
        raise PermissionDenied("Only the players themselves make the address of their calendar. A host can end it.")
    return me_page(request, player, "calendar", **feed_shown(request, player))


@for_player_alone.post
def change_own_limits(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player change their own limits."""
    player, now = act_views.own_person(request, number), timezone.now()
    context = limits_page(player, now, request.POST)
    form = context["limits_form"]
    if form.is_valid():
        try:
            say_own_limits(player=player, figures=form.figures(), at=now)
            return to_me(player, "limits")
        except Malformed as problem:
            form.add_error(None, str(problem))
    return me_page(request, player, "limits", status=act_views.UNPROCESSABLE, **context)


@for_player_alone.post
@sensitive_post_parameters()
def own_pin_change(request: DeskRequest, number: int) -> HttpResponse:
    """Let a player set another PIN, or do without one; the page is open on this device, so the old one is known."""
    player, form = act_views.own_person(request, number), NewPinForm(request.POST)
    if "remove" in request.POST:
        remove_pin(player)
        return to_me(player, "pin")
    if not form.is_valid():
        return me_page(request, player, "pin", status=act_views.UNPROCESSABLE, pin_form=form)
    set_pin(player, form.cleaned_data["pin"])
    answer = to_me(player, "pin")
    keep_open(request, answer, PlayerPin.objects.get(player=player))
    return answer
