"""Ask for the date of a night, answer, make a night of the best date, or end the poll without one."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from reservations.acts.chain import instant
from reservations.acts.commands import atomic_batch, command, note_fact, record_fact, seal_rows
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp, following
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.acts.queries import check_not_merged
from reservations.models import Fact, House, Night, Player
from reservations.nights.commands import as_content, check_day
from reservations.nights.plans import Plan
from reservations.own_limits.queries import not_to_be_invited
from reservations.parsing.days import day_of
from reservations.parsing.names import counted
from reservations.polls.queries import polls, read_polls
from reservations.polls.rules import FEWEST_DATES, MOST_DATES, REPLIES, Poll, Suits
from reservations.rsvps.commands import answer
from reservations.rsvps.queries import NO_DEBTS, people_for, rsvp_state_of
from reservations.waiting_list.commands import invite


def new_poll(
    *,
    stamp: Stamp,
    house: House,
    dates: Sequence[datetime],
    zone: str,
    players: Collection[Player],
    last_day: date | None = None,
) -> Noted:
    """Start a poll: ask players which dates suit them, inside a command that has locked the desk.

    ``dates`` are aware starts, shown by the clocks of ``zone`` (IANA). Players may answer until the end of ``last_day``
    there; without one, until the last of the dates. The fact is the poll. Raises ``Malformed`` for too few or too many
    dates, for a repeated or past date, without players, and for an impossible last day, ``Impossible`` for players who
    want no invitation now.
    """
    starts = sorted(dates)
    numbers = sorted({player.number for player in players})
    content: dict[str, Any] = {"dates": [*map(instant, starts)], "zone": zone, "players": numbers}
    content |= {"last_day": last_day.isoformat() if last_day else None}
    draft = fact_once(FactDraft(FactKind.POLL, house=house, content=content), stamp)
    check_not_merged(numbers)
    if not FEWEST_DATES <= len(starts) <= MOST_DATES:
        raise Malformed(f"A poll has {FEWEST_DATES} to {MOST_DATES} dates; this one has {len(starts)}.")
    if len({*starts}) < len(starts):
        raise Malformed("One of the dates is written twice.")
    if starts[0] <= stamp.at:
        raise Malformed(f"{_moment(starts[0], zone)} is past already.")
    if not numbers:
        raise Malformed("Choose whom to ask.")
    if pausing := not_to_be_invited(numbers, stamp.at):
        names = {player.number: player.name for player in players}
        pauses = " ".join(f"{names[number]} takes a break until {day}." for number, day in sorted(pausing.items()))
        raise Impossible(f"{pauses} Ask the others.")
    if last_day is not None and not stamp.at <= datetime.combine(last_day, datetime.max.time(), ZoneInfo(zone)):
        raise Malformed("The last day to answer is past already.")
    if last_day is not None and last_day > starts[-1].astimezone(ZoneInfo(zone)).date():
        raise Malformed("The last day to answer is after the last of the dates.")
    remark = f"{counted(len(numbers), 'player')} {'is' if len(numbers) == 1 else 'are'} asked for {len(starts)} dates."
    return note_fact(draft, stamp, remark)


def _moment(at: datetime, zone: str) -> str:
    there = at.astimezone(ZoneInfo(zone))
    return f"{day_of(there)}, {there:%H:%M}"


@command
def answer_poll(*, stamp: Stamp, poll: int, player: Player, suits: Sequence[Suits | None]) -> Noted:
    """Record a player's answers to a poll: a word for every date in order, None for no answer.

    They replace earlier ones. The host may answer for a player also after the last day. Raises ``Impossible`` for a
    player outside the poll and for an ended poll, ``Malformed`` without any word.
    """
    about = _poll_fact(poll)
    content = {"suits": [suit.value if suit else "" for suit in suits]}
    draft = FactDraft(FactKind.POLL_ANSWER, player=player, house=about.house, about=about, content=content)
    fact_once(draft, stamp)
    check_not_merged([player.number])
    found = read_polls([about])[0]
    if player.number not in found.polled:
        raise Impossible(f"{player} is not asked in this poll.")
    # Only a host may overrule, so the answer is the host's.
    is_over = found.is_closed or not stamp.may_overrule
    if is_over and (why := found.why_no_answers(stamp.at)):
        raise Impossible(why)
    if len(suits) != len(found.dates) or not any(suits):
        raise Malformed("Say yes, if need be or no to at least one of the dates.")
    return note_fact(draft, stamp, "Thank you. You can change your answer until the date is chosen.")


def _poll_fact(poll: int) -> Fact:
    """Return the fact of a poll, read under the lock. Raises ``Unknown``."""
    found = polls(pk=poll).first()
    if found is None:
        raise Unknown("There is no such poll.")
    return found


@command
def close_poll(*, stamp: Stamp, poll: int) -> Noted:
    """End a poll without a night. Raises ``Impossible`` for an ended poll."""
    about = _poll_fact(poll)
    draft = fact_once(FactDraft(FactKind.CLOSE_POLL, house=about.house, about=about), stamp)
    _check_open(read_polls([about])[0])
    return note_fact(draft, stamp, "The poll is closed. No night was planned.")


def _check_open(poll: Poll) -> None:
    if poll.night is not None:
        raise Impossible(f"The date is chosen already: the {Night.objects.get(pk=poll.night)}.")
    if poll.is_closed:
        raise Impossible("The poll is closed.")


def decide_poll(*, stamp: Stamp, poll: int, which: int, like: Plan, arrears: Collection[int] = NO_DEBTS) -> Noted:
    """Make a night of the ``which``-th date of a poll, planned ``like`` another, and invite all polled players.

    Their words on the date become their answers to the night, in their order and with their times: seats go first come,
    first served, by the house's rules. "If need be" becomes a maybe unless that has closed by now; players who may not
    reserve are only invited. The command does all of this once, or nothing. ``arrears`` are numbers of players.

    Raises ``Impossible`` for a poll that has ended, for a past date and for a day with a night of the house.
    """
    with atomic_batch():
        planned = _plan_night(stamp=stamp, poll=poll, which=which, like=like)
        night = Night.objects.select_related("house", "rules").get(pk=json.loads(planned.fact.outcome)["night"])
        found = read_polls(polls(pk=poll))[0]
        players, people = Player.objects.persons(found.polled), people_for(night, arrears)
        pending = [player for player in players.values() if not player.removed]
        words = [word for word in found.dates[which].words if players[word.player] in pending]
        barred = [word.player for word in words if word.suits == Suits.YES and people[word.player].barred]
        if not planned.known:
            by_host = following(stamp.at, stamp.by)
            if pending:
                invite(stamp=by_host, night=night, players=pending, poll=polls(pk=poll).get())
            late = night.maybe_until is not None and stamp.at > night.maybe_until
            for word in words:
                if word.player in barred or (late and word.suits == Suits.IF_NEED_BE):
                    continue
                own_stamp, player = following(word.at, word.by), players[word.player]
                answer(stamp=own_stamp, night=night, player=player, reply=REPLIES[word.suits], arrears=arrears)
        rsvp_state = rsvp_state_of(night)
    remark = f"The {night} is planned: {counted(len(rsvp_state.seated), 'seat')} taken"
    remark += f", {len(rsvp_state.waiting)} on the waiting list." if rsvp_state.waiting else "."
    if barred:
        names = ", ".join(sorted(players[number].name for number in barred))
        remark += f" Said yes and may not reserve now: {names}."
    return replace(planned, remark=remark)


@command
def _plan_night(*, stamp: Stamp, poll: int, which: int, like: Plan) -> Noted:
    """Plan the night of a date; the fact is about the poll, which ends with it."""
    about = _poll_fact(poll)
    found = read_polls([about])[0]
    if not 0 <= which < len(found.dates):
        raise Malformed("That is none of the dates: load the page again.")
    starts_at = found.dates[which].starts_at
    there = starts_at.astimezone(ZoneInfo(found.zone))
    columns = replace(like, day=there.date(), starts=there.time(), zone=found.zone).columns()
    content = {"house": found.house, **as_content(columns)}
    draft = fact_once(FactDraft(FactKind.PLAN, house=about.house, about=about, content=content), stamp)
    _check_open(found)
    if starts_at <= stamp.at:
        raise Impossible(f"{_moment(starts_at, found.zone)} is past already: choose another date.")
    house = House.objects.get(pk=found.house)
    check_day(house, there.date())
    night = Night.objects.create(house=house, **columns)
    seal_rows(Night.objects.filter(pk=night.pk))
    return Noted(record_fact(draft, stamp, {"night": night.pk}))
