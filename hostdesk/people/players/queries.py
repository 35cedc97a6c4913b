"""One player's credit, the names of a list, the players of one night; and the data of a player to erase."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from hostdesk.models import Host, OnlineNickname
from ledger.book.payment_queries import ClaimState, payments_and_claims
from ledger.credit.exposure_queries import credit_acts, credit_of, sets_limit
from ledger.credit.rules import CreditTerms
from ledger.models import Bank
from ledger.money.cents import show_money
from ledger.night.act_queries import ActLine, act_lines, named_in
from ledger.results.closed_queries import closed_nights, open_nights
from ledger.standings.queries import standing_of
from reservations.acts.facts import Place
from reservations.acts.kinds import Kind
from reservations.models import Act, Fact, Night, Player, Series
from reservations.parsing.names import name_key, name_of_forgotten, named_in_text
from reservations.players.queries import carried_names, people_at, player_names, same_person
from reservations.rsvps.queries import rsvp_states_of, upcoming

LEFT = "-left"
"""How the key ends of the act by which players left the group themselves."""


class CreditHistory(NamedTuple):
    """A player's own ``terms``, the acts about limits (newest first), and the one that wants no credit at all."""

    terms: CreditTerms
    limits: list[ActLine]
    refusal: ActLine | None


def credit_history(player: Player) -> CreditHistory:
    """Return a player's credit, and its acts."""
    acts, terms = list(credit_acts(player)), credit_of(player)
    contents = [json.loads(act.content) for act in acts]
    lines = act_lines(acts, player_names(content["player"] for content in contents))
    refusals = (line for line, content in zip(lines, contents, strict=True) if "refuses" in content)
    limits = [line for line, act in zip(lines, acts, strict=True) if sets_limit(act)]
    return CreditHistory(terms, limits, refusal=next(refusals, None) if terms.refuses else None)


def who_left() -> list[tuple[Player, Act]]:
    """Return the players who left the group themselves and of whom no host has decided since, with the act."""
    carried, people, last = carried_names(), people_at(), dict[int, Act]()
    for act in Act.objects.filter(kind=Kind.PLAYER, content__contains='"removed"').order_by("number"):
        fields = json.loads(act.content)
        if "removed" in fields:
            last[people[carried[name_key(fields["name"])]]] = act
    players = Player.objects.filter(pk__in=last, removed=True, forgotten=False)
    return [(player, last[player.number]) for player in players if last[player.number].key.endswith(LEFT)]


def sat_together() -> list[frozenset[int]]:
    """Return the persons of every night, closed or open, by number."""
    closed, people = closed_nights(), people_at()
    nights = [*closed.nights.values(), *open_nights(closed).values()]
    return [frozenset(people[number] for number in sums.results) for sums in nights]


def online_nicknames() -> dict[int, set[str]]:
    """Return the nicknames of people at online tables, by number."""
    people, found = people_at(), dict[int, set[str]]()
    for number, nickname in OnlineNickname.objects.values_list("player", "nickname"):
        found.setdefault(people[number], set()).add(nickname)
    return found


_WAITS = (ClaimState.OPEN, ClaimState.DISPUTED)
_HAS_SEAT = (Place.SEAT, Place.OFFERED, Place.WAITING)


class KeptText(NamedTuple):
    """A typed text that stays: its place, as in "act 12", and the text."""

    where: str
    text: str


def names_carried(numbers: list[int]) -> set[str]:
    """Return every name that the players of these numbers carried, as it was written."""
    acts = Act.objects.filter(night=None, kind=Kind.PLAYER).values_list("content", flat=True)
    written = {json.loads(content)["name"] for content in acts}
    carried = carried_names()
    return {name for name in written if carried[name_key(name)] in numbers}


def in_the_way(player: Player, now: datetime) -> Iterator[str]:
    """Yield a sentence for everything that must end before a player (not a duplicate) can be forgotten."""
    numbers = same_person(player)
    if cents := standing_of(player):
        owes = "is owed" if cents > 0 else "owes"
        yield f"{player} {owes} {show_money(abs(cents))} in THE BOOK: settle that first."
    for claim in payments_and_claims().claims():
        if claim.state in _WAITS and player.number in (claim.payer, claim.payee):
            yield f"A payment of {show_money(claim.left_cents)} waits for an answer: confirm or refuse it first."
    for bank in Bank.objects.filter(closed=None).select_related("night"):
        if {*named_in(list(Act.objects.filter(night=bank.night)))}.intersection(numbers):
            yield f"{player} plays on the {bank.night}: close it first."
    nights = list(upcoming(now).filter(rules=None, results=None))
    states = rsvp_states_of(nights)
    for night in nights:
        if states[night.pk].of(player.number).place in _HAS_SEAT:
            yield f"{player} has a place on the {night}: answer no for {player} first."
    if Host.objects.filter(name_key__in=map(name_key, names_carried(numbers))).exists():
        yield f"{player} is a host here: give that host another name first, under *Hosts and devices*."
    taken = Player.objects.filter(name_key__in=[name_key(name_of_forgotten(number)) for number in numbers])
    for other in taken.exclude(pk__in=numbers):
        yield f"{other} is the name of somebody else: rename that player first."


def texts_that_stay(player: Player) -> list[KeptText]:
    """Return the texts about a player, or with one of their names, that stay: chained like the acts, or of a plan."""
    numbers = same_person(player)
    named, found = named_in_text(names_carried(numbers)), list[KeptText]()
    with_text = ~Q(ruling="") | ~Q(count_ruling="") | Q(content__contains='"reason":')
    for act in Act.objects.filter(with_text).order_by("number"):
        texts = (act.ruling, act.count_ruling, json.loads(act.content).get("reason", ""))
        is_about = not {*named_in([act])}.isdisjoint(numbers)
        found += [KeptText(f"act {act.number}", text) for text in texts if text and (is_about or named.search(text))]
    for fact in Fact.objects.exclude(reason="").select_related("night").order_by("id"):
        if fact.player_id in numbers or named.search(fact.reason):
            found.append(KeptText(str(fact.night or fact.kind), fact.reason))
    for plan in (*Series.objects.select_related("house"), *Night.objects.exclude(place="", note="")):
        found += [KeptText(str(plan), text) for text in (plan.place, plan.note) if named.search(text)]
    return found
