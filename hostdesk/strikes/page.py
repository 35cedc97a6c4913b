"""What the pages of attendance tell: everybody over a period, and one person with their strikes.

Who came is what the bank says where it was open, and what was marked at the door where it was not.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from hostdesk.guests.queries import arrived_on
from reservations.acts.facts import Cause, FactKind, Reply
from reservations.acts.kinds import Kind
from reservations.houses.attendance_terms import AttendanceTerms
from reservations.houses.queries import newest_terms
from reservations.models import Act, Fact, House, Night, Player
from reservations.players.queries import same_person
from reservations.rsvps.cutoffs import ends_reservations, what_follows
from reservations.rsvps.queries import rsvp_state_of, terms_of_night
from reservations.rsvps.rsvp_state import Rsvp
from reservations.strikes.outcomes import Attended, Outcome, Turnout, turnout_of
from reservations.strikes.queries import Strike, counted, standing_of_strikes, strikes_in, strikes_of
from reservations.strikes.steps import followed, ladder
from reservations.strikes.turnout_queries import Period, attended, nights_begun

_HERE = (Kind.ARRIVE, Kind.BUY_IN)
_LATEST = 60


@dataclass(frozen=True)
class TurnoutRow:
    """A player on the list of attendance, with the sums of their nights."""

    player: Player
    turnout: Turnout


def turnout_rows(period: Period, now: datetime) -> tuple[list[TurnoutRow], int]:
    """Return everybody who was asked, answered or came in a period, by name, and how many nights it had."""
    nights = list(nights_begun(period, now, timezone.localdate(now)))
    by_player: dict[int, list[Attended]] = defaultdict(list)
    for each in attended(nights, arrived_on(nights)):
        by_player[each.player].append(each)
    players = Player.objects.filter(pk__in=by_player).order_by("name_key")
    return [TurnoutRow(player, turnout_of(by_player[player.number])) for player in players], len(nights)


def answers_since() -> date | None:
    """Return the day of the first night that anybody answered to, where there were nights before it; else nothing."""
    answered = Fact.objects.filter(kind=FactKind.ANSWER, night__isnull=False).values("night")
    first = Night.objects.filter(pk__in=answered).order_by("date").values_list("date", flat=True).first()
    return first if first is not None and Night.objects.filter(date__lt=first, rules__isnull=False).exists() else None


@dataclass(frozen=True)
class AttendedNight:
    """One night of somebody: what they answered, and what became of it."""

    night: int
    date: date
    house: str
    answer: str
    outcome: Outcome


def attended_nights(player: Player, now: datetime) -> list[AttendedNight]:
    """Return the nights of a person that have begun, the newest first."""
    numbers = same_person(player)
    # A night may be about them by a fact of theirs, an invitation, or an act of the bank.
    invited = Fact.objects.filter(kind=FactKind.INVITE).values_list("night", "content")
    ids = {night for night, content in invited if {*numbers} & {*json.loads(content)["players"]}}
    acts = Act.objects.filter(kind__in=_HERE, night__isnull=False).values_list("night", "content")
    ids |= {night for night, content in acts if json.loads(content)["player"] in numbers}
    begun = nights_begun(Period(), now, timezone.localdate(now))
    nights = list(begun.filter(Q(pk__in=ids) | Q(facts__player__in=numbers)).distinct())
    mine = {each.night: each for each in attended(nights, arrived_on(nights)) if each.player == numbers[0]}
    return [
        AttendedNight(night.pk, night.date, night.house.name, answer_in_words(mine[night.pk]), mine[night.pk].outcome)
        for night in nights
        if night.pk in mine
    ]


def answer_in_words(mine: Attended) -> str:
    """Write an answer, with the guests it named; empty where there was none."""
    if mine.reply is None:
        return ""
    return f"{mine.reply} with {', '.join(mine.guests)}" if mine.reply == Reply.YES and mine.guests else str(mine.reply)


@dataclass(frozen=True)
class InHouse:
    """What a person's strikes mean in one house, in words; ``barred`` where they may have no seat there."""

    house: House
    strikes: int
    means: tuple[str, ...]
    barred: str

    @property
    def removed(self) -> bool:
        """Whether they are removed from the group of that house."""
        return bool(self.barred)


@dataclass(frozen=True)
class ToldStrike:
    """A strike, and in words what followed from it when it was marked."""

    strike: Strike
    followed: str


@dataclass(frozen=True)
class Told:
    """All strikes of a person, the newest first, and what they mean house by house."""

    strikes: tuple[ToldStrike, ...]
    houses: tuple[InHouse, ...]


def told(player: Player) -> Told:
    """Return the strikes of a person."""
    strikes = strikes_of(player)
    houses = House.objects.filter(pk__in={each.house for each in strikes}).order_by("name_key")
    sums: dict[int, int] = defaultdict(int)
    for each in strikes:
        sums[each.house] += each.weight * each.counts
    terms = newest_terms(sums)
    shown = tuple(ToldStrike(each, followed(each.then)) for each in strikes)
    return Told(shown, tuple(in_house(house, sums[house.pk], terms[house.pk]) for house in houses))


def in_house(house: House, strikes: int, terms: AttendanceTerms) -> InHouse:
    """Return what so many strikes mean in a house of these terms."""
    barred = standing_of_strikes(strikes, terms, house.name).barred
    return InHouse(house, strikes, ladder(strikes, terms), barred)


@dataclass(frozen=True)
class After:
    """What a strike by hand would come to: of which night, what they said of it, and what all of them mean then."""

    night: Night
    rsvp: Rsvp
    house: InHouse
    ends_reservations: bool


def told_after(player: Player, night: Night, cause: Cause) -> After:
    """Return what follows once somebody has another strike, of that night."""
    terms = terms_of_night(night)
    weight = terms.no_show_weight if cause == Cause.NO_SHOW else terms.late_change_weight
    strikes = counted(night.house).get(player.number, 0) + weight
    house = in_house(night.house, strikes, newest_terms([night.house_id])[night.house_id])
    return After(night, rsvp_state_of(night).of(player.number), house, ends_reservations(what_follows(strikes, terms)))


def nights_for_strikes() -> list[Night]:
    """Return the nights that a strike by hand can be of: those that have begun, the newest first."""
    now = timezone.now()
    return list(nights_begun(Period(), now, timezone.localdate(now))[:_LATEST])


def strike_marks() -> Mapping[int, int]:
    """Return how many strikes count for each person over all houses, by number; nobody without one."""
    sums: dict[int, int] = defaultdict(int)
    for strike in strikes_in():
        sums[strike.player] += strike.weight * strike.counts
    return sums
