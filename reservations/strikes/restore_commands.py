"""What a strike ended and is given back once it is none any more; inside another command."""

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
from reservations.rsvps.cutoffs import StrikeState
from reservations.rsvps.queries import rsvp_state_of
from reservations.strikes.queries import Strike, standing_of_strikes, strikes_of

_FELL_AWAY = (StrikeState.NIGHT_CANCELLED, StrikeState.NIGHT_MOVED)


@dataclass(frozen=True)
class Back:
    """A reservation that is to be given back: the fact that ended it, and the place they get on that night."""

    ended: Fact
    night: Night
    player: Player
    place: Place
    reason: str


def to_give_back(strike: Strike, now: datetime) -> list[Back]:
    """Return what a strike ended and can be given back without it, in the order of the nights.

    A seat is given back where it is still free, else they have their old place in line. Nothing comes back on a night
    that has begun, for which they have answered since, or where they may not reserve for another reason.
    """
    player = Player.objects.get(pk=strike.player)
    ended = Fact.objects.filter(kind=FactKind.RELEASE, about=strike.fact).exclude(answers__kind=FactKind.BACK)
    if player.removed or not ended or _is_barred_without(strike, player):
        return []
    ended = ended.select_related("night__house", "night__rules").order_by("night__date", "pk")
    found = (_back(fact, fact.night, player) for fact in ended if fact.night is not None)
    return [back for back in found if back is not None and not has_started(back.night, now)]


def _is_barred_without(strike: Strike, player: Player) -> bool:
    house = House.objects.get(pk=strike.house)
    others = sum(each.weight for each in strikes_of(player, house) if each.counts and each.fact != strike.fact)
    return bool(standing_of_strikes(others, attendance_of(house.newest()), house.name).barred)


def _back(ended: Fact, night: Night, player: Player) -> Back | None:
    rsvp_state = rsvp_state_of(night)
    now, before = rsvp_state.of(player.number), rsvp_state.ended[ended.pk]
    if before.place == Place.NONE or now.reply is not None or now.answered_at != before.answered_at:
        return None
    reason = "What had ended your reservation was taken back."
    if before.has_seat and rsvp_state.fits(before.party):
        return Back(ended, night, player, Place.SEAT, reason)
    gone = " Your seat has gone to somebody else meanwhile; you have your old place in line." if before.has_seat else ""
    return Back(ended, night, player, Place.WAITING, f"{reason}{gone}")


def in_words(backs: Sequence[Back]) -> str:
    """Say what is given back, with a space before it; "" for nothing, and for nights that are off."""
    said = (("A seat again", Place.SEAT), ("In line again", Place.WAITING))
    return "".join(f" {words}: {days}." for words, place in said if (days := _days(backs, place)))


def _days(backs: Iterable[Back], place: Place) -> str:
    return ", ".join(str(back.night.date) for back in backs if back.place == place and back.night.cancelled_at is None)


def give_back(backs: Iterable[Back], now: datetime) -> None:
    """Record that they have their reservations again."""
    for back in backs:
        draft = FactDraft(FactKind.BACK, back.night, back.player, about=back.ended, reason=back.reason)
        record_fact(draft, following(now), {"place": back.place.value})


def give_back_of(nights: Collection[Night], now: datetime) -> None:
    """Give back what strikes of those nights ended that fell away with a night that is off, or at another time."""
    struck = Fact.objects.filter(kind=FactKind.STRIKE, night__in=[night.pk for night in nights])
    numbers = set(struck.values_list("pk", flat=True))
    players = Player.objects.filter(facts__in=numbers).distinct()
    strikes = {each.fact: each for player in players for each in strikes_of(player)}
    for number in sorted(numbers):
        if strikes[number].state in _FELL_AWAY:
            give_back(to_give_back(strikes[number], now), now)
