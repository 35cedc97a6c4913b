"""Give back the reservations that a strike ended, once it is no strike any more; inside another command."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from reservations.acts.commands import record_fact
from reservations.acts.fact_queries import FactDraft
from reservations.acts.facts import FactKind, Place
from reservations.acts.kinds import following
from reservations.houses.queries import attendance_of
from reservations.models import Fact, House, Night, Player
from reservations.nights.queries import has_started
from reservations.rsvps.queries import rsvp_state_of
from reservations.strikes.queries import Strike, strikes_of
from reservations.strikes.rules import StrikeState, strike_level

_FELL_AWAY = (StrikeState.NIGHT_CANCELLED, StrikeState.NIGHT_MOVED)


@dataclass(frozen=True)
class GivenBack:
    """A reservation to give back: the fact that ended it, and the place the player gets on that night."""

    ended: Fact
    night: Night
    player: Player
    place: Place
    reason: str


def to_give_back(strike: Strike, now: datetime) -> list[GivenBack]:
    """Return the reservations that a strike ended and that can be given back without it, in the order of the nights.

    A seat is given back if it is still free, else the old place in line. Nothing comes back on a night that has begun,
    that the player has answered since, or where another reason bars them.
    """
    player = Player.objects.get(pk=strike.player)
    ended = Fact.objects.filter(kind=FactKind.RELEASE, about=strike.fact).exclude(answers__kind=FactKind.BACK)
    if player.removed or not ended:
        return []
    house = House.objects.get(pk=strike.house)
    others = sum(each.weight for each in strikes_of(player, house) if each.counts and each.fact != strike.fact)
    if strike_level(others, attendance_of(house.newest()), house.name).barred:
        return []
    found = []
    for fact in ended.select_related("night__house", "night__rules").order_by("night__date", "pk"):
        night = fact.night
        if night is None or has_started(night, now):
            continue
        rsvp_state = rsvp_state_of(night)
        mine, before = rsvp_state.of(player.number), rsvp_state.ended[fact.pk]
        if before.place == Place.NONE or mine.reply is not None or mine.answered_at != before.answered_at:
            continue
        place, reason = Place.WAITING, "What had ended your reservation was taken back."
        if before.has_seat and rsvp_state.fits(before.party):
            place = Place.SEAT
        elif before.has_seat:
            reason += " Your seat has gone to somebody else meanwhile; you have your old place in line."
        found.append(GivenBack(fact, night, player, place, reason))
    return found


def given_back_in_words(backs: Sequence[GivenBack]) -> str:
    """Say what is given back, with a space before it; "" for nothing, and for cancelled nights."""
    said = ""
    for words, place in (("A seat again", Place.SEAT), ("In line again", Place.WAITING)):
        nights = [back.night for back in backs if back.place == place and back.night.cancelled_at is None]
        said += f" {words}: {', '.join(str(night.date) for night in nights)}." if nights else ""
    return said


def give_back(backs: Iterable[GivenBack], now: datetime) -> None:
    """Record that the players have their reservations again."""
    for back in backs:
        draft = FactDraft(FactKind.BACK, back.night, back.player, about=back.ended, reason=back.reason)
        record_fact(draft, following(now), {"place": back.place.value})


def give_back_of(nights: Collection[Night], now: datetime) -> None:
    """Give back what strikes of those nights ended, if the strike fell away as its night was cancelled or moved."""
    struck = Fact.objects.filter(kind=FactKind.STRIKE, night__in=[night.pk for night in nights])
    numbers = set(struck.values_list("pk", flat=True))
    players = Player.objects.filter(facts__in=numbers).distinct()
    strikes = {each.fact: each for player in players for each in strikes_of(player)}
    for number in sorted(numbers):
        if strikes[number].state in _FELL_AWAY:
            give_back(to_give_back(strikes[number], now), now)
