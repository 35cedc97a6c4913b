"""Marks, arrivals before the bank is open, players turned away; strikes, and reservations given back."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from reservations.acts.commands import command, note_fact, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import Cause, FactKind, Mark, Place
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed
from reservations.houses.queries import attendance_of
from reservations.models import Fact, House, Night, Player
from reservations.parsing.days import day_of
from reservations.parsing.names import parse_why
from reservations.rsvps.door_queries import is_old_enough, minimum_ages, turned_away
from reservations.rsvps.lock_commands import LockedRsvp, ended_by, late_arrival, locked_rsvp, record_due, record_strike
from reservations.rsvps.queries import NO_DEBTS, has_started, rsvp_state_of
from reservations.rsvps.rsvp_state import GIVEN_UP
from reservations.strikes.queries import Strike, open_strike, strike_level_of, strike_numbered, strikes_of
from reservations.strikes.rules import StrikeState, strike_level


@command
def strike(
    *, stamp: Stamp, night: Night, player: Player, cause: Cause, reason: str, arrears: Collection[int] = NO_DEBTS
) -> Noted:
    """Give a strike by hand. Raises ``Impossible`` if the player has a strike of that night, or it has not begun."""
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.STRIKE, {"cause": cause.value}, parse_why(reason)))
    if not on.has_begun:
        raise Impossible(f"The {night} has not begun yet.")
    if open_strike(on.night, player) is not None:
        raise Impossible(f"{player} has a strike of the {night} already.")
    remark = f"{player} has a strike.{ended_by(on, cause)}"
    return Noted(record_strike(on, cause, reason=draft.reason), remark=remark)


@command
def pardon(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Pardon a strike: it stays and no longer counts. Raises ``Impossible`` if it does not count anyway."""
    return _record_about(stamp, FactKind.PARDON, strike, reason, "The strike is pardoned.")


