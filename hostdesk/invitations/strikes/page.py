"""The pages of attendance: everybody over a period, and one player with their strikes.

Arrivals come from the bank if it was open, and from the marks at the door if it was not.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from hostdesk.base.lists.queries import PlayerNight
from reservations.acts.facts import Cause, FactKind, Place, Reply
from reservations.acts.kinds import Kind
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.queries import newest_terms
from reservations.models import Act, Fact, House, Night, Player
from reservations.players.queries import same_person
from reservations.rsvps.door_queries import arrived_on
from reservations.rsvps.queries import has_started, rsvp_state_of, rsvp_states_of, terms_of_night, upcoming
from reservations.rsvps.rsvp_state import Rsvp, RsvpState
from reservations.strikes.attendance_queries import Period, attended, nights_begun
from reservations.strikes.outcomes import Attendance, Outcome, Turnout, turnout_of
from reservations.strikes.queries import Strike, strike_sums, strikes_of
from reservations.strikes.rules import ends_reservations, strike_level, what_follows
from reservations.strikes.text import steps_in_words

_HERE = (Kind.ARRIVE, Kind.BUY_IN)
_LATEST = 60


@dataclass(frozen=True)
class TurnoutRow:
    """A player on the list of attendance, with the sums of their nights."""

    player: Player
    turnout: Turnout


def turnout_rows(period: Period, now: datetime) -> tuple[list[TurnoutRow], int]:
    """Return the invited, answering and arrived players of a period, by name, and the number of its nights."""
    nights = list(nights_begun(period, now, timezone.localdate(now)))
    by_player: dict[int, list[Attendance]] = defaultdict(list)
    for attendance in attended(nights, arrived_on(nights)):
        by_player[attendance.player].append(attendance)
    players = Player.objects.filter(pk__in=by_player).order_by("name_key")
    return [TurnoutRow(player, turnout_of(by_player[player.number])) for player in players], len(nights)


def answers_since() -> date | None:
    """Return the day of the first night with an answer; None if there is none, or no night was held before it."""
    answered = Fact.objects.filter(kind=FactKind.ANSWER, night__isnull=False).values("night")
    first = Night.objects.filter(pk__in=answered).order_by("date").values_list("date", flat=True).first()
    return first if first is not None and Night.objects.filter(date__lt=first, rules__isnull=False).exists() else None


@dataclass(frozen=True)
class AttendedNight:
    """One night of a player: the answer with its guests ("" without one), and its outcome.

    ``played`` are their purchases and result. None: unknown.
    """

    night: int
    date: date
    house: str
    answer: str = ""
    outcome: Outcome | None = None
    played: PlayerNight | None = None


def attended_nights(player: Player, now: datetime, among: Collection[int] | None = None) -> list[AttendedNight]:
    """Return the nights of a player that have begun, the newest first; those in the houses of these ids, or all."""
    numbers = same_person(player)
    # A night may be about them by a fact of theirs, an invitation, or an act of the bank.
    invited = Fact.objects.filter(kind=FactKind.INVITE).values_list("night", "content")
    ids = {night for night, content in invited if {*numbers} & {*json.loads(content)["players"]}}
    acts = Act.objects.filter(kind__in=_HERE, night__isnull=False).values_list("night", "content")
    ids |= {night for night, content in acts if json.loads(content)["player"] in numbers}
    begun = nights_begun(Period(houses=among), now, timezone.localdate(now))
    nights = list(begun.filter(Q(pk__in=ids) | Q(facts__player__in=numbers)).distinct())
    mine = {came.night: came for came in attended(nights, arrived_on(nights)) if came.player == numbers[0]}
    found = []
    for night in nights:
        if came := mine.get(night.pk):
            with_guests = f" with {', '.join(came.guests)}" if came.reply == Reply.YES and came.guests else ""
            answer = f"{came.reply}{with_guests}" if came.reply else ""
            found.append(AttendedNight(night.pk, night.date, night.house.name, answer, came.outcome))
    return found


@dataclass(frozen=True)
class HouseStrikes:
    """The meaning of a player's strikes in one house, in words; ``barred`` is why they can have no seat there, or "".

    ``ahead`` are the nights to come there on which they have a seat or wait: the host may still decide about these.
    """

    house: House
    strikes: int
    means: tuple[str, ...]
    barred: str
    ahead: tuple[Night, ...]


def house_strikes(house: House, strikes: int, terms: AttendanceTerms, *, ahead: Iterable[Night] = ()) -> HouseStrikes:
    """Return the meaning of so many strikes in a house with these terms."""
    barred = strike_level(strikes, terms, house.name).barred
    return HouseStrikes(house, strikes, steps_in_words(strikes, terms), barred, tuple(ahead))


@dataclass(frozen=True)
class PlayerStrikes:
    """All strikes of a player, those that wait for the host's answer first, and their meaning by house."""

    strikes: list[Strike]
    houses: tuple[HouseStrikes, ...]


def player_strikes(player: Player, among: Collection[int] | None = None) -> PlayerStrikes:
    """Return the strikes of a player, in the houses of these ids or in all."""
    strikes = [strike for strike in strikes_of(player) if among is None or strike.house in among]
    strikes.sort(key=lambda strike: not strike.is_disputed)
    houses = House.objects.filter(pk__in={strike.house for strike in strikes}).order_by("name_key")
    sums: dict[int, int] = defaultdict(int)
    for strike in strikes:
        sums[strike.house] += strike.weight * strike.counts
    terms, ahead = newest_terms(), defaultdict(list)
    for night, rsvp_state in nights_to_come(sums, timezone.now()):
        if rsvp_state.of(player.number).place != Place.NONE:
            ahead[night.house_id].append(night)
    found = tuple(house_strikes(house, sums[house.pk], terms[house.pk], ahead=ahead[house.pk]) for house in houses)
    return PlayerStrikes(strikes, found)


def nights_to_come(houses: Collection[int], now: datetime) -> list[tuple[Night, RsvpState]]:
    """Return the nights of those houses that have not begun, the next one first, with their reservations."""
    nights = [night for night in upcoming(now) if night.house_id in houses and not has_started(night, now)]
    states = rsvp_states_of(nights)
    return [(night, states[night.pk]) for night in nights]


@dataclass(frozen=True)
class StrikePreview:
    """The preview of a strike by hand: its night, the player's answer to it, and all strikes with this one."""

    night: Night
    rsvp: Rsvp
    house: HouseStrikes
    ends_reservations: bool


def strike_preview(player: Player, night: Night, cause: Cause) -> StrikePreview:
    """Return the consequences of another strike of a player, of that night."""
    terms = terms_of_night(night)
    weight = terms.no_show_weight if cause == Cause.NO_SHOW else terms.late_change_weight
    strikes = strike_sums(night.house).get(player.number, 0) + weight
    house = house_strikes(night.house, strikes, newest_terms()[night.house_id])
    rsvp = rsvp_state_of(night).of(player.number)
    return StrikePreview(night, rsvp, house, ends_reservations(what_follows(strikes, terms)))


def nights_for_strikes(among: Collection[int] | None = None) -> list[Night]:
    """Return the nights for a strike by hand: those that have begun, the newest first.

    ``among`` limits them to the houses of these ids; None: all.
    """
    now = timezone.now()
    return list(nights_begun(Period(houses=among), now, timezone.localdate(now))[:_LATEST])