@command
def unmark(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Take a strike back: its ended reservations are given back. Raises ``Impossible`` if it does not count anyway."""
    return _record_about(stamp, FactKind.UNMARK, strike, reason, "It was no strike.")


@command
def uphold(*, stamp: Stamp, strike: int, reason: str) -> Noted:
    """Answer a player who contests a strike: it still counts. Raises ``Impossible`` if no answer is due."""
    return _record_about(stamp, FactKind.UPHOLD, strike, reason, "The strike stands.")


@command
def contest(*, stamp: Stamp, strike: int, words: str) -> Noted:
    """Contest a strike as its player. Raises ``Impossible`` if it does not count anyway."""
    return _record_about(stamp, FactKind.CONTEST, strike, words, "The host reads what you wrote.")


def _record_about(stamp: Stamp, kind: FactKind, strike: int, words: str, remark: str) -> Noted:
    found = strike_numbered(strike)
    if found is None:
        raise Impossible("There is no such strike.")
    about = Fact.objects.select_related("player", "night").get(pk=found.fact)
    draft = fact_once(FactDraft(kind, about.night, about.player, about=about, reason=parse_why(words)), stamp)
    if not found.counts:
        raise Impossible(f"This strike no longer counts: {found.state}.")
    if kind == FactKind.UPHOLD and not found.is_disputed:
        raise Impossible("The player does not contest this strike, or has your answer.")
    backs = to_give_back(found, stamp.at) if kind == FactKind.UNMARK else []
    noted = note_fact(draft, stamp, remark + given_back_in_words(backs))
    give_back(backs, stamp.at)
    return noted


@command
def reinstate(*, stamp: Stamp, player: Player, house: House, reason: str) -> Noted:
    """Take a player back into the group of a house: earlier strikes no longer count.

    Raises ``Impossible`` if none of them counts there.
    """
    draft = fact_once(FactDraft(FactKind.REINSTATE, player=player, house=house, reason=parse_why(reason)), stamp)
    if not strike_level_of(player, house).strikes:
        raise Impossible(f"No strike of {player} counts at {house}.")
    return Noted(record_fact(draft, stamp), remark=f"{player} starts anew at {house}.")


_FELL_AWAY = (StrikeState.NIGHT_CANCELLED, StrikeState.NIGHT_MOVED)


@dataclass(frozen=True)
class GivenBack:
    """A reservation to give back: the fact that ended it, and the player's place on that night."""

    ended: Fact
    night: Night
    player: Player
    place: Place
    reason: str


def to_give_back(strike: Strike, now: datetime) -> list[GivenBack]:
    """Return the reservations that a strike ended and that come back without it, in the order of the nights.

    A seat is given back if it is still free, else the old place in line. Nothing comes back on a night that has begun,
    that the player has answered since, or from which another reason bars them.
    """
    player = Player.objects.get(pk=strike.player)
    ended = Fact.objects.filter(kind=FactKind.RELEASE, about=strike.fact).exclude(answers__kind=FactKind.BACK)
    if player.removed or not ended:
        return []
    house = House.objects.get(pk=strike.house)
    others = sum(other.weight for other in strikes_of(player, house) if other.counts and other.fact != strike.fact)
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
    """Name the reservations given back, after a space; "" for none, and for cancelled nights."""
    remark = ""
    for words, place in (("A seat again", Place.SEAT), ("In line again", Place.WAITING)):
        nights = [back.night for back in backs if back.place == place and back.night.cancelled_at is None]
        remark += f" {words}: {', '.join(day_of(night.date) for night in nights)}." if nights else ""
    return remark


def give_back(backs: Iterable[GivenBack], now: datetime) -> None:
    """Record that the players have their reservations again."""
    for back in backs:
        draft = FactDraft(FactKind.BACK, back.night, back.player, about=back.ended, reason=back.reason)
        record_fact(draft, following(now), {"place": back.place.value})


def give_back_of(nights: Collection[Night], now: datetime) -> None:
    """Give back the reservations ended by strikes that no longer count because their nights were cancelled or moved."""
    struck = Fact.objects.filter(kind=FactKind.STRIKE, night__in=[night.pk for night in nights])
    numbers = set(struck.values_list("pk", flat=True))
    players = Player.objects.filter(facts__in=numbers).distinct()
    strikes = {given.fact: given for player in players for given in strikes_of(player)}
    for number in sorted(numbers):
        if strikes[number].state in _FELL_AWAY:
            give_back(to_give_back(strikes[number], now), now)


@command
def mark_came(*, stamp: Stamp, night: Night, player: Player, came: bool) -> Noted:
    """Record that a player is here before the bank is open, or is not here after all.

    Once the bank is open an arrival is an act of the night, and ``came`` raises ``Impossible``, as it does for a
    player who may not come in.
    """
    on = locked_rsvp(stamp, night, player)
    draft = on.once(on.draft(FactKind.CAME, {"came": came}))
    if came and on.night.rules is not None:
        raise Impossible("The bank is open: add them on Tonight.")
    if came and (why := turned_away(on.night, on.terms).get(player.number)):
        raise Impossible(f"{player} was turned away at the door: {why}.")
    return on.note(draft, f"{player} is here." if came else f"{player} is not here.")


@command
def turn_away(
    *, stamp: Stamp, night: Night, player: Player, away: bool, reason: str = "", arrears: Collection[int] = NO_DEBTS
) -> Noted:
    """Turn a player away at the door, for that reason; with ``away`` false they may come in after all.

    The seat is free at once. A player let in after all has it again, or a place in line if another player has it by
    then. Raises ``Malformed`` without a reason, and ``Impossible`` for the present state.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    draft = on.once(on.draft(FactKind.TURNED_AWAY, {"on": away}, parse_why(reason) if away else ""))
    if away == bool(on.mine.turned_away):
        raise Impossible(f"{player} was turned away already." if away else f"{player} was not turned away.")
    if away:
        return on.conclude(draft, remark=f"{player} is turned away: {draft.reason}.")
    waits = on.mine.place in (Place.SEAT, Place.OFFERED) and not on.rsvp_state.fits(on.mine.party)
    remark = f"{player} may come in after all."
    if not waits:
        return on.conclude(draft, remark=remark)
    remark += " The seat was given away meanwhile: they are on the waiting list."
    return on.conclude(draft, {"place": Place.WAITING.value}, remark=remark)


@command
def mark(
    *,
    stamp: Stamp,
    night: Night,
    player: Player,
    mark: Mark | None,
    expected_at: datetime | None = None,
    reason: str = "",
    arrears: Collection[int] = NO_DEBTS,
) -> Noted:
    """Mark a player with a seat who is absent at the start: late, excused or no-show; None takes the mark back.

    A no-show is a strike; taking the mark back takes back the strike and gives back its ended reservations. Excused
    players and no-shows lose their seat.

    Raises ``Impossible`` before the start, for a player without a seat, and to take back a mark if the seat is gone.
    """
    on = locked_rsvp(stamp, night, player, arrears)
    late = late_arrival(on.night, expected_at) if mark == Mark.LATE else None
    content = {"as": mark.value if mark else "", **({"expected": late.isoformat()} if late else {})}
    draft = on.once(on.draft(FactKind.MARK, content, reason))
    if not on.has_begun:
        raise Impossible(f"The {on.night} has not begun yet.")
    if on.mine.place != Place.SEAT:
        raise Impossible(f"{player} has no seat on the {on.night}.")
    if on.mine.mark in GIVEN_UP and mark not in GIVEN_UP and not on.rsvp_state.fits(on.mine.party):
        raise Impossible(f"{player}'s seat was given away. First choose who gives up a seat.")
    struck = mark == Mark.NO_SHOW and open_strike(on.night, player) is None
    backs = _unmark_strike(on) if on.mine.mark == Mark.NO_SHOW and mark != Mark.NO_SHOW else []
    remark = f"{player} is marked {mark.value}." if mark else f"The mark of {player} is taken back."
    remark += given_back_in_words(backs) + (ended_by(on, Cause.NO_SHOW) if struck else "")
    noted = note_fact(draft, stamp, remark)
    give_back(backs, stamp.at)
    if struck:
        on = replace(on, stamp=following(stamp.at, stamp.by))
        record_strike(on, Cause.NO_SHOW, about=noted.fact, reason=draft.reason)
    record_due(on.night, stamp.at, arrears)
    return noted


def _unmark_strike(on: LockedRsvp) -> list[GivenBack]:
    """Take back the strike of the mark; return the reservations to give back."""
    strike = open_strike(on.night, on.player)
    if strike is None:
        return []
    about = Fact.objects.select_related("about").get(pk=strike.fact)
    if about.about is None or about.about.kind != FactKind.MARK:
        return []
    draft = replace(on.draft(FactKind.UNMARK, reason="The mark was taken back."), about=about)
    record_fact(draft, following(on.stamp.at, on.stamp.by))
    return to_give_back(strike, on.stamp.at)


@command
def see_id(*, stamp: Stamp, player: Player, on: date, born: date | None = None) -> Noted:
    """Record that a player showed an ID, with the birth date if the host keeps it; it may show that they are too young.

    Raises ``Malformed`` for a birth date after that day.
    """
    content = {"on": on.isoformat(), **({"born": born.isoformat()} if born else {})}
    draft = fact_once(FactDraft(FactKind.ID_SEEN, player=player, content=content), stamp)
    if born is not None and born >= on:
        raise Malformed("The birth date is after the day the ID was seen.")
    young = [age for age in minimum_ages() if born is not None and not is_old_enough(born, age, on)]
    remark = f"{player} is under {young[0]}: turned away at the door." if young else f"{player} has shown their ID."
    return note_fact(draft, stamp, remark)
